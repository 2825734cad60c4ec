"""What the bot does for a player who is away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.caretaker import choose
from rules.krakow import KRAKOW
from rules.krakow.components import Direction, Sight
from rules.krakow.moves import Decline, Shift, Take
from rules.pad import Pad, opaque
from rules.protocol import Move
from tests.toy import TOY, Place, Square

LEFT, RIGHT, DECLINE = Shift(Direction.LEFT), Shift(Direction.RIGHT), Decline()
N5 = Take(Sight.parse("N:5"))


@pytest.mark.parametrize(
    ("verbs", "moves", "chosen"),
    [
        pytest.param(("decline",), (LEFT, RIGHT, DECLINE), DECLINE, id="the verb it prefers"),
        pytest.param(("decline", "take"), (LEFT, N5), N5, id="else the next one"),
        pytest.param(("take", "decline"), (DECLINE, N5), N5, id="in its order, not the moves'"),
        pytest.param(("shift",), (DECLINE, LEFT, RIGHT), LEFT, id="the first move of the verb"),
        pytest.param(("take",), (LEFT, RIGHT, DECLINE), LEFT, id="else the first of all"),
        pytest.param((), (N5, LEFT), N5, id="without a preference the first"),
    ],
)
def test_the_least_binding_move_is_chosen(
    verbs: tuple[str, ...], moves: tuple[Move, ...], chosen: Move
) -> None:
    assert choose(replace(KRAKOW.info, caretaker=verbs), moves, None) == chosen


def test_of_moves_with_a_pad_the_best_is_chosen() -> None:
    """The merit is the pad's: here the cell with the highest number."""

    class Laid(Place):
        pad = opaque(Pad("cell", lambda view, move: (move.cell.col,)))

    moves = (Laid(Square(0, 0)), Laid(Square(1, 2)), Laid(Square(2, 2)))
    assert choose(replace(TOY.info, caretaker=("place",)), moves, None) == moves[1]
