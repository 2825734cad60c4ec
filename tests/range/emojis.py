"""Requests about the emojis of the application."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import TYPE_CHECKING

from tests.range import limits
from tests.range.forms import wrong_form
from tests.range.limits import refuse
from tests.range.payloads import user_payload
from tests.range.routes import Ask, route
from tests.range.world import BOT_USER, Payload

if TYPE_CHECKING:
    from tests.range.server import Range

EMOJIS = "/applications/{application}/emojis"
FIRST = 700_000
"""The id of the first emoji."""


@route("GET", EMOJIS)
async def get_emojis(discord: Range, ask: Ask) -> Payload:
    """Return all of them."""
    return {"items": list(discord.emojis.values())}


@route("POST", EMOJIS)
async def create_emoji(discord: Range, ask: Ask) -> Payload:
    """Keep a new one.

    Raises:
        Refusal: There are too many, the name is wrong, or the picture is too big.
    """
    name, image = ask.body["name"], b64decode(ask.body["image"].partition(",")[2])
    if len(discord.emojis) >= limits.EMOJIS:
        raise refuse(30008)
    if not re.fullmatch(rf"\w{{2,{limits.EMOJI_NAME}}}", name, re.ASCII):
        raise wrong_form(("name", "STRING_TYPE_REGEX", "String value did not match regex."))
    if any(kept["name"] == name for kept in discord.emojis.values()):
        raise wrong_form(("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "Name is taken."))
    if len(image) > limits.EMOJI_BYTES:
        raise wrong_form(("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb."))
    number = str(max(map(int, discord.emojis), default=FIRST - 1) + 1)
    kept = {"id": number, "name": name, "roles": [], "require_colons": True, "managed": False}
    user = user_payload(discord.world.user(BOT_USER))
    discord.emojis[number] = {**kept, "animated": False, "available": True, "user": user}
    return discord.emojis[number]


@route("DELETE", EMOJIS + "/{emoji}")
async def delete_emoji(discord: Range, ask: Ask) -> None:
    """Remove one.

    Raises:
        Refusal: There is no such emoji.
    """
    if discord.emojis.pop(ask.args["emoji"], None) is None:
        raise refuse(10014)
