"""Private answers: only the user who asked sees them.

A request that needs time first says what will follow: `defer_new` promises a new message,
`defer_update` a change of the message that was tapped, and `finish` keeps either promise. `reply`
is for quick answers and for every refusal.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

import discord
from discord import ui

from cogs.ui.items import Button, Interaction, Select, drop_emojis
from cogs.ui.sheet import MAX_WORDS, Post, Sheet, Upload
from cogs.ui.speech import NOBODY, public, reader, say
from cogs.ui.threads import in_open_thread
from monitor import requests
from rules.errors import InvalidMoveError
from rules.text import Text, t

log = logging.getLogger(__name__)

WRONG_FORM: Final = 50035
"""Discord's code for a message with something that it doesn't allow."""
MOST_TAPPED: Final = 2000
"""The most private messages whose newest tap is remembered."""
_ON_POSTS: Final[tuple[Text, ...]] = (
    *(t("Your move"), t("Look"), t("Catch up"), t("Help")),
    *(t("Join"), t("Leave"), t("Start"), t("Start privately")),
    *(t("Take over"), t("Keep it open"), t("Keep playing")),
)
"""The buttons of public posts that private answers name."""
_FILLED: Final = "filled"
"""The promised message of an interaction, by its id, once it has been shown."""


class Taps:
    """The newest tap on each private message that taps change."""

    def __init__(self) -> None:
        self._newest: OrderedDict[int, int] = OrderedDict()

    def note(self, message_id: int, tap_id: int) -> None:
        """Remember a tap on a message."""
        self._newest[message_id] = tap_id
        self._newest.move_to_end(message_id)
        while len(self._newest) > MOST_TAPPED:
            self._newest.popitem(last=False)

    def is_newest(self, interaction: Interaction) -> bool:
        """Return whether nobody has tapped on the message an interaction has filled since."""
        message_id: int = interaction.extras[_FILLED]
        return self._newest.get(message_id, interaction.id) == interaction.id


def page(words: str, *rows: Sequence[Button | Select]) -> Post:
    """Return a message of words with rows of buttons, or of one select, below them."""
    sheet = Sheet()
    sheet.write(words[:MAX_WORDS])
    for row in rows:
        sheet.row(*row)
    return sheet.post()


async def defer_new(interaction: Interaction) -> None:
    """Gain time: a private answer will follow."""
    await _awake(interaction, lambda: interaction.response.defer(ephemeral=True, thinking=True))


async def defer_update(interaction: Interaction) -> None:
    """Gain time: the private message that was tapped will change.

    Raises:
        InvalidMoveError: The bot never made this component.
    """
    check_private(interaction)
    if interaction.message is not None:
        interaction.client.taps.note(interaction.message.id, interaction.id)
    await _awake(interaction, interaction.response.defer)


async def _awake(interaction: Interaction, answer: Callable[[], Awaitable[object]]) -> None:
    """Give the first answer; if Discord has archived the thread, open it first."""
    await in_open_thread(interaction.client, interaction.channel_id, answer)
    requests.acknowledged()


async def finish(interaction: Interaction, post: Post) -> None:
    """Show a post as what `defer_new` or `defer_update` has promised."""
    await fill(interaction, post.view, *post.files)


async def fill(interaction: Interaction, view: ui.LayoutView, *files: Upload) -> None:
    """Show a layout with its files as what `defer_new` or `defer_update` has promised.

    It is shown without emojis if somebody has deleted one of them, which Discord refuses.
    """

    async def show(post: Post) -> discord.InteractionMessage:
        edit = partial(interaction.edit_original_response, view=view, allowed_mentions=NOBODY)
        return await in_open_thread(
            interaction.client,
            interaction.channel_id,
            lambda: edit(attachments=post.files),
            lambda: edit(attachments=post.again().files),
        )

    _name_as_posted(interaction, view)
    post = Post(view, files)
    try:
        shown = await show(post)
    except discord.HTTPException as error:
        if error.code != WRONG_FORM or "emoji" not in error.text.lower():
            raise
        log.warning("an emoji was refused; a restart uploads it again: %s", error)
        drop_emojis(view)
        shown = await show(post.again())
    interaction.extras[_FILLED] = shown.id


async def reply(interaction: Interaction, words: str, *rows: Sequence[Button | Select]) -> None:
    """Say something privately: as an answer, as promised, or as a follow-up."""
    view = page(words, *rows).view
    if _is_owed(interaction):
        await fill(interaction, view)
        return
    _name_as_posted(interaction, view)
    if not interaction.response.is_done():
        answer = interaction.response.send_message
        await _awake(
            interaction, lambda: answer(view=view, ephemeral=True, allowed_mentions=NOBODY)
        )
    else:
        more = partial(interaction.followup.send, view=view, ephemeral=True)
        await in_open_thread(
            interaction.client, interaction.channel_id, partial(more, allowed_mentions=NOBODY)
        )


async def call(interaction: Interaction, post: Post) -> None:
    """Ping somebody in public, in the answer or a follow-up to it.

    A line for the lock screen is sent first and edited into the layout at once, as in
    `cogs.outbox.sending`. If the bot stops in between, the line stays as it is.
    """
    if interaction.response.is_done():
        sent = await interaction.followup.send(post.notice, allowed_mentions=post.calls, wait=True)
        await sent.edit(content=None, view=post.view, allowed_mentions=NOBODY)
        return
    answer = interaction.response.send_message
    await _awake(interaction, lambda: answer(post.notice, allowed_mentions=post.calls))
    await interaction.edit_original_response(content=None, view=post.view, allowed_mentions=NOBODY)


def _name_as_posted(interaction: Interaction, view: ui.LayoutView) -> None:
    """Add what buttons of public posts are called there where they are first named.

    A button of the answer itself has the name that is read; direct messages have the reader's
    language. Nothing is added to a full message.
    """
    lang = posted = reader(interaction)
    if interaction.guild_id is not None:
        posted = public(interaction.client, interaction.guild_id)
    if lang == posted:
        return
    parts = list(view.walk_children())
    below = {part.item.label for part in parts if isinstance(part, Button)}
    texts = [part for part in parts if isinstance(part, ui.TextDisplay)]
    for label in _ON_POSTS:
        own, theirs = say(label, lang), f" ({say(label, posted)})"
        first = next((one for one in texts if f"**{own}**" in one.content), None)
        if first is None or own in below or view.content_length() + len(theirs) > MAX_WORDS:
            continue
        first.content = first.content.replace(f"**{own}**", f"**{own}**{theirs}", 1)


def _is_owed(interaction: Interaction) -> bool:
    """Return whether `defer_new` has promised a message that has not been shown yet.

    Discord would let a follow-up fill it, too, but only for compatibility.
    """
    promised = discord.InteractionResponseType.deferred_channel_message
    return interaction.response.type is promised and _FILLED not in interaction.extras


def check_private(interaction: Interaction) -> None:
    """Refuse a tap whose private answer would replace a message that others see.

    Raises:
        InvalidMoveError: The bot never made this component.
    """
    message = interaction.message
    if message is None or not (message.flags.ephemeral or interaction.guild_id is None):
        raise forged()


def is_private(interaction: Interaction) -> bool:
    """Return whether a component was tapped in a message that only the reader sees."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


def forged() -> InvalidMoveError:
    """Return the refusal of a component that the bot never made."""
    return InvalidMoveError(
        t("This button isn't for you."), t("Tap **Your move** to see your own choices.")
    )
