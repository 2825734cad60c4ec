"""The rulebooks: a topic, or the one rule that a refusal cites, for whoever asks.

A rulebook is ``data/<game>/rulebook.<lang>.md``; each ``## `` heading is a topic, and a rule is a
paragraph that begins with its number, ``**K-PLAN-3**``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import MAX_WORDS, change, tell
from cogs.speech import reader, say
from cogs.translator import named
from cogs.ui.items import MAX_OPTIONS, Select, Tap, button, fitting, on, select
from render.i18n import Lang
from rules import registry
from rules.errors import LobbyError, NoMatchError
from rules.text import t

DATA_DIR: Final = Path(__file__).parent.parent / "data"
_RULE: Final = re.compile(r"^\*\*([A-Z]+(?:-[A-Z]+)?-?[A-Z]?\d+)\*\* (.*)$", re.MULTILINE)
MAX_FOUND: Final = 25
"""Suggestions Discord shows as one types."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A chapter of a rulebook: its heading, its text, and its rules by number."""

    heading: str
    body: str
    rules: tuple[tuple[str, str], ...]


@cache
def rulebook(slug: str, lang: Lang) -> tuple[Topic, ...]:
    """Return the topics of a game's rulebook, in its order.

    Raises:
        LobbyError: The game has none.
    """
    path = DATA_DIR / slug / f"rulebook.{lang}.md"
    if slug not in registry.slugs() or not path.is_file():
        raise LobbyError(
            t("There is no rulebook of this game."), t("Look at the games with /about.")
        )
    chapters = path.read_text(encoding="utf-8").split("\n## ")[1:]
    split = (chapter.partition("\n") for chapter in chapters)
    return tuple(
        Topic(heading.strip(), body.strip(), tuple(_RULE.findall(body)))
        for heading, _, body in split
    )


def find_rule(slug: str, rule: str, lang: Lang) -> tuple[int, str] | None:
    """Return the place of the topic that holds a rule, and the rule's first paragraph."""
    for place, topic in enumerate(rulebook(slug, lang)):
        for number, words in topic.rules:
            if number.casefold() == rule.strip().casefold():
                return place, f"**{number}** {words}"
    return None


def find_topic(slug: str, typed: str, lang: Lang) -> int | None:
    """Return the place of the topic whose heading is, or begins with, or holds what was typed."""
    wanted = typed.strip().casefold()
    headings = [topic.heading.casefold() for topic in rulebook(slug, lang)]
    for fits in (wanted.__eq__, lambda h: h.startswith(wanted), lambda h: wanted in h):
        for place, heading in enumerate(headings):
            if fits(heading):
                return place
    return None


def suggestions(slug: str, typed: str, lang: Lang) -> list[tuple[str, str]]:
    """Return up to 25 headings and rule numbers that hold what was typed: shown, meant."""
    book, wanted = rulebook(slug, lang), typed.strip().casefold()
    headings = [(topic.heading, topic.heading) for topic in book]
    rules = [(f"{number} · {words}", number) for topic in book for number, words in topic.rules]
    found = [(shown, meant) for shown, meant in headings + rules if wanted in shown.casefold()]
    return [(fitting(shown, 100), meant[:100]) for shown, meant in found[:MAX_FOUND]]


class Rulebook(commands.Cog):
    """``/rules``."""

    @app_commands.command(name=named(t("rules")), description=named(t("Look a rule up")))
    @app_commands.rename(game=named(t("game")), topic=named(t("topic")))
    @app_commands.describe(
        game=named(t("Which game; usually the one played here")),
        topic=named(t("A heading, or the number of a rule")),
    )
    async def rules(
        self, interaction: discord.Interaction[Any], game: str = "", topic: str = ""
    ) -> None:
        """Show a topic or one rule of a rulebook."""
        slug = registry.get(game.strip().lower()).info.slug if game else await _game(interaction)
        lang = reader(interaction)
        found = find_rule(slug, topic, lang)
        if found is not None:
            await tell(interaction, *_one_rule(slug, *found, lang))
            return
        place = find_topic(slug, topic, lang)
        if place is None:
            raise LobbyError(
                t("No rule and no heading is called “{topic}”.", topic=topic[:60]),
                t("Choose one from the list as you type."),
            )
        await tell(interaction, *_page(slug, place, lang))

    @rules.autocomplete("game")
    async def _games(
        self, interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        infos = (registry.get(slug).info for slug in registry.slugs())
        return [
            app_commands.Choice(name=info.title[:100], value=info.slug)
            for info in infos
            if typed.casefold() in f"{info.title} {info.slug}".casefold()
        ][:MAX_FOUND]

    @rules.autocomplete("topic")
    async def _topics(
        self, interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        slug = str(getattr(interaction.namespace, "game", "") or "") or await _game(interaction)
        try:
            found = suggestions(slug, typed, reader(interaction))
        except LobbyError:
            return []
        return [app_commands.Choice(name=shown, value=meant) for shown, meant in found]


async def _game(interaction: discord.Interaction[Any], match_id: int = 0) -> str:
    """Return the game of a match or of this channel's match, else the first there is."""
    service = interaction.client.service
    try:
        if match_id:
            match = await service.info(match_id)
        else:
            match = await service.in_channel(interaction.channel_id)
    except NoMatchError:
        return registry.slugs()[0]
    return str(match.slug)


@on("rules")
async def _open(interaction: discord.Interaction[Any], tap: Tap) -> None:
    slug = await _game(interaction, tap.match_id)
    await tell(interaction, *_page(slug, 0, reader(interaction)))


@on("rule")
async def _open_rule(interaction: discord.Interaction[Any], tap: Tap) -> None:
    lang, slug = reader(interaction), await _game(interaction, tap.match_id)
    found = find_rule(slug, tap.rest, lang)
    shown = _page(slug, 0, lang) if found is None else _one_rule(slug, *found, lang)
    await tell(interaction, *shown)


@on("topic")
async def _turn_page(interaction: discord.Interaction[Any], tap: Tap) -> None:
    chosen = tap.values[0] if tap.values else tap.rest
    slug, _, place = chosen.partition(".")
    lang = reader(interaction)
    number = int(place) if place.isdecimal() and int(place) < len(rulebook(slug, lang)) else 0
    await change(interaction, *_page(slug, number, lang))


def _page(slug: str, place: int, lang: Lang) -> tuple[str, Sequence[Select]]:
    """Return the words of a topic and the select that leads to the others."""
    book = rulebook(slug, lang)
    first = max(0, min(place - MAX_OPTIONS // 2, len(book) - MAX_OPTIONS))
    options = [
        discord.SelectOption(
            label=fitting(book[i].heading, 100), value=f"{slug}.{i}", default=i == place
        )
        for i in range(first, min(first + MAX_OPTIONS, len(book)))
    ]
    topic = book[place]
    words = f"## {topic.heading}\n{topic.body}"[:MAX_WORDS]
    return words, [select("topic", options=options, placeholder=say(t("Another topic"), lang))]


def _one_rule(slug: str, place: int, words: str, lang: Lang) -> tuple[str, Sequence[Any]]:
    heading = rulebook(slug, lang)[place].heading
    label = say(t("The whole chapter"), lang)
    whole = button("topic", rest=f"{slug}.{place}", label=label)
    return f"**{registry.get(slug).info.title} · {heading}**\n{words}", [whole]


async def setup(bot: commands.Bot) -> None:
    """Add the command of the rulebooks."""
    await bot.add_cog(Rulebook())
