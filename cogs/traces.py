"""How an error is told to the log: the way it took, without any value of ours.

Messages of foreign exceptions may quote moves, and hosts play too.
"""

from __future__ import annotations

import traceback
from typing import Final

import aiohttp
import discord
from discord import app_commands

from matches.db.store import StoreError
from rules.errors import GameError

OUTSIDE: Final = (discord.HTTPException, StoreError, OSError, aiohttp.ClientError)
"""Errors from outside whose messages name no value of ours."""
_QUOTED: Final = (*OUTSIDE, GameError)


def traced(error: BaseException) -> str:
    """Return the traceback of an error and of what led to it, without any value of ours."""
    parts: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        frames = "".join(traceback.format_list(traceback.extract_tb(cause.__traceback__)))
        said = f": {cause}" if isinstance(cause, _QUOTED) else ""
        parts.append(f"{frames}{type(cause).__name__}{said}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\nwhich led to\n".join(reversed(parts))


def in_short(error: BaseException) -> str:
    """Return an error in one line: its kind, where it arose, and its message if it may be told."""
    cause = unwrapped(error)
    frames = traceback.extract_tb(cause.__traceback__)
    where = f" in {frames[-1].name}" if frames else ""
    told = f": {cause}" if isinstance(cause, _QUOTED) else ""
    return " ".join(f"{type(cause).__name__}{where}{told}".split())


def unwrapped(error: BaseException) -> BaseException:
    """Return what a command raised, without what discord.py wraps around it."""
    inner = error
    while isinstance(inner, app_commands.CommandInvokeError):
        inner = inner.original
    return inner
