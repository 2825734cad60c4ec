"""Several processes on one server: which shards each has, and what others change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import pytest
from psycopg import connect

from matches import crew as module
from matches import lease as lease_module
from matches.crew import Crew, listen, one_of_several
from matches.db import meta
from matches.db.bots import crew as crew_db
from matches.db.bots import leases
from matches.db.bots.crew import PROCESS
from matches.db.bots.share import ALL, Share
from matches.db.desk.figures import open_rows
from matches.db.driver import Connection
from matches.db.postgres import presence
from matches.db.postgres.address import Server
from matches.db.store import Store
from matches.desk import Desk
from matches.domain.change import Change
from matches.lease import this_process
from matches.outbox import Outbox
from rules.errors import StaleMoveError, StoreError
from rules.notation import format_move
from tests.matches.fakes import Discord
from tests.matches.helpers import ANN, BEA, GUILD, Clock, House
from tests.postgres import PostgresServer

HURRY = 40.0
TOTAL = 4
HERE, ELSEWHERE = Share(2, frozenset({0})), Share(2, frozenset({1}))
assert HERE.has(GUILD)
HUNG = leases.Holder("hung", "elsewhere", 1)
LATE = datetime(2100, 1, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RENEW_S", "FRESH_S", "WATCH_S", "LOOK_S"):
        monkeypatch.setattr(lease_module, name, getattr(lease_module, name) / HURRY)
    monkeypatch.setattr(module, "GATHER_S", 0.4)
    monkeypatch.setattr(presence, "SILENT_S", presence.SILENT_S / HURRY)


@pytest.fixture
def server(postgres: PostgresServer) -> Server:
    return postgres.shared()


async def total() -> int:
    return TOTAL


@asynccontextmanager
async def crews(server: Server, count: int) -> AsyncIterator[list[tuple[Crew, AsyncExitStack]]]:
    """Yield processes that began together, those with shards first."""
    async with AsyncExitStack() as all_of_them:
        waiting = [asyncio.create_task(begun(server, total)) for _ in range(count)]
        done, spare = await asyncio.wait(waiting, timeout=3)
        for task in spare:
            task.cancel()
        await asyncio.gather(*spare, return_exceptions=True)
        found = [task.result() for task in done]
        for _, stack in found:
            all_of_them.push_async_callback(stack.aclose)
        yield found


async def begun(server: Server, total: object) -> tuple[Crew, AsyncExitStack]:
    stack = AsyncExitStack()
    return await stack.enter_async_context(one_of_several(server, total)), stack  # type: ignore[arg-type]


async def until_has(crew: Crew, shards: set[int]) -> None:
    async with asyncio.timeout(10):
        while crew.share.mine != shards:  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.01)


async def until_sees(crew: Crew, processes: int) -> None:
    """Wait until so many are registered, which takes a busy server a while."""
    async with asyncio.timeout(10):
        while crew.processes != processes:  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.01)


def test_a_share_is_a_part_of_all_servers() -> None:
    both = [HERE, ELSEWHERE]
    for number in (GUILD, 1 << 22, 2 << 22, 3 << 22 | 5):
        assert [share.has(number) for share in both].count(True) == 1
        assert ALL.has(number)
    assert ALL.only("guild_id") == ""
    assert HERE.only("guild_id") == " AND (guild_id >> 22) % 2 IN (0)"
    assert Share(2, frozenset()).only("guild_id").endswith("IN (-1)")


async def test_those_that_begin_together_share_all_shards(server: Server) -> None:
    async with crews(server, 2) as found:
        mine = [crew.share.mine for crew, _ in found]
        assert sorted(map(sorted, mine)) == [[0, 1], [2, 3]]
        assert {crew.share.total for crew, _ in found} == {TOTAL}
        (first, stack), (second, _) = found
        more: list[frozenset[int]] = []
        second.on_more = more.append
        had = first.share.mine
        await stack.aclose()  # it ends, and the other has everything
        await until_has(second, {0, 1, 2, 3})
        assert more == [had]
        assert second.share.is_all


async def test_a_third_waits_and_takes_what_a_dead_one_had(server: Server) -> None:
    async with crews(server, 2) as found:
        (dead, _), (living, _) = found
        had, kept = dead.share.mine, living.share.mine
        spare = asyncio.create_task(begun(server, total))
        await asyncio.sleep(0.3)
        assert not spare.done()
        lost: list[bool] = []
        dead.lease.on_lost = lambda: lost.append(True)
        await dead._store.write(  # as if its lease had been watched for long
            lambda db: crew_db.end(db, dead.lease.held, whatever=True)
        )
        crew, stack = await asyncio.wait_for(spare, 10)
        assert crew.share.mine == had
        assert living.share.mine == kept
        with pytest.raises(StoreError, match="gone from the database"):
            await dead._store.write(lambda db: dead.lease.fence(db)())
        await asyncio.sleep(0)
        assert lost == [True]
        await stack.aclose()


async def test_who_has_renewed_its_lease_lives(server: Server) -> None:
    async with crews(server, 1) as [(crew, _)]:
        before = await crew._store.read(lambda db: leases.find(db, crew.lease.held.shards))
        assert before is not None
        older = replace(before, renewals=before.renewals - 1)
        assert not await crew._store.write(lambda db: crew_db.end(db, older))
        after = await crew._store.read(lambda db: leases.find(db, before.shards))
        assert after is not None
        assert after.holder == before.holder


async def test_who_has_not_renewed_its_lease_is_forgotten(server: Server) -> None:
    async with crews(server, 1) as [(crew, _)]:
        shards = crew.lease.held.shards

        def forget(db: Connection) -> bool:
            held = leases.find(db, shards)
            assert held is not None
            return crew_db.end(db, held) and leases.find(db, shards) is None

        assert await crew._store.write(forget)
        unknown = replace(crew.lease.held, shards="nobody's")
        assert not await crew._store.write(lambda db: crew_db.end(db, unknown, whatever=True))


async def test_no_shard_is_had_by_two(server: Server) -> None:
    async with crews(server, TOTAL + 1) as found:
        mine = [number for crew, _ in found for number in crew.share.mine]
        assert sorted(mine) == list(range(TOTAL))
        assert all(crew.share.mine for crew, _ in found)


async def test_another_total_counts_only_while_nobody_runs(server: Server) -> None:
    async with crews(server, 1) as [(crew, _)]:
        took = await crew._store.write(
            lambda db: crew_db.claim(db, lease_module.this_process(), TOTAL * 2)
        )
        assert (took, crew.share.total) == (frozenset(), TOTAL)

    async def twice() -> int:
        return TOTAL * 2

    other, stack = await begun(server, twice)
    assert len(other.share.mine) == other.share.total == TOTAL * 2
    await stack.aclose()


async def test_since_when_nobody_answered_is_kept_until_it_is_noted(server: Server) -> None:
    beat = datetime(2026, 1, 1, tzinfo=UTC)
    store = await Store.open(server)
    await store.set_meta(meta.LAST_BEAT, beat.isoformat())
    async with crews(server, 1) as [(crew, _)]:
        assert await crew.unserved(crew.share.mine) == beat
    later = datetime(2026, 1, 2, tzinfo=UTC)
    await store.set_meta(meta.LAST_BEAT, later.isoformat())
    async with crews(server, 1) as [(crew, _)]:  # the first one has noted nothing
        assert await crew.unserved(crew.share.mine) == beat
        await crew.served(crew.share.mine)
    async with crews(server, 1) as [(crew, _)]:
        assert await crew.unserved(crew.share.mine) == later
    await store.close()


# What others change


@pytest.fixture
async def houses(server: Server) -> AsyncIterator[tuple[House, House]]:
    """Yield two processes that hear from each other: the owner of the matches, and another."""
    clock, stores = Clock(), [await Store.open(server), await Store.open(server)]
    stores[0].share, stores[1].share = lambda: HERE, lambda: ELSEWHERE
    owner, other = (House(store, clock) for store in stores)
    other._interactions = iter(range(10_000, 20_000))  # type: ignore[assignment]
    hearing = [asyncio.create_task(listen(server, one.service.heard)) for one in (owner, other)]
    await asyncio.sleep(0.3)
    yield owner, other
    for task in hearing:
        task.cancel()
    await asyncio.gather(*hearing, return_exceptions=True)
    for store in stores:
        await store.close()


async def test_that_nothing_can_be_heard_is_said_once(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = list[bool]()

    async def told(_: Server) -> AsyncIterator[tuple[str, int]]:
        tries.append(len(tries) in (3, 4))
        if tries[-1]:  # it works in between
            yield "", 0
        raise StoreError("hearing failed")

    async def heard(about: str, number: int) -> None:
        assert (about, number) == ("", 0)

    monkeypatch.setattr("matches.db.postgres.notices.told", told)
    monkeypatch.setattr(lease_module, "LOOK_S", 0)
    hearing = asyncio.create_task(listen(server, heard))
    while len(tries) < 10:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0)
    hearing.cancel()
    assert caplog.messages == ["hearing failed"] * 3  # at first, and whenever it fails again


async def one_move(house: House, match_id: int) -> None:
    glance = await house.acting(match_id)
    user = (await house.service.info(match_id)).seats[min(glance.match.to_act)].user_id
    await house.play(match_id, user, format_move(glance.moves[0]))


async def test_what_another_process_changes_is_read_again(houses: tuple[House, House]) -> None:
    owner, other = houses
    match_id = await owner.match(ANN, BEA)
    woken: list[bool] = []
    owner.service.wake = lambda: woken.append(True)
    await one_move(owner, match_id)
    assert owner.service.known(match_id) is not None
    woken.clear()
    await one_move(other, match_id)
    assert other.service.known(match_id) is None  # it keeps none of another's
    async with asyncio.timeout(5):
        while not woken:  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.01)
    for _ in range(3):
        await one_move(owner, match_id)
        await one_move(other, match_id)
        await asyncio.sleep(0.2)  # until it has heard
    plies = [(await one.service.info(match_id)).ply for one in houses]
    assert plies[0] == plies[1]


async def test_a_change_of_a_stale_match_is_made_on_the_new_one(
    houses: tuple[House, House],
) -> None:
    """Neither what the owner hasn't heard of yet is lost, nor what it does then."""
    owner, other = houses
    match_id = await owner.match(ANN, BEA)
    await one_move(owner, match_id)
    stale = await owner.service._cache.live(match_id)
    await one_move(other, match_id)
    await asyncio.sleep(0.2)
    owner.service._cache._kept[match_id] = stale  # as if no notice had come
    change = Change(stale.info, stale.info, owner.clock())
    with pytest.raises(StaleMoveError):
        await owner.service._cache.save(change, None)
    owner.service._cache._kept[match_id] = stale
    await owner.service.delivery_log.posted(match_id, 1, 555)
    owner_sees, other_sees = [await one.service.info(match_id) for one in houses]
    assert owner_sees == other_sees
    assert (other_sees.post_id, other_sees.ply > stale.info.ply) == (555, True)


async def test_a_change_without_a_move_is_not_overlooked(houses: tuple[House, House]) -> None:
    owner, other = houses
    match_id = await owner.match(ANN, BEA)
    before = await owner.service.info(match_id)
    await other.service.delivery_log.posted(match_id, 0, 555)
    with pytest.raises(StaleMoveError):
        await owner.service._cache.save(Change(before, before, owner.clock()), None)


async def test_a_setting_is_known_to_all(houses: tuple[House, House]) -> None:
    owner, other = houses
    await owner.service.guilds.choose(GUILD, "pl")
    async with asyncio.timeout(5):
        while other.service.guilds.language(GUILD) != "pl":  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)


async def test_an_announcement_wakes_who_has_to_post_it(houses: tuple[House, House]) -> None:
    owner, other = houses
    await owner.match(ANN, BEA)
    await asyncio.sleep(0.2)  # until all was heard
    woken = asyncio.Event()
    owner.service.wake = woken.set
    desk = Desk(other.store, other.service, other.clock)
    await desk.announce("a form", "hello")
    await asyncio.wait_for(woken.wait(), 5)
    await desk.close()


async def test_a_drain_does_not_wait_for_the_posts_of_others(houses: tuple[House, House]) -> None:
    owner, other = houses
    await owner.match(ANN, BEA)
    outbox = Outbox(other.store, other.service, Discord(), other.clock)
    assert await outbox.drain(0.0) == 0
    await outbox.close()
    everything = await other.store.read(partial(open_rows, by=LATE))
    assert everything > 0


async def test_who_hangs_while_beginning_a_session_holds_up_nobody(server: Server) -> None:
    hung, other = presence.ServerPresence(server), presence.ServerPresence(server)
    assert hung.show(1)
    assert hung.begin(0)
    assert not other.begin(0)

    other.cut(2)  # another one
    assert not other.begin(0)
    other.cut(1)
    async with asyncio.timeout(10):
        while not other.begin(0):  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.01)

    hung.close()
    other.close()


@asynccontextmanager
async def hangs(server: Server) -> AsyncIterator[None]:
    """Let another process that has all shards hang within a transaction."""
    store = await Store.open(server, for_leases=True)
    number = await store.write(crew_db.new_number)
    lease = leases.Lease(f"{PROCESS}{number}", number, 0, HUNG, "", LATE)
    await store.write(lambda db: leases.take(db, lease))
    await store.write(lambda db: crew_db.claim(db, HUNG, TOTAL))
    await store.close()
    with closing(connect(server.url)) as shown, closing(connect(server.url)) as working:
        for raw in (shown, working):
            raw.execute("SET application_name = 'another process'")
            raw.commit()
        shown.execute("SELECT pg_advisory_lock(%s, %s)", (presence.KIND, number))
        working.execute("UPDATE leases SET renewals = renewals + 1")
        yield


async def test_one_that_hangs_while_it_renews_its_lease_is_buried(server: Server) -> None:
    async with hangs(server), asyncio.timeout(8):
        crew, stack = await begun(server, total)
        await until_has(crew, set(range(TOTAL)))
        await stack.aclose()


async def test_one_that_hangs_while_it_renews_its_lease_is_replaced(server: Server) -> None:
    async with hangs(server), asyncio.timeout(8):
        store, shown = await Store.open(server, for_leases=True), presence.ServerPresence(server)
        taking = lease_module.Lease(store, shown, holder=this_process(), shards="shard:0")
        await taking.take()
        shown.close()
        await store.close()


async def restarting(living: dict[Crew, AsyncExitStack]) -> list[Crew]:
    """Let all processes restart; return a list that gets those whose turn it is."""
    turns = list[Crew]()

    def note(crew: Crew) -> None:
        if crew not in turns:
            turns.append(crew)

    for crew in living:
        crew.on_turn = partial(note, crew)
    assert await next(iter(living)).restart() == len(living)
    return turns


async def first_of(turns: list[Crew]) -> Crew:
    """Wait until it is somebody's turn, and only theirs."""
    async with asyncio.timeout(5):
        while not turns:  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    (found,) = turns
    turns.clear()
    return found


async def test_processes_restart_one_after_the_other(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each finds its part again, the next one waits for that, and then it's over."""
    monkeypatch.setattr(module, "SETTLED_S", 0.1)
    async with crews(server, 2) as found:
        living = dict(found)
        turns = await restarting(living)
        for _ in range(2):
            leaves = await first_of(turns)
            had = {crew: crew.share.mine for crew in living}
            await living.pop(leaves).aclose()
            await asyncio.sleep(0.3)
            assert not turns
            assert all(crew.share.mine == had[crew] for crew in living)  # kept for who comes back
            crew, stack = await begun(server, total)
            assert crew.share.mine == had[leaves]
            living[crew] = stack
        await asyncio.sleep(0.3)
        assert not turns
        first, second = living
        await living[first].aclose()
        await until_has(second, {0, 1, 2, 3})
        await living[second].aclose()


async def test_one_that_does_not_come_back_ends_a_restart(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Others have its shards then, and go on."""
    monkeypatch.setattr(module, "SETTLED_S", 0.1)
    monkeypatch.setattr(module, "BACK_S", 0.5)
    async with crews(server, 2) as found:
        living = dict(found)
        turns = await restarting(living)
        await living.pop(await first_of(turns)).aclose()
        (stays,) = living
        await until_has(stays, {0, 1, 2, 3})
        await asyncio.sleep(0.3)
        assert not turns
        assert "isn't back" in caplog.text


async def test_a_restart_ends_though_a_spare_has_taken_the_shards(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One process that starts much later isn't the one that was waited for."""
    monkeypatch.setattr(module, "SETTLED_S", 0.1)
    monkeypatch.setattr(module, "BACK_S", 0.5)
    async with crews(server, 2) as found:
        living = dict(found)
        spare = asyncio.create_task(begun(server, total))
        await until_sees(next(iter(living)), 3)
        turns = await restarting(living)
        await living.pop(await first_of(turns)).aclose()
        crew, stack = await asyncio.wait_for(spare, 10)
        async with asyncio.timeout(5):
            while "isn't back" not in caplog.text:  # noqa: ASYNC110 - nothing tells the test of it
                await asyncio.sleep(0.01)
        late = asyncio.create_task(begun(server, total))
        await asyncio.sleep(0.5)
        assert not turns
        assert (await crew._store.read(crew_db.crew)).restart == crew_db.Restart()
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        await stack.aclose()
