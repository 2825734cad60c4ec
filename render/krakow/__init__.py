"""The pictures of Kraków 2009."""

from __future__ import annotations

from typing import Final

from render.i18n import Lang, Names
from render.kit.press import Press
from render.krakow import board, component, hand, result, text
from render.krakow import theme as th
from render.krakow.sample import sample
from render.picture import Picture
from render.speech import pictured, spoken
from rules.krakow.view import KrakowView
from rules.protocol import Outcome
from rules.text import Seat

PRESS: Final = Press(th.TABLE, th.FLATS, sample, "krakow")


class KrakowArtist:
    """Draws Kraków 2009; see `render.picture.Artist`."""

    def __init__(self, press: Press = PRESS) -> None:
        self._press = press

    def board(
        self, view: KrakowView, *, names: Names, lang: Lang, to_act: frozenset[Seat]
    ) -> Picture:
        """Draw the table as `view.seat` sees it: his own hours and cards are shown to him."""
        shown = pictured(names, view.seats, lang)
        return Picture(
            board.png(self._press, view, shown, lang, to_act),
            text.alternative(view, shown, lang),
            text.board(view, spoken(names, view.seats, lang), lang),
        )

    def hand(self, view: KrakowView, *, names: Names, lang: Lang) -> Picture | None:
        """Draw the viewer's cards, hours, laid cards, tokens and sights; None for a watcher."""
        if view.own is None:
            return None
        shown = pictured(names, view.seats, lang)
        return hand.picture(self._press, view, shown, lang)

    def result(self, view: KrakowView, outcome: Outcome, *, names: Names, lang: Lang) -> Picture:
        """Draw the final scores, best first, and how each came about."""
        shown = pictured(names, view.seats, lang)
        return result.picture(self._press, view, outcome, shown, lang)

    def component(self, ids: tuple[str, ...], *, lang: Lang) -> Picture:
        """Draw what is in the box: one thing big with its facts, or some sights side by side."""
        return component.picture(self._press, ids, lang)
