"""Letnisko (Summer Resort) - the whole game, as a `rules.protocol.Rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.letnisko import advice as hints
from rules.letnisko import apply as effects
from rules.letnisko import draws, labels, legal, observer, refusals, score
from rules.letnisko import state as states
from rules.letnisko import whereabouts as places
from rules.letnisko.components import SCALES, SEAT_MARKS
from rules.letnisko.moves import MOVE_TYPES
from rules.letnisko.state import LetniskoState
from rules.letnisko.view import LetniskoView
from rules.protocol import NEWEST, GameInfo, Move, StandingAnswer
from rules.text import Seat, t

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
    components = places.COMPONENTS
    standing: tuple[StandingAnswer[LetniskoView], ...] = legal.STANDING

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
    ) -> LetniskoState:
        """Return the table before chance has given the porter away."""
        return states.initial_state(seats, version or self.info.rules_version)

    def preparable(self, state: LetniskoState, seat: Seat) -> Sequence[Move]:
        """Return (): prices and cars change with every token, so nothing can be sealed."""
        return ()

    def view(self, state: LetniskoState, seat: Seat) -> LetniskoView:
        """Return what `seat` (or WATCHER) may know."""
        return observer.view(state, seat)

    def redeal(self, state: LetniskoState, seat: Seat, rng: Random) -> LetniskoState:
        """Return the state itself: it holds no secret, because nothing is drawn early."""
        return state

    def scores(self, view: LetniskoView) -> tuple[int, ...] | None:
        """Return everybody's points as things stand."""
        return tuple(player.points for player in view.players) if view.players else None


LETNISKO: Final = Letnisko()
