"""The ratios of the last release, to compare today's with."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bench.table import Figure

FILE: Final = Path(__file__).with_name("released.json")
DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class Released:
    """What was measured for a release.

    Attributes:
        version: The release.
        date: When it was measured, ISO.
        commit: What was measured.
        rows: By row, the ratio of each figure by its key.
    """

    version: str
    date: str
    commit: str
    rows: Mapping[str, Mapping[str, float]]

    def ratio(self, row: str, figure: Figure) -> float | None:
        """Return the ratio that a figure had; None if it wasn't measured."""
        return self.rows.get(row, {}).get(figure.key)


def read(path: Path = FILE) -> Released | None:
    """Return the last release's ratios; None if there are none."""
    if not path.exists():
        return None
    return Released(**json.loads(path.read_text(encoding="utf-8")))


def check(version: str, *, whole: bool, path: Path = FILE) -> None:
    """Refuse what would lose the ratios of the last release.

    Args:
        version: The release to keep ratios of.
        whole: Whether all rows are measured.
        path: Where they are kept.

    Raises:
        ValueError: It isn't a version, or only some rows would take the place of all.
    """
    if not re.fullmatch(r"\d+(\.\d+)+", version):
        raise ValueError(f"{version!r} isn't a version, such as 1.2.0")
    before = read(path)
    if not whole and before is not None and before.version != version:
        raise ValueError(f"some rows can't take the place of all of {before.version}")


def write(version: str, measured: Mapping[str, Iterable[Figure]], path: Path = FILE) -> None:
    """Keep measured rows as those of a release, in place of older ones."""
    before = read(path)
    kept = before.rows if before is not None and before.version == version else {}
    rows = {
        name: {figure.key: round(figure.ratio, DIGITS) for figure in figures}
        for name, figures in measured.items()
    }
    today = datetime.now(UTC).date().isoformat()
    made = Released(version, today, _commit(), dict(sorted({**kept, **rows}.items())))
    text = json.dumps(asdict(made), indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def _commit() -> str:
    """Return the short name of the current commit, or "" outside a repository."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    try:
        done = subprocess.run(asked, cwd=FILE.parent, check=False, capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return done.stdout.strip()
