"""The process is killed between any two statements: nothing is lost or half done."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgres import PostgresServer

ROOT = Path(__file__).parents[2]


def killed(folder: Path, request: str) -> list[str]:
    return told_by("tests.matches.crash", str(folder), request)


def told_by(*command: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", *command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("request_name", "statements"),
    [
        ("create", 7),
        ("leave", 9),
        ("start", 18),
        ("done", 15),
        ("undo", 9),
        ("end", 9),
        ("remind", 8),
        ("open", 14),
        ("away", 8),
        ("agree", 14),
        ("outdate", 18),
        ("resign", 18),
        ("answer", 14),
        ("claim", 12),
        ("lose", 9),
        ("settle", 9),
        ("reserve", 14),
        ("join", 16),
        ("remove", 17),
        ("word", 13),
        ("release", 12),
        ("begin", 30),
        ("erase", 60),
        ("delete", 12),
        ("announce", 9),
        ("close", 9),
        ("keep", 9),
        ("reopen", 9),
        ("together", 5),
    ],
)
def test_a_request_is_done_as_a_whole_or_not_at_all(
    tmp_path: Path, request_name: str, statements: int
) -> None:
    found = killed(tmp_path, request_name)

    assert len(found) >= statements
    done = found.index("after")
    assert done >= statements - 2
    assert found == ["before"] * done + ["after"] * (len(found) - done)


def test_a_delivery_killed_anywhere_loses_and_doubles_nothing(tmp_path: Path) -> None:
    found = killed(tmp_path, "deliver")

    assert len(found) > 40
    assert set(found) == {"right"}


def killed_on(server: PostgresServer, request: str, every: int, *slowly: str) -> list[str]:
    given = str(server.folder), server.empty(), request, str(every), *slowly
    return told_by("tests.matches.crash_server", *given)


@pytest.mark.parametrize(
    ("request_name", "every", "kills"),
    [
        ("done", 3, 18),
        ("begin", 11, 8),
        ("erase", 17, 12),
        ("join", 19, 3),
        ("resign", 19, 3),
        ("claim", 19, 3),
        ("delete", 19, 3),
        ("close", 19, 3),
        ("reopen", 19, 3),
        ("create", 23, 2),
        ("leave", 23, 2),
        ("start", 23, 3),
        ("undo", 23, 2),
        ("end", 23, 2),
        ("remind", 23, 2),
        ("open", 23, 2),
        ("away", 23, 2),
        ("agree", 23, 2),
        ("outdate", 23, 2),
        ("answer", 23, 2),
        ("lose", 23, 2),
        ("settle", 23, 2),
        ("reserve", 23, 2),
        ("remove", 23, 2),
        ("word", 23, 2),
        ("release", 23, 2),
        ("announce", 23, 2),
        ("keep", 23, 2),
    ],
)
def test_on_a_server_a_request_is_done_as_a_whole_or_not_at_all(
    postgres: PostgresServer, request_name: str, every: int, kills: int
) -> None:
    found = killed_on(postgres, request_name, every)
    assert len(found) >= kills
    assert set(found) == {"before", "after"}
    assert found == sorted(found, reverse=True)


def test_on_a_server_a_request_step_by_step_is_done_as_a_whole_or_not_at_all(
    postgres: PostgresServer,
) -> None:
    found = killed_on(postgres, "done", 5, "slowly")
    assert len(found) >= 6
    assert set(found) == {"before", "after"}
    assert found == sorted(found, reverse=True)


def test_on_a_server_a_delivery_killed_anywhere_loses_and_doubles_nothing(
    postgres: PostgresServer,
) -> None:
    found = killed_on(postgres, "deliver", 17)
    assert len(found) > 8
    assert set(found) == {"right"}
