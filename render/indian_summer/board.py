"""The board picture, a view laid out as tiles, and the areas of the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from render.i18n import Lang, Names
from render.indian_summer import heading, layout, offer, panels, text
from render.indian_summer.floor import Marks
from render.kit import type as words
from render.kit.layout import Box, lent
from render.kit.press import WIDTH, Mosaic, Press
from render.picture import Area, Picture
from render.speech import STOPPED, Speech, brief
from rules.indian_summer.components import ANIMALS, COMMON, PATH, SOLO_PATH, TILES, Spaces, Tile
from rules.indian_summer.view import Change, Phase, StockView, SummerView
from rules.text import Seat, Text, Who, number, t

MARKET: Final = "market"
PAGE: Final = Box(0, 0, WIDTH // 2, WIDTH // 2)
"""The common path and the animals, before they are enlarged."""


def png(press: Press, view: SummerView, names: Names, lang: Lang, to_act: frozenset[Seat]) -> bytes:
    """Return the board picture; `names` must be drawable (`speech.pictured`)."""
    say, view = Speech(names, lang), settled(view)
    boxes = layout.board(view.seats)
    sheet = press.sheet(layout.height(view.seats))
    won = text.won(view)
    seats, over = won or tuple(sorted(to_act)), bool(won)
    head, title, turn = boxes["head"], boxes["title"], say(text.turn(view))
    if (line := asked(view, say, head.w, len(seats))) != say(text.asked(view)):
        head, title = lent(head, title, heading.title_width(turn))
        line = asked(view, say, head.w, len(seats))
    sheet.put(head, heading.head, seats, line, not over, over)
    sheet.put(title, heading.title, turn, text.ending(view))
    if view.rounds:
        put_solo(sheet, boxes, view, say)
    else:
        put_common(sheet, boxes, view)
    put_animals(sheet, boxes, view, say)
    for at, seat in enumerate(text.seats(view)):
        put_panel(sheet, boxes[f"floor{at}"], view, seat, say, seat in to_act)
    return sheet.png()


@dataclass(frozen=True, slots=True)
class Beside(SummerView):
    """A view as it is compared with a newer one.

    Attributes:
        numbering: By seat, what the newer one has covered, which decides where numbers are.
        over: Whether the newer one is over, which decides whether tiles are the next to be taken.
    """

    numbering: tuple[Spaces, ...]
    over: bool


def beside(then: SummerView, now: SummerView) -> SummerView:
    """Return `then` as it is compared with `now`: without marks, laid out the same."""
    known = {field.name: getattr(then, field.name) for field in fields(then)}
    known |= {
        "last": Change(),
        "common": kept_in_place(then.common, now.common),
        "players": tuple(
            replace(old, path=kept_in_place(old.path, new.path))
            for old, new in zip(then.players, now.players, strict=True)
        ),
    }
    covered = tuple(it.covered for it in now.players)
    return Beside(**known, numbering=covered, over=now.phase is Phase.OVER)


def settled(view: SummerView) -> SummerView:
    """Return a view without the marks of the last turn once the match is over."""
    return replace(view, last=Change()) if view.phase is Phase.OVER else view


def kept_in_place(then: tuple[Tile, ...], now: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return an earlier path with the tiles that are still there where they are now.

    In the places of new ones are tiles that are gone, or any other; the rest follows.
    """
    gone = [tile for tile in then if tile not in now]
    spare = next(tile for tile in TILES if tile not in now)
    placed = [tile if tile in then else gone.pop(0) if gone else spare for tile in now]
    return (*placed, *gone)


def asked(view: SummerView, say: Speech, w: int, count: int) -> str:
    """Return what the match waits for, with a name cut to make the sentence fit."""
    if not count and not view.drawing and view.phase in (Phase.SIDES, Phase.TURN, Phase.REFILL):
        return say(STOPPED)
    named = text.winners(view)[0] if view.phase is Phase.OVER else view.active
    won = view.phase is Phase.OVER and not view.solo
    room = w - heading.before(count, acts=not won, won=won) - heading.AFTER
    return say.fitting(text.asked(view), named, words.bold(words.GLANCE_PX), room)


def put_panel(
    sheet: Mosaic,
    room: Box,
    view: SummerView,
    seat: Seat,
    say: Speech,
    acts: bool,
    least: int = words.GLANCE_PX,
) -> None:
    """Put what belongs to a player, their name in letters of `least` pixels or larger."""
    it = view.players[seat]
    won = seat in text.won(view)
    about = panels.About(seat, say.names[seat], acts, text.starts(view, seat), least, won)
    robbed, by = view.seats > 1, view.numbering[seat] if isinstance(view, Beside) else 0
    shown = Marks(fresh=fresh(view, seat), numbering=int(by))
    word = say(t("Empty"))
    sheet.put_all(panels.panel(room, about, it, shown, view.last.tiles, robbed, word))


def fresh(view: SummerView, seat: Seat) -> int:
    """Return the spaces of a player's floor covered in the last turn."""
    return int(view.last.placed) if view.last.seat == seat else 0


def put_common(sheet: Mosaic, boxes: Mapping[str, Box], view: SummerView) -> None:
    """Put the common path from the bush on, the next five lit up, and the reserve.

    None is the next one once the match is over.
    """
    over = view.over if isinstance(view, Beside) else view.phase is Phase.OVER
    sheet.put(boxes["tile0"], offer.bush)
    for n in range(COMMON):
        it = view.common[n] if n < len(view.common) else None
        new = it is not None and it in view.last.tiles
        sheet.put(boxes[f"tile{n + 1}"], offer.common, it, n < PATH and not over, new)
    sheet.put(boxes[f"tile{COMMON + 1}"], offer.reserve, view.reserve)


def put_animals(sheet: Mosaic, boxes: Mapping[str, Box], view: SummerView, say: Speech) -> None:
    """Put the animals that are still available."""
    if not view.with_animals:
        sheet.put(layout.stock(boxes), offer.nothing, say(t("no animals")))
    for n, it in enumerate(view.stock):
        sheet.put(boxes[f"animal{n}"], offer.animal, left(it, say))


def left(it: StockView, say: Speech) -> offer.Left:
    """Return an animal of the stock as it is painted."""
    return offer.Left(it.animal, say.name(ANIMALS[it.animal].name), it.left, it.bears)


def put_solo(sheet: Mosaic, boxes: Mapping[str, Box], view: SummerView, say: Speech) -> None:
    """Put what only the solo game has: two paths, and the games of a series."""
    for name, (title, tiles) in zip(("top", "bottom"), paths(view), strict=True):
        sheet.put_all(offer.solo_path(boxes[name], say(title), tiles, SOLO_PATH))
    sheet.put(boxes["games"], offer.games, games(view, say), say(t("Treasures count at the end")))


def paths(view: SummerView) -> tuple[tuple[Text, tuple[Tile, ...]], ...]:
    """Return the paths of the solo game with their names."""
    return (t("Top Path"), view.top), (t("Bottom Path"), view.bottom)


def games(view: SummerView, say: Speech) -> tuple[tuple[str, str], ...]:
    """Return the finished games, each with its score, then the current one."""
    return tuple(
        (say(t("Game {game}", game=n)), number(result.score))
        for n, result in enumerate(view.results, 1)
    )


def areas(view: SummerView) -> tuple[Area, ...]:
    """Return the floors, the viewer's own first, and then what is there for all.

    In the solo game the paths are large on the board already.
    """
    if view.phase is Phase.SETUP:
        return ()
    shown = sorted(text.seats(view), key=lambda seat: seat != view.seat)
    floors = (Area(f"seat{seat}", t("{who}", who=Who(seat))) for seat in shown)
    return tuple(floors) if view.solo else (*floors, Area(MARKET, t("Tiles and animals")))


def area(
    press: Press, view: SummerView, slug: str, names: Names, lang: Lang, to_act: frozenset[Seat]
) -> Picture:
    """Return an area, large."""
    say, view = Speech(names, lang), settled(view)
    if slug == MARKET:
        png = _market(press, view, say)
        told = [say(line) for line in text.offer(view)]
    else:
        seat = int(slug.removeprefix("seat"))
        room = layout.board(view.seats)[f"floor{text.seats(view).index(seat)}"]
        part = press.enlarged(room.inset(-layout.GAP))
        sheet = part.sheet(layout.height(view.seats))
        put_panel(sheet, room, view, seat, say, seat in to_act, words.DETAIL_PX)
        png, told = sheet.png(), text.player(view.players[seat], say)
    lines = [say(t("{sentence}.", sentence=text.asked(view))), *told]
    short = brief(" ".join(f"{line.rstrip('.')}." for line in lines if line[:1].isalpha()))
    return Picture(png, short, "\n".join(lines))


def _market(press: Press, view: SummerView, say: Speech) -> bytes:
    """Return the picture of the common path and the animals, on a page of its own."""
    sheet = press.enlarged(PAGE).sheet(PAGE.h)
    boxes = layout.corner(PAGE.inset(layout.GAP))
    put_common(sheet, boxes, view)
    put_animals(sheet, boxes, view, say)
    return sheet.png()
