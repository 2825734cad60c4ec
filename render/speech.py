"""The words on the pictures of all games: sentences, and names for drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from render.i18n import Lang, Names, translate
from render.i18n import printed as in_language
from render.kit import type as words
from render.picture import MAX_ALT
from rules.text import Printed, Seat, Text, t

STOPPED: Final = t("The match stopped here")
"""The head of a board on which somebody would have to decide if the match went on."""
_TWO_STOPS: Final = re.compile(r"(?<!\.)\.\.$")
"""Two full stops, of a name and of the sentence that it ends: "Zofia K.."."""


@lru_cache(2048)
def _said(text: Text, lang: Lang, names: tuple[tuple[Seat, str], ...]) -> str:
    """Translate with a cache: a picture mostly repeats what the previous one said."""
    said = translate(text, lang, dict(names))
    return said[:-1] if _TWO_STOPS.search(said) else said


class Speech:
    """Translates for one reader."""

    def __init__(self, names: Names, lang: Lang) -> None:
        self.names, self.lang = names, lang
        self._names = tuple(names.items())

    def __call__(self, text: Text) -> str:
        """Return a text in the reader's language."""
        return _said(text, self.lang, self._names)

    def fitting(self, text: Text, seat: Seat | None, font: words.Font, room: int) -> str:
        """Return a text at most `room` pixels wide: a seat's name in it is cut if need be."""
        sentence = self(text)
        over = words.width(sentence, font) - room
        if over <= 0 or seat is None:
            return sentence
        left = words.width(self.names[seat], font) - over
        shorter = {**self.names, seat: words.fit(self.names[seat], font, left)}
        return Speech(shorter, self.lang)(text)

    def name(self, printed: Printed) -> str:
        """Return a printed name in the reader's language."""
        return in_language(printed, self.lang)


def pictured(names: Names, seats: int, lang: Lang) -> Names:
    """Return the names for drawing: without characters that the faces lack."""
    return {
        seat: words.clean(names.get(seat, ""))
        or translate(t("Player {number}", number=seat + 1), lang, {})
        for seat in range(seats)
    }


def spoken(names: Names, seats: int, lang: Lang) -> Names:
    """Return the names for text; a seat without one gets its number."""
    return {
        seat: names.get(seat) or translate(t("Player {number}", number=seat + 1), lang, {})
        for seat in range(seats)
    }


def short_names(names: Names, most: int) -> Names:
    """Return names of at most `most` characters; a cut one ends in an ellipsis."""
    return {
        seat: name if len(name) <= most else name[: most - 1].rstrip() + words.ELLIPSIS
        for seat, name in names.items()
    }


def sentences(lines: Iterable[str]) -> str:
    """Return lines as sentences of one paragraph: full stops where there is no end."""
    return " ".join(line if line.endswith((".", ":", "!", "?")) else f"{line}." for line in lines)


def brief(whole: str) -> str:
    """Return an alternative text, cut if it is longer than Discord shows."""
    return whole if len(whole) <= MAX_ALT else whole[: MAX_ALT - 1] + words.ELLIPSIS
