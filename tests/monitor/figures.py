"""Reads the page of a simulated bot."""

from __future__ import annotations

from collections import defaultdict
from typing import TypeAlias

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from cogs.monitoring import Monitoring
from tests.world import World

Figures: TypeAlias = "dict[str, dict[frozenset[tuple[str, str]], float]]"
"""What a page says: name of a series -> its labels -> its value."""


def monitoring(world: World) -> Monitoring:
    """Return the part of a running bot that keeps the page."""
    found = world.bot.get_cog("Monitoring")
    assert isinstance(found, Monitoring)
    return found


async def ask(port: int, path: str, method: str = "GET") -> tuple[int, str]:
    """Return status and words of a page."""
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, f"http://127.0.0.1:{port}{path}") as answer,
    ):
        return answer.status, await answer.text()


def read(page: str) -> Figures:
    """Return what a page says."""
    found: Figures = defaultdict(dict)
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            found[sample.name][frozenset(sample.labels.items())] = sample.value
    return found


def value(figures: Figures, name: str, **labels: str) -> float:
    """Return the sum of the series that have some labels; 0 if there are none."""
    wanted = set(labels.items())
    return sum(v for found, v in figures[name].items() if wanted <= found)


async def figures(world: World) -> Figures:
    """Return the figures of a running bot, read anew."""
    page = monitoring(world).page
    page._looked = float("-inf")
    status, text = await ask(page.port, "/metrics")
    assert status == 200
    return read(text)
