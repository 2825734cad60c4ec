"""A second account of what CVlizations says, counted from states and legal moves.

Names come from the data, numbers from what moves do when they are tried.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.agenda import Task
from rules.cvlizations.components import GOODS, IDEAS, ORDER_CARDS, Good, Goods, Idea, Order
from rules.cvlizations.moves import Buy, Feast, GiveOrders, Pass, Steal, Swap, Take, Trade
from rules.cvlizations.state import CvState, Player
from rules.cvlizations.view import Theft
from rules.protocol import Move
from rules.text import Text
from tests.contract.checks import NAMES
from tests.contract.truth import Fact, Said, Witness, joined

M = TypeVar("M", bound=Move)


def state_of(said: Said) -> CvState:
    assert isinstance(said.state, CvState)
    return said.state


def own(said: Said) -> Player:
    return state_of(said).players[said.seat]


def after(said: Said, move: Move) -> Player:
    """The speaker's possessions after a move."""
    return CVLIZATIONS.apply(state_of(said), said.seat, move).state.players[said.seat]


def tells(said: Said, *parts: str) -> bool:
    """True if the sentence names just these things, in this order, after its colon."""
    _, _, told = said.english.rstrip(".").partition(": ")
    return told == ", ".join(parts)


def title(card: Idea | Order) -> str:
    return IDEAS[card].name.en if isinstance(card, Idea) else ORDER_CARDS[card].name.en


def amounts(goods: Goods, joined: str = ", ") -> str:
    kinds = zip(goods, GOODS, strict=True)
    return joined.join(f"{n} {good}" for n, good in kinds if n) or "nothing"


def moves(said: Said, kind: type[M]) -> list[M]:
    return [move for move in said.legal if isinstance(move, kind)]


def task(said: Said) -> Task:
    state = state_of(said)
    return state.thieves[0][1] if state.thieves else state.agendas[said.seat][0]


# Prompts


def each_brings(said: Said) -> int:
    """How much more wood there is after taking wood than after taking stone.

    What else follows is the same, but for the food of a Cleanup that one of them leads to.
    """
    wood, stone = (after(said, Take(good)).goods for good in (Good.WOOD, Good.STONE))
    assert wood.wood - stone.wood == stone.stone - wood.stone
    return wood.wood - stone.wood


def takes(said: Said) -> bool:
    """The order or idea that is due brings one resource of any kind."""
    due = task(said)
    named = said.english.startswith(f"{title(due.idea or due.order)}: ")
    return named and len(moves(said, Take)) == 3 and each_brings(said) == 1


def trades(said: Said) -> bool:
    """One resource brings so many of another kind; food may come from a Cleanup, too."""
    old = own(said).goods
    got = {
        after(said, move).goods.of(move.get) - old.of(move.get)
        for move in moves(said, Trade)
        if move.get is not Good.FOOD
    }
    return got == {said.values["amount"]}


def ascetic(said: Said) -> bool:
    return len(moves(said, Take)) == 3 and each_brings(said) == 2


def steals(said: Said) -> bool:
    """A second theft of one execution hits somebody else than the first."""
    victims = {move.victim.seat for move in moves(said, Steal)}
    again = "different" in said.english
    return bool(victims) and (not again or not victims & set(state_of(said).hit[-1:]))


def sword(said: Said) -> bool:
    robbed = {theft.victim for theft in thefts(said) if theft.thief == said.seat}
    return {move.victim.seat for move in moves(said, Steal)} <= robbed


def thefts(said: Said) -> tuple[Theft, ...]:
    reveal = state_of(said).reveal
    return reveal.thefts if reveal is not None else ()


def purchases(said: Said) -> bool:
    """Two with a Common language that was there before, without those of this turn."""
    bought = state_of(said).bought.count(said.seat)
    before = own(said).ideas[: len(own(said).ideas) - bought]
    allowed = 2 if Idea.COMMON_LANGUAGE in before else 1
    return said.values["count"] == allowed - bought


def top_card(said: Said) -> bool:
    """The card is told to whoever looked; the question before it is true as well."""
    state, asked = state_of(said), said.values["asked"]
    assert isinstance(asked, Text)
    fact = FACTS.get(asked.msgid)
    true = fact is None or fact(replace(said, text=asked))
    if state.top is None or state.knower != said.seat:
        return False
    cost = amounts(IDEAS[state.top].cost)
    return true and said.english.endswith(f": {title(state.top)} ({cost}).")


# Advice


def in_hand(said: Said) -> bool:
    given = moves(said, GiveOrders)
    cards = {card for move in given for card in (move.up, move.down)}
    return tells(said, *map(title, sorted(cards)))


def secret(said: Said) -> bool:
    neutral = "neutral" in said.english
    down = state_of(said).tribes[said.seat + 2 * neutral].down
    return down is not None and tells(said, title(down))


def shown(said: Said) -> bool:
    state = state_of(said)
    names = [
        NAMES[n] if n < state.seats else "Cave Geeks" if len(state.tribes) == 3
        else f"{NAMES[n - 2]}'s neutral tribe"
        for n in range(len(state.tribes))
    ]  # fmt: skip
    given = [(tribe.up, name) for tribe, name in zip(state.tribes, names, strict=True)]
    return tells(said, *(f"{title(up)} ({name})" for up, name in given if up is not None))


def crowd(said: Said) -> bool:
    """So many tribes gave the order that is carried out, whose card says this."""
    reveal, order = state_of(said).reveal, task(said).order
    assert reveal is not None
    first, second, more = ORDER_CARDS[order].amounts
    told = f": {title(order)}: "
    amounts = f"{first} / {second} / {more or '–'}"
    count = sum(order in pair for pair in reveal.orders)
    return said.values["count"] == count and told in said.english and amounts in said.english


def loot(said: Said) -> bool:
    found: dict[str, list[str]] = {}
    for move in moves(said, Steal):
        found.setdefault(NAMES[move.victim.seat], []).append(move.kind)
    return tells(said, *(f"{name} ({', '.join(kinds)})" for name, kinds in found.items()))


def lawful(said: Said) -> bool:
    """The owner of Law was robbed, and can't be robbed of anything now."""
    state = state_of(said)
    (owner,) = (seat for seat, it in enumerate(state.players) if Idea.LAW in it.ideas)
    safe = all(move.victim.seat != owner for move in moves(said, Steal))
    robbed = any(theft.victim == owner for theft in thefts(said))
    return said.english.startswith(f"{NAMES[owner]} owns Law") and safe and robbed


def in_reach(said: Said) -> bool:
    able = {move.idea for move in moves(said, Buy)}
    return said.english.startswith("You can afford: ") and told_set(said) == set(map(title, able))


def told_set(said: Said) -> set[str]:
    return set(said.english.rstrip(".").partition(": ")[2].split(", "))


def one_short(said: Said) -> bool:
    """With one more of the named kinds, and of no other, these could be bought."""
    bought = {move.idea for move in moves(said, Buy)}
    found: dict[Idea, list[Good]] = {}
    for good in GOODS:
        for idea in purchasable(said, own(said).goods.plus(good, 1)) - bought:
            found.setdefault(idea, []).append(good)
    kinds = {idea: " or ".join(goods) for idea, goods in found.items()}
    words = {
        idea: "any resource" if text.count(" or ") == 2 else text for idea, text in kinds.items()
    }
    return told_set(said) == {f"{title(idea)} ({text})" for idea, text in words.items()}


def purchasable(said: Said, goods: Goods) -> set[Idea]:
    """The ideas that the speaker could buy with another store."""
    state = state_of(said)
    players = list(state.players)
    players[said.seat] = Player(goods, own(said).points, own(said).ideas)
    legal = CVLIZATIONS.legal_moves(replace(state, players=tuple(players)), said.seat)
    return {move.idea for move in legal if isinstance(move, Buy)}


def feast(said: Said) -> bool:
    """It costs 2 food and brings a point; Agriculture may bring 1 food in the same move."""
    old, new = own(said), after(said, Feast())
    income = Idea.AGRICULTURE in old.ideas and new.goods.food - old.goods.food == -1
    return new.points - old.points == 1 and new.goods.food + 2 == old.goods.food + income


def done_buying(said: Said) -> bool:
    """Everybody from the helm on up to the one who buys now."""
    state = state_of(said)
    start = state.circle.index(state.helm)
    line = [n for n in (*state.circle[start:], *state.circle[:start]) if n < state.seats]
    words = {True: "bought an idea", False: "bought nothing"}
    done = line[: line.index(state.queue[0])]
    return tells(said, *(f"{NAMES[seat]} ({words[seat in state.bought]})" for seat in done))


# Hints and reasons


def other_kinds(said: Said) -> bool:
    assert isinstance(said.attempt, Trade)
    got = [move.get for move in moves(said, Trade) if move.give is said.attempt.give]
    return said.english.startswith(f"For {said.attempt.give} ") and tells(said, *got)


def store(said: Said) -> bool:
    return said.english == f"You have {joined(amounts(own(said).goods).split(', '))}."


def other_orders(said: Said) -> bool:
    assert isinstance(said.attempt, GiveOrders)
    given = moves(said, GiveOrders)
    cards = {move.down for move in given if move.up is said.attempt.up}
    return tells(said, *map(title, sorted(cards)))


def ways(said: Said) -> bool:
    assert isinstance(said.attempt, Buy)
    found = [move.pay for move in moves(said, Buy) if move.idea is said.attempt.idea]
    return tells(said, *(amounts(pay, " + ") for pay in found))


def swaps(said: Said) -> bool:
    return tells(said, *(exchange(move) for move in moves(said, Swap)))


def exchange(move: Move) -> str:
    assert isinstance(move, Swap)
    return f"1 {move.give} for 1 {move.get}"


def helpful_swaps(said: Said) -> bool:
    """Exactly those after which the idea that was refused can be bought."""
    assert isinstance(said.attempt, Buy)
    helpful = []
    for move in moves(said, Swap):
        state = CVLIZATIONS.apply(state_of(said), said.seat, move).state
        then = CVLIZATIONS.legal_moves(state, said.seat)
        if any(isinstance(buy, Buy) and buy.idea is said.attempt.idea for buy in then):
            helpful.append(exchange(move))
    return tells(said, *helpful)


def price(said: Said) -> bool:
    assert isinstance(said.attempt, Buy)
    idea = said.attempt.idea
    paid = {sum(move.pay) for move in moves(said, Buy) if move.idea is idea}
    return said.english.endswith(f" {title(idea)}.") and paid == {said.values["price"]}


FACTS: dict[str, Fact] = {
    "{source}: take 1 resource of your choice.": takes,
    "Trading: give 1 resource and take {amount} of another kind.": trades,
    "Asceticism: take 2 resources of one kind.": ascetic,
    "Thieving: steal 1 resource.": steals,
    "Thieving: steal 1 resource from a different player this time.": steals,
    "Sword: take 1 more resource from a player you robbed this turn.": sword,
    "Buy an idea, or pass.": purchases,
    "{asked} Only you know the top card of the deck: {idea} ({cost}).": top_card,
    "In hand: {orders}.": in_hand,
    "Nobody else knows your secret order yet: {order}.": secret,
    "Nobody else knows your neutral tribe's secret order yet: {order}.": secret,
    "Shown so far: {orders}.": shown,
    "{count} tribe chose this order: {order}.": crowd,
    "You can steal from: {list}.": loot,
    "{who} owns Law and has already been robbed this turn.": lawful,
    "{who} owns Law, so the Sword doesn't work on them.": lawful,
    "You can afford: {ideas}.": in_reach,
    "You're one resource short of: {ideas}.": one_short,
    "Hedonism lets you turn 2 food into 1 point, once this turn.": feast,
    "Finished buying this turn: {list}.": done_buying,
    "For {given} you can take: {list}.": other_kinds,
    "You have {goods}.": store,
    "Replace one of them with another order: {orders}.": other_orders,
    "You can pay: {ways}.": ways,
    "You can exchange: {list}.": swaps,
    "Your Market can help. First exchange one of these: {list}.": helpful_swaps,
    "You have to pay {price} of the resources printed on {idea}.": price,
    "You need 2 food, but you have {food}.": lambda said: said.values["food"] == own(said).goods[0],
}

WITNESS = Witness(
    named={
        GiveOrders: r"\bgive two orders\b|\bin hand\b|\breplace one\b",
        Steal: r"\bsteal\b|\brob\b|\bfrom a player\b",
        Take: r"\btake [12] resources? of\b",
        Trade: r"\bgive 1 resource\b|\byou can take: (food|wood|stone)\b",
        Buy: r"\bbuy\b|\bafford\b|\bpay\b",
        Swap: r"(?<!stock )\bexchange\b|\byour Market\b",
        Feast: r"\bfeast\b|\bhedonism lets\b",
        Pass: r"\bpass\b",
    },
    facts=FACTS,
    mentions=frozenset(
        {
            "{count} tribe chose this order: {order}.",  # what the card says of all three levels
        }
    ),
)
