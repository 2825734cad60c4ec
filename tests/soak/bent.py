"""The exercise `bent`: whatever is sent to the bot, it answers once, in private.

The real bot of `tests.soak.wire` gets forged, bent and old ids, options, notation and half-typed
words, while its catalogues lack some sentences. After each it's checked what was answered, what has
changed, and what the log says. In the last part of the time its database has bent rows.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final
from unittest import mock

from render.i18n import LANGS, catalogue
from tests.soak import bent_rows
from tests.soak.bent_inputs import Inputs
from tests.soak.bent_judge import Judge, watching
from tests.soak.bent_stage import Stage
from tests.soak.found import is_found
from tests.soak.report import Exercise, Run
from tests.soak.secrets import PLAYERS, START, STRANGER, unpainted
from tests.soak.wire import COMMAND, COMPONENT, FORM, TYPING, wired

EVENING: Final = 3000
"""How many inputs come before everything begins anew."""
LEAST: Final = 100
"""How many are sent even if setting everything up has taken all the time."""
MISSING: Final = 0.1
"""How many of a language's sentences its catalogue lacks."""
ROWS_SHARE: Final = 0.1
"""How much of the time goes into databases with bent rows."""


async def attack(run: Run) -> None:
    """Send inputs, evening after evening; then open databases with bent rows."""
    begun, rng = time.monotonic(), Random(run.seed)
    until, number = begun + run.seconds * (1 - ROWS_SHARE), 0
    while (not number or time.monotonic() < until) and not is_found(run):
        number += 1
        await _evening(run, run.folder / str(number), Random(rng.random()), until)
    await bent_rows.attack(run, run.folder / "rows", rng, begun + run.seconds)


async def _evening(run: Run, folder: Path, rng: Random, until: float) -> None:
    """Send inputs about new matches."""
    async with wired(folder, START) as wire:
        stage = Stage(wire, rng)
        await stage.begin()
        inputs = Inputs(wire, rng, (*PLAYERS, STRANGER), stage.matches)
        for said in await stage.posts():
            inputs.learn(dict(said.body))
        judge = Judge(wire, run.report)
        await judge.look()
        with watching(judge), unpainted(), patchy_catalogues(rng, run):
            for sent in range(EVENING):
                if (sent >= LEAST and time.monotonic() > until) or is_found(run):
                    return
                one = inputs.draw()
                for said in await judge.give(one):
                    inputs.learn(dict(said.body))
                run.report.counts["inputs"] += 1
                run.report.counts[_NAMES[one.kind]] += 1


@contextlib.contextmanager
def patchy_catalogues(rng: Random, run: Run) -> Iterator[None]:
    """Take some sentences out of each catalogue, as in a translation that lags behind."""
    with contextlib.ExitStack() as patches:
        for lang in LANGS:
            words = getattr(catalogue(lang), "_catalog", {})
            missing = rng.sample(sorted(words, key=str), int(len(words) * MISSING))
            kept = {key: said for key, said in words.items() if key not in {*missing}}
            patches.enter_context(mock.patch.dict(words, kept, clear=True))
            run.report.counts["sentences missing"] += len(missing)
        yield


_NAMES: Final = {COMMAND: "commands", COMPONENT: "taps", TYPING: "completions", FORM: "forms"}
EXERCISE: Final = Exercise(
    "bent",
    "forged and bent input is refused in private",
    attack,
    {"inputs": 200_000, "bent rows": 500},
    share=0.4,
)
