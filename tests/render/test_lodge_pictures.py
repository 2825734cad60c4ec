"""The pictures of Lodge: boxes, text, words, colours."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from unittest.mock import patch

import pytest
from PIL import Image, ImageChops, ImageStat

from bench.sight import contrast, inside, overlap
from render.i18n import LANGS, Lang, printed
from render.kit.layout import Box
from render.kit.press import WIDTH, Press
from render.kit.type import DETAIL_PX
from render.lodge import (
    PRESS,
    LodgeArtist,
    areas,
    cells,
    icons,
    layout,
    offer,
    pieces,
    schemes,
    text,
)
from render.lodge import theme as th
from render.lodge.news import sky
from render.lodge.sample import sample
from render.picture import MAX_ALT
from rules import registry
from rules.errors import DataError
from rules.lodge.components import AMENITIES, COLOURS, FLOORS, GUESTS, LOOKS, Cell, Guest
from rules.lodge.view import Phase
from rules.protocol import WATCHER, Outcome, ScoreLine
from rules.text import t
from scripts.doctor import positions
from tests.render.chalet import LODGE, NAMES, made_up, seen, states, waiting
from tests.render.drawn import overheard

ARTIST = LodgeArtist()
ACTS = frozenset({1})
WIDTHS = (3, 8, 14)
SUMS = tuple(ScoreLine(label, 0) for label in (t("Guests"), t("Favourite floors"), t("Amenities")))
MARK = (255, 122, 26)
SAMPLES = ("room:R", "GY3", "A11", "A20", "elevator", "valet", "token")


def fresh() -> LodgeArtist:
    """Return an artist without cached tiles, so that everything is painted again."""
    return LodgeArtist(Press(th.NIGHT, th.FLATS, sample))


def apart_and_inside(boxes: dict[str, Box], page: Box) -> None:
    for name, box in boxes.items():
        assert inside(box, page), name
        assert min(box.w, box.h) > 0, name
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not overlap(a, b), (one, other)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_board_boxes_are_inside_and_apart(seats: int) -> None:
    page = Box(0, 0, WIDTH, layout.height(seats))
    boxes = dict(layout.board(seats))
    apart_and_inside(boxes, page)
    assert {f"lodge{n}" for n in range(seats)} <= boxes.keys()
    assert {f"slot{n}" for n in range(16)} <= boxes.keys()
    assert WIDTH * 3 / 4 <= page.h <= WIDTH * (1.2 if seats == 4 else 1)


def test_hand_boxes_are_inside_and_apart() -> None:
    apart_and_inside(dict(layout.hand()), Box(0, 0, WIDTH, layout.HAND_HEIGHT))
    assert WIDTH * 3 / 4 <= layout.HAND_HEIGHT <= WIDTH


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_result_boxes_are_inside_and_apart(seats: int) -> None:
    page = Box(0, 0, WIDTH, layout.result_height(seats))
    apart_and_inside(dict(layout.result(seats)), page)
    for name, box in layout.result(seats).items():
        if name != "head":
            assert inside(layout.home(box), box)


@pytest.mark.parametrize("count", [2, 5, 24, 60])
def test_boxes_of_components_are_inside_and_apart(count: int) -> None:
    page = Box(0, 0, WIDTH, layout.together_height(count))
    apart_and_inside(dict(layout.together(count)), page)


@pytest.mark.parametrize("columns", [1, *WIDTHS, 15, 26])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_lodge_of_any_width_stands_whole_in_its_panel(seats: int, columns: int) -> None:
    for n in range(seats):
        panel = layout.board(seats)[f"lodge{n}"]
        told, ground = layout.panel(panel, columns, is_large=not n)
        place = layout.house(ground, columns)
        boxes = {
            str(cell): place.cell(cell)
            for cell in (Cell(c, f) for c in range(columns) for f in range(1, FLOORS + 1))
        }
        if written := sky.note_box(ground, place, [place.shaft, *boxes.values()], ("New: C3", "C")):
            boxes["note"] = written[0]
        apart_and_inside({**boxes, "shaft": place.shaft, "foot": place.foot, "told": told}, panel)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_very_wide_lodge_has_the_whole_width_of_its_panel(seats: int) -> None:
    room = layout.board(seats)["lodge0"]
    (usual, ground), (told, wide) = (
        layout.panel(room, columns, is_large=True) for columns in (8, 24)
    )
    assert usual.x > ground.x
    assert wide.w == told.w == room.w
    assert layout.house(wide, 24).size > layout.house(ground, 24).size
    assert 2 * layout.house(wide, 24).shaft.h > wide.h


def test_usual_lodges_are_drawn_large() -> None:
    for seats in (1, 2, 3, 4):
        panel = layout.board(seats)["lodge0"]
        assert layout.house(panel.left(panel.w - layout.BESIDE), 10).size >= 72


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_words_lie_within_their_tiles(seats: int, columns: int, lang: Lang) -> None:
    view = made_up(seats, columns, seat=seats - 1)
    artist = fresh()
    with overheard() as heard:
        artist.board(view, names=NAMES, lang=lang, to_act=ACTS)
        artist.hand(view, names=NAMES, lang=lang)
    assert len(heard) > 40
    for it in heard:
        assert inside(it.box, it.canvas.box), it.line
        assert it.font.px >= DETAIL_PX, it.line
        area = it.box.w * it.box.h
        for count, colour in it.ground.convert("RGB").getcolors(100_000) or []:
            if count > area * 0.05:
                ground = "#{:02x}{:02x}{:02x}".format(*colour)  # type: ignore[misc]
                assert contrast(it.ink, ground) >= 4.5, (it.line, it.ink, ground)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_nothing_but_long_names_is_cut(seats: int) -> None:
    with overheard() as heard:
        fresh().board(made_up(seats, 8), names=NAMES, lang="pl", to_act=ACTS)
    cut = [it.line for it in heard if it.line.endswith("…")]
    assert [line for line in cut if not line.startswith(("Bart", "Brzę", "Дми", "**Gr"))] == []


def test_the_last_move_and_who_is_to_act_are_marked() -> None:
    view = made_up(3)
    plain = replace(view, recent=type(view.last)())
    shown = [ARTIST.board(v, names=NAMES, lang="en", to_act=ACTS).png for v in (view, plain)]
    other = ARTIST.board(view, names=NAMES, lang="en", to_act=frozenset()).png
    assert len({*shown, other}) == 3


@pytest.mark.parametrize("size", [size for size in layout.SIZES if size >= 40])
def test_the_frame_of_a_touched_room_is_seen_on_a_phone(size: int) -> None:
    phone = WIDTH // 400
    room = cells.empty(size, size, COLOURS[0], (), 0, True).image
    assert all(room.getpixel((x, size // 2)) == MARK for x in range(2 * phone))
    assert room.getpixel((size // 4, size // 2)) != MARK


def test_the_last_round_is_announced() -> None:
    view = made_up(2)
    with overheard() as heard:
        fresh().board(view, names=NAMES, lang="en", to_act=ACTS)
    assert "Last round" in {it.line for it in heard}
    assert "Last round." in ARTIST.board(view, names=NAMES, lang="en", to_act=ACTS).text


def test_a_solo_match_counts_its_turns() -> None:
    text_form = ARTIST.board(made_up(1), names=NAMES, lang="pl", to_act=ACTS).text
    assert "13" in text_form
    assert "20" in text_form


def test_free_cells_are_named_while_building_and_not_afterwards() -> None:
    for phase, named in ((Phase.BUILD, True), (Phase.GUESTS, False)):
        view = made_up(2, phase=phase)
        with overheard() as heard:
            fresh().board(view, names=NAMES, lang="en", to_act=ACTS)
        lines = {it.line for it in heard}
        assert {str(cell) in lines for cell in view.cells} == {named}


def test_only_the_owner_sees_who_fits_where() -> None:
    mine, others = made_up(3, seat=2), made_up(3, seat=0)
    views = (mine, others, made_up(3))
    own, other, public = (ARTIST.board(view, names=NAMES, lang="en", to_act=ACTS) for view in views)
    assert other == public
    assert own.png != public.png
    for host in mine.hosts:
        assert f"{host.cell} ({host.points})" in own.text
    assert "can move into" not in public.text


def test_only_the_active_player_has_a_hand() -> None:
    for seat in (WATCHER, 0, 1):
        assert ARTIST.hand(made_up(3, seat=seat), names=NAMES, lang="en") is None
    hand = ARTIST.hand(made_up(3, seat=2), names=NAMES, lang="en")
    assert hand is not None
    assert len(hand.alt) <= MAX_ALT


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_text_board_is_complete(seats: int, lang: Lang) -> None:
    view = made_up(seats, 8)
    picture = ARTIST.board(view, names=NAMES, lang=lang, to_act=ACTS)
    assert len(picture.alt) <= MAX_ALT
    for player in view.players:
        assert str(player.points) in picture.text
        assert text.guests_of(player) in picture.text
        for tile in (tile for stack in player.columns for tile in stack):
            assert f"{tile.cell} " in picture.text
            if tile.guest is not None:
                assert printed(tile.guest.called, lang) in picture.text
            elif tile.colour is not None:
                assert f"{tile.cell} {printed(LOOKS[tile.colour].word, lang)}" in picture.text
            else:
                assert tile.met or text.progress(tile) in picture.text
    for guest in view.guests:
        assert guest is None or printed(guest.called, lang) in picture.text
    for key in filter(None, view.amenities):
        assert key in picture.text


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_positions_of_real_matches_can_be_drawn(seats: int) -> None:
    found = states(seats, 1)
    for state in (found[0], found[len(found) // 2], found[-1]):
        picture = ARTIST.board(seen(state), names=NAMES, lang="en", to_act=waiting(state))
        again = ARTIST.board(seen(state), names=NAMES, lang="en", to_act=waiting(state))
        assert picture == again
        assert len(picture.png) <= 110_000


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_result_tells_the_breakdown(seats: int) -> None:
    outcome = Outcome(
        tuple(40 + n for n in range(seats)),
        tuple(seats - n for n in range(seats)),
        tuple(
            (
                ScoreLine(t("Guests"), 24, None),
                ScoreLine(t("Favourite floors"), 11 + n, None),
                ScoreLine(t("Amenities"), 5, t("{list}", list=("Sauna 4", "Library 5"))),
            )
            for n in range(seats)
        ),
        t("The season is over. Ben wins with 45 points."),
    )
    view = made_up(seats, 9, Phase.OVER)
    with overheard() as heard:
        picture = fresh().result(view, outcome, names=NAMES, lang="en")
    lines = {it.line for it in heard}
    for n in range(seats):
        assert {str(40 + n), str(11 + n)} <= lines
        assert f"Favourite floors: {11 + n}" in picture.text
    assert all(inside(it.box, it.canvas.box) for it in heard)


@pytest.mark.parametrize("columns", [12, 16])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_result_shows_what_each_tile_of_a_wide_lodge_scores(seats: int, columns: int) -> None:
    view = made_up(seats, columns, Phase.OVER)
    outcome = Outcome((0,) * seats, tuple(range(1, seats + 1)), (SUMS,) * seats, t("The end."))
    with overheard() as heard, patch.object(schemes, "scheme", wraps=schemes.scheme) as drawn:
        fresh().result(view, outcome, names=NAMES, lang="en")
    assert "The end." in {it.line for it in heard}
    shown = [it.line for it in heard if it.canvas.box.w == it.canvas.box.h]
    tiles = {tile for it in view.players for stack in it.columns for tile in stack}
    assert {str(tile.points) for tile in tiles if tile.points} <= set(shown)
    assert "–" in shown
    assert all(inside(it.box, it.canvas.box) for it in heard)
    if columns == 12:
        told = {*shown, *(call.args[0] for call in drawn.call_args_list)}
        assert {tile.amenity for tile in tiles if tile.amenity} <= told


@pytest.mark.parametrize("size", [46, 58, 72, 88, 104])
def test_how_far_an_amenity_has_come_is_whole_in_cells_of_any_size(size: int) -> None:
    with overheard() as heard:
        cells.amenity(size, size, "A23", False, "18/5", False, False)
    assert "18/5" in {it.line for it in heard}
    assert all(inside(it.box, it.canvas.box) for it in heard)


@pytest.mark.parametrize("size", [46, 58, 64])
def test_an_open_amenity_says_what_it_is_worth_where_its_wish_has_no_room(size: int) -> None:
    with overheard() as heard:
        cells.amenity(size, size, "A21", False, "3/4", False, False)
    assert {it.line for it in heard} == {"6", "3/4"}


@pytest.mark.parametrize("size", [18, 28, 40])
def test_in_a_tiny_cell_a_bar_shows_how_far_an_amenity_has_come(size: int) -> None:
    tiles = [cells.amenity(size, size, "A21", False, f"{n}/4", False, False) for n in range(4)]
    assert len({tile.image.tobytes() for tile in tiles}) == len(tiles)


@pytest.mark.parametrize("size", [72, 80])
def test_what_an_amenity_asks_for_is_shown_whole(size: int) -> None:
    for key in AMENITIES:
        with patch.object(schemes, "scheme", wraps=schemes.scheme) as drawn:
            cells.amenity(size, size, key, False, "1/2", False, False)
        assert all(schemes.scheme(*call.args).width <= size for call in drawn.call_args_list), key
        assert drawn.call_args_list, key


def test_guests_who_could_move_in_are_counted_with_a_plus() -> None:
    with overheard() as heard:
        cells.empty(58, 58, COLOURS[0], GUESTS[:2], 1, False)
    assert [it.line for it in heard] == ["+2"]


def test_a_guest_who_stays_shows_no_floor_but_a_loved_one() -> None:
    on_two, on_three = map(Guest.parse, ("BB2", "BB3"))
    stays = [pieces.lodger(guest, 40).tobytes() for guest in (on_two, on_three)]
    assert stays[0] == stays[1] != pieces.guest(on_two, 40, 40).tobytes()


def test_amenities_can_be_looked_at_only_while_there_are_any() -> None:
    view = made_up(2)
    bare = replace(view, amenities=(None,) * 4)
    found = [{area.slug for area in ARTIST.areas(it)} for it in (view, bare)]
    assert found[0] - found[1] == {"amenities"}


def test_what_was_drawn_is_marked_otherwise_than_what_a_player_touched() -> None:
    drawn = offer.slot(60, 60, COLOURS[2], offer.NEW).image.convert("RGB")
    built = cells.empty(60, 60, COLOURS[2], (), 0, True).image.convert("RGB")
    frames = [it.getpixel((1, 30)) == it.getpixel((30, 58)) == MARK for it in (drawn, built)]
    assert frames == [False, True]
    assert drawn.getpixel((47, 13)) == MARK


@pytest.mark.parametrize("lang", LANGS)
def test_every_component_is_drawn_with_its_words(lang: Lang) -> None:
    for key in (*SAMPLES, *AMENITIES):
        picture = ARTIST.component((key,), lang=lang)
        assert len(picture.png) > 2000
        assert 0 < len(picture.alt) <= MAX_ALT
    assert set(SAMPLES) <= set(LODGE.components)


def test_many_components_are_drawn_together() -> None:
    guests = tuple(key for key in LODGE.components if len(key) == 3 and key not in AMENITIES)
    for ids in (guests, tuple(AMENITIES), ("elevator", "valet", "token")):
        assert len(ARTIST.component(ids, lang="en").alt) <= MAX_ALT


@pytest.mark.parametrize("ids", [(), ("room:X",), ("A99",), ("room:R", "boat")])
def test_an_unknown_component_is_an_error(ids: tuple[str, ...]) -> None:
    with pytest.raises(DataError):
        ARTIST.component(ids, lang="en")


@pytest.mark.parametrize(("w", "h"), [(164, 70), (62, 32), (280, 120)])
def test_every_requirement_fits_into_its_place(w: int, h: int) -> None:
    for key in AMENITIES:
        scheme = schemes.scheme(key, w, h)
        assert scheme.height <= h, key
        assert scheme.width <= w + 8, key


def test_rooms_differ_by_more_than_colour() -> None:
    signs = [icons.room(colour, 40, "#000000", "#ffffff").getchannel("A") for colour in COLOURS]
    for one, other in combinations(signs, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 20


def test_rooms_differ_in_grey() -> None:
    found = [_grey(pieces.room(colour, 84)) for colour in COLOURS]
    for one, other in combinations(found, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 15


def _grey(stamp: Image.Image) -> Image.Image:
    return stamp.convert("RGB").convert("L")


@pytest.mark.parametrize("lang", LANGS)
def test_a_single_letter_is_a_column_and_nothing_else(lang: Lang) -> None:
    view = made_up(4, seat=3)
    with overheard() as heard:
        fresh().board(view, names=NAMES, lang=lang, to_act=ACTS)
        fresh().hand(view, names=NAMES, lang=lang)
    told = {it.line for it in heard if len(it.line) == 1 and it.line.isalpha()}
    assert told == set("ABCDEFGH")


def test_the_last_round_is_a_moment_for_those_who_have_a_turn_left() -> None:
    view = replace(made_up(4), ending=1)
    moment = ARTIST.moment(view, names=NAMES, lang="en")
    assert "plays the last turn" in moment.alt
    assert "Ada: points 24, guests 4/12, one turn left." in moment.alt
    assert ARTIST.last_moment(view) == ARTIST.last_moment(replace(view, phase=Phase.OVER)) != ""
    for never in (made_up(3), replace(view, ending=view.order[-1])):
        assert ARTIST.last_moment(never) == ""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", [136, 150])
def test_the_name_of_every_amenity_is_whole_in_a_large_cell(size: int, lang: Lang) -> None:
    for key, it in AMENITIES.items():
        name = printed(it.name, lang)
        with overheard() as heard:
            cells.amenity(size, size, key, False, "1/5", False, False, name)
        assert name in " ".join(it.line for it in heard).replace("- ", "")
        assert all(inside(it.box, it.canvas.box.inset(5, 0)) for it in heard), name


def test_the_result_of_four_names_the_amenities_that_count() -> None:
    view = made_up(4, 9, Phase.OVER)
    outcome = Outcome((0,) * 4, (1, 2, 3, 4), (SUMS,) * 4, t("The end."))
    with overheard() as heard:
        fresh().result(view, outcome, names=NAMES, lang="en")
    lines = [it.line for it in heard]
    for player in view.players:
        tiles = [tile for stack in player.columns for tile in stack if tile.met]
        named = [
            (f"{it.amenity} {AMENITIES[it.amenity].name.en}: {it.points}", it.points)
            for it in tiles
            if it.amenity
        ]
        missing = [points for line, points in named if line not in lines]
        assert len(missing) < max(1, len(named))
        assert not missing or f"and {len(missing)} more: {sum(missing)}" in lines


def test_the_sky_over_a_very_wide_lodge_tells_what_its_amenities_ask_for() -> None:
    place = next(it for it in positions.kept(registry.get("lodge")) if it.name == "widest")
    view = seen(place.state)
    with overheard() as heard, patch.object(schemes, "scheme", wraps=schemes.scheme) as drawn:
        fresh().board(view, names=NAMES, lang="en", to_act=frozenset())
    lines = [it.line for it in heard]
    for cell, amenity, progress in (("B1", "A14", "2/3"), ("A4", "A11", "1/3")):
        assert progress in lines[lines.index(cell) :]
        assert amenity in {call.args[0] for call in drawn.call_args_list}


@pytest.mark.parametrize("columns", [9, 12, 16])
def test_words_in_a_lodge_of_two_wings_are_not_made_smaller(columns: int) -> None:
    page = layout.alone(columns).page
    assert page.h > WIDTH
    assert PRESS.enlarged(page, areas.TALLEST).finish.scale >= 1
