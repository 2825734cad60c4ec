"""The table of limits, the document made of it, and rate limits."""

from __future__ import annotations

import asyncio

import pytest

from cogs.play import choice_view
from cogs.ui import items, sheet, threads
from tests.range import limits
from tests.range.client import Answer, Client
from tests.range.conftest import ADA, CHANNEL
from tests.range.rates import generous
from tests.range.server import Range

SEND = f"/channels/{CHANNEL}/messages"


def test_the_document_is_made_of_the_table() -> None:
    found = limits.DOCUMENT.read_text(encoding="utf-8")
    assert found == limits.document(), "run python -m tests.range.limits"


def test_the_house_knows_the_same_limits() -> None:
    assert items.MAX_ID == limits.CUSTOM_ID
    assert items.MAX_OPTIONS == limits.OPTIONS
    assert items.MAX_LABEL == limits.LABEL
    assert threads.MAX_THREAD_NAME == limits.CHANNEL_NAME
    assert choice_view.PARTS == limits.COMPONENTS
    assert choice_view.ROW == limits.BUTTONS
    assert sheet.MAX_WORDS < limits.TEXTS


async def test_a_route_has_a_limit_for_each_channel(client: Client, discord: Range) -> None:
    for left in (4, 3, 2, 1, 0):
        sent = await client.ask("POST", SEND, {"content": "x"})
        assert sent.headers["X-RateLimit-Remaining"] == str(left)
    sixth = await client.ask("POST", SEND, {"content": "x"})
    assert sixth.status == 429
    assert sixth.body["global"] is False
    assert 4 < sixth.body["retry_after"] <= 5
    assert sixth.headers["Retry-After"] == "5"
    direct = discord.world.dm(ADA).id
    assert (
        await client.ask("POST", f"/channels/{direct}/messages", {"content": "x"})
    ).status == 200
    discord.world.later_s += 5
    assert (await client.ask("POST", SEND, {"content": "x"})).status == 200


async def test_all_routes_together_have_a_limit(client: Client, discord: Range) -> None:
    discord.world.later_s += 1 - discord.world.now() % 1  # a second begins
    asked = [client.ask("GET", "/users/@me") for _ in range(limits.PER_S + 5)]
    answers = await asyncio.gather(*asked)
    refused = [one for one in answers if one.status == 429]
    assert len(refused) in range(1, 6)  # fewer if a new second has begun
    assert refused[0].body["global"] is True
    assert refused[0].headers["X-RateLimit-Global"] == "true"
    # Answers to interactions don't count.
    unknown = await client.ask("POST", "/interactions/1/t/callback", {"type": 5})
    assert unknown.wrong == (404, 10062)
    discord.undescribed.clear()


async def test_old_messages_take_three_edits_in_six_seconds(client: Client, discord: Range) -> None:
    places = [
        f"{SEND}/{(await client.ask('POST', SEND, {'content': str(n)})).body['id']}"
        for n in range(2)
    ]

    async def edit(n: int = 0) -> Answer:
        discord.world.later_s += 1.1  # less than the limit of the route
        return await client.ask("PATCH", places[n], {"content": "y"})

    discord.world.later_s += limits.OLD_S - 10
    assert [(await edit()).status for _ in range(5)] == [200] * 5  # not old yet
    discord.world.later_s += 10
    assert [(await edit()).status for _ in range(3)] == [200] * 3
    fourth = await edit(1)  # of all old messages of the channel
    assert fourth.wrong == (429, 30046)
    assert fourth.body["retry_after"] == pytest.approx(2.7, abs=0.5)
    new = (await client.ask("POST", SEND, {"content": "z"})).body["id"]
    assert (await client.ask("PATCH", f"{SEND}/{new}", {"content": "y"})).status == 200
    discord.world.later_s += 3
    assert (await edit()).status == 200


async def test_too_many_invalid_requests_lead_to_a_ban(client: Client, discord: Range) -> None:
    discord.rates.grants.invalid = 3
    missing = ("GET", "/channels/1")  # a 404 is no invalid request
    discord.script.plan("DELETE", "*", 403, times=4)
    discord.script.plan("PUT", "*", 401)
    assert (await client.ask("PUT", SEND)).status == 401
    for _ in range(2):
        assert (await client.ask("DELETE", f"{SEND}/1")).status == 403
        assert (await client.ask(*missing)).status == 404
    discord.world.later_s += limits.INVALID_WITHIN_S  # those no longer count
    for _ in range(2):
        assert (await client.ask("DELETE", f"{SEND}/1")).status == 403
    discord.script.plan("POST", "*", 429, times=2)
    assert (await client.ask("POST", SEND, {"content": "x"})).status == 429
    assert (await client.ask("GET", "/users/@me")).status == 200  # three are allowed
    await client.ask("POST", SEND, {"content": "x"})
    banned = await client.ask("GET", "/users/@me")
    assert banned.status == 429
    assert not banned.headers["Via"]  # discord.py doesn't try again
    assert banned.body["message"].startswith("You are being blocked")
    discord.world.later_s += limits.BANNED_S + 1
    assert (await client.ask("GET", "/users/@me")).status == 200


async def test_for_measuring_there_are_no_limits(client: Client, discord: Range) -> None:
    discord.rates.grants = generous()
    answers = [await client.ask("POST", SEND, {"content": "x"}) for _ in range(60)]
    assert {one.status for one in answers} == {200}


async def test_shards_are_recommended(client: Client, discord: Range) -> None:
    discord.rates.grants.shards = 3
    assert (await client.ask("GET", "/gateway/bot")).body["shards"] == 3
