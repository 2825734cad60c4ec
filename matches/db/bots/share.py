"""The shards that a process answers for; the SQL that leaves out the others.

A server belongs to a shard by Discord's formula, and its matches with it; a user to a shard in the
same way, whose process sends the daily message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Share:
    """Some of all shards.

    Attributes:
        total: How many there are.
        mine: The numbers of those.
    """

    total: int
    mine: frozenset[int]

    @property
    def is_all(self) -> bool:
        """Return whether no other process answers for anything."""
        return len(self.mine) >= self.total

    def shard_of(self, snowflake: int) -> int:
        """Return the shard of a server or user."""
        return (snowflake >> 22) % self.total

    def has(self, snowflake: int) -> bool:
        """Return whether a server or user is one of this process."""
        return self.shard_of(snowflake) in self.mine

    def only(self, column: str) -> str:
        """Return the condition that a server or user is one of this process, after AND."""
        if self.is_all:
            return ""
        mine = ", ".join(map(str, sorted(self.mine))) or "-1"
        return f" AND ({column} >> 22) % {self.total} IN ({mine})"

    def only_matches(self, column: str = "match_id") -> str:
        """Return the condition that a match is one of this process, after AND."""
        return self.only(f"(SELECT guild_id FROM matches WHERE matches.id = {column})")  # noqa: S608 - constants


ALL: Final = Share(1, frozenset({0}))
"""What the one bot on a file has."""
