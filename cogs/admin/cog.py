"""The commands for server admins: whether the bot can play, its language."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.admin.terms import change_terms, terms_lines
from cogs.ui.answers import defer_new, reply
from cogs.ui.items import Interaction
from cogs.ui.permissions import FOR_THREADS, NEEDED, PRIVATE_THREADS, held_lines, missing
from cogs.ui.speech import public, reader, say
from cogs.ui.translator import named
from matches.checkup import NAMED
from matches.domain.deadlines.terms import LONGEST_TERM
from matches.domain.model import language_of
from matches.domain.table.terms import RANGES
from matches.service import MatchService
from render.i18n import LANGS, Lang, own_name
from rules import registry
from rules.text import Markup, Text, t, tn

FIRST: Final = "first"
"""Instead of a language: that of the player who opened the first match."""
_POSTING: Final[dict[Lang, Text]] = {
    "en": t("I post in English on this server."),
    "pl": t("I post in Polish on this server."),
}


class Admin(commands.Cog):
    """``/setup``."""

    @app_commands.command(
        name=named(t("setup")),
        description=named(t("See my permissions here and choose my language")),
    )
    @app_commands.rename(
        language=named(t("language")),
        lobby_days=named(t("lobby-days")),
        lobby_notice=named(t("lobby-notice")),
        quiet_days=named(t("match-days")),
        quiet_notice=named(t("match-notice")),
        reopen_days=named(t("reopen-days")),
        seat_days=named(t("seat-days")),
        own_lobbies=named(t("lobbies-each")),
        own_matches=named(t("matches-each")),
        all_lobbies=named(t("lobbies")),
        all_matches=named(t("matches")),
        openers=named(t("openers")),
        channel=named(t("channel")),
        bar=named(t("bar")),
        unbar=named(t("unbar")),
        keep=named(t("keep")),
    )
    @app_commands.describe(
        language=named(t("The language I post in on this server")),
        **{name: named(allowed.title) for name, allowed in RANGES.items()},
        openers=named(t("The role that can open matches (@everyone: all)")),
        channel=named(t("A channel for matches (choose it again to take it out)")),
        bar=named(t("Somebody who can't open or join matches here any more")),
        unbar=named(t("Somebody who can open and join matches here again")),
        keep=named(t("Delete finished matches after this many days (0: keep them)")),
    )
    @app_commands.choices(
        language=[
            *(app_commands.Choice(name=own_name(lang), value=lang) for lang in LANGS),
            app_commands.Choice(name=named(t("Same as the first match here")), value=FIRST),
        ]
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def configure(
        self,
        interaction: Interaction,
        language: str = "",
        lobby_days: int | None = None,
        lobby_notice: int | None = None,
        quiet_days: int | None = None,
        quiet_notice: int | None = None,
        reopen_days: int | None = None,
        seat_days: int | None = None,
        own_lobbies: int | None = None,
        own_matches: int | None = None,
        all_lobbies: int | None = None,
        all_matches: int | None = None,
        openers: discord.Role | None = None,
        channel: discord.TextChannel | None = None,
        bar: discord.User | None = None,
        unbar: discord.User | None = None,
        keep: app_commands.Range[int, 0, LONGEST_TERM] | None = None,
    ) -> None:
        """Change what was chosen; show everything, and how to add missing permissions."""
        numbers = {
            "lobby_days": lobby_days,
            "lobby_notice": lobby_notice,
            "quiet_days": quiet_days,
            "quiet_notice": quiet_notice,
            "reopen_days": reopen_days,
            "seat_days": seat_days,
            "own_lobbies": own_lobbies,
            "own_matches": own_matches,
            "all_lobbies": all_lobbies,
            "all_matches": all_matches,
        }
        await defer_new(interaction)
        lang, granted = reader(interaction), interaction.app_permissions
        changed = await change_terms(interaction, numbers, openers, channel, (bar, unbar))
        if language:  # only now: the terms may have been refused
            choice = None if language == FIRST else language_of(language)
            await interaction.client.service.guilds.choose(interaction.guild_id or 0, choice)
        assert interaction.guild_id is not None
        if keep is not None:
            await interaction.client.service.retention.choose(interaction.guild_id, keep or None)
        lines = [say(text, lang) for text in (*changed, *await _language(interaction))]
        lines.append(say(await _term(interaction.client.service, interaction.guild_id), lang))
        lines += [say(t("### My permissions in this channel"), lang)]
        lines += [
            f"{'✅' if getattr(granted, name) else '❌'} {say(title, lang)}"
            for name, title in NEEDED.items()
        ]
        lacking = missing(granted, frozenset(NEEDED))
        lines += [say(text, lang) for text in (*_advice(lacking, granted), *_for_privacy(granted))]
        listed = await interaction.client.service.listed(interaction.guild_id)
        lines += held_lines(interaction.client, listed, lang)
        lines += await upgrade_lines(interaction.client.service, interaction.guild_id, lang)
        terms, buttons = await terms_lines(interaction, lang)
        await reply(interaction, "\n".join([*lines, *terms]), *([buttons] if buttons else []))


async def _language(interaction: Interaction) -> tuple[Text, ...]:
    """Return which language the bot posts in, and why."""
    guilds, guild_id = interaction.client.service.guilds, interaction.guild_id or 0
    now = _posting(public(interaction.client, guild_id))
    if guilds.language(guild_id) is None:
        why = t(
            "I'll use the language of the first player who opens a match here. You can choose "
            "another with /setup."
        )
    elif await guilds.is_chosen(guild_id):
        why = t("A server admin chose this language with /setup.")
    else:
        why = t(
            "It's the language of the player who opened the first match here. You can choose "
            "another with /setup."
        )
    return now, why


async def _term(service: MatchService, guild_id: int) -> Text:
    """Return how long finished matches are kept."""
    days = await service.retention.term(guild_id)
    if days is None:
        return t("I keep finished matches. To have old ones deleted, use /setup with **keep**.")
    return tn(
        "I delete finished matches with all their moves after {count} day.",
        "I delete finished matches with all their moves after {count} days.",
        days,
    )


def _posting(lang: Lang) -> Text:
    """Return in which language the bot posts."""
    other = t("I post in this language on this server: {language}.", language=own_name(lang))
    return _POSTING.get(lang, other)


def _advice(lacking: tuple[Text, ...], granted: discord.Permissions) -> tuple[Text, ...]:
    if not lacking:
        return (t("All set. Open a match with /match new."),)
    advice = [
        t(
            "To fix this, go to the channel settings → Permissions, add my role and allow: "
            "{permissions}.",
            permissions=lacking,
        )
    ]
    rest = missing(granted, frozenset(NEEDED) - FOR_THREADS)
    if not rest:
        advice.append(t("You can play here, but matches won't get their own threads."))
    return tuple(advice)


def _for_privacy(granted: discord.Permissions) -> tuple[Text, ...]:
    """Return what only those miss who play without other people."""
    if granted.create_private_threads:
        return ()
    told = t(
        "Anyone who plays only against computers could use a private thread if you also allow: "
        "{permission}.",
        permission=PRIVATE_THREADS,
    )
    return (told,)


async def upgrade_lines(service: MatchService, guild_id: int, lang: Lang) -> list[str]:
    """Return what an upgrade has left behind on a server; [] if everything is fine."""
    found = await service.checkup.found(guild_id)
    if not found.older and not found.broken:
        return []
    lines = [t("### After an upgrade")]
    for slug, version, count in found.older:
        info = registry.get(slug).info if slug in registry.slugs() else None
        if info is not None and info.knows(version):
            lines.append(
                tn(
                    "{count} match of {title} is still using older rules (version {version}).",
                    "{count} matches of {title} are still using older rules (version {version}).",
                    count,
                    title=info.title,
                    version=version,
                )
            )
    numbers = tuple(Markup(f"#{match_id}") for match_id, _ in found.broken[:NAMED])
    if numbers:
        lines.append(
            tn(
                "{count} match is paused because I can no longer read it: {matches}.",
                "{count} matches are paused because I can no longer read them: {matches}.",
                len(found.broken),
                matches=numbers,
            )
        )
        lines.append(
            t(
                "Whoever runs this bot can find the reason in the log. To end one of these "
                "matches, type /match end with its number."
            )
        )
    return [say(line, lang) for line in lines]


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the commands for server admins."""
    await bot.add_cog(Admin())
