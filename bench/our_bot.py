"""Run the bot against the fake Discord.

Start it as ``python -m bench.our_bot PORT DATABASE [HURRY]``. HURRY divides the delays of the
outbox: with 60, a quarter of an hour becomes 15 s.
"""

from __future__ import annotations

import asyncio
import os
import sys

import bot
import config
from bench.loopback import turn_to
from matches import outbox


def main() -> None:
    """Run until terminated."""
    turn_to(int(sys.argv[1]))
    for hurry in sys.argv[3:]:
        for name in ("FIRST_RETRY_S", "LAST_RETRY_S", "SPACING_S"):
            setattr(outbox, name, getattr(outbox, name) / float(hurry))
    given = {"STOLIK_DATABASE": sys.argv[2], "DISCORD_TOKEN": "x.y.z"}
    asyncio.run(bot.serve(config.load(os.environ | given)))


if __name__ == "__main__":
    main()
