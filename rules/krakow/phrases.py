"""Words that advice, whereabouts and refusals share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.krakow.components import Place, Sight, hour_text, line_cells
from rules.krakow.view import CellView, KrakowView, TokenView
from rules.text import Param, Seat, Text, Who, t


def line_of(view: KrakowView, place: Place) -> list[CellView]:
    """Return the cells of a line in its order; all of them lie there until the awards."""
    found = {c.cell: c for c in view.market}
    return [found[cell] for cell in line_cells(place, view.size)]


def owners(view: KrakowView, tokens: Sequence[TokenView]) -> tuple[Text | Who, ...]:
    """Return whose tokens these are, in seat order; the viewer's own with their hours."""
    counts = Counter(token.seat for token in tokens)
    return tuple(
        _own(tokens, seat) if seat == view.seat else _times(Who(seat), number)
        for seat, number in sorted(counts.items())
    )


def _own(tokens: Sequence[TokenView], seat: Seat) -> Text:
    hours = (hour_text(k.hour) for k in tokens if k.seat == seat and k.hour is not None)
    return t("you {hours}", hours="/".join(hours))


def _times(who: Who, number: int) -> Text | Who:
    return who if number == 1 else t("{who} × {number}", who=who, number=number)


def bracket(thing: Param, more: Param) -> Text:
    """Return an entry of a list with what belongs to it: "N2 (Ada, Bo)"."""
    return t("{thing} ({more})", thing=thing, more=more)


def worth(sight: Sight) -> Text:
    """Return a sight with its points: "N5 (+1)"."""
    return bracket(sight.code, signed(sight.points))


def signed(points: int) -> str:
    """Return points with their sign: ``+4``, ``−1``, ``0``."""
    return f"{points:+d}".replace("-", "−") if points else "0"
