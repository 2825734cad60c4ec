"""What a log line looks like, and which lines are logged."""

from __future__ import annotations

import logging
from typing import Any, Final

import config
from cogs.traces import traced

OUR_LOGGERS: Final = (
    *("bot", "cogs", "demo", "demo_page", "lookup", "matches", "players", "render", "rules"),
    "workers",
)


class Formatter(logging.Formatter):
    """Adds match and interaction ids; hides the token and values quoted in errors."""

    def __init__(self, token: str = "") -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """Return the line or lines of a record."""
        line = super().format(record)
        marks = ((name, getattr(record, name, None)) for name in ("match", "interaction"))
        line += "".join(f" [{name} {value}]" for name, value in marks if value is not None)
        return line.replace(self._token, "[token]") if self._token else line

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name is logging's
        """Return the traceback of an error, without its message if that may quote a move."""
        return traced(ei[1]) if ei[1] is not None else ""


def set_up_logging(settings: config.Settings) -> None:
    """Log to stderr: our lines from the chosen level, those of libraries from INFO.

    Below INFO, libraries log their network traffic, which includes moves.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(Formatter(settings.token))
    level = logging.getLevelNamesMapping()[settings.log_level]
    logging.basicConfig(level=max(level, logging.INFO), handlers=[handler], force=True)
    for name in OUR_LOGGERS:
        logging.getLogger(name).setLevel(level)
