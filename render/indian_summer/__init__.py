"""The pictures of Indian Summer."""

from __future__ import annotations

from typing import Final

from render.i18n import Lang, Names
from render.indian_summer import board, component, exhibits, hand, key, result, text, trial
from render.indian_summer import theme as th
from render.indian_summer.sample import sample
from render.kit.press import Press
from render.picture import Picture
from render.shell import Pages, Shell
from render.speech import pictured
from rules.indian_summer.view import SummerView
from rules.protocol import Move

PRESS: Final = Press(th.WOOD, th.FLATS, sample, "indian_summer", dark=th.DARK)


class IndianSummerArtist(Shell[SummerView]):
    """Draws Indian Summer; see `render.picture.Artist` and `PadArtist`."""

    def __init__(self, press: Press = PRESS) -> None:
        pages = Pages(
            board.png,
            text.alternative,
            text.board,
            hand.picture,
            result.picture,
            component.picture,
            board.areas,
            board.area,
            key.KEY,
            has_hand=hand.has_hand,
            signs=exhibits.SIGNS,
            beside=board.beside,
        )
        super().__init__(press, pages)

    def trial(self, view: SummerView, move: Move, *, names: Names, lang: Lang) -> Picture:
        """Draw the viewer's floor large with a piece tried on it, and what that would do."""
        with self.press.painting():
            return trial.picture(self.press, view, move, pictured(names, view.seats, lang), lang)
