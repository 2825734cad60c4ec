from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest

from matches import outbox as module
from matches.db import deadlines as deadlines_db
from matches.db.store import Store
from matches.domain.model import Trouble
from matches.domain.outbox_item import ItemKind, OutboxRow, Sent
from matches.domain.settings import UserSettings
from matches.outbox import Outbox
from matches.scheduler import Scheduler
from matches.sender import Refused, TryLater
from rules.notation import format_move
from tests.matches.fakes import Discord, settle, until
from tests.matches.helpers import ANN, BEA, CEC, Clock, House
from tests.matches.test_service import choose, turn_match


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


async def undelivered(house: House) -> list[tuple[object, ...]]:
    return await house.sql("SELECT kind, status FROM outbox WHERE status <> 'sent' ORDER BY id")


# What the service has to say


async def test_what_is_said_from_lobby_to_start(house: House) -> None:
    info = await house.lobby(ANN, BEA, thread=True)
    assert await house.outbox(info.id) == [("lobby", None)] * 2

    await house.service.lobby.start(info.id, ANN)

    assert (await house.outbox(info.id))[2:] == [
        ("lobby", None),
        ("thread", None),
        ("turn", None),
        ("dm", ANN),
        ("dm", BEA),
    ]


async def test_nothing_is_said_per_click(house: House) -> None:
    match_id, acting, waiting = await turn_match(house)
    before = await house.outbox(match_id)

    await house.play(match_id, acting, "place r1c1")
    await house.undo(match_id, acting)
    await house.play(match_id, acting, "place r1c1")
    assert await house.outbox(match_id) == before

    await house.play(match_id, acting, "done")
    assert (await house.outbox(match_id))[len(before) :] == [("turn", None), ("dm", waiting)]


async def test_the_mover_gets_no_dm_and_who_was_asked_before_none_again(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    before = await house.outbox(match_id)
    await choose(house, match_id, ANN, BEA)
    assert (await house.outbox(match_id))[len(before) :] == [("edit", None)] * 2


async def test_the_end_is_said_in_public(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.finish(match_id)
    assert (await house.outbox(match_id))[-1] == ("turn", None)
    other = await house.match(ANN, BEA)
    await house.service.lobby.end(other, 0, is_admin=True)
    assert (await house.outbox(other))[-1] == ("turn", None)


async def test_who_wants_no_dms_gets_none(house: House) -> None:
    await house.service.users.set_settings(UserSettings(BEA, dm=False))
    match_id = await house.match(ANN, BEA)
    assert ("dm", ANN) in await house.outbox(match_id)
    await house.finish(match_id)
    assert ("dm", BEA) not in await house.outbox(match_id)


async def test_every_nonce_is_different_and_fits(house: House) -> None:
    await house.finish(await house.match(ANN, BEA))
    nonces = [str(n) for (n,) in await house.sql("SELECT nonce FROM outbox")]
    assert len(set(nonces)) == len(nonces)
    assert max(map(len, nonces)) <= 25


# Delivery


async def test_rows_arrive_in_order_and_their_ids_are_noted(
    house: House, outbox: Outbox, discord: Discord
) -> None:
    info = await house.lobby(ANN, BEA, thread=True)
    await settle(outbox)
    await house.service.lobby.start(info.id, ANN)
    await settle(outbox)

    public = [row for row in discord.sent if row.lane == f"m{info.id}"]
    assert [row.kind for row in public][-3:] == ["lobby", "thread", "turn"]
    assert [row.id for row in public] == sorted(row.id for row in public)
    after = await house.service.info(info.id)
    assert after.lobby_message_id == 9000 + public[-3].id
    assert (after.channel_id, after.wants_thread) == (9000 + public[-2].id, False)
    assert after.posted_ply == after.ply == 1
    assert after == (await house.service.glance(info.id, ANN)).match
    assert await undelivered(house) == []


async def test_dms_wait_until_the_thread_is_there(
    house: House, outbox: Outbox, discord: Discord
) -> None:
    open_it = asyncio.Event()
    discord.gate = lambda row: open_it if row.kind == "thread" else None
    await house.match(ANN, BEA, thread=True)
    await until(lambda: any(row.kind == "thread" for row in discord.tries))
    await asyncio.sleep(0.02)
    assert ("dm", ANN) not in discord.kinds()

    open_it.set()
    await settle(outbox)

    assert {("dm", ANN), ("dm", BEA)} <= set(discord.kinds())


async def test_a_slow_lane_keeps_no_other_waiting(
    house: House, outbox: Outbox, discord: Discord
) -> None:
    open_it = asyncio.Event()
    discord.gate = lambda row: open_it if row.match_id == 1 else None
    await house.lobby(ANN)
    second = await house.lobby(BEA)
    await until(lambda: bool(discord.sent))
    assert [row.match_id for row in discord.sent] == [second.id]
    open_it.set()
    await settle(outbox)
    assert len(discord.sent) == 2


async def test_unsent_posts_merge_into_the_newest(
    house: House, outbox: Outbox, discord: Discord
) -> None:
    house.service.wake = lambda: None
    match_id, acting, waiting = await turn_match(house)
    for user in (acting, waiting):
        await house.play(match_id, user, "place r1c1" if user == acting else "place r2c2")
        await house.play(match_id, user, "done")

    outbox.kick()
    await settle(outbox)

    kinds = [row.kind for row in discord.sent]
    assert (kinds.count(ItemKind.TURN), kinds.count(ItemKind.LOBBY)) == (1, 1)
    assert kinds.count(ItemKind.DM) == 2
    [turn] = [row for row in discord.sent if row.kind == "turn"]
    assert turn.ply == (await house.service.info(match_id)).ply
    assert await undelivered(house) == []


async def test_what_fails_for_now_is_tried_again_ever_later(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    discord.faults["lobby"] = [TryLater(), TryLater(), TryLater(300.0)]
    await house.lobby(ANN)
    await settle(outbox)
    tries = []
    for seconds in (9, 1, 19, 1, 299, 1):
        clock.advance(seconds)
        outbox.kick()
        await settle(outbox)
        tries.append(len(discord.tries))

    assert tries == [1, 2, 2, 3, 3, 4]
    assert len({row.nonce for row in discord.tries}) == 1
    assert len(discord.sent) == 1
    assert discord.looked == []


async def test_when_discord_says_how_long_nobody_waits_longer(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    discord.faults["lobby"] = [TryLater(1.0), TryLater(2.0)]
    await house.lobby(ANN)
    await settle(outbox)
    tries = []
    for seconds in (0.9, 0.1, 1.9, 0.1):
        clock.advance(seconds)
        outbox.kick()
        await settle(outbox)
        tries.append(len(discord.tries))
    assert tries == [1, 2, 2, 3]


async def test_the_pauses_have_an_end(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    discord.faults["lobby"] = [TryLater() for _ in range(30)]
    await house.lobby(ANN)
    for _ in range(31):
        await settle(outbox)
        clock.advance(module.LAST_RETRY_S)
        outbox.kick()
    await settle(outbox)
    assert [kind for kind, _ in discord.kinds()].count("lobby") == 1


async def test_the_next_try_comes_by_itself(
    house: House,
    outbox: Outbox,
    discord: Discord,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "FIRST_RETRY_S", 0.05)
    discord.faults["lobby"] = [TryLater()]
    await house.lobby(ANN)
    await settle(outbox)
    clock.advance(1)
    await asyncio.sleep(0.1)
    await settle(outbox)
    assert len(discord.sent) == 1


async def test_a_clock_that_is_set_back_puts_nothing_off(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    scheduler = Scheduler(house.store, house.service, clock)
    await scheduler.attend()
    house.service.wake = lambda: None
    await house.lobby(ANN, BEA)
    clock.advance(-1800)
    house.service.wake = outbox.kick
    outbox.kick()
    await settle(outbox)
    assert discord.sent == []
    await scheduler.attend()
    await settle(outbox)
    assert discord.kinds() == [("lobby", None)]


async def test_order_is_kept_while_one_row_waits(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    discord.faults["thread"] = [TryLater()]
    match_id = await house.match(ANN, BEA, thread=True)
    await settle(outbox)
    assert ("turn", None) not in discord.kinds()
    clock.advance(10)
    outbox.kick()
    await settle(outbox)
    assert [r.kind for r in discord.sent if r.lane == f"m{match_id}"][-2:] == ["thread", "turn"]


# What never arrives


async def test_a_closed_dm_is_told_once_in_the_channel(
    house: House, outbox: Outbox, discord: Discord
) -> None:
    discord.faults["dm"] = [Refused("closed_dm") for _ in range(99)]
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    await house.finish(match_id)
    await settle(outbox)

    notes = [row for row in discord.sent if row.kind == "note"]
    assert sorted(row.user_id or 0 for row in notes) == [ANN, BEA]
    for note in notes:
        assert note.text is not None
        assert "/hand" in note.text.msgid
        assert note.lane == f"m{match_id}"
    assert (await house.service.info(match_id)).status == "over"
    assert (await house.service.info(match_id)).trouble == ""


@pytest.mark.parametrize("why", ["forbidden", "missing"])
async def test_a_channel_that_takes_nothing_does_not_stop_the_match(
    house: House, outbox: Outbox, discord: Discord, why: Trouble
) -> None:
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    discord.faults["turn"] = [Refused(why)]
    await choose(house, match_id, ANN, BEA)
    await settle(outbox)

    info = await house.service.info(match_id)
    assert (info.trouble, info.status) == (why, "live")
    assert [m.trouble for u in (ANN, BEA) for m in await house.service.turns(u)] == [why]
    assert [m.trouble for u in (ANN, BEA) for m in await house.service.held(u)] == [why]
    assert await undelivered(house) == [("turn", "new")]
    await house.finish(match_id)
    await settle(outbox)
    assert (await house.service.info(match_id)).trouble == ""
    assert await undelivered(house) == []


async def test_without_a_thread_the_match_stays_in_the_channel(
    house: House, outbox: Outbox, discord: Discord
) -> None:
    discord.faults["thread"] = [Refused("forbidden")]
    info = await house.lobby(ANN, BEA, thread=True)
    await house.service.lobby.start(info.id, ANN)
    await settle(outbox)

    after = await house.service.info(info.id)
    assert (after.channel_id, after.wants_thread, after.trouble) == (info.channel_id, False, "")
    assert ("turn", None) in discord.kinds()


async def test_a_fault_of_ours_is_logged_and_given_up_in_the_end(
    house: House,
    outbox: Outbox,
    discord: Discord,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    discord.faults["lobby"] = [KeyError("ours") for _ in range(99)]
    info = await house.lobby(ANN)
    for _ in range(10):
        await settle(outbox)
        clock.advance(module.LAST_RETRY_S)
        outbox.kick()
    await settle(outbox)

    assert await undelivered(house) == [("lobby", "failed")]
    errors = [r for r in caplog.records if r.levelno == logging.ERROR]
    assert len([row for row in discord.tries if row.kind == "lobby"]) == module.MAX_FAULTS
    assert len(errors) == 1
    assert {r.match for r in errors} == {info.id}  # type: ignore[attr-defined]
    del discord.faults["lobby"]
    await house.service.lobby.join(info.id, BEA, "Bea")
    await house.service.lobby.start(info.id, ANN)
    await settle(outbox)
    assert ("turn", None) in discord.kinds()


@pytest.mark.files
async def test_a_database_that_is_away_for_a_while_loses_nothing(
    house: House, store: Store, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    house.service.wake = lambda: None
    await house.lobby(ANN)
    await store.read(lambda db: db.execute("PRAGMA query_only = ON").fetchall())
    outbox.kick()
    await settle(outbox)
    assert discord.tries == []
    await store.read(lambda db: db.execute("PRAGMA query_only = OFF").fetchall())
    outbox.kick()
    await settle(outbox)
    assert len(discord.sent) == 1


# Killed in between


@pytest.mark.parametrize("arrived", [True, False])
async def test_an_interrupted_message_is_looked_for_before_it_is_sent_again(
    store: Store, house: House, clock: Clock, discord: Discord, arrived: bool
) -> None:
    """The process dies in `send`, before or after the message has arrived."""
    doomed = Outbox(store, house.service, discord, clock)
    never = asyncio.Event()
    discord.gate = lambda row: None if arrived else never
    if arrived:
        house.service.delivery_log.delivered = _dies  # type: ignore[method-assign]
    info = await house.lobby(ANN)
    doomed.kick()
    await until(lambda: bool(discord.tries) and (not arrived or bool(discord.sent)))
    for task in doomed._lanes.values():
        task.cancel()
    await asyncio.sleep(0)
    assert await undelivered(house) == [("lobby", "sending")]

    discord.gate = lambda row: None
    again = Outbox(store, house.fresh(), discord, clock)
    again.kick()
    await settle(again)

    assert len(discord.looked) == 1
    assert len(discord.sent) == 1
    assert await undelivered(house) == []
    assert (await house.fresh().info(info.id)).lobby_message_id == 9000 + discord.sent[0].id
    await again.close()


async def _dies(row: object, sent: object) -> None:
    await asyncio.Event().wait()


async def test_a_fault_after_the_message_arrived_does_not_double_it(
    house: House, outbox: Outbox, discord: Discord, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    real = house.service.delivery_log.delivered
    calls = []

    async def fails_once(row: OutboxRow, sent: Sent | None) -> None:
        calls.append(row)
        if len(calls) == 1:
            raise KeyError("ours")
        await real(row, sent)

    house.service.delivery_log.delivered = fails_once  # type: ignore[method-assign]
    info = await house.lobby(ANN)
    await settle(outbox)
    clock.advance(10)
    outbox.kick()
    await settle(outbox)

    assert (len(discord.sent), len(discord.looked)) == (1, 1)
    assert (await house.service.info(info.id)).lobby_message_id is not None
    assert len(caplog.records) == 1


async def test_closing_lets_what_is_under_way_arrive(
    house: House, outbox: Outbox, discord: Discord
) -> None:
    gate = asyncio.Event()
    discord.gate = lambda row: gate
    await house.match(ANN, BEA)
    await until(lambda: bool(discord.tries))
    asyncio.get_running_loop().call_later(0.02, gate.set)

    await outbox.close()

    assert discord.sent
    assert ("sending",) not in await house.sql("SELECT status FROM outbox")
    tries = len(discord.tries)
    outbox.kick()
    await asyncio.sleep(0.02)
    assert len(discord.tries) == tries


async def test_what_was_delivered_is_forgotten_after_a_day(
    house: House, outbox: Outbox, clock: Clock
) -> None:
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    clock.advance(24 * 3600 + 1)
    glance = await house.service.glance(match_id, ANN)
    await house.play(match_id, ANN, format_move(glance.moves[0]))
    await house.store.write(lambda db: deadlines_db.beat(db, clock()))
    assert await house.sql("SELECT kind FROM outbox") == [("edit",)]


# What should not happen


async def test_a_row_that_cannot_be_read_is_given_up_and_the_next_one_goes_out(
    house: House, outbox: Outbox, discord: Discord, caplog: pytest.LogCaptureFixture
) -> None:
    house.service.wake = lambda: None
    info = await house.lobby(ANN)
    await house.sql("UPDATE outbox SET kind = 'note', text = '{'")
    await house.service.lobby.join(info.id, BEA, "Bea")
    outbox.kick()
    await settle(outbox)

    assert await undelivered(house) == [("note", "failed")]
    assert discord.kinds() == [("lobby", None)]
    # One line, though a transaction that runs again says it again.
    [told] = {r.getMessage() for r in caplog.records if r.levelno == logging.ERROR}
    assert "reading outbox row" in told


async def test_a_lane_that_breaks_is_logged_and_goes_on_later(
    house: House,
    outbox: Outbox,
    discord: Discord,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def broken(*_: object) -> None:
        raise KeyError("ours")

    discord.faults["lobby"] = [Refused("forbidden")]
    with monkeypatch.context() as patch:
        patch.setattr(house.service.delivery_log, "troubled", broken)
        info = await house.lobby(ANN)
        await settle(outbox)
    [record] = [r for r in caplog.records if r.levelno == logging.ERROR]
    assert f"lane m{info.id}" in record.getMessage()
    assert outbox._timer is not None
    await house.service.lobby.join(info.id, BEA, "Bea")
    await settle(outbox)
    assert discord.kinds() == [("lobby", None)]


async def test_an_interrupted_message_that_did_not_arrive_gives_way_to_newer_rows(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    house.service.wake = lambda: None
    match_id, *_ = await turn_match(house)
    await house.sql("UPDATE outbox SET status = 'sending' WHERE kind = 'dm' AND user_id = ?", ANN)
    await house.sql(
        "INSERT INTO outbox (lane, kind, match_id, ply, user_id, nonce, due_at, at)"
        " SELECT lane, kind, match_id, ply, user_id, 'newer', due_at, at FROM outbox"
        " WHERE kind = 'dm' AND user_id = ? ORDER BY id DESC LIMIT 1",
        ANN,
    )
    outbox.kick()
    await settle(outbox)
    told = [row for row in discord.sent if row.kind == "dm" and row.user_id == ANN]
    assert [row.match_id for row in told] == [match_id]
    assert await undelivered(house) == []


@pytest.mark.parametrize("doubtful", [True, False])
async def test_what_may_have_arrived_is_looked_for_first(
    house: House, outbox: Outbox, discord: Discord, clock: Clock, doubtful: bool
) -> None:
    discord.faults["lobby"] = [TryLater(doubtful=doubtful)]
    await house.lobby(ANN)
    await settle(outbox)
    clock.advance(module.FIRST_RETRY_S)
    outbox.kick()
    await settle(outbox)
    assert len(discord.looked) == doubtful
    assert len(discord.sent) == 1


# Reminders


@pytest.mark.parametrize(("times", "kept"), [(4, True), (5, False)])
async def test_a_dm_that_may_have_arrived_is_not_given_up_at_the_first_refusal(
    house: House, outbox: Outbox, discord: Discord, clock: Clock, times: int, kept: bool
) -> None:
    """Else a call that was sent would stay a bare line."""
    discord.faults = {
        "dm": [TryLater(doubtful=True)],
        "find": [Refused("forbidden") for _ in range(times)],
    }
    await house.match(ANN, BEA)
    for _ in range(10):
        await settle(outbox)
        clock.advance(900)
        outbox.kick()
    await settle(outbox)
    assert len([kind for kind, _ in discord.kinds() if kind == "dm"]) == 1 + kept
    failed = await house.sql("SELECT status FROM outbox WHERE kind = 'dm' AND status = 'failed'")
    assert len(failed) == (not kept)


async def test_a_reminder_goes_by_dm_or_in_public(
    house: House, outbox: Outbox, discord: Discord
) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await settle(outbox)
    discord.sent.clear()
    await house.service.users.set_settings(UserSettings(BEA, dm=False))
    discord.faults["nudge"] = [Refused("closed_dm")]
    house.clock.advance(25 * 3600)
    for seat in range(3):
        await house.service.clocks.act_on(match_id, seat)
    await settle(outbox)
    # Ann's DMs turn out to be closed; Bea wants none: one public ping is for both.
    lanes = [(row.lane, row.user_id) for row in discord.sent]
    assert sorted(lane for lane, _ in lanes)[0] == f"m{match_id}"
    assert (f"u{CEC}", CEC) in lanes
    assert not any(lane == f"u{ANN}" for lane, _ in lanes)
    assert await undelivered(house) == [("nudge", "failed")]
    assert (await house.service.info(match_id)).trouble == ""


async def test_calls_in_public_that_wait_are_folded(
    house: House, outbox: Outbox, discord: Discord
) -> None:
    for user in (ANN, BEA):
        await house.service.users.set_settings(UserSettings(user, dm=False))
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    discord.sent.clear()
    house.service.wake = lambda: None
    house.clock.advance(25 * 3600)
    for seat in range(2):
        await house.service.clocks.act_on(match_id, seat)
    outbox.kick()
    await settle(outbox)
    assert [(row.kind, row.lane) for row in discord.sent] == [("nudge", f"m{match_id}")]
