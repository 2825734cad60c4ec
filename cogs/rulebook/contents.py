"""The contents below a page of a rulebook: lists of chapters and entries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import discord

from cogs.rulebook.bookmark import Bookmark
from cogs.ui.items import MAX_CHOICE, MAX_OPTIONS, Select, fitting, select
from cogs.ui.speech import component_emoji, say
from lookup.book import Book, Entry
from render.i18n import Lang
from rules.text import t

LINK_CHARS: Final = 40


def chapter_lists(book: Book, lang: Lang, present: str, match_id: int) -> list[Select]:
    """Return the selects that lead to each chapter; `present` is marked."""
    found = lists_of(
        [
            discord.SelectOption(
                label=fitting(e.title, MAX_CHOICE),
                value=str(Bookmark(book.slug, e.key)),
                default=e.key == present,
            )
            for e in book.entries
            if e.kind == "topic"
        ]
    )
    name = say(t("Chapters"), lang)
    return [
        select(
            "chapters",
            match_id,
            str(place),
            options=options,
            placeholder=guide(name, options, len(found) > 1),
        )
        for place, options in enumerate(found)
    ]


def lists_of(options: list[discord.SelectOption]) -> list[list[discord.SelectOption]]:
    """Return options split into similar lists, each short enough for a select."""
    count = -(-len(options) // MAX_OPTIONS)
    size = -(-len(options) // count) if count else 1
    return [options[first : first + size] for first in range(0, len(options), size)]


def guide(name: str, options: Sequence[discord.SelectOption], is_part: bool) -> str:
    """Return the name of a list; of one of several, with its first and last title."""
    if not is_part:
        return name
    return f"{name}: {short_title(options[0].label)} – {short_title(options[-1].label)}"


def entry_option(book: Book, entry: Entry, *, signed: bool = False) -> discord.SelectOption:
    """Return the option that leads to an entry, described by its first line.

    If `signed`, what it explains has its emoji before it.
    """
    about = re.sub(r"[*_`]+|^[->#\s]+", "", entry.body.partition("\n")[0])
    return discord.SelectOption(
        label=fitting(entry.title, MAX_CHOICE),
        description=fitting(about, MAX_CHOICE) or None,
        value=str(Bookmark(book.slug, entry.key)),
        emoji=component_emoji(book.slug, entry.components) if signed else None,
    )


def short_title(title: str) -> str:
    """Return a title cut to `LINK_CHARS`."""
    return fitting(title, LINK_CHARS)
