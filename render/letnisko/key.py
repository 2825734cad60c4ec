"""The key to the pictures: what each sign, frame and number means."""

from __future__ import annotations

from typing import Final

from render import legend
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.legend import Entry, Key, Put, counted, group, plated, stamped
from render.letnisko import icons, layout, panels, pieces, train
from render.letnisko import theme as th
from render.letnisko.board import signs
from render.letnisko.panels import Coming
from render.speech import Speech
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
from rules.text import t

SIZE: Final = 52
"""Size of most signs."""


def _guest(kind: Guest) -> Entry:
    def put(art: Canvas, box: Box, say: Speech) -> None:
        letter = signs(Guest, say)[tuple(Guest).index(kind)]
        art.stamp_at(pieces.guest(letter, SIZE - 4), box.cx, box.cy)

    look = GUESTS[kind]
    return Entry(put, t("{guest}: rent {rent} zł", guest=look.name, rent=look.rent_zl))


def _brings(art: Canvas, box: Box, say: Speech) -> None:
    art.stamp_at(pieces.small_house(House.COTTAGE, 48), box.cx - 38, box.cy - 4)
    art.stamp_at(icons.arrow(20, 14, th.SOFT), box.cx, box.cy)
    art.stamp_at(pieces.guest(signs(Guest, say)[0], 38), box.cx + 36, box.cy)


def _weather(*kinds: Weather) -> Entry:
    def put(art: Canvas, box: Box, _: Speech) -> None:
        art.plate(box.inset(1, 2), 12, th.SKY)
        for at, kind in enumerate(kinds):
            art.stamp_at(icons.weather(kind, 40), box.cx - 43 + 43 * at, box.cy)

    names = tuple(t("{name}", name=WEATHER[kind].name) for kind in kinds)
    return Entry(put, t("{list}", list=names))


def _forecast(art: Canvas, box: Box, _: Speech) -> None:
    for at, icon in enumerate(("cloud", "sun")):
        cx = box.cx - 32 + 64 * at
        art.disc(cx, box.cy, SIZE + 6, th.SKY)
        art.stamp_at(icons.forecast(icon, 48), cx, box.cy)


def _ahead(art: Canvas, box: Box, say: Speech) -> None:
    art.plate(box.inset(9, 6), 12, th.SKY)
    counted("2", th.INK, icons.weather, "rain", 48)(art, box, say)


def _driven(art: Canvas, box: Box, say: Speech) -> None:
    it = train.Stack(say.name(SEAT_LETTERS[1]), Tokens.ONE)
    driven = train.driven(box.w - 2, layout.BAND, it)
    art.plate(box.inset(0, 1), 3, th.PINE)
    art.put(driven.image, box.x + 1, box.cy - layout.BAND // 2)


def _discs(art: Canvas, box: Box, _: Speech) -> None:
    art.disc(box.cx - 40, box.cy, 28, th.SOFT)
    art.disc(box.cx + 32, box.cy, 28, th.SOFT, th.PAPER, 2)
    art.disc(box.cx + 15, box.cy, 28, th.SOFT, th.PAPER, 2)


def _left(art: Canvas, box: Box, _: Speech) -> None:
    art.stamp_at(icons.pine(SIZE), box.cx - 30, box.cy)
    art.label(box.after(box.w // 2), "×9", words.bold(36), th.SOFT, "left")


def _token(kind: Tokens) -> Put:
    def put(art: Canvas, box: Box, say: Speech) -> None:
        letter, size = say.name(SEAT_LETTERS[1]), SIZE - 8
        left = box.cx - pieces.tokens_width(kind, size) // 2
        pieces.tokens(art, left, box.cy, size, letter, kind)

    return put


def _placed(art: Canvas, box: Box, _: Speech) -> None:
    art.stamp_at(pieces.hollow(38, th.SAND), box.cx - 26, box.cy)
    art.stamp_at(pieces.spent(44, th.SAND), box.cx + 24, box.cy)


def _lodged(art: Canvas, box: Box, say: Speech) -> None:
    guest = signs(Guest, say)[0]
    pieces.lodged(art, box.cx - 34, box.cy - 38, 68, House.COTTAGE, 2, guest)


def _plate(art: Canvas, box: Box, say: Speech) -> None:
    home = panels.Home(4, House.VILLA.value, signs(Guest, say)[:2], False)
    legend.tiled(panels.plate, 104, panels.PLATE, home)(art, box, say)


def _coming(art: Canvas, box: Box, say: Speech) -> None:
    it = Coming((Card.VILLA.value,), signs(Guest, say)[0])
    wide = panels.coming_width(it) - 16
    legend.tiled(panels.coming, wide, panels.COMING, it)(art, box, say)


def _homeless(art: Canvas, box: Box, _: Speech) -> None:
    art.stamp_at(pieces.small_house(House.COTTAGE, SIZE), box.cx, box.cy)
    art.stamp_at(icons.bar(SIZE, SIZE, th.RED, 6), box.cx, box.cy)


def _auto(state: int) -> Put:
    return lambda art, box, _: panels.automobile(art, box.cx - 38, box.cy - 33, state)


def _acts(art: Canvas, box: Box, _: Speech) -> None:
    for inset, fill in ((0, th.PINE), (6, th.SUN), (12, th.PAPER)):
        art.plate(box.inset(6 + inset, 4 + inset), 12 - inset // 3, fill)


def _touched(art: Canvas, box: Box, _: Speech) -> None:
    art.plate(box.inset(6, 4), 12, th.PINE)
    pieces.touched(art, box.inset(12, 10), 10, 8)
    art.plate(box.inset(20, 18), 8, th.PAPER)


def _rents(art: Canvas, box: Box, _: Speech) -> None:
    plates = box.inset(0, 10).columns(2, 6)
    for plate, fill, amount in zip(plates, (th.SUN, th.SHADE), ("400", "200"), strict=True):
        art.plate(plate, 10, fill)
        art.label(plate, amount, words.bold(30), th.INK)


VISITORS: Final = group(t("Guests"), *map(_guest, Guest))
TRAIN: Final = group(
    t("Weather and train"),
    Entry(_brings, t("each cottage in town brings this guest")),
    _weather(Weather.STORM, Weather.RAIN, Weather.CLOUDS),
    _weather(Weather.PARTLY, Weather.EXAM, Weather.HOT),
    Entry(_forecast, t("next week's card: cloud or sun")),
    Entry(_ahead, t("weather cards not yet drawn")),
    Entry(_driven, t("two train cars claimed by automobile")),
    Entry(
        plated("+100 zł", th.MARK, th.RED, 112),
        t("{amount} zł from the conductor for each token", amount=PARCEL_ZL),
    ),
)
INVESTMENTS: Final = group(
    t("Investments"),
    Entry(_discs, t("the price for one token, for two together")),
    Entry(_left, t("cards left")),
)
TOKENS: Final = group(
    t("Tokens"),
    Entry(_token(Tokens.ONE), t("a player's token, with their letter")),
    Entry(_token(Tokens.PORTER), t("the porter")),
    Entry(_placed, t("placed already: a token, the porter")),
)
TOWN: Final = group(
    t("Houses"),
    *(
        Entry(stamped(pieces.small_house, house, SIZE), t("{name}", name=it.name))
        for house, it in HOUSES.items()
    ),
    Entry(_lodged, t("house 2, with a guest and an empty room")),
    Entry(_plate, t("the same, small: a bar for each storey")),
)
PLAYERS: Final = group(
    t("Players"),
    Entry(
        legend.tiled(panels.points, panels.POINTS, panels.TITLE, 21),
        t("points if the match ended now"),
    ),
    Entry(stamped(icons.crown, 46), t("President")),
    Entry(counted("2", th.INK, icons.pine, SIZE), t("free forest lots")),
    Entry(_coming, t("bought and invited this week")),
    Entry(_homeless, t("at a week's end: a house that had no place")),
    Entry(_auto(0), t("automobile, ready to drive")),
    Entry(_auto(1), t("at the station, will need fuel")),
    Entry(_auto(2), t("needs fuel")),
    Entry(_auto(3), t("refuelled, ready next week")),
)
FRAMES: Final = group(
    t("Frames"),
    Entry(_acts, t("whose move it is, or who has won")),
    Entry(_touched, t("what changed last")),
    Entry(_rents, t("the choice with the most rent, and another")),
)
COLUMNS: Final = ((VISITORS, TRAIN), (INVESTMENTS, TOKENS, TOWN), (PLAYERS, FRAMES))
KEY: Final = Key(COLUMNS, th.PINE, th.PAPER, th.CREAM, th.SUN, th.INK, side=132, row=76)
