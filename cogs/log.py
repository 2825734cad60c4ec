"""What a log line looks like, which lines are logged, and which are counted."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final

import aiohttp
import discord

import config
from cogs.traces import kind_of, traced
from monitor import metrics, requests
from rules.errors import StoreError

OUR_LOGGERS: Final = (
    *("bot", "cogs", "demo", "demo_page", "lookup", "matches", "monitor", "players", "render"),
    *("rules", "workers"),
)

NOT_REACHED: Final = (
    aiohttp.ClientConnectionError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.LoginFailure,
    discord.RateLimited,
)
"""Discord can't be reached, or doesn't let the bot in."""

log = logging.getLogger(__name__)


class Formatter(logging.Formatter):
    """Adds ids of the request; hides the token and values quoted in errors."""

    def __init__(self, token: str = "") -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """Return the line or lines of a record."""
        line = super().format(record)
        line += "".join(f" [{name} {value}]" for name, value in _marks(record).items())
        return self.hide(line)

    def hide(self, line: str) -> str:
        """Return a line without the token."""
        return line.replace(self._token, "[token]") if self._token else line

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name is logging's
        """Return the traceback of an error, without its message if that may quote a move."""
        return traced(ei[1]) if ei[1] is not None else ""


class JsonFormatter(Formatter):
    """Says the same as `Formatter` as one line of JSON.

    Its keys: time (ISO, UTC), level, logger, message, and if there are any match, interaction,
    request, and trace, the lines of an error.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        message, _, more = record.getMessage().partition("\n")
        trace = [more] if more else []
        if record.exc_info:
            trace.append(self.formatException(record.exc_info))
        facts = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message,
            **_marks(record),
            **({"trace": "\n".join(trace)} if trace else {}),
        }
        return self.hide(json.dumps(facts, ensure_ascii=False))


def _marks(record: logging.LogRecord) -> dict[str, object]:
    """Return the ids by which lines are found that belong together."""
    marks = {name: getattr(record, name, None) for name in ("match", "interaction")}
    marks["request"] = requests.current_id() or None
    return {name: value for name, value in marks.items() if value is not None}


class Counting(logging.Handler):
    """Counts errors by their kind, and warnings by the room that they come from."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record."""
        if record.levelno < logging.ERROR:
            top = record.name.partition(".")[0]
            metrics.warned(top if top in OUR_LOGGERS else "library")
            return
        error = record.exc_info[1] if record.exc_info else None
        metrics.failed(getattr(record, "kind", kind_of(error) if error else "other"))


def set_up_logging(settings: config.Settings) -> None:
    """Log to stderr: our lines from the chosen level, those of libraries from INFO.

    Below INFO, libraries log their network traffic, which includes moves.
    """
    handler = logging.StreamHandler()
    kind = JsonFormatter if settings.log_format == "json" else Formatter
    handler.setFormatter(kind(settings.token))
    level = logging.getLevelNamesMapping()[settings.log_level]
    logging.basicConfig(level=max(level, logging.INFO), handlers=[handler, Counting()], force=True)
    for name in OUR_LOGGERS:
        logging.getLogger(name).setLevel(level)


def _is_of_database(error: StoreError) -> bool:
    """Return whether the database itself, or its server, is out of reach or wrong."""
    return error.__cause__ is not None or str(error).startswith("cannot use database ")


def tell_end(settings: config.Settings, error: Exception) -> None:
    """Say why the bot stops: in a sentence alone, or where JSON is read, in the log."""
    told = str(error)
    if isinstance(error, discord.LoginFailure):
        told = "Discord rejected the token. Check DISCORD_TOKEN."
    elif isinstance(error, discord.ConnectionClosed):
        told = f"Discord ended the connection with {error.code}; 4011: it wants more shards"
        told += " (STOLIK_SHARDS)."
    elif isinstance(error, NOT_REACHED):
        told = f"cannot reach Discord: {error}"
    elif isinstance(error, StoreError) and _is_of_database(error):
        told += f" ({config.VARIABLES['database']})"
    if settings.log_format == "json":
        log.error(told)
    else:
        print(told, file=sys.stderr, flush=True)
