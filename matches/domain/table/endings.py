"""How a match or a vote ended, in words, and what a solo result is measured by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from matches.domain.history.past import Closing, Stint
from matches.domain.model import Ending, MatchInfo
from matches.domain.table import votes
from matches.domain.table.computers import LEVELS
from matches.domain.table.votes import Vote, VoteKind
from rules import registry
from rules.protocol import Outcome, points
from rules.text import Person, Text, t, tn

_WORDS: Final[Mapping[Ending, Text]] = {
    "": t("The match ended without a result."),
    "played": t("The match is over."),
    "conceded": t("The match is over."),
    "voted": t("The match ended without a result because all players agreed to stop."),
    "admin": t("The match ended without a result because a server admin stopped it."),
    "unmoved": t("The match ended without a result because nobody had moved for a long time."),
    "gone": t("The match ended without a result because I was away from its server too long."),
    "left": t("The match ended without a result because nobody was left to play."),
}


def ending_text(info: MatchInfo) -> Text:
    """Return how a match that is over or ended came to its end, in one sentence."""
    gone = tuple(Person(seat.name) for seat in info.seats if seat.conceded)
    if info.ending == "conceded" and len(gone) == 1:
        return t("The match is over. {who} conceded.", who=gone)
    if info.ending == "conceded":
        return t("The match is over. {who} have conceded.", who=gone)
    if info.ending == "voted" and info.is_solo:
        return t("The match ended without a result because its only player stopped it.")
    return _WORDS[info.ending]


def stood_in_texts(match: MatchInfo, closing: Closing) -> tuple[Text, ...]:
    """Return when computers played for people; () if that was before they had levels."""
    return tuple(_stood_in(match, stint) for stint in closing.computers if match.level)


def _stood_in(match: MatchInfo, stint: Stint) -> Text:
    level = LEVELS[match.level]
    since, until, who = stint.since, stint.until, Person(stint.name)
    if stint.late:
        return tn(
            "During “{when}”, a computer ({level}) made {count} decision that {who} was late with.",
            "From “{when}” on, a computer ({level}) made {count} decisions that {who} was late "
            "with.",
            stint.late,
            when=since,
            level=level,
            who=who,
        )
    if until is None:
        return t(
            "From “{when}” on, a computer ({level}) played for {who}.",
            when=since,
            level=level,
            who=who,
        )
    if until == since:
        return t(
            "During “{when}”, a computer ({level}) played for {who}.",
            when=since,
            level=level,
            who=who,
        )
    return t(
        "From “{when}” to “{then}”, a computer ({level}) played for {who}.",
        when=since,
        then=until,
        level=level,
        who=who,
    )


def par_lines(match: MatchInfo, outcome: Outcome | None = None) -> tuple[Text, ...]:
    """Return the par of a match of one, if it has one, and how far off it ended."""
    par = registry.get(match.slug).info.par
    if par is None or match.capacity != 1 or match.options:
        return ()
    told = tn(
        "Par: {points}, the mean of {count} match that a strong computer played alone.",
        "Par: {points}, the mean of {count} matches that a strong computer played alone.",
        par.matches,
        points=points(par.score),
    )
    if outcome is None:
        return (told,)
    more = outcome.scores[0] - par.score
    if more > 0:
        return told, tn("That's {count} point above par.", "That's {count} points above par.", more)
    if more < 0:
        below = tn("That's {count} point below par.", "That's {count} points below par.", -more)
        return told, below
    return told, t("That's exactly par.")


def vote_text(info: MatchInfo, vote: Vote) -> Text:
    """Return how a vote ended, for the log; with one person it was no vote."""
    if vote.status != "passed" or not info.is_solo:
        return votes.result(info, vote)
    who = votes.asker(info, vote)
    match vote.kind:
        case VoteKind.UNDO:
            return t("{who} undoes their last move and everything after it.", who=who)
        case VoteKind.PAUSE:
            return t("{who} pauses the match.", who=who)
        case VoteKind.RESUME:
            return t("{who} resumes the match.", who=who)
        case VoteKind.END:
            return t("{who} ends the match.", who=who)
        case VoteKind.EXTEND:
            return t("{who} extends the deadlines.", who=who)
    return t("{who} changes the match's pace.", who=who)
