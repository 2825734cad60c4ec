"""The view of a state for one seat (C-HID-1 to C-HID-5)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rules.cvlizations.components import DECKS, Order, age_of
from rules.cvlizations.legal import victims
from rules.cvlizations.market import on_offer, price, ways_to_pay
from rules.cvlizations.score import best_sale, points, printed
from rules.cvlizations.state import CvState, Tribe, hand, line, owner_of, placing, task_of, to_act
from rules.cvlizations.view import CvView, Offer, Phase, PlayerView, Shopping, TribeView
from rules.protocol import CHANCE
from rules.text import Seat


def view(state: CvState, seat: Seat) -> CvView:
    """Return what `seat` (or WATCHER) may know."""
    waiting = to_act(state)
    acting = state.phase is Phase.ACTION
    return CvView(
        seat=seat,
        seats=state.seats,
        variant=state.variant,
        phase=state.phase,
        drawing=CHANCE in waiting,
        waiting=waiting - {CHANCE},
        turn=state.turn,
        age=age_of(state.turn),
        helm=state.helm,
        circle=state.circle,
        placing=placing(state.variant, state.circle, state.helm),
        line=line(state.circle, state.helm, state.seats),
        tribes=tuple(_tribe(state, number, seat) for number in range(len(state.tribes))),
        players=tuple(_player(state, number) for number in range(state.seats)),
        track=state.track,
        deck_left=state.deck_left,
        next_deck=len(DECKS[3]) if age_of(state.turn) < 3 else 0,
        offers=_offers(state, seat),
        known_top=state.top if seat >= 0 and state.knower == seat else None,
        tasks=tuple(
            task_of(state, number) if acting and number in waiting else None
            for number in range(state.seats)
        ),
        victims=tuple(pair for s in waiting if acting and s >= 0 for pair in victims(state, s)),
        shopping=_shopping(state),
        bought=state.bought,
        buyers=state.buyers,
        reveal=state.reveal,
        last=state.last,
        marked=state.marked,
    )


def _tribe(state: CvState, number: int, viewer: Seat) -> TribeView:
    """Return a tribe; only its owner knows its secret order (C-HID-1, C-ADV-4).

    Once all orders are revealed, everybody knows it, and what is left in hand (C-HID-2).
    """
    tribe, owner = state.tribes[number], owner_of(state.variant, number)
    known = state.phase is not Phase.ORDERS or (viewer >= 0 and owner == viewer)
    down = tribe.down if known else None
    now = tuple(order for order in (tribe.up, down) if order is not None)
    used = tribe.used if state.phase is Phase.ORDERS else (*tribe.used, *now)
    gone = (*tribe.used, *now)
    return TribeView(number, owner, tribe.placed, tribe.up, down, used, hand(gone))


def _player(state: CvState, seat: Seat) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        goods=player.goods,
        points=player.points,
        ideas=player.ideas,
        printed=printed(player.ideas),
        total=points(state.players, seat),
        left=sum(best_sale(player.goods, player.ideas).left),
    )


def _offers(state: CvState, seat: Seat) -> tuple[Offer, ...]:
    if seat < 0:
        return ()
    player = state.players[seat]
    return tuple(
        Offer(
            idea,
            idea not in state.track,
            price(player.ideas, idea),
            ways_to_pay(player.goods, player.ideas, idea),
        )
        for idea in on_offer(state, seat)
    )


def _shopping(state: CvState) -> Shopping | None:
    if state.phase is not Phase.DEVELOPMENT:
        return None
    return Shopping(state.queue[0], state.left, state.swapped, state.feasted)


def redeal(state: CvState, seat: Seat, rng: Random) -> CvState:
    """Return a state with other secrets that looks the same to `seat`.

    Without secrets it is the state itself.
    """
    tribes = tuple(_other_orders(state, number, seat, rng) for number in range(len(state.tribes)))
    top, deck = state.top, state.deck
    if top is not None and state.knower != seat:
        cards = sorted((*deck, top))
        top = rng.choice(cards)
        deck = tuple(card for card in cards if card is not top)
    if tribes == state.tribes and top is state.top:
        return state
    return replace(state, tribes=tribes, top=top, deck=deck)


def _other_orders(state: CvState, number: int, viewer: Seat, rng: Random) -> Tribe:
    tribe = state.tribes[number]
    hidden = state.phase is Phase.ORDERS and tribe.down is not None
    if not hidden or owner_of(state.variant, number) == viewer:
        return tribe
    up = tribe.up
    cards: list[Order] = [order for order in hand(tribe.used) if order is not up]
    return Tribe(tribe.used, up, rng.choice(cards))
