"""What hosts decide before the start, and the words that players give."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.groups import add_to_seat
from cogs.ui.answers import defer_new, reply
from cogs.ui.autocomplete import choices, guarded
from cogs.ui.context import any_match_here, match_here
from cogs.ui.items import Button, Interaction, button
from cogs.ui.speech import legible, reader, say, visible
from cogs.ui.times import stamp
from cogs.ui.translator import named
from matches.domain.model import MatchInfo
from matches.domain.table.hosting import KEPT_HOURS, check_power
from matches.domain.table.invitations import Guest
from matches.domain.table.powers import Act
from render.i18n import Lang
from rules.errors import InvalidMoveError, LobbyError
from rules.text import Person, Text, t

CLOSE, OPEN = "on", "off"
"""The rest of the id of the button that closes a lobby, or opens it again."""


@app_commands.command(
    name=named(t("reserve")), description=named(t("Keep a seat for a friend before the start"))
)
@app_commands.rename(friend=named(t("friend")), hours=named(t("hours")))
@app_commands.describe(
    friend=named(t("Who to keep a seat for")),
    hours=named(t("For how many hours (24 by default)")),
)
async def reserve(
    interaction: Interaction, friend: discord.Member, hours: int = KEPT_HOURS
) -> None:
    """Keep a seat for a friend, who is told by direct message."""
    await defer_new(interaction)
    match, lang = await match_here(interaction), reader(interaction)
    after = await keep_seat(interaction, match, friend, hours, tell=True)
    said = kept_for(after, friend)
    told_before = match.invitations.of(friend.id)
    again = told_before is not None and told_before.told
    more = (
        t("I've told them before, so I won't send another message.")
        if again
        else t("I'll tell them.")
    )
    await reply(interaction, f"{say(said, lang)} {say(more, lang)}")


async def keep_seat(
    interaction: Interaction, match: MatchInfo, friend: discord.Member, hours: int, *, tell: bool
) -> MatchInfo:
    """Return the lobby with a seat kept for a friend; only its host may ask.

    Raises:
        LobbyError: The friend is a bot, or there is no seat to keep for them.
    """
    check_human(friend)
    user = interaction.user.id
    admission = interaction.client.service.admission
    await admission.check_asker(match.guild_id, user)
    await admission.check_invited(match.guild_id, friend.id)
    return await interaction.client.service.lobby.reserve(
        match.id, user, guest_of(friend), hours, tell=tell
    )


def kept_for(match: MatchInfo, friend: discord.Member) -> Text:
    """Return the sentence about the seat that is kept for a friend."""
    guest = match.invitations.of(friend.id)
    assert guest is not None
    assert guest.until is not None
    return t(
        "I'm keeping a seat for {friend} until {time}.",
        friend=Person(guest.name),
        time=stamp(guest.until),
    )


def check_human(friend: discord.Member) -> None:
    """Refuse to invite a bot."""
    if friend.bot:
        raise LobbyError(
            t("{friend} is a bot, and bots don't play.", friend=Person(friend.display_name)),
            t("Invite somebody else."),
        )


def guest_of(friend: discord.Member) -> Guest:
    """Return a member of the server as somebody to invite."""
    return Guest(friend.id, friend.display_name)


@app_commands.command(
    name=named(t("remove")),
    description=named(t("Send a player away, or stop keeping a seat, before the start")),
)
@app_commands.rename(player=named(t("player")))
@app_commands.describe(player=named(t("Who to send away or keep no seat for")))
async def remove(interaction: Interaction, player: str) -> None:
    """Send a player away from the lobby, or stop keeping a seat for somebody."""
    await defer_new(interaction)
    match, lang = await match_here(interaction), reader(interaction)
    check_power(Act.SEND_AWAY, match, interaction.user.id)
    user_id = _meant(match, player)
    name = Person(_others(match)[user_id])
    after = await interaction.client.service.lobby.remove(match.id, interaction.user.id, user_id)
    said = t("I'm no longer keeping a seat for {who}.", who=name)
    if after.invitations.sent_away(user_id):
        said = t(
            "{who} has no seat any more and can't come back unless you keep a seat for them with "
            "/seat reserve. I'll tell them that you sent them away.",
            who=name,
        )
    await reply(interaction, say(said, lang))


@remove.autocomplete("player")
@guarded
async def _players(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    match = await any_match_here(interaction)
    if match is None or match.status != "lobby" or match.host_id != interaction.user.id:
        return []
    found = [(legible(name), str(user)) for user, name in _others(match).items()]
    return choices(found, visible(typed))


def _others(match: MatchInfo) -> dict[int, str]:
    """Return those whom the host can send away, or keep no seat for, by user id."""
    kept = {guest.user_id: guest.name for guest in match.invitations.guests if guest.until}
    others = (seat for seat in match.seats if seat.user_id not in (0, match.host_id))
    seated = {seat.user_id: seat.name for seat in others}
    return seated | kept


def _meant(match: MatchInfo, typed: str) -> int:
    """Return the user chosen from the list, or the one with the typed name."""
    names = _others(match)
    wanted = visible(typed)
    found = [user for user, name in names.items() if wanted in (str(user), name)]
    if len(found) != 1:
        hint = t("Choose somebody from the list that appears as you type.")
        if any(seat.level for seat in match.seats):
            hint = t(
                "Choose somebody from the list that appears as you type. Computers are sent away "
                "with the list in the lobby's post."
            )
        raise InvalidMoveError(t("I can't tell who you mean."), hint)
    return found[0]


def closing_button(match: MatchInfo, lang: Lang) -> Button:
    """Return the button that closes a lobby to others, or opens it again."""
    if match.invitations.closed:
        return button("close", match.id, OPEN, label=say(t("Open to everybody"), lang))
    return button("close", match.id, CLOSE, label=say(t("Close to others"), lang))


async def set_closed(interaction: Interaction, match: MatchInfo, chosen: str) -> Text:
    """Close a lobby to others, or open it again; return what that means.

    Raises:
        LobbyError: The asker is not the host.
    """
    is_closing = chosen == CLOSE
    await interaction.client.service.lobby.close(match.id, interaction.user.id, on=is_closing)
    if not is_closing:
        return t("The lobby is open now. Everybody can join.")
    return t(
        "The lobby is closed now. Only people for whom you keep a seat with /seat reserve can join."
    )


@app_commands.command(
    name=named(t("word")), description=named(t("Add a word of yours to the match's random draws"))
)
@app_commands.rename(word=named(t("word")))
@app_commands.describe(word=named(t("1 to 40 characters that everybody will see")))
async def word(interaction: Interaction, word: str) -> None:
    """Mix a word into the draws of a match that hasn't started."""
    await defer_new(interaction)
    match, lang, user = await match_here(interaction), reader(interaction), interaction.user.id
    after = await interaction.client.service.lobby.word(match.id, user, word)
    said = t(
        "Your word is “{word}”. Everybody can see it in the lobby, and you can change it until "
        "the match starts.",
        word=after.seats[after.seat_of(user)].word,
    )
    await reply(interaction, say(said, lang))


def setup(bot: commands.AutoShardedBot) -> None:
    """Add the commands of hosts and of words to ``/seat``."""
    add_to_seat(bot, reserve, remove, word)
