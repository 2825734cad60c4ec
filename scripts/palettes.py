"""Compute the palettes of the pictures after a change of a theme or its sample.

``python -m scripts.palettes`` writes ``data/<game>/palette.txt``, and ``palette_dark.txt`` for a
theme with dark pictures, so that the first picture doesn't have to wait for it.
"""

from __future__ import annotations

from importlib import import_module

from render.kit.press import Press, palette_file
from rules import registry


def main() -> None:
    """Write the palette of every game."""
    for slug in registry.slugs():
        for made in presses(slug):
            lines = (f"{colour}\n" for colour in made.learned())
            palette_file(slug, made.suffix).write_text("".join(lines), encoding="ascii")


def press(slug: str) -> Press:
    """Return the press of a game."""
    made: Press = import_module(f"render.{slug}").PRESS
    return made


def presses(slug: str) -> tuple[Press, ...]:
    """Return the press of a game, and the one of its dark pictures if there are any."""
    light = press(slug)
    return (light,) if light.dark is light else (light, light.dark)


if __name__ == "__main__":
    main()
