"""The look of a choice in progress: move types, parts, the complete move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

import discord

from cogs.play.pad_view import write_pad
from cogs.ui.choice import Choice, ChoicePath, Naming, Slot, resolve_choice, tokens_of, with_part
from cogs.ui.items import (
    MAX_CHOICE,
    MAX_ID,
    MAX_LABEL,
    MAX_OPTIONS,
    Button,
    Select,
    button,
    fitting,
    has_open_bracket,
    select,
)
from cogs.ui.sheet import Sheet
from cogs.ui.speech import plain_names, say, value_emoji
from matches.domain.model import Glance
from render.i18n import Lang, translate
from rules.notation import described, format_part, part_types
from rules.protocol import Move
from rules.text import Text, t

ROW: Final = 5
"""The most buttons in a row."""
PARTS: Final = 40
"""The most components in a message, however deep; Discord refuses more."""
AT_A_TAP: Final = 5
"""The most moves that get a button each."""
SHORT_CHARS: Final = 24
"""The most characters of a value's name on one of several buttons."""
CHOSEN: Final = discord.ButtonStyle.primary


def rows_of(items: Sequence[Button]) -> list[Sequence[Button]]:
    """Return buttons in rows of five."""
    return [items[first : first + ROW] for first in range(0, len(items), ROW)]


def count_parts(items: Sequence[Button]) -> int:
    """Return how many components some buttons and their rows are."""
    return len(items) + len(rows_of(items))


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A choice in progress, which can be written into a message.

    An open part has a button for each value if there is room, else a list. A chosen part is a list
    in which it can be changed. If there are only a few moves, each has its own button. What comes
    from the hand and goes on a pad is offered at once, beside the other types; while the pad is
    shown, the types are hidden.

    Attributes:
        glance: The match as the player who chooses sees it.
        choice: How far the choice has come.
        lang: The reader's language.
        naming: Names the components.
        below: How many components follow it in the message.
        signed: Signs stand before values; a screen reader would read out their names.
    """

    glance: Glance
    choice: Choice
    lang: Lang
    naming: Naming
    below: int
    signed: bool = True

    def write(self, sheet: Sheet) -> None:
        """Add the choice to a message."""
        choice = self.choice
        whole = self._whole_moves()
        for one in whole:
            sheet.row(one)
        if len(choice.kinds) > 1 and not (whole or choice.places):
            self._write_kinds(sheet)
        for slot in choice.slots:
            if self._write_values(sheet, slot):
                continue
            page = _page_of(slot, choice.path)
            sheet.row(self._list(slot, page))
            pages = -(-len(slot.values) // MAX_OPTIONS)
            if pages > 1:
                sheet.row(*self._page_buttons(slot, page, pages))
        if choice.move is not None:
            sentence = self.glance.rules.sentence(self.glance.view, choice.move)
            sheet.write(f"➜ {say(sentence, self.lang, self.glance.match)}")
        if choice.places:
            write_pad(sheet, choice, self.lang, self.naming)

    def _whole_moves(self) -> list[Button]:
        """Return a button for each move if there are few, of several types; else []."""
        choice, moves = self.choice, self._moves()
        if len(choice.kinds) < 2 or choice.path.kind is not None or len(moves) > AT_A_TAP:
            return []
        found: list[Button] = []
        labels = button_labels(moves, self.glance, self.lang)
        for move, label in zip(moves, labels, strict=True):
            kind = self.glance.rules.move_types.index(type(move))
            path = replace(choice.path, kind=kind, tokens=tokens_of(move))
            found += self._if_it_fits("ptype", path, label)
        return found if len(found) == len(set(labels)) == len(moves) else []

    def _moves(self) -> Sequence[Move]:
        return self.glance.moves if self.choice.path.mode == "m" else self.glance.preparable

    def _emoji(self, slot: Slot, token: str) -> discord.Emoji | None:
        return value_emoji(self.glance.match.slug, slot.name, token) if self.signed else None

    def _if_it_fits(
        self, verb: str, path: ChoicePath, label: str, emoji: discord.Emoji | None = None
    ) -> list[Button]:
        """Return one button, or [] if its id would be too long."""
        name, match_id, rest = self.naming(verb, path)
        if len(f"b{name}:{match_id}:{rest}") > MAX_ID:
            return []
        return [button(name, match_id, rest, label=label, emoji=emoji)]

    def _write_kinds(self, sheet: Sheet) -> None:
        """Add a button for each move type, or for each thing in the hand that it places."""
        kinds = {kind: self._kind_button(kind) for kind in self.choice.kinds}
        begun = self._laid_from_hand()
        if begun is not None:
            others = [one for kind, one in kinds.items() if kind != begun.path.kind]
            laying = replace(self, choice=begun, below=self.below + count_parts(others))
            if laying._write_values(sheet, begun.slots[0]):
                kinds.pop(begun.path.kind or 0)
        for row in rows_of(list(kinds.values())):
            sheet.row(*row)

    def _kind_button(self, kind: int) -> Button:
        path = replace(self.choice.path, kind=kind, tokens=(), focus=0, page=0)
        label = say(self.glance.rules.move_types[kind].title, self.lang)
        style = CHOSEN if kind == self.choice.path.kind else discord.ButtonStyle.secondary
        return button(*self.naming("ptype", path), label=label, style=style)

    def _laid_from_hand(self) -> Choice | None:
        """Return the choice of what to place from the hand on a pad, or None."""
        rules, path = self.glance.rules, self.choice.path
        with_pad = [kind for kind in self.choice.kinds if rules.move_types[kind].pad is not None]
        for kind in with_pad if path.kind is None else ():
            begun = resolve_choice(rules, self._moves(), replace(path, kind=kind), self.glance.view)
            if from_hand(self.glance, begun):
                return begun
        return None

    def _write_values(self, sheet: Sheet, slot: Slot) -> bool:
        """Add buttons for the values of an open part; return whether there was room."""
        room = PARTS - sheet.parts - 1 - self.below  # the question is a component, too
        rows = [] if slot.chosen is not None else self._value_rows(slot, room)
        if rows:
            sheet.write(f"{self._question(slot)}:")
        for row in rows:
            sheet.row(*row)
        return bool(rows)

    def _value_rows(self, slot: Slot, room: int) -> list[list[Button]]:
        """Return rows of buttons for an open part's values, or [] if a list is better."""
        labels = [name for name, _ in self._option_labels(slot)]
        runs = _runs(labels)
        if len(labels) + len(runs) > room or max(map(len, labels)) > SHORT_CHARS:
            return []
        found: list[Button] = []
        for value, label in zip(slot.values, labels, strict=True):
            token = format_part(value)
            path = with_part(self.choice.path, slot.index, token)
            found += self._if_it_fits("ppart", path, label, self._emoji(slot, token))
        if len(found) < len(labels):
            return []
        return [[found.pop(0) for _ in range(size)] for size in runs]

    def _option_labels(self, slot: Slot) -> list[tuple[str, str]]:
        """Return the name of each value, and the rest of its description.

        Where that alone tells two values apart, or says what a number is, it belongs to the name.
        """
        rules, kind = self.glance.rules, self._kind()
        said = [rules.option(self.glance.view, kind, slot.name, value) for value in slot.values]
        texts = [label_of(text, self.glance, self.lang) for text in said]
        parts = [name_and_rest(text) for text in texts]
        is_clear = len(dict(parts)) == len(parts) and not any(name.isdigit() for name, _ in parts)
        return parts if is_clear else [(text, "") for text in texts]

    def _question(self, slot: Slot) -> str:
        return say(described(self._kind(), slot.name).about, self.lang)

    def _kind(self) -> type[Move]:
        return self.glance.rules.move_types[self.choice.path.kind or 0]

    def _list(self, slot: Slot, page: int) -> Select:
        """Return a page of the list of a part's values."""
        options = []
        shown = slice(page * MAX_OPTIONS, (page + 1) * MAX_OPTIONS)
        labels = self._option_labels(slot)[shown]
        for value, (name, more) in zip(slot.values[shown], labels, strict=True):
            token = format_part(value)
            options.append(
                discord.SelectOption(
                    label=fitting(name, MAX_CHOICE),
                    description=fitting(more, MAX_CHOICE) or None,
                    value=token,
                    default=token == slot.chosen,
                    emoji=self._emoji(slot, token),
                )
            )
        return select(
            *self.naming("ppart", self.choice.off_pad.at(slot.index, 0)),
            options=options,
            placeholder=self._question(slot),
        )

    def _page_buttons(self, slot: Slot, page: int, pages: int) -> list[Button]:
        """Return the buttons for the previous and next page of a list.

        Pages in a path count from 1; 0 is the page of the chosen value.
        """
        found: list[Button] = []
        for label, to in ((t("Previous"), page), (t("Next"), page + 2)):
            name = self.naming("ppage", self.choice.path.at(slot.index, to))
            words = say(label, self.lang)
            found.append(button(*name, label=words, disabled=not 1 <= to <= pages))
        return found


def _page_of(slot: Slot, path: ChoicePath) -> int:
    """Return the page to show, from 0: the one asked for, else the chosen value's."""
    if slot.index == path.focus and path.page:
        return min(path.page - 1, (len(slot.values) - 1) // MAX_OPTIONS)
    tokens = [format_part(value) for value in slot.values]
    return tokens.index(slot.chosen) // MAX_OPTIONS if slot.chosen is not None else 0


def _runs(labels: Sequence[str]) -> list[int]:
    """Return the lengths of the rows of buttons: one per first letter if possible."""
    runs = [len(list(run)) for _, run in groupby(labels, key=lambda label: label[:1])]
    full, rest = divmod(len(labels), ROW)
    plain = [ROW] * full + [rest] * bool(rest)
    alike = len(labels) > ROW >= max(runs) and len(runs) <= len(plain) + 1
    return runs if alike else plain


def is_laid_in_hand(kind: type[Move]) -> bool:
    """Return whether a move type has a pad for things from the hand."""
    return kind.pad is not None and any(described(kind, n).in_hand for n in part_types(kind))


def from_hand(glance: Glance, choice: Choice) -> bool:
    """Return whether an open part is chosen from the hand."""
    kind = glance.rules.move_types[choice.path.kind or 0]
    return any(described(kind, slot.name).in_hand for slot in choice.slots if slot.chosen is None)


def label_of(text: Text, glance: Glance, lang: Lang) -> str:
    """Return a label; Discord shows no Markdown there, so names stay as they are."""
    return translate(text, lang, plain_names(glance.match, lang))


def button_labels(moves: Sequence[Move], glance: Glance, lang: Lang) -> list[str]:
    """Return the buttons' labels of moves that are offered together.

    One that is too long ends before its first colon, unless it would then be like another.
    """
    said = [label_of(glance.rules.label(glance.view, move), glance, lang) for move in moves]
    short = [one if len(one) <= MAX_LABEL else name_and_rest(one)[0] for one in said]
    return [
        fitting(whole if short.count(brief) > 1 else brief, MAX_LABEL)
        for whole, brief in zip(said, short, strict=True)
    ]


def name_and_rest(label: str) -> tuple[str, str]:
    """Return what stands before and behind the first colon that is not in brackets."""
    name, _, rest = label.partition(": ")
    while rest and has_open_bracket(name):
        more, _, rest = rest.partition(": ")
        name = f"{name}: {more}"
    return name, rest
