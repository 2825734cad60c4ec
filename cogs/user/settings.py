"""Players' own settings: DMs, reminders, times."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ui.answers import defer_new, defer_update, finish
from cogs.ui.autocomplete import guarded
from cogs.ui.context import check_place
from cogs.ui.help_buttons import read_standing, standing_buttons
from cogs.ui.items import (
    MAX_CHOICE,
    Button,
    ComponentId,
    Interaction,
    Select,
    button,
    fitting,
    on,
    select,
)
from cogs.ui.sheet import Post, Sheet, match_name
from cogs.ui.speech import reader, say
from cogs.ui.times import COMMON_ZONES, read_zone, stamp, zone_choices
from cogs.ui.translator import named
from cogs.user.viewing import described, viewing_button
from matches.domain.deadlines.pace import Rhythm
from matches.domain.model import Glance
from matches.domain.settings import PLAIN, UserSettings
from render.i18n import Lang
from rules.errors import InvalidMoveError, NoMatchError, ReplayError
from rules.text import Text, t


class Settings(commands.Cog):
    """``/settings``; works in DMs, too."""

    @app_commands.command(
        name=named(t("settings")),
        description=named(t("Change your DMs, reminders, time zone and what you see")),
    )
    @app_commands.rename(zone=named(t("zone")))
    @app_commands.describe(zone=named(t("Your time zone (type a city)")))
    async def settings(self, interaction: Interaction, zone: str = "") -> None:
        """Show the settings with buttons and lists to change them."""
        await defer_new(interaction)
        users, user_id = interaction.client.service.users, interaction.user.id
        if zone:
            await users.change(user_id, partial(replace, zone=read_zone(zone)))
        chosen = await users.settings(user_id)
        await finish(interaction, await _page(interaction, chosen))

    @settings.autocomplete("zone")
    @guarded
    async def _zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return zone_choices(typed)


# The settings.

_RHYTHMS = {
    Rhythm.NEVER: t("I won't send you reminders."),
    Rhythm.RARELY: t("I'll remind you once, shortly before your time is up."),
    Rhythm.NORMAL: t("I'll remind you halfway through your time and shortly before it's up."),
    Rhythm.OFTEN: t("I'll remind you after each quarter of your time and shortly before it's up."),
}
_HOURS: Final = range(24)
NEVER: Final = "never"


def settings_page(
    chosen: UserSettings, lang: Lang, now: datetime, glance: Glance | None = None
) -> Post:
    """Return a user's settings, with a button or a list to change each.

    Args:
        chosen: The settings.
        lang: The user's language.
        now: The time.
        glance: The match of the channel as the user sees it, whose standing answers are shown too;
            None without one.
    """
    sheet = Sheet()
    sheet.write(*(say(text, lang) for text in _described(chosen, now)))
    sheet.row(*_switch(chosen, lang), viewing_button(lang))
    sheet.row(_zone_list(chosen, lang))
    sheet.row(_rhythm_list(chosen, lang))
    begin, end = chosen.quiet or (None, None)
    never = t("No quiet hours")
    sheet.row(_hour_list("quietfrom", t("Quiet from {hour}"), begin, never, lang))
    if chosen.quiet is not None:
        sheet.row(_hour_list("quietto", t("Quiet until {hour}"), end, None, lang))
    none = t("No daily message")
    sheet.row(_hour_list("digest", t("Daily message at {hour}"), chosen.digest_hour, none, lang))
    if glance is not None and (answers := standing_buttons("stand", glance, lang)):
        sheet.divide()
        asked = t("What I may decide for you in {match}:", match=match_name(glance.match))
        sheet.write(say(asked, lang))
        sheet.row(*answers)
    return sheet.post()


def _described(chosen: UserSettings, now: datetime) -> list[Text]:
    lines = [
        t("I'll send you a DM when cards are dealt and when it's your move.")
        if chosen.dm
        else t("I won't send you DMs. You can always see your hand with /hand or **Look**.")
    ]
    zone = chosen.zone or "UTC"
    lines.append(
        t("Your time zone is {zone}.", zone=zone.replace("_", " "))
        if chosen.zone
        else t("Your time zone is UTC until you choose another. /settings zone lists them all.")
    )
    lines.append(_RHYTHMS[chosen.rhythm])
    if chosen.quiet is not None:
        begin, end = (f"{hour:02d}:00" for hour in chosen.quiet)
        lines.append(
            t(
                "Your quiet hours are {begin} to {end}. Reminders wait until they're over, except "
                "for the last one before you'd lose a decision or your seat.",
                begin=begin,
                end=end,
            )
        )
    if (holiday := chosen.holiday(now)) is not None:
        begin, end = (stamp(at) for at in holiday)
        lines.append(
            t(
                "You're away from {begin} to {end}. You can change this with /away.",
                begin=begin,
                end=end,
            )
        )
    if chosen.digest_hour is not None:
        hour = f"{chosen.digest_hour:02d}:00"
        daily = t(
            "Every day at {hour}, unless you're away, I'll send you a list of the matches waiting "
            "for you.",
            hour=hour,
        )
        lines.append(
            daily if chosen.dm else t("Without DMs, you won't get a daily message either.")
        )
    if chosen.display != PLAIN:
        lines += described(chosen.display)
    return lines


def _switch(chosen: UserSettings, lang: Lang) -> list[Button]:
    if chosen.dm:
        return [button("dm", rest="off", label=say(t("No DMs, please"), lang))]
    return [button("dm", rest="on", label=say(t("Send me DMs"), lang))]


def _zone_list(chosen: UserSettings, lang: Lang) -> Select:
    zones = COMMON_ZONES if chosen.zone in ("", *COMMON_ZONES) else (chosen.zone, *COMMON_ZONES)
    options = [
        discord.SelectOption(
            label=zone.replace("_", " "), value=zone, default=zone == (chosen.zone or "UTC")
        )
        for zone in zones
    ]
    return select("zone", options=options, placeholder=say(t("Time zone"), lang))


def _rhythm_list(chosen: UserSettings, lang: Lang) -> Select:
    options = [
        discord.SelectOption(
            label=fitting(say(text, lang), MAX_CHOICE),
            value=rhythm,
            default=rhythm is chosen.rhythm,
        )
        for rhythm, text in _RHYTHMS.items()
    ]
    return select("rhythm", options=options, placeholder=say(t("Reminders"), lang))


def _hour_list(verb: str, label: Text, hour: int | None, never: Text | None, lang: Lang) -> Select:
    """Return a list of the hours of the day; `never`, if given, is a first option."""
    options = [
        discord.SelectOption(
            label=say(replace(label, params=(("hour", f"{each:02d}:00"),)), lang),
            value=str(each),
            default=each == hour,
        )
        for each in _HOURS
    ]
    if never is not None:
        none = discord.SelectOption(label=say(never, lang), value=NEVER, default=hour is None)
        options.insert(0, none)
    return select(verb, options=options)


def _hour_of(tap: ComponentId) -> int | None:
    """Return the chosen hour, or None for never.

    Raises:
        InvalidMoveError: There is no such hour of the day.
    """
    value = "".join(tap.values[:1])
    if value == NEVER:
        return None
    if value not in map(str, _HOURS):
        raise InvalidMoveError(t("There's no such hour."), t("Type /settings and choose again."))
    return int(value)


async def _change(interaction: Interaction, step: Callable[[UserSettings], UserSettings]) -> None:
    """Change a setting, then show all of them."""
    users = interaction.client.service.users
    chosen = await users.change(interaction.user.id, step)
    await finish(interaction, await _page(interaction, chosen))


@on("stand")
async def _stand(interaction: Interaction, tap: ComponentId) -> None:
    """Give or take back a standing answer in the match of the channel."""
    await defer_update(interaction)
    slug, is_given = read_standing(tap)
    service, user = interaction.client.service, interaction.user.id
    check_place(interaction, await service.info(tap.match_id))
    await service.answer(tap.match_id, user, slug, on=is_given, interaction_id=interaction.id)
    await finish(interaction, await _page(interaction, await service.users.settings(user)))


async def _page(interaction: Interaction, chosen: UserSettings) -> Post:
    """Return the settings, with the standing answers in the match of this channel."""
    service, user_id, glance = interaction.client.service, interaction.user.id, None
    with suppress(NoMatchError, ReplayError):
        match = await service.in_channel(interaction.channel_id or 0, user_id)
        if match.status == "live":
            glance = await service.glance(match.id, user_id)
    return settings_page(chosen, reader(interaction), interaction.client.clock(), glance)


@on("settings")
async def _show_again(interaction: Interaction, tap: ComponentId) -> None:
    """Show the settings in place of one of their pages."""
    await defer_update(interaction)
    chosen = await interaction.client.service.users.settings(interaction.user.id)
    await finish(interaction, await _page(interaction, chosen))


@on("dm")
async def _switch_dm(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    await _change(interaction, partial(replace, dm=tap.rest == "on"))


@on("zone")
async def _choose_zone(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    await _change(interaction, partial(replace, zone=read_zone("".join(tap.values[:1]))))


@on("rhythm")
async def _choose_rhythm(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    value = "".join(tap.values[:1])
    if value not in tuple(Rhythm):
        raise InvalidMoveError(
            t("There's no such reminder setting."), t("Type /settings and choose again.")
        )
    await _change(interaction, partial(replace, rhythm=Rhythm(value)))


USUAL_SLEEP: Final = 9
"""The number of quiet hours until the user chooses another end."""


@on("quietfrom")
async def _choose_quiet_from(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    hour = _hour_of(tap)

    def step(chosen: UserSettings) -> UserSettings:
        if hour is None:
            return replace(chosen, quiet=None)
        end = chosen.quiet[1] if chosen.quiet is not None else (hour + USUAL_SLEEP) % 24
        return replace(chosen, quiet=(hour, _another(end, hour)))

    await _change(interaction, step)


@on("quietto")
async def _choose_quiet_to(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    hour = _hour_of(tap)

    def step(chosen: UserSettings) -> UserSettings:
        if hour is None or chosen.quiet is None:
            return replace(chosen, quiet=None)
        return replace(chosen, quiet=(chosen.quiet[0], _another(hour, chosen.quiet[0])))

    await _change(interaction, step)


def _another(end: int, begin: int) -> int:
    """Return an end that differs from the beginning: the whole day cannot be quiet."""
    return (begin + USUAL_SLEEP) % 24 if end == begin else end


@on("digest")
async def _choose_digest(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    await _change(interaction, partial(replace, digest_hour=_hour_of(tap)))


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add ``/settings``."""
    await bot.add_cog(Settings())
