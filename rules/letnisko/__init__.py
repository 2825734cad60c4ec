"""Letnisko (Summer Resort) - the whole game, as a `rules.protocol.Rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.letnisko import (
    advice,
    apply,
    draws,
    labels,
    legal,
    observer,
    refusals,
    score,
    whereabouts,
)
from rules.letnisko import state as states
from rules.letnisko.components import SCALES, SEAT_MARKS
from rules.letnisko.moves import MOVE_TYPES
from rules.letnisko.state import LetniskoState
from rules.letnisko.view import LetniskoView
from rules.protocol import NEWEST, Advice, GameInfo, Move, Outcome, StandingAnswer, Transition
from rules.text import Seat, Text, t

if TYPE_CHECKING:
    from random import Random


class Letnisko:
    """The rules; every method is as described in `rules.protocol.Rules`."""

    info = GameInfo(
        slug="letnisko",
        title="Letnisko (Summer Resort)",
        tagline=t(
            "Run a summer resort in the pine woods: fetch guests from the train and build "
            "houses for them."
        ),
        summary=t(
            "The 1930s, in the pine woods on the railway from Warsaw. Each week a train brings "
            "guests. The weather and all the houses in town decide how "
            "many come. Place your two tokens: fetch guests from a car, take 100 zł, or buy lots, "
            "houses and automobiles, whose prices rise with every visit. Guests pay only when new "
            "ones move in. After the last week, you score points for money and houses. At a "
            "table it takes 30 to 45 minutes. Ages 8 and up."
        ),
        seats=tuple(SCALES),
        credit=t(
            "Designed by Karol Madaj, illustrated by Urszula Michalska; Leonardo Games, 2013."
        ),
        seat_marks=SEAT_MARKS,
        rules_version=states.VERSION,
        max_plies=400,
        practice=44,
        caretaker=("parcel",),
    )
    move_types = MOVE_TYPES
    components = whereabouts.COMPONENTS
    standing: tuple[StandingAnswer[LetniskoView], ...] = legal.STANDING

    def initial_state(
        self, seats: int, options: frozenset[str], version: int = NEWEST
    ) -> LetniskoState:
        """Return the table before chance has given the porter away."""
        return states.initial_state(seats, version or self.info.rules_version)

    def to_act(self, state: LetniskoState) -> frozenset[Seat]:
        """Return who has to decide: one or several seats, {CHANCE}, or nobody."""
        return states.to_act(state)

    def legal_moves(self, state: LetniskoState, seat: Seat) -> Sequence[Move]:
        """Return every legal move of `seat`, sorted."""
        return legal.legal_moves(state, seat)

    def check(self, state: LetniskoState, seat: Seat, move: Move) -> None:
        """Raise unless `seat` may make `move` now."""
        refusals.check(state, seat, move)

    def chance_move(self, state: LetniskoState, rng: Random) -> Move:
        """Return the porter's owner, or weather and guests (LT-SET-2, LT-ARR-1)."""
        return draws.draw(state, rng)

    def apply(self, state: LetniskoState, seat: Seat, move: Move) -> Transition[LetniskoState]:
        """Return what `move` leads to; checks it first."""
        return apply.apply(state, seat, move)

    def advance(self, state: LetniskoState, seat: Seat, move: Move) -> LetniskoState:
        """Return the state after a legal move, see `Rules`."""
        return apply.advance(state, seat, move)

    def preparable(self, state: LetniskoState, seat: Seat) -> Sequence[Move]:
        """Return (): prices and cars change with every token, so nothing can be sealed."""
        return ()

    def view(self, state: LetniskoState, seat: Seat) -> LetniskoView:
        """Return what `seat` (or WATCHER) may know."""
        return observer.view(state, seat)

    def outcome(self, state: LetniskoState) -> Outcome | None:
        """Return the result, or None while play goes on."""
        return score.outcome(state)

    def audit(self, state: LetniskoState) -> tuple[str, ...]:
        """Return what is wrong with the state."""
        return states.audit(state)

    def redeal(self, state: LetniskoState, seat: Seat, rng: Random) -> LetniskoState:
        """Return the state itself: it holds no secret, because nothing is drawn early."""
        return state

    def scores(self, view: LetniskoView) -> tuple[int, ...] | None:
        """Return everybody's points as things stand."""
        return tuple(player.points for player in view.players) if view.players else None

    def headline(self, view: LetniskoView) -> Text:
        """Return week, weather and phase."""
        return labels.headline(view)

    def prompt(self, view: LetniskoView) -> Text:
        """Return the viewer's decision, or what the match is waiting for."""
        return labels.prompt(view)

    def option(self, view: LetniskoView, move_type: type[Move], name: str, value: object) -> Text:
        """Return the label of one value of the part `name` of a move."""
        return labels.option(view, move_type, name, value)

    def sentence(self, view: LetniskoView, move: Move) -> Text:
        """Return what `move` would do."""
        return labels.sentence(view, move)

    def advice(self, view: LetniskoView) -> tuple[Advice, ...]:
        """Return what the viewer can do or the match waits for, and by which rules."""
        return advice.advice(view)

    def whereabouts(self, view: LetniskoView, component: str) -> Text | None:
        """Return where a component is now."""
        return whereabouts.whereabouts(view, component)


LETNISKO: Final = Letnisko()
