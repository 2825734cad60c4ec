"""Log lines: one id for a whole request, as text and as JSON, and nothing they must not say."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from datetime import datetime

import pytest

from cogs.log import OUR_LOGGERS, Counting, Formatter, JsonFormatter, set_up_logging
from cogs.traces import kind_of
from cogs.ui import items
from cogs.ui.items import ComponentId, Interaction
from config import Settings
from matches.db import deadlines as deadlines_db
from matches.db.deadlines import Due, Kind
from monitor import metrics, requests
from rules.errors import InvalidMoveError, ReplayError, StoreError, WorkerError
from rules.text import t
from tests.world import World

SECRET = "lay H@L2"


@pytest.fixture(params=["text", "json"])
def lines(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """Yield what goes to the log, in either format."""
    kept = io.StringIO()
    handler = logging.StreamHandler(kept)
    handler.setFormatter((JsonFormatter if request.param == "json" else Formatter)("to.ken"))
    logging.getLogger().addHandler(handler)
    yield kept
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def boom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a tap warn of something, start a task that does, and then fail."""

    async def fail(interaction: Interaction, tap: ComponentId) -> None:
        log = logging.getLogger("cogs.boom")
        log.warning("first")
        await asyncio.create_task(asyncio.sleep(0))
        log.warning("second")
        raise ValueError(f"cannot read {SECRET}")

    monkeypatch.setitem(items._HANDLERS, "boom", fail)


def requests_in(kept: io.StringIO) -> list[str]:
    """Return the id on each line that has one."""
    return re.findall(r'(?:\[request |"request": ")([\w-]+)', kept.getvalue())


async def test_the_reference_a_player_reads_is_on_all_lines_of_the_request(
    world: World, boom: None, lines: io.StringIO, expected_errors: list[str]
) -> None:
    expected_errors.append("unexpected error")
    answer = await world.forge(world.bo, "bboom:12:")
    reference = answer.rsplit(" ", 1)[1]
    assert re.fullmatch(r"[0-9a-f]{8}", reference)
    assert requests_in(lines) == [reference] * 3
    assert f"unexpected error, reference {reference}" in lines.getvalue()
    assert SECRET not in lines.getvalue()
    await world.forge(world.bo, "bboom:12:")
    assert len(set(requests_in(lines))) == 2


async def test_a_row_of_the_outbox_is_a_request(world: World, lines: io.StringIO) -> None:
    await world.open(world.ada, world.bo, start=False)
    world.fail("POST", "/channels/*/messages", 403, 50001, times=None)
    await world.tap(world.ada, world.channel, "start")
    assert "is held" in lines.getvalue()
    assert {found.partition("-")[0] for found in requests_in(lines)} == {"row"}


async def test_what_a_request_wakes_is_not_under_its_id(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Timers and lanes outlive the request that started them."""
    seen = dict[str, str]()

    def spy(name: str, part: object, method: str) -> None:
        plain = getattr(part, method)

        async def spied(*args: object) -> object:
            seen[name] = requests.current_id()
            return await plain(*args)

        monkeypatch.setattr(part, method, spied)

    spy("lanes", world.bot.outbox, "_start_lanes")
    spy("row", world.bot.outbox, "_send")
    spy("rounds", world.bot.scheduler, "_round")
    with requests.under("12ab34cd"):
        world.bot.outbox.kick()
        world.bot.scheduler.kick()
    await world.open(world.ada, world.bo)
    assert seen["lanes"] == seen["rounds"] == ""
    assert seen["row"].startswith("row-")


async def test_a_clock_is_a_request(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.open(world.ada, world.bo)
    seen = list[str]()

    async def act_on(match_id: int, seat: int) -> None:
        seen.append(requests.current_id())
        due, now = Due(Kind.CLOCK, match_id, seat), world.bot.clock()
        await world.bot.store.write(
            lambda db: deadlines_db.put_off(db, due, now, now.replace(year=2099))
        )

    monkeypatch.setattr(world.bot.service.clocks, "act_on", act_on)
    await world.bot.store.write(
        lambda db: db.execute("UPDATE seats SET wake_at = 1 WHERE seat = 1").fetchall()
    )
    world.bot.scheduler.kick()
    assert world.bot.scheduler._task
    await world.bot.scheduler._task
    assert seen == ["clock-1-1"]


def a_record(message: str, *args: object, **extra: object) -> logging.LogRecord:
    made = logging.LogRecord("matches.x", logging.ERROR, "f.py", 1, message, args, None)
    vars(made).update(extra)
    return made


def test_a_line_of_json_says_what_a_line_of_text_says() -> None:
    record = a_record("the %s is to.ken\nFile x\nValueError", "key", match=12, interaction=34)
    record.created = datetime(2026, 3, 1).astimezone().timestamp()
    with requests.under("row-7"):
        line = JsonFormatter("to.ken").format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert datetime.fromisoformat(found.pop("time")).timestamp() == record.created
    assert found == {
        "level": "ERROR",
        "logger": "matches.x",
        "message": "the key is [token]",
        "match": 12,
        "interaction": 34,
        "request": "row-7",
        "trace": "File x\nValueError",
    }


def test_json_shows_the_way_of_an_error_but_not_what_it_quotes() -> None:
    try:
        raise ValueError(SECRET)
    except ValueError as error:
        record = a_record("it failed")
        record.exc_info = (ValueError, error, error.__traceback__)
    found = json.loads(JsonFormatter().format(record))
    assert "in test_json_shows" in found["trace"]
    assert SECRET not in str(found)
    assert "request" not in found


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (StoreError("x"), "database"),
        (WorkerError("x"), "worker"),
        (ReplayError(1, 2, "x"), "replay"),
        (InvalidMoveError(t("a"), t("b")), "game"),
        (ConnectionResetError(), "network"),
        (KeyError("x"), "bug"),
    ],
)
def test_errors_are_counted_by_kind(error: Exception, kind: str) -> None:
    assert kind_of(error) == kind
    metrics.start()
    before = metrics.REGISTRY.get_sample_value("stolik_errors_total", {"kind": kind}) or 0
    Counting().emit(a_record("it failed", kind=kind_of(error)))
    assert metrics.REGISTRY.get_sample_value("stolik_errors_total", {"kind": kind}) == before + 1


def test_warnings_are_counted_by_room() -> None:
    metrics.start()
    for name in ("matches.outbox", "discord.http"):
        record = a_record("hm")
        record.name, record.levelno = name, logging.WARNING
        Counting().emit(record)
    rooms = ("matches", "library")
    found = [metrics.REGISTRY.get_sample_value("stolik_warnings_total", {"room": r}) for r in rooms]
    assert all(found)


def test_the_setting_chooses_the_format() -> None:
    root, levels = logging.getLogger(), {n: logging.getLogger(n).level for n in ("", *OUR_LOGGERS)}
    handlers = root.handlers[:]
    try:
        for wanted, kind in (("text", Formatter), ("json", JsonFormatter)):
            set_up_logging(Settings(log_format=wanted))  # type: ignore[arg-type]
            assert type(root.handlers[0].formatter) is kind
            assert any(isinstance(handler, Counting) for handler in root.handlers)
    finally:
        root.handlers[:] = handlers
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
