"""The simulated Discord: made once, kept between runs beside the bot's database."""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import simcord.interactions
from simcord import Env
from simcord.actors import MemberActor
from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.builders import ChannelHandle, GuildHandle, UserHandle

from demo_page.people import BOT_NAME, LOCALES, PEOPLE, draw_bot, draw_portrait

FORMAT: Final = 1
"""Goes up when worlds kept before can no longer be read."""

GUILD_ID: Final = 4242
GUILD_LOCALE: Final = "en-US"
_KEPT: Final = (
    *("users", "guilds", "channels", "messages", "dm_channels", "commands", "interactions"),
    *("interaction_tokens", "_sequences", "_reserved_ids", "clock", "application_id", "bot_user"),
)


class Keeper:
    """Keeps the simulated Discord in a folder.

    Pictures never change, so each is written once, under the hash of its bytes. Everything else is
    small and is written to a new file, which then replaces the old one.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "discord.pickle"
        self._pictures = folder / "pictures"
        self._names: dict[str, str] = {}

    def load(self, backend: Backend) -> bool:
        """Fill a backend that is not started; return False if there was nothing to read."""
        try:
            number, parts, names = pickle.loads(self._path.read_bytes())
            if number != FORMAT or set(parts) != set(_KEPT):
                return False
            blobs = {url: (self._pictures / name).read_bytes() for url, name in names.items()}
        except (OSError, EOFError, ValueError, TypeError, AttributeError, ImportError):
            return False
        except pickle.UnpicklingError:
            return False
        for name, value in parts.items():
            setattr(backend, name, value)
        backend.cdn._blobs.update(blobs)
        self._names = names
        return True

    def save(self, backend: Backend) -> None:
        """Write the world; if killed midway, the previous one stays."""
        self._pictures.mkdir(parents=True, exist_ok=True)
        for url, blob in backend.cdn._blobs.items():
            if url not in self._names:
                name = hashlib.sha256(blob).hexdigest()
                _replace(self._pictures / name, blob)
                self._names[url] = name
        parts = {name: getattr(backend, name) for name in _KEPT}
        _replace(self._path, pickle.dumps((FORMAT, parts, self._names)))

    def clear(self) -> None:
        """Delete what was kept."""
        self._path.unlink(missing_ok=True)
        shutil.rmtree(self._pictures, ignore_errors=True)
        self._names = {}


def _replace(path: Path, data: bytes) -> None:
    new = path.with_suffix(".new")
    new.write_bytes(data)
    new.replace(path)


def make_world(env: Env) -> None:
    """Make the server, its channel and its people, before `env` starts."""
    backend = env.backend
    backend.bot_user.name = BOT_NAME
    backend.bot_user.avatar = "stolik"
    backend.cdn._blobs[f"{CDN_BASE}/avatars/{backend.bot_user.id}/stolik.png"] = draw_bot()
    users = [_make_user(env, place) for place in range(len(PEOPLE))]
    guild = env.create_guild(
        "Board game night", id=GUILD_ID, owner=users[0], preferred_locale=GUILD_LOCALE
    )
    for user in users:
        if user.id not in guild.member_ids():
            guild.add_member(user)
        assert user.dm_channel  # looking at it creates it
    guild.create_text_channel("game-night", topic="Complete board games, one move at a time.")


def _make_user(env: Env, place: int) -> UserHandle:
    person = PEOPLE[place]
    user = env.create_user(person.name.lower(), global_name=person.name, avatar=person.name.lower())
    url = f"{CDN_BASE}/avatars/{user.id}/{user.avatar}.png"
    env.backend.cdn._blobs[url] = draw_portrait(place, person.colour)
    return user


def guild_of(env: Env) -> GuildHandle:
    """Return the demo's server, whether new or kept."""
    return GuildHandle(env, env.backend.guilds[GUILD_ID])


def members_of(env: Env) -> tuple[MemberActor, ...]:
    """Return the people as members of the server, in the order of `PEOPLE`."""
    by_name = {u.name: u for u in env.backend.users.values() if not u.bot}
    handles = (UserHandle(env, by_name[p.name.lower()]) for p in PEOPLE)
    return tuple(MemberActor(env, guild_of(env), user) for user in handles)


def handles_of(env: Env) -> list[ChannelHandle]:
    """Return the text channel, the threads and the direct messages, oldest first."""
    guild = guild_of(env)
    return [
        ChannelHandle(env, guild if channel.guild_id else None, channel)
        for channel in sorted(env.backend.channels.values(), key=lambda c: c.id)
        if channel.type in {0, 1, 11}
    ]


def catch_up_clock(env: Env) -> float:
    """Return how many seconds the simulated time is behind the real time."""
    return max(0.0, time.time() - env.now().timestamp())


def local_zone() -> str:
    """Return the name of this machine's time zone, or UTC if that is unknown."""
    name = os.environ.get("TZ", "") or str(Path("/etc/localtime").resolve())
    name = name.rpartition("zoneinfo/")[2].lstrip(":")
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return "UTC"


def speak_languages() -> None:
    """Let every simulated user send their own language; simcord always sends English."""
    plain: Callable[..., tuple[Any, dict[str, Any]]] = simcord.interactions.base_payload
    if getattr(plain, "speaks", False):
        return

    def base_payload(backend: Backend, **facts: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = plain(backend, **facts)
        name = backend.get_user(facts["user_id"]).global_name or ""
        payload["locale"] = LOCALES.get(name, GUILD_LOCALE)
        if facts["guild_id"] is not None:
            payload["guild_locale"] = GUILD_LOCALE
        return record, payload

    setattr(base_payload, "speaks", True)  # noqa: B010 - mypy knows no attributes of functions
    simcord.interactions.base_payload = base_payload
