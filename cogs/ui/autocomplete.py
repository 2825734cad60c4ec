"""Suggestions while somebody types an option, and which game they named."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

from discord import app_commands
from discord.ext import commands

from cogs.traces import in_short
from cogs.ui.items import MAX_CHOICE, MAX_OPTIONS, Interaction, fitting
from cogs.ui.speech import say, visible
from lookup.words import fold
from render.i18n import Lang
from rules import registry
from rules.errors import RefusedError
from rules.protocol import GameInfo

log = logging.getLogger(__name__)
P = ParamSpec("P")
V = TypeVar("V", str, int, float)

Completer: TypeAlias = (
    "Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]"
)


def guarded(
    complete: Callable[P, Coroutine[Any, Any, list[app_commands.Choice[V]]]],
) -> Callable[P, Coroutine[Any, Any, list[app_commands.Choice[V]]]]:
    """Return a completer that suggests nothing if it fails.

    Otherwise discord.py would not answer. The next typed letter asks again, so a failure is worth
    only one line of the log.
    """

    @wraps(complete)
    async def safely(*args: P.args, **kwargs: P.kwargs) -> list[app_commands.Choice[V]]:
        try:
            return await complete(*args, **kwargs)
        except RefusedError:
            return []
        except Exception as error:  # noqa: BLE001 - nobody can be answered
            log.warning("completion failed: %s", in_short(error))
            return []

    return safely


def one_line(record: logging.LogRecord) -> bool:
    """Shorten discord.py's report of a completion that failed to be sent to one line."""
    if record.exc_info and str(record.msg).startswith("Ignoring exception in autocomplete"):
        error = record.exc_info[1]
        assert error is not None
        record.msg, record.args = "sending a completion failed: %s", (in_short(error),)
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = None
    return True


def setup(bot: commands.AutoShardedBot) -> None:
    """Shorten the log of completions that failed to be sent."""
    logging.getLogger("discord.app_commands.tree").addFilter(one_line)


def choices(found: Iterable[tuple[str, str]], current: str) -> list[app_commands.Choice[str]]:
    """Return the choices that match the typed text, at most 25, in their order.

    Args:
        found: Label and value of each.
        current: The typed text; every word must be in label or value; accents do not matter.
    """
    words = fold(current).split()
    offered: list[app_commands.Choice[str]] = []
    for label, value in found:
        text = fold(f"{label} {value}")
        if all(word in text for word in words) and len(value) <= MAX_CHOICE:
            offered.append(app_commands.Choice(name=fitting(label, MAX_CHOICE), value=value))
        if len(offered) == MAX_OPTIONS:
            break
    return offered


def game_choices(slugs: Iterable[str], typed: str) -> list[app_commands.Choice[str]]:
    """Return the games whose title or slug matches the typed text."""
    return choices([(registry.get(slug).info.title, slug) for slug in slugs], visible(typed))


def game_named(typed: str) -> str:
    """Return the slug of the game that was named by slug or title.

    Raises:
        LobbyError: There is no such game; the hint lists the games.
    """
    wanted = visible(typed).casefold()
    infos = [registry.get(slug).info for slug in registry.slugs()]
    slugs = {info.title.casefold(): info.slug for info in infos}
    slug = slugs.get(wanted, wanted)
    return registry.get(slug if slug in registry.slugs() else slug[:30]).info.slug


def split_options(typed: str) -> tuple[str, ...]:
    """Return the slugs of a comma-separated list, in order and without duplicates."""
    slugs = (slug.strip().lower() for slug in typed.split(","))
    return tuple(dict.fromkeys(slug for slug in slugs if slug))


def option_choices(info: GameInfo, typed: str, lang: Lang) -> list[app_commands.Choice[str]]:
    """Return the choices that add one option to the list typed so far."""
    before, _, begun = typed.rpartition(",")
    chosen = split_options(before)
    rest = [o for o in info.options if o.slug not in chosen]
    offered: list[app_commands.Choice[str]] = []
    for option in rest:
        title = say(option.title, lang)
        if begun.strip().lower() in f"{option.slug} {title.lower()}":
            value = ", ".join((*chosen, option.slug))
            name = ", ".join((*chosen, title))
            offered.append(
                app_commands.Choice(name=fitting(name, MAX_CHOICE), value=value[:MAX_CHOICE])
            )
    return offered[:MAX_OPTIONS]
