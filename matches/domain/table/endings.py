"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from matches.domain.model import Ending, MatchInfo
from rules.text import Text, Who, t

_WORDS: Final[Mapping[Ending, Text]] = {
    "": t("The match ended without a result."),
    "played": t("The match is over."),
    "conceded": t("The match is over."),
    "voted": t("The match ended without a result because all players agreed to stop."),
    "admin": t("The match ended without a result because a server admin stopped it."),
    "unmoved": t("The match ended without a result because nobody had moved for a long time."),
    "gone": t("The match ended without a result because I'm no longer on its server."),
    "left": t("The match ended without a result because nobody was left to play."),
}


def ending_text(info: MatchInfo) -> Text:
    """Return how a match that is over or ended came to its end, in one sentence."""
    gone = tuple(Who(seat.seat) for seat in info.seats if seat.conceded)
    if info.ending == "conceded" and len(gone) == 1:
        return t("The match is over. {who} conceded.", who=gone)
    if info.ending == "conceded":
        return t("The match is over. {who} have conceded.", who=gone)
    if info.ending == "voted" and info.is_solo:
        return t("The match ended without a result because its only player stopped it.")
    return _WORDS[info.ending]
