"""The pixels of Letnisko: the same everywhere, legible, small.

They can be told apart without colour.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from statistics import median

import pytest
from PIL import ImageChops, ImageColor

from bench.sight import contrast, inside
from render.i18n import LANGS, Lang, translate
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.letnisko import (
    PRESS,
    LetniskoArtist,
    board,
    heading,
    icons,
    layout,
    offer,
    panels,
    pieces,
    result,
    text,
    train,
)
from render.letnisko import theme as th
from render.letnisko.sample import sample
from render.picture import Picture
from render.speech import Speech, pictured
from rules.letnisko.components import SEAT_LETTERS, Guest, House, Icon, Weather
from rules.letnisko.view import Change, LetniskoView, Phase
from rules.protocol import ScoreLine
from rules.text import t
from tests.render.drawn import overheard
from tests.render.resort import (
    LETNISKO,
    NAMES,
    choosing,
    ended,
    made_up,
    opening,
    scored,
    seen,
    states,
    waiting,
)
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

ARTIST = LetniskoArtist()
ROOT = Path(__file__).parents[2]
TABLES: list[tuple[int, Lang]] = [(2, "pl"), (3, "en"), (4, "pl"), (5, "en"), (5, "pl")]


def fresh(*, true_colour: bool = False) -> LetniskoArtist:
    """Return an artist that has not painted anything yet."""
    press = Press(th.PINE, th.FLATS, sample, true_colour=true_colour)
    if not true_colour:
        press.__dict__["palette"] = PRESS.palette
    return LetniskoArtist(press)


def every_kind(artist: LetniskoArtist, seats: int, seed: int, lang: Lang) -> list[Picture]:
    """Return pictures of all kinds from one random match."""
    found, run = [], states(seats, seed)
    for state in run[:: max(1, len(run) // 12)]:
        found.append(artist.board(seen(state), names=NAMES, lang=lang, to_act=waiting(state)))
    for state in run:
        for seat in waiting(state):
            if hand := artist.hand(seen(state, seat), names=NAMES, lang=lang):
                found.append(hand)
    outcome = LETNISKO.outcome(run[-1])
    assert outcome is not None
    found.append(artist.result(seen(run[-1]), outcome, names=NAMES, lang=lang))
    return found


def crowded(artist: LetniskoArtist, seats: int, lang: Lang) -> list[Picture]:
    """Return pictures of made-up tables, as full as possible."""
    found = []
    for view in (opening(seats), made_up(seats), made_up(seats, Phase.HOMES), ended(seats)):
        to_act = frozenset(decision.seat for decision in view.decisions)
        found.append(artist.board(view, names=NAMES, lang=lang, to_act=to_act))
    found.append(artist.result(ended(seats), scored(seats), names=NAMES, lang=lang))
    for count in (2, 5, 12, 31):
        hand = artist.hand(choosing(count), names=NAMES, lang=lang)
        assert hand is not None
        found.append(hand)
    return found


def digest(artist: LetniskoArtist) -> str:
    """Return a hash over pictures of every kind."""
    total = hashlib.sha256()
    for picture in crowded(artist, 2, "pl") + crowded(artist, 5, "en"):
        total.update(picture.png + picture.alt.encode() + picture.text.encode())
    return total.hexdigest()


def test_same_view_same_bytes() -> None:
    assert digest(ARTIST) == digest(ARTIST)
    assert digest(ARTIST) == digest(LetniskoArtist(Press(th.PINE, th.FLATS, sample)))


def test_same_bytes_in_another_process_with_another_hash_seed() -> None:
    code = "from tests.render.test_letnisko_pictures import ARTIST, digest; print(digest(ARTIST))"
    env = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == digest(ARTIST)


@pytest.mark.parametrize(("seats", "lang"), TABLES)
def test_every_text_is_large_inside_legible_whole_and_apart(seats: int, lang: Lang) -> None:
    with overheard() as heard:
        crowded(fresh(), seats, lang)
        every_kind(fresh(), seats, 5, lang)
    assert len(heard) > 200
    names = pictured(NAMES, seats, lang)
    check_written(heard, names.values())
    check_apart(heard)


@pytest.mark.parametrize(("seats", "lang"), TABLES)
def test_what_one_decides_by_is_large(seats: int, lang: Lang) -> None:
    """Prices, cash, points, names, question, forecast: at a glance, on a phone."""
    with overheard() as heard:
        fresh().board(opening(seats), names=NAMES, lang=lang, to_act=frozenset({1}))
    sizes = {it.line: it.font.px for it in heard}
    for line in ("100", "200", "300", "200 zł", "4", "Ada"):
        assert sizes[line] >= words.GLANCE_PX, line


@pytest.mark.parametrize("seat", range(5))
def test_letters_on_pieces_are_legible_on_colour_and_pattern(seat: int) -> None:
    assert contrast(th.LOOKS["PBŻLG"[seat]].ink, th.SEATS[seat]) >= 4.5
    assert contrast(th.LOOKS["PBŻLG"[seat]].ink, th.LOOKS["PBŻLG"[seat]].light) >= 4.5


@pytest.mark.parametrize("guest", Guest)
def test_letters_on_guests_and_roofs_are_legible(guest: Guest) -> None:
    assert contrast(th.MARK, th.GUEST[guest]) >= 4.5


@pytest.mark.parametrize("vision", [*VISIONS, "grey"])
def test_no_two_pieces_of_a_kind_look_alike(vision: str) -> None:
    kinds = {
        "tokens": [pieces.token(letter, 46) for letter in "PBŻLG"],
        "porters": [pieces.porter(letter, 46) for letter in "PBŻLG"],
        "guests": [pieces.guest(letter, s, th.CREAM) for letter, s in zip("SKT", (45, 45, 40),
                                                                        strict=True)],
        "houses": [pieces.house(house, 70, "1") for house in House],
        "signs": [pieces.small_house(house, 50) for house in House],
        "weather": [icons.weather(weather, 46) for weather in Weather],
        "forecast": [icons.forecast(icon, 46) for icon in Icon],
    }  # fmt: skip
    for kind, stamps in kinds.items():
        ground = th.SKY if kind in ("weather", "forecast") else th.PAPER
        eye = [as_seen(on(ground, stamp), vision) for stamp in stamps]
        for (one, a), (other, b) in combinations(enumerate(eye), 2):
            assert difference(a, b) > 10, (kind, one, other)


def test_seats_to_move_are_marked_without_colour() -> None:
    view = made_up(4)
    one, other = (
        opened(ARTIST.board(view, names=NAMES, lang="en", to_act=frozenset({seat})).png)
        for seat in (1, 3)
    )
    assert ImageChops.difference(one.convert("L"), other.convert("L")).getbbox() is not None


def test_what_the_last_move_touched_is_marked() -> None:
    view = made_up(3)
    plain = replace(view, last=type(view.last)())
    shown = ARTIST.board(view, names=NAMES, lang="en", to_act=frozenset()).png
    for part in ("cars", "cards", "lots"):
        marked = replace(plain, last=replace(plain.last, **{part: getattr(view.last, part)}))
        assert ARTIST.board(marked, names=NAMES, lang="en", to_act=frozenset()).png != shown
        assert (
            ARTIST.board(marked, names=NAMES, lang="en", to_act=frozenset()).png
            != ARTIST.board(plain, names=NAMES, lang="en", to_act=frozenset()).png
        )


def test_a_train_that_has_just_arrived_is_marked() -> None:
    view = made_up(3)
    cars = tuple(car.number for car in view.cars)
    plain, arrived = (
        ARTIST.board(replace(view, last=Change(last)), names=NAMES, lang="en", to_act=frozenset())
        for last in ((), cars)
    )
    found = ImageChops.difference(*(opened(it.png).convert("L") for it in (plain, arrived)))
    boxes = layout.board(3, len(cars))
    assert found.getbbox() is not None
    for car in cars:
        box = boxes[f"car{car}"]
        assert found.crop((box.x, box.y, box.right, box.bottom)).getbbox() is not None


def bars(canvas: Canvas, at: Box) -> list[int]:
    """Return how bright each pixel of a strip is in grey, light ones next to dark ones."""
    return list(canvas.image.convert("L").crop((at.x, at.y, at.right, at.bottom)).tobytes())


@pytest.mark.parametrize("press", [PRESS, PRESS.dark], ids=["light", "dark"])
def test_what_changed_has_bars_that_need_no_colour(press: Press) -> None:
    """A white frame around a cream car can't be told from any other."""
    with press.painting():
        frames = [
            (bars(train.shell(116, 190, last), Box(1, 30, 1, 120)),
             bars(train.locomotive(206, 244, "", last), Box(4, 110, 1, 100)),
             bars(offer.card(226, 232, "villa", "", "", last), Box(2, 30, 1, 170)))
            for last in (False, True)
        ]  # fmt: skip
    for plain, marked in zip(*frames, strict=True):
        turns = [abs(a - b) > 100 for a, b in pairwise(marked)]
        assert sum(turns) >= 4, "light and dark by turns"
        assert not any(abs(a - b) > 100 for a, b in pairwise(plain))


def test_money_of_the_conductor_stands_on_the_boiler() -> None:
    with overheard() as heard:
        train.locomotive(206, 244, "+100 zł", False)
    (gift,) = heard
    assert gift.font.px >= words.GLANCE_PX
    cab = ImageColor.getrgb(th.RUST)
    seen_there = {gift.ground.getpixel((x, gift.box.h // 2)) for x in range(gift.box.w)}
    assert cab not in seen_there


def test_a_stack_says_what_its_numbers_are() -> None:
    view = opening(4)
    found = lines(view)
    assert {f"×{stack.left}" for stack in view.stacks} <= {*found}
    assert {"first for 100 zł", "first for 200 zł"} <= {*found}


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_name_is_beside_its_rank(seats: int) -> None:
    with overheard() as heard:
        fresh().result(ended(seats), scored(seats), names=NAMES, lang="en")
    for canvas in {id(it.canvas): it.canvas for it in heard}.values():
        on_it = [it for it in heard if it.canvas is canvas]
        rank = next((it for it in on_it if it.font == words.slab(44)), None)
        name = next((it for it in on_it if it.font.face is words.Face.BOLD), None)
        if rank and name:
            assert name.box.y - rank.box.bottom <= 80


def test_what_decides_a_tie_is_drawn_without_points() -> None:
    outcome = scored(3)
    remark = ScoreLine(t("tie-break: {amount} zł", amount=1200), None)
    tied = replace(outcome, lines=tuple((*parts, remark) for parts in outcome.lines))
    with overheard() as plain:
        fresh().result(ended(3), outcome, names=NAMES, lang="en")
    with overheard() as heard:
        fresh().result(ended(3), tied, names=NAMES, lang="en")
    more = Counter(it.line for it in heard) - Counter(it.line for it in plain)
    assert sorted(more) == ["1200 zł", "tie-break:"]
    assert set(more.values()) == {3}


def test_a_claim_lights_its_own_tokens_and_cars_alone() -> None:
    view = made_up(3)
    places = layout.board(3, len(view.cars))
    claims = board.parts(view, Speech(pictured(NAMES, 3, "en"), "en"), frozenset())
    band = [box for box, *_ in claims if box.y == places["band"].y and box.h == layout.BAND]
    assert len(band) == len(view.claims) > 1
    for claim, box in zip(view.claims, band, strict=True):
        first, last = places[f"car{claim.cars.first}"], places[f"car{claim.cars.last}"]
        assert first.x <= box.x < box.right <= last.right


def lines(view: LetniskoView, part: str = "") -> list[str]:
    """Return what is written on a board or an area of it."""
    artist, names = fresh(), {**NAMES, 1: "Brzęczyszczykiewicz-Wąchocki"}
    with overheard() as heard:
        if part:
            artist.area(view, part, names=names, lang="en", to_act=frozenset({1}))
        else:
            artist.board(view, names=names, lang="en", to_act=frozenset())
    return [it.line for it in heard]


def test_nothing_is_foretold_once_the_match_is_over() -> None:
    assert "next week" in lines(replace(ended(3), phase=Phase.ACTIONS))
    assert "next week" not in lines(ended(3))


def test_the_forecast_is_of_a_card_not_of_the_weather() -> None:
    assert {"next week's card", "sun"} <= {*lines(opening(3))}
    assert "next week" not in lines(opening(3))


@pytest.mark.parametrize("kind", House)
@pytest.mark.parametrize("size", [72, 110, 170])
def test_the_frame_of_a_house_is_no_block_and_no_higher_than_it(kind: House, size: int) -> None:
    art = panels.home(size + 6, size, panels.Home(1, kind.value, "S", True))
    sun = ImageColor.getrgb(th.SUN)
    pixels = [(x, y) for y in range(size) for x in range(size + 6)
              if art.image.getpixel((x, y)) == sun]  # fmt: skip
    assert pixels, "it is marked"
    assert min(y for _, y in pixels) >= pieces.house_top(kind.value, size) - panels.FRAME
    low = pieces.house_top(kind.value, size) + panels.FRAME
    within = [(x, y) for x, y in pixels if 12 <= x < size - 6 and low < y < size - 12]
    assert not within, "the frame is empty"


def test_a_finished_board_frames_the_winner_and_crowns_their_token() -> None:
    view = ended(3)
    say = Speech(pictured(NAMES, 3, "en"), "en")
    placed = list(board.parts(view, say, frozenset()))
    (first,) = text.winners(view)
    seats = SEAT_LETTERS[first].en
    (head,) = (arguments for _, paint_, arguments in placed if paint_ is heading.head)
    assert (head[0], head[2]) == (seats, True)
    frames = [arguments[0] for _, paint_, arguments in placed if paint_ is panels.panel]
    assert frames == [seat == first for seat in view.order]
    plain, crowned = (heading.head(828, 80, seats, "", won) for won in (False, True))
    assert plain.image.tobytes() != crowned.image.tobytes()


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("lang", LANGS)
def test_wreaths_leave_room_for_a_shared_win(count: int, lang: Lang) -> None:
    line = translate(t("The match is over: the win is shared"), lang, {})
    head = layout.board(5, 5)["head"]
    room = head.w - heading.before(count, won=True) - heading.AFTER
    assert words.width(line, words.bold(words.GLANCE_PX)) <= room


@pytest.mark.parametrize("seats", range(2, 6))
def test_an_amount_is_parted_from_its_points(seats: int) -> None:
    """ "3 300 zł" is read as three thousand."""
    with overheard() as heard:
        fresh().result(ended(seats), scored(seats), names=NAMES, lang="en")
    amounts = [it for it in heard if it.line.endswith(" zł")]
    assert amounts
    for amount in amounts:
        after = [it for it in heard if it.canvas is amount.canvas and it.line.isdecimal()
                 and it.box.x > amount.box.x and abs(it.box.cy - amount.box.cy) < 20]  # fmt: skip
        points = min(after, key=lambda it: it.box.x)
        left = amount.box.x + words.width(amount.line, amount.font)
        assert points.box.x - left >= result.ARROW + 8, "there is an arrow between them"


def test_an_area_has_room_for_a_long_name() -> None:
    view = made_up(5)
    assert "Brzęczyszczykiewicz-Wąchocki" not in lines(view)
    assert "Brzęczyszczykiewicz-Wąchocki" in lines(view, "seat1")


def test_every_seat_sees_the_same_board() -> None:
    state = states(4, 2)[30]
    pictures = {
        ARTIST.board(seen(state, seat), names=NAMES, lang="en", to_act=waiting(state))
        for seat in (-2, 0, 1, 2, 3)
    }
    assert len(pictures) == 1


@pytest.mark.parametrize(("seats", "lang"), TABLES)
def test_palette_is_true_and_files_are_small(seats: int, lang: Lang) -> None:
    true = every_kind(fresh(true_colour=True), seats, 7, lang)
    drawn = every_kind(ARTIST, seats, 7, lang)
    for exact, picture in zip(true, drawn, strict=True):
        assert psnr(opened(exact.png), opened(picture.png)) >= 44
        assert len(picture.png) <= 110_000
    assert median(len(picture.png) for picture in drawn) <= 90_000


def test_flat_colours_come_out_exactly() -> None:
    colours = PRESS.palette.getpalette() or []
    made = {tuple(colours[i : i + 3]) for i in range(0, len(colours), 3)}
    for colour in th.FLATS:
        assert tuple(bytes.fromhex(colour[1:])) in made


@pytest.mark.parametrize(
    "name", ["", "🎲", "{0} %s \\ {who}", "W" * 300, "a\u202eb\n\n\tc", "@everyone"]
)
def test_names_may_be_missing_long_and_strange(name: str) -> None:
    names = dict.fromkeys(range(5), name) if name else {}
    with overheard() as heard:
        pictures = [
            fresh().board(made_up(5), names=names, lang="pl", to_act=frozenset({3})),
            fresh().result(ended(5), scored(5), names=names, lang="en"),
        ]
    assert all(opened(picture.png).width == 1200 for picture in pictures)
    assert all(inside(it.box, it.canvas.box) for it in heard)
    assert all(len(picture.alt) <= 1000 for picture in pictures)
