"""A film of boards: every board or a fair selection, small enough to send."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from render.film import BYTES, EACH_MS, FILM_WIDTH, FRAMES, LAST_MS, film, frame, shown_boards
from tests.render.test_changes import SLUGS, boards


def png(colour: str, size: tuple[int, int] = (1200, 900)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


def noise(seed: int) -> Image.Image:
    small = Image.frombytes("L", (150, 100), Random(seed).randbytes(150 * 100))
    return small.convert("P")


def frames_of(gif: bytes) -> list[Image.Image]:
    moving = Image.open(BytesIO(gif))
    found = []
    for number in range(getattr(moving, "n_frames", 1)):
        moving.seek(number)
        found.append(moving.convert("RGB"))
    return found


@pytest.mark.parametrize(
    ("count", "most", "numbers"),
    [
        (1, 120, [0]),
        (3, 3, [0, 1, 2]),
        (5, 3, [0, 2, 4]),
        (9, 1, [8]),
        (4, 2, [0, 3]),
    ],
)
def test_first_and_last_are_always_shown(count: int, most: int, numbers: list[int]) -> None:
    assert shown_boards(count, most) == numbers


def test_of_a_long_match_some_steps_are_left_out() -> None:
    found = shown_boards(1000)
    assert len(found) == FRAMES
    assert (found[0], found[-1]) == (0, 999)
    assert found == sorted(set(found))


def test_every_board_is_shown_in_its_order() -> None:
    colours = ("#c81e1e", "#1ec81e", "#1e1ec8")
    gif = film([frame(png(colour)) for colour in colours])
    shown = frames_of(gif)
    assert [one.size for one in shown] == [(FILM_WIDTH, 450)] * 3
    for one, colour in zip(shown, colours, strict=True):
        found = one.getpixel((10, 10))
        assert isinstance(found, tuple)
        wanted = tuple(bytes.fromhex(colour[1:]))
        assert max(abs(a - b) for a, b in zip(found, wanted, strict=True)) < 24
    moving = Image.open(BytesIO(gif))
    moving.seek(2)
    assert moving.info["duration"] == LAST_MS
    moving.seek(0)
    assert moving.info["duration"] == EACH_MS
    assert moving.info["loop"] == 0


def test_boards_of_other_heights_stand_on_the_tallest() -> None:
    shown = frames_of(film([frame(png("#204060")), frame(png("#602040", (1200, 1200)))]))
    assert [one.size for one in shown] == [(FILM_WIDTH, 600)] * 2
    low = shown[0].getpixel((300, 590))
    assert low == shown[0].getpixel((300, 10)), "the background continues below"


def test_a_film_too_big_to_send_leaves_steps_out() -> None:
    boards = [noise(n) for n in range(12)]
    whole = film(boards, BYTES)
    less = film(boards, len(whole) // 2)
    assert len(less) <= len(whole) // 2
    assert 1 < len(frames_of(less)) < 12
    last = frames_of(less)[-1]
    assert last.tobytes() == frames_of(whole)[-1].tobytes(), "the end is there"
    assert len(frames_of(film(boards, 1))) == 1, "a single board is sent at any size"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_film_of_every_game(slug: str) -> None:
    made = [frame(one) for one in boards(slug)]
    gif = film(made)
    assert len(gif) < BYTES * len(made) / FRAMES, "120 boards like these could be sent"
    assert gif == film(made)
