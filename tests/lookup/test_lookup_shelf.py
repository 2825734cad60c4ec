"""The shelf: what is suggested while you type, and what is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lookup.index
from lookup import shelf
from lookup.book import Book
from lookup.index import MAX_HITS, MAX_SUGGESTIONS, MAX_TYPED
from lookup.shelf import Found
from rules import registry
from rules.errors import DataError, LobbyError
from tests.lookup.small import EN

LANGS = ["en", "pl"]
KEPT = """
import gc
import tracemalloc
from lookup import shelf
from rules import registry
registry.load()
tracemalloc.start()
shelf.load()
gc.collect()
print(tracemalloc.get_traced_memory()[0])
"""
"""Prints the bytes that all books take in a new process."""


def keys(slug: str, lang: str, typed: str) -> list[str]:
    """Return the keys suggested, in order."""
    return [one.key for one in shelf.suggest(slug, lang, typed)]


def meant(slug: str, lang: str, typed: str) -> str:
    """Return the key of the one entry found, or ""."""
    entry = shelf.find(slug, lang, typed).entry
    return entry.key if entry else ""


def nearest(slug: str, lang: str, typed: str) -> list[str]:
    """Return the keys of what was found, the one entry alone."""
    found = shelf.find(slug, lang, typed)
    return [found.entry.key] if found.entry else [hit.entry.key for hit in found.hits]


# The books of the real games.


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", registry.slugs())
def test_every_entry_is_found_by_key_number_id_title_and_label(slug: str, lang: str) -> None:
    book = shelf.book(slug, lang)
    titles = {entry.title: entry for entry in reversed(book.entries)}
    assert len(book.entries) > 50
    for entry in book.entries:
        assert shelf.find(slug, lang, entry.key).entry == entry
        called = shelf.find(slug, lang, entry.title).entry
        assert called is not None
        assert called.title.casefold() == titles[entry.title].title.casefold()
        for typed in (entry.title, entry.key):
            assert len(shelf.suggest(slug, lang, typed)) <= MAX_SUGGESTIONS
        assert entry.key in keys(slug, lang, entry.title)
        for name in entry.components:
            for typed in (name, name.lower(), name.replace(":", ""), name.replace(":", " ")):
                assert shelf.find(slug, lang, typed) == Found(entry, name, ())


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", registry.slugs())
def test_every_label_leads_to_what_it_was_offered_for(slug: str, lang: str) -> None:
    book = shelf.book(slug, lang)
    typed = ["", *(e.title for e in book.entries), *(c for e in book.entries for c in e.components)]
    for text in typed:
        offered = shelf.suggest(slug, lang, text)
        assert len({one.label for one in offered}) == len({one.key for one in offered})
        for one in offered:
            assert 0 < len(one.label) < 100
            assert 0 < len(one.key) <= 100
            assert shelf.find(slug, lang, one.label).entry == book.get(one.key)


@pytest.mark.usefixtures("loaded")
def test_an_id_is_offered_with_its_name_and_found_as_itself() -> None:
    [first, *_] = shelf.suggest("krakow", "en", "d 5")
    assert (first.label, first.key) == ("D5 · Old Synagogue, Kazimierz", "D:5")
    assert shelf.find("krakow", "en", first.label).component == "D:5"
    [whole, *_] = shelf.suggest("krakow", "en", "old syn")
    assert (whole.label, whole.key) == ("Old Synagogue, Kazimierz · N5 D5 J5 I5", "N:5")
    assert shelf.find("krakow", "en", whole.label).component == ""


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("number", ["K-PLAN-3", "k-plan-3", "k plan 3", "kplan3", " K‑PLAN‑3 "])
def test_a_rule_is_found_by_its_number(number: str) -> None:
    assert meant("krakow", "pl", number) == "K-PLAN-3"
    [first, *_] = shelf.suggest("krakow", "en", number)
    assert first.label.startswith("K-PLAN-3 · Every row and every column")


# Words in other forms, and with faults.

FORMS = {
    "N:2": ["kościoła mariackiego", "kosciol mariacki", "kościele mariackim", "kosciola"],
    "N:3": ["barbakanu", "bramę floriańską", "barbkan"],
    "N:5": ["synagogi", "synagodze", "stara synagoge", "synagoda", "Stara Synagogga"],
    "N:6": ["smoczej jamy", "smoczą jamę", "smocza jama", "smoza jama"],
    "N:7": ["kopca kościuszki", "kopiec kosciuszki", "kopcem", "kopice kosciuszki"],
    "N:8": ["zamku królewskiego", "zamek krolewski", "wawelu", "wavel"],
    "N:A": ["kopalni soli", "kopalnią", "wieliczce", "kopalna soli"],
    "N:B": ["opactwa", "tyniec", "opactwem w tyńcu"],
    "N:C": ["zamkiem w niepołomicach", "niepolomce"],
    "N:E": ["kalwarię zebrzydowską", "kalwarii", "kalwaria zebrzydwska"],
    "N:F": ["pieskowej skały", "pieskowa skala", "ojcow"],
    "N:L": ["lajkonika", "lajkonikiem", "lajkonk", "lajkonig"],
    "O:1": ["obwarzanka", "obwarzanków", "obwarzankow", "obwarznek", "obwazanek"],
    "group:N": ["norwegów", "norwegow"],
    "group:D": ["holednrzy", "holendrow"],
    "token": ["żetonu rezerwacji", "zeton rezerwacji", "żetony rezerwacji"],
    "order": ["żetonów porządkowych", "zetonow porzadkowych", "żeton porzdkowy"],
    "term-run": ["ciągi", "ciągów", "ciagow"],
    "term-set": ["kompletu", "kompletow", "komlpet"],
    "term-queue": ["kolejki", "kolejce", "kolejke"],
    "term-stack": ["stosy", "stosu"],
    "term-tie": ["remisu", "remsi"],
    "term-round": ["rundy", "rundzie"],
    "term-hand": ["ręki", "reka"],
    "card:D": ["przesun o jedno", "przesuń o jeden"],
    "card:F": ["wez dowolna karte"],
}


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(("key", "typed"), [(k, one) for k, all_ in FORMS.items() for one in all_])
def test_polish_is_found_in_any_form_without_accents_and_with_faults(key: str, typed: str) -> None:
    assert key in nearest("krakow", "pl", typed)[:2]
    assert key in nearest("krakow", "pl", typed.upper())[:2]


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("old synagoge", "N:5"),
        ("castle wawel", "N:8"),
        ("dragons den", "N:6"),
        ("Kosciuszko mounds", "N:7"),
        ("obwarzanecks", "O:1"),
        ("lajkonki", "N:L"),
        ("shfit by one", "card:D"),
        ("blnd swap", "card:E"),
        ("reservation tokens", "token"),
        ("order tokn", "order"),
        ("stacks", "term-stack"),
        ("ordre token", "order"),
        ("tie", "term-tie"),
    ],
)
def test_english_is_found_in_any_form_and_with_faults(typed: str, key: str) -> None:
    assert key in nearest("krakow", "en", typed)[:3]


@pytest.mark.usefixtures("loaded")
def test_what_does_not_exist_gets_the_nearest() -> None:
    assert nearest("krakow", "en", "K-PLAN-99")[0].startswith("K-PLAN-")
    assert all(key.startswith("K-PLAN-") for key in nearest("krakow", "en", "K-PLAN-99"))
    assert nearest("krakow", "en", "N:9")[0].startswith("N:")
    assert nearest("krakow", "pl", "K-AWDD-3")[0].startswith("K-AWD-")
    assert nearest("krakow", "en", "xyzzyqwk") == []
    assert keys("krakow", "en", "xyzzyqwk") == []


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(("lang", "typed"), [("pl", "karta"), ("en", "card"), ("en", "a")])
def test_a_word_of_many_names_is_no_one_entry(lang: str, typed: str) -> None:
    found = shelf.find("krakow", lang, typed)
    assert found.entry is None
    assert len(found.hits) == MAX_HITS


# Order.


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ["in-two-minutes", "going", "glossary"]),
        ("   ", ["in-two-minutes", "going", "glossary"]),
        ("g", ["going", "glossary", "goat", "G:1"]),
        ("goa", ["goat", "G:1"]),
        ("goat", ["goat", "G:1"]),
        ("goats", ["G:1", "goat"]),
        ("brown", ["G:1"]),
        ("goat bro", ["G:1"]),
        ("f-go", ["F-GO-1", "F-GO-2"]),
        ("G2", ["G:2"]),
        ("boat", ["boat"]),
        ("gooing", ["going"]),
        ("wet", ["river"]),
        ("carri", ["goat", "in-two-minutes"]),
    ],
)
def test_suggestions_go_from_names_to_text(ferry: str, typed: str, found: list[str]) -> None:
    assert keys(ferry, "en", typed)[: len(found)] == found


def test_suggestions_speak_the_readers_language(ferry: str) -> None:
    assert [one.label for one in shelf.suggest(ferry, "pl", "")][1] == "Przeprawa"
    assert [one.label for one in shelf.suggest(ferry, "pl", "zwawa")] == [
        "Żwawa koza · to, co przewozisz."
    ]


def test_a_name_is_known_in_the_other_language(ferry: str) -> None:
    assert meant(ferry, "en", "brązową kozę") == "G:1"
    assert shelf.suggest(ferry, "en", "brązowa k")[0].label == "Brown goat · G1 G2"
    assert shelf.find(ferry, "pl", "brown goat").entry == shelf.book(ferry, "pl").get("G:1")


def test_what_else_an_entry_is_called_finds_it(ferry: str) -> None:
    for typed in ("lone goats", "raft", "what is a raft", "the RAFTS?", "rafft boats"):
        assert nearest(ferry, "en", typed)[0] == ("F-GO-2" if "goat" in typed else "boat")
    assert keys(ferry, "en", "raf")[0] == "boat"
    assert meant(ferry, "pl", "tratwa") == "boat"


def test_hits_show_the_sentence_with_the_words(ferry: str) -> None:
    found = shelf.find(ferry, "en", "carry rivers")
    assert found.entry is None
    excerpts = {hit.entry.key: hit.excerpt for hit in found.hits}
    assert excerpts["in-two-minutes"] == "You **carry** goats over a **river**."
    assert excerpts["G:1"] == "It is **carried** by the ferry."
    assert len(found.hits) <= MAX_HITS


def test_examples_are_searched_too(ferry: str) -> None:
    [hit, *_] = shelf.find(ferry, "en", "sinks").hits
    assert (hit.entry.key, hit.excerpt) == ("G:1", "Two brown goats **sink** it.")


# Hostile input.

HOSTILE = [
    "' OR 1=1; DROP TABLE words; --",
    '" AND title MATCH "goat',
    "NEAR(goat river, 5)",
    "title : goat",
    "goat*",
    "^goat",
    "{title body} : goat",
    "goat AND NOT river OR",
    "goat NOT",
    "(((((",
    "**goat** __river__ ~~x~~ ||y|| `z` > # [a](b)",
    "@everyone @here <@1> <@&2> <#3> </rules:4>",
    "🐐🐐🐐",
    "\x00\x01\x1b[31m\u202egoat\u200b",
    "\ud800goat\udfff",
    "%s{0}{typed}\\",
    "G" * 4000,
    "goat " * 800,
    "\n\t\r",
    "'",
    '"',
    "\ufdfa" * 4000,
    "a\u0301" * 4000,
]


@pytest.mark.parametrize("lang", [*LANGS, "xx", "", "\ud800"])
@pytest.mark.parametrize("typed", HOSTILE)
def test_hostile_words_are_only_words(ferry: str, lang: str, typed: str) -> None:
    before = shelf.suggest(ferry, "en", "goat")
    for one in shelf.suggest(ferry, lang, typed):
        assert shelf.book(ferry, lang).get(one.key)
        assert typed not in one.label or len(typed) < 3
    found = shelf.find(ferry, lang, typed)
    for hit in found.hits:
        assert "@" not in hit.excerpt
        assert len(hit.excerpt) <= 160
    assert shelf.suggest(ferry, "en", "goat") == before


@given(st.text(max_size=300) | st.text(alphabet="K-PLANagot5:*\"'()^ é\u0142\ud800", max_size=40))
def test_any_text_gets_an_answer(typed: str) -> None:
    shelf.load()
    for lang in LANGS:
        for one in shelf.suggest("krakow", lang, typed):
            assert 0 < len(one.label) < 100
        found = shelf.find("krakow", lang, typed)
        assert found.entry is None or found.hits == ()
        assert len(found.hits) <= MAX_HITS
        assert all(len(hit.excerpt) <= 160 for hit in found.hits)


@pytest.mark.parametrize("typed", ["", " ", "\n", "!?", "🐐", "@", "**"])
def test_nothing_is_found_for_no_words(ferry: str, typed: str) -> None:
    assert shelf.find(ferry, "en", typed) == Found(None, "", ())


def test_only_the_beginning_of_a_long_text_is_looked_at(ferry: str) -> None:
    typed = "goat".ljust(MAX_TYPED)
    assert meant(ferry, "en", typed + " river" * 600) == "goat"


# The shelf itself.


@pytest.mark.parametrize("slug", ["", "chess", "../krakow", "krakow/", "KRAKOW", "\ud800"])
def test_a_game_without_rulebook_is_refused(slug: str) -> None:
    for ask in (
        lambda: shelf.book(slug, "en"),
        lambda: shelf.suggest(slug, "en", "x"),
        lambda: shelf.find(slug, "en", "x"),
    ):
        with pytest.raises(LobbyError) as error:
            ask()
        assert error.value.reason.msgid == "There's no rulebook for this game."
        assert error.value.hint.msgid == "See all games with /about."


def test_an_unknown_language_reads_english(ferry: str) -> None:
    assert shelf.book(ferry, "tlh") == shelf.book(ferry, "en")


@pytest.mark.usefixtures("loaded")
def test_games_stand_in_the_order_of_the_registry(ferry: str) -> None:
    assert shelf.slugs() == registry.slugs()
    assert shelf.slugs()[-1] == ferry


def test_a_book_in_one_language_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rulebook.en.md").write_text(EN, encoding="utf-8")
    reading = shelf.register("ferry", tmp_path)
    with pytest.raises(DataError, match="cannot read the rulebook of ferry"), reading:
        pass
    (tmp_path / "rulebook.pl.md").write_bytes(b"\xff\xfe\xff")
    reading = shelf.register("ferry", tmp_path)
    with pytest.raises(DataError, match="cannot read the rulebook of ferry"), reading:
        pass
    assert "ferry" not in shelf.slugs()


def test_loading_again_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.load()
    before = shelf.book("krakow", "en")
    monkeypatch.setattr(shelf, "DATA_DIR", Path("/nowhere"))
    shelf.load()
    assert shelf.book("krakow", "en") is before


def test_a_book_nobody_searches_has_no_index(ferry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for index in ("Catalogue", "FullText"):
        real = getattr(lookup.index, index)

        def noted(book: Book, real: type = real) -> object:
            made.append((book.lang, real.__name__))
            return real(book)

        monkeypatch.setattr(lookup.index, index, noted)
    assert shelf.book(ferry, "en").get("G:1")
    assert made == []
    for _ in range(2):
        shelf.find(ferry, "en", "what sinks")
    assert sorted(made) == [("en", "Catalogue"), ("en", "FullText"), ("pl", "Catalogue")]


_WATCHED: list[str] | None = None


def _watch(event: str, _args: object) -> None:
    if _WATCHED is not None and event.startswith(("open", "os.", "sqlite3.", "import", "socket.")):
        _WATCHED.append(event)


@pytest.mark.usefixtures("loaded")
def test_no_keystroke_touches_the_disk(tmp_path: Path) -> None:
    global _WATCHED
    sys.addaudithook(_watch)
    typed = ["", "k", "kośc", "N:5", "zamek krolewski", "push a row", "obwarznek", "K-PLAN-99"]
    events: list[str] = []
    _WATCHED = events
    try:
        for text in typed:
            for lang in LANGS:
                shelf.suggest("krakow", lang, text)
                shelf.find("krakow", lang, text)
        assert events == []
        (tmp_path / "x").write_text("seen")
        assert events
    finally:
        _WATCHED = None


def test_books_that_nobody_has_searched_take_the_memory_of_their_texts() -> None:
    """Not that of what reading them computed, nor of their thousands of other words one by one."""
    files = [*shelf.DATA_DIR.glob("*/rulebook.*.md"), *shelf.DATA_DIR.glob("*/words.*.txt")]
    done = subprocess.run([sys.executable, "-c", KEPT], check=True, capture_output=True, text=True)
    assert int(done.stdout) < 3.5 * sum(path.stat().st_size for path in files)
