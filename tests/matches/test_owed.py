"""Posts that Discord refuses stay owed; the simulated Discord tests this, too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from matches import outbox as module
from matches.db import outbox as outbox_db
from matches.db.store import Store
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.settings import UserSettings
from matches.outbox import Outbox
from matches.sender import Refused, TryLater
from rules.errors import ReplayError, StoreError
from rules.text import t
from tests.matches.fakes import Discord, settle, until
from tests.matches.helpers import ANN, BEA, CEC, CHANNEL, GUILD, Clock, House
from tests.matches.test_service import choose

ABOVE = CHANNEL + 7
"""The channel that the match's thread is in."""


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest.fixture
async def outbox(
    store: Store, house: House, discord: Discord, clock: Clock
) -> AsyncIterator[Outbox]:
    made = Outbox(store, house.service, discord, clock)
    house.service.wake = made.kick
    yield made
    await made.close()


def turns(discord: Discord) -> int:
    return [row.kind for row in discord.sent].count(ItemKind.TURN)


async def refuse(house: House, outbox: Outbox, discord: Discord, error: Exception) -> int:
    """Return a match whose last turn post is refused from now on."""
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    discord.faults["turn"] = [error] * 999
    await choose(house, match_id, ANN, BEA)
    await settle(outbox)
    return match_id


async def wait(outbox: Outbox, clock: Clock, seconds: float) -> None:
    clock.advance(seconds)
    outbox.kick()
    await settle(outbox)


@pytest.mark.parametrize("error", [Refused("forbidden"), Refused("missing"), TryLater()])
async def test_what_is_refused_is_tried_for_ever_and_sent_once(
    house: House, outbox: Outbox, discord: Discord, clock: Clock, error: Exception
) -> None:
    await refuse(house, outbox, discord, error)
    sent = turns(discord)
    for _ in range(3 * 24 * 4):  # three days
        await wait(outbox, clock, module.LAST_RETRY_S)
    del discord.faults["turn"]
    await wait(outbox, clock, module.LAST_RETRY_S)
    assert turns(discord) == sent + 1
    await wait(outbox, clock, 10 * module.LAST_RETRY_S)
    assert turns(discord) == sent + 1


@pytest.mark.parametrize("where", ["match", "channel", "above", "guild", "other"])
async def test_a_signal_brings_the_next_try_forward(
    house: House, outbox: Outbox, discord: Discord, clock: Clock, where: str
) -> None:
    match_id = await refuse(house, outbox, discord, Refused("forbidden"))
    await house.service.channels.below(match_id, CHANNEL, ABOVE)
    for _ in range(10):
        await wait(outbox, clock, module.LAST_RETRY_S)
    sent, tried = turns(discord), len(discord.tries)
    del discord.faults["turn"]
    clock.advance(module.SPACING_S)
    match where:
        case "match":
            outbox.signal(match_id=match_id)
        case "channel":
            outbox.signal(channel_id=CHANNEL)
        case "above":  # where the match's thread is
            outbox.signal(channel_id=ABOVE)
        case "guild":
            outbox.signal(guild_id=GUILD)
        case _:
            outbox.signal(match_id=match_id + 1, channel_id=CHANNEL + 1, guild_id=GUILD + 1)
    await settle(outbox)
    is_sent = where != "other"
    assert (turns(discord), len(discord.tries)) == (sent + is_sent, tried + is_sent)


async def test_many_signals_are_few_tries(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    match_id = await refuse(house, outbox, discord, Refused("forbidden"))
    tried = len(discord.tries)
    for _ in range(100):
        clock.advance(0.5)
        outbox.signal(match_id=match_id)
        await settle(outbox)
    assert 1 <= len(discord.tries) - tried <= 100 * 0.5 / module.SPACING_S + 3  # DMs among them


async def test_a_later_move_tries_at_once_and_folds_into_one_post(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    match_id = await refuse(house, outbox, discord, Refused("forbidden"))
    for _ in range(5):
        await wait(outbox, clock, module.LAST_RETRY_S)
    sent = turns(discord)
    del discord.faults["turn"]
    info = await house.service.info(match_id)
    user = info.seats[min(info.to_act)].user_id
    await house.play(match_id, user, "place r1c1")
    await house.play(match_id, user, "done")
    await settle(outbox)
    assert turns(discord) == sent + 1
    assert (await house.service.info(match_id)).trouble == ""


async def test_the_operator_reads_one_line_and_the_players_one_message(
    house: House,
    outbox: Outbox,
    discord: Discord,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    match_id = await refuse(house, outbox, discord, Refused("forbidden"))
    told = len([row for row in discord.sent if row.kind is ItemKind.CHANNEL_DM])
    for _ in range(20):
        await wait(outbox, clock, module.LAST_RETRY_S)
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [getattr(line, "match", None) for line in lines] == [match_id]
    letters = [row for row in discord.sent if row.kind is ItemKind.CHANNEL_DM][told:]
    assert sorted((row.user_id, row.ref) for row in letters) == [(ANN, CHANNEL), (BEA, CHANNEL)]


async def test_a_fault_that_passes_is_no_news(
    house: House,
    outbox: Outbox,
    discord: Discord,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    discord.faults["turn"] = [TryLater()]
    await choose(house, match_id, ANN, BEA)
    await settle(outbox)
    assert (await house.service.info(match_id)).trouble == ""
    await wait(outbox, clock, module.FIRST_RETRY_S)
    assert turns(discord) == 2
    assert not caplog.records or caplog.records[-1].levelno <= logging.INFO


async def test_who_wants_no_dms_gets_none_about_it(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    await house.service.users.set_settings(UserSettings(ANN, dm=False))
    await refuse(house, outbox, discord, Refused("forbidden"))
    for _ in range(5):
        await wait(outbox, clock, module.LAST_RETRY_S)
    assert {row.user_id for row in discord.sent if row.ref == CHANNEL} == {BEA}


async def test_after_a_restart_it_is_tried_at_once(
    store: Store, house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    await refuse(house, outbox, discord, Refused("forbidden"))
    for _ in range(10):
        await wait(outbox, clock, module.LAST_RETRY_S)
    await outbox.close()
    sent = turns(discord)
    del discord.faults["turn"]
    clock.advance(1)
    again = Outbox(store, house.service, discord, clock)
    await again.start()
    await settle(again)
    assert turns(discord) == sent + 1
    await again.close()


async def test_what_waits_for_a_rate_limit_is_not_hurried(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    match_id = await refuse(house, outbox, discord, TryLater(300))
    tried = len(discord.tries)
    clock.advance(100)
    outbox.signal(match_id=match_id)
    await settle(outbox)
    assert len(discord.tries) == tried
    assert (await house.service.info(match_id)).trouble == ""


async def test_what_half_arrived_is_looked_for(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    discord.faults["turn"] = [Refused("forbidden", doubtful=True)]
    await choose(house, match_id, ANN, BEA)
    await settle(outbox)
    await wait(outbox, clock, module.FIRST_RETRY_S)
    assert [row.kind for row in discord.looked] == ["turn"]
    assert turns(discord) == 2


async def test_the_result_is_owed_for_a_week(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    discord.faults["turn"] = [Refused("forbidden")] * 9999
    await house.finish(match_id)
    await settle(outbox)
    clock.advance(module.OWED_AFTER.total_seconds() - 60)
    await wait(outbox, clock, 0)
    open_rows = "SELECT count(*) FROM outbox WHERE status IN ('new', 'sending')"
    assert await house.sql(open_rows) == [(2,)]  # behind it the lobby's post
    await wait(outbox, clock, module.LAST_RETRY_S)
    assert await house.sql(open_rows) == [(0,)]


async def test_the_pauses_grow_to_a_quarter_of_an_hour_and_no_further(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    await refuse(house, outbox, discord, TryLater())
    at = clock()
    pauses = []
    await house.sql("DELETE FROM outbox WHERE kind <> 'turn'")
    discord.faults["turn"] *= 3
    for _ in range(1100):
        ((due,),) = await house.sql("SELECT due_at FROM outbox WHERE held <> ''")
        assert isinstance(due, int)
        pauses.append(due / 1000 - clock().timestamp())
        await wait(outbox, clock, pauses[-1])
    assert pauses[:3] == [10, 20, 40]
    assert max(pauses) == module.LAST_RETRY_S
    assert clock() - at > timedelta(days=11)
    assert "fault" in {str(held) for (held,) in await house.sql("SELECT held FROM outbox")}


async def test_a_direct_message_that_half_arrived_is_finished(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    discord.faults["dm"] = [Refused("forbidden", doubtful=True)]
    await house.match(ANN, BEA)
    await settle(outbox)
    await wait(outbox, clock, module.FIRST_RETRY_S)
    assert [row.kind for row in discord.looked] == ["dm"]
    assert sorted(user or 0 for kind, user in discord.kinds() if kind == "dm") == [ANN, BEA]
    assert ("note", None) not in discord.kinds()


async def test_posts_wait_until_their_server_is_known(
    house: House, discord: Discord, clock: Clock
) -> None:
    known = set[int]()
    box = Outbox(house.store, house.service, discord, clock, knows=known.__contains__)
    house.service.wake = box.kick
    await house.match(ANN, BEA)
    await settle(box)
    assert {kind for kind, _ in discord.kinds()} <= {"dm"}
    known.add(GUILD)
    await box.start()
    await settle(box)
    assert ("turn", None) in discord.kinds()
    await box.close()


@pytest.mark.parametrize("error", [KeyError("ours"), StoreError("away")])
async def test_a_lane_that_breaks_puts_off_no_other(
    house: House,
    outbox: Outbox,
    discord: Discord,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise error

    await refuse(house, outbox, discord, TryLater(3.0))
    discord.faults["lobby"] = [Refused("forbidden")]
    monkeypatch.setattr(house.service.delivery_log, "troubled", broken)
    await house.lobby(CEC)
    await settle(outbox)
    assert discord.faults["lobby"] == []
    assert outbox._timer is not None
    assert outbox._timer.when() - asyncio.get_running_loop().time() <= 3.0


async def test_if_the_timer_finds_no_database_it_is_set_again(
    store: Store, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = list[object]()

    async def broken(job: object) -> None:
        tried.append(job)
        raise StoreError("away")

    monkeypatch.setattr(store, "read", broken)
    outbox._set_timer(0.0)
    await until(lambda: bool(tried))
    await settle(outbox)
    assert outbox._timer is not None
    assert outbox._timer.when() > asyncio.get_running_loop().time()


async def test_of_posts_that_nobody_can_draw_nothing_is_kept(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    match_id = await refuse(house, outbox, discord, Refused("forbidden"))
    assert list(outbox._held) == [match_id]
    discord.faults["turn"] = [ReplayError(match_id, 1, "unreadable")]
    await wait(outbox, clock, module.LAST_RETRY_S)
    assert discord.faults["turn"] == []
    assert outbox._held == {}


async def test_a_signal_while_a_try_is_under_way_is_remembered(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    """That try may have come too early: the next one comes soon."""
    await refuse(house, outbox, discord, Refused("forbidden"))
    for _ in range(10):
        await wait(outbox, clock, module.LAST_RETRY_S)
    sent, tried, gate = turns(discord), len(discord.tries), asyncio.Event()
    discord.gate = lambda row: gate if row.kind is ItemKind.TURN else None
    clock.advance(module.LAST_RETRY_S)
    outbox.kick()
    await until(lambda: len(discord.tries) > tried)
    outbox.signal(guild_id=GUILD)
    await asyncio.sleep(0.02)
    discord.gate = lambda _: None
    discord.faults["turn"] = [Refused("forbidden")]
    gate.set()
    await settle(outbox)
    for _ in range(6):
        await wait(outbox, clock, module.SPACING_S)
    assert turns(discord) == sent + 1


FORBIDDEN, FAULT = Refused("forbidden"), TryLater()


@pytest.mark.parametrize(
    ("faults", "why"),
    [
        ([FAULT, *[FORBIDDEN] * 99], "forbidden"),
        ([FORBIDDEN, FAULT, *[FORBIDDEN] * 99], "forbidden"),
        ([*[FAULT] * 4, *[FORBIDDEN] * 99], "forbidden"),
        ([*[FORBIDDEN] * 4, *[FAULT] * 99], "fault"),
    ],
)
async def test_the_operator_reads_one_line_and_players_why_it_is_now(
    house: House,
    outbox: Outbox,
    discord: Discord,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
    faults: list[Exception],
    why: str,
) -> None:
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    discord.faults["turn"] = faults
    await choose(house, match_id, ANN, BEA)
    await settle(outbox)
    for _ in range(20):
        await wait(outbox, clock, module.LAST_RETRY_S)
    lines = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
    assert len(lines) == 1, lines
    assert (await house.service.info(match_id)).trouble == why
    told = [row.user_id for row in discord.sent if row.kind is ItemKind.CHANNEL_DM]
    assert sorted(filter(None, told)) == [ANN, BEA], "each once"


PUBLIC = (
    OutboxItem(ItemKind.LOBBY),
    OutboxItem(ItemKind.TURN),
    OutboxItem(ItemKind.EDIT),
    OutboxItem(ItemKind.NOTE, text=t("Nothing is lost.")),
    OutboxItem(ItemKind.REMINDER, CEC),
    OutboxItem.vote(1),
    OutboxItem.seat(0),
    OutboxItem.channel_offer(ABOVE),
    OutboxItem.invited(CEC),
    OutboxItem.closing(10**12),
    OutboxItem.offline(t("I was away.")),
)


@pytest.mark.parametrize("item", PUBLIC, ids=lambda item: item.kind.name)
@pytest.mark.parametrize("error", [Refused("forbidden"), Refused("missing"), TryLater()])
async def test_every_kind_is_owed_until_it_can_be_sent_and_then_sent_once(
    house: House,
    store: Store,
    outbox: Outbox,
    discord: Discord,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    item: OutboxItem,
    error: Exception,
) -> None:
    monkeypatch.setattr(module, "CALM_S", 0.0)  # it counts real seconds
    await house.service.users.set_settings(UserSettings(CEC, dm=False))
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    before = [row.kind for row in discord.sent].count(item.kind)
    discord.faults[item.kind] = [error] * 999
    await store.write(lambda db: outbox_db.add_items(db, match_id, 1, clock(), (item,)))
    for _ in range(30):
        await wait(outbox, clock, module.LAST_RETRY_S)
    assert [row.kind for row in discord.sent].count(item.kind) == before
    del discord.faults[item.kind]
    outbox.signal(match_id=match_id)
    await wait(outbox, clock, module.SPACING_S)
    await wait(outbox, clock, 50)
    assert [row.kind for row in discord.sent].count(item.kind) == before + 1
    for _ in range(5):
        await wait(outbox, clock, module.LAST_RETRY_S)
    assert [row.kind for row in discord.sent].count(item.kind) == before + 1
