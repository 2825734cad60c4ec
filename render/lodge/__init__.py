"""The pictures of Lodge."""

from __future__ import annotations

from typing import Final

from render.kit.press import Press
from render.lodge import areas, board, component, exhibits, hand, key, result, text
from render.lodge import theme as th
from render.lodge.sample import sample
from render.shell import Pages, Shell
from rules.lodge.view import LodgeView

PRESS: Final = Press(th.NIGHT, th.FLATS, sample, "lodge", dark=th.DARK)


class LodgeArtist(Shell[LodgeView]):
    """Draws Lodge; see `render.picture.Artist`."""

    def __init__(self, press: Press = PRESS) -> None:
        pages = Pages(
            board.png,
            text.alternative,
            text.board,
            hand.picture,
            result.picture,
            component.picture,
            areas.areas,
            areas.picture,
            key.KEY,
            result.moment,
            result.last_round,
            has_hand=hand.has_hand,
            signs=exhibits.SIGNS,
            beside=board.beside,
        )
        super().__init__(press, pages)
