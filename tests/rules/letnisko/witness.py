"""A second account of what Letnisko's sentences say, from the state and the legal moves."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import cast

from render.i18n import translate
from rules.letnisko.components import Tokens
from rules.letnisko.moves import Develop, EndTurn, Invest, Invite, Lodge, Parcel, Refuel
from rules.letnisko.state import ALL_CARDS, ALL_WEATHER, LetniskoState, Player
from rules.letnisko.view import Phase
from rules.protocol import Move
from rules.text import Param, Text
from tests.contract.checks import NAMES
from tests.contract.truth import Fact, Said, Witness, atoms

PLACED = {
    "one": "one token",
    "two": "two stacked tokens",
    "one+porter": "one token and the porter",
    "porter": "just the porter",
}
PRICES = {
    "forest-100": 100,
    "forest-200": 200,
    "cottage": 100,
    "villa": 200,
    "pension": 300,
    "automobile": 300,
}
NAMED_AS = {"forest-100": "100 zł forest lot", "forest-200": "200 zł forest lot"}
WEATHER = {
    "cloud": {"storm": "Storm", "rain": "Rain", "clouds": "Clouds"},
    "sun": {"partly": "Sun behind a cloud", "exam": "Exam session", "hot": "Hot weather"},
}
GUESTS = {"student": "S", "convalescent": "C", "socialite": "H"}


Count = Callable[[dict[int, str]], int]


def state_of(said: Said) -> LetniskoState:
    return cast("LetniskoState", said.state)


def player_of(said: Said) -> Player:
    return state_of(said).players[said.seat]


def english(param: Param) -> str:
    return translate(cast("Text", param), "en", NAMES)


# Tokens and money


def sets(said: Said, *kinds: type[Move]) -> bool:
    """The tokens named are those of the legal moves, of some kinds or of all."""
    moves = [m for m in said.legal if not kinds or isinstance(m, kinds)]
    wanted = {str(m.tokens) for m in moves if isinstance(m, Invite | Parcel | Invest | Refuel)}
    return set(atoms({"sets": said.values["sets"]})) == {PLACED[tokens] for tokens in wanted}


def train_sets(said: Said) -> bool:
    return sets(said, Parcel)


def price(said: Said, card: str, tokens: Tokens) -> int:
    """The base price once for each visit, this one too unless two tokens make it."""
    visits = len(state_of(said).visits[[str(c) for c in ALL_CARDS].index(card)])
    return PRICES[card] * (visits + (tokens not in (Tokens.TWO, Tokens.WITH_PORTER)))


def with_what(tokens: Tokens) -> str:
    """The phrase for tokens: "with just the porter"."""
    return f"with {PLACED[str(tokens)]}"


def with_which(text: str) -> Tokens:
    """The tokens of a phrase like "with just the porter"."""
    return next(t for t in Tokens if str(t) in PLACED and text == with_what(t))


def cost_of(price_zl: int) -> str:
    """The phrase for a price: "for 200 zł", "for free"."""
    return f"for {price_zl} zł" if price_zl else "for free"


def buys_with_money(said: Said) -> bool:
    return buys(said) and money(said)


def buys(said: Said) -> bool:
    """Everything that these tokens can buy is named, at its price, and nothing else."""
    tokens = with_which(english(said.values["with_tokens"]))
    cards = [str(m.card) for m in said.legal if isinstance(m, Invest) and m.tokens is tokens]
    offers = {english(offer) for offer in cast("tuple[Text, ...]", said.values["list"])}
    wanted = {
        f"{'an' if c == 'automobile' else 'a'} {NAMED_AS.get(c, c)} "
        f"{cost_of(price(said, c, tokens))}"
        for c in cards
    }
    return offers == wanted


def money(said: Said) -> bool:
    return said.values["money"] == player_of(said).money


def fuel(said: Said) -> bool:
    """Each way to refuel, and what it costs."""
    moves = [m for m in said.legal if isinstance(m, Refuel)]
    cost = {t: 0 if t in (Tokens.TWO, Tokens.WITH_PORTER) else 100 for t in Tokens}
    wanted = {f"{with_what(m.tokens)} {cost_of(cost[m.tokens])}" for m in moves}
    return set(re.split(", (?:or )?", english(said.values["ways"]))) == wanted


def too_dear(said: Said) -> bool:
    """The price of the move that was tried, which is more than the player has."""
    move = said.attempt
    assert isinstance(move, Invest | Refuel)
    cost = price(said, str(move.card), move.tokens) if isinstance(move, Invest) else 100
    return money(said) and said.values["price"] == cost > player_of(said).money


def own_tokens(said: Said) -> bool:
    return said.values["count"] == player_of(said).tokens


# The train


def train(said: Said) -> bool:
    """Unclaimed cars, guests invited, and two beds in each house that will stand by then."""
    state = state_of(said)
    cars = {m.cars.first for m in said.legal if isinstance(m, Invite)}
    invited = sum(
        len(state.cars[car - 1])
        for claim in state.claims
        if claim.seat == said.seat
        for car in range(claim.cars.first, claim.cars.last + 1)
    )
    values = said.values["count"], said.values["beds"], said.values["invited"]
    return values == (len(cars), 2 * houses_built(said), invited)


def houses_built(said: Said) -> int:
    """How many houses the player has once everybody has placed the rest on the locomotive."""
    state = state_of(said)
    while state.phase is Phase.ACTIONS:
        moves = said.rules.legal_moves(state, state.active)
        move = next(m for m in moves if isinstance(m, Parcel))
        state = cast("LetniskoState", said.rules.apply(state, state.active, move).state)
    return len(state.players[said.seat].lots)


def cars_of_train(said: Said) -> bool:
    return said.values["count"] == len(state_of(said).cars)


def free_cars(said: Said) -> bool:
    """All cars that can be claimed are named."""
    cars = {str(m.cars.first) for m in said.legal if isinstance(m, Invite)}
    return said.values["cars"] == tuple(sorted(cars))


def own_car(said: Said) -> bool:
    return claimed_by(said, own=True)


def others_car(said: Said) -> bool:
    return claimed_by(said, own=False)


def claimed_by(said: Said, own: bool) -> bool:
    """The car is one of those tried, and somebody has claimed it."""
    move, car = said.attempt, said.values["car"]
    assert isinstance(move, Invite)
    assert isinstance(car, int)
    tried = move.cars.first <= car <= move.cars.last
    owners = [c.seat for c in state_of(said).claims if c.cars.first <= car <= c.cars.last]
    return tried and len(owners) == 1 and (owners[0] == said.seat) == own


def no_neighbours(said: Said) -> bool:
    move = said.attempt
    assert isinstance(move, Invite)
    ends = move.cars.first, move.cars.last
    return (said.values["first"], said.values["last"]) == ends and ends[1] - ends[0] > 1


def forecast(icon: str) -> Fact:
    """The weather that can still come with this icon."""

    def true(said: Said) -> bool:
        state = state_of(said)
        left = {str(kind) for kind, n in zip(ALL_WEATHER, state.ahead, strict=True) if n}
        wanted = {name for kind, name in WEATHER[icon].items() if kind in left}
        return str(state.forecast) == icon and set(english_list(said.values["list"])) == wanted

    return true


def english_list(param: Param) -> Sequence[str]:
    listed = translate(Text("{list}", (("list", param),)), "en", NAMES)
    return listed.split(", ")


# Houses and guests


def counted(words: str) -> Counter[str]:
    """The guests of a phrase: "2 students, 1 socialite", "a student and a convalescent"."""
    found = Counter[str]()
    for number, kind in re.findall(r"(\d+|a) (student|convalescent|socialite)s?\b", words):
        found[GUESTS[kind]] += 1 if number == "a" else int(number)
    return found


def batch(said: Said) -> bool:
    return counted(english(said.values["guests"])) == Counter(player_of(said).batch)


def rooms(said: Said) -> bool:
    """The rooms named are those of the lodging that the sentence claims to be possible."""
    (claim,) = (c for c in said.text.claims if c.parts)
    parts = re.findall(r"(.+?) in house (\d+)(?:, |$)", english(said.values["rooms"]))
    named = ",".join(f"{n}:{''.join(sorted(counted(who).elements(), key='SCH'.index))}"
                     for who, n in parts)  # fmt: skip
    return named == str(claim.parts[0][1])


def rents(said: Said) -> set[int]:
    """What the player collects by each legal lodging."""
    found = set[int]()
    for move in said.legal:
        after = cast("LetniskoState", said.rules.apply(state_of(said), said.seat, move).state)
        found.add(after.players[said.seat].money - player_of(said).money)
    return found


def between(said: Said) -> bool:
    """Lowest and highest rent, and a lodging that brings the highest."""
    found = rents(said)
    (claim,) = (c for c in said.text.claims if c.parts)
    best = [m for m in said.legal if claim.matches(m)]
    after = cast("LetniskoState", said.rules.apply(state_of(said), said.seat, best[0]).state)
    top = after.players[said.seat].money - player_of(said).money
    told = said.values["low"], said.values["top"]
    return told == (min(found), max(found)) and top == max(found) and rooms(said)


def one_rent(said: Said) -> bool:
    return rents(said) == {said.values["rent"]}


def options(said: Said) -> bool:
    return said.values["count"] == len(said.legal)


def left(said: Said) -> bool:
    """How many guests no lodging has a room for."""
    moves = [m for m in said.legal if isinstance(m, Lodge)]
    lodged = {sum(len(guests) for _, guests in move.lodging.rooms) for move in moves}
    return lodged == {len(player_of(said).batch) - cast("int", said.values["count"])}


def left_to_the_president(said: Said) -> bool:
    return left(said) and state_of(said).president not in (None, said.seat)


def left_to_leave(said: Said) -> bool:
    return left(said) and state_of(said).president in (None, said.seat)


def houses(said: Said) -> bool:
    return said.values["count"] == len(player_of(said).lots)


def upgrades(said: Said) -> bool:
    """All houses that can be chosen are named."""
    return said.values["numbers"] == tuple(m.number for m in said.legal if isinstance(m, Develop))


def wrong_house(said: Said) -> bool:
    """The house tried, which is not of the kind that the new one goes on."""
    move = said.attempt
    assert isinstance(move, Develop)
    below = {"V": "K", "P": "V"}[str(move.house)]
    return (
        said.values["number"] == move.number
        and str(player_of(said).lots[move.number - 1].house) != below
        and {"V": "villa", "P": "pension"}[str(move.house)] in said.text.msgid
    )


def wrong_guest(house: str, guest: str) -> Fact:
    """The house tried is of this kind, and such a guest was to move in."""

    def true(said: Said) -> bool:
        number = cast("int", said.values["number"])
        return str(player_of(said).lots[number - 1].house) == house and guest in tried(said)[number]

    return true


def tried(said: Said) -> dict[int, str]:
    assert isinstance(said.attempt, Lodge)
    return {number: "".join(guests) for number, guests in said.attempt.lodging.rooms}


def crowded(said: Said) -> bool:
    return len(tried(said)[cast("int", said.values["number"])]) > 2


def more_room(said: Said) -> bool:
    """How many the legal lodgings put up, and how many the one tried."""
    return told_and_tried(said, "room", "placed", lambda rooms: sum(map(len, rooms.values())))


def more_in_empty(said: Said) -> bool:
    empty = {n for n, lot in enumerate(player_of(said).lots, 1) if not lot.residents}
    return told_and_tried(
        said, "room", "placed", lambda rooms: sum(len(g) for n, g in rooms.items() if n in empty)
    )


def fewer_houses(said: Said) -> bool:
    return told_and_tried(said, "few", "many", len)


def told_and_tried(said: Said, due: str, found: str, count: Count) -> bool:
    legal = [m for m in said.legal if isinstance(m, Lodge)]
    wanted = {count({n: "".join(g) for n, g in m.lodging.rooms}) for m in legal}
    return wanted == {said.values[due]} and said.values[found] == count(tried(said))


WITNESS = Witness(
    named={
        Invite: r"\binvite\b|\bclaim\b|\bunclaimed\b|\bare claimed\b",
        Parcel: r"\blocomotive\b|\bparcel\b|\bto the train\b|\bon the train\b",
        Invest: r"\binvest\b|\bbuy\b",
        Refuel: r"\brefuel|\bfuel\b",
        EndTurn: r"\bend the turn\b|\blast turn\b",
        Develop: r"\bbecomes? a\b|\bupgrad|\bchoosing houses\b",
        Lodge: r"\bmoves? in\b|\blodg|\bassign|\brooms\b",
    },
    facts={
        "Go to the train, or invest. You may place {sets}.": sets,
        "Place {sets} on the train.": sets,
        "You may still place {sets}, or end the turn.": sets,
        "You may place {sets} on the train.": train_sets,
        "You have {money} zł, and {with_tokens} you can buy: {list}.": buys_with_money,
        "Here's what you can buy {with_tokens}: {list}.": buys,
        "You have {money} zł, and there's nothing you can buy now.": money,
        "Your automobile needs fuel. You can refuel it {ways}.": fuel,
        "Your automobile needs fuel, but you can't pay for it now with {money} zł.": money,
        "This costs {price} zł now, but you only have {money} zł.": too_dear,
        "You have {count} token of your own left this week.": own_tokens,
        "{count} car is unclaimed. This week you'll have room for {beds} new guests; invited so "
        "far: {invited}.": train,
        "The train only has {count} car this week.": cars_of_train,
        "You can claim car {cars}, or take 100 zł from the locomotive.": free_cars,
        "You have already claimed car {car}.": own_car,
        "{who} has already claimed car {car}.": others_car,
        "An automobile serves two neighbouring cars, but {first} and {last} aren't neighbours.": (
            no_neighbours
        ),
        "Next week's card shows a cloud. The weather can be: {list}.": forecast("cloud"),
        "Next week's card shows the sun. The weather can be: {list}.": forecast("sun"),
        "Choose who moves in where. Your guests: {guests}.": batch,
        "Then your invited guests will move in: {guests}.": batch,
        "You can lodge {rooms}, for example.": rooms,
        "You'll collect {low} to {top} zł in rent. "
        "You'll get the most if you lodge {rooms}.": between,
        "You collect {rent} zł in rent, whichever option you choose.": one_rent,
        "The four lodging rules leave you {count} option.": options,
        "{count} guest will find no room and leave.": left_to_leave,
        "{count} guest will find no room and go to {who}, the President.": left_to_the_president,
        "You only have {count} house.": houses,
        "You can upgrade one of these houses to a villa: {numbers}.": upgrades,
        "You can upgrade one of these houses to a pension: {numbers}.": upgrades,
        "House {number} can't become a villa, because a villa needs a cottage.": wrong_house,
        "House {number} can't become a pension, because a pension needs a villa.": wrong_house,
        "House {number} is a pension, too luxurious for a student.": wrong_guest("P", "S"),
        "House {number} is a villa, too spartan for a socialite.": wrong_guest("V", "H"),
        "House {number} is a cottage, too spartan for a socialite.": wrong_guest("K", "H"),
        "House {number} is a cottage, too spartan for a convalescent.": wrong_guest("K", "C"),
        "House {number} can take in at most two new guests.": crowded,
        "You have room for more of your guests ({room} instead of {placed}).": more_room,
        "Empty houses come first and can take in more guests ({room} instead of {placed}).": (
            more_in_empty
        ),
        "Your guests fit into fewer houses ({few} instead of {many}).": fewer_houses,
    },
)
