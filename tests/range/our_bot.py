"""Run the bot against the range: ``python -m tests.range.our_bot PORT DATABASE [HURRY [SEED]]``.

HURRY divides the delays of the outbox: with 60, a quarter of an hour becomes 15 s. With a SEED, the
secret seeds of matches follow from it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from random import Random

import bot
import config
from matches import outbox
from matches.service import MatchService
from tests.range.hook import turn_to


def main() -> None:
    """Run until terminated."""
    turn_to(int(sys.argv[1]))
    for hurry in sys.argv[3:4]:
        for name in ("FIRST_RETRY_S", "LAST_RETRY_S", "SPACING_S"):
            setattr(outbox, name, getattr(outbox, name) / float(hurry))
    for seed in sys.argv[4:5]:
        assert MatchService.__init__.__kwdefaults__
        MatchService.__init__.__kwdefaults__["entropy"] = Random(seed).randbytes
    given = {"STOLIK_DATABASE": sys.argv[2], "DISCORD_TOKEN": "x.y.z"}
    asyncio.run(bot.serve(config.load(os.environ | given)))


if __name__ == "__main__":
    main()
