"""What a person who plays alone decides without a vote, in words. Pure."""

from __future__ import annotations

from matches.domain.model import MatchInfo
from matches.domain.table import votes
from matches.domain.table.votes import Vote, VoteKind
from rules.text import Text, t


def result(info: MatchInfo, vote: Vote) -> Text:
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
