"""CVlizations - the whole game, as a `rules.protocol.Rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.cvlizations import (
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
from rules.cvlizations import state as states
from rules.cvlizations.components import COMPONENTS, SEAT_MARKS
from rules.cvlizations.moves import MOVE_TYPES
from rules.cvlizations.state import CvState
from rules.cvlizations.view import CvView, Variant
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


class Cvlizations:
    """The rules; every method is as described in `rules.protocol.Rules`."""

    info = GameInfo(
        slug="cvlizations",
        title="CVlizations",
        tagline=t(
            "Lead a tribe through three ages to happiness, giving one open and one secret order "
            "each turn."
        ),
        summary=t(
            "Each turn, every tribe gives two orders, one of them in secret. What you get from an "
            "order depends on how many tribes chose it: two is usually best, three is a crowd. "
            "Food, wood and stone buy ideas. After nine turns, the happiest tribe wins. With two "
            "players, the Cave Geeks join in and choose at random."
        ),
        seats=(2, 3, 4, 5),
        credit=t("Designed by Jan Zalewski, published by Granna, 2015."),
        seat_marks=SEAT_MARKS,
        rules_version=states.VERSION,
        max_plies=500,
        options=(
            GameOption(
                "advanced",
                t("Advanced for two"),
                t(
                    "With two players, each of you also leads a neutral tribe, and there are "
                    "no Cave Geeks."
                ),
                seats=(2,),
            ),
            GameOption(
                "host-first",
                t("The host begins"),
                t("The host gets the first leader helm without a draw."),
            ),
        ),
        practice=143,
        caretaker=("pass",),
    )
    move_types = MOVE_TYPES
    components = COMPONENTS
    standing: tuple[StandingAnswer[CvView], ...] = ()

    def initial_state(self, seats: int, options: frozenset[str], version: int = NEWEST) -> CvState:
        """Return the table before anything is drawn (C-SET-1)."""
        variant = Variant.BASIC
        if seats == 2:
            variant = Variant.ADVANCED if "advanced" in options else Variant.GEEKS
        host_first = "host-first" in options
        version = version or self.info.rules_version
        return states.initial_state(seats, variant, host_first=host_first, version=version)

    def to_act(self, state: CvState) -> frozenset[Seat]:
        """Return who decides, {CHANCE}, or nobody."""
        return states.to_act(state)

    def legal_moves(self, state: CvState, seat: Seat) -> Sequence[Move]:
        """Return every legal move of `seat`, sorted."""
        return legal.legal_moves(state, seat)

    def check(self, state: CvState, seat: Seat, move: Move) -> None:
        """Raise unless `seat` may make `move` now."""
        refusals.check(state, seat, move)

    def chance_move(self, state: CvState, rng: Random) -> Move:
        """Return what is drawn, with every card equally likely."""
        return draws.draw(state, rng)

    def apply(self, state: CvState, seat: Seat, move: Move) -> Transition[CvState]:
        """Return what `move` leads to; checks it first."""
        return apply.apply(state, seat, move)

    def advance(self, state: CvState, seat: Seat, move: Move) -> CvState:
        """Return the state after a legal move, see `Rules`."""
        return apply.advance(state, seat, move)

    def preparable(self, state: CvState, seat: Seat) -> Sequence[Move]:
        """Return the orders or purchases `seat` may seal for its next decision."""
        return legal.preparable(state, seat)

    def view(self, state: CvState, seat: Seat) -> CvView:
        """Return what `seat` (or WATCHER) may know."""
        return observer.view(state, seat)

    def outcome(self, state: CvState) -> Outcome | None:
        """Return the result, or None while play goes on."""
        return score.outcome(state)

    def audit(self, state: CvState) -> tuple[str, ...]:
        """Return what is wrong with the state."""
        return states.audit(state)

    def redeal(self, state: CvState, seat: Seat, rng: Random) -> CvState:
        """Return a state with other secret orders and another top card."""
        return observer.redeal(state, seat, rng)

    def scores(self, view: CvView) -> tuple[int, ...] | None:
        """Return everybody's points as if the match ended now."""
        return tuple(player.total for player in view.players)

    def headline(self, view: CvView) -> Text:
        """Return age, turn and phase."""
        return labels.headline(view)

    def prompt(self, view: CvView) -> Text:
        """Return the viewer's decision, or what the match is waiting for."""
        return labels.prompt(view)

    def option(self, view: CvView, move_type: type[Move], name: str, value: object) -> Text:
        """Return the label of one value of the part `name` of a move."""
        return labels.option(view, move_type, name, value)

    def sentence(self, view: CvView, move: Move) -> Text:
        """Return what `move` would do."""
        return labels.sentence(view, move)

    def advice(self, view: CvView) -> tuple[Advice, ...]:
        """Return what the viewer can do or the match waits for, and by which rules."""
        return advice.advice(view)

    def whereabouts(self, view: CvView, component: str) -> Text | None:
        """Return where a component is now, as far as the viewer may know."""
        return whereabouts.whereabouts(view, component)


CVLIZATIONS: Final = Cvlizations()
