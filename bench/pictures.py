"""R: the pictures beside their bare encoding, and beside chess.svg and cairo."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final

from PIL import Image, ImageChops, ImageStat

from bench import peers
from bench.measure import cpu_seconds, percentile
from bench.playing import Position, positions
from bench.table import Figure, Plan, Timed, compared, limited, row
from cogs.drawing.workers import ProcessWorker
from render import drawings, gallery
from render.gallery import AnyArtist
from render.kit.png import encode
from render.kit.press import Press
from render.picture import PadArtist, Picture
from rules import registry
from rules.protocol import CHANCE, WATCHER
from rules.registry import AnyRules

NAMES: Final = {0: "Ada", 1: "Bartłomiej", 2: "Cecylia", 3: "Dobrosława", 4: "Eryk"}
ROOT: Final = Path(__file__).parent.parent
TABLES: Final = 12
"""Matches that are played at the same time."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A random position as one seat sees it."""

    rules: AnyRules
    position: Position
    seat: int

    def board(self, artist: AnyArtist | None = None) -> Picture:
        """Draw the board, by another artist than the game's own if one is given."""
        artist = artist or gallery.artist(self.rules.info.slug)
        view = self.rules.view(self.position.state, self.seat)
        to_act = self.rules.to_act(self.position.state) - {CHANCE}
        return artist.board(view, names=NAMES, lang="en", to_act=to_act)

    def job(self) -> Callable[[], Picture]:
        """Return how the bot has the board drawn, to be sent to a worker."""
        view, rules = self.rules.view(self.position.state, self.seat), self.rules
        to_act = rules.to_act(self.position.state) - {CHANCE}
        return partial(drawings.board, rules.info.slug, view, tuple(NAMES.items()), "en", to_act)

    def hand(self) -> Picture:
        """Draw the hand of the seat to act, or the board if it has none."""
        artist = gallery.artist(self.rules.info.slug)
        view = self.rules.view(self.position.state, self.position.seat)
        return artist.hand(view, names=NAMES, lang="en") or self.board()

    def trial(self) -> Picture:
        """Draw a move of the seat to act on its pad, or the board if it has none."""
        artist, position = gallery.artist(self.rules.info.slug), self.position
        moves = self.rules.legal_moves(position.state, position.seat)
        laid = [move for move in moves if move.pad is not None]
        if not laid or not isinstance(artist, PadArtist):
            return self.board()
        view = self.rules.view(position.state, position.seat)
        return artist.trial(view, laid[len(laid) // 2], names=NAMES, lang="en")


def scenes(slug: str, count: int, seed: int = 1) -> list[Scene]:
    """Return random positions over all player counts, as the public sees them."""
    rules, rng, found = registry.get(slug), Random(seed), list[Scene]()
    for seats in cycle(rules.info.seats):
        found += [Scene(rules, p, WATCHER) for p in positions(rules, seats, rng)]
        if len(found) >= count * 3:
            break
    return rng.sample(found, count)


def opened(png: bytes) -> Image.Image:
    """Return a picture ready to be encoded again."""
    image = Image.open(BytesIO(png))
    image.load()
    return image


@row("R1", timed=Timed.PROCESSOR)
def drawing(plan: Plan) -> Iterator[Figure]:
    """Measure from view to PNG, beside just encoding that picture."""
    warm, count = plan.size(1, 15, 150), plan.size(2, 22, 2000)
    for slug in registry.slugs():
        shown = scenes(slug, warm + count)
        yield from beside_encoding(f"{slug}: any board to PNG", Scene.board, shown, warm)
        yield from beside_encoding(f"{slug}: any hand to PNG", Scene.hand, shown, warm)
        if isinstance(gallery.artist(slug), PadArtist):
            yield from beside_encoding(f"{slug}: any pad to PNG", Scene.trial, shown, warm)
        what = f"{slug}: boards of {TABLES} matches by turns"
        yield from beside_encoding(what, Scene.board, in_play(slug, warm + count), warm)


def in_play(slug: str, count: int) -> list[Scene]:
    """Return the positions of some interleaved matches, as a bot draws them."""
    rules = registry.get(slug)

    def table(number: int) -> Iterator[Position]:
        rng, seats = Random(number), rules.info.seats
        while True:
            yield from positions(rules, seats[number % len(seats)], rng)

    tables = [islice(table(n), 7 * n, None) for n in range(TABLES)]
    return [Scene(rules, next(tables[n % TABLES]), WATCHER) for n in range(count)]


def beside_encoding(
    what: str, draw: Callable[[Scene], Picture], shown: Sequence[Scene], warm: int
) -> Iterator[Figure]:
    """Return the median and 99th percentile of drawing time beside encoding time.

    The first `warm` pictures don't count: a bot draws slower for a minute after its start.
    """
    for scene in shown[:warm]:
        draw(scene)
    found = [drawn(draw, scene) for scene in shown[warm:]]
    for share, name, goal in ((0.5, "p50", 1.3), (0.99, "p99", 2.0)):
        own, floor = (percentile([pair[n] for pair in found], share) * 1e3 for n in (0, 1))
        ratio = percentile([ours / theirs for ours, theirs in found], share)
        yield Figure(f"{what}, {name}", own, "ms", "encoding", floor, ratio, goal)


def drawn(draw: Callable[[Scene], Picture], scene: Scene) -> tuple[float, float]:
    """Return the seconds of drawing a picture, and of encoding it again."""
    made: list[Picture] = []
    ours = cpu_seconds(lambda: made.append(draw(scene)))
    image = opened(made[0].png)
    return ours, cpu_seconds(lambda: encode(image))


@row("R2", timed=Timed.PROCESSOR)
def beside_cairo(plan: Plan) -> Iterator[Figure]:
    """Measure a board beside a chess board through SVG and cairo."""
    theirs = plan.peer(lambda: cpu_seconds(peers.draw_chess))
    for slug in registry.slugs():
        shown = iter(scenes(slug, plan.size(2, 100)))

        def ours(shown: Iterator[Scene] = shown) -> float:
            return cpu_seconds(next(shown).board)

        pairs = plan.pairs(ours, theirs, 7)
        yield compared(f"{slug}: board to PNG", pairs, "ms", "chess.svg+cairo", 0.4, scale=1e3)
        parts = components(slug)

        def part(parts: Iterator[bytes] = parts) -> float:
            return cpu_seconds(lambda: next(parts))

        pairs = plan.pairs(part, theirs, 7)
        what = f"{slug}: component, first time"
        yield compared(what, pairs, "ms", "chess.svg+cairo", 0.5, scale=1e3)


def components(slug: str, most: int | None = None) -> Iterator[bytes]:
    """Draw what is in a game's box one by one, in random order, in Polish."""
    ids, artist = list(registry.get(slug).components), gallery.artist(slug)
    Random(1).shuffle(ids)
    for key in ids[:most]:
        if picture := artist.component((key,), lang="pl"):
            yield picture.png


@row("R3", timed=Timed.NOT)
def weight(plan: Plan) -> Iterator[Figure]:
    """Measure bytes, and what the palette costs in likeness to true colour."""
    for slug in registry.slugs():
        count = plan.size(2, 30, 10_000)
        sizes = [len(scene.board().png) / 1000 for scene in scenes(slug, count)]
        of = f"{slug}: {count:,} boards, "
        yield limited(of + "median", statistics.median(sizes), "kB", 90)
        yield limited(of + "largest", max(sizes), "kB", 150)
        most = 3 if plan.is_tiny else None
        parts = [len(png) / 1000 for png in components(slug, most)]
        yield limited(
            f"{slug}: largest of {len(parts)} pictures of components", max(parts), "kB", 40
        )
        true, pairs = true_colour(slug), plan.size(1, 6, 40)
        found = [
            likeness(opened(scene.board().png), opened(scene.board(true).png))
            for scene in scenes(slug, pairs)
        ]
        low = min(found)
        what, note = f"{slug}: palette beside true colour", f"worst of {pairs}"
        yield Figure(what, low, "dB", "limit", 44, low / 44, 1.0, at_least=True, note=note)


def true_colour(slug: str) -> AnyArtist:
    """Return the artist of a game without its palette; every artist takes a press."""
    artist: Any = type(gallery.artist(slug))
    theme: Press = import_module(f"render.{slug}").PRESS
    made: AnyArtist = artist(Press(theme.ground, theme.flats, tuple, true_colour=True))
    return made


def likeness(one: Image.Image, other: Image.Image) -> float:
    """Return the peak signal-to-noise ratio of two pictures in dB; 99 if equal."""
    squares = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).sum2
    error = sum(squares) / (3 * one.width * one.height)
    return 10 * math.log10(255 * 255 / error) if error else 99.0


def fingerprint(count: int) -> str:
    """Return a hash over some pictures and texts of every game."""
    found = hashlib.sha256()
    for slug in registry.slugs():
        for scene in scenes(slug, count, 3):
            for picture in (scene.board(), scene.hand()):
                found.update(picture.png + picture.alt.encode() + picture.text.encode())
    return found.hexdigest()


@row("R5", timed=Timed.NOT)
def sameness(plan: Plan) -> Iterator[Figure]:
    """Measure whether bytes are the same in every process and with every hash seed."""
    count = plan.size(1, 4, 25)
    seeds = ("0", "1", "2", "random")[: plan.size(1, 4)]
    seen = {f"{fingerprint(count)}\n"} if plan.is_tiny else set()  # of this process
    for seed in seeds:
        command = f"from bench.pictures import fingerprint; print(fingerprint({count}))"
        done = subprocess.run(
            [sys.executable, "-c", command],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        )
        seen.add(done.stdout)
    processes = max(2, len(seeds))
    what = f"different results of {processes} processes, {count * 2} pictures each"
    yield limited(what, len(seen), "", 1)


@row("R6")
def lag(plan: Plan) -> Iterator[Figure]:
    """Measure how long the event loop is held up while a process draws without pause."""
    for slug in registry.slugs():
        shown, half = scenes(slug, plan.size(4, 80, 300), 4), plan.size(2, 40, 150)
        quiet, busy = asyncio.run(lags(shown[:half], shown[half:], plan.size(5, 300)))
        note = f"p99 {percentile(quiet, 0.99):.2f}, worst {max(quiet):.2f} ms with nothing to do"
        of = f"{slug}: loop lag while drawing, "
        yield limited(of + "p99", percentile(busy, 0.99), "ms", 1.5, note)
        yield limited(of + "worst", max(busy), "ms", 10)


async def lags(
    known: list[Scene], shown: list[Scene], least: int
) -> tuple[list[float], list[float]]:
    """Return how late short sleeps are in ms, idle and beside the bot's worker.

    The worker has drawn the `known` positions before, so that its caches are as usual.
    """
    worker = ProcessWorker()

    async def draw(some: list[Scene]) -> None:
        for scene in some:
            await worker.draw(scene.job())

    await draw(known)
    gc.collect()
    gc.freeze()  # as the bot does, which has none of the bench's objects
    quiet = await late(asyncio.sleep(0), least)
    busy = await late(draw(shown), least)
    gc.unfreeze()
    await worker.close()
    return quiet, busy


async def late(work: Coroutine[Any, Any, None], least: int) -> list[float]:
    """Return by how many ms short sleeps are late until some work is done."""
    found, task = list[float](), asyncio.create_task(work)
    while len(found) < least or not task.done():
        start = time.perf_counter()
        await asyncio.sleep(0.001)
        found.append((time.perf_counter() - start) * 1e3 - 1)
    await task
    return found
