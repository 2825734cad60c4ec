"""The look of the private panel: the decision, legal choices, confirm, undo.

It is made from a `Glance` and a `ChoicePath` alone, so that every tap can make it again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import discord

from cogs.play.choice_view import ChoiceView, count_parts, rows_of
from cogs.ui.choice import Choice, ChoicePath, Mode, Slot
from cogs.ui.help_buttons import (
    ask_back_button,
    explain_button,
    resume_button,
    standing_buttons,
    why_button,
)
from cogs.ui.items import Button, button
from cogs.ui.sheet import Post, Sheet, accent, strong, title
from cogs.ui.speech import fitting_words, say
from cogs.ui.times import own_deadline
from matches.domain.model import Glance
from matches.domain.settings import PLAIN, Display
from matches.domain.table.endings import ending_text
from matches.domain.table.guards import paused
from render.i18n import Lang
from render.picture import Picture
from rules.errors import RefusedError, UndoError
from rules.notation import described
from rules.text import t

NOTICE_CHARS: Final = 1500
CONFIRM: Final = discord.ButtonStyle.success


@dataclass(frozen=True, slots=True)
class PanelContent:
    """The contents of a panel.

    Attributes:
        glance: The match as its owner sees it now.
        lang: Their language.
        picture: The board or the hand, whichever helps now; None where there is none.
        is_hand: True if `picture` is the hand.
        choice: The choice they are making; None if there is nothing to choose.
        notice: What has just happened or gone wrong, line by line.
        refusal: What has just been refused, or None.
        display: How they want to see it.
        close_ups: Parts of the picture, large, to be shown above it.
    """

    glance: Glance
    lang: Lang
    picture: Picture | None
    is_hand: bool = False
    choice: Choice | None = None
    notice: tuple[str, ...] = ()
    refusal: RefusedError | None = None
    display: Display = PLAIN
    close_ups: tuple[Picture, ...] = ()


def blank_path(glance: Glance, mode: Mode) -> ChoicePath:
    """Return a path on which nothing has been chosen yet."""
    return ChoicePath(glance.seat, glance.match.ply, mode)


def panel(shown: PanelContent) -> Post:
    """Return the panel as a private message."""
    glance, lang, choice = shown.glance, shown.lang, shown.choice

    def naming(verb: str, path: ChoicePath) -> tuple[str, int, str]:
        return verb, glance.match.id, str(path)

    sheet = Sheet(accent(glance))
    sheet.write(title(glance, lang))
    sheet.write(fitting_words("\n".join(shown.notice), NOTICE_CHARS))
    sheet.write(*_asked(shown))
    for close_up in shown.close_ups:
        sheet.paint(close_up, "part.png")
    sheet.show(shown.picture, "hand.png" if shown.is_hand else "board.png", shown.display)
    last = _last_buttons(shown)
    if choice is not None:
        view = ChoiceView(glance, choice, lang, naming, count_parts(last), shown.display.signed)
        view.write(sheet)
    for row in rows_of(last):
        sheet.row(*row)
    return sheet.post()


_PREPARING: Final = t(
    "You can already choose your next move. I'll make it as soon as it's your turn. Until then, "
    "only you can see it and change it."
)


def _asked(shown: PanelContent) -> list[str]:
    """Return the decision in words, or what the match is waiting for."""
    glance, lang, choice = shown.glance, shown.lang, shown.choice
    match = glance.match
    if glance.outcome is not None:
        return [say(t("The match is over."), lang), say(glance.outcome.reason, lang, match)]
    if match.status != "live":
        return [say(ending_text(match), lang, match)]
    if match.paused_at is not None:
        pause = paused(match)
        return [strong(pause.reason, lang, match), say(pause.hint, lang, match)]
    lines = [strong(glance.rules.prompt(glance.view), lang, match)]
    if choice is not None and choice.path.mode == "q":
        lines.append(say(_PREPARING, lang))
    if glance.prepared is not None:
        sentence = glance.rules.sentence(glance.view, glance.prepared)
        lines.append(say(t("Queued for your next turn: {move}", move=sentence), lang, match))
    if deadline := own_deadline(match, glance.seat, lang):
        lines.append(f"-# {deadline}")
    return lines


def _last_buttons(shown: PanelContent) -> list[Button]:
    """Return the bottom buttons; in a paused match one only looks, or resumes it."""
    match, lang = shown.glance.match, shown.lang
    if match.status == "live" and match.paused_at is not None:
        looking = button("view", match.id, "panel", label=say(t("Look"), lang))
        return [resume_button(match, lang), looking] if match.paused_why == "vote" else [looking]
    return _buttons_in_play(shown)


def _buttons_in_play(shown: PanelContent) -> list[Button]:
    """Return the bottom buttons: confirm, back, undo, the queue, explanations."""
    glance, lang, choice = shown.glance, shown.lang, shown.choice
    number = glance.match.id
    found: list[Button] = []
    if choice is not None and choice.move is not None:
        label = t("Confirm") if choice.path.mode == "m" else t("Queue this move")
        rest = str(choice.path.at(0, 0))
        found.append(button("pconfirm", number, rest, label=say(label, lang), style=CONFIRM))
    if choice is not None and (back := _back(glance, choice)) is not None:
        found.append(button("pback", number, str(back), label=say(t("Back"), lang)))
    if glance.can_undo:
        rest = str(blank_path(glance, "m"))
        found.append(button("pundo", number, rest, label=say(t("Undo"), lang)))
    elif glance.match.status == "live" and _may_want_back(shown):
        found.append(ask_back_button(glance.match, lang))
    if glance.preparable and choice is None:
        label = t("Queue my next move") if glance.prepared is None else t("Change")
        found.append(button("pplan", number, str(blank_path(glance, "q")), label=say(label, lang)))
    if glance.prepared is not None:
        found.append(
            button("pclear", number, str(blank_path(glance, "q")), label=say(t("Clear"), lang))
        )
    found += standing_buttons("pstand", glance, lang)
    if glance.match.status == "live":
        found.append(button("view", number, "panel", label=say(t("Look"), lang)))
    if shown.refusal is not None and shown.refusal.rule:
        found.append(why_button(number, shown.refusal, lang))
    if glance.match.status == "live":
        path = blank_path(glance, "m") if choice is None else choice.path
        found.append(explain_button(number, path, lang))
    return found


def _may_want_back(shown: PanelContent) -> bool:
    """Return whether to offer to ask the others: after a move, or a refused undo."""
    is_done = shown.choice is None or shown.choice.path.mode == "q"
    return shown.glance.has_moved and (is_done or isinstance(shown.refusal, UndoError))


def _back(glance: Glance, choice: Choice) -> ChoicePath | None:
    """Return the path without its last choice; None at the beginning."""
    path = choice.off_pad.at(0, 0)
    made = [slot for slot in choice.slots if slot.chosen is not None]
    if made and not (len(made) == 1 and _was_offered_at_once(glance, choice, made[0])):
        return replace(path, tokens=path.tokens[: made[-1].index])
    if path.kind is not None and len(choice.kinds) > 1:
        return replace(path, kind=None, tokens=())
    return None


def _was_offered_at_once(glance: Glance, choice: Choice, slot: Slot) -> bool:
    """Return whether a part was chosen beside the move types; see `ChoiceView`."""
    kind = glance.rules.move_types[choice.path.kind or 0]
    laid = kind.pad is not None and described(kind, slot.name).in_hand
    return laid and len(choice.kinds) > 1
