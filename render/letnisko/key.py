"""The key to the pictures: what each sign, frame and number means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from render.i18n import Lang
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.kept import PAGES
from render.kit.layout import Box
from render.kit.press import WIDTH, Press
from render.letnisko import exhibits, icons, layout, panels, pieces, train
from render.letnisko import theme as th
from render.letnisko.board import signs
from render.letnisko.panels import Coming
from render.letnisko.pieces import LEAST_PX
from render.picture import Picture
from render.speech import Speech, brief
from rules.letnisko.components import (
    GUESTS,
    HOUSES,
    PARCEL_ZL,
    SEAT_LETTERS,
    WEATHER,
    Card,
    Guest,
    House,
    Tokens,
    Weather,
)
from rules.text import Text, t

Drawn: TypeAlias = Callable[[Canvas, Box, str, str], None]
"""Paints a sign into a box, given the letter of a seat and those of the guests."""
SIZE: Final = 52
"""Size of most signs."""
CLOUDY: Final = (Weather.STORM, Weather.RAIN, Weather.CLOUDS)
SUNNY: Final = (Weather.PARTLY, Weather.EXAM, Weather.HOT)


class Sign(NamedTuple):
    """A sign and what it means."""

    drawn: Drawn
    means: Text


class Group(NamedTuple):
    """Signs that belong together, under a title."""

    title: Text
    signs: tuple[Sign, ...]


def _guest(at: int) -> Drawn:
    def drawn(art: Canvas, box: Box, letter: str, guests: str) -> None:
        art.stamp_at(pieces.guest(guests[at], SIZE - 4), box.cx, box.cy)

    return drawn


def _house(kind: House) -> Drawn:
    def drawn(art: Canvas, box: Box, letter: str, guests: str) -> None:
        art.stamp_at(pieces.small_house(kind, SIZE), box.cx, box.cy)

    return drawn


def _lodged(art: Canvas, box: Box, letter: str, guests: str) -> None:
    pieces.lodged(art, box.cx - 36, box.cy - 40, 72, House.COTTAGE, 2, guests[0])


def _plate(art: Canvas, box: Box, letter: str, guests: str) -> None:
    wide = Box(box.cx - 53, box.cy - panels.PLATE // 2, 104, panels.PLATE)
    plate = panels.plate(wide.w, wide.h, panels.Home(4, House.VILLA.value, guests[:2], False))
    art.put(plate.image, wide.x, wide.y)


def _token(kind: Tokens) -> Drawn:
    def drawn(art: Canvas, box: Box, letter: str, guests: str) -> None:
        size = SIZE - 8
        left = box.cx - pieces.tokens_width(kind, size) // 2
        pieces.tokens(art, left, box.cy, size, letter, kind)

    return drawn


def _placed(art: Canvas, box: Box, letter: str, guests: str) -> None:
    art.stamp_at(pieces.hollow(38, th.SAND), box.cx - 26, box.cy)
    art.stamp_at(pieces.spent(44, th.SAND), box.cx + 24, box.cy)


def _discs(art: Canvas, box: Box, letter: str, guests: str) -> None:
    art.disc(box.cx - 40, box.cy, 28, th.SOFT)
    art.disc(box.cx + 32, box.cy, 28, th.SOFT, th.PAPER, 2)
    art.disc(box.cx + 15, box.cy, 28, th.SOFT, th.PAPER, 2)


def _left(art: Canvas, box: Box, letter: str, guests: str) -> None:
    art.stamp_at(icons.stack(32, 36, th.SOFT, th.PAPER), box.cx - 18, box.cy)
    art.label(box.after(box.w // 2 + 4), "9", words.bold(34), th.SOFT, "left")


def _forests(art: Canvas, box: Box, letter: str, guests: str) -> None:
    art.stamp_at(icons.pine(SIZE), box.cx - 18, box.cy)
    art.label(box.after(box.w // 2 + 10), "2", words.bold(34), th.INK, "left")


def _auto(state: int) -> Drawn:
    def drawn(art: Canvas, box: Box, letter: str, guests: str) -> None:
        panels.automobile(art, box.cx - 38, box.cy - 34, state)

    return drawn


def _president(art: Canvas, box: Box, letter: str, guests: str) -> None:
    art.stamp_at(icons.crown(46), box.cx, box.cy)


def _points(art: Canvas, box: Box, letter: str, guests: str) -> None:
    points = panels.points(panels.POINTS, panels.TITLE, 21)
    art.put(points.image, box.cx - panels.POINTS // 2, box.cy - panels.TITLE // 2)


def _coming(art: Canvas, box: Box, letter: str, guests: str) -> None:
    it = Coming((Card.VILLA.value,), guests[0])
    wide = panels.coming_width(it) - 16
    coming = panels.coming(wide, panels.COMING, it)
    art.put(coming.image, box.cx - wide // 2, box.cy - panels.COMING // 2)


def _brings(art: Canvas, box: Box, letter: str, guests: str) -> None:
    art.stamp_at(pieces.small_house(House.COTTAGE, 48), box.cx - 38, box.cy - 4)
    art.stamp_at(icons.arrow(20, 14, th.SOFT), box.cx, box.cy)
    art.stamp_at(pieces.guest(guests[0], 38), box.cx + 36, box.cy)


def _forecast(art: Canvas, box: Box, letter: str, guests: str) -> None:
    for at, icon in enumerate(("cloud", "sun")):
        cx = box.cx - 32 + 64 * at
        art.disc(cx, box.cy, SIZE + 6, th.SKY)
        art.stamp_at(icons.forecast(icon, 48), cx, box.cy)


def _ahead(art: Canvas, box: Box, letter: str, guests: str) -> None:
    art.plate(box.inset(18, 6), 12, th.SKY)
    art.stamp_at(icons.weather("rain", 48), box.cx - 18, box.cy)
    art.label(box.after(box.w // 2 + 12), "2", words.bold(34), th.INK, "left")


def _driven(art: Canvas, box: Box, letter: str, guests: str) -> None:
    it = train.Taken(1, 2, train.Stack(letter, Tokens.ONE))
    room = box.inset(8, 1)
    band = train.band(room.w - 4, layout.BAND, 2, (it,))
    art.plate(room, 3, th.PINE)
    art.put(band.image, room.x + 2, room.cy - layout.BAND // 2)


def _handed(art: Canvas, box: Box, letter: str, guests: str) -> None:
    plate = Box(box.cx - 49, box.cy - 22, 98, 44)
    art.plate(plate, 10, th.RED)
    art.label(plate, "+100 zł", words.bold(30), th.MARK)


def _based(art: Canvas, box: Box, letter: str, guests: str) -> None:
    art.stamp_at(icons.pine(SIZE), box.cx - 36, box.cy)
    art.label(box.after(box.w // 2 - 6), "100 zł", words.text(28), th.SOFT, "left")


def _homeless(art: Canvas, box: Box, letter: str, guests: str) -> None:
    art.stamp_at(pieces.small_house(House.COTTAGE, SIZE), box.cx, box.cy)
    art.stamp_at(icons.bar(SIZE, SIZE, th.RED, 6), box.cx, box.cy)


def _weathers(kinds: tuple[Weather, ...]) -> Drawn:
    def drawn(art: Canvas, box: Box, letter: str, guests: str) -> None:
        art.plate(box.inset(10, 2), 12, th.SKY)
        for at, kind in enumerate(kinds):
            art.stamp_at(icons.weather(kind, 42), box.cx - 47 + 47 * at, box.cy)

    return drawn


def _names(kinds: tuple[Weather, ...]) -> Text:
    return t("{list}", list=tuple(t("{name}", name=WEATHER[kind].name) for kind in kinds))


def _framed(colour: str, ground: str) -> Drawn:
    def drawn(art: Canvas, box: Box, letter: str, guests: str) -> None:
        art.plate(box.inset(14, 6), 12, th.PINE)
        art.plate(box.inset(20, 12), 10, colour)
        art.plate(box.inset(26, 18), 8, ground)

    return drawn


def _touched(art: Canvas, box: Box, letter: str, guests: str) -> None:
    _framed(th.MARK, th.PAPER)(art, box.left(box.w // 2 + 8), letter, guests)
    art.plate(Box(box.cx + 8, box.cy - 34, 58, 66), 10, th.SUN)
    pieces.lodged(art, box.cx + 10, box.cy - 30, 54, House.COTTAGE, 2, "")


def _rents(art: Canvas, box: Box, letter: str, guests: str) -> None:
    for at, (colour, amount) in enumerate(((th.SUN, "400"), (th.SHADE, "200"))):
        plate = Box(box.x + 8 + 78 * at, box.cy - 22, 72, 44)
        art.plate(plate, 10, colour)
        art.label(plate, amount, words.bold(30), th.INK)


GROUPS: Final = (
    Group(
        t("Guests"),
        tuple(
            Sign(_guest(at), t("{guest}: rent {rent} zł", guest=it.name, rent=it.rent_zl))
            for at, it in enumerate(GUESTS.values())
        ),
    ),
    Group(
        t("Weather and train"),
        (
            Sign(_brings, t("each cottage in town brings this guest")),
            Sign(_weathers(CLOUDY), _names(CLOUDY)),
            Sign(_weathers(SUNNY), _names(SUNNY)),
            Sign(_forecast, t("next week's card: cloud or sun")),
            Sign(_ahead, t("weather cards not yet drawn")),
            Sign(_driven, t("two cars claimed by automobile")),
            Sign(_handed, t("{amount} zł from the conductor for each token", amount=PARCEL_ZL)),
        ),
    ),
    Group(
        t("Investments"),
        (
            Sign(_discs, t("the price for one token, for two together")),
            Sign(_left, t("cards left")),
            Sign(_based, t("a forest lot's base price")),
        ),
    ),
    Group(
        t("Tokens"),
        (
            Sign(_token(Tokens.ONE), t("a player's token, with their letter")),
            Sign(_token(Tokens.PORTER), t("the porter")),
            Sign(_placed, t("placed already: a token, the porter")),
        ),
    ),
    Group(
        t("Houses"),
        (
            *(Sign(_house(house), t("{name}", name=it.name)) for house, it in HOUSES.items()),
            Sign(_lodged, t("house 2, with a guest and an empty room")),
            Sign(_plate, t("the same, small: a bar for each storey")),
        ),
    ),
    Group(
        t("Players"),
        (
            Sign(_points, t("points if the match ended now")),
            Sign(_president, t("President")),
            Sign(_forests, t("free forest lots")),
            Sign(_coming, t("bought and invited this week")),
            Sign(_homeless, t("at a week's end: a house that had no place")),
            Sign(_auto(0), t("automobile, ready to drive")),
            Sign(_auto(1), t("at the station, will need fuel")),
            Sign(_auto(2), t("needs fuel")),
            Sign(_auto(3), t("refuelled, ready next week")),
        ),
    ),
    Group(
        t("Frames"),
        (
            Sign(_framed(th.SUN, th.PAPER), t("whose move it is")),
            Sign(_touched, t("what changed last")),
            Sign(_rents, t("the choice with the most rent, and another")),
        ),
    ),
)
"""All signs; the first four groups are the left column."""
LEFT: Final = 4
HEAD: Final = 46
ROW: Final = 68
TITLE: Final = 62
SIDE: Final = 168
"""Width of the signs."""


@PAGES
def picture(press: Press, lang: Lang) -> Picture:
    """Return the key; it is drawn once in each language."""
    say = Speech({}, lang)
    letters = say.name(SEAT_LETTERS[1]), signs(Guest, say)
    sides = (GROUPS[:LEFT], GROUPS[LEFT:])
    high = max(HEAD * len(side) + ROW * sum(len(it.signs) for it in side) for side in sides)
    page = Box(0, 0, WIDTH, TITLE + high + 2 * layout.EDGE).inset(layout.EDGE)
    sheet = press.sheet(page.bottom + layout.EDGE)
    head = page.top(TITLE)
    sheet.lay(head, exhibits.title(head.w, head.h, say(t("What the signs mean"))))
    for box, side in zip(page.below(TITLE).columns(2, layout.GAP), sides, strict=True):
        sheet.lay(box, _column(box, side, say, letters))
    told = [*_told(say)]
    return Picture(sheet.png(), brief(" ".join(told)), "\n".join(told))


def _column(box: Box, groups: tuple[Group, ...], say: Speech, letters: tuple[str, str]) -> Canvas:
    art = Canvas(box.w, box.h, th.PINE)
    y = 0
    for group in groups:
        title = Box(8, y, box.w - 16, HEAD)
        art.label(title, say(group.title), words.slab(33), th.CREAM, "left")
        plate = Box(0, y + HEAD, box.w, ROW * len(group.signs))
        art.plate(plate, 14, th.PAPER)
        for at, sign in enumerate(group.signs):
            line = Box(0, plate.y + at * ROW + 4, box.w, ROW - 8)
            sign.drawn(art, line.left(SIDE), *letters)
            _meaning(art, line.after(SIDE).left(box.w - SIDE - 10), say(sign.means))
        y = plate.bottom
    return art


def _meaning(art: Canvas, room: Box, line: str) -> None:
    font = words.text(28)
    while font.px > LEAST_PX and words.wrap(line, font, room.w, 2)[-1].endswith(words.ELLIPSIS):
        font = font.at(font.px - 1)
    lines = words.wrap(line, font, room.w, 2)
    for n, part in enumerate(lines):
        row = Box(room.x, room.cy - 14 * len(lines) + 28 * n, room.w, 28)
        art.label(row, part, font, th.INK, "left")


def _told(say: Speech) -> Iterator[str]:
    for group in GROUPS:
        means = tuple(sign.means for sign in group.signs)
        yield say(t("{title}: {means}.", title=group.title, means=means))
