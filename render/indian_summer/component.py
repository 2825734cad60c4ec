"""The picture of a rulebook entry: a component, large, with its facts."""

from __future__ import annotations

from typing import Final, NamedTuple

from render.exhibition import capital, finished, lay_one, lay_several
from render.i18n import Lang
from render.indian_summer import exhibits, layout
from render.kit.kept import PAGES
from render.kit.press import Press
from render.picture import Picture
from render.speech import Speech
from rules.errors import DataError
from rules.indian_summer.components import (
    ANIMALS,
    COMMON,
    FLOORS,
    MOST,
    SOLO_PATH,
    TILES,
    TREASURE_KINDS,
    TREASURES,
    Animal,
    Colour,
    FloorId,
    Tile,
    Treasure,
)
from rules.text import Text, t, tn


class Shown(NamedTuple):
    """The text about a component: its name and its facts."""

    name: Text
    facts: tuple[Text, ...]


@PAGES
def picture(press: Press, ids: tuple[str, ...], lang: Lang) -> Picture:
    """Return the picture of components.

    Each is drawn only once, because there are few and they never change.

    Raises:
        DataError: An id is unknown, or none is given.
    """
    if not ids:
        raise DataError("no component was given")
    say, kinds = Speech({}, lang), _kinds(ids)
    found = [_shown(key, alike) for key, alike in kinds]
    things = [(key, say(it.name)) for (key, _), it in zip(kinds, found, strict=True)]
    if len(found) == 1:
        facts = tuple(capital(say(fact)) for fact in found[0].facts)
        sheet = press.sheet(layout.SHOWN_HEIGHT)
        lay_one(
            sheet,
            layout.shown(),
            exhibits,
            things[0],
            lambda w, h: exhibits.about(w, h, facts, things[0][0]),
        )
    else:
        sheet = press.sheet(layout.together_height(len(things)))
        lay_several(sheet, layout.together(len(things)), exhibits, things)
    return finished(sheet, [line for it in found for line in _told(it, say)])


def _kinds(ids: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Return each kind of component once, with the ids of tiles that share a drawing."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    drawings = {str(tile): tile.drawing for tile in TILES}
    for key in ids:
        kind = drawings.get(key, key)
        first, alike = found.get(kind, (key, ()))
        found[kind] = (first, (*alike, key))
    return list(found.values())


def _told(it: Shown, say: Speech) -> list[str]:
    return [say(t("{name}.", name=it.name)), *(say(t("{fact}.", fact=f)) for f in it.facts)]


def _tile(tile: Tile, alike: tuple[str, ...]) -> Shown:
    names = {
        Colour.GREEN: t("green three {tiles}", tiles=" ".join(alike)),
        Colour.YELLOW: t("yellow four {tiles}", tiles=" ".join(alike)),
        Colour.RED: t("red five {tiles}", tiles=" ".join(alike)),
    }
    count = sum(other.drawing == tile.drawing for other in TILES)
    return Shown(
        names[tile.colour],
        (
            t("{count} squares, including the hole", count=tile.size),
            tn("{count} tile like this", "{count} tiles like this", count),
            tn("{count} orientation", "{count} orientations", tile.ways),
        ),
    )


def _animal(animal: Animal) -> Shown:
    kind = ANIMALS[animal]
    holes = kind.drawing.count("x")
    facts = [
        t("covers {count} neighbouring empty holes", count=holes),
        tn("{count} in the box", "{count} in the box", kind.count),
    ]
    if kind.bears is not None:
        facts.append(t("carries a token: {treasure}", treasure=TREASURE_KINDS[kind.bears].name))
    return Shown(t("{name}", name=kind.name), tuple(facts))


_USES: Final = {
    Treasure.BERRY: t("refills your path, or brings a sixth tile"),
    Treasure.NUT: t("places a squirrel"),
    Treasure.MUSHROOM: t("places two tiles from other paths"),
    Treasure.FEATHER: t("places two tiles from your path"),
}


def use(treasure: Treasure) -> Text:
    """Return what a treasure can be spent for."""
    return _USES[treasure]


def _treasure(treasure: Treasure) -> Shown:
    kind = TREASURE_KINDS[treasure]
    return Shown(
        t("{name}", name=kind.name),
        (
            use(treasure),
            t("printed {count} times on each floor", count=_printed(treasure)),
            tn("worth {count} point if you win a solo game",
               "worth {count} points if you win a solo game", kind.points),
        ),
    )  # fmt: skip


def _printed(treasure: Treasure) -> int:
    return next(iter(FLOORS.values())).prints.count(treasure)


def _floor(side: FloorId) -> Shown:
    counts = tuple(
        t("{treasure} {count}", treasure=TREASURE_KINDS[which].name,
          count=FLOORS[side].prints.count(which))
        for which in TREASURES
    )  # fmt: skip
    return Shown(
        t("forest floor {floor}", floor=str(side)),
        (
            t("board {board}, side {side}", board=side.board, side=side[-1]),
            t("72 spaces in six areas of twelve"),
            t("printed: {counts}", counts=counts),
        ),
    )


_THINGS: Final[dict[str, Shown]] = {
    "squirrel": Shown(
        t("squirrel"),
        (
            t("covers one empty space"),
            t("free as your main action"),
            t("one more for each Nut"),
        ),
    ),
    "backpack": Shown(
        t("backpack"),
        (
            t("marks the head of your path"),
            t("other players' Mushrooms take the tile beside it"),
        ),
    ),
    "shoes": Shown(
        t("hiking shoes"),
        (
            t("held by the start player"),
            t("the last round ends just before this player"),
        ),
    ),
    "bush": Shown(
        t("berry bush"),
        (
            t("stands at the head of the common path"),
            t("the tile beside it is taken first"),
        ),
    ),
    "player-path": Shown(
        t("your path"),
        (
            t("your leaf tiles in a row, up to {count}", count=MOST),
            t("place any of them"),
            t("refills automatically when empty"),
        ),
    ),
    "common-path": Shown(
        t("common path"),
        (
            t("{count} leaf tiles in a row, starting at the bush", count=COMMON),
            t("new tiles for all players come from here"),
            t("refilled from the reserve when few are left"),
        ),
    ),
    "reserve": Shown(
        t("tile reserve"),
        (
            t("leaf tiles not yet turned up"),
            t("nobody knows their order"),
        ),
    ),
    "top-path": Shown(
        t("Top Path"),
        (
            t("solo game only: {count} tiles at the start", count=SOLO_PATH),
            t("tiles are taken from its left or right end"),
        ),
    ),
    "bottom-path": Shown(
        t("Bottom Path"),
        (
            t("solo game only: {count} tiles at the start", count=SOLO_PATH),
            t("tiles are taken from its left or right end"),
        ),
    ),
}


def _shown(key: str, alike: tuple[str, ...]) -> Shown:
    if key in set(map(str, TILES)):
        return _tile(Tile.parse(key), alike)
    if key in set(Animal):
        return _animal(Animal(key))
    if key in set(Treasure):
        return _treasure(Treasure(key))
    if key in FLOORS:
        return _floor(FloorId(key))
    if key in _THINGS:
        return _THINGS[key]
    raise DataError(f"no such component: {key!r}")
