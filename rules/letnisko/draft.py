"""A match being changed within one move."""

from __future__ import annotations

from rules import draft as base
from rules.letnisko.components import Card, Guest, Icon, Tokens, Weather
from rules.letnisko.state import LetniskoState, Player, Visits
from rules.letnisko.view import Change, Claim, Done, Phase, Visit
from rules.text import Seat


class OpenPlayer:
    """A `Player` open to change; it becomes one when its draft is closed."""

    __slots__ = base.slots(Player)

    def __init__(self, player: Player) -> None:
        self.money = player.money
        self.tokens = player.tokens
        self.forests = player.forests
        self.lots = player.lots
        self.ready = player.ready
        self.out = player.out
        self.empty = player.empty
        self.refuelling = player.refuelling
        self.bought = player.bought
        self.upgrades = player.upgrades
        self.batch = player.batch


class Draft(base.Draft[LetniskoState], of=LetniskoState):
    """The fields of a `LetniskoState`, open to change, and the events so far.

    `marked` are the lots touched in phase III, for `Change`.
    """

    __slots__ = base.slots(LetniskoState, "marked")

    version: int
    seats: int
    phase: Phase
    round: int
    cycle: int
    active: Seat
    placed: tuple[Tokens, ...]
    placements: int
    porter: Seat
    porter_left: bool
    president: Seat | None
    weather: Weather | None
    forecast: Icon
    past: tuple[Weather, ...]
    ahead: tuple[int, ...]
    cars: tuple[tuple[Guest, ...], ...]
    claims: tuple[Claim, ...]
    parcels: tuple[Visit, ...]
    visits: Visits
    stock: tuple[int, ...]
    leftovers: tuple[Guest, ...]
    players: list[Player]
    last: Change
    done: tuple[Done, ...]
    former: Seat | None

    def __init__(self, state: LetniskoState, *, quiet: bool = False) -> None:
        super().__init__(state, quiet=quiet)
        self.marked: list[tuple[Seat, int]] = []

    def own(self, seat: Seat) -> OpenPlayer:
        """Return the player of `seat`, open to change until the draft is closed."""
        found: Player | OpenPlayer = self.players[seat]
        if isinstance(found, OpenPlayer):
            return found
        player = OpenPlayer(found)
        self.players[seat] = player  # type: ignore[call-overload]
        return player

    def close(self) -> LetniskoState:
        """Return the state as it is now; nothing can be changed any more.

        An open player has the slots of a `Player` and becomes one without being copied again.
        """
        for player in self.players:
            if player.__class__ is not Player:
                player.__class__ = Player
        return self.freeze()

    def visit(self, card: Card, visit: Visit) -> None:
        """Put tokens on an investment."""
        at = card.place
        self.visits = (*self.visits[:at], (*self.visits[at], visit), *self.visits[at + 1 :])

    def draw(self, counts: tuple[int, ...]) -> None:
        """Take a number of cards out of the stacks, as `Card` lists them."""
        self.stock = tuple([left - n for left, n in zip(self.stock, counts, strict=True)])
