"""A sample of everything the theme can show; its palette is learned from it."""

from __future__ import annotations

from collections.abc import Iterable

from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed, paint
from render.letnisko import heading, offer, panels, train
from render.letnisko import theme as th
from render.letnisko.train import Stack, Taken
from rules.letnisko.components import Card, Icon, Tokens, Weather

_LETTERS = "OBYLG"
_ALL = range(len(_LETTERS))
_KINDS = tuple(Tokens)


def sample() -> Iterable[Canvas]:
    """Return canvases with every piece on every background it can have."""
    yield from _train()
    yield from _shop()
    yield from _panels()
    yield _plates()
    yield from _heads()


def _train() -> Iterable[Canvas]:
    mixed = tuple(Stack(_LETTERS[seat], _KINDS[seat % 4], 1 + (seat in (0, 4))) for seat in _ALL)
    yield _row(
        [
            *(
                _painted(
                    206, 244, train.engine(Box(0, 0, 206, 244), "+100 zł", some, some[2:] != ())
                )
                for some in (mixed[:2], mixed[2:])
            ),
            *(
                _painted(
                    122,
                    190,
                    train.car(
                        Box(0, 0, 122, 190), n + 1, "SCHS", (" " + _LETTERS)[n].strip(), n == 2
                    ),
                )
                for n in range(6)
            ),
        ]
    )
    taken = (
        *(Taken(n + 1, n + 1, stack) for n, stack in enumerate(mixed)),
        Taken(6, 7, Stack("G", Tokens.PORTER)),
        Taken(8, 9, Stack("O", Tokens.TWO)),
    )
    band = Box(0, 0, 1100, 54)
    yield _row([_painted(1100, 54, train.claims(band, 9, taken)), train.rest(100, 154)])


def _shop() -> Iterable[Canvas]:
    mixed = tuple(Stack(_LETTERS[seat], _KINDS[(seat + 1) % 4]) for seat in _ALL)
    yield _row(
        [
            _painted(226, 232, offer.offer(Box(0, 0, 226, 232), _offer(c, mixed), n == 2))
            for n, c in enumerate(Card)
        ]
    )


def _offer(card: Card, visits: tuple[Stack, ...]) -> offer.Offer:
    return offer.Offer(
        card, "villa", "100", 9, visits, (400, 200), card is not Card.VILLA, "none left"
    )


def _panels() -> Iterable[Canvas]:
    for seat in _ALL:
        homes = tuple(
            panels.Home(n + 1, kind, guests, n == 1)
            for n, (kind, guests) in enumerate((("K", "S"), ("V", "SC"), ("P", "CH")))
        )
        shown = panels.Player(
            panels.PlayerHead(_LETTERS[seat], "Ada", seat == 1, seat == 2),
            panels.Means(_LETTERS[seat], seat % 3, ("", "left", "used")[seat % 3], "1200 zł", 21),
            homes,
            panels.Coming(("villa", "automobile"), "SCH") if seat > 3 else panels.Coming((), ""),
            panels.Stock(2, (1, 1, 1, 1) if seat == 0 else (0, 1, 0, 0)),
        )
        art = Canvas(900, 150, th.PINE)
        paint(art, panels.player(art.box, shown))
        yield art


def _plates() -> Canvas:
    lots = tuple(panels.Home(n, "KVP"[n % 3], "SCH"[n % 3] * 2, n == 4) for n in range(1, 9))
    return _row([panels.plate(90, 34, lot) for lot in lots])


def _heads() -> Iterable[Canvas]:
    for seat in _ALL:
        yield heading.head(828, 80, _LETTERS[seat], "Ada places tokens")
    yield heading.head(828, 80, _LETTERS, "Ada places tokens")
    yield heading.title(334, 80, "Week 3", "Houses")
    ahead = tuple((weather.value, n) for n, weather in enumerate(Weather))
    brings = tuple(heading.Brought(h, g, 1) for h, g in (("K", "S"), ("V", "C"), ("P", "H")))
    for n, weather in enumerate(Weather):
        icon = tuple(Icon)[n % 2].value
        it = heading.Sky(weather, "Rain", brings, "", icon, ("next week", "sun"), ahead, "left")
        yield _painted(1172, 104, heading.sky(Box(0, 0, 1172, 104), it))


def _painted(w: int, h: int, parts: Iterable[Placed]) -> Canvas:
    art = Canvas(w, h, th.PINE)
    paint(art, parts)
    return art


def _row(tiles: list[Canvas]) -> Canvas:
    """Put tiles side by side."""
    row = Canvas(1200, max(tile.box.h for tile in tiles), th.PINE)
    x = 0
    for tile in tiles:
        row.put(tile.image, x, 0)
        x += tile.box.w
    return row
