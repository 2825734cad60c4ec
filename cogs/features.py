"""Every part of the bot that listens to Discord."""

from __future__ import annotations

from typing import Final

import cogs.admin.cog
import cogs.help.cog
import cogs.help.match_help
import cogs.limits
import cogs.lobby.cog
import cogs.lobby.hosting
import cogs.lobby.rematch
import cogs.monitoring
import cogs.operator.cog
import cogs.outbox.signals
import cogs.partial
import cogs.past.export
import cogs.past.heavy
import cogs.past.replay
import cogs.play.cog
import cogs.play.commands
import cogs.rulebook.cog
import cogs.rulebook.why
import cogs.shards.presence
import cogs.table.channels
import cogs.table.seats
import cogs.table.votes
import cogs.table.watch
import cogs.ui.autocomplete
import cogs.ui.items
import cogs.user.away
import cogs.user.privacy
import cogs.user.settings

FEATURES: Final = (
    cogs.limits,
    cogs.partial,
    cogs.ui.autocomplete,
    cogs.ui.items,
    cogs.lobby.cog,
    cogs.lobby.hosting,
    cogs.shards.presence,
    cogs.table.channels,
    cogs.table.watch,
    cogs.play.cog,
    cogs.past.replay,
    cogs.past.export,
    cogs.past.heavy,
    cogs.lobby.rematch,
    cogs.play.commands,
    cogs.rulebook.cog,
    cogs.rulebook.why,
    cogs.table.votes,
    cogs.table.seats,
    cogs.help.cog,
    cogs.help.match_help,
    cogs.user.settings,
    cogs.user.privacy,
    cogs.user.away,
    cogs.admin.cog,
    cogs.operator.cog,
    cogs.outbox.signals,
    cogs.monitoring,
)
"""Every module with a ``setup(bot)``.

They are not loaded by name: discord.py would run them again for each bot in a process, but
component handlers are registered only once.
"""
