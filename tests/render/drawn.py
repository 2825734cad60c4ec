"""Shared by picture tests: real positions, a made-up one, and spies on canvases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final, cast
from unittest.mock import patch

from PIL import Image

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.type import Font
from rules.krakow.components import SIGHTS, Action, Group, Place, Sight, places
from rules.krakow.score import bonus_of, sight_points
from rules.krakow.view import (
    AwardsView,
    AwardView,
    CellView,
    Change,
    Decision,
    DoneView,
    KrakowView,
    LaidView,
    Own,
    Phase,
    PlaceView,
    PlayerView,
    StoppedView,
    TokenView,
)
from rules.protocol import CHANCE, WATCHER
from rules.registry import get

KRAKOW: Final = get("krakow")
NAMES: Final = {
    0: "Ada",
    1: "Bartłomiej Brzęczyszczykiewicz-Wąchocki 🎲🎲",
    2: "🦊 狐",
    3: "Дмитрий_the **Great** ŻÓŁĆ",
}


@cache
def states(seats: int, seed: int) -> tuple[object, ...]:
    """Return every state of a random match in which a player decides, and the end."""
    rng = Random(seed)
    state = KRAKOW.initial_state(seats, frozenset())
    found = []
    while actors := KRAKOW.to_act(state):
        seat = min(actors)
        if seat == CHANCE:
            move = KRAKOW.chance_move(state, rng)
        else:
            found.append(state)
            move = rng.choice(list(KRAKOW.legal_moves(state, seat)))
        state = KRAKOW.apply(state, seat, move).state
    return (*found, state)


def seen(state: object, seat: int = WATCHER) -> KrakowView:
    """Return how a state looks to a seat."""
    return cast("KrakowView", KRAKOW.view(state, seat))


def waiting(state: object) -> frozenset[int]:
    """Return the seats to act, without chance."""
    return frozenset(seat for seat in KRAKOW.to_act(state) if seat >= 0)


def made_up(seats: int, phase: Phase) -> KrakowView:
    """Return a full table not made by the engine, which only this file can change."""
    size = 3 if seats == 2 else 4
    removed = (Group.JAPANESE, Group.ICELANDERS) if seats == 2 else ()
    cards = [s for s in SIGHTS if s.group not in removed]
    cards = [cards[i * 23 % len(cards)] for i in range(len(cards))]
    market = tuple(
        CellView(n, cards[n], _tokens(n, seats) if phase is Phase.RESERVATION else ())
        for n in range(size * size)
    )
    spots = tuple(_spot(n, p, seats, phase) for n, p in enumerate(places(size)))
    acting = Decision(seats - 1, "lay")
    if phase is Phase.RESERVATION:
        acting = Decision(seats - 1, "reserve", Place.T2, Action.RESERVE_TWO, left=2)
    return KrakowView(
        seat=0, seats=seats, size=size, phase=phase, round=2, rounds=4, queue=1, queues=3,
        start=1, removed=removed, deck=17, aside=tuple(cards[-3:]), market=market, places=spots,
        done=(), decision=acting, takers=(1,) if phase is Phase.RESERVATION else (),
        players=tuple(_player(n, cards[16 + 4 * n : 22 + 4 * n]) for n in range(seats)),
        last=Change((Place.L1,), (1, 2)),
        awards=AwardsView(1, (
            AwardView(0, cards[0], (TokenView(0, None),), 0),
            AwardView(1, cards[1], (TokenView(0, 9), TokenView(1, 12)), 0),
            AwardView(2, cards[2], (TokenView(0, 8), TokenView(1, 8)), None),
        ), ()),
        own=Own(tuple(Action)[:6], (8, 9, 10, 12, 17), ((Place.T2, 1, Action.STOP),), (), 2, 9),
    )  # fmt: skip


def _tokens(n: int, seats: int) -> tuple[TokenView, ...]:
    count = (0, 1, 0, 2, 0, 3, 1, 0, 5, 0, 1)[n % 11]
    return tuple(
        TokenView((n + i) % seats, 11 + i if (n + i) % seats == 0 else None) for i in range(count)
    )


def _spot(n: int, place: Place, seats: int, phase: Phase) -> PlaceView:
    count = (0, 1, 2, 0, 3, 1, 0, 6, 4, 0, 12)[n % 11]
    cards = tuple(LaidView((n + i) % seats, None) for i in range(count))
    if place is Place.T2 and phase is Phase.RESERVATION:
        done = (DoneView(1, place, 0, Action.SHIFT), DoneView(2, place, 1, Action.RESERVE_TWO))
        return PlaceView(place, 2, cards, done, (), True)
    stopped = (StoppedView(place, 1, 1),) if count == 2 else ()
    return PlaceView(place, n + 1 if count else 0, cards, (), stopped, False)


def _player(seat: int, sights: list[Sight]) -> PlayerView:
    mine = tuple(sights)
    bonus, points = bonus_of(mine), sight_points(mine)
    total = points + bonus.points
    return PlayerView(seat, 9 - seat, 10 - seat, mine, tuple(Action)[: 3 + seat], seat % 2,
                      (9, 12)[:seat], points, bonus, total, (), total)  # fmt: skip


@dataclass(frozen=True)
class Written:
    """A line written on a canvas, where its ink is, and what was there before."""

    canvas: Canvas
    line: str
    font: Font
    ink: str
    box: Box
    ground: Image.Image


@contextmanager
def overheard() -> Iterator[list[Written]]:
    """Collect everything that is written on any canvas."""
    heard: list[Written] = []
    real = Canvas.write

    def write(self: Canvas, x: int, y: int, line: str, font: Font, ink: str) -> int:
        if line.strip():
            mask, dx, dy = words.mask(line, font)
            inked = mask.getbbox() or (0, 0, 1, 1)
            box = Box(x + dx + inked[0], y + dy + inked[1], inked[2] - inked[0],
                      inked[3] - inked[1])  # fmt: skip
            ground = self.image.crop((box.x, box.y, box.right, box.bottom))
            heard.append(Written(self, line, font, ink, box, ground))
        return real(self, x, y, line, font, ink)

    with patch.object(Canvas, "write", write):
        yield heard
