"""Draws the toy game: a one-pixel picture and a complete text."""

from __future__ import annotations

from base64 import b64decode
from typing import Final

from render.i18n import Lang, Names, translate
from render.picture import Picture
from rules.notation import format_move
from rules.protocol import Move, Outcome
from rules.text import Seat
from tests.toy import ToyView

PIXEL: Final = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)


class ToyArtist:
    """Fulfils `render.picture.PadArtist` too; texts only name what is in the view."""

    def board(self, view: ToyView, *, names: Names, lang: Lang, to_act: frozenset[Seat]) -> Picture:
        flags = ", ".join(f"{cell} {names.get(seat, seat)}" for cell, seat in view.flags)
        waiting = ", ".join(names.get(seat, str(seat)) for seat in sorted(to_act))
        text = f"round {view.round}; flags: {flags or '-'}; to act: {waiting or '-'}"
        return Picture(PIXEL, text[:1000], text)

    def hand(self, view: ToyView, *, names: Names, lang: Lang) -> Picture | None:
        if view.seat < 0:
            return None
        text = f"hand: {', '.join(map(str, view.hand))}; choice: {view.choice or '-'}"
        return Picture(PIXEL, text, text)

    def trial(self, view: ToyView, move: Move, *, names: Names, lang: Lang) -> Picture:
        text = f"tried by {names[view.seat]}: {format_move(move)}"
        return Picture(PIXEL, text, text)

    def result(self, view: ToyView, outcome: Outcome, *, names: Names, lang: Lang) -> Picture:
        lines = [
            f"{names.get(seat, seat)}: {score} "
            + ", ".join(
                f"{translate(x.label, lang, names)} {x.points}" for x in outcome.lines[seat]
            )
            for seat, score in enumerate(outcome.scores)
        ]
        text = "\n".join(lines)
        return Picture(PIXEL, text[:1000], text)

    def component(self, ids: tuple[str, ...], *, lang: Lang) -> Picture | None:
        if ids == ("flag",):
            return None
        text = f"drawn: {', '.join(ids)}"
        return Picture(PIXEL, text, text)


TOY_ARTIST = ToyArtist()
