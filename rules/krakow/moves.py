"""The moves of Kraków 2009: seven of players, three of chance."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.krakow.components import Action, Direction, Group, Place, Sight
from rules.protocol import Move, part
from rules.text import Seat, t


@dataclass(frozen=True, slots=True, order=True)
class Groups:
    """Tour groups as one token: ``JI``, or ``-`` for none."""

    groups: tuple[Group, ...]

    def __str__(self) -> str:
        return "".join(self.groups) or "-"

    @classmethod
    def parse(cls, text: str) -> Groups:
        """Return the groups of a token; ValueError if it names none or an unknown one."""
        return cls(() if text == "-" else tuple(Group(code) for code in text.upper()))


@dataclass(frozen=True, slots=True, order=True)
class Sights:
    """Sight cards in their order as one token: ``N:1,D:L,O:3``."""

    sights: tuple[Sight, ...]

    def __str__(self) -> str:
        return ",".join(self.sights)

    @classmethod
    def parse(cls, text: str) -> Sights:
        """Return the cards of a token; ValueError if one of them does not exist."""
        return cls(tuple(Sight.parse(token) for token in text.split(",")))


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
    command = t("setup")
    title = t("Set up")
    about = t("Draw the start player and the groups left out of this match")
    by_chance = True
    removed: Groups = field(metadata=part(t("removed"), t("Which groups stay in the box")))
    start: Seat = field(metadata=part(t("start"), t("Who starts")))


@dataclass(frozen=True, slots=True, order=True)
class Deal(Move):
    """Chance: the market of a round, row by row from the top left."""

    notation = "deal {market}"
    command = t("deal")
    title = t("Deal")
    about = t("Deal the market")
    by_chance = True
    market: Sights = field(metadata=part(t("market"), t("Which sights")))


@dataclass(frozen=True, slots=True, order=True)
class Draw(Move):
    """Chance: the sight that fills a gap in the market."""

    notation = "draw {sight}"
    command = t("draw")
    title = t("Draw")
    about = t("Draw a sight from the deck")
    by_chance = True
    sight: Sight = field(metadata=part(t("sight"), t("Which sight")))


MOVE_TYPES: tuple[type[Move], ...] = (
    Lay,
    Reserve,
    Shift,
    Swap,
    Exchange,
    Take,
    Decline,
    Setup,
    Deal,
    Draw,
)
