"""Indian Summer - the whole game, as a `rules.protocol.Rules`."""

from __future__ import annotations

from typing import Final

from rules.box import par
from rules.indian_summer import advice as hints
from rules.indian_summer import apply as effects
from rules.indian_summer import draws, labels, legal, observer, refusals, score, sentences
from rules.indian_summer import state as states
from rules.indian_summer import whereabouts as places
from rules.indian_summer.components import SEAT_MARKS
from rules.indian_summer.moves import MOVE_TYPES
from rules.indian_summer.state import MAX_SEATS, NO_ANIMALS, SERIES, SIDES, SummerState
from rules.indian_summer.view import SummerView
from rules.protocol import NEWEST, GameInfo, GameOption, StandingAnswer
from rules.text import Seat, t


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
            "or other players' tiles. If you play with animals, those placed on empty holes earn "
            "you even more. A full floor starts the last round, and then Nuts decide who wins."
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
    components = places.COMPONENTS
    standing: tuple[StandingAnswer[SummerView], ...] = ()

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
    sentence = staticmethod(sentences.sentence)
    label = staticmethod(sentences.label)
    advice = staticmethod(hints.advice)
    whereabouts = staticmethod(places.whereabouts)

    def initial_state(
        self, seats: int, options: frozenset[str], version: int = NEWEST
    ) -> SummerState:
        """Return the table before anything is dealt."""
        return states.initial_state(seats, options, version or self.info.rules_version)

    def view(self, state: SummerState, seat: Seat) -> SummerView:
        """Return what `seat` (or WATCHER) may know."""
        return observer.view(state, seat)

    def scores(self, view: SummerView) -> tuple[int, ...] | None:
        """Return the result as it would be now: minus empty spaces, or the Nuts left."""
        return None if view.solo else score.as_it_stands(view.players)


INDIAN_SUMMER: Final = IndianSummer()
