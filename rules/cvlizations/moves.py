"""The moves of CVlizations: eight of players, four of chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rules.cvlizations.components import SEAT_MARKS, Good, Goods, Idea, Order
from rules.notation import InRow, defined
from rules.protocol import Move, part
from rules.text import Seat, t

WRITTEN: Final = "VIPUM"
"""The letters of the tribes in moves, in seat order, as logs have them.

Pictures show another one for the second: its own would be read as a number or a word.
"""


@dataclass(frozen=True, slots=True, order=True)
class Victim:
    """The tribe of a seat, written as its letter: ``V``."""

    seat: Seat

    def __str__(self) -> str:
        return WRITTEN[self.seat]

    @classmethod
    def parse(cls, text: str) -> Victim:
        """Return the tribe of a letter, written or shown; ValueError if there is none."""
        shown = [mark.letter for mark in SEAT_MARKS]
        letter = text.upper()
        return cls(shown.index(letter) if letter in shown else [*WRITTEN].index(letter))


class Cards(InRow[Idea]):
    """Idea cards in their order as one token: ``axe,temple``, or ``-`` for none."""

    __slots__ = ()
    kind = Idea


@dataclass(frozen=True, slots=True, order=True)
class GiveOrders(Move):
    """Give a tribe's two orders of a turn: one face up, the other face down."""

    notation = "order {up} {down}"
    command = t("order")
    title = t("Give orders")
    about = t("Give two orders: one open, one secret")
    secret = True
    preparable = True
    up: Order = field(metadata=part(t("up"), t("The order everybody sees"), in_hand=True))
    down: Order = field(metadata=part(t("down"), t("The secret order"), in_hand=True))


@dataclass(frozen=True, slots=True, order=True)
class Steal(Move):
    """Take a resource from another player, as a thief or with the Sword."""

    notation = "steal {victim} {kind}"
    command = t("steal")
    title = t("Steal")
    about = t("Steal a resource from another player")
    victim: Victim = field(metadata=part(t("victim"), t("Who you steal from")))
    kind: Good = field(metadata=part(t("kind"), t("Which resource")))


@dataclass(frozen=True, slots=True, order=True)
class Take(Move):
    """Take resources of your choice from the supply."""

    notation = "take {kind}"
    command = t("take")
    title = t("Take")
    about = t("Take a resource of your choice from the supply")
    kind: Good = field(metadata=part(t("kind"), t("Which resource")))


@dataclass(frozen=True, slots=True, order=True)
class Trade(Move):
    """Give one resource for others of another kind."""

    notation = "trade {give} {get}"
    command = t("trade")
    title = t("Trade")
    about = t("Give one resource and take others of another kind")
    give: Good = field(metadata=part(t("give"), t("What you give")))
    get: Good = field(metadata=part(t("get"), t("What you take")))


@dataclass(frozen=True, slots=True, order=True)
class Buy(Move):
    """Buy an idea."""

    notation = "buy {idea} {pay}"
    command = t("buy")
    title = t("Buy an idea")
    about = t("Buy one of the ideas on offer")
    preparable = True
    idea: Idea = field(metadata=part(t("idea"), t("Which idea")))
    pay: Goods = field(metadata=part(t("pay"), t("What you pay")))


@dataclass(frozen=True, slots=True, order=True)
class Swap(Move):
    """Exchange a resource in the Market; a purchase has to follow."""

    notation = "swap {give} {get}"
    command = t("swap")
    title = t("Market")
    about = t("Exchange a resource before you buy")
    give: Good = field(metadata=part(t("give"), t("What you give")))
    get: Good = field(metadata=part(t("get"), t("What you take")))


@dataclass(frozen=True, slots=True, order=True)
class Feast(Move):
    """Hand in food for a point, with Hedonism."""

    notation = "feast"
    command = t("feast")
    title = t("Feast")
    about = t("Hedonism: turn 2 food into a point")


@dataclass(frozen=True, slots=True, order=True)
class Pass(Move):
    """End your development."""

    notation = "pass"
    command = t("pass")
    title = t("Pass")
    about = t("Buy nothing more this turn")


@dataclass(frozen=True, slots=True, order=True)
class Setup(Move):
    """Chance: who begins, and the first ideas of the track.

    If the Cave Geeks begin, `first` is the player who follows them.
    """

    notation = "setup {first}/{ideas}"
    by_chance = True
    first: Seat
    ideas: Cards


@dataclass(frozen=True, slots=True, order=True)
class Deal(Move):
    """Chance: the ideas of age III for the track."""

    notation = "deal {ideas}"
    by_chance = True
    ideas: Cards


@dataclass(frozen=True, slots=True, order=True)
class TurnUp(Move):
    """Chance: the idea that fills the gap of the track."""

    notation = "turn-up {idea}"
    by_chance = True
    idea: Idea


@dataclass(frozen=True, slots=True, order=True)
class Peek(Move):
    """Chance: the deck's top card, which only Fortune telling's owner may see."""

    notation = "peek {idea}"
    by_chance = True
    secret = True
    idea: Idea


@dataclass(frozen=True, slots=True, order=True)
class GeeksOrder(Move):
    """Chance: an order of the Cave Geeks, first the open one, later the revealed one."""

    notation = "geeks {order}"
    by_chance = True
    order: Order


MOVE_TYPES: Final = defined(globals())
