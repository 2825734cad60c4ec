"""CVlizations - the whole game, as a `rules.protocol.Rules`."""

from __future__ import annotations

from typing import Final

from rules.cvlizations import advice as hints
from rules.cvlizations import apply as effects
from rules.cvlizations import draws, labels, legal, observer, refusals, score
from rules.cvlizations import state as states
from rules.cvlizations import whereabouts as places
from rules.cvlizations.components import COMPONENTS, SEAT_MARKS
from rules.cvlizations.moves import MOVE_TYPES
from rules.cvlizations.state import CvState
from rules.cvlizations.view import CvView, Variant
from rules.protocol import NEWEST, GameInfo, GameOption, StandingAnswer
from rules.text import Seat, t


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
            "players, the Cave Geeks join in and choose at random, except in the advanced variant."
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
    preparable = staticmethod(legal.preparable)
    redeal = staticmethod(observer.redeal)

    def initial_state(self, seats: int, options: frozenset[str], version: int = NEWEST) -> CvState:
        """Return the table before anything is drawn (C-SET-1)."""
        variant = Variant.BASIC
        if seats == 2:
            variant = Variant.ADVANCED if "advanced" in options else Variant.GEEKS
        host_first = "host-first" in options
        version = version or self.info.rules_version
        return states.initial_state(seats, variant, host_first=host_first, version=version)

    def view(self, state: CvState, seat: Seat) -> CvView:
        """Return what `seat` (or WATCHER) may know."""
        return observer.view(state, seat)

    def scores(self, view: CvView) -> tuple[int, ...] | None:
        """Return everybody's points as if the match ended now."""
        return tuple(player.total for player in view.players)


CVLIZATIONS: Final = Cvlizations()
