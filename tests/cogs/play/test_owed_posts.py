"""A post that can't be sent is owed.

It's sent once, with the newest state, when posting works.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import pytest
from simcord.backend import serializers
from simcord.builders import ChannelHandle

from cogs.play.turns_view import HELD
from cogs.ui.permissions import HELD_HEAD
from render.i18n import Lang, translate
from tests.cogs.play.driver import Panel
from tests.cogs.telling import (
    calls,
    check_told_once,
    choose_all,
    info,
    is_true,
    mover,
    named,
    play,
    play_to_the_end,
    results,
    said,
    say,
    troubles,
    turn_posts,
    with_button,
)
from tests.matches.fakes import until
from tests.world import World, private, words

SOON_S: Final = 60
"""The longest time for a post after a sign that posting works again."""
LONG_S: Final = 15 * 60
"""The longest time without any sign."""


@dataclass(frozen=True)
class Trouble:
    """Discord's answer while something is wrong, and how often; None: until fixed."""

    status: int
    code: int
    times: int | None = None

    def begin(self, world: World, method: str, path: str) -> None:
        world.fail(method, path, self.status, self.code, self.times)

    async def end(self, world: World) -> None:
        """Let it end: at once, or after as many tries as it takes."""
        if self.times is None:
            world.mend()
            return
        waited = 0
        while any(fault["times"] is not None for fault in world.env.backend.faults):
            await world.env.advance_time(SOON_S)
            waited += SOON_S
            assert waited <= self.times * LONG_S, "nothing is tried any more"


TROUBLES: Final = {
    "403 permissions": Trouble(403, 50013),
    "403 access": Trouble(403, 50001),
    "404": Trouble(404, 0),
    "404 channel, which is there": Trouble(404, 10003),
    "ten times 503": Trouble(503, 0, 10),
}


@pytest.fixture(params=list(TROUBLES.values()), ids=list(TROUBLES))
def trouble(request: pytest.FixtureRequest, expected_errors: list[str]) -> Trouble:
    expected_errors.append("")  # the log is checked where it matters
    found: Trouble = request.param
    return found


def messages(place: ChannelHandle) -> str:
    return f"/channels/{place.id}/messages"


def a_sign(world: World) -> None:
    """Let Discord report that something about the channel has changed."""
    world.env.backend.announce_channel_update(world.channel.id)


# Every kind of post


async def begun(world: World, trouble: Trouble, *, players: int = 2) -> ChannelHandle:
    """Start a match and let its place refuse posts."""
    world.locales.clear()
    home = await world.open(*world.members[:players])
    trouble.begin(world, "POST", messages(home))
    return home


Arrived: TypeAlias = Callable[[], int]
"""The number of posts of the kind that is owed."""


async def _lobby(world: World, trouble: Trouble) -> Arrived:
    trouble.begin(world, "POST", messages(world.channel))
    await world.ada.slash(world.channel, "match new", game="toy")
    return lambda: len(with_button(world, "join"))


async def _lobby_edit(world: World, trouble: Trouble) -> Arrived:
    await world.open(world.ada, start=False)
    trouble.begin(world, "PATCH", messages(world.channel) + "/*")
    await world.tap(world.bo, world.channel, "join")
    return lambda: sum("Bo" in post for post in world.posts(world.channel))


async def _turn(world: World, trouble: Trouble) -> Arrived:
    await begun(world, trouble)
    await choose_all(world)
    return lambda: len(turn_posts(world)) - 1


async def _result(world: World, trouble: Trouble) -> Arrived:
    await begun(world, trouble)
    await play_to_the_end(world)
    return lambda: len(results(world))


async def _vote(world: World, trouble: Trouble) -> Arrived:
    home = await begun(world, trouble, players=3)
    await world.ada.slash(home, "match pause")
    return lambda: len(with_button(world, "yes"))


async def _vote_edit(world: World, trouble: Trouble) -> Arrived:
    home = await world.open(*world.members[:3])
    await world.ada.slash(home, "match pause")
    trouble.begin(world, "PATCH", messages(home) + "/*")
    await world.tap(world.bo, home, "yes")
    return lambda: sum("Yes: 2, no: 0" in words(post) for post in said(world, home))


async def _seat(world: World, trouble: Trouble) -> Arrived:
    home = await begun(world, trouble, players=3)
    await world.bo.slash(home, "match offer")
    return lambda: len(with_button(world, "take"))


async def _seat_edit(world: World, trouble: Trouble) -> Arrived:
    home = await world.open(*world.members[:3])
    await world.bo.slash(home, "match offer")
    trouble.begin(world, "PATCH", messages(home) + "/*")
    await world.bo.slash(home, "match offer")  # takes the offer back
    return lambda: 1 - len(with_button(world, "take"))


async def _undo_edit(world: World, trouble: Trouble) -> Arrived:
    home = await world.open(*world.members[:3])
    trouble.begin(world, "PATCH", messages(home) + "/*")
    await say(world, world.bo)
    return lambda: int(world.bo.id not in named(turn_posts(world)[-1]))


async def _invited(world: World, trouble: Trouble) -> Arrived:
    await world.open(world.ada, start=False)
    world.close_dms(world.bo)
    trouble.begin(world, "POST", messages(world.channel))
    await world.ada.slash(world.channel, "seat reserve", friend=world.bo)
    return lambda: sum(f"<@{world.bo.id}>" in post for post in world.posts(world.channel)[1:])


async def _place(world: World, trouble: Trouble) -> Arrived:
    home = await world.open(world.ada, world.bo)
    trouble.begin(world, "POST", messages(world.channel))
    world.env.backend.delete_channel(home.id)
    await world.settle()
    return lambda: len(with_button(world, "reopen"))


async def _note(world: World, trouble: Trouble) -> Arrived:
    await world.open(world.ada, world.bo, thread=False, start=False)
    world.close_dms(world.bo)
    trouble.begin(world, "POST", messages(world.channel))
    await world.tap(world.ada, world.channel, "start")
    return lambda: sum("direct message" in post for post in world.posts(world.channel))


KINDS: Final = (
    *(_lobby, _lobby_edit, _turn, _undo_edit, _result, _vote, _vote_edit),
    *(_seat, _seat_edit, _invited, _place, _note),
)


@pytest.mark.parametrize("owed", KINDS, ids=lambda kind: kind.__name__.strip("_"))
async def test_what_was_refused_arrives_once(
    world: World, trouble: Trouble, owed: Callable[[World, Trouble], Awaitable[Arrived]]
) -> None:
    arrived = await owed(world, trouble)
    assert arrived() == 0
    await trouble.end(world)
    a_sign(world)
    await world.env.advance_time(SOON_S)
    assert arrived() == 1
    await world.env.advance_time(LONG_S)
    await world.restart()
    await world.env.advance_time(LONG_S)
    assert arrived() == 1


@pytest.mark.parametrize("kind", [_turn, _result, _vote, _lobby], ids=lambda k: k.__name__)
async def test_without_any_sign_it_takes_a_quarter_of_an_hour(
    world: World, trouble: Trouble, kind: Callable[[World, Trouble], Awaitable[Arrived]]
) -> None:
    arrived = await kind(world, trouble)
    if trouble.times is None:
        for _ in range(5):
            await world.env.advance_time(3600)
    assert arrived() == 0
    await trouble.end(world)
    await world.env.advance_time(LONG_S)
    assert arrived() == 1


async def test_it_is_owed_while_the_bot_is_down(world: World, trouble: Trouble) -> None:
    arrived = await _turn(world, trouble)
    await world.crash()
    await world.env.advance_time(SOON_S)
    assert arrived() == 0
    await trouble.end(world)
    await world.crash()
    await world.env.advance_time(SOON_S)
    assert arrived() == 1
    assert await is_true(world)


async def test_the_match_still_lives_where_it_lived(world: World, trouble: Trouble) -> None:
    await _turn(world, trouble)
    await world.env.advance_time(3600)
    match = await info(world)
    assert (match.status, match.paused_at) == ("live", None)
    await trouble.end(world)
    a_sign(world)
    await world.env.advance_time(SOON_S)
    assert (await info(world)).trouble == ""


# A late post has the newest state, and pings nobody twice


async def test_a_post_that_comes_late_tells_the_newest_state(
    world: World, trouble: Trouble
) -> None:
    home = await begun(world, trouble)
    first = await choose_all(world)
    before = {member: len(calls(world, member, home)) for member in world.members}
    await say(world, first, "place")
    await say(world, first, "done")
    second = await mover(world)
    assert second is not first
    await trouble.end(world)
    a_sign(world)
    await world.env.advance_time(SOON_S)
    assert await is_true(world)
    check_told_once(world)
    assert len(turn_posts(world)) == 2
    assert len(calls(world, second, home)) == before[second] + 1
    assert len(calls(world, first, home)) == before[first]


async def test_after_hours_of_play_one_post_says_it_all(world: World, trouble: Trouble) -> None:
    home = await begun(world, trouble)
    for _ in range(8):
        await play(world)
        await world.env.advance_time(1800)
    await trouble.end(world)
    a_sign(world)
    await world.env.advance_time(SOON_S)
    assert await is_true(world)
    check_told_once(world)
    if trouble.times is None:
        assert len(turn_posts(world)) == 2
    for member in (world.ada, world.bo):
        assert len(calls(world, member, home)) <= len(turn_posts(world))


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_what_arrived_though_the_answer_was_lost_is_not_said_again(
    world: World, status: int
) -> None:
    home = await world.open(world.ada, world.bo)
    before = len(calls(world, world.ada, home)), len(calls(world, world.bo, home))
    world.lose_answer("POST", messages(home))
    first = await choose_all(world)
    world.fail("GET", messages(home), status, times=2)
    await world.env.advance_time(LONG_S)
    assert await is_true(world)
    assert len(turn_posts(world)) == 2
    check_told_once(world)
    after = len(calls(world, world.ada, home)), len(calls(world, world.bo, home))
    assert first is world.ada
    assert after == (before[0] + 1, before[1])


async def test_after_refusals_and_a_lost_answer_it_stands_once(world: World) -> None:
    home = await begun(world, Trouble(403, 50013))
    await choose_all(world)
    await world.env.advance_time(LONG_S)
    world.mend()
    world.lose_answer("POST", messages(home))
    a_sign(world)
    await world.env.advance_time(SOON_S)
    assert len(turn_posts(world)) == 2
    assert await is_true(world)
    check_told_once(world)


# Signs that posting works again


async def _overwrite(world: World, home: ChannelHandle) -> None:
    world.allow(world.channel)


async def _topic(world: World, home: ChannelHandle) -> None:
    world.mend()
    world.env.backend.edit_channel(world.channel.id, {"topic": "tonight at eight"})


async def _role(world: World, home: ChannelHandle) -> None:
    world.mend()
    role = world.env.backend.guilds[world.guild.id].roles[world.guild.id]
    world.env.backend.edit_role(world.guild.id, role.id, {"permissions": role.permissions | 1})


async def _thread_woken(world: World, home: ChannelHandle) -> None:
    world.mend()
    world.env.backend.edit_channel(home.id, {}, thread_metadata={"archived": True})
    world.env.backend.edit_channel(home.id, {}, thread_metadata={"archived": False})


async def _role_deleted(world: World, home: ChannelHandle) -> None:
    role = world.guild.create_role("muted")
    world.mend()
    world.env.backend.delete_role(world.guild.id, role.id)


async def _my_roles(world: World, home: ChannelHandle) -> None:
    """Give the bot another role; Discord tells a bot of itself whatever its intents."""
    world.mend()
    backend = world.env.backend
    guild = backend.guilds[world.guild.id]
    me = serializers.member_payload(backend, guild, guild.members[backend.bot_user.id])
    told: Any = {**me, "guild_id": str(guild.id), "nick": "Stolik"}
    world.bot._connection.parse_guild_member_update(told)
    outbox = world.bot.outbox
    await until(lambda: outbox._held[1].signalled is not None)
    await asyncio.gather(*outbox._hurries)
    await world.settle()


async def _number(world: World, home: ChannelHandle) -> None:
    world.mend()
    await world.ada.slash(world.channel, "board", number=1)


async def _turns(world: World, home: ChannelHandle) -> None:
    world.mend()
    await world.ada.slash(world.channel, "turns")


async def _tap_in_dm(world: World, home: ChannelHandle) -> None:
    world.mend()
    await Panel(world, world.ada).open_dm()


async def _tap(world: World, home: ChannelHandle) -> None:
    world.mend()
    await world.tap(world.bo, home, "view")


async def _command(world: World, home: ChannelHandle) -> None:
    world.mend()
    await world.ada.slash(home, "board")


SIGNS: Final = (
    *(_overwrite, _topic, _role, _role_deleted, _my_roles, _thread_woken),
    *(_tap, _tap_in_dm, _command, _number, _turns),
)


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.__name__.strip("_"))
async def test_a_sign_is_taken_at_once(
    world: World,
    sign: Callable[[World, ChannelHandle], Awaitable[None]],
    expected_errors: list[str],
) -> None:
    expected_errors.append("")
    home = await world.open(world.ada, world.bo)
    if sign is _overwrite:
        world.deny(world.channel, send_messages_in_threads=True)
    else:
        Trouble(403, 50013).begin(world, "POST", messages(home))
    await choose_all(world)
    for _ in range(4):
        await world.env.advance_time(3600)
    assert len(turn_posts(world)) == 1
    await sign(world, home)
    await world.env.advance_time(SOON_S)
    assert len(turn_posts(world)) == 2
    assert await is_true(world)


async def test_a_success_in_the_channel_is_a_sign(world: World, expected_errors: list[str]) -> None:
    expected_errors.append("")
    await world.open(world.ada, world.bo, thread=False)
    Trouble(403, 50013).begin(world, "POST", messages(world.channel))
    await play_to_the_end(world)
    for _ in range(4):
        await world.env.advance_time(3600)
    assert results(world) == []
    world.mend()
    await world.cleo.slash(world.channel, "match new", game="toy")  # its lobby is posted
    await world.env.advance_time(SOON_S)
    assert len(results(world)) == 1


@pytest.mark.parametrize(
    ("lang", "held"), [("en", "can't post"), ("pl", "Chwilowo nie mogę pisać")]
)
async def test_a_permission_taken_for_an_hour_and_given_back(
    world: World,
    expected_errors: list[str],
    caplog: pytest.LogCaptureFixture,
    lang: Lang,
    held: str,
) -> None:
    expected_errors.append("")
    world.locales.update(
        dict.fromkeys((world.ada.id, world.bo.id), {"en": "en-US"}.get(lang, lang))
    )
    home = await world.open(world.ada, world.bo, game="krakow")
    first = await mover(world)
    second = world.bo if first is world.ada else world.ada
    before = len(calls(world, second, home))
    world.deny(world.channel, send_messages_in_threads=True)
    while await mover(world) is first:
        await play(world)
    dms = len(world.dms(second))
    assert "Kraków" in world.dms(second)[-1]  # the state of the match, though not in public
    for member in (first, second):
        said_to = private(await member.slash(world.channel, "turns"))
        assert "#1" in said_to or member is first
    listed = private(await second.slash(world.channel, "turns"))
    assert translate(HELD, lang, {}) in listed
    missing = {
        "en": "missing permissions there: Send Messages in Threads.",
        "pl": "uprawnień: Wysyłanie wiadomości w wątkach.",
    }
    assert missing[lang] in listed
    await world.env.advance_time(3600)
    seen = private(await world.ada.slash(world.channel, "setup"))  # as a server admin
    assert f"**{translate(HELD_HEAD, lang, {})}**\n- Kraków 2009 #1: " in seen
    assert seen.count(missing[lang]) == 1
    assert len(turn_posts(world)) == 1
    lines = troubles(caplog.get_records("call"))
    assert len(lines) == 1, lines
    world.allow(world.channel)
    await world.env.advance_time(SOON_S)
    assert len(turn_posts(world)) == 2
    assert await is_true(world)
    check_told_once(world)
    assert len(calls(world, second, home)) == before + 1
    assert len(world.dms(second)) == dms + 1  # why nothing is shown in public
    assert held in world.dms(second)[-1]
    listed = private(await second.slash(world.channel, "turns"))
    assert not [said for said in (HELD_HEAD, HELD) if translate(said, lang, {}) in listed]
    seen = private(await world.ada.slash(world.channel, "setup"))
    assert translate(HELD_HEAD, lang, {}) not in seen
    assert len(troubles(caplog.get_records("call"))) <= 2  # it may also say that it works again


async def test_the_operator_reads_one_line(
    world: World, trouble: Trouble, caplog: pytest.LogCaptureFixture
) -> None:
    await _turn(world, trouble)
    for _ in range(6):
        await world.env.advance_time(1800)
    lines = troubles(caplog.get_records("call"))
    assert len(lines) == 1, lines
    assert not any(secret in lines[0] for secret in ("choose", "parcel"))


# Threads


@pytest.mark.parametrize("status", [403, 404])
async def test_without_a_thread_it_is_played_in_the_channel(world: World, status: int) -> None:
    world.fail("POST", f"{messages(world.channel)}/*/threads", status, 50013, times=None)
    home = await world.open(world.ada, world.bo)
    assert home.id == world.channel.id
    assert await is_true(world)


@pytest.mark.parametrize("status", [500, 503])
async def test_a_thread_that_fails_ten_times_is_opened_once(world: World, status: int) -> None:
    trouble = Trouble(status, 0, 10)
    trouble.begin(world, "POST", f"{messages(world.channel)}/*/threads")
    await world.open(world.ada, world.bo)
    await trouble.end(world)
    a_sign(world)
    await world.env.advance_time(SOON_S)
    home = await world.home()
    assert home.is_thread
    assert await is_true(world)
    assert len(turn_posts(world)) == 1


async def archived_before_an_edit(world: World) -> ChannelHandle:
    """Let a vote pass, and its thread be archived before its post can say so."""
    home = await world.open(*world.members[:3])
    await world.ada.slash(home, "match pause")
    world.fail("PATCH", messages(home) + "/*", 503)
    await world.tap(world.bo, home, "yes")
    await world.archive(home)
    return home


async def test_an_archived_thread_is_woken_for_an_edit(world: World) -> None:
    home = await archived_before_an_edit(world)
    await world.env.advance_time(SOON_S)
    votes = [words(post) for post in said(world, home) if " asks:\n" in words(post)]
    assert len(votes) == 1
    assert "Yes: 2, no: 0" in votes[0]


async def test_if_a_thread_cannot_be_woken_it_is_posted_again(world: World) -> None:
    home = await archived_before_an_edit(world)
    world.fail("PATCH", f"/channels/{home.id}", 403, 50013, times=None)
    await world.env.advance_time(SOON_S)
    votes = [words(post) for post in said(world, home) if " asks:\n" in words(post)]
    assert sum("Yes: 2, no: 0" in vote for vote in votes) == 1


async def test_a_dm_that_fails_ten_times_comes_once(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    trouble = Trouble(503, 0, 10)
    trouble.begin(world, "POST", messages(world.ada.user.dm_channel))
    await world.tap(world.ada, world.channel, "start")
    await trouble.end(world)
    await world.env.advance_time(LONG_S)
    assert len(world.dms(world.ada)) == 1
    assert len(world.dms(world.bo)) == 1


async def test_nothing_is_tried_too_often(world: World, expected_errors: list[str]) -> None:
    """Discord bans a bot that makes ten thousand refused requests in ten minutes."""
    expected_errors.append("")
    home = await begun(world, Trouble(403, 50013))
    await choose_all(world)
    before = len(world.env.http_requests)
    for _ in range(6):
        await world.env.advance_time(3600)
    tries = [r for r in world.env.http_requests[before:] if r.path == messages(home)]
    assert 6 * 4 <= len(tries) <= 6 * 4 * 3
