"""Pictures of components for the rulebook: one large with its facts, or several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Mosaic
from render.picture import Picture
from render.speech import brief


class Painters(Protocol):
    """The module of a game that paints its components: ``exhibits``."""

    def title(self, w: int, h: int, line: str, /) -> Canvas:
        """Paint what is shown below."""
        ...

    def thing(self, w: int, h: int, key: str, /) -> Canvas:
        """Paint a component as large as the room allows."""
        ...

    def named(self, w: int, h: int, key: str, name: str, /) -> Canvas:
        """Paint a component and its name below it."""
        ...


def capital(line: str) -> str:
    """Return a line that starts with a capital letter."""
    return line[:1].upper() + line[1:]


def lay_one(
    sheet: Mosaic,
    boxes: Mapping[str, Box],
    painters: Painters,
    thing: tuple[str, str],
    about: Callable[[int, int], Canvas],
) -> None:
    """Lay out one component: its title, the thing itself, its facts.

    Args:
        sheet: Where.
        boxes: The boxes ``title``, ``thing`` and ``about``.
        painters: What paints it.
        thing: Its id and its name.
        about: Paints the facts, given width and height.
    """
    (key, name), head, big, rest = thing, boxes["title"], boxes["thing"], boxes["about"]
    sheet.lay(head, painters.title(head.w, head.h, capital(name)))
    sheet.lay(big, painters.thing(big.w, big.h, key))
    sheet.lay(rest, about(rest.w, rest.h))


def lay_several(
    sheet: Mosaic, boxes: Mapping[str, Box], painters: Painters, things: Sequence[tuple[str, str]]
) -> None:
    """Lay out several components, each an id and a name, in boxes numbered from 0."""
    for at, (key, name) in enumerate(things):
        box = boxes[str(at)]
        sheet.lay(box, painters.named(box.w, box.h, key, capital(name)))


def finished(sheet: Mosaic, lines: Sequence[str]) -> Picture:
    """Return the picture, with the components' facts as its text."""
    told = [capital(line) for line in lines]
    return Picture(sheet.png(), brief(" ".join(told)), "\n".join(told))
