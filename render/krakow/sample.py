"""A sample of everything the theme can show; its palette is learned from it."""

from __future__ import annotations

from collections.abc import Iterable

from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed, paint
from render.krakow import hand, heading, panels, stacks
from render.krakow import theme as th
from render.krakow.book import moment
from render.krakow.cards import Face, Won, cell, free, small
from render.krakow.collection import Collection, Owned
from render.krakow.tokens import Disc

_ALL = range(len(th.SEATS))


def sample() -> Iterable[Canvas]:
    """Return canvases with every piece on every background it can have."""
    yield from _market()
    yield from _players()
    yield from _status_lines()
    yield from _private()
    yield _row([_small("", "O")] * 2)


def _market() -> Iterable[Canvas]:
    won = Won(_face("N", "5"), 1, "Ada", False, (Disc(1, 9),))
    yield _row(
        [_cell(group, rank, seat) for seat, group in enumerate(th.GROUPS) for rank in ("8", "A")]
    )
    yield _row(
        [_cell(group, "L", seat) for seat, group in enumerate(th.GROUPS)]
        + [
            _cell("", "O", 0),
            free(152, 192, won, False, True),
        ]
    )
    cards = tuple(stacks.Card(seat, "A", "down") for seat in _ALL)
    up = tuple(stacks.Card(seat, "G", "up" if seat else "out") for seat in _ALL)
    yield _row(
        [
            stacks.place(112, 192, "L", "L1", 1, cards, False, False),
            stacks.place(112, 192, "L", "L1", 2, up, True, False),
            stacks.place(112, 192, "L", "L1", 3, cards, False, True),
            stacks.place(148, 112, "T", "T1", 0, (), False, False),
            stacks.place(148, 112, "T", "T1", 12, up, False, False),
        ]
    )


def _players() -> Iterable[Canvas]:
    yield _row(
        [_player(seat) for seat in (0, 1)]
        + [panels.deck(112, 112, 49, "deck"), panels.wordmark(112, 112)]
    )
    yield _row(
        [_player(seat) for seat in (2, 3)]
        + [
            panels.legend(118, 118, tuple((g, g, g) for g in groups), right)
            for right, groups in enumerate(("ND", "JI"))
        ]
    )


def _status_lines() -> Iterable[Canvas]:
    for seat in _ALL:
        yield heading.head(828, 86, seat, "Ada lays a card")
    yield _status(
        tuple(
            heading.Turn(seat, "Ada", state, True)
            for seat, state in zip(_ALL, ("done", "now", "next", "next"), strict=True)
        ),
    )
    yield _status(
        (
            *(
                Won(_face(group, "3"), seat, "Ada", True, (Disc(seat, 8), Disc(0, 9)))
                for seat, group in enumerate(th.GROUPS)
            ),
            Won(_face("", "O"), -1, "", False, ()),
            heading.Turned(0, "A", "Card"),
            heading.Turned(1, "H", ""),
            *(heading.Back(seat) for seat in _ALL),
        ),
    )


def _private() -> Iterable[Canvas]:
    """Yield what is painted for one player, and awards."""
    yield _row([hand.action(300, 74, seat, hand.CardType("B", "Ada", 2, 4)) for seat in _ALL])
    yield hand.hours(1172, 74, 1, "Ada", (8, 12))
    tied = tuple(Disc(seat, 9, level=seat < 2) for seat in _ALL)
    told = moment.Told("Ada", "Ada")
    yield _row(
        [
            moment.award(580, 140, Won(_face("D", "3"), seat, "Ada", False, tied), told)
            for seat in (-1, 2)
        ]
    )


def _cell(group: str, rank: str, seat: int) -> Canvas:
    tokens = (Disc(seat, 0), Disc((seat + 1) % 4, 9))
    tie = "tie" if seat == 3 else ""
    box = Box(0, 0, 152, 192)
    return _put(box, cell(box, _face(group, rank), tokens, seat == 1, seat == 2, tie))


def _face(group: str, rank: str) -> Face:
    return Face(group, rank, f"{group or rank}3", 3, "Barbakan")


def _player(seat: int) -> Canvas:
    rows = tuple(Owned(group, group, "1238ABF", seat == 1) for group in th.GROUPS)
    shown = panels.Player(
        panels.Title(seat, "Ada", seat == 1, 21),
        panels.Stock(seat, 9, 8, 1, 1, seat == 1),
        Collection(rows, (("N", "4"),), (("N", "123"), ("I", "AB")), (("8", "NDJ"),)),
        "Sights",
        panels.Used((6, 2, 1, 0, 1, 1, 1, 1), (), seat, (8, 12)),
    )
    box = Box(0, 0, 318, 250)
    return _put(box, panels.player(box, shown))


def _status(items: tuple[heading.Item, ...]) -> Canvas:
    box = Box(0, 0, 1172, 74)
    return _put(box, heading.status(box, items))


def _put(box: Box, parts: Iterable[Placed]) -> Canvas:
    """Put tiles together."""
    art = Canvas(box.w, box.h, th.TABLE)
    paint(art, parts)
    return art


def _row(tiles: list[Canvas]) -> Canvas:
    """Put tiles side by side."""
    row = Canvas(1200, max(tile.box.h for tile in tiles), th.FELT)
    x = 0
    for tile in tiles:
        row.put(tile.image, x, 0)
        x += tile.box.w
    return row


def _small(group: str, rank: str) -> Canvas:
    art = Canvas(54, 66, th.TABLE)
    small(art, art.box, _face(group, rank))
    return art
