"""The pictures of Kraków 2009."""

from __future__ import annotations

from typing import Final

from render.kit.press import Press
from render.krakow import areas, board, component, exhibits, hand, result, text
from render.krakow import theme as th
from render.krakow.book import key, moment
from render.krakow.sample import sample
from render.shell import Pages, Shell
from rules.krakow.view import KrakowView

PRESS: Final = Press(th.TABLE, th.FLATS, sample, "krakow", dark=th.DARK)


class KrakowArtist(Shell[KrakowView]):
    """Draws Kraków 2009; see `render.picture.Artist`."""

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
            last_moment=moment.last,
            moment=moment.picture,
            has_hand=hand.has_hand,
            signs=exhibits.SIGNS,
            beside=board.beside,
        )
        super().__init__(press, pages)
