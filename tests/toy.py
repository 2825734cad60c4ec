"""A small game for the platform's tests: parcels, two rounds on a 6 x 6 town.

Everybody holds secret parcels. In a round all choose one at once and in secret; then, lowest
parcel first, each puts one or two flags on free cells and says done, which draws a new parcel for
them. A flag is worth one point, a chosen parcel its number modulo 4. The most points win.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Final

from rules.claims import can, each, later
from rules.errors import IllegalMoveError, NotYourTurnError
from rules.protocol import (
    CHANCE,
    NEWEST,
    Advice,
    Event,
    GameInfo,
    GameOption,
    Move,
    Outcome,
    ScoreLine,
    SeatMark,
    StandingAnswer,
    Transition,
    part,
)
from rules.text import Printed, Seat, Text, Who, t, tn

SIZE: Final = 6
ROUNDS: Final = 2
DEALT: Final = 3
PARCELS: Final = frozenset(range(1, 25))


@dataclass(frozen=True, slots=True, order=True)
class Square:
    """A cell of the town, from the top left, shown 1-based: ``r2c3``."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.col + 1}"

    @classmethod
    def parse(cls, text: str) -> Square:
        found = re.fullmatch(r"r([1-6])c([1-6])", text)
        if not found:
            raise ValueError(f"not a cell: {text!r}")
        return cls(int(found[1]) - 1, int(found[2]) - 1)


@dataclass(frozen=True, slots=True, order=True)
class Hands:
    """The parcels dealt, by seat: ``1,7,12/3,4,24``; ``/5`` is for the second seat."""

    of: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return "/".join(",".join(map(str, hand)) for hand in self.of)

    @classmethod
    def parse(cls, text: str) -> Hands:
        hands = (hand.split(",") if hand else () for hand in text.split("/"))
        return cls(tuple(tuple(map(int, hand)) for hand in hands))


@dataclass(frozen=True, slots=True, order=True)
class Choose(Move):
    notation = "choose {parcel}"
    command = t("choose")
    title = t("Choose a parcel")
    about = t("Choose the parcel you deliver this round")
    secret = True
    preparable = True
    parcel: int = field(metadata=part(t("parcel"), t("Which parcel"), in_hand=True))


@dataclass(frozen=True, slots=True, order=True)
class Place(Move):
    notation = "place {cell}"
    command = t("place")
    title = t("Place a flag")
    about = t("Place a flag on a free cell")
    preparable = True
    cell: Square = field(metadata=part(t("cell"), t("Where")))


@dataclass(frozen=True, slots=True, order=True)
class Done(Move):
    notation = "done"
    command = t("done")
    title = t("Done")
    about = t("End your turn")


@dataclass(frozen=True, slots=True, order=True)
class Deal(Move):
    notation = "deal {hands}"
    by_chance = True
    secret = True
    hands: Hands


@dataclass(frozen=True, slots=True)
class ToyState:
    version: int
    seats: int
    limit: int
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int | None, ...]
    delivered: tuple[tuple[int, ...], ...]
    round: int = 1
    order: tuple[Seat, ...] = ()
    turn: int = 0
    flags: tuple[tuple[Square, Seat], ...] = ()
    placed: int = 0
    drawing: bool = True


@dataclass(frozen=True, slots=True)
class ToyView:
    """A view: `hand` and `choice` are the viewer's own.

    `chosen` is public once all have chosen.
    """

    seat: Seat
    round: int
    waiting: frozenset[Seat]
    hand: tuple[int, ...]
    choice: int | None
    chosen: tuple[int | None, ...]
    flags: tuple[tuple[Square, Seat], ...]
    placed: int
    limit: int
    delivered: tuple[tuple[int, ...], ...]


def _all_put(view: ToyView, moves: Sequence[Move]) -> Move | None:
    return moves[0] if [type(move) for move in moves] == [Done] else None


class Toy:
    """The rules; see the module."""

    info = GameInfo(
        slug="toy",
        title="Toy Parcels",
        tagline=t("A very small game about parcels."),
        summary=t("Choose a parcel in secret, then put flags on the town."),
        seats=(2, 3, 4),
        credit=t("nobody"),
        seat_marks=(
            SeatMark("A", Printed("A", "A"), t("red"), "#c0392b"),
            SeatMark("B", Printed("B", "B"), t("blue"), "#2471a3"),
            SeatMark("C", Printed("C", "C"), t("green"), "#1e8449"),
            SeatMark("D", Printed("D", "D"), t("yellow"), "#b7950b"),
        ),
        rules_version=1,
        max_plies=1 + ROUNDS * 4 * 5,
        options=(GameOption("single", t("One flag"), t("Only one flag may be placed in a turn.")),),
        caretaker=("done",),
    )
    move_types: tuple[type[Move], ...] = (Choose, Place, Done, Deal)
    standing: tuple[StandingAnswer[ToyView], ...] = (
        StandingAnswer("done", t("Say done when I have put all my flags"), _all_put),
    )
    components = (*(f"parcel:{n}" for n in sorted(PARCELS)), "flag")

    def initial_state(self, seats: int, options: frozenset[str], version: int = NEWEST) -> ToyState:
        nothing, limit = ((),) * seats, 1 if "single" in options else 2
        version = version or self.info.rules_version
        return ToyState(version, seats, limit, nothing, (None,) * seats, nothing)

    def to_act(self, state: ToyState) -> frozenset[Seat]:
        if state.drawing:
            return frozenset({CHANCE})
        if state.round > ROUNDS:
            return frozenset()
        if state.order:
            return frozenset({state.order[state.turn]})
        return frozenset(s for s in range(state.seats) if state.chosen[s] is None)

    def stage(self, state: ToyState) -> tuple[int | str, ...]:
        return (state.round, state.turn if state.order else -1)

    def legal_moves(self, state: ToyState, seat: Seat) -> Sequence[Move]:
        if seat not in self.to_act(state) or seat == CHANCE:
            return ()
        if not state.order:
            return tuple(Choose(p) for p in state.hands[seat])
        places = self._free(state) if state.placed < state.limit else ()
        return (*places, *((Done(),) if state.placed else ()))

    def _free(self, state: ToyState) -> tuple[Place, ...]:
        taken = {cell for cell, _ in state.flags}
        cells = (Square(r, c) for r in range(SIZE) for c in range(SIZE))
        return tuple(Place(cell) for cell in cells if cell not in taken)

    def check(self, state: ToyState, seat: Seat, move: Move) -> None:
        if seat not in self.to_act(state):
            raise NotYourTurnError("")
        if seat == CHANCE:
            if not isinstance(move, Deal) or not self._may_deal(state, move.hands.of):
                raise IllegalMoveError("T-DEAL-1", t("Chance deals."), t("Wait."))
        elif (wrong := self._wrong(state, seat, move)) is not None:
            raise wrong

    def _wrong(self, state: ToyState, seat: Seat, move: Move) -> IllegalMoveError | None:
        taken = [cell for cell, _ in state.flags]
        match move:
            case Choose(parcel) if not state.order and parcel not in state.hands[seat]:
                hand = state.hands[seat]
                held = t("You hold {parcels}.", parcels=hand).says(*each(Choose, "parcel", hand))
                return IllegalMoveError("T-CHOOSE-1", t("You do not hold {p}.", p=parcel), held)
            case Place(cell) if state.order and state.placed < state.limit and cell in taken:
                reason = t("There is a flag on {cell}.", cell=str(cell))
                return IllegalMoveError("T-FLAG-1", reason, t("Try another cell.").says(can(Place)))
            case Choose() if not state.order:
                return None
            case Place() if state.order and state.placed < state.limit:
                return None
            case Done() if state.order and state.placed:
                return None
        reason = t("You have put {count} flags in this turn.", count=state.placed)
        return IllegalMoveError("T-FLAG-1", reason, t("Look at what is asked of you."))

    def chance_move(self, state: ToyState, rng: Random) -> Move:
        deck = sorted(self._stock(state))
        rng.shuffle(deck)
        cards = iter(deck)
        return Deal(Hands(tuple(tuple(sorted(islice(cards, n))) for n in self._sizes(state))))

    def _sizes(self, state: ToyState) -> tuple[int, ...]:
        """Return the number of parcels that each seat is dealt now."""
        drawer = state.order[state.turn] if state.order else None
        return tuple(DEALT if drawer is None else int(drawer == s) for s in range(state.seats))

    def _may_deal(self, state: ToyState, hands: tuple[tuple[int, ...], ...]) -> bool:
        dealt = [parcel for hand in hands for parcel in hand]
        fresh = len(set(dealt)) == len(dealt) and self._stock(state).issuperset(dealt)
        return fresh and tuple(map(len, hands)) == self._sizes(state)

    def _stock(self, state: ToyState) -> frozenset[int]:
        gone = {p for hand in (*state.hands, *state.delivered) for p in hand}
        return PARCELS - gone - set(state.chosen)

    def advance(self, state: ToyState, seat: Seat, move: Move) -> ToyState:
        return self.apply(state, seat, move).state

    def apply(self, state: ToyState, seat: Seat, move: Move) -> Transition[ToyState]:
        self.check(state, seat, move)
        match move:
            case Deal(hands):
                return self._deal(state, hands)
            case Choose(parcel):
                return self._choose(state, seat, parcel)
            case Place(cell):
                flags = (*state.flags, (cell, seat))
                text = t("{who} puts a flag on {cell}.", who=Who(seat), cell=str(cell))
                after = replace(state, flags=flags, placed=state.placed + 1)
                return Transition(after, (Event(text),), undoable=True)
        text = t("{who} is done.", who=Who(seat))
        return Transition(replace(state, drawing=True), (Event(text),))

    def _choose(self, state: ToyState, seat: Seat, parcel: int) -> Transition[ToyState]:
        chosen = tuple(parcel if s == seat else c for s, c in enumerate(state.chosen))
        own = Event(t("You chose parcel {parcel}.", parcel=parcel), _only(seat))
        after = replace(state, chosen=chosen)
        if None in chosen:
            return Transition(after, (Event(t("{who} has chosen.", who=Who(seat))), own), True)
        order = tuple(sorted(range(state.seats), key=lambda s: chosen[s] or 0))
        hands = tuple(
            tuple(p for p in h if p != c) for h, c in zip(state.hands, chosen, strict=True)
        )
        text = t("All have chosen; {who} begins.", who=Who(order[0]))
        return Transition(replace(after, order=order, hands=hands), (own, Event(text)))

    def _deal(self, state: ToyState, dealt: Hands) -> Transition[ToyState]:
        hands = tuple(tuple(sorted(h + d)) for h, d in zip(state.hands, dealt.of, strict=True))
        events = tuple(
            Event(
                tn("You draw parcel {parcels}.", "You draw {parcels}.", len(d), parcels=d), _only(s)
            )
            for s, d in enumerate(dealt.of)
            if d
        )
        after = replace(state, hands=hands, drawing=False)
        if state.order:
            after = replace(after, turn=state.turn + 1, placed=0)
        if after.turn == state.seats:
            pairs = zip(state.delivered, state.chosen, strict=True)
            delivered = tuple((*d, c or 0) for d, c in pairs)
            none = (None,) * state.seats
            after = replace(after, round=state.round + 1, order=(), turn=0, chosen=none)
            after = replace(after, delivered=delivered)
        return Transition(after, events)

    def preparable(self, state: ToyState, seat: Seat) -> Sequence[Move]:
        """Return the flags for a coming turn; after it, the parcels for the next round."""
        if seat < 0 or seat in self.to_act(state) or not state.order or state.round > ROUNDS:
            return ()
        if state.order.index(seat) > state.turn:
            return self._free(state)
        if state.round < ROUNDS and not (state.drawing and state.order[state.turn] == seat):
            return tuple(Choose(p) for p in state.hands[seat])
        return ()

    def view(self, state: ToyState, seat: Seat) -> ToyView:
        seated = seat >= 0
        public = bool(state.order)
        return ToyView(
            seat=seat,
            round=state.round,
            waiting=self.to_act(state),
            hand=state.hands[seat] if seated else (),
            choice=state.chosen[seat] if seated else None,
            chosen=state.chosen if public else (),
            flags=state.flags,
            placed=state.placed,
            limit=state.limit,
            delivered=state.delivered,
        )

    def outcome(self, state: ToyState) -> Outcome | None:
        if state.round <= ROUNDS:
            return None
        seats = range(state.seats)
        flags = [sum(owner == s for _, owner in state.flags) for s in seats]
        parcels = [sum(p % 4 for p in state.delivered[s]) for s in seats]
        scores = tuple(f + p for f, p in zip(flags, parcels, strict=True))
        return Outcome(
            scores,
            tuple(1 + sum(other > own for other in scores) for own in scores),
            tuple(
                (ScoreLine(t("Flags"), flags[s]), ScoreLine(t("Parcels"), parcels[s]))
                for s in seats
            ),
            t("Both rounds are played."),
        )

    def audit(self, state: ToyState) -> tuple[str, ...]:
        held = [p for hand in (*state.hands, *state.delivered) for p in hand]
        if state.order:
            held += [c for c in state.chosen if c is not None]
        drawn = (state.round - 1) * state.seats + state.turn
        if any(state.hands) and len(held) != state.seats * DEALT + drawn:
            return ("a parcel is lost",)
        cells = [cell for cell, _ in state.flags]
        doubled = len(held) != len(set(held)) or len(cells) != len(set(cells))
        return ("a parcel or a cell is doubled",) if doubled else ()

    def redeal(self, state: ToyState, seat: Seat, rng: Random) -> ToyState:
        hidden = [s for s in range(state.seats) if s != seat]
        pool = sorted(self._stock(state) | {p for s in hidden for p in state.hands[s]})
        rng.shuffle(pool)
        hands, chosen = list(state.hands), list(state.chosen)
        for s in hidden:
            hands[s] = tuple(sorted(pool.pop() for _ in state.hands[s]))
            if not state.order and chosen[s] is not None:
                chosen[s] = rng.choice(hands[s])
        return replace(state, hands=tuple(hands), chosen=tuple(chosen))

    def scores(self, view: ToyView) -> tuple[int, ...] | None:
        flags = [sum(owner == s for _, owner in view.flags) for s in range(len(view.delivered))]
        return tuple(f + sum(p % 4 for p in d) for f, d in zip(flags, view.delivered, strict=True))

    def headline(self, view: ToyView) -> Text:
        return t("Round {round} of {rounds}", round=min(view.round, ROUNDS), rounds=ROUNDS)

    def prompt(self, view: ToyView) -> Text:
        if view.seat not in view.waiting:
            return t("Waiting for: {who}.", who=tuple(Who(s) for s in sorted(view.waiting)))
        if not view.chosen:
            return t("Choose a parcel.").says(can(Choose))
        if view.placed == view.limit:
            return t("Say done.").says(can(Done))
        if view.placed:
            return t("Put a flag, or say done.").says(can(Place), can(Done))
        return t("Put a flag.").says(can(Place))

    def option(self, view: ToyView, move_type: type[Move], name: str, value: object) -> Text:
        return t("{name} {value}", name=name, value=str(value))

    def sentence(self, view: ToyView, move: Move) -> Text:
        match move:
            case Choose(parcel):
                return t("Deliver parcel {parcel}.", parcel=parcel)
            case Place(cell):
                return t("Put a flag on {cell}.", cell=str(cell))
        return t("End your turn.")

    label = sentence

    def advice(self, view: ToyView) -> tuple[Advice, ...]:
        if not view.waiting:
            return ()
        if CHANCE in view.waiting:
            return (Advice(t("Parcels are being dealt."), ("T-DEAL-1",)),)
        if view.seat not in view.waiting:
            return (Advice(self.prompt(view), ("T-CHOOSE-1", "T-FLAG-1")),)
        if not view.chosen:
            text = t("Choose one of the parcels you hold: {parcels}.", parcels=view.hand)
            text = text.says(*each(Choose, "parcel", view.hand, every=True))
            return (Advice(text, ("T-CHOOSE-1", "T-SCORE-1")),)
        free = SIZE * SIZE - len(view.flags)
        text = t(
            "You have put {placed} flags; {free} cells are free.", placed=view.placed, free=free
        ).says(later(Place))
        done = t("Done draws a parcel.").says(later(Done))
        return (Advice(text, ("T-FLAG-1",)), Advice(done, ("T-FLAG-2",)))

    def whereabouts(self, view: ToyView, component: str) -> Text | None:
        if component == "flag":
            return tn("{count} flag stands.", "{count} flags stand.", len(view.flags))
        parcel = int(component.removeprefix("parcel:"))
        if parcel in view.hand:
            return t("You hold parcel {parcel}.", parcel=parcel)
        public = (view.chosen, *zip(*view.delivered, strict=True))
        owner = next((held.index(parcel) for held in public if parcel in held), None)
        if owner is None:
            return None
        return t("{who} delivers parcel {parcel}.", who=Who(owner), parcel=parcel)


def _only(seat: Seat) -> frozenset[Seat]:
    return frozenset({seat})


TOY = Toy()
