"""What processes tell each other, in the transaction that it is about.

A process keeps its own matches in memory, and the settings of everybody. Whoever changes a match of
another, or a setting, says so, and the others read it again. On a file there is nobody to be told.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from matches.db.driver import Connection, is_file

CHANNEL: Final = "stolik"
"""Where the server passes them on, when the transaction is kept."""
About: TypeAlias = Literal["match", "user", "guild"]


def tell(db: Connection, about: About, *numbers: int) -> None:
    """Tell the other processes that something has changed."""
    if not is_file(db):
        for number in numbers:
            db.execute(f"SELECT pg_notify('{CHANNEL}', ?)", (f"{about} {number}",))
