"""Small golden pictures.

Renew them with ``python -m tests.render.golden --write``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from render.krakow import KrakowArtist
from render.letnisko import LetniskoArtist
from render.picture import Picture
from rules.krakow.components import Action
from rules.krakow.view import Phase
from rules.letnisko.view import Phase as LetniskoPhase
from rules.protocol import Outcome
from rules.text import t
from tests.render import kept, resort
from tests.render.drawn import made_up

FOLDER: Final = Path(__file__).parent / "golden"
NAMES: Final = {0: "Ada", 1: "Bartłomiej", 2: "Celina", 3: "Dorota", 4: "Emil"}

COMPONENTS: Final = {
    "sight": ("N:5",),
    "sights": ("N:F", "D:F", "J:F", "I:F"),
    "shift": ("card:D",),
    "stop": ("card:G",),
    "token": ("token",),
    "order": ("order",),
    "group": ("group:J",),
}
RESORT: Final = {
    "villa": ("villa",),
    "hot": ("hot",),
    "porter": ("porter-token",),
    "guests": ("guest:S", "guest:C", "guest:H"),
}


def pictures() -> Mapping[str, Picture]:
    """Return the golden pictures, by file name."""
    artist = KrakowArtist()
    last = frozenset({1})
    found = {
        f"board{seats}_{phase}": artist.board(
            made_up(seats, phase), names=NAMES, lang="en", to_act=last
        )
        for seats in (2, 4)
        for phase in (Phase.PLANNING, Phase.RESERVATION)
    }
    view = made_up(3, Phase.RESERVATION)
    hand = artist.hand(view, names=NAMES, lang="en")
    if hand is None:
        raise ValueError("the made-up view belongs to a player")
    outcome = Outcome((21, 30, -2), (2, 1, 3), ((), (), ()), t("All rounds are played."))
    spent = (Action.RESERVE_ONE, Action.ZERO, Action.TAKE)
    players = tuple(replace(player, kept=spent) for player in view.players)
    over = replace(view, players=players)
    result = artist.result(over, outcome, names=NAMES, lang="en")
    parts = {f"shown_{name}": artist.component(ids, lang="en") for name, ids in COMPONENTS.items()}
    return {**found, "hand": hand, "result": result, **parts, **_letnisko()}


def _letnisko() -> Mapping[str, Picture]:
    """Return the golden pictures of Letnisko."""
    artist, found = LetniskoArtist(), dict[str, Picture]()
    for seats in (2, 5):
        tables = {
            "first": resort.opening(seats),
            "middle": resort.made_up(seats),
            "homes": resort.made_up(seats, LetniskoPhase.HOMES),
            "last": resort.ended(seats),
        }
        for name, view in tables.items():
            to_act = frozenset(decision.seat for decision in view.decisions)
            board = artist.board(view, names=NAMES, lang="en", to_act=to_act)
            found[f"letnisko_board{seats}_{name}"] = board
    choice = artist.hand(resort.choosing(9), names=NAMES, lang="en")
    if choice is None:
        raise ValueError("the made-up view has something to choose")
    found["letnisko_choice"] = choice
    over, outcome = resort.ended(4), resort.scored(4)
    found["letnisko_result"] = artist.result(over, outcome, names=NAMES, lang="en")
    for name, ids in RESORT.items():
        found[f"letnisko_shown_{name}"] = artist.component(ids, lang="en")
    return found


if __name__ == "__main__" and "--write" in sys.argv:
    kept.write(FOLDER, pictures())
