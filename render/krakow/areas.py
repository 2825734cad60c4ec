"""The areas of the board: each player's panel, and the market or its halves."""

from __future__ import annotations

from render.i18n import Lang, Names
from render.kit.layout import around
from render.kit.press import Press
from render.krakow import board, layout, panels, text
from render.picture import Area, Picture
from render.speech import Speech, brief
from rules.krakow.view import KrakowView
from rules.text import Seat, Who, t


def areas(view: KrakowView) -> tuple[Area, ...]:
    """Return the areas: the players, the viewer first, then the market from above."""
    seats = sorted(range(view.seats), key=lambda seat: seat != view.seat)
    rows = [(first, *more) for first, *more in layout.halves(view.size)]
    return (
        *(Area(f"seat{seat}", t("{who}", who=Who(seat))) for seat in seats),
        *(
            Area(f"rows{first}", t("Rows {first}–{last}", first=first, last=more[-1]))
            for first, *more in rows
        ),
    )


def picture(
    press: Press, view: KrakowView, slug: str, names: Names, lang: Lang, to_act: frozenset[Seat]
) -> Picture:
    """Return an area of the board."""
    say = Speech(names, lang)
    lines = [say(t("{sentence}.", sentence=text.asked(view)))]
    if slug.startswith("seat"):
        seat = view.players[int(slug.removeprefix("seat"))]
        room = around([layout.PANEL], layout.GAP)
        sheet = press.enlarged(room).sheet(room.h)
        sheet.put_all(panels.player(layout.PANEL, board.known(view, seat, say, to_act)))
        png = sheet.png()
        lines += map(say, text.player(seat))
    else:
        part = press.enlarged(layout.area(view.size, slug))
        png = board.png(part, view, names, lang, to_act)
        first = int(slug.removeprefix("rows"))
        rows = next(half for half in layout.halves(view.size) if half[0] == first)
        lines += map(say, text.rows(view, rows))
    return Picture(png, brief(" ".join(f"{line.rstrip('.')}." for line in lines)), "\n".join(lines))
