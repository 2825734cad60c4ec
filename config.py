"""Typed settings. Only this module reads the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from dotenv import dotenv_values


class ConfigError(Exception):
    """A setting is missing or wrong; the message is one line for the host."""


LogLevel: TypeAlias = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The bot's settings. They can be made without an environment.

    Attributes:
        database: The SQLite file; its folder is created if it is missing.
        token: Discord's bot token; "" without the real Discord.
        log_level: Name of a logging level.
        cached_matches: How many live matches are kept ready in memory.
        requests_per_s: The most requests that the outbox makes in a second. Discord allows a bot
            50, and some are needed for other things.
    """

    database: Path = Path("var/stolik.db")
    token: str = ""
    log_level: LogLevel = "INFO"
    cached_matches: Annotated[int, msgspec.Meta(ge=1)] = 500
    requests_per_s: Annotated[float, msgspec.Meta(ge=1)] = 45

    def __repr__(self) -> str:
        """Return the settings without the token."""
        return f"Settings(database={str(self.database)!r}, log_level={self.log_level!r})"


_VARIABLES = {
    "database": "STOLIK_DATABASE",
    "token": "DISCORD_TOKEN",
    "log_level": "STOLIK_LOG_LEVEL",
    "cached_matches": "STOLIK_CACHED_MATCHES",
    "requests_per_s": "STOLIK_REQUESTS_PER_S",
}
_ALLOWED = {
    "log_level": "DEBUG, INFO, WARNING or ERROR",
    "cached_matches": "a whole number from 1 up",
    "requests_per_s": "a number from 1 up",
}
"""The values of those settings that can be wrong."""


def load(environ: Mapping[str, str] | None = None, *, token_needed: bool = True) -> Settings:
    """Return the settings from `environ`.

    By default they come from ``.env``, overridden by the environment.

    Raises:
        ConfigError: The token is needed but missing, or a value isn't allowed; the message names
            the variable and what is allowed.
    """
    if environ is None:
        environ = {k: v for k, v in dotenv_values().items() if v is not None} | dict(os.environ)
    found = {
        f.name: environ[_VARIABLES[f.name]].strip()
        for f in fields(Settings)
        if environ.get(_VARIABLES[f.name], "").strip()
    }
    if token_needed and "token" not in found:
        raise ConfigError(
            "DISCORD_TOKEN is not set. Add it to the environment or to .env, "
            "or try the bot without Discord by running make play."
        )
    for name, text in found.items():
        try:
            _read({name: text})
        except msgspec.ValidationError:
            raise ConfigError(f"{_VARIABLES[name]} is {text!r}, not {_ALLOWED[name]}") from None
    return _read(found)


def _read(found: Mapping[str, str]) -> Settings:
    return msgspec.convert(found, Settings, strict=False, dec_hook=lambda kind, text: kind(text))


def others() -> dict[str, str]:
    """Return the environment without our settings, for processes that need none."""
    return {key: value for key, value in os.environ.items() if key not in _VARIABLES.values()}
