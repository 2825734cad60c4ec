"""Tables of Letnisko set up by hand, and moves written as text."""

import re
from dataclasses import replace

import pytest

from render.i18n import translate
from rules.errors import RefusedError
from rules.letnisko import LETNISKO
from rules.letnisko.components import Guest, House, Icon, Weather
from rules.letnisko.state import ALL_CARDS, ALL_WEATHER, LetniskoState, Lot, Player, initial_state
from rules.letnisko.view import Phase
from rules.notation import format_move, parse_move
from rules.protocol import CHANCE, Transition
from rules.text import Seat, Text

NAMES = {0: "Ann", 1: "Bob", 2: "Cat", 3: "Dan", 4: "Eve"}


def lots(text: str) -> tuple[Lot, ...]:
    """Return houses: ``"K VSS PCH"`` is a cottage, a villa with two students, a pension."""
    return tuple(Lot(House(word[0]), tuple(map(Guest, word[1:]))) for word in text.split())


def batch(text: str) -> tuple[Guest, ...]:
    """Return guests: ``"SSC"``."""
    return tuple(sorted(map(Guest, text)))


def player(houses: str = "K", **values: object) -> Player:
    """Return a player with these houses, otherwise as at the start."""
    return replace(Player(lots=lots(houses)), **values)  # type: ignore[arg-type]


def table(
    *players: Player, cars: str = "S S C C", porter: Seat = 0, **values: object
) -> LetniskoState:
    """Return a state in which the seat after the porter's holder begins to place tokens.

    The stacks hold what the players do not have; `cars` are the guests of each car, ``-`` for none.
    """
    seats = len(players)
    state = initial_state(seats)
    train = tuple(() if car == "-" else tuple(map(Guest, car)) for car in cars.split())
    drawn = list(state.ahead)
    drawn[ALL_WEATHER.index(Weather.CLOUDS)] -= 1
    state = replace(
        state,
        phase=Phase.ACTIONS,
        weather=Weather.CLOUDS,
        forecast=Icon.SUN,
        ahead=tuple(drawn),
        porter=porter,
        active=(porter + 1) % seats,
        players=players,
        cars=train,
        stock=_stock(players, state),
    )
    return replace(state, **values)  # type: ignore[arg-type]


def _stock(players: tuple[Player, ...], state: LetniskoState) -> tuple[int, ...]:
    town = [lot.house for player in players for lot in player.lots]
    pensions = town.count(House.PENSION)
    villas = town.count(House.VILLA) + pensions
    autos = sum(p.ready + p.out + p.empty + p.refuelling for p in players)
    forests = 28 - sum(p.forests + len(p.lots) for p in players)
    return (
        forests // 2,
        forests - forests // 2,
        22 - len(town),
        18 - villas,
        14 - pensions,
        state.scale.automobiles - autos,
    )


def step(state: LetniskoState, line: str) -> Transition[LetniskoState]:
    """Make one move, ``"1 invite 3/one"``; chance is ``"- arrive ..."``."""
    who, _, move = line.partition(" ")
    seat = CHANCE if who == "-" else int(who)
    return LETNISKO.apply(state, seat, parse_move(LETNISKO, move))


def play(state: LetniskoState, *lines: str) -> LetniskoState:
    """Make moves one after another, checking that nothing is lost."""
    for line in lines:
        state = step(state, line).state
        assert LETNISKO.audit(state) == (), line
    return state


def finish(state: LetniskoState) -> LetniskoState:
    """Let everybody fetch parcels and decline the rest until all tokens are placed."""
    while state.phase is Phase.ACTIONS:
        seat = state.active
        names = legal(state, seat)
        line = next(wish for wish in ("parcel one", "end-turn", "parcel porter") if wish in names)
        state = play(state, f"{seat} {line}")
    return state


def refused(state: LetniskoState, line: str) -> tuple[str, str]:
    """Return the rule and the reason for the refusal of a move."""
    with pytest.raises(RefusedError) as caught:
        step(state, line)
    error = caught.value
    assert error.hint.msgid
    return error.rule, say(error.reason)


def hint(state: LetniskoState, line: str) -> str:
    """Return what the refusal of a move suggests instead."""
    with pytest.raises(RefusedError) as caught:
        step(state, line)
    return say(caught.value.hint)


def legal(state: LetniskoState, seat: Seat) -> list[str]:
    """Return the moves of a seat as text."""
    return [format_move(move) for move in LETNISKO.legal_moves(state, seat)]


def stack_of(state: LetniskoState, card: str) -> int:
    """Return how many cards of an investment are left."""
    return state.stock[[str(c) for c in ALL_CARDS].index(card)]


def houses(state: LetniskoState, seat: Seat) -> str:
    """Return a player's houses as `lots` reads them."""
    return " ".join(lot.house + "".join(lot.residents) for lot in state.players[seat].lots)


def news(state: LetniskoState, line: str) -> list[str]:
    """Return the sentences about a move."""
    return [say(event.text) for event in step(state, line).events]


def say(text: Text) -> str:
    """Return a text in English."""
    return translate(text, "en", NAMES)


def numbers(text: str) -> list[int]:
    """Return the numbers of a sentence in their order."""
    return [int(found) for found in re.findall(r"\d+", text)]
