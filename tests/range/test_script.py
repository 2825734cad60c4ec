"""What goes wrong with requests, as planned or at random with a seed."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from tests.range import faults
from tests.range.client import Client
from tests.range.conftest import CHANNEL
from tests.range.faults import EVENTS, KINDS, Script
from tests.range.server import Range
from tests.range.world import Channel

SEND = f"/channels/{CHANNEL}/messages"
PATH = ["channels", str(CHANNEL), "messages"]
LINE = {"content": "x", "nonce": "n", "enforce_nonce": True}


@pytest.mark.parametrize(
    ("kind", "code", "wrong"),
    [
        (500, 0, (500, 0)),
        (502, 0, (502, 0)),
        (503, 0, (503, 0)),
        (401, 0, (401, 0)),
        (403, 0, (403, 50013)),
        (403, 50001, (403, 50001)),
        (404, 10008, (404, 10008)),
        (400, 30046, (400, 30046)),
        (429, 0, (429, 0)),
        ("429 global", 0, (429, 0)),
    ],
)
async def test_a_planned_refusal_comes_as_often_as_planned(
    client: Client, discord: Range, kind: str | int, code: int, wrong: tuple[int, int]
) -> None:
    discord.script.plan("POST", "/channels/*/messages", kind, code=code, times=2)
    assert (await client.ask("GET", SEND)).status == 200
    refused = [await client.ask("POST", SEND, LINE) for _ in range(2)]
    assert [one.wrong for one in refused] == [wrong] * 2
    if wrong[0] == 429:
        assert refused[0].body["retry_after"] == faults.RETRY_AFTER_S
        assert refused[0].body["global"] is (kind == "429 global")
    assert (await client.ask("POST", SEND, LINE)).status == 200
    assert discord.refused == []  # those are Discord's own


async def test_what_was_planned_is_forgotten_when_mended(client: Client, discord: Range) -> None:
    discord.script.plan("*", "*", 500, times=float("inf"))
    assert (await client.ask("GET", SEND)).status == 500
    discord.script.mend()
    assert (await client.ask("GET", SEND)).status == 200


@pytest.mark.parametrize(("kind", "effect"), [("lost", True), ("silence", False)])
async def test_an_answer_may_be_lost_with_or_without_its_effect(
    client: Client,
    discord: Range,
    channel: Channel,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    effect: bool,
) -> None:
    monkeypatch.setattr("tests.range.server.SILENCE_S", 0.05)
    discord.script.plan("POST", "*", kind)
    with pytest.raises(aiohttp.ClientError):
        await client.ask("POST", SEND, LINE)
    assert bool(channel.messages) is effect
    again = await client.ask("POST", SEND, LINE)
    assert [str(number) for number in channel.messages] == [again.body["id"]]


@pytest.mark.parametrize(("sent", "count"), [(LINE, 1), ({"content": "x"}, 2)])
async def test_a_belated_request_is_known_by_its_nonce(
    client: Client,
    discord: Range,
    channel: Channel,
    monkeypatch: pytest.MonkeyPatch,
    sent: dict[str, object],
    count: int,
) -> None:
    monkeypatch.setattr("tests.range.server.BELATED_S", 0.05)
    discord.script.plan("POST", "*", "belated")
    with pytest.raises(aiohttp.ClientError):
        await client.ask("POST", SEND, sent)
    assert not channel.messages
    quiet = [discord.is_quiet]
    await client.ask("POST", SEND, sent)
    await asyncio.sleep(0.2)
    assert [*quiet, discord.is_quiet] == [False, True]
    assert len(channel.messages) == count
    assert len(discord.belated & channel.messages.keys()) == 1


async def test_a_request_that_is_sent_twice_counts_once_with_a_nonce(
    client: Client, discord: Range, channel: Channel
) -> None:
    discord.script.plan("POST", "*", "twice", times=2)
    await client.ask("POST", SEND, LINE)
    assert len(channel.messages) == 1
    await client.ask("POST", SEND, {"content": "x"})
    assert len(channel.messages) == 3


def fates(script: Script, place: str, count: int = 200) -> list[str | None]:
    return [script.next("POST", PATH, place) for _ in range(count)]


def test_equal_seeds_give_equal_decisions() -> None:
    assert fates(Script(1, 0.5), "here") == fates(Script(1, 0.5), "here")
    assert fates(Script(1, 0.5), "here") != fates(Script(2, 0.5), "here")
    met = set(fates(Script(1, 0.5), "here", 400))
    assert {None if one is None else one.partition(":")[0] for one in met} == {None, *KINDS}
    assert {f"404:{code}" for code in faults.NOT_FOUND} <= met
    events = [Script(1, events=0.5).next_event("here") for _ in range(2)]
    assert events[0] == events[1]
    script = Script(3, events=0.5)
    assert {script.next_event("here") for _ in range(200)} == {None, *EVENTS}


def test_what_happens_elsewhere_changes_no_decision() -> None:
    alone, among = Script(1, 0.5), Script(1, 0.5)
    fates(among, "there", 17)
    assert fates(alone, "here", 400) == fates(among, "here", 400)


def test_the_login_never_fails_at_random() -> None:
    script = Script(1, 1.0)
    assert script.next("GET", ["users", "@me"]) is None
    assert script.next("PUT", ["applications", "1", "commands"]) is None
    kinds = {script.next("GET", ["channels", "1"]) for _ in range(100)}
    assert not {f"404:{code}" for code in faults.NOT_FOUND} & kinds  # it would be the truth
    assert "403" in kinds
