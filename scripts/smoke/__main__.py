"""Try the bot on a real Discord, with a bot and a server for tests.

``python -m scripts.smoke --guild ID`` needs the bot's token as DISCORD_TEST_TOKEN, in the
environment or in ``.env``; it is no option, because others on the machine can read those. It posts
one of everything, reads it back, prints a line for each thing and removes what it posted.

Exit status: 0 if all went well, 1 if Discord refused something, 2 if something is missing.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import aiohttp
import discord
from dotenv import dotenv_values

from config import Settings
from scripts.smoke.findings import Ear, Findings
from scripts.smoke.guest import Guest
from scripts.smoke.signs import delete_emojis
from scripts.smoke.visit import Visit

READY_S: Final = 90.0
NEEDS: Final = (
    "Set DISCORD_TEST_TOKEN to the token of a bot that is only for tests, and DISCORD_TEST_GUILD or"
    " --guild to the id of a server where it may post."
)
ONLY_HANDS: Final = (
    "A bot can't tap, type or look at a phone; docs/release.md says what only hands can try."
)


@dataclass(frozen=True, slots=True)
class Options:
    """What a visit needs.

    Attributes:
        token: The bot's token.
        guild_id: The server.
        channel_id: Where to post; 0 for the first channel where the bot may.
        user_id: Who gets direct messages; 0 for nobody.
        keep: Whether to leave everything there.
    """

    token: str
    guild_id: int
    channel_id: int = 0
    user_id: int = 0
    keep: bool = False


async def run(options: Options, show: Callable[[str], None] = print) -> Findings:
    """Make a visit; return what was found.

    Raises:
        discord.DiscordException: The bot can't log in.
        LookupError: The server or the channel isn't there.
    """
    findings = Findings(options.token, show)
    ear, logger = Ear(findings), logging.getLogger()
    logger.addHandler(ear)
    try:
        await _visit(options, findings)
    finally:
        logger.removeHandler(ear)
    findings.finish()
    return findings


async def _visit(options: Options, findings: Findings) -> None:
    with TemporaryDirectory() as folder:
        settings = Settings(
            database=Path(folder) / "smoke.db",
            token=options.token,
            person_taps_per_s=0,  # a visit taps faster than people
            server_taps_per_s=0,
        )
        async with Guest(settings, findings) as bot:
            bot.reader = options.user_id
            await bot.login(options.token)
            connected = asyncio.create_task(bot.connect(reconnect=True))
            try:
                await _ready(bot, connected)
                await Visit(bot, _channel(bot, options)).run()
            finally:
                if not options.keep:
                    await _tidy_up(bot, options.guild_id)
                connected.cancel()
                await asyncio.gather(connected, return_exceptions=True)


async def _ready(bot: Guest, connected: asyncio.Task[None]) -> None:
    """Wait until the bot knows its servers and its games."""
    ready = asyncio.create_task(bot.wait_until_ready())
    await asyncio.wait((ready, connected), timeout=READY_S, return_when=asyncio.FIRST_COMPLETED)
    if connected.done():
        connected.result()
    if not ready.done():
        ready.cancel()
        raise LookupError(f"Discord didn't say READY within {READY_S:g} s")
    await bot.loaded()


def _channel(bot: Guest, options: Options) -> discord.TextChannel:
    """Return the channel to post in."""
    guild = bot.get_guild(options.guild_id)
    if guild is None:
        raise LookupError(f"the bot isn't on server {options.guild_id}")
    for channel in guild.text_channels:
        held = channel.permissions_for(guild.me)
        here = channel.id == options.channel_id if options.channel_id else held.send_messages
        if here and held.view_channel:
            return channel
    raise LookupError(f"server {options.guild_id} has no such channel where the bot may post")


async def _tidy_up(bot: Guest, guild_id: int) -> None:
    """Remove what was posted; a thread that can't be deleted is archived."""
    findings, guild = bot.findings, discord.Object(guild_id)
    await delete_emojis(bot)
    with findings.trying("remove the commands"):
        bot.tree.clear_commands(guild=guild)
        await bot.tree.sync(guild=guild)
    with findings.trying("delete the messages") as thing:
        outside = [one for one in bot.watch.shown.values() if not _in_thread(bot, one)]
        for one in outside:
            with contextlib.suppress(discord.NotFound):
                await bot.watch.remove(int(one["channel_id"]), int(one["id"]))
        thing.note = f"{len(outside)} outside of threads"
    archived = 0
    for thread_id in bot.watch.threads:
        try:
            with contextlib.suppress(discord.NotFound):
                await bot.watch.remove_thread(thread_id)
        except discord.Forbidden:
            archived += 1
            with findings.trying("archive what can't be deleted"):
                await bot.http.edit_channel(thread_id, archived=True)
    if archived:
        why = f"{archived} are archived, because the bot may not manage threads"
        findings.skip("delete the threads", why)


def _in_thread(bot: Guest, message: Mapping[str, object]) -> bool:
    return int(str(message["channel_id"])) in bot.watch.threads


def _options(arguments: list[str] | None) -> Options | None:
    """Return what was given in words and variables; None if something is missing."""
    known = {k: v for k, v in dotenv_values().items() if v is not None} | dict(os.environ)
    parser = argparse.ArgumentParser(
        prog="python -m scripts.smoke",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, what in (
        ("guild", "the id of the server"),
        ("channel", "the id of the channel; by default the first where the bot may post"),
        ("user", "the id of a member who gets direct messages; by default nobody"),
    ):
        variable = f"DISCORD_TEST_{name.upper()}"
        default = known.get(variable) or "0"
        if not default.isdigit():
            parser.error(f"{variable} is {default!r}, not an id")
        parser.add_argument(f"--{name}", type=int, default=default, metavar="ID", help=what)
    parser.add_argument("--keep", action="store_true", help="leave everything there")
    given = parser.parse_args(arguments)
    token = known.get("DISCORD_TEST_TOKEN", "").strip()
    if not token or not given.guild:
        return None
    return Options(token, given.guild, given.channel, given.user, given.keep)


def main(arguments: list[str] | None = None) -> int:
    """Make a visit and say what came of it; return the exit status."""
    options = _options(arguments)
    if options is None:
        print(NEEDS, file=sys.stderr)
        return 2
    try:
        findings = asyncio.run(run(options))
    except discord.LoginFailure:
        print("Discord rejected the token. Check DISCORD_TEST_TOKEN.", file=sys.stderr)
        return 2
    except aiohttp.ClientConnectionError as error:
        print(f"cannot reach Discord: {error}", file=sys.stderr)
        return 2
    except discord.HTTPException as error:
        print(f"Discord refused: {error}", file=sys.stderr)
        return 2
    except LookupError as error:
        print(error, file=sys.stderr)
        return 2
    good = len(findings.things) - len(findings.refused)
    print(f"{good} ok, {len(findings.refused)} refused, {len(findings.skipped)} not tried.")
    print(ONLY_HANDS)
    return 1 if findings.refused else 0


if __name__ == "__main__":
    sys.exit(main())
