"""What a Discord knows: users, servers, channels, threads, messages."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, TypeAlias

from tests.range.limits import refuse

APPLICATION: Final = 1000
BOT_USER: Final = 1001
EPOCH_MS: Final = 1_420_070_400_000
"""The time that Discord's ids count from."""

Payload: TypeAlias = "dict[str, Any]"


class Kind(IntEnum):
    """Types of channels."""

    TEXT = 0
    DM = 1
    CATEGORY = 4
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


@dataclass(slots=True)
class User:
    """Somebody with an account.

    Attributes:
        takes_dms: False if they take no direct messages from members of their servers.
        blocks_the_bot: Whether they have blocked it, and so it may not write to them either.
        locale: The language of their Discord.
    """

    id: int
    name: str
    bot: bool = False
    takes_dms: bool = True
    blocks_the_bot: bool = False
    locale: str = "en-US"


@dataclass(slots=True)
class Role:
    """A role of a server; the one with the server's id is @everyone."""

    id: int
    name: str
    permissions: int


@dataclass(slots=True)
class Overwrite:
    """What a channel allows and denies one role or member."""

    allow: int = 0
    deny: int = 0
    for_member: bool = False


@dataclass(slots=True)
class Member:
    """A user on a server.

    Attributes:
        roles: The ids of their roles, without @everyone.
        silent_until: The end of their timeout, in seconds since 1970; 0 without one.
    """

    user_id: int
    roles: set[int] = field(default_factory=set)
    silent_until: float = 0.0


@dataclass(slots=True)
class Kept:
    """A message as it is kept.

    Attributes:
        payload: What Discord would send.
        author_id: Who wrote it.
        nonce: The nonce it was sent with.
        called: The users it pinged when it was sent; edits ping nobody.
        edits: How often it was edited.
        first: The content it was sent with.
        layout: The components it had first, as JSON.
        viewer: The only user who sees it, if it's ephemeral.
        at: When it was sent, in seconds since 1970.
    """

    payload: Payload
    author_id: int
    nonce: str = ""
    called: frozenset[int] = frozenset()
    edits: int = 0
    first: str = ""
    layout: str = ""
    viewer: int | None = None
    at: float = 0.0

    @property
    def id(self) -> int:
        """Return its id."""
        return int(self.payload["id"])

    @property
    def text(self) -> str:
        """Return its components as JSON, with all their text."""
        return json.dumps(self.payload["components"], ensure_ascii=False)

    def parts(self) -> Iterator[Payload]:
        """Yield all components, however deep, from the top down."""
        yield from inside(self.payload["components"])


def inside(components: list[Payload]) -> Iterator[Payload]:
    """Yield components and all that is inside them, from the top down."""
    for one in components:
        yield one
        yield from inside(one.get("components") or [])
        for name in ("accessory", "component"):
            if isinstance(one.get(name), dict):
                yield from inside([one[name]])


@dataclass(slots=True)
class Channel:
    """A channel, a thread, or the direct messages with a user.

    Attributes:
        guild_id: The server; 0 for direct messages.
        parent_id: The channel of a thread, or the category of a channel; 0 without one.
        overwrites: By the id of the role or member.
        messages: By id, oldest first.
        owner_id: Who opened a thread.
        recipient: The other user of direct messages.
        followers: The members of a private thread.
        invitable: Whether any member of a private thread may add others.
        forgotten: True if the bot was not told of this open thread.
    """

    id: int
    kind: Kind
    name: str
    guild_id: int = 0
    parent_id: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Kept] = field(default_factory=dict)
    owner_id: int = 0
    recipient: int = 0
    followers: set[int] = field(default_factory=set)
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    forgotten: bool = False
    auto_archive_min: int = 4320
    changed_at: float = 0.0

    @property
    def is_thread(self) -> bool:
        """Return whether it's a thread."""
        return self.kind in (Kind.PUBLIC_THREAD, Kind.PRIVATE_THREAD)


@dataclass(slots=True)
class Guild:
    """A server.

    Attributes:
        community: True if it's a Community server, which may choose a language.
        language: The chosen one.
        here: False if the bot isn't on it.
        out: True while Discord can't reach it.
    """

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    community: bool = False
    language: str = "en-US"
    here: bool = True
    out: bool = False

    @property
    def locale(self) -> str:
        """Return the language that Discord tells the bot."""
        return self.language if self.community else "en-US"


class World:
    """All of it, and the time.

    Attributes:
        later_s: How far its clock is ahead of the machine's.
        open_house: True if everybody counts as a member of every server.
        guilds, users, channels: By id; `channels` has threads and direct messages, too.
    """

    def __init__(self) -> None:
        self.later_s = 0.0
        self.open_house = False
        self.guilds: dict[int, Guild] = {}
        self.users: dict[int, User] = {}
        self.channels: dict[int, Channel] = {}
        self._dms: dict[int, Channel] = {}
        self._last = 0
        self.user(BOT_USER).bot = True

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.time() + self.later_s

    def new_id(self) -> int:
        """Return an id that no other thing has, made from the time."""
        self._last = max(self._last + 1, int(self.now() * 1000) - EPOCH_MS << 22)
        return self._last

    def user(self, number: int, name: str = "") -> User:
        """Return a user, who is made if there is none."""
        found = self.users.get(number)
        if found is None:
            found = self.users[number] = User(number, name or f"user{number}")
        return found

    def add_guild(self, number: int, name: str, owner: int, *, everyone: int, bot: int) -> Guild:
        """Make a server with the bot on it.

        Args:
            number: Its id.
            name: Its name.
            owner: Its owner.
            everyone: The permissions of everybody.
            bot: The permissions of the bot's own role.
        """
        guild = self.guilds[number] = Guild(number, name, owner)
        guild.roles[number] = Role(number, "@everyone", everyone)
        guild.roles[number + 1] = Role(number + 1, "the bot", bot)
        self.join(guild, owner)
        self.join(guild, BOT_USER).roles.add(number + 1)
        return guild

    def join(self, guild: Guild, user_id: int) -> Member:
        """Return a member of a server, who joins it if need be."""
        self.user(user_id)
        return guild.members.setdefault(user_id, Member(user_id))

    def add_channel(
        self, guild: Guild, number: int, name: str, *, parent: int = 0, kind: Kind = Kind.TEXT
    ) -> Channel:
        """Make a channel, or a thread in `parent`."""
        channel = Channel(number, kind, name, guild.id, parent, changed_at=self.now())
        self.channels[number] = guild.channels[number] = channel
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel or thread, with the threads in it."""
        guild = self.guilds[channel.guild_id]
        for one in [channel, *(c for c in guild.channels.values() if c.parent_id == channel.id)]:
            self.channels.pop(one.id, None)
        guild.channels = {n: c for n, c in guild.channels.items() if n in self.channels}

    def dm(self, user_id: int) -> Channel:
        """Return the direct messages of the bot and a user."""
        if user_id not in self._dms:
            made = Channel(self.new_id(), Kind.DM, "", recipient=user_id)
            self._dms[user_id] = self.channels[made.id] = made
        return self._dms[user_id]

    def channel(self, number: str | int) -> Channel:
        """Return a channel.

        Raises:
            Refusal: There is none.
        """
        found = self.channels.get(int(number))
        if found is None:
            raise refuse(10003)
        return found

    def guild_of(self, channel: Channel) -> Guild | None:
        """Return the server of a channel; None for direct messages."""
        return self.guilds.get(channel.guild_id)

    def place(self, number: int) -> str:
        """Return a name of a channel that is the same in every run."""
        channel = self.channels.get(number)
        if channel is None or not (channel.is_thread or channel.recipient):
            return str(number)
        return f"to {channel.recipient}" if channel.recipient else f"in {channel.parent_id}"

    def share_a_guild(self, one: int, other: int) -> bool:
        """Return whether two users are members of the same server."""
        return self.open_house or any(
            one in g.members and other in g.members for g in self.guilds.values()
        )
