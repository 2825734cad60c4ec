"""Caches that are limited by bytes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier

import pytest
from PIL import Image

from render import gallery
from render.kit.kept import EXTRA, PAGES, TILES, Kept, weight
from render.picture import Picture
from rules import registry
from rules.protocol import CHANCE, WATCHER

ROOM = 1000 + EXTRA
"""Bytes of one thing of `Workshop`."""


class Workshop:
    """Makes things of a thousand bytes, and says which."""

    def __init__(self, room_for: int) -> None:
        self.made: list[int] = []
        self.kept = Kept(room_for * ROOM)
        self.get = self.kept(self._make)

    def _make(self, number: int, *, letter: str = "a") -> bytes:
        self.made.append(number)
        return letter.encode() * 1000


def test_what_was_made_is_not_made_again() -> None:
    shop = Workshop(3)
    assert shop.get(1) is shop.get(1)
    assert shop.get(1, letter="b") == b"b" * 1000
    assert shop.get(1, letter="b") == b"b" * 1000
    assert shop.made == [1, 1]


def test_what_is_kept_stays_within_its_bytes() -> None:
    shop = Workshop(3)
    for number in range(50):
        shop.get(number)
        assert shop.kept.bytes == min(number + 1, 3) * ROOM
    shop.get(49)
    shop.get(0)
    assert shop.made == [*range(50), 0]


def test_what_is_used_outlives_what_is_not() -> None:
    shop = Workshop(3)
    for number in range(50):
        shop.get(0)
        shop.get(number)
    assert shop.made.count(0) == 1


def test_what_was_looked_for_outlives_what_was_not() -> None:
    kept = Kept(3 * ROOM)
    assert kept.found("it") is None
    for number in range(50):
        kept.of("it", lambda: bytes(1000))
        kept.of(number, lambda: bytes(999))
        assert kept.found("it") == bytes(1000)
    kept.of("it", lambda: b"again")
    assert kept.found("it") == bytes(1000)
    assert kept.found(0) is None


def test_one_thing_too_large_drives_out_the_rest_and_is_not_kept() -> None:
    kept = Kept(5 * ROOM)
    kept.of("small", lambda: bytes(1000))
    assert len(kept.of("large", lambda: bytes(10 * ROOM))) == 10 * ROOM
    assert kept.bytes == 0
    assert kept.of("large", lambda: b"again") == b"again"


def test_nothing_is_kept_of_what_fails() -> None:
    kept = Kept(5 * ROOM)
    with pytest.raises(ZeroDivisionError):
        kept.of("it", lambda: 1 // 0)
    assert kept.bytes == 0
    assert kept.of("it", lambda: 1) == 1


def test_all_get_the_same_thing_if_several_make_it_at_once() -> None:
    kept, at_once = Kept(9 * ROOM), Barrier(4)

    def make() -> bytes:
        at_once.wait(5)
        return bytes(bytearray(1000))

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: kept.of("it", make), range(4)))
    assert len({id(one) for one in found}) == 1
    assert kept.bytes == ROOM


def test_what_has_to_go_comes_back_from_the_reserve_as_it_was() -> None:
    made, reserve = list[int](), Kept(50 * ROOM)
    kept = Kept(2 * (600 + EXTRA), reserve)

    @kept
    def paint(number: int) -> tuple[Image.Image, int]:
        made.append(number)
        mode = ("L", "RGBA")[number % 2]
        return Image.effect_noise((5, 3), 40 + number).convert(mode), number

    painted = [paint(number) for number in range(9)]
    assert kept.bytes <= kept.most_bytes
    again = [paint(number) for number in range(9)]
    assert made == [*range(9)], "none is painted twice"
    for (one, number), (other, same) in zip(painted, again, strict=True):
        assert (one.mode, one.size, one.tobytes()) == (other.mode, other.size, other.tobytes())
        assert number == same
        ground = Image.new("RGB", one.size, "red")
        ground.paste(other, (0, 0), other)  # as tiles are painted
    assert kept.held == kept.bytes + reserve.bytes > kept.most_bytes
    kept.clear()
    assert kept.held == 0
    paint(0)
    assert made[-1] == 0


@pytest.mark.parametrize(
    ("value", "bytes_"),
    [
        (Image.new("P", (30, 20)), 600),
        (Image.new("L", (30, 20)).im, 600),
        (Image.new("RGB", (30, 20)), 2400),
        (Image.new("RGBA", (30, 20)), 2400),
        ((Image.new("L", (3, 2)), 7, 7), 6),
        (Picture(b"12345", "ab", "cd"), 13),
        (None, 0),
    ],
)
def test_weights(value: object, bytes_: int) -> None:
    assert weight(value) == bytes_


def test_several_threads_draw_the_same_bytes_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an empty cache, and while entries are being evicted."""
    jobs = []
    for slug in registry.slugs():
        rules, rng = registry.get(slug), Random(4)
        state = rules.initial_state(2, frozenset())
        for _ in range(12):
            waiting = rules.to_act(state)
            if CHANCE in waiting:
                state = rules.apply(state, CHANCE, rules.chance_move(state, rng)).state
                continue
            seat = min(waiting)
            jobs.append((slug, rules.view(state, WATCHER), waiting))
            state = rules.apply(state, seat, rng.choice(rules.legal_moves(state, seat))).state

    def draw(job: tuple[str, object, frozenset[int]]) -> bytes:
        slug, view, to_act = job
        names = {0: "Ada", 1: "Bo"}
        return gallery.artist(slug).board(view, names=names, lang="pl", to_act=to_act).png

    alone = list(map(draw, jobs))
    for kept in (PAGES, TILES):
        kept.clear()
    monkeypatch.setattr(TILES, "most_bytes", 1 << 20)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(draw, jobs))
    assert together == alone
