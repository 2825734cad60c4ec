"""Votes: asking the others, the post of a vote, its buttons."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.groups import add_to_match
from cogs.ui.answers import defer_new, reply
from cogs.ui.context import check_place, match_here
from cogs.ui.items import ComponentId, Interaction, button, on
from cogs.ui.sheet import Post, Sheet, match_name, mentions, notice, short
from cogs.ui.speech import IN_BOLD, NOBODY, allow, harmless, name_in, reader, say
from cogs.ui.times import stamp
from cogs.ui.translator import named
from matches.domain.deadlines.clock_edits import is_last_human
from matches.domain.model import MatchInfo
from matches.domain.table import votes
from matches.domain.table.guards import check_seated
from matches.domain.table.votes import End, Extend, Pause, Question, Resume, Vote, VoteKind
from render.i18n import Lang, translate
from rules import registry
from rules.errors import InvalidMoveError
from rules.text import Seat, Who, t

_GREEN: Final = discord.ButtonStyle.success
_ENDED: Final = {
    "passed": t("The vote passed."),
    "failed": t("The vote failed."),
    "expired": t("The vote ran out of time."),
    "stale": t("The vote was dropped because the match has changed since."),
}
_DONE: Final = {
    VoteKind.UNDO: t("The match is back before your last move."),
    VoteKind.PAUSE: t("The match is paused now. To continue, type /match resume."),
    VoteKind.RESUME: t("The match goes on."),
    VoteKind.END: t("The match has ended without a result."),
    VoteKind.EXTEND: t("The deadlines are later now."),
}
"""What a player who is alone reads: they have asked, and nobody had to vote."""
_ASKED: Final[dict[str, Question]] = {VoteKind.END: End(), VoteKind.RESUME: Resume()}
"""What is asked by tapping a button, besides an undo."""
_NEEDED_ALL: Final = t("Everybody has to agree.")
_NEEDED_MOST: Final = t("More than half have to agree.")


# Asking


@app_commands.command(
    name=named(t("pause")), description=named(t("Ask the others to pause this match"))
)
async def pause(interaction: Interaction) -> None:
    """Ask for a pause."""
    await _ask_here(interaction, Pause())


@app_commands.command(
    name=named(t("resume")), description=named(t("Ask the others to resume this match"))
)
async def resume(interaction: Interaction) -> None:
    """Ask to end a pause."""
    await _ask_here(interaction, Resume())


@app_commands.command(
    name=named(t("extend")),
    description=named(t("Ask the others to extend the current deadlines")),
)
@app_commands.rename(hours=named(t("hours")))
@app_commands.describe(hours=named(t("How many hours to add")))
async def extend(
    interaction: Interaction, hours: app_commands.Range[int, 1, votes.MOST_HOURS]
) -> None:
    """Ask for more time."""
    await _ask_here(interaction, Extend(hours))


async def _ask_here(interaction: Interaction, question: Question) -> None:
    await defer_new(interaction)
    match = await match_here(interaction)
    service = interaction.client.service
    vote = await service.votes.ask(match.id, interaction.user.id, question)
    await tell_standing(interaction, match, vote)


async def offer_end(interaction: Interaction, match: MatchInfo) -> None:
    """Offer a player to ask the others to end the match; alone, to end it."""
    lang, own = reader(interaction), check_seated(match, interaction.user.id)
    votes.check_end(match, own)
    alone = is_last_human(match, own)
    sure = t("You can't end this match alone. If everybody agrees, it will end without a result.")
    label = t("Ask the others to end it")
    if alone:
        sure = t(
            "End the match? You're its only player, so nobody else has to agree. Nobody will win, "
            "and this can't be undone."
        )
        label = t("End the match")
    style = discord.ButtonStyle.danger if alone else discord.ButtonStyle.secondary
    asking = button("ask", match.id, VoteKind.END, label=say(label, lang), style=style)
    await reply(interaction, say(sure, lang), [asking])


@on("ask")
async def _ask(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    service, user = interaction.client.service, interaction.user.id
    match = await service.info(tap.match_id)
    if interaction.guild_id != match.guild_id or tap.rest != VoteKind.END:
        check_place(interaction, match)  # /match end with a number works in any channel
    check_seated(match, user)
    if tap.rest == VoteKind.UNDO:
        vote = await service.votes.ask_undo(match.id, user)
    elif tap.rest in _ASKED:
        vote = await service.votes.ask(match.id, user, _ASKED[tap.rest])
    else:
        raise InvalidMoveError(
            t("You can't start this vote here."), t("Look at the match with /board.")
        )
    await tell_standing(interaction, match, vote)


async def tell_standing(interaction: Interaction, match: MatchInfo, vote: Vote) -> None:
    """Tell the user who asked or voted how the vote stands."""
    lang = reader(interaction)
    if vote.status == "open" and match.seat_of(interaction.user.id) == vote.seat:
        words = t(
            "I've asked the others. The post in the match's channel shows who still has to vote."
        )
    elif vote.status == "open":
        words = t(
            "I've counted your vote. The post in the match's channel shows who still has to vote."
        )
    elif vote.status == "passed" and match.is_solo:
        words = _DONE.get(vote.kind, _ENDED["passed"])
    else:
        words = _ENDED[vote.status]
    back = button("turn", match.id, label=say(t("See the match"), lang))
    await reply(interaction, say(words, lang, match), [back])


# Voting


@on("yes")
async def _yes(interaction: Interaction, tap: ComponentId) -> None:
    await _cast(interaction, tap, yes=True)


@on("no")
async def _no(interaction: Interaction, tap: ComponentId) -> None:
    await _cast(interaction, tap, yes=False)


async def _cast(interaction: Interaction, tap: ComponentId, *, yes: bool) -> None:
    await defer_new(interaction)
    service, user = interaction.client.service, interaction.user.id
    match = await service.info(tap.match_id)
    check_place(interaction, match)
    check_seated(match, user)
    if not (tap.rest.isascii() and tap.rest.isdecimal() and len(tap.rest) < 19):
        raise _no_vote()
    vote = await service.votes.find(int(tap.rest))
    if vote.match_id != match.id:
        raise _no_vote()
    await tell_standing(interaction, match, await service.votes.cast(vote.id, user, yes=yes))


def _no_vote() -> InvalidMoveError:
    return InvalidMoveError(t("There's no such vote."), t("Look at the match with /board."))


# The post


def vote_post(
    match: MatchInfo, vote: Vote, lang: Lang, changed: Collection[Seat] = frozenset()
) -> Post:
    """Return the public post of a vote; it pings those who still have to vote.

    Args:
        match: The match as it is now.
        vote: The vote.
        lang: The server's language.
        changed: Seats that others have now: nobody is named for them.
    """
    sheet = Sheet()
    game = short(registry.get(match.slug).info)
    head = t("{who} asks:", who=votes.asker(match, vote))
    title = match_name(match) if vote.seat in changed else f"{game} · {say(head, lang)}"
    sheet.write(f"-# {title}")
    if votes.named(vote) not in changed:
        sheet.write(f"**{_question(match, vote, lang)}**")
    who = votes.voters(match, vote)
    if vote.status != "open":
        yes = sum(vote.ballots.values())
        counts = t("Yes: {yes}, no: {no}.", yes=yes, no=len(vote.ballots) - yes)
        sheet.write(f"**{say(_ENDED[vote.status], lang)}** {say(counts, lang)}")
        return sheet.post(NOBODY)
    voted = tuple(Who(seat) for seat in sorted(who & vote.ballots.keys()))
    asked = sorted(who - vote.ballots.keys())
    calling = t("Please vote: {who}", who=tuple(Who(seat) for seat in asked))
    sheet.write(
        say(t("Voted: {who}", who=voted), lang, match),
        translate(calling, lang, mentions(match, lang)),
    )
    needed = _NEEDED_ALL if vote.kind in votes.UNANIMOUS else _NEEDED_MOST
    ends = t("The vote ends {when}.", when=stamp(vote.expires_at, "R"))
    sheet.write(f"-# {say(needed, lang)} {say(ends, lang)}")
    rest = str(vote.id)
    sheet.row(
        button("yes", match.id, rest, label=say(t("Yes"), lang), style=_GREEN),
        button("no", match.id, rest, label=say(t("No"), lang)),
    )
    called = notice(match, translate(calling, lang, mentions(match, lang)))
    return sheet.post(allow(*(match.seats[seat].user_id for seat in asked)), called)


def _question(match: MatchInfo, vote: Vote, lang: Lang) -> str:
    """Return the question for bold print: the names in it have no bold of their own."""
    names = {seat.seat: harmless(name_in(match, seat, lang)) for seat in match.seats}
    return translate(votes.subject(match, vote), lang, names, IN_BOLD)


def setup(bot: commands.AutoShardedBot) -> None:
    """Add the commands that ask the others to ``/match``."""
    add_to_match(bot, pause, resume, extend)
