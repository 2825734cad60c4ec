"""The eras, and copies of their databases to play on."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
DATABASE: Final = "stolik.sqlite3"
ERAS: Final = tuple(sorted(path.name for path in FOLDER.iterdir() if (path / DATABASE).exists()))


def copied(era: str, folder: Path) -> Path:
    """Return a copy of an era's database in a folder."""
    return Path(shutil.copy(FOLDER / era / DATABASE, folder / "era.db"))
