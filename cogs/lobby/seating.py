"""Taking and leaving seats, starting and ending: by command and by button."""

from __future__ import annotations

import discord

from cogs.ui.answers import call, defer_new, defer_update, finish, page, reply
from cogs.ui.context import is_admin, match_of
from cogs.ui.items import ComponentId, Interaction, button, on
from cogs.ui.sheet import notice
from cogs.ui.speech import allow, public, reader, say, user_mention
from matches.domain.model import MatchInfo
from matches.domain.table import powers
from matches.domain.table.powers import Act, Asker
from rules import registry
from rules.errors import LobbyError
from rules.protocol import WATCHER
from rules.text import Person, Who, t


@on("join")
async def _tap_join(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    await join(interaction, await match_of(interaction, tap.match_id))


@on("leave")
async def _tap_leave(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    await leave(interaction, await match_of(interaction, tap.match_id))


@on("start")
async def _tap_start(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    await start(interaction, await match_of(interaction, tap.match_id))


@on("end")
async def _tap_end(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    match = await match_of(interaction, tap.match_id)
    service = interaction.client.service
    await service.lobby.end(match.id, interaction.user.id, is_admin=is_admin(interaction))
    await finish(interaction, page(say(t("The match has ended."), reader(interaction))))


async def join(interaction: Interaction, match: MatchInfo) -> None:
    """Give the asker the next free seat."""
    user = interaction.user
    joined = await interaction.client.service.lobby.join(
        match.id, user.id, user.display_name, locale=interaction.locale.value
    )
    seat, lang = joined.seat_of(user.id), reader(interaction)
    mark = registry.get(joined.slug).info.seat_marks[seat]
    told = t(
        "You're in. Your colour is {colour}, and your letter is {letter}.",
        colour=mark.colour,
        letter=mark.letter,
    )
    leaving = button("leave", match.id, label=say(t("Leave"), lang))
    await reply(interaction, say(told, lang), [leaving])


async def leave(interaction: Interaction, match: MatchInfo) -> None:
    """Free the asker's seat."""
    left = await interaction.client.service.lobby.leave(match.id, interaction.user.id)
    if left.status == "ended":
        told = t("You were the last player, so I closed the match.")
    else:
        told = t("You've left the match. {who} is the host.", who=Who(left.seat_of(left.host_id)))
    await reply(interaction, say(told, reader(interaction), left))


async def start(interaction: Interaction, match: MatchInfo) -> None:
    """Deal and begin."""
    report = await interaction.client.service.lobby.start(match.id, interaction.user.id)
    lang = reader(interaction)
    asked = bool(report.glance.moves)
    looking = button(
        "turn",
        match.id,
        label=say(t("Your move") if asked else t("See the match"), lang),
        style=discord.ButtonStyle.primary if asked else discord.ButtonStyle.secondary,
    )
    said = t("The match has begun. I'll ping everybody whose move it is.")
    await reply(interaction, say(said, lang, report.glance.match), [looking])


def _check_invited(match: MatchInfo, interaction: Interaction, friend: discord.Member) -> None:
    if match.status != "lobby" or len(match.seats) >= match.capacity:
        raise LobbyError(
            t("This match has no free seats."), t("Open another match with /match new.")
        )
    powers.check(Act.INVITE, match, Asker(interaction.user.id))
    if match.seat_of(friend.id) != WATCHER or friend.bot:
        name, other = Person(friend.display_name), t("Invite somebody else.")
        if friend.bot:
            raise LobbyError(t("{friend} is a bot, and bots don't play.", friend=name), other)
        raise LobbyError(t("{friend} already has a seat in this match.", friend=name), other)


async def invite(interaction: Interaction, match: MatchInfo, friend: discord.Member) -> None:
    """Ping a friend about a free seat, in public."""
    _check_invited(match, interaction, friend)
    lang = public(interaction.client, match.guild_id)
    invited = t(
        "{friend}, {who} invites you to play {title}.",
        friend=user_mention(friend.id),
        who=Who(match.seat_of(interaction.user.id)),
        title=registry.get(match.slug).info.title,
    )
    joining = button(
        "join", match.id, "invited", label=say(t("Join"), lang), style=discord.ButtonStyle.success
    )
    words = say(invited, lang, match)
    post = page(words, [joining])
    await call(interaction, post.calling(allow(friend.id), notice(match, words)))
