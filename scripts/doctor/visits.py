"""All pictures of a position, and everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from itertools import combinations
from typing import Any, Final, NamedTuple

from PIL import Image

from render.gallery import AnyArtist
from render.i18n import LANGS
from render.kit.finish import PLAIN
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
from scripts.doctor.thresholds import DECIDING, ENLARGED_PX, LIMITS, MEANT, PHONE
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
TURNS: Final = 3
"""Of how many positions in a sample one shows an area, and another something dark."""
SHADED: Final = frozenset({"faint", "hidden", "palette", "heavy"})
"""What can be wrong with a dark picture alone."""
TOKEN_PX: Final = 44
"""The size at which the tokens of seats are compared."""


class Seen(NamedTuple):
    """A picture that was looked at.

    Attributes:
        name: Which one: game, picture, position.
        kind: board, area, hand, pad, moment, result, component or key; ``dark board``...
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
        whole: Look at everything there is in a position, not at one area by turns.
    """

    def __init__(self, slug: str, recorder: Recorder | None = None, *, whole: bool = False) -> None:
        self.rules: AnyRules = registry.get(slug)
        self._slug, self._recorder = slug, recorder or Recorder(slug)
        dark = Recorder(slug, dark=True)
        self._dark = None if dark.press.finish is PLAIN or recorder else dark
        self._whole = whole

    def positions(self, places: Iterable[Place]) -> Iterator[Seen]:
        """Yield all pictures of positions.

        Languages, names, and who sees the board, a watcher or the first to move, change by turns.
        """
        for n, place in enumerate(places):
            waiting = sorted(self.rules.to_act(place.state) - {CHANCE})
            viewer = waiting[0] if waiting and n % 2 else WATCHER
            names, lang = dict(enumerate(CASTS[n % len(CASTS)])), LANGS[n // 2 % len(LANGS)]
            told = {"names": names, "lang": lang}
            yield from self._position(place, viewer, told)
            yield from self._parts(place, viewer, told, n)

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
        small = self._enlarged(shown, place, viewer, told)
        yield shown._replace(faults=(*(it for it in shown.faults if it not in small), *more))
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

    def _areas(
        self, recorder: Recorder, place: Place, viewer: Seat, told: dict[str, Any]
    ) -> Iterator[Callable[[AnyArtist], Picture]]:
        """Yield what draws each area of a board."""
        view = self.rules.view(place.state, viewer)
        acting = self.rules.to_act(place.state) - {CHANCE}

        def drawn(slug: str, artist: AnyArtist) -> Picture:
            return artist.area(view, slug, to_act=acting, **told)

        for area in recorder.artist.areas(view):
            yield partial(drawn, area.slug)

    def _enlarged(
        self, board: Seen, place: Place, viewer: Seat, told: dict[str, Any]
    ) -> frozenset[Fault]:
        """Return the faults of a board that are none, as an area shows the text larger."""
        left = {it for it in board.faults if it.kind == "small" and it.value >= ENLARGED_PX}
        found = set[Fault]()
        for job in self._areas(self._recorder, place, viewer, told) if left else ():
            drawn = self._recorder.draw(job)
            large = {
                (it.part, it.line)
                for it in (drawn[1].written if drawn else ())
                if LIMITS["small"].kept(it.px * PHONE)
            }
            found |= {it for it in left if (it.part, it.what) in large}
            if found == left:
                break
        return frozenset(found)

    def _parts(self, place: Place, viewer: Seat, told: dict[str, Any], n: int) -> Iterator[Seen]:
        """Yield areas, dark pictures, and the moment if one has just been.

        By turns, it is an area or something dark; of a whole visit, everything.
        """
        cast, view = tuple(told["names"].values()), self.rules.view(place.state, viewer)
        for turn, kind, recorder in ((0, "area", self._recorder), (1, "dark area", self._dark)):
            if recorder and (self._whole or n % TURNS == turn):
                jobs = [*self._areas(recorder, place, viewer, told)]
                for job in jobs if self._whole else jobs[n // TURNS % (len(jobs) or 1) :][:1]:
                    yield self._seen(kind, place.name, job, cast)
        if self._dark and (self._whole or n % TURNS == 1):
            kind = "dark hand"
            if seen := self._drawn(kind, place.name, lambda a: a.hand(view, **told), cast):
                yield seen
        artist = self._recorder.artist
        before = None if place.before is None else self.rules.view(place.before, viewer)
        if artist.last_moment(view) not in ("", before and artist.last_moment(before)):
            yield self._seen("moment", place.name, lambda a: a.moment(view, **told), cast)

    def keys(self) -> Iterator[Seen]:
        """Yield the key to the pictures in every language."""
        for lang in LANGS:
            for kind in ("key", "dark key") if self._dark else ("key",):
                seen = self._drawn(kind, lang, lambda a, w=lang: a.key(lang=w), ())
                if seen is not None:
                    yield seen

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
        recorder = self._dark if self._dark and kind.startswith("dark") else self._recorder
        drawn = recorder.draw(job)
        if drawn is None:
            return None
        deciding = DECIDING.get(self._slug, frozenset())
        faults = tuple(
            fault
            for fault in measures.examined(*drawn, cast, deciding)
            if (self._slug, fault.part, fault.kind) not in MEANT
            and (recorder is not self._dark or fault.kind in SHADED)
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
