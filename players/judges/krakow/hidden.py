"""What others hide in Kraków: cards and hours as good players lay them.

Whatever fits what a seat knows is as likely to the rules. A player who believed that would think
that every other card face down does little, and would lay the earliest hour on each sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.krakow.components import Action, Hour
from rules.krakow.observer import redeal
from rules.krakow.state import KrakowState, Stack, Token, laid_card, token_at
from rules.text import Seat

if TYPE_CHECKING:
    from random import Random

_LAID: Final = {
    Action.RESERVE_ONE: (0.15, 0.47, 0.95),
    Action.RESERVE_TWO: (0.61, 0.9, 0.95),
    Action.ZERO: (0.02, 0.03, 0.6),
    Action.SHIFT: (0.01, 0.07, 0.25),
    Action.SWAP: (0.03, 0.18, 0.65),
    Action.TAKE: (0.57, 0.33, 0.5),
    Action.STOP: (0.22, 0.23, 0.35),
    Action.EXCHANGE: (0.02, 0.13, 0.5),
}
"""How often *good* lays a card it holds: in the first round, between, at last."""


def progress(state: KrakowState) -> float:
    """Return the share of the rounds that have begun; the last one is all of them."""
    return (state.round - 1) / (state.scale.rounds - 1)


def deal(state: KrakowState, seat: Seat, rng: Random) -> KrakowState:
    """Return a state that looks the same to a seat; others hide what is likely."""
    found = redeal(state, seat, rng)
    for other in range(state.seats):
        if other != seat:
            found = _with_likely_cards(found, other, rng)
            found = _with_likely_hours(found, other, rng)
    return found


def likely_hour(state: KrakowState, hours: Sequence[Hour], rng: Random, *, wanted: bool) -> Hour:
    """Return an hour for a sight: early if others want it, else mostly late at first."""
    begun = progress(state)
    first = 0.5 + 0.15 * begun if wanted else 0.15 + 0.42 * begun
    last = 0.08 if wanted else 0.55 - 0.3 * begun
    luck = rng.random()
    if luck < first:
        return hours[0]
    return hours[-1] if luck < first + last else hours[int(rng.random() * len(hours))]


def _often(state: KrakowState, card: Action) -> float:
    """Return how often a card that somebody holds is laid in the present round."""
    first, later, last = _LAID[card]
    if state.round == state.scale.rounds:
        return last
    return first if state.round == 1 else later


def _with_likely_cards(state: KrakowState, seat: Seat, rng: Random) -> KrakowState:
    """Return a state in which what a seat has laid and nobody has seen is likely."""
    player = state.players[seat]
    own = [laid.card for stack in state.stacks for laid in stack.cards if laid.seat == seat]
    unseen = [*own, *player.stopped]
    if not unseen:
        return state
    hand, down = [*player.hand, *unseen], list[Action]()
    for _ in unseen:
        down += rng.choices(hand, [_often(state, card) for card in hand])
        hand.remove(down[-1])
    rng.shuffle(down)

    def anew(stack: Stack) -> Stack:
        cards = stack.cards
        laid = [laid_card(seat, down.pop()) if it.seat == seat else it for it in cards]
        return Stack(stack.place, tuple(laid))

    stacks, players = tuple(map(anew, state.stacks)), list(state.players)
    players[seat] = player._replace(hand=tuple(sorted(hand)), stopped=tuple(down))
    return replace(state, stacks=stacks, players=tuple(players))


def _with_likely_hours(state: KrakowState, seat: Seat, rng: Random) -> KrakowState:
    """Return a state in which the tokens of a seat have likely hours."""
    player = state.players[seat]
    own = [token.hour for cell in state.tokens for token in cell if token.seat == seat]
    if not own:
        return state
    hours = sorted((*player.hours, *own))

    def anew(cell: tuple[Token, ...]) -> tuple[Token, ...]:
        others = [token.seat != seat for token in cell]
        return tuple(
            it if is_others else hidden(wanted=any(others[:at]))
            for at, (it, is_others) in enumerate(zip(cell, others, strict=True))
        )

    def hidden(*, wanted: bool) -> Token:
        hour = likely_hour(state, hours, rng, wanted=wanted)
        hours.remove(hour)
        return token_at(seat, hour)

    players, tokens = list(state.players), tuple(map(anew, state.tokens))
    players[seat] = player._replace(hours=tuple(hours))
    return replace(state, tokens=tokens, players=tuple(players))
