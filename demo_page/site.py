"""Our own page around the previews: the people, the channels, how to play."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from aiohttp import web
from simcord.actors import MemberActor

from demo_page.people import PEOPLE, draw_portrait
from demo_page.places import Places

HERE: Final = Path(__file__).parent
FILES: Final = {
    "/": ("index.html", "text/html"),
    "/index.css": ("index.css", "text/css"),
    "/index.js": ("index.js", "text/javascript"),
}
Waiting = Callable[[int], Awaitable[bool]]
"""Returns whether a match is waiting for the user with an id."""


class PortError(Exception):
    """Our page cannot be served on this port."""


class Site:
    """Serves our page and its data, to this machine only."""

    def __init__(self, places: Places, members: Sequence[MemberActor], waiting: Waiting) -> None:
        self._places = places
        self._members = members
        self._waiting = waiting
        self._run = secrets.token_hex(4)
        app = web.Application()
        app.add_routes([web.get(path, self._file) for path in FILES])
        app.add_routes([web.get("/places", self._listed), web.get("/face/{n:[0-9]}", self._face)])
        self._runner = web.AppRunner(app, access_log=None)

    async def start(self, port: int) -> None:
        """Start serving.

        Raises:
            PortError: The port is taken.
        """
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, "127.0.0.1", port).start()
        except OSError as error:
            raise PortError(f"port {port} cannot be used: {error.strerror}") from error

    async def close(self) -> None:
        """Stop serving."""
        await self._runner.cleanup()

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name, kind = FILES[request.path]
        text = (HERE / name).read_text(encoding="utf-8")
        return web.Response(text=text, content_type=kind, headers={"Cache-Control": "no-store"})

    async def _face(self, request: web.Request) -> web.StreamResponse:
        place = int(request.match_info["n"])
        if place >= len(PEOPLE):
            raise web.HTTPNotFound
        return web.Response(
            body=draw_portrait(place, PEOPLE[place].colour), content_type="image/png"
        )

    async def _listed(self, request: web.Request) -> web.StreamResponse:
        people = [
            {
                "id": str(member.id),
                "name": person.name,
                "locale": person.locale,
                "face": f"/face/{number}",
                "waiting": await self._waiting(member.id),
            }
            for number, (member, person) in enumerate(zip(self._members, PEOPLE, strict=True))
        ]
        places = [{k: _told(v) for k, v in asdict(p).items()} for p in self._places.listed()]
        return web.json_response({"run": self._run, "people": people, "places": places})


def _told(value: object) -> object:
    """Return ids as text, because they are too big for the integers of JavaScript."""
    return str(value) if isinstance(value, int) else value
