"""A process that works: it reads jobs and writes what they return, see `main`.

It reads from its standard input and writes to its standard output, and ends when the input does:
when the process that started it closes it, or is killed. Nothing is ever written to disk. A message
is its length in bytes (4, big-endian) and a pickle: a job is a callable without arguments, the
reply a `Reply`. Both sides are the same program, and nobody else has the pipes.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import struct
import sys
import traceback
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from io import BytesIO
from itertools import count
from operator import attrgetter
from typing import Any, BinaryIO, Final, NamedTuple
from zlib import crc32

HEAD: Final = struct.Struct(">I")
"""How a message begins."""
PIPE_BYTES: Final = 1 << 20
"""Room for replies on their way; Linux allows no more without privileges."""
TRIM_EVERY: Final = 50
"""Jobs between two times that free memory is given back, which takes 4 ms."""


class Reply(NamedTuple):
    """What became of a job.

    Attributes:
        of: The checksum of the pickled job, so that nobody takes a reply for their own that isn't.
        value: What it returned.
        failure: Where in the code it failed, without any value of ours; "" if it did not.
    """

    of: int
    value: object
    failure: str = ""


@cache
def _values(kind: type) -> Callable[[object], tuple[object, ...]] | None:
    """Return what reads the arguments that a frozen dataclass is made of again."""
    params = getattr(kind, "__dataclass_params__", None)
    if params is None or not (params.frozen and params.init):
        return None
    every = fields(kind)
    if len(every) < 2 or not all(it.init and not it.kw_only for it in every):
        return None
    return attrgetter(*(it.name for it in every))


class _Packer(pickle.Pickler):
    """Pickles frozen dataclasses as calls of their class, in half the time.

    A view is made of dozens of them, and the event loop waits while it is packed.
    """

    def reducer_override(self, it: object) -> Any:
        kind: Any = type(it)
        values = _values(kind)
        return NotImplemented if values is None else (kind, values(it))


def message(content: object) -> bytes:
    """Return a job or a reply as it goes through a pipe."""
    out = BytesIO()
    out.write(HEAD.pack(0))
    _Packer(out, pickle.HIGHEST_PROTOCOL).dump(content)
    out.seek(0)
    out.write(HEAD.pack(len(out.getbuffer()) - HEAD.size))
    return out.getvalue()


def done(job: bytes) -> bytes:
    """Do a pickled job and return the message with its `Reply`.

    Raises:
        MemoryError, OSError, ImportError, SyntaxError: There is no more memory, or for want of it
            no file can be read, no library loaded and no module compiled. The process ends, and
            another one begins with little.
    """
    of = crc32(job)
    try:
        return message(Reply(of, pickle.loads(job)()))
    except (MemoryError, OSError, ImportError, SyntaxError):
        raise
    except Exception as error:  # noqa: BLE001 - whoever asked is told
        frames = traceback.format_list(traceback.extract_tb(error.__traceback__))
        return message(Reply(of, None, "".join(frames) + type(error).__name__))


def work(jobs: BinaryIO, replies: BinaryIO) -> None:
    """Do one job after another until there are no more."""
    for number in count(1):
        head = jobs.read(HEAD.size)
        if not head:
            return
        (size,) = HEAD.unpack(head)
        replies.write(done(jobs.read(size)))
        replies.flush()
        if number % TRIM_EVERY == 0:
            give_back_memory()


def give_back_memory() -> None:
    """With glibc, give the system back what lies free between cached pictures."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def widen(pipe: BinaryIO) -> None:
    """On Linux, make room for whole pictures in a pipe.

    So the next picture is drawn while this one is read.
    """
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def main(nice: int = 0) -> None:
    """Work for whoever started this process; print to standard error only.

    Args:
        nice: How far the process steps back where processor time is short, 0 to 19.
    """
    with contextlib.suppress(AttributeError):  # not everywhere
        os.nice(nice)
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    widen(replies)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        work(sys.stdin.buffer, replies)
    except BrokenPipeError:  # whoever started this process has died
        os.dup2(os.open(os.devnull, os.O_WRONLY), replies.fileno())
