"""No request goes out that isn't allowed: what discord.py sends passes the gate."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
import pytest_asyncio
from aiohttp import web
from discord.http import HTTPClient, Route

from cogs.gate import ask_before_requests
from rules.errors import StoreError


class Gated:
    """A client of discord.py, the requests that arrived, and whether more may be made."""

    def __init__(self) -> None:
        self.http = HTTPClient(asyncio.get_running_loop())
        self.arrived: list[str] = []
        self.why_not = ""
        self.still = 0  # how often it's allowed all the same
        ask_before_requests(self.http, self._confirm)

    async def _confirm(self) -> None:
        self.still -= 1
        if self.why_not and self.still < 0:
            raise StoreError(self.why_not)

    async def answer(self, request: web.Request) -> web.Response:
        self.arrived.append(request.path)
        return web.json_response({"id": "1", "username": "bot"})


@pytest_asyncio.fixture
async def gated(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Gated]:
    """Yield a client that has logged in at a server of this machine."""
    made, app = Gated(), web.Application()
    app.router.add_route("*", "/{tail:.*}", made.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    monkeypatch.setattr(Route, "BASE", url)
    await made.http.static_login("x.y.z")
    yield made
    await made.http.close()
    await runner.cleanup()


async def test_what_is_allowed_goes_out(gated: Gated) -> None:
    await gated.http.request(Route("GET", "/gateway"))
    assert gated.arrived == ["/users/@me", "/gateway"]


async def test_nothing_else_goes_out(gated: Gated) -> None:
    gated.why_not = "another bot runs"
    before = gated.arrived[:]
    with pytest.raises(aiohttp.ClientConnectionError, match="another bot runs"):
        await gated.http.request(Route("POST", "/channels/{channel_id}/messages", channel_id=1))
    with pytest.raises(aiohttp.ClientConnectionError):
        await gated.http.ws_connect(f"{Route.BASE}/gateway")
    session = gated.http._HTTPClient__session  # type: ignore[attr-defined]
    adapter = discord.webhook.async_.async_context.get()
    params = discord.http.MultipartParameters({}, None, None)
    with pytest.raises(aiohttp.ClientConnectionError):  # the answer to an interaction
        await adapter.create_interaction_response(1, "token", session=session, params=params)
    assert gated.arrived == before
    gated.why_not = ""
    await gated.http.request(Route("GET", "/gateway"))
    assert gated.arrived == [*before, "/gateway"]


async def test_nor_what_had_begun_before_its_body_was_written(gated: Gated) -> None:
    before = gated.arrived[:]
    gated.why_not, gated.still = "another bot runs", 2
    send = Route("POST", "/channels/{channel_id}/messages", channel_id=1)
    with pytest.raises(aiohttp.ClientConnectionError, match="another bot runs"):
        await gated.http.request(send, json={"content": "x"})
    await asyncio.sleep(0.01)
    assert gated.arrived == before
    gated.why_not = ""
    await gated.http.request(send, json={"content": "x"})
    assert gated.arrived == [*before, "/channels/1/messages"]


@pytest.mark.parametrize("is_open", [True, False], ids=["open", "new"])
async def test_nor_what_had_begun_before_it_had_a_connection(
    gated: Gated, *, is_open: bool
) -> None:
    if not is_open:
        connector = gated.http.connector
        assert isinstance(connector, aiohttp.TCPConnector)
        connector._cleanup_closed()
        for kept in list(connector._conns.values()):
            for protocol, _ in kept:
                protocol.close()
    before = gated.arrived[:]
    gated.why_not, gated.still = "another bot runs", 1
    with pytest.raises(aiohttp.ClientConnectionError, match="another bot runs"):
        await gated.http.request(Route("POST", "/channels/{channel_id}/messages", channel_id=1))
    assert gated.arrived == before
    gated.why_not = ""
    await gated.http.request(Route("GET", "/gateway"))
    assert gated.arrived == [*before, "/gateway"]
