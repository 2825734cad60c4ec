"""The numbers and examples in the rulebook of Indian Summer are what the game does."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Final

import pytest

from lookup import shelf
from lookup.book import Book, Entry
from render.i18n import Lang, translate
from rules.indian_summer import INDIAN_SUMMER
from rules.indian_summer.components import (
    ANIMALS,
    AREAS,
    CELLS,
    COMMON,
    DEALT,
    FLOORS,
    LEAST,
    MOST,
    PATH,
    SEAT_MARKS,
    SOLO_PATH,
    SOLO_STACK,
    SOLO_TURNS,
    SQUIRRELS,
    START,
    TILES,
    TREASURE_KINDS,
    TREASURES,
    Animal,
    Cell,
    Colour,
    FloorId,
    Supply,
    Tile,
    Treasure,
    Turn,
    animal_squares,
    cells,
    squares,
)
from rules.indian_summer.forest.floor import gain
from rules.indian_summer.forest.shapes import FULL, SPACES, Bits, orientations, spots
from rules.indian_summer.legal import rate
from rules.indian_summer.score import fill, points, solo_score
from rules.indian_summer.state import Player
from rules.text import Printed
from tests.rules.indian_summer.helpers import COMMON as LYING
from tests.rules.indian_summer.helpers import PATHS, Game

LANGS = pytest.mark.parametrize("lang", ["en", "pl"])
KINDS: Final = tuple({tile.drawing: tile for tile in reversed(TILES)}.values())
"""The first tile of each kind."""
PLACED: Final = re.compile(r"\b([GYR]\d\d) ([A-I][1-8]) (r[0-7])\b")
CELL: Final = re.compile(r"\b[A-I][1-8]\b")
ROW: Final = re.compile(r"^(?:Row|Rząd) \d: (.+)$", flags=re.MULTILINE)
NAMES: Final = {
    "en": ("Berr(?:y|ies)", "Nuts?", "Mushrooms?", "Feathers?"),
    "pl": (
        "borów(?:ka|ki|kę|ek|kami)",
        "orzech(?:y|ów|em)?",
        "grzyb(?:y|ów|em)?",
        "piór(?:ko|ka|ek)",
    ),
}
"""What each treasure is called in the books, the least valuable first."""
COLOURS: Final = {
    "en": {Colour.GREEN: "Green three", Colour.YELLOW: "Yellow four", Colour.RED: "Red five"},
    "pl": {
        Colour.GREEN: "Zielona trójka",
        Colour.YELLOW: "Żółta czwórka",
        Colour.RED: "Czerwona piątka",
    },
}
ORDINALS: Final = {
    "en": ("first", "second", "third", "fourth"),
    "pl": ("pierwsz", "drug", "trzeci", "czwart"),
}


@cache
def book(lang: Lang) -> Book:
    shelf.load()
    return shelf.book("indian_summer", lang)


def entry(lang: Lang, key: str) -> Entry:
    found = book(lang).get(key)
    assert found is not None, key
    return found


def example(lang: Lang, key: str) -> str:
    (only,) = entry(lang, key).examples
    return only


def numbers(text: str) -> list[int]:
    """Return the numbers in a text, without those of rules, spaces, tiles and turns."""
    return [int(found.replace("−", "-")) for found in re.findall(r"(?<![-\w])−?\d+", text)]


def counted(lang: Lang, text: str) -> list[tuple[int, Treasure]]:
    """Return the treasures that a text counts, in order: "2 Berries, 1 Nut"."""
    names = zip(TREASURES, NAMES[lang], strict=True)
    named = "|".join(f"(?P<{treasure}>{name})" for treasure, name in names)
    found = re.finditer(rf"(\d+) (?:{named})\b", text)
    return [(int(one[1]), Treasure(str(one.lastgroup))) for one in found]


def printed(name: Printed, lang: Lang) -> str:
    return name.pl if lang == "pl" else name.en


def covers(tile: str, hole: str, turn: str) -> Bits:
    return squares(Tile.parse(tile), Cell.parse(hole), Turn.parse(turn))


def of_kind(tile: Tile) -> list[Tile]:
    return [other for other in TILES if other.drawing == tile.drawing]


def of_colour(colour: Colour) -> list[Tile]:
    return [tile for tile in TILES if tile.colour is colour]


def drawings(told: Entry) -> list[tuple[int, str]]:
    """Return the turns an entry draws: number and drawing."""
    lines = re.findall(r"^- r(\d): ([xo./ ]+)$", told.body, flags=re.MULTILINE)
    return [(int(number), drawing.replace(" ", "")) for number, drawing in lines]


def drawn(drawing: str) -> list[tuple[int, str]]:
    """Return the turns of a drawing as an entry draws them."""
    lines = []
    for number, figure in enumerate(orientations(drawing)):
        signs = dict.fromkeys(figure.squares, "x") | {figure.hole: "o"}
        rows, cols = range(figure.height), range(figure.width)
        lines.append(
            (number, "/".join("".join(signs.get((r, c), ".") for c in cols) for r in rows))
        )
    return lines


def pictured(text: str) -> Iterator[tuple[Cell, str]]:
    """Yield the spaces of area 1 as an example pictures them, with their characters."""
    rows = [line.split() for line in ROW.findall(text)]
    assert len(rows) == 4
    for row, signs in enumerate(rows):
        assert len(signs) == 3
        for col, sign in enumerate(signs):
            yield next(cell for cell in CELLS if (cell.row, cell.col) == (row, col)), sign


def is_covered(sign: str) -> bool:
    return sign in ("#", "S", "o") or sign[0] in "(["


@LANGS
def test_every_rule_has_an_example(lang: Lang) -> None:
    told = [e for e in book(lang).entries if e.kind == "rule" and e.key.startswith("IS-")]
    assert len(told) == 61
    assert [e.key for e in told if not e.examples] == []


@LANGS
def test_the_box_is_that_of_the_data(lang: Lang) -> None:
    body = entry(lang, "components").body
    colours = [len(of_colour(colour)) for colour in Colour]
    animals = sum(kind.count for kind in ANIMALS.values())
    counts = [kind.count for kind in TREASURE_KINDS.values()]
    boards = len({FloorId(floor).board for floor in FLOORS})
    assert numbers(body)[:13] == [
        *(len(TILES), *colours, animals, len(ANIMALS), SQUIRRELS),
        *(sum(counts), *counts, boards),
    ]
    marks = [(translate(mark.colour, lang, {}).capitalize(), mark.letter) for mark in SEAT_MARKS]
    assert re.findall(r"(\w[\w ]+) \((\w)\)[,.]", body) == marks


@LANGS
def test_the_areas_lie_where_the_book_says(lang: Lang) -> None:
    corners = CELL.findall(entry(lang, "components").body.split("C5", 1)[1])[:9]
    spaces = [cells(area) for area in AREAS]
    upper = [str(cell) for area in spaces[:3] for cell in (area[0], area[-1])]
    assert corners == [*upper, *(str(area[0]) for area in spaces[3:])]


@LANGS
@pytest.mark.parametrize("treasure", TREASURES)
def test_every_treasure_is_told_as_it_is(lang: Lang, treasure: Treasure) -> None:
    told, kind = entry(lang, treasure), TREASURE_KINDS[treasure]
    assert told.title.lower() == printed(kind.name, lang).lower()
    assert re.search(rf"(?:letter|litera) {kind.letter}\b", told.body)
    on_each = {bits[treasure.rank].bit_count() for bits in (f.bits for f in FLOORS.values())}
    assert {numbers(told.body)[-1]} == on_each


@LANGS
@pytest.mark.parametrize("tile", KINDS)
def test_every_kind_of_tile_is_told_as_it_is(lang: Lang, tile: Tile) -> None:
    told = entry(lang, tile)
    same = of_kind(tile)
    assert told.components == tuple(same)
    assert told.title.startswith(COLOURS[lang][tile.colour])
    single = re.match("One such tile|Jeden taki kafelek", told.body)
    assert numbers(told.body) == [*([] if single else [len(same)]), len(spots(tile.drawing))]
    assert (single is not None) == (len(same) == 1)
    assert drawings(told) == drawn(tile.drawing)
    (line,) = told.examples
    [(name, hole, turn)] = PLACED.findall(line)
    assert name == tile
    lying = [str(cell) for cell in cells(covers(name, hole, turn))]
    assert CELL.findall(line) == [hole, *lying, hole]


@LANGS
@pytest.mark.parametrize("colour", Colour)
def test_every_colour_is_told_with_its_counts(lang: Lang, colour: Colour) -> None:
    key = {Colour.GREEN: "green-threes", Colour.YELLOW: "yellow-fours", Colour.RED: "red-fives"}
    tiles = of_colour(colour)
    kinds = len({tile.drawing for tile in tiles})
    figures = [len(tiles), tiles[0].size, *([kinds] if kinds < len(tiles) else [])]
    assert numbers(entry(lang, key[colour]).body) == figures


@LANGS
@pytest.mark.parametrize("animal", Animal)
def test_every_animal_is_told_as_it_is(lang: Lang, animal: Animal) -> None:
    kind = ANIMALS[animal]
    (name,) = [e.key for e in book(lang).entries if e.title.lower() == printed(kind.name, lang)]
    told = entry(lang, name)
    assert numbers(told.body) == [kind.count]
    letters = printed(kind.name, lang)[:2].upper()
    assert letters in told.also
    assert drawings(told) == drawn(kind.drawing)
    bears = re.search("no token|bez żetonu", told.body) is None
    assert bears == (kind.bears is not None)
    if kind.bears:
        own = printed(TREASURE_KINDS[kind.bears].name, lang)
        assert own in told.body
        assert counted(lang, told.examples[0])[-1] == (1, kind.bears)
        assert own in entry(lang, "IS-ANI-5").body


@LANGS
@pytest.mark.parametrize("floor", FLOORS)
def test_every_floor_is_told_as_it_is(lang: Lang, floor: str) -> None:
    told, prints = entry(lang, floor), FLOORS[floor].prints
    assert floor in told.title
    lines = re.findall(r"^- (?:Area|Obszar) (\d): (.+)$", told.body, flags=re.MULTILINE)
    assert [int(number) for number, _ in lines] == list(range(1, len(AREAS) + 1))
    shown: dict[Cell, Treasure] = {}
    for number, line in lines:
        for name, where in re.findall(r"(\w+) ([A-I]\d)", line):
            cell = Cell.parse(where)
            assert cell.area == int(number)
            (shown[cell],) = (
                kind.id for kind in TREASURE_KINDS.values() if printed(kind.name, lang) == name
            )
    assert shown == {cell: prints[cell.number] for cell in CELLS if prints[cell.number]}
    pairs = {tuple(CELL.findall(pair)) for pair in re.findall(r"[A-I]\d \w+ [A-I]\d", told.body)}
    assert pairs == {
        (str(one), str(other))
        for one, other in product(shown, repeat=2)
        if (other.row - one.row, other.col - one.col) in ((0, 1), (1, 0))
    }


@LANGS
def test_all_floors_have_the_treasures_that_are_counted(lang: Lang) -> None:
    body = entry(lang, "all-forest-floors").body
    for floor in FLOORS.values():
        assert len(set(floor.prints) - {None}) == len(TREASURES)
        count = [bits.bit_count() for bits in floor.bits]
        boards = len({FloorId(name).board for name in FLOORS})
        assert numbers(body) == [boards, SPACES, sum(count), *count]
        areas = [Counter(floor.prints[c.number] for c in cells(area)) for area in AREAS]
        assert all(area.total() - area[None] == 3 for area in areas)
        assert len({tuple(sorted(map(str, area.elements()))) for area in areas}) == len(AREAS)


@LANGS
def test_two_minutes_tell_the_figures_of_the_game(lang: Lang) -> None:
    sizes = sorted({tile.size for tile in TILES})
    treasures = sum(bits.bit_count() for bits in FLOORS["F1A"].bits)
    area = AREAS[0].bit_count()
    assert numbers(entry(lang, "in-two-minutes").body) == [SPACES, *sizes, treasures, area, PATH]
    assert FULL.bit_count() == SPACES


@LANGS
def test_the_set_up_is_told_with_its_figures_is_setup_1_2_3(lang: Lang) -> None:
    body = entry(lang, "set-up").body.partition("**")[2]
    counts = [kind.count for kind in ANIMALS.values()]
    start = [count for count in START if count]
    boards = len(FLOORS) // 2
    assert numbers(body) == [
        *(boards, *DEALT.values(), COMMON, *start),
        *(sum(counts), *(count for count in counts if count > 1)),
    ]
    seats, in_paths, common, reserve, tiles = numbers(example(lang, "IS-SETUP-2"))
    assert (in_paths, common, tiles) == (seats * PATH, COMMON, len(TILES))
    assert in_paths + common + reserve == tiles
    reserves = numbers(example(lang, "reserve"))
    assert dict(zip(reserves[::2], reserves[1::2], strict=True)) == {
        seats: len(TILES) - COMMON - seats * PATH for seats in (2, 3, 4)
    }


@LANGS
def test_paths_are_told_with_their_figures(lang: Lang) -> None:
    assert numbers(entry(lang, "IS-PATH-2").body) == [PATH]
    assert numbers(entry(lang, "IS-PATH-4").body) == [LEAST, COMMON]
    assert numbers(entry(lang, "IS-PATH-6").body) == [MOST]
    lying, take, left, come, more, stay = numbers(example(lang, "IS-PATH-4"))
    assert (take, left, come) == (PATH, LEAST - 1, COMMON - left)
    assert (take - more, stay) == (lying - left, COMMON - more)
    queue, path = re.findall(r"(?:\b[GYR]\d\d\b ?)+", example(lang, "IS-PATH-2"))
    assert path.split() == queue.split()[:PATH]
    before, played, after, last = re.findall(r"(?:\b[GYR]\d\d\b ?)+", example(lang, "IS-PATH-1"))
    assert [tile for tile in before.split() if tile != played] == after.split()
    assert last == after.split()[-1]


@LANGS
def test_berries_are_told_with_their_figures(lang: Lang) -> None:
    assert numbers(entry(lang, "IS-BER-1").body) == [PATH, PATH, PATH, MOST]
    had, spent, first, full, second, most, taken = numbers(example(lang, "IS-BER-1"))
    assert (had + first, full + second) == (full, most) == (PATH, MOST)
    assert (taken, spent) == (first + second, 2)
    assert numbers(entry(lang, "IS-SOLO-4").body) == [PATH, PATH, MOST]


@LANGS
def test_every_decision_is_among_your_decisions(lang: Lang) -> None:
    """But for giving up a tile, which was one only by the first version of the rules."""
    end = {"en": "**End the turn.**", "pl": "**Zakończ turę.**"}[lang]
    told = {
        **{"leaf": "IS-LEAF-1", "squirrel": "IS-TURN-6", "feather": "IS-FEA-1", "end": end},
        **{"mushroom": "IS-MUSH-1", "berry": "IS-BER-1", "berry-from": "IS-BER-1"},
        **{"nut": "IS-NUT-1", "swap": "IS-EXC-1", "animal": "IS-ANI-1"},
        **{"side": "IS-SETUP-1", "refill": "IS-SOLO-2", "next": "IS-SOLO-9"},
    }
    decided = {kind.command.msgid for kind in INDIAN_SUMMER.move_types if not kind.by_chance}
    assert decided - {"forgo"} == set(told)
    assert [it for it in told.values() if it not in entry(lang, "your-decisions").body] == []


@LANGS
def test_the_berry_of_the_example_can_be_taken_back_as_told(lang: Lang) -> None:
    """IS-TURN-7"""
    had, many, brought, few = numbers(example(lang, "IS-TURN-7"))
    for lying, may in ((many, True), (few, False)):
        game = Game().give(path=PATHS[0][: had * 4 - 1]).lay(common=LYING[: lying * 4 - 1])
        game.do("berry")
        assert game.can_undo() is may
        assert len(game.player(0).path) == had + brought == PATH


@LANGS
def test_things_placed_in_an_example_are_where_it_says(lang: Lang) -> None:
    [outside] = PLACED.findall(example(lang, "IS-LEAF-1"))
    assert covers(*outside) == 0
    for key in ("IS-LEAF-3", "IS-AREA-4"):
        [placed] = PLACED.findall(example(lang, key))
        told = CELL.findall(example(lang, key))[1:]
        lying = [str(cell) for cell in cells(covers(*placed))]
        assert told[: len(lying)] == lying
    buried = Cell.parse(CELL.findall(example(lang, "IS-LEAF-3"))[-1])
    assert FLOORS["F1A"].prints[buried.number] is Treasure.BERRY
    [two] = PLACED.findall(example(lang, "IS-AREA-4"))
    areas = [cell.area for cell in cells(covers(*two))]
    assert sorted(set(areas)) == numbers(example(lang, "IS-AREA-4"))


@LANGS
def test_the_holes_of_the_examples_lie_over_what_they_say(lang: Lang) -> None:
    nut, nothing = PLACED.findall(example(lang, "IS-LEAF-5"))
    assert [_token(*placed) for placed in (nut, nothing)] == [Treasure.NUT, None]
    line = example(lang, "IS-AREA-3")
    [placed] = PLACED.findall(line)
    assert _token(*placed) is Treasure.NUT
    own, other = numbers(line)
    beside = [cell for cell in cells(covers(*placed)) if cell != placed[1]]
    assert CELL.findall(line)[1:3] == [str(cell) for cell in beside]
    assert [cell.area for cell in beside] == [own, own]
    assert Cell.parse(placed[1]).area == other


def _token(tile: str, hole: str, turn: str) -> Treasure | None:
    """Return the token that a tile puts on its hole on an empty F1A."""
    bits = covers(tile, hole, turn)
    assert bits
    return gain(FloorId("F1A"), 0, 0, bits, Cell.parse(hole).bit).token


@LANGS
@pytest.mark.parametrize("key", ["IS-LEAF-6", "IS-AREA-1"])
def test_areas_of_the_examples_are_covered_as_told(lang: Lang, key: str) -> None:
    for line in entry(lang, key).examples:
        signs = dict(pictured(line))
        told = int(re.findall(r"(?:Covered|Zakryte): (\d+)", line)[0])
        assert sum(map(is_covered, signs.values())) == told
        complete = re.search("area is complete|jest cały zakryty", line) is not None
        assert complete == (told == AREAS[0].bit_count())
    for line in entry(lang, "IS-AREA-1").examples:
        _check_payment(lang, line)


def _check_payment(lang: Lang, line: str) -> None:
    """Check what area 1 of F1A pays when its last gap, or the squirrel's space, is covered."""
    signs = dict(pictured(line))
    last = next(cell for cell, sign in signs.items() if sign in ("S", "–"))
    tokens = {cell: sign[1] for cell, sign in signs.items() if sign[0] == "("}
    letters = {kind.letter: kind.id for kind in TREASURE_KINDS.values()}
    floor = FLOORS["F1A"]
    assert {cell: floor.prints[cell.number] for cell in tokens} == {
        cell: letters[sign] for cell, sign in tokens.items()
    }
    held = sum(cell.bit for cell in tokens)
    covered = sum(cell.bit for cell in signs if cell is not last)
    now = gain(FloorId("F1A"), covered, held, last.bit)
    assert now.areas == (1,)
    if counts := counted(lang, line):
        assert sorted(counts) == sorted(
            (count, treasure) for count, treasure in zip(now.pays, TREASURES, strict=True) if count
        )


@LANGS
def test_squirrels_of_the_example_may_go_where_told(lang: Lang) -> None:
    line = example(lang, "IS-SQ-1")
    signs = dict(pictured(line))
    *may, hole = (Cell.parse(cell) for cell in CELL.findall(line))
    assert may == [cell for cell, sign in signs.items() if not is_covered(sign)]
    assert signs[hole] == "o"


@LANGS
def test_the_mouse_of_the_example_fits_where_told(lang: Lang) -> None:
    line = example(lang, "IS-ANI-1")
    signs = dict(pictured(line))
    *under, token = (Cell.parse(cell) for cell in CELL.findall(line))
    empty = sum(cell.bit for cell, sign in signs.items() if sign == "o" or sign[0] == "[")
    fitting = [
        bits
        for at, turn in product(CELLS, ("r0", "r1"))
        if (bits := animal_squares(Animal.MOUSE, at, Turn.parse(turn))) and not bits & ~empty
    ]
    assert fitting == [sum(cell.bit for cell in under)]
    assert signs[token][0] == "("
    letters = Counter(signs[cell].strip("[o]") for cell in under)
    kinds = {kind.letter: kind.id for kind in TREASURE_KINDS.values()}
    assert counted(lang, line) == [(n, kinds[sign]) for sign, n in letters.items() if sign]


@LANGS
def test_the_treasures_of_the_mouse_lie_side_by_side_on_the_floor(lang: Lang) -> None:
    (told,) = (e for e in book(lang).entries if "mouse" in e.key)
    (line,) = told.examples
    pair = [Cell.parse(cell) for cell in CELL.findall(line)]
    [(count, treasure)] = counted(lang, line)
    assert [FLOORS["F1A"].prints[cell.number] for cell in pair] == [treasure] * count
    bits = [animal_squares(Animal.MOUSE, pair[0], Turn.parse(turn)) for turn in ("r0", "r1")]
    assert sum(cell.bit for cell in pair) in bits


@LANGS
def test_the_exchanges_are_those_of_the_table(lang: Lang) -> None:
    lines = re.findall(r"^- (.+)$", entry(lang, "IS-EXC-1").body, flags=re.MULTILINE)
    told = set()
    for line in lines:
        (give, what), *gets = counted(lang, line)
        assert all(count == 1 for count, _ in gets)
        told |= {(what, get, give) for _, get in gets}
    assert told == {
        (give, get, rate(give, get))
        for give, get in product(TREASURES, repeat=2)
        if rate(give, get)
    }


@LANGS
def test_tokens_of_the_examples_add_up(lang: Lang) -> None:
    simple, chain = entry(lang, "IS-EXC-1").examples
    (berries, low), (nuts, middle) = counted(lang, simple)
    assert (low, middle) == (Treasure.BERRY, Treasure.NUT)
    assert (berries, nuts) == (2 * nuts, rate(Treasure.NUT, Treasure.MUSHROOM))
    *steps, berry, nut, mushroom = counted(lang, chain)
    _feather, _mushroom, paid, given, made, *more = steps
    have = Counter[Treasure]()
    for count, treasure in (paid, *more):
        have[treasure] += count
    assert given == (rate(given[1], made[1]) * made[0], Treasure.BERRY)
    have[Treasure.BERRY] -= given[0]
    assert have == {what: count for count, what in (berry, nut, mushroom)}
    had, *paid_and_left = counted(lang, example(lang, "IS-NUT-1"))
    assert had == (1, Treasure.NUT)
    assert paid_and_left[:2] == paid_and_left[2:]


@LANGS
def test_the_example_of_the_final_step_adds_up(lang: Lang) -> None:
    line = example(lang, "IS-END-3")
    nuts, berries, closing, *paid, left = counted(lang, line)
    gaps = numbers(line)[2]
    assert closing == (gaps, Treasure.NUT)
    have = Counter({treasure: count for count, treasure in (nuts, berries)})
    have[Treasure.NUT] -= gaps
    for count, treasure in paid:
        have[treasure] += count
    made = have[Treasure.BERRY] // 2 + have.total() - have[Treasure.BERRY]
    assert left == (made, Treasure.NUT)


@LANGS
def test_the_ranks_of_the_example_are_right(lang: Lang) -> None:
    line = example(lang, "IS-END-6")
    said = re.findall("|".join(ORDINALS[lang]), line.lower())
    seats = [ORDINALS[lang].index(word) for word in said][:4]
    third_nuts, second_nuts, fourth_empty, first_empty = numbers(line)
    assert seats == [2, 1, 3, 0]
    keys = {2: (0, -third_nuts), 1: (0, -second_nuts), 3: (fourth_empty, 0), 0: (first_empty, 0)}
    order = [ORDINALS[lang].index(word) for word in said][4:8]
    assert order == sorted(keys, key=lambda seat: keys[seat])


@LANGS
def test_the_solo_game_is_told_with_its_figures(lang: Lang) -> None:
    later = len(TILES) - SOLO_STACK
    body = entry(lang, "solo-game").body.partition("**")[0]
    assert numbers(body) == [2 * SOLO_PATH, SOLO_PATH, PATH, later]
    assert 2 * SOLO_PATH + PATH == SOLO_STACK
    assert numbers(entry(lang, "IS-SOLO-1").body) == [SOLO_TURNS]
    assert numbers(entry(lang, "IS-SOLO-2").body) == [PATH]
    assert numbers(entry(lang, "IS-SOLO-9").body)[0] == SOLO_STACK
    worth = [kind.points for kind in TREASURE_KINDS.values()]
    assert numbers(entry(lang, "IS-SOLO-8").body)[: len(worth)] == worth


def supply(lang: Lang, text: str) -> Supply:
    """Return the tokens that a text counts."""
    berry, nut, mushroom, feather = (
        sum(count for count, what in counted(lang, text) if what is treasure)
        for treasure in TREASURES
    )
    return berry, nut, mushroom, feather


@LANGS
def test_the_scores_of_the_solo_examples_are_right(lang: Lang) -> None:
    won, lost = entry(lang, "IS-SOLO-8").examples
    assert numbers(won)[-1] == points(supply(lang, won))
    empty, _, score = numbers(lost)
    gaps = CELLS[:empty]
    player = Player(
        FloorId("F1A"), covered=FULL & ~sum(c.bit for c in gaps), supply=supply(lang, lost)
    )
    assert score == solo_score(fill(player, solo=True), empty)
    line = example(lang, "IS-SOLO-7")
    gap_count, *_ = numbers(line)
    player = replace(player, covered=FULL >> gap_count, supply=supply(lang, line))
    assert fill(player, solo=True).squirrels == FULL & ~player.covered


@LANGS
def test_the_gaps_of_the_final_step_are_closed_as_the_example_says(lang: Lang) -> None:
    """Area 3 of F1A pays two Nuts, area 4 nothing; the gaps are one and two."""
    line = example(lang, "IS-END-4")
    nuts, first, paid, second = numbers(line)[:4]
    assert supply(lang, line)[Treasure.NUT.rank] == nuts + paid
    pays = AREAS[first - 1] & FLOORS["F1A"].bits[Treasure.NUT.rank]
    assert pays.bit_count() == paid
    gaps = cells(AREAS[first - 1] & ~pays)[:1] + cells(AREAS[second - 1])[:2]
    player = Player(
        FloorId("F1A"),
        covered=FULL & ~sum(cell.bit for cell in gaps),
        holes=pays,
        tokens=pays,
        supply=(0, nuts, 0, 0),
    )
    assert fill(player, solo=False).squirrels == FULL & ~player.covered
    poor = replace(player, tokens=0)
    assert fill(poor, solo=False).squirrels.bit_count() == nuts


@LANGS
def test_the_series_of_the_examples_come_to_what_they_say(lang: Lang) -> None:
    three = [numbers(line) for line in entry(lang, "IS-SOLO-9").examples]
    (best, _, second, both), (_, one, other, poor), (first, next_, early) = three
    assert both == best + second
    assert poor == one + other
    assert early == first + next_
