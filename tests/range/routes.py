"""Which function answers which request."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from aiohttp import web

from tests.range.world import Payload

if TYPE_CHECKING:
    from tests.range.server import Range


@dataclass(frozen=True, slots=True)
class Sent:
    """A file of a request."""

    name: str
    data: bytes


@dataclass(slots=True)
class Ask:
    """A request.

    Attributes:
        method: Its method.
        template: Its route, like ``/channels/{channel}``.
        args: The values of the names in the template.
        query: What follows the question mark.
        body: Its JSON; {} without one.
        raw: Its body as it came.
        files: The files it brings.
    """

    method: str
    template: str
    args: dict[str, str]
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = field(default_factory=dict)
    raw: bytes = b""
    files: tuple[Sent, ...] = ()

    @property
    def place(self) -> str:
        """Return the channel, or the token of the interaction; "" if neither."""
        return self.args.get("channel") or self.args.get("token") or ""

    @property
    def names(self) -> list[str]:
        """Return the names of its files."""
        return [one.name for one in self.files]


Handler: TypeAlias = "Callable[[Range, Ask], Awaitable[object]]"
"""Answers a request: the JSON of the answer, or None for an empty one; raises `Refusal`."""

_HANDLERS: Final[dict[tuple[str, str], Handler]] = {}


def route(method: str, template: str) -> Callable[[Handler], Handler]:
    """Return a decorator that lets a function answer a route."""

    def keep(handler: Handler) -> Handler:
        _HANDLERS[method, template] = handler
        return handler

    return keep


def found(method: str, path: list[str]) -> tuple[str, dict[str, str]] | None:
    """Return the template of a path and the values of its names; exact words come first."""
    fitting = []
    for known, template in _HANDLERS:
        parts = template.strip("/").split("/")
        if known == method and len(parts) == len(path):
            pairs = list(zip(parts, path, strict=True))
            if all(part == step or part.startswith("{") for part, step in pairs):
                args = {part[1:-1]: step for part, step in pairs if part.startswith("{")}
                fitting.append((len(args), template, args))
    return min(fitting)[1:] if fitting else None


def handler_of(ask: Ask) -> Handler:
    """Return the function that answers a request."""
    return _HANDLERS[ask.method, ask.template]


async def read(request: web.Request) -> tuple[Payload, bytes, tuple[Sent, ...]]:
    """Return a request's JSON, its body as it came, and its files."""
    raw = await request.read()
    if not request.content_type.startswith("multipart/"):
        return (json.loads(raw) if raw else {}), raw, ()
    body: Payload = {}
    files = list[Sent]()
    boundary = request.headers["Content-Type"].partition("boundary=")[2].strip('"').encode()
    for part in raw.split(b"--" + boundary)[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        facts = head.decode()
        if 'name="payload_json"' in facts:
            body = json.loads(data)
        elif (name := facts.partition('filename="')[2].partition('"')[0]) != "":
            files.append(Sent(name, data.removesuffix(b"\r\n")))
    return body, raw, tuple(files)
