"""The libraries that rows compare with.

`make bench` alone installs them (bench/requirements.txt), so each is imported when it is first
measured. `bench/peer_bot.py` has the peers' bot.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any, Final

CATAN_TURNS: Final = 1000
CHESS_LOG: Final = 60
"""Moves of a stored game of chess."""
LOGS: Final = 50
BOARDS: Final = 300
MANY: Final = 20
"""The fewest legal moves of a position in which they are listed."""
NAMES: Final = ("cairosvg", "catanatron", "chess")


def missing() -> tuple[str, ...]:
    """Return the packages that aren't installed."""
    return tuple(name for name in NAMES if find_spec(name) is None)


def catan_playout(seed: int) -> int:
    """Play Catan at random; return the number of moves."""
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    game = Game([RandomPlayer(colour) for colour in colours], seed=seed)
    rng, moves = Random(seed), 0
    while game.winning_color() is None and game.state.num_turns < CATAN_TURNS:
        actions = game.state.playable_actions
        game.execute(actions[rng.randrange(len(actions))], validate_action=False)
        moves += 1
    return moves


@cache
def chess_boards() -> tuple[Any, ...]:
    """Return positions of random games of chess with many legal moves."""
    import chess

    rng, found = Random(3), list[chess.Board]()
    while len(found) < BOARDS * 4:
        board = chess.Board()
        while moves := list(board.legal_moves):
            if len(moves) >= MANY:
                found.append(board.copy(stack=False))
            if board.halfmove_clock >= 150 or board.is_insufficient_material():
                break
            board.push(rng.choice(moves))
    return tuple(rng.sample(found, BOARDS))


def list_chess_moves() -> int:
    """List the legal moves of all `chess_boards`; return how many there are."""
    return sum(len(list(board.legal_moves)) for board in chess_boards())


@cache
def chess_logs() -> tuple[list[str], ...]:
    """Return random games of chess, as notation."""
    return tuple([log for log in map(_chess_log, range(LOGS * 2)) if len(log) == CHESS_LOG][:LOGS])


def _chess_log(seed: int) -> list[str]:
    import chess

    rng, board, log = Random(seed), chess.Board(), list[str]()
    while len(log) < CHESS_LOG and (moves := list(board.legal_moves)):
        log.append((move := rng.choice(moves)).uci())
        board.push(move)
    return log


def replay_chess() -> None:
    """Replay all `chess_logs`, each move checked."""
    import chess

    for log in chess_logs():
        board = chess.Board()
        for move in log:
            board.push_uci(move)


def draw_chess() -> bytes:
    """Draw a chess board as a PNG, through SVG and cairo.

    Raises:
        OSError: The cairo library is missing.
    """
    import cairosvg
    import chess.svg

    board = chess.Board()
    for move in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(move)
    png: bytes = cairosvg.svg2png(bytestring=chess.svg.board(board, size=800).encode())
    return png
