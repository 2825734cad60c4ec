"""Live previews of all channels, threads and direct messages of the simulation."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from simcord import Env
from simcord.builders import ChannelHandle
from simcord.preview import Preview

from demo_page.page import FramedServer, frame_headers
from demo_page.swift import OwnPictures, quicken
from demo_page.world import catch_up_clock, handles_of, local_zone, members_of

log = logging.getLogger("demo")

CAPABILITY: Final = "demo"
"""The key of every preview; not secret, as only this machine can open the pages."""

TICK_S: Final = 0.2
_THREAD: Final = 11


@dataclass(frozen=True, slots=True)
class Place:
    """A channel, thread or direct messages.

    Attributes:
        id: The channel's id.
        kind: ``channel``, ``thread`` or ``dm``.
        name: The name of the channel or thread; for direct messages, of the person.
        owner: The id of the user whose direct messages these are; None if public.
        url: The address of the page that shows it.
        newest: Id of the newest message that everybody can see; 0 if there is none.
    """

    id: int
    kind: str
    name: str
    owner: int | None
    url: str
    newest: int


class Places:
    """The pages of all places, kept up to date.

    simcord allows one operation at a time, so everything that a page or the clock does to the
    simulated Discord needs one lock.
    """

    def __init__(self, env: Env, origin: str) -> None:
        self._env = env
        quicken()
        self._headers = frame_headers(origin)
        self._previews: dict[int, Preview] = {}
        self._lock = asyncio.Lock()
        self._errors_seen = 0
        self._behind: set[int] = set()

    def are_empty(self) -> bool:
        """Return whether there are no messages anywhere."""
        return not any(self._newest(channel.id) for channel in handles_of(self._env))

    async def begin(self, name: str, options: Mapping[str, str]) -> None:
        """Let the first person use a slash command in the channel."""
        channel = next(c for c in handles_of(self._env) if c.guild is not None)
        async with self._lock:
            await members_of(self._env)[0].slash(channel, name, **options)

    async def tick(self) -> bool:
        """Let time pass and show what is new; return whether anything has happened."""
        async with self._lock:
            try:
                await self._env.advance_time(catch_up_clock(self._env))
                happened = self._take_news()
                await self._open_new()
                for channel_id in tuple(self._behind):
                    await self._refresh(channel_id)
                    self._behind.discard(channel_id)
            except TimeoutError:  # the bot is busy, for example drawing; the next tick tries again
                return self._take_news()
            return happened

    def _take_news(self) -> bool:
        """Return whether there was traffic; clear its log, which would grow for ever."""
        for error in self._env.errors_since(self._errors_seen):
            log.error("the bot failed", exc_info=error)
        self._errors_seen = self._env.error_cursor
        backend = self._env.backend
        happened = bool(backend.transcript)
        self._behind.update(self._channels_of_news())
        backend.transcript.clear()
        backend.http_requests.clear()
        return happened

    def _channels_of_news(self) -> Iterator[int]:
        """Yield the channels with new messages, public or private."""
        backend = self._env.backend
        for seam, what, content in backend.transcript:
            if seam == "GATEWAY" and "channel_id" in content:
                yield int(content["channel_id"])
            for token in what.split("/") if seam == "HTTP" else ():
                if token in backend.interaction_tokens:
                    yield backend.interactions[backend.interaction_tokens[token]].channel_id

    async def _open_new(self) -> None:
        for channel in handles_of(self._env):
            preview = self._previews.get(channel.id)
            if preview is None or preview._closed:
                self._previews[channel.id] = await self._open(channel)

    async def _open(self, channel: ChannelHandle) -> Preview:
        members = members_of(self._env)
        viewers: list[Any] = list(members)
        if channel.guild is None:
            owner = self._env.backend.channels[channel.id].recipient_ids[0]
            viewers = [m.user for m in members if m.id == owner]
        self._env._preview = None  # simcord allows only one, but several work side by side
        preview = self._env.preview(
            channel, viewers=viewers, layout="channel", locale="en-GB", timezone=local_zone()
        )
        preview.capability = CAPABILITY
        # simcord keeps scrolling to a target while pictures load; without one it starts at the
        # newest message and stays there.
        preview._initial_target = lambda *_: None  # type: ignore[method-assign]  # only this page's
        server = FramedServer(preview)
        server._SECURITY_HEADERS = self._headers  # type: ignore[misc]  # only for this server
        preview._server = server
        preview._media_worker = OwnPictures()
        await preview.__aenter__()
        self._guard(preview)
        return preview

    def _guard(self, preview: Preview) -> None:
        plain = preview._action

        async def action(context: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
            async with self._lock:
                if "published_revision" in body:
                    # A click made while a new message was arriving counts, too.
                    revision = preview._get_page(context).revision
                    body = {**body, "published_revision": revision}
                self._env._preview = preview
                return await plain(context, body)

        preview._action = action  # type: ignore[assignment, method-assign]  # only this page's

    async def _refresh(self, channel_id: int) -> None:
        preview = self._previews[channel_id]
        for page in preview._pages.values():
            page.window_end_id = None  # show everything up to the newest message
        if len(preview._pages) > 1:  # the first is simcord's own, which is not shown
            await preview.refresh()

    def listed(self) -> list[Place]:
        """Return the places: the channel, then the threads, then the direct messages."""
        places = [self._place(c) for c in handles_of(self._env) if c.id in self._previews]
        return sorted(places, key=lambda p: ("channel", "thread", "dm").index(p.kind))

    def _place(self, handle: ChannelHandle) -> Place:
        backend = self._env.backend
        channel = backend.channels[handle.id]
        owner = channel.recipient_ids[0] if handle.guild is None else None
        kind = "dm" if owner else "thread" if channel.type == _THREAD else "channel"
        name = backend.users[owner].global_name if owner else channel.name
        url = self._previews[handle.id].url
        return Place(handle.id, kind, name or "", owner, url, self._newest(handle.id))

    def _newest(self, channel_id: int) -> int:
        messages = self._env.backend.messages.get(channel_id, {}).values()
        return max((m.id for m in messages if not m.is_ephemeral), default=0)
