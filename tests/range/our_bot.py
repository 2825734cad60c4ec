"""Run the bot against the range: ``python -m tests.range.our_bot PORT DATABASE [HURRY [SEED]]``.

HURRY divides the delays of the outbox: with 60, a quarter of an hour becomes 15 s. With a SEED, the
secret seeds of matches follow from it. ``STOLIK_PLANTED`` names a fault to plant,
``STOLIK_LEASE_HURRY`` divides how long another bot's lease is watched, and all that goes with it,
and after ``RANGE_ABSENT_S`` seconds of silence the bot counts as away. The clock of its machine is
``RANGE_AHEAD_S`` seconds ahead. Its first backup is due ``RANGE_BACKUP_S`` seconds after the start.
"""

from __future__ import annotations

import bot  # isort: skip - first, as in `python bot.py`: meanwhile the garbage collector rests

import asyncio
import logging
import os
import sys
from datetime import datetime, timedelta, tzinfo
from importlib import import_module
from random import Random
from typing import Any

import discord

import config
from matches import backups, lease, outbox, scheduler
from matches import crew as crews
from matches.db.bots import crew
from matches.domain.deadlines import clock_edits
from matches.service import MatchService
from matches.services import absences
from tests.range.hook import turn_to


def main() -> None:
    """Run until terminated."""
    port, database, *rest = sys.argv[1:]
    run(int(port), database, *rest)


def run(port: int, database: str, hurry: str = "1", seed: str = "", *, logs: bool = False) -> None:
    """Run until terminated; the arguments are those of the command line, and whether it logs."""
    turn_to(port)
    logging.disable(logging.NOTSET if logs else logging.ERROR)
    plant()
    set_ahead(timedelta(seconds=float(os.environ.get("RANGE_AHEAD_S", "0"))))
    if absent_s := os.environ.get("RANGE_ABSENT_S"):
        absences.ABSENT = timedelta(seconds=float(absent_s))
        for module, name in ((scheduler, "BEAT_EVERY"), (clock_edits, "_UNNOTICED")):
            setattr(module, name, absences.ABSENT / 4)
    for name in ("FIRST_RETRY_S", "LAST_RETRY_S", "SPACING_S"):
        setattr(outbox, name, getattr(outbox, name) / float(hurry))
    for name in ("RENEW_S", "FRESH_S", "WATCH_S", "LOOK_S"):
        hurried = getattr(lease, name) / float(os.environ.get("STOLIK_LEASE_HURRY", "1"))
        setattr(lease, name, hurried)
    if database.startswith("postgresql:"):
        presence: Any = import_module("matches.db.postgres.presence")
        presence.SILENT_S /= float(os.environ.get("STOLIK_LEASE_HURRY", "1"))
    crews.SETTLED_S /= float(os.environ.get("STOLIK_LEASE_HURRY", "1"))
    if backup_s := os.environ.get("RANGE_BACKUP_S"):
        setattr(backups, "SETTLED", timedelta(seconds=float(backup_s)))  # noqa: B010 - Final
    if seed:
        assert MatchService.__init__.__kwdefaults__
        MatchService.__init__.__kwdefaults__["entropy"] = Random(seed).randbytes
    given = {"STOLIK_DATABASE": database, "DISCORD_TOKEN": "x.y.z"}
    asyncio.run(bot.serve(config.load(os.environ | given)))


def set_ahead(ahead: timedelta) -> None:
    """Let this machine's clock be ahead, for all that is kept or compared."""

    class Later(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + ahead

    plain = discord.utils.utcnow
    for module, name, other in (
        (discord.utils, "utcnow", lambda: plain() + ahead),
        *((module, "datetime", Later) for module in (lease, crew)),
    ):
        if ahead:
            setattr(module, name, other)


def plant() -> None:
    """Plant the fault that the environment names, if any."""
    if name := os.environ.get("STOLIK_PLANTED"):
        from tests.soak import planted  # all exercises, which a bot doesn't need

        planted.BY_NAME[name].plant()


if __name__ == "__main__":
    main()
