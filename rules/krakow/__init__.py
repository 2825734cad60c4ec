"""Kraków 2009: Snakker du norsk? - the whole game, as a `rules.protocol.Rules`."""

from __future__ import annotations

from typing import Final

from rules.krakow import advice as hints
from rules.krakow import apply as effects
from rules.krakow import draws, labels, legal, observer, refusals, score
from rules.krakow import state as states
from rules.krakow import whereabouts as places
from rules.krakow.components import COMPONENTS, SCALES, SEAT_MARKS
from rules.krakow.moves import MOVE_TYPES
from rules.krakow.state import KrakowState
from rules.krakow.view import KrakowView
from rules.protocol import NEWEST, GameInfo, StandingAnswer
from rules.text import Seat, t


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

    # What is done elsewhere is called without a step in between.
    to_act = staticmethod(states.to_act)
    stage = staticmethod(states.stage)
    legal_moves = staticmethod(legal.legal_moves)
    check = staticmethod(refusals.check)
    chance_move = staticmethod(draws.draw)
    apply = staticmethod(effects.apply)
    advance = staticmethod(effects.advance)
    preparable = staticmethod(legal.preparable)
    outcome = staticmethod(score.outcome)
    audit = staticmethod(states.audit)
    redeal = staticmethod(observer.redeal)
    headline = staticmethod(labels.headline)
    prompt = staticmethod(labels.prompt)
    option = staticmethod(labels.option)
    sentence = staticmethod(labels.sentence)
    label = staticmethod(labels.label)
    advice = staticmethod(hints.advice)
    whereabouts = staticmethod(places.whereabouts)

    def initial_state(
        self, seats: int, options: frozenset[str], version: int = NEWEST
    ) -> KrakowState:
        """Return the table before chance has drawn groups and start player."""
        return states.initial_state(seats, version or self.info.rules_version)

    def view(self, state: KrakowState, seat: Seat) -> KrakowView:
        """Return what `seat` (or WATCHER) may know."""
        return observer.view(state, seat)

    def scores(self, view: KrakowView) -> tuple[int, ...] | None:
        """Return everybody's points as things stand."""
        points = tuple(player.points for player in view.players)
        return points or None


KRAKOW: Final = Krakow()
