"""The pictures of CVlizations."""

from __future__ import annotations

from typing import Final

from render.cvlizations import areas, board, component, exhibits, hand, key, result, reveal, text
from render.cvlizations import theme as th
from render.cvlizations.sample import sample
from render.kit.press import Press
from render.shell import Pages, Shell
from rules.cvlizations.view import CvView

PRESS: Final = Press(th.CAVE, th.FLATS, sample, "cvlizations", dark=th.DARK)


class CvlizationsArtist(Shell[CvView]):
    """Draws CVlizations; see `render.picture.Artist`."""

    def __init__(self, press: Press = PRESS) -> None:
        pages = Pages(
            board.png,
            text.alternative,
            text.board,
            hand.picture,
            result.picture,
            component.picture,
            areas=areas.areas,
            area=areas.picture,
            key=key.KEY,
            last_moment=reveal.newest,
            moment=reveal.picture,
            has_hand=hand.has_hand,
            signs=exhibits.SIGNS,
            beside=board.beside,
        )
        super().__init__(press, pages)
