"""Kraków 2009: Snakker du norsk? - the whole game, as a `rules.protocol.Rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.krakow import advice, apply, draws, labels, legal, observer, refusals, score, whereabouts
from rules.krakow import state as states
from rules.krakow.components import COMPONENTS, SCALES, SEAT_MARKS
from rules.krakow.moves import MOVE_TYPES
from rules.krakow.state import KrakowState
from rules.krakow.view import KrakowView
from rules.protocol import NEWEST, Advice, GameInfo, Move, Outcome, StandingAnswer, Transition
from rules.text import Seat, Text, t

if TYPE_CHECKING:
    from random import Random


class Krakow:
    """The rules; every method is as described in `rules.protocol.Rules`."""

    info = GameInfo(
        slug="krakow",
        title="Kraków 2009: Snakker du norsk?",
        tagline=t("Book Kraków's sights for guests from abroad, each at just the right hour."),
        summary=t(
            "Each round, a square of sights is dealt face up. You play action cards face "
            "down around it. Then they are turned up, stack by stack, starting with the "
            "top card of each stack. You reserve sights with hidden hours: the earliest "
            "hour wins the sight, and nobody wins a tie. Sights, runs and sets score, and "
            "so do the three cards you never play."
        ),
        seats=tuple(SCALES),
        credit=t("Designer and publisher: see the original box."),
        seat_marks=SEAT_MARKS,
        rules_version=states.VERSION,
        max_plies=125,
        caretaker=("decline",),
    )
    move_types = MOVE_TYPES
    components = COMPONENTS
    standing: tuple[StandingAnswer[KrakowView], ...] = ()

    def initial_state(
        self, seats: int, options: frozenset[str], version: int = NEWEST
    ) -> KrakowState:
        """Return the table before chance has drawn groups and start player."""
        return states.initial_state(seats, version or self.info.rules_version)

    def to_act(self, state: KrakowState) -> frozenset[Seat]:
        """Return the one seat that decides, {CHANCE}, or nobody."""
        return states.to_act(state)

    def legal_moves(self, state: KrakowState, seat: Seat) -> Sequence[Move]:
        """Return every legal move of `seat`, sorted."""
        return legal.legal_moves(state, seat)

    def check(self, state: KrakowState, seat: Seat, move: Move) -> None:
        """Raise unless `seat` may make `move` now."""
        refusals.check(state, seat, move)

    def chance_move(self, state: KrakowState, rng: Random) -> Move:
        """Return a set-up, a deal or a draw, with all cards equally likely."""
        return draws.draw(state, rng)

    def apply(self, state: KrakowState, seat: Seat, move: Move) -> Transition[KrakowState]:
        """Return what `move` leads to; checks it first."""
        return apply.apply(state, seat, move)

    def advance(self, state: KrakowState, seat: Seat, move: Move) -> KrakowState:
        """Return the state after a legal move, see `Rules`."""
        return apply.advance(state, seat, move)

    def preparable(self, state: KrakowState, seat: Seat) -> Sequence[Move]:
        """Return the lays `seat` may seal for its next turn of this planning phase."""
        return legal.preparable(state, seat)

    def view(self, state: KrakowState, seat: Seat) -> KrakowView:
        """Return what `seat` (or WATCHER) may know."""
        return observer.view(state, seat)

    def outcome(self, state: KrakowState) -> Outcome | None:
        """Return the result, or None while play goes on."""
        return score.outcome(state)

    def audit(self, state: KrakowState) -> tuple[str, ...]:
        """Return what is wrong with the state."""
        return states.audit(state)

    def redeal(self, state: KrakowState, seat: Seat, rng: Random) -> KrakowState:
        """Return a state that looks the same to `seat` but holds other secrets."""
        return observer.redeal(state, seat, rng)

    def scores(self, view: KrakowView) -> tuple[int, ...] | None:
        """Return everybody's points as things stand."""
        points = tuple(player.points for player in view.players)
        return points or None

    def headline(self, view: KrakowView) -> Text:
        """Return round and phase."""
        return labels.headline(view)

    def prompt(self, view: KrakowView) -> Text:
        """Return the viewer's decision, or what the match is waiting for."""
        return labels.prompt(view)

    def option(self, view: KrakowView, move_type: type[Move], name: str, value: object) -> Text:
        """Return the label of one value of the part `name` of a move."""
        return labels.option(view, move_type, name, value)

    def sentence(self, view: KrakowView, move: Move) -> Text:
        """Return what `move` would do."""
        return labels.sentence(view, move)

    def advice(self, view: KrakowView) -> tuple[Advice, ...]:
        """Return what the viewer can do now and by which rules."""
        return advice.advice(view)

    def whereabouts(self, view: KrakowView, component: str) -> Text | None:
        """Return where a component is now as far as the viewer may know."""
        return whereabouts.whereabouts(view, component)


KRAKOW: Final = Krakow()
