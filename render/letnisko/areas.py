"""The areas of the board: each player's houses, and the investments."""

from __future__ import annotations

from collections.abc import Iterator

from render.i18n import Lang, Names
from render.kit.press import Placed, Press
from render.letnisko import board, layout, panels, text
from render.picture import Area, Picture
from render.speech import Speech, brief
from rules.letnisko.view import LetniskoView
from rules.text import Seat, Who, t

MARKET = "market"


def areas(view: LetniskoView) -> tuple[Area, ...]:
    """Return the areas: the players, the viewer first, and the investments."""
    order = sorted(view.order, key=lambda seat: seat != view.seat)
    seats = tuple(Area(f"seat{seat}", t("{who}", who=Who(seat))) for seat in order)
    return (*seats, Area(MARKET, t("Investments")))


def picture(
    press: Press, view: LetniskoView, slug: str, names: Names, lang: Lang, to_act: frozenset[Seat]
) -> Picture:
    """Return an area, on a page of its own."""
    say = Speech(names, lang)
    page = layout.MARKET if slug == MARKET else layout.ALONE
    sheet = press.enlarged(page).sheet(page.h)
    sheet.put_all(_parts(view, slug, say, to_act))
    told = text.area(view, None if slug == MARKET else _seat(slug))
    lines = [say(line) for line in told]
    return Picture(sheet.png(), brief(" ".join(lines)), "\n".join(lines))


def _seat(slug: str) -> Seat:
    return int(slug.removeprefix("seat"))


def _parts(view: LetniskoView, slug: str, say: Speech, to_act: frozenset[Seat]) -> Iterator[Placed]:
    if slug == MARKET:
        yield from board.offers(view, say, layout.market())
        return
    seat = _seat(slug)
    shown = board.known(view, view.players[seat], say, seat in to_act)
    yield from panels.player(layout.ALONE.inset(layout.GAP), shown, is_high=True)
