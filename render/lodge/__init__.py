"""The pictures of Lodge."""

from __future__ import annotations

from typing import Final

from render.i18n import Lang, Names
from render.kit.press import Press
from render.lodge import board, component, hand, result, text
from render.lodge import theme as th
from render.lodge.sample import sample
from render.picture import Picture
from render.speech import pictured, spoken
from rules.lodge.view import LodgeView
from rules.protocol import Outcome
from rules.text import Seat

PRESS: Final = Press(th.NIGHT, th.FLATS, sample, "lodge")


class LodgeArtist:
    """Draws Lodge; see `render.picture.Artist`."""

    def __init__(self, press: Press = PRESS) -> None:
        self._press = press

    def board(
        self, view: LodgeView, *, names: Names, lang: Lang, to_act: frozenset[Seat]
    ) -> Picture:
        """Draw the table; who is to move also sees which guests could move in where."""
        shown = pictured(names, view.seats, lang)
        return Picture(
            board.png(self._press, view, shown, lang, to_act),
            text.alternative(view, shown, lang),
            text.board(view, spoken(names, view.seats, lang), lang),
        )

    def hand(self, view: LodgeView, *, names: Names, lang: Lang) -> Picture | None:
        """Draw what the active player decides by, his lodge large; None for everybody else."""
        return hand.picture(self._press, view, pictured(names, view.seats, lang), lang)

    def result(self, view: LodgeView, outcome: Outcome, *, names: Names, lang: Lang) -> Picture:
        """Draw the final scores, best first, with the lodges and how each total came about."""
        shown = pictured(names, view.seats, lang)
        return result.picture(self._press, view, outcome, shown, lang)

    def component(self, ids: tuple[str, ...], *, lang: Lang) -> Picture:
        """Draw what is in the box: one thing big with its facts, or several side by side."""
        return component.picture(self._press, ids, lang)
