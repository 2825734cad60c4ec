"""Logs errors: their traceback, without any value of ours.

Messages of exceptions from libraries may quote moves, and whoever reads the log may be playing.
"""

from __future__ import annotations

import traceback
from typing import Final

import aiohttp
import discord
from discord import app_commands

from monitor.metrics import ErrorKind
from rules.errors import GameError, ReplayError, StoreError, WorkerError

OUTSIDE_FAULTS: Final = (discord.HTTPException, StoreError, OSError, aiohttp.ClientError)
"""Errors from outside; their messages quote no value of ours."""
_QUOTED: Final = (*OUTSIDE_FAULTS, GameError)

_KINDS: Final[tuple[tuple[type[Exception] | tuple[type[Exception], ...], ErrorKind], ...]] = (
    (StoreError, "database"),
    (WorkerError, "worker"),
    (ReplayError, "replay"),
    (GameError, "game"),
    (discord.DiscordException, "discord"),
    ((aiohttp.ClientError, OSError), "network"),
)
"""Which kind an error is; the first that fits."""


def traced(error: BaseException) -> str:
    """Return the tracebacks of an error and its causes, the first cause first."""
    parts: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        frames = "".join(traceback.format_list(traceback.extract_tb(cause.__traceback__)))
        said = f": {cause}" if isinstance(cause, _QUOTED) else ""
        parts.append(f"{frames}{type(cause).__name__}{said}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\nwhich led to\n".join(reversed(parts))


def in_short(error: BaseException) -> str:
    """Return an error as one line: type, function, message if it may be logged."""
    cause = unwrapped(error)
    frames = traceback.extract_tb(cause.__traceback__)
    where = f" in {frames[-1].name}" if frames else ""
    told = f": {cause}" if isinstance(cause, _QUOTED) else ""
    return " ".join(f"{type(cause).__name__}{where}{told}".split())


def kind_of(error: BaseException) -> ErrorKind:
    """Return what kind of error it is, for counting."""
    cause = unwrapped(error)
    return next((kind for kinds, kind in _KINDS if isinstance(cause, kinds)), "bug")


def unwrapped(error: BaseException) -> BaseException:
    """Return what a command raised, without discord.py's wrapper."""
    inner = error
    while isinstance(inner, app_commands.CommandInvokeError):
        inner = inner.original
    return inner
