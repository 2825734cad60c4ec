"""The rulebook of every game: complete, equal in both languages, all citations."""

import re
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Final

import pytest

from cogs.rulebook.entry_view import rule_buttons
from cogs.ui.items import has_open_bracket
from lookup import shelf
from lookup.book import Book, Entry
from lookup.words import squeezed
from render import i18n
from rules import registry
from rules.krakow.components import PLACE_LABELS, SIGHTS
from rules.protocol import Advice
from rules.text import t

ROOT: Final = Path(__file__).parent.parent
RULE_ID: Final = r"[A-Z]+-[A-Z]+-[A-Z]?\d+[a-z]?"
RULING_ID: Final = r"(?:R|A-|V-)\d+"
CODED: Final = re.compile(rf"\b(?:{RULE_ID}|[A-Z][A-F1-9]|[A-Z]\d)\b|[−+]?\d+")
"""Rules, cards, places and numbers, which no translation may change."""
ENGLISH: Final = {
    ("krakow", label.pl): label.en
    for label in (*PLACE_LABELS.values(), *(sight.label for sight in SIGHTS))
}
"""Codes that do have another letter in Polish."""
ALPHABET: Final = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "pl": "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż",
}
MAX_BODY: Final = {"topic": 3700, "rule": 1500, "component": 1500, "term": 300}
MAX_EXAMPLE: Final = 600
LANGS: Final = ("en", "pl")


@pytest.fixture(params=registry.slugs())
def slug(request: pytest.FixtureRequest) -> str:
    shelf.load()
    return str(request.param)


def source(slug: str, lang: str) -> str:
    return (ROOT / "data" / slug / f"rulebook.{lang}.md").read_text(encoding="utf-8")


def of_kind(book: Book, *kinds: str) -> list[Entry]:
    return [entry for entry in book.entries if entry.kind in kinds]


def words(entry: Entry) -> str:
    return "\n".join((entry.body, *entry.examples))


@pytest.mark.parametrize("lang", LANGS)
def test_every_entry_fits_into_a_message(slug: str, lang: str) -> None:
    for entry in shelf.book(slug, lang).entries:
        assert len(entry.body) <= MAX_BODY[entry.kind], entry.key
        assert 0 < len(entry.title) <= 90, entry.key
        assert all(0 < len(example) <= MAX_EXAMPLE for example in entry.examples), entry.key
        assert words(entry).strip(), entry.key


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_written_that_discord_shows_badly(slug: str, lang: str) -> None:
    """Only bold, lists, quotes, headings, and the keys of entries."""
    text = re.sub(r" <!-- [!-~]+( [!-~]+)* -->", "", source(slug, lang))
    assert re.search(r"[<|`~_\\]|\]\(|https?:", text) is None
    for line in text.splitlines():
        assert line == line.rstrip()
        assert line.count("**") % 2 == 0, line
        assert "*" not in line.replace("**", ""), line
        assert not re.match(r"(####|\d+\. |\s|[*+] )", line), line
    assert "\n\n\n" not in text


def test_both_languages_have_the_same_entries_in_the_same_chapters(slug: str) -> None:
    shapes = [
        Counter(
            (entry.kind, entry.key, entry.chapter, entry.components, len(entry.examples))
            for entry in shelf.book(slug, lang).entries
        )
        for lang in LANGS
    ]
    assert shapes[0] == shapes[1]


def test_both_languages_have_paragraph_for_paragraph_and_point_for_point(slug: str) -> None:
    polish = shelf.book(slug, "pl")
    for entry in shelf.book(slug, "en").entries:
        other = polish.get(entry.key)
        assert other is not None
        for mark in ("\n\n", "\n- "):
            assert entry.body.count(mark) == other.body.count(mark), entry.key


def test_both_languages_name_the_same_cards_rules_and_numbers(slug: str) -> None:
    polish = shelf.book(slug, "pl")
    for entry in shelf.book(slug, "en").entries:
        other = polish.get(entry.key)
        assert other is not None
        pairs = zip((entry.body, *entry.examples), (other.body, *other.examples), strict=True)
        for own, translated in pairs:
            found = [ENGLISH.get((slug, code), code) for code in CODED.findall(translated)]
            assert Counter(CODED.findall(own)) == Counter(found), entry.key


@pytest.mark.parametrize("lang", LANGS)
def test_the_sides_of_the_krakow_market_are_called_as_on_the_picture(lang: str) -> None:
    shelf.load()
    places = PLACE_LABELS.values()
    sides = {(label.pl if lang == "pl" else label.en)[0] for label in places}
    keys = ("in-two-minutes", "K-PLAN-3", "K-PLAN-6", "term-row", "term-column")
    entries = [shelf.book("krakow", lang).get(key) for key in keys]
    told = [set(re.findall(r"\b[LRTBPGD]\b", entry.body)) for entry in entries if entry]
    assert told[:3] == [sides] * 3
    assert told[3] | told[4] == sides


def test_the_host_of_a_match_has_one_name_in_polish(slug: str) -> None:
    called = [one.key for one in shelf.book(slug, "pl").entries if re.search(r"\bhost", words(one))]
    assert called == []


@pytest.mark.parametrize("lang", i18n.LANGS)
def test_standing_answers_are_told_by_the_names_of_their_buttons(
    slug: str, lang: i18n.Lang
) -> None:
    told = shelf.book(slug, lang).get("your-decisions")
    assert told is not None
    for answer in registry.get(slug).standing:
        assert f"**{i18n.translate(answer.title, lang, {})}**" in told.body


@pytest.mark.parametrize("lang", LANGS)
def test_all_names_of_an_entry_lead_to_it(slug: str, lang: str) -> None:
    """But for mere numbers, which are in too many questions."""
    entries = shelf.book(slug, lang).entries
    named = [(one, name) for one in entries for name in one.also if not squeezed(name).isdigit()]
    assert named
    for entry, name in named:
        assert shelf.find(slug, lang, name).entry == entry, name
        assert entry.key in [one.key for one in shelf.suggest(slug, lang, name)][:3], name


@pytest.mark.parametrize("lang", LANGS)
def test_other_words_stand_in_the_order_of_the_book(slug: str, lang: str) -> None:
    """A line for each entry that has some, an empty one between two topics."""
    told = list[str]()
    for _, entries in groupby(shelf.book(slug, lang).entries, key=lambda one: one.chapter):
        lines = [f"{one.key}: {'; '.join(one.also)}" for one in entries if one.also]
        told += [*lines, ""] if lines else []
    text = (ROOT / "data" / slug / f"words.{lang}.txt").read_text(encoding="utf-8")
    assert text.splitlines() == told[:-1]


@pytest.mark.parametrize("lang", LANGS)
def test_terms_stand_in_the_order_of_the_alphabet(slug: str, lang: str) -> None:
    terms = [entry.title for entry in of_kind(shelf.book(slug, lang), "term")]
    assert terms
    order = ALPHABET[lang]
    assert terms == sorted(terms, key=lambda term: [order.find(sign) for sign in term.lower()])


@pytest.mark.parametrize("lang", LANGS)
def test_no_two_entries_of_a_kind_are_called_the_same(slug: str, lang: str) -> None:
    titles = Counter(
        (entry.kind, entry.title.casefold()) for entry in shelf.book(slug, lang).entries
    )
    assert [title for title, count in titles.items() if count > 1] == []


def test_the_rules_are_those_the_code_cites(slug: str) -> None:
    """A game's rules are coded in its folder; those of the display also elsewhere."""
    own = cited(f"rules/{slug}")
    told = {entry.key for entry in of_kind(shelf.book(slug, "en"), "rule")}
    assert own
    assert own <= told
    elsewhere = cited("cogs") | cited("matches") | cited("render")
    assert {key for key in told if not re.fullmatch(RULING_ID, key)} <= own | elsewhere


def cited(folder: str) -> set[str]:
    """Return the rules and rulings that the code in a folder names."""
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py"))
    return set(re.findall(rf"\b(?:{RULE_ID}|(?<=[ (]){RULING_ID})\b", code))


def test_every_rule_and_every_ruling_is_named_by_a_test(slug: str) -> None:
    """Anywhere in the game's tests; an id like a board place (R7) in a test's name."""
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "tests" / "rules" / slug).glob("test_*.py")
    )
    found = set(re.findall(r"\b[A-Z]+(?:-[A-Z]+)?-[A-Z]?\d+[a-z]?\b", code))
    for name in re.findall(r"def test_(\w+)", code):  # k_inv_1_2: K-INV-1 and K-INV-2
        found |= {ruling.upper() for ruling in re.findall(r"(?:^|_)(r\d+)(?=_|$)", name)}
        for family, numbers in re.findall(r"([a-z]+_[a-z]+)((?:_[a-z]?\d+)+)", name):
            family = family.replace("_", "-")
            found |= {f"{family}-{number}".upper() for number in numbers[1:].split("_")}
    assert {entry.key for entry in of_kind(shelf.book(slug, "en"), "rule")} - found == set()


@pytest.mark.parametrize("lang", LANGS)
def test_the_rulings_are_those_of_the_list(slug: str, lang: str) -> None:
    heading = f"\n## {registry.get(slug).info.title}\n"
    table = (ROOT / "RULINGS.md").read_text(encoding="utf-8").partition(heading)[2]
    listed = re.findall(rf"^\| ({RULING_ID}) \|", table.partition("\n## ")[0], flags=re.MULTILINE)
    rules = of_kind(shelf.book(slug, lang), "rule")
    assert [entry.key for entry in rules if re.fullmatch(RULING_ID, entry.key)] == listed


UNCODED = {
    ("letnisko", "A-7"): "what is never done needs no code: forest cards are no money",
}
"""Rulings that nothing in the code decides, and why."""


def test_every_ruling_is_cited_where_it_is_coded(slug: str) -> None:
    """As ``ruling R7`` in a comment or docstring; R7 alone may be a board place."""
    code = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "rules" / slug).rglob("*.py")
    )
    data = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "data" / slug).glob("*.toml")
    )
    cited = set[str]()
    for group in re.findall(rf"\brulings? ((?:{RULING_ID}(?:, )?)+)", code + data):
        cited |= set(group.removesuffix(", ").split(", "))
    rules = of_kind(shelf.book(slug, "en"), "rule")
    rulings = {entry.key for entry in rules if re.fullmatch(RULING_ID, entry.key)}
    assert cited | {ruling for game, ruling in UNCODED if game == slug} == rulings


@pytest.mark.parametrize("lang", LANGS)
def test_every_named_rule_exists(slug: str, lang: str) -> None:
    book = shelf.book(slug, lang)
    known = {entry.key for entry in of_kind(book, "rule")}
    for entry in book.entries:
        assert set(re.findall(rf"\b{RULE_ID}\b", words(entry))) <= known, entry.key


@pytest.mark.parametrize("lang", LANGS)
def test_every_component_stands_in_one_entry(slug: str, lang: str) -> None:
    book = shelf.book(slug, lang)
    told = [name for entry in book.entries for name in entry.components]
    assert sorted(told) == sorted(registry.get(slug).components)
    assert all(entry.components for entry in of_kind(book, "component"))


@pytest.mark.parametrize("lang", LANGS)
def test_most_rules_have_an_example(slug: str, lang: str) -> None:
    rules = of_kind(shelf.book(slug, lang), "rule")
    rules = [entry for entry in rules if not re.fullmatch(RULING_ID, entry.key)]
    assert sum(bool(entry.examples) for entry in rules) >= len(rules) / 2


@pytest.mark.parametrize("lang", i18n.LANGS)
def test_no_button_of_a_rule_is_cut_in_a_bracket(slug: str, lang: i18n.Lang) -> None:
    rules = of_kind(shelf.book(slug, lang), "rule")
    cited = [Advice(t("It's so."), (rule.key,)) for rule in rules]
    made = [one for advice in cited for one in rule_buttons(0, slug, [advice], lang)[0]]
    labels = [one.item.label or "" for one in made]
    assert len(labels) == len(rules)
    assert [label for label in labels if has_open_bracket(label)] == []
