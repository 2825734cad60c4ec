"""The areas of the board: each lodge, the rooms and guests, the amenities."""

from __future__ import annotations

from typing import Final

from render.i18n import Lang, Names
from render.kit.press import Press
from render.lodge import board, layout, panels, text
from render.picture import Area, Picture
from render.speech import Speech
from rules.lodge.view import LodgeView
from rules.text import Seat, Who, t

TALLEST: Final = 1404
"""The most height of a lodge by itself: two wings are as high as a large board."""


def areas(view: LodgeView) -> tuple[Area, ...]:
    """Return the areas: the lodges, the viewer's own first, then what is on offer."""
    shown = sorted(text.seats(view), key=lambda seat: seat != view.seat)
    return (
        *(Area(f"seat{seat}", t("{who}", who=Who(seat))) for seat in shown),
        Area("rooms", t("Rooms and guests")),
        *((Area("amenities", t("Amenities")),) if any(view.amenities) else ()),
    )


def picture(
    press: Press, view: LodgeView, slug: str, names: Names, lang: Lang, to_act: frozenset[Seat]
) -> Picture:
    """Return an area: a part of the board, or a lodge on a page of its own."""
    say = Speech(names, lang)
    if slug in layout.AREAS:
        part = press.enlarged(layout.area(view.seats, slug))
        png = board.png(part, view, names, lang, to_act)
    else:
        seat = int(slug.removeprefix("seat"))
        it = board.lodge(view, view.players[seat], say, seat in to_act)
        page = layout.alone(panels.across(it)).page
        sheet = press.enlarged(page, TALLEST).sheet(page.h)
        sheet.put_all(panels.alone(it))
        png = sheet.png()
    return Picture(png, *text.area(view, slug, say))
