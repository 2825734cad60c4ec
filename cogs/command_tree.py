"""The tree of our slash commands, and telling Discord of it.

The games' commands join it once the games have been loaded, so Discord is told only after that.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from cogs.ui.items import Interaction, reference, restarting
from cogs.ui.speech import learn_commands
from monitor import requests
from monitor.metrics import Kind

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

SENT: Final = "command_tree"
"""The fact under which the database keeps the hash of what Discord was sent."""


class Tree(app_commands.CommandTree["StolikBot"]):
    """The commands of a bot, which wait until the games are loaded."""

    async def _call(self, interaction: Interaction) -> None:
        """Answer a command or a completion, its errors included, and count it.

        Private, and what discord.py calls for each; a test fails when that has changed.
        """
        is_completion = interaction.type is discord.InteractionType.autocomplete
        kind: Kind = "completion" if is_completion else "command"
        with requests.answering(reference(interaction), kind) as request:
            try:
                await super()._call(interaction)
            except app_commands.AppCommandError as error:
                await self._dispatch_error(interaction, error)
            if interaction.command is not None:
                request.command = interaction.command.qualified_name

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return True, once the games are loaded: until then, theirs aren't in the tree.

        A bot that finishes to restart takes no more.
        """
        if interaction.client.draining:
            await interaction.client.answer_error(interaction, restarting())
            return False
        await interaction.client.admit(interaction)
        return True


async def tell_discord(bot: StolikBot) -> None:
    """Send our commands if they or Discord's copy have changed, and learn their ids.

    Sentences that mention a command need its id.
    """
    tree = bot.tree
    assert bot.application_id is not None
    payloads = await asyncio.to_thread(lambda: asyncio.run(tree_payloads(tree)))
    digest = f"{bot.application_id}:{hashed(payloads)}"
    ids = {command.name: command.id for command in await tree.fetch_commands()}
    complete = ids.keys() == {payload["name"] for payload in payloads}
    if not complete or await bot.store.get_meta(SENT) != digest:
        # Not `tree.sync`, which would translate everything a second time, on the event loop.
        kept = await bot.http.bulk_upsert_global_commands(bot.application_id, payloads)
        ids = {command["name"]: int(command["id"]) for command in kept}
        await bot.store.set_meta(SENT, digest)
        log.info("sent the commands to Discord")
    learn(tree, ids)


async def tree_payloads(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Return what we tell Discord about our commands, in all languages."""
    translator = tree.translator
    assert translator is not None
    return [await c.get_translated_payload(tree, translator) for c in tree.get_commands()]


def hashed(payloads: list[dict[str, Any]]) -> str:
    """Return a hash of what we tell Discord, the same for any order of the commands."""
    ordered = sorted(payloads, key=lambda payload: str(payload["name"]))
    return hashlib.sha256(json.dumps(ordered, sort_keys=True).encode()).hexdigest()


def learn(tree: app_commands.CommandTree[StolikBot], ids: Mapping[str, int]) -> None:
    """Learn the ids of our commands from what Discord has, by name."""
    every = (c for c in tree.walk_commands() if isinstance(c, app_commands.Command))
    names = [(c.qualified_name, (c.root_parent or c).name) for c in every]
    learn_commands({name: ids[root] for name, root in names if root in ids})
