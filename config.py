"""Typed settings. Only this module reads the environment."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from os.path import isfile
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, get_type_hints

import msgspec
from dotenv import dotenv_values

from matches.db.postgres.address import Address, AddressError, address

log = logging.getLogger(__name__)


class ConfigError(Exception):
    """A setting is missing or wrong; the message is one line for the host."""


LogFormat: TypeAlias = Literal["text", "json"]
LogLevel: TypeAlias = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


_PORT: Final = r"(6553[0-5]|655[0-2]\d|65[0-4]\d\d|6[0-4]\d{3}|[1-5]?\d{1,4})"
_ADDRESS: Final = rf"^$|^([\w.-]+|\[[0-9a-fA-F:.]+\]):{_PORT}$"


def _read_from(variable: str, allowed: str = "") -> dict[str, str]:
    """Return the metadata of a field; `allowed` is for what can be wrong."""
    return {"variable": variable, "allowed": allowed}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The bot's settings. They can be made without an environment.

    Attributes:
        database: The SQLite file, whose folder is created if it is missing, or a PostgreSQL
            server.
        token: Discord's bot token; "" without the real Discord.
        log_level: Name of a logging level.
        log_format: How a line of the log looks.
        metrics: Where figures about the bot can be read, as host and port; "" is nowhere.
        cached_matches: How many live matches are kept ready in memory.
        requests_per_s: The most requests that the outbox makes in a second. Discord allows a bot
            50, and some are needed for other things.
        thinkers: How many processes think for computer players, at most; with 0 they play what
            looks best at once.
        owner_server: The server where ``/stolik`` exists, for whoever owns the bot; 0: nowhere.
        backups: How many backups are kept; 0: none are made.
        backup_folder: Where they are; "": ``backups`` beside a file, ``var/backups`` with a server.
        backup_hours: The time between two backups.
        shards: How many connections to Discord share the servers; 0: as many as Discord recommends.
        person_taps_per_s: How many taps and commands a person may make in a second, on average;
            0 for any number.
        server_taps_per_s: The same for all members of a server together.
    """

    database: Address = field(
        default=Path("var/stolik.db"),
        metadata=_read_from("STOLIK_DATABASE"),
    )
    token: str = field(default="", repr=False, metadata=_read_from("DISCORD_TOKEN"))
    log_level: LogLevel = field(
        default="INFO",
        metadata=_read_from("STOLIK_LOG_LEVEL", "DEBUG, INFO, WARNING or ERROR"),
    )
    log_format: LogFormat = field(
        default="text", metadata=_read_from("STOLIK_LOG_FORMAT", "text or json")
    )
    metrics: Annotated[str, msgspec.Meta(pattern=_ADDRESS)] = field(
        default="",
        metadata=_read_from("STOLIK_METRICS", "an address and a port, such as 127.0.0.1:9464"),
    )
    cached_matches: Annotated[int, msgspec.Meta(ge=1)] = field(
        default=500,
        metadata=_read_from("STOLIK_CACHED_MATCHES", "a whole number from 1 up"),
    )
    requests_per_s: Annotated[float, msgspec.Meta(ge=1, le=1_000_000)] = field(
        default=45,
        metadata=_read_from("STOLIK_REQUESTS_PER_S", "a number from 1 to 1000000"),
    )
    thinkers: Annotated[int, msgspec.Meta(ge=0, le=64)] = field(
        default=1,
        metadata=_read_from("STOLIK_THINKERS", "a whole number from 0 to 64"),
    )
    owner_server: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = field(
        default=0,
        metadata=_read_from("STOLIK_OWNER_SERVER", "the id of a server, or 0"),
    )
    backups: Annotated[int, msgspec.Meta(ge=0, le=1000)] = field(
        default=7,
        metadata=_read_from("STOLIK_BACKUPS", "a whole number from 0 to 1000"),
    )
    backup_folder: str = field(default="", metadata=_read_from("STOLIK_BACKUP_FOLDER", "a folder"))
    backup_hours: Annotated[float, msgspec.Meta(ge=0.1, le=8760)] = field(
        default=24,
        metadata=_read_from("STOLIK_BACKUP_HOURS", "a number from 0.1 to 8760"),
    )
    shards: Annotated[int, msgspec.Meta(ge=0, le=1000)] = field(
        default=0,
        metadata=_read_from("STOLIK_SHARDS", "a whole number from 0 to 1000"),
    )
    person_taps_per_s: Annotated[float, msgspec.Meta(ge=0, le=10_000)] = field(
        default=5,
        metadata=_read_from("STOLIK_PERSON_TAPS_PER_S", "a number from 0 to 10000"),
    )
    server_taps_per_s: Annotated[float, msgspec.Meta(ge=0, le=10_000)] = field(
        default=12,
        metadata=_read_from("STOLIK_SERVER_TAPS_PER_S", "a number from 0 to 10000"),
    )

    @property
    def backups_in(self) -> Path:
        """The folder of the backups."""
        if self.backup_folder:
            return Path(self.backup_folder)
        if isinstance(self.database, Path):
            return self.database.with_name("backups")
        return Path("var/backups")


def simulated(database: Address, **others: Any) -> Settings:
    """Return settings for a simulated Discord: one shard, people who tap fast."""
    return Settings(database=database, shards=1, person_taps_per_s=0, server_taps_per_s=0, **others)


_PREFIX: Final = "STOLIK_"
_TOKEN: Final = re.compile("[!-~]+")
_ALIKE: Final = 0.85
"""How alike two names are, from 0 to 1, if one may be the other misspelled."""
VARIABLES: Final = {f.name: str(f.metadata["variable"]) for f in fields(Settings)}
"""The environment variable of each setting."""
_KINDS: Final = get_type_hints(Settings, include_extras=True)
_ALLOWED: Final = {f.name: f.metadata["allowed"] for f in fields(Settings)}


def load(
    environ: Mapping[str, str] | None = None,
    *,
    token_needed: bool = True,
    prepare: Callable[[Settings], None] = lambda _: None,
) -> Settings:
    """Return the settings from `environ`, and warn of misspelled ones.

    Args:
        environ: By default ``.env``, overridden by the environment.
        token_needed: Whether it must have a token.
        prepare: What is done before the warning, such as setting up the log.

    Raises:
        ConfigError: The token is needed but missing, or a value isn't allowed; the message names
            the variable and what is allowed. Or ``.env`` can't be read.
    """
    if environ is None:
        environ = _written() | dict(os.environ)
    try:
        settings = _read(environ, token_needed=token_needed)
        prepare(settings)
    finally:
        _warn_of_misspelled(environ)
    return settings


def _read(environ: Mapping[str, str], *, token_needed: bool) -> Settings:
    given = {name: environ.get(variable, "").strip() for name, variable in VARIABLES.items()}
    found = {name: text for name, text in given.items() if text}
    if token_needed and "token" not in found:
        raise ConfigError(
            "DISCORD_TOKEN is not set. Add it to the environment or to .env, "
            "or try the bot without Discord by running make play."
        )
    if not _TOKEN.fullmatch(found.get("token", "x")):
        raise ConfigError("DISCORD_TOKEN has spaces or letters that no token has: copy it again")
    return Settings(**{name: _value(name, text) for name, text in found.items()})


def _warn_of_misspelled(environ: Mapping[str, str]) -> None:
    """Say so if a variable is nearly called like one of ours, which it leaves unset."""
    unknown = {name for name in environ if name.startswith(_PREFIX)} - {*VARIABLES.values()}
    for name in sorted(unknown):
        from difflib import get_close_matches  # only then, as it slows the start down

        for near in get_close_matches(name, VARIABLES.values(), 1, _ALIKE):
            log.warning("%s is no setting and does nothing; do you mean %s?", name, near)


def _written() -> dict[str, str]:
    """Return what ``.env`` says, or raise ConfigError if it can't be read."""
    try:
        return {k: v for k, v in dotenv_values().items() if v is not None}
    except UnicodeDecodeError:
        raise ConfigError(".env isn't in UTF-8. Save it again in that encoding.") from None
    except OSError as error:  # somebody else's, who lets nobody read it
        raise ConfigError(f".env can't be read: {error.strerror or error}") from None


def _value(name: str, text: str) -> Any:
    """Return the value of a setting, or raise ConfigError if it isn't allowed."""
    if name == "database":
        try:
            return address(text)
        except AddressError as error:
            raise ConfigError(f"{VARIABLES[name]} {error}") from None
    wrong = ConfigError(f"{VARIABLES[name]} is {text!r}, not {_ALLOWED[name]}")
    if name == "backup_folder" and isfile(text):
        raise wrong
    try:
        return msgspec.convert(text, _KINDS[name], strict=False)
    except msgspec.ValidationError:
        raise wrong from None


def others() -> dict[str, str]:
    """Return the environment without our settings, for processes that need none."""
    return {key: value for key, value in os.environ.items() if key not in VARIABLES.values()}
