"""Which moves there are (`legal_moves`) and why others are refused (`check`), written apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, cast

from rules.errors import IllegalMoveError, NotYourTurnError
from rules.krakow.components import (
    ACTIONS,
    HOURS,
    RANKS,
    SIGHTS,
    Action,
    Direction,
    Group,
    Hour,
    Place,
    Sight,
    hour_text,
    line_cells,
    line_text,
    places,
    sight_text,
)
from rules.krakow.moves import (
    Deal,
    Decline,
    Draw,
    Exchange,
    Lay,
    Reserve,
    Setup,
    Shift,
    Swap,
    Take,
)
from rules.krakow.state import KrakowState, drawable, free_sights, lays_left, to_act
from rules.krakow.view import Decision, Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, Who, t

# Moves are made once and shared; listing then costs a look-up.
_RESERVE: Final = {s: {hour: Reserve(s, hour) for hour in HOURS} for s in SIGHTS}
_SWAP: Final = {sight: Swap(sight) for sight in SIGHTS}
_TAKE: Final = {sight: Take(sight) for sight in SIGHTS}
_DECLINE: Final = Decline()
ROW: Final = (Direction.LEFT, Direction.RIGHT)
COLUMN: Final = (Direction.DOWN, Direction.UP)
_SHIFT_ROW: Final = (*map(Shift, ROW), _DECLINE)
_SHIFT_COLUMN: Final = (*map(Shift, COLUMN), _DECLINE)


def legal_moves(state: KrakowState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    decision = state.decision
    if decision is None or decision.drawing or decision.seat != seat:
        return ()
    return _LISTS[decision.kind](state, decision)


def preparable(state: KrakowState, seat: Seat) -> Sequence[Move]:
    """Return the lays `seat` may seal for its next turn in this planning phase (section 5)."""
    decision = state.decision
    if not 0 <= seat < state.seats or decision is None or decision.seat == seat:
        return ()
    return _lays(state.players[seat].hand, state.scale.size) if lays_left(state, seat) else ()


@lru_cache(maxsize=4096)
def _lays(hand: tuple[Action, ...], size: int) -> tuple[Lay, ...]:
    """K-PLAN-3: any place, empty or not, as often as one likes."""
    around = sorted(places(size))
    return tuple(Lay(card, place) for card in sorted(set(hand)) for place in around)


@lru_cache(maxsize=16_384)
def _reserves(sight: Sight, hours: tuple[Hour, ...]) -> tuple[Reserve, ...]:
    of_sight = _RESERVE[sight]
    return tuple(of_sight[hour] for hour in hours)


def line_sights(state: KrakowState, decision: Decision) -> list[Sight]:
    """Return what can be reserved with the card being carried out, in the order of the line.

    The line is a position (K-PLAN-6): what lies there now counts (K-RES-6), a card of any kind
    (K-ACT-A3), with tokens or without (K-ACT-A2).
    """
    return [
        cast("Sight", state.market[cell])
        for cell in line_cells(cast("Place", decision.place), state.scale.size)
        if cell != decision.first
    ]


def exchanges(sights: Iterable[Sight], free: Iterable[Sight]) -> tuple[Exchange, ...]:
    """Return the exchanges "swap from hand" allows, sorted (K-ACT-H1 to K-ACT-H4).

    Args:
        sights: What the player has collected.
        free: The market cards without a token, sorted.
    """
    targets = [sight for sight in free if sight.rank in RANKS]
    return tuple(
        Exchange(own, sight) for own in sorted(sights) for sight in targets if matches(own, sight)
    )


def matches(own: Sight, sight: Sight) -> bool:
    """True if the two cards share the group, or the number or letter (K-ACT-H2)."""
    return own.group is not None and (own.group is sight.group or own.rank == sight.rank)


def _list_lays(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return _lays(state.players[decision.seat].hand, state.scale.size)


def _list_reserves(state: KrakowState, decision: Decision) -> Sequence[Move]:
    hours = state.players[decision.seat].hours
    ordered = sorted(line_sights(state, decision))
    return tuple(chain.from_iterable([_reserves(sight, hours) for sight in ordered]))


def _list_shifts(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return _SHIFT_ROW if cast("Place", decision.place).is_row else _SHIFT_COLUMN


def _list_swaps(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return (*(_SWAP[sight] for sight in free_sights(state.market, state.tokens)), _DECLINE)


def _list_exchanges(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return exchanges(state.players[decision.seat].sights, free_sights(state.market, state.tokens))


def _list_takes(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return tuple(_TAKE[sight] for sight in sorted(s for s in state.market if s is not None))


_LISTS: Final[dict[str, Callable[[KrakowState, Decision], Sequence[Move]]]] = {
    "lay": _list_lays,
    "reserve": _list_reserves,
    "shift": _list_shifts,
    "swap": _list_swaps,
    "exchange": _list_exchanges,
    "take": _list_takes,
}


def check(state: KrakowState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    decision = state.decision
    if decision is None or decision.drawing:
        _check_chance(state, seat, move)
        return
    if decision.seat != seat:
        raise _not_your_turn(decision)
    if isinstance(move, Decline):
        _check_decline(decision)
    elif _VERBS.get(type(move)) != decision.kind:
        raise IllegalMoveError("K-PLAN-7", _other_phase(decision), _ASKED[decision.kind])
    else:
        _CHECKS[type(move)](state, decision, move)


def _not_your_turn(decision: Decision) -> NotYourTurnError:
    return NotYourTurnError(
        t("It is not your turn: {who} has to decide now.", who=Who(decision.seat)),
        t("You will be called when it is your turn."),
        rule="K-PLAN-1" if decision.kind == "lay" else "K-RES-4",
    )


_VERBS: Final[dict[type[Move], str]] = {
    Lay: "lay",
    Reserve: "reserve",
    Shift: "shift",
    Swap: "swap",
    Exchange: "exchange",
    Take: "take",
}
_ASKED: Final = {
    "lay": t("Lay an action card at a place around the market."),
    "reserve": t("Choose a sight of the line and one of your hours."),
    "shift": t("Choose where to push the line, or decline."),
    "swap": t("Choose a market card without tokens, or decline."),
    "exchange": t("Choose a sight of yours and the market card you want for it."),
    "take": t("Choose one of the cards left in the market."),
}
"""What to do when this is to be decided."""


def _other_phase(decision: Decision) -> Text:
    if decision.kind == "lay":
        return t("This is the planning phase: cards are laid now, none is carried out yet.")
    if decision.kind == "take" or decision.card is None:
        return t("The awards are done: cards left in the market are taken now.")
    return t(
        "The planning phase is over: “{card}” is being carried out now.",
        card=ACTIONS[decision.card].name,
    )


def _check_decline(decision: Decision) -> None:
    """Only "shift by one" and "blind swap" may be declined (R7)."""
    kind = decision.kind
    if kind == "lay":
        reason = t("Everyone lays one card in each queue; passing is not possible.")
        raise IllegalMoveError("K-PLAN-1", reason, _ASKED[kind])
    if kind == "reserve":
        rule = "K-ACT-B2" if decision.card is Action.RESERVE_TWO else "K-ACT-A4"
        raise IllegalMoveError(rule, t("A reservation card must be used in full."), _ASKED[kind])
    if kind == "exchange":
        reason = t("An exchange is possible, so one must be made.")
        raise IllegalMoveError("K-ACT-H5", reason, _ASKED[kind])
    if kind == "take":
        reason = t("This card obliges you to take one of the cards left.")
        raise IllegalMoveError("K-TAKE-1", reason, _ASKED[kind])


def _check_lay(state: KrakowState, decision: Decision, move: Lay) -> None:
    size = state.scale.size
    if move.place.number > size:
        raise IllegalMoveError(
            "K-PLAN-7",
            t(
                "This market has {size} rows and {size} columns; there is no {line}.",
                size=size,
                line=line_text(move.place),
            ),
            t(
                "Choose a place from L1, R1, T1, B1 to L{size}, R{size}, T{size}, B{size}.",
                size=size,
            ),
        )
    hand = state.players[decision.seat].hand
    if move.card not in hand:
        raise IllegalMoveError(
            "K-PLAN-7",
            t("You have no “{card}” left.", card=ACTIONS[move.card].name),
            t("You still have: {cards}.", cards=_names(hand)),
        )


def _names(hand: tuple[Action, ...]) -> tuple[Text, ...]:
    return tuple(
        t("{card} ({number})", card=ACTIONS[card].name, number=hand.count(card))
        for card in sorted(set(hand))
    )


def _check_reserve(state: KrakowState, decision: Decision, move: Reserve) -> None:
    if decision.first is not None:
        _check_second(state, decision, move)
    line = line_sights(state, decision)
    if move.sight not in line:
        place = cast("Place", decision.place)
        raise IllegalMoveError(
            "K-ACT-A4",
            t("This card acts on {line} only.", line=line_text(place)),
            t("Choose one of: {sights}.", sights=tuple(map(sight_text, line))),
        )
    hours = state.players[decision.seat].hours
    if move.hour not in hours:
        if move.hour in HOURS:
            reason = t("Your {hour} token is gone.", hour=hour_text(move.hour))
        else:
            reason = t("There is no token for {hour}.", hour=hour_text(move.hour))
        raise IllegalMoveError(
            "K-ACT-A4", reason, t("You still have: {hours}.", hours=tuple(map(hour_text, hours)))
        )


def _check_second(state: KrakowState, decision: Decision, move: Reserve) -> None:
    """Refuse to use card or hour of the first of two reservations again (K-ACT-B2)."""
    first = cast("int", decision.first)
    if move.sight == state.market[first]:
        raise IllegalMoveError(
            "K-ACT-B2",
            t("The two reservations must be on two different cards."),
            t("Choose another sight of the line for the second one."),
        )
    if move.hour == state.tokens[first][-1].hour:
        raise IllegalMoveError(
            "K-ACT-B2",
            t("One token cannot lie on two cards."),
            t("Choose two different tokens."),
        )


def _check_shift(state: KrakowState, decision: Decision, move: Shift) -> None:
    place = cast("Place", decision.place)
    if move.direction in (ROW if place.is_row else COLUMN):
        return
    number = place.number
    if place.is_row:
        reason = t("Row {number} can go left or right only.", number=number)
        raise IllegalMoveError("K-ACT-D5", reason, t("Choose left or right, or decline."))
    reason = t("Column {number} can go up or down only.", number=number)
    raise IllegalMoveError("K-ACT-D5", reason, t("Choose up or down, or decline."))


def _check_swap(state: KrakowState, decision: Decision, move: Swap) -> None:
    _check_free(state, move.sight, "K-ACT-E1", "K-ACT-E3")


def _check_free(state: KrakowState, sight: Sight, absent: str, reserved: str) -> None:
    """Refuse a card that is not in the market (rule `absent`) or has a token (`reserved`)."""
    if sight not in state.market:
        raise IllegalMoveError(
            absent,
            t("{sight} is not in the market.", sight=sight_text(sight)),
            t("Choose a market card without tokens."),
        )
    if state.tokens[state.market.index(sight)]:
        raise IllegalMoveError(
            reserved,
            t("{sight} is reserved.", sight=sight_text(sight)),
            t("Choose a market card without tokens."),
        )


def _check_exchange(state: KrakowState, decision: Decision, move: Exchange) -> None:
    sights = state.players[decision.seat].sights
    if move.own not in sights:
        raise IllegalMoveError(
            "K-ACT-H6",
            t("You do not own {sight}.", sight=sight_text(move.own)),
            t("You can only give a sight you own."),
        )
    if move.own.group is None:
        raise IllegalMoveError(
            "K-ACT-H4",
            t("An obwarzanek matches nothing."),
            t("Give another of your sights."),
        )
    if move.sight.rank not in RANKS:
        raise IllegalMoveError(
            "K-ACT-H3",
            t("A lajkonik or obwarzanek cannot be swapped in."),
            t("Choose a market card with a number or letter."),
        )
    _check_free(state, move.sight, "K-ACT-H1", "K-ACT-H6")
    if not matches(move.own, move.sight):
        raise IllegalMoveError(
            "K-ACT-H2",
            t("The two cards must share the group, or the number or letter."),
            t("Choose two cards that share one of these."),
        )


def _check_take(state: KrakowState, decision: Decision, move: Take) -> None:
    if move.sight not in state.market:
        left = tuple(sight.code for sight in state.market if sight is not None)
        raise IllegalMoveError(
            "K-TAKE-2",
            t("{sight} is not in the market any more.", sight=sight_text(move.sight)),
            t("Choose one of: {sights}.", sights=left),
        )


_CHECKS: Final = cast(
    "dict[type[Move], Callable[[KrakowState, Decision, Move], None]]",
    {
        Lay: _check_lay,
        Reserve: _check_reserve,
        Shift: _check_shift,
        Swap: _check_swap,
        Exchange: _check_exchange,
        Take: _check_take,
    },
)


def _check_chance(state: KrakowState, seat: Seat, move: Move) -> None:
    """Refuse what chance cannot do here; the log is checked like any player."""
    if not to_act(state):
        raise IllegalMoveError("K-END-4", t("The match is over."), t("Start a new one to play on."))
    if seat != CHANCE:
        raise NotYourTurnError(t("Cards are being dealt."), t("Wait a moment and try again."))
    match move:
        case Setup(removed, start) if state.phase is Phase.SETUP:
            count = len(Group) - state.scale.groups
            fits = removed.groups == tuple(g for g in Group if g in removed.groups)
            fits = fits and len(removed.groups) == count and 0 <= start < state.seats
        case Deal(market) if state.phase is Phase.DEAL:
            dealt = set(market.sights)
            fits = len(dealt) == len(market.sights) == state.scale.size**2
            fits = fits and dealt <= set(state.deck)
        case Draw(sight) if state.decision is not None:
            fits = sight in drawable(state.deck, state.aside)
        case _:
            fits = False
    if not fits:
        raise IllegalMoveError("K-SET-3", t("Chance cannot do this here."), t("Wait a moment."))
