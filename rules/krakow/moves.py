"""The moves of Kraków 2009: seven of players, three of chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rules.krakow.components import Action, Direction, Group, Place, Sight
from rules.notation import InRow, defined
from rules.protocol import Move, part
from rules.text import Seat, t


class Groups(InRow[Group]):
    """Tour groups as one token: ``JI``, or ``-`` for none."""

    __slots__ = ()
    kind = Group
    between = ""


class Sights(InRow[Sight]):
    """Sight cards in their order as one token: ``N:1,D:L,O:3``."""

    __slots__ = ()
    kind = Sight


@dataclass(frozen=True, slots=True, order=True)
class Lay(Move):
    """Lay an action card face down at a place around the market."""

    notation = "lay {card}@{place}"
    command = t("lay")
    title = t("Play a card")
    about = t("Play an action card face down beside the market")
    secret = True
    preparable = True
    card: Action = field(metadata=part(t("card"), t("Which action card"), in_hand=True))
    place: Place = field(metadata=part(t("place"), t("Which place")))


@dataclass(frozen=True, slots=True, order=True)
class Reserve(Move):
    """Lay a reservation token face down on a sight; card B asks for two in turn."""

    notation = "reserve {sight}@{hour}"
    command = t("reserve")
    title = t("Reserve")
    about = t("Put a reservation token on a sight in the line")
    secret = True
    sight: Sight = field(metadata=part(t("sight"), t("Which sight")))
    hour: int = field(metadata=part(t("hour"), t("Which hour"), in_hand=True))


@dataclass(frozen=True, slots=True, order=True)
class Shift(Move):
    """Push the line by one card."""

    notation = "shift {direction}"
    command = t("shift")
    title = t("Shift")
    about = t("Push the line one card")
    direction: Direction = field(metadata=part(t("direction"), t("Which direction")))


@dataclass(frozen=True, slots=True, order=True)
class Swap(Move):
    """Replace a market card without tokens by one from the deck."""

    notation = "swap {sight}"
    command = t("swap")
    title = t("Swap")
    about = t("Replace a market card with one from the deck")
    sight: Sight = field(metadata=part(t("sight"), t("Which market card")))


@dataclass(frozen=True, slots=True, order=True)
class Exchange(Move):
    """Exchange a collected sight for a market card without tokens."""

    notation = "exchange {own}>{sight}"
    command = t("exchange")
    title = t("Exchange")
    about = t("Exchange one of your sights for a market card")
    own: Sight = field(metadata=part(t("own"), t("Which of your sights"), in_hand=True))
    sight: Sight = field(metadata=part(t("sight"), t("For which market card")))


@dataclass(frozen=True, slots=True, order=True)
class Take(Move):
    """Take a sight left in the market after the awards."""

    notation = "take {sight}"
    command = t("take")
    title = t("Take")
    about = t("Take a sight left in the market")
    sight: Sight = field(metadata=part(t("sight"), t("Which sight")))


@dataclass(frozen=True, slots=True, order=True)
class Decline(Move):
    """Decline a shift or a blind swap."""

    notation = "decline"
    command = t("decline")
    title = t("Decline")
    about = t("Skip the shift or the blind swap")


@dataclass(frozen=True, slots=True, order=True)
class Setup(Move):
    """Chance: which groups stay in the box, and who starts."""

    notation = "setup {removed}/{start}"
    by_chance = True
    removed: Groups
    start: Seat


@dataclass(frozen=True, slots=True, order=True)
class Deal(Move):
    """Chance: the market of a round, row by row from the top left."""

    notation = "deal {market}"
    by_chance = True
    market: Sights


@dataclass(frozen=True, slots=True, order=True)
class Draw(Move):
    """Chance: the sight that fills a gap in the market."""

    notation = "draw {sight}"
    by_chance = True
    sight: Sight


MOVE_TYPES: Final = defined(globals())
