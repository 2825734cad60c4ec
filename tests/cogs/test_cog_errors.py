from __future__ import annotations

import logging
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.results import InteractionResult

from cogs import errors
from cogs.traces import traced
from cogs.ui import items
from cogs.ui.items import ComponentId
from rules.errors import (
    ClosedError,
    IllegalMoveError,
    InvalidMoveError,
    LobbyError,
    MatchOverError,
    NoMatchError,
    NotSeatedError,
    NotYourTurnError,
    PausedError,
    RefusedError,
    ReplayError,
    StaleMoveError,
    StoreError,
    UndoError,
)
from rules.text import Who, t
from tests.world import World, custom_ids, private, shown_messages

REASON, HINT = t("This is why."), t("Do that.")
REFUSALS = [
    InvalidMoveError(REASON, HINT),
    IllegalMoveError("K-PLAN-3", REASON, HINT),
    NotYourTurnError("", REASON, HINT),
    NotSeatedError(REASON, HINT),
    StaleMoveError(),
    MatchOverError(REASON, HINT),
    NoMatchError(REASON, HINT),
    LobbyError(REASON, HINT),
    UndoError(REASON, HINT),
    PausedError(REASON, HINT),
    ReplayError(1, 2, "no such move"),
]
SECRET = "lay H@L2"


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list; the component ``boom`` raises what is in it.

    It defers first if it is asked to.
    """
    raised: list[Any] = []

    async def boom(interaction: discord.Interaction[Any], tap: ComponentId) -> None:
        if tap.rest == "deferred":
            await interaction.response.defer(ephemeral=True, thinking=True)
        if tap.rest == "answered":
            await interaction.response.send_message("first", ephemeral=True)
        raise raised[0]

    monkeypatch.setitem(items._HANDLERS, "boom", boom)
    return raised


def test_every_class_of_refusal_is_tested() -> None:
    assert {type(error) for error in REFUSALS} == set(RefusedError.__subclasses__())


@pytest.mark.parametrize("rest", ["", "deferred", "answered"])
@pytest.mark.parametrize("error", REFUSALS, ids=lambda e: type(e).__name__)
async def test_every_refusal_is_one_private_answer_and_not_logged(
    world: World,
    faulty: list[Any],
    caplog: pytest.LogCaptureFixture,
    error: RefusedError,
    rest: str,
) -> None:
    faulty.append(error)
    answer = await world.forge(world.bo, f"bboom:1:{rest}")
    if isinstance(error, StaleMoveError):
        assert "the match has moved on. Choose again" in answer
    elif isinstance(error, ReplayError):
        assert "I can't open this match" in answer
        assert "no such move" not in answer
    else:
        assert "This is why. Do that." in answer
    assert [r for r in caplog.records if r.name == "cogs.errors"] == []


@pytest.mark.parametrize("rest", ["", "deferred", "answered"])
async def test_who_is_answered_while_the_bot_ends_is_asked_to_try_again(
    world: World,
    faulty: list[Any],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    rest: str,
) -> None:
    async def closed(_: int) -> None:
        raise ClosedError("the database is closed")

    for name in ("info", "in_channel"):
        monkeypatch.setattr(world.bot.service, name, closed)
    faulty.append(ClosedError("the database is closed"))
    answer = await world.forge(world.bo, f"bboom:1:{rest}")
    assert "I'm restarting. Nothing is lost." in answer
    assert [r for r in caplog.records if r.name == "cogs.errors"] == []


async def test_a_cited_rule_is_a_tap_away(world: World, faulty: list[Any]) -> None:
    await world.open(world.ada, world.bo, game="krakow")
    faulty.append(IllegalMoveError("K-PLAN-3", REASON, HINT))
    result = await world.forged(world.bo, "bboom:1:")
    shown = await world.press(world.bo, result, "why")
    assert "**K-PLAN-3**" in private(shown)


@pytest.mark.parametrize("error", [StaleMoveError(), NotYourTurnError("", REASON, HINT)])
async def test_the_present_is_a_tap_away(
    world: World, faulty: list[Any], error: RefusedError
) -> None:
    home = await world.open(world.ada, world.bo)
    faulty.append(error)
    result = await world.forged(world.bo, "bboom:1:")
    [message] = shown_messages(result)
    assert custom_ids({"components": message.components}) == [
        "bturn:1:",
        "bexplain:1:1.1.m~~0~0",
    ]
    refused = await world.cleo.slash(home, "match leave")  # a command finds its match as well
    assert private(refused)


async def test_players_are_named(world: World, faulty: list[Any]) -> None:
    await world.open(world.ada, world.bo)
    faulty.append(LobbyError(t("It is up to {who}.", who=Who(1)), HINT))
    assert "It is up to **Bo**." in await world.forge(world.cleo, "bboom:1:")


@pytest.mark.parametrize("rest", ["", "deferred", "answered"])
async def test_a_surprise_is_an_apology_with_a_reference(
    world: World,
    faulty: list[Any],
    expected_errors: list[str],
    caplog: pytest.LogCaptureFixture,
    rest: str,
) -> None:
    expected_errors.append("unexpected error, reference")
    try:
        raise KeyError(SECRET)
    except KeyError as cause:
        surprise = ValueError(f"cannot read {SECRET}")
        surprise.__cause__ = cause
    faulty.append(surprise)
    answer = await world.forge(world.bo, f"bboom:12:{rest}")
    [record] = [r for r in caplog.records if r.name == "cogs.errors"]
    assert record.levelno == logging.ERROR
    assert vars(record)["match"] == 12
    reference = answer.rsplit(" ", 1)[1]
    line = record.getMessage()
    assert f"reference {reference}" in line
    assert "raise raised[0]" in line
    assert "KeyError" in line
    assert "ValueError" in line
    assert SECRET not in line
    assert SECRET not in answer


async def test_a_command_that_breaks_is_answered_too(
    world: World, expected_errors: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_errors.append("unexpected error, reference")

    async def broken(*_: object) -> None:
        raise StoreError("cannot use database: it is locked")

    monkeypatch.setattr(world.bot.service, "listed", broken)
    answer = private(await world.bo.slash(world.channel, "match list"))
    assert "Sorry, something went wrong" in answer
    assert "locked" not in answer


async def test_an_unreadable_sentence_becomes_an_apology(
    world: World, faulty: list[Any], expected_errors: list[str]
) -> None:
    expected_errors.append("unexpected error, reference")
    faulty.append(LobbyError(t("There is no {thing}.", other=1), HINT))
    assert "Sorry" in await world.forge(world.bo, "bboom:1:")


def http(status: int, code: int) -> discord.HTTPException:
    class Response:
        reason = "refused"

        def __init__(self) -> None:
            self.status = status

    kind = discord.NotFound if status == 404 else discord.HTTPException
    response: Any = Response()
    return kind(response, {"code": code, "message": "no"})


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_what_comes_too_late_is_noted_quietly(
    world: World, faulty: list[Any], caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    caplog.set_level(logging.INFO)
    faulty.append(http(status, code))
    result = await world.forged(world.bo, "bboom:1:")
    assert shown_messages(result) == []
    [record] = [r for r in caplog.records if r.name == "cogs.errors"]
    assert record.levelno == logging.INFO


async def test_an_answer_discord_refuses_harms_nothing(world: World, faulty: list[Any]) -> None:
    faulty.append(InvalidMoveError(REASON, HINT))
    record, payload = await world.tapped(world.bo, "bboom:1:")
    world.fail("POST", "/interactions/*", 500, times=None)
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    assert shown_messages(InteractionResult(world.env, record)) == []
    world.mend()
    assert "This is why." in await world.forge(world.bo, "bboom:1:")


async def test_a_component_without_handler_is_refused(world: World) -> None:
    assert "no longer works" in await world.forge(world.bo, "bnobody:1:")


@pytest.mark.parametrize(
    "error",
    [
        app_commands.CommandNotFound("x", []),
        app_commands.NoPrivateMessage(),
        app_commands.MissingPermissions(["manage_guild"]),
    ],
)
def test_refusals_of_the_library_are_refusals_of_ours(error: Exception) -> None:
    assert isinstance(errors._as_refusal(error), RefusedError)


def test_errors_from_outside_are_told_with_their_message() -> None:
    assert "no (error code: 10003)" not in traced(ValueError("no (error code: 10003)"))
    assert "database is locked" in traced(StoreError("database is locked"))
