"""Make the lock files from pyproject.toml, or check offline that they are fresh.

``requirements.lock`` pins what the bot needs to run, ``requirements-play.lock`` that and what the
demo needs, ``requirements-dev.lock`` that and the tools, for every platform and every Python we
support, with the hash of every file. The first line of each names the dependency tables it was made
from, so that freshness can be checked offline.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
LOCKS: Final[dict[str, tuple[str, ...]]] = {
    "requirements.lock": (),
    "requirements-play.lock": ("--group", "play", "--constraints", "requirements.lock"),
    "requirements-dev.lock": ("--group", "dev", "--constraints", "requirements-play.lock"),
}
# Without its extras, a package that another one asks for with an extra isn't pinned for pip: once a
# newer release of it is out, nothing can be installed any more.
_COMPILE: Final = (
    *("pip", "compile", "--quiet", "--universal", "--python-version", "3.11"),
    *("--generate-hashes", "--no-header", "--no-annotate", "--no-strip-extras"),
)


def head_line(pyproject: str) -> str:
    """Return the first line of a lock made from this pyproject.toml."""
    tables = tomllib.loads(pyproject)
    wanted = {
        "python": tables["project"]["requires-python"],
        "dependencies": tables["project"]["dependencies"],
        "groups": tables["dependency-groups"],
    }
    digest = hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()
    return f"# Made by `make lock` from the dependencies with SHA-256 {digest}"


def stale_locks(root: Path) -> tuple[str, ...]:
    """Return the names of the lock files under `root` that are missing or out of date."""
    head = head_line((root / "pyproject.toml").read_text(encoding="utf-8"))
    return tuple(
        name
        for name in LOCKS
        if not (root / name).is_file()
        or (root / name).read_text(encoding="utf-8").partition("\n")[0] != head
    )


def write_locks(root: Path) -> None:
    """Resolve the dependencies again and write the lock files under `root`.

    This needs the network. Versions already pinned are kept where they still fit.

    Raises:
        subprocess.CalledProcessError: The resolver failed and has printed why.
    """
    head = head_line((root / "pyproject.toml").read_text(encoding="utf-8"))
    for name, options in LOCKS.items():
        command = [sys.executable, "-m", "uv", *_COMPILE, "pyproject.toml", *options, "-o", name]
        subprocess.run(command, cwd=root, check=True)
        pins = (root / name).read_text(encoding="utf-8")
        (root / name).write_text(f"{head}\n{pins}", encoding="utf-8")


def main() -> int:
    """Run the command line; return 1 if a check fails."""
    parser = argparse.ArgumentParser(prog="python -m scripts.lock", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only check whether they are fresh")
    if not parser.parse_args().check:
        write_locks(ROOT)
        return 0
    stale = stale_locks(ROOT)
    for name in stale:
        print(f"{name} is older than the dependencies in pyproject.toml: run make lock")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
