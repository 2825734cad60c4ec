"""Typed settings. Only this module reads the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from dotenv import dotenv_values


class ConfigError(Exception):
    """A setting is missing or wrong; the message is one line for the host."""


LogLevel: TypeAlias = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


def _read_from(variable: str, allowed: str = "") -> dict[str, str]:
    """Return the metadata of a field; `allowed` is for what can be wrong."""
    return {"variable": variable, "allowed": allowed}


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
        thinkers: How many processes think for computer players, at most; with 0 they play what
            looks best at once.
    """

    database: Path = field(default=Path("var/stolik.db"), metadata=_read_from("STOLIK_DATABASE"))
    token: str = field(default="", repr=False, metadata=_read_from("DISCORD_TOKEN"))
    log_level: LogLevel = field(
        default="INFO",
        metadata=_read_from("STOLIK_LOG_LEVEL", "DEBUG, INFO, WARNING or ERROR"),
    )
    cached_matches: Annotated[int, msgspec.Meta(ge=1)] = field(
        default=500,
        metadata=_read_from("STOLIK_CACHED_MATCHES", "a whole number from 1 up"),
    )
    requests_per_s: Annotated[float, msgspec.Meta(ge=1)] = field(
        default=45,
        metadata=_read_from("STOLIK_REQUESTS_PER_S", "a number from 1 up"),
    )
    thinkers: Annotated[int, msgspec.Meta(ge=0, le=64)] = field(
        default=1,
        metadata=_read_from("STOLIK_THINKERS", "a whole number from 0 to 64"),
    )


VARIABLES: Final = {f.name: str(f.metadata["variable"]) for f in fields(Settings)}
"""The environment variable of each setting."""
_ALLOWED: Final = {f.name: f.metadata["allowed"] for f in fields(Settings)}


def load(environ: Mapping[str, str] | None = None, *, token_needed: bool = True) -> Settings:
    """Return the settings from `environ`.

    By default they come from ``.env``, overridden by the environment.

    Raises:
        ConfigError: The token is needed but missing, or a value isn't allowed; the message names
            the variable and what is allowed.
    """
    if environ is None:
        environ = {k: v for k, v in dotenv_values().items() if v is not None} | dict(os.environ)
    given = {name: environ.get(variable, "").strip() for name, variable in VARIABLES.items()}
    found = {name: text for name, text in given.items() if text}
    if token_needed and "token" not in found:
        raise ConfigError(
            "DISCORD_TOKEN is not set. Add it to the environment or to .env, "
            "or try the bot without Discord by running make play."
        )
    for name, text in found.items():
        try:
            _read({name: text})
        except msgspec.ValidationError:
            raise ConfigError(f"{VARIABLES[name]} is {text!r}, not {_ALLOWED[name]}") from None
    return _read(found)


def _read(found: Mapping[str, str]) -> Settings:
    return msgspec.convert(found, Settings, strict=False, dec_hook=lambda kind, text: kind(text))


def others() -> dict[str, str]:
    """Return the environment without our settings, for processes that need none."""
    return {key: value for key, value in os.environ.items() if key not in VARIABLES.values()}
