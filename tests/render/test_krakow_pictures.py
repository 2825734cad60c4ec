"""The pixels of Kraków 2009: the same everywhere, legible, small.

They can be told apart without colour.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise, product
from pathlib import Path
from statistics import median
from unittest.mock import patch

import pytest
from PIL import Image, ImageChops

from bench.sight import contrast, inside, overlap
from render.i18n import LANGS, Lang, translate
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press, paint
from render.krakow import (
    PRESS,
    KrakowArtist,
    board,
    cards,
    collection,
    heading,
    layout,
    panels,
    pieces,
    result,
    stacks,
    text,
    tokens,
)
from render.krakow import theme as th
from render.krakow.sample import sample
from render.picture import Picture
from render.speech import Speech
from rules.krakow.components import (
    ACTIONS,
    GROUPS,
    SEAT_MARKS,
    SEAT_PATTERNS,
    SIGHTS,
    Action,
    Place,
    cell_text,
)
from rules.krakow.view import Change, Decision, KrakowView, Phase, TakenView
from rules.protocol import Outcome
from rules.text import t
from scripts.doctor import positions
from tests.render.drawn import KRAKOW, NAMES, made_up, overheard, seen, states, waiting
from tests.render.seeing import (
    VISIONS,
    as_seen,
    check_apart,
    check_written,
    difference,
    on,
    opened,
    psnr,
)

ARTIST = KrakowArtist()
ROOT = Path(__file__).parents[2]


def fresh(*, true_colour: bool = False) -> KrakowArtist:
    """Return an artist that has not painted anything yet."""
    press = Press(th.TABLE, th.FLATS, sample, true_colour=true_colour)
    if not true_colour:
        press.__dict__["palette"] = PRESS.palette
    return KrakowArtist(press)


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_a_hand_says_what_its_player_has_to_decide(lang: Lang) -> None:
    plain = dict(enumerate(("Ada", "Bo", "Cleo")))
    deciding = [seen(state, min(acting)) for state in states(3, 71) if (acting := waiting(state))]
    kinds = {view.decision.kind: view for view in deciding if view.decision}
    assert kinds.keys() >= {"lay", "reserve", "shift", "take"}
    for kind, view in kinds.items():
        mine = Speech(plain, lang)
        hand = ARTIST.hand(view, names=plain, lang=lang)
        assert hand is not None
        other = ARTIST.hand(replace(view, decision=None), names=plain, lang=lang)
        assert other is not None
        asked, idle = (it.text.splitlines()[1] for it in (hand, other))
        assert (asked != idle) is (kind != "lay")
        assert mine(text.asked(view)) not in hand.text + other.text


def heard_on_hand(view: KrakowView) -> list[str]:
    """Return what is written on a hand."""
    with overheard() as heard:
        assert fresh().hand(view, names=NAMES, lang="en") is not None
    return [it.line for it in heard]


def test_a_hand_shows_its_stopped_cards() -> None:
    view = made_up(4, Phase.PLANNING)
    assert view.own is not None
    stopped = replace(view.own, stopped=(Action.SWAP,) * 7)
    assert "7" not in heard_on_hand(view)
    assert "7" in heard_on_hand(replace(view, own=stopped))


def test_a_hand_counts_the_cards_its_player_will_keep() -> None:
    view = made_up(4, Phase.RESERVATION)
    assert view.own is not None
    laid = replace(view, own=replace(view.own, lays_left=0, kept_points=-3))
    told = "Points for the cards you keep: −3"
    assert told not in heard_on_hand(laid)
    assert told in heard_on_hand(replace(laid, round=view.rounds))
    assert told not in heard_on_hand(replace(view, round=view.rounds))


def test_an_area_has_room_for_a_long_name() -> None:
    view, name = made_up(4, Phase.PLANNING), "Brzęczyszczykiewicz-Wąchocki"
    for part in ("", "seat1"):
        with overheard() as heard:
            draw = partial(fresh().area, slug=part) if part else fresh().board
            draw(view, names={**NAMES, 1: name}, lang="en", to_act=frozenset({1}))
        assert (name in [it.line for it in heard]) == bool(part)


@pytest.mark.parametrize("lang", LANGS)
def test_a_shift_says_where_to_and_that_one_may_decline(lang: Lang) -> None:
    said = {"en": ({"left", "right"}, {"up", "down"}), "pl": ({"lewo", "prawo"}, {"górę", "dół"})}
    for place, ways in zip((Place.L1, Place.T1), said[lang], strict=True):
        view = replace(made_up(4, Phase.RESERVATION), seat=3)
        now = Decision(3, "shift", Place.T2, Action.SHIFT)
        view = replace(view, decision=replace(now, place=place))
        with overheard() as heard:
            fresh().board(view, names=NAMES, lang=lang, to_act=frozenset({3}))
            fresh().hand(view, names=NAMES, lang=lang)
        told = [it.line for it in heard if ways <= {*re.findall(r"\w+", it.line)}]
        assert len(told) == 2, "on the board and on the hand"
        no = {"en": ("not at all", "decline"), "pl": ("wcale", "wcale")}[lang]
        assert all(word in line for word, line in zip(no, told, strict=True))


@pytest.mark.parametrize("press", [PRESS, PRESS.dark], ids=["light", "dark"])
def test_what_changed_has_bars_that_need_no_colour(press: Press) -> None:
    """A white frame around a pale card, or around a line in play, is taken for another."""
    with press.painting():
        for lane in (False, True):
            plain, marked = (cards.below(150, 180, lane, last) for last in (False, True))
            edge, bars = (
                it.image.convert("L").crop((2, 16, 3, 160)).tobytes() for it in (plain, marked)
            )
            assert sum(abs(a - b) > 90 for a, b in pairwise(bars)) >= 4, "light and dark by turns"
            assert len({*edge}) == 1


def test_a_finished_board_frames_the_winner_and_no_card() -> None:
    view = replace(made_up(3, Phase.OVER), decision=None, last=Change((), (1, 2, 5)))
    say = Speech(NAMES, "en")
    for phase, shown in ((Phase.OVER, []), (Phase.TAKES, [1, 2, 5])):
        found = replace(view, phase=phase)
        assert [n for n in range(view.size**2) if board.content(found, n, say)[3]] == shown
    (first,) = text.winners(view)
    assert [board.known(view, it, say, frozenset()).title.won for it in view.players] == [
        seat == first for seat in range(3)
    ]
    empty, crowned = (heading.head(844, 86, -1, "", won) for won in ((), (first,)))
    assert empty.image.tobytes() != crowned.image.tobytes()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_wreaths_leave_room_for_a_shared_win(count: int, lang: Lang) -> None:
    head = layout.board(4, 4)["head"]
    room = head.w - heading.before(tuple(range(count))) - heading.AFTER
    line = translate(t("The match is over: the win is shared"), lang, {})
    assert words.width(line, words.bold(words.GLANCE_PX)) <= room


@pytest.mark.parametrize(("seats", "to_act"), list(product((2, 3), (True, False))))
def test_a_name_is_whole_whether_its_player_acts_or_not(seats: int, to_act: bool) -> None:
    width = layout.board(3 if seats == 2 else 4, seats)["seat1"].w - 22
    with overheard() as heard:
        panels.title_of(width, 46, panels.Title(1, "Krzysztof W.", to_act, 10))
    assert "Krzysztof W." in [it.line for it in heard]


def test_compared_hours_leave_the_name_of_the_winner() -> None:
    card = cards.Face("J", "6", "J6", 2, "St Mary's Church")
    lying = (tokens.Disc(0, 9), tokens.Disc(0, 14))
    for size in (3, 4):
        box = layout.board(size, size)["0"]
        with overheard() as heard:
            cards.free(box.w, box.h, cards.Won(card, 0, "Maja", False, lying), False, False)
        check_apart(heard)
        plates = [it.box.bottom + 4 for it in heard if it.line in ("9", "14")]
        (name,) = (it.box.y for it in heard if it.line == "Maja")
        assert max(plates) <= name


def every_kind(artist: KrakowArtist, seats: int, seed: int, lang: Lang) -> list[Picture]:
    """Return pictures of all kinds from one random match."""
    found = []
    run = states(seats, seed)
    for state in run[:: max(1, len(run) // 7)]:
        found.append(artist.board(seen(state), names=NAMES, lang=lang, to_act=waiting(state)))
        hand = artist.hand(seen(state, 1), names=NAMES, lang=lang)
        assert hand is not None
        found.append(hand)
    outcome = KRAKOW.outcome(run[-1])
    assert outcome is not None
    found.append(artist.result(seen(run[-1]), outcome, names=NAMES, lang=lang))
    return found


def digest(artist: KrakowArtist) -> str:
    """Return a hash over pictures of every kind."""
    total = hashlib.sha256()
    for seats in (2, 4):
        for phase in (Phase.PLANNING, Phase.RESERVATION):
            view = made_up(seats, phase)
            board = artist.board(view, names=NAMES, lang="pl", to_act=frozenset({1}))
            hand = artist.hand(view, names=NAMES, lang="en")
            assert hand is not None
            for picture in (board, hand):
                total.update(picture.png + picture.alt.encode() + picture.text.encode())
    return total.hexdigest()


def test_same_view_same_bytes() -> None:
    assert digest(ARTIST) == digest(ARTIST)
    assert digest(ARTIST) == digest(KrakowArtist(Press(th.TABLE, th.FLATS, sample)))


def test_same_bytes_in_another_process_with_another_hash_seed() -> None:
    code = "from tests.render.test_krakow_pictures import ARTIST, digest; print(digest(ARTIST))"
    env = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == digest(ARTIST)


@pytest.mark.parametrize(("seats", "lang"), [(2, "pl"), (3, "en"), (4, "pl")])
def test_every_text_is_large_inside_legible_and_whole(seats: int, lang: Lang) -> None:
    """Watch everything that is written on the tiles of a match."""
    with overheard() as heard:
        every_kind(fresh(), seats, 5, lang)
    assert len(heard) > 200
    check_written(heard, map(words.clean, NAMES.values()))


@pytest.mark.parametrize(("seats", "lang"), [(2, "en"), (3, "pl"), (4, "en")])
def test_no_text_lies_on_another(seats: int, lang: Lang) -> None:
    with overheard() as heard:
        every_kind(fresh(), seats, 6, lang)
    check_apart(heard)


def test_heads_have_room_for_letters_that_reach_out() -> None:
    reason = "Dwie osoby dzielą zwycięstwo: Zażółć Gęślą Jaźń, Brzęczyszczykiewicz-Wąchocki, " * 2
    with overheard() as heard:
        result.head(1172, layout.RESULT_HEAD, "Wyniki końcowe", reason)
        heading.title(334, layout.HEAD, "Runda 4 z 4", "Branie kart")
    assert len(heard) == 5
    assert all(inside(it.box, it.canvas.box) for it in heard)


@pytest.mark.parametrize("seat", range(4))
def test_letters_on_pieces_are_legible_on_colour_and_pattern(seat: int) -> None:
    assert contrast(th.INK, th.SEATS[seat]) >= 4.5
    assert contrast(th.INK, th.SEAT_LIGHTS[seat]) >= 4.5


def test_theme_agrees_with_the_box() -> None:
    assert tuple(mark.hex.lower() for mark in SEAT_MARKS) == th.SEATS
    assert SEAT_PATTERNS == th.PATTERNS
    assert {g.value: look.hex.lower() for g, look in GROUPS.items()} == th.GROUPS


@pytest.mark.parametrize("vision", [*VISIONS, "grey"])
def test_pieces_of_two_seats_never_look_alike(vision: str) -> None:
    kinds = (
        [pieces.chip(seat, 46, 28) for seat in range(4)],
        [pieces.token(seat, 46, 26) for seat in range(4)],
        [pieces.patterned(seat, 54, 56, 5) for seat in range(4)],
    )
    for stamps in kinds:
        eye = [as_seen(on(th.FELT, stamp), vision) for stamp in stamps]
        for one, other in combinations(eye, 2):
            assert difference(one, other) > 12


@pytest.mark.parametrize("vision", [*VISIONS, "grey"])
def test_cards_of_two_groups_never_look_alike(vision: str) -> None:
    """Only the symbol tells them apart, so compare where it is."""
    for rank in ("5", "C", "L"):
        corner = []
        for group in th.GROUPS:
            card = cards.printed(cards.Face(group, rank, group + rank, 2, "Same"), 138, 182).image
            part = card.crop((138 - 29 - 19, 76 - 19, 138 - 29 + 19, 76 + 19))
            corner.append(as_seen(part, vision))
        for one, other in combinations(corner, 2):
            assert difference(one, other) > 12


def test_seat_to_move_is_marked_without_colour() -> None:
    view = made_up(4, Phase.PLANNING)
    one, other = (
        opened(ARTIST.board(view, names=NAMES, lang="en", to_act=frozenset({seat})).png).convert(
            "L"
        )
        for seat in (1, 3)
    )
    assert ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize(("seats", "lang"), [(2, "en"), (3, "pl"), (4, "en")])
def test_palette_is_true_and_files_are_small(seats: int, lang: Lang) -> None:
    true = every_kind(fresh(true_colour=True), seats, 7, lang)
    drawn = every_kind(ARTIST, seats, 7, lang)
    for exact, picture in zip(true, drawn, strict=True):
        assert psnr(opened(exact.png), opened(picture.png)) >= 44
        assert len(picture.png) <= 150_000
    assert median(len(picture.png) for picture in drawn) <= 90_000


def test_flat_colours_come_out_exactly() -> None:
    colours = PRESS.palette.getpalette() or []
    made = {tuple(colours[i : i + 3]) for i in range(0, len(colours), 3)}
    for colour in th.FLATS:
        assert tuple(bytes.fromhex(colour[1:])) in made


def kept_view(name: str) -> KrakowView:
    """Return an extreme position as a watcher sees it."""
    place = next(place for place in positions.kept(KRAKOW) if place.name == name)
    return seen(place.state)


def test_a_tie_shows_each_hour_and_nothing_covers_it() -> None:
    view = kept_view("widest_tie")
    (tie,) = text.ties(view).values()
    content = board.content(view, tie.cell, Speech(NAMES, "en"))
    with overheard() as heard:
        box = Box(0, 0, 152, 188)
        paint(Canvas(box.w, box.h, th.FELT), cards.cell(box, *content))
    hours = [str(token.hour) for token in tie.tokens]
    assert len(hours) > 3
    assert sorted(it.line for it in heard if it.line in hours) == sorted(hours)
    check_apart(heard)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("card", ACTIONS)
def test_a_long_stack_still_tells_what_its_card_does(card: Action, lang: Lang) -> None:
    face = ACTIONS[card]
    effect = heading.Note(getattr(face.effect, lang))
    items: tuple[heading.Item, ...] = (
        heading.Number(1),
        heading.Word("T1"),
        *(heading.Turned(n % 4, "B", "") for n in range(6)),
        heading.Turned(3, card.value, getattr(face.name, lang)),
        effect,
        heading.Note("then"),
        *map(heading.Back, (0, 1, 2, 3, 0)),
        heading.Space(),
        heading.Word("after the awards, any card:", "F"),
        heading.Chip(2),
    )
    line = layout.board(4, 4)["status"]
    short = [args[1] for _, _, args in heading.status(line, (*items[8:11], *items[-3:])) if args]
    assert effect in short
    assert heading.Chip(2) in short
    shown = {args[1]: box for box, _, args in heading.status(line, items) if args}
    assert effect in shown
    assert heading.Word(words.ELLIPSIS) not in shown
    assert all(inside(box, line) for box in shown.values())


def test_a_set_does_not_hide_the_card_it_lacks() -> None:
    rows = tuple(collection.Owned(group, group, "7" * (group != "D"), False) for group in "NDJI")
    owned = collection.Collection(rows, (), (), (("7", "NJI"),))
    art = Canvas(486, 280, th.PAPER)
    with overheard() as heard:
        collection.table(art, art.box, owned, 64)
    sevens = [it for it in heard if it.line == "7"]
    assert len(sevens) == 4
    sun = tuple(bytes.fromhex(th.SUN[1:]))
    for it in sevens:
        seen_there = art.image.crop((it.box.x, it.box.y, it.box.right, it.box.bottom))
        assert sun not in {colour for _, colour in seen_there.getcolors(9999) or []}
    assert sun in {colour for _, colour in art.image.getcolors(9999) or []}


def test_three_kinds_of_tokens_leave_the_name_and_their_signs() -> None:
    sight = next(s for s in SIGHTS if s.label.en == "D6")
    lying = (tokens.Disc(1, 0, 3), tokens.Disc(3, 0), tokens.Disc(0, 0))
    face = board.printed(sight, Speech(NAMES, "en"))
    box = Box(0, 0, 152, 188)
    with overheard() as heard:
        paint(Canvas(box.w, box.h, th.FELT), cards.cell(box, face, lying, False, False, ""))
    lines = " ".join(it.line for it in heard)
    assert sight.name.en in lines
    assert "×3" in lines
    check_apart(heard)


def test_the_number_on_a_token_leaves_its_sign() -> None:
    def painted(px: int) -> Image.Image:
        art = Canvas(tokens.DISC, tokens.DISC, th.PAPER)
        with patch.object(
            pieces, "token", lambda seat, size, _, *more: real(seat, size, px, *more)
        ):
            tokens.put(art, art.box, (tokens.Disc(1, 0, 3),))
        return art.image

    real = pieces.token
    sign = ImageChops.difference(painted(1), painted(20)).getbbox()
    assert sign is not None
    assert sign[3] - sign[1] >= 18


@pytest.mark.parametrize("side", "LT")
@pytest.mark.parametrize("count", range(2, 13))
def test_the_signs_of_a_stack_show_beside_the_cards_above(side: str, count: int) -> None:
    room = layout.board(4, 4)[f"{side}1"].inset(4).below(46)
    sideways, small = side == "L", count > stacks.FULL
    fan = stacks._fan(room, count, sideways)
    step = stacks._step(fan, sideways)
    for at, box in enumerate(fan):
        free = step if at not in (0, (count + 1) // 2 if small else 0) else 0
        shown = box.below(box.h - free) if sideways else box.after(box.w - free)
        signs = stacks._signs(box, free, small=small, sideways=sideways)
        for sign in signs:
            assert inside(sign, shown if free else box), (at, sign, shown)
            assert sign.w >= 12
        if not small:
            assert not overlap(*signs)


def test_the_result_tells_the_points_of_the_longest_run() -> None:
    view = kept_view("longest_run")
    runs = [s for p in view.players for s in p.bonus.sequences if s.kind == "run"]
    longest = max(runs, key=lambda run: len(run.cards))
    outcome = Outcome((1, 2, 3), (3, 2, 1), ((), (), ()), t("Over."))
    with overheard() as heard:
        fresh().result(view, outcome, names=NAMES, lang="pl")
    first, last = longest.cards[0].label.pl, longest.cards[-1].label.pl
    assert f"{first}–{last}: {longest.points}" in [it.line for it in heard]


@pytest.mark.parametrize("seats", [2, 4])
def test_areas_show_parts_of_the_board_and_tell_what_is_there(seats: int) -> None:
    view = made_up(seats, Phase.RESERVATION)
    areas = ARTIST.areas(view)
    assert [area.slug for area in areas] == [
        *(f"seat{seat}" for seat in range(seats)),
        *(("rows1",) if seats == 2 else ("rows1", "rows3")),
    ]
    shown = [
        ARTIST.area(view, area.slug, names=NAMES, lang="en", to_act=frozenset({1}))
        for area in (areas[0], *areas[seats:])
    ]
    for picture in shown:
        wide, high = opened(picture.png).size
        assert wide == 1200
        assert 600 <= high <= 1200
    assert "points" in shown[0].alt
    told = "\n".join(picture.text for picture in shown[1:])
    assert all(cell_text_of(view, cell.cell) in told for cell in view.market)


def cell_text_of(view: KrakowView, cell: int) -> str:
    return translate(cell_text(cell, view.size), "en", {})


def test_the_moment_is_the_awards_and_changes_with_each_take() -> None:
    view = made_up(4, Phase.TAKES)
    assert view.awards is not None
    mark, picture = ARTIST.last_moment(view), ARTIST.moment(view, names=NAMES, lang="en")
    assert "nobody (tie: ♦ 8:00, ♣ 8:00)" in picture.text
    assert picture.alt.startswith("Round 1 awards: N")
    assert picture.alt.endswith("(tie: ♦ 8:00, ♣ 8:00).")
    taken = TakenView(1, 2, view.awards.awards[2].sight)
    then = replace(view, awards=replace(view.awards, taken=(taken,)))
    assert ARTIST.last_moment(then) not in ("", mark)
    assert ARTIST.last_moment(replace(view, awards=None)) == ""


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_key_tells_every_sign_in_words(lang: Lang) -> None:
    with overheard() as heard:
        picture = fresh().key(lang=lang)
    assert picture is not None
    check_written(heard)
    for card in ACTIONS.values():
        assert getattr(card.name, lang).lower() in picture.text.lower()
    for look in GROUPS.values():
        assert translate(look.name, lang, {}) in picture.text


@pytest.mark.parametrize(
    ("seats", "phase"), list(product((2, 3, 4), (Phase.PLANNING, Phase.RESERVATION)))
)
def test_crowded_tables_can_be_drawn(seats: int, phase: Phase) -> None:
    with overheard() as heard:
        picture = fresh().board(
            made_up(seats, phase), names=NAMES, lang="pl", to_act=frozenset({1})
        )
    assert opened(picture.png).width == 1200
    assert all(inside(it.box, it.canvas.box) for it in heard)
