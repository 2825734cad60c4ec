"""Compares what players were told with what the database says and what the channels show.

Every check takes the `Evidence` of one match, gathered while nothing is left to be sent, and yields
what is wrong; `CHECKS` names the kind of wrong that each of them finds.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from cogs.outbox.posts import ANSWERED_LINES, TURN_LINES
from cogs.outbox.turns import _without_detours
from cogs.ui.sheet import news
from cogs.ui.speech import plain_names, say, without_signs
from matches.domain.change import LogRow
from matches.domain.history.log_view import as_read, verification
from matches.domain.history.replay import revive, with_remarks
from matches.domain.model import MatchInfo
from matches.domain.table.computers import level_of
from matches.domain.turn import CALLED_ONCE
from render.i18n import translate
from rules.errors import ReplayError
from rules.protocol import CHANCE, WATCHER, Outcome
from tests.range.players import Player
from tests.range.world import Kept
from tests.soak.evidence import TAPPED, UNDO, Evidence, asked_ply
from tests.soak.record import MINUTE_S, Clocks

ASKS: Final = '"label": "Your move"'
"""The button of a direct message that asks for a move; others link to the match."""
HOUR_S: Final = 3600
SOON_S: Final = 5.0
"""How exactly times are compared: a bot notes every second that it runs."""
NOBODY: Final = 0
"""Whose seats computers play."""
OVERTAKEN: Final = ("stale", "expired")
"""How a vote ends that isn't decided by its ballots."""
RESULTS: Final = {
    "passed": "Vote: {question} Most players agreed.",
    "failed": "Vote: {question} Not enough players agreed.",
}
"""What the log says of a vote that is decided."""
_USER: Final = re.compile(r"<@(\d+)>")


Check: TypeAlias = "Callable[[Evidence], Iterator[str]]"


# The log.


def half(seen: Evidence) -> Iterator[str]:
    """Yield where the log ends in the middle of something, or differs from the summary."""
    try:
        timeline = revive(seen.stored).timeline
    except ReplayError as error:
        yield str(error)
        return
    if seen.info.status == "live" and timeline.rules.to_act(timeline.state) == {CHANCE}:
        yield "a draw is missing"
    is_played_out = seen.info.status == "over" and seen.info.ending != "conceded"
    if is_played_out != (timeline.rules.outcome(timeline.state) is not None):
        yield f"the match is {seen.info.status}"
    if seen.info.status == "over" and (differ := verification(seen.stored).differing):
        yield f"drawn otherwise than sealed: {differ}"


def logged(rows: Iterable[LogRow]) -> Counter[tuple[int, str]]:
    """Return how often some rows have which move of whom; undos count as one move."""
    return Counter(
        (row.user_id, UNDO if row.move.startswith(UNDO) else row.move)
        for row in rows
        if row.user_id
    )


def made_by_hand(seen: Evidence) -> Iterator[LogRow]:
    """Yield the rows of the log but those that a standing answer may have made.

    Such a row was saved together with the row before it.
    """
    log = seen.stored.log
    for before, row in zip((None, *log), log, strict=False):
        is_together = before is not None and before.at == row.at
        if not (is_together and row.user_id in seen.told.standing):
            yield row


def lost(seen: Evidence) -> Iterator[str]:
    """Yield acknowledged moves that the log doesn't have."""
    has = logged(seen.stored.log)
    for key, times in seen.told.acked.items():
        user, move = key
        if move == TAPPED:
            others = sum(n for (who, one), n in seen.told.acked.items() if who == user and one)
            if times + others > sum(n for (who, _), n in has.items() if who == user):
                yield f"a tapped move of {user}"
        elif times > has[key]:
            yield f"{times - has[key]} x {move!r} of {user}"


def made_twice(seen: Evidence) -> Iterator[str]:
    """Yield moves that the log has more often than they were sent."""
    has, sent = logged(made_by_hand(seen)), seen.told.sent
    for (user, move), times in has.items():
        if times > sent[user, move] + sent[user, TAPPED]:
            yield f"{times} x {move!r} of {user}"
    for user in {who for who, _ in has}:
        if sum(n for (who, _), n in has.items() if who == user) > sum(
            n for (who, _), n in sent.items() if who == user
        ):
            yield f"the log has more moves of {user} than they made"


# Posts.


def doubled(seen: Evidence) -> Iterator[str]:
    """Yield what was posted twice."""
    yield from repeated(seen.turns, ended_alone=seen.info.ending == "conceded")
    for vote in seen.votes:
        asking = [kept for kept in seen.posts if f'"byes:{seen.info.id}:{vote.id}"' in kept.layout]
        if len(asking) > 1:
            yield f"vote {vote.id}"
    if seen.threads > 1:
        yield f"{seen.threads} threads"


def repeated(turns: Iterable[tuple[Kept, int]], *, ended_alone: bool = False) -> Iterator[str]:
    """Yield the plies that several posts show, and how these came about.

    Args:
        turns: The posts, with the plies they show.
        ended_alone: Whether the match ended without a ply, as when somebody gives up: then its
            last one may have a post before that and one after it.
    """
    shown = defaultdict[tuple[int, bool], list[Kept]](list)
    for kept, ply in turns:
        shown[ply, ended_alone and f":{ply}.end" in kept.text].append(kept)
    for (ply, _), posts in shown.items():
        if len(posts) > 1:
            yield f"{len(posts)} posts of ply {ply}: {'; '.join(map(how_posted, posts))}"


def how_posted(kept: Kept) -> str:
    """Return how a post came about."""
    return f"{kept.id} of {kept.at:.1f} {kept.nonce} edited {kept.edits} x"


def disordered(seen: Evidence) -> Iterator[str]:
    """Yield posts that are older than the one before."""
    plies = [ply for _, ply in seen.turns]
    yield from (f"{b} after {a}" for a, b in zip(plies, plies[1:], strict=False) if b < a)


def missing(seen: Evidence) -> Iterator[str]:
    """Yield what should have been posted and wasn't."""
    here = {kept.id for kept in seen.posts}
    for row in seen.outbox:
        if row.kind == "turn" and row.message_id is not None and row.message_id not in here:
            yield f"the post of row {row.id}"
        if row.kind == "turn" and row.status == "failed":
            yield f"row {row.id} was given up"
    told = max((ply for _, ply in seen.turns), default=-1)
    if seen.info.status != "live":
        if not (seen.turns and f"{told}.end" in seen.turns[-1][0].text):
            yield "the result"
        return
    _, then = seen.history
    if not seen.turns:
        yield "the first post"
    for seat in sorted(seen.info.to_act):
        asked = then[-1].since[seat]
        if not seen.info.seats[seat].user_id:
            continue
        if asked > told and seat != _last_mover(seen, asked):
            yield f"that seat {seat} was asked at {asked}; the newest post shows {told}"


def _last_mover(seen: Evidence, ply: int) -> int:
    return next((r.seat for r in reversed(seen.stored.log[:ply]) if r.seat >= 0), WATCHER)


def untrue(seen: Evidence) -> Iterator[str]:
    """Yield what the newest post says and isn't so."""
    if not seen.turns or seen.info.status == "ended":
        return
    newest, _ = seen.turns[-1]
    timeline = seen.history[1][-1]
    if seen.info.ending == "conceded":
        (gone,) = (seat.name for seat in seen.info.seats if seat.conceded)
        if f"{gone} conceded, so " not in newest.text:
            yield f"not that {gone} conceded"
        return
    if seen.info.status == "over":
        outcome = timeline.rules.outcome(timeline.state)
        if outcome is None or not says_result(newest, outcome, seen.info):
            yield "not the result"
        return
    says = [line for line in Player.words(newest).splitlines() if "Your move:" in line]
    named = {int(user) for line in says for user in _USER.findall(line)}
    to_act = seen.info.to_act if seen.info.paused_at is None else frozenset()
    asked = {seen.info.seats[seat].user_id for seat in to_act} - {NOBODY}
    if named != asked:
        yield f"it asks {sorted(named)}, but it is the move of {sorted(asked)}"


def says_result(kept: Kept, outcome: Outcome, info: MatchInfo) -> bool:
    """Return whether a post says how a match ended."""
    told = translate(outcome.reason, "en", plain_names(info, "en"))
    reason = json.dumps(told, ensure_ascii=False)[1:-1]
    return reason in kept.text


def mistold(seen: Evidence) -> Iterator[str]:
    """Yield posts that don't tell exactly what has happened since the post before."""
    before, last = 0, "none"
    for kept, ply in seen.turns:
        how = how_posted(kept)
        if f"bturn:{seen.info.id}:{ply}" in kept.text:
            words = without_signs(Player.words(kept))
            lines = [line for line in words.splitlines() if line.startswith("- ")]
            tellings = list(_tellings(seen, before, ply, is_edited=kept.edits > 0))
            if lines not in tellings:
                yield f"{before} to {ply} {lines} instead of {tellings[0]}: {how} after {last}"
        before, last = ply, how


def _tellings(seen: Evidence, since: int, ply: int, *, is_edited: bool) -> Iterator[Sequence[str]]:
    """Yield the lines that a post may have which tells of some plies.

    A remark on the last of them, such as the end of a vote, may have come after the post.
    """
    played = tuple(one for one in seen.history[0] if since < one.row.ply <= ply)
    remarks = [one for one in seen.stored.remarks if since < one.ply <= ply]
    sure = sum(one.ply < ply for one in remarks)
    for known in range(len(remarks), sure - 1, -1):
        entries = as_read(seen.info, with_remarks(played, remarks[:known], since), WATCHER)
        for told in (entries, _without_detours(entries)) if is_edited else (entries,):
            answered = any(
                e.seat >= 0 and level_of(seen.info, seen.info.seats[e.seat]) for e in told
            )
            most = ANSWERED_LINES if answered else TURN_LINES
            yield news(told, "en", seen.info, most, signed=False)[-most:]


def left_bare(seen: Evidence) -> Iterator[str]:
    """Yield messages that never got their layout."""
    yield from bare(seen.info.id, seen.posts)
    for user, letters in seen.letters.items():
        yield from (f"letter to {user}: {what}" for what in bare(seen.info.id, letters))


def bare(match_id: int, messages: Iterable[Kept]) -> Iterator[str]:
    """Yield the words of messages about a match that never got their layout."""
    for kept in messages:
        if not kept.payload["components"] and kept.first.endswith(f"#{match_id}"):
            yield kept.first


# Calls.


def called_wrong(seen: Evidence) -> Iterator[str]:
    """Yield pings of players who had nothing to decide."""
    for kept, _ in seen.turns:
        first, due = asked_ply(seen.info.id, kept), seen.due(kept)
        if first is None or due is None:
            continue
        then = seen.history[1][due : first + 1]
        asked = {seen.info.seats[seat].user_id for one in then for seat in one.waiting}
        if wrong := kept.called - asked:
            yield f"{sorted(wrong)} at {due} to {first}"


def called_twice(seen: Evidence) -> Iterator[str]:
    """Yield repeated pings, and letters, for the same decision."""
    for seat in seen.info.seats:
        moved = [row.ply for row in seen.stored.log if row.seat in (seat.seat, WATCHER)]
        pings = [kept for kept in seen.posts if seat.user_id in kept.called]
        letters = [one for one in seen.letters.get(seat.user_id, ()) if ASKS in one.layout]
        for called in (pings, letters):
            shown = [(seen.due(one), asked_ply(seen.info.id, one)) for one in called]
            spans = [(ply if due is None else due, ply) for due, ply in shown if ply is not None]
            for a, b in in_vain(spans, moved):
                if not _is_long_undone(seen, a, b):
                    yield f"{seat.user_id} at {a} and at {b}"


def _is_long_undone(seen: Evidence, first: int, again: int) -> bool:
    """Return whether a decision was taken away by an undo, and asked for much later."""
    rows = [row for row in seen.stored.log if first <= row.ply <= again]
    taken = any(row.move.startswith(UNDO) for row in rows)
    return taken and abs(rows[-1].at - rows[0].at) >= CALLED_ONCE


def in_vain(spans: Sequence[tuple[int, int]], moved: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the plies of calls between which the called player hasn't moved.

    A message shows the ply for which it pinged, which is often later than the one it was due at. It
    may have pinged for an earlier one than its layout shows.

    Args:
        spans: The plies at which messages were due and that they show.
        moved: The plies at which the player moved.
    """
    for (a, _), (_, b) in zip(spans, spans[1:], strict=False):
        if not any(a < ply <= b for ply in moved):
            yield a, b


def uncalled(seen: Evidence) -> Iterator[str]:
    """Yield players who have to decide and were never told."""
    if seen.info.status != "live":
        return
    last = seen.history[1][-1]
    for number in sorted(seen.info.to_act):
        seat, since = seen.info.seats[number], last.since[number]
        excused = seat.called_at or seat.muted or not seat.user_id
        if excused or number == _last_mover(seen, since):
            continue
        shown = [ply for kept, ply in seen.turns if seat.user_id in kept.called]
        if max(shown, default=-1) < since:
            yield f"{seat.user_id}, asked at {since}"


# Letters, clocks, votes.


def misread(seen: Evidence) -> Iterator[str]:
    """Yield letters that say something else than their reader's own view."""
    _, then = seen.history
    for user, letters in seen.letters.items():
        seat = seen.info.seat_of(user)
        for kept in letters:
            ply = asked_ply(seen.info.id, kept)
            if ply is None:
                continue
            if seat == WATCHER:
                yield f"{user} has no seat"
                return
            if ply < len(then):
                rules = then[ply].rules
                prompt = say(rules.prompt(rules.view(then[ply].state, seat)), "en", seen.info)
                if prompt not in Player.words(kept):
                    yield f"{user} at {ply}: {Player.words(kept)!r} has no {prompt!r}"


def clocks(seen: Evidence) -> Iterator[str]:
    """Yield seats whose clock runs while nobody waits, or doesn't while somebody does."""
    info = seen.info
    for seat in info.seats:
        waits = info.status == "live" and seat.seat in info.to_act
        if waits != (seat.clock is not None):
            yield f"seat {seat.seat} {'has none' if waits else 'has one'}"
        if seat.clock is not None and seat.clock.since.timestamp() > seen.now + SOON_S:
            later_s = seat.clock.since.timestamp() - seen.now
            yield f"seat {seat.seat} will be asked in {later_s:.0f} s"


def moved_otherwise(
    before: Clocks,
    after: Clocks,
    gap_of: Callable[[int, float, float], float],
    now: float,
    start_s: float = 0.0,
) -> Iterator[str]:
    """Yield clocks that lost or got time while the bot was away; votes may add whole hours.

    Args:
        before: The clocks when the bot had ended.
        after: Those when it was there again.
        gap_of: Returns for a match, a time and when a clock was looked at how long it was away
            until then, as it counts. Clocks that were started meanwhile have lost less.
        now: The time by its clock. What was started a minute ago may have had the right time.
        start_s: How long its start took; it gives time back at some moment in it.
    """
    least_s = -SOON_S - start_s
    for place, clock in after.items():
        old = before.get(place)
        if old is None or old.ply != clock.ply or now - MINUTE_S < old.woken <= now:
            continue
        gap_s = gap_of(place[0], now, old.woken)
        if now - gap_s < old.since <= now:
            gap_s = now - old.since
        more_s = clock.due - old.due - gap_s
        if more_s < least_s or SOON_S < more_s % HOUR_S < HOUR_S + least_s:
            yield f"match {place[0]} seat {place[1]}: {more_s:+.0f} s after {gap_s:.0f} s"


def votes(seen: Evidence) -> Iterator[str]:
    """Yield votes with ballots that nobody cast, and those that ended against their ballots."""
    for vote in seen.votes:
        cast = seen.told.ballots.get(vote.id, set()) | {(vote.asker, True)}
        people = {user: yes for user, yes in vote.ballots.items() if user != NOBODY}
        if wrong := set(people.items()) - cast:
            yield f"{vote.id} has {sorted(wrong)}"
        if people.get(vote.asker) is None:
            yield f"{vote.id} has no ballot of {vote.asker}, who asked"
        due = _result(people, _people(seen.info))
        if vote.status not in (due, *OVERTAKEN):
            yield f"{vote.id} is {vote.status} with {vote.ballots}"


def ballots(seen: Evidence) -> Iterator[str]:
    """Yield ballots that were answered as counted and aren't there."""
    every = {vote.id: vote.ballots for vote in seen.votes}
    for (vote, user), yes in seen.told.counted.items():
        if (vote, user) not in seen.told.unsure and every.get(vote, {}).get(user) is not yes:
            yield f"{user} has voted {'yes' if yes else 'no'} in {vote}: {every.get(vote)}"


def carried_out(seen: Evidence) -> Iterator[str]:
    """Yield results of votes that the log doesn't tell once each."""
    if _people(seen.info) < 2:
        return  # who is alone doesn't vote
    told = Counter(remark.text.msgid for remark in seen.stored.remarks)
    for status, msgid in RESULTS.items():
        has = sum(vote.status == status for vote in seen.votes)
        if told[msgid] != has:
            yield f"{has} are {status}, the log tells of {told[msgid]}"


def _result(ballots: Mapping[int, bool], people: int) -> str:
    """Return what has become of a question that more than half have to agree to."""
    yes = sum(ballots.values())
    if 2 * yes > people:
        return "passed"
    return "open" if 2 * (people - len(ballots) + yes) > people else "failed"


def _people(info: MatchInfo) -> int:
    return sum(seat.user_id != NOBODY for seat in info.seats)


CHECKS: Final[Mapping[str, Sequence[Check]]] = {
    "half": (half,),
    "lost": (lost,),
    "doubled": (made_twice, doubled),
    "disordered": (disordered,),
    "missing": (missing,),
    "untrue": (untrue,),
    "mistold": (mistold,),
    "bare": (left_bare,),
    "called wrong": (called_wrong,),
    "called twice": (called_twice,),
    "uncalled": (uncalled,),
    "misread": (misread,),
    "clock": (clocks,),
    "vote": (votes, carried_out),
    "ballot": (ballots,),
}


def wrongs(seen: Evidence) -> Iterator[tuple[str, str]]:
    """Yield the kind of every wrong, and what is wrong."""
    for kind, checks in CHECKS.items():
        for check in checks:
            for what in check(seen):
                yield kind, f"{check.__name__}: {what}"
