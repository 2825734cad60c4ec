"""The contents of the box: orders, ideas, resources and tribes.

Loaded once from ``data/cvlizations/*.toml`` and checked. Stores and costs are written as food, wood
and stone in this order: ``2/1/0``.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from rules.box import Row, load, seat_marks
from rules.errors import DataError
from rules.listed import Listed
from rules.text import Printed, Text, tn

Level: TypeAlias = int
"""The number of tribes that chose an order, with 3 for three or more (C-ACT-1)."""


class Good(Listed):
    """A kind of resource, in the order in which stores are written."""

    FOOD = "food"
    WOOD = "wood"
    STONE = "stone"


class Goods(NamedTuple):
    """A number of each kind: a store, a cost or a payment; ``2/1/0`` in a move."""

    food: int
    wood: int
    stone: int

    def __str__(self) -> str:
        return f"{self.food}/{self.wood}/{self.stone}"

    @classmethod
    def parse(cls, text: str) -> Goods:
        """Return the goods of a token; ValueError if it is not three numbers below 100."""
        parts = text.split("/")
        if len(parts) != 3 or not all(p.isascii() and p.isdigit() and len(p) < 3 for p in parts):
            raise ValueError(f"not goods: {text!r}")
        return cls(*map(int, parts))

    def plus(self, good: Good, amount: int) -> Goods:
        """Return the goods with `amount` more of a kind; fewer if it is negative."""
        food, wood, stone = self
        if good.place == 0:
            return Goods(food + amount, wood, stone)
        if good.place == 1:
            return Goods(food, wood + amount, stone)
        return Goods(food, wood, stone + amount)

    def swapped(self, give: Good, get: Good) -> Goods:
        """Return the goods with one of a kind exchanged for one of another."""
        return self.plus(give, -1).plus(get, 1)

    def more(self, other: Goods) -> Goods:
        """Return the goods together with others."""
        (food, wood, stone), (more_food, more_wood, more_stone) = self, other
        return Goods(food + more_food, wood + more_wood, stone + more_stone)

    def less(self, other: Goods) -> Goods:
        """Return the goods without others; shortages become negative."""
        return Goods(self.food - other.food, self.wood - other.wood, self.stone - other.stone)

    def covers(self, other: Goods) -> bool:
        """True if there is enough of each kind for others."""
        return self.food >= other.food and self.wood >= other.wood and self.stone >= other.stone

    def of(self, good: Good) -> int:
        """Return how many of a kind there are."""
        return self[good.place]


GOODS: Final = tuple(Good)
NOTHING: Final = Goods(0, 0, 0)


class Order(Listed):
    """An order card, in the order of carrying out; Doubling has no step."""

    THIEVING = "thieving"
    LOGGING = "logging"
    HUNTING = "hunting"
    QUARRYING = "quarrying"
    CUNNING = "cunning"
    SLACKING = "slacking"
    TRADING = "trading"
    DOUBLING = "doubling"


ORDERS: Final = tuple(Order)
BY_PLACE: Final = attrgetter("place")
"""The key that sorts orders and ideas as listed; comparing two costs more."""
NUMBERED: Final = ORDERS[:-1]
"""The orders that are carried out, in order: not Doubling (C-DBL-5, ruling V-7)."""
CAN_FAIL: Final = frozenset({Order.THIEVING, Order.CUNNING, Order.SLACKING, Order.DOUBLING})
"""The orders without effect if three or more tribes chose them (C-IDEA-28)."""


class Kind(Listed):
    """A type of idea."""

    IDEOLOGY = "ideology"
    TOOL = "tool"
    BUILDING = "building"
    INVENTION = "invention"


KINDS: Final = tuple(Kind)


class Idea(Listed):
    """An idea card."""

    OPTIMISM = "optimism"
    SOLITUDE = "solitude"
    ASCETICISM = "asceticism"
    EGOISM = "egoism"
    HUMANISM = "humanism"
    COLLECTIVISM = "collectivism"
    HEDONISM = "hedonism"
    CONSUMERISM = "consumerism"
    FISHING_ROD = "fishing-rod"
    HAMMER = "hammer"
    DAGGER = "dagger"
    SWORD = "sword"
    FORTUNE_TELLING = "fortune-telling"
    GUNPOWDER = "gunpowder"
    PICKAXE = "pickaxe"
    AXE = "axe"
    TAVERN = "tavern"
    WORKSHOP = "workshop"
    TOWER = "tower"
    MARKET = "market"
    CASTLE = "castle"
    TEMPLE = "temple"
    LARDER = "larder"
    SCHOOL = "school"
    HOLIDAYS = "holidays"
    LAW = "law"
    CANINE_DOMESTICATION = "canine-domestication"
    FELINE_DOMESTICATION = "feline-domestication"
    WHEEL = "wheel"
    COMMON_LANGUAGE = "common-language"
    WRITING = "writing"
    AGRICULTURE = "agriculture"
    ROMANTICISM = "romanticism"
    MATERIALISM = "materialism"
    RATIONALISM = "rationalism"
    PERFECTIONISM = "perfectionism"
    STEAM_ENGINE = "steam-engine"
    TELEPHONE = "telephone"
    COMPUTER = "computer"
    CINEMATOGRAPHY = "cinematography"
    SKYSCRAPER = "skyscraper"
    STOCK_EXCHANGE = "stock-exchange"
    HIGHWAY = "highway"
    RESEARCH_INSTITUTE = "research-institute"
    SALE = "sale"
    INTERNET = "internet"
    TOURISM = "tourism"
    BOARD_GAMES = "board-games"


@dataclass(frozen=True, slots=True)
class OrderCard:
    """The print on an order card.

    Attributes:
        number: ``1`` to ``7``, or ``*``.
        name: "Thieving".
        amounts: What it brings at level 1, 2 and 3+: resources stolen, taken, or received for one
            given; happiness points; how often the other order is carried out.
    """

    order: Order
    number: str
    name: Printed
    amounts: tuple[int, int, int]

    def amount(self, level: Level) -> int:
        """Return what the order brings at a level."""
        return self.amounts[level - 1]


@dataclass(frozen=True, slots=True)
class IdeaCard:
    """The print on an idea card.

    Attributes:
        number: 1 to 48.
        name: "Fishing rod".
        age: 1 for the Age I–II deck, 3 for that of age III.
        cost: What is paid without a discount.
        points: Happiness points at the end.
        effect: What it does, one sentence.
    """

    idea: Idea
    number: int
    name: Printed
    kind: Kind
    age: int
    cost: Goods
    points: int
    effect: Printed


def _order(row: Row) -> OrderCard:
    first, second, more = row.numbers("amounts")
    return OrderCard(
        Order(row.text("id")), row.text("number"), row.printed(), (first, second, more)
    )


def _idea(row: Row) -> IdeaCard:
    return IdeaCard(
        Idea(row.text("id")),
        row.number("number"),
        row.printed(),
        Kind(row.text("type")),
        row.number("age"),
        Goods(*row.numbers("cost")),
        row.number("points"),
        row.printed("effect_"),
    )


_BOX: Final = load("cvlizations")
try:
    TURNS: Final = _BOX.number("turns")
    TURNS_OF_AGE: Final = _BOX.number("turns_of_age")
    TRACK: Final = _BOX.number("track")
    NEW_DECK_AFTER: Final = _BOX.number("new_deck_after")
    START: Final = Goods(*_BOX.numbers("start"))
    ORDER_CARDS: Final = {card.order: card for card in map(_order, _BOX.rows("orders"))}
    GOOD_NAMES: Final = {Good(r.text("id")): r.printed() for r in _BOX.rows("resources")}
    KIND_NAMES: Final = {Kind(r.text("id")): r.printed() for r in _BOX.rows("types")}
    TRIBES: Final = tuple(row.printed("tribe_") for row in _BOX.rows("tribes"))
    """The names of the tribes, in seat order; they only look different."""
    SEAT_MARKS: Final = seat_marks(_BOX.rows("tribes"))
    IDEAS: Final = {
        card.idea: card for card in map(_idea, load("cvlizations", "ideas.toml").rows("ideas"))
    }
    """All ideas by number."""
except (KeyError, TypeError, ValueError) as error:
    raise DataError(f"data/cvlizations is incomplete: {error!r}") from error

Idea.known = {card.name.pl.casefold().replace(" ", "-"): idea for idea, card in IDEAS.items()}
DECKS: Final = {age: tuple(i for i, card in IDEAS.items() if card.age == age) for age in (1, 3)}
"""The Age I–II deck, and that of age III."""
COMPONENTS: Final = (*map(str, (*ORDERS, *IDEAS, *GOODS)), "point", "helm", "crown")
"""The id of everything that can be looked up."""


def age_of(turn: int) -> int:
    """Return the age of a turn: turns 1 to 3 are age 1."""
    return (turn - 1) // TURNS_OF_AGE + 1


def amount_text(good: Good, amount: int) -> Text:
    """Return an amount of a resource: "2 wood"."""
    match good:
        case Good.FOOD:
            return tn("{count} food", "{count} food", amount)
        case Good.WOOD:
            return tn("{count} wood", "{count} wood", amount)
    return tn("{count} stone", "{count} stone", amount)


def faults() -> list[str]:
    """Return what the component list says against the data; [] if nothing."""
    found = _order_faults()
    if [card.number for card in IDEAS.values()] != list(range(1, 49)) or len(IDEAS) != len(Idea):
        found.append("the ideas are not numbered from 1 to 48")
    if [len(deck) for deck in DECKS.values()] != [32, 16]:
        found.append("the decks do not hold 32 and 16 ideas")
    if set(GOOD_NAMES) != set(GOODS) or set(KIND_NAMES) != set(KINDS) or len(TRIBES) != 5:
        found.append("a resource, a type or a tribe is missing")
    return found


def _order_faults() -> list[str]:
    """Return how the orders differ from the sequence and the failures that are coded."""
    if set(ORDER_CARDS) != set(ORDERS) or len({c.number for c in ORDER_CARDS.values()}) != 8:
        return ["there are not eight orders"]
    found = []
    if [ORDER_CARDS[order].number for order in NUMBERED] != [*"1234567"]:
        found.append("the numbers of the orders are not those of the coded sequence")
    if {order for order in NUMBERED if not ORDER_CARDS[order].amount(3)} != {*NUMBERED} & CAN_FAIL:
        found.append("the orders without effect at 3+ are not the coded ones")
    return found


if _FAULTS := faults():
    raise DataError(f"data/cvlizations: {'; '.join(_FAULTS)}")
