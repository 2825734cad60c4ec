"""The exercise "power": the power goes, or the disk fails, at any write."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from itertools import cycle
from random import Random
from traceback import format_exc
from typing import Final
from unittest import mock

from matches.db import schema
from matches.services.ends import retention
from rules import registry
from tests.eras.era import ERAS, copied
from tests.matches.crash import REQUESTS
from tests.matches.helpers import Clock, House
from tests.soak.power_disk import Disk
from tests.soak.power_full import Fullness
from tests.soak.power_judge import DATABASE, Content, Diary, Judge, Known, close_all, opened
from tests.soak.power_life import Life
from tests.soak.power_vfs import Recorder
from tests.soak.report import Exercise, Run
from tests.toy import TOY

LENGTH: Final = 20
"""The requests of a life that are recorded at a stretch."""
LIVES: Final = 8
"""How often a database is lived on with before a new one begins."""
IMAGES: Final = 400
"""About how many images are made of one recording."""
BIRTHS: Final = 4
"""How often the disk fails while a database is made or migrated, after each life."""
LEAST: Final = 100
"""How many images are made at least, even if the time is over."""


SHOWN: Final = 1500
"""The characters at the end of a traceback that are reported."""


class Power:
    """One run of the exercise."""

    def __init__(self, run: Run, recorder: Recorder) -> None:
        """Get ready in the run's folder; the `recorder` is installed."""
        self._run = run
        self._rng = Random(run.seed)
        self._recorder = recorder
        self._until = time.perf_counter() + run.seconds
        images = recorder.folder.with_name("image")
        images.mkdir()
        self._judge = Judge(images, recorder, run.report)
        schema.connect(run.folder / DATABASE).close()
        self._empty = {DATABASE: (run.folder / DATABASE).read_bytes()}
        self._aged = self._empty
        self._clock = Clock()
        self._born: dict[str, Content] = {}

    def is_over(self) -> bool:
        """Return whether the seconds are over."""
        return time.perf_counter() >= self._until

    async def lives(self) -> None:
        """Record requests on a database that grows older."""
        if self._rng.random() < 1 / LIVES:
            self._aged, self._clock = self._empty, Clock()
        await self._record("a life", self._aged, self._live)
        self._aged = self._files()

    async def _live(self, diary: Diary) -> None:
        async with Life(self._recorder.folder, self._rng, self._clock, diary) as life:
            for number in range(LENGTH):
                await life.request()
                self._run.report.counts["requests"] += 1
                if number == LENGTH // 2:
                    await life.copy()

    async def single(self) -> None:
        """Record one of the requests that `tests.matches.crash` knows."""
        name = self._rng.choice(sorted(REQUESTS))
        before, step = REQUESTS[name]

        async def asked(diary: Diary) -> None:
            house = House(await opened(self._recorder.folder / DATABASE, diary), Clock())
            try:
                await before(house)
                with diary.request():
                    await step(house)
            finally:
                await house.service.computers.close()
                await house.store.close()

        with registry.register(TOY.info.slug, TOY):
            await self._record(name, self._empty, asked, IMAGES // 4)

    async def birth(self) -> None:
        """Record how a database is made, or how one of an older version is migrated."""
        what, old = self._beginning()
        await self._record(what, old, self._bear, IMAGES // 8)

    def _beginning(self) -> tuple[str, dict[str, bytes]]:
        """Return nothing, or the database of an era."""
        era = self._rng.choice(("", *ERAS))
        if not era:
            return "a birth", {}
        return f"an upgrade of {era}", {DATABASE: copied(era, self._run.folder).read_bytes()}

    async def _bear(self, diary: Diary) -> None:
        store = await opened(self._recorder.folder / DATABASE, diary)
        await store.close()
        diary.known = [Known(0, diary.known[-1].content)]  # every image becomes this

    async def fullness(self) -> None:
        """Let the disk fail at some writes."""
        self._fill(self._empty)
        fullness = Fullness(self._recorder, self._rng, self._run.report, self._born)
        await fullness.live()
        for _ in range(BIRTHS):
            what, old = self._beginning()
            self._fill(old)
            await fullness.birth(what)

    def _files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self._recorder.folder.iterdir()}

    def _fill(self, files: Mapping[str, bytes]) -> None:
        for path in self._recorder.folder.iterdir():
            path.unlink()
        for name, data in files.items():
            (self._recorder.folder / name).write_bytes(data)
        self._recorder.ops.clear()

    async def _record(
        self,
        what: str,
        files: Mapping[str, bytes],
        work: Callable[[Diary], Awaitable[None]],
        images: int = IMAGES,
    ) -> None:
        """Let something work on files, and judge what the disk may keep of it."""
        self._fill(files)
        diary = Diary(self._recorder.ops)
        await work(diary)
        self._run.report.counts["replays"] += diary.replays
        share = images / max(1, len(diary.ops))

        def each() -> int:
            enough = self._run.report.counts["images"] >= LEAST and self.is_over()
            return 0 if enough else int(share + self._rng.random())

        self._judge.images(Disk(files), diary, self._rng, each, what)

    def turns(self) -> Iterator[Callable[[], Awaitable[None]]]:
        """Yield what to do next, for ever."""
        yield from cycle((self.lives, self.fullness, self.birth, self.single, self.single))


async def attack(run: Run) -> None:
    """Record, and judge images, until the seconds are over."""
    registry.load()
    folder = (run.folder / "disk").resolve()
    folder.mkdir()
    recorder = Recorder(folder)
    with recorder.installed(), mock.patch.object(retention, "SPARE_PAGES", 0):
        power = Power(run, recorder)
        for turn in power.turns():
            if power.is_over():
                break
            try:
                await turn()
            except Exception:  # noqa: BLE001 - whatever it is, it is a finding
                run.report.wrong("traceback", format_exc()[-SHOWN:])
            finally:
                await close_all()


EXERCISE: Final = Exercise(
    name="power",
    what="power loss and disks that fail, at every write",
    attack=attack,
    goals={"images": 20_000, "failed writes": 500},
    share=0.15,
)
