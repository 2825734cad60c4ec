"""Draws the toy game: a one-pixel picture and a complete text."""

from __future__ import annotations

from base64 import b64decode
from typing import Final

from render.i18n import Lang, Names, translate
from render.picture import Area, Picture
from rules.notation import format_move
from rules.protocol import Move, Outcome
from rules.text import Seat, Who, t
from tests.toy import ToyView

PIXEL: Final = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)


class ToyArtist:
    """Fulfils `render.picture.PadArtist` too; texts only name what is in the view.

    The end of the first round is a moment.
    """

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

    def has_hand(self, view: ToyView) -> bool:
        return view.seat >= 0

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

    def beside(self, then: ToyView, now: ToyView) -> ToyView:
        return then

    def areas(self, view: ToyView) -> tuple[Area, ...]:
        own = [view.seat] if view.seat >= 0 else []
        seats = [*own, *(seat for seat in range(len(view.delivered)) if seat not in own)]
        flags = [Area(f"seat{seat}", t("{who}", who=Who(seat))) for seat in seats]
        return (*flags, Area("town", t("town")))

    def area(
        self, view: ToyView, slug: str, *, names: Names, lang: Lang, to_act: frozenset[Seat]
    ) -> Picture:
        flags = [str(cell) for cell, seat in view.flags if slug in ("town", f"seat{seat}")]
        text = f"area {slug}: {', '.join(flags) or '-'}"
        return Picture(PIXEL, text[:1000], text)

    def key(self, *, lang: Lang) -> Picture | None:
        text = "key: a flag is worth one point"
        return Picture(PIXEL, text, text)

    def last_moment(self, view: ToyView) -> str:
        return f"round {view.round - 1}" if view.round > 1 else ""

    def moment(self, view: ToyView, *, names: Names, lang: Lang) -> Picture:
        text = f"moment: round {view.round - 1} is over"
        return Picture(PIXEL, text, text)


TOY_ARTIST = ToyArtist()
