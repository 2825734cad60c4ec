"""Bots that keep a page with their figures, on any free port."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import StolikBot
from monitor import lag, metrics
from tests.world import MakeBot


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test begin with a bot that doesn't count, and not count afterwards."""
    monkeypatch.setattr(metrics, "_on", False)
    monkeypatch.setattr(lag, "EVERY_S", 3600.0)  # simcord waits for timers that are due soon


@pytest.fixture
def make_bot(make_bot: MakeBot) -> MakeBot:
    """Return a factory for bots with the page."""

    def made() -> StolikBot:
        bot = make_bot()
        bot.settings = replace(bot.settings, metrics="127.0.0.1:0")
        return bot

    return made
