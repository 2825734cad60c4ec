"""Secrets told on purpose, each in another way; `secrets` has to find them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any, Final

from PIL import Image

from cogs.outbox import posts
from cogs.play import commands
from matches.domain.history import log_view
from render.krakow import KrakowArtist
from render.picture import Picture
from rules.cvlizations import CVLIZATIONS
from rules.krakow import observer
from rules.krakow.state import KrakowState
from rules.protocol import Move, Transition
from rules.text import Seat
from tests.soak.report import Planted

EXERCISE: Final = "secrets"
SHOWN: Final = 25
"""The most choices that are offered while typing."""


class _Seen:
    """Remembers the state that was looked at last, as a careless cache does."""

    state: KrakowState

    def watch(self) -> None:
        """Begin to remember."""
        honest = observer.view

        def view(state: KrakowState, seat: Seat) -> Any:
            self.state = state
            return honest(state, seat)

        observer.view = view

    @property
    def secret(self) -> int:
        """Return a number that depends on what is hidden."""
        return hash(self.state.deck) + sum(hash(player) for player in self.state.players)


def _hand_of_another() -> None:
    honest = observer._own
    observer._own = lambda state, seat: honest(state, (seat + 1) % state.seats)


def _on_the_board(change: Callable[[Picture, _Seen], Picture]) -> Callable[[], None]:
    """Return what makes the board of Kraków depend on what is hidden."""

    def plant() -> None:
        seen, honest = _Seen(), KrakowArtist.board
        seen.watch()

        def board(self: KrakowArtist, *args: Any, **kwargs: Any) -> Picture:
            return change(honest(self, *args, **kwargs), seen)

        KrakowArtist.board = board  # type: ignore[assignment,method-assign]

    return plant


def _alt_text(picture: Picture, seen: _Seen) -> Picture:
    top = next((s.cards[-1].card for s in seen.state.stacks if s.cards), "-")
    return replace(picture, alt=f"{picture.alt[:900]} {top}")


def _pixels(picture: Picture, seen: _Seen) -> Picture:
    if not picture.png.startswith(b"\x89PNG"):
        return picture
    with Image.open(BytesIO(picture.png)) as image:
        image.paste(seen.secret % 7, (8, 8, 12, 12))
        out = BytesIO()
        image.save(out, "PNG")
    return replace(picture, png=out.getvalue())


def _custom_id() -> None:
    seen, honest = _Seen(), posts.turn_buttons
    seen.watch()

    def buttons(match: Any, rest: str, lang: Any) -> Any:
        mark = f".{seen.secret % 97}" if match.slug == "krakow" else ""
        return honest(match, rest + mark, lang)

    posts.turn_buttons = buttons


def _ranking() -> None:
    seen, honest = _Seen(), vars(commands)["best_first"]
    seen.watch()

    def ranked(moves: Sequence[Move], view: object) -> list[Move]:
        found: list[Move] = honest(moves, view)
        if not found or type(view).__name__ != "KrakowView":
            return found
        shown, rest = found[:SHOWN], found[SHOWN:]  # the choices stay the same
        at = seen.secret % len(shown)
        return shown[at:] + shown[:at] + rest

    vars(commands)["best_first"] = ranked


def _news() -> None:
    honest = CVLIZATIONS.apply

    def leaky(self: object, state: Any, seat: Seat, move: Any) -> Transition[Any]:
        after = honest(state, seat, move)
        return replace(after, events=tuple(replace(e, audience=None) for e in after.events))

    type(CVLIZATIONS).apply = leaky  # type: ignore[assignment]


def _notation() -> None:
    log_view._is_secret = lambda slug, played: False


PLANTED: Final = (
    Planted("a-view-that-passes-a-hand", EXERCISE, "text", _hand_of_another),
    Planted("an-alt-text-that-names-a-hidden-card", EXERCISE, "alt text", _on_the_board(_alt_text)),
    Planted("one-hidden-block-of-pixels", EXERCISE, "picture", _on_the_board(_pixels)),
    Planted("a-custom-id-made-from-the-deck", EXERCISE, "custom id", _custom_id),
    Planted("completion-ranked-by-the-deck", EXERCISE, "order", _ranking),
    Planted("secret-orders-in-the-news", EXERCISE, "text", _news),
    Planted("a-secret-notation-in-the-log", EXERCISE, "text", _notation),
)
"""All of them."""
