"""The demo is started, stopped, killed and started again."""

from __future__ import annotations

import signal
import socket

import pytest

import demo
from tests.demo.running import RunningDemo


def places(running: RunningDemo) -> list[tuple[str, str, str]]:
    return [(p["kind"], p["name"], p["newest"]) for p in running.ask()["places"]]


def test_it_begins_with_a_lobby_and_goes_on_after_a_stop_and_a_kill(running: RunningDemo) -> None:
    running.start()
    before = running.ask()
    assert [p["name"] for p in before["people"]] == ["Ada", "Bo", "Cleo", "Dima"]
    first = places(running)
    assert [place[:2] for place in first] == [
        ("channel", "game-night"),
        *(("dm", name) for name in ("Ada", "Bo", "Cleo", "Dima")),
    ]
    assert first[0][2] != "0"  # the lobby
    for how in (signal.SIGINT, signal.SIGKILL, signal.SIGTERM):
        running.stop(how)
        running.start()
        assert places(running) == first
    assert running.ask()["run"] != before["run"]
    (running.folder / "mine.txt").touch()
    running.stop()
    running.start("--fresh")
    assert places(running)[0][2] > first[0][2]
    assert (running.folder / "mine.txt").exists()


def test_a_world_without_its_database_is_recreated(running: RunningDemo) -> None:
    running.start()
    first = places(running)
    running.stop()
    (running.folder / demo.DATABASE).unlink()
    running.start()
    assert places(running)[0][2] > first[0][2]


def test_a_taken_port_is_said_in_a_line(running: RunningDemo) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", running.port))
        other.listen()
        with pytest.raises(
            AssertionError, match=f"port {running.port} cannot be used.*try another"
        ):
            running.start()


def test_its_port_is_none_that_others_are_given(running: RunningDemo) -> None:
    """One was given to a connection of another test before the demo could take it."""
    with socket.socket() as given:
        given.bind(("127.0.0.1", 0))
        assert running.port < min(32_768, given.getsockname()[1])
