from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from discord import app_commands

from matches.service import MatchService
from rules.errors import StoreError
from tests.world import World

COMPLETIONS = [
    ("match new", "options", {"game": "toy"}),
    ("toy place", "cell", {}),
    ("move", "move", {}),
    ("match claim", "seat", {}),
    ("match open", "number", {}),
    ("away", "until", {}),
    ("help", "topic", {}),
    ("rules", "topic", {"game": "toy"}),
]


def raising(error: Exception) -> Callable[..., NoReturn]:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail


def lines(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if "completion" in record.getMessage()]


async def test_every_completion_is_guarded(world: World) -> None:
    commands = [c for c in world.bot.tree.walk_commands() if isinstance(c, app_commands.Command)]
    completers = {
        f"{command.qualified_name} {name}": param.autocomplete
        for command in commands
        for name, param in command._params.items()
        if callable(param.autocomplete)
    }
    assert len(completers) > 30
    assert [name for name, c in completers.items() if not hasattr(c, "__wrapped__")] == []


@pytest.mark.parametrize(
    "error",
    [StoreError("disk I/O error"), sqlite3.OperationalError("locked"), KeyError("lay H@L2")],
    ids=lambda error: type(error).__name__,
)
async def test_while_the_database_is_in_trouble_nothing_is_offered(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    home = await world.open(world.ada, world.bo)
    monkeypatch.setattr(MatchService, "in_channel", raising(error))
    caplog.clear()
    assert await world.ada.autocomplete(home, "move", "move", "") == []
    (line,) = lines(caplog)
    assert line.levelno == logging.WARNING
    assert line.exc_info is None
    assert "\n" not in line.getMessage()
    assert "H@L2" not in line.getMessage()


@pytest.mark.parametrize(("status", "code"), [(500, 0), (503, 0), (404, 10062), (429, 0)])
@pytest.mark.parametrize(("name", "option", "filled"), COMPLETIONS)
async def test_while_discord_is_in_trouble_one_line_is_logged(
    world: World,
    caplog: pytest.LogCaptureFixture,
    name: str,
    option: str,
    filled: dict[str, Any],
    status: int,
    code: int,
) -> None:
    home = await world.open(world.ada, world.bo)
    caplog.clear()
    world.fail("POST", "/interactions/*/*/callback", status, code)
    assert await world.ada.autocomplete(home, name, option, "", **filled) == []
    (line,) = lines(caplog)
    assert (line.levelno, line.exc_info) == (logging.WARNING, None)
    assert [r for r in caplog.records if r.levelno >= logging.ERROR] == []
    world.mend()
    assert isinstance(await world.ada.autocomplete(home, name, option, "", **filled), list)
