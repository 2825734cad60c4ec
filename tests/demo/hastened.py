"""A demo in which moves are made behind the page, too: ``python -m tests.demo.hastened``.

It is `demo.py`, but at each SIGUSR1 whoever is waited for takes a turn, like one who plays on
another device: the bot is the real one, and only its posts tell the page.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import discord

import demo
from bot import StolikBot
from matches.domain.model import MatchInfo
from rules.notation import format_move

MATCH_ID = 1


async def take_turn(bot: StolikBot) -> None:
    """Make legal moves for a player of the first match until somebody else is waited for."""
    info = await bot.service.info(MATCH_ID)
    user = waited_for(info)
    while info.status == "live" and waited_for(info) == user:
        legal = (await bot.service.glance(MATCH_ID, user)).moves
        chosen = format_move(Random(info.ply).choice(legal))
        await bot.service.play(MATCH_ID, user, chosen, interaction_id=info.ply + 1)
        info = await bot.service.info(MATCH_ID)


def waited_for(info: MatchInfo) -> int:
    """Return the user who is to decide."""
    return info.seats[min(info.to_act)].user_id


def hastened() -> demo.Show:
    """Return the show of our bot that takes the signal."""
    show, moving = demo.stolik(), set[asyncio.Task[None]]()

    def end(task: asyncio.Task[None]) -> None:
        moving.discard(task)
        task.result()  # the page would wait in vain

    def make_bot(database: Path) -> discord.Client:
        bot = show.make_bot(database)
        assert isinstance(bot, StolikBot)

        def begin() -> None:
            task = asyncio.create_task(take_turn(bot))
            moving.add(task)
            task.add_done_callback(end)

        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, begin)
        return bot

    return replace(show, make_bot=make_bot)


if __name__ == "__main__":
    sys.exit(demo.main(show=hastened))
