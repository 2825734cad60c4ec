"""The pictures of Letnisko."""

from __future__ import annotations

from typing import Final

from render.i18n import Lang, Names
from render.kit.press import Press
from render.letnisko import board, component, hand, result, text
from render.letnisko import theme as th
from render.letnisko.sample import sample
from render.picture import Picture
from render.speech import pictured, spoken
from rules.letnisko.view import LetniskoView
from rules.protocol import Outcome
from rules.text import Seat

PRESS: Final = Press(th.PINE, th.FLATS, sample, "letnisko")


class LetniskoArtist:
    """Draws Letnisko; see `render.picture.Artist`."""

    def __init__(self, press: Press = PRESS) -> None:
        self._press = press

    def board(
        self, view: LetniskoView, *, names: Names, lang: Lang, to_act: frozenset[Seat]
    ) -> Picture:
        """Draw the table; it looks the same to every seat, for there are no secrets."""
        return Picture(
            board.png(self._press, view, pictured(names, view.seats, lang), lang, to_act),
            text.alternative(view, pictured(names, view.seats, lang), lang),
            text.board(view, spoken(names, view.seats, lang), lang),
        )

    def hand(self, view: LetniskoView, *, names: Names, lang: Lang) -> Picture | None:
        """Draw what the viewer chooses between at home; None if he has nothing to choose."""
        return hand.picture(self._press, view, pictured(names, view.seats, lang), lang)

    def result(self, view: LetniskoView, outcome: Outcome, *, names: Names, lang: Lang) -> Picture:
        """Draw the final scores, best first, and how each came about."""
        shown = pictured(names, view.seats, lang)
        return result.picture(self._press, view, outcome, shown, lang)

    def component(self, ids: tuple[str, ...], *, lang: Lang) -> Picture:
        """Draw what is in the box: one thing big with its facts, or several side by side."""
        return component.picture(self._press, ids, lang)
