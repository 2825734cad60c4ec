"""The numbers and examples in the rulebook of CVlizations are what the game does."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from lookup import shelf
from lookup.book import Book, Entry
from render.i18n import Lang, translate
from rules.cvlizations.agenda import Chosen, Do, agenda
from rules.cvlizations.components import (
    CAN_FAIL,
    DECKS,
    GOOD_NAMES,
    GOODS,
    IDEAS,
    KIND_NAMES,
    KINDS,
    NEW_DECK_AFTER,
    NUMBERED,
    ORDER_CARDS,
    ORDERS,
    SEAT_MARKS,
    START,
    TRACK,
    TRIBES,
    TURNS,
    TURNS_OF_AGE,
    Good,
    Goods,
    Idea,
    IdeaCard,
    Order,
    age_of,
)
from rules.cvlizations.market import FEAST, price, ways_to_pay
from rules.cvlizations.score import HUMANE, MOST, best_sale, counted, of_kind
from rules.text import Printed
from tests.rules.cvlizations.helpers import chosen, player, shopping, step

LANGS = pytest.mark.parametrize("lang", ["en", "pl"])
NEUTRAL: Final = {
    "en": ("Cave Geeks", "Neutral of the Vikings", "Neutral of the Indians"),
    "pl": ("Jaskiniowcy", "Neutralne Wikingów", "Neutralne Indian"),
}
"""The names of the neutral tribes in the examples."""
ROUND: Final = re.compile(r"^([^:\n]+): (\w+), (\w+)$", flags=re.MULTILINE)
STEMS: Final = {
    "food": "food|jedzeni",
    "wood": "wood|drew",
    "stone": "stone|kamie",
    "choice": "of your choice|dowoln",
    "points": "point|punkt",
    "stolen": "stolen|kradzion",
    "sword": "with the Sword|dzięki Mieczowi",
}
RULING_RULES: Final = (
    "C-DEV-4",
    "C-DEV-1",
    "C-THF-2",
    "C-THF-4",
    "C-IDEA-28",
    "C-IDEA-1",
    "C-DBL-5",
    "C-IDEA-11",
    "C-IDEA-9",
    "C-IDEA-14",
    "C-IDEA-25",
    "C-IDEA-12",
    "C-IDEA-5",
    "C-DEV-8",
    "C-DEV-6",
    "C-END-5",
    "C-END-4",
    "C-END-6",
    "C-TRD-2",
    "C-IDEA-28",
    "C-SET-5",
    "C-CLN-4",
)
"""The rules that the rulings explain, in the order of the rulings."""


@cache
def book(lang: Lang) -> Book:
    shelf.load()
    return shelf.book("cvlizations", lang)


def entry(lang: Lang, key: str) -> Entry:
    found = book(lang).get(key)
    assert found is not None, key
    return found


def example(lang: Lang, key: str) -> str:
    (only,) = entry(lang, key).examples
    return only


def examples(lang: Lang) -> Iterator[tuple[str, str]]:
    """Yield the number of each rule with each of its examples."""
    for told in book(lang).entries:
        if told.kind == "rule":
            yield from ((told.key, line) for line in told.examples)


def numbers(text: str) -> list[int]:
    """Return the numbers in a text, without those of rules."""
    return [int(found) for found in re.findall(r"(?<![-\w])\d+", text)]


def printed(name: Printed, lang: Lang) -> str:
    return name.pl if lang == "pl" else name.en


def order_named(name: str, lang: Lang) -> Order:
    (found,) = (o for o, card in ORDER_CARDS.items() if printed(card.name, lang) == name)
    return found


def ideas_named(names: str, lang: Lang) -> tuple[Idea, ...]:
    known = {printed(card.name, lang): idea for idea, card in IDEAS.items()}
    return tuple(known[name] for name in names.split(", "))


def amounts(text: str) -> Counter[str]:
    """Return the amounts in a text: "2 wood, 1 of your choice" -> wood 2, choice 1."""
    found = Counter[str]()
    for part in text.split(", "):
        (kind,) = (kind for kind, stems in STEMS.items() if re.search(rf"\d (?:{stems})", part))
        found[kind] += numbers(part)[0]
    return found


def goods_told(text: str) -> Goods:
    """Return the resources that a text counts one by one."""
    found = [re.search(rf"(\d+) (?:{STEMS[good]})", text) for good in GOODS]
    return Goods(*(int(one[1]) if one else 0 for one in found))


def brought(done: Chosen) -> Counter[str]:
    """Return everything a player gets from orders in a turn, counted as in `amounts`."""
    names = {Do.TAKE: "choice", Do.POINTS: "points", Do.STEAL: "stolen", Do.SWORD: "sword"}
    found = Counter[str]()
    for task in agenda(done):
        kind = str(task.good) if task.do is Do.GAIN else names[task.do]
        found[kind] += task.amount if task.do in (Do.GAIN, Do.POINTS) else 1
    return found


@LANGS
def test_every_rule_has_an_example(lang: Lang) -> None:
    told = [e for e in book(lang).entries if e.kind == "rule" and not e.key.startswith("V-")]
    assert len(told) == 127
    assert [e.key for e in told if not e.examples] == []


@LANGS
def test_the_rulings_stand_at_the_rules_they_explain(lang: Lang) -> None:
    rulings = [e for e in book(lang).entries if e.key.startswith("V-")]
    assert [e.key for e in rulings] == [f"V-{n}" for n in range(1, len(RULING_RULES) + 1)]
    assert tuple(e.links[0] for e in rulings) == RULING_RULES


@LANGS
def test_the_box_is_that_of_the_data(lang: Lang) -> None:
    body = entry(lang, "components").body
    cards = len(TRIBES) * len(ORDERS)
    each = [len([i for i in deck if IDEAS[i].kind is KINDS[0]]) for deck in DECKS.values()]
    assert numbers(body)[:9] == [
        *(cards, len(ORDERS), len(TRIBES)),
        *(len(IDEAS), *map(len, DECKS.values())),
        *(sum(each), *each),
    ]
    for kind in KINDS:
        per_deck = [of_kind(deck, kind) for deck in DECKS.values()]
        assert per_deck == each
        assert printed(KIND_NAMES[kind], lang) in body
    signs = body.split("2/1/0")[1].partition("\n")[0]
    assert all(printed(name, lang) in signs for name in GOOD_NAMES.values())
    assert not re.findall(r"\b[A-Z]\b", signs)
    tribes = [
        (printed(tribe, lang), translate(mark.colour, lang, {}), mark.letter)
        for tribe, mark in zip(TRIBES, SEAT_MARKS, strict=True)
    ]
    assert re.findall(r"(\w+), (\w+) \((\w)\)", body) == tribes


@LANGS
def test_the_set_up_is_that_of_the_data(lang: Lang) -> None:
    first, last = DECKS.values()
    assert numbers(entry(lang, "C-SET-2").body) == [len(first), len(last), 1, TURNS]
    assert numbers(entry(lang, "C-SET-3").body) == [TRACK]
    assert numbers(example(lang, "C-SET-3")) == [TRACK, len(first) - TRACK]
    assert numbers(entry(lang, "C-SET-4").body) == [*START, len(ORDERS)]
    for good in GOODS:
        assert numbers(entry(lang, str(good)).body) == [START.of(good)]
    assert [name for name in ("Skyscraper", "Wieżowiec") if name in example(lang, "C-SET-2")]
    assert IDEAS[Idea.SKYSCRAPER].age == age_of(numbers(example(lang, "C-SET-2"))[0])


@LANGS
def test_the_turns_and_ages_are_those_of_the_data(lang: Lang) -> None:
    ages = range(1, TURNS // TURNS_OF_AGE + 1)
    ends = [age * TURNS_OF_AGE for age in ages]
    spans = [turn for end in ends for turn in (end - TURNS_OF_AGE + 1, end)]
    assert numbers(entry(lang, "crown").body) == spans
    assert numbers(entry(lang, "C-CLN-3").body) == ends
    assert numbers(entry(lang, "C-CLN-4").body) == [NEW_DECK_AFTER, TRACK, TURNS_OF_AGE]
    assert numbers(entry(lang, "C-CLN-5").body) == [TURNS]
    last_of_age, all_, given = numbers(example(lang, "C-CLN-3"))
    assert (last_of_age, all_, given) == (TURNS_OF_AGE, len(ORDERS), 2 * TURNS_OF_AGE)
    bought, food = numbers(example(lang, "C-IDEA-32"))
    assert food == TURNS - bought + 1
    seats, *turns = numbers(example(lang, "helm"))
    assert turns == list(range(1, TURNS + 1, seats))


@LANGS
def test_the_table_of_orders_is_that_of_the_cards(lang: Lang) -> None:
    body = entry(lang, "the-eight-orders").body
    lines = re.findall(r"^- (\d )?(\w+):\D*(\d) / (\d) / (\d)", body, flags=re.MULTILINE)
    assert [(number.strip() or "*", name, *map(int, rest)) for number, name, *rest in lines] == [
        (card.number, printed(card.name, lang), *card.amounts) for card in ORDER_CARDS.values()
    ]


@LANGS
@pytest.mark.parametrize("order", ORDERS)
def test_every_order_is_told_as_it_is(lang: Lang, order: Order) -> None:
    told, card = entry(lang, str(order)), ORDER_CARDS[order]
    assert told.title == printed(card.name, lang)
    if order in NUMBERED:
        assert numbers(told.body)[0] == int(card.number)
    fails = re.search(r"(?<!never )fails|(?<!Nigdy nie )zawodzi", told.body) is not None
    assert fails == (order in CAN_FAIL)


@LANGS
@pytest.mark.parametrize(
    ("rule", "order"),
    [
        ("C-RES-1", Order.LOGGING),
        ("C-RES-1", Order.HUNTING),
        ("C-RES-1", Order.QUARRYING),
        ("C-CUN-1", Order.CUNNING),
        ("C-SLK-1", Order.SLACKING),
        ("C-TRD-1", Order.TRADING),
    ],
)
def test_what_orders_bring_is_what_their_cards_say(lang: Lang, rule: str, order: Order) -> None:
    first, second, crowd = ORDER_CARDS[order].amounts
    levels = [first, 1, second, 2, *([crowd, 3] if crowd else [3])]
    given = [1] if order is Order.TRADING else []
    assert numbers(entry(lang, rule).body) == given + levels
    number = int(ORDER_CARDS[order].number)
    assert numbers(entry(lang, str(order)).body)[: 1 + len(given + levels)] == [
        *(number, *given, *levels)
    ]


@LANGS
def test_every_round_of_an_example_has_the_levels_and_gains_told(lang: Lang) -> None:
    checked = []
    for key, line in examples(lang):
        found = re.search(r"(?:Levels|Poziomy): (.+?)\. (.+)", line)
        if not found:
            continue
        checked.append(key)
        tribes = {
            name: (order_named(a, lang), order_named(b, lang)) for name, a, b in _tribes(line)
        }
        counts = tuple(sum(order in pair for pair in tribes.values()) for order in ORDERS)
        told = {}
        for part in found[1].split(", "):
            name, _, level = part.rpartition(" ")
            told[order_named(name, lang)] = int(level.strip("+"))
        assert told == {o: min(counts[o.place], 3) for o in NUMBERED if counts[o.place]}, key
        _check_gains(found[2], tribes, counts, key)
    assert len(checked) == 8


def _tribes(line: str) -> list[tuple[str, str, str]]:
    """Return the tribes of an example's round with their orders."""
    return [(name, first, second) for name, first, second in ROUND.findall(line)]


def _check_gains(
    text: str, tribes: dict[str, tuple[Order, Order]], counts: tuple[int, ...], key: str
) -> None:
    """Check what tribes take according to a text."""
    pieces = re.split(rf"({'|'.join(tribes)})", text)
    for name, words in zip(pieces[1::2], pieces[2::2], strict=True):
        if re.search("steal|supply|kradną", words):
            continue
        brings = brought(Chosen(tribes[name], counts, (), pool=False))
        for good in GOODS:
            for number in re.findall(rf"(\d+) (?:{STEMS[good]})", words):
                assert brings[good] == int(number), key


@LANGS
def test_the_tribes_of_the_examples_exist(lang: Lang) -> None:
    known = {printed(tribe, lang) for tribe in TRIBES} | set(NEUTRAL[lang])
    told = {name for _, line in examples(lang) for name, *_ in _tribes(line)}
    assert told <= known
    assert told >= set(NEUTRAL[lang])


@LANGS
def test_the_tribes_of_the_examples_are_those_of_as_many_players(lang: Lang) -> None:
    """The seats of a match are the first tribes, and clockwise in their order."""
    names = [printed(tribe, lang) for tribe in TRIBES]
    rounds = [[name for name, *_ in _tribes(line)] for _, line in examples(lang)]
    own = [[name for name in told if name in names] for told in rounds]
    assert [told for told in own if told != names[: len(told)]] == []
    assert {len(told) for told in own} == {0, 2, 3, 4}
    stems = [name[:4] for name in names]
    for key, count in {"C-SET-1": 3, "C-ORD-1": 3, "C-GEEK-1": 2, "C-ADV-2": 2}.items():
        assert {stem for stem in stems if stem in example(lang, key)} == set(stems[:count]), key
    for key in ("C-ASY-1", "C-ADV-6"):
        assert {stem for stem in stems if stem in example(lang, key)} <= set(stems[:2]), key


@LANGS
def test_the_sequence_of_the_example_is_that_of_the_numbers(lang: Lang) -> None:
    line = example(lang, "C-ACT-2")
    given = {order_named(name, lang) for _, *names in _tribes(line) for name in names}
    told = re.search(r"(?:It goes|Kolejność): (.+?)\.", line)
    assert told is not None
    assert [order_named(name, lang) for name in told[1].split(", ")] == sorted(given)


@LANGS
def test_the_table_of_ideas_is_that_of_the_cards(lang: Lang) -> None:
    body = entry(lang, "all-ideas").body
    lines = re.findall(r"^- (\d+) ([^:]+): (.+); (\d) p\w+$", body, flags=re.MULTILINE)
    assert [(int(n), name, goods_told(cost), int(p)) for n, name, cost, p in lines] == [
        (card.number, printed(card.name, lang), card.cost, card.points) for card in IDEAS.values()
    ]
    first, last = DECKS.values()
    edges = [deck[at] for deck in (first, last) for at in (0, -1)]
    assert numbers(body)[:4] == [IDEAS[idea].number for idea in edges]


@LANGS
@pytest.mark.parametrize("card", IDEAS.values(), ids=IDEAS)
def test_every_idea_is_told_as_it_is(lang: Lang, card: IdeaCard) -> None:
    told = entry(lang, str(card.idea))
    assert told.title == printed(card.name, lang)
    head, cost, points = re.split(
        r"Costs?: |Kosztuje: |Printed points: |Punkty na karcie: ", (told.body.partition("\n")[0])
    )
    assert numbers(head) == [card.number]
    assert printed(KIND_NAMES[card.kind], lang) in head
    assert re.findall(r"\bI+\b", head) == (["III"] if card.age == 3 else ["I", "II"])
    assert goods_told(cost) == card.cost
    assert numbers(points) == [card.points]
    chapter = entry(lang, told.chapter)
    assert chapter.key == f"{card.kind}s".replace("ys", "ies")
    rule = entry(lang, f"C-IDEA-{card.number}")
    assert rule.body in told.body
    assert rule.examples == told.examples


@LANGS
def test_what_the_orders_of_an_example_bring_is_right(lang: Lang) -> None:
    checked = 0
    for key, line in examples(lang):
        found = re.match(
            r"(?:Owned|Masz): (.+?)\. (?:Orders|Rozkazy): (.+?)\. (?:Brings|Daje): ([^.:]+)", line
        )
        if not found:
            continue
        checked += 1
        counts, orders = [0] * len(ORDERS), []
        for part in found[2].split(", "):
            name, _, level = part.rpartition(" ")
            orders.append(order_named(name, lang))
            counts[orders[-1].place] = int(level.strip("+"))
        first, second = orders
        done = Chosen((first, second), tuple(counts), ideas_named(found[1], lang), pool=False)
        assert amounts(found[3]) == brought(done), key
    assert checked == 18


@LANGS
def test_what_the_ideas_of_an_example_bring_at_the_end_is_right(lang: Lang) -> None:
    checked = 0
    for key, line in examples(lang):
        found = re.match(
            r"(?:Owned|Masz): ([^.]+)\."
            r"(?: (?:Left|Zostało): (\S+)\.)?"
            r"(?: (?:Others|Inni): ([^.]+)\.)?"
            r" (?:Brings|Daje): (\d+)",
            line,
        )
        if not found:
            continue
        checked += 1
        ideas = ideas_named(found[1], lang)
        others = ideas_named(found[3], lang) if found[3] else ()
        sale = best_sale(Goods.parse(found[2] or "1/0/0"), ideas)
        points = sum(counted(ideas, (others,)).values()) + sale.points
        assert points == int(found[4]), key
    assert checked == 29


@LANGS
def test_what_ideas_cost_in_the_examples_is_right(lang: Lang) -> None:
    checked = 0
    for key, line in examples(lang):
        if found := re.match(r"(?:Owned|Masz): ([^.]+)\. (.+)", line):
            owned = ideas_named(found[1], lang)
            for name, told in re.findall(r"([^.]+?) (?:costs|kosztuje): (\d)", found[2]):
                checked += 1
                (idea,) = ideas_named(name.strip(), lang)
                assert price(owned, idea) == int(told), key
    assert checked == 10


@LANGS
def test_costs_and_payments_of_the_examples_are_those_of_the_cards(lang: Lang) -> None:
    cost = example(lang, "C-DEV-3").partition(". ")[0]
    castle = IDEAS[Idea.CASTLE].cost
    assert goods_told(cost) == castle
    assert len(ways_to_pay(castle, (Idea.HAMMER,), Idea.CASTLE)) == 3
    assert goods_told(re.split("costs|kosztuje", example(lang, "C-IDEA-20"))[1]) == (
        IDEAS[Idea.AXE].cost.plus(Good.WOOD, 1)
    )
    paid = example(lang, "C-DEV-8")
    assert goods_told(paid.partition(".")[0]) == IDEAS[Idea.HAMMER].cost
    left_out, of = numbers(paid)[-2:]
    assert price((Idea.HAMMER,), Idea.MARKET) == of - left_out
    assert IDEAS[Idea.ASCETICISM].cost == START
    assert numbers(example(lang, "C-SET-4")) == [1]
    for key in ("C-IDEA-7", "C-DEV-9"):
        assert numbers(entry(lang, key).body)[:2] == [FEAST, 1]
    had, point, kept = numbers(example(lang, "C-IDEA-7"))
    assert (point, kept) == (1, had - FEAST)


@LANGS
def test_the_ideas_that_humanism_counts_are_named(lang: Lang) -> None:
    body = entry(lang, "C-IDEA-5").body
    named = {
        idea
        for idea, card in IDEAS.items()
        if printed(card.name, lang) in body and idea is not Idea.HUMANISM
    }
    assert named == set(HUMANE)


@LANGS
def test_the_scores_of_the_examples_are_right(lang: Lang) -> None:
    gained, temple, larder, food, more, *sums = numbers(example(lang, "C-END-1"))
    assert (temple, larder) == (IDEAS[Idea.TEMPLE].points, IDEAS[Idea.LARDER].points)
    assert more == best_sale(Goods(food, 0, 0), (Idea.LARDER,)).points
    assert sums == [gained, temple, larder, more, sum(sums[:-1])]
    *left, whole, single, told = numbers(example(lang, "C-END-4"))
    sale = best_sale(Goods(*left), (Idea.LARDER, Idea.STOCK_EXCHANGE))
    assert (sale.points, sale.given) == (told, Goods(0, 0, 0))
    assert whole == told > single == best_sale(Goods(*left), (Idea.LARDER,)).points
    food, *_, total = numbers(example(lang, "C-END-5"))
    assert total == best_sale(Goods(food, 0, 0), (Idea.LARDER, Idea.CONSUMERISM)).points
    assert numbers(entry(lang, "C-END-4").body)[0] == MOST
    equal, poles, punks = numbers(example(lang, "C-END-6"))
    assert equal > poles > punks


@LANGS
def test_the_limits_at_the_end_are_those_of_the_game(lang: Lang) -> None:
    many = Goods(30, 30, 30)
    per_set, most, unit, every, limit, bare = numbers(entry(lang, "C-END-5").body)
    assert best_sale(Goods(1, 1, 1), (Idea.STOCK_EXCHANGE,)).points == per_set
    assert best_sale(many, (Idea.STOCK_EXCHANGE,)).points == most
    assert best_sale(Goods(every, 0, 0), (Idea.MATERIALISM,)).points == unit
    assert best_sale(Goods(every - 1, 0, 0), (Idea.MATERIALISM,)).points == 0
    assert best_sale(many, (Idea.MATERIALISM,)).points == limit
    assert best_sale(Goods(0, 0, 0), (Idea.CONSUMERISM,)).points == bare


@LANGS
def test_two_minutes_tell_the_figures_of_the_game(lang: Lang) -> None:
    logging, trading = ORDER_CARDS[Order.LOGGING].amounts, ORDER_CARDS[Order.TRADING].amounts
    assert numbers(entry(lang, "in-two-minutes").body) == [
        *logging,
        *(1, trading[0]),
        *(trading[0], 1),
        4,
    ]


@LANGS
def test_what_happens_once_the_deck_is_empty_is_told(lang: Lang) -> None:
    """Five players can buy more ideas in age III than its deck can bring to the track."""
    assert TURNS_OF_AGE * len(SEAT_MARKS) > len(DECKS[3]) - TRACK
    state = shopping(player("9/9/9"), player("9/9/9"), track="axe wheel temple law", deck="")
    state = step(state, "0 buy wheel 0/2/1").state
    assert state.track == (Idea.AXE, None, Idea.TEMPLE, Idea.LAW)
    assert re.search("deck is empty, gaps stay|talia jest pusta, luki", entry(lang, "C-DEV-4").body)


@LANGS
def test_doubling_has_a_level_that_decides_whether_it_succeeds(lang: Lang) -> None:
    """With all ideas, too: those that ask for a level don't ask for this one."""
    for other in set(ORDERS) - {Order.DOUBLING}:
        alone, two, three = (
            agenda(chosen(f"{other} doubling", (1, level), " ".join(IDEAS))) for level in (1, 2, 3)
        )
        assert alone == two != three, other
    told = entry(lang, "C-DBL-5").body
    assert re.search("its level only decides|jego poziom rozstrzyga tylko", told)


@LANGS
def test_resources_are_called_the_same_on_the_pictures_in_both_chapters(lang: Lang) -> None:
    names = "drumstick, log, rock" if lang == "en" else "udziec, kłoda, głaz"
    for key in ("components", "what-the-picture-shows"):
        told = entry(lang, key).body.casefold()
        assert [name for name in names.split(", ") if not re.search(rf"\b{name}", told)] == []
