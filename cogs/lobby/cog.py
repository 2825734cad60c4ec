"""Opening a match, taking seats, starting and ending it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.lobby import seating
from cogs.lobby.details import details_post
from cogs.lobby.fairness import sealed_lines, verdict_lines
from cogs.lobby.info import list_lines
from cogs.lobby.pace import pace_choices, preset, read_pace, set_pace
from cogs.table.votes import offer_end
from cogs.ui.answers import defer_new, finish, reply
from cogs.ui.autocomplete import game_choices, game_named, guarded, option_choices, split_options
from cogs.ui.context import (
    WHICH,
    MatchNumber,
    is_admin,
    match_here,
    match_meant,
    match_of,
    may_know,
    opener_of,
    own_matches,
)
from cogs.ui.items import Interaction, button
from cogs.ui.permissions import FOR_THREADS, check_allowed, missing
from cogs.ui.speech import reader, say
from cogs.ui.times import zone_choices
from cogs.ui.translator import named
from matches.domain.deadlines.pace import Pace
from matches.domain.deadlines.pace_text import PACE_NAMES
from matches.domain.model import MatchInfo, Opening, is_closed
from matches.domain.table.computers import LEVELS, MOST_COMPUTERS, read_level
from matches.domain.table.endings import ending_text
from matches.domain.table.powers import Consent
from rules import registry
from rules.protocol import GameInfo
from rules.text import Text, t

ANYWHERE: Final = frozenset({"info", "verify", "export", "rematch"})
"""Subcommands that also work in direct messages, by the number of a match."""


class _Match(app_commands.Group):
    """The group ``/match``, of which only some commands work in direct messages.

    Discord allows a group there as a whole or not at all, so the others are refused here.
    """

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Refuse subcommands that need a server in direct messages."""
        command = interaction.command
        if interaction.guild_id is None and (command is None or command.name not in ANYWHERE):
            raise app_commands.NoPrivateMessage
        return True


class LobbyCommands(commands.Cog):
    """``/match`` and its subcommands."""

    match = _Match(name=named(t("match")), description=named(t("Open, join and start matches")))

    @match.command(name=named(t("new")), description=named(t("Open a match in this channel")))
    @app_commands.rename(
        game=named(t("game")),
        seats=named(t("seats")),
        options=named(t("options")),
        thread=named(t("thread")),
        time=named(t("time")),
        closed=named(t("closed")),
        computers=named(t("computers")),
        level=named(t("level")),
    )
    @app_commands.describe(
        game=named(t("Which game")),
        seats=named(t("How many players (leave empty for the game's maximum)")),
        options=named(t("Variants, separated by commas")),
        thread=named(t("Whether the match gets its own thread (yes by default)")),
        time=named(t("The time limit for each decision")),
        closed=named(t("Whether only people you keep a seat for can join (no by default)")),
        computers=named(t("How many computers play, too (none by default)")),
        level=named(t("How well computers play (good by default)")),
    )
    @app_commands.choices(
        level=[app_commands.Choice(name=named(word), value=name) for name, word in LEVELS.items()]
    )
    async def new(
        self,
        interaction: Interaction,
        game: str,
        seats: int | None = None,
        options: str = "",
        thread: bool = True,
        time: str = "",
        closed: bool = False,
        computers: app_commands.Range[int, 0, MOST_COMPUTERS] = 0,
        level: str = "good",
    ) -> None:
        """Open a match here and take the first seat."""
        await defer_new(interaction)
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        slug, pace = game_named(game), preset(time) if time else Pace()
        check_allowed(interaction)
        own_thread = thread and not isinstance(interaction.channel, discord.Thread)
        refused = own_thread and bool(missing(interaction.app_permissions, FOR_THREADS))
        match = await interaction.client.service.lobby.create(
            Opening(
                slug=slug,
                capacity=seats,
                options=frozenset(split_options(options)),
                guild_id=interaction.guild_id,
                channel_id=interaction.channel_id,
                user_id=interaction.user.id,
                name=interaction.user.display_name,
                locale=interaction.locale.value,
                thread=own_thread and not refused,
                pace=pace,
                closed=closed,
                computers=computers,
                level=read_level(level),
                opener=opener_of(interaction),
            )
        )
        said = [
            t("Your match is open, and you have the first seat. Start it when everybody is here.")
        ]
        if closed:
            said.append(t("Only people for whom you keep a seat with /seat reserve can join."))
        if refused:
            said.append(
                t(
                    "I'm not allowed to open threads here, so the match stays in this channel. "
                    "For details, see /setup."
                )
            )
        await reply(interaction, _sentences(interaction, said, match))

    @new.autocomplete("game")
    @guarded
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return game_choices(registry.slugs(), typed)

    @new.autocomplete("seats")
    @guarded
    async def _seats(
        self, interaction: Interaction, typed: int | str
    ) -> list[app_commands.Choice[int]]:
        info = _game_named(interaction)
        counts = info.seats if info else ()
        return [
            app_commands.Choice(name=str(count), value=count)
            for count in counts
            if str(count).startswith(str(typed).strip())
        ]

    @new.autocomplete("options")
    @guarded
    async def _options(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        info = _game_named(interaction)
        return option_choices(info, typed, reader(interaction)) if info else []

    @new.autocomplete("time")
    @guarded
    async def _times(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return pace_choices(typed, reader(interaction))

    @match.command(
        name=named(t("time")), description=named(t("Set the time limit for each decision"))
    )
    @app_commands.rename(
        kind=named(t("kind")),
        hours=named(t("hours")),
        bank=named(t("extra")),
        hour=named(t("until")),
        zone=named(t("zone")),
    )
    @app_commands.describe(
        kind=named(t("What happens when somebody is late")),
        hours=named(t("Hours allowed for each decision")),
        bank=named(t("Hours of extra time per seat for the whole match")),
        hour=named(t("The hour when decisions are due (0 to 23)")),
        zone=named(t("The time zone for that hour")),
    )
    @app_commands.choices(
        kind=[
            app_commands.Choice(name=named(word), value=kind) for kind, word in PACE_NAMES.items()
        ]
    )
    async def time(
        self,
        interaction: Interaction,
        kind: str,
        hours: int,
        bank: int = 0,
        hour: int | None = None,
        zone: str = "",
    ) -> None:
        """Set the pace of a match in the lobby; in play, ask the others to change it."""
        await defer_new(interaction)
        match = await match_here(interaction)
        told = await set_pace(interaction, match, read_pace(kind, hours, bank, hour, zone))
        await reply(interaction, say(told, reader(interaction)))

    @time.autocomplete("zone")
    @guarded
    async def _zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return zone_choices(typed)

    @match.command(name=named(t("join")), description=named(t("Take a seat in this match")))
    async def join(self, interaction: Interaction) -> None:
        """Take a seat."""
        await defer_new(interaction)
        await seating.join(interaction, await match_here(interaction))

    @match.command(
        name=named(t("leave")), description=named(t("Give up your seat before the match starts"))
    )
    async def leave(self, interaction: Interaction) -> None:
        """Give up the asker's seat before the start."""
        await defer_new(interaction)
        await seating.leave(interaction, await match_here(interaction))

    @match.command(name=named(t("start")), description=named(t("Start the match")))
    async def start(self, interaction: Interaction) -> None:
        """Deal and start the match."""
        await defer_new(interaction)
        await seating.start(interaction, await match_here(interaction))

    @match.command(
        name=named(t("info")), description=named(t("See this match's details and players"))
    )
    @app_commands.rename(number=named(t("number")))
    @app_commands.describe(number=named(WHICH))
    async def info(
        self,
        interaction: Interaction,
        number: MatchNumber | None = None,
    ) -> None:
        """Show everything about a match."""
        await defer_new(interaction)
        match = await match_meant(interaction, number)
        await finish(interaction, await details_post(interaction, match))

    @match.command(name=named(t("list")), description=named(t("See this server's matches")))
    async def list(self, interaction: Interaction) -> None:
        """Show what is being played on this server."""
        await defer_new(interaction)
        every = await interaction.client.service.listed(interaction.guild_id or 0)
        found = [match for match in every if may_know(interaction, match)]
        lang = reader(interaction)
        if not found:
            none = t("There are no matches on this server. Open one with /match new.")
            await reply(interaction, say(none, lang))
            return
        lines = list_lines(found, lang)
        await reply(interaction, "\n".join(lines))

    @match.command(name=named(t("end")), description=named(t("End this match without a result")))
    @app_commands.rename(number=named(t("number")))
    @app_commands.describe(number=named(t("The number of another match on this server")))
    async def end(
        self,
        interaction: Interaction,
        number: MatchNumber | None = None,
    ) -> None:
        """Ask for confirmation before a match is ended.

        A match whose channel is gone can be named by its `number`.
        """
        await defer_new(interaction)
        lang, user = reader(interaction), interaction.user.id
        match = await (match_of(interaction, number) if number else match_here(interaction))
        needed = await interaction.client.service.lobby.needed_to_end(
            match.id, user, is_admin=is_admin(interaction)
        )
        if needed is not Consent.ALONE:
            await offer_end(interaction, match)
            return
        title = registry.get(match.slug).info.title
        sure = t(
            "End {title} for everybody? Nobody will win, and this can't be undone.",
            title=title,
        )
        label = say(t("End the match"), lang)
        if match.status == "lobby":
            sure = t(
                "Close this lobby of {title} for good? Everybody will lose their seat, and this "
                "can't be undone.",
                title=title,
            )
            label = say(t("Close the lobby"), lang)
        danger = discord.ButtonStyle.danger
        await reply(
            interaction, say(sure, lang), [button("end", match.id, label=label, style=danger)]
        )

    @match.command(name=named(t("verify")), description=named(t("Check that the draws were fair")))
    @app_commands.rename(number=named(t("number")))
    @app_commands.describe(number=named(WHICH))
    async def verify(
        self,
        interaction: Interaction,
        number: MatchNumber | None = None,
    ) -> None:
        """Check every draw against the seed, or say when that can be done."""
        await defer_new(interaction)
        match, lang = await match_meant(interaction, number), reader(interaction)
        if (match.status in ("lobby", "live") or is_closed(match)) and match.chance_hash:
            await reply(interaction, "\n".join(say(text, lang) for text in sealed_lines(match)))
            return
        checked = await interaction.client.service.history.verify(match.id)
        lines = [say(ending_text(match), lang, match)] if match.ending == "conceded" else []
        lines += [say(text, lang) for text in verdict_lines(checked)]
        await reply(interaction, "\n".join(lines))

    @match.command(name=named(t("invite")), description=named(t("Invite a friend to this match")))
    @app_commands.rename(friend=named(t("friend")))
    @app_commands.describe(friend=named(t("Who to invite")))
    async def invite(self, interaction: Interaction, friend: discord.Member) -> None:
        """Ping a friend in public: the only answer that is not private."""
        await seating.invite(interaction, await match_here(interaction), friend)

    info.autocomplete("number")(own_matches)
    verify.autocomplete("number")(own_matches)


def _game_named(interaction: Interaction) -> GameInfo | None:
    slug = str(getattr(interaction.namespace, "game", "") or "")
    return registry.get(slug).info if slug in registry.slugs() else None


def _sentences(interaction: Interaction, said: Sequence[Text], match: MatchInfo) -> str:
    lang = reader(interaction)
    return "\n".join(say(text, lang, match) for text in said)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the commands of the lobby."""
    await bot.add_cog(LobbyCommands())
