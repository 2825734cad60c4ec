"""The positions to look at: of random matches, and extreme ones from logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from rules import registry
from rules.notation import format_move, parse_move, verb
from rules.protocol import CHANCE, WATCHER
from rules.registry import AnyRules
from scripts.record import NAMES as SEAT_NAMES
from scripts.record import SEATS

FOLDER: Final = Path(__file__).parent.parent.parent / "tests" / "doctor"
Score: TypeAlias = Callable[[Any], float]


def _most(items: Any, of: str) -> int:
    return max((len(getattr(item, of)) for item in items), default=0)


def _awards(view: Any) -> Any:
    return view.awards.awards if view.awards else ()


EXTREMES: Final[Mapping[str, Mapping[str, Score]]] = {
    "krakow": {
        "tokens_on_a_card": lambda view: _most(view.market, "tokens"),
        "cards_on_a_place": lambda view: _most(view.places, "cards"),
        "longest_run": lambda view: max(
            _most((s for p in view.players for s in p.bonus.sequences), "cards"),
            0,
        ),
        "widest_tie": lambda view: max(
            (len(award.tokens) for award in _awards(view) if award.winner is None), default=0
        ),
        "contested_awards": lambda view: sum(len(award.tokens) for award in _awards(view)),
    },
    "letnisko": {
        "fullest_train": lambda view: sum(len(car.guests) for car in view.cars),
        "most_houses": lambda view: _most(view.players, "lots"),
        "most_claims": lambda view: len(view.claims) + len(view.parcels),
        "most_visits": lambda view: _most(view.stacks, "visits"),
        "most_invited": lambda view: _most(view.players, "invited"),
    },
    "lodge": {
        "widest": lambda view: _most(view.players, "columns"),
        "most_rooms": lambda view: sum(len(c) for p in view.players for c in p.columns),
        "longest_count": lambda view: max(
            (
                it.have
                for p in view.players
                for c in p.columns
                for it in c
                if it.need and not it.met
            ),
            default=0,
        ),
    },
    "cvlizations": {
        "most_ideas": lambda view: _most(view.players, "ideas"),
        "most_thefts": lambda view: len(view.reveal.thefts) if view.reveal else 0,
        "most_goods": lambda view: max(sum(player.goods) for player in view.players),
    },
    "indian_summer": {
        "most_tiles": lambda view: _most(view.players, "leaves"),
        "widest_tie": lambda view: (
            max(Counter(p.empty for p in view.players).values()) if view.phase == "over" else 0
        ),
        "most_tokens": lambda view: max(bin(p.tokens).count("1") for p in view.players),
        "most_animals": lambda view: _most(view.players, "animals"),
    },
}
"""How extreme a watcher's view is, by game and name; the highest one is kept."""


class Place(NamedTuple):
    """A position.

    Attributes:
        name: What it is called in a report.
        state: The state.
        before: The state before the last decision; None at the start.
    """

    name: str
    state: object
    before: object | None


def played(
    rules: AnyRules, seats: int, seed: int, preferred: frozenset[str] = frozenset()
) -> Iterator[tuple[object, str]]:
    """Yield each state of a random match, and the line that led to it.

    Args:
        rules: The game.
        seats: The number of players.
        seed: Which match.
        preferred: Verbs; mostly, a player makes no other move while one of these is legal.
    """
    rng = Random(f"{rules.info.slug} {seats} {seed}")
    state, line = rules.initial_state(seats, frozenset()), ""
    while acting := sorted(rules.to_act(state)):
        yield state, line
        seat = rng.choice(acting)
        if seat == CHANCE:
            move = rules.chance_move(state, rng)
        else:
            moves = rules.legal_moves(state, seat)
            liked = [move for move in moves if verb(type(move)) in preferred]
            move = rng.choice(liked if liked and rng.random() < 0.9 else moves)
        state = rules.apply(state, seat, move).state
        line = f"{SEAT_NAMES.get(seat, 'chance')}: {format_move(move)}"
    yield state, line


def _decisions(rules: AnyRules, states: list[object]) -> list[object]:
    """Return the states in which a player decides, and the end."""
    return [state for state in states if CHANCE not in rules.to_act(state)]


def sampled(rules: AnyRules, count: int) -> Iterator[Place]:
    """Yield positions of random matches, spread evenly from first to last.

    Args:
        rules: The game.
        count: How many; at least three for each number of players.
    """
    seats, each = rules.info.seats, 3
    matches = max(len(seats), -(-count // each))
    if count >= 20 * each * len(seats):  # many positions: take more of each match
        each, matches = 20, -(-count // 20)
    for seed in range(matches):
        number = seats[seed % len(seats)]
        states = [state for state, _ in played(rules, number, seed)]
        states = _decisions(rules, states)
        for n in range(each):
            at = n * (len(states) - 1) // (each - 1)
            before = states[at - 1] if at else None
            yield Place(f"{number} seats, match {seed}, decision {at}", states[at], before)


def kept(rules: AnyRules) -> Iterator[Place]:
    """Yield the extreme positions of a game from their logs."""
    for name in EXTREMES.get(rules.info.slug, ()):
        path = path_of(rules.info.slug, name)
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        state, before = rules.initial_state(int(first.split()[1]), frozenset()), None
        for line in lines:
            who, _, move = line.partition(": ")
            if CHANCE not in rules.to_act(state):
                before = state
            state = rules.apply(state, SEATS[who], parse_move(rules, move)).state
        yield Place(name, state, before)


def path_of(slug: str, name: str) -> Path:
    """Return where the log of an extreme position is kept."""
    return FOLDER / f"{slug}_{name}.txt"


def search(slug: str, matches: int) -> Iterator[str]:
    """Look for the extreme positions of a game, keep their logs, yield a report.

    Args:
        slug: The game.
        matches: How many random matches to look at.
    """
    rules = registry.get(slug)
    verbs = [verb(kind) for kind in rules.move_types if not kind.by_chance]
    best = dict[str, tuple[float, str]]()
    for seed in range(matches):
        seats = rules.info.seats[-1 - seed % len(rules.info.seats)]
        liked = frozenset(Random(seed).sample(verbs, seed % len(verbs)))
        lines = [f"seats {seats}"]
        for state, line in played(rules, seats, seed, liked):
            lines += [line] if line else []
            if CHANCE in rules.to_act(state):
                continue
            view = rules.view(state, WATCHER)
            for name, score in EXTREMES[slug].items():
                value = score(view)
                if value > best.get(name, (0, ""))[0]:
                    best[name] = (value, "\n".join(lines) + "\n")
    FOLDER.mkdir(exist_ok=True)
    for name, (value, log) in best.items():
        path_of(slug, name).write_text(log, encoding="utf-8")
        yield f"{slug} {name}: {value:g}"
