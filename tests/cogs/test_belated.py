"""Discord returns an older message that has arrived late, because it had the same nonce."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.outbox.sending import send
from cogs.ui.items import button
from cogs.ui.sheet import Post, Sheet
from matches.domain.outbox_item import ItemKind, Lane, OutboxRow
from matches.sender import TryLater

ADA, BO, MATCH = 41, 42, 7
ROW = OutboxRow(1, Lane.of_match(MATCH), ItemKind.TURN, MATCH, 3, None, None, "n" * 24, None)
CALL = "Your move: <@42> #7"


class Message:
    """A message of ours, and what has become of it."""

    def __init__(self, content: str, *called: int, components: tuple[Any, ...] = ()) -> None:
        self.id, self.content, self.components = 900, content, components
        self.mentions = [SimpleNamespace(id=number) for number in called]
        self.channel = SimpleNamespace(id=MATCH)
        self.edits: list[dict[str, Any]] = []
        self.is_deleted = False

    async def edit(self, **shown: Any) -> None:
        self.edits.append(shown)

    async def delete(self) -> None:
        self.is_deleted = True


class Channel:
    """Answers requests to send with the next of some messages."""

    def __init__(self, *answers: Message) -> None:
        self._answers = list(answers)
        self.sent: list[dict[str, Any]] = []

    async def send(self, content: str = "", **options: Any) -> Message:
        self.sent.append({"content": content, **options})
        return self._answers.pop(0)


def posted(*, calls: int | None, ply: int = 3) -> Post:
    sheet = Sheet()
    sheet.write("It's ply 3.")
    sheet.row(button("turn", MATCH, str(ply), label="Your move"))
    post = sheet.post(discord.AllowedMentions.none())
    if calls is None:
        return post
    users = [discord.Object(calls)]
    return post.calling(discord.AllowedMentions(everyone=False, roles=False, users=users), CALL)


async def renewed(row: OutboxRow, *, again: bool) -> OutboxRow:
    assert again
    return replace(row, nonce="another")


async def sent_to(channel: Channel, post: Post) -> int:
    log = SimpleNamespace(renewed=renewed)
    bot = cast("Any", SimpleNamespace(service=SimpleNamespace(delivery_log=log)))
    return await send(bot, cast("Any", None), cast("Any", channel), post, ROW)


async def test_a_call_is_sent_once_and_laid_out() -> None:
    channel = Channel(fresh := Message(CALL, BO))
    assert await sent_to(channel, posted(calls=BO)) == fresh.id
    assert len(channel.sent) == len(fresh.edits) == 1


async def test_a_call_in_which_discord_names_nobody_is_sent_once() -> None:
    channel = Channel(fresh := Message(CALL))
    await sent_to(channel, posted(calls=BO))
    assert not fresh.is_deleted
    assert len(channel.sent) == 1


async def test_a_late_call_of_somebody_else_is_replaced() -> None:
    channel = Channel(late := Message("Your move: <@41> #7", ADA), fresh := Message(CALL, BO))
    await sent_to(channel, posted(calls=BO))
    assert late.is_deleted
    assert len(fresh.edits) == 1
    assert [one["nonce"] for one in channel.sent] == [ROW.nonce, "another"]


async def test_a_late_call_that_cannot_be_deleted_now_is_looked_for_before_the_next_try() -> None:
    """With the next nonce, Discord wouldn't answer with it again."""

    async def delete() -> None:
        raise discord.RateLimited(60.0)

    late = Message("Your move: <@41> #7", ADA)
    late.delete = delete  # type: ignore[method-assign]
    with pytest.raises(TryLater) as error:
        await sent_to(Channel(late), posted(calls=BO))
    assert error.value.doubtful


async def test_a_late_call_of_the_same_players_is_laid_out_as_it_is_now() -> None:
    channel = Channel(late := Message("Your move: <@41> <@42> #7", ADA, BO))
    await sent_to(channel, posted(calls=BO))
    assert not late.is_deleted
    assert len(late.edits) == 1


@pytest.mark.parametrize(
    ("content", "ply", "edits"), [("Your move: <@41> #7", None, 1), ("", 2, 1), ("", 3, 0)]
)
async def test_a_late_message_is_edited_into_what_is_to_be_said(
    content: str, ply: int | None, edits: int
) -> None:
    shown = () if ply is None else tuple(posted(calls=None, ply=ply).view.children)
    channel = Channel(late := Message(content, components=shown))
    await sent_to(channel, posted(calls=None))
    assert len(late.edits) == edits
    assert len(channel.sent) == 1
