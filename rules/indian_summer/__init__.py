"""Indian Summer - the whole game, as a `rules.protocol.Rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.box import par
from rules.indian_summer import (
    advice,
    apply,
    draws,
    labels,
    legal,
    observer,
    refusals,
    score,
    sentences,
    whereabouts,
)
from rules.indian_summer import state as states
from rules.indian_summer.components import SEAT_MARKS
from rules.indian_summer.moves import MOVE_TYPES
from rules.indian_summer.state import MAX_SEATS, NO_ANIMALS, SERIES, SIDES, SummerState
from rules.indian_summer.view import SummerView
from rules.protocol import (
    NEWEST,
    Advice,
    GameInfo,
    GameOption,
    Move,
    Outcome,
    StandingAnswer,
    Transition,
)
from rules.text import Seat, Text, t

if TYPE_CHECKING:
    from random import Random


class IndianSummer:
    """The rules; every method is as described in `rules.protocol.Rules`."""

    info = GameInfo(
        slug="indian_summer",
        title="Indian Summer",
        tagline=t("Cover your forest floor with leaves before the others do."),
        summary=t(
            "Each turn, you place a leaf tile on your forest floor of 72 spaces. The hole in the "
            "tile shows what lies below, and a treasure there is yours as soon as its area is "
            "complete. Tokens get you new tiles, squirrels for single spaces, two tiles at once, "
            "or other players' tiles. Animals placed on empty holes earn you even more. A full "
            "floor starts the last round, and then Nuts decide who wins."
        ),
        seats=tuple(range(1, MAX_SEATS + 1)),
        credit=t("Designed by Uwe Rosenberg, published by Edition Spielwiese and Pegasus, 2017."),
        seat_marks=SEAT_MARKS,
        rules_version=states.VERSION,
        max_plies=states.MAX_PLIES,
        caretaker=("end", "squirrel", "forgo", "next"),
        amount=score.amount,
        par=par("indian_summer"),
        practice=9,
        options=(
            GameOption(
                SERIES,
                t("Solo series"),
                t("One player, up to three games with all 75 tiles. Your best two wins count."),
                seats=(1,),
            ),
            GameOption(
                SIDES,
                t("Choose sides"),
                t("Before the first turn, everybody secretly chooses a side of their board."),
            ),
            GameOption(
                NO_ANIMALS,
                t("Without animals"),
                t("For a first game: no animal tiles, so only completed areas earn treasures."),
            ),
        ),
    )
    move_types = MOVE_TYPES
    components = whereabouts.COMPONENTS
    standing: tuple[StandingAnswer[SummerView], ...] = ()

    def initial_state(
        self, seats: int, options: frozenset[str], version: int = NEWEST
    ) -> SummerState:
        """Return the table before anything is dealt."""
        return states.initial_state(seats, options, version or self.info.rules_version)

    def to_act(self, state: SummerState) -> frozenset[Seat]:
        """Return the active player, those who choose a side, {CHANCE}, or nobody."""
        return states.to_act(state)

    def legal_moves(self, state: SummerState, seat: Seat) -> Sequence[Move]:
        """Return every legal move of `seat`, sorted."""
        return legal.legal_moves(state, seat)

    def check(self, state: SummerState, seat: Seat, move: Move) -> None:
        """Raise unless `seat` may make `move` now."""
        refusals.check(state, seat, move)

    def chance_move(self, state: SummerState, rng: Random) -> Move:
        """Return what is drawn, with every unseen tile equally likely."""
        return draws.draw(state, rng)

    def apply(self, state: SummerState, seat: Seat, move: Move) -> Transition[SummerState]:
        """Return what `move` leads to; checks it first."""
        return apply.apply(state, seat, move)

    def advance(self, state: SummerState, seat: Seat, move: Move) -> SummerState:
        """Return the state after a legal move, see `Rules`."""
        return apply.advance(state, seat, move)

    def preparable(self, state: SummerState, seat: Seat) -> Sequence[Move]:
        """Return the placements of a seat's own tiles that it may seal for its next turn."""
        return legal.preparable(state, seat)

    def view(self, state: SummerState, seat: Seat) -> SummerView:
        """Return what `seat` (or WATCHER) may know."""
        return observer.view(state, seat)

    def outcome(self, state: SummerState) -> Outcome | None:
        """Return the result, or None while play goes on."""
        return score.outcome(state)

    def audit(self, state: SummerState) -> tuple[str, ...]:
        """Return what is wrong with the state."""
        return states.audit(state)

    def redeal(self, state: SummerState, seat: Seat, rng: Random) -> SummerState:
        """Return a state that looks the same to `seat`, with others' steps and sides new."""
        return observer.redeal(state, seat, rng)

    def scores(self, view: SummerView) -> tuple[int, ...] | None:
        """Return the result as it would be now: minus empty spaces, or the Nuts left."""
        return None if view.solo else score.as_it_stands(view.players)

    def headline(self, view: SummerView) -> Text:
        """Return the round, or the turn of a solo game."""
        return labels.headline(view)

    def prompt(self, view: SummerView) -> Text:
        """Return the viewer's decision, or what the match is waiting for."""
        return labels.prompt(view)

    def option(self, view: SummerView, move_type: type[Move], name: str, value: object) -> Text:
        """Return the label of one value of the part `name` of a move."""
        return labels.option(view, move_type, name, value)

    def sentence(self, view: SummerView, move: Move) -> Text:
        """Return what `move` would do and earn."""
        return sentences.sentence(view, move)

    def advice(self, view: SummerView) -> tuple[Advice, ...]:
        """Return what the viewer can do or the match waits for, and by which rules."""
        return advice.advice(view)

    def whereabouts(self, view: SummerView, component: str) -> Text | None:
        """Return where a component is now."""
        return whereabouts.whereabouts(view, component)


INDIAN_SUMMER: Final = IndianSummer()
