"""All pictures of a position, and everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import combinations
from typing import Any, Final, NamedTuple

from PIL import Image

from render.gallery import AnyArtist
from render.i18n import LANGS
from render.kit.pen import mix
from render.picture import PadArtist, Picture
from render.speech import pictured
from rules import registry
from rules.protocol import CHANCE, WATCHER
from rules.registry import AnyRules
from rules.text import Seat
from scripts.doctor import measures
from scripts.doctor.measures import Fault
from scripts.doctor.positions import Place
from scripts.doctor.recording import Record, Recorder
from scripts.doctor.thresholds import DECIDING, MEANT
from tests.render.seeing import VISIONS, as_seen, difference, on

CASTS: Final = (
    ("Ada", "Bartłomiej", "Cecylia", "Dobrosława", "Eryk"),
    ("Brzęczyszczykiewicz-Wąchocki", "Ελένη Παπαδοπούλου", "Дмитрий", "Łucja Ćwikła-Żółć", "狐🦊"),
    ("אבגד", "مريم", "สมชาย", "美咲 さくら", "नेहा"),
)
"""The players' names, by turns.

Plain ones, long ones, and ones in scripts that the fonts lack.
"""
LETTERS: Final = 5
"""The letters of a name that an alternative text must show at least."""
TOKEN_PX: Final = 44
"""The size at which the tokens of seats are compared."""


class Seen(NamedTuple):
    """A picture that was looked at.

    Attributes:
        name: Which one: game, picture, position.
        kind: board, hand, pad, result or component.
        picture: The picture.
        record: What was painted.
        faults: What is wrong with it.
    """

    name: str
    kind: str
    picture: Picture
    record: Record
    faults: tuple[Fault, ...]

    def picture_rgb(self) -> Image.Image:
        """Return a copy of its pixels to draw on."""
        return self.record.image.convert("RGB")


class Visit:
    """A doctor's visit to one game.

    Args:
        slug: The game.
        recorder: Another artist than its own, recorded.
    """

    def __init__(self, slug: str, recorder: Recorder | None = None) -> None:
        self.rules: AnyRules = registry.get(slug)
        self._slug, self._recorder = slug, recorder or Recorder(slug)

    def positions(self, places: Iterable[Place]) -> Iterator[Seen]:
        """Yield all pictures of positions.

        Languages, names, and who sees the board, a watcher or the first to move, change by turns.
        """
        for n, place in enumerate(places):
            waiting = sorted(self.rules.to_act(place.state) - {CHANCE})
            viewer = waiting[0] if waiting and n % 2 else WATCHER
            names, lang = dict(enumerate(CASTS[n % len(CASTS)])), LANGS[n // 2 % len(LANGS)]
            yield from self._position(place, viewer, {"names": names, "lang": lang})

    def _position(self, place: Place, viewer: Seat, told: dict[str, Any]) -> Iterator[Seen]:
        rules, state, names, lang = self.rules, place.state, told["names"], told["lang"]
        waiting, cast = sorted(rules.to_act(state) - {CHANCE}), tuple(names.values())

        def board(artist: AnyArtist, of: object = state) -> Picture:
            view, acting = rules.view(of, viewer), rules.to_act(of) - {CHANCE}
            return artist.board(view, to_act=acting, **told)

        then = [] if place.before is None else [board(self._recorder.artist, place.before)]
        shown = self._seen("board", place.name, board, cast)
        movers = [pictured(names, rules.info.seats[-1], lang)[seat][:LETTERS] for seat in waiting]
        more = (
            *measures.movers(shown.picture.alt, movers),
            *measures.told([*then, shown.picture]),
        )
        yield shown._replace(faults=(*shown.faults, *more))
        for seat in waiting[:1]:
            yield from self._private(place, seat, told, cast)
        outcome = rules.outcome(state)
        if outcome is not None:
            view = rules.view(state, WATCHER)
            yield self._seen("result", place.name, lambda a: a.result(view, outcome, **told), cast)

    def _private(
        self, place: Place, seat: int, told: dict[str, Any], cast: tuple[str, ...]
    ) -> Iterator[Seen]:
        view = self.rules.view(place.state, seat)
        if view_hand := self._drawn("hand", place.name, lambda a: a.hand(view, **told), cast):
            yield view_hand
        laid = [m for m in self.rules.legal_moves(place.state, seat) if m.pad is not None]
        artist: Any = self._recorder.artist
        if laid and isinstance(artist, PadArtist):
            move = laid[len(laid) // 2]
            yield self._seen("pad", place.name, lambda _: artist.trial(view, move, **told), cast)

    def components(self, step: int) -> Iterator[Seen]:
        """Yield the pictures of every so many components."""
        for n, key in enumerate(self.rules.components[::step]):
            lang = LANGS[n % len(LANGS)]
            seen = self._drawn(
                "component", key, lambda a, k=key, w=lang: a.component((k,), lang=w), ()
            )
            if seen is not None:
                yield seen

    def _seen(self, *args: Any) -> Seen:
        found = self._drawn(*args)
        assert found is not None
        return found

    def _drawn(self, kind: str, name: str, job: Any, cast: tuple[str, ...]) -> Seen | None:
        drawn = self._recorder.draw(job)
        if drawn is None:
            return None
        deciding = DECIDING.get(self._slug, frozenset())
        faults = tuple(
            fault
            for fault in measures.examined(*drawn, cast, deciding)
            if (self._slug, fault.part, fault.kind) not in MEANT
        )
        return Seen(f"{self._slug} {kind}: {name}", kind, *drawn, faults)


def seats(slug: str, tokens: Any = None) -> Iterator[Fault]:
    """Yield the pairs of seats that look alike to some eyes, or without colours.

    Args:
        slug: The game.
        tokens: The tokens to compare; by default those of the game's pieces.
    """
    pieces = import_module(f"render.{slug}.pieces")
    if tokens is None:
        rest = (TOKEN_PX // 2,) if slug == "krakow" else ()
        tokens = [
            pieces.chip(seat, TOKEN_PX, *rest) for seat in range(max(registry.get(slug).info.seats))
        ]
    ground = mix("#ffffff", "#000000", 0.1)
    sheets = [on(ground, token) for token in tokens]
    for vision in (*VISIONS, "grey"):
        looks = [as_seen(sheet, vision) for sheet in sheets]
        for (n, one), (m, other) in combinations(enumerate(looks), 2):
            value = difference(one, other)
            yield from measures.found(
                "seats", f"pieces.chip {vision}", value, f"{n + 1} and {m + 1}"
            )
