"""The moment when the last round begins: how far everybody is, and who has a turn left."""

from __future__ import annotations

from render.i18n import Lang, Names
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.lodge import heading, layout, panels, result, text
from render.lodge import theme as th
from render.lodge.board import about
from render.picture import Picture
from render.speech import Speech, brief
from rules.lodge.view import LodgeView
from rules.text import Text, Who, t


def newest(view: LodgeView) -> str:
    """Return "last round" once it has begun and somebody else has a turn in it, else ""."""
    begun = view.ending is not None and view.ending != view.order[-1]
    return "last round" if begun else ""


def picture(press: Press, view: LodgeView, names: Names, lang: Lang) -> Picture:
    """Return who brought the last round, and all players in the order of turns."""
    say = Speech(names, lang)
    boxes = layout.moment(view.seats)
    sheet = press.sheet(layout.moment_height(view.seats))
    title, cause = say(t("Last round")), say(text.cause(view))
    sheet.put(boxes["head"], result.head, title, cause)
    lines = [f"{title}.", cause]
    for n, it in enumerate(text.turns_left(view)):
        player, told = view.players[it.seat], say(_left(it))
        sheet.put(boxes[f"player{n}"], panels.about, about(player, say, it.active))
        sheet.put(boxes[f"left{n}"], left, told, it.active, it.done)
        lines.append(
            say(
                t(
                    "{who}: points {points}, guests {guests}, {turn}.",
                    who=Who(it.seat),
                    points=player.points,
                    guests=text.guests_of(player),
                    turn=_left(it),
                )
            )
        )
    return Picture(sheet.png(), brief(" ".join(lines)), "\n".join(lines))


def _left(it: heading.Turn) -> Text:
    if it.done:
        return t("no turn left")
    return t("plays the last turn") if it.active else t("one turn left")


def left(w: int, h: int, line: str, active: bool, done: bool) -> Canvas:
    """Paint whether a player has a turn left."""
    art = Canvas(w, h, th.PAPER if active else th.CREAM)
    if done:
        art.disc(34, h // 2, 40, th.DONE)
        art.stamp_at(marks.check(24, th.CHALK), 34, h // 2)
    elif active:
        art.stamp_at(marks.pointer(34, th.MARK), 34, h // 2)
    font = words.largest(line, words.bold(36), w - 76, words.GLANCE_PX)
    art.label(Box(64, 0, w - 76, h), line, font, th.INK, "left")
    return art
