"""The pictures of CVlizations."""

from __future__ import annotations

from typing import Final

from render.cvlizations import board, component, hand, result, text
from render.cvlizations import theme as th
from render.cvlizations.sample import sample
from render.i18n import Lang, Names
from render.kit.press import Press
from render.picture import Picture
from render.speech import pictured
from render.speech import spoken as read_out
from rules.cvlizations.view import CvView
from rules.protocol import Outcome
from rules.text import Seat

PRESS: Final = Press(th.CAVE, th.FLATS, sample, "cvlizations")


class CvlizationsArtist:
    """Draws CVlizations; see `render.picture.Artist`."""

    def __init__(self, press: Press = PRESS) -> None:
        self._press = press

    def board(self, view: CvView, *, names: Names, lang: Lang, to_act: frozenset[Seat]) -> Picture:
        """Draw the table; a player's own eyes also see his secret order and what he can buy."""
        shown = pictured(names, view.seats, lang)
        return Picture(
            board.png(self._press, view, shown, lang, to_act),
            text.alternative(view, shown, lang),
            text.board(view, read_out(names, view.seats, lang), lang),
        )

    def hand(self, view: CvView, *, names: Names, lang: Lang) -> Picture | None:
        """Draw a player's orders and what he could buy; None for a watcher."""
        return hand.picture(self._press, view, pictured(names, view.seats, lang), lang)

    def result(self, view: CvView, outcome: Outcome, *, names: Names, lang: Lang) -> Picture:
        """Draw the final scores, best first, and how each total came about."""
        shown = pictured(names, view.seats, lang)
        return result.picture(self._press, view, outcome, shown, lang)

    def component(self, ids: tuple[str, ...], *, lang: Lang) -> Picture:
        """Draw what is in the box: one thing big with its facts, or several side by side."""
        return component.picture(self._press, ids, lang)
