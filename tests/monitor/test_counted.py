"""What a simulated bot counts while it is played with, and what it never says."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import get_args

import aiohttp
import discord
import pytest
from aiohttp import web

from cogs.errors import UNKNOWN_INTERACTION
from cogs.limits import Gate, Limits, Verdict
from cogs.monitoring import counted_requests
from cogs.ui import items
from cogs.ui.items import ComponentId, Interaction
from config import Settings
from matches.db.desk import figures as desk_figures
from matches.db.driver import Connection
from matches.domain.outbox_item import ItemKind
from monitor import metrics, requests
from rules import registry
from tests.cogs.play.driver import Panel
from tests.monitor.figures import Figures, ask, figures, monitoring, read, value
from tests.toy import TOY
from tests.world import World


def labels(found: Figures, name: str, label: str) -> set[str]:
    """Return the values of a label."""
    return {dict(one)[label] for one in found[name]}


async def test_a_match_is_counted(world: World) -> None:
    before = await figures(world)
    home = await world.open(world.ada, world.bo)
    await world.ada.slash(home, "move", move="nonsense @@")
    await world.look(world.bo, home)
    after = await figures(world)

    def more(name: str, **which: str) -> float:
        return value(after, name, **which) - value(before, name, **which)

    requests = "stolik_interactions_total"
    assert more(requests, kind="command", command="match new", outcome="done") == 1
    assert more(requests, kind="tap", command="join", outcome="done") == 1
    assert more(requests, command="move", outcome="refused") == 1
    assert more("stolik_answer_seconds_count") == more(requests) == 5
    assert more("stolik_acknowledge_seconds_count") == 5
    assert more("stolik_posts_total", kind="turn", outcome="sent") == 1
    assert more("stolik_post_seconds_count", to="channel") >= 2
    assert more("stolik_drawing_seconds_count", rank="post") > 0
    assert more("stolik_drawing_wait_seconds_count", rank="answer") > 0
    assert more("stolik_database_seconds_count", kind="write") > 5
    assert more("stolik_cache_lookups_total", cache="matches", found="yes") > 0
    assert value(after, "stolik_matches", game=TOY.info.slug, status="live") == 1
    assert value(after, "stolik_outbox_rows") == 0
    assert value(after, "stolik_servers", shard="0") == 1
    assert value(after, "stolik_cache_bytes", cache="pictures") > 0


async def test_labels_are_few_and_name_nobody(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.forge(world.bo, "bnever:1:")
    await world.ada.slash(home, "move", move="a word of mine")
    found = await figures(world)
    commands = {c.qualified_name for c in world.bot.tree.walk_commands()}
    known = commands | set(items._HANDLERS) | {"unknown"}
    assert labels(found, "stolik_interactions_total", "command") <= known
    assert "unknown" in labels(found, "stolik_interactions_total", "command")
    outcomes = labels(found, "stolik_interactions_total", "outcome")
    assert outcomes <= set(get_args(metrics.Outcome))
    assert labels(found, "stolik_posts_total", "kind") <= {kind.value for kind in ItemKind}
    assert labels(found, "stolik_matches", "game") <= {*registry.slugs(), "unknown"}
    _, page = await ask(monitoring(world).page.port, "/metrics")
    ids = (world.guild.id, world.channel.id, home.id, *(m.id for m in world.members))
    for secret in ("Ada", "Bo", "a word of mine", str(world.bot.settings.database), *ids):
        assert str(secret) not in page


async def test_paused_matches_lobbies_and_unknown_games_are_told_apart(world: World) -> None:
    await world.open(world.ada, world.bo)
    await world.bot.store.write(
        lambda db: db.execute("UPDATE matches SET paused_at = 1, slug = 'gone'").fetchall()
    )
    await world.open(world.ada, start=False, thread=False)
    found = await figures(world)
    assert value(found, "stolik_matches", game="unknown", status="paused") == 1
    assert value(found, "stolik_matches", game=TOY.info.slug, status="lobby") == 1
    assert value(found, "stolik_matches") == 2


async def test_what_waits_is_counted_with_its_age(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    world.fail("POST", "/channels/*/messages", 403, 50001, times=None)
    await world.tap(world.ada, world.channel, "start")
    later = "UPDATE outbox SET at = at - 900000"
    await world.bot.store.write(lambda db: db.execute(later).fetchall())
    found = await figures(world)
    assert value(found, "stolik_outbox_rows", state="held") >= 1
    assert value(found, "stolik_outbox_rows", state="waiting") == 0
    assert value(found, "stolik_posts_total", outcome="again later") >= 1
    assert 900 <= value(found, "stolik_outbox_oldest_seconds", state="held") < 1000
    assert value(found, "stolik_outbox_oldest_seconds", state="waiting") == 0
    world.mend()


def too_late() -> discord.HTTPException:
    """Return what Discord says when it has given up waiting."""
    response = SimpleNamespace(status=404, reason="Not Found")
    told = {"code": UNKNOWN_INTERACTION, "message": "Unknown interaction"}
    return discord.NotFound(response, told)


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (KeyError("x"), "failed"),
        (items._no_handler(), "refused"),
        (too_late(), "late"),
    ],
)
async def test_what_becomes_of_a_request(
    world: World,
    error: Exception,
    outcome: str,
    monkeypatch: pytest.MonkeyPatch,
    expected_errors: list[str],
) -> None:
    expected_errors.append("unexpected error")

    async def boom(interaction: Interaction, tap: ComponentId) -> None:
        raise error

    monkeypatch.setitem(items._HANDLERS, "boom", boom)
    before = await figures(world)
    await world.forged(world.bo, "bboom:1:")
    after = await figures(world)
    which = {"kind": "tap", "command": "boom", "outcome": outcome}
    name = "stolik_interactions_total"
    assert value(after, name, **which) == value(before, name, **which) + 1


async def test_a_refusal_inside_a_panel_is_one(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    old = await Panel(world, world.ada).open(home)
    for member in (world.ada, world.bo):
        now = await Panel(world, member).open(home)
        await (await now.pick(now.values()[0])).press("pconfirm")
    before = await figures(world)
    await old.pick(old.values()[0])
    assert "the match has moved on" in old.words()
    after = await figures(world)
    name = "stolik_interactions_total"
    for outcome, times in (("refused", 1), ("done", 0)):
        which = {"command": "ppart", "outcome": outcome}
        assert value(after, name, **which) == value(before, name, **which) + times


async def test_completions_are_counted_apart(world: World) -> None:
    await world.open(world.ada, world.bo)
    before = await figures(world)
    await world.ada.autocomplete(world.channel, "match new", "game", "t")
    after = await figures(world)
    name = "stolik_interactions_total"
    which = {"kind": "completion", "command": "match new"}
    assert value(after, name, **which) == value(before, name, **which) + 1


async def test_the_gateway_is_counted_by_shard(world: World) -> None:
    before = await figures(world)
    for event in ("shard_disconnect", "shard_disconnect", "shard_resumed"):
        world.bot.dispatch(event, 0)
    await world.settle()
    after = await figures(world)
    name = "stolik_gateway_events_total"
    for event, times in (("disconnected", 1), ("resumed", 1), ("connected", 0)):
        which = {"shard": "0", "event": event}
        assert value(after, name, **which) == value(before, name, **which) + times


async def test_a_shard_that_is_not_ready_is_told(world: World) -> None:
    def ready(found: Figures) -> dict[str, float]:
        return {dict(labels)["shard"]: one for labels, one in found["stolik_shard_ready"].items()}

    assert ready(await figures(world)) == {"0": 1}
    world.bot.shard_count = 2  # the second one never says that it is
    assert ready(await figures(world)) == {"0": 1, "1": 0}
    world.bot.dispatch("shard_disconnect", 0)
    await world.settle()
    assert ready(await figures(world)) == {"0": 0, "1": 0}


async def test_clocks_of_servers_that_are_away_are_not_late(world: World) -> None:
    await world.open(world.ada, world.bo, time="strict 24h")
    write, read = world.bot.store.write, world.bot.store.read
    await world.bot.scheduler.close()
    await write(lambda db: db.execute("UPDATE seats SET wake_at = 1").fetchall())

    def note(since: int | None, db: Connection) -> None:
        db.execute(
            "INSERT INTO attendance (guild_id, away_since) SELECT guild_id, ?1 FROM matches"
            " WHERE true ON CONFLICT (guild_id) DO UPDATE SET away_since = ?1",
            (since,),
        )

    for away, due in ((None, 2), (1, 0)):
        await write(partial(note, away))
        found = await figures(world)
        assert value(found, "stolik_clocks_due") == due
        assert (value(found, "stolik_clocks_oldest_seconds") > 0) == bool(due)
        told = await read(lambda db: desk_figures.figures(db, world.bot.clock()))
        assert told.late == due


async def test_what_the_limits_do_is_counted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = world.bot.get_cog("Gate")
    assert isinstance(gate, Gate)
    monkeypatch.setattr(gate, "limits", Limits(Settings(person_taps_per_s=0.5), lambda: 1.0))
    before = await figures(world)
    for _ in range(8):
        await world.bo.slash(world.channel, "about")
    after, name = await figures(world), "stolik_limits_total"
    more = {
        verdict: value(after, name, verdict=verdict) - value(before, name, verdict=verdict)
        for verdict in get_args(metrics.Judged)
    }
    assert more == {"passes": 5, "told": 3, "acknowledged": 0, "ignored": 0}
    assert {*more} == {verdict.value for verdict in Verdict}


async def test_requests_to_discord_are_counted() -> None:
    metrics.start()
    app = web.Application()

    async def answer(request: web.Request) -> web.Response:
        status = int(request.match_info["status"])
        return web.Response(status=status, headers={"X-RateLimit-Scope": "shared"})

    app.router.add_get("/{status}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    before = read(metrics.page().decode())
    async with aiohttp.ClientSession(trace_configs=[counted_requests()]) as session:
        for status in (200, 429, 404, 503):
            await (await session.get(f"http://127.0.0.1:{port}/{status}")).read()
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientError):
            await session.get(f"http://127.0.0.1:{port}/200")
    after = read(metrics.page().decode())
    name = "stolik_discord_request_seconds_count"
    for told in ("2xx", "429", "4xx", "5xx", "none"):
        assert value(after, name, status=told) == value(before, name, status=told) + 1, told
    limited = "stolik_rate_limited_total"
    assert value(after, limited, scope="shared") == value(before, limited, scope="shared") + 1


async def test_nothing_is_counted_before_somebody_can_read_it() -> None:
    before = metrics.REGISTRY.get_sample_value("stolik_loop_lag_seconds_count")
    metrics.lagged(1.0)
    assert metrics.REGISTRY.get_sample_value("stolik_loop_lag_seconds_count") == before
    metrics.start()
    metrics.lagged(1.0)
    assert metrics.REGISTRY.get_sample_value("stolik_loop_lag_seconds_count") == (before or 0) + 1


def test_what_follows_an_answer_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told = [100.0], list[float]()
    monkeypatch.setattr(requests, "perf_counter", lambda: now[0])
    monkeypatch.setattr(metrics, "answered", lambda *facts: told.append(facts[-1]))
    for is_followed in (True, False):
        with requests.answering("id", "tap") as request:
            request.begun = now[0]
            now[0] += 1
            if is_followed:
                requests.answered()
            now[0] += 4
            if is_followed:
                requests.answered()
    assert told == [1, 5]
