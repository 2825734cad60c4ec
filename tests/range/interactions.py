"""Commands, taps and forms on their way to the bot, and the answers to them."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tests.range import messages
from tests.range.forms import EPHEMERAL, LOADING, check_choices, check_modal, wrong_form
from tests.range.limits import refuse
from tests.range.payloads import asker_payload, message_payload, place_payload
from tests.range.permissions import EVERYBODY, held_in
from tests.range.routes import Ask, route
from tests.range.world import APPLICATION, BOT_USER, Channel, Kept, Payload

if TYPE_CHECKING:
    from tests.range.server import Range

COMMAND, COMPONENT, TYPING, FORM = 2, 3, 4, 5
"""What a user has done: typed a command, tapped, begun to type, sent a form."""
NEW, LATER, LATER_EDIT, EDIT, CHOICES, OPEN_FORM = 4, 5, 6, 7, 8, 9
"""Types of first answers."""
FITTING: Final = {
    COMMAND: (NEW, LATER, OPEN_FORM),
    COMPONENT: (NEW, LATER, LATER_EDIT, EDIT, OPEN_FORM),
    TYPING: (CHOICES,),
    FORM: (NEW, LATER, LATER_EDIT, EDIT),
}
"""Which first answers fit what a user has done."""
IN_CHANNEL: Final = (NEW, LATER, LATER_EDIT, EDIT)
"""First answers that make or change a message, or promise to."""
MAX_BYTES: Final = 10 * 1024 * 1024
COMMAND_ANSWER: Final = 20
"""The type of a message that answers a command."""


@dataclass(slots=True)
class Asked:
    """Something a user has done, and the answers to it; times in seconds after it was sent.

    Attributes:
        channel: Where.
        user: Who.
        kind: One of `COMMAND`, `COMPONENT`, `TYPING`, `FORM`.
        tapped: The message that was tapped.
        at: When it was sent, in seconds since 1970.
        number: Its id.
        acked: When the first answer came; 0 if none has. Then `first` is set, too.
        answer: Its type.
        shown: The message that the first answer made, or that was tapped.
        also: Further answers.
        modal: The form that it opened.
        choices: The choices offered while typing.
    """

    channel: int
    user: int = 0
    kind: int = COMMAND
    tapped: Kept | None = None
    start: float = 0.0
    at: float = 0.0
    number: str = ""
    acked: float = 0.0
    first: asyncio.Event = field(default_factory=asyncio.Event)
    answer: int = 0
    answered: asyncio.Future[float] = field(default_factory=asyncio.Future)
    posted: asyncio.Future[float] = field(default_factory=asyncio.Future)
    """A picture for everybody: a message in the channel, or a follow-up with a file."""
    shown: Kept | None = None
    also: list[Kept] = field(default_factory=list)
    modal: Payload | None = None
    choices: list[Payload] = field(default_factory=list)

    def after(self) -> float:
        """Return how long ago it was sent."""
        return time.perf_counter() - self.start

    def is_answered(self) -> None:
        """Note that the user has seen an answer."""
        if not self.answered.done():
            self.answered.set_result(self.after())

    def is_posted(self) -> None:
        """Note that everybody has seen a picture."""
        if not self.posted.done():
            self.posted.set_result(self.after())


async def send(discord: Range, asked: Asked, data: Payload) -> Asked:
    """Send to the bot what a user has done."""
    world, number = discord.world, str(discord.world.new_id())
    channel = world.channel(asked.channel)
    discord.asked[number] = discord.asked[f"t{number}"] = asked
    asked.number = number
    if asked.kind != TYPING:
        discord.newest_in[asked.channel] = asked
    user = world.user(asked.user)
    held = held_in(world, channel, BOT_USER) if channel.guild_id else EVERYBODY
    payload: Payload = {
        "id": number,
        "application_id": str(APPLICATION),
        "type": asked.kind,
        "token": f"t{number}",
        "version": 1,
        "data": data,
        "channel_id": str(channel.id),
        "channel": place_payload(world, channel, user.id),
        "locale": user.locale,
        "app_permissions": str(held),
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(channel.guild_id)},
        "context": 0 if channel.guild_id else 1,
        "attachment_size_limit": MAX_BYTES,
        **asker_payload(world, channel, user.id),
    }
    if asked.tapped is not None:
        payload["message"] = asked.tapped.payload
    asked.start, asked.at = time.perf_counter(), world.now()
    await discord.deliver(payload, channel.guild_id, world.place(channel.id))
    return asked


def _known(discord: Range, key: str) -> Asked:
    if key not in discord.asked:
        raise refuse(10062)
    return discord.asked[key]


@route("POST", "/interactions/{interaction}/{token}/callback")
async def first_answer(discord: Range, ask: Ask) -> Payload:
    """Take the first answer."""
    asked = _known(discord, ask.args["interaction"])
    if discord.asked.get(ask.args["token"]) is not asked:
        raise refuse(50027)
    if discord.world.now() - asked.at > discord.rates.grants.answer_s:
        raise refuse(10062)
    if asked.acked:
        raise refuse(40060)
    kind, data = ask.body["type"], ask.body.get("data") or {}
    if kind not in FITTING[asked.kind]:
        told = f'Value of field "type" must be one of {FITTING[asked.kind]}.'
        raise wrong_form(("type", "UNION_TYPE_CHOICES", told))
    channel = discord.world.channel(asked.channel)
    if kind in IN_CHANNEL:
        messages.check_open(channel)
    await _take(discord, asked, channel, kind, data, ask)
    asked.acked, asked.answer = asked.after(), kind
    asked.first.set()
    if kind not in (LATER, LATER_EDIT):
        asked.is_answered()
    return _callback_payload(asked, ask)


async def _take(
    discord: Range, asked: Asked, channel: Channel, kind: int, data: Payload, ask: Ask
) -> None:
    viewer = asked.user if (data.get("flags") or 0) & EPHEMERAL else 0
    if kind == NEW:
        asked.shown = await messages.create(discord, channel, data, ask.files, viewer)
        asked.shown.payload["type"] = COMMAND_ANSWER
    elif kind == LATER:
        payload = message_payload(discord.world, channel, discord.world.new_id(), BOT_USER)
        flags = LOADING | (EPHEMERAL if viewer else 0)
        payload |= {"type": COMMAND_ANSWER, "flags": flags}
        asked.shown = Kept(payload, BOT_USER, viewer=viewer or None, at=discord.world.now())
        channel.messages[asked.shown.id] = asked.shown
    elif kind == CHOICES:
        asked.choices = data.get("choices") or []
        check_choices(asked.choices)
    elif kind == OPEN_FORM:
        check_modal(data)
        asked.modal = data
    else:
        asked.shown = asked.tapped
        if kind == EDIT and asked.shown is not None:
            messages.edit(discord, channel, asked.shown, data, ask.files)


def _callback_payload(asked: Asked, ask: Ask) -> Payload:
    shown = asked.shown
    told: Payload = {"id": ask.args["interaction"], "type": asked.kind}
    if shown is not None:
        told |= {
            "response_message_id": str(shown.id),
            "response_message_loading": asked.answer == LATER,
            "response_message_ephemeral": shown.viewer is not None,
        }
    resource: Payload = {"type": asked.answer}
    if shown is not None and asked.answer in (NEW, EDIT):
        resource["message"] = shown.payload
    return {"interaction": told, "resource": resource}


HOOK: Final = "/webhooks/{application}/{token}"


def _answerable(discord: Range, ask: Ask) -> tuple[Asked, Channel]:
    """Return the interaction of a later answer, and its channel.

    Raises:
        Refusal: There is none, it's too late, or it had no first answer.
    """
    asked = discord.asked.get(ask.args["token"])
    if asked is None or discord.world.now() - asked.at > discord.rates.grants.token_s:
        raise refuse(50027)
    if not asked.acked:
        raise refuse(10015)
    return asked, discord.world.channel(asked.channel)


def _answer_meant(discord: Range, ask: Ask) -> tuple[Asked, Channel, Kept]:
    asked, channel = _answerable(discord, ask)
    if ask.args["message"] == "@original":
        kept = asked.shown
    else:
        kept = next((one for one in asked.also if str(one.id) == ask.args["message"]), None)
    if kept is None or kept.id not in channel.messages and not kept.payload["flags"] & EPHEMERAL:
        raise refuse(10008)
    return asked, channel, kept


@route("POST", HOOK)
async def follow_up(discord: Range, ask: Ask) -> Payload:
    """Take a further answer; the first one after a promise keeps the promise."""
    asked, channel = _answerable(discord, ask)
    messages.check_open(channel)
    if asked.shown is not None and asked.shown.payload["flags"] & LOADING:
        discord.fills += 1
        messages.edit(discord, channel, asked.shown, ask.body, ask.files)
        kept = asked.shown
    else:
        viewer = asked.user if (ask.body.get("flags") or 0) & EPHEMERAL else 0
        kept = await messages.create(discord, channel, ask.body, ask.files, viewer)
        asked.also.append(kept)
    asked.is_answered()
    if ask.files and kept.viewer is None:
        asked.is_posted()
    return kept.payload


@route("PATCH", f"{HOOK}/messages/{{message}}")
async def edit_answer(discord: Range, ask: Ask) -> Payload:
    """Change an answer, or keep the promise of one."""
    asked, channel, kept = _answer_meant(discord, ask)
    told = messages.edit(discord, channel, kept, ask.body, ask.files)
    asked.is_answered()
    return told


@route("GET", f"{HOOK}/messages/{{message}}")
async def read_answer(discord: Range, ask: Ask) -> Payload:
    """Return an answer."""
    return _answer_meant(discord, ask)[2].payload


@route("DELETE", f"{HOOK}/messages/{{message}}")
async def delete_answer(discord: Range, ask: Ask) -> None:
    """Delete an answer."""
    asked, channel, kept = _answer_meant(discord, ask)
    channel.messages.pop(kept.id, None)
    asked.is_answered()


# What users send.


def option_payloads(
    values: dict[str, Any], path: tuple[str, ...], focus: str = ""
) -> list[Payload]:
    """Return the options of a command: its values inside its subcommands."""
    kinds = {str: 3, int: 4, bool: 5}
    found: list[Payload] = [
        {"type": kinds[type(value)], "name": name, "value": value}
        | ({"focused": True} if name == focus else {})
        for name, value in values.items()
    ]
    for depth, name in enumerate(reversed(path)):
        found = [{"type": 1 if depth == 0 else 2, "name": name, "options": found}]
    return found


def component_in(kept: Kept, custom_id: str) -> bool:
    """Return whether a message has a component with an id."""
    return any(one.get("custom_id") == custom_id for one in kept.parts())
