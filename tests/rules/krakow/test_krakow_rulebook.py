"""The cards and examples in the rulebook of Kraków are what the game does."""

import re
from math import prod

import pytest
from PIL import ImageColor

from lookup import shelf
from lookup.book import Entry
from render.i18n import Lang, translate
from render.krakow import stacks
from render.krakow.theme import SUN
from rules.krakow.components import (
    ACTIONS,
    GROUPS,
    HAND_SIZE,
    HOURS,
    LETTERS,
    NUMBERS,
    SCALES,
    SEAT_MARKS,
    SIGHTS,
    Action,
    Place,
    Sight,
)
from rules.krakow.score import bonus_of, sight_points
from rules.krakow.state import kept_points
from tests.rules.krakow.helpers import bonus, dealt, sights, working

LANGS = pytest.mark.parametrize("lang", ["en", "pl"])
CODES = r"(?:[NDHJI][1-8A-FL]|O[1-5])"
CODE_OF = {getattr(sight.label, lang): sight.code for sight in SIGHTS for lang in ("en", "pl")}
PLACE_OF = {lang: {getattr(p.label, lang): p for p in Place} for lang in ("en", "pl")}
COLOURS = {"en": ("Yellow", "Green", "Orange"), "pl": ("Żółty", "Zielony", "Pomarańczowy")}


def number(printed: str) -> int:
    """Return a number as it is printed, with a real minus sign."""
    return int(printed.replace("−", "-"))


def reckoned(printed: str) -> int:
    """Return the value of a sum of products: ``9 + 2 × 4``."""
    return sum(prod(map(int, part.split("×"))) for part in printed.split("+"))


def coded(labels: str) -> str:
    """Return sights as the game writes them, from what readers of a language see."""
    return " ".join(CODE_OF[label] for label in labels.split())


def entry(lang: Lang, key: str) -> Entry:
    shelf.load()
    found = shelf.book("krakow", lang).get(key)
    assert found is not None, key
    return found


def rules(lang: Lang) -> list[Entry]:
    shelf.load()
    return [e for e in shelf.book("krakow", lang).entries if e.kind in ("rule", "component")]


@LANGS
def test_the_table_of_sights_is_that_of_the_cards(lang: Lang) -> None:
    table = entry(lang, "all-sights-and-points").body
    told = re.findall(r"^- (\w): (.+), (−?\d+) p", table, flags=re.MULTILINE)
    assert {(rank, name, number(points)) for rank, name, points in told} == {
        (sight.rank, getattr(sight.name, lang), sight.points) for sight in SIGHTS
    }


@LANGS
def test_the_table_of_actions_is_that_of_the_cards(lang: Lang) -> None:
    table = entry(lang, "all-action-cards").body
    told = re.findall(r"^- (.+): (\d) [ck]ar\w+, ([+−]?\d)\.", table, flags=re.MULTILINE)
    assert [(name.lower(), int(copies), number(points)) for name, copies, points in told] == [
        (getattr(card.name, lang), card.copies, card.points) for card in ACTIONS.values()
    ]
    assert f"+{kept_points(tuple(a for a in ACTIONS for _ in range(ACTIONS[a].copies)))}." in table


@LANGS
@pytest.mark.parametrize("sight", SIGHTS)
def test_every_sight_is_told_with_its_name_and_points(lang: Lang, sight: Sight) -> None:
    told = entry(lang, sight)
    assert sight in told.components
    assert told.title == getattr(sight.name, lang)
    points = re.findall(r"([−+]?\d+) p(?:oint|unkt)", told.body)
    assert [number(found) for found in points] == [sight.points]
    if sight.kind in ("number", "letter"):
        half = NUMBERS if sight.kind == "number" else LETTERS
        near = {c for c in half if abs(half.index(c) - half.index(sight.rank)) == 1}
        found = re.search(r"(?:Neighbours|Sąsi\w+)[^:]*: (\w)(?: (?:and|i) (\w))? \(", told.body)
        assert found is not None
        assert {c for c in found.groups() if c} == near


@LANGS
@pytest.mark.parametrize("action", Action)
def test_every_action_card_is_told_with_its_copies_and_points(lang: Lang, action: Action) -> None:
    card, told = ACTIONS[action], entry(lang, f"card:{action}")
    assert told.title.lower() == getattr(card.name, lang)
    found = re.match(r"(\d) [ck]ar\w+ [^,]+, ([+−]?\d+)[ ,]", told.body)
    assert found is not None
    assert (int(found[1]), number(found[2])) == (card.copies, card.points)
    assert f"K-ACT-{action}1" in told.body


@LANGS
def test_groups_and_tokens_are_told_as_they_are(lang: Lang) -> None:
    for group, look in GROUPS.items():
        told = entry(lang, f"group:{group}")
        assert told.title == translate(look.name, lang, {})
        letter = getattr(look.letter, lang)
        assert re.findall(rf"\b{letter}[1-8A-FL]\b", told.body) == [
            f"{letter}{rank}" for rank in "18AFL"
        ]
    hours = re.findall(r"(\d+):00", entry(lang, "token").body)
    assert [int(hour) for hour in hours] == [HOURS[0], HOURS[-1]]


@LANGS
def test_colours_and_letters_of_the_players_are_those_of_the_table(lang: Lang) -> None:
    marks = [(translate(m.colour, lang, {}).capitalize(), m.letter) for m in SEAT_MARKS]
    assert re.findall(r"(\w[\w ]+) \(([♦♣♥♠])\)[,.]", entry(lang, "components").body)[-4:] == marks
    assert [colour for colour, _ in marks][:3] == [*COLOURS[lang]]


@LANGS
def test_the_scale_is_that_of_the_table(lang: Lang) -> None:
    lines = re.findall(r"^- (.+)$", entry(lang, "K-SET-6").body, flags=re.MULTILINE)
    told = [tuple(map(int, re.findall(r"\d+", line))) for line in lines]
    assert told == [
        (seats, scale.rounds, scale.size, scale.size, scale.queues)
        for seats, scale in SCALES.items()
    ]


@LANGS
def test_every_bonus_of_an_example_is_right(lang: Lang) -> None:
    checked = 0
    for told in rules(lang):
        for example in told.examples:
            found = re.match(rf"((?:{CODES} )*{CODES}): .*(?:Bonus|Premia): (.+)\.$", example)
            if not found:
                assert "Bonus:" not in example
                assert "Premia:" not in example
                continue
            checked += 1
            result = bonus(coded(found[1]))
            assert {reckoned(part) for part in found[2].split("=")} == {result.points}, example
            stands = re.findall(r"([NDHJI]L) (?:stands for|zastępuje) ([NDHJI]\w)", example)
            labels = [(joker.label, sight.label) for joker, sight in result.choices if sight]
            chosen = [(getattr(joker, lang), getattr(it, lang)) for joker, it in labels]
            assert chosen == stands, example
    assert checked >= 14


@LANGS
def test_every_total_of_an_example_is_right(lang: Lang) -> None:
    names = {getattr(card.name, lang): action for action, card in ACTIONS.items()}
    for example in entry(lang, "K-SCORE-1").examples:
        found = re.match(rf"((?:{CODES} )*{CODES})", example)
        assert found is not None
        owned = sights(coded(found[1]))
        told = re.findall(r"“([^“”]+)”|„([^„”]+)”|(card 0|karta 0)", example)
        kept = tuple(names["".join(quoted)] for quoted in told)
        assert len(kept) == 3
        parts = [sight_points(owned), kept_points(kept), bonus_of(owned).points]
        printed = [
            number(n)
            for n in re.findall(r"(?<= )[−]?\d+(?=[,.])", re.sub("card 0|karta 0", "", example))
        ]
        assert printed == [*parts, sum(parts)], example


@LANGS
def test_every_award_of_an_example_is_right(lang: Lang) -> None:
    colours, checked = COLOURS[lang], 0
    for told in rules(lang):
        for example in told.examples:
            tokens = re.findall(r"(\w+) (\d+):00[,.]", example)
            if not re.match(r"(Tokens on one card|Żetony na jednej karcie): ", example):
                continue
            checked += 1
            laid = " ".join(f"{colours.index(who)}@{hour}" for who, hour in tokens)
            awards = working("L1 0F", "R1 1F", seats=3, tokens={5: laid}).view().awards
            assert awards is not None
            winner = awards.awards[0].winner
            verdict = example.split(". ", 1)[1]
            who = re.match(r"(?!Nobody)(\w+) gets it|Kartę dostaje (\w+)", verdict)
            assert (who[1] or who[2] if who else None) == (
                None if winner is None else colours[winner]
            ), example
            assert (who is None) == bool(re.match("Nobody gets it|Karty nie dostaje nikt", verdict))
    assert checked >= 7


@LANGS
def test_the_order_tokens_of_the_example_are_right(lang: Lang) -> None:
    (example,) = entry(lang, "K-PLAN-4").examples
    places = [PLACE_OF[lang][it] for it in re.findall(r"\b([A-Z]\d)\b", example)]
    game = dealt(2).do(*(f"lay A@{place}" for place in places))
    shown = {p.place: p.order for p in game.view().places if p.order}
    assert [(place, shown[place]) for place in dict.fromkeys(places)] == [
        (place, n) for n, place in enumerate(dict.fromkeys(places), 1)
    ]
    told = re.findall(r"(?:gets|dostaje) (?:order token |żeton porządkowy )?(\d)", example)
    assert [int(n) for n in told] == sorted(shown.values())


@LANGS
def test_the_shifts_of_the_example_are_right(lang: Lang) -> None:
    (example,) = entry(lang, "K-ACT-D2").examples
    first, *after = re.findall(r"[NDJI]\d [NDJI]\d [NDJI]\d", example)
    assert len(after) == 2
    market = "N:1 N:2 N:3 D:1 D:2 D:3 D:4 D:5 D:6"
    for direction, row in zip(("left", "right"), after, strict=True):
        game = working("L1 0D", "B1 1A", market=market, tokens={0: "0@9"})
        assert " ".join(map(str, game.row(1))) == first
        game.do(f"shift {direction}", "draw N:8")
        assert " ".join(map(str, game.row(1))) == row


@LANGS
@pytest.mark.parametrize(("card", "move"), [("D", "shift left"), ("E", "swap N:1")])
def test_what_is_set_aside_can_come_back_in_the_same_round(
    lang: Lang, card: str, move: str
) -> None:
    """K-END-5; the rules that set a card aside must not promise more."""
    game = working(f"L1 0{card}", "L2 0D", "L3 0A", deck="D:1").do(move, "draw D:1")
    assert game.state.aside == sights("N1")
    game.do("shift left", "draw N:1")
    assert "N1" in game.row(2)
    assert len(game.state.aside) == 1
    assert game.state.aside != sights("N1")
    assert "K-END-5" in entry(lang, f"K-ACT-{card}{3 if card == 'D' else 2}").body


@LANGS
def test_the_frame_of_the_stack_that_is_carried_out_is_told(lang: Lang) -> None:
    """It is as yellow as that of the player whom the match waits for."""
    shown = [stacks.place(112, 192, "L", "L1", 1, (), acts, False) for acts in (True, False)]
    edges = [tile.image.getpixel((56, 6)) for tile in shown]
    assert [edge == ImageColor.getrgb(SUN) for edge in edges] == [True, False]
    told = entry(lang, "what-the-picture-shows").body
    assert re.search("yellow frame is around its stack|żółta ramka otacza jej stos", told)


@LANGS
def test_action_cards_are_told_with_where_they_are_played(lang: Lang) -> None:
    assert "K-PLAN-3" in entry(lang, "term-action-card").body


@LANGS
def test_the_counts_of_the_examples_follow_from_the_scale(lang: Lang) -> None:
    two, four = SCALES[2], SCALES[4]
    group = sum(sight.group is not None for sight in SIGHTS) // len(GROUPS)
    loose = len(SIGHTS) - len(GROUPS) * group
    few = two.groups * group + loose
    held = [HAND_SIZE - done * two.queues for done in range(two.rounds + 1)]
    counts = {
        "K-SET-2": [few, group, group, loose],
        "K-SET-3": [
            *(2, two.size**2, few, few - two.size**2),
            *(3, 4, four.size**2, len(SIGHTS), len(SIGHTS) - four.size**2),
        ],
        "K-PLAN-2": [2 * two.queues, 2, 4 * four.queues, 3, 4],
        "K-INV-4": [2, *held],
    }
    assert 3 * SCALES[3].queues == 4 * four.queues
    for key, numbers in counts.items():
        (example,) = entry(lang, key).examples
        assert [int(found) for found in re.findall(r"\d+", example)] == numbers, key


@LANGS
def test_every_rule_has_an_example(lang: Lang) -> None:
    bare = [told.key for told in rules(lang) if not told.examples and told.key.startswith("K-")]
    assert bare == []


@LANGS
def test_no_place_is_named_that_would_be_taken_for_a_ruling(lang: Lang) -> None:
    for told in rules(lang):
        assert not re.search(r"\bR\d", "\n".join((told.body, *told.examples))), told.key
