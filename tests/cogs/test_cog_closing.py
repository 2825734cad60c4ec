"""What nobody touches is announced, kept by one tap, closed, and reopened."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from matches import scheduler
from matches.domain.model import MatchInfo, Opening
from matches.domain.settings import UserSettings
from matches.services import absences
from tests.cogs.telling import play_to_the_end
from tests.matches.fakes import settle
from tests.matches.test_scheduler import rounds
from tests.world import World, custom_ids, private, words


async def pass_days(world: World, days: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let days pass for a bot that was there all the time."""
    with monkeypatch.context() as patch:
        patch.setattr(scheduler, "BEAT_EVERY", timedelta(days=1))
        patch.setattr(absences, "ABSENT", timedelta(days=400))
        await world.env.advance_time(days * 86400)
        await world.settle()
        await rounds(world.bot.scheduler)
        await world.bot.store.set_meta("heartbeat", world.env.now().isoformat())
    await settle(world.bot.outbox)
    await world.settle()


async def info(world: World) -> MatchInfo:
    return await world.bot.service.info(1)


class TestLobby:
    async def test_it_is_announced_once_kept_by_one_tap_and_closed_if_nobody_does(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo, start=False)
        await pass_days(world, 7.1, monkeypatch)
        (told,) = [post for post in world.posts(world.channel) if "Keep it open" in post]
        assert "Nobody has joined or started this match for a while." in told
        assert [len(world.dms(one)) for one in world.members] == [1, 1, 0, 0]
        shown = private(await world.tap(world.bo, world.channel, "keep"))
        assert "The lobby stays open." in shown
        assert (
            "Bo** wants to keep this match, so I won't close it." in world.posts(world.channel)[-1]
        )
        await pass_days(world, 7.1, monkeypatch)
        assert [len(world.dms(one)) for one in world.members] == [2, 2, 0, 0]
        await pass_days(world, 2.1, monkeypatch)
        assert (await info(world)).status == "ended"
        assert [len(world.dms(one)) for one in world.members] == [2, 2, 0, 0]
        closed = world.posts(world.channel)[0]
        assert "Nobody started this match, so I closed it." in closed
        assert "Its players can reopen it until <t:" in closed

    async def test_only_whoever_can_start_it_reads_that_they_can(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def told() -> list[bool]:
            public = [post for post in world.posts(world.channel) if "Keep it open" in post]
            newest = [public[-1], *(world.dms(one)[-1] for one in (world.ada, world.bo))]
            return ["or start the match" in said for said in newest]

        await world.open(world.ada, start=False, seats=3)
        await pass_days(world, 7.1, monkeypatch)
        assert "or start the match" not in world.dms(world.ada)[-1]
        await world.tap(world.bo, world.channel, "join")
        await pass_days(world, 7.1, monkeypatch)
        assert told() == [True, True, False]
        assert "/match invite" in private(await world.tap(world.bo, world.channel, "keep"))
        await world.tap(world.cleo, world.channel, "join")
        await pass_days(world, 7.1, monkeypatch)
        assert told() == [True, True, True]
        kept = private(await world.tap(world.bo, world.channel, "keep"))
        assert "All seats are taken, so you can start the match." in kept

    async def test_the_closed_are_told_apart_and_none_is_over(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo, start=False)
        for days in (7.1, 2.1):
            await pass_days(world, days, monkeypatch)
        listed = private(await world.bo.slash(world.channel, "turns"))
        assert "1 lobby was closed because nobody started its match." in listed
        assert "nobody moved" not in listed
        for command in ("board", "log", "replay", "match export", "match rematch"):
            said = private(await world.bo.slash(world.channel, command))
            assert "Its players can reopen it until <t:" in said
        refused = [
            await world.forge(world.ada, custom_id)
            for custom_id in ("bstart:1:", "bjoin:1:", "bleave:1:", "bend:1:")
        ]
        for said in refused:
            assert "This match is closed." in said
            assert "Its players can reopen it until <t:" in said

    async def test_its_post_names_nobody_who_was_erased(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo, start=False)
        for days in (7.1, 2.1):
            await pass_days(world, days, monkeypatch)
        await world.bot.service.farewell.erase(world.ada.id)
        await world.settle()
        assert "**Ada**" not in world.posts(world.channel)[0]
        assert "`A` red: **Bo**, host" in world.posts(world.channel)[0]

    async def test_it_waits_for_the_end_of_another_one_in_its_channel(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo, start=False)
        for days in (7.1, 2.1):
            await pass_days(world, days, monkeypatch)
        await world.open(world.cleo, start=False)
        taken = private(await world.tap(world.bo, world.channel, "revive"))
        assert "Finish that one or end it with /match end, then reopen this one." in taken
        await world.tap(world.cleo, world.channel, "leave")
        assert "open again" in private(await world.tap(world.bo, world.channel, "revive"))

    async def test_reopened_it_is_as_closed_to_others_as_it_was(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told = "Only people for whom a seat is kept can join."
        await world.open(world.ada, start=False, closed=True)
        for days in (7.1, 2.1):
            await pass_days(world, days, monkeypatch)
        assert told not in world.posts(world.channel)[0]
        await world.restart()
        await world.tap(world.ada, world.channel, "revive")
        assert told in world.posts(world.channel)[0]
        assert "This lobby is closed." in private(await world.tap(world.bo, world.channel, "join"))

    async def test_a_closed_one_is_reopened_and_can_be_started(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo, start=False)
        for days in (7.1, 2.1):
            await pass_days(world, days, monkeypatch)
        assert "The lobby is open again" in private(
            await world.tap(world.bo, world.channel, "revive")
        )
        await world.tap(world.ada, world.channel, "start")
        assert (await info(world)).status == "live"


class TestMatch:
    async def test_whoever_wants_no_dms_is_pinged_in_the_channel(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = await world.open(world.ada, world.bo, world.cleo)
        await world.bot.service.users.set_settings(UserSettings(world.cleo.id, dm=False))
        await pass_days(world, 30.1, monkeypatch)
        (post,) = [p for p in world.public() if any("keep:" in i for i in custom_ids(p))]
        assert post["channel_id"] == str(home.id)
        assert world.pinged(post) == {world.cleo.id}
        assert "Nobody has made a move in this match for a long time." in words(post)
        assert all("I'm about to close a match" in world.pushes(m)[-1] for m in world.members[:2])

    async def test_a_move_keeps_it(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        await world.open(world.ada, world.bo)
        await pass_days(world, 30.1, monkeypatch)
        glance = await world.bot.service.glance(1, world.ada.id)
        move = f"choose {glance.moves[0].parcel}"  # type: ignore[attr-defined]
        await world.bot.service.play(1, world.ada.id, move, interaction_id=1)
        await pass_days(world, 8, monkeypatch)
        assert (await info(world)).status == "live"

    async def test_the_thread_of_one_that_goes_on_is_named_once_at_its_end(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = await world.open(world.ada, world.bo)
        named = home._channel.name
        await pass_days(world, 30.1, monkeypatch)
        await pass_days(world, 7.1, monkeypatch)
        assert (await info(world)).status == "ended"
        assert home._channel.name == named
        await world.tap(world.ada, home, "revive")
        await play_to_the_end(world)
        await world.settle()
        assert str(home._channel.name).endswith(("wins", "win"))
        path = f"/channels/{home.id}"
        asked = [r for r in world.env.http_requests if (r.method, r.path) == ("PATCH", path)]
        assert len(asked) == 1

    async def test_a_closed_one_is_reopened_by_its_last_post_turns_or_info(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = await world.open(world.ada, world.bo)
        for days in (30.1, 7.1):
            await pass_days(world, days, monkeypatch)
        ended = await info(world)
        assert (ended.status, ended.ending, ended.chance_seed) == ("ended", "unmoved", "")
        assert "Its players can reopen it until" in world.posts(home)[-1]
        assert "A secret seed decides" in private(await world.ada.slash(home, "match verify"))
        listed = await world.bo.slash(world.channel, "turns")
        assert "1 match was closed because nobody moved. You can reopen it:" in private(listed)
        shown = await world.ada.slash(home, "match info")
        assert "Reopen" in private(shown)
        assert "clocks have restarted" in private(await world.press(world.ada, shown, "revive"))
        again = await info(world)
        assert (again.status, again.ending, again.finished_at) == ("live", "", None)
        assert all(seat.clock and seat.clock.since > ended.created_at for seat in again.seats)
        newest = world.public()[-1]
        assert world.pinged(newest) == {world.ada.id, world.bo.id}
        assert "Your move: " in words(newest)
        late = private(await world.press(world.bo, listed, "revive"))
        assert "The match is already open again: " in late
        assert "clocks" not in late

    async def test_after_the_time_for_it_nobody_reopens_it_and_the_seed_is_known(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = await world.open(world.ada, world.bo)
        for days in (30.1, 7.1, 30.1):
            await pass_days(world, days, monkeypatch)
        assert (await info(world)).chance_seed
        assert "can't be reopened" in private(await world.tap(world.ada, home, "revive"))
        assert "reopen" not in private(await world.ada.slash(home, "turns"))


class TestBadInput:
    """Both buttons, pressed by everybody who shouldn't, and when they shouldn't."""

    async def test_keeping(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        home = await world.open(world.ada, world.bo)
        await pass_days(world, 30.1, monkeypatch)
        stranger = private(await world.tap(world.cleo, home, "keep"))
        assert "You have no seat in this match." in stranger
        assert "There's no such match" in await world.forge(world.ada, "bkeep:99:0.n1")
        await world.bot.service.seats.resign(1, world.bo.id)
        assert "no seat" in private(await world.tap(world.bo, home, "keep"))
        assert (await info(world)).status == "live"

    async def test_keeping_after_the_end(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = await world.open(world.ada, world.bo)
        for days in (30.1, 7.1):
            await pass_days(world, days, monkeypatch)
        assert "closed already" in private(await world.tap(world.ada, home, "keep"))
        await pass_days(world, 31, monkeypatch)
        assert "This match is over." in private(await world.tap(world.ada, home, "keep"))

    async def test_keeping_and_reopening_from_a_dm(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo)
        await pass_days(world, 30.1, monkeypatch)
        direct = world.ada.user.dm_channel
        newest = max(world.env.backend.messages[direct.id].values(), key=lambda m: m.id)
        keep = custom_ids({"components": newest.components})[0]
        assert keep.startswith("bkeep:1:")
        for days in (0, 7.1):
            await pass_days(world, days, monkeypatch)
        assert (await info(world)).status == "ended"
        assert "closed already" in await world.forge(world.ada, keep)

    async def test_reopening(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        home = await world.open(world.ada, world.bo)
        for days in (30.1, 7.1):
            await pass_days(world, days, monkeypatch)
        assert "no seat" in private(await world.tap(world.cleo, home, "revive"))
        assert "There's no such match" in await world.forge(world.ada, "brevive:99:")
        await world.bot.service.admission.bar(world.guild.id, world.bo.id)
        assert "barred you" in private(await world.tap(world.bo, home, "revive"))
        assert (await info(world)).status == "ended"
        private(await world.tap(world.ada, home, "revive"))
        assert "**Ada** reopens the match." in private(await world.ada.slash(home, "log"))

    async def test_twice_at_once(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        home = await world.open(world.ada, world.bo)
        for days in (30.1, 7.1):
            await pass_days(world, days, monkeypatch)
        service = world.bot.service
        await asyncio.gather(*(service.closing.reopen(1, one.id) for one in world.members[:2]))
        await settle(world.bot.outbox)
        assert (await info(world)).status == "live"
        assert sum("Your move: " in post for post in world.posts(home)) == 2

    async def test_reopening_where_another_match_is_played_by_now(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo, start=False)
        for days in (7.1, 2.1):
            await pass_days(world, days, monkeypatch)
        await world.cleo.slash(world.channel, "match new", game="toy")
        shown = await world.forge(world.ada, "brevive:1:")
        assert "This channel already has an unfinished match." in shown
        assert (await info(world)).status == "ended"

    async def test_reopening_while_the_host_has_enough_lobbies(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo, start=False)
        for days in (7.1, 2.1):
            await pass_days(world, days, monkeypatch)
        await world.bot.service.admission.change(world.guild.id, {"own_lobbies": 1})
        other = world.guild.create_text_channel("elsewhere")
        await world.ada.slash(other, "match new", game="toy", thread=False)
        shown = private(await world.tap(world.bo, world.channel, "revive"))
        assert "The host of this match already has 1 lobby that hasn't started" in shown
        assert "You already host 1 lobby" in await world.forge(world.ada, "brevive:1:")

    async def test_leaving_a_seat_of_a_closed_match(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = await world.open(world.ada, world.bo)
        for days in (30.1, 7.1):
            await pass_days(world, days, monkeypatch)
        for command in ("seat resign", "seat offer", "seat concede"):
            shown = private(await world.ada.slash(home, command))
            assert "This match is " in shown
            assert "Leave" not in shown

    async def test_a_match_of_another_server(self, world: World) -> None:
        opening = Opening(slug="toy", guild_id=9, channel_id=9, user_id=world.ada.id, name="Ada")
        await world.bot.service.lobby.create(opening)
        assert "in another channel" in await world.forge(world.ada, "bkeep:1:0.n1")
        assert (await info(world)).life.told is None


async def test_only_who_has_to_move_is_asked_to(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo, game="krakow")
    await pass_days(world, 30.1, monkeypatch)
    (seat,) = (await info(world)).to_act
    mover, other = (world.ada, world.bo) if seat == 0 else (world.bo, world.ada)
    if (await info(world)).seats[seat].user_id != mover.id:
        mover, other = other, mover
    name = (await info(world)).seats[seat].name
    assert "make your move or tap **Keep playing**" in world.dms(mover)[-1]
    for told in (world.dms(other)[-1], world.posts(home)[-1]):
        assert "make your move" not in told
        assert "If you want to go on, tap **Keep playing**." in told
        assert f"It's also enough if **{name}** makes a move." in told


async def test_a_button_that_comes_too_late_lets_players_reopen(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo)
    for days in (30.1, 7.1):
        await pass_days(world, days, monkeypatch)
    answer = await world.tap(world.bo, home, "keep")
    assert "closed already. Its players can reopen it until <t:" in private(answer)
    assert "Reopen" not in private(await world.tap(world.cleo, home, "keep"))
    assert "open again" in private(await world.press(world.bo, answer, "revive"))
    assert (await info(world)).status == "live"
