"""What the pictures of Lodge say about a turn, in words and signs."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock, patch

import pytest

from bench.sight import inside
from render.i18n import LANGS, Lang
from render.kit import marks
from render.kit import type as words
from render.kit.layout import Box
from render.kit.press import Press
from render.lodge import LodgeArtist, board, cells, icons, layout, offer, schemes, text
from render.lodge import theme as th
from render.lodge.news import phrases, sky
from render.lodge.sample import sample
from render.speech import Speech
from rules.lodge.components import AMENITIES, COLOURS, GUESTS, AmenityId, Cell
from rules.lodge.view import Change, LodgeView, Phase
from tests.render.chalet import NAMES, made_up
from tests.render.drawn import overheard

WISHES = tuple(sky.Wish(f"{n}2", AmenityId(f"A{n + 11}"), f"{n}/9", "Sauna") for n in range(1, 8))


def fresh() -> LodgeArtist:
    """Return an artist without cached tiles, so that everything is painted again."""
    return LodgeArtist(Press(th.NIGHT, th.FLATS, sample, "lodge"))


def lines(view: LodgeView, lang: Lang = "en") -> list[str]:
    """Return what is written on a board."""
    acts = frozenset() if view.active is None else frozenset({view.active})
    with overheard() as heard:
        fresh().board(view, names=NAMES, lang=lang, to_act=acts)
    return [it.line for it in heard]


def told(view: LodgeView) -> list[str]:
    """Return what is new on a table, in English."""
    return [Speech(NAMES, "en")(it) for it in phrases.changed(view)]  # type: ignore[arg-type]


def test_what_is_new_has_its_name_and_place() -> None:
    view = made_up(2, 3)
    stacks = view.players[1].columns
    tiles = [tile for stack in stacks for tile in stack]
    room = next(it for it in tiles if it.colour and not it.guest)
    guest = next(it for it in tiles if it.guest)
    amenity = next(it for it in tiles if it.amenity)
    touched = tuple((1, it.cell) for it in (amenity, room, guest, room))
    found = told(replace(view, recent=Change(touched)))
    assert len(found) == 3
    assert [line.partition(" in ")[2] for line in found] == [
        f"{it.cell} ({NAMES[1]})" for it in (amenity, room, guest)
    ]
    assert found[1].split()[1] == "room"
    assert found[2].startswith("guest in")


@pytest.mark.parametrize("lang", LANGS)
def test_the_hand_speaks_to_its_player(lang: Lang) -> None:
    for phase in (Phase.BUILD, Phase.GUESTS, Phase.VALET):
        view = made_up(2, 6, phase, seat=1)
        with overheard() as heard:
            hand = fresh().hand(view, names={0: "Bob", 1: "Zoe"}, lang=lang)
        assert hand is not None
        said = Speech(NAMES, lang)(phrases.yours(view))
        assert said in {it.line for it in heard}
        assert hand.alt.startswith(f"{said}.")
        assert not any("Zoe" in it.line for it in heard)


def test_what_a_player_may_do_is_what_helps() -> None:
    view = replace(made_up(2, 6, Phase.GUESTS, seat=1), hosts=(), shared=COLOURS[:1], ending=None)
    players = tuple(replace(it, token=False) for it in view.players)
    bare = replace(view, players=players, shared=())
    said = [Speech(NAMES, "en")(phrases.yours(it)) for it in (replace(view, players=players), bare)]
    assert said == ["Bring new guests, or end your turn", "End your turn"]
    rooms = replace(bare, players=tuple(replace(it, token=True) for it in players))
    assert Speech(NAMES, "en")(phrases.yours(rooms)) == "Bring new rooms, or end your turn"
    last = replace(rooms, ending=0, order=(0, 1))
    assert Speech(NAMES, "en")(phrases.yours(last)) == "End your turn"


@pytest.mark.parametrize("seats", [1, 3])
def test_guests_can_be_sent_away_only_while_that_is_possible_and_of_use(seats: int) -> None:
    view = replace(made_up(seats), shared=COLOURS[:1], ending=None, turn=3)
    last = {"turn": 20} if seats == 1 else {"ending": 0, "order": (0, 1, 2)}
    for change, able in (
        ({}, True),
        ({"phase": Phase.GUESTS}, True),
        ({"phase": Phase.VALET}, False),
        ({"phase": Phase.OVER, "active": None}, False),
        ({"phase": Phase.GUESTS, "display_used": True}, True),
        ({"phase": Phase.GUESTS, "display_used": True, **last}, False),
    ):
        now = replace(view, **change)
        shown = fresh().board(now, names=NAMES, lang="en", to_act=frozenset())
        assert ("All may be sent away" in " ".join(lines(now))) == able, change
        assert ("sent away" in shown.alt) == ("sent away" in shown.text) == able, change


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_finished_board_has_the_winner_in_a_wreath(seats: int) -> None:
    view = made_up(seats, 7, Phase.OVER)
    with patch.object(marks, "laurel", wraps=marks.laurel) as wreath:
        fresh().board(view, names=NAMES, lang="en", to_act=frozenset())
        assert wreath.call_count == 1
        fresh().board(made_up(seats), names=NAMES, lang="en", to_act=frozenset())
    assert wreath.call_count == 1


def test_open_amenities_without_room_are_counted_in_words() -> None:
    box = Box(0, 0, 300, 2 * sky.ROWS[-1] + sky.SPACE)
    with overheard() as heard:
        sky.wishes(box.w, box.h, WISHES, "and {count} more")
    assert "and 6 more" in {it.line for it in heard}
    assert not any(it.line.startswith("+") for it in heard)


@pytest.mark.parametrize("columns", [4, 8])
def test_small_amenities_say_beside_the_house_what_they_ask_for(columns: int) -> None:
    view = made_up(2, columns)
    tiles = [tile for stack in view.players[0].columns for tile in stack]
    still = [it for it in tiles if it.amenity and not it.met]
    written = " ".join(lines(view))
    assert still
    assert all(f" {it.cell} {text.progress(it)}" in written for it in still)


@pytest.mark.parametrize("size", [size for size in layout.SIZES if size >= cells.PLAIN])
def test_a_new_amenity_is_seen_on_a_phone(size: int) -> None:
    new, old = (
        cells.amenity(size, size, "A21", False, "3/4", False, last).image.convert("RGB")
        for last in (True, False)
    )
    pairs = [(new.getpixel((x, y)), old.getpixel((x, y))) for x in range(size) for y in range(size)]
    assert sum(one != other for one, other in pairs) > len(pairs) / 3


def test_a_column_is_no_place_for_what_is_gone() -> None:
    view = replace(made_up(2), recent=Change(((1, Cell(40, 1)),)))
    assert told(view) == []


@pytest.mark.parametrize("lang", LANGS)
def test_a_finished_board_says_what_decides_a_tie(lang: Lang) -> None:
    view = replace(made_up(3, 7, Phase.OVER), order=(2, 0, 1))
    players = tuple(replace(it, points=40 - 9 * (it.seat == 2)) for it in view.players)
    assert len({it.points for it in view.players}) == 3
    names = dict.fromkeys(range(3), "Bob")
    tied, clear = (
        Speech(names, lang)(text.asked(it)) for it in (replace(view, players=players), view)
    )
    assert {"en": "by turn order", "pl": "kolejnością tur"}[lang] in tied
    assert str(max(it.points for it in view.players)) in clear


@pytest.mark.parametrize("size", [size for size in layout.SIZES if size >= cells.PLAIN])
def test_the_frame_of_what_is_new_covers_no_guest_who_could_move_in(size: int) -> None:
    line = sum(cells._lines_of(size))
    for count in (1, 2, 5):
        old, new = (
            cells.empty(size, size, COLOURS[0], GUESTS[:count], 1, last).image.convert("RGB")
            for last in (False, True)
        )
        assert old.tobytes() != new.tobytes()
        with overheard() as heard:
            cells.empty(size, size, COLOURS[0], GUESTS[:count], 1, True)
        inner = Box(0, 0, size, size).inset(line)
        assert all(inside(it.box, inner) for it in heard)


@pytest.mark.parametrize("key", AMENITIES)
def test_the_number_of_a_floor_stands_beside_no_other_number(key: str) -> None:
    asks = schemes.symbols(AMENITIES[key])
    floors = [n for n, symbol in enumerate(asks) if symbol.startswith("floor")]
    assert floors in ([], [len(asks) - 1])
    assert not any(":" not in asks[n - 1] and asks[n - 1][0].isdigit() for n in floors)


@pytest.mark.parametrize("size", [size for size in layout.SIZES if size >= cells.LARGE])
def test_a_large_amenity_shows_what_it_asks_for_on_each_floor(size: int) -> None:
    with patch.object(schemes, "scheme", wraps=schemes.scheme) as shown:
        cells.amenity(size, size, "A20", False, "0/2", False, False)
    assert shown.call_count == 1


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_new_is_in_words_where_any_have_room(lang: Lang) -> None:
    _, ground = layout.panel(layout.board(4)["lodge2"], 9)
    place = layout.house(ground, 9)
    news = {
        "en": ("New: Herb Kitchen in G4, guest in H1", "New: amenity G4, guest H1", "New: G4, H1"),
        "pl": ("Nowe: Ziołowa kuchnia na G4, gość na H1", "Nowe: pokój G4, gość H1", "Nowe: G4"),
    }[lang]
    tops = (4, 4, 4, 4, 1, 4, 4, 3, 2)
    taken = [place.shaft, *(place.cell(Cell(n, top)) for n, top in enumerate(tops))]
    found = sky.note_box(ground, place, taken, news)
    assert found is not None
    assert found[1] in news[:2]
    none = sky.note_box(ground, place, [*taken, place.cell(Cell(8, 4))], ("W" * 90, "W" * 80, "W"))
    assert none is None or none[1] == "W"


def test_news_without_room_beside_a_lodge_are_beside_the_bag() -> None:
    view = replace(made_up(3, 14), shared=(), recent=Change(((0, Cell(0, 1)),)))
    said = Speech(NAMES, "en")
    full = said(phrases.news(view, 0)[0][0])  # type: ignore[arg-type]
    with patch.object(sky, "note_box", return_value=None):
        assert full in " ".join(lines(view))
    shared = replace(view, shared=COLOURS[:1])
    with patch.object(sky, "note_box", return_value=None):
        assert full not in " ".join(lines(shared))


@pytest.mark.parametrize("size", [size for size in layout.SIZES if size >= cells.SMALL])
def test_who_could_move_in_stands_on_another_ground_than_who_lives_there(size: int) -> None:
    for count in (1, 2, 5):
        with patch.object(icons, "dashed", wraps=icons.dashed) as rim:
            cells.empty(size, size, COLOURS[0], GUESTS[:count], 1, False)
        assert rim.call_count == 1
    with patch.object(icons, "dashed", wraps=icons.dashed) as rim:
        cells.lodged(size, size, COLOURS[0], GUESTS[0], 1, 0, False)
    assert rim.call_count == 0


@pytest.mark.parametrize("lang", LANGS)
def test_the_hand_says_when_guests_can_move_in(lang: Lang) -> None:
    said = []
    for view in (
        *(made_up(2, 6, phase, seat=1) for phase in (Phase.BUILD, Phase.GUESTS, Phase.VALET)),
        replace(made_up(2, 6, seat=1), hosts=(), fits=()),
    ):
        with overheard() as heard:
            fresh().hand(view, names=NAMES, lang=lang)
        said.append([it.line for it in heard])
    words = {
        "en": ("once you've built", "guests, now", "would find", "No room"),
        "pl": ("po budowie", "gości teraz", "znaleźliby", "Żaden"),
    }[lang]
    for n, told in enumerate(said):
        assert [any(it in line for line in told) for it in words] == [n == m for m in range(4)]


def test_missing_amenities_are_told_once() -> None:
    view, sheet = replace(made_up(2, 6), amenities=(None,) * 4), Mock()
    board.put_amenities(sheet, layout.board(2), view, Speech(NAMES, "en"))
    painters = [call.args[1] for call in sheet.put.call_args_list]
    assert painters == [offer.nothing, offer.stack]


@pytest.mark.parametrize("lang", LANGS)
def test_a_hand_in_short_begins_with_the_options(lang: Lang) -> None:
    view = made_up(2, 14, seat=1)
    hand = fresh().hand(view, names=NAMES, lang=lang)
    assert hand is not None
    say = Speech(NAMES, lang)
    fits = [say(it) for it in text.fits(view)]
    assert fits
    assert all(line in hand.alt for line in fits)
    offered = {"en": "Display", "pl": "Wystawka"}[lang]
    assert hand.alt.index(fits[-1]) < hand.alt.index(offered)


@pytest.mark.parametrize("line", ["Nowe: pokój H1, gość G4", "New room in H1 New room in H1"])
def test_news_on_two_lines_are_written_as_they_were_measured(line: str) -> None:
    """The box is as wide as the longer line, and two equal ones leave no room for a space."""
    found = [sky._written(line, w, sky.HIGH[1]) for w in range(60, 460)]
    for font, parts in (one for one in found if one):
        wide = max(words.width(part, font) for part in parts)
        assert sky._written(line, wide, sky.HIGH[1]) == (font, parts)
