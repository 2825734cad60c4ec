"""Compute the palettes of the pictures after a change of a theme or its sample.

``python -m scripts.palettes`` writes ``data/<game>/palette.txt``, so that the first picture doesn't
have to wait for it.
"""

from __future__ import annotations

from importlib import import_module

from render.kit.press import Press, palette_file
from rules import registry


def main() -> None:
    """Write the palette of every game."""
    for slug in registry.slugs():
        lines = (f"{colour}\n" for colour in press(slug).learned())
        palette_file(slug).write_text("".join(lines), encoding="ascii")


def press(slug: str) -> Press:
    """Return the press of a game."""
    made: Press = import_module(f"render.{slug}").PRESS
    return made


if __name__ == "__main__":
    main()
