"""A second account of what Kraków's prompts, advice and hints say, counted from the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from rules.krakow import KRAKOW
from rules.krakow.components import ACTIONS, Action, Hour, Place, Sight
from rules.krakow.moves import Decline, Exchange, Lay, Reserve, Shift, Swap, Take
from rules.krakow.state import KrakowState, Token
from rules.krakow.view import Decision
from rules.text import Seat
from tests.contract.checks import NAMES
from tests.contract.truth import Fact, Said, Witness, joined


def state_of(said: Said) -> KrakowState:
    assert isinstance(said.state, KrakowState)
    return said.state


def decision_of(said: Said) -> Decision:
    decision = state_of(said).decision
    assert decision is not None
    return decision


def tells(parts: Callable[[Said], Iterable[str]]) -> Fact:
    """Return whether a sentence has these words, which the state gives."""
    return lambda said: all(part in said.english for part in parts(said))


def line_name(place: Place) -> str:
    return f"{'row' if place[0] in 'LR' else 'column'} {place[1:]}"


def line(said: Said) -> str:
    place = decision_of(said).place
    assert place is not None
    return line_name(place)


def cells(said: Said) -> list[int]:
    """Return the cells of the line of the card at work, in reading order."""
    size, place = state_of(said).scale.size, decision_of(said).at
    number = int(place[1:]) - 1
    if place[0] in "LR":
        return [number * size + column for column in range(size)]
    return [row * size + number for row in range(size)]


def points(sight: Sight) -> str:
    return f"{sight.code} ({f'{sight.points:+}'.replace('-', '−') if sight.points else '0'})"


def card_name(said: Said) -> str:
    card = decision_of(said).card
    assert card is not None
    return ACTIONS[card].name.en


def shown(sights: Iterable[Sight]) -> str:
    return ", ".join(map(points, sights))


def in_line(said: Said) -> list[str]:
    """Return the line, and its sights without that of the first token, with points."""
    state, taken = state_of(said), decision_of(said).first
    sights = [state.market[cell] for cell in cells(said) if cell != taken]
    return [f" in {line(said)}", f": {shown(s for s in sights if s is not None)}."]


def second_in_line(said: Said) -> list[str]:
    first = decision_of(said).first
    assert first is not None
    sight = state_of(said).market[first]
    assert sight is not None
    first_part, sights = in_line(said)
    return [first_part, f"other than {sight.code}{sights}"]


def clock(hours: Iterable[Hour]) -> str:
    return ", ".join(f"{hour}:00" for hour in hours)


def owners(tokens: Iterable[Token], reader: Seat) -> str:
    """Return who owns tokens: names in seat order, the reader's own with their hours."""
    lying = list(tokens)
    parts = []
    for seat, count in sorted(Counter(token.seat for token in lying).items()):
        if seat == reader:
            own = "/".join(f"{token.hour}:00" for token in lying if token.seat == seat)
            parts.append(f"you {own}")
        else:
            parts.append(NAMES[seat] + (f" × {count}" if count > 1 else ""))
    return ", ".join(parts)


def tokens_in_line(said: Said) -> list[str]:
    state = state_of(said)
    told = joined(
        f"{sight.code} ({owners(state.tokens[cell], said.seat)})"
        for cell in cells(said)
        if cell != decision_of(said).first
        and state.tokens[cell]
        and (sight := state.market[cell]) is not None
    )
    return [f"already tokens on {told}. "]


def queue(said: Said) -> list[str]:
    state = state_of(said)
    return [f"ueue {state.laid // state.seats + 1} of {state.scale.queues}"]


def lays_left(said: Said) -> list[str]:
    state = state_of(said)
    left = state.scale.queues - state.laid // state.seats
    return ["last one this round" if left == 1 else f"You have {left} left to play this round"]


def order(said: Said) -> list[str]:
    """Return the face-down stacks in their order, with counts above one."""
    stacks = [stack for stack in state_of(said).stacks if stack.cards]
    total = sum(len(stack.cards) for stack in stacks)
    places = ", ".join(
        s.place if len(s.cards) == 1 else f"{s.place} ({len(s.cards)} cards)" for s in stacks
    )
    return [f"{total} card{'s are' if total > 1 else ' is'} still face down", f": {places}."]


def my_cards(said: Said) -> list[str]:
    cards = ", ".join(
        f"{ACTIONS[laid.card].name.en} ({stack.place})"
        for stack in state_of(said).stacks
        for laid in stack.cards
        if laid.seat == said.seat
    )
    return [f": {cards}."]


def best_kept(said: Said) -> bool:
    """The three most valuable cards of the hand, whichever comes first of equal ones."""
    hand = sorted((ACTIONS[card].points for card in hand_of(said)), reverse=True)[:3]
    named = dict(said.text.params)["cards"]
    assert isinstance(named, tuple)
    return [text.params[1][1] for text in named] == [  # type: ignore[union-attr]
        f"{p:+}".replace("-", "−") if p else "0" for p in hand
    ]


def hand_of(said: Said) -> tuple[Action, ...]:
    return state_of(said).players[said.seat].hand


def anywhere(said: Said) -> list[str]:
    """Return the cards in hand that no line limits: neither reserving nor shifting."""
    free = sorted({*hand_of(said)} - {Action.RESERVE_ONE, Action.RESERVE_TWO, Action.SHIFT})
    names = [ACTIONS[card].name.en for card in free]
    if free[-1:] == [Action.EXCHANGE] and not state_of(said).players[said.seat].sights:
        names[-1] += " (no effect this round, because you don't have any sights yet)"
    return [f": {', '.join(names)}."]


def before_me(said: Said) -> list[str]:
    state = state_of(said)
    players = (said.seat - decision_of(said).seat) % state.seats
    return [f"{players} player{'s' * (players > 1)} "]


def others_hours(said: Said) -> list[str]:
    players = enumerate(state_of(said).players)
    told = (
        f"{NAMES[seat]} ({clock(player.shown_hours)})"
        for seat, player in players
        if player.shown_hours and seat != said.seat
    )
    return [f": {', '.join(told)}."]


def falling(said: Said) -> list[str]:
    """Return what lies at the end that a direction pushes out, and whose tokens are lost."""
    state, line_cells = state_of(said), cells(said)
    word = said.english.partition(":")[0]
    cell = line_cells[0] if word in ("Left", "Up") else line_cells[-1]
    sight, tokens = state.market[cell], state.tokens[cell]
    assert sight is not None
    code = f": {sight.code} falls off. "
    if not tokens:
        return [code + "It has no tokens"]
    lost = f"The {len(tokens)} tokens on it are" if len(tokens) > 1 else "The token on it is"
    return [code + lost, f"({owners(tokens, said.seat)})"]


def both_ends(said: Said) -> list[str]:
    market, line_cells = state_of(said).market, cells(said)
    ends = market[line_cells[0]], market[line_cells[-1]]
    one, other = ("left", "right") if line(said).startswith("row") else ("up", "down")
    assert ends[0] is not None
    assert ends[1] is not None
    return [f"{one} ({ends[0].code} falls off) or {other} ({ends[1].code} falls off)"]


def gets(said: Said) -> list[str]:
    """Return what can be given, with how many different cards each would bring."""
    counts = Counter(move.own for move in said.legal if isinstance(move, Exchange))
    return [f": {', '.join(f'{own.code} ({counts[own]})' for own in sorted(counts))}."]


def worth(said: Said) -> list[str]:
    player = KRAKOW.view(state_of(said), said.seat).players[said.seat]
    sights = sum(sight.points for sight in player.sights)
    numbers = (sights + player.bonus.points, sights, player.bonus.points)
    total, alone, bonus = (f"{n:+}".replace("-", "−") if n else "0" for n in numbers)
    return [f"worth {total}: {alone} on the cards and {bonus} for"]


def held(said: Said) -> list[str]:
    hand = Counter(hand_of(said))
    return [", ".join(f"{ACTIONS[card].name.en} ({hand[card]})" for card in sorted(hand))]


def position(said: Said) -> list[str]:
    """Return where a sight outside the line lies."""
    state = state_of(said)
    assert isinstance(said.attempt, Reserve)
    row, column = divmod(state.market.index(said.attempt.sight), state.scale.size)
    return [f"only affects {line(said)},", f"in row {row + 1}, column {column + 1}."]


def reserved(said: Said) -> list[str]:
    state = state_of(said)
    assert isinstance(said.attempt, Swap | Exchange)
    tokens = state.tokens[state.market.index(said.attempt.sight)]
    return [f"has {len(tokens)} token", f"on it ({owners(tokens, said.seat)})"]


def tokens_left(said: Said) -> list[str]:
    left = decision_of(said).left
    return [f"“{card_name(said)}” must", f"still have {left} token"]


def numbered(said: Said) -> list[str]:
    """Return the places with cards, by their order tokens."""
    stacks = enumerate(state_of(said).stacks, 1)
    return [f": {', '.join(f'{stack.place} ({n})' for n, stack in stacks)}."]


_LINE = tells(lambda said: [line(said)])
_CARD = tells(lambda said: [f"“{card_name(said)}”"])
_PLAY = "Play an action card face down at a place around the market. "
_QUEUE = "Queue {queue} of {queues}: play one action card face down at any place. "

WITNESS = Witness(
    named={
        Lay: r"\bplay (one|an) action card|\bcard played\b",
        Reserve: r"\bput (one|the|a)\b.*\btoken|\badd yours\b",
        Shift: r"\bpush\b",
        Swap: r"\breplace (the|one)\b|choose a card without tokens to replace",
        Exchange: r"\bgive (one )?of\b|\byou can give\b|\bmake an exchange\b",
        Take: r"\btake one\b",
        Decline: r"\bdecline\b",
    },
    facts={
        _PLAY + "It's your last one this round.": tells(lays_left),
        _QUEUE + "It's your last one this round.": tells(lambda s: queue(s) + lays_left(s)),
        "Waiting for {who} to play a card (queue {queue} of {queues}).": tells(queue),
        "{count} player plays before you. You can already choose your next card and queue it.": (
            tells(before_me)
        ),
        "All places are empty. Your card will get order token 1, so its stack will be turned up "
        "first.": lambda said: not state_of(said).stacks,
        "Empty: {places}. A card played there gets order token {number}, so its stack is turned "
        "up after all the others so far.": tells(
            lambda said: [f"order token {len(state_of(said).stacks) + 1},"]
        ),
        "Taken (with their order tokens): {places}. A card played there goes on top and is turned "
        "up before the ones below it.": tells(numbered),
        "The row or column makes no difference to these cards: {cards}.": tells(anywhere),
        "The three cards you never play score at the end. The most valuable ones you hold now are "
        "{cards}.": best_kept,
        "You still have these cards: {cards}.": tells(held),
        "{count} card is still face down and will be turned up next: {places}.": tells(order),
        "This is the last card of the round. After it, the sights are awarded.": lambda said: (
            not any(stack.cards for stack in state_of(said).stacks)
        ),
        "Your cards still to be turned up: {cards}.": tells(my_cards),
        "Waiting for {who} to resolve “{card}” at {place}.": _CARD,
        "Waiting for {who} to resolve “{card}” on {line}.": tells(
            lambda said: [f"“{card_name(said)}” on {line(said)}"]
        ),
        "Waiting for {who} to resolve “{card}”.": _CARD,
        "“1 reservation”: put a token on a sight in {line}.": _LINE,
        "“2 reservations”: put the first token on a sight in {line}.": _LINE,
        "“2 reservations”: put the second token on a different sight in {line}.": _LINE,
        "“Shift by one”: push {line} by one card, or decline.": _LINE,
        "Push {line} one card to the left or right, or decline.": _LINE,
        "Push {line} one card up or down, or decline.": _LINE,
        "Put one token on a sight in {line}: {sights}.": tells(in_line),
        "Put the first of two tokens on a sight in {line}: {sights}. The second must go on a "
        "different one.": tells(in_line),
        "Put the second token on a sight in {line} other than {first}: {sights}.": tells(
            second_in_line
        ),
        "There are already tokens on {sights}. You may add yours.": tells(tokens_in_line),
        "You have one hour left: {hours}.": tells(
            lambda said: [f": {clock(state_of(said).players[said.seat].hours)}."]
        ),
        "Other players have already revealed and used these hours: {hours}.": tells(others_hours),
        "{direction}: {sight} falls off. It has no tokens on it.": tells(falling),
        "{direction}: {sight} falls off. The token on it is removed from the game without being "
        "revealed ({owners}).": tells(falling),
        "Choose left ({first} falls off) or right ({last} falls off), or decline.": tells(
            both_ends
        ),
        "Choose up ({first} falls off) or down ({last} falls off), or decline.": tells(both_ends),
        "Your card is at {place}, so row {number} can only go left or right.": _LINE,
        "Your card is at {place}, so column {number} can only go up or down.": _LINE,
        "Replace the only market card without tokens with a card from the deck, or decline: "
        "{sights}.": tells(
            lambda said: [
                f" {len([move for move in said.legal if isinstance(move, Swap)])} market cards"
                if len(said.legal) > 2
                else "the only market card"
            ]
        ),
        "You choose before you see the new card. There is {count} card in the deck.": tells(
            lambda said: [f" {len(state_of(said).deck)} card"]
        ),
        "You can give one of these (in brackets: how many different market cards it could get "
        "you): {sights}.": tells(gets),
        "Your sights are now worth {points}: {sights} on the cards and {bonus} for runs and "
        "sets.": tells(worth),
        "Take one of the cards left in the market: {sights}.": tells(
            lambda said: [shown(s for s in state_of(said).market if s is not None)]
        ),
        "{count} card is left in the market, so you must take it.": tells(
            lambda said: [f"{len(said.legal)} cards are left"]
        ),
        "Your card at {place} only affects {line}, and {sight} is in row {row}, column "
        "{column}.": tells(position),
        "“{card}” must be used in full. You still have {count} token to place.": tells(tokens_left),
        "This market has {size} rows and {size} columns, so there is no {line}.": tells(
            lambda said: [f"has {state_of(said).scale.size} rows"]
        ),
        "Choose a place: L1 to L{size}, R1 to R{size}, T1 to T{size} or B1 to B{size}.": tells(
            lambda said: [f"B{state_of(said).scale.size}."]
        ),
        "{sight} has {count} token on it ({owners}). You can only choose a card without tokens.": (
            tells(reserved)
        ),
    },
    mentions=frozenset(
        {
            # What somebody else has to do.
            "Waiting for {who} to take one of the cards left in the market.",
        }
    ),
)
