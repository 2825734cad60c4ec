"""Faults planted on purpose: each has to be found by an exercise, under its name."""

from __future__ import annotations

from typing import Final

from tests.soak import kills_planted, power_planted
from tests.soak.report import Planted

PLANTED: Final[tuple[Planted, ...]] = (*kills_planted.PLANTED, *power_planted.PLANTED)
BY_NAME: Final = {planted.name: planted for planted in PLANTED}
"""All of them."""
