"""``/rules``: rulebooks, entry by entry, in private; shared entries, in public."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.drawing.pictures import draw_component
from cogs.rulebook.bookmark import Bookmark, read_bookmark
from cogs.rulebook.entry_view import EntryPage, hits_post, page_post, shared_post, shown_ids
from cogs.ui.answers import defer_new, defer_update, finish, forged
from cogs.ui.autocomplete import game_choices, game_named, guarded
from cogs.ui.context import any_match_here, any_match_meant, check_place
from cogs.ui.items import ComponentId, Interaction, cog_of, on
from cogs.ui.sheet import Post
from cogs.ui.speech import NOBODY, display, public, reader, visible
from cogs.ui.translator import named
from lookup import shelf
from lookup.book import Book
from matches.domain.model import Glance, MatchInfo
from render.i18n import Lang
from rules import registry
from rules.errors import LobbyError
from rules.text import t

MEANT_S: Final = 60
MOST_TYPING: Final = 1000
"""The most people whose typing is remembered; beyond that everything is forgotten."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The book somebody is reading, and for which match.

    Attributes:
        book: The rulebook in their language.
        lang: That language.
        match_id: The match they read it for, or 0.
        glance: That match as they see it, while it is being played.
    """

    book: Book
    lang: Lang
    match_id: int = 0
    glance: Glance | None = None


async def _games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return game_choices(shelf.slugs(), typed)


async def _topics(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    slug = _named_game(str(getattr(interaction.namespace, "game", "") or ""))
    cog = cog_of(interaction, Rulebook)
    slug = slug or await cog.game_meant(interaction)
    found = await asyncio.to_thread(shelf.suggest, slug, reader(interaction), typed)
    return [app_commands.Choice(name=one.label, value=one.label) for one in found]


class Rulebook(commands.Cog):
    """The command.

    Attributes:
        shared: Message id and bookmark of recent shares, so that a double tap shares only once.
    """

    def __init__(self) -> None:
        self.shared: deque[tuple[int, str]] = deque(maxlen=200)
        self._meant: dict[tuple[int, int | None], tuple[str, float]] = {}

    async def game_meant(self, interaction: Interaction) -> str:
        """Return the game somebody types about; reads the database once a minute."""
        place, now = (interaction.user.id, interaction.channel_id), time.monotonic()
        slug, until = self._meant.get(place, ("", 0.0))
        if now >= until:
            slug = await _default_game(interaction)
            if len(self._meant) >= MOST_TYPING:
                self._meant.clear()
            self._meant[place] = slug, now + MEANT_S
        return slug

    @app_commands.command(name=named(t("rules")), description=named(t("Look up a rule")))
    @app_commands.rename(game=named(t("game")), topic=named(t("topic")))
    @app_commands.describe(
        game=named(t("Which game (if empty, the one played here)")),
        topic=named(t("A heading, rule number, card or any word")),
    )
    async def rules(self, interaction: Interaction, game: str = "", topic: str = "") -> None:
        """Show the entry asked for, or the beginning of the rulebook."""
        await defer_new(interaction)
        desk = await _desk(interaction, 0, _named_game(game))
        await finish(interaction, await _looked_up(interaction, desk, topic))

    rules.autocomplete("game")(guarded(_games))
    rules.autocomplete("topic")(guarded(_topics))


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the command; the rulebooks are read when the games have been loaded."""
    await bot.add_cog(Rulebook())


# The book and the match.


def _named_game(typed: str) -> str:
    """Return the slug of the game that was typed; "" if none was.

    Raises:
        LobbyError: There is no such game.
    """
    return game_named(typed) if visible(typed) else ""


async def _default_game(interaction: Interaction) -> str:
    """Return the game played here or in a thread below, else of a match that waits."""
    match = await any_match_meant(interaction)
    if match is not None:
        return match.slug
    waiting = await interaction.client.service.turns(interaction.user.id)
    return waiting[-1].slug if waiting else next(iter(shelf.slugs() or registry.slugs()))


async def _desk(interaction: Interaction, match_id: int, slug: str = "") -> Desk:
    """Return the desk for reading a game's rules; without a slug, the match's game.

    Raises:
        NoMatchError: There is no such match, or not here.
        InvalidMoveError: It is a match of another game.
    """
    service, lang = interaction.client.service, reader(interaction)
    match: MatchInfo | None
    if match_id:
        match = await service.info(match_id)
        check_place(interaction, match)
        if slug not in ("", match.slug):
            raise forged()
    else:
        match = await any_match_here(interaction)
    if match is None or slug not in ("", match.slug):
        return Desk(shelf.book(slug or await _default_game(interaction), lang), lang)
    book = shelf.book(match.slug, lang)
    live = match.status == "live"
    glance = await service.glance(match.id, interaction.user.id) if live else None
    return Desk(book, lang, match.id, glance)


# The entry.


async def _looked_up(interaction: Interaction, desk: Desk, typed: str) -> Post:
    """Return the entry that was typed, else the closest ones; for "" the first entry."""
    book, typed = desk.book, visible(typed)
    if not typed:
        return await _page(interaction, desk, Bookmark(book.slug, book.entries[0].key))
    found = await asyncio.to_thread(shelf.find, book.slug, book.lang, typed)
    if found.entry is None:
        return hits_post(book, desk.lang, typed, found.hits, desk.match_id)
    key = found.component or found.entry.key
    return await _page(interaction, desk, Bookmark(book.slug, key, alone=bool(found.component)))


async def _page(interaction: Interaction, desk: Desk, bookmark: Bookmark) -> Post:
    page, wanted = _opened(desk.book, desk.lang, bookmark), display(interaction)
    ids = shown_ids(page.bookmark, page.entry)
    picture = await draw_component(interaction.client, bookmark.slug, ids, desk.lang, wanted)
    sharable = interaction.guild_id is not None
    return page_post(
        replace(
            page,
            match_id=desk.match_id,
            glance=desk.glance,
            picture=picture,
            sharable=sharable,
            display=wanted,
        )
    )


def _opened(book: Book, lang: Lang, bookmark: Bookmark) -> EntryPage:
    """Return the page of an entry, without a match.

    Raises:
        LobbyError: The rulebook has no such entry.
    """
    entry = book.get(bookmark.key)
    if entry is None:
        raise LobbyError(
            t("The rulebook no longer has this entry."), t("Search for it with /rules.")
        )
    alone = bookmark.alone and bookmark.key in entry.components
    bookmark = replace(bookmark, key=bookmark.key if alone else entry.key, alone=alone)
    return EntryPage(bookmark, book, entry, lang)


# The buttons. Those of pages change the page that was tapped, all others send an answer.


@on("look")
async def _look(interaction: Interaction, tap: ComponentId) -> None:
    bookmark = read_bookmark(tap.rest)
    await defer_new(interaction)
    desk = await _desk(interaction, tap.match_id, bookmark.slug)
    await finish(interaction, await _page(interaction, desk, bookmark))


@on("leaf")
@on("link")
@on("chapters")
@on("examples")
async def _turn_over(interaction: Interaction, tap: ComponentId) -> None:
    bookmark = read_bookmark(tap.values[0] if tap.values else tap.rest)
    await defer_update(interaction)
    desk = await _desk(interaction, tap.match_id, bookmark.slug)
    await finish(interaction, await _page(interaction, desk, bookmark))


@on("rules")
async def _open_book(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    desk = await _desk(interaction, tap.match_id)
    await finish(interaction, await _page(interaction, desk, _fitting_chapter(desk)))


def _fitting_chapter(desk: Desk) -> Bookmark:
    """Return the chapter of the first rule cited for the decision, or the first."""
    book, glance = desk.book, desk.glance
    advice = glance.rules.advice(glance.view) if glance is not None else ()
    rules = (book.get(rule) for known in advice for rule in known.rules)
    chapter = next((entry.chapter for entry in rules if entry), book.entries[0].key)
    return Bookmark(book.slug, chapter)


@on("rule")
async def _open_rule(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    desk = await _desk(interaction, tap.match_id)
    await finish(interaction, await _looked_up(interaction, desk, tap.rest))


# Sharing.


@on("share")
async def _share(interaction: Interaction, tap: ComponentId) -> None:
    bookmark = read_bookmark(tap.rest)
    await defer_update(interaction)
    desk = await _desk(interaction, tap.match_id, bookmark.slug)
    _check_may_post(interaction)
    assert interaction.message is not None
    mark = (interaction.message.id, str(bookmark))
    cog = cog_of(interaction, Rulebook)
    if mark in cog.shared:
        return
    cog.shared.append(mark)
    try:
        await _post(interaction, bookmark, tap.match_id)
    except BaseException:
        cog.shared.remove(mark)
        raise
    await finish(interaction, await _page(interaction, desk, replace(bookmark, shared=True)))


def _check_may_post(interaction: Interaction) -> None:
    """Refuse to post where the bot or the user is not allowed to.

    Raises:
        LobbyError: One of them may not write here, or this is not a server.
    """
    in_thread = isinstance(interaction.channel, discord.Thread)
    right = "send_messages_in_threads" if in_thread else "send_messages"
    for permissions in (interaction.app_permissions, interaction.permissions):
        if interaction.guild_id is None or not getattr(permissions, right):
            raise _no_place()


def _no_place() -> LobbyError:
    return LobbyError(
        t("You can't share this here because one of us isn't allowed to post in this channel."),
        t("Share it in another channel, or ask a server admin for permission."),
    )


async def _post(interaction: Interaction, bookmark: Bookmark, match_id: int) -> None:
    """Post an entry for everybody, in the server's language and without the match."""
    lang = public(interaction.client, interaction.guild_id or 0)
    page = _opened(shelf.book(bookmark.slug, lang), lang, bookmark)
    picture = await draw_component(
        interaction.client, bookmark.slug, shown_ids(page.bookmark, page.entry), lang
    )
    post = shared_post(replace(page, match_id=match_id, picture=picture))
    try:
        await interaction.followup.send(
            view=post.view, files=list(post.files), allowed_mentions=NOBODY
        )
    except (discord.Forbidden, discord.NotFound) as error:
        raise _no_place() from error
