"""The look of a pad: the rank of the place shown, a button for each way."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cogs.ui.choice import Choice, Naming, tokens_of
from cogs.ui.items import Button, button
from cogs.ui.sheet import Sheet
from cogs.ui.speech import say
from render.i18n import Lang
from rules.notation import format_move
from rules.pad import Way, ways
from rules.protocol import Move
from rules.text import Text, t

_ROWS: Final[tuple[tuple[Way, ...], ...]] = (
    ("flip", "up", "turn"),
    ("left", "down", "right"),
    ("next",),
)
"""The arrows are arranged as on a keyboard."""
_ROWS_UNTURNED: Final[tuple[tuple[Way, ...], ...]] = (("left", "up", "down", "right"), ("next",))
_LABELS: Final[dict[Way, Text]] = {
    "left": t("← Left"),
    "right": t("→ Right"),
    "up": t("↑ Up"),
    "down": t("↓ Down"),
    "turn": t("↻ Turn"),
    "flip": t("⇄ Flip"),
    "next": t("Next place"),
}


def write_pad(sheet: Sheet, choice: Choice, lang: Lang, naming: Naming) -> None:
    """Add the rank of the place shown, and the buttons to others.

    Args:
        sheet: The message.
        choice: A choice whose pad is open.
        lang: The reader's language.
        naming: Names the buttons; their verbs are ``p`` followed by the way.
    """
    move = choice.move
    assert move is not None
    assert move.pad is not None
    number, count = choice.places.index(move) + 1, len(choice.places)
    which = t("Place {number} of {count} (best first)", number=number, count=count)
    sheet.write(f"-# `{format_move(move)}` · {say(which, lang)}")
    there = ways(move.pad, choice.places, move)
    for row in _ROWS if move.pad.turn else _ROWS_UNTURNED:
        sheet.row(*(_button(choice, way, there.get(way), lang, naming) for way in row))


def _button(choice: Choice, way: Way, there: Move | None, lang: Lang, naming: Naming) -> Button:
    """Return the button of a way; it is disabled if that leads nowhere."""
    path = choice.path.at(0, 0)
    if there is not None:
        path = replace(path, tokens=tokens_of(there))
    label = say(_LABELS[way], lang)
    return button(*naming(f"p{way}", path), label=label, disabled=there is None)
