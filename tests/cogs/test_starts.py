"""How many sessions may begin, and what a refused start says."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventType, Shard

import bot as module
from bot import StolikBot, create_bot, main
from cogs.log import JsonFormatter
from cogs.shards.starts import LAST, NoSessionLeftError, StartRefusedError, Starts
from config import Settings
from rules.errors import StoreError
from tests.range.payloads import user_payload
from tests.range.world import User

UNTIL = datetime(2026, 11, 24, 15, 30, tzinfo=UTC)


def left(remaining: int, total: int = 1000) -> Starts:
    return Starts(1, total, remaining, UNTIL, 1)


@pytest.mark.parametrize(("remaining", "shards"), [(201, 1), (1000, 4), (300, 100)])
def test_a_start_above_the_reserve_is_allowed(remaining: int, shards: int) -> None:
    left(remaining).check(shards)


@pytest.mark.parametrize(("remaining", "shards"), [(200, 1), (0, 1), (299, 100)])
def test_a_start_that_would_touch_the_reserve_says_when_to_try_again(
    remaining: int, shards: int
) -> None:
    with pytest.raises(StartRefusedError, match="Start it again after 2026-11-24 15:30 UTC"):
        left(remaining).check(shards)


def test_a_crash_loop_never_uses_up_the_day() -> None:
    remaining, refused = 1000, 0
    for _ in range(2000):
        try:
            left(remaining).check(4)
        except StartRefusedError:
            refused += 1
        else:
            remaining -= 4
    assert remaining == 200
    assert refused == 1800


def test_a_refused_start_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def serve(_: Settings) -> None:
        left(7).check(1)

    monkeypatch.setattr(module, "serve", serve)
    monkeypatch.setattr(module, "REFUSED_S", 0.0)
    monkeypatch.setattr(module, "set_up_logging", lambda _: None)
    monkeypatch.setattr("config.load", lambda **_: Settings())
    assert main([]) == 1
    assert "lets this bot begin 7 more sessions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (StoreError("cannot use the database"), "cannot use the database"),
        (discord.LoginFailure("no"), "Discord rejected the token. Check DISCORD_TOKEN."),
        (StartRefusedError("Start it later."), "Start it later."),
        (aiohttp.ClientConnectionError("no way"), "cannot reach Discord: no way"),
    ],
)
def test_where_the_log_is_json_it_says_why_the_bot_ends(
    error: Exception,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    expected_errors: list[str],
) -> None:
    expected_errors.append(told)

    async def serve(_: Settings) -> None:
        raise error

    stream, root = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    monkeypatch.setattr(root, "handlers", [*root.handlers, handler])
    monkeypatch.setattr(module, "serve", serve)
    monkeypatch.setattr(module, "REFUSED_S", 0.0)
    monkeypatch.setattr(module, "set_up_logging", lambda _: None)
    monkeypatch.setattr("config.load", lambda **_: Settings(log_format="json"))
    assert main([]) == 1
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(one["level"], one["message"]) for one in lines][-1] == ("ERROR", told)
    assert capsys.readouterr().err == ""


def test_too_few_shards_end_the_bot_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def serve(_: Settings) -> None:
        raise discord.ConnectionClosed(None, shard_id=0, code=4011)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "serve", serve)
    monkeypatch.setattr(module, "set_up_logging", lambda _: None)
    monkeypatch.setattr("config.load", lambda **_: Settings())
    assert main([]) == 1
    assert "it wants more shards (STOLIK_SHARDS)" in capsys.readouterr().err


class Told:
    """Stands for Discord's answer about sessions."""

    def __init__(self, remaining: int, keys: int = 1) -> None:
        self.remaining, self.keys, self.asked = remaining, keys, 0

    async def get_bot_gateway(self) -> tuple[int, str, Any]:
        self.asked += 1
        told = {"total": 1000, "remaining": self.remaining, "reset_after": 1000}
        return 4, "wss://nowhere", told | {"max_concurrency": self.keys}


@pytest.fixture
def paused(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return how long the sessions waited, in seconds, without waiting."""
    found = list[float]()

    async def sleep(seconds: float) -> None:
        found.append(round(seconds, 1))

    monkeypatch.setattr("cogs.shards.starts.asyncio.sleep", sleep)
    return found


async def identify(told: Told, *shards: int) -> None:
    bot = create_bot(Settings(shards=4))
    bot.http.get_bot_gateway = told.get_bot_gateway  # type: ignore[method-assign]
    try:
        for shard in shards:
            await bot.before_identify_hook(shard)
    finally:
        await bot.close()


async def test_sessions_with_one_key_begin_apart(paused: list[float]) -> None:
    told = Told(500)
    await identify(told, 0, 1, 2)
    assert paused == [0.0, 5.5, 11.0]
    assert told.asked == 1


async def test_sessions_with_different_keys_begin_together(paused: list[float]) -> None:
    await identify(Told(500, keys=2), 0, 1, 2, 3)
    assert paused == [0.0, 0.0, 5.5, 5.5]


async def test_the_last_sessions_are_never_begun(paused: list[float]) -> None:
    told = Told(LAST + 2)
    with pytest.raises(NoSessionLeftError, match="shard 0 can't begin a session"):
        await identify(told, 0, 0, 0)
    assert len(paused) == 2


def rate_limited() -> Exception:
    return discord.RateLimited(61)


def database_gone() -> Exception:
    return StoreError("cannot use the database")


@pytest.mark.parametrize("fault", [rate_limited, database_gone])
async def test_a_shard_that_cannot_begin_a_session_tries_again_and_ends_nothing(
    fault: Callable[[], Exception], paused: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py ends the bot for any error that it doesn't take for one of the network."""
    told, queued = Told(500), list[Any]()
    bot = create_bot(Settings(shards=4))
    bot._reconnect = True

    async def refused(*_: object) -> Any:
        raise fault()

    async def connect(client: Any, *, shard_id: int, **_: object) -> None:
        await client.before_identify_hook(shard_id)

    limited = fault is rate_limited
    bot.http.get_bot_gateway = refused if limited else told.get_bot_gateway  # type: ignore[method-assign]
    bot.may_begin = refused
    monkeypatch.setattr(DiscordWebSocket, "from_client", connect)
    socket: Any = SimpleNamespace(shard_id=1, session_id=None, sequence=None, gateway=None)
    shard = Shard(socket, bot, queued.append)
    await shard.reidentify(ReconnectWebSocket(1, resume=False))
    await shard.reconnect()
    await bot.close()
    assert [one.type for one in queued] == [EventType.reconnect] * 2
    assert "shard 1 can't begin a session: " in str(queued[0].error)


def test_a_start_that_is_limited_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def serve(_: Settings) -> None:
        raise discord.RateLimited(61)

    monkeypatch.setattr(module, "serve", serve)
    monkeypatch.setattr(module, "set_up_logging", lambda _: None)
    monkeypatch.setattr("config.load", lambda **_: Settings())
    assert main([]) == 1
    assert "Retry in 61.00 seconds" in capsys.readouterr().err


async def test_the_others_do_not_wait_for_a_shard_that_cannot_connect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = list[int]()

    async def launch(bot: StolikBot, gateway: object, number: int, **_: object) -> None:
        tried.append(number)  # discord.py, too, calls it again for one that failed
        if number == 1 and tried.count(1) < 4:
            await asyncio.sleep(0.01)
            await bot.launch_shard(gateway, number)

    monkeypatch.setattr(discord.AutoShardedClient, "launch_shard", launch)
    bot = create_bot(Settings(shards=3))
    for number in range(3):
        await bot.launch_shard(None, number, initial=number == 0)
    assert tried == [0, 1, 2]
    async with asyncio.timeout(5):
        while tried.count(1) < 4:  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.01)
    await bot.close()


async def test_a_session_that_begins_anew_keeps_no_other_shard_from_being_ready() -> None:
    bot, ready = create_bot(Settings(shards=3)), list[int]()

    def dispatch(event: str, *args: Any) -> None:
        if event == "shard_ready":
            ready.extend(args)

    state: Any = bot._connection
    state.dispatch, state.guild_ready_timeout, state.shard_ids = dispatch, 0.05, range(3)
    state.handlers, user = {}, user_payload(User(1, "the bot"))
    for number in (0, 1, 2, 1):
        state.parse_ready({"shard": [number, 3], "user": user, "guilds": []})
        await asyncio.sleep(0)
    await asyncio.sleep(0.2)
    await bot.close()
    assert sorted(ready) == [0, 1, 2]
