"""A flood on the range: the real bot as a process, read by discord.py's own gateway."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest_asyncio

from tests.range.interactions import LATER_EDIT, NEW, Asked
from tests.range.process import OURS, Process
from tests.range.server import Range

CHANNEL: Final = 3000
FLOODER, PLAYER = 11, 12
SLOW: Final = {"STOLIK_PERSON_TAPS_PER_S": "0.5"}
"""Five at once, and then one every other second."""


@pytest_asyncio.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Process]:
    """Yield a bot that lets a person do five things."""
    fake = Range.of_channels([CHANNEL])
    await fake.open()
    made = Process(fake, (OURS, str(tmp_path / "stolik.db")), env=SLOW)
    try:
        await made.start()
        yield made
    finally:
        await made.stop()
        await fake.close()


async def about(bot: Process, user: int) -> Asked:
    asked = await bot.fake.slash(CHANNEL, user, "about")
    await asyncio.wait_for(asked.answered, 30)
    return asked


def told(asked: Asked) -> str:
    assert asked.shown is not None
    assert asked.shown.viewer == asked.user
    return asked.shown.text


async def test_one_who_floods_is_told_and_nobody_else_notices(bot: Process) -> None:
    for _ in range(5):
        assert "Stolik" in told(await about(bot, FLOODER))
    assert "too much at once" in told(await about(bot, FLOODER))
    taps = [await bot.fake.click(CHANNEL, FLOODER, "bturn:1:1") for _ in range(20)]
    assert "Stolik" in told(await about(bot, PLAYER))
    async with asyncio.timeout(30):
        while LATER_EDIT not in (tap.answer for tap in taps):  # noqa: ASYNC110 - a slow machine
            await asyncio.sleep(0.01)
    answers = [tap.answer for tap in taps]
    assert 0 in answers  # beyond some answers a second there are none
    assert answers.count(NEW) < 10  # what a slow machine lets in
    assert bot.fake.refused == []
