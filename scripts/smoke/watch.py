"""Sees every request of the bot, and reads back every message it sends or edits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import discord
from discord.http import HTTPClient, Route

from scripts.smoke.findings import Findings, told

Payload: TypeAlias = "dict[str, Any]"

SEND: Final = ("POST", "/channels/{channel_id}/messages")
EDIT: Final = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
SAME: Final = ("type", "custom_id", "label", "placeholder", "style", "description")
"""What a component must have as it was sent.

Its text, options and parts are compared, too.
"""
INNER: Final = ("components", "accessory", "items", "options")
MAGIC: Final = 6
"""How many bytes at a file's start tell what it is."""


class Watch:
    """Takes the place of `HTTPClient.request`.

    Attributes:
        shown: The messages that exist, newest as last, by their ids; as Discord returns them.
        threads: The threads that were opened.
    """

    def __init__(self, http: HTTPClient, findings: Findings) -> None:
        self.shown: dict[int, Payload] = {}
        self.threads: list[int] = []
        self._http, self._findings = http, findings
        self._plain = http.request
        http.request = self._request  # type: ignore[method-assign]

    async def _request(
        self,
        route: Route,
        *,
        files: Sequence[discord.File] | None = None,
        form: Iterable[dict[str, Any]] | None = None,
        **kwargs: Any,
    ) -> Any:
        form = None if form is None else list(form)
        sent = kwargs.get("json") or _in_form(form or ())
        what = route.method, route.path
        try:
            answer = await self._plain(route, files=files, form=form, **kwargs)
        except discord.HTTPException as error:
            self._findings.refuse(f"{route.method} {route.path}", error)
            raise
        if what in (SEND, EDIT):
            try:
                await self._read_back(answer, sent, files or ())
            except discord.HTTPException as error:
                self._findings.fault(f"read back: {told(error)}")
        elif route.method == "POST" and route.path.endswith("/threads"):
            self.threads.append(int(answer["id"]))
        return answer

    async def _read_back(
        self, answer: Payload, sent: Payload, files: Sequence[discord.File]
    ) -> None:
        """Ask Discord for a message and compare it with what was sent."""
        channel_id, message_id = int(answer["channel_id"]), int(answer["id"])
        place = Route(
            "GET",
            "/channels/{channel_id}/messages/{message_id}",
            channel_id=channel_id,
            message_id=message_id,
        )
        found: Payload = await self._plain(place)
        self.shown.pop(message_id, None)
        self.shown[message_id] = found
        for difference in differences(sent, found):
            self._findings.fault(f"read back: {difference}")
        for one in files:
            await self._compare(one, found)

    async def _compare(self, sent: discord.File, found: Payload) -> None:
        """Fetch a file of a message and compare how it begins."""
        urls = [url for url in addresses(found) if _name(url) == sent.filename]
        if not urls:
            self._findings.fault(f"read back: no file {sent.filename!r}")
            return
        data = await self._http.get_from_cdn(urls[0])
        sent.reset()
        if data[:MAGIC] != sent.fp.read(MAGIC):
            self._findings.fault(f"read back: {sent.filename!r} is another file")

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        await self._http.delete_message(channel_id, message_id)
        self.shown.pop(message_id, None)

    async def remove_thread(self, thread_id: int) -> None:
        """Delete a thread; that this may be refused is no finding."""
        await self._plain(Route("DELETE", "/channels/{channel_id}", channel_id=thread_id))


def _in_form(form: Iterable[Mapping[str, Any]]) -> Payload:
    """Return the JSON of a request that brings files."""
    text = next((one["value"] for one in form if one.get("name") == "payload_json"), "{}")
    found: Payload = json.loads(text)
    return found


def differences(sent: Payload, found: Payload) -> Iterator[str]:
    """Yield how a message differs from the request that made it or edited it."""
    content = (sent.get("content") or "").strip()
    if "content" in sent and content != found["content"]:
        yield f"the content is {found['content']!r}"
    if "components" in sent:
        yield from _unlike(sent["components"] or [], found["components"], "components")


def _unlike(sent: Sequence[Payload], found: Sequence[Payload], where: str) -> Iterator[str]:
    if len(sent) != len(found):
        yield f"{len(found)} instead of {len(sent)} {where}"
        return
    for one, other in zip(sent, found, strict=True):
        yield from (
            f"{name} is {other.get(name)!r}, not {one[name]!r}"
            for name in SAME
            if one.get(name) is not None and one[name] != other.get(name)
        )
        if str(one.get("content", "")).strip() != other.get("content", ""):
            yield f"the text {str(other.get('content'))[:60]!r} is another one"
        for name in INNER:
            if one.get(name):
                yield from _unlike(_listed(one[name]), _listed(other.get(name)), name)


def _listed(parts: Any) -> list[Payload]:
    return [parts] if isinstance(parts, dict) else list(parts or ())


def parts_of(message: Payload) -> Iterator[Payload]:
    """Yield the components of a message, however deep, from the top down."""
    waiting = list(message["components"])
    while waiting:
        one = waiting.pop(0)
        yield one
        inner = [part for name in INNER[:3] for part in _listed(one.get(name))]
        waiting = inner + waiting


def addresses(message: Payload) -> set[str]:
    """Return where the files of a message are."""
    found = {one["url"] for one in message["attachments"]}
    for part in parts_of(message):
        for name in ("media", "file"):
            found.add((part.get(name) or {}).get("url", ""))
    return {url for url in found if url.startswith("http")}


def _name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]
