"""Fair chance that anyone can check, the same on every version of Python.

Each match has a secret seed. Its SHA-256, the seal, is made public when the lobby opens, the seed
itself when the match is over; with both, anyone can repeat the draws
(`history.log_view.verification`). Players can add words to it until the match starts (`mixed`).
The draw that became the log row `ply` comes from its own stream: block ``i`` of the stream is
``HMAC-SHA-256(key, "stolik 1" + ply + i)``, both as 8 bytes big-endian, i = 0, 1, 2... The key
is the seed, mixed with the words if there are any.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, MutableSequence, Sequence
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

SEED_BYTES: Final = 32
_DOMAIN: Final = b"stolik 1"
_WORDS: Final = b"stolik words 1"


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed, hex: what is published before the first draw."""
    return hashlib.sha256(seed).hexdigest()


def mixed(seed: bytes, words: Sequence[str]) -> bytes:
    """Return the key of the draws: the seed, or if there are words, both mixed.

    Mixed, it is ``HMAC-SHA-256(seed, "stolik words 1" + words)``: a word for each seat, in their
    order and as UTF-8, each after its number of bytes as 4 bytes big-endian. No two rows of words
    give the same bytes.

    Args:
        seed: The secret seed.
        words: What the players gave, by seat; "" for no word.
    """
    if not any(words):
        return seed
    written = (word.encode() for word in words)
    together = b"".join(len(one).to_bytes(4, "big") + one for one in written)
    return hmac.digest(seed, _WORDS + together, "sha256")


class ChanceStream(Random):
    """The numbers for one draw, behind the interface of `random.Random`.

    The methods games draw with (`shuffle`, `sample`, `choice`, `randrange`, `randint`) are written
    out here, because Python promises the same results across versions only for `random()`.
    """

    def __init__(self, key: bytes, ply: int) -> None:
        super().__init__(0)
        self._key = key
        self._ply = ply.to_bytes(8, "big")
        self._block = 0
        self._pool = b""

    def randbytes(self, n: int) -> bytes:
        """Return the next `n` bytes of the stream."""
        while len(self._pool) < n:
            message = _DOMAIN + self._ply + self._block.to_bytes(8, "big")
            self._pool += hmac.digest(self._key, message, "sha256")
            self._block += 1
        taken, self._pool = self._pool[:n], self._pool[n:]
        return taken

    def getrandbits(self, k: int) -> int:
        """Return a number of `k` bits: the next whole bytes, surplus low bits dropped."""
        size = (k + 7) // 8
        return int.from_bytes(self.randbytes(size), "big") >> (size * 8 - k)

    def random(self) -> float:
        """Return a number in [0, 1) of 53 bits."""
        return float(self.getrandbits(53) * 2.0**-53)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return one member of ``range(start, stop, step)``, all equally likely."""
        members = range(start) if stop is None else range(start, stop, step)
        return members[self._below(len(members))]

    def randint(self, a: int, b: int) -> int:
        """Return a whole number from `a` to `b`, both included."""
        return a + self._below(b - a + 1)

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override] # narrower than typeshed's
        """Return one element of a sequence that is not empty."""
        return seq[self._below(len(seq))]

    def shuffle(self, x: MutableSequence[T]) -> None:
        """Shuffle a list in place: Fisher and Yates, from the last place down."""
        for last in range(len(x) - 1, 0, -1):
            other = self._below(last + 1)
            x[last], x[other] = x[other], x[last]

    def sample(  # type: ignore[override] # without `counts`
        self, population: Sequence[T], k: int
    ) -> list[T]:
        """Return `k` different elements, in the order drawn."""
        rest = list(population)
        if not 0 <= k <= len(rest):
            raise ValueError(f"cannot draw {k} of {len(rest)}")
        return [rest.pop(self._below(len(rest))) for _ in range(k)]

    def seed(self, a: object = None, version: int = 2) -> None:
        """Do nothing: a stream is fixed by its key and ply."""

    def _below(self, n: int) -> int:
        """Return a number in range(n) by rejection, so that all are equally likely."""
        if n <= 0:
            raise ValueError("nothing to draw from")
        bits = (n - 1).bit_length()
        while True:
            drawn = self.getrandbits(bits) if bits else 0
            if drawn < n:
                return drawn


Entropy = Callable[[int], bytes]
"""Returns so many unpredictable bytes; `secrets.token_bytes` outside tests."""
