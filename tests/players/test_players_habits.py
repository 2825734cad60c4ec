"""How good players play Kraków: the weights, and how they are fitted."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any

import pytest

from players.judges.krakow import habits
from players.steps import dealt
from rules import registry
from rules.box import Row, load
from rules.errors import DataError
from rules.krakow.components import Action, Place
from rules.krakow.moves import Lay, Reserve
from rules.krakow.state import KrakowState, Stack, laid_card
from rules.protocol import Move
from rules.text import Seat
from scripts import habits as command
from scripts.habits import Choice, Seen, chances, fitted, played, surprise, written

RULES = registry.get("krakow")


def decisions(kind: type[Move], seats: int = 2) -> Iterator[tuple[KrakowState, Seat]]:
    """Yield the decisions of one kind in a match of random moves."""
    rng = Random(f"{kind.__name__} {seats}")
    state = dealt(RULES, RULES.initial_state(seats, frozenset()), rng)
    while waiting := RULES.to_act(state):
        (seat,) = waiting
        moves = RULES.legal_moves(state, seat)
        assert isinstance(state, KrakowState)
        if isinstance(moves[0], kind):
            yield state, seat
        state = dealt(RULES, RULES.apply(state, seat, rng.choice(moves)).state, rng)


def test_the_weights_are_of_the_rules_that_are_played() -> None:
    table = load("krakow", "habits.toml")
    assert table.number("rules_version") == RULES.info.rules_version
    assert table.text("command").startswith("python -m scripts.habits ")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_may_be_chosen_is_what_the_rules_allow(seats: int) -> None:
    for state, seat in decisions(Lay, seats):
        assert {move for move, _ in habits.lays(state, seat)} == set(RULES.legal_moves(state, seat))
        assert all(len(facts) == habits.LAYS for _, facts in habits.lays(state, seat))
    for state, seat in decisions(Reserve, seats):
        found = habits.wishes(state, seat)
        legal = [move for move in RULES.legal_moves(state, seat) if isinstance(move, Reserve)]
        assert {wish.sight for wish in found} == {move.sight for move in legal}
        assert {len(wish.facts) for wish in found} == {habits.SIGHTS}
        assert {len(wish.hour) for wish in found} == {habits.HOURS}


def test_a_lay_is_described_by_what_lies_below_and_beside_it() -> None:
    state, seat = next(decisions(Lay))
    stacks = (
        Stack(Place.T1, (laid_card(0, Action.STOP), laid_card(1, Action.TAKE))),
        Stack(Place.L2, (laid_card(1, Action.TAKE), laid_card(0, Action.ZERO))),
    )
    state = replace(state, stacks=stacks)

    def around(place: Place, height: int = 9) -> tuple[float, ...]:
        """Return others and own ones below, the same in the line, and the stacks before."""
        *rest, order = habits.lay_facts(state, 0, place, height)[-5:]
        return *rest, round(6 * order)

    assert around(Place.T1) == (1, 1, 1, 1, 0)
    assert around(Place.T1, height=1) == (0, 1, 0, 1, 0)
    assert around(Place.B1) == (0, 0, 1, 1, 2), "the other end of the same column"
    assert around(Place.L2, height=0) == (0, 0, 0, 0, 1)
    assert around(Place.L1) == (0, 0, 0, 0, 2)


def test_choices_are_made_as_often_as_their_weights_say() -> None:
    state, seat = next(decisions(Reserve))
    often = [
        habits.frequency(habits.read().sights, wish.facts) for wish in habits.wishes(state, seat)
    ]
    sights = [wish.sight for wish in habits.wishes(state, seat)]
    hours = habits.hour_frequencies(
        len(state.players[seat].hours), habits.wishes(state, seat)[0].hour
    )
    made = Counter[object]()
    for seed in range(4000):
        move = habits.likely_reserve(state, seat, Random(seed))
        assert isinstance(move, Reserve)
        made[move.sight] += 1
        if move.sight == sights[0]:
            made[move.hour] += 1
    for sight, odds in zip(sights, often, strict=True):
        assert made[sight] == pytest.approx(4000 * odds / sum(often), abs=150)
    for hour, odds in zip(state.players[seat].hours, hours, strict=True):
        assert made[hour] == pytest.approx(made[sights[0]] * odds / sum(hours), abs=150)


def test_weights_are_found_by_what_was_chosen() -> None:
    """Two facts of three options; what has none is chosen e times as rarely for each 1."""
    rng, weights, choices = Random(1), (1.5, -2.0), list[Choice]()
    for _ in range(1500):
        options = tuple(
            tuple((at, rng.choice((0.0, 0.5, 1.0))) for at in range(2)) for _ in range(3)
        )
        choice = Choice(options, 0)
        (chosen,) = rng.choices(range(3), chances(weights, choice))
        choices.append(choice._replace(chosen=chosen))
    found = fitted(choices, 2, turns=10, rng=rng)
    assert found == pytest.approx(weights, abs=0.2)
    assert surprise(found, choices) < surprise((0.0, 0.0), choices) == pytest.approx(log(3))
    assert surprise(found, choices) < surprise(weights, choices) + 0.001


def test_what_was_never_chosen_is_unlikely_not_impossible() -> None:
    """The slope of 30 choices and the pull come to nothing at -2.4; without it there is no end."""
    never = [Choice((((0, 1.0),), ()), 1)] * 30
    (weight,) = fitted(never, 1, turns=400, rng=Random(1))
    assert 30 / (1 + exp(-weight)) + weight == pytest.approx(0, abs=0.2)


def test_a_match_teaches_all_that_was_chosen() -> None:
    seen = played(2, 8, "test", 0)
    assert len(seen.lays) == 24
    assert len(seen.sights) == len(seen.hours) > 5
    assert seen == played(2, 8, "test", 0), "the same arguments, the same match"
    assert seen != played(2, 8, "test", 1), "another number, another match"
    assert len(played(3, 8, "test", 0).lays) == 36


def test_what_was_chosen_is_taken_in() -> None:
    """A sight by its facts, an hour by how early and late it is, and both by their place."""
    state, seat = next(decisions(Reserve))
    hours, wishes = state.players[seat].hours, habits.wishes(state, seat)
    seen = Seen([], [], [])
    seen.take_in(state, seat, Reserve(wishes[1].sight, hours[2]))
    (sights,), (hour,) = seen.sights, seen.hours
    assert (sights.chosen, hour.chosen) == (1, 2)
    assert [dict(option) for option in sights.options] == [
        {at: fact for at, fact in enumerate(wish.facts) if fact} for wish in wishes
    ]
    first, *_, last = (dict(option) for option in hour.options)
    facts = {at: fact for at, fact in enumerate(wishes[1].hour) if fact}
    assert first == facts, "the first hour isn't late"
    both = (habits.HOURS, 2 * habits.HOURS)
    assert last == {start + at: fact for start in both for at, fact in facts.items()}


def test_it_goes_half_the_way() -> None:
    """What is written is between the weights before and the fitted ones, and can be read."""
    seen = Seen([], [], [])
    state, seat = next(decisions(Lay))
    best = Lay(Action.ZERO, Place.B3)
    for _ in range(40):
        seen.take_in(state, seat, best)
    state, seat = next(decisions(Reserve))
    for move in RULES.legal_moves(state, seat):
        seen.take_in(state, seat, move)
    lines = "\n".join(written(seen, 5, Random(1), "python -m x"))
    assert 'command = "python -m x"' in lines
    zero = next(row for row in lines.split("\n\n") if 'card = "C"' in row)
    numbers = [int(it) for it in zero.split("[")[-1].strip("]").split(", ")]
    before = [1000 * weight for weight in habits.read().lays[Action.ZERO]]
    fit = fitted(seen.lays, 8 * habits.LAYS, 5, Random(1))[2 * habits.LAYS : 3 * habits.LAYS]
    half = [(old + 1000 * new) / 2 for old, new in zip(before, fit, strict=True)]
    assert numbers == pytest.approx(half, abs=0.6)
    assert numbers[0] > before[0]


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ({"hours": []}, "nothing about 'first'"),
        ({"lays": [{"card": "A", "weights": [1, 2]}]}, r"not 10 weights: lays \['A'\]"),
    ],
)
def test_weights_that_are_missing_are_named(
    monkeypatch: pytest.MonkeyPatch, broken: Mapping[str, Any], told: str
) -> None:
    whole = load("krakow", "habits.toml")
    facts = {name: [row._facts for row in whole.rows(name)] for name in ("lays", "sights", "hours")}
    monkeypatch.setattr(habits, "load", lambda *_: Row({**facts, **broken}, "here"))
    with pytest.raises(DataError, match=told):
        habits.read.__wrapped__()


def test_the_command_writes_what_the_judge_reads(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "FILE", tmp_path / "habits.toml")
    monkeypatch.setattr("sys.argv", ["habits", "--matches", "2", "--playouts", "6", "--turns", "1"])
    command.main()
    text = (tmp_path / "habits.toml").read_text(encoding="utf-8")
    assert "python -m scripts.habits --seats 2 --matches 2 --playouts 6 --turns 1 --seed 1" in text
    before = habits.read()
    monkeypatch.setattr(habits, "load", lambda *_: Row(tomllib.loads(text), "here"))
    found, seen = habits.read.__wrapped__(), Seen([], [], [])
    for number in range(2):
        for all_of, more in zip(seen, played(2, 6, "1", number), strict=True):
            all_of.extend(more)
    luck = Random("1")
    for choices, old, new in (
        (seen.lays, sum(before.lays.values(), ()), sum(found.lays.values(), ())),
        (seen.sights, before.sights, found.sights),
        (seen.hours, sum(before.hours, ()), sum(found.hours, ())),
    ):
        best = fitted(choices, len(old), 1, luck)
        half = [(one + other) / 2 for one, other in zip(old, best, strict=True)]
        assert new == pytest.approx(half, abs=0.001)


@pytest.mark.parametrize(("option", "value"), [("--seats", "9"), ("--seed", 'x"y')])
def test_what_cannot_be_played_or_written_down_is_refused(
    option: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "played", None)
    monkeypatch.setattr("sys.argv", ["habits", option, value])
    with pytest.raises(SystemExit):
        command.main()
    assert value in capsys.readouterr().err
