"""What CVlizations' pictures say of the last move, and how they show the end."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from unittest.mock import patch

import pytest

from render.cvlizations import board, heading, layout, panels, phrases, pieces, text
from render.cvlizations import theme as th
from render.cvlizations.parts import owned
from render.i18n import LANGS, Lang
from render.kit import marks
from render.kit.layout import Box
from render.kit.press import WIDTH
from render.speech import Speech
from rules.cvlizations.components import ORDERS, Idea, Order
from rules.cvlizations.view import CvView, Phase, Variant
from tests.render.cave import NAMES, TABLES, made_up, seen, states
from tests.render.drawn import Written, overheard
from tests.render.seeing import check_apart, check_written
from tests.render.test_cvlizations_pictures import CUT, apart_and_inside, fresh

SHORT = {0: "Ada", 1: "Bartek", 2: "Celina", 3: "Dorota", 4: "Emil"}
TAGS = {"en": "changed", "pl": "zmiana"}


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def heard_board(view: CvView, lang: Lang = "en") -> list[Written]:
    """Return what is written on the board of a view."""
    with overheard() as heard:
        fresh().board(view, names=NAMES, lang=lang, to_act=view.waiting)
    return heard


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("phase", [Phase.ORDERS, Phase.DEVELOPMENT, Phase.OVER])
@pytest.mark.parametrize(("seats", "variant"), TABLES)
def test_each_row_that_the_last_move_changed_has_a_tag(
    seats: int, variant: Variant, phase: Phase, lang: Lang
) -> None:
    view = made_up(seats, variant, phase)
    view = replace(view, marked=tuple(range(len(view.tribes))), bought=(1,))
    heard = heard_board(view, lang)
    check_written(heard, CUT)
    check_apart(heard)
    tags = [it for it in heard if it.line == TAGS[lang]]
    assert len(tags) == len(view.tribes)
    assert min(it.font.px for it in tags) >= 28
    none = heard_board(replace(view, marked=()), lang)
    assert TAGS[lang] not in {it.line for it in none}


def test_a_tag_leaves_what_is_told_of_a_player_in_sight() -> None:
    view = made_up(5, phase=Phase.DEVELOPMENT)
    first = view.line[0]
    written = {it.line for it in heard_board(replace(view, marked=(first,), bought=(first,)))}
    assert {"changed", "has bought"} <= written


@pytest.mark.parametrize(("seats", "options"), [(2, ()), (2, ("advanced",)), (5, ())])
def test_every_tag_has_something_to_show(seats: int, options: tuple[str, ...]) -> None:
    """Whoever only passes has no tag."""
    for then, now in pairwise(map(seen, states(seats, 3, *options))):
        for tribe in now.marked:
            gave = now.tribes[tribe] != then.tribes[tribe]
            gave |= phrases.orders_of(now, tribe) != phrases.orders_of(then, tribe)
            owns = tribe < seats and now.players[tribe] != then.players[tribe]
            assert gave or owns, (now.turn, now.phase, tribe)


def test_only_ideas_bought_with_the_last_move_have_a_rim() -> None:
    view = made_up(3, phase=Phase.DEVELOPMENT)
    first, second, third = view.line
    view = replace(view, buyers=(first, second), marked=(second,))
    newest = view.players[second].ideas[-1]
    assert [phrases.rimmed(view, seat) for seat in view.line] == [(), (newest,), ()]
    given = tuple(replace(it, placed=it.tribe == second) for it in view.tribes)
    later = replace(view, phase=Phase.ORDERS, tribes=given)
    assert phrases.rimmed(later, second) == ()
    assert phrases.rimmed(replace(later, marked=(first,)), first) != ()
    assert phrases.rimmed(replace(view, phase=Phase.ACTION), second) == ()
    rows = [board.tribe_row(view, view.tribes[seat], Speech(NAMES, "en"), view.waiting)
            for seat in (first, second, third)]  # fmt: skip
    assert [[chip.idea for chip in row.ideas if chip.new] for row in rows] == [[], [newest], []]


@pytest.mark.parametrize("idea", [Idea.LAW, Idea.SWORD, Idea.SCHOOL, Idea.EGOISM])
def test_a_rim_is_a_dark_line_beside_a_light_one(idea: Idea) -> None:
    chip = owned.Chip(idea, "W", "", False, new=True)
    tiles = owned.ideas(200, 46, (chip,), False), owned.card(300, 160, chip, "W")
    for tile, pair in zip(tiles, ((th.INK, th.PAPER), (th.WHITE, th.PITCH)), strict=True):
        column = [tile.image.getpixel((30, y)) for y in range(8)]
        found = [column.index(rgb(colour)) for colour in pair]
        assert found == sorted(found)


@pytest.mark.parametrize(("seats", "variant"), TABLES)
def test_the_last_board_is_in_the_order_of_the_places(seats: int, variant: Variant) -> None:
    view = made_up(seats, variant, Phase.OVER)
    totals = (20, 31, 25, 31, 8)[:seats]
    players = tuple(replace(it, total=totals[it.seat], left=it.seat) for it in view.players)
    view = replace(view, players=players)
    places = {2: (1, 0), 3: (1, 2, 0), 4: (3, 1, 2, 0), 5: (3, 1, 2, 0, 4)}[seats]
    neutral = tuple(n for n in view.placing if n >= seats)
    assert phrases.lined(view) == (*places, *neutral)
    assert phrases.lined(replace(view, phase=Phase.CLEANUP)) == view.placing
    boxes = layout.board(phrases.lined(view), seats)
    apart_and_inside(boxes, Box(0, 0, WIDTH, layout.height(phrases.lined(view), seats)))
    tops = [boxes[f"tribe{n}"].y for n in (*places, *neutral)]
    assert tops == sorted(tops)
    told = text.board(view, SHORT, "en")
    found = [told.index(f"\n{SHORT[seat]} (") for seat in places]
    assert found == sorted(found)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("shared", [False, True])
def test_a_finished_board_has_each_winner_in_a_wreath(seats: int, shared: bool) -> None:
    variant = Variant.GEEKS if seats == 2 else Variant.BASIC
    view = made_up(seats, variant, Phase.OVER)
    if shared:
        players = tuple(replace(it, total=30, left=2) for it in view.players)
        view = replace(view, players=players)
    with patch.object(marks, "laurel", wraps=marks.laurel) as wreath:
        heard = heard_board(view)
    assert wreath.call_count == (seats if shared else 1)
    check_written(heard, CUT)


def test_the_winners_token_is_in_the_wreath() -> None:
    head = heading.head(760, 100, (2, 1), "The win is shared", "Turn 9 of 9", True).image
    for at, seat in enumerate((2, 1)):
        left = 16 + at * heading.WREATH
        place = head.crop((left, 4, left + heading.WREATH, 62))
        colours = {colour for _, colour in place.getcolors(9999) or []}
        assert {rgb(th.BRASS), rgb(th.SEATS[seat])} <= colours
    plain = head.crop((heading.before(2, True) - 6, 4, heading.before(2, True), 62))
    assert {colour for _, colour in plain.getcolors(9999) or []} == {rgb(th.PAPER)}


@pytest.mark.parametrize("order", ORDERS)
def test_badges_hardly_cover_the_pictogram_of_an_order(order: Order) -> None:
    """The badges are 38 pixels high, 4 above the bottom."""
    stamps = [
        pieces.order(order, 84, 140, False, 34, below) for below in (0, round(140 * panels.BADGES))
    ]
    drawn = []
    for stamp in stamps:
        lower = stamp.crop((0, 45, 84, 140)).convert("RGB")
        white = lower.convert("L").point([0] * 250 + [255] * 6)
        box = white.getbbox()
        assert box is not None
        drawn.append(box)
    (_, _, _, low), (_, top, _, high) = drawn
    assert high <= min(low - 20, 140 - 45 - 30)
    assert high - top > 20
