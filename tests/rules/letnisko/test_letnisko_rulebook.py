"""The numbers and examples in the rulebook of Letnisko are what the game does."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest

from lookup.book import Book, Entry
from lookup.parse import read
from render.i18n import Lang, translate
from render.letnisko.text import next_line
from rules.letnisko import LETNISKO
from rules.letnisko.components import (
    AUTOMOBILES,
    CARDS,
    FORESTS,
    GUESTS,
    HOUSES,
    MAX_CARS,
    PARCEL_ZL,
    PRESIDENT_POINTS,
    SCALES,
    SEAT_LETTERS,
    SEAT_MARKS,
    START_ZL,
    WEATHER,
    ZL_PER_POINT,
    Card,
    Guest,
    House,
    Icon,
    Tokens,
    Weather,
)
from rules.letnisko.legal import price_zl, refuel_zl
from rules.letnisko.lodging import lodgings, moved_in, rent_of
from rules.letnisko.moves import (
    Develop,
    EndTurn,
    Invest,
    Invite,
    Lodge,
    Lodging,
    Parcel,
    Refuel,
)
from rules.letnisko.score import points
from rules.letnisko.state import ALL_CARDS, VERSION, LetniskoState, Lot, arriving, initial_state
from rules.letnisko.view import Phase
from rules.protocol import CHANCE, WATCHER
from tests.rules.letnisko.helpers import batch, finish, houses, legal, lots, play, player, table

LANGS = pytest.mark.parametrize("lang", ["en", "pl"])
DATA: Final = Path(__file__).parents[3] / "data" / "letnisko"
ICONS: Final = {"cloud": Icon.CLOUD, "chmura": Icon.CLOUD, "sun": Icon.SUN, "słońce": Icon.SUN}
STARTS: Final[Mapping[Lang, Mapping[Guest, str]]] = {
    "en": {Guest.STUDENT: "student", Guest.CONVALESCENT: "convalesc", Guest.SOCIALITE: "socialite"},
    "pl": {Guest.STUDENT: "student", Guest.CONVALESCENT: "kuracj", Guest.SOCIALITE: "os"},
}
"""How the word for a guest begins, with any ending."""


POLISH: Final = {"D": "K", "W": "V", "K": "C", "T": "H"}
"""The letters of houses and guests in Polish examples, with their codes."""


@cache
def books() -> Mapping[str, Book]:
    """Return the rulebooks; Polish examples have the codes of houses and guests."""
    told = {lang: (DATA / f"rulebook.{lang}.md").read_text(encoding="utf-8") for lang in STARTS}
    told["pl"] = re.sub(r"^>.*$", lambda line: coded(line[0]), told["pl"], flags=re.M)
    return read("letnisko", dict(told))


def coded(line: str) -> str:
    return re.sub(r"(?<!\w)[DWKT](?!\w)", lambda letter: POLISH[letter[0]], line)


def entry(lang: Lang, key: str) -> Entry:
    found = books()[lang].get(key)
    assert found is not None, key
    return found


def example(lang: Lang, key: str) -> str:
    (only,) = entry(lang, key).examples
    return only


def numbers(text: str) -> list[int]:
    """Return the numbers in a text, without those of rules."""
    return [int(found) for found in re.findall(r"(?<![-\w])\d+", text)]


def guests(lang: Lang, text: str) -> dict[Guest, int]:
    """Return how many guests of each kind a text counts; a kind it does not name is 0."""
    found = {guest: re.search(rf"(\d+) {start}", text) for guest, start in STARTS[lang].items()}
    return {guest: int(count[1]) if count else 0 for guest, count in found.items()}


def homes(text: str) -> tuple[Lot, ...]:
    """Return the houses of ``K, V(S C)``."""
    found = re.findall(r"\b([KVP])(?:\(([SCH ]+)\))?", text)
    return lots(" ".join(house + there.replace(" ", "") for house, there in found))


@LANGS
def test_every_rule_and_component_has_an_example(lang: Lang) -> None:
    told = [e for e in books()[lang].entries if e.kind in ("rule", "component")]
    bare = [e.key for e in told if not e.examples and not e.key.startswith("A-")]
    assert bare == []


@LANGS
def test_the_box_is_that_of_the_data(lang: Lang) -> None:
    body = entry(lang, "components").body
    assert [
        sum(guest.count for guest in GUESTS.values()),
        FORESTS,
        *(house.count for house in HOUSES.values()),
        AUTOMOBILES,
        sum(card.copies for card in WEATHER.values()),
        MAX_CARS,
    ] == numbers(body)[:8]
    colours = [translate(mark.colour, lang, {}).capitalize() for mark in SEAT_MARKS]
    marks = [*zip(colours, (getattr(it, lang) for it in SEAT_LETTERS), strict=True)]
    assert re.findall(r"(\w[\w ]+) \((\w)\)[,.]", body) == marks
    for house in House:
        letter = house if lang == "en" else "DWP"[house.place]
        name = getattr(HOUSES[house].name, lang)
        assert re.search(rf"\b{letter} (?:is a |a |to )?{name}", body), letter


@LANGS
@pytest.mark.parametrize("guest", Guest)
def test_every_guest_is_told_with_count_rent_and_houses(lang: Lang, guest: Guest) -> None:
    card, told = GUESTS[guest], entry(lang, f"guest:{guest}")
    assert told.title.lower() == getattr(card.name, lang)
    assert numbers(told.body) == [card.count, card.rent_zl]
    assert re.search(rf"(?:letter|literą) {getattr(card.letter, lang)}\b", told.body)
    assert numbers(told.examples[0]) == [2 * card.rent_zl]
    stays = re.search(r"(?:Stays|Mieszka)[^;.]*", told.body)
    assert stays is not None
    roots = {"en": ("cottage", "villa", "pension"), "pl": ("drewniak", "will", "pensjonac")}[lang]
    assert [root in stays[0] for root in roots] == [guest in HOUSES[h].accepts for h in House]


@LANGS
@pytest.mark.parametrize("house", House)
def test_every_house_is_told_with_its_figures(lang: Lang, house: House) -> None:
    card = HOUSES[house]
    told = entry(lang, card.card)
    assert told.title.lower() == getattr(card.name, lang)
    base = CARDS[card.card].base_zl
    assert numbers(told.body) == [card.count, base, card.top, card.stack]
    storeys = {"en": ("one storey", "two", "three"), "pl": ("parter", "jedno", "dwa")}[lang]
    assert f"{storeys[house.place]}" in told.body.split(",")[1]


@LANGS
def test_forests_automobiles_and_the_train_are_told_with_their_figures(lang: Lang) -> None:
    forests = [CARDS[card].base_zl for card in (Card.FOREST_A, Card.FOREST_B)]
    assert numbers(entry(lang, "forest-100").body) == [FORESTS, *forests, 0]
    assert numbers(entry(lang, "automobile").body) == [CARDS[Card.AUTOMOBILE].base_zl, 0]
    assert all(scale.automobiles == seats + 1 for seats, scale in SCALES.items())
    assert numbers(entry(lang, "car").body) == [SCALES[5].cars, MAX_CARS]
    assert [scale.cars - seats for seats, scale in SCALES.items()] == [2, 2, 2, 1]
    longest = SCALES[4].cars + WEATHER[Weather.HOT].copies
    assert numbers(example(lang, "car")) == [4, SCALES[4].cars, longest]
    assert numbers(entry(lang, "locomotive").body) == [PARCEL_ZL]
    assert numbers(entry(lang, "president").body) == [PRESIDENT_POINTS]


@LANGS
def test_the_weather_is_that_of_the_cards(lang: Lang) -> None:
    lines = re.findall(
        r"^- (.+): (\w+)\. (.+)\. \w+: (\d); [^\d]+ (\d)\.$",
        entry(lang, "weather").body,
        flags=re.MULTILINE,
    )
    assert [
        (name, ICONS[icon], tuple(guests(lang, who).values()), int(copies), int(five))
        for name, icon, who, copies, five in lines
    ] == [
        (getattr(c.name, lang), c.icon, c.guests, c.copies, c.copies_five) for c in WEATHER.values()
    ]


@LANGS
@pytest.mark.parametrize("weather", Weather)
def test_every_weather_is_told_with_those_who_come(lang: Lang, weather: Weather) -> None:
    told = entry(lang, weather)
    assert told.title == getattr(WEATHER[weather].name, lang)
    if weather is Weather.STORM:
        return
    town, _, come = told.examples[0].partition(": ")
    k, v, p = numbers(town)
    state = table(player(" ".join("K" * k + "V" * v + "P" * p)), player(""))
    assert tuple(guests(lang, come).values()) == arriving(state, weather)


@LANGS
def test_the_set_up_is_that_of_the_game(lang: Lang) -> None:
    body = entry(lang, "set-up").body
    lines = [numbers(line) for line in re.findall(r"^- (.+)$", body, flags=re.MULTILINE)]
    states = {seats: initial_state(seats) for seats in SCALES}
    stocks = {n: dict(zip(ALL_CARDS, state.stock, strict=True)) for n, state in states.items()}
    assert lines == [
        [
            seats,
            state.scale.rounds,
            sum(state.ahead),
            len(state.cars),
            stocks[seats][Card.AUTOMOBILE],
            stocks[seats][Card.FOREST_A],
            stocks[seats][Card.FOREST_B],
            stocks[seats][Card.COTTAGE],
        ]
        for seats, state in states.items()
    ]
    rest = re.findall(r"^(?:Villas|Willi) .+$", body, flags=re.MULTILINE)
    assert numbers(rest[0]) == [stocks[2][Card.VILLA], stocks[2][Card.PENSION]]
    assert numbers(entry(lang, "LT-SET-1").body) == [START_ZL]
    assert numbers(entry(lang, "LT-SET-4").body) == [SCALES[5].rounds, SCALES[5].cars]
    assert numbers(example(lang, "LT-SET-4")) == [5, sum(states[5].ahead), SCALES[5].rounds]
    assert numbers(example(lang, "LT-ARR-2")) == [3, SCALES[3].cars, SCALES[3].cars + 1]


@LANGS
@pytest.mark.parametrize("key", ["LT-SET-2", "LT-TURN-1"])
def test_the_order_of_the_examples_is_right(lang: Lang, key: str) -> None:
    names = [translate(mark.colour, lang, {}).capitalize() for mark in SEAT_MARKS[:3]]
    told = [names.index(name) for name in re.findall("|".join(names), example(lang, key))]
    holder, order = (told[3], told[4:]) if key == "LT-SET-2" else (told[0], told[1:4])
    state = table(player(), player(), player(), porter=holder)
    assert list(LETNISKO.view(state, WATCHER).order) == order


@LANGS
def test_the_arrivals_of_the_examples_are_right(lang: Lang) -> None:
    k, v, p, *come = numbers(example(lang, "LT-ARR-3"))
    state = table(player(" ".join("K" * k + "V" * v + "P" * p)), player(""))
    assert (0, *come) == arriving(state, Weather.EXAM)
    counts = [card.count for card in GUESTS.values()]
    assert numbers(entry(lang, "LT-ARR-4").body) == counts
    staying, wanted, few = numbers(example(lang, "LT-ARR-4"))
    pensions = staying // 2  # nowhere else do they stay
    assert pensions <= HOUSES[House.PENSION].count
    assert wanted == WEATHER[Weather.HOT].guests[2] * pensions
    state = table(player(" ".join(["PHH"] * pensions)), player(""))
    assert arriving(state, Weather.HOT)[2] == few < wanted


@LANGS
def test_the_dealing_of_the_example_is_right(lang: Lang) -> None:
    count, cars, *told = numbers(example(lang, "LT-ARR-5"))
    state = table(player("K K K V V V"), player("K K K V"), cars="- " * cars, phase=Phase.ARRIVAL)
    state = replace(state, forecast=Icon.CLOUD)
    assert sum(arriving(state, Weather.CLOUDS)) == count
    state = play(state, "- arrive clouds/sun/SSSSSSCCCC")
    first, second, more, third, fourth, fewer = told
    sizes = {first: more, second: more, third: fewer, fourth: fewer}
    assert [len(car) for car in state.cars] == [sizes[n] for n in sorted(sizes)]


@LANGS
def test_every_price_of_the_examples_is_right(lang: Lang) -> None:
    told = entry(lang, "LT-INV-1").body
    assert numbers(told) == [card.base_zl for card in CARDS.values()]
    by_name = {getattr(card.name, lang): card for card in CARDS.values()}
    for line in entry(lang, "LT-INV-3").examples:
        name, visits, one, two = re.findall(r"^\w+|\d+", line)
        base = by_name[name.lower()].base_zl
        assert price_zl(base, int(visits), Tokens.ONE) == int(one)
        assert price_zl(base, int(visits), Tokens.TWO) == int(two)
    villa, cottage = CARDS[Card.VILLA].base_zl, CARDS[Card.COTTAGE].base_zl
    prices = [price_zl(villa, 1, Tokens.ONE), price_zl(villa, 1, Tokens.TWO)]
    assert numbers(example(lang, "LT-INV-4")) == [prices[1], *prices]
    assert numbers(example(lang, "LT-INV-5")) == [cottage, price_zl(cottage, 1, Tokens.ONE)]
    refuel = [refuel_zl(Tokens.ONE), refuel_zl(Tokens.TWO)]
    assert numbers(entry(lang, "LT-AUTO-3").body) == refuel
    assert numbers(entry(lang, "LT-LOCO-1").body) == [PARCEL_ZL]
    poor, rich = numbers(example(lang, "LT-TURN-4a"))
    assert poor + PARCEL_ZL == rich == villa


@LANGS
def test_every_lodging_of_the_examples_is_right(lang: Lang) -> None:
    checked = 0
    for told in books()[lang].entries:
        for line in told.examples if told.kind == "rule" else ():
            found = re.match(r"(?:Houses|Domy): (.+?)\. [^:]+: (.+?)\. \w+: (.+?)\.", line)
            if not found:
                assert not told.key.startswith("LT-ACC") or told.key == "LT-ACC-9", line
                continue
            checked += 1
            here, todo = homes(found[1]), batch(found[2].replace(" ", ""))
            ways = {str(w): moved_in(here, todo, w).paid for w in lodgings(here, todo, VERSION)}
            assert dict(lodging(way) for way in re.split("; (?:or|albo) ", found[3])) == ways, line
    assert checked >= 12


def lodging(text: str) -> tuple[str, int]:
    """Return ``1: S C, 2: H, rent 0 zł`` as the game writes it, and the rent."""
    rooms = [f"{n}:{who.replace(' ', '')}" for n, who in re.findall(r"(\d): ([SCH ]+),", text)]
    paid = re.search(r"(\d+) zł", text)
    return ",".join(rooms) or "-", int(paid[1]) if paid else 0


@LANGS
def test_the_rents_of_the_rules_are_those_of_the_cards(lang: Lang) -> None:
    rents = [card.rent_zl for card in GUESTS.values()]
    assert numbers(entry(lang, "LT-ACC-7").body) == rents
    assert numbers(example(lang, "LT-DEV-6")) == [rent_of(batch("SS"))]
    assert numbers(example(lang, "LT-ACC-9")) == [rent_of(batch("HH"))]


@LANGS
def test_the_president_of_the_example_lodges_as_told(lang: Lang) -> None:
    own, others, inside, outside = re.findall(r"\b([SCH](?: [SCH])*)\b", example(lang, "LT-PRES-6"))
    todo = batch((own + others).replace(" ", ""))
    words = example(lang, "LT-PRES-6")
    assert re.search("three pensions, only one of them empty|trzema pensjonatami, z których", words)
    here = lots("P PCH PHH")  # fewer houses than three make nobody President (LT-PRES-3)
    (way,) = lodgings(here, todo, VERSION)
    assert str(way) == f"1:{inside.replace(' ', '')}"
    assert moved_in(here, todo, way).left == batch(outside)


@LANGS
def test_no_other_lodging_leaves_fewer_guests_than_the_example_says(lang: Lang) -> None:
    found = re.search(r": (.+?)\. [^:]+: (.+?)\. .+\.(.+)", example(lang, "LT-ACC-3"))
    assert found
    here, todo = homes(found[1]), batch(found[2].replace(" ", ""))
    inside = [moved_in(here, todo, w) for w in lodgings(here, todo, VERSION)]
    assert [moved.left for moved in inside] == [()]
    # one student with one convalescent in the villa leave just one student outside
    mixed = moved_in(here, todo, Lodging(((1, batch("SC")), (2, batch("C")))))
    assert len(mixed.left) == 1
    assert re.search("at least one|co najmniej jeden", found[3])


@LANGS
def test_the_automobile_of_the_example_drives_in_weeks_in_which_it_can(lang: Lang) -> None:
    drives, refuels, again = numbers(example(lang, "LT-AUTO-4"))
    state = table(player(), player(), cars="- - - -", porter=0)
    weeks = []
    for line in ("invest automobile/two", "invite 1+2/one", "refuel one", "invite 1+2/one"):
        while line not in legal(state, 1):
            state = waited(state)
        weeks.append(state.round)
        state = play(state, f"1 {line}")
    assert weeks[1:] == [drives, refuels, again]


def waited(state: LetniskoState) -> LetniskoState:
    """Return the state after the next arrival, or once somebody has fetched a parcel."""
    if state.phase is Phase.ARRIVAL:
        move = LETNISKO.chance_move(state, Random(state.round))
        return LETNISKO.apply(state, CHANCE, move).state
    done = "end-turn" if "end-turn" in legal(state, state.active) else "parcel one"
    return play(state, f"{state.active} {done}")


@LANGS
def test_the_contests_for_the_president_are_right(lang: Lang) -> None:
    tops = [house.top for house in HOUSES.values()]
    assert numbers(entry(lang, "LT-PRES-1").body) == tops
    checked = 0
    for line in (example(lang, "LT-PRES-1"), *entry(lang, "LT-PRES-4").examples):
        ranks = []
        for shown, count, worth in re.findall(r"((?:[KVP] )+)(?:are|to) (\d) \w+ \w+ (\d+)", line):
            here = homes(shown)
            ranks.append((len(here), sum(HOUSES[lot.house].top for lot in here)))
            assert ranks[-1] == (int(count), int(worth)), line
        if len(ranks) == 2:
            checked += 1
            taken = re.search("takes|przejmuje", line) is not None
            assert taken == (ranks[1] > ranks[0]), line
    assert checked == 3


@LANGS
def test_the_scores_of_the_examples_are_right(lang: Lang) -> None:
    cash, staying, total, scored = numbers(example(lang, "LT-SCORE-1"))
    here = homes(example(lang, "LT-SCORE-1"))
    assert sum(rent_of(lot.residents) for lot in here) == staying
    assert cash + staying == total == 100 * scored
    line = example(lang, "LT-SCORE-2")
    money, *parts, result = numbers(line)
    one = player(" ".join(lot.house for lot in homes(line.partition(":")[0])), money=money)
    assert points(one, president=False) == sum(parts) == result
    assert numbers(example(lang, "LT-SCORE-3")) == [money, points(one, president=True)]
    table_of = re.findall(r"^- .+: (\d+) p", entry(lang, "score").body, flags=re.MULTILINE)
    stacks = [house.stack for house in HOUSES.values()]
    assert [int(found) for found in table_of] == [1, *stacks, PRESIDENT_POINTS, 0]


@LANGS
def test_two_minutes_tell_the_figures_of_the_game(lang: Lang) -> None:
    villa, rents = CARDS[Card.VILLA].base_zl, [card.rent_zl for card in GUESTS.values()]
    told = numbers(entry(lang, "in-two-minutes").body)
    assert told[:15] == [
        PARCEL_ZL,
        *(price_zl(villa, visits, Tokens.ONE) for visits in range(3)),
        *rents,
        PRESIDENT_POINTS,
        *(SCALES[2].rounds, SCALES[5].rounds),
        *(ZL_PER_POINT, 1),
        *(house.stack for house in HOUSES.values()),
    ]
    assert told[15:] == [1, PARCEL_ZL, ZL_PER_POINT, 1]


@LANGS
def test_all_other_figures_are_those_of_the_game(lang: Lang) -> None:
    base = {card: investment.base_zl for card, investment in CARDS.items()}
    stacks = [house.stack for house in HOUSES.values()]
    villa = [price_zl(base[Card.VILLA], 2, Tokens.ONE), base[Card.VILLA]]
    bodies = {
        "LT-ARR-2": [MAX_CARS],
        "LT-END-3": [SCALES[2].rounds, SCALES[5].rounds],
        "LT-PRES-7": [PRESIDENT_POINTS],
        "LT-SCORE-1": [ZL_PER_POINT, 1],
        "LT-SCORE-3": [PRESIDENT_POINTS],
    }
    examples = {
        "cottage": [base[Card.COTTAGE]],
        "villa": stacks[:2],
        "pension": stacks[1:],
        "locomotive": [PARCEL_ZL],
        "LT-LOCO-1": [PARCEL_ZL, 2 * PARCEL_ZL],
        "LT-INV-1": [base[Card.FOREST_A], base[Card.FOREST_B]],
        "LT-AUTO-3": [refuel_zl(Tokens.ONE)],
        "LT-DEV-4": [base[Card.PENSION]],
        "LT-END-1": villa,
        "LT-END-3": [sum(card.copies for card in WEATHER.values()), SCALES[2].rounds],
    }
    for key, figures in bodies.items():
        assert numbers(entry(lang, key).body) == figures, key
    for key, figures in examples.items():
        assert numbers(example(lang, key)) == figures, key


@LANGS
def test_things_are_called_as_on_the_buttons_and_the_picture(lang: Lang) -> None:
    told = entry(lang, "your-decisions").body
    moves = (Invite, Parcel, Invest, Refuel, EndTurn, Develop, Lodge)
    titles = [translate(move.title, lang, {}) for move in moves]
    assert [title for title in titles if f"**{title}" not in told] == []
    state = table(player(), player())
    shown = translate(next_line(LETNISKO.view(state, WATCHER)), lang, {})
    assert f"{shown}\N{RIGHT DOUBLE QUOTATION MARK}" in entry(lang, "what-the-picture-shows").body


@LANGS
def test_money_is_told_with_all_that_brings_it(lang: Lang) -> None:
    assert {"LT-ACC-7", "LT-LOCO-1"} <= set(
        re.findall(r"LT-\w+-\d", entry(lang, "term-money").body)
    )


@LANGS
def test_who_gets_none_of_the_guests_of_the_example_is_not_the_president(lang: Lang) -> None:
    """LT-CAR-4: the President gets all guests without a room (LT-PRES-6)."""
    for president, there in ((None, "P"), (1, "PHH")):
        state = table(player("K"), player("P"), cars="HH - - -", porter=1, president=president)
        assert houses(finish(play(state, "0 invite 1/one")), 1) == there
    assert re.search("who is not President|nie jest Prezesem", example(lang, "LT-CAR-4"))
