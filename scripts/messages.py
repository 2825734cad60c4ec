"""Bring the Polish catalogue up to date with the code, or check that it is.

The sentences are the literal first arguments of ``t(...)`` and ``tn(...)`` (`rules.text`). The
English sentence is the key; each language has one file, sorted by sentence and without dates and
line numbers, so that a diff shows only translations.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).parent.parent
SPEAKING: Final = ("cogs", "lookup", "matches", "render", "rules")
"""The folders whose code has sentences for players."""
_KEYWORDS: Final = {"t": None, "tn": (1, 2)}
_HEADER: Final = """\
# Polish sentences of Stolik. Renew with: make messages
msgid ""
msgstr ""
"Language: pl\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def po_path(root: Path) -> Path:
    """Return the path of the Polish catalogue under `root`."""
    return root / "data" / "locale" / "pl" / "LC_MESSAGES" / "stolik.po"


def extract(root: Path) -> Catalog:
    """Return every sentence of the code under `root`, untranslated, with its files."""
    found = Catalog(locale="pl")
    for folder in SPEAKING:
        for name, line, msgid, comments, _ in extract_from_dir(
            root / folder, method_map=[("**.py", "python")], keywords=_KEYWORDS
        ):
            found.add(msgid, locations=[(f"{folder}/{name}", line)], auto_comments=comments)
    return found


def read(root: Path) -> Catalog:
    """Return the Polish catalogue under `root`."""
    with po_path(root).open("rb") as source:
        return read_po(source, locale="pl")


def write(root: Path, catalogue: Catalog) -> None:
    """Write the Polish catalogue: sorted, without old sentences, dates, line numbers."""
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
    header = _HEADER.format(plural_forms=catalogue.plural_forms)
    po_path(root).write_bytes(header.encode() + body.getvalue())


def faults(wanted: Catalog, kept: Catalog) -> Iterator[str]:
    """Yield one line for each fault of `kept` against `wanted`, the code's sentences."""
    for message in _messages(wanted):
        if (found := kept.get(message.id)) is None or found.pluralizable != message.pluralizable:
            yield f"missing: {_name(message)}"
    for message in _messages(kept):
        if wanted.get(message.id) is None:
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
        spare = {"count"} if message.pluralizable and number == 0 else set()
        if found - spare != due - spare:
            return f"has the places {sorted(found)} instead of {sorted(due)}"
    return ""


def main() -> int:
    """Run the command line; return 1 if something is wrong with the catalogue."""
    parser = argparse.ArgumentParser(prog="python -m scripts.messages", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing")
    wanted, kept = extract(ROOT), read(ROOT)
    if not parser.parse_args().check:
        kept.update(wanted, no_fuzzy_matching=True)
        write(ROOT, kept)
        kept = read(ROOT)
    found = list(faults(wanted, kept))
    for fault in found:
        print(f"{po_path(ROOT).relative_to(ROOT)}: {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
