"""Every pad leads from any legal place to others, and has a picture."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import pytest

from render.i18n import LANGS
from render.picture import PadArtist
from rules.notation import described, format_part, part_types
from rules.pad import AnyPad, best_places, ways
from rules.protocol import CHANCE, Move
from rules.registry import AnyRules
from rules.text import Seat
from tests.contract.checks import playout
from tests.contract.test_contract import GAMES
from tests.contract.test_contract_pictures import ARTISTS, NAMES, check

SOME: Final = 60
SHOWN: Final = 3
"""The pads of a type that are checked, and the places of each."""
KINDS: Final = [
    (slug, kind) for slug, rules in GAMES.items() for kind in rules.move_types if kind.pad
]
IDS: Final = [f"{slug}-{kind.__name__}" for slug, kind in KINDS]


class Laid(NamedTuple):
    """A pad in a position: whose it is, and the moves that share the parts before it."""

    state: object
    seat: Seat
    places: tuple[Move, ...]


def pads(rules: AnyRules, kind: type[Move], count: int = SOME) -> list[Laid]:
    """Return pads of a move type in random matches, also of seats not to act."""
    found: list[Laid] = []
    for seats in rules.info.seats:
        for step in playout(rules, seats, 0):
            if step.seat != CHANCE:
                found += _pads_now(rules, kind, step.state, seats)
    return Random(0).sample(found, min(count, len(found)))


def _pads_now(rules: AnyRules, kind: type[Move], state: object, seats: int) -> Iterator[Laid]:
    for seat in range(seats):
        moves = rules.legal_moves(state, seat) or rules.preparable(state, seat)
        found: dict[object, list[Move]] = {}
        for move in moves:
            if type(move) is kind:
                before = [n for n in part_types(kind) if n not in pad_of(kind).parts]
                found.setdefault(tuple(getattr(move, n) for n in before), []).append(move)
        for places in found.values():
            yield Laid(state, seat, tuple(places))


def pad_of(kind: type[Move]) -> AnyPad:
    assert kind.pad is not None
    return kind.pad


@pytest.mark.parametrize(("slug", "kind"), KINDS, ids=IDS)
def test_its_parts_are_the_last_of_the_move(slug: str, kind: type[Move]) -> None:
    pad, names = pad_of(kind), tuple(part_types(kind))
    assert names[len(names) - len(pad.parts) :] == pad.parts
    assert all(described(kind, name) for name in pad.parts)
    assert bool(pad.turn) == (pad.turned is not None) == (pad.flipped is not None)


@pytest.mark.parametrize(("slug", "kind"), KINDS, ids=IDS)
def test_it_leads_from_each_place_to_legal_ones(slug: str, kind: type[Move]) -> None:
    rules, pad, rng = GAMES[slug], pad_of(kind), Random(slug)
    for state, seat, legal in pads(rules, kind):
        places = best_places(pad, rules.view(state, seat), legal)
        assert sorted(places) == sorted(legal)
        for move in rng.sample(places, min(SHOWN, len(places))):
            there = ways(pad, places, move)
            assert set(there.values()) <= set(places) - {move}
            assert ("next" in there) == (len(places) > 1)


@pytest.mark.parametrize(("slug", "kind"), KINDS, ids=IDS)
def test_four_quarters_and_two_flips_change_nothing(slug: str, kind: type[Move]) -> None:
    rules, pad, rng = GAMES[slug], pad_of(kind), Random(slug)
    if pad.turned is None or pad.flipped is None:
        return
    for _, _, places in pads(rules, kind):
        move = rng.choice(places)
        assert pad.flipped(pad.flipped(move)) == move
        turned = move
        for _ in range(4):
            turned = pad.turned(turned)
            assert getattr(turned, pad.cell) == getattr(move, pad.cell)
        assert turned == move


@pytest.mark.parametrize(("slug", "kind"), KINDS, ids=IDS)
def test_what_is_tried_is_drawn_and_told(slug: str, kind: type[Move]) -> None:
    rules, artist, rng = GAMES[slug], ARTISTS[slug], Random(slug)
    assert isinstance(artist, PadArtist)
    for state, seat, places in pads(rules, kind, 6):
        view, move = rules.view(state, seat), rng.choice(places)
        for lang in LANGS:
            picture = artist.trial(view, move, names=NAMES, lang=lang)
            check(picture)
            assert format_part(getattr(move, pad_of(kind).cell)) in picture.alt
        assert picture == artist.trial(view, move, names=NAMES, lang=lang)
