"""R8: areas of boards, and keys: bytes, and the time once all tiles are known."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial

from bench.measure import cpu_seconds, percentile
from bench.pictures import NAMES, Scene, scenes
from bench.table import Figure, Plan, limited, row
from render import gallery
from render.i18n import LANGS
from rules import registry
from rules.protocol import CHANCE


@row("R8")
def enlarged(plan: Plan) -> Iterator[Figure]:
    """Measure areas and keys of the games that have them."""
    for slug in registry.slugs():
        if drawn := [it for scene in scenes(slug, plan.size(1, 12, 200)) for it in areas(scene)]:
            sizes, times = [size for size, _ in drawn], [seconds * 1e3 for _, seconds in drawn]
            of = f"{slug}: {len(drawn):,} areas, "
            yield limited(of + "median", statistics.median(sizes), "kB", 70)
            yield limited(of + "again, p99", percentile(times, 0.99), "ms", 5)
        artist = gallery.artist(slug)
        if any([artist.key(lang=lang) for lang in LANGS]):  # noqa: C419 - all, the first time
            again = [cpu_seconds(partial(artist.key, lang=lang)) for lang in LANGS]
            yield limited(f"{slug}: key again", max(again) * 1e3, "ms", 5)


def areas(scene: Scene) -> Iterator[tuple[float, float]]:
    """Yield the kB of each area of a position, and the seconds of drawing it again."""
    artist = gallery.artist(scene.rules.info.slug)
    view = scene.rules.view(scene.position.state, scene.seat)
    to_act = scene.rules.to_act(scene.position.state) - {CHANCE}
    for area in artist.areas(view):

        def draw(slug: str = area.slug) -> bytes:
            return artist.area(view, slug, names=NAMES, lang="en", to_act=to_act).png

        yield len(draw()) / 1000, cpu_seconds(draw)
