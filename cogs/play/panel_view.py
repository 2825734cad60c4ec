"""What the private panel looks like: the decision, the legal choices, confirm and undo.

Made from a `Glance` and a `ChoicePath` alone, so that it can be made anew at every tap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from cogs.play.pad_view import write_pad
from cogs.ui.choice import Choice, ChoicePath, Mode, Slot, chosen, resolve_choice, tokens_of
from cogs.ui.help_buttons import ask_back_button, explain_button, why_button
from cogs.ui.items import MAX_ID, MAX_LABEL, MAX_OPTIONS, button, fitting, select
from cogs.ui.sheet import Post, Sheet, accent, strong, title
from cogs.ui.speech import plain_names, say
from cogs.ui.times import own_deadline
from matches.domain.model import Glance
from render.i18n import Lang, translate
from render.picture import Picture
from rules.errors import RefusedError, UndoError
from rules.notation import described, format_part, part_types
from rules.protocol import Move
from rules.text import Text, t

ROW: Final = 5
"""Buttons in a row."""
PARTS: Final = 40
"""Components of a message, however deep; Discord refuses more."""
BESIDE: Final = 13
"""So many of them a panel needs beside the choice."""
AT_A_TAP: Final = 5
"""So few moves are offered whole."""
SHORT_CHARS: Final = 24
"""A value with so short a name fits on a button among others."""
NOTICE_CHARS: Final = 1500
CONFIRM: Final = discord.ButtonStyle.success
CHOSEN: Final = discord.ButtonStyle.primary

Naming: TypeAlias = "Callable[[str, ChoicePath], tuple[str, int, str]]"
"""What a component is called that leads to a path: for the panel's verb the verb, match and rest
of the custom id."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a panel shows.

    Attributes:
        glance: The match as its owner sees it now.
        lang: His language.
        picture: The board or the hand, whichever helps now; None where there is none.
        is_hand: True if `picture` is the hand.
        choice: The choice he is about to make; None if there is nothing to choose.
        notice: What has just happened or gone wrong, line by line.
        refusal: What has just been refused, or None.
    """

    glance: Glance
    lang: Lang
    picture: Picture | None
    is_hand: bool = False
    choice: Choice | None = None
    notice: tuple[str, ...] = ()
    refusal: RefusedError | None = None


def start(glance: Glance, mode: Mode) -> ChoicePath:
    """Return a path on which nothing has been chosen yet."""
    return ChoicePath(glance.seat, glance.match.ply, mode)


def panel(shown: Shown) -> Post:
    """Return the panel as a private message."""
    glance, lang, choice = shown.glance, shown.lang, shown.choice
    sheet = Sheet(accent(glance))
    sheet.write(title(glance, lang))
    sheet.write(fitting("\n".join(shown.notice), NOTICE_CHARS))
    sheet.write(*_asked(shown))
    sheet.paint(shown.picture, "hand.png" if shown.is_hand else "board.png")
    if choice is not None:
        write_choice(sheet, glance, choice, lang, lambda verb, to: (verb, glance.match.id, str(to)))
    _in_rows(sheet, _last_buttons(shown))
    return sheet.post()


def _asked(shown: Shown) -> list[str]:
    """Return the decision in words, or what is waited for."""
    glance, lang, choice = shown.glance, shown.lang, shown.choice
    match = glance.match
    if glance.outcome is not None:
        return [say(t("The match is over."), lang), say(glance.outcome.reason, lang, match)]
    if match.status != "live":
        return [say(t("The match was broken off."), lang)]
    lines = [strong(glance.rules.prompt(glance.view), lang, match)]
    if choice is not None and choice.path.mode == "q":
        lines.append(say(_PREPARING, lang))
    if glance.prepared is not None:
        sentence = glance.rules.sentence(glance.view, glance.prepared)
        lines.append(say(t("Queued for your next turn: {move}", move=sentence), lang, match))
    if deadline := own_deadline(match, glance.seat, lang):
        lines.append(f"-# {deadline}")
    return lines


_PREPARING: Final = t(
    "You can choose your next move already. It is made as soon as it is your turn; until then only"
    " you know it, and you can change it."
)


def write_choice(sheet: Sheet, glance: Glance, choice: Choice, lang: Lang, naming: Naming) -> None:
    """Add a choice in progress: the move types, the parts, and the move once it is whole.

    What is still open is a button for each value where there is room, else a list; what has been
    chosen is a list, in which it can be changed. A handful of moves are offered whole. What is
    chosen from the hand and then laid on a pad is offered at once, beside the other types; the pad
    has the room to itself.
    """
    path = choice.path
    whole = _whole_moves(glance, choice, lang, naming)
    for one in whole:
        sheet.row(one)
    if len(choice.kinds) > 1 and not (whole or choice.places):
        _write_kinds(sheet, glance, choice, lang, naming)
    for slot in choice.slots:
        if _write_values(sheet, glance, choice, slot, lang, naming):
            continue
        page = _page_of(slot, path)
        sheet.row(_slot_select(glance, choice, slot, page, lang, naming))
        pages = -(-len(slot.values) // MAX_OPTIONS)
        if pages > 1:
            sheet.row(*_page_buttons(path, slot, page, pages, lang, naming))
    if choice.move is not None:
        sentence = glance.rules.sentence(glance.view, choice.move)
        sheet.write(f"➜ {say(sentence, lang, glance.match)}")
    if choice.places:
        write_pad(sheet, choice, lang, naming)


def _write_kinds(sheet: Sheet, glance: Glance, choice: Choice, lang: Lang, naming: Naming) -> None:
    """Add a button for each move type, or for each thing in the hand that one of them lays."""
    kinds = list(choice.kinds)
    begun = _laid_from_hand(glance, choice)
    if begun is not None and _write_values(sheet, glance, begun, begun.slots[0], lang, naming):
        kinds.remove(begun.path.kind or 0)
    _in_rows(sheet, [_kind_button(glance, choice, kind, lang, naming) for kind in kinds])


def _laid_from_hand(glance: Glance, choice: Choice) -> Choice | None:
    """Return the choice among things in the hand that can be laid on a pad; None if none."""
    moves = glance.moves if choice.path.mode == "m" else glance.preparable
    with_pad = [kind for kind in choice.kinds if glance.rules.move_types[kind].pad is not None]
    for kind in with_pad if choice.path.kind is None else ():
        begun = resolve_choice(glance.rules, moves, replace(choice.path, kind=kind), glance.view)
        if from_hand(glance, begun):
            return begun
    return None


def is_laid_in_hand(kind: type[Move]) -> bool:
    """Return whether a move type has a pad that shows one's own things."""
    return kind.pad is not None and any(described(kind, n).in_hand for n in part_types(kind))


def from_hand(glance: Glance, choice: Choice) -> bool:
    """Return whether a part that is still open is chosen from the hand."""
    kind = glance.rules.move_types[choice.path.kind or 0]
    return any(described(kind, slot.name).in_hand for slot in choice.slots if slot.chosen is None)


def _write_values(
    sheet: Sheet, glance: Glance, choice: Choice, slot: Slot, lang: Lang, naming: Naming
) -> bool:
    """Add a button for each value of an open part; return whether there is room for that."""
    rows = _slot_buttons(glance, choice, slot, lang, naming)
    if rows:
        sheet.write(f"{_question(glance, choice, slot, lang)}:")
    for row in rows:
        sheet.row(*row)
    return bool(rows)


def _whole_moves(glance: Glance, choice: Choice, lang: Lang, naming: Naming) -> list[ui.Item[Any]]:
    """Return a button for each move where there are few, of several types; else none."""
    moves = glance.moves if choice.path.mode == "m" else glance.preparable
    if len(choice.kinds) < 2 or choice.path.kind is not None or len(moves) > AT_A_TAP:
        return []
    found: list[ui.Item[Any]] = []
    for move in moves:
        kind = glance.rules.move_types.index(type(move))
        path = replace(choice.path, kind=kind, tokens=tokens_of(move))
        label = button_label(move, glance, lang)
        found += _if_it_fits(naming("ptype", path), label)
    return found if len(found) == len(moves) else []


def _if_it_fits(name: tuple[str, int, str], label: str) -> list[ui.Item[Any]]:
    """Return a button, or none if its id would be too long."""
    verb, match_id, rest = name
    if len(f"b{verb}:{match_id}:{rest}") > MAX_ID:
        return []
    return [button(*name, label=label)]


def _kind_button(
    glance: Glance, choice: Choice, kind: int, lang: Lang, naming: Naming
) -> ui.Item[Any]:
    path = replace(choice.path, kind=kind, tokens=(), focus=0, page=0)
    label = say(glance.rules.move_types[kind].title, lang)
    style = CHOSEN if kind == choice.path.kind else discord.ButtonStyle.secondary
    return button(*naming("ptype", path), label=label, style=style)


def _page_of(slot: Slot, path: ChoicePath) -> int:
    """Return the page to show: the one leafed to, else the one that holds what is chosen."""
    if slot.index == path.focus and path.page:
        return min(path.page - 1, (len(slot.values) - 1) // MAX_OPTIONS)
    tokens = [format_part(value) for value in slot.values]
    return tokens.index(slot.chosen) // MAX_OPTIONS if slot.chosen is not None else 0


def _slot_buttons(
    glance: Glance, choice: Choice, slot: Slot, lang: Lang, naming: Naming
) -> list[list[ui.Item[Any]]]:
    """Return rows of a button for each value of an open part; none if a list is better."""
    if slot.chosen is not None:
        return []
    kinds = len(choice.kinds) if len(choice.kinds) > 1 else 0
    room = PARTS - BESIDE - kinds - -(-kinds // ROW) - 2 * (len(choice.slots) - 1)
    labels = [_option_label(glance, choice, slot, value, lang)[0] for value in slot.values]
    runs = _runs(labels)
    if len(labels) + len(runs) > room or max(map(len, labels)) > SHORT_CHARS:
        return []
    found: list[ui.Item[Any]] = []
    for value, label in zip(slot.values, labels, strict=True):
        path = chosen(choice.path, slot.index, format_part(value))
        found += _if_it_fits(naming("ppart", path), label)
    if len(found) < len(labels):
        return []
    return [[found.pop(0) for _ in range(size)] for size in runs]


def _runs(labels: Sequence[str]) -> list[int]:
    """Return how many of some buttons stand in each row: what begins alike together, if it can."""
    runs = [len(list(run)) for _, run in groupby(labels, key=lambda label: label[:1])]
    full, rest = divmod(len(labels), ROW)
    plain = [ROW] * full + [rest] * bool(rest)
    alike = len(labels) > ROW >= max(runs) and len(runs) <= len(plain) + 1
    return runs if alike else plain


def _option_label(
    glance: Glance, choice: Choice, slot: Slot, value: object, lang: Lang
) -> tuple[str, str]:
    """Return what a value is called, and what else is said of it."""
    kind = glance.rules.move_types[choice.path.kind or 0]
    text = glance.rules.option(glance.view, kind, slot.name, value)
    name, _, more = label_of(text, glance, lang).partition(": ")
    return name, more


def _question(glance: Glance, choice: Choice, slot: Slot, lang: Lang) -> str:
    kind = glance.rules.move_types[choice.path.kind or 0]
    return say(described(kind, slot.name).about, lang)


def _slot_select(
    glance: Glance, choice: Choice, slot: Slot, page: int, lang: Lang, naming: Naming
) -> ui.Item[Any]:
    options = []
    for value in slot.values[page * MAX_OPTIONS : (page + 1) * MAX_OPTIONS]:
        token = format_part(value)
        name, more = _option_label(glance, choice, slot, value, lang)
        options.append(
            discord.SelectOption(
                label=fitting(name, 100),
                description=fitting(more, 100) or None,
                value=token,
                default=token == slot.chosen,
            )
        )
    return select(
        *naming("ppart", choice.off_pad.at(slot.index, 0)),
        options=options,
        placeholder=_question(glance, choice, slot, lang),
    )


def label_of(text: Text, glance: Glance, lang: Lang) -> str:
    """Return a label: no Markdown is shown there, so names stand as they are."""
    return translate(text, lang, plain_names(glance.match))


def button_label(move: Move, glance: Glance, lang: Lang) -> str:
    """Return the sentence of a move for a button: without what it explains, if it is too long."""
    label = label_of(glance.rules.sentence(glance.view, move), glance, lang)
    return label if len(label) <= MAX_LABEL else label.partition(": ")[0]


def _page_buttons(
    path: ChoicePath, slot: Slot, page: int, pages: int, lang: Lang, naming: Naming
) -> list[ui.Item[Any]]:
    """Return the buttons that turn a list over.

    Pages in a path count from 1, 0 is the page of what is chosen.
    """
    found: list[ui.Item[Any]] = []
    for label, to in ((t("Previous"), page), (t("Next"), page + 2)):
        name = naming("ppage", path.at(slot.index, to))
        found.append(button(*name, label=say(label, lang), disabled=not 1 <= to <= pages))
    return found


def _last_buttons(shown: Shown) -> list[ui.Item[Any]]:
    """Return the buttons below everything: confirm, back, undo; last, what explains them."""
    glance, lang, choice = shown.glance, shown.lang, shown.choice
    number = glance.match.id
    found: list[ui.Item[Any]] = []
    if choice is not None and choice.move is not None:
        label = t("Confirm") if choice.path.mode == "m" else t("Queue this move")
        rest = str(choice.path.at(0, 0))
        found.append(button("pyes", number, rest, label=say(label, lang), style=CONFIRM))
    if choice is not None and (back := _back(glance, choice)) is not None:
        found.append(button("pback", number, str(back), label=say(t("Back"), lang)))
    if glance.can_undo:
        rest = str(start(glance, "m"))
        found.append(button("pundo", number, rest, label=say(t("Undo"), lang)))
    elif glance.match.status == "live" and _may_want_back(shown):
        found.append(ask_back_button(number, lang))
    if glance.preparable and choice is None:
        label = t("Queue my next move") if glance.prepared is None else t("Change")
        found.append(button("pplan", number, str(start(glance, "q")), label=say(label, lang)))
    if glance.prepared is not None:
        found.append(button("pclear", number, str(start(glance, "q")), label=say(t("Clear"), lang)))
    if shown.refusal is not None and shown.refusal.rule:
        found.append(why_button(number, shown.refusal, lang))
    if glance.match.status == "live":
        path = start(glance, "m") if choice is None else choice.path
        found.append(explain_button(number, path, lang))
    return found


def _may_want_back(shown: Shown) -> bool:
    """Return whether to offer to ask the others: to who has moved, or was refused an undo."""
    is_done = shown.choice is None or shown.choice.path.mode == "q"
    return is_done or isinstance(shown.refusal, UndoError)


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
    """Return whether a part was chosen beside the move types; see `write_choice`."""
    kind = glance.rules.move_types[choice.path.kind or 0]
    laid = kind.pad is not None and described(kind, slot.name).in_hand
    return laid and len(choice.kinds) > 1


def _in_rows(sheet: Sheet, items: Sequence[ui.Item[Any]]) -> None:
    for first in range(0, len(items), ROW):
        sheet.row(*items[first : first + ROW])
