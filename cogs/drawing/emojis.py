"""The games' signs as emojis of our application: drawn, uploaded, found again.

`bring_signs` uploads what Discord doesn't have yet. Until it has brought a sign, or if Discord
refuses it, words stand without it; where it stands is in `cogs.ui.speech`.
"""

from __future__ import annotations

import asyncio
import logging
import re
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from cogs.drawing.studio import Rank
from cogs.ui.speech import learn_emoji
from render import drawings
from render.picture import Sign
from rules import registry

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

PAUSE_S: Final = 2.0
"""The time between two uploads, in seconds: nobody waits for them."""
HASH_CHARS: Final = 6
"""How much of a picture's hash is in the name of its emoji."""


def emoji_name(slug: str, sign: Sign, png: bytes) -> str:
    """Return what the emoji of a drawn sign is called: ``krakow_seat0_1a2b3c``."""
    return f"{slug}_{sign.name}_{sha256(png).hexdigest()[:HASH_CHARS]}"


async def bring_signs(bot: StolikBot) -> None:
    """Find or upload the emoji of every sign, slowly.

    What one start leaves undone, the next one does. Only emojis of the same sign, as another
    release drew it, are deleted.
    """
    await bot.presence.begun.wait()
    try:
        there = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
        for slug in registry.slugs():
            await bring(bot, slug, there)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.warning("uploading emojis failed; words stand without them: %s", error)
    except Exception:
        if not bot.is_closed():
            log.exception("drawing emojis failed; words stand without them")


async def bring(bot: StolikBot, slug: str, there: dict[str, discord.Emoji]) -> None:
    """Find or upload the emojis of a game's signs.

    Args:
        bot: Whose they are.
        slug: The game.
        there: The emojis there are, by name; kept up to date.
    """
    for sign in await bot.studio.draw(partial(drawings.signs, slug), Rank.SPARE):
        await _bring(bot, slug, sign, there)


async def _bring(bot: StolikBot, slug: str, sign: Sign, there: dict[str, discord.Emoji]) -> None:
    """Find or upload the emoji of a sign, then delete what it replaces."""
    png = await bot.studio.draw(partial(drawings.sign, slug, sign.name), Rank.SPARE)
    name = emoji_name(slug, sign, png)
    if name not in there and not bot.store.share().has(0):
        return  # another process uploads it, and this one finds it at its next start
    if name not in there:
        await asyncio.sleep(PAUSE_S)
        there[name] = await bot.create_application_emoji(name=name, image=png)
    learn_emoji(slug, sign, there[name])
    former = re.compile(f"{slug}_{sign.name}_[0-9a-f]{{{HASH_CHARS}}}")
    for old in [it for it in there if former.fullmatch(it) and it != name]:
        await there.pop(old).delete()
