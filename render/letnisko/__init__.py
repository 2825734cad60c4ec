"""The pictures of Letnisko."""

from __future__ import annotations

from typing import Final

from render.kit.press import Press
from render.letnisko import areas, board, component, exhibits, hand, key, moment, result, text
from render.letnisko import theme as th
from render.letnisko.sample import sample
from render.shell import Pages, Shell
from rules.letnisko.view import LetniskoView

PRESS: Final = Press(th.PINE, th.FLATS, sample, "letnisko", dark=th.DARK)


class LetniskoArtist(Shell[LetniskoView]):
    """Draws Letnisko; see `render.picture.Artist`."""

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
            moment.mark,
            moment.picture,
            has_hand=hand.has_hand,
            signs=exhibits.SIGNS,
            beside=board.beside,
        )
        super().__init__(press, pages)
