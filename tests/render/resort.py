"""Shared by Letnisko's picture tests: random matches, and made-up tables."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Final, cast

from rules.letnisko.components import CARDS, Card, Guest, House, Icon, Tokens, Weather
from rules.letnisko.moves import Cars, Invest, Invite, Lodging
from rules.letnisko.view import (
    AutosView,
    CarView,
    Change,
    Claim,
    DecisionView,
    LetniskoView,
    LodgingView,
    LotView,
    Phase,
    PlayerView,
    StackView,
    Visit,
)
from rules.protocol import CHANCE, WATCHER, Outcome, ScoreLine
from rules.registry import get
from rules.text import Who, t, tn

LETNISKO: Final = get("letnisko")
NAMES: Final = {
    0: "Ada",
    1: "Bartłomiej Brzęczyszczykiewicz-Wąchocki 🎲🎲",
    2: "🦊 狐",
    3: "Дмитрий_the **Great** ŻÓŁĆ",
    4: "Ewelina",
}
_HOUSES: Final = ("PHH VSC KSS PC K", "VCC PHC KS", "P PCH VS V KS K", "PHH PCC PHC VSS VC KS KSS",
                  "VC PH KS PHH")  # fmt: skip
_TRAIN: Final = ("SCHS", "SSC", "H", "CCHH", "SSS", "SCHSC", "", "SC")
_STAKES: Final = (Tokens.ONE, Tokens.TWO, Tokens.ONE, Tokens.PORTER, Tokens.WITH_PORTER)


@cache
def states(seats: int, seed: int) -> tuple[object, ...]:
    """Return the states of a match in which a player decides, and the end.

    Most moves are big ones.
    """
    rng = Random(seed)
    state = LETNISKO.initial_state(seats, frozenset())
    found = []
    while actors := LETNISKO.to_act(state):
        seat = min(actors)
        if seat == CHANCE:
            move = LETNISKO.chance_move(state, rng)
        else:
            found.append(state)
            moves = list(LETNISKO.legal_moves(state, seat))
            busy = [move for move in moves if isinstance(move, Invest | Invite)]
            move = rng.choice(busy if busy and rng.random() < 0.7 else moves)
        state = LETNISKO.apply(state, seat, move).state
    return (*found, state)


def seen(state: object, seat: int = WATCHER) -> LetniskoView:
    """Return how a state looks to a seat."""
    return cast("LetniskoView", LETNISKO.view(state, seat))


def waiting(state: object) -> frozenset[int]:
    """Return the seats to act, without chance."""
    return frozenset(seat for seat in LETNISKO.to_act(state) if seat >= 0)


def lots(text: str) -> tuple[LotView, ...]:
    """Return houses: ``"K VSS"`` is an empty cottage and a villa with two students."""
    return tuple(
        LotView(n, House(word[0]), tuple(map(Guest, word[1:])))
        for n, word in enumerate(text.split(), 1)
    )


def made_up(seats: int, phase: Phase = Phase.ACTIONS) -> LetniskoView:
    """Return a full table not made by the engine, which only this file can change."""
    claims = (
        Claim(1, Cars(1, 1), Tokens.ONE),
        Claim(0, Cars(3, 4), Tokens.ONE),
        Claim(seats - 1, Cars(2, 2), Tokens.PORTER),
    )
    number = min(8, seats + 4)
    return LetniskoView(
        seat=WATCHER, seats=seats, phase=phase, round=7, rounds=10 if seats == 5 else 12, cycle=2,
        weather=Weather.HOT, forecast=Icon.CLOUD, past=(Weather.RAIN, Weather.PARTLY),
        ahead=tuple((weather, (0, 1, 2, 3, 1, 0)[n]) for n, weather in enumerate(Weather)),
        cars=tuple(_car(n + 1, claims) for n in range(number)), claims=claims,
        parcels=(Visit(0, Tokens.ONE), Visit(seats - 1, Tokens.ONE), Visit(1, Tokens.PORTER)),
        stacks=tuple(_stack(n, card, seats) for n, card in enumerate(Card)),
        decisions=_decisions(seats, phase), order=(*range(1, seats), 0),
        players=tuple(_player(n, seats) for n in range(seats)),
        last=Change((3, 4), (Card.VILLA,), False, ((1, 2),)),
    )  # fmt: skip


def _car(number: int, claims: tuple[Claim, ...]) -> CarView:
    owner = next((c.seat for c in claims if c.cars.first <= number <= c.cars.last), None)
    return CarView(number, tuple(map(Guest, _TRAIN[number - 1])), owner)


def _stack(n: int, card: Card, seats: int) -> StackView:
    count = (1, 3, 0, 2, 0, 6)[n]
    visits = tuple(Visit((n + i) % seats, _STAKES[i % 5]) for i in range(count))
    base = CARDS[card].base_zl
    return StackView(
        card, 12 - n if n < 5 else 6, visits, base * (count + 1), base * count, count < 6
    )


def _decisions(seats: int, phase: Phase) -> tuple[DecisionView, ...]:
    last = seats - 1
    if phase is Phase.ACTIONS:
        return (DecisionView(1, "place", sets=(Tokens.ONE, Tokens.TWO)),)
    if phase is not Phase.HOMES:
        return ()
    develop = DecisionView(0, "develop", house=House.VILLA, numbers=(3, 5))
    return (develop, DecisionView(last, "lodge", guests=tuple(map(Guest, "SSCHH"))))


def _player(seat: int, seats: int) -> PlayerView:
    mine = lots(_HOUSES[seat])
    autos = (AutosView(1, 0, 1, 0), AutosView(0, 0, 0, 0), AutosView(0, 1, 0, 0),
             AutosView(0, 0, 0, 1), AutosView(1, 1, 0, 0))[seat]  # fmt: skip
    return PlayerView(
        seat=seat, money_zl=(300, 1200, 0, 2400, 100)[seat], tokens=(0, 2, 1, 1, 0)[seat],
        porter=seat == 0, porter_left=seat == 0 and seats % 2 == 1, president=seat == 2 % seats,
        forests=(2, 0, 1, 3, 0)[seat], lots=mine, autos=autos, invited=(), bought=(),
        rent_zl=700, house_points=20, points=(31, 42, 8, 93, 17)[seat],
    )  # fmt: skip


def opening(seats: int) -> LetniskoView:
    """Return a made-up table in the first week: little on it, nothing changed yet."""
    table = made_up(seats)
    cars = tuple(CarView(n, tuple(map(Guest, "S" * (n <= seats))), None)
                 for n in range(1, min(6, seats + 2) + 1))  # fmt: skip
    players = tuple(
        replace(
            player, money_zl=200, tokens=2, porter_left=player.porter, president=False, forests=1,
            lots=lots("K"), autos=AutosView(0, 0, 0, 0), points=4,
        )
        for player in table.players
    )  # fmt: skip
    stacks = tuple(
        replace(stack, visits=(), price_one_zl=CARDS[stack.card].base_zl, price_pair_zl=0,
                open=True)
        for stack in table.stacks
    )  # fmt: skip
    return replace(
        table, round=1, cycle=1, weather=Weather.RAIN, forecast=Icon.SUN, past=(), cars=cars,
        claims=(), parcels=(), stacks=stacks, players=players, last=Change(),
        ahead=tuple((weather, 2) for weather in Weather),
    )  # fmt: skip


def ended(seats: int) -> LetniskoView:
    """Return a made-up table at the end of the season."""
    table = made_up(seats, Phase.OVER)
    players = tuple(replace(player, tokens=0, porter_left=False) for player in table.players)
    return replace(table, round=table.rounds, weather=Weather.STORM, players=players,
                   ahead=((Weather.HOT, 1),))  # fmt: skip


def scored(seats: int) -> Outcome:
    """Return a made-up result for `ended`."""
    table = ended(seats)
    scores = tuple(player.points for player in table.players)
    lines = tuple(
        (
            ScoreLine(t("Money"), player.money_zl // 100, t("{amount} zł", amount=player.money_zl)),
            ScoreLine(t("Guests staying"), 7, t("{amount} zł", amount=700)),
            ScoreLine(t("Houses"), player.house_points, t("{list}", list=("–",))),
            *((ScoreLine(t("President"), 5),) if player.president else ()),
        )
        for player in table.players
    )
    ranks = tuple(1 + sum(other > own for other in scores) for own in scores)
    reason = tn(
        "The season is over. {level} tie at {points} point, and {who} wins with more money "
        "({amount} zł).",
        "The season is over. {level} tie at {points} points, and {who} wins with more money "
        "({amount} zł).",
        32,
        level=(Who(0), Who(1)),
        points="32",
        who=Who(1),
        amount=1200,
    )
    return Outcome(scores, ranks, lines, reason)


def choosing(count: int, seat: int = 1) -> LetniskoView:
    """Return a table at which `seat` chooses among `count` made-up lodgings."""
    rooms: list[tuple[int, tuple[Guest, ...]]] = [
        (n, (Guest(a),)) for n in (1, 2, 3) for a in "SCH"
    ]
    rooms += [(n, (Guest(a), Guest(b))) for n in (1, 2) for a in "SC" for b in "CH"]
    found = []
    for n in range(count):
        first, second = rooms[n % len(rooms)], (4 + n // len(rooms), (Guest.SOCIALITE,) * 2)
        lodging = Lodging((first, second) if n % 3 else (first,))
        after = dict(lodging.rooms)
        houses = tuple(
            LotView(lot.number, lot.house, after.get(lot.number, lot.residents))
            for lot in lots(_HOUSES[2])
        )
        left = tuple(map(Guest, ("", "C", "SCH", "SSCCHH")[n % 4]))
        found.append(LodgingView(lodging, houses, 100 * (n % 5), left))
    table = made_up(3, Phase.HOMES)
    decision = DecisionView(seat, "lodge", guests=tuple(map(Guest, "SSCHH")),
                            lodgings=tuple(found))  # fmt: skip
    me = replace(table.players[seat], lots=lots(_HOUSES[2]))
    players = tuple(me if player.seat == seat else player for player in table.players)
    return replace(table, seat=seat, players=players, decisions=(decision,))
