"""Interactions in threads that are not in the cache, which discord.py cannot read.

Discord sends such a thread as a partial channel: id, name, type, permissions, parent and
thread metadata. discord.py 2.7 asks for its owner and its counts as well, and a missing one means a
`KeyError` before any handler sees the interaction: the tap would get no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord.ext import commands

_EVENT: Final = "INTERACTION_CREATE"
_UNKNOWN: Final[Mapping[str, object]] = {
    "name": "",
    "parent_id": "0",
    "owner_id": "0",
    "message_count": 0,
    "member_count": 0,
    "position": 0,
    "thread_metadata": {
        "archived": False,
        "auto_archive_duration": 10080,
        "archive_timestamp": "2015-01-01T00:00:00+00:00",
        "locked": False,
    },
}
"""Fields of channels and threads that discord.py needs but Discord may leave out."""


def completed(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an interaction with a channel that discord.py can read.

    An id that Discord left out becomes 0, which nothing has.
    """
    channel = payload.get("channel")
    if not channel or payload.get("guild_id") is None:
        return payload
    told = {name: value for name, value in channel.items() if value is not None}
    return {**payload, "channel": {**_UNKNOWN, **told}}


def setup(bot: commands.AutoShardedBot) -> None:
    """Let `bot` read every interaction.

    The table of parsers is private to discord.py, but nothing public comes before the parsing. A
    test fails when it is gone.
    """
    parsers = bot._connection.parsers
    plain = parsers[_EVENT]

    def parse(payload: Mapping[str, Any]) -> None:
        plain(completed(payload))

    parsers[_EVENT] = parse
