"""Words that players mix into the draws of their match before it starts."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from datetime import datetime
from typing import Final

from matches.domain.model import MatchInfo
from matches.domain.table import powers
from matches.domain.table.lobby import check_open
from matches.domain.table.powers import Act, Asker
from rules.errors import InvalidMoveError, LobbyError
from rules.text import t, tn

MAX_WORD: Final = 40
"""The most characters of a word."""


def settled(typed: str) -> str:
    """Return what was typed as one visible line in Unicode's form NFC.

    Raises:
        InvalidMoveError: Nothing is left, or more than `MAX_WORD` characters.
    """
    seen = (" " if c.isspace() else c for c in typed if c.isspace() or not _is_hidden(c))
    word = unicodedata.normalize("NFC", " ".join("".join(seen).split()))
    if not word:
        raise InvalidMoveError(
            t("I can't see any characters in your word."),
            t("Type 1 to {most} characters.", most=MAX_WORD),
        )
    if len(word) > MAX_WORD:
        raise InvalidMoveError(
            tn("Your word has {count} character.", "Your word has {count} characters.", len(word)),
            t("Type 1 to {most} characters.", most=MAX_WORD),
        )
    return word


def _is_hidden(character: str) -> bool:
    """Return whether a character is invisible or not assigned in Unicode.

    The form NFC of a character that isn't assigned yet may still change.
    """
    return unicodedata.category(character).startswith("C")


def worded(info: MatchInfo, user_id: int, typed: str, at: datetime) -> MatchInfo:
    """Return the lobby with a player's word; a second word replaces the first."""
    check_open(info, user_id, Act.ADD_WORD)
    powers.check(Act.ADD_WORD, info, Asker(user_id))
    if not info.chance_hash:
        raise LobbyError(
            t("This lobby was opened before words could be added."),
            t("To play with words, open another match with /match new."),
        )
    word = settled(typed)
    mine = info.seats[info.seat_of(user_id)]
    return info if word == mine.word else info.with_seat(replace(mine, word=word, word_at=at))
