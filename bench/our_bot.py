"""Run the bot against the fake Discord: ``python -m bench.our_bot PORT DATABASE``."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import bot
import config
from bench.loopback import turn_to


def main() -> None:
    """Run until terminated."""
    turn_to(int(sys.argv[1]))
    asyncio.run(bot.serve(config.Settings(database=Path(sys.argv[2]), token="x.y.z")))


if __name__ == "__main__":
    main()
