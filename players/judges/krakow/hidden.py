"""What others hide in Kraków: cards and hours as good players lay them.

Whatever fits what a seat knows is as likely to the rules. A player who believed that would think
that every other card face down does little, and would lay the earliest hour on each sight.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from players.judges.krakow.habits import (
    best_place,
    frequency,
    hour_facts,
    hour_frequencies,
    lay_facts,
    read,
)
from players.judges.krakow.worths import worths
from rules.krakow.components import Action, Place, Sight
from rules.krakow.observer import redeal
from rules.krakow.state import KrakowState, Stack, Token, laid_card, token_at
from rules.text import Seat

if TYPE_CHECKING:
    from random import Random


def deal(state: KrakowState, seat: Seat, rng: Random) -> KrakowState:
    """Return a state that looks the same to a seat; others hide what is likely."""
    found = redeal(state, seat, rng)
    for other in range(state.seats):
        if other != seat:
            found = _with_likely_cards(found, other, rng)
            found = _with_likely_hours(found, other, rng)
    return found


def _with_likely_cards(state: KrakowState, seat: Seat, rng: Random) -> KrakowState:
    """Return a state in which what a seat has laid and nobody has seen is likely.

    Where a stopped card lay, and in which round, is not looked at: it is as one in the best line.
    """
    player, weights = state.players[seat], read().lays
    down = [laid.card for stack in state.stacks for laid in stack.cards if laid.seat == seat]
    if not down and not player.stopped:
        return state
    hand = [*player.hand, *down, *player.stopped]

    def hidden(place: Place, height: int) -> Action:
        facts = lay_facts(state, seat, place, height)
        cards = list(dict.fromkeys(hand))
        (card,) = rng.choices(cards, [frequency(weights[card], facts) for card in cards])
        hand.remove(card)
        return card

    def anew(stack: Stack) -> Stack:
        cards = enumerate(stack.cards)
        laid = [
            laid_card(seat, hidden(stack.place, at)) if it.seat == seat else it for at, it in cards
        ]
        return Stack(stack.place, tuple(laid))

    stacks, players = tuple(map(anew, state.stacks)), list(state.players)
    stopped = tuple(hidden(best_place(state, seat), 0) for _ in player.stopped)
    players[seat] = player._replace(hand=tuple(sorted(hand)), stopped=stopped)
    return replace(state, stacks=stacks, players=tuple(players))


def _with_likely_hours(state: KrakowState, seat: Seat, rng: Random) -> KrakowState:
    """Return a state in which the tokens of a seat have likely hours."""
    player = state.players[seat]
    own = [token.hour for cell in state.tokens for token in cell if token.seat == seat]
    if not own:
        return state
    hours = sorted((*player.hours, *own))
    gains = [worths(tuple(sorted(it.sights))) for it in state.players]
    mine = gains.pop(seat)

    def hidden(sight: Sight, *, wanted: bool) -> Token:
        rival = max(worth[sight] for worth in gains)
        facts = hour_facts(state, mine[sight], rival, is_wanted=wanted)
        (hour,) = rng.choices(hours, hour_frequencies(len(hours), facts))
        hours.remove(hour)
        return token_at(seat, hour)

    def anew(sight: Sight | None, cell: tuple[Token, ...]) -> tuple[Token, ...]:
        if sight is None:
            return cell
        others = [token.seat != seat for token in cell]
        return tuple(
            it if is_others else hidden(sight, wanted=any(others[:at]))
            for at, (it, is_others) in enumerate(zip(cell, others, strict=True))
        )

    players, tokens = list(state.players), tuple(map(anew, state.market, state.tokens))
    players[seat] = player._replace(hours=tuple(hours))
    return replace(state, tokens=tokens, players=tuple(players))
