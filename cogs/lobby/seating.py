"""Taking and leaving seats, starting and ending: by command and by button."""

from __future__ import annotations

import discord

from cogs.lobby.hosting import check_human, guest_of, keep_seat, kept_for
from cogs.lobby.invitations import invitation
from cogs.ui.answers import call, defer_new, defer_update, finish, page, reply
from cogs.ui.context import is_admin, match_of
from cogs.ui.items import ComponentId, Interaction, button, on
from cogs.ui.permissions import PRIVATE_THREADS, may_hide
from cogs.ui.sheet import notice, place_of
from cogs.ui.speech import allow, public, reader, say
from matches.domain.model import MatchInfo, is_homeless
from matches.domain.table.hosting import KEPT_HOURS, check_invite
from rules import registry
from rules.errors import LobbyError, NoMatchError
from rules.protocol import WATCHER
from rules.text import Who, t


@on("join")
async def _tap_join(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    await join(interaction, await _lobby_of(interaction, tap.match_id))


async def _lobby_of(interaction: Interaction, match_id: int) -> MatchInfo:
    """Return the match to join; in direct messages, one the asker was invited to.

    Raises:
        NoMatchError: It is on another server, or they weren't invited.
    """
    if interaction.guild_id is not None:
        return await match_of(interaction, match_id)
    found, user = await interaction.client.service.info(match_id), interaction.user.id
    if found.invitations.of(user) is None and found.seat_of(user) == WATCHER:
        raise NoMatchError(
            t("No seat is kept for you in this match any more."),
            t("Watch it on its server, or open your own match there with /match new."),
        )
    return found


@on("leave")
async def _tap_leave(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    await leave(interaction, await match_of(interaction, tap.match_id))


@on("start")
async def _tap_start(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    await start(interaction, await match_of(interaction, tap.match_id))


@on("alone")
async def _tap_alone(interaction: Interaction, tap: ComponentId) -> None:
    """Start a match in a thread that nobody else is in."""
    await defer_new(interaction)
    match = await match_of(interaction, tap.match_id)
    if match.status == "lobby" and not may_hide(interaction.client.get_channel(match.channel_id)):
        raise LobbyError(
            t("I'm not allowed to open private threads here."),
            t(
                "To play where everybody can see it, tap **Start**. For a private thread, ask a "
                "server admin to allow this: {permission}.",
                permission=PRIVATE_THREADS,
            ),
        )
    await start(interaction, match, private=True)


@on("end")
async def _tap_end(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    match = await match_of(interaction, tap.match_id)
    service = interaction.client.service
    after = await service.lobby.end(match.id, interaction.user.id, is_admin=is_admin(interaction))
    said = t("The match has ended.")
    if after.begun_at is None:
        said = t("The lobby is closed for good.")
    await finish(interaction, page(say(said, reader(interaction))))


async def join(interaction: Interaction, match: MatchInfo) -> None:
    """Give the asker the next free seat."""
    user = interaction.user
    joined = await interaction.client.service.lobby.join(
        match.id, user.id, user.display_name, locale=interaction.locale.value
    )
    seat, lang = joined.seat_of(user.id), reader(interaction)
    mark = registry.get(joined.slug).info.seat_marks[seat]
    told = t("You're in. Your colour is {colour}.", colour=mark.colour)
    if interaction.guild_id is None:
        there = t("You'll play in {channel}.", channel=place_of(joined))
        if is_homeless(joined):
            there = t(
                "The lobby's channel is gone. To give it a new one, type /match open "
                "number:{number}",
                number=joined.id,
            )
        await reply(interaction, f"{say(told, lang)} {say(there, lang)}")
        return
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


async def start(interaction: Interaction, match: MatchInfo, *, private: bool = False) -> None:
    """Deal and begin, perhaps in a private thread."""
    user, lobby = interaction.user.id, interaction.client.service.lobby
    report = await lobby.start(match.id, user, private=private)
    lang = reader(interaction)
    asked = bool(report.glance.moves)
    looking = button(
        "turn",
        match.id,
        label=say(t("Your move") if asked else t("See the match"), lang),
        style=discord.ButtonStyle.primary if asked else discord.ButtonStyle.secondary,
    )
    said = t("The match has begun. I'll ping everybody whose move it is.")
    if private:
        said = t(
            "The match has begun in a private thread. Only you and I are in it; server moderators "
            "can look in, too."
        )
    await reply(interaction, say(said, lang, report.glance.match), [looking])


async def invite(interaction: Interaction, match: MatchInfo, friend: discord.Member) -> None:
    """Ping a friend about a free seat, in public; the host also keeps it for them."""
    user, guest = interaction.user.id, guest_of(friend)
    check_human(friend)
    if user == match.host_id:
        await defer_new(interaction)
        match = await keep_seat(interaction, match, friend, KEPT_HOURS, tell=False)
        own = reader(interaction)
        told = kept_for(match, friend), t("I'll ping them here.")
        await reply(interaction, " ".join(say(text, own) for text in told))
    else:
        admission = interaction.client.service.admission
        await admission.check_asker(match.guild_id, user)
        await admission.check_invited(match.guild_id, friend.id)
        check_invite(match, user, guest, interaction.client.clock())
    lang = public(interaction.client, match.guild_id)
    joining = button(
        "join", match.id, "invited", label=say(t("Join"), lang), style=discord.ButtonStyle.success
    )
    words = say(invitation(match, friend.id, Who(match.seat_of(user))), lang, match)
    post = page(words, [joining])
    await call(interaction, post.calling(allow(friend.id), notice(match, words)))
