"""Bring the catalogues up to date with the code, or check that they are.

The sentences are the literal first arguments of ``t(...)`` and ``tn(...)`` (`rules.text`). The
English sentence is the key; each language has one file, sorted by sentence and without dates and
line numbers, so that a diff shows only translations. The names printed in the boxes are in Polish
there; other languages translate them, too. docs/translating.md says how to add a language::

    python -m scripts.messages --add de
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from render.i18n import PRINTED
from rules.text import LANGUAGES

ROOT: Final = Path(__file__).parent.parent
SPEAKING: Final = ("cogs", "lookup", "matches", "render", "rules")
"""The folders whose code has sentences for players."""
MOST_SHOWN: Final = 50
"""The most faults to print."""
_KEYWORDS: Final = {"t": None, "tn": (1, 2)}
_HEADER: Final = """\
# {english} sentences of Stolik. Renew with: make messages
msgid ""
msgstr ""
"Language: {code}\\n"
"X-Own-Name: {own}\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def po_path(root: Path, lang: str = "pl") -> Path:
    """Return the path of a language's catalogue under `root`."""
    return root / "data" / "locale" / lang / "LC_MESSAGES" / "stolik.po"


def extract(root: Path, lang: str = "pl") -> Catalog:
    """Return everything to translate under `root`, untranslated, with its files."""
    found = Catalog(locale=lang.replace("-", "_"))
    for folder in SPEAKING:
        for name, line, msgid, comments, _ in extract_from_dir(
            root / folder, method_map=[("**.py", "python")], keywords=_KEYWORDS
        ):
            found.add(msgid, locations=[(f"{folder}/{name}", line)], auto_comments=comments)
    if lang != "pl":
        for path in sorted((root / "data").glob("*/*.toml")):
            place = path.relative_to(root).as_posix()
            for name in printed(tomllib.loads(path.read_text(encoding="utf-8"))):
                found.add(name, locations=[(place, 1)], context=PRINTED)
    return found


def printed(facts: object) -> Iterator[str]:
    """Yield the English of every pair of names in the tables of a box."""
    if isinstance(facts, list):
        for fact in facts:
            yield from printed(fact)
    elif isinstance(facts, dict):
        for key, fact in facts.items():
            if key.endswith("en") and f"{key[:-2]}pl" in facts:
                yield fact
            yield from printed(fact)


def read(root: Path, lang: str = "pl") -> Catalog:
    """Return a language's catalogue under `root`."""
    with po_path(root, lang).open("rb") as source:
        return read_po(source, locale=lang.replace("-", "_"))


def write(root: Path, catalogue: Catalog) -> None:
    """Write a catalogue: sorted, without old sentences, dates, line numbers."""
    body = BytesIO()
    write_po(
        body,
        catalogue,
        width=0,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    locale = catalogue.locale
    assert locale is not None
    own = locale.get_display_name() or locale.english_name or ""
    code = str(locale).replace("_", "-")
    header = _HEADER.format(
        english=locale.english_name,
        own=own[:1].upper() + own[1:],
        code=code,
        plural_forms=catalogue.plural_forms,
    )
    po_path(root, code).write_bytes(header.encode() + body.getvalue())


def faults(wanted: Catalog, kept: Catalog) -> Iterator[str]:
    """Yield one line for each fault of `kept` against `wanted`, the code's sentences."""
    for message in _messages(wanted):
        found = kept.get(message.id, message.context)
        if found is None or found.pluralizable != message.pluralizable:
            yield f"missing: {_name(message)}"
    for message in _messages(kept):
        if wanted.get(message.id, message.context) is None:
            yield f"obsolete: {_name(message)}"
        elif message.fuzzy:
            yield f"fuzzy: {_name(message)}"
        elif not all(_forms(message)) or len(_forms(message)) != _forms_due(message, kept):
            yield f"untranslated: {_name(message)}"
        elif fault := _differing_places(message):
            yield f"{fault}: {_name(message)}"


def places(sentence: str) -> frozenset[str]:
    """Return the names of the ``{places}`` of a sentence.

    Raises:
        ValueError: Its braces don't match.
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name is not None)


def _messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def _name(message: Message) -> str:
    return repr(_tuple(message.id)[0])


def _tuple(sentence: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)


def _forms(message: Message) -> tuple[str, ...]:
    return _tuple(message.string or "")


def _forms_due(message: Message, catalogue: Catalog) -> int:
    return int(catalogue.num_plurals) if message.pluralizable else 1


def _differing_places(message: Message) -> str:
    """Return what is wrong with the ``{places}`` of a translation, or "".

    The form for exactly one may leave out the count, like the English singular.
    """
    due = frozenset[str]().union(*map(places, _tuple(message.id)))
    for number, form in enumerate(_forms(message)):
        try:
            found = places(form)
        except ValueError:
            return "braces do not match"
        spare = (
            {"count"} if message.pluralizable and number == 0 < len(_forms(message)) - 1 else set()
        )
        if found - spare != due - spare:
            return f"has the places {sorted(found)} instead of {sorted(due)}"
    return ""


def renewed(root: Path, lang: str, *, check: bool) -> list[str]:
    """Renew a catalogue, unless it is only to be checked; return its faults."""
    wanted, kept = extract(root, lang), read(root, lang)
    if not check:
        kept.update(wanted, no_fuzzy_matching=True)
        write(root, kept)
        kept = read(root, lang)
    return list(faults(wanted, kept))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 1 if something is wrong with a catalogue."""
    parser = argparse.ArgumentParser(prog="python -m scripts.messages", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--add", metavar="LANG", help="a new language, named like Discord's locale")
    given = parser.parse_args(arguments)
    languages = set(LANGUAGES) - {"en"}
    if given.add:
        if po_path(ROOT, given.add).exists():
            parser.error(f"{given.add} has a catalogue")
        try:
            Locale.parse(given.add, sep="-")
        except (UnknownLocaleError, ValueError):
            parser.error(f"{given.add} is not the name of a language")
        po_path(ROOT, given.add).parent.mkdir(parents=True, exist_ok=True)
        write(ROOT, extract(ROOT, given.add))
        languages = {given.add}
    found = [
        f"{po_path(ROOT, lang).relative_to(ROOT)}: {fault}"
        for lang in sorted(languages)
        for fault in renewed(ROOT, lang, check=given.check)
    ]
    for fault in found[:MOST_SHOWN]:
        print(fault)
    if len(found) > MOST_SHOWN:
        print(f"... and {len(found) - MOST_SHOWN} more")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
