"""Where the database is: a file, or a PostgreSQL server."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import unquote_to_bytes

_ANY: Final = r"[^\s:/?#@\[\]]"
_SERVER: Final = re.compile(
    rf"postgres(ql)?://({_ANY}*(:{_ANY}*)?@)?[^\s/?#@]*/{_ANY}+(\?[^\s#]*)?", re.ASCII
)
_BARE_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_NO_FILE: Final = re.compile(r"://|^postgres(ql)?:|password *=|^:memory:$", re.IGNORECASE)
"""What is meant to be a server's address, or kept nowhere."""
_WANTED: Final = (
    "is not an address like postgresql://user:password@host:5432/name"
    " (write the characters : / ? # [ ] @ % and spaces of a password as %3A and so on),"
    " nor the path of a file"
)


class AddressError(ValueError):
    """An address can't be read; the message doesn't show it."""


@dataclass(frozen=True, slots=True)
class Server:
    """A database on a PostgreSQL server.

    Attributes:
        url: As libpq reads it, ``postgresql://user:password@host:port/name``; never shown.
    """

    url: str = field(repr=False)

    def __str__(self) -> str:
        """Return the address without the user, the password and options."""
        place = self.url.partition("://")[2].partition("?")[0].rpartition("@")[2]
        return f"postgresql://{'local' if place.startswith('/') else ''}{place}"


Address: TypeAlias = Path | Server


def address(text: str) -> Address:
    """Return the address that somebody has typed.

    Raises:
        AddressError: It is neither a server's that can be read, nor a file's.
    """
    if _SERVER.fullmatch(text) and _has_letters_alone(text):
        return Server(text)
    if _NO_FILE.search(text):
        raise AddressError(_WANTED)
    return Path(text)


def _has_letters_alone(text: str) -> bool:
    """Return whether each % of an address begins a letter in UTF-8.

    PostgreSQL's driver raises UnicodeDecodeError at others.
    """
    if _BARE_PERCENT.search(text):
        return False
    try:
        return b"\0" not in unquote_to_bytes(text) and bool(unquote_to_bytes(text).decode())
    except UnicodeDecodeError:
        return False
