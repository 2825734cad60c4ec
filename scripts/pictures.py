"""Make the pictures of the README: a board of every game, and screens on a phone.

``python -m scripts.pictures`` draws the boards; with the folder of ``scripts.screens`` as argument
it also puts the screenshots side by side.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from PIL import Image

from render import gallery
from rules import registry
from rules.notation import parse_move
from rules.protocol import WATCHER
from scripts import record

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures"
NAMES: Final = ("Ala", "Bartek", "Celina", "Darek")
BOARDS: Final = {
    "krakow_4_won": 75,
    "letnisko_4_won": 72,
    "lodge_2_won": 66,
    "cvlizations_4_resources": 90,
    "indian_summer_3_won": 70,
}
"""Recorded matches, and how many of their moves to make before drawing."""
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
    for name, moves in BOARDS.items():
        slug, seats, _ = name.rsplit("_", 2)
        (FOLDER / f"{slug}.png").write_bytes(board(name, slug, int(seats), moves))
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


def board(name: str, slug: str, seats: int, moves: int) -> bytes:
    """Return the board of a recorded match after some moves, as PNG.

    Args:
        name: The file's name.
        slug: Its game.
        seats: How many play it.
        moves: How many of its moves to make, chance's included.
    """
    rules, artist = registry.get(slug), gallery.artist(slug)
    state = rules.initial_state(seats, frozenset())
    lines = (record.FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for line in lines[:moves]:
        who, _, text = line.partition(": ")
        state = rules.apply(state, record.SEATS[who], parse_move(rules, text)).state
    view, names = rules.view(state, WATCHER), dict(enumerate(NAMES[:seats]))
    return artist.board(view, names=names, lang="en", to_act=rules.to_act(state)).png


if __name__ == "__main__":
    main()
