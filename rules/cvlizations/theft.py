"""Who can be robbed of what (C-THF-2, C-THF-3, C-IDEA-12, C-IDEA-26)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import GOODS, Good, Idea
from rules.cvlizations.state import CvState, Player, task_of
from rules.text import Seat


def targets(
    thief: Seat,
    task: Task,
    players: Sequence[Player],
    hit: tuple[Seat, ...],
    prey: tuple[Seat, ...],
    stolen: tuple[Seat, ...],
) -> tuple[tuple[Seat, Good], ...]:
    """Return whom a thief can rob of what with a task, sorted; see `CvState` for the others.

    Other thieves are among them (C-THF-5).
    """
    return tuple(
        (seat, good)
        for seat, player in enumerate(players)
        if seat != thief and _open(seat, task, player, hit, prey, stolen)
        for good in GOODS
        if player.goods.of(good)
    )


def _open(
    seat: Seat,
    task: Task,
    player: Player,
    hit: tuple[Seat, ...],
    prey: tuple[Seat, ...],
    stolen: tuple[Seat, ...],
) -> bool:
    if task.do is Do.SWORD:
        return seat in prey and Idea.LAW not in player.ideas
    return seat not in hit and not (Idea.LAW in player.ideas and seat in stolen)


def victims(state: CvState, seat: Seat) -> tuple[tuple[Seat, Good], ...]:
    """Return whom a seat can rob of what now, sorted; () if it is not stealing."""
    task = task_of(state, seat)
    if task is None or task.do not in (Do.STEAL, Do.SWORD):
        return ()
    return targets(seat, task, state.players, state.hit, state.prey, state.stolen)
