"""The list of all exercises."""

from __future__ import annotations

from typing import Final

from tests.soak import bent, kills, power, secrets, several
from tests.soak.report import Exercise

EXERCISES: Final[tuple[Exercise, ...]] = (
    kills.EXERCISE,
    several.EXERCISE,
    power.EXERCISE,
    secrets.EXERCISE,
    bent.EXERCISE,
)
BY_NAME: Final = {exercise.name: exercise for exercise in EXERCISES}
"""All of them."""
