"""A ready match of Kraków in one line, and shorthands for playing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from render.i18n import translate
from rules.errors import RefusedError
from rules.krakow import KRAKOW
from rules.krakow.components import FULL_HAND, HOURS, Action, Place, Sight
from rules.krakow.draft import Draft
from rules.krakow.flow import go_on
from rules.krakow.score import bonus_of
from rules.krakow.state import KrakowState, Laid, Player, Stack, Token, initial_state
from rules.krakow.view import Bonus, KrakowView, Phase
from rules.notation import format_move, parse_move
from rules.protocol import WATCHER, Event
from rules.registry import AnyRules
from rules.text import Seat

NAMES = {0: "Y", 1: "G", 2: "O", 3: "S"}
RULES: AnyRules = KRAKOW  # type: ignore[assignment]  # its state is opaque to the registry
NINE = "N:1 N:2 N:3 N:4 N:5 N:6 N:7 N:8 N:A"
SIXTEEN = f"{NINE} D:1 D:2 D:3 D:4 D:5 D:6 D:7"


def sights(text: str) -> tuple[Sight, ...]:
    """Return sights from their ids or codes: ``N:1 N2 DL O``; plain O is the first ring."""
    tokens = ("O1" if token == "O" else token for token in text.split())
    return tuple(Sight.parse(f"{token[0]}:{token[-1]}") for token in tokens)


class Game:
    """A match in play: the newest state, and what the last move told."""

    def __init__(self, state: KrakowState) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()
        self._undoable = False

    def do(self, *moves: str) -> Game:
        """Make moves in notation, each for the player to act."""
        for text in moves:
            (seat,) = KRAKOW.to_act(self.state)
            after = KRAKOW.apply(self.state, seat, parse_move(RULES, text))
            self.state, self.events, self._undoable = after.state, after.events, after.undoable
        return self

    def can_undo(self) -> bool:
        """Return whether the last move can be undone."""
        return self._undoable

    def refused(self, move: str, seat: Seat | None = None) -> str:
        """Return rule id, reason and hint of a move's refusal; check that nothing changed."""
        acting = next(iter(KRAKOW.to_act(self.state)), 0) if seat is None else seat
        with pytest.raises(RefusedError) as caught:
            KRAKOW.apply(self.state, acting, parse_move(RULES, move))
        said = (translate(text, "en", NAMES) for text in (caught.value.reason, caught.value.hint))
        return " ".join((caught.value.rule, *said))

    def news(self, seat: Seat = WATCHER) -> list[str]:
        """Return what the last move told `seat`."""
        heard = (e for e in self.events if e.audience is None or seat in e.audience)
        return [translate(event.text, "en", NAMES) for event in heard]

    def view(self, seat: Seat = WATCHER) -> KrakowView:
        """Return what `seat` may know."""
        return KRAKOW.view(self.state, seat)

    def moves(self) -> list[str]:
        """Return the legal moves of the player to act, in notation."""
        (seat,) = KRAKOW.to_act(self.state)
        return [format_move(move) for move in KRAKOW.legal_moves(self.state, seat)]

    def row(self, number: int) -> list[str | None]:
        """Return the codes of a row of the market, None where a card was won."""
        size = self.state.scale.size
        cells = self.state.market[(number - 1) * size : number * size]
        return [sight.code if sight else None for sight in cells]

    def codes(self, seat: Seat) -> list[str]:
        """Return the codes of the sights of a seat, in the order of collecting."""
        return [sight.code for sight in self.state.players[seat].sights]


def dealt(seats: int = 2, market: str = "", start: Seat = 0, removed: str = "JI") -> Game:
    """Return a match in its first planning phase with a stacked market."""
    removed = removed if seats == 2 else "-"
    game = Game(KRAKOW.initial_state(seats, frozenset())).do(f"setup {removed}/{start}")
    ids = (market or (NINE if seats == 2 else SIXTEEN)).split()
    return game.do(f"deal {','.join(ids)}")


def working(
    *stacks: str,
    seats: int = 2,
    market: str = "",
    tokens: Mapping[int, str] | None = None,
    owned: Mapping[Seat, str] | None = None,
    hours: Mapping[Seat, tuple[int, ...]] | None = None,
    aside: str = "",
    deck: str | None = None,
    round_: int = 1,
    carry_on: bool = True,
) -> Game:
    """Return a match in the reservation phase.

    Args:
        stacks: In the order of their tokens, cards bottom to top with their seats: ``L1 0A 1G``.
        seats: How many play.
        market: As for `dealt`.
        tokens: Tokens already placed, by cell: ``0@9 1@12``.
        owned: Sights collected, by seat.
        hours: Tokens left, by seat; by default all that are not on a card.
        aside: Sights set aside.
        deck: The deck; by default all other sights.
        round_: The round.
        carry_on: Whether the first card is turned up at once.
    """
    base = dealt(seats, market).state
    lying = {
        cell: tuple(Token(int(k[0]), int(k[2:])) for k in text.split())
        for cell, text in (tokens or {}).items()
    }
    owned_sights = {seat: sights(text) for seat, text in (owned or {}).items()}
    gone = {*sights(aside), *base.market, *(s for held in owned_sights.values() for s in held)}
    left = tuple(s for s in base.deck if s not in gone)
    players = []
    for seat in range(seats):
        used = [k.hour for cell in lying.values() for k in cell if k.seat == seat]
        free = (hours or {}).get(seat, tuple(h for h in HOURS if h not in used))
        players.append(Player(FULL_HAND, free, owned_sights.get(seat, ()), (), (), ()))
    state = replace(
        base,
        phase=Phase.RESERVATION,
        round=round_,
        laid=seats * base.scale.queues,
        deck=left if deck is None else tuple(sorted(sights(deck))),
        aside=sights(aside),
        tokens=tuple(lying.get(cell, ()) for cell in range(base.scale.size**2)),
        stacks=tuple(map(_stack, stacks)),
        players=tuple(players),
        decision=None,
    )
    if not carry_on:
        return Game(state)
    draft = Draft(state)
    go_on(draft)
    game = Game(draft.freeze())
    game.events = tuple(draft.events)
    return game


def _stack(text: str) -> Stack:
    place, *cards = text.split()
    return Stack(Place(place), tuple(Laid(int(c[0]), Action(c[1])) for c in cards))


def over(*collections: tuple[str, str]) -> KrakowState:
    """Return a finished match; each collection is sights and action cards kept: ("N1 O", "ABF")."""
    players = tuple(
        Player(tuple(map(Action, kept)), (), sights(text), (), (), ()) for text, kept in collections
    )
    return replace(initial_state(len(collections)), phase=Phase.OVER, players=players)


def bonus(text: str) -> Bonus:
    """Return the best sequence bonus of a collection."""
    return bonus_of(sights(text))
