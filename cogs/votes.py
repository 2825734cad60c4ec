"""Votes: asking the others, the post that asks, its buttons."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import defer, tell
from cogs.place import check_place, match_here
from cogs.posts import Post, Sheet, mentions, short
from cogs.speech import NOBODY, allow, harmless, reader, say
from cogs.times import pace_text
from cogs.translator import named
from cogs.ui.items import Button, Tap, button, on
from matches import votes
from matches.looking import check_seated
from matches.model import MatchInfo
from matches.pace import Pace
from matches.votes import Kind, Vote
from render.i18n import Lang, translate
from rules import registry
from rules.errors import InvalidMoveError
from rules.text import Text, Who, t

_GREEN: Final = discord.ButtonStyle.success
_ENDED: Final = {
    "passed": t("Agreed."),
    "failed": t("Not agreed."),
    "expired": t("Not decided in time."),
    "stale": t("Not decided: the match went on."),
}


@app_commands.guild_only()
class Votes(
    commands.GroupCog,
    group_name=named(t("vote")),
    group_description=named(t("Ask the others in this match for something")),
):
    """``/vote``: what all have a say in."""

    @app_commands.command(
        name=named(t("pause")), description=named(t("Ask the others to pause the match"))
    )
    async def pause(self, interaction: discord.Interaction[Any]) -> None:
        """Ask for a pause."""
        await _ask_here(interaction, Kind.PAUSE)

    @app_commands.command(
        name=named(t("resume")), description=named(t("Ask the others to go on after a pause"))
    )
    async def resume(self, interaction: discord.Interaction[Any]) -> None:
        """Ask to go on."""
        await _ask_here(interaction, Kind.RESUME)

    @app_commands.command(
        name=named(t("end")), description=named(t("Ask the others to end without a result"))
    )
    async def end(self, interaction: discord.Interaction[Any]) -> None:
        """Ask to end the match without a result."""
        await _ask_here(interaction, Kind.END)

    @app_commands.command(
        name=named(t("extend")), description=named(t("Ask for more time for those we wait for"))
    )
    @app_commands.rename(hours=named(t("hours")))
    @app_commands.describe(hours=named(t("How many hours more")))
    async def extend(
        self,
        interaction: discord.Interaction[Any],
        hours: app_commands.Range[int, 1, votes.MOST_HOURS],
    ) -> None:
        """Ask for more time."""
        await _ask_here(interaction, Kind.EXTEND, str(hours))

    @app_commands.command(
        name=named(t("undo")), description=named(t("Ask to go back to before your last move"))
    )
    async def undo(self, interaction: discord.Interaction[Any]) -> None:
        """Ask to take back what cannot be taken back alone."""
        await defer(interaction)
        match = await match_here(interaction)
        await _told(interaction, match, await ask_undo(interaction, match))


async def _ask_here(interaction: discord.Interaction[Any], kind: Kind, argument: str = "") -> None:
    await defer(interaction)
    match = await match_here(interaction)
    service = interaction.client.service
    vote = await service.votes.ask(match.id, interaction.user.id, kind, argument)
    await _told(interaction, match, vote)


async def ask_undo(interaction: discord.Interaction[Any], match: MatchInfo) -> Vote:
    """Ask the others to go back to before the asker's last move."""
    vote: Vote = await interaction.client.service.votes.ask_undo(match.id, interaction.user.id)
    return vote


async def _told(interaction: discord.Interaction[Any], match: MatchInfo, vote: Vote) -> None:
    """Answer whoever asked or voted: how the vote stands."""
    lang = reader(interaction)
    if vote.status == "open":
        words = t("Your vote is counted. The others see the question in the match’s channel.")
    else:
        words = _ENDED[vote.status]
    back = button("turn", match.id, label=say(t("See the match"), lang))
    await tell(interaction, say(words, lang, match), [back])


def ask_undo_button(match_id: int, lang: Lang) -> Button:
    """Return the button that asks the others for what one may not take back alone."""
    return button("askundo", match_id, label=say(t("Ask the others to go back"), lang))


@on("askundo")
async def _ask_undo(interaction: discord.Interaction[Any], tap: Tap) -> None:
    await defer(interaction)
    match = await interaction.client.service.info(tap.match_id)
    check_place(interaction, match)
    await _told(interaction, match, await ask_undo(interaction, match))


@on("yes")
async def _yes(interaction: discord.Interaction[Any], tap: Tap) -> None:
    await _cast(interaction, tap, yes=True)


@on("no")
async def _no(interaction: discord.Interaction[Any], tap: Tap) -> None:
    await _cast(interaction, tap, yes=False)


async def _cast(interaction: discord.Interaction[Any], tap: Tap, *, yes: bool) -> None:
    await defer(interaction)
    match = await interaction.client.service.info(tap.match_id)
    check_place(interaction, match)
    check_seated(match, interaction.user.id)
    if not (tap.rest.isascii() and tap.rest.isdecimal() and len(tap.rest) < 19):
        raise InvalidMoveError(t("This is no vote."), t("Look at the match with /board."))
    service = interaction.client.service
    vote = await service.votes.find(int(tap.rest))
    if vote.match_id != match.id:
        raise InvalidMoveError(t("This is no vote."), t("Look at the match with /board."))
    await _told(interaction, match, await service.votes.cast(vote.id, interaction.user.id, yes))


# The post


def vote_post(match: MatchInfo, vote: Vote, lang: Lang) -> Post:
    """Return the public post of a vote: it calls those who still have to vote."""
    sheet = Sheet()
    head = t("{game}: {who} asks", game=short(registry.get(match.slug).info), who=Who(vote.seat))
    sheet.write(f"-# {say(head, lang, match)}", f"**{_bare(_question(vote), lang, match)}**")
    who = votes.voters(match, vote)
    voted = tuple(Who(seat) for seat in sorted(who & vote.ballots.keys()))
    sheet.write(say(t("Voted: {who}.", who=voted), lang, match))
    if vote.status != "open":
        sheet.write(f"**{say(_ENDED[vote.status], lang)}**")
        return sheet.post(NOBODY)
    asked = sorted(who - vote.ballots.keys())
    text = t("Please vote: {who}", who=tuple(Who(seat) for seat in asked))
    sheet.write(translate(text, lang, mentions(match)))
    needed = _NEEDED_ALL if vote.kind in votes.UNANIMOUS else _NEEDED_MOST
    expires = discord.utils.format_dt(vote.expires_at, "R")
    sheet.write(f"-# {say(needed, lang)} {say(t('The vote ends {when}.', when=expires), lang)}")
    rest = str(vote.id)
    sheet.row(
        button("yes", match.id, rest, label=say(t("Yes"), lang), style=_GREEN),
        button("no", match.id, rest, label=say(t("No"), lang)),
    )
    return sheet.post(allow(*(match.seats[seat].user_id for seat in asked)))


_NEEDED_ALL: Final = t("All have to agree.")
_NEEDED_MOST: Final = t("More than half have to agree.")


def _question(vote: Vote) -> Text:
    if vote.kind is Kind.PACE:
        return t("Play on with another time? {pace}", pace=pace_text(Pace.parse(vote.argument)))
    return votes.subject(vote)


def _bare(text: Text, lang: Lang, match: MatchInfo) -> str:
    names = {seat.seat: harmless(seat.name) for seat in match.seats}
    return translate(text, lang, names, harmless)


async def setup(bot: commands.Bot) -> None:
    """Add ``/vote``."""
    await bot.add_cog(Votes(bot))
