"""Where the database is: a file, or a PostgreSQL server."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import urlsplit

SCHEMES: Final = ("postgresql", "postgres")
"""How the address of a server begins."""


@dataclass(frozen=True, slots=True)
class Server:
    """A database on a PostgreSQL server.

    Attributes:
        url: As libpq reads it, ``postgresql://user:password@host:port/name``; never shown.
    """

    url: str = field(repr=False)

    def __str__(self) -> str:
        """Return the address without the password and options."""
        try:
            parts = urlsplit(self.url)
            host, name = parts.hostname or "local", parts.path.lstrip("/") or parts.username or ""
        except ValueError:  # a password with a bracket, say
            host = name = ""
        if "@" in name or not host:  # a password with a slash
            return "postgresql://..."
        return f"postgresql://{host}/{name}"


Address: TypeAlias = Path | Server


def address(text: str) -> Address:
    """Return the address that somebody has typed."""
    scheme, found, _ = text.partition("://")
    return Server(text) if found and scheme in SCHEMES else Path(text)
