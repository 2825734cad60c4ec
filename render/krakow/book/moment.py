"""The awards of a round: each card, the hours compared for it, and who got it."""

from __future__ import annotations

from typing import NamedTuple

from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.krakow import board, icons, layout, pieces, text, tokens
from render.krakow import theme as th
from render.krakow.cards import Won, small
from render.picture import Picture
from render.speech import Speech, brief, sentences
from rules.krakow.view import AwardView, KrakowView, TakenView
from rules.text import number, t

TAG = (74, 44)
"""Width and height of an hour."""


class Told(NamedTuple):
    """The words of an award: what happened, and that more tokens were compared."""

    outcome: str
    alone: str


def last(view: KrakowView) -> str:
    """Return what identifies the newest awards and takes; "" before any."""
    if view.awards is None or not view.awards.awards + view.awards.taken:
        return ""
    return f"awards {view.awards.round} {len(view.awards.taken)}"


def picture(press: Press, view: KrakowView, names: Names, lang: Lang) -> Picture:
    """Return the picture of the newest awards."""
    say, awards = Speech(names, lang), view.awards
    if awards is None:
        raise LookupError("no awards yet")
    found: list[AwardView | TakenView] = [*awards.awards, *awards.taken]
    boxes, height = layout.moment(len(found))
    sheet = press.sheet(height)
    title = say(t("Awards of round {round}", round=awards.round))
    note = say(t("The earliest hour gets the card."))
    sheet.put(boxes["head"], head, title, note)
    for at, it in enumerate(found):
        won = board.won(it, say)
        told = Told(_outcome(won, say), say(t("the only token")))
        sheet.put(boxes[str(at)], award, won, told)
    lines = text.awards(awards)
    return Picture(sheet.png(), brief(sentences(map(say, lines))),
                   "\n".join(map(say, lines)))  # fmt: skip


def _outcome(won: Won, say: Speech) -> str:
    if won.winner < 0:
        return say(t("Tie: nobody gets it"))
    return won.name


def head(w: int, h: int, title: str, note: str) -> Canvas:
    """Paint the title and the rule."""
    art = Canvas(w, h, th.TABLE)
    art.label(art.box.left(w // 2), title, words.slab(44), th.CREAM, "left")
    right = art.box.after(w // 2 + 10).left(w // 2 - 14)
    art.label(right, note, words.largest(note, words.text(30), right.w, 24), th.MIST, "right")
    return art


def award(w: int, h: int, won: Won, told: Told) -> Canvas:
    """Paint a card, who got it, its points, and the hours, earliest first."""
    art = Canvas(w, h, th.TABLE)
    tie = won.winner < 0
    art.plate(art.box, 14, th.STOP if tie else th.PAPER)
    art.plate(art.box.inset(5), 10, th.PAPER)
    room = art.box.inset(14)
    small(art, room.left(72), won.card)
    rest = room.after(88)
    upper, lower = rest.top(54), rest.below(rest.h - TAG[1])
    if tie:
        art.stamp_at(icons.crossed(48, th.STOP), upper.x + 27, upper.cy)
    else:
        art.stamp_at(pieces.chip(won.winner, 54, 34), upper.x + 27, upper.cy)
    name = upper.after(64).left(upper.w - 64 - 78 * (not tie))
    font = words.largest(told.outcome, words.bold(36), name.w, words.GLANCE_PX)
    art.label(name, told.outcome, font, th.STOP if tie else th.INK, "left")
    if not tie:
        points = upper.after(upper.w - 68)
        art.plate(points, 12, th.SUN)
        art.label(points, number(won.card.points), words.slab(36), th.INK)
    _compared(art, lower, won, told)
    return art


def _compared(art: Canvas, room: Box, won: Won, told: Told) -> None:
    """Paint the hours, or why there are none."""
    hours = [disc for disc in won.tokens if disc.hour]
    if won.taken:
        art.stamp_at(icons.action("F", 40, th.INK, th.PAPER), room.x + 27, room.cy)
    elif not hours:
        art.label(room, told.alone, words.text(26), th.SOFT, "left")
    fit = (room.w + 6) // (TAG[0] + 6)
    for at, disc in enumerate(hours[:fit]):
        box = Box(room.x + at * (TAG[0] + 6), room.y, *TAG)
        left = len(hours) - at
        if at == fit - 1 and left > 1:
            art.label(box, f"+{left}", words.bold(30), th.INK)
        else:
            tokens.tag(art, box, disc, 30)
