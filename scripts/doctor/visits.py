"""All pictures of a position, and everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from itertools import combinations
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

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
"""Of how many positions in a sample one shows an area, and another something dark.

Of as many boards among many positions, one is compared with the board before.
"""
MATCH: Final = 20
"""Positions in a row that share languages and names if many are looked at.

They are of one match, so most of what is painted for one is there for the next.
"""
Amount: TypeAlias = Literal["sample", "many", "whole"]
"""How much of each position is looked at.

sample: The board, hand, pad, result and moment, and by turns an area or something dark.
many: The board, compared with the one before by turns, and one other picture, drawn by lot.
whole: Everything.
"""
Job: TypeAlias = tuple[str, Callable[[AnyArtist], Picture | None]]
"""The kind of a picture, and what draws it; None if there is nothing to show."""
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
        amount: How much of each position to look at.
    """

    def __init__(
        self, slug: str, recorder: Recorder | None = None, amount: Amount = "sample"
    ) -> None:
        self.rules: AnyRules = registry.get(slug)
        self._slug, self._recorder = slug, recorder or Recorder(slug)
        dark = Recorder(slug, dark=True)
        self._dark = None if dark.press.finish is PLAIN or recorder else dark
        self._amount = amount
        self._lots = Random(slug)

    def positions(self, places: Iterable[Place]) -> Iterator[Seen]:
        """Yield the pictures of positions.

        Languages, names, and who sees the board, a watcher or the first to move, change by turns.
        """
        for n, place in enumerate(places):
            waiting = sorted(self.rules.to_act(place.state) - {CHANCE})
            viewer = waiting[0] if waiting and n % 2 else WATCHER
            turn = n // MATCH if self._amount == "many" else n
            names, lang = dict(enumerate(CASTS[turn % len(CASTS)])), LANGS[turn // 2 % len(LANGS)]
            told = {"names": names, "lang": lang}
            yield self._board(place, viewer, told)
            jobs = [
                *(self._private(place, waiting[0], told) if waiting else ()),
                *self._parts(place, viewer, told, n),
                *self._news(place, viewer, told),
            ]
            if self._amount == "many" and jobs:
                kind = self._lots.choice(sorted({kind for kind, _ in jobs}))
                jobs = [self._lots.choice([job for job in jobs if job[0] == kind])]
            for kind, job in jobs:
                if seen := self._drawn(kind, place.name, job, tuple(names.values())):
                    yield seen

    def _board(self, place: Place, viewer: Seat, told: dict[str, Any]) -> Seen:
        rules, state, names, lang = self.rules, place.state, told["names"], told["lang"]
        waiting, cast = sorted(rules.to_act(state) - {CHANCE}), tuple(names.values())

        def board(artist: AnyArtist, of: object = state) -> Picture:
            view, acting = rules.view(of, viewer), rules.to_act(of) - {CHANCE}
            return artist.board(view, to_act=acting, **told)

        compared = self._amount != "many" or self._lots.randrange(TURNS) == 0
        then = []
        if compared and place.before is not None:
            then = [board(self._recorder.artist, place.before)]
        shown = self._seen("board", place.name, board, cast)
        movers = [pictured(names, rules.info.seats[-1], lang)[seat][:LETTERS] for seat in waiting]
        more = (
            *measures.movers(shown.picture.alt, movers),
            *measures.told([*then, shown.picture]),
        )
        small = self._enlarged(shown, place, viewer, told)
        return shown._replace(faults=(*(it for it in shown.faults if it not in small), *more))

    def _private(self, place: Place, seat: Seat, told: dict[str, Any]) -> Iterator[Job]:
        """Yield what draws the hand of somebody who is to move, and a piece on their pad."""
        view = self.rules.view(place.state, seat)
        yield "hand", lambda artist: artist.hand(view, **told)
        laid = [m for m in self.rules.legal_moves(place.state, seat) if m.pad is not None]
        pad: Any = self._recorder.artist
        if laid and isinstance(pad, PadArtist):
            move = laid[len(laid) // 2]
            yield "pad", lambda _: pad.trial(view, move, **told)

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

    def _parts(self, place: Place, viewer: Seat, told: dict[str, Any], n: int) -> Iterator[Job]:
        """Yield what draws areas and dark pictures; in a sample, some of them by turns."""
        sample, view = self._amount == "sample", self.rules.view(place.state, viewer)
        for turn, kind, recorder in ((0, "area", self._recorder), (1, "dark area", self._dark)):
            if recorder and (not sample or n % TURNS == turn):
                jobs = [*self._areas(recorder, place, viewer, told)]
                for job in jobs[n // TURNS % (len(jobs) or 1) :][:1] if sample else jobs:
                    yield kind, job
        if self._dark and viewer != WATCHER and (not sample or n % TURNS == 1):
            yield "dark hand", lambda artist: artist.hand(view, **told)

    def _news(self, place: Place, viewer: Seat, told: dict[str, Any]) -> Iterator[Job]:
        """Yield what draws the result, and the moment if one has just been."""
        rules, artist, outcome = self.rules, self._recorder.artist, self.rules.outcome(place.state)
        if outcome is not None:
            final = rules.view(place.state, WATCHER)
            yield "result", lambda artist: artist.result(final, outcome, **told)
        view = rules.view(place.state, viewer)
        before = None if place.before is None else rules.view(place.before, viewer)
        if artist.last_moment(view) not in ("", before and artist.last_moment(before)):
            yield "moment", lambda artist: artist.moment(view, **told)

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
