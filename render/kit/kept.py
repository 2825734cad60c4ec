"""What was made once and may be wanted again, kept within a number of bytes.

`functools.lru_cache` counts; but one tile may be a hundred times as big as another, and only the
sum of their bytes says how much memory they take.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Final, ParamSpec, TypeVar, cast

from render.picture import Picture

P = ParamSpec("P")
T = TypeVar("T")

EXTRA: Final = 1000
"""Bytes that everything takes besides: its arguments and its place here."""
ONE_BYTE: Final = ("1", "L", "P")
"""Modes of images with one byte for each pixel; in all others Pillow takes four."""


def weight(value: object) -> int:
    """Return about how many bytes images, pictures, texts, or tuples of these take."""
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


class _Thing:
    __slots__ = ("size", "used", "value")

    def __init__(self, value: object, size: int) -> None:
        self.value, self.size, self.used = value, size, False


class Kept:
    """Remembers what functions returned; what was not used for longest goes first.

    What was used since it was last its turn to go gets a second chance instead of being moved at
    each use, so that looking something up is one look into a dict. Any thread may ask; if two ask
    for the same thing at once both may make it, and both get the first one.

    Attributes:
        most_bytes: What all of it may take together.
        bytes: What it takes, by `weight`.
    """

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._things: OrderedDict[Hashable, _Thing] = OrderedDict()
        self._lock = Lock()

    def __call__(self, make: Callable[P, T]) -> Callable[P, T]:
        """Make a function remember; its arguments must be hashable."""

        @wraps(make)
        def kept(*args: P.args, **kwargs: P.kwargs) -> T:
            key = (make, args, *sorted(kwargs.items())) if kwargs else (make, args)
            thing = self._things.get(key)
            if thing is None:
                thing = self._keep(key, make(*args, **kwargs))
            else:
                thing.used = True
            return cast("T", thing.value)

        return kept

    def of(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept under a key, made now if it is not there."""
        thing = self._things.get(key)
        if thing is None:
            thing = self._keep(key, make())
        else:
            thing.used = True
        return cast("T", thing.value)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._things.clear()
            self.bytes = 0

    def _keep(self, key: Hashable, value: object) -> _Thing:
        with self._lock:
            thing = self._things.get(key)
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
            else:
                self.bytes -= thing.size


STAMPS: Final = Kept(36 << 20)
"""What tiles are made of: stamps and set words. They take long to make and are used again and
again, so the passing tiles of one match do not drive them out."""
TILES: Final = Kept(20 << 20)
"""Painted tiles, compressed."""
PAGES: Final = Kept(12 << 20)
"""What is finished: strips of pictures, and pictures of components."""
