"""The numbers and examples in the rulebook of Lodge are what the game does."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

import pytest

from lookup import shelf
from lookup.book import Book, Entry
from render.i18n import Lang, translate
from rules.lodge import LODGE
from rules.lodge.building import (
    Columns,
    columns_for,
    empty_rooms,
    free_cells,
    guest_points,
    hosts,
    room_tile,
    shared_colours,
    tile_at,
    with_guest,
    with_tile,
)
from rules.lodge.components import (
    AMENITIES,
    COLOURS,
    DISPLAY_SLOTS,
    FACE_UP,
    FLOORS,
    GUEST_POINTS,
    GUESTS,
    GUESTS_TO_END,
    LOOKS,
    ROOMS_OF_EACH,
    SEAT_MARKS,
    SOLO_TITLES,
    SOLO_TURNS,
    WAITING,
    Amenity,
    AmenityId,
    Cell,
    Colour,
    Guest,
    Kind,
)
from rules.lodge.draws import rooms_due
from rules.lodge.score import progress
from rules.lodge.state import LodgeState, initial_state
from rules.protocol import CHANCE
from rules.text import Printed
from tests.rules.lodge.helpers import bag, placing, play, player, say, shown

LANGS = pytest.mark.parametrize("lang", ["en", "pl"])
FLOOR: Final = re.compile(r"^(?:Floor|Poziom) (\d): (.+)$", flags=re.MULTILINE)
CELL: Final = re.compile(r"\b[A-E][1-4]\b")
ORDINALS: Final = {
    "en": ("first", "second", "third", "fourth"),
    "pl": ("pierwsza", "druga", "trzecia", "czwarta"),
}


@cache
def book(lang: Lang) -> Book:
    shelf.load()
    return shelf.book("lodge", lang)


def entry(lang: Lang, key: str) -> Entry:
    found = book(lang).get(key)
    assert found is not None, key
    return found


def example(lang: Lang, key: str) -> str:
    (only,) = entry(lang, key).examples
    return in_english(only, lang)


def examples(lang: Lang) -> Iterator[tuple[Entry, str]]:
    """Yield every example of a rule or component, with its entry."""
    for told in book(lang).entries:
        if told.kind in ("rule", "component"):
            yield from ((told, in_english(line, lang)) for line in told.examples)


def numbers(text: str) -> list[int]:
    """Return the numbers in a text, without those of rules, cells and guests."""
    return [int(found) for found in re.findall(r"(?<![-\w])\d+(?!-)", text)]


def printed(name: Printed, lang: Lang) -> str:
    return name.pl if lang == "pl" else name.en


def in_english(text: str, lang: Lang) -> str:
    """Return a text with the letters of the colours, alone or in guests, as in English."""
    if lang == "en":
        return text
    letters = {ord(look.letter.pl): look.letter.en for look in LOOKS.values()}
    sign = r"(?<!\w)(?:[CNZŻF]{2}(?=[1-4]\b)|[CNZŻF](?=[\s(.,]|$))|(?<=\()[CNZŻF]{2}(?=[1-4]\))"
    return re.sub(sign, lambda found: found[0].translate(letters), text, flags=re.MULTILINE)


def rows(text: str) -> dict[int, list[str]]:
    """Return the characters of each floor that a text pictures."""
    return {int(floor): signs.split() for floor, signs in FLOOR.findall(text)}


def pictured(text: str, tile: str = "A13") -> Columns:
    """Return the lodge of an example, with `tile` as its first amenity and others as the rest."""
    pool = iter([tile, *(other for other in AMENITIES if other != tile)])
    floors = rows(text)
    columns: list[tuple[str, ...]] = []
    for column in range(max(map(len, floors.values()))):
        stack = []
        for floor in sorted(floors):
            sign = floors[floor][column] if column < len(floors[floor]) else "–"
            if sign == "#":
                stack.append(next(pool))
            elif sign != "–":
                assert len(stack) == floor - 1, text
                guest = Guest.parse(sign[2:-1]) if len(sign) > 1 else None
                stack.append(room_tile(Colour(sign[0]), guest))
        columns.append(tuple(stack))
    return tuple(columns)


def spot(columns: Columns, tile: str) -> Cell:
    """Return where a tile is in a lodge."""
    (cell,) = (Cell(c, s.index(tile) + 1) for c, s in enumerate(columns) if tile in s)
    return cell


@LANGS
def test_every_rule_and_amenity_has_an_example(lang: Lang) -> None:
    told = [e for e in book(lang).entries if e.key.startswith("LD-") or e.key in AMENITIES]
    assert len(told) == 67 + len(AMENITIES)
    assert [e.key for e in told if not e.examples] == []


@LANGS
def test_no_place_is_named_that_would_be_taken_for_a_ruling(lang: Lang) -> None:
    for told in book(lang).entries:
        if told.kind != "topic":
            assert not re.search(r"\bR\d", "\n".join((told.body, *told.examples))), told.key


@LANGS
def test_the_box_is_that_of_the_data(lang: Lang) -> None:
    body = entry(lang, "components").body
    rooms = ROOMS_OF_EACH * len(COLOURS)
    assert numbers(body)[:4] == [rooms, ROOMS_OF_EACH, len(GUESTS), len(AMENITIES)]
    marks = [(translate(m.colour, lang, {}).capitalize(), m.letter) for m in SEAT_MARKS]
    assert re.findall(r"(\w[\w ]+) \((\w)\)[,.]", body) == marks
    assert numbers(entry(lang, "LD-SETUP-1").body) == [rooms, len(GUESTS), len(AMENITIES)]
    for colour, look in LOOKS.items():
        sign = rf"\b{printed(look.letter, lang)} (?:is |to )?{printed(look.word, lang)}"
        assert re.search(sign, body), colour


@LANGS
@pytest.mark.parametrize("colour", COLOURS)
def test_every_room_is_told_with_its_name_and_amenities(lang: Lang, colour: Colour) -> None:
    told, look = entry(lang, f"room:{colour}"), LOOKS[colour]
    letter = printed(look.letter, lang)
    assert told.title.split()[0].lower() == printed(look.word, lang)
    assert re.search(rf"\b{printed(look.name, lang)}, (?:letter|litera) {letter}\b", told.body)
    near, exact = (a for a in AMENITIES.values() if a.colour is colour)
    assert (near.kind, exact.kind) == (Kind.ADJ_COLOUR, Kind.EXACT_COLOUR)
    assert near.number == 2
    assert numbers(told.body) == [ROOMS_OF_EACH, exact.number]
    assert all(printed(a.name, lang) in told.body for a in (near, exact))


@LANGS
def test_every_guest_is_told_with_those_of_the_same_colours(lang: Lang) -> None:
    pairs = [e for e in book(lang).entries if e.chapter == "all-guests" and e.kind == "component"]
    assert sorted(guest for told in pairs for guest in told.components) == list(GUESTS)
    for told in pairs:
        found = [Guest.parse(guest) for guest in told.components]
        assert [guest.floor for guest in found] == list(range(1, FLOORS + 1))
        told_here = in_english(told.body, lang)
        assert re.findall(r"\b[RBGYP]{2}\d", told_here) == list(told.components)
        for guest in found:
            words = [printed(LOOKS[c].word, lang) for c in (guest.first, guest.second)]
            assert all(word in told.title for word in words), told.key
            twice = re.search("twice|dwa razy", told.title) is not None
            assert twice == (guest.first is guest.second)
    two = sum(guest.first is not guest.second for guest in GUESTS)
    body = numbers(entry(lang, "all-guests").body)
    assert body[:4] == [len(GUESTS), two, len(GUESTS) - two, GUEST_POINTS]


@LANGS
def test_guests_are_called_by_the_letters_of_the_readers_pictures(lang: Lang) -> None:
    letters = "".join(printed(look.letter, lang) for look in LOOKS.values())
    for told in book(lang).entries:
        for name in re.findall(r"\b[^\W\d_]{2}[1-4]\b", "\n".join((told.body, *told.examples))):
            assert set(name) <= {*letters, *"1234"}, (told.key, name)


@LANGS
def test_the_table_of_amenities_is_that_of_the_tiles(lang: Lang) -> None:
    body = entry(lang, "all-amenities").body
    lines = re.findall(r"^- (.+), (\d) p\w+: (.+)$", body, flags=re.MULTILINE)
    assert [(name, int(points), sorted(numbers(wish))) for name, points, wish in lines] == [
        (printed(a.name, lang), a.points, sorted(n for n in (a.number, a.floor) if n))
        for a in AMENITIES.values()
    ]
    for (_, _, wish), amenity in zip(lines, AMENITIES.values(), strict=True):
        limits = re.search("exactly|at most|dokładnie|najwyżej", wish) is not None
        assert limits == (amenity.kind in (Kind.EXACT_COLOUR, Kind.EMPTY_MAX))
        if amenity.colour:
            assert printed(LOOKS[amenity.colour].word, lang)[:-1] in wish


@LANGS
@pytest.mark.parametrize("amenity", AMENITIES.values(), ids=AMENITIES)
def test_every_amenity_is_told_as_it_is(lang: Lang, amenity: Amenity) -> None:
    told = entry(lang, amenity.id)
    assert told.title == printed(amenity.name, lang)
    floors = range(1, FLOORS + 1) if amenity.kind is Kind.GUESTS_EACH_FLOOR else (amenity.floor,)
    figures = [n for n in (amenity.points, amenity.number, *floors) if n]
    first = told.body.partition(". ")[0]
    assert numbers(first)[0] == amenity.points
    assert sorted(numbers(first)) == sorted(figures)
    if amenity.colour:
        assert printed(LOOKS[amenity.colour].word, lang)[:-1] in first
    for_good = re.search("Once met|Raz spełnion|for good|na dobre", told.body) is not None
    assert for_good == (amenity.kind not in (Kind.EXACT_COLOUR, Kind.EMPTY_MAX))


@LANGS
@pytest.mark.parametrize("tile", AMENITIES)
def test_the_amenities_of_the_examples_are_met_or_not_as_told(lang: Lang, tile: str) -> None:
    told = [in_english(line, lang) for line in entry(lang, tile).examples]
    verdicts = []
    for line in told:
        found = re.search(r"(Met|Not met|Spełnione|Niespełnione): (\d+)\D+(\d+)\.(.*)", line)
        assert found is not None, line
        columns = pictured(line, tile)
        now = progress(columns, spot(columns, tile), AmenityId(tile))
        assert (now.have, now.need) == (int(found[2]), int(found[3])), line
        assert now.met == (found[1] in ("Met", "Spełnione")), line
        verdicts.append(now.met)
        if re.search("would do|Wystarczy", found[4]):
            cures = CELL.findall(found[4])
            assert all(_met_with(columns, tile, Cell.parse(cell)) for cell in cures), line
    assert verdicts == [True, False]


def _met_with(columns: Columns, tile: str, cell: Cell) -> bool:
    """Return whether a tile is met once a room of its colour, or a guest, is added in a cell."""
    if tile_at(columns, cell.column, cell.floor) is None:
        assert cell in free_cells(columns)
        columns = with_tile(columns, cell.column, str(AMENITIES[tile].colour or "R"))
    else:
        columns = with_guest(columns, cell, Guest.parse("BP1"))
    return progress(columns, spot(columns, tile), AmenityId(tile)).met


@LANGS
def test_every_cell_that_an_example_calls_possible_is(lang: Lang) -> None:
    checked = 0
    for told, line in examples(lang):
        if found := re.search(r"(?:Possible|Możliwe): ([A-Z0-9, ]+)\.", line):
            checked += 1
            possible = {str(cell) for cell in free_cells(pictured(line))}
            assert set(found[1].split(", ")) == possible, told.key
    assert checked == 5
    line = example(lang, "LD-AMEN-1")
    assert set(CELL.findall(line)) == {str(cell) for cell in free_cells(pictured(line))}
    assert columns_for(pictured(example(lang, "LD-ROOM-3")), FLOORS) == ()


@LANGS
def test_every_guest_of_an_example_can_move_in_where_told(lang: Lang) -> None:
    checked = 0
    for told, line in examples(lang):
        found = re.search(r"(?:Guest|Gość) (\w\w\d): (nowhere|nigdzie|[A-Z0-9, ]+)\.", line)
        if found:
            checked += 1
            rooms = [
                str(cell) for cell in hosts(empty_rooms(pictured(line)), Guest.parse(found[1]))
            ]
            assert CELL.findall(found[2]) == rooms, told.key
    assert checked == 6


@LANGS
def test_the_guests_of_the_examples_share_a_colour_or_not_as_told(lang: Lang) -> None:
    for key, share in (("LD-GREF-1", True), ("LD-GREF-2", False)):
        found = [Guest.parse(g) for g in re.findall(r"\b[RBGYP]{2}\d", example(lang, key))]
        assert len(found) == WAITING
        assert bool(shared_colours(tuple(found))) == share
    first, *rest = (Guest.parse(g) for g in re.findall(r"\w\w\d", example(lang, "LD-GREF-3")))
    assert shared_colours((first, *rest)) == shared_colours(tuple(rest)) == (Colour.RED,)
    bag_, away, all_, back, of = numbers(example(lang, "LD-GREF-4"))
    assert (all_, back, of) == (bag_, WAITING - bag_, away)


@LANGS
@pytest.mark.parametrize("key", ["LD-DISP-2", "LD-DISP-3", "LD-TOK-3"])
def test_every_display_of_the_examples_ends_as_told(lang: Lang, key: str) -> None:
    before, drawn, after = re.split("(?:Drawn|Wylosowane): |(?:After|Po):", example(lang, key))
    rooms = "".join(re.findall(r"\b[RBGYP]\b", drawn))
    state = placing(player(token=True), player(), rooms=_display(before), bag=bag(rooms))
    gone = re.search(r"(?:Floor (\d) goes|Znika poziom (\d))", before)
    state = play(state, f"0 token {gone[1] or gone[2]}" if gone else "0 end")
    while LODGE.to_act(state) == {CHANCE}:
        count = rooms_due(state)
        state, rooms = play(state, f"- draw-rooms {rooms[:count]}"), rooms[count:]
    assert rooms == ""
    assert shown(state) == _display(after)


def _display(text: str) -> str:
    """Return the display of an example as the helpers read it."""
    floors = rows(text)
    return " ".join("".join(floors[n]).replace("–", ".") for n in range(1, FLOORS + 1))


@LANGS
def test_all_points_of_the_examples_are_right(lang: Lang) -> None:
    guest = Guest.parse("RB3")
    favourite, there, other, elsewhere = numbers(example(lang, "LD-SCORE-2"))
    assert (favourite, there) == (guest.floor, guest_points(guest, favourite))
    assert elsewhere == guest_points(guest, other)
    line = entry(lang, "LD-SCORE-2").body
    assert numbers(line) == [GUEST_POINTS, *(GUEST_POINTS + n for n in range(1, FLOORS + 1))]
    assert numbers(entry(lang, "LD-SCORE-1").body) == [GUEST_POINTS]
    assert numbers(example(lang, "LD-SCORE-1")) == [GUESTS_TO_END, GUESTS_TO_END * GUEST_POINTS]
    count, happy, *floors, met, unmet, base, bonus, tiles, total = numbers(
        example(lang, "LD-SCORE-4")
    )
    assert (len(floors), met, unmet) == (happy, tiles, 5)
    assert (base, bonus, total) == (count * GUEST_POINTS, sum(floors), base + bonus + tiles)


@LANGS
def test_the_ranks_of_the_example_are_right(lang: Lang) -> None:
    line = example(lang, "LD-TIE-1")
    seats, *scores = numbers(line)
    told = re.findall("|".join(ORDINALS[lang]), line)
    ranked = sorted(range(seats), key=lambda at: (scores[at], at), reverse=True)
    assert [ORDINALS[lang].index(word) for word in told] == ranked


@LANGS
def test_the_counts_of_the_set_up_follow_from_the_box(lang: Lang) -> None:
    seats, open_, built, left = numbers(example(lang, "LD-SETUP-4"))
    state = _dealt(seats)
    assert (open_, built, left) == (len(DISPLAY_SLOTS), seats, sum(state.bag))
    assert len([tile for tile in state.amenities if tile]) == FACE_UP == WAITING == FLOORS == 4
    shown_, built, left = numbers(example(lang, "LD-BAG-2"))
    assert shown_ + built + left == numbers(entry(lang, "LD-BAG-2").body)[0] == ROOMS_OF_EACH
    bag_, away, more, of, rest = numbers(example(lang, "LD-TOK-4"))
    assert (bag_ + more, of, more + rest) == (away, away, away)
    assert numbers(example(lang, "LD-ROOM-4")) == [len(DISPLAY_SLOTS) - 1]


def _dealt(seats: int) -> LodgeState:
    state = initial_state(seats)
    return LODGE.apply(state, CHANCE, LODGE.chance_move(state, Random(0))).state


@LANGS
def test_the_solo_game_is_told_with_its_figures(lang: Lang) -> None:
    assert numbers(entry(lang, "LD-SOLO-1").body) == [SOLO_TURNS]
    assert numbers(entry(lang, "LD-SOLO-3").body) == [SOLO_TURNS]
    turn, floor = numbers(example(lang, "LD-SOLO-2"))
    assert floor == (turn - 1) % FLOORS + 1
    lines = re.findall(r"^- \D*(\d+) \D+: (.+)$", entry(lang, "LD-SOLO-4").body, flags=re.MULTILINE)
    titles = [(least, printed(title, lang)) for least, title in reversed(SOLO_TITLES)]
    assert [(int(n), title) for n, title in lines[1:]] == titles[1:]
    assert lines[0] == (str(titles[1][0]), titles[0][1])
    points, guests = numbers(example(lang, "LD-SOLO-4"))
    best = next(printed(title, lang) for least, title in SOLO_TITLES if points >= least)
    assert best in example(lang, "LD-SOLO-4")
    assert guests == GUESTS_TO_END


@LANGS
def test_two_minutes_tell_the_figures_of_the_game(lang: Lang) -> None:
    guest = Guest.parse("RB3")
    best = GUEST_POINTS + FLOORS
    assert numbers(entry(lang, "in-two-minutes").body) == [
        *(len(DISPLAY_SLOTS), 1, FLOORS, 1),
        *(GUEST_POINTS, guest.floor, guest_points(guest, guest.floor)),
        *(FLOORS, best, GUEST_POINTS),
    ]


@LANGS
def test_the_colour_that_refreshes_is_that_of_the_whole_display(lang: Lang) -> None:
    """LD-DISP-1: it is not that of a floor."""
    row, rest = "R...", "RRRB RRRR RRRR"
    for rooms, due in ((f"{row} {rest}", False), (f"{row} {rest.replace('B', 'R')}", True)):
        state = placing(player(), player(), rooms=rooms, bag=bag("G" * 9))
        assert (LODGE.to_act(play(state, "0 end")) == {CHANCE}) is due
    told = {"en": "all rooms of the whole display", "pl": "pokoje w całej wystawce"}
    assert told[lang] in entry(lang, "in-two-minutes").body


@LANGS
def test_advice_says_of_the_guests_what_the_example_says(lang: Lang) -> None:
    """LD-INFO-3: not all are named, but they are counted, and one is named with its points."""
    state = placing(player("RBGY", "RB1"), player(), waits="RB2 BG3 GY4 PP1")
    about = " ".join(say(one.text) for one in LODGE.advice(LODGE.view(state, 0)))
    assert "4 guests can move in. The best is RB1 in A1, for 3 points." in about
    assert "BG3" not in about
    told = {
        "en": "how many guests can move in, and which of them",
        "pl": "ilu gości może się wprowadzić i kto",
    }
    assert told[lang] in example(lang, "LD-INFO-3")


@LANGS
def test_the_guest_of_two_floors_is_worth_what_the_example_says(lang: Lang) -> None:
    low, high, worth_low, worth_high = numbers(example(lang, "LD-GUEST-6"))
    guest = Guest.parse("RB3")
    assert [worth_low, worth_high] == [guest_points(guest, floor) for floor in (low, high)]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("you must either build a room or build an amenity", "LD-TURN-2"),
        ("2nd, 3rd and 4th floor tiles must have a tile below them", "LD-BUILD-3"),
        ("immediately refill the amenity display", "LD-AMEN-2"),
        ("two empty, orthogonally adjacent rooms matching the colors", "LD-GUEST-2"),
        ("placed in either one of the two rooms", "LD-GUEST-3"),
        ("any level of the display has no rooms in it", "LD-DISP-1"),
        ("every room in the display is the same colour", "LD-DISP-1"),
        ("discard all of the rooms on a single level", "LD-TOK-2"),
        ("the display refreshes as normal", "LD-TOK-3"),
        ("reverse turnorder breaks ties", "LD-TIE-1"),
    ],
)
def test_the_words_of_the_help_text_find_their_rule(words: str, rule: str) -> None:
    shelf.load()
    found = shelf.find("lodge", "en", words)
    entries = [found.entry] if found.entry else [hit.entry for hit in found.hits[:3]]
    assert rule in [entry.key for entry in entries]
