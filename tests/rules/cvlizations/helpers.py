"""Tables of CVlizations written as text.

A store is ``2/0/1``, ideas are ``"law wheel"``, a tribe's orders ``"logging hunting"``, the open
one first. Players have the letters V, I, P, U and M, in seat order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from render.i18n import translate
from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.agenda import Chosen, Task
from rules.cvlizations.components import DECKS, ORDERS, TRACK, TURNS_OF_AGE, Goods, Idea, Order
from rules.cvlizations.moves import GiveOrders
from rules.cvlizations.state import (
    GEEKS,
    CvState,
    Due,
    Player,
    Tribe,
    initial_state,
    placing,
)
from rules.cvlizations.view import Phase, Variant
from rules.errors import RefusedError
from rules.notation import format_move, parse_move
from rules.protocol import CHANCE, Transition
from rules.text import Seat, Text

NAMES = {0: "Ann", 1: "Bob", 2: "Cat", 3: "Dan", 4: "Eve"}
ONES = "1/1/1"


def ideas(names: str) -> tuple[Idea, ...]:
    """Return ideas by their names: ``"law wheel"``."""
    return tuple(map(Idea, names.split()))


USEFUL = ideas(
    "optimism solitude egoism collectivism fishing-rod dagger sword gunpowder pickaxe axe tavern "
    "holidays canine-domestication feline-domestication wheel steam-engine law"
)
"""The ideas that work in the action phase, and Law, which affects others."""


def pair(orders: str) -> tuple[Order, Order]:
    """Return two orders by their names: ``"logging hunting"``."""
    up, down = map(Order, orders.split())
    return up, down


def player(goods: str = ONES, owns: str = "", points: int = 0) -> Player:
    """Return a player with a store and ideas."""
    return Player(Goods.parse(goods), points, ideas(owns))


def table(
    *players: Player,
    variant: Variant = Variant.BASIC,
    helm: int = 0,
    turn: int = 1,
    track: str = "",
    top: str = "",
    deck: str | None = None,
    **values: object,
) -> CvState:
    """Return the beginning of a turn, before anybody has given orders.

    The track is empty unless its ideas are named, so that nobody is asked to buy. The used orders
    are the first ones of the list; `deck` is how many ideas stay in the deck, the rest are lost.
    """
    whole = DECKS[3 if turn > 6 else 1]
    shown = tuple(None if name == "-" else Idea(name) for name in track.split())
    gone = {*shown, *ideas(top), *(idea for player in players for idea in player.ideas)}
    left = tuple(idea for idea in whole if idea not in gone) if deck is None else ideas(deck)
    state = initial_state(len(players), variant)
    circle = (GEEKS, 0, 1) if variant is Variant.GEEKS else state.circle
    used = ORDERS[: 2 * ((turn - 1) % TURNS_OF_AGE)]
    state = replace(
        state,
        phase=Phase.ORDERS,
        due=Due.GEEKS_UP if variant is Variant.GEEKS and helm == GEEKS else None,
        turn=turn,
        helm=helm,
        circle=circle,
        queue=placing(variant, circle, helm),
        tribes=(Tribe(used),) * len(state.tribes),
        players=players,
        track=(*shown, *(None,) * (TRACK - len(shown))),
        deck=left,
        top=Idea(top) if top else None,
    )
    return replace(state, **values)  # type: ignore[arg-type]


def dealt(seats: int, *options: str, seed: int = 0) -> CvState:
    """Return a match right after its set-up."""
    state = CVLIZATIONS.initial_state(seats, frozenset(options))
    return CVLIZATIONS.apply(state, CHANCE, CVLIZATIONS.chance_move(state, Random(seed))).state


def give(state: CvState, *orders: str) -> CvState:
    """Give the orders of all tribes, by number, and reveal them."""
    return given(state, *orders).state


def given(state: CvState, *orders: str) -> Transition[CvState]:
    """Return the result of the last of all orders, including those named for the Cave Geeks."""
    last = Transition(state)
    while last.state.phase is Phase.ORDERS and last.state.turn == state.turn:
        now = last.state
        if CHANCE in CVLIZATIONS.to_act(now):
            up, down = pair(orders[GEEKS])
            drawn = down if now.tribes[GEEKS].placed else up
            last = CVLIZATIONS.apply(now, CHANCE, parse_move(CVLIZATIONS, f"geeks {drawn}"))
            continue
        (seat,) = CVLIZATIONS.to_act(now)
        move = GiveOrders(*pair(orders[now.queue[0]]))
        last = CVLIZATIONS.apply(now, seat, move)
    return last


def shopping(*players: Player, track: str, **values: object) -> CvState:
    """Return the development of a turn whose orders bring nothing: all slack, which fails.

    Players without possessions are added until there are three. Seat 0 begins.
    """
    seated = (*players, *(player("0/0/0"),) * (3 - len(players)))
    state = table(*seated, track=track, **values)  # type: ignore[arg-type]
    return give(state, *("slacking doubling",) * len(seated))


def step(state: CvState, line: str) -> Transition[CvState]:
    """Make one move, ``"0 take wood"``; chance is ``"- turn-up axe"``."""
    who, _, move = line.partition(" ")
    seat = CHANCE if who == "-" else int(who)
    return CVLIZATIONS.apply(state, seat, parse_move(CVLIZATIONS, move))


def play(state: CvState, *lines: str) -> CvState:
    """Make moves one after another, and check that nothing gets lost or doubled."""
    for line in lines:
        before = CVLIZATIONS.audit(state)
        state = step(state, line).state
        assert CVLIZATIONS.audit(state) == before, line
    return state


def on(state: CvState, seed: int = 0) -> CvState:
    """Let chance draw everything that is due."""
    rng = Random(seed)
    while CVLIZATIONS.to_act(state) == {CHANCE}:
        state = CVLIZATIONS.apply(state, CHANCE, CVLIZATIONS.chance_move(state, rng)).state
    return state


def refused(state: CvState, line: str) -> tuple[str, str]:
    """Return the rule and the reason for the refusal of a move."""
    error = refusal(state, line)
    return error.rule, say(error.reason)


def refusal(state: CvState, line: str) -> RefusedError:
    """Return the refusal of a move, which changes nothing and says what to do instead."""
    with pytest.raises(RefusedError) as caught:
        step(state, line)
    assert caught.value.hint.msgid
    return caught.value


def legal(state: CvState, seat: Seat = 0, verb: str = "") -> list[str]:
    """Return the moves of a seat as text: all, or those of one verb without the verb."""
    found = [format_move(move) for move in CVLIZATIONS.legal_moves(state, seat)]
    return [move.removeprefix(f"{verb} ") for move in found if move.startswith(verb)]


def stores(state: CvState) -> str:
    """Return all stores in seat order: ``"1/1/1 2/0/0"``."""
    return " ".join(str(player.goods) for player in state.players)


def scored(state: CvState) -> list[int]:
    """Return the points gained so far, in seat order."""
    return [player.points for player in state.players]


def asked(state: CvState) -> set[Seat]:
    """Return who has to decide."""
    return set(CVLIZATIONS.to_act(state))


def news(state: CvState, line: str) -> list[str]:
    """Return the sentences about a move, to anybody."""
    return [say(event.text) for event in step(state, line).events]


def say(text: Text) -> str:
    """Return a text in English."""
    return translate(text, "en", NAMES)


def chosen(orders: str, levels: Sequence[int], owns: str = "", *, pool: bool = False) -> Chosen:
    """Return what a tribe chose: its orders, how many tribes chose each, the player's ideas."""
    counts = [0] * len(ORDERS)
    for order, level in zip(pair(orders), levels, strict=True):
        counts[order.place] = level
    return Chosen(pair(orders), tuple(counts), ideas(owns), pool)


def listed(tasks: Sequence[Task]) -> list[str]:
    """Return tasks as text: what is done, how much, of what, and by which order or idea."""
    return [
        " ".join(
            (task.do, str(task.amount), *((str(task.good),) if task.good else ()))
            + (f"by {task.idea or task.order}",)
        )
        for task in tasks
    ]
