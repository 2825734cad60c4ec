"""The version of Stolik. It is written in ``pyproject.toml`` and read from there."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final


def _read() -> str:
    text = (Path(__file__).parent / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])


VERSION: Final = _read()
"""Three numbers with dots: ``1.0.0``."""
