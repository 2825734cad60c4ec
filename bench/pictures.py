"""R: the pictures beside their bare encoding, and beside chess.svg and cairo."""

from __future__ import annotations

import asyncio
import hashlib
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import chess
import chess.svg
from PIL import Image, ImageChops, ImageStat

from bench.measure import cpu_seconds, percentile, take_turns
from bench.playing import Position, positions
from bench.table import Figure, Plan, SkippedError, compared, limited, row
from render import gallery
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
WARM: Final = 150
"""Pictures drawn first, because a bot draws slower for a minute after its start."""


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
    while len(found) < count * 3:
        for seats in rules.info.seats:
            found += [Scene(rules, p, WATCHER) for p in positions(rules, seats, rng)]
    return rng.sample(found, count)


def opened(png: bytes) -> Image.Image:
    """Return a picture ready to be encoded again."""
    image = Image.open(BytesIO(png))
    image.load()
    return image


@row("R1")
def drawing(plan: Plan) -> Iterator[Figure]:
    """Measure from view to PNG, beside just encoding that picture."""
    count = plan.size(150, 2000)
    for slug in registry.slugs():
        shown = scenes(slug, WARM + count)
        yield from beside_encoding(f"{slug}: any board to PNG", Scene.board, shown)
        yield from beside_encoding(f"{slug}: any hand to PNG", Scene.hand, shown)
        if isinstance(gallery.artist(slug), PadArtist):
            yield from beside_encoding(f"{slug}: any pad to PNG", Scene.trial, shown)
        what = f"{slug}: boards of {TABLES} matches by turns"
        yield from beside_encoding(what, Scene.board, in_play(slug, WARM + count))


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
    what: str, draw: Callable[[Scene], Picture], shown: Sequence[Scene]
) -> Iterator[Figure]:
    """Return the median and 99th percentile of drawing time beside encoding time."""
    for scene in shown[:WARM]:
        draw(scene)
    found = [drawn(draw, scene) for scene in shown[WARM:]]
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


@row("R2")
def beside_cairo(plan: Plan) -> Iterator[Figure]:
    """Measure a board beside a chess board through SVG and cairo."""
    try:
        import cairosvg
    except OSError as error:
        raise SkippedError("install the cairo library (libcairo2)") from error
    board = chess.Board()
    for move in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(move)

    def theirs() -> float:
        def draw() -> object:
            return cairosvg.svg2png(bytestring=chess.svg.board(board, size=800).encode())

        return cpu_seconds(draw)

    for slug in registry.slugs():
        shown = iter(scenes(slug, 100))

        def ours(shown: Iterator[Scene] = shown) -> float:
            return cpu_seconds(next(shown).board)

        pairs = take_turns(ours, theirs, 15)
        yield compared(f"{slug}: board to PNG", pairs, "ms", "chess.svg+cairo", 0.4, scale=1e3)
        parts = components(slug)

        def part(parts: Iterator[bytes] = parts) -> float:
            return cpu_seconds(lambda: next(parts))

        pairs = take_turns(part, theirs, 15)
        what = f"{slug}: component, first time"
        yield compared(what, pairs, "ms", "chess.svg+cairo", 0.5, scale=1e3)


def components(slug: str) -> Iterator[bytes]:
    """Draw everything in a game's box, one by one in random order, in Polish."""
    ids, artist = list(registry.get(slug).components), gallery.artist(slug)
    Random(1).shuffle(ids)
    for key in ids:
        if picture := artist.component((key,), lang="pl"):
            yield picture.png


@row("R3")
def weight(plan: Plan) -> Iterator[Figure]:
    """Measure bytes, and what the palette costs in likeness to true colour."""
    for slug in registry.slugs():
        count = plan.size(300, 10_000)
        sizes = [len(scene.board().png) / 1000 for scene in scenes(slug, count)]
        of = f"{slug}: {count:,} boards, "
        yield limited(of + "median", statistics.median(sizes), "kB", 90)
        yield limited(of + "largest", max(sizes), "kB", 150)
        parts = [len(png) / 1000 for png in components(slug)]
        yield limited(
            f"{slug}: largest of {len(parts)} pictures of components", max(parts), "kB", 40
        )
        true = true_colour(slug)
        found = [
            likeness(opened(scene.board().png), opened(scene.board(true).png))
            for scene in scenes(slug, 40)
        ]
        low = min(found)
        what, note = f"{slug}: palette beside true colour", "worst of 40"
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


def fingerprint() -> str:
    """Return a hash over pictures and texts of every game."""
    found = hashlib.sha256()
    for slug in registry.slugs():
        for scene in scenes(slug, 25, 3):
            for picture in (scene.board(), scene.hand()):
                found.update(picture.png + picture.alt.encode() + picture.text.encode())
    return found.hexdigest()


@row("R5")
def sameness(plan: Plan) -> Iterator[Figure]:
    """Measure whether bytes are the same in every process and with every hash seed."""
    seen = set()
    for seed in ("0", "1", "2", "random"):
        command = "from bench.pictures import fingerprint; print(fingerprint())"
        done = subprocess.run(
            [sys.executable, "-c", command],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        )
        seen.add(done.stdout)
    different = len(seen)
    yield limited("different results of 4 processes, 50 pictures each", different, "", 1)


@row("R6")
def lag(plan: Plan) -> Iterator[Figure]:
    """Measure how long the event loop is held up while a thread draws without pause."""
    for slug in registry.slugs():
        known, shown = (scenes(slug, 300, 4)[half::2] for half in (0, 1))
        for scene in known:  # the others are new, so they are not in a cache
            scene.board()
        quiet, busy = asyncio.run(lags([])), asyncio.run(lags(shown))
        note = f"p99 {percentile(quiet, 0.99):.2f}, worst {max(quiet):.2f} ms with nothing to do"
        of = f"{slug}: loop lag while drawing, "
        yield limited(of + "p99", percentile(busy, 0.99), "ms", 1.5, note)
        yield limited(of + "worst", max(busy), "ms", 10)


async def lags(shown: list[Scene]) -> list[float]:
    """Return by how many ms short sleeps are late while pictures are drawn."""
    found: list[float] = []
    with ThreadPoolExecutor(1) as worker:
        loop = asyncio.get_running_loop()
        jobs = [loop.run_in_executor(worker, scene.board) for scene in shown]
        least = 300
        while len(found) < least or not all(job.done() for job in jobs):
            start = time.perf_counter()
            await asyncio.sleep(0.001)
            found.append((time.perf_counter() - start) * 1e3 - 1)
    return found
