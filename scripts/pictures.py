"""Draw the pictures of the README: a table and a hand in the middle of a match of Kraków 2009."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

from render import gallery
from rules import registry
from rules.protocol import CHANCE, WATCHER

FOLDER: Final = Path(__file__).parent.parent / "docs"
NAMES: Final = dict(enumerate(("Ala", "Bartek", "Celina", "Darek")))
SEED: Final = 1233
PLIES: Final = 69
"""How far the match has gone: the reservations of the third round are under way."""


def main() -> None:
    """Play at random up to the chosen ply and write ``docs/board.png`` and ``docs/hand.png``."""
    rules, artist = registry.get("krakow"), gallery.artist("krakow")
    rng = Random(SEED)
    state = rules.initial_state(len(NAMES), frozenset())
    for _ in range(PLIES):
        [seat] = rules.to_act(state)
        if seat == CHANCE:
            move = rules.chance_move(state, rng)
        else:
            move = rng.choice(rules.legal_moves(state, seat))
        state = rules.apply(state, seat, move).state
    to_act = rules.to_act(state)
    board = artist.board(rules.view(state, WATCHER), names=NAMES, lang="en", to_act=to_act)
    hand = artist.hand(rules.view(state, min(to_act)), names=NAMES, lang="en")
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "board.png").write_bytes(board.png)
    if hand is not None:
        (FOLDER / "hand.png").write_bytes(hand.png)


if __name__ == "__main__":
    main()
