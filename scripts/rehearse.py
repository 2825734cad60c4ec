"""Find out what an upgrade would change for the live matches, before you make it.

Run it with the running version, then with the new one, each on a copy of the database::

    python -m scripts.rehearse write COPY NOTES     # whom each match waits for, what each seat sees
    python -m scripts.rehearse compare COPY NOTES   # what the new version would do differently

The database is only read. The notes hold hashes that say nothing without the database. The exit
status is 0 if nothing would change, 1 if something would, 2 if the two can't be compared.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from matches.db import lists as lists_db
from matches.db import matches as matches_db
from matches.db.desk.copies import backup
from matches.db.schema import connect
from matches.rehearsal import NO_VIEW, Hasher, Note, Shapes, noted
from rules import registry
from rules.errors import StoreError

FORMAT: Final = "stolik rehearsal 1"
WATCHERS: Final = 0
"""The index of a watcher's view among the views of a note; seat n's is n + 1."""


class NotesError(Exception):
    """The file of notes can't be used; the message is one line for the operator."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for one match.

    Attributes:
        match_id: Its number.
        kind: "same", "moved", "over", "gone", "new", "foreign", "broken" or "differs".
        lines: What to report, one thing each; () if nothing.
    """

    match_id: int
    kind: str
    lines: tuple[str, ...] = ()


KINDS: Final = {
    "same": "as before",
    "moved": "as before when the notes were made, and have moved on since",
    "over": "over since the notes were made",
    "new": "begun since the notes were made",
    "gone": "not in this database",
    "foreign": "not the matches of which the notes were made",
    "unread": "could not be replayed before either",
    "differs": "DIFFERENT",
    "broken": "CANNOT BE PLAYED ON",
}
"""The kinds of findings, and their words; the last ones matter most."""
BAD: Final = ("gone", "foreign", "differs", "broken")


@contextmanager
def copied(database: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a copy of a database, brought to this version's schema."""
    with TemporaryDirectory(prefix="stolik-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        backup(database, copy)
        with closing(connect(copy)) as db:
            yield db


def note_of(db: sqlite3.Connection, match_id: int, hasher: Hasher) -> Note:
    """Return the note of a match that is in the database."""
    stored = matches_db.load(db, match_id)
    assert stored is not None
    return noted(stored, hasher)


def write(database: Path, notes: Path) -> int:
    """Write down how this version sees the live matches; return how many there are."""
    hasher = Hasher()
    with copied(database) as db:
        found = [note_of(db, match_id, hasher) for match_id in sorted(lists_db.in_play(db))]
    head = {
        "format": FORMAT,
        "rules": {slug: registry.get(slug).info.rules_version for slug in registry.slugs()},
        "shapes": hasher.shapes,
    }
    lines = [json.dumps(head), *(json.dumps(note.as_json()) for note in found)]
    notes.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(found)


def read(notes: Path) -> tuple[dict[str, int], Shapes, list[Note]]:
    """Return the rules, the shapes of views and the notes of a file.

    Raises:
        NotesError: There is no such file, or it holds something else.
    """
    try:
        head, *lines = map(json.loads, notes.read_text(encoding="utf-8").splitlines())
        if head["format"] != FORMAT:
            raise NotesError(f"{str(notes)!r} was written by another version of scripts.rehearse")
        shapes = {name: tuple(known) for name, known in head["shapes"].items()}
        return head["rules"], shapes, [Note.from_json(line) for line in lines]
    except OSError as error:
        raise NotesError(f"cannot read {str(notes)!r}: {error}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotesError(f"{str(notes)!r} holds no notes of scripts.rehearse") from error


def compare(db: sqlite3.Connection, hasher: Hasher, notes: list[Note]) -> Iterator[Finding]:
    """Yield the result for each noted match, then for the new ones."""
    for note in notes:
        yield compared(db, note, hasher)
    for match_id in sorted(set(lists_db.in_play(db)).difference(note.id for note in notes)):
        now = note_of(db, match_id, hasher)
        lines = (f"cannot be replayed: {now.why}",) if now.why else ()
        yield Finding(match_id, "broken" if now.why else "new", lines)


def compared(db: sqlite3.Connection, note: Note, hasher: Hasher) -> Finding:
    """Return the result for a noted match."""
    stored = matches_db.load(db, note.id)
    if stored is None:
        return Finding(note.id, "gone", ("is not in this database",))
    if stored.info.ply < note.ply or stored.info.slug != note.slug:
        why = f"is at ply {stored.info.ply}, but the notes are of ply {note.ply}"
        return Finding(note.id, "foreign", (f"{why}: this database is older, or another one",))
    now = noted(stored, hasher, note.ply)
    if now.log != note.log:
        why = f"its log up to ply {note.ply} is not the one of which the notes were made"
        return Finding(note.id, "foreign", (why,))
    if stored.info.status != "live":
        return Finding(note.id, "over")
    if now.why:
        if note.why:
            return Finding(note.id, "unread", (f"cannot be replayed, as before: {now.why}",))
        return Finding(note.id, "broken", (f"can no longer be replayed: {now.why}",))
    if lines := tuple(differences(note, now)):
        return Finding(note.id, "differs", lines)
    if stored.info.ply > note.ply:
        return _moved_on(db, note, hasher, stored.info.ply)
    return Finding(note.id, "same")


def _moved_on(db: sqlite3.Connection, note: Note, hasher: Hasher, ply: int) -> Finding:
    later = note_of(db, note.id, hasher)
    if later.why:
        return Finding(note.id, "broken", (f"cannot be replayed to its end: {later.why}",))
    rest = f"has moved on by {ply - note.ply} rows"
    return Finding(note.id, "moved", (f"{rest}: compared as it was at ply {note.ply}",))


def differences(before: Note, now: Note) -> Iterator[str]:
    """Yield what is different about a match now, for the operator."""
    if before.why:
        yield "could not be replayed before, and can be now"
        return
    if before.version != now.version:
        yield f"was begun with rules {before.version}, and is said to be of rules {now.version}"
    if before.to_act != now.to_act:
        yield f"waits for {_seats(now.to_act)} instead of {_seats(before.to_act)}"
    pairs = enumerate(zip(before.views, now.views, strict=True))
    looks = [n for n, (old, new) in pairs if old != new and NO_VIEW not in (old, new)]
    if WATCHERS in looks:
        yield "the table looks different to everybody"
    elif looks:
        yield f"the table looks different to {_seats([n - 1 for n in looks])}"
    if others := [n for n, moves in enumerate(before.moves) if now.moves[n] != moves]:
        yield f"{_seats(others)} can make other moves"
    if gained := [n for n, may in enumerate(before.undo) if not may and now.undo[n]]:
        yield f"{_seats(gained)} can now take the last move back"
    if lost := [n for n, may in enumerate(before.undo) if may and not now.undo[n]]:
        yield f"{_seats(lost)} can no longer take the last move back"


def _seats(seats: tuple[int, ...] | list[int]) -> str:
    if not seats:
        return "nobody"
    return ("seat " if len(seats) == 1 else "seats ") + ", ".join(str(seat + 1) for seat in seats)


def report(notes: list[Note], findings: list[Finding], rules: dict[str, int]) -> Iterator[str]:
    """Yield the lines for the operator: problems, then changes, then counts."""
    slugs = {note.id: f" ({note.slug}, rules {note.version})" for note in notes}
    for finding in findings:
        for line in finding.lines:
            yield f"match {finding.match_id}{slugs.get(finding.match_id, '')}: {line}"
    for slug, before in rules.items():
        now = registry.get(slug).info.rules_version if slug in registry.slugs() else None
        if now is None:
            yield f"{slug} is not a game of this version"
        elif now != before:
            yield f"{slug}: new matches will be played by rules {now}, before by {before}"
    counts = Counter(finding.kind for finding in findings)
    yield f"{len(findings)} matches: " + (
        "; ".join(f"{counts[kind]} {words}" for kind, words in KINDS.items() if counts[kind])
        or "none in play"
    )


def rehearse(database: Path, file: Path) -> int:
    """Compare, print the results, and return the exit status."""
    rules, shapes, notes = read(file)
    hasher = Hasher(shapes)
    with copied(database) as db:
        findings = list(compare(db, hasher, notes))
    print("\n".join(report(notes, findings, rules)))
    if hasher.lost:
        print(f"Tables could not be compared where this is gone: {', '.join(sorted(hasher.lost))}.")
    bad = any(finding.kind in BAD for finding in findings)
    print("LOOK AT THESE before you upgrade." if bad else "Nothing would change for them.")
    return 1 if bad else 0


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.rehearse",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("write", "compare"))
    parser.add_argument("database", type=Path, help="the database, or a copy; it is only read")
    parser.add_argument("notes", type=Path, help="the file of notes")
    given: Any = parser.parse_args(arguments)
    try:
        if given.what == "compare":
            return rehearse(given.database, given.notes)
        print(f"{write(given.database, given.notes)} matches in play are noted in {given.notes}")
    except (StoreError, NotesError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
