"""The time of a match: chosen or agreed on, shown everywhere, and reminders."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from cogs.lobby.pace import PRESETS, read_pace
from cogs.outbox.reminders import SNOOZES, tomorrow
from cogs.ui.times import read_zone
from matches import scheduler
from matches.domain.deadlines.epoch import to_ms
from matches.domain.deadlines.pace import Pace, PaceKind, Rhythm
from matches.domain.deadlines.pace_text import pace_text, short_text
from matches.domain.settings import UserSettings
from matches.services import absences
from render.i18n import translate
from rules.errors import InvalidMoveError
from rules.notation import format_move
from rules.text import Person, t
from tests.matches.fakes import settle
from tests.matches.helpers import extend, pause
from tests.world import World, custom_ids, private, shown_messages, words

DAY_S = 24 * 3600
FAR = Pace(PaceKind.STRICT, 36, 12, 20, "Europe/Warsaw")


def stamped(at: datetime) -> str:
    return f"<t:{round(at.timestamp())}:R>"


async def pace(world: World) -> Pace:
    return (await world.bot.service.info(1)).pace


async def pass_time(world: World, hours: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hours pass for a bot with a slow heartbeat, which is quick."""
    with monkeypatch.context() as patch:
        patch.setattr(scheduler, "BEAT_EVERY", timedelta(hours=2))
        patch.setattr(absences, "ABSENT", timedelta(hours=5))
        await world.env.advance_time(61)  # the bot's own timer has to find it out
        await world.env.advance_time(hours * 3600 - 61)
        await world.bot.store.set_meta("heartbeat", world.env.now().isoformat())
    await settle(world.bot.outbox)


async def choose(world: World, user_id: int) -> None:
    """Make any move for a user without Discord."""
    glance = await world.bot.service.glance(1, user_id)
    move = format_move(glance.moves[0])
    await world.bot.service.play(1, user_id, move, interaction_id=user_id)


def called_in(world: World, channel_id: int, since: int = 0) -> set[int]:
    """Return the users named by public reminders after the first `since` messages."""
    posts = [p for p in world.public()[since:] if p["channel_id"] == str(channel_id)]
    calls = [p for p in posts if "still your move" in words(p)]
    return {int(m["id"]) for p in calls for m in p["mentions"]}


class TestWords:
    def test_a_pace_is_told_in_sentences(self) -> None:
        said = translate(pace_text(FAR), "en", {})
        assert said == (
            "36 hours for each decision (strict). Decisions are due at 20:00 (Europe/Warsaw). "
            "Each seat has 12 hours of extra time for the whole match. "
            "If you're late, somebody else can take your seat."
        )

    def test_polish_tells_of_a_late_decision_once_it_is_made(self) -> None:
        late = t("{who} ran out of time, so a computer made this one decision.", who=Person("Ada"))
        told = "Ada: czas minął, więc ten jeden raz zdecydował komputer."
        assert translate(late, "pl", {}) == told

    def test_whole_days_are_days(self) -> None:
        assert [translate(short_text(p), "en", {}) for p in PRESETS] == [
            "casual, 2 days",
            "steady, 1 day",
            "steady, 2 days",
            "strict, 1 day",
            "strict, 3 days",
        ]

    def test_a_pace_put_together(self) -> None:
        assert read_pace("strict", 36, 12, 20, "europe/warsaw") == FAR

    @pytest.mark.parametrize(
        "given",
        [
            ("hasty", 24),
            ("steady", 0),
            ("steady", -5),
            ("steady", 10**9),
            ("steady", 24, -1),
            ("steady", 24, 10**6),
            ("steady", 24, 0, 24),
            ("steady", 24, 0, -1),
            ("steady", 24, 0, 20, "Mars"),
        ],
    )
    def test_an_absurd_pace_is_refused(self, given: tuple[str, int]) -> None:
        with pytest.raises(InvalidMoveError):
            read_pace(*given)

    def test_zones_are_read_as_people_type_them(self) -> None:
        assert read_zone(" america/new york ") == "America/New_York"


class TestChoosing:
    async def test_it_is_chosen_when_a_match_is_opened(self, world: World) -> None:
        offered = await world.ada.autocomplete(world.channel, "match new", "time", "strict")
        assert [o["value"] for o in offered] == ["strict 24h", "strict 72h"]
        await world.open(world.ada, world.bo, time="strict 72h", start=False)
        assert await pace(world) == Pace(PaceKind.STRICT, 72)
        assert "3 days for each decision (strict)" in world.posts(world.channel)[0]

    async def test_otherwise_it_is_casual(self, world: World) -> None:
        await world.open(world.ada, world.bo, start=False)
        assert await pace(world) == Pace()

    @pytest.mark.parametrize("time", ["soon", "strict 0h", "steady 24h 20:00 Mars/Olympus"])
    async def test_nonsense_opens_nothing(self, world: World, time: str) -> None:
        said = private(await world.ada.slash(world.channel, "match new", game="toy", time=time))
        assert "I don't know a pace called" in said
        assert world.posts(world.channel) == []

    async def test_the_host_chooses_in_the_lobby(self, world: World) -> None:
        await world.open(world.ada, world.bo, start=False)
        [message] = shown_messages(await world.tap(world.ada, world.channel, "details"))
        said = await world.ada.select(message, ["steady 24h"], custom_id="space:1:")
        assert "1 day for each decision (steady)" in private(said)
        assert await pace(world) == Pace(PaceKind.STEADY, 24)
        assert "1 day for each decision (steady)" in world.posts(world.channel)[0]

    async def test_others_do_not(self, world: World) -> None:
        await world.open(world.ada, world.bo, start=False)
        assert "Only the host" in await world.forge(world.bo, "space:1:", ["steady 24h"])
        assert "I don't know a pace called" in await world.forge(
            world.ada, "space:1:", ["strict 0h"]
        )
        assert await pace(world) == Pace()

    async def test_everything_else_by_command(self, world: World) -> None:
        await world.open(world.ada, world.bo, start=False)
        given = {"kind": "strict", "hours": 36, "extra": 12, "until": 20, "zone": "Europe/Warsaw"}
        said = private(await world.ada.slash(world.channel, "match time", **given))
        assert "36 hours for each decision (strict)" in said
        assert await pace(world) == FAR
        shown = private(await world.tap(world.ada, world.channel, "details"))
        assert "strict, 36 hours" in shown  # in the list, too

    @pytest.mark.parametrize(
        ("wrong", "hint"),
        [
            ({"hours": 0}, "from 1 to 504"),
            ({"hours": 10**9}, "from 1 to 504"),
            ({"extra": -1}, "from 0 to 336"),
            ({"until": 24}, "from 0 to 23"),
            ({"until": 20, "zone": "Mars/Olympus"}, "Type a city"),
        ],
    )
    async def test_absurd_times_are_refused(
        self, world: World, wrong: dict[str, int | str], hint: str
    ) -> None:
        await world.open(world.ada, world.bo, start=False)
        given = {"kind": "strict", "hours": 24, **wrong}
        assert hint in private(await world.ada.slash(world.channel, "match time", **given))
        assert await pace(world) == Pace()

    async def test_zones_are_offered(self, world: World) -> None:
        offered = await world.ada.autocomplete(world.channel, "match time", "zone", "warsaw")
        assert [o["value"] for o in offered] == ["Europe/Warsaw"]

    async def test_in_play_the_others_are_asked(self, world: World) -> None:
        home = await world.open(world.ada, world.bo)
        said = private(await world.bo.slash(home, "match time", kind="steady", hours=24))
        assert "I've asked the others" in said
        assert await pace(world) == Pace()
        assert await world.bot.store.read(
            lambda db: db.execute("SELECT kind, argument FROM votes").fetchall()
        ) == [("pace", "steady 24h")]
        stranger = private(await world.cleo.slash(home, "match time", kind="steady", hours=24))
        assert "no seat" in stranger


class TestShowing:
    async def test_every_deadline_is_a_timestamp(self, world: World) -> None:
        home = await world.open(world.ada, world.bo, time="steady 24h")
        due = world.env.now() + timedelta(days=1)
        clock = (await world.bot.service.info(1)).seats[1].clock
        assert clock is not None
        assert abs(clock.due - due) < timedelta(seconds=5)
        assert f"The deadline is <t:{round(clock.due.timestamp())}:f>" in world.posts(home)[-1]
        assert stamped(clock.due) in world.posts(home)[-1]
        assert stamped(clock.due) in private(await world.bo.slash(home, "match info"))
        panel = private(await world.tap(world.bo, home, "turn"))
        assert f"You have until <t:{round(clock.due.timestamp())}:f>" in panel
        assert "When your time is up, a computer will make this one decision for you." in panel
        assert f"You have until <t:{round(clock.due.timestamp())}:f>" in world.dms(world.bo)[-1]

    async def test_different_deadlines_are_told_apart(self, world: World) -> None:
        home = await world.open(world.ada, world.bo)
        await extend(world.bot.service, 1, 0, 5)
        said = private(await world.cleo.slash(home, "match info"))
        assert "**Ada** has until <t:" in said
        assert "**Bo** has until <t:" in said

    async def test_a_paused_match_says_so(self, world: World) -> None:
        home = await world.open(world.ada, world.bo)
        await pause(world.bot.service, 1, "vote")
        assert "is paused" in private(await world.cleo.slash(home, "match info"))
        panel = private(await world.tap(world.bo, home, "turn"))
        assert "You have until" not in panel


class TestReminders:
    async def test_a_dm_says_whose_move_until_when_and_what_to_do(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo, time="strict 24h")
        before = len(world.dms(world.bo))
        await pass_time(world, 12.5, monkeypatch)
        clock = (await world.bot.service.info(1)).seats[1].clock
        assert clock is not None
        said = world.dms(world.bo)[before:]
        assert len(said) == 1
        for part in (
            "Toy Parcels",
            "It's still your move.",
            f"<t:{round(clock.due.timestamp())}:f> ({stamped(clock.due)})",
            "When your time is up, somebody else can take your seat.",
            "Your move",
            "In 3 hours",
            "Tomorrow",
            "Go to the match",
        ):
            assert part in said[0], part
        await pass_time(world, 9.5, monkeypatch)
        assert "Your time is almost up." in world.dms(world.bo)[-1]

    async def test_the_last_one_is_told_so(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo)
        await choose(world, world.ada.id)
        await pass_time(world, 24.5, monkeypatch)
        assert "You're the last one we're waiting for." in world.dms(world.bo)[-1]
        assert len(world.dms(world.ada)) == 1  # her hand, at the beginning

    async def test_without_dms_one_public_call_is_for_all_who_are_late(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        world.close_dms(world.ada)
        users = world.bot.service.users
        await users.set_settings(UserSettings(world.bo.id, dm=False))
        await users.set_settings(UserSettings(world.cleo.id, dm=False))
        home = await world.open(world.ada, world.bo, world.cleo, time="steady 24h")
        before = len(world.posts(home))
        await choose(world, world.cleo.id)
        await pass_time(world, 12.5, monkeypatch)
        calls = [p for p in world.public() if p["channel_id"] == str(home.id)][before:]
        calls = [p for p in calls if "still your move" in words(p)]
        called = {m["id"] for p in calls for m in p["mentions"]}
        assert called == {str(world.ada.id), str(world.bo.id)}
        assert len(calls) <= 2
        labels = {translate(label, "en", {}) for label in SNOOZES.values()}
        assert not [p for p in calls for label in labels if label in words(p)]
        assert (await world.bot.service.info(1)).trouble == ""

    @pytest.mark.parametrize("kept", ["quiet", "away", "rarely", "never", "normal"])
    async def test_a_call_for_one_pings_no_other_who_would_not_be_reminded(
        self, world: World, kept: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        users, now = world.bot.service.users, world.env.now()
        rhythm = Rhythm(kept) if kept in tuple(Rhythm) else Rhythm.NORMAL
        hours = (now.hour + 11) % 24, (now.hour + 15) % 24
        bo = UserSettings(
            world.bo.id, dm=False, rhythm=rhythm, quiet=hours if kept == "quiet" else None
        )
        await users.set_settings(UserSettings(world.ada.id, dm=False, rhythm=Rhythm.OFTEN))
        await users.set_settings(bo)
        home = await world.open(world.ada, world.bo, time="casual 24h")
        if kept == "away":
            span = (now + timedelta(hours=11), now + timedelta(hours=15))
            info = await world.bot.service.info(1)
            await world.bot.store.write(
                lambda db: db.execute(
                    "UPDATE seats SET away_from = ?, away_to = ? WHERE user_id = ?",
                    (*map(to_ms, span), world.bo.id),
                )
            )
            world.bot.service._cache.forget(info.id)
        await pass_time(world, 6.5, monkeypatch)  # a silent check of Bo's clock
        assert called_in(world, home.id) == {world.ada.id}
        before = len(world.public())
        await pass_time(world, 6, monkeypatch)
        expected = {world.ada.id, world.bo.id} if kept == "normal" else {world.ada.id}
        assert called_in(world, home.id, before) == expected

    async def test_what_is_overdue_is_told_so(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = await world.open(world.ada, world.bo, time="casual 48h")
        await pass_time(world, 49, monkeypatch)
        assert "The others are still waiting for your move." in world.dms(world.bo)[-1]
        assert "You had until <t:" in world.dms(world.bo)[-1]
        assert "You had until" in private(await world.tap(world.bo, home, "turn"))

    async def test_a_player_who_has_moved_meanwhile_hears_nothing(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo)
        before = len(world.dms(world.bo))
        world.fail("POST", "/channels/*/messages", 503, times=None)
        await pass_time(world, 24.2, monkeypatch)
        await choose(world, world.bo.id)
        world.mend()
        await pass_time(world, 1, monkeypatch)
        assert "It's still your move." not in "".join(world.dms(world.bo)[before:])
        assert translate(SNOOZES["3"], "en", {}) not in "".join(world.dms(world.bo)[before:])
        assert "You're the last one we're waiting for." in world.dms(world.ada)[-1]

    async def test_a_crash_doubles_no_reminder(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo)
        await pass_time(world, 24.5, monkeypatch)
        told = world.dms(world.bo)
        await world.bot.store.write(
            lambda db: db.execute("UPDATE outbox SET status = 'sending' WHERE kind = 'nudge'")
        )
        await world.crash()
        await settle(world.bot.outbox)
        assert world.dms(world.bo) == told
        assert await world.bot.store.read(
            lambda db: db.execute(
                "SELECT DISTINCT status FROM outbox WHERE kind = 'nudge'"
            ).fetchall()
        ) == [("sent",)]

    async def test_a_fault_after_a_crash_doubles_no_reminder(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo)
        await pass_time(world, 24.5, monkeypatch)
        await world.bot.store.write(
            lambda db: db.execute("UPDATE outbox SET status = 'sending' WHERE kind = 'nudge'")
        )
        before = len(world.env.http_requests)
        world.fail("GET", "/channels/*/messages", 403, times=2)
        await world.crash()
        await settle(world.bot.outbox)
        asked = {(one.method, one.path) for one in world.env.http_requests[before:]}
        dm = f"/channels/{world.bo.user.dm_channel.id}/messages"
        assert ("GET", dm) in asked
        assert ("POST", dm) not in asked


class TestSnooze:
    async def test_it_works_from_the_dm_after_a_restart(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.open(world.ada, world.bo, time="casual 48h")
        await pass_time(world, 24.5, monkeypatch)
        before = len(world.dms(world.bo))
        message = world.bo.user.dm_channel.history()[-1]
        payload = world.payload(world.bo.user.dm_channel.id, message.id)
        (snooze,) = [i for i in custom_ids(payload) if i.startswith("bsnooze:1:3.")]
        await world.restart()
        said = private(await world.bo.user.click(message, custom_id=snooze))
        assert f"I'll remind you again {stamped(world.env.now() + timedelta(hours=3))}" in said
        await pass_time(world, 2.8, monkeypatch)
        assert len(world.dms(world.bo)) == before
        await pass_time(world, 0.5, monkeypatch)
        assert len(world.dms(world.bo)) == before + 1

    async def test_tomorrow_is_ones_own_morning(self, world: World) -> None:
        chosen = UserSettings(world.bo.id, zone="Europe/Warsaw", quiet=(22, 7))
        await world.bot.service.users.set_settings(chosen)
        home = await world.open(world.ada, world.bo)
        said = await world.forge(world.bo, "bsnooze:1:t.5", channel=home)
        assert stamped(world.env.now().replace(hour=6, minute=0, second=0, microsecond=0)) in said

    @pytest.mark.parametrize(
        ("hour", "quiet", "morning"),
        [
            (6, None, 33),
            (2, None, 9),
            (2, (22, 7), 7),
            (6, (22, 7), 31),
            (8, (9, 17), 33),
            (18, (9, 17), 33),
            (20, (23, 2), 33),
        ],
    )
    def test_it_is_a_morning(self, hour: int, quiet: tuple[int, int] | None, morning: int) -> None:
        day = datetime(2026, 1, 1, tzinfo=UTC)
        found = tomorrow(UserSettings(1, quiet=quiet), day + timedelta(hours=hour))
        assert found == day + timedelta(hours=morning)

    async def test_later_than_the_last_warning_is_too_late(self, world: World) -> None:
        home = await world.open(world.ada, world.bo, time="strict 1h")
        said = await world.forge(world.bo, "bsnooze:1:3.5", channel=home)
        assert "I can't put it off any longer." in said

    async def test_no_reminder_is_promised_for_when_a_computer_decides(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = await world.open(world.ada, world.bo, time="steady 24h")
        await pass_time(world, 22, monkeypatch)
        assert "Your time is almost up." in world.dms(world.bo)[-1]
        assert not {"In 3 hours", "Tomorrow"} & set(world.dms(world.bo)[-1].split("\n"))
        assert "Tomorrow" in world.dms(world.bo)[-2]
        said = await world.forge(world.bo, "bsnooze:1:3.5", channel=home)
        assert "so this was my last reminder." in said
        assert "I'll remind you again" not in said

    async def test_the_promised_time_is_after_quiet_hours(self, world: World) -> None:
        hour = world.env.now().replace(minute=0, second=0, microsecond=0)
        quiet = (hour.hour + 2) % 24, (hour.hour + 5) % 24
        await world.bot.service.users.set_settings(UserSettings(world.bo.id, quiet=quiet))
        home = await world.open(world.ada, world.bo)
        said = await world.forge(world.bo, "bsnooze:1:3.5", channel=home)
        assert f"I'll remind you again {stamped(hour + timedelta(hours=5))}" in said

    async def test_nothing_is_promised_to_whoever_wants_no_reminders(self, world: World) -> None:
        never = UserSettings(world.bo.id, rhythm=Rhythm.NEVER)
        await world.bot.service.users.set_settings(never)
        home = await world.open(world.ada, world.bo)
        said = await world.forge(world.bo, "bsnooze:1:3.5", channel=home)
        assert "I won't remind you again, because" in said

    async def test_extra_time_leaves_one_more_reminder(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = await world.open(world.ada, world.bo, time="steady 24h +5h")
        await pass_time(world, 22, monkeypatch)
        assert "In 3 hours" in world.dms(world.bo)[-1]
        said = await world.forge(world.bo, "bsnooze:1:3.5", channel=home)
        assert "I can't put it off any longer." in said
        await pass_time(world, 2.5, monkeypatch)
        assert "You're using your extra time now." in world.dms(world.bo)[-1]

    async def test_strangers_and_forgeries_are_refused(self, world: World) -> None:
        home = await world.open(world.ada, world.bo)
        before = await world.bot.service.info(1)
        assert "no seat" in await world.forge(world.cleo, "bsnooze:1:3.5", channel=home)
        assert "no longer works" in await world.forge(world.bo, "bsnooze:1:99.5", channel=home)
        assert "no longer works" in await world.forge(world.bo, "bsnooze:1:", channel=home)
        assert "no such match" in await world.forge(world.bo, "bsnooze:77:3.5", channel=home)
        await choose(world, world.ada.id)
        assert "Nobody is waiting for you" in await world.forge(
            world.ada, "bsnooze:1:3.5", channel=home
        )
        await world.bot.service.lobby.end(1, 0, is_admin=True)
        assert "is over" in await world.forge(world.bo, "bsnooze:1:3.5", channel=home)
        assert before.seats[1].clock is not None


async def test_the_daily_message_lists_what_waits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.bot.service.users.set_settings(UserSettings(world.bo.id, digest_hour=8))
    home = await world.open(world.ada, world.bo)
    await pass_time(world, 8.2, monkeypatch)
    said = world.dms(world.bo)[-1]
    assert "1 match is waiting for you:" in said
    assert f"/{home.id})" in said
    assert ":R>" in said
    message = world.bo.user.dm_channel.history()[-1]
    (opening,) = custom_ids(world.payload(world.bo.user.dm_channel.id, message.id))
    assert "Choose a parcel" in private(await world.bo.user.click(message, custom_id=opening))


async def test_two_days_of_downtime_are_told_once_and_cost_nobody_anything(world: World) -> None:
    home = await world.open(world.ada, world.bo, time="strict 24h")
    await world.env.advance_time(60)
    before = len(world.posts(home))
    world.env.backend.advance_clock(2 * DAY_S)
    await world.crash()
    await world.env.advance_time(5)
    assert world.posts(home)[before:] == [
        "I was offline for 48 hours. All clocks were stopped, so nobody lost any time."
    ]
    clock = (await world.bot.service.info(1)).seats[0].clock
    assert clock is not None
    assert clock.due - world.env.now() > timedelta(hours=23, minutes=50)


async def test_while_discord_is_gone_no_clock_goes_on(world: World) -> None:
    await world.open(world.ada, world.bo, time="strict 24h")
    world.bot.dispatch("shard_disconnect", 0)
    await world.settle()
    beat = await world.bot.store.get_meta("heartbeat")
    world.env.backend.advance_clock(2 * DAY_S)
    await world.env.advance_time(120)
    assert await world.bot.store.get_meta("heartbeat") == beat
    world.bot.dispatch("shard_resumed", 0)
    await world.settle()
    assert world.bot.scheduler._task is not None
    await world.bot.scheduler._task
    clock = (await world.bot.service.info(1)).seats[0].clock
    assert clock is not None
    assert clock.due - world.env.now() > timedelta(hours=23, minutes=50)
