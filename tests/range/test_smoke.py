"""A visit of ``scripts.smoke``, with the range as the Discord."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import discord as dpy
import pytest
import pytest_asyncio
import yarl

from cogs.drawing import emojis
from cogs.ui import items
from matches.domain.outbox_item import ItemKind
from matches.service import MatchService
from rules import registry
from scripts.smoke import __main__ as smoke
from scripts.smoke import visit as visits
from scripts.smoke import watch
from scripts.smoke.findings import Findings
from scripts.smoke.visit import Visit
from tests.range import admins, permissions
from tests.range.conftest import BO, CHANNEL, GUILD
from tests.range.rates import generous
from tests.range.server import TOKEN, Range
from tests.range.world import Channel, Guild, Kind, Payload, inside

RELEASE = Path(__file__).parents[2] / "docs" / "release.md"
HERE = ("--guild", str(GUILD), "--channel", str(CHANNEL))
SECRET = "nobody.may.read.this"
RARE = {
    *("handpage", "logpage", "textpage", "ppage", "stepspage"),  # more than fits one page
    *("stepwords", "steppage", "text"),  # the same, for readers who want words
    *("pplan", "pclear", "stepstype"),  # moves prepared in advance, a choice of one
    *("end", "export", "rule", "free", "terms", "key"),  # in answers to what isn't typed
    *("resign", "concede"),  # typed once the match is over, and refused then
    *("revive", "turns"),  # of a closed match, of a server that is gone
    *("pyes", "hand"),  # only in old panels and posts
    "stand",  # like "pstand", in the settings of a match that has standing answers
}
"""Verbs that a visit doesn't meet: their answers look like those of other verbs."""


@pytest_asyncio.fixture
async def there(
    discord: Range, guild: Guild, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Range]:
    """Yield an open range, to which discord.py connects."""
    allowed = permissions.CREATE_PRIVATE_THREADS
    await admins.overwrite(discord, channel, guild.id, allow=allowed)
    discord.rates.grants = generous()
    discord.keeps_files = True
    await discord.open()
    monkeypatch.setattr(dpy.http.Route, "BASE", f"{discord.url}/api/v10")
    url = yarl.URL(discord.gateway_url)
    monkeypatch.setattr(dpy.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", url)
    monkeypatch.setenv("DISCORD_TEST_TOKEN", TOKEN)
    monkeypatch.setattr(emojis, "PAUSE_S", 0)
    yield discord
    await discord.close()


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a visit only register the commands and open a match."""

    async def begin(self: Visit) -> None:
        await self._commands()
        await self._meet()
        await self._sit_down(visits.SHORTEST)

    monkeypatch.setattr(Visit, "run", begin)


async def visit(*arguments: str) -> int:
    """Make a visit in a thread of its own, since it has its own event loop."""
    return await asyncio.to_thread(smoke.main, [*HERE, *arguments])


async def test_a_visit_shows_everything(there: Range, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Visit] = []
    lines: list[str] = []
    plain = Visit.__init__

    def note(self: Visit, *given: object) -> None:
        made.append(self)
        plain(self, *given)  # type: ignore[arg-type]

    assert MatchService.__init__.__kwdefaults__
    deal = Random(1).randbytes  # which buttons a panel has depends on what was dealt
    monkeypatch.setitem(MatchService.__init__.__kwdefaults__, "entropy", deal)
    monkeypatch.setattr(Visit, "__init__", note)
    written: list[bytes] = []
    there.heard = lambda _, body: written.append(body)
    findings = await smoke.run(smoke.Options(TOKEN, GUILD, CHANNEL, BO), lines.append)
    [done] = made
    assert [(thing.name, thing.faults) for thing in findings.refused] == []
    assert done.bot.kinds == set(ItemKind)
    assert done.typed == done.commands
    verbs = {verb for verb, _ in done.tapped}
    assert items._HANDLERS.keys() - verbs <= RARE
    assert {slug for verb, slug in done.tapped if verb == "turn"} == set(registry.slugs())
    assert "film" in verbs
    assert "ok       upload the emojis of krakow (22 were missing)" in lines
    [told] = re.findall(r"a visit makes (\d+)", RELEASE.read_text(encoding="utf-8"))
    assert f"ok       register the commands ({told} in this server)" in lines
    assert "ok       a private thread" in lines
    assert any(b'"emoji"' in body and b'"krakow_' in body for body in written)
    assert any(b"<:seat0:" in body for body in written)
    assert there.emojis == {}
    assert "ok       archive a thread" in lines
    renamed = [one for one in there.world.channels.values() if one.name == "stolik smoke"]
    assert [one.kind for one in renamed] == [Kind.PUBLIC_THREAD]
    assert "ok       edit in an archived thread (refused as it should be, 50083)" in lines
    # It tidied up: what is left is in threads that are archived.
    left = [one for one in there.world.channels.values() if one.messages]
    assert all(one.is_thread and one.archived for one in left if one.id != CHANNEL)
    assert {kept.payload["type"] for kept in there.kept(CHANNEL)} <= {18}
    assert there.commands == {}


async def test_what_discord_refuses_is_reported(
    there: Range, short: None, capsys: pytest.CaptureFixture[str]
) -> None:
    there.script.plan("POST", "/channels/*/messages/*/threads", 403, code=50013)
    assert await visit() == 1
    told = capsys.readouterr().out
    assert "REFUSED  post thread of krakow: POST /channels/" in told
    assert "403, code 50013, fault 403:50013" in told
    assert told.rstrip().endswith(smoke.ONLY_HANDS)
    assert ", 1 refused, " in told


async def test_what_differs_when_read_back_is_reported(
    there: Range, short: None, capsys: pytest.CaptureFixture[str]
) -> None:
    there.keeps_files = False  # the pictures are gone

    def change(channel: str, _: bytes) -> None:
        newest = there.kept(int(channel))[-1].payload
        for part in inside(newest["components"]):
            if part.get("label") == "Join":
                part["label"] = "Go"

    there.heard = change
    assert await visit() == 1
    told = capsys.readouterr().out
    assert "REFUSED  post lobby of krakow: read back: label is 'Go', not 'Join'" in told
    assert "REFUSED  post turn of krakow: read back: 404, code 0" in told
    assert "ok       post thread of krakow" in told


async def test_nobody_named_gets_no_direct_message(
    there: Range, short: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await visit("--keep") == 0
    assert "direct messages: no user is named" in capsys.readouterr().out
    assert not [one for one in there.world.channels.values() if one.kind is Kind.DM]
    assert len(there.commands) > 10  # they were kept
    assert len(there.kept(CHANNEL)) == 1
    assert await visit("--user", str(BO)) == 0
    assert "ok       post dm of krakow" in capsys.readouterr().out
    assert there.dms(BO) == []  # it was removed


async def test_the_token_is_never_shown(
    there: Range, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TEST_TOKEN", SECRET)
    assert await visit() == 2
    said = capsys.readouterr()
    assert "Discord rejected the token." in said.err
    assert SECRET not in said.out + said.err
    lines = list[str]()
    findings = Findings(SECRET, lines.append)
    with findings.trying("it"):
        int(SECRET)
    assert lines == ["REFUSED  it: ValueError: invalid literal for int() with base 10: '***'"]


def test_without_a_token_it_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TEST_TOKEN", "")
    assert smoke.main(list(HERE)) == 2
    assert capsys.readouterr().err == f"{smoke.NEEDS}\n"


async def test_a_server_that_is_not_there(there: Range, capsys: pytest.CaptureFixture[str]) -> None:
    assert await visit("--guild", "7") == 2
    assert "the bot isn't on server 7" in capsys.readouterr().err


async def test_a_discord_that_is_out_of_reach(
    there: Range, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dpy.http.Route, "BASE", "http://127.0.0.1:1/api/v10")
    assert await visit() == 2
    assert "cannot reach Discord" in capsys.readouterr().err


BUTTON: Payload = {"type": 2, "style": 1, "label": "Join", "custom_id": "bjoin:1:"}


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({}, []),
        ({"label": "Go"}, ["label is 'Go', not 'Join'"]),
        ({"custom_id": "b"}, ["custom_id is 'b', not 'bjoin:1:'"]),
    ],
)
def test_what_was_read_back_is_compared(found: Payload, told: list[str]) -> None:
    sent = {"content": None, "components": [{"type": 1, "components": [BUTTON]}]}
    kept = {"content": "", "components": [{"type": 1, "components": [{**BUTTON, **found}]}]}
    assert list(watch.differences(sent, kept)) == told
    assert list(watch.differences(sent, {"content": "", "components": []})) == [
        "0 instead of 1 components"
    ]


async def test_a_gateway_that_never_says_ready(
    there: Range, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there.gateway.silent = {0}
    monkeypatch.setattr(smoke, "READY_S", 0.3)
    assert await asyncio.wait_for(visit(), 20) == 2
    assert "Discord didn't say READY within 0.3 s" in capsys.readouterr().err


async def test_a_login_that_is_refused_for_another_reason(
    there: Range, capsys: pytest.CaptureFixture[str]
) -> None:
    there.script.plan("GET", "/users/@me", 403)
    assert await visit() == 2
    assert "Discord refused: 403 Forbidden" in capsys.readouterr().err


def test_a_variable_that_is_no_id_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TEST_GUILD", "my server")
    with pytest.raises(SystemExit):
        smoke.main([])
    assert "DISCORD_TEST_GUILD is 'my server', not an id" in capsys.readouterr().err
