"""The moves of Letnisko: seven of players, two of chance."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from rules.letnisko.components import GUESTS, Card, Guest, House, Icon, Tokens, Weather, in_order
from rules.notation import InRow, defined
from rules.protocol import Move, part
from rules.text import Seat, t


@dataclass(frozen=True, slots=True, order=True)
class Cars:
    """One car ``3``, or two neighbouring ones ``3+4`` for an automobile."""

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}+{self.last}"

    @classmethod
    def parse(cls, text: str) -> Cars:
        """Return the cars of a token, the front one first.

        Whether they are neighbours is not checked.

        Raises:
            ValueError: The text is not one number, or two joined by ``+``.
        """
        found = re.fullmatch(r"(\d{1,2})(?:\+(\d{1,2}))?", text, re.ASCII)
        if not found:
            raise ValueError(f"no cars: {text!r}")
        return cls(*sorted((int(found[1]), int(found[2] or found[1]))))


class Guests(InRow[Guest]):
    """Guests in their order as one token: ``SCCH``, or ``-`` for none."""

    __slots__ = ()
    kind = Guest
    between = ""


_LETTERS: Final = {
    letter: guest
    for guest, card in GUESTS.items()
    for letter in (guest, card.letter.en, card.letter.pl)
}
"""The guests by every letter that stands for one; no letter stands for two."""


@dataclass(frozen=True, slots=True, order=True)
class Lodging:
    """A lodging of guests: ``1:SC,3:HH`` by house number, or ``-`` for nobody.

    The letters of other languages' pictures are read as well: ``1:SK,3:TT``.

    Attributes:
        rooms: (number of the house from 1, its new guests, S C H) by number; only houses that
            take somebody in.
    """

    rooms: tuple[tuple[int, tuple[Guest, ...]], ...]

    def __str__(self) -> str:
        return ",".join(f"{number}:{''.join(guests)}" for number, guests in self.rooms) or "-"

    @classmethod
    def parse(cls, text: str) -> Lodging:
        """Return the lodging of a token; ValueError if it is not one."""
        if text == "-":
            return cls(())
        rooms = []
        for room in text.upper().split(","):
            found = re.fullmatch(r"(\d{1,2}):(\w+)", room, re.ASCII)
            if not found or not _LETTERS.keys() >= {*found[2]}:
                raise ValueError(f"no lodging: {text!r}")
            rooms.append((int(found[1]), in_order(_LETTERS[letter] for letter in found[2])))
        return cls(tuple(sorted(rooms)))


@dataclass(frozen=True, slots=True, order=True)
class Invite(Move):
    """Place a token on a car and invite its guests.

    With an automobile it is placed on two cars (LT-CAR-3, LT-AUTO-5).
    """

    notation = "invite {cars}/{tokens}"
    command = t("invite")
    title = t("Invite guests")
    about = t("Place a token on a car, or on two with an automobile")
    cars: Cars = field(metadata=part(t("cars"), t("Which car, or which two with an automobile")))
    tokens: Tokens = field(metadata=part(t("tokens"), t("Which token")))


@dataclass(frozen=True, slots=True, order=True)
class Parcel(Move):
    """Place one token on the locomotive and take 100 zł from the conductor."""

    notation = "parcel {tokens}"
    command = t("parcel")
    title = t("Fetch a parcel")
    about = t("Place a token on the locomotive: 100 zł at once")
    tokens: Tokens = field(metadata=part(t("tokens"), t("Which token")))


@dataclass(frozen=True, slots=True, order=True)
class Invest(Move):
    """Place one token or two on an investment and pay its current price."""

    notation = "invest {card}/{tokens}"
    command = t("invest")
    title = t("Invest")
    about = t("Buy a lot, a house or an automobile")
    card: Card = field(metadata=part(t("card"), t("Which investment")))
    tokens: Tokens = field(metadata=part(t("tokens"), t("Which tokens")))


@dataclass(frozen=True, slots=True, order=True)
class Refuel(Move):
    """Place one token or two on your own automobile that needs fuel."""

    notation = "refuel {tokens}"
    command = t("refuel")
    title = t("Refuel")
    about = t("Refuel one of your automobiles for next week")
    tokens: Tokens = field(metadata=part(t("tokens"), t("Which tokens")))


@dataclass(frozen=True, slots=True, order=True)
class EndTurn(Move):
    """End a turn in which one more placement would be possible."""

    notation = "end-turn"
    command = t("end-turn")
    title = t("End the turn")
    about = t("Place nothing more this turn")


@dataclass(frozen=True, slots=True, order=True)
class Develop(Move):
    """Choose which house is upgraded by a villa or pension just bought."""

    notation = "develop {house}@{number}"
    command = t("develop")
    title = t("Upgrade")
    about = t("Choose the house to upgrade")
    house: House = field(metadata=part(t("house"), t("Which card")))
    number: int = field(metadata=part(t("number"), t("Which of your houses"), in_hand=True))


@dataclass(frozen=True, slots=True, order=True)
class Lodge(Move):
    """Choose who moves in where, among all the lodgings the four rules allow."""

    notation = "lodge {lodging}"
    command = t("lodge")
    title = t("Assign rooms")
    about = t("Choose who moves in where")
    lodging: Lodging = field(metadata=part(t("lodging"), t("Who moves in where"), in_hand=True))


@dataclass(frozen=True, slots=True, order=True)
class Setup(Move):
    """Chance: who gets the porter."""

    notation = "setup {porter}"
    by_chance = True
    porter: Seat


@dataclass(frozen=True, slots=True, order=True)
class Arrive(Move):
    """Chance: this week's weather, the next card's icon, and the guests as dealt."""

    notation = "arrive {weather}/{forecast}/{guests}"
    by_chance = True
    weather: Weather
    forecast: Icon
    guests: Guests


MOVE_TYPES: Final = defined(globals())
