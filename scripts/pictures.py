"""Make the pictures of the README: a match of Kraków 2009, and screens on a phone.

``python -m scripts.pictures`` draws the table; with the folder of ``scripts.screens`` as argument
it also puts the screenshots side by side.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image

from render import gallery
from rules import registry
from rules.protocol import CHANCE, WATCHER

FOLDER: Final = Path(__file__).parent.parent / "docs"
NAMES: Final = dict(enumerate(("Ala", "Bartek", "Celina", "Darek")))
SEED: Final = 1233
PLIES: Final = 69
"""The ply to draw: during the reservations of the third round."""
CAPTURES: Final = {
    "phone.png": ("first-post", "lay-whole"),
    "rules.png": ("why-not", "rules-2"),
}
"""The screenshots of `scripts.screens` that are shown side by side, on a phone."""
GROUND: Final = "#323339"
GAP: Final = 24


def main() -> None:
    """Write the pictures into ``docs``."""
    parser = argparse.ArgumentParser(prog="python -m scripts.pictures", description=__doc__)
    parser.add_argument("captures", nargs="?", type=Path, help="the folder of scripts.screens")
    captures = parser.parse_args().captures
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "board.png").write_bytes(_table())
    for name, screens in CAPTURES.items() if captures else ():
        found = [next(captures.glob(f"*-{screen}-phone.png")) for screen in screens]
        _beside(found).save(FOLDER / name, optimize=True)


def _beside(paths: list[Path]) -> Image.Image:
    """Return screenshots side by side, in 256 colours."""
    images = [Image.open(path).convert("RGB") for path in paths]
    width = sum(image.width + GAP for image in images) + GAP
    sheet = Image.new("RGB", (width, max(image.height for image in images) + 2 * GAP), GROUND)
    left = GAP
    for image in images:
        sheet.paste(image, (left, GAP))
        left += image.width + GAP
    return sheet.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _table() -> bytes:
    """Play at random up to the chosen ply; return the table as PNG."""
    rules, artist = registry.get("krakow"), gallery.artist("krakow")
    rng = Random(SEED)
    state = rules.initial_state(len(NAMES), frozenset())
    for _ in range(PLIES):
        [seat] = rules.to_act(state)
        if seat == CHANCE:
            move = rules.chance_move(state, rng)
        else:
            move = rng.choice(rules.legal_moves(state, seat))
        state = rules.apply(state, seat, move).state
    to_act = rules.to_act(state)
    return artist.board(rules.view(state, WATCHER), names=NAMES, lang="en", to_act=to_act).png


if __name__ == "__main__":
    main()
