"""A match being changed within one move."""

from __future__ import annotations

from rules import draft as base
from rules.letnisko.components import SCALES, Card, Guest, House, Icon, Tokens, Weather
from rules.letnisko.state import ALL_CARDS, Bought, LetniskoState, Lot, Player
from rules.letnisko.view import Change, Claim, Phase, Visit
from rules.text import Seat


class Draft(base.Draft[LetniskoState], of=LetniskoState):
    """The fields of a `LetniskoState`, open to change, and the events so far."""

    __slots__ = base.slots(LetniskoState, "scale")

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
    visits: tuple[tuple[Visit, ...], ...]
    stock: tuple[int, ...]
    leftovers: tuple[Guest, ...]
    players: list[Player]
    last: Change

    def __init__(self, state: LetniskoState, *, quiet: bool = False) -> None:
        super().__init__(state, quiet=quiet)
        self.scale = SCALES[state.seats]

    def visit(self, card: Card, visit: Visit) -> None:
        """Put tokens on an investment."""
        at = ALL_CARDS.index(card)
        visits = list(self.visits)
        visits[at] = (*visits[at], visit)
        self.visits = tuple(visits)

    def draw(self, counts: tuple[int, ...]) -> None:
        """Take a number of cards out of the stacks, as `Card` lists them."""
        self.stock = tuple([left - n for left, n in zip(self.stock, counts, strict=True)])

    def change(
        self,
        seat: Seat,
        *,
        money: int | None = None,
        tokens: int | None = None,
        lots: tuple[Lot, ...] | None = None,
        ready: int | None = None,
        out: int | None = None,
        empty: int | None = None,
        refuelling: int | None = None,
        bought: tuple[Bought, ...] | None = None,
        upgrades: tuple[House, ...] | None = None,
        batch: tuple[Guest, ...] | None = None,
    ) -> None:
        """Change the given values of the player of `seat`, and keep the others.

        It is written out to be fast, because every move comes here.
        """
        old = self.players[seat]
        self.players[seat] = Player(
            old.money if money is None else money,
            old.tokens if tokens is None else tokens,
            old.forests,
            old.lots if lots is None else lots,
            old.ready if ready is None else ready,
            old.out if out is None else out,
            old.empty if empty is None else empty,
            old.refuelling if refuelling is None else refuelling,
            old.bought if bought is None else bought,
            old.upgrades if upgrades is None else upgrades,
            old.batch if batch is None else batch,
        )
