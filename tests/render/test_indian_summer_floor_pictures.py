"""A floor of Indian Summer in pictures: spaces, and one player's pictures."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.i18n import LANGS, Lang
from render.indian_summer import (
    IndianSummerArtist,
    aside,
    floor,
    hand,
    icons,
    layout,
    offer,
    pieces,
    text,
    trial,
)
from render.indian_summer import theme as th
from render.indian_summer.floor import Marks
from render.indian_summer.sample import sample
from render.kit.canvas import Canvas
from render.kit.press import Painted, Painter, Press
from render.picture import PadArtist
from render.speech import Speech
from rules.errors import DataError
from rules.indian_summer.components import (
    ANIMALS,
    CELLS,
    NOTHING,
    TILES,
    TREASURES,
    TURNS,
    Animal,
    Cell,
    Colour,
    Tile,
    Treasure,
)
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.moves import (
    EndTurn,
    Forgo,
    Leaf,
    PlaceAnimal,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.view import Phase
from tests.render.drawn import overheard
from tests.render.seeing import VISIONS, as_seen, difference, on
from tests.render.wood import NAMES, SUMMER, fitting, made_up, seen, states, waiting, with_mushroom

ARTIST = IndianSummerArtist()
TABLES = (1, 2, 3, 4)


def fresh() -> IndianSummerArtist:
    """Return an artist without cached tiles, so that everything is painted again."""
    return IndianSummerArtist(Press(th.WOOD, th.FLATS, sample, "indian_summer"))


def test_every_kind_of_space_looks_its_own() -> None:
    looks = {}
    for n, which in enumerate((None, *TREASURES)):
        plain = floor.Square(0, False, (None, which), None, 0, None, None, th.LINE)
        looks[f"earth {n}"] = plain
        for token in (False, True) if which else (False,):
            hole = pieces.Hole(which, token)
            for colour in Colour:
                leaf = plain._replace(earth=None, leaf=colour, hole=hole)
                looks[f"{colour} {n} {token}"] = leaf
    looks |= {str(c): plain._replace(earth=None, leaf=c) for c in Colour}
    looks["squirrel"] = plain._replace(earth=None)
    looks["animal"] = looks["green 0 False"]._replace(animal=(7, Animal.MOUSE, th.LINE))
    for size in (layout.SPACE, layout.LARGE):
        shown = {name: floor.space(size, size, it).image.convert("L") for name, it in looks.items()}
        for (one, a), (other, b) in combinations(shown.items(), 2):
            assert ImageStat.Stat(ImageChops.difference(a, b)).mean[0] > 1.0, (one, other)


def test_treasures_differ_in_shape() -> None:
    signs = [icons.treasure(which, 36).getchannel("A") for which in TREASURES]
    for one, other in combinations(signs, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 12


@pytest.mark.parametrize("vision", [*VISIONS, "grey"])
def test_leaves_and_treasures_differ_to_every_eye(vision: str) -> None:
    leaves = [_leaf(colour) for colour in Colour]
    tokens = [on(th.EARTH, icons.treasure(which, 36)) for which in TREASURES]
    for group in (leaves, tokens):
        for one, other in combinations([as_seen(image, vision) for image in group], 2):
            assert difference(one, other) > 8


@pytest.mark.parametrize("vision", [*VISIONS, "grey"])
def test_what_is_new_is_marked_like_nothing_else(vision: str) -> None:
    """White was the colour of tokens, and cream that of paper."""
    piece = floor.Square(0, False, None, Colour.RED, pieces.ALL_ROUND, None, None, th.LINE)
    made = replace(made_up(3).players[0], tokens=type(made_up(3).players[0].tokens)(0))
    fresh_ones = {it.edge for it in floor.squares(made, Marks(fresh=FULL))} - {th.LINE}
    assert len(fresh_ones) == 1
    mark = _plain(fresh_ones.pop(), vision)
    for other in (th.IVORY, th.MARK, th.SEAM, th.BIRCH, th.PAPER, th.DARK[th.PAPER], th.EARTH):
        assert difference(mark, _plain(other, vision)) > 12, other
    old, new = (floor.space(54, 54, piece._replace(edge=it)).image for it in (th.LINE, th.FRESH))
    assert difference(as_seen(old, vision), as_seen(new, vision)) > 8


def _plain(colour: str, vision: str) -> Image.Image:
    return as_seen(Image.new("RGB", (8, 8), colour), vision)


def _leaf(colour: Colour) -> Image.Image:
    square = floor.Square(0, False, None, colour, 0, None, None, th.LINE)
    return floor.space(54, 54, square).image


def test_textures_go_on_in_the_next_square() -> None:
    for colour in Colour:
        for size in (layout.SPACE, layout.LARGE):
            texture = pieces.texture(colour, size).getchannel("A")
            twice = Image.new("L", (size * 2, size))
            for x in (0, size):
                twice.paste(texture, (x, 0))
            step = size // 2 if colour is Colour.GREEN or size % 3 else size // 3
            inner = twice.crop((step, 0, step + size, size))
            assert difference(inner.convert("RGB"), texture.convert("RGB")) < 12, colour


def test_walls_run_where_a_piece_ends() -> None:
    corner = [(0, 0), (1, 0), (1, 1)]
    assert pieces.walls(0, 0, corner) == pieces.TOP | pieces.LEFT | pieces.RIGHT
    assert pieces.walls(1, 0, corner) == pieces.LEFT | pieces.FOOT | 32
    assert pieces.walls(1, 1, corner) == pieces.TOP | pieces.RIGHT | pieces.FOOT


def test_each_space_of_a_floor_is_as_the_view_says() -> None:
    it = made_up(4, 12).players[3]
    for number, square in enumerate(floor.squares(it, Marks())):
        bit = 1 << number
        assert (square.earth is None) == bool(it.covered & bit)
        assert (square.hole is not None and square.hole.token) == bool(it.tokens & bit)
        assert (square.animal is not None) == any(a.squares & bit for a in it.animals)
        if it.covered & bit and not it.squirrels & bit:
            owner = next(leaf for leaf in it.leaves if leaf.squares & bit)
            assert square.leaf is owner.tile.colour


def test_an_area_has_its_number_as_long_as_there_is_room() -> None:
    for seats in TABLES:
        for it in made_up(seats, 14).players:
            painted = list(zip(CELLS, floor.squares(it, Marks()), strict=True))
            free = {cell.area for cell, s in painted if s.earth and s.earth[1] is None}
            shown = [(s.earth[0], cell.area) for cell, s in painted if s.earth and s.earth[0]]
            assert sorted(shown) == [(area, area) for area in sorted(free)]


# One player's pictures


def test_the_artist_draws_trials() -> None:
    assert isinstance(ARTIST, PadArtist)


def test_only_watchers_have_no_hand() -> None:
    assert ARTIST.hand(made_up(3), names=NAMES, lang="en") is None
    assert ARTIST.hand(made_up(3, phase=Phase.SETUP, seat=0), names=NAMES, lang="en") is None
    for seat in range(3):
        found = ARTIST.hand(made_up(3, seat=seat), names=NAMES, lang="en")
        assert found is not None
        assert " ".join(sorted(made_up(3).players[seat].path)) in found.text


def test_a_mushroom_offers_its_own_tiles() -> None:
    found = ARTIST.hand(with_mushroom(made_up(3, seat=2)), names=NAMES, lang="en")
    assert found is not None
    assert f"Tiles: {TILES[3]} {TILES[70]}." in found.text


def test_both_sides_are_shown_to_who_chooses() -> None:
    view = made_up(2, 0, Phase.SIDES, seat=0)
    with overheard() as heard:
        found = fresh().hand(view, names=NAMES, lang="en")
    assert found is not None
    assert {"Side A", "Side B"} <= {it.line for it in heard}


def test_what_fits_nowhere_is_marked() -> None:
    view = made_up(2, 30, seat=1)
    it = view.players[1]
    full = replace(it, covered=type(it.covered)(FULL & ~1), path=(TILES[0], TILES[60]))
    assert not aside.fits(TILES[0], FULL & ~1)
    assert aside.fits(TILES[0], 0)
    found = ARTIST.hand(replace(view, players=(it, full)), names=NAMES, lang="en")
    assert found is not None
    assert f"Tiles that don't fit: {TILES[0]} {TILES[60]}." in found.text


@pytest.mark.parametrize("lang", LANGS)
def test_a_hand_offers_what_is_legal_and_no_more(lang: Lang) -> None:
    later = {"en": "not now", "pl": "nie teraz"}[lang]
    kinds_seen = set()
    for state in states(3, 5)[:-1:3]:
        view = seen(state, min(waiting(state)))
        if view.phase is not Phase.TURN:
            continue
        kinds = {type(move) for move in SUMMER.legal_moves(state, view.seat)}
        with overheard() as heard:
            picture = fresh().hand(view, names=NAMES, lang=lang)
        assert picture is not None
        lines = {it.line for it in heard}
        berry, mushroom = hand.takes(view, Treasure.BERRY), hand.takes(view, Treasure.MUSHROOM)
        assert SpendBerry not in kinds or berry
        assert SpendMushroom not in kinds or mushroom
        assert not (berry or mushroom) or kinds & {SpendBerry, SpendMushroom, Swap}
        assert not mushroom or Squirrel in kinds
        assert hand.places(view) == bool(kinds & {Leaf, Squirrel, Forgo})
        playable = set(view.players[view.seat].path) - set(
            hand.unfit(view, view.players[view.seat])
        )
        assert (later in lines) == (bool(playable) and not hand.places(view))
        own = Speech(NAMES, lang)(hand.yours(view) or text.asked(view))
        assert own in lines
        assert NAMES[view.seat] not in own
        if Leaf in kinds and view.task is None:
            spends = {"en": ("Feather", "Mushroom"), "pl": ("piórko", "grzyb")}[lang]
            named = [word in own for word in spends]
            assert named == [SpendFeather in kinds, SpendMushroom in kinds]
        if view.main_done:
            animals = {"en": "animals", "pl": "zwierz"}[lang] in own
            tokens = {"en": "tokens", "pl": "żeton"}[lang] in own
            assert (animals, tokens) == (PlaceAnimal in kinds, bool(kinds - {PlaceAnimal, EndTurn}))
        kinds_seen.add((berry, mushroom, hand.places(view)))
    assert len(kinds_seen) >= 3


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_hand_says_what_a_tile_of_others_costs_and_what_there_is(count: int, lang: Lang) -> None:
    view = made_up(3, 8, seat=2)
    it = replace(view.players[2], supply=(count, 0, 0, 0))
    view = replace(view, players=(*view.players[:2], it))
    with overheard() as heard:
        fresh().hand(view, names=NAMES, lang=lang)
    lines = " ".join(it.line for it in heard)
    costs = {"en": "Costs 1 {}, you have {}", "pl": "Koszt: 1 {}, masz {}"}[lang]
    berry, mushroom = {"en": ("Berry", "Mushroom"), "pl": ("borówka", "grzyb")}[lang]
    assert costs.format(berry, count) in lines
    assert costs.format(mushroom, 0) in lines


def test_a_tile_that_cannot_be_taken_has_no_colour() -> None:
    tile = Tile.parse("R24")
    shown = [offer.common(124, 77, tile, can, False, not can) for can in (True, False)]
    firsts = [aside.first(252, 77, 0, "Ada", tile, can) for can in (True, False)]
    for able, not_able in (shown, firsts):
        red = Image.new("RGB", (1, 1), th.LEAF[Colour.RED]).getpixel((0, 0))
        found = [{ink for _, ink in it.image.getcolors(9999) or ()} for it in (able, not_able)]
        assert [red in inks for inks in found] == [True, False]


@pytest.mark.parametrize("lang", LANGS)
def test_while_no_animal_fits_a_hand_shows_the_holes_they_need(lang: Lang) -> None:
    view = made_up(3, 0, seat=2)
    with overheard() as heard:
        fresh().hand(view, names=NAMES, lang=lang)
    lines = {it.line for it in heard}
    assert lines.issuperset(getattr(ANIMALS[it.animal].name, lang) for it in view.stock if it.left)


@pytest.mark.parametrize(("path", "brought"), [(1, 4), (2, 3), (4, 1), (5, 1), (6, 0)])
def test_only_the_tiles_that_a_berry_would_bring_are_marked(
    monkeypatch: pytest.MonkeyPatch, path: int, brought: int
) -> None:
    view = made_up(3, 8, seat=2)
    it = replace(view.players[2], supply=(1, 0, 0, 0), path=tuple(TILES[30 : 30 + path]))
    view = replace(view, players=(*view.players[:2], it), active=0, task=None)
    marked, plain = list[bool](), offer.common

    def common(w: int, h: int, it: Tile | None, soon: bool, fresh: bool, dim: bool) -> Canvas:
        marked.append(soon)
        assert dim is not soon
        return plain(w, h, it, soon, fresh, dim)

    monkeypatch.setattr(offer, "common", common)
    fresh().hand(view, names=NAMES, lang="en")
    assert marked == [True] * brought + [False] * (5 - brought)


@pytest.mark.parametrize("dim", [False, True])
@pytest.mark.parametrize("unit", [14, 16, 21])
def test_the_squares_of_a_tile_can_be_counted(unit: int, dim: bool) -> None:
    """A square of four has a cross of lines inside."""
    art = Canvas(2 * unit, 2 * unit, th.PAPER)
    pieces.figure(art, art.box, "xx/xx", Colour.YELLOW, unit, dim=dim)
    line = Image.new("RGB", (1, 1), th.BARK).getpixel((0, 0))
    for n in (unit // 2, unit + unit // 2):
        assert art.image.getpixel((unit - 1, n)) == line
        assert art.image.getpixel((n, unit - 1)) == line


def test_animals_that_fit_over_holes_are_found() -> None:
    holes = sum(Cell.parse(name).bit for name in ("C4", "C5", "D5", "H1"))
    found, spaces = aside.animals_on(holes, tuple(Animal))
    assert found == (Animal.MOUSE, Animal.HARE)
    assert spaces == holes & ~Cell.parse("H1").bit
    assert aside.animals_on(holes, (Animal.FOX,)) == ((), 0)


def test_a_trial_shows_what_a_leaf_would_earn() -> None:
    """The last gap of area 1, over a printed treasure: token, area, what it pays."""
    it = made_up(1, 0, seat=0).players[0]
    leaf = Leaf(Tile.parse("G05"), Cell.parse("A2"), TURNS[1])
    first_area = sum(Cell.parse(f"{c}{r}").bit for c in "ABC" for r in range(1, 5))
    gone = type(it.covered)(first_area & ~leaf.squares)
    it = replace(it, covered=gone, squirrels=gone)
    found = trial.tried(it, leaf)
    assert found.earned.token is Treasure.FEATHER
    assert found.earned.areas == (1,)
    assert found.more == (0, 0, 0, 1)
    assert found.gaps == (0, 12, 12, 12, 12, 12)
    assert found.marks.glowing == Cell.parse("A2").bit
    assert found.holes == Cell.parse("A2").bit
    view = replace(made_up(1, 0, seat=0), players=(it,))
    with overheard() as heard:
        picture = fresh().trial(view, leaf, names=NAMES, lang="en")
    lines = {it.line for it in heard}
    assert {"G05", "hole on A2", "rotation r1", "on the hole", "area 1 complete"} <= lines
    assert "Complete: area 1." in picture.alt
    assert "Treasures: Feather +1." in picture.alt


def test_a_trial_tells_what_would_be_buried() -> None:
    """On F1A the leaf lies on the Berry of C4, and its hole over nothing."""
    view = made_up(1, 0, seat=0)
    assert view.players[0].floor == "F1A"
    leaf = Leaf(Tile.parse("G05"), Cell.parse("B4"), TURNS[0])
    picture = ARTIST.trial(view, leaf, names=NAMES, lang="en")
    assert "Covered up: Berry 1." in picture.text


def test_a_trial_of_a_nut_costs_one_and_one_of_a_squirrel_nothing() -> None:
    view = made_up(3, seat=2)
    it = view.players[2]
    assert trial.tried(it, fitting(view, SpendNut)).more == (0, -1, 0, 0)
    assert trial.tried(it, fitting(view, Squirrel)).more == NOTHING


def test_a_trial_of_an_animal_pays_what_is_printed_and_what_it_bears() -> None:
    view = made_up(1, 0, seat=0)
    it = view.players[0]
    cells = [Cell.parse(name) for name in ("C6", "D6")]
    holes = type(it.holes)(sum(cell.bit for cell in cells))
    it = replace(it, holes=holes)
    mouse = PlaceAnimal(Animal.MOUSE, cells[0], TURNS[0])
    found = trial.tried(it, mouse)
    assert found.more == (2, 0, 0, 0)
    assert found.holes == 0
    assert found.floor.animals == (mouse,)


def test_nothing_is_tried_by_a_move_that_lays_nothing() -> None:
    with pytest.raises(DataError):
        ARTIST.trial(made_up(2, seat=0), EndTurn(), names=NAMES, lang="en")


def test_a_trial_repaints_no_more_than_it_changes() -> None:
    painted = []

    class Watched(Press):
        def _paint(self, painter: Painter, w: int, h: int, *args: Hashable) -> Painted:
            painted.append(painter)
            return super()._paint(painter, w, h, *args)

    artist = IndianSummerArtist(Watched(th.WOOD, th.FLATS, sample))
    view = made_up(4, seat=3)
    leaf = fitting(view, Leaf)
    artist.hand(view, names=NAMES, lang="en")
    before = len(painted)
    artist.trial(view, leaf, names=NAMES, lang="en")
    assert 0 < len(painted) - before <= 30
