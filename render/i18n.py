"""Texts of the rules in the reader's language.

The English sentence is the key of the gettext catalogues in ``data/locale/<lang>/LC_MESSAGES``.
The ``.po`` files are read directly, so there is nothing to compile and nothing to go stale.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias

from rules.text import LANGUAGES, Language, Markup, Param, Person, Printed, Seat, Text, Who, number

Lang: TypeAlias = Language
LANGS: Final = LANGUAGES
LOCALE_DIR: Final = Path(__file__).parent.parent / "data" / "locale"
PRINTED: Final = "printed"
"""The catalogue context of names in the boxes, for languages no box is in."""
_HEADER: Final = 1000
"""How many characters of a catalogue to read for what its header says."""
_OWN_NAME: Final = re.compile(r'^"X-Own-Name: (.+)\\n"$', re.MULTILINE)

Names: TypeAlias = Mapping[Seat, str]
"""The name of each seat's player in the place where the text will appear."""
Words: TypeAlias = Callable[[str], str]
"""Returns something as it is written where the text will appear."""


def po_path(lang: Lang) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALE_DIR / lang / "LC_MESSAGES" / "stolik.po"


@cache
def own_name(lang: Lang) -> str:
    """Return what a language calls itself: ``Polski``."""
    if lang == "en":
        return "English"
    with po_path(lang).open(encoding="utf-8") as source:
        found = _OWN_NAME.search(source.read(_HEADER))
    return found[1] if found else lang


@cache
def catalogue(lang: Lang) -> gettext.NullTranslations:
    """Return the translations of a language; English needs none."""
    if lang == "en":
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo  # only here: the bot is ready before it needs them
    from babel.messages.pofile import read_po

    with po_path(lang).open("rb") as source:
        messages = read_po(source, locale=lang.replace("-", "_"))
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    _forget_locales()
    return gettext.GNUTranslations(compiled)


def _no_sign(_: Param) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is written where it will appear; by default all of it as it is.

    Attributes:
        typed: How to write a string, so that it is shown as typed.
        people: How to write the name of somebody without a seat.
        phrase: How to write a sentence of the catalogue before its places are filled in.
        sign: What to write before a value: a sign and a space, or "".
    """

    typed: Words = str
    people: Words = str
    phrase: Words = str
    sign: Callable[[Param], str] = _no_sign


PLAIN: Final = Style()


@dataclass(frozen=True, slots=True)
class _Reader:
    """Who a text is for, and how it is written for them."""

    lang: Lang
    names: Names
    style: Style


def load(lang: Lang) -> None:
    """Read all that texts in a language need; later nothing has to be read."""
    catalogue(lang)
    _and(lang)


def _forget_locales() -> None:
    """Drop what Babel keeps about every language that it was asked about: 5 MB.

    It reads them again if it is asked again.
    """
    from babel import core, localedata  # only here, as in `catalogue`

    localedata._cache.clear()
    vars(core)["_global_data"] = None


def translate(text: Text, lang: Lang, names: Names, style: Style = PLAIN) -> str:
    """Return a text in a language, with its parameters filled in.

    Args:
        text: What to say.
        lang: The reader's language.
        names: What each seat is called there; a missing seat shows its number from 1.
        style: How the rest is written there.
    """
    return _translated(text, _Reader(lang, names, style), listed=True)


def _translated(text: Text, reader: _Reader, *, listed: bool) -> str:
    """Return a text for a reader.

    Args:
        text: What to say.
        reader: Who will read it.
        listed: Whether it stands where things are only listed, see `_is_listed`.
    """
    words = catalogue(reader.lang)
    if text.plural:
        pattern = words.ngettext(text.msgid, text.plural, abs(text.count))
    else:
        pattern = words.gettext(text.msgid)
    pattern = reader.style.phrase(pattern)
    if not text.params and not text.plural:
        return pattern.replace("{{", "{").replace("}}", "}")
    values = {"count": number(text.count)}
    for name, value in text.params:
        if isinstance(value, Text | tuple):
            place = f"{{{name}}}"
            inside = listed if pattern == place else _is_listed(pattern, place)
            values[name] = _shown(value, reader, listed=inside)
        else:
            values[name] = _shown(value, reader)
    return pattern.format_map(values)


def _is_listed(pattern: str, place: str) -> bool:
    """Return whether a place is part of a list: behind a colon, a bracket or a comma."""
    return pattern.partition(place)[0].rstrip().endswith((":", "(", ","))


def printed(name: Printed, lang: Lang) -> str:
    """Return a name from a box in a language."""
    if lang == "pl":
        return name.pl
    return catalogue(lang).pgettext(PRINTED, name.en)


def _shown(value: Param, reader: _Reader, *, listed: bool = True) -> str:
    return reader.style.sign(value) + _worded(value, reader, listed=listed)


def _worded(value: Param, reader: _Reader, *, listed: bool) -> str:
    if isinstance(value, str):
        return value if isinstance(value, Markup) else reader.style.typed(value)
    match value:
        case Text():
            return _translated(value, reader, listed=listed)
        case Who(seat):
            return reader.names.get(seat, str(seat + 1))
        case Person(name):
            return reader.style.people(name)
        case Printed():
            return printed(value, reader.lang)
        case tuple():
            shown = [_shown(item, reader) for item in value]
            return ", ".join(shown) if listed else _joined(shown, reader.lang)
        case _:
            return number(value)


def _joined(items: Sequence[str], lang: Lang) -> str:
    """Return things as a part of a sentence: ``a, b and c``.

    Things that have such an "and" themselves are separated by commas alone.
    """
    if len(items) < 2:
        return "".join(items)
    last = _and(lang)
    if any(last in item for item in items):
        return ", ".join(items)
    return f"{', '.join(items[:-1])}{last}{items[-1]}"


@cache
def _and(lang: Lang) -> str:
    """Return what stands before the last thing of several, with its spaces."""
    from babel.lists import format_list  # only here, as in `catalogue`

    locale = "en_GB" if lang == "en" else lang.replace("-", "_")
    last = format_list(["", ""], locale=locale)
    _forget_locales()
    return last
