"""Faults planted on purpose: each has to be found by an exercise, under its name."""

from __future__ import annotations

from typing import Final

from tests.soak import bent_planted, kills_planted, power_planted, secrets_planted
from tests.soak.report import Planted

PLANTED: Final[tuple[Planted, ...]] = (
    *kills_planted.PLANTED,
    *power_planted.PLANTED,
    *secrets_planted.PLANTED,
    *bent_planted.PLANTED,
)
BY_NAME: Final = {planted.name: planted for planted in PLANTED}
"""All of them."""
