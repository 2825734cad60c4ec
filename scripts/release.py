"""Make the files of a release: compose.yaml with the image to pull, and the notes.

``python -m scripts.release IMAGE FOLDER`` writes them for the version in ``pyproject.toml``. With
them and a ``.env``, nobody needs a clone to run the bot.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Final

from version import VERSION

ROOT: Final = Path(__file__).parent.parent
_IMAGE: Final = "${STOLIK_IMAGE:-stolik}"
_FROM_A_CLONE: Final = re.compile(r"^# From a clone.*\n|^    build:\n(?:      .*\n)+", re.MULTILINE)
"""The lines of compose.yaml that only a clone has a use for."""


def compose_file(text: str, image: str) -> str:
    """Return compose.yaml with the image to pull, and without the steps to build one.

    Args:
        text: The compose.yaml of the clone.
        image: The image with its tag.
    """
    return _FROM_A_CLONE.sub("", text).replace(_IMAGE, image)


def notes(changelog: str, version: str) -> str:
    """Return what the changelog says about a version.

    Raises:
        ValueError: The version isn't in it with a date, or nothing is said about it.
    """
    heading = rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)\n(.*?)(?=^## |\Z)"
    found = re.search(heading, changelog, flags=re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise ValueError(f"CHANGELOG.md has no notes for {version} with a date")
    return found[1].strip() + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return 1 if the changelog isn't ready."""
    parser = argparse.ArgumentParser(prog="python -m scripts.release", description=__doc__)
    parser.add_argument("image", help="the image's name without a tag")
    parser.add_argument("folder", type=Path)
    given = parser.parse_args(arguments)
    try:
        said = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), VERSION)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    given.folder.mkdir(parents=True, exist_ok=True)
    made = compose_file(compose, f"{given.image}:{VERSION}")
    (given.folder / "compose.yaml").write_text(made, encoding="utf-8")
    (given.folder / "notes.md").write_text(said, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
