"""Fitting weights: the sums, the solution, what matches teach."""

import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from players.judges.letnisko import LetniskoJudge
from players.linear import KNOTS, Weights, read
from players.steps import dealt
from rules import registry
from rules.letnisko.components import Tokens
from rules.letnisko.moves import Parcel
from rules.protocol import Move, Outcome
from rules.text import Seat
from scripts.tune import (
    FADING,
    ODD,
    Sample,
    Sums,
    Workshop,
    fitted,
    known,
    main,
    solved,
    take_in,
    written,
)


def test_equations_are_solved_whatever_their_order() -> None:
    table = [[0.0, 2.0, 4.0], [1.0, 1.0, 5.0]]
    assert solved(table) == pytest.approx([3, 2])


def test_what_made_the_scores_is_found() -> None:
    rng, sums = Random(1), Sums(2 * KNOTS)
    for _ in range(400):
        facts = tuple((rng.uniform(0, 9), rng.uniform(0, 9)) for _ in range(2))
        scores = [round(100 * (3 * money - houses)) for money, houses in facts]
        take_in(sums, [Sample(rng.random(), facts)], scores)
    start = Weights({"money": (250.0,) * KNOTS, "houses": (0.0,) * KNOTS}, 1.0)
    for _ in range(30):  # each time as far from the last as it is held to it
        start = fitted(sums, ("money", "houses"), start)
    assert start.of["money"] == pytest.approx((300,) * KNOTS, abs=3)
    assert start.of["houses"] == pytest.approx((-100,) * KNOTS, abs=3)
    assert start.spread < 5


def test_weights_stay_where_nothing_was_learned() -> None:
    start = Weights({"money": (1.0, 2.0, 3.0)}, 1.0)
    sums = Sums(KNOTS)
    sums.add((0.0,) * KNOTS, 5.0)
    assert fitted(sums, ("money",), start).of["money"] == pytest.approx((1, 2, 3))


def test_others_count_by_their_mean() -> None:
    sums = Sums(KNOTS)
    take_in(sums, [Sample(0.0, ((3.0,), (0.0,), (0.0,)))], [9, 0, 0])
    assert sums.count == 3
    assert sums.targets[0] / sums.products[0][0] == pytest.approx(3)


def test_what_was_seen_fades() -> None:
    sums = Sums(KNOTS)
    sums.add((1.0, 0.0, 0.0), 4.0)
    sums.fade(0.5)
    assert (sums.count, sums.square, sums.targets[0], sums.products[0][0]) == (0.5, 8, 2, 0.5)


def test_a_match_is_odd_only_at_its_beginning() -> None:
    moves = [Parcel(tokens) for tokens in Tokens]
    odd = Workshop("letnisko", 2).odd(
        lambda *_: moves[0], lambda *_: moves[-1], lambda state: state == "begun", Random(1)
    )
    first = [odd("before", 0, moves) for _ in range(200)]
    assert 1 - ODD < first.count(moves[0]) / 200 < 1
    assert {odd("begun", 0, moves) for _ in range(50)} == {moves[-1]}


@pytest.mark.parametrize("playouts", [0, 3])
def test_a_match_teaches_by_where_playouts_rest(playouts: int) -> None:
    weights = read("letnisko")
    lessons = [Workshop("letnisko", 2, playouts).lesson(weights, 0, number) for number in (0, 1)]
    assert all(len(scores) == 2 for _, scores in lessons)
    weeks = [sample.progress for seen, _ in lessons for sample in seen]
    assert weeks
    assert 0 not in weeks, "no playout rests in the first week"
    assert max(weeks.count(week) for week in set(weeks)) <= 2, "once a match"
    tokens = LetniskoJudge.facts.index("tokens")
    left = {facts[tokens] for seen, _ in lessons for it in seen for facts in it.facts}
    assert left == {2}, "before anybody decides in the new week"


def test_a_lesson_repeats_itself_and_differs_from_others() -> None:
    weights, shop = read("letnisko"), Workshop("letnisko", 2, playouts=3)
    first = shop.lesson(weights, 0, 1)
    assert shop.lesson(weights, 0, 1) == first
    others = [shop.lesson(weights, 0, 2), shop.lesson(weights, 1, 1)]
    others.append(Workshop("letnisko", 2, playouts=3, seed="2").lesson(weights, 0, 1))
    assert first not in others


def test_with_playouts_it_plays_better() -> None:
    weights = read("letnisko")
    shop = Workshop("letnisko", 2, playouts=40)
    judge = shop.judge(weights)
    better, quick = shop.player(judge, Random(1)), shop.quick(judge)
    lead = 0
    for seat, players in enumerate([[better, quick], [quick, better]]):
        for number in range(2):
            *_, outcome = shop.played(players, Random(number))
            assert isinstance(outcome, Outcome)
            lead += outcome.scores[seat] - outcome.scores[1 - seat]
    assert lead > 0


def test_nobody_who_teaches_peeks() -> None:
    """Whoever decides sees a state dealt anew, in which all that the seat sees is the same."""
    rules, shop = registry.get("krakow"), Workshop("krakow", 2)
    states, guesses = list[object](), list[tuple[int, object, Seat]]()

    def choose(guess: object, seat: Seat, moves: Sequence[Move]) -> Move:
        guesses.append((len(states), guess, seat))
        return moves[-1]

    for state in shop.played([choose, choose], Random(1)):
        states.append(state)
    decided = [(states[at - 1], guess, seat) for at, guess, seat in guesses if at]
    for state, guess, seat in decided:
        assert rules.view(guess, seat) == rules.view(state, seat)
    assert sum(guess != state for state, guess, _ in decided) > len(decided) / 2


def test_who_knows_nothing_plays_greedily() -> None:
    shop, nothing = (
        Workshop("letnisko", 2, playouts=3),
        dict.fromkeys(LetniskoJudge.facts, (0.0,) * KNOTS),
    )
    judge = shop.judge(Weights(nothing, 8.0))
    assert shop.player(judge, Random(1)) == shop.quick(judge) == shop.greedy


def test_new_weights_are_compared_in_every_seat(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also against greedy, with whom fewer matches are played."""
    played = list[tuple[bool, int]]()

    def won(_: Workshop, one: Weights, other: Weights | None, turn: int, number: int) -> float:
        assert (one.of.keys(), turn) == (read("letnisko").of.keys(), 0)
        played.append((other is None, number % 2))
        return 1.0

    monkeypatch.setattr("scripts.tune.pool_of", ThreadPoolExecutor)
    monkeypatch.setattr(Workshop, "won", won)
    monkeypatch.setattr("scripts.tune.DATA", tmp_path)
    (tmp_path / "letnisko").mkdir()
    arguments = ["tune", "letnisko", "--rounds", "1", "--matches", "2", "--tests", "8"]
    monkeypatch.setattr(sys, "argv", arguments)
    main()
    assert Counter(played) == {(False, 0): 4, (False, 1): 4, (True, 0): 1, (True, 1): 1}
    text = (tmp_path / "letnisko" / "judge.toml").read_text(encoding="utf-8")
    assert "--matches 2 --tests 8 --playouts 0 --seed 1" in text


def test_weights_that_win_nearly_their_share_stay_and_older_matches_fade(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    faded = list[float]()
    monkeypatch.setattr("scripts.tune.pool_of", ThreadPoolExecutor)
    monkeypatch.setattr(Workshop, "won", lambda *_: 0.45)
    monkeypatch.setattr(Sums, "fade", lambda _, part: faded.append(part))
    monkeypatch.setattr("scripts.tune.DATA", tmp_path)
    (tmp_path / "letnisko").mkdir()
    arguments = ["tune", "letnisko", "--rounds", "2", "--matches", "1", "--tests", "1"]
    monkeypatch.setattr(sys, "argv", arguments)
    main()
    assert (tmp_path / "letnisko" / "judge.toml").exists()
    assert faded == [FADING] * 2


def test_where_nothing_was_learned_the_file_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("scripts.tune.pool_of", ThreadPoolExecutor)
    monkeypatch.setattr(Workshop, "won", lambda *_: 0.0)
    monkeypatch.setattr("scripts.tune.DATA", tmp_path)
    arguments = ["tune", "letnisko", "--rounds", "1", "--matches", "1", "--tests", "1"]
    monkeypatch.setattr(sys, "argv", arguments)
    main()
    assert "the weights stay" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--rounds", "--matches", "--tests", "--jobs", "--seats"])
def test_nothing_is_learned_from_none(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tune", "letnisko", option, "0"])
    with pytest.raises(SystemExit):
        main()
    told = capsys.readouterr().err
    assert "is not a number from 1 up" in told or "is not played by 0" in told


@pytest.mark.parametrize(("option", "value"), [("--playouts", "-1"), ("--seed", 'x"y')])
def test_what_never_ends_or_cannot_be_written_down_is_refused(
    option: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fewer playouts than none would never be enough; the file names the seed in quotes."""
    monkeypatch.setattr("scripts.tune.tune", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["tune", "letnisko", option, value])
    with pytest.raises(SystemExit):
        main()
    assert value in capsys.readouterr().err


def test_a_move_drawn_twice_is_weighed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, rules, weighed = LetniskoJudge(), registry.get("letnisko"), list[Move]()

    def own(_: object, state: object, seat: int, move: Move) -> float:
        del state, seat
        weighed.append(move)
        return 0.0

    monkeypatch.setattr(LetniskoJudge, "own", own)
    state = dealt(rules, rules.initial_state(2, frozenset()), Random(1))
    (seat,) = rules.to_act(state)
    moves = rules.legal_moves(state, seat)
    for number in range(20):
        weighed.clear()
        assert judge.reply(state, seat, Random(number)) in moves  # type: ignore[arg-type]
        assert len(set(weighed)) == len(weighed) <= len(moves)


def test_the_better_weights_win() -> None:
    weights, shop = read("letnisko"), Workshop("letnisko", 2)
    worse = Weights({name: tuple(-it for it in row) for name, row in weights.of.items()}, 2.0)
    assert sum(shop.won(weights, worse, 0, number) for number in range(4)) == 4
    assert sum(shop.won(worse, None, 0, number) for number in range(4)) < 2


def test_weights_are_written_as_they_are_read() -> None:
    text = written(Weights({"money": (1.0, -0.5, 0.25)}, 6.5), "python -m x", 2, 40)
    assert 'fact = "money"\nweights = [1000, -500, 250]' in text
    assert "spread = 6500" in text
    assert "matches = 40" in text


def test_a_new_fact_weighs_nothing_at_first() -> None:
    assert known("letnisko", ("money", "luck")).of["luck"] == (0,) * KNOTS
    assert any(known("letnisko", ("money",)).of["money"])
