"""Leaving from anywhere, and servers that throw the bot out, for good or for a while."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.results import InteractionResult

from cogs.lobby.post import seat_lines
from cogs.table import watch
from matches import scheduler
from matches.domain.deadlines.terms import GRACE
from matches.domain.model import MatchInfo
from matches.services import absences
from tests.files import in_file
from tests.matches.fakes import settle
from tests.world import World, custom_ids, private, shown_messages


async def info(world: World, match_id: int = 1) -> MatchInfo:
    return await world.bot.service.info(match_id)


async def ask(world: World, member: MemberActor, match_id: int = 1) -> InteractionResult:
    """Let a member choose a match to leave below /turns, in a DM."""
    shown = await member.user.slash("turns")
    [message] = shown_messages(shown)
    asked = await member.user.select(message, [str(match_id)], custom_id="sdepart:0:0")
    assert isinstance(asked, InteractionResult)
    return asked


async def leave(world: World, member: MemberActor, match_id: int = 1) -> str:
    """Let a member leave a match from a DM, and return the last answer."""
    [sure] = shown_messages(await ask(world, member, match_id))
    return private(await member.user.click(sure, label="Leave"))


async def pass_days(world: World, days: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let days pass for a bot with a slow heartbeat, which is quick."""
    with monkeypatch.context() as patch:
        patch.setattr(scheduler, "BEAT_EVERY", timedelta(days=3))
        patch.setattr(absences, "ABSENT", timedelta(days=30))
        await world.env.advance_time(61)  # the bot's own timer has to find it out
        await world.env.advance_time(days * 86400 - 61)
        await world.bot.store.set_meta("heartbeat", world.env.now().isoformat())
    await settle(world.bot.outbox)


def throw_out(world: World) -> Callable[[], None]:
    """Take the bot off its server; return a function that invites it back."""
    backend = world.env.backend
    guild = backend.guilds[world.guild.id]
    ids = [*guild.channel_ids, *guild.thread_ids]
    channels = {i: backend.channels[i] for i in ids}
    messages = {i: backend.messages[i] for i in ids if i in backend.messages}

    def invite() -> None:
        backend.guilds[guild.id] = guild
        backend.channels.update(channels)
        backend.messages.update(messages)
        backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))

    backend.remove_guild(guild.id)
    return invite


# Leaving


async def test_a_lobby_is_left_from_a_dm(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    shown = private(await world.ada.user.slash("turns"))
    assert "No matches are waiting for you." in shown
    assert "You also have a seat in these:" in shown
    assert "2 of 4 seats taken." in shown
    said = private(await ask(world, world.ada))
    assert "Leave Toy Parcels #1? Your seat will be free for somebody else." in said
    assert "**Bo** will be the host." in said
    assert len((await info(world)).seats) == 2  # nothing has happened yet
    assert await leave(world, world.ada) == "You've left Toy Parcels #1."
    after = await info(world)
    assert ([s.name for s in after.seats], after.host_id) == (["Bo"], world.bo.id)
    assert "the lobby will close" in private(await ask(world, world.bo))
    assert "its lobby is closed" in await leave(world, world.bo)
    assert (await info(world)).status == "ended"


async def test_a_match_is_left_from_a_dm_until_the_last_player_ends_it(world: World) -> None:
    await world.open(world.ada, world.bo)
    said = private(await ask(world, world.bo))
    assert "A computer will play your seat until somebody takes it over." in said
    assert "A computer is playing your seat" in await leave(world, world.bo)
    assert (await info(world)).seats[1].open
    assert "end without a result" in private(await ask(world, world.ada))
    assert "so it has ended" in await leave(world, world.ada)
    assert ((await info(world)).status, (await info(world)).ending) == ("ended", "left")
    assert "Leave" not in private(await world.ada.user.slash("turns"))


async def test_a_match_is_left_on_another_server_after_a_restart(world: World) -> None:
    await world.open(world.ada, world.bo)
    guild = world.env.create_guild("The other club", owner=world.bo.user)
    bo, there = guild.add_member(world.bo.user), guild.create_text_channel("games")
    [turns] = shown_messages(await bo.slash(there, "turns"))
    await world.restart()
    asked = await bo.select(turns, ["1"], custom_id="sdepart:0:0")
    [sure] = shown_messages(asked)
    await world.restart()
    assert "You've left" in private(await bo.click(sure, label="Leave"))
    assert (await info(world)).seats[1].open


async def test_a_confirmation_that_is_no_longer_true_is_asked_again(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    [sure] = shown_messages(await ask(world, world.bo))
    await world.tap(world.ada, world.channel, "start")
    said = private(await world.bo.user.click(sure, label="Leave"))
    assert "The match has changed since I asked you." in said
    assert not (await info(world)).seats[1].open


async def test_a_barred_player_leaves_for_good_and_reads_so(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    await world.bot.service.admission.bar(world.guild.id, world.bo.id)
    assert "You can't take it back, because an admin" in private(await ask(world, world.bo))
    asked = await world.bo.slash(home, "seat resign")
    assert "You can't come back, because an admin" in private(asked)
    left = private(await world.press(world.bo, asked, "resign"))
    assert left.strip() == "You've left your seat."
    assert "barred you" in private(await world.bo.slash(home, "seat claim"))


async def test_leaving_twice_at_once_leaves_once(world: World) -> None:
    await world.open(world.ada, world.bo, world.cleo)
    [sure] = shown_messages(await ask(world, world.bo))
    first = await world.bo.user.click(sure, label="Leave")
    second = await world.forge(world.bo, "bdepart:1:opened")
    assert "You've left" in private(first)
    assert "You have no seat in this match." in second
    assert sum(seat.open for seat in (await info(world)).seats) == 1


async def test_nobody_leaves_for_somebody_else(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    before = await info(world)
    for rest in ("", "opened", "ended", "freed", "12.n3", "nonsense"):
        said = await world.forge(world.cleo, f"bdepart:1:{rest}", channel=home)
        assert "You have no seat in this match." in said
        elsewhere = world.guild.create_text_channel(f"far-{len(rest)}")
        assert "in another channel" in await world.forge(
            world.cleo, f"bdepart:1:{rest}", channel=elsewhere
        )
    for value in ("99", "x", "-1", "9" * 30, "²"):
        said = await world.forge(world.cleo, "sdepart:0:0", [value])
        assert "no such match" in said or "no longer works" in said
    assert await info(world) == before


async def test_after_the_end_there_is_nothing_to_leave(world: World) -> None:
    await world.open(world.ada, world.bo)
    [sure] = shown_messages(await ask(world, world.bo))
    await world.bot.service.vanished.end(world.guild.id)
    assert "This match is over." in private(await world.bo.user.click(sure, label="Leave"))
    assert "This match is over." in await world.forge(world.bo, "bdepart:1:")


async def test_every_one_of_many_matches_can_be_left(world: World) -> None:
    service = world.bot.service
    await service.admission.change(world.guild.id, {"own_lobbies": 30})
    for number in range(30):
        channel = world.guild.create_text_channel(f"table-{number}")
        await world.ada.slash(channel, "match new", game="toy", thread=False)
    shown = await world.ada.user.slash("turns")
    assert "And 18 more." in private(shown)
    [message] = shown_messages(shown)
    await settle(world.bot.outbox)
    found = custom_ids({"components": message.components})
    assert found == ["sdepart:0:0", "sdepart:0:1"]
    asked = await world.ada.user.select(message, ["30"], custom_id="sdepart:0:1")
    [sure] = shown_messages(asked)
    await world.ada.user.click(sure, label="Leave")
    assert (await service.info(30)).status == "ended"


async def test_it_speaks_polish(world: World) -> None:
    await world.open(world.ada, world.dima)
    shown = private(await world.dima.user.slash("turns"))
    assert "Odejdź z partii …" in shown
    said = private(await ask(world, world.dima))
    assert "Na twoim miejscu zagra komputer" in said


# Servers


async def test_a_server_that_is_gone_ends_its_matches_after_the_grace(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.bot.service.admission.change(world.guild.id, {"lobby_days": 30})
    await world.open(world.ada, world.bo)
    other = world.guild.create_text_channel("elsewhere")
    await world.cleo.slash(other, "match new", game="toy", thread=False)
    throw_out(world)
    await world.settle()
    told = world.dms(world.bo)[-1]
    assert "no longer on this match's server" in told
    log = await world.bot.service.history.log(1, None)
    assert log[-1].events[-1].text.msgid == "I'm no longer on this match's server."
    assert "the match will end" in told
    shown = private(await world.bo.user.slash("turns"))
    assert "I'm no longer on its server. If I'm not back by" in shown

    await pass_days(world, GRACE / timedelta(days=1) - 1, monkeypatch)
    assert (await info(world)).status == "live"
    await pass_days(world, 1.1, monkeypatch)

    for match_id in (1, 2):
        found = await info(world, match_id)
        assert (found.status, found.ending) == ("ended", "gone")
    for member in (world.ada, world.bo, world.cleo):
        ended = [dm for dm in world.dms(member) if "the match has ended" in dm]
        assert len(ended) == 1
    newest = world.bo.user.dm_channel.history()[-1]
    answer = private(await world.bo.user.click(newest, label="My matches"))
    assert "No matches are waiting for you." in answer
    assert await world.bot.store.read(
        lambda db: db.execute("SELECT count(*) FROM lost_guilds").fetchall()
    ) == [(0,)]


async def test_back_after_the_grace_it_says_why_a_match_ended_and_of_nothing_missing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await world.open(world.ada, world.bo, thread=False)
    invite = throw_out(world)
    await world.settle()
    await pass_days(world, GRACE / timedelta(days=1) + 1, monkeypatch)
    invite()
    await world.settle()
    told = private(await world.ada.slash(home, "match info"))
    assert "ended without a result because I was away from its server too long." in told
    assert "couldn't deliver" not in told
    assert "/match open" not in told


async def test_a_paused_match_waits_for_nobody(world: World) -> None:
    await world.open(world.ada, world.bo)
    assert "1 match is waiting for you:" in private(await world.bo.user.slash("turns"))
    throw_out(world)
    await world.settle()
    for command in ("turns", "help"):
        said = private(await world.bo.user.slash(command))
        assert "No matches are waiting for you." in said, command
        assert "1 match is" not in said, command


async def test_the_dm_about_a_lost_server_offers_to_leave(world: World) -> None:
    await world.open(world.ada, world.bo)
    throw_out(world)
    await world.settle()
    newest = world.bo.user.dm_channel.history()[-1]
    [sure] = shown_messages(await world.bo.user.click(newest, label="Leave"))
    assert "You've left" in private(await world.bo.user.click(sure, label="Leave"))
    assert (await info(world)).seats[1].open


@pytest.mark.parametrize("was_down", [False, True])
async def test_a_bot_that_comes_back_in_time_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch, was_down: bool
) -> None:
    home = await world.open(world.ada, world.bo, thread=False)
    invite = throw_out(world)
    await world.settle()
    await pass_days(world, 5, monkeypatch)
    if was_down:
        await world.env.shutdown()
        invite()
        await world.crash()
    else:
        invite()
    await world.settle()
    await settle(world.bot.outbox)
    found = await info(world)
    assert (found.paused_at, found.trouble, found.status) == (None, "", "live")
    assert "The match continues here." in world.posts(home)[-1]
    await pass_days(world, 20, monkeypatch)
    assert (await info(world)).status == "live"


async def test_a_second_removal_starts_the_grace_anew(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.ada, world.bo, thread=False)
    invite = throw_out(world)
    await world.settle()
    await pass_days(world, 10, monkeypatch)
    invite()
    await world.settle()
    throw_out(world)
    await world.settle()
    await pass_days(world, 10, monkeypatch)
    assert (await info(world)).status == "live"


async def test_a_server_missing_from_the_cache_alone_is_not_gone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "APART_S", 0.0)
    await world.open(world.ada, world.bo)
    world.bot._connection._guilds.pop(world.guild.id)
    await world.ready_again()
    assert (await info(world)).paused_at is None
    throw_out(world)
    world.fail("GET", f"/guilds/{world.guild.id}", 503, times=None)
    await world.ready_again()
    assert await world.bot.service.vanished.ends_at(world.guild.id) is None
    world.mend()
    await world.ready_again()
    assert (await info(world)).paused_why == "gone"


async def test_a_server_of_another_application_is_not_ours_to_stop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "APART_S", 0.0)
    await world.open(world.ada, world.bo, time="strict 24h")
    await world.env.advance_time(120)
    await world.bot.store.write(
        lambda db: db.execute("UPDATE attendance SET application_id = application_id + 1")
    )
    world.bot._connection._guilds.pop(world.guild.id)
    world.fail("GET", f"/guilds/{world.guild.id}", 404, 10004, times=None)
    await world.ready_again()
    assert await world.bot.service.vanished.ends_at(world.guild.id) is None
    await pass_days(world, 2, monkeypatch)
    found = await info(world)
    assert found.paused_at is None
    assert not any(seat.open for seat in found.seats)  # its clocks stand still, too


async def test_matches_do_not_end_while_it_is_unsure_that_the_server_is_gone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.ada, world.bo, thread=False)
    throw_out(world)
    await world.settle()
    world.fail("GET", f"/guilds/{world.guild.id}", 503, times=None)
    await pass_days(world, 20, monkeypatch)
    assert (await info(world)).status == "live"
    world.mend()
    await pass_days(world, 1, monkeypatch)
    assert (await info(world)).status == "ended"


async def test_everybody_can_be_erased_when_the_server_is_gone(world: World) -> None:
    await world.open(world.ada, world.bo)
    throw_out(world)
    await world.settle()
    for member in (world.ada, world.bo):
        [message] = shown_messages(await member.user.slash("privacy"))
        asked = await member.user.click(message, custom_id="bprivacy:0:erase")
        [sure] = shown_messages(asked)
        assert "Done." in private(await member.user.click(sure, custom_id="bprivacy:0:really"))
        await settle(world.bot.outbox)
    dump = await world.bot.store.read(lambda db: "\n".join(in_file(db).iterdump()))
    for member in (world.ada, world.bo):
        assert str(member.id) not in dump
    assert (await info(world)).ending == "left"


async def test_nobody_is_the_host_once_the_host_was_erased(world: World) -> None:
    await world.open(world.ada, world.bo)
    for member in (world.ada, world.bo):
        assert str(seat_lines(await info(world), "en", world.env.now())).count(", host") == 1
        await world.bot.service.farewell.erase(member.id)
    assert ", host" not in str(seat_lines(await info(world), "en", world.env.now()))
