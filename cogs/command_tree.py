"""The tree of our slash commands, and telling Discord of it.

The games' commands join it once the games have been loaded, so Discord is told only after that.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from discord import app_commands

from cogs.ui.items import Interaction
from cogs.ui.speech import learn_commands

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

SENT: Final = "command_tree"
"""The fact under which the database keeps the hash of what Discord was sent."""


class Tree(app_commands.CommandTree["StolikBot"]):
    """The commands of a bot, which wait until the games are loaded."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return True, once the games are loaded: until then, theirs aren't in the tree."""
        await interaction.client.loaded()
        return True


async def tell_discord(bot: StolikBot) -> None:
    """Send our commands if they or Discord's copy have changed, and learn their ids.

    Sentences that mention a command need its id.
    """
    tree = bot.tree
    found = await asyncio.to_thread(lambda: asyncio.run(tree_digest(tree)))
    digest = f"{bot.application_id}:{found}"
    kept: Sequence[app_commands.AppCommand] = await tree.fetch_commands()
    complete = {c.name for c in kept} == {c.name for c in tree.get_commands()}
    if not complete or await bot.store.get_meta(SENT) != digest:
        kept = await tree.sync()
        await bot.store.set_meta(SENT, digest)
        log.info("sent the commands to Discord")
    learn(tree, kept)


async def tree_digest(tree: app_commands.CommandTree[Any]) -> str:
    """Return a hash of what we tell Discord about our commands, in all languages."""
    translator = tree.translator
    assert translator is not None
    payloads = [await c.get_translated_payload(tree, translator) for c in tree.get_commands()]
    payloads.sort(key=lambda payload: str(payload["name"]))
    return hashlib.sha256(json.dumps(payloads, sort_keys=True).encode()).hexdigest()


def learn(
    tree: app_commands.CommandTree[StolikBot], kept: Sequence[app_commands.AppCommand]
) -> None:
    """Learn the ids of our commands from what Discord has."""
    ids = {command.name: command.id for command in kept}
    every = (c for c in tree.walk_commands() if isinstance(c, app_commands.Command))
    names = [(c.qualified_name, (c.root_parent or c).name) for c in every]
    learn_commands({name: ids[root] for name, root in names if root in ids})
