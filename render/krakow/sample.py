"""A sample of everything the theme can show; its palette is learned from it."""

from __future__ import annotations

from collections.abc import Iterable

from render.kit.canvas import Canvas
from render.krakow import heading, panels, stacks
from render.krakow import theme as th
from render.krakow.cards import Disc, Face, Won, cell
from render.krakow.collection import Collection, Owned

_ALL = range(len(th.SEATS))


def sample() -> Iterable[Canvas]:
    """Return canvases with every piece on every background it can have."""
    yield from _market()
    yield from _players()
    yield from _status_lines()


def _market() -> Iterable[Canvas]:
    yield _row(
        [_cell(group, rank, seat) for seat, group in enumerate(th.GROUPS) for rank in ("8", "A")]
    )
    yield _row(
        [_cell(group, "L", seat) for seat, group in enumerate(th.GROUPS)]
        + [
            _cell("", "O", 0),
            cell(148, 192, Won("N", "5", 1, "Ada", False, (Disc(1, 9),)), (), False, True, False),
        ]
    )
    cards = tuple(stacks.Card(seat, "A", "down") for seat in _ALL)
    up = tuple(stacks.Card(seat, "G", "up" if seat else "out") for seat in _ALL)
    yield _row(
        [
            stacks.place(112, 192, "L1", 1, cards, False, False),
            stacks.place(112, 192, "L1", 2, up, True, False),
            stacks.place(112, 192, "L1", 3, cards, False, True),
            stacks.place(148, 112, "T1", 0, (), False, False),
            stacks.place(148, 112, "T1", 12, up, False, False),
        ]
    )


def _players() -> Iterable[Canvas]:
    yield _row(
        [_player(seat) for seat in (0, 1)]
        + [panels.deck(112, 112, 49, "deck"), panels.wordmark(112, 112)]
    )
    yield _row(
        [_player(seat) for seat in (2, 3)]
        + [panels.legend(112, 112, (("N", "N"), ("D", "D"), ("J", "J"), ("I", "I")))]
    )


def _status_lines() -> Iterable[Canvas]:
    for seat in _ALL:
        yield heading.head(828, 86, seat, "Ada lays a card")
    yield heading.status(
        1172,
        74,
        tuple(
            heading.Turn(seat, "Ada", state, True)
            for seat, state in zip(_ALL, ("done", "now", "next", "next"), strict=True)
        ),
    )
    yield heading.status(
        1172,
        74,
        (
            *(
                Won(group, "3", seat, "Ada", True, (Disc(seat, 8), Disc(0, 9)))
                for seat, group in enumerate(th.GROUPS)
            ),
            Won("", "O", -1, "", False, ()),
            heading.Turned(0, "A", "Card"),
            heading.Turned(1, "H", ""),
            *(heading.Back(seat) for seat in _ALL),
        ),
    )


def _cell(group: str, rank: str, seat: int) -> Canvas:
    tokens = (Disc(seat, 0), Disc((seat + 1) % 4, 9))
    return cell(148, 192, Face(group, rank, 3, "Barbakan"), tokens, seat == 1, seat == 2, seat == 3)


def _player(seat: int) -> Canvas:
    rows = tuple(Owned(group, "1238ABF", seat == 1) for group in th.GROUPS)
    shown = panels.Player(
        panels.Title(seat, "Ada", seat == 1, 21),
        panels.Stock(9, 8, 1, seat == 1),
        Collection(rows, (("N", "4"),), (("N", "123"), ("I", "AB")), (("8", "NDJ"),)),
        "Sights",
        panels.Used("ABCDEFGH", 1, (8, 12), ("Up", "Hours")),
    )
    art = Canvas(334, 250, th.TABLE)
    for box, painter, args in panels.player(art.box, shown):
        art.put(painter(box.w, box.h, *args).image, box.x, box.y)
    return art


def _row(tiles: list[Canvas]) -> Canvas:
    """Put tiles side by side."""
    row = Canvas(1200, max(tile.box.h for tile in tiles), th.FELT)
    x = 0
    for tile in tiles:
        row.put(tile.image, x, 0)
        x += tile.box.w
    return row
