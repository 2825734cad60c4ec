"""Collected sights as a table: groups as rows, ranks as columns, sequences joined."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Listed
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.krakow import pieces
from render.krakow import theme as th
from render.speech import Speech
from rules.krakow.components import GROUPS, LETTERS, NUMBERS, RANKS, Group, Sight
from rules.krakow.view import Bonus

COLUMNS = RANKS + "L"
WIDE = 400
"""A narrower table is simplified: bars instead of boxes."""
RAIL = 4
"""Width of the lines beside a card that a set lacks."""
ROOMY = 50
"""Rows higher than this have larger ranks."""


class Owned(NamedTuple):
    """The sights of one group that a player has."""

    group: str
    letter: str
    ranks: str
    lajkonik: bool


class Collection(NamedTuple):
    """A player's sights except the obwarzanki.

    Attributes:
        rows: By group.
        stands: The cards that the lajkoniki stand for, as (group, rank).
        runs: As (group, ranks in order).
        sets: As (rank, groups in order).
    """

    rows: tuple[Owned, ...]
    stands: tuple[tuple[str, str], ...]
    runs: tuple[tuple[str, str], ...]
    sets: tuple[tuple[str, str], ...]


def collect(sights: Listed[Sight], bonus: Bonus, removed: Listed[Group], say: Speech) -> Collection:
    """Return a player's sights and their best sequences for painting."""
    rows = tuple(_owned(sights, group, say) for group in Group if group not in removed)
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


def _owned(sights: Listed[Sight], group: Group, say: Speech) -> Owned:
    mine = [s for s in sights if s.group == group]
    ranks = "".join(s.rank for s in mine if s.rank in RANKS)
    letter = say.name(GROUPS[group].letter)
    return Owned(group.value, letter, ranks, any(s.kind == "lajkonik" for s in mine))


def headings(art: Canvas, room: Box, it: Collection) -> None:
    """Write the ranks above the columns of a simplified table."""
    boxes = _places(room, tuple(owned.group for owned in it.rows), room.h)
    for rank in RANKS:
        box = boxes[it.rows[0].group, rank]
        art.label(room._replace(x=box.x, w=box.w), rank, words.text(words.DETAIL_PX), th.SOFT)


def table(art: Canvas, room: Box, it: Collection, pitch: int) -> None:
    """Paint a collection from the top of the room, in rows at most `pitch` high."""
    small = room.w < WIDE
    boxes = _places(room, tuple(owned.group for owned in it.rows), pitch)
    for owned in it.rows:
        _ground(art, room, owned, it.stands, boxes)
    if not small:
        _joints(art, it, boxes)
    for owned in it.rows:
        _row(art, owned, it, boxes)


@lru_cache(32)
def _places(room: Box, groups: tuple[str, ...], pitch: int) -> Mapping[tuple[str, str], Box]:
    """Return where each card goes, by group and rank."""
    small = room.w < WIDE
    high = min(pitch, room.h // len(groups))
    first = room.x + (40 if small else 44)
    step = (room.right - first - 10) // len(COLUMNS)
    return {
        (group, rank): Box(
            first + at * step + (5 if rank in LETTERS else 10 if rank == "L" else 0),
            room.y + row * high,
            step - (1 if small else 3),
            high - (3 if small else 4),
        )
        for row, group in enumerate(groups)
        for at, rank in enumerate(COLUMNS)
    }


def _ground(
    art: Canvas,
    room: Box,
    owned: Owned,
    stands: Listed[tuple[str, str]],
    boxes: Mapping[tuple[str, str], Box],
) -> None:
    """Paint a group's symbol and its empty spaces: bars if small, else boxed ranks."""
    group, cy = owned.group, boxes[owned.group, "1"].cy
    if room.w < WIDE:
        art.stamp_at(pieces.symbol(group, 18, th.GROUP_INKS[group]), room.x + 9, cy)
        line = Box(room.x + 20, cy - 12, 18, 24)
        art.label(line, owned.letter, words.bold(words.DETAIL_PX), th.GROUP_INKS[group])
        for part in (NUMBERS, LETTERS, "L"):
            start, end = boxes[group, part[0]], boxes[group, part[-1]]
            art.fill(Box(start.x, start.cy - 6, end.right - start.x, 12), th.SHADE)
        return
    size = min(38, boxes[group, "1"].h)
    pieces.mark(art, room.x + 19, cy, size, group, owned.letter, th.GROUP_INKS[group])
    px = 26 if boxes[group, "1"].h > ROOMY else words.DETAIL_PX
    for rank in COLUMNS:
        box = boxes[group, rank]
        art.fill(box, th.SHADE)
        if rank not in owned.ranks + "L" and (group, rank) not in stands:
            art.label(box, rank, words.text(px), th.SOFT)


def _joints(art: Canvas, it: Collection, boxes: Mapping[tuple[str, str], Box]) -> None:
    """Join the cards of each sequence; the line of a set passes beside missing cards."""
    order = [owned.group for owned in it.rows]
    for group, ranks in it.runs:
        start, end = boxes[group, ranks[0]], boxes[group, ranks[-1]]
        art.fill(Box(start.cx, start.cy - 5, end.cx - start.cx, 10), th.SUN)
    for rank, groups in it.sets:
        for one, other in pairwise(groups):
            start, end = boxes[one, rank], boxes[other, rank]
            line = Box(start.x, start.cy, start.w, end.cy - start.cy)
            if order.index(other) == order.index(one) + 1:
                art.fill(Box(start.cx - 5, line.y, 10, line.h), th.SUN)
            else:
                art.fill(line.left(RAIL), th.SUN)
                art.fill(line.after(line.w - RAIL), th.SUN)


def _row(art: Canvas, owned: Owned, it: Collection, boxes: Mapping[tuple[str, str], Box]) -> None:
    joined = {(g, r) for g, ranks in it.runs for r in ranks}
    joined |= {(g, r) for r, groups in it.sets for g in groups}
    if owned.lajkonik:
        _rider(art, boxes[owned.group, "L"], owned.group)
    for rank in owned.ranks:
        here = (owned.group, rank)
        _card(art, boxes[here], owned.group, rank, joined=here in joined)
    for group, rank in it.stands:
        if group == owned.group:
            art.fill(boxes[group, rank], th.SUN)
            _rider(art, boxes[group, rank].inset(2), group, th.PAPER)


def _card(art: Canvas, box: Box, group: str, rank: str, *, joined: bool) -> None:
    small = box.w < 20
    art.fill(box, th.SUN if joined else th.GROUP_INKS[group])
    if joined:
        art.fill(box.top(box.h - 3) if small else box.inset(2), th.GROUP_INKS[group])
    room = box.top(box.h - 3) if small and joined else box
    px = words.DETAIL_PX if small else 34 if box.h > ROOMY else 26
    art.label(room, rank, words.bold(px), th.PAPER)


def _rider(art: Canvas, box: Box, group: str, ground: str = "") -> None:
    """Paint a lajkonik, on `ground` where it stands for another card."""
    ink = th.GROUP_INKS[group]
    art.fill(box, ground or ink)
    size = min(box.w - 2, box.h, 34)
    stamp = pieces.lajkonik(size, size, ink if ground else th.PAPER, ground or ink)
    art.stamp_at(stamp, box.cx, box.cy)
