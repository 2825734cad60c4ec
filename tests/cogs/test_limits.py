"""How much a person and a server may ask for: the arithmetic, and the real bot behind it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.results import InteractionResult

from cogs import limits
from cogs.limits import Asked, Buckets, Gate, Kind, Limits, Verdict, hosts, read
from config import Settings
from tests.world import World, private

PERSON, SERVER, OTHER = 11, 900, 901
TAP = Asked(Kind.TAP, PERSON, SERVER)


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def made(clock: Clock, **settings: Any) -> Limits:
    return Limits(Settings(**settings), clock)


# Players


def four_players_in_a_hurry(clock: Clock) -> Iterator[Asked]:
    """Yield half an hour of four players: each taps as soon as Discord has answered the last.

    They tap three times a second for a while, type moves with completions between, and read.
    """
    rng, end = Random(4), clock.now + 1800
    due = dict.fromkeys(range(4), clock.now)
    hurry = dict.fromkeys(range(4), 0)
    while clock.now < end:
        seat = min(due, key=lambda one: due[one])
        clock.now = max(clock.now, due[seat])
        hurry[seat] = hurry[seat] - 1 if hurry[seat] else rng.choice((0, 5, 60))
        kind = rng.choice((Kind.TAP, Kind.TAP, Kind.TAP, Kind.TYPED, Kind.TYPED, Kind.COMMAND))
        due[seat] += 0.33 if hurry[seat] or kind is Kind.TYPED else rng.uniform(0.5, 4)
        yield Asked(kind, PERSON + seat, SERVER, limits.TYPING if kind is Kind.TYPED else 1.0)


def refused_of_four(**settings: Any) -> int:
    clock = Clock()
    allowed = made(clock, **settings)
    verdicts = [allowed.judge(asked) for asked in four_players_in_a_hurry(clock)]
    assert len(verdicts) > 5000
    return sum(verdict is not Verdict.PASSES for verdict in verdicts)


def test_four_players_in_a_hurry_never_meet_a_limit() -> None:
    assert refused_of_four() == 0


@pytest.mark.parametrize("planted", ["person_taps_per_s", "server_taps_per_s"])
def test_limits_that_would_slow_them_are_found(planted: str) -> None:
    assert refused_of_four(**{planted: 1.5}) > 0


def test_a_replay_is_paged_through_as_fast_as_a_finger_can() -> None:
    clock = Clock()
    allowed = made(clock)
    for _ in range(60):
        clock.now += 0.4  # a page has to be shown before its next button
        assert allowed.judge(replace(TAP, cost=limits.COSTS["replay"])) is Verdict.PASSES


def test_twelve_tables_on_a_server_never_meet_its_limit() -> None:
    clock, rng = Clock(), Random(7)
    allowed = made(clock)
    for _ in range(20_000):
        clock.now += rng.expovariate(10)  # each of 50 people taps every five seconds
        assert allowed.judge(replace(TAP, person=rng.randrange(50))) is Verdict.PASSES


@pytest.mark.parametrize("setting", ["person_taps_per_s", "server_taps_per_s"])
@pytest.mark.parametrize("per_s", [0.01, 0.3, 0.9])
def test_a_low_limit_lets_the_dearest_pass_after_a_while(setting: str, per_s: float) -> None:
    clock, dearest = Clock(), max(limits.COSTS.values())
    allowed = made(clock, **{setting: per_s})
    for _ in range(3):
        assert allowed.judge(replace(TAP, cost=dearest)) is Verdict.PASSES
        assert allowed.judge(replace(TAP, cost=dearest)) is not Verdict.PASSES
        clock.now += dearest / per_s + 0.01


# Floods


def flood(allowed: Limits, clock: Clock, asked: Asked, seconds: int) -> Counter[Verdict]:
    """Return what happens to 200 taps a second."""
    found = Counter[Verdict]()
    for _ in range(200 * seconds):
        clock.now += 1 / 200
        found[allowed.judge(asked)] += 1
    return found


def test_a_flood_is_refused_cheaply() -> None:
    clock = Clock()
    found = flood(made(clock), clock, TAP, 60)
    assert found[Verdict.PASSES] <= 5 * (60 + limits.PERSON_BURST_S) + 1
    assert found[Verdict.TOLD] <= 60 / limits.TOLD_S + 1
    assert found[Verdict.TOLD] + found[Verdict.ACKNOWLEDGED] <= limits.ANSWERS_PER_S * 61
    assert found[Verdict.IGNORED] > 200 * 60 * 0.9


def starved(allowed: Limits, clock: Clock) -> int:
    """Return what others are refused while a hundred members of a server flood for a minute."""
    passed = refused = 0
    for number in range(200 * 60):
        clock.now += 1 / 200
        passed += allowed.judge(replace(TAP, person=number % 100)) is Verdict.PASSES
        if number % 50 == 0:
            for other in (OTHER, 0):  # another server, direct messages
                asked = replace(TAP, person=2000 + other, server=other)
                refused += allowed.judge(asked) is not Verdict.PASSES
    assert passed <= 12 * (60 + limits.SERVER_BURST_S) + 1
    return refused


def test_a_flood_of_many_people_is_the_server_s() -> None:
    clock = Clock()
    assert starved(made(clock), clock) == 0


def test_a_flood_that_starves_another_server_is_found() -> None:
    class OneForAll(Buckets):  # planted
        def holds(self, key: int, cost: float, now: float) -> bool:
            return super().holds(0, cost, now)

        def take(self, key: int, cost: float, now: float) -> None:
            super().take(0, cost, now)

    clock = Clock()
    allowed = made(clock)
    allowed.servers = OneForAll(12, 60)
    assert starved(allowed, clock) > 0


def test_what_a_person_is_refused_costs_their_server_nothing() -> None:
    clock = Clock()
    allowed = made(clock, server_taps_per_s=10)
    flood(allowed, clock, TAP, 60)  # the server would be empty in a moment
    assert allowed.judge(replace(TAP, person=2000)) is Verdict.PASSES


def test_a_command_is_told_each_time_and_a_completion_never() -> None:
    clock = Clock()
    allowed = made(clock, person_taps_per_s=1)
    while allowed.judge(TAP) is Verdict.PASSES:
        pass
    assert [allowed.judge(replace(TAP, kind=kind)) for kind in (Kind.COMMAND, Kind.FORM)] == [
        *(Verdict.TOLD, Verdict.TOLD)
    ]
    assert allowed.judge(TAP) is Verdict.ACKNOWLEDGED
    assert allowed.judge(replace(TAP, kind=Kind.TYPED)) is Verdict.IGNORED
    clock.now += 1
    assert allowed.judge(TAP) is Verdict.PASSES


def test_a_server_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    with caplog.at_level(logging.WARNING, logger=limits.__name__):
        flood(made(clock), clock, TAP, 120)
    assert [record.getMessage() for record in caplog.records] == [
        "refused what was too much at once, of a person in server 900"
    ] * 2


# Buckets


def test_a_bucket_fills_and_is_never_fuller_than_full() -> None:
    bucket = Buckets(per_s=2, burst=4)
    for _ in range(4):
        assert bucket.holds(1, 1, 0.0)
        bucket.take(1, 1, 0.0)
    assert not bucket.holds(1, 0.1, 0.0)
    assert bucket.holds(1, 1, 0.5)
    assert not bucket.holds(1, 1.1, 0.5)
    assert bucket.holds(1, 4, 1000.0)
    assert not bucket.holds(1, 4.1, 1000.0)
    assert bucket.holds(2, 4, 0.0)


def test_without_a_limit_nothing_is_remembered() -> None:
    bucket = Buckets(per_s=0, burst=0)
    bucket.take(1, 100, 0.0)
    assert bucket.holds(1, 1e9, 0.0)
    assert len(bucket) == 0


def test_buckets_are_bounded_and_those_in_use_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST", 50)
    bucket = Buckets(per_s=0.001, burst=200)
    for stranger in range(1000):
        bucket.take(5, 0.1, 0.0)
        bucket.take(10_000 + stranger, 1, 0.0)
    assert len(bucket) == 50
    assert not bucket.holds(5, 150, 0.0)


# Events


def event(kind: int, data: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": kind, "user": {"id": "11"}, "data": data, **more}


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        (event(3, {"custom_id": "bturn:7:12"}), Asked(Kind.TAP, 11)),
        (event(3, {"custom_id": "bfilm:7:"}), Asked(Kind.TAP, 11, 0, 5)),
        (event(3, {"custom_id": ""}), Asked(Kind.TAP, 11)),
        (event(5, {"custom_id": "word:7"}), Asked(Kind.FORM, 11)),
        (event(2, {"name": "board"}), Asked(Kind.COMMAND, 11)),
        (
            event(2, {"name": "match", "options": [{"type": 1, "name": "export"}]}),
            Asked(Kind.COMMAND, 11, 0, 5),
        ),
        (
            event(2, {"name": "rules", "options": [{"type": 3, "name": "topic", "value": "x"}]}),
            Asked(Kind.COMMAND, 11, 0, 2),
        ),
        (event(4, {"name": "rules"}), Asked(Kind.TYPED, 11, 0, limits.TYPING)),
        (
            {"type": 2, "guild_id": "5", "member": {"user": {"id": "3"}}, "data": {"name": "log"}},
            Asked(Kind.COMMAND, 3, 5),
        ),
        ({"type": 1}, None),
        ({"type": 2, "user": {"id": "x"}}, None),
        ({}, None),
    ],
)
def test_what_an_event_costs_whom(told: dict[str, Any], asked: Asked | None) -> None:
    assert read(told) == asked


# The bot


@pytest.fixture
def strict(world: World) -> Limits:
    """Let everybody do five things, and then nothing for an hour."""
    gate = world.bot.get_cog(Gate.__cog_name__)
    assert isinstance(gate, Gate)
    gate.limits = made(Clock(), person_taps_per_s=0.5, server_taps_per_s=0)
    return gate.limits


async def test_whoever_asks_too_much_is_told_privately_what_to_do(
    world: World, strict: Limits
) -> None:
    for _ in range(5):
        assert "Stolik" in private(await world.bo.slash(world.channel, "about"))
    told = private(await world.bo.slash(world.channel, "about"))
    assert told.startswith("That was too much at once")
    assert "Wait a few seconds" in told
    assert "Stolik" in private(await world.cleo.slash(world.channel, "about"))
    for _ in range(5):
        assert "Stolik" in private(await world.dima.slash(world.channel, "about"))
    assert "Odczekaj kilka sekund" in private(await world.dima.slash(world.channel, "about"))
    assert strict.verdicts == {Verdict.PASSES: 11, Verdict.TOLD: 2}


async def test_taps_between_are_acknowledged_and_do_nothing(world: World, strict: Limits) -> None:
    taps = [await world.tapped(world.bo, "bjoin:1:") for _ in range(6)]  # each types /about
    shown = [len(messages) for messages in world.env.backend.messages.values()]
    for record, payload in taps[:3]:
        world.env.backend.emit("INTERACTION_CREATE", payload)
        await world.settle()
        assert InteractionResult(world.env, record).acknowledged
    assert strict.verdicts[Verdict.ACKNOWLEDGED] == 3
    assert [len(messages) for messages in world.env.backend.messages.values()] == shown


async def test_a_flood_reaches_no_listener(world: World, strict: Limits) -> None:
    heard = list[Any]()

    async def hear(interaction: Any) -> None:
        heard.append(interaction)

    world.bot.add_listener(hear, "on_interaction")
    for _ in range(8):
        await world.bo.slash(world.channel, "about")
    assert await world.bo.autocomplete(world.channel, "rules", "topic", "wor") == []
    assert len(heard) == strict.verdicts[Verdict.PASSES] == 5
    assert (strict.verdicts[Verdict.TOLD], strict.verdicts[Verdict.IGNORED]) == (3, 1)


async def test_the_owner_of_the_application_is_never_locked_out(
    world: World, strict: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "hosts", lambda bot: frozenset((world.bo.id,)))
    for _ in range(8):
        assert "Stolik" in private(await world.bo.slash(world.channel, "about"))
    assert not strict.verdicts


async def test_the_owner_is_who_discord_says(world: World) -> None:
    application = world.bot.application
    assert application is not None
    assert hosts(world.bot) == {application.owner.id}


def test_who_is_only_invited_to_the_team_or_only_reads_has_limits() -> None:
    state, role = discord.TeamMembershipState, discord.TeamMemberRole
    people = [
        SimpleNamespace(id=1, membership_state=state.accepted, role=role.admin),
        SimpleNamespace(id=2, membership_state=state.invited, role=role.admin),
        SimpleNamespace(id=3, membership_state=state.accepted, role=role.read_only),
    ]
    team = SimpleNamespace(owner=SimpleNamespace(id=9), team=SimpleNamespace(members=people))
    bot: Any = SimpleNamespace(application=team)
    assert hosts(bot) == {1}
    bot.application = None
    assert hosts(bot) == frozenset()
