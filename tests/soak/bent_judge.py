"""What has to become of any input: one private answer, no change unless it was legal."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from cogs import errors
from cogs.play import panel
from matches.db.driver import Connection
from matches.domain.model import MatchInfo
from rules.errors import RefusedError
from tests.files import in_file
from tests.range import forms
from tests.range.limits import Refusal
from tests.range.world import inside
from tests.soak.bent_inputs import Input
from tests.soak.report import Report
from tests.soak.wire import COMPONENT, EPHEMERAL, TYPING, Said, Wire

NEW, UPDATE, CHANGED = 5, 6, 7
SHOWN, OFFERED = 4, 8
"""Kinds of first answers: a promise, a promised update, an update, a message, choices."""
ANSWER: Final = re.compile(r"(POST|PATCH) /(interactions|webhooks)/")
SENT: Final = re.compile(r"(POST|PATCH) .*(/callback|/messages(/\d+|/@original)?|/t)$")
"""Requests that answer, and those that send or edit a message."""
CODE: Final = re.compile(r"`[^`\n]*`")
"""A line of code shows as it is."""
SHOUTS: Final = re.compile(r"@everyone|@here|(?<!\\)<@&|(?<!\\)\[[^\]]*\]\(https://evil")
"""What a text may not contain as typed."""
PRIVATE_FILES: Final = ("board", "hand", "part", "moment")
"""How the names of pictures of a match begin."""
PINGS: Final = "match invite"
"""The only command whose answer others see; first comes what a lock screen shows."""
CALLED: Final = 3
"""How many answers follow a promise to its host: a private one, the call and its layout."""
ALOUD: Final = ("share", "ask", "offer")
"""Verbs whose answer is followed by one for everybody."""


@dataclass
class Judge:
    """Checks what became of each input.

    Attributes:
        refused: How many requests the bot has refused.
        lines: The log's errors, and completions that failed.
    """

    wire: Wire
    report: Report
    refused: int = 0
    lines: list[str] = field(default_factory=list)
    changes: int = 0
    held: Mapping[int, tuple[object, ...]] = field(default_factory=dict)
    infos: dict[int, MatchInfo] = field(default_factory=dict)
    minds_changes: bool = True

    async def give(self, one: Input) -> list[Said]:
        """Hand an input to the bot, check everything, and return what was sent."""
        wire, refused = self.wire, self.refused
        wire.said.clear()
        said = await wire.deliver(one.kind, one.user, one.data, one.channel, one.message)
        answers = [each for each in said if ANSWER.match(each.where)]
        for kind, what in (
            *self._unquiet(),
            *_answered(one, answers),
            *(wrong for each in said if SENT.match(each.where) for wrong in _form(each)),
            *_told_elsewhere(one, answers, wire.bot.service.known(one.match_id)),
            *await self._changed(one, refused=self.refused > refused),
        ):
            self.report.wrong(kind, f"{one}: {what}")
        return said

    def _unquiet(self) -> Iterator[tuple[str, str]]:
        """Yield the errors that were raised and logged."""
        for error in self.wire.faults:
            yield "traceback", repr(error)
        for line in self.lines:
            yield "logged", line[-400:]
        self.wire.faults.clear()
        self.lines.clear()

    async def look(self) -> None:
        """Remember how everything is now."""
        store = self.wire.bot.store
        self.changes, self.held = await store.read(lambda db: (in_file(db).total_changes, held(db)))
        self.infos = {number: await self.wire.bot.service.info(number) for number in self.held}

    def look_away(self) -> None:
        """Don't mind changes from now on: opening a bent match may pause it."""
        self.minds_changes = False

    async def _changed(self, one: Input, *, refused: bool) -> list[tuple[str, str]]:
        """Return what is wrong with the changes that an input has made."""
        store, before, infos = self.wire.bot.store, self.held, self.infos
        if not self.minds_changes:
            return []
        if await store.read(lambda db: in_file(db).total_changes) == self.changes:
            return []
        await self.look()
        touched = [n for n in {*before, *self.held} if before.get(n) != self.held.get(n)]
        found = [("changed", f"refused, but match {number} has changed") for number in touched]
        if refused:
            return found
        self.report.counts["legal"] += 1
        here = [number for number in touched if number in before]
        return [
            ("another match", f"{number} has changed")
            for number in here
            if not _may_change(one, infos[number])
        ]


def _may_change(one: Input, match: MatchInfo) -> bool:
    """Return whether an input can have been about a match.

    It comes from its channel, or from a player; lobbies can be joined from all of their server.
    """
    here = match.channel_id == one.channel.id and one.match_id in (0, match.id)
    return here or match.took_part(one.user) or match.status == "lobby"


def held(db: Connection) -> Mapping[int, tuple[object, ...]]:
    """Return what the database has of each match, without posts."""
    found = dict[int, tuple[object, ...]]()
    for row in db.execute("SELECT * FROM matches"):
        number = row[0]
        seats = db.execute("SELECT * FROM seats WHERE match_id = ?", (number,)).fetchall()
        (rows,) = db.execute("SELECT count(*) FROM log WHERE match_id = ?", (number,)).fetchone()
        found[number] = (row, tuple(seats), rows)
    return found


def _answered(one: Input, said: Sequence[Said]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the number and the kind of answers."""
    first = [each for each in said if each.where.endswith("/callback")]
    later = [each for each in said if not each.where.endswith("/callback")]
    if not first:
        yield "unanswered", "no answer"
        return
    if len(first) > 1:
        yield "answered twice", f"{len(first)} first answers"
    kind, data = first[0].body["type"], first[0].body.get("data") or {}
    if one.kind == TYPING:
        if kind != OFFERED or later:
            yield "unanswered", f"typing is answered by {kind}"
        return
    if one.name == PINGS and kind == SHOWN and len(later) == 1:
        return
    aloud = 2 if any(verb in one.name for verb in ALOUD) else 1
    most = CALLED if one.name == PINGS else aloud
    if kind in (NEW, UPDATE) and len(later) not in (1, most):
        yield ("answered twice" if later else "unanswered"), f"promised, then {len(later)} answers"
    if kind in (SHOWN, CHANGED) and later:
        yield "answered twice", f"{len(later)} more"
    if kind in (NEW, SHOWN) and not data.get("flags", 0) & EPHEMERAL:
        yield "public", "the answer is for everybody"
    if kind in (UPDATE, CHANGED) and not one.private:
        yield "public", "the answer replaces a message that others see"


def _form(said: Said) -> Iterator[tuple[str, str]]:
    """Yield why Discord would refuse a message, and what it may not say."""
    body = dict(said.body)
    if said.where.endswith("/callback"):
        kind, body = body["type"], body.get("data") or {}
        if kind in (NEW, UPDATE):
            return
    try:
        if "choices" in body:
            forms.check_choices(body["choices"])
            return
        names = [name for name, _ in said.files]
        forms.check_message(body, names, (), flags=body.get("flags", 0))
        forms.check_filled(body, names)
    except Refusal as refusal:
        yield "form", str(refusal)
    for part in inside(list(body.get("components") or ())):
        read = CODE.sub("", str(part.get("content", "")))
        if shout := SHOUTS.search(read):
            yield "mention", f"says {shout[0]}"
    if (body.get("allowed_mentions") or {}).get("parse"):
        yield "mention", "may ping anybody"


def _told_elsewhere(one: Input, said: Sequence[Said], match: Any) -> Iterator[tuple[str, str]]:
    """Yield that a match was shown where it isn't played."""
    if one.kind != COMPONENT or match is None or match.status != "live":
        return
    if re.match(r"[bs]steps", one.name):
        return  # pictures of a practice match
    if one.channel.id in (match.channel_id, match.parent_id) or one.channel.recipient:
        return
    if any(name.startswith(PRIVATE_FILES) for each in said for name, _ in each.files):
        yield "told elsewhere", f"shows match {match.id}"


class _Lines(logging.Handler):
    """Keeps the lines of the log that nobody should cause."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        """Keep errors, and completions that failed."""
        said = record.getMessage()
        if record.levelno >= logging.ERROR or "completion failed" in said:
            if record.exc_info and record.exc_info[1]:
                said += f" {record.exc_info[1]!r}"
            self._lines.append(said)


@contextmanager
def watching(judge: Judge) -> Iterator[None]:
    """Listen to the log, and count refusals."""
    lines, root = _Lines(judge.lines), logging.getLogger()
    honest, above = errors._as_refusal, panel.refused

    def as_refusal(error: BaseException) -> RefusedError | None:
        judge.refused += 1
        return honest(error)

    async def refused(*args: Any) -> Any:
        judge.refused += 1
        return await above(*args)

    root.addHandler(lines)
    errors._as_refusal = as_refusal
    vars(panel)["refused"] = refused
    try:
        yield
    finally:
        root.removeHandler(lines)
        errors._as_refusal = honest
        vars(panel)["refused"] = above
