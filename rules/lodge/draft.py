"""A match being changed within one move."""

from __future__ import annotations

from rules import draft as base
from rules.lodge.building import Bag, Columns, Display
from rules.lodge.components import AmenityId, Guest
from rules.lodge.state import Due, LodgeState, Player
from rules.lodge.view import Change, Phase
from rules.text import Seat


class Draft(base.Draft[LodgeState], of=LodgeState):
    """The fields of a `LodgeState`, open to change, and the events so far."""

    __slots__ = base.slots(LodgeState)

    version: int
    seats: int
    phase: Phase
    due: Due | None
    order: tuple[Seat, ...]
    position: int
    turn: int
    ending: Seat | None
    display: Display
    bag: Bag
    guests: tuple[Guest | None, ...]
    guest_bag: tuple[Guest, ...]
    amenities: tuple[AmenityId | None, ...]
    stack: tuple[AmenityId, ...]
    slot: int
    away: tuple[Guest, ...]
    aside: Bag
    display_used: bool
    valet_used: bool
    players: list[Player]
    last: Change

    @property
    def active(self) -> Seat:
        """Return the seat whose turn it is."""
        return self.order[self.position]

    def change(
        self,
        *,
        columns: Columns | None = None,
        valet: Guest | None = None,
        no_valet: bool = False,
        token: bool | None = None,
        turns: int | None = None,
    ) -> None:
        """Change the given values of the active player, and keep the others.

        `no_valet` leaves their valet without a guest.
        """
        old = self.players[self.active]
        self.players[self.active] = Player(
            old.columns if columns is None else columns,
            None if no_valet else (valet or old.valet),
            old.token if token is None else token,
            old.turns if turns is None else turns,
        )

    def take(self, guest: Guest) -> None:
        """Take a guest out of the display; the slot stays empty."""
        self.guests = tuple(None if waiting == guest else waiting for waiting in self.guests)
