"""What the pictures of Lodge say in words: text board, alternative text, the hand."""

from dataclasses import replace

import pytest

from lookup import shelf
from render.i18n import LANGS, Lang, translate
from render.kit.press import Press
from render.lodge import LodgeArtist, cells, layout, text
from render.lodge import theme as th
from render.lodge.key import ROOMS
from render.lodge.sample import sample
from render.picture import MAX_ALT, Picture
from render.speech import Speech
from rules.lodge import LODGE
from rules.lodge.components import AMENITIES, AmenityId, Cell
from rules.lodge.state import LodgeState
from rules.lodge.view import Change, LodgeView, TileView
from tests.render.drawn import overheard
from tests.rules.lodge.helpers import hotel, placing, play, player, table

NAMES = {0: "Ann", 1: "Bob"}
ARTIST = LodgeArtist()


def board(state: LodgeState) -> Picture:
    return ARTIST.board(LODGE.view(state, -2), names=NAMES, lang="en", to_act=frozenset())


def hand(state: LodgeState, seat: int = 0) -> tuple[Picture, set[str]]:
    """Return the active player's picture, and the words painted on it."""
    with overheard() as heard:
        found = LodgeArtist(Press(th.NIGHT, th.FLATS, sample, "lodge")).hand(
            LODGE.view(state, seat), names=NAMES, lang="en"
        )
    assert found is not None
    return found, {it.line for it in heard}


@pytest.mark.parametrize(
    ("state", "cause"),
    [
        (placing(player(hotel(12)), player(), ending=0), "Ann was the first to place twelve"),
        (placing(player(hotel(3)), player(), ending=0), "Ann has nothing left to build."),
        (placing(player(hotel(12)), ending=0), "Ann has twelve guests."),
        (placing(player(hotel(3)), ending=0), "Ann has nothing left to build."),
    ],
)
def test_the_text_board_says_what_brought_the_end(state: LodgeState, cause: str) -> None:
    """LD-END-1, LD-TURN-5."""
    lines = board(state).text.splitlines()
    assert [line for line in lines if line.startswith(cause)]
    assert sum("twelve" in line or "nothing left" in line for line in lines) == 1


def test_alone_the_text_says_who_leaves_and_which_room_goes() -> None:
    """LD-SOLO-2."""
    state = placing(player("RB"), rooms="RBGY .BGY RBGY RBGY", waits="- RG1 RB1 BG1", turn=2)
    for words in (board(state).text, board(state).alt, hand(state)[0].alt):
        assert "Guest RG1 will leave when this turn ends." in words
        assert "The rival hotel will then take the blue (B) room at 2-2." in words
    bare = replace(state, display=table(player(), rooms="RBGY .... RBGY RBGY").display)
    assert "will then find no room on floor 2." in board(bare).text
    last = board(replace(state, turn=20)).text
    assert "will leave" not in last
    assert "rival" not in last


def test_a_guest_who_fits_but_not_this_turn_has_rooms() -> None:
    """LD-GUEST-1: RB2 would fit, too, but a guest from the display was placed."""
    state = placing(player("RBRB", "YY4", token=True), player(), waits="RB1 RB2 GG1 PP1")
    found, painted = hand(play(state, "0 guest RB1@A1"))
    assert "not this turn" in painted
    assert text.GAP in painted
    assert (
        "RB2 can't move in this turn, but these rooms suit them: B1 (2), C1 (2), D1 (2)"
        in found.text
    )


def test_whoever_the_valet_may_take_shows_their_rooms() -> None:
    """LD-GUEST-7: even after a guest from the display was placed."""
    state = placing(player("RBRB", "RB4", token=True), player(), waits="RB1 RB2 GG1 PP1")
    found, painted = hand(play(state, "0 guest RB1@A1", "0 guest RB4@D1"))
    assert "RB2 would find a room in: B1 (2), C1 (2)" in found.text
    assert {"B1  C1", text.GAP} <= painted
    assert "not this turn" not in painted


def test_during_the_build_guests_move_in_afterwards() -> None:
    """LD-TURN-1."""
    assert "RB1, once you've built: A1 (3), B1 (3)" in hand(table(player("RB"), player()))[0].text


def test_the_hand_in_words_has_display_and_guests() -> None:
    found, _ = hand(table(player("RB"), player()))
    for words in (found.alt, found.text):
        assert "RB1, RG1, RY1, BG1" in words
    rooms = "red, blue, green, yellow"
    assert f"Display, floor 4: {rooms}; floor 3: {rooms};" in found.alt
    assert len(found.alt) <= MAX_ALT


def test_alternative_text_says_which_rooms_are_empty_and_marks_cut_names() -> None:
    view: LodgeView = LODGE.view(table(player("RB#", B1="BB1"), player()), -2)
    names = {0: "Dariusz Wąsowski", 1: "Bob"}
    alt = text.alternative(view, names, "en")
    assert "Dariusz Wąsow…: points 3, guests 1/12, valet –, tiles 3. Empty rooms: A1 red." in alt
    assert "Bob: points" in alt


def test_more_than_an_amenity_allows_is_not_read_as_done() -> None:
    tile = TileView(Cell(0, 1), None, None, AmenityId("A16"), 0, met=False, have=6, need=5)
    assert text.progress(tile) == "6>5"
    assert text.progress(replace(tile, have=2)) == "2/5"


def _furnished(columns: int) -> LodgeView:
    """Return a view in which the first player has just built an amenity at B1."""
    state = table(player("RB#" + "R" * (columns - 3), B1="BB1"), player())
    view: LodgeView = LODGE.view(state, -2)
    stacks = view.players[0].columns
    cell = next(tile.cell for stack in stacks for tile in stack if tile.amenity)
    return replace(view, recent=Change(((0, cell),)))


@pytest.mark.parametrize("columns", [3, 14, 20])
def test_the_amenity_built_last_is_called_by_its_name(columns: int) -> None:
    view = _furnished(columns)
    cell = view.recent.cells[0][1]
    tile = next(it for stack in view.players[0].columns for it in stack if it.cell == cell)
    assert tile.amenity
    name = Speech(NAMES, "en").name(AMENITIES[tile.amenity].name)
    fresh = LodgeArtist(Press(th.NIGHT, th.FLATS, sample, "lodge"))
    with overheard() as heard:
        fresh.board(view, names=NAMES, lang="en", to_act=frozenset())
        fresh.board(replace(view, recent=Change()), names=NAMES, lang="en", to_act=frozenset())
    assert " ".join(it.line for it in heard).count(f"New: {name} in {cell}") == 1
    with overheard() as heard:
        fresh.area(view, "seat0", names=NAMES, lang="en", to_act=frozenset())
    assert (name in {it.line for it in heard}) == (columns <= 2 * layout.WINGS[0])


@pytest.mark.parametrize("lang", LANGS)
def test_no_name_is_cut_in_the_large_cells_of_an_area(lang: Lang) -> None:
    for key, it in AMENITIES.items():
        name = Speech(NAMES, lang).name(it.name)
        with overheard() as heard:
            cells.amenity(layout.SIZES[0], layout.SIZES[0], key, False, "0/2", False, False, name)
        assert " ".join(it.line for it in heard).startswith(name), name


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_marked_is_told_in_the_rulebook_as_in_the_key(lang: Lang) -> None:
    """LD-TURN-1: a turn is several moves, and what they changed stays marked together."""
    state = play(table(player("RB", "RB3"), player()), "0 room 1-1@C", "0 guest RB3@A1")
    assert len(LODGE.view(state, 0).recent.cells) == 2
    shelf.load()
    told = shelf.book("lodge", lang).get("what-the-picture-shows")
    assert told is not None
    signs = {it.looks.msgid: it.means for it in ROOMS.entries if it.looks is not None}
    for looks in ("orange frame", "orange dot"):
        assert translate(signs[looks], lang, {}) in told.body
