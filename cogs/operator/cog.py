"""``/stolik``: figures, health of a match, new matches, announcements, restart."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Final, cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs.operator.drain import drain
from cogs.operator.figures import bot_lines, desk_lines, match_lines, store_lines
from cogs.operator.health import health_lines
from cogs.operator.own_server import tell_owner_server
from cogs.operator.owner import Owners
from cogs.ui.answers import defer_new, reply
from cogs.ui.context import MatchNumber
from cogs.ui.items import ComponentId, Interaction, cog_of, form, on
from cogs.ui.speech import caption, reader, say, visible
from cogs.ui.translator import named
from matches.backups import Backups
from matches.desk import Desk, still_telling
from rules.errors import InvalidMoveError
from rules.text import Text, t, tn

if TYPE_CHECKING:
    from bot import StolikBot

MOST_ANNOUNCED: Final = 1000
"""The most characters of an announcement."""


class Operator(commands.Cog):
    """What whoever runs the bot can see and do.

    Attributes:
        desk: Figures and announcements.
        backups: The backups; started by `keep_backups`.
        owners: Who owns the bot.
        since: When the bot was started.
    """

    def __init__(self, bot: StolikBot) -> None:
        settings = bot.settings
        self.bot = bot
        self.desk = Desk(bot.store, bot.service, bot.clock)
        self.backups = Backups(
            settings.database,
            bot.clock,
            folder=settings.backups_in,
            kept=settings.backups,
            every=timedelta(hours=settings.backup_hours),
        )
        self.owners = Owners(bot)
        self.since = bot.clock()
        self.draining: asyncio.Task[None] | None = None

    @commands.Cog.listener()
    async def on_shard_ready(self, _: int) -> None:
        """Go on with an announcement that a restart has cut off."""
        await self.bot.loaded()
        self.desk.go_on()

    @commands.Cog.listener()
    async def on_prepared(self) -> None:
        """Tell Discord of the owner's command."""
        await tell_owner_server(self.bot)

    @commands.Cog.listener()
    async def on_turn_to_restart(self) -> None:
        """Stop as one of several processes; the others go on meanwhile."""
        self.leave()

    def leave(self) -> None:
        """Finish what is being sent, then stop the process."""
        if self.draining is None:
            self.draining = asyncio.create_task(drain(self.bot))

    async def cog_unload(self) -> None:
        """Stop what is running, before the database is closed."""
        await self.desk.close()
        await self.backups.close()


@app_commands.default_permissions()
class Stolik(app_commands.Group):
    """The group ``/stolik``.

    Discord shows it to administrators, and it answers owners alone.
    """

    def __init__(self) -> None:
        super().__init__(
            name=named(t("stolik")),
            description=named(t("For the owner of this bot")),
            guild_only=True,
        )

    @app_commands.command(
        name=named(t("figures")), description=named(t("See how the bot is doing"))
    )
    async def figures(self, interaction: Interaction) -> None:
        """Show the figures at a glance."""
        cog = await _admitted(interaction)
        bot, desk = interaction.client, cog.desk
        texts = [
            *bot_lines(bot, cog.since),
            *match_lines(await desk.figures()),
            *store_lines(await desk.size(), cog.backups),
            *desk_lines(await desk.closed_since(), await desk.announcement()),
        ]
        await _tell(interaction, *texts)

    @app_commands.command(
        name=named(t("health")), description=named(t("See how one match is doing"))
    )
    @app_commands.rename(number=named(t("number")))
    @app_commands.describe(number=named(t("The number of the match")))
    async def health(self, interaction: Interaction, number: MatchNumber) -> None:
        """Show how a match is doing."""
        cog = await _admitted(interaction)
        await _tell(interaction, *health_lines(await cog.desk.health(number)))

    @app_commands.command(
        name=named(t("pause")), description=named(t("Take no new matches, on all servers"))
    )
    async def pause(self, interaction: Interaction) -> None:
        """Take no new matches."""
        cog = await _admitted(interaction)
        await cog.desk.take_matches(new=False)
        await _tell(
            interaction,
            t(
                "I won't open new matches until you type /stolik resume, even after a restart. "
                "Matches and lobbies that are there go on."
            ),
        )

    @app_commands.command(
        name=named(t("resume")), description=named(t("Take new matches again, on all servers"))
    )
    async def resume(self, interaction: Interaction) -> None:
        """Take new matches again."""
        cog = await _admitted(interaction)
        await cog.desk.take_matches(new=True)
        await _tell(interaction, t("Everybody can open new matches again."))

    @app_commands.command(
        name=named(t("announce")), description=named(t("Tell all live matches something, once"))
    )
    async def announce(self, interaction: Interaction) -> None:
        """Ask what to announce; a form has to be the first answer."""
        cog = cog_of(interaction, Operator)
        await cog.owners.check(interaction)
        lang = reader(interaction)
        asked = form(
            "announce",
            str(interaction.id),
            title=caption(t("Announcement"), lang),
            label=caption(t("What every live match will read"), lang),
            most=MOST_ANNOUNCED,
        )
        await interaction.response.send_modal(asked)

    @app_commands.command(
        name=named(t("restart")), description=named(t("Finish what is being sent, then stop"))
    )
    async def restart(self, interaction: Interaction) -> None:
        """Finish what is being sent, then stop the process."""
        cog = await _admitted(interaction)
        told = await cog.desk.announcement()
        if told is not None and not told.is_done:
            raise still_telling(told)
        joint = interaction.client.joint
        if joint is not None:
            count = await joint.crew.restart()
            await _tell(
                interaction,
                tn(
                    "My {count} process takes nothing new, sends what is waiting and stops within "
                    "about a minute. Nothing is lost. Whatever runs it has to start it again.",
                    "My {count} processes stop one after the other: each takes nothing new, sends "
                    "what is waiting and stops within about a minute. Nothing is lost. Whatever "
                    "runs them has to start them again; the next one waits for that.",
                    count,
                ),
            )
            return
        await _tell(
            interaction,
            t(
                "I take nothing new from now on, send what is waiting, and stop within about a "
                "minute. Nothing is lost. Whatever runs me has to start me again."
            ),
        )
        cog.leave()


@on("announce", form=True)
async def _announce(interaction: Interaction, typed: ComponentId) -> None:
    cog = await _admitted(interaction)
    words = "\n".join(filter(None, map(visible, "\n".join(typed.values).splitlines())))
    if not words or len(words) > MOST_ANNOUNCED or not typed.rest.isdecimal():
        raise InvalidMoveError(
            t("There is nothing to announce."), t("Type /stolik announce and write something.")
        )
    made = await cog.desk.announce(typed.rest[:20], words)
    await _tell(
        interaction,
        tn(
            "I'm telling {count} live match, once. Nobody is pinged.",
            "I'm telling {count} live matches, each once. Nobody is pinged.",
            made.total,
        ),
    )


async def _admitted(interaction: Interaction) -> Operator:
    """Gain time, and return the cog to an owner of the bot; refuse everybody else."""
    await defer_new(interaction)
    cog = cog_of(interaction, Operator)
    await cog.owners.check(interaction)
    return cog


async def _tell(interaction: Interaction, *texts: Text) -> None:
    lang = reader(interaction)
    await reply(interaction, "\n".join(say(text, lang) for text in texts))


async def keep_backups(bot: StolikBot) -> None:
    """Begin to make backups; only a bot on the real Discord does.

    Of several processes the one with shard 0 makes them, since its start or from when it takes that
    shard over.
    """
    cog = cast("Operator | None", bot.get_cog(Operator.__cog_name__))
    if cog is not None and (bot.joint is None or bot.joint.crew.share.has(0)):
        cog.backups.start()


async def setup(bot: StolikBot) -> None:
    """Add what the owner can do, and the command for it if it has a server."""
    await bot.add_cog(Operator(bot))
    if bot.settings.owner_server:
        bot.tree.add_command(Stolik(), guild=discord.Object(bot.settings.owner_server))
