"""Collected sights as a table: groups below each other, ranks side by side, sequences joined."""

from __future__ import annotations

from collections.abc import Sequence as Listed
from typing import NamedTuple

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.krakow import pieces
from render.krakow import theme as th
from rules.krakow.components import LETTERS, RANKS, Group, Sight
from rules.krakow.view import Bonus

COLUMNS = RANKS + "L"


class Owned(NamedTuple):
    """The sights of one group that a player has."""

    group: str
    ranks: str
    lajkonik: bool


class Collection(NamedTuple):
    """A player's sights but the obwarzanki.

    Attributes:
        rows: By group.
        stands: The cards that lajkoniki stand for, as (group, rank).
        runs: As (group, ranks in order).
        sets: As (rank, groups in order).
    """

    rows: tuple[Owned, ...]
    stands: tuple[tuple[str, str], ...]
    runs: tuple[tuple[str, str], ...]
    sets: tuple[tuple[str, str], ...]


def collect(sights: Listed[Sight], bonus: Bonus, removed: Listed[Group]) -> Collection:
    """Return a player's sights and their best sequences as they are painted."""
    rows = tuple(_owned(sights, group) for group in Group if group not in removed)
    stands = tuple((card.group or "", card.rank) for _, card in bonus.choices if card)
    runs = tuple(
        (s.cards[0].group or "", "".join(c.rank for c in s.cards))
        for s in bonus.sequences
        if s.kind == "run"
    )
    sets = tuple(
        (s.cards[0].rank, "".join(c.group or "" for c in s.cards))
        for s in bonus.sequences
        if s.kind == "set"
    )
    return Collection(rows, stands, runs, sets)


def _owned(sights: Listed[Sight], group: Group) -> Owned:
    mine = [s for s in sights if s.group == group]
    ranks = "".join(s.rank for s in mine if s.rank in RANKS)
    return Owned(group.value, ranks, any(s.kind == "lajkonik" for s in mine))


def table(art: Canvas, room: Box, it: Collection, pitch: int) -> None:
    """Paint a collection; rows are at most `pitch` high and begin at the top of the room."""
    high = min(pitch, room.h // len(it.rows))
    first = room.x + (24 if high < 34 else 40)
    step = (room.right - first - 9) // len(COLUMNS)
    boxes = {
        (owned.group, rank): Box(
            first + at * step + (3 if rank in LETTERS else 8 if rank == "L" else 0),
            room.y + row * high,
            step - 3,
            high - 4,
        )
        for row, owned in enumerate(it.rows)
        for at, rank in enumerate(COLUMNS)
    }
    for group, ranks in it.runs:
        start, end = boxes[group, ranks[0]], boxes[group, ranks[-1]]
        art.fill(Box(start.cx, start.cy - 4, end.cx - start.cx, 8), th.SUN)
    for rank, groups in it.sets:
        start, end = boxes[groups[0], rank], boxes[groups[-1], rank]
        art.fill(Box(start.cx - 4, start.cy, 8, end.cy - start.cy), th.SUN)
    for owned in it.rows:
        _row(art, room, owned, it, boxes)


def _row(
    art: Canvas, room: Box, owned: Owned, it: Collection, boxes: dict[tuple[str, str], Box]
) -> None:
    size = 18 if boxes[owned.group, "1"].h < 30 else 28
    head = boxes[owned.group, "1"]
    symbol = pieces.symbol(owned.group, size, th.GROUPS[owned.group])
    art.stamp_at(symbol, room.x + size // 2, head.cy)
    joined = {(g, r) for g, ranks in it.runs for r in ranks}
    joined |= {(g, r) for r, groups in it.sets for g in groups}
    for rank in COLUMNS:
        here = (owned.group, rank)
        box = boxes[here]
        if rank == "L" and owned.lajkonik:
            _rider(art, box, owned.group)
        elif rank in owned.ranks:
            _card(art, box, owned.group, rank, joined=here in joined)
        elif here in it.stands:
            art.plate(box, 4, th.SUN)
            _rider(art, box.inset(2), owned.group, th.PAPER)
        else:
            small = Box(box.x + 1, box.y + 1, box.w - 2, box.h - 2)
            art.fill(small, th.SHADE)


def _card(art: Canvas, box: Box, group: str, rank: str, *, joined: bool) -> None:
    art.plate(box, 5, th.SUN if joined else th.GROUP_INKS[group])
    if joined:
        art.plate(box.inset(2), 3, th.GROUP_INKS[group])
    art.label(box, rank, words.bold(20 if box.h < 32 else 26), th.PAPER)


def _rider(art: Canvas, box: Box, group: str, ground: str = "") -> None:
    """Paint a lajkonik; on `ground` where it stands for another card."""
    ink = th.GROUP_INKS[group]
    art.plate(box, 4, ground or ink)
    size = min(box.w - 2, box.h, 34)
    art.stamp_at(
        pieces.lajkonik(size, size, ink if ground else th.PAPER, ground or ink), box.cx, box.cy
    )
