"""Telling Discord of ``/stolik``, which exists in one server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

import discord

from cogs.command_tree import hashed

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

SENT: Final = "owner_commands"
"""The fact that names the server that has the command, and keeps a hash of it."""


async def tell_owner_server(bot: StolikBot) -> None:
    """Send the owner's command to its server, and take it from the one before."""
    wanted = bot.settings.owner_server
    before = await bot.store.get_meta(SENT) or ""
    old = int(before.partition(":")[0] or 0)
    assert bot.application_id is not None
    if old and old != wanted:
        with contextlib.suppress(discord.HTTPException):  # the bot may have left it
            await bot.http.bulk_upsert_guild_commands(bot.application_id, old, [])
        await bot.store.set_meta(SENT, "")
    if not wanted:
        return
    tree, where = bot.tree, discord.Object(wanted)
    translator = tree.translator
    assert translator is not None
    payloads = [
        await command.get_translated_payload(tree, translator)
        for command in tree.get_commands(guild=where)
    ]
    digest = f"{wanted}:{bot.application_id}:{await asyncio.to_thread(hashed, payloads)}"
    if digest == before:
        return
    try:
        await bot.http.bulk_upsert_guild_commands(bot.application_id, wanted, payloads)
    except discord.HTTPException as error:
        log.warning(
            "sending /stolik to the server STOLIK_OWNER_SERVER failed; is the bot there? %s", error
        )
        return
    await bot.store.set_meta(SENT, digest)
