"""The pages of entries: Discord's limits, and nothing beyond the reader's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from cogs.rulebook.bookmark import Bookmark, read_bookmark
from cogs.rulebook.entry_view import EntryPage, hits_post, page_post, shared_post
from cogs.ui.sheet import Post
from lookup import shelf
from lookup.book import Book, Entry, EntryKind
from matches.domain.model import Glance, MatchInfo, SeatInfo
from render.i18n import Lang
from render.picture import Picture
from rules import registry
from rules.errors import InvalidMoveError
from rules.protocol import CHANCE, WATCHER
from rules.registry import AnyRules
from rules.text import Seat
from tests.toy_artist import PIXEL
from tests.world import custom_ids, parts, words

GREATEST_MATCH = 10**9 - 1
LONGEST_KEY = "k" * 59
PICTURE = Picture(PIXEL, "alt", "text")


def entry(kind: EntryKind, key: str, chapter: str, **facts: object) -> Entry:
    """Return an entry with a long title."""
    made = Entry(key, kind, f"Title of {key}", f"Body of {key}.", (), (), chapter, ())
    return replace(made, **facts)  # type: ignore[arg-type]


def book_of(entries: Sequence[Entry]) -> Book:
    return Book("toy", "en", tuple(entries))


def shown(post: Post) -> dict[str, object]:
    """Return a message as it would be sent to Discord."""
    return {"components": post.view.to_components()}  # type: ignore[no-untyped-call]


def faults(post: Post) -> Iterator[str]:
    """Yield what Discord would refuse."""
    ids = custom_ids(shown(post))
    if len(ids) != len(set(ids)):
        yield f"two components have the same id: {ids}"
    yield from (f"{name} is too long" for name in ids if len(name) > 100)
    if post.view.content_length() > 4000:
        yield f"{post.view.content_length()} signs"
    if post.view.total_children_count > 40:
        yield f"{post.view.total_children_count} components"
    for part in parts(shown(post)):
        if part["type"] == 1 and not 1 <= len(part["components"]) <= 5:
            yield "a row too long"
        if len(part.get("label", "")) > 80 or len(part.get("placeholder") or "") > 150:
            yield f"too long: {part}"
        options = part.get("options", ())
        values = [option["value"] for option in options]
        if len(values) > 25 or len(values) != len(set(values)):
            yield f"options: {values}"
        for option in options:
            if any(len(option.get(k) or "") > 100 for k in ("label", "value", "description")):
                yield f"too long: {option}"


@pytest.fixture(autouse=True)
def _toy(toy: None, toy_book: None) -> None:
    """Let the toy game be looked up in every test."""


@pytest.mark.parametrize(
    "spot",
    [
        Bookmark("toy", "flags"),
        Bookmark("indian_summer", LONGEST_KEY, alone=True, examples=True, shared=True),
        Bookmark("krakow", "N:5", alone=True),
        Bookmark("krakow", "card:A", examples=True),
        Bookmark("krakow", "K-PLAN-3", shared=True),
    ],
)
def test_a_spot_is_read_back(spot: Bookmark) -> None:
    assert read_bookmark(str(spot)) == spot


def test_no_other_text_is_a_spot() -> None:
    with pytest.raises(InvalidMoveError):
        read_bookmark("toy.flags~xyz")


def test_the_longest_ids_fit() -> None:
    long = entry("component", LONGEST_KEY, "c" * 59, examples=("e",), components=(LONGEST_KEY,))
    book = book_of([entry("topic", "c" * 59, "c" * 59), long])
    spot = Bookmark("indian_summer", LONGEST_KEY, alone=True, examples=True, shared=True)
    page = EntryPage(spot, replace(book, slug="toy"), long, "en", GREATEST_MATCH, sharable=True)
    assert not list(faults(page_post(page)))
    assert not list(faults(shared_post(page)))


def test_a_chapter_of_75_tiles_offers_all_of_them() -> None:
    tiles = [entry("component", f"tile:{n}", "tiles", components=(f"tile:{n}",)) for n in range(75)]
    book = book_of([entry("topic", "tiles", "tiles"), *tiles])
    page = EntryPage(Bookmark("toy", "tiles"), book, book.entries[0], "en", sharable=True)
    post = page_post(page)
    assert not list(faults(post))
    offered = [o["value"] for p in parts(shown(post)) for o in p.get("options", ())]
    assert offered == [*(f"toy.tile:{n}" for n in range(75)), "toy.tiles"]
    assert "In this chapter: Title of tile:0 – Title of tile:24" in words(shown(post))


def test_every_chapter_is_offered_however_many_there_are() -> None:
    book = book_of([entry("topic", f"t{n}", f"t{n}") for n in range(60)])
    post = page_post(EntryPage(Bookmark("toy", "t7"), book, book.entries[7], "en"))
    assert not list(faults(post))
    options = [o for p in parts(shown(post)) for o in p.get("options", ())]
    assert len(options) == 60
    assert [o["value"] for o in options if o.get("default")] == ["toy.t7"]


def test_the_largest_page_fits_into_a_message() -> None:
    keys = [f"tile:{n}" for n in range(300)]
    tiles = [entry("component", key, "c0", title="T" * 200, components=(key,)) for key in keys]
    topics = [entry("topic", f"c{n}", f"c{n}", title="C" * 200) for n in range(60)]
    first = replace(topics[0], body="b" * 3500, examples=("e" * 3000,) * 3, links=("c1", "c2"))
    book = book_of([first, *topics[1:], *tiles])
    spot = Bookmark("toy", "c0", examples=True)
    page = EntryPage(spot, book, first, "en", GREATEST_MATCH, picture=PICTURE, sharable=True)
    assert not list(faults(page_post(page)))
    assert not list(faults(shared_post(page)))


def test_examples_are_quoted_whole_as_long_as_there_is_room() -> None:
    rule = entry(
        "rule", "T-X-1", "c", examples=("a" * 1500 + "\nsecond line", "b" * 1500, "c" * 1500)
    )
    book = book_of([entry("topic", "c", "c"), rule])
    post = page_post(EntryPage(Bookmark("toy", "T-X-1", examples=True), book, rule, "en"))
    text = words(shown(post))
    assert "> second line" in text
    assert "b" * 1500 in text
    assert "ccc" not in text
    assert "-# And 1 more." in text
    assert not list(faults(post))


def test_an_example_in_a_chapter_names_its_rule() -> None:
    rule = entry("rule", "T-X-1", "c", title="T-X-1", examples=("Look.",))
    topic = entry("topic", "c", "c", examples=("Look.", "Of the chapter."))
    book = book_of([topic, rule])
    text = words(
        shown(page_post(EntryPage(Bookmark("toy", "c", examples=True), book, topic, "en")))
    )
    assert "> **T-X-1** Look.\n\n> Of the chapter." in text


def test_entries_of_the_chapter_are_no_links_and_none_comes_twice() -> None:
    rule = entry("rule", "T-X-1", "c", links=("T-Y-1", "c", "T-Y-1", "gone", "a", "b", "d", "e"))
    topics = [entry("topic", key, key) for key in "cabde"]
    book = book_of([*topics, rule, entry("rule", "T-Y-1", "a")])
    post = page_post(EntryPage(Bookmark("toy", "T-X-1"), book, rule, "en"))
    links = [name for name in custom_ids(shown(post)) if name.startswith("blink")]
    assert links == [f"blink:0:toy.{key}" for key in ("c", "T-Y-1", "a", "b", "d")]


def test_hits_fit_however_long_they_are() -> None:
    many = [entry("rule", f"T-X-{n}", "c", title="t" * 200, body="b" * 3000) for n in range(8)]
    book = book_of([entry("topic", "c", "c"), *many])
    hits = [shelf.Hit(one, "x" * 3000) for one in many]
    assert not list(faults(hits_post(book, "en", "*" * 4000, hits, GREATEST_MATCH)))


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("slug", registry.slugs())
def test_every_page_of_the_house_fits(slug: str, lang: Lang) -> None:
    shelf.load()
    book = shelf.book(slug, lang)
    for one in book.entries:
        for spot in (Bookmark(slug, one.key), Bookmark(slug, one.key, examples=True)):
            page = EntryPage(spot, book, one, lang, 123456, picture=PICTURE, sharable=True)
            for post in (page_post(page), shared_post(page)):
                assert not list(faults(post)), one.key
                assert one.body in words(shown(post)), one.key


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("slug", registry.slugs())
def test_what_is_offered_is_what_is_opened(slug: str, lang: Lang) -> None:
    """The command is sent the label that was shown."""
    shelf.load()
    book = shelf.book(slug, lang)
    typed = [e.title for e in book.entries] + [name for e in book.entries for name in e.components]
    offered = {one for words_ in typed for one in shelf.suggest(slug, lang, words_)}
    assert {one.key for one in offered} >= {e.key for e in book.entries}
    for one in offered:
        assert shelf.find(slug, lang, one.label).entry == book.get(one.key), one


# Secrets: a page shows no more of a match than its reader's view.


def glance_at(rules: AnyRules, state: object, seat: Seat) -> Glance:
    """Return a match of four players in a state, as a seat sees it."""
    seats = tuple(SeatInfo(s, s + 1, f"P{s}") for s in range(4))
    match = MatchInfo(
        1, rules.info.slug, frozenset(), 1, 1, 1, False, 4, seats, "live", 1,
        frozenset({0}), "", "", None, 0, datetime.now(UTC),
    )  # fmt: skip
    view = rules.view(state, seat)
    return Glance(match, rules, seat, view, (), (), None, False, 0, None)


def played(rules: AnyRules, rng: Random, plies: int) -> object:
    """Return a state reached by random play."""
    state = rules.initial_state(4, frozenset())
    for _ in range(plies):
        acting = sorted(rules.to_act(state))
        if not acting:
            break
        seat = rng.choice(acting)
        if seat == CHANCE:
            move = rules.chance_move(state, rng)
        else:
            move = rng.choice(rules.legal_moves(state, seat))
        state = rules.apply(state, seat, move).state
    return state


def pages(rules: AnyRules, book: Book, state: object, seat: Seat) -> list[str]:
    """Return the words of the page of every component, as a seat reads it."""
    glance = glance_at(rules, state, seat)
    found = []
    for component in rules.components:
        one = book.get(component)
        assert one, component
        for spot in (Bookmark(book.slug, component, alone=True), Bookmark(book.slug, one.key)):
            page = EntryPage(spot, book, one, "en", 1, glance, sharable=True)
            found.append(words(shown(page_post(page))))
    return found


@pytest.mark.parametrize("slug", ["toy", *registry.slugs()])
@pytest.mark.parametrize("seat", [0, 2, WATCHER])
def test_no_page_tells_more_than_its_reader_sees(slug: str, seat: Seat) -> None:
    shelf.load()
    rules, book = registry.get(slug), shelf.book(slug, "en")
    told = set()
    for plies in (1, 4, 9, 23, 40):
        rng = Random(plies)
        state = played(rules, rng, plies)
        as_it_is = pages(rules, book, state, seat)
        told |= {"Where it is now:" in page for page in as_it_is}
        for _ in range(2):
            assert pages(rules, book, rules.redeal(state, seat, rng), seat) == as_it_is
    assert True in told


@pytest.mark.parametrize("slug", ["toy", *registry.slugs()])
def test_a_shared_page_tells_nothing_of_the_match(slug: str) -> None:
    shelf.load()
    rules, book = registry.get(slug), shelf.book(slug, "en")
    glance = glance_at(rules, played(rules, Random(5), 20), 0)
    for component in rules.components:
        one = book.get(component)
        assert one
        page = EntryPage(Bookmark(slug, component, alone=True), book, one, "en", 1)
        told = words(shown(shared_post(replace(page, glance=glance))))
        assert told == words(shown(shared_post(page)))
