"""Write down whole matches with everything that each viewer sees, ply by ply.

Review the files in ``tests/playthroughs/`` like code: a change of rules, words or views shows up as
a diff. Renewing keeps the moves and rewrites what they lead to; ``--seed`` plays other matches::

    python -m scripts.playthrough            # after a change, all games
    python -m scripts.playthrough --seed 3   # other matches
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Final

from render.i18n import translate
from rules import registry
from rules.notation import format_move, parse_move, verb
from rules.protocol import CHANCE, WATCHER, Outcome
from rules.registry import AnyRules
from rules.text import Seat, Text

FOLDER: Final = Path(__file__).parent.parent / "tests" / "playthroughs"
_MOVE: Final = re.compile(r"^== \d+ (\S+): (.+)$", re.MULTILINE)
_NAMES: Final = {seat: f"P{seat}" for seat in range(6)}
_SEATS: Final = {"chance": CHANCE, **{name: seat for seat, name in _NAMES.items()}}


def path_of(slug: str, seats: int) -> Path:
    """Return the path of the playthrough of a game with this number of seats."""
    return FOLDER / f"{slug}_{seats}.txt"


def recorded(text: str) -> list[tuple[Seat, str]]:
    """Return the seat and the notation of each move of a playthrough."""
    return [(_SEATS[who], move) for who, move in _MOVE.findall(text)]


def random_moves(
    rules: AnyRules, seats: int, seed: int, preferred: Collection[str] = ()
) -> list[tuple[Seat, str]]:
    """Return the seat and the notation of each move of a random match.

    Args:
        rules: The game.
        seats: The number of players.
        seed: Which match.
        preferred: Verbs; while a move with one of them is legal, a player makes no other.
    """
    rng, found = Random(seed), []
    state = rules.initial_state(seats, frozenset())
    while acting := sorted(rules.to_act(state)):
        seat = rng.choice(acting)
        moves = rules.legal_moves(state, seat)
        moves = [move for move in moves if verb(type(move)) in preferred] or moves
        move = rules.chance_move(state, rng) if seat == CHANCE else rng.choice(moves)
        state = rules.apply(state, seat, move).state
        found.append((seat, format_move(move)))
    return found


def write(rules: AnyRules, seats: int, moves: list[tuple[Seat, str]]) -> str:
    """Return the playthrough of a match.

    A watcher's view is written as the fields that changed; a seat's view as those fields that
    changed and differ from the watcher's.
    """
    lines = [f"# {rules.info.slug}, {seats} seats. Renew with: python -m scripts.playthrough"]
    state = rules.initial_state(seats, frozenset())
    before: dict[Seat, Mapping[str, str]] = {v: {} for v in (WATCHER, *range(seats))}
    for ply, (seat, text) in enumerate(moves, 1):
        after = rules.apply(state, seat, parse_move(rules, text))
        state = after.state
        lines += ["", f"== {ply} {_who(seat)}: {text}"]
        for event in after.events:
            to = "all" if event.audience is None else ",".join(map(_who, sorted(event.audience)))
            lines.append(f"told {to}: {_say(event.text)}")
        lines.append(f"undoable: {after.undoable}")
        public = _shown(rules, state, WATCHER)
        for viewer, old in before.items():
            shown = public if viewer == WATCHER else _shown(rules, state, viewer)
            new = {n: v for n, v in shown.items() if viewer == WATCHER or public.get(n) != v}
            lines += (f"{_who(viewer)} {n} = {v}" for n, v in new.items() if old.get(n) != v)
            lines += (f"{_who(viewer)} {n} is gone" for n in old if n not in shown)
            before[viewer] = new
    lines += ["", *_result(rules.outcome(state))]
    return "\n".join(lines) + "\n"


def _shown(rules: AnyRules, state: object, viewer: Seat) -> Mapping[str, str]:
    view = rules.view(state, viewer)
    shown = dict(_flat("", view))
    shown["headline"] = _say(rules.headline(view))
    shown["prompt"] = _say(rules.prompt(view))
    shown["moves"] = str(len(rules.legal_moves(state, viewer)))
    shown["preparable"] = str(len(rules.preparable(state, viewer)))
    return shown


def _flat(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield the fields of a view, at any depth, as path and value."""
    if is_dataclass(value) and not isinstance(value, type):
        for f in fields(value):
            yield from _flat(f"{name}.{f.name}".lstrip("."), getattr(value, f.name))
    elif isinstance(value, tuple) and any(map(_has_fields, value)):
        for number, item in enumerate(value):
            yield from _flat(f"{name}[{number}]", item)
    elif isinstance(value, tuple):
        yield name, " ".join(map(str, value)) or "-"
    else:
        yield name, str(value)


def _has_fields(value: object) -> bool:
    """Return whether a value has fields, or is a tuple with one that has."""
    return is_dataclass(value) or (isinstance(value, tuple) and any(map(_has_fields, value)))


def _result(outcome: Outcome | None) -> Iterator[str]:
    if outcome is None:
        return
    yield f"reason: {_say(outcome.reason)}"
    for seat, lines in enumerate(outcome.lines):
        yield f"{_who(seat)}: {outcome.scores[seat]} points, rank {outcome.ranks[seat]}"
        for line in lines:
            detail = f": {_say(line.detail)}" if line.detail else ""
            points = "" if line.points is None else line.points
            yield f"  {points:>4}  {_say(line.label)}{detail}"


def _who(seat: Seat) -> str:
    return {CHANCE: "chance", WATCHER: "watcher"}.get(seat, f"P{seat}")


def _say(text: Text) -> str:
    return translate(text, "en", _NAMES)


def main() -> None:
    """Rewrite the playthroughs of every game."""
    parser = argparse.ArgumentParser(prog="python -m scripts.playthrough", description=__doc__)
    parser.add_argument("--seed", type=int, help="play other matches")
    seed = parser.parse_args().seed
    for slug in registry.slugs():
        rules = registry.get(slug)
        for seats in rules.info.seats:
            path = path_of(slug, seats)
            if seed is None and path.exists():
                moves = recorded(path.read_text(encoding="utf-8"))
            else:
                moves = random_moves(rules, seats, seed or 0)
            path.write_text(write(rules, seats, moves), encoding="utf-8")
            print(f"{path.relative_to(FOLDER.parent.parent)}: {len(moves)} moves")


if __name__ == "__main__":
    main()
