"""Changes on a picture are lit up, on the boards of every game."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from render import gallery
from render.changes import ANY, CELL, LINE, WIDE, changed, lights, marked, whole
from render.kit.layout import Box, Detail
from render.kit.png import encode
from render.kit.press import collecting
from render.krakow import tokens
from render.picture import Shade
from rules.krakow.view import Change
from rules.protocol import CHANCE, WATCHER
from scripts.doctor.positions import kept
from scripts.doctor.recording import Record, Recorder, recording
from tests.contract.checks import playout
from tests.contract.test_contract import GAMES
from tests.contract.test_contract_pictures import ARTISTS, NAMES

SLUGS = [slug for slug in GAMES if slug != "toy"]
SIDE = 40 * CELL
GREY, RED = 120, 200


def plain(*spots: tuple[int, int], side: int = SIDE, palette: int = 256) -> bytes:
    """Return a square picture of one grey with spots in another; all is grey."""
    image = Image.new("P", (side, side), GREY)
    image.putpalette([value for n in range(palette) for value in (n, n, n)])
    for x, y in spots:
        image.putpixel((x, y), RED)
    return encode(image)


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def boards(slug: str) -> list[bytes]:
    """Return some boards of a random match as everybody sees them."""
    rules, seats = GAMES[slug], min(GAMES[slug].info.seats)
    found = []
    for step in playout(rules, seats, 4)[5:60:9]:
        view = rules.view(step.after.state, WATCHER)
        acting = rules.to_act(step.after.state) - {CHANCE}
        found.append(ARTISTS[slug].board(view, names=NAMES, lang="en", to_act=acting).png)
    return found


def test_a_changed_spot_stays_bright_and_all_else_is_shaded() -> None:
    before, after = plain(), plain((SIDE // 2, SIDE // 2))
    shown = opened(marked(before, after))
    assert shown.getpixel((SIDE // 2, SIDE // 2)) == (RED,) * 3
    assert shown.getpixel((SIDE // 2 + CELL, SIDE // 2)) == (GREY,) * 3
    for corner in ((0, 0), (SIDE - 1, 0), (0, SIDE - 1), (SIDE - 1, SIDE - 1)):
        grey = shown.getpixel(corner)
        assert isinstance(grey, tuple)
        assert grey[0] < GREY - 30
    line = [shown.getpixel((x, SIDE // 2)) for x in range(SIDE)]
    assert any(isinstance(p, tuple) and p[0] > RED + 10 for p in line), "there is a line around it"


def test_a_single_pixel_is_enough_at_any_edge() -> None:
    for spot in ((0, 0), (SIDE - 1, 3), (5, SIDE - 1)):
        shown = opened(marked(plain(), plain(spot)))
        assert shown.getpixel(spot) == (RED,) * 3


def test_near_changes_are_joined() -> None:
    was, now = (Image.open(BytesIO(p)) for p in (plain(), plain((100, 100), (100 + 3 * CELL, 100))))
    levels = (Image.frombytes("L", one.size, one.tobytes()) for one in (was, now))
    cells = changed(ImageChops.difference(*levels))
    row = [cells.getpixel((x, 100 // CELL)) for x in range(100 // CELL, 100 // CELL + 4)]
    assert set(row) == {255}
    assert cells.getpixel((100 // CELL + WIDE, 30)) == 0


@pytest.mark.parametrize(
    "before",
    [plain((9, 9)), plain(side=SIDE + 1), plain(palette=200), b""],
    ids=["same", "size", "palette", "none"],
)
def test_where_nothing_can_be_compared_the_picture_stays(before: bytes) -> None:
    after = plain((9, 9))
    assert marked(before, after) is after


def test_without_a_new_picture_there_is_none() -> None:
    assert marked(plain(), b"") == b""


def test_when_all_is_new_nothing_is_marked() -> None:
    spots = [(x, y) for x in range(0, SIDE, CELL) for y in range(0, SIDE, CELL)]
    after = plain(*spots)
    assert marked(plain(), after) is after


def test_a_part_is_lit_as_a_whole_or_not_at_all() -> None:
    middle = SIDE // 2
    part, other = Box(middle, middle, 5 * CELL, 3 * CELL), Box(middle + 5 * CELL, middle, 90, 90)
    gone = Box(0, 0, 9, 9)
    after = plain((middle, middle), (3, 3))
    shown = opened(marked(plain(), after, (part, other), (gone,)))
    for x, y in ((middle, middle + 1), (part.right - 1, part.bottom - 1), (8, 8)):
        assert shown.getpixel((x, y)) == (GREY,) * 3
    for x, y in ((part.right + LINE, middle + 9), (9 + LINE, 9 + LINE), (middle - LINE - 1, 60)):
        level = shown.getpixel((x, y))
        assert isinstance(level, tuple)
        assert level[0] < GREY - 30


def test_what_others_cover_is_their_ground() -> None:
    page, panel, low = Box(0, 0, 1200, 1000), Box(0, 0, 300, 200), Box(0, 500, 300, 200)
    line, card = Box(20, 20, 200, 80), Box(700, 500, 100, 100)
    badge = card.inset(5)
    assert whole((page, panel, low, line, card, badge)) == [low, line, card, badge]


def drawn(slug: str) -> list[tuple[Record, list[Box]]]:
    """Return the boards of two positions with all that is written there, and their parts."""
    rules, seats = GAMES[slug], GAMES[slug].info.seats[1]
    steps, recorder, found = playout(rules, seats, 3), Recorder(slug), []
    for step in (steps[len(steps) // 2], steps[len(steps) // 2 + 9]):
        view, acting = rules.view(step.after.state, WATCHER), rules.to_act(step.after.state)
        told = {"names": NAMES, "lang": "pl", "to_act": acting - {CHANCE}}
        with collecting() as sheets:
            made = recorder.draw(lambda artist, v=view, t=told: artist.board(v, **t))  # type: ignore[misc]
        assert made is not None
        found.append((made[1], whole(sheets[0].boxes)))
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_no_word_is_cut(slug: str) -> None:
    with recording():
        (then, former), (now, parts) = drawn(slug)
    levels = (Image.frombytes("L", it.image.size, it.image.tobytes()) for it in (then, now))
    light, outlined = lights(ImageChops.difference(*levels).point(ANY), parts, former)
    assert light.getbbox()
    for one in now.written:
        x, y, right, bottom = one.box.x, one.box.y, one.box.right, one.box.bottom
        ink = one.mask.crop(one.mask.getbbox()).point([255 * (value > 127) for value in range(256)])
        lit, near, all_of_it = (
            ImageChops.multiply(ink, mask).histogram()[255]
            for mask in (
                light.crop((x, y, right, bottom)),
                outlined.crop((x, y, right, bottom)),
                ink,
            )
        )
        assert lit in (0, all_of_it), f"{one.line} in {one.part} is cut"
        assert lit or not near, f"{one.line} in {one.part} is covered"


@pytest.mark.parametrize("slug", SLUGS)
def test_boards_of_every_game_can_be_compared(slug: str) -> None:
    shown = boards(slug)
    pairs = [*zip(shown, shown[1:], strict=False)]
    done = [marked(before, after) for before, after in pairs]
    assert any(lit != after for lit, (_, after) in zip(done, pairs, strict=True))
    assert done == [marked(before, after) for before, after in pairs], "the same every time"
    for lit, (before, after) in zip(done, pairs, strict=True):
        assert len(lit) <= 150_000
        if lit != after:
            check(*(opened(png) for png in (before, after, lit)))


def check(before: Image.Image, after: Image.Image, lit: Image.Image) -> None:
    """Check that every pixel that differs is shown as it is now."""
    assert lit.size == after.size
    for y in range(0, after.height, 7):
        for x in range(0, after.width, 7):
            if before.getpixel((x, y)) != after.getpixel((x, y)):
                assert lit.getpixel((x, y)) == after.getpixel((x, y)), (x, y)


def test_where_something_is_gone_and_nothing_came_it_stays_dark() -> None:
    token, ground = Box(40, 40, 20, 20), Box(100, 100, 40, 40)
    spots = [(x, y) for x in range(42, 58) for y in range(42, 58)]
    shown = opened(marked(plain(*spots), plain((110, 110)), (ground,), (token, ground)))
    corner = shown.getpixel((0, 0))
    around = shown.crop((30, 30, 70, 70)).getcolors()
    assert around == [(40 * 40, corner)]
    assert shown.getpixel((105, 105)) == (GREY,) * 3


def test_a_detail_is_told_apart_from_what_it_lies_on() -> None:
    card, token = Box(20, 20, 60, 80), Detail(30, 60, 20, 20)
    for spot, lit in (((35, 65), (False, True)), ((22, 22), (True, False))):
        shown = opened(marked(plain(), plain(spot), (card, token)))
        levels = [shown.getpixel(at) == (GREY,) * 3 for at in ((70, 30), (45, 75))]
        assert levels == [*lit], spot


def lit(artist: Any, then: object, now: object) -> tuple[Image.Image, list[Box]]:
    """Return what is lit on the board of `now`, and its tiles."""
    shown = []
    for view in (artist.beside(then, now), now):
        with collecting() as sheets:
            png = artist.board(view, names=NAMES, lang="en", to_act=frozenset()).png
        shown.append((png, sheets[0].boxes))
    images = [Image.open(BytesIO(png)) for png, _ in shown]
    differing = ImageChops.difference(
        *(Image.frombytes("L", one.size, one.tobytes()) for one in images)
    ).point(ANY)
    light, _ = lights(differing, whole(shown[1][1]), whole(shown[0][1]))
    return light, shown[1][1]


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_a_new_token_is_lit_and_not_the_heap_it_came_to(shade: Shade) -> None:
    """A card shrinks for tokens; only the new one is news."""
    artist: Any = gallery.artist("krakow", shade)
    rules: Any = GAMES["krakow"]
    place = next(it for it in kept(rules) if it.name == "tokens_on_a_card")
    now = replace(rules.view(place.state, WATCHER), last=Change())
    at, heap = next((n, c) for n, c in enumerate(now.market) if len({*c.tokens}) == 3)
    fewer = replace(heap, tokens=tuple(it for it in heap.tokens if it != heap.tokens[-1]))
    then = replace(now, market=(*now.market[:at], fewer, *now.market[at + 1 :]))
    light, boxes = lit(artist, then, now)
    x, y, right, bottom = light.getbbox() or (0, 0, 0, 0)
    assert Box(x, y, right - x, bottom - y) in [
        box for box in boxes if isinstance(box, Detail) and box.w <= tokens.DISC
    ]


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_of_the_tokens_on_the_locomotive_only_the_new_one_is_lit(shade: Shade) -> None:
    artist: Any = gallery.artist("letnisko", shade)
    rules: Any = GAMES["letnisko"]
    place = next(it for it in kept(rules) if it.name == "most_claims")
    then, now = (rules.view(state, WATCHER) for state in (place.before, place.state))
    light, boxes = lit(artist, then, now)
    tokens = [box for box in boxes if isinstance(box, Detail)]
    least = [light.crop((*box[:2], box.right, box.bottom)).getextrema()[0] for box in tokens]
    assert len(tokens) == 6
    assert sorted(least) == [0] * 5 + [255]
