"""The view of a state for one seat, and other states that look alike to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.krakow.components import FULL_HAND, HOURS, Action, Place, places
from rules.krakow.score import bonus_of, sight_points
from rules.krakow.state import KrakowState, Laid, Player, Stack, Token, kept_points, lays_left
from rules.krakow.view import (
    CellView,
    KrakowView,
    LaidView,
    Own,
    Phase,
    PlaceView,
    PlayerView,
    TokenView,
)
from rules.text import Seat

if TYPE_CHECKING:
    from random import Random


def view(state: KrakowState, seat: Seat) -> KrakowView:
    """Return what `seat` (or WATCHER) may know."""
    scale = state.scale
    over = state.phase is Phase.OVER
    return KrakowView(
        seat=seat,
        seats=state.seats,
        size=scale.size,
        phase=state.phase,
        round=state.round,
        rounds=scale.rounds,
        queue=min(state.laid // state.seats + 1, scale.queues),
        queues=scale.queues,
        start=None if state.phase is Phase.SETUP else state.start,
        removed=state.removed,
        deck=len(state.deck),
        aside=state.aside,
        market=_market(state, seat),
        places=_places(state, seat),
        done=state.done,
        decision=state.decision,
        takers=state.takers,
        players=tuple(_player(s, player, over) for s, player in enumerate(state.players)),
        last=state.last,
        awards=state.awards,
        own=_own(state, seat) if 0 <= seat < state.seats else None,
    )


def _market(state: KrakowState, seat: Seat) -> tuple[CellView, ...]:
    """Return the cells; only the owner sees an hour (K-HID-1, K-HID-2, ruling R3)."""
    return tuple(
        CellView(
            cell,
            sight,
            tuple(TokenView(k.seat, k.hour if k.seat == seat else None) for k in tokens),
        )
        for cell, (sight, tokens) in enumerate(zip(state.market, state.tokens, strict=True))
        if sight is not None
    )


_EMPTY: Final = {place: PlaceView(place, 0, (), (), (), False) for place in Place}


def _places(state: KrakowState, seat: Seat) -> tuple[PlaceView, ...]:
    """Return the places; only the owner sees a face-down card's type."""
    stacks = {stack.place: (number, stack) for number, stack in enumerate(state.stacks, 1)}
    found = []
    for place in places(state.scale.size):
        if place not in stacks:
            found.append(_EMPTY[place])
            continue
        number, stack = stacks[place]
        cards = (LaidView(c.seat, c.card if c.seat == seat else None) for c in stack.cards)
        found.append(
            PlaceView(
                place=place,
                order=number,
                cards=tuple(cards),
                done=tuple(done for done in state.done if done.place is place),
                stopped=tuple(stopped for stopped in state.stopped if stopped.place is place),
                working=state.phase is Phase.RESERVATION and number == state.working + 1,
            )
        )
    return tuple(found)


def _player(seat: Seat, player: Player, over: bool) -> PlayerView:
    points, bonus = sight_points(player.sights), bonus_of(player.sights)
    kept = player.hand if over else ()
    return PlayerView(
        seat=seat,
        cards_left=len(player.hand),
        tokens_left=len(player.hours),
        sights=player.sights,
        turned_up=player.turned_up,
        stopped=len(player.stopped),
        shown_hours=player.shown_hours,
        sight_points=points,
        bonus=bonus,
        subtotal=points + bonus.points,
        kept=kept,
        points=points + bonus.points + kept_points(kept),
    )


def _own(state: KrakowState, seat: Seat) -> Own:
    player = state.players[seat]
    return Own(
        hand=player.hand,
        hours=player.hours,
        laid=tuple(
            (stack.place, height, laid.card)
            for stack in state.stacks
            for height, laid in enumerate(stack.cards, 1)
            if laid.seat == seat
        ),
        stopped=player.stopped,
        lays_left=lays_left(state, seat),
        kept_points=kept_points(player.hand),
    )


def redeal(state: KrakowState, seat: Seat, rng: Random) -> KrakowState:
    """Return a state that looks the same to `seat`, with other hidden cards and hours."""
    stacks, tokens = state.stacks, state.tokens
    players = list(state.players)
    for other, player in enumerate(state.players):
        if other != seat:
            cards = _hidden_cards(state, player, rng)
            hours = _hidden_hours(player, rng)
            stacks = tuple(_with_cards(stack, other, cards) for stack in stacks)
            tokens = tuple(_with_hours(cell, other, hours) for cell in tokens)
            players[other] = player._replace(
                stopped=tuple(cards.pop() for _ in player.stopped),
                hours=tuple(sorted(hours.pop() for _ in player.hours)),
                hand=player.hand if state.phase is Phase.OVER else tuple(sorted(cards)),
            )
    return replace(state, stacks=stacks, tokens=tokens, players=tuple(players))


def _hidden_cards(state: KrakowState, player: Player, rng: Random) -> list[Action]:
    """Return the types nobody else knows, shuffled; kept cards are shown at the end."""
    cards = list(FULL_HAND)
    shown = player.hand if state.phase is Phase.OVER else ()
    for card in (*player.turned_up, *shown):
        cards.remove(card)
    rng.shuffle(cards)
    return cards


def _hidden_hours(player: Player, rng: Random) -> list[int]:
    hours = [hour for hour in HOURS if hour not in player.shown_hours]
    rng.shuffle(hours)
    return hours


def _with_cards(stack: Stack, seat: Seat, cards: list[Action]) -> Stack:
    laid = tuple(Laid(seat, cards.pop()) if c.seat == seat else c for c in stack.cards)
    return Stack(stack.place, laid)


def _with_hours(cell: tuple[Token, ...], seat: Seat, hours: list[int]) -> tuple[Token, ...]:
    return tuple(Token(seat, hours.pop()) if k.seat == seat else k for k in cell)
