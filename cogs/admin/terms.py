"""The terms of a server in ``/setup``: shown, changed, taken back."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from cogs.ui.answers import defer_new, reply
from cogs.ui.context import is_admin
from cogs.ui.items import Button, ComponentId, Interaction, button, on
from cogs.ui.speech import channel_mention, reader, say, user_mention
from matches.domain.table.terms import RANGES, Terms, existing
from render.i18n import Lang
from rules.errors import InvalidMoveError, LobbyError
from rules.text import Markup, Text, t


async def change_terms(
    interaction: Interaction,
    numbers: Mapping[str, int | None],
    openers: discord.Role | None,
    channel: discord.TextChannel | None,
    people: tuple[discord.User | None, discord.User | None],
) -> list[Text]:
    """Change what an admin has typed, all or nothing; return what to say about it.

    Args:
        interaction: The command.
        numbers: Numbers of the terms by name; None: as it was.
        openers: The role that may open matches; @everyone lifts that.
        channel: A channel to put into the list of channels, or to take out.
        people: Who is barred, and who may come back.
    """
    admission, guild_id = interaction.client.service.admission, interaction.guild_id or 0
    barred, back = people
    if barred is not None:
        _check_barrable(interaction, barred, back)
    typed = {name: value for name, value in numbers.items() if value is not None}
    role = None
    if openers is not None:
        role = 0 if openers.is_default() else openers.id
    if typed or openers is not None or channel is not None:
        place = None if channel is None else channel.id
        await admission.change(guild_id, typed, role=role, channel_id=place)
    said = []
    if barred is not None:
        await admission.bar(guild_id, barred.id)
        who = user_mention(barred.id)
        said.append(
            t(
                "{who} can't open or join matches here any more. They keep the seats they have. "
                "If they try, they'll read that an admin has barred them.",
                who=who,
            )
        )
    if back is not None:
        await admission.unbar(guild_id, back.id)
        said.append(t("{who} can open and join matches here.", who=user_mention(back.id)))
    return said


def _check_barrable(
    interaction: Interaction, user: discord.User, back: discord.User | None
) -> None:
    if user.bot:
        raise InvalidMoveError(t("Bots don't play."), t("Choose a person."))
    if user.id == interaction.user.id:
        raise InvalidMoveError(t("You can't bar yourself."), t("Choose somebody else."))
    if back is not None and back.id == user.id:
        raise InvalidMoveError(
            t("You can't bar and unbar the same person at once."), t("Choose one of the two.")
        )


async def terms_lines(interaction: Interaction, lang: Lang) -> tuple[list[str], list[Button]]:
    """Return the terms of the server line by line, and buttons to take changes back."""
    service, guild = interaction.client.service, interaction.guild
    terms = await service.admission.terms(interaction.guild_id or 0)
    known = None
    if guild is not None:
        known = frozenset(one.id for one in (*guild.roles, *guild.channels))
    role, channels = existing(terms, known)
    lines = [say(t("### Matches on this server"), lang)]
    for name, allowed in RANGES.items():
        fact = t("{what}: {count}", what=allowed.title, count=getattr(terms, name))
        lines.append(f"- {say(fact, lang)}")
    lines.append(say(t("Running matches keep the days that applied when they started."), lang))
    who = t("Everyone can open matches.")
    if role:
        who = t("Only {role} and admins can open matches.", role=Markup(f"<@&{role}>"))
    where = t("Matches can be opened in every channel.")
    if channels:
        named = tuple(channel_mention(channel) for channel in sorted(channels))
        where = t("Matches can be opened only in {channels}.", channels=named)
    lines += [say(who, lang), say(where, lang)]
    barred = await service.admission.barred(interaction.guild_id or 0)
    if barred:
        people = tuple(user_mention(user) for user in barred[:30])
        lines.append(say(t("Barred from matches: {people}.", people=people), lang))
    change = t("To change this, type /setup and choose what to change.")
    return [*lines, f"-# {say(change, lang)}"], _buttons(terms, lang)


def _buttons(terms: Terms, lang: Lang) -> list[Button]:
    usual, found = Terms(), []
    if terms.role:
        found.append(button("terms", rest="role", label=say(t("Let everyone open"), lang)))
    if terms.channels:
        found.append(button("terms", rest="channels", label=say(t("Allow all channels"), lang)))
    if any(getattr(terms, name) != getattr(usual, name) for name in RANGES):
        found.append(button("terms", rest="usual", label=say(t("Back to defaults"), lang)))
    return found


@on("terms")
async def _take_back(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    if interaction.guild_id is None or not is_admin(interaction):
        raise LobbyError(
            t("Only admins of this server can change that."),
            t("Ask somebody who may manage the server."),
        )
    admission, lang = interaction.client.service.admission, reader(interaction)
    match tap.rest:
        case "role":
            await admission.change(interaction.guild_id, {}, role=0)
        case "channels":
            await admission.all_channels(interaction.guild_id)
        case "usual":
            await admission.usual_numbers(interaction.guild_id)
        case _:
            raise InvalidMoveError(t("This button no longer works."), t("Type /setup."))
    lines, buttons = await terms_lines(interaction, lang)
    await reply(interaction, "\n".join(lines), *([buttons] if buttons else []))
