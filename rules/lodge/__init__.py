"""Lodge - the whole game, as a `rules.protocol.Rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.box import par
from rules.lodge import advice as hints
from rules.lodge import apply as effects
from rules.lodge import draws, labels, legal, observer, refusals, score
from rules.lodge import state as states
from rules.lodge import whereabouts as places
from rules.lodge.components import SEAT_MARKS
from rules.lodge.moves import MOVE_TYPES
from rules.lodge.state import MAX_SEATS, LodgeState
from rules.lodge.view import LodgeView
from rules.protocol import NEWEST, GameInfo, Move, StandingAnswer
from rules.text import Seat, t

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
    components = places.COMPONENTS
    standing: tuple[StandingAnswer[LodgeView], ...] = legal.STANDING

    # What is done elsewhere is called without a step in between.
    to_act = staticmethod(states.to_act)
    stage = staticmethod(states.stage)
    legal_moves = staticmethod(legal.legal_moves)
    check = staticmethod(refusals.check)
    chance_move = staticmethod(draws.draw)
    apply = staticmethod(effects.apply)
    advance = staticmethod(effects.advance)
    outcome = staticmethod(score.outcome)
    audit = staticmethod(states.audit)
    headline = staticmethod(labels.headline)
    prompt = staticmethod(labels.prompt)
    option = staticmethod(labels.option)
    sentence = staticmethod(labels.sentence)
    label = staticmethod(labels.label)
    advice = staticmethod(hints.advice)
    whereabouts = staticmethod(places.whereabouts)

    def initial_state(
        self, seats: int, options: frozenset[str], version: int = NEWEST
    ) -> LodgeState:
        """Return the table before anything is drawn."""
        return states.initial_state(seats, version or self.info.rules_version)

    def preparable(self, state: LodgeState, seat: Seat) -> Sequence[Move]:
        """Return (): the display changes with every turn, so nothing can be sealed."""
        return ()

    def view(self, state: LodgeState, seat: Seat) -> LodgeView:
        """Return what `seat` (or WATCHER) may know."""
        return observer.view(state, seat)

    def redeal(self, state: LodgeState, seat: Seat, rng: Random) -> LodgeState:
        """Return the state itself: it holds no secret, because nothing is drawn early."""
        return state

    def scores(self, view: LodgeView) -> tuple[int, ...] | None:
        """Return everybody's points as things stand."""
        return tuple(player.points for player in view.players) if view.players else None


LODGE: Final = Lodge()
