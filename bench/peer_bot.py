# ruff: noqa: F401 - what our bot imports, for start-up and memory
"""A bot made of peers only, against the range.

``python -m bench.peer_bot PORT`` is bare: discord.py, 30 commands, and the imports of our bot.
With a DATABASE it also plays whole turns: python-chess move, SQLite commit, acknowledgement,
Pillow board, upload. With ``--shards N`` it is bare and has shards, without the pause between two.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from random import Random
from typing import Any, Final

import aiosqlite
import babel.messages.pofile
import discord
import dotenv
import msgspec
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont
import rapidfuzz.process
import Stemmer
from discord import app_commands
from discord.ext import commands

from tests.range.hook import turn_to

GAMES: Final = 200
SCHEMA: Final = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE games (id INTEGER PRIMARY KEY, ply INTEGER);
CREATE TABLE moves (game INTEGER, ply INTEGER, at REAL, move TEXT, PRIMARY KEY (game, ply))
    WITHOUT ROWID;
"""


class PeerBot(commands.Bot):
    """discord.py as in its tutorial."""

    async def setup_hook(self) -> None:
        """Send the commands."""
        await self.tree.sync()


class ShardedPeerBot(commands.AutoShardedBot):
    """The same with shards."""

    setup_hook = PeerBot.setup_hook

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Begin at once: the pause is Discord's."""


def build(shards: int = 0) -> PeerBot | ShardedPeerBot:
    """Return a bot with a trivial command and 29 more."""
    intents, none = discord.Intents.default(), discord.MemberCacheFlags.none()
    bot: PeerBot | ShardedPeerBot
    if shards:
        bot = ShardedPeerBot("!", intents=intents, member_cache_flags=none, shard_count=shards)
    else:
        bot = PeerBot("!", intents=intents, member_cache_flags=none)

    @bot.tree.command(name="ping", description="trivial")
    async def ping(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("pong")

    for n in range(29):

        @app_commands.describe(tile="tile number", where="where to")
        async def move(interaction: discord.Interaction[Any], tile: int, where: str) -> None:
            await interaction.response.send_message("ok")

        made: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=f"move{n}", description="a move", callback=move
        )
        bot.tree.add_command(made)
    return bot


def add_turn(bot: PeerBot, path: str) -> None:
    """Give a bot the command that plays a whole turn."""
    import chess

    from bench.peer_board import board

    disk, brush = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
    db = disk.submit(_open, path).result()
    brush.submit(board).result()
    games, plies, rng = [chess.Board() for _ in range(GAMES)], [0] * GAMES, Random(1)
    turns = iter(range(10**9))

    def commit(game: int, ply: int, move: str) -> None:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", (game, ply, time.time(), move))
        db.execute("UPDATE games SET ply = ? WHERE id = ?", (ply, game))
        db.execute("COMMIT")

    async def turn(interaction: discord.Interaction[Any]) -> None:
        game = next(turns) % GAMES
        moves = list(games[game].legal_moves)
        if not moves or len(games[game].move_stack) > 120:
            games[game] = chess.Board()
            moves = list(games[game].legal_moves)
        move = rng.choice(moves)
        games[game].push(move)
        plies[game] += 1
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(disk, commit, game, plies[game], move.uci())
        await interaction.response.defer()
        png = await loop.run_in_executor(brush, board)
        await interaction.followup.send("turn", file=discord.File(BytesIO(png), "b.png"))

    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="turn", description="a whole turn", callback=turn
    )
    bot.tree.add_command(made)


def _open(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.executescript(SCHEMA)
    db.executemany("INSERT INTO games VALUES (?, 0)", [(n,) for n in range(GAMES)])
    return db


def main() -> None:
    """Run until terminated."""
    port, *rest = sys.argv[1:]
    turn_to(int(port))
    bot = build(int(rest[1]) if rest[:1] == ["--shards"] else 0)
    if rest and isinstance(bot, PeerBot):
        add_turn(bot, rest[0])
    bot.run("x.y.z", log_handler=None)


if __name__ == "__main__":
    main()
