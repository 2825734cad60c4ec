"""Lodge - the whole game, as a `rules.protocol.Rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.box import par
from rules.lodge import advice, apply, draws, labels, legal, observer, refusals, score, whereabouts
from rules.lodge import state as states
from rules.lodge.components import SEAT_MARKS
from rules.lodge.moves import MOVE_TYPES
from rules.lodge.state import MAX_SEATS, LodgeState
from rules.lodge.view import LodgeView
from rules.protocol import NEWEST, Advice, GameInfo, Move, Outcome, StandingAnswer, Transition
from rules.text import Seat, Text, t

if TYPE_CHECKING:
    from random import Random


class Lodge:
    """The rules; every method is as described in `rules.protocol.Rules`."""

    info = GameInfo(
        slug="lodge",
        title="Lodge",
        tagline=t("Build a hotel in the Alps room by room, and fill it with twelve guests."),
        summary=t(
            "Each turn, you build a room from the display on the same floor of your lodge, or "
            "an amenity on any floor. Then guests may move in. Each wants two empty "
            "neighbouring rooms in its colours and is worth more on its favourite floor. When "
            "somebody has twelve guests, the last round begins."
        ),
        seats=tuple(range(1, MAX_SEATS + 1)),
        credit=t("Designed by Peter McPherson, published by PickPocket Games, 2026."),
        seat_marks=SEAT_MARKS,
        rules_version=states.VERSION,
        max_plies=2000,
        caretaker=("end", "room", "amenity"),
        par=par("lodge"),
    )
    move_types = MOVE_TYPES
    components = whereabouts.COMPONENTS
    standing: tuple[StandingAnswer[LodgeView], ...] = legal.STANDING

    def initial_state(
        self, seats: int, options: frozenset[str], version: int = NEWEST
    ) -> LodgeState:
        """Return the table before anything is drawn."""
        return states.initial_state(seats, version or self.info.rules_version)

    def to_act(self, state: LodgeState) -> frozenset[Seat]:
        """Return the active player, {CHANCE}, or nobody."""
        return states.to_act(state)

    def legal_moves(self, state: LodgeState, seat: Seat) -> Sequence[Move]:
        """Return every legal move of `seat`, sorted."""
        return legal.legal_moves(state, seat)

    def check(self, state: LodgeState, seat: Seat, move: Move) -> None:
        """Raise unless `seat` may make `move` now."""
        refusals.check(state, seat, move)

    def chance_move(self, state: LodgeState, rng: Random) -> Move:
        """Return what is drawn, with every piece in a bag equally likely."""
        return draws.draw(state, rng)

    def apply(self, state: LodgeState, seat: Seat, move: Move) -> Transition[LodgeState]:
        """Return what `move` leads to; checks it first."""
        return apply.apply(state, seat, move)

    def advance(self, state: LodgeState, seat: Seat, move: Move) -> LodgeState:
        """Return the state after a legal move, see `Rules`."""
        return apply.advance(state, seat, move)

    def preparable(self, state: LodgeState, seat: Seat) -> Sequence[Move]:
        """Return (): the display changes with every turn, so nothing can be sealed."""
        return ()

    def view(self, state: LodgeState, seat: Seat) -> LodgeView:
        """Return what `seat` (or WATCHER) may know."""
        return observer.view(state, seat)

    def outcome(self, state: LodgeState) -> Outcome | None:
        """Return the result, or None while play goes on."""
        return score.outcome(state)

    def audit(self, state: LodgeState) -> tuple[str, ...]:
        """Return what is wrong with the state."""
        return states.audit(state)

    def redeal(self, state: LodgeState, seat: Seat, rng: Random) -> LodgeState:
        """Return the state itself: it holds no secret, because nothing is drawn early."""
        return state

    def scores(self, view: LodgeView) -> tuple[int, ...] | None:
        """Return everybody's points as things stand."""
        return tuple(player.points for player in view.players) if view.players else None

    def headline(self, view: LodgeView) -> Text:
        """Return which turn it is."""
        return labels.headline(view)

    def prompt(self, view: LodgeView) -> Text:
        """Return the viewer's decision, or what the match is waiting for."""
        return labels.prompt(view)

    def option(self, view: LodgeView, move_type: type[Move], name: str, value: object) -> Text:
        """Return the label of one value of the part `name` of a move."""
        return labels.option(view, move_type, name, value)

    def sentence(self, view: LodgeView, move: Move) -> Text:
        """Return what `move` would do."""
        return labels.sentence(view, move)

    def advice(self, view: LodgeView) -> tuple[Advice, ...]:
        """Return what the viewer can do or the match waits for, and by which rules."""
        return advice.advice(view)

    def whereabouts(self, view: LodgeView, component: str) -> Text | None:
        """Return where a component is now."""
        return whereabouts.whereabouts(view, component)


LODGE: Final = Lodge()
