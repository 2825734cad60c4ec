"""A second opinion on what is legal, by the rulebook: plain questions, one for each rule."""

from __future__ import annotations

from collections import Counter
from functools import cache

from rules.letnisko.components import Tokens
from rules.letnisko.moves import (
    Arrive,
    Develop,
    EndTurn,
    Invest,
    Invite,
    Lodge,
    Lodging,
    Parcel,
    Refuel,
    Setup,
)
from rules.letnisko.state import ALL_CARDS, LetniskoState, Lot, Player
from rules.letnisko.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat

PRICES = {
    "forest-100": 100,
    "forest-200": 200,
    "cottage": 100,
    "villa": 200,
    "pension": 300,
    "automobile": 300,
}
ACCEPTS = {"K": "S", "V": "SC", "P": "CH"}
BASE = {"V": "K", "P": "V"}
Worth = tuple[int, int, int]


def allows(state: LetniskoState, seat: Seat, move: Move) -> bool | None:
    """Return whether `seat` may make `move` now; None about chance, which has no choice."""
    if seat == CHANCE:
        return draws_now(state, move)
    if not 0 <= seat < state.seats:
        return False
    if state.phase is Phase.ACTIONS:
        return seat == state.active and places(state, state.players[seat], move)  # LT-TURN-1
    return state.phase is Phase.HOMES and settles(state, seat, move)


def draws_now(state: LetniskoState, move: Move) -> bool | None:
    """Return False for a draw at the wrong time; otherwise there is no opinion."""
    due = {Phase.SETUP: Setup, Phase.ARRIVAL: Arrive}.get(state.phase)
    return None if due is not None and isinstance(move, due) else False


# Placing tokens


def places(state: LetniskoState, player: Player, move: Move) -> bool:
    if isinstance(move, EndTurn):  # LT-TURN-2, ruling A-19
        return any(tokens is not Tokens.PORTER for tokens in state.placed)
    if not isinstance(move, Invite | Parcel | Invest | Refuel):
        return False
    if not has_tokens(state, player, move.tokens) or not fits_turn(state, move.tokens):
        return False
    if isinstance(move, Invest):
        return has_card(state, move) and cost(state, move) <= player.money
    if isinstance(move, Refuel):  # LT-AUTO-3, ruling A-28
        return player.empty > 0 and (is_pair(move.tokens) or player.money >= 100)
    if is_pair(move.tokens):  # LT-TURN-7, ruling A-17
        return False
    return isinstance(move, Parcel) or claims(state, player, move)


def is_pair(tokens: Tokens) -> bool:
    return str(tokens) in ("two", "one+porter")


def has_tokens(state: LetniskoState, player: Player, tokens: Tokens) -> bool:
    """LT-TURN-2, LT-TURN-4, LT-TURN-5: own tokens are left, and the porter is at hand."""
    own = {"one": 1, "two": 2, "one+porter": 1, "porter": 0}.get(str(tokens))
    porter = state.porter == state.active and state.porter_left
    return own is not None and own <= player.tokens and (porter or "porter" not in str(tokens))


def fits_turn(state: LetniskoState, tokens: Tokens) -> bool:
    """LT-TURN-2, rulings A-18, A-30: one placement, or two with the porter in one of them."""
    together = [*map(str, state.placed), str(tokens)]
    return len(together) == 1 or (
        len(together) == 2 and sum("porter" in placed for placed in together) == 1
    )


def claims(state: LetniskoState, player: Player, move: Invite) -> bool:
    """LT-CAR-1 to LT-CAR-3, ruling A-31: unclaimed, and one, or two neighbours by automobile."""
    wanted = {move.cars.first, move.cars.last}
    taken = {car for c in state.claims for car in (c.cars.first, c.cars.last)}
    if not wanted <= set(range(1, len(state.cars) + 1)) - taken:
        return False
    return len(wanted) == 1 or (move.cars.last - move.cars.first == 1 and player.ready > 0)


def has_card(state: LetniskoState, move: Invest) -> bool:
    """LT-INV-6, ruling A-25: each visit must yield a card."""
    at = ALL_CARDS.index(move.card)
    return len(state.visits[at]) < state.stock[at]


def cost(state: LetniskoState, move: Invest) -> int:
    """LT-INV-3: the base price once for each visit, this one too unless two tokens make it."""
    visits = len(state.visits[ALL_CARDS.index(move.card)])
    return PRICES[str(move.card)] * (visits if is_pair(move.tokens) else visits + 1)


# Houses


def settles(state: LetniskoState, seat: Seat, move: Move) -> bool:
    """LT-DEV-5, LT-PRES-6: houses first, then guests; the President's after all others'."""
    player = state.players[seat]
    if isinstance(move, Develop):
        return upgrades(player, move)
    if not isinstance(move, Lodge) or player.upgrades or not player.batch:
        return False
    others = [p for s, p in enumerate(state.players) if s != seat]
    if seat == state.president and any(p.upgrades or p.batch for p in others):
        return False
    return lodges(player, move.lodging)


def upgrades(player: Player, move: Develop) -> bool:
    """LT-DEV-2, LT-DEV-3: villas before pensions, a villa on a cottage, a pension on a villa."""
    if not player.upgrades or player.upgrades[0] != move.house:
        return False
    numbers = range(1, len(player.lots) + 1)
    return move.number in numbers and (
        str(player.lots[move.number - 1].house) == BASE[str(move.house)]
    )


def lodges(player: Player, lodging: Lodging) -> bool:
    """LT-ACC-1 to LT-ACC-6: guests who are there into houses that suit them, and none better."""
    numbers = [number for number, _ in lodging.rooms]
    if len(set(numbers)) < len(numbers) or not set(numbers) <= {*range(1, len(player.lots) + 1)}:
        return False
    wanted = Counter(guest for _, guests in lodging.rooms for guest in guests)
    if wanted - Counter(player.batch):
        return False
    for number, guests in lodging.rooms:
        suits = ACCEPTS[str(player.lots[number - 1].house)]
        if len(guests) not in (1, 2) or not all(str(guest) in suits for guest in guests):
            return False
    homes = tuple((str(lot.house), not lot.residents) for lot in player.lots)
    s, c, h = (sum(str(guest) == kind for guest in player.batch) for kind in "SCH")
    return worth(player.lots, lodging) == best(homes, s, c, h)


def worth(lots: tuple[Lot, ...], lodging: Lodging) -> Worth:
    """LT-ACC-3, LT-ACC-4, LT-ACC-5: guests lodged, in empty houses, and how few houses."""
    empty = {number for number, lot in enumerate(lots, 1) if not lot.residents}
    sizes = {number: len(guests) for number, guests in lodging.rooms}
    in_empty = sum(size for number, size in sizes.items() if number in empty)
    return sum(sizes.values()), in_empty, -len(sizes)


@cache
def best(homes: tuple[tuple[str, bool], ...], s: int, c: int, h: int) -> Worth:
    """Return the best worth of any lodging of so many guests, house by house."""
    if not homes:
        return 0, 0, 0
    (house, empty), *others = homes
    found = []
    for who in ("", "S", "C", "H", "SS", "SC", "CC", "CH", "HH"):
        left = s - who.count("S"), c - who.count("C"), h - who.count("H")
        if min(left) >= 0 and set(who) <= set(ACCEPTS[house]):
            lodged, in_empty, few = best(tuple(others), *left)
            here = len(who)
            found.append((lodged + here, in_empty + here * empty, few - bool(who)))
    return max(found)
