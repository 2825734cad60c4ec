"""The pictures of Indian Summer."""

from __future__ import annotations

from typing import Final

from render.i18n import Lang, Names
from render.indian_summer import board, component, hand, result, text, trial
from render.indian_summer import theme as th
from render.indian_summer.sample import sample
from render.kit.press import Press
from render.picture import Picture
from render.speech import pictured, spoken
from rules.indian_summer.view import SummerView
from rules.protocol import Move, Outcome
from rules.text import Seat

PRESS: Final = Press(th.WOOD, th.FLATS, sample, "indian_summer")


class IndianSummerArtist:
    """Draws Indian Summer; see `render.picture.Artist` and `PadArtist`."""

    def __init__(self, press: Press = PRESS) -> None:
        self._press = press

    def board(
        self, view: SummerView, *, names: Names, lang: Lang, to_act: frozenset[Seat]
    ) -> Picture:
        """Draw the table: all floors, the common path, the animals."""
        shown = pictured(names, view.seats, lang)
        return Picture(
            board.png(self._press, view, shown, lang, to_act),
            text.alternative(view, shown, lang),
            text.board(view, spoken(names, view.seats, lang), lang),
        )

    def hand(self, view: SummerView, *, names: Names, lang: Lang) -> Picture | None:
        """Draw a player's floor large, with the tiles he chooses from; None for a watcher."""
        return hand.picture(self._press, view, pictured(names, view.seats, lang), lang)

    def trial(self, view: SummerView, move: Move, *, names: Names, lang: Lang) -> Picture:
        """Draw the viewer's floor large with a piece tried on it, and what comes of it."""
        return trial.picture(self._press, view, move, pictured(names, view.seats, lang), lang)

    def result(self, view: SummerView, outcome: Outcome, *, names: Names, lang: Lang) -> Picture:
        """Draw the final scores, best first, with the floors and how each total came about."""
        shown = pictured(names, view.seats, lang)
        return result.picture(self._press, view, outcome, shown, lang)

    def component(self, ids: tuple[str, ...], *, lang: Lang) -> Picture:
        """Draw what is in the box: one thing big with its facts, or several side by side."""
        return component.picture(self._press, ids, lang)
