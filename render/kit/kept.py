"""Caches that are limited by bytes.

`functools.lru_cache` limits the number of entries; but one tile may be a hundred times as big as
another, and only the sum of their bytes says how much memory they take.

Stamps are used a hundred times a picture, so they are kept as they are; those that have to go are
kept compressed, in a tenth of the memory. Unpacking one takes 13 µs, painting it again 200.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial, wraps
from threading import Lock
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar, cast

from PIL import Image
from zlib_ng.zlib_ng import compress, decompress

from render.kit.finish import PLAIN, current
from render.picture import Picture

P = ParamSpec("P")
T = TypeVar("T")

EXTRA: Final = 1000
"""The overhead of every entry in bytes: its arguments and its place in the cache."""
FAST: Final = 1
"""The zlib level for stamps, which would be painted again in ten times the time."""
ONE_BYTE: Final = ("1", "L", "P")
"""The image modes with one byte per pixel; for all others Pillow takes four."""


def weight(value: object) -> int:
    """Return roughly how many bytes images, pictures, texts, or tuples of these take."""
    match value:
        case bytes() | str():
            return len(value)
        case tuple():
            return sum(map(weight, value))
        case Picture():
            return len(value.png) + 2 * len(value.alt + value.text)
    mode = getattr(value, "mode", "")
    if not mode:
        return 0
    w, h = cast("Any", value).size
    return int(w * h * (1 if mode in ONE_BYTE else 4))


class Packed(NamedTuple):
    """An image, compressed."""

    mode: str
    size: tuple[int, int]
    data: bytes


def pack(value: object) -> object:
    """Return a value with its images compressed, one or those in a tuple."""
    if isinstance(value, tuple):
        return tuple(map(pack, value))
    if isinstance(value, Image.Image):
        return Packed(value.mode, value.size, compress(value.tobytes(), FAST))
    return value


def unpack(value: object) -> object:
    """Return what was packed."""
    if isinstance(value, Packed):
        pixels = decompress(value.data)
        return Image.frombuffer(value.mode, value.size, pixels, "raw", value.mode, 0, 1)
    return tuple(map(unpack, value)) if isinstance(value, tuple) else value


class _Thing:
    __slots__ = ("size", "used", "value")

    def __init__(self, value: object, size: int) -> None:
        self.value, self.size, self.used = value, size, False


class Kept:
    """Caches what functions return and evicts what has not been used for longest.

    An entry used since its last turn for eviction gets a second chance, instead of being moved at
    each use, so a lookup is one look into a dict. Any thread may ask; if two ask for the same
    thing at once, both may make it, and both get the first one.

    Args:
        most_bytes: The most bytes of all entries together.
        reserve: Takes what is evicted, compressed; only for images and tuples with them.

    Attributes:
        most_bytes: The most bytes of all entries together.
        bytes: The bytes of all entries now, by `weight`.
        hits: How often something was there; roughly, where several threads ask.
        misses: How often it had to be made.
    """

    def __init__(self, most_bytes: int, reserve: Kept | None = None) -> None:
        self.most_bytes = most_bytes
        self._reserve = reserve
        self.bytes = self.hits = self.misses = 0
        self._things: OrderedDict[Hashable, _Thing] = OrderedDict()
        self._lock = Lock()

    def __call__(self, make: Callable[P, T]) -> Callable[P, T]:
        """Make a function cache its results, which belong to the finish.

        Its arguments must be hashable.
        """

        @wraps(make)
        def kept(*args: P.args, **kwargs: P.kwargs) -> T:
            key: Hashable = (make, args, *sorted(kwargs.items())) if kwargs else (make, args)
            finish = current()
            if finish is not PLAIN:
                key = (key, finish)
            thing = self._things.get(key)
            if thing is None:
                thing = self._again(key) or self._keep(key, make(*args, **kwargs))
            else:
                thing.used = True
                self.hits += 1
            return cast("T", thing.value)

        return kept

    def found(self, key: Hashable) -> Any | None:
        """Return what is cached under a key; None if it is not there."""
        thing = self._things.get(key)
        if thing is None:
            return None
        thing.used = True
        self.hits += 1
        return thing.value

    def of(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is cached under a key; make it now if it is not there."""
        thing = self._things.get(key)
        if thing is None:
            thing = self._again(key) or self._keep(key, make())
        else:
            thing.used = True
            self.hits += 1
        return cast("T", thing.value)

    @property
    def held(self) -> int:
        """Return the bytes of all entries now, those of the reserve included."""
        return self.bytes + (0 if self._reserve is None else self._reserve.held)

    def clear(self) -> None:
        """Evict everything."""
        with self._lock:
            self._things.clear()
            self.bytes = 0
        if self._reserve is not None:
            self._reserve.clear()

    def _again(self, key: Hashable) -> _Thing | None:
        """Return what the reserve has, kept here again."""
        if self._reserve is None or (found := self._reserve.found(key)) is None:
            return None
        self.hits += 1
        return self._keep(key, unpack(found), is_new=False)

    def _keep(self, key: Hashable, value: object, *, is_new: bool = True) -> _Thing:
        with self._lock:
            thing = self._things.get(key)
            self.misses += is_new
            if thing is None:
                thing = self._things[key] = _Thing(value, weight(value) + EXTRA)
                self.bytes += thing.size
                self._make_room()
            return thing

    def _make_room(self) -> None:
        while self.bytes > self.most_bytes:
            key, thing = self._things.popitem(last=False)
            if thing.used:
                thing.used = False
                self._things[key] = thing
                continue
            self.bytes -= thing.size
            if self._reserve is not None and self._reserve.found(key) is None:
                self._reserve.of(key, partial(pack, thing.value))


STAMPS: Final = Kept(4 << 20, Kept(14 << 20))
"""Stamps and set text, which tiles are made of.

These are slow to make and used all the time, so they have a cache of their own, from which the
tiles of a match cannot evict them, and a reserve that holds all stamps of the five games.
"""
TILES: Final = Kept(28 << 20)
"""Painted tiles, compressed: those of some 200 matches. Painting one takes 0.6 ms."""
UNPACKED: Final = Kept(1 << 20)
"""The pixels of tiles that were used last, as they are put into pictures.

Most pictures have many tiles in common with another of the newest ones.
"""
PAGES: Final = Kept(10 << 20)
"""Finished things: strips of pictures, and pictures of components.

Enough for the newest pictures of some 60 matches, and for an answer and the post after it. With
more, compressing a strip again is cheaper than painting the tiles that this memory has room for.
"""
