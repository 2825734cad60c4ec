"""Seats that change hands in a match: commands, and the post that offers one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Final

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from cogs.groups import add_to_match, add_to_seat, moved_to_seat
from cogs.table.departure import may_come_back
from cogs.table.votes import tell_standing
from cogs.ui.answers import call, defer_new, defer_update, finish, forged, page, reply
from cogs.ui.autocomplete import guarded
from cogs.ui.context import any_match_here, check_place, is_admin, match_here, match_of
from cogs.ui.items import MAX_CHOICE, Button, ComponentId, Interaction, button, fitting, on
from cogs.ui.sheet import Post, Sheet, match_name, notice, short
from cogs.ui.speech import NOBODY, allow, plain_names, public, reader, say, user_mention
from cogs.ui.translator import named
from matches.domain.model import MatchInfo, SeatInfo
from matches.domain.table import conceding, guards
from matches.domain.table.departure import Effect, effect_of
from matches.domain.table.guards import check_claimable, check_free, check_seated
from matches.domain.table.powers import Consent
from matches.domain.table.votes import Replace
from render.i18n import Lang
from rules import registry
from rules.errors import InvalidMoveError, LobbyError
from rules.protocol import WATCHER
from rules.text import Person, Seat, Text, Who, t

_DANGER: Final = discord.ButtonStyle.danger
_GREEN: Final = discord.ButtonStyle.success
BACK: Final = ".back"
"""Marks the button that lets the original player of a seat take it back."""


_CONCEDED: Final[Mapping[conceding.Consequence, Text]] = {
    "lost": t("You've conceded. The match is over; its last post shows the result."),
    "open": t("You've conceded. A computer will play your seat until somebody takes it over."),
    "caretaker": t("You've conceded. A computer will play your seat to the end."),
    "ended": t("You've conceded. You were the last player, so the match has ended."),
}

_RESIGN_FOR_GOOD: Final = t(
    "Leave your seat? A computer will play it until somebody takes it over. You can't come back, "
    "because an admin of this server has barred you from my matches here."
)
_RESIGN: Final[Mapping[Effect, Text]] = {
    Effect.OPENED: t(
        "Leave your seat? A computer will play it until somebody takes it over. You can come "
        "back while it's free."
    ),
    Effect.ENDED: t(
        "Leave your seat? You're the last player, so the match will end without a result."
    ),
}


@app_commands.command(
    name=named(t("resign")), description=named(t("Leave your seat during the match"))
)
async def resign(interaction: Interaction) -> None:
    """Ask for confirmation before a seat is left."""
    await defer_new(interaction)
    match, lang = await _playing_here(interaction), reader(interaction)
    effect, label = effect_of(match, interaction.user.id), say(t("Leave my seat"), lang)
    leave = button("resign", match.id, effect, label=label, style=_DANGER)
    told = _RESIGN[effect]
    if effect is Effect.OPENED and not await may_come_back(
        interaction.client, match, interaction.user.id
    ):
        told = _RESIGN_FOR_GOOD
    await reply(interaction, say(told, lang, match), [leave])


@on("resign")
async def _resign(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    service, lang = interaction.client.service, reader(interaction)
    check_place(interaction, await service.info(tap.match_id))
    match = await service.seats.resign(tap.match_id, interaction.user.id, tap.rest)
    said = (
        t("You've left your seat. While it's free, you can take it back with /seat claim.")
        if match.status == "live"
        else t("You've left your seat. You were the last player, so the match has ended.")
    )
    if match.status == "live" and not await may_come_back(
        interaction.client, match, interaction.user.id
    ):
        said = t("You've left your seat.")
    await finish(interaction, page(say(said, lang, match)))


@app_commands.command(name=named(t("concede")), description=named(t("Give up and lose this match")))
async def concede(interaction: Interaction) -> None:
    """Say what will happen, and ask for confirmation before a player gives up."""
    await defer_new(interaction)
    match, lang = await _playing_here(interaction), reader(interaction)
    seat = check_seated(match, interaction.user.id)
    rest = conceding.consequence(match, seat)
    label = say(t("Concede"), lang)
    sure = button("concede", match.id, rest, label=label, style=_DANGER)
    await reply(interaction, say(conceding.warning(match, seat), lang, match), [sure])


@on("concede")
async def _concede(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    service, lang = interaction.client.service, reader(interaction)
    check_place(interaction, await service.info(tap.match_id))
    expected = conceding.AS_TOLD.get(tap.rest)
    if expected is None:
        raise forged()
    match = await service.seats.concede(tap.match_id, interaction.user.id, expected)
    await finish(interaction, page(say(_CONCEDED[expected], lang, match)))


@app_commands.command(
    name=named(t("offer")),
    description=named(t("Offer your seat to somebody else, or withdraw the offer")),
)
async def offer(interaction: Interaction) -> None:
    """Offer the asker's seat; if it is on offer, withdraw the offer."""
    await defer_new(interaction)
    match, lang = await _playing_here(interaction), reader(interaction)
    service, user = interaction.client.service, interaction.user.id
    offered = not match.seats[check_seated(match, user)].offered
    await service.seats.offer(match.id, user, offered=offered)
    said = (
        t(
            "You're offering your seat. You'll keep playing until somebody takes it. To keep your "
            "seat, type /seat offer again."
        )
        if offered
        else t("You're keeping your seat.")
    )
    await reply(interaction, say(said, lang, match))


@guarded
async def _free_seats(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return await _offered(interaction, lambda match, s: match.status == "live" and match.is_free(s))


@app_commands.command(name=named(t("claim")), description=named(t("Take over a free seat")))
@app_commands.rename(seat=named(t("seat")))
@app_commands.describe(seat=named(t("Which seat, if several are free")))
@app_commands.autocomplete(seat=_free_seats)
async def claim(interaction: Interaction, seat: str = "") -> None:
    """Take a free seat."""
    await defer_new(interaction)
    match = await match_here(interaction)
    check_claimable(match)
    free = [s.seat for s in match.seats if match.is_free(s)]
    if not free:
        raise LobbyError(t("This match has no free seats."), t("You can watch with /board."))
    await _take(interaction, match, _chosen(seat, free))


@guarded
async def _taken_seats(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return await _offered(interaction, lambda _, s: s.user_id not in (0, interaction.user.id))


@app_commands.command(
    name=named(t("replace")), description=named(t("Free an absent player's seat"))
)
@app_commands.rename(seat=named(t("seat")), friend=named(t("friend")))
@app_commands.describe(
    seat=named(t("Whose seat to free")), friend=named(t("Who to ask to take over the seat"))
)
@app_commands.autocomplete(seat=_taken_seats)
async def replace(
    interaction: Interaction, seat: str, friend: discord.Member | None = None
) -> None:
    """Free a seat at once if the asker may, after asking; else start a vote."""
    await defer_new(interaction)
    match, lang = await match_here(interaction), reader(interaction)
    service, user = interaction.client.service, interaction.user.id
    number = _chosen(seat, [s.seat for s in match.seats])
    if friend is not None:
        _check_friend(match, friend)
    admin = is_admin(interaction)
    needed = await service.seats.needed(match.id, user, number, is_admin=admin)
    if needed is not Consent.ALONE:
        if friend is not None:
            raise LobbyError(
                t("The others decide about this seat by a vote, so I can't ask a friend yet."),
                t("Leave out the friend. Once the seat is free, anybody can take it over."),
            )
        vote = await service.votes.ask(match.id, user, Replace(number))
        await tell_standing(interaction, match, vote)
        return
    rest = f"{number}" if friend is None else f"{number}.{friend.id}"
    sure = t(
        "Free {who}'s seat? A computer will play it until somebody takes it over. {who} can come "
        "back while it's free.",
        who=Who(number),
    )
    free = button("free", match.id, rest, label=say(t("Free the seat"), lang), style=_DANGER)
    await reply(interaction, say(sure, lang, match), [free])


@on("free")
async def _free(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    match, lang = await match_of(interaction, tap.match_id), reader(interaction)
    number, _, friend_id = tap.rest.partition(".")
    seat = _chosen(number, [s.seat for s in match.seats], base=0)
    user, admin = interaction.user.id, is_admin(interaction)
    after = await interaction.client.service.seats.free(match.id, user, seat, is_admin=admin)
    said = t("The seat is free. A computer will play it until somebody takes it over.")
    await finish(interaction, page(say(said, lang, after)))
    friend = await _member(interaction, friend_id)
    if friend is not None and not friend.bot and after.seat_of(friend.id) == WATCHER:
        await _call(interaction, after, seat, friend)


async def _member(interaction: Interaction, number: str) -> discord.Member | None:
    """Return the member of this server with an id, as text; None if there is none."""
    guild = interaction.guild
    if guild is None or not (number.isascii() and number.isdecimal() and len(number) < 21):
        return None
    with contextlib.suppress(discord.DiscordException, aiohttp.ClientError, OSError):
        return guild.get_member(int(number)) or await guild.fetch_member(int(number))
    return None


@on("take")
async def _take_button(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    match = await interaction.client.service.info(tap.match_id)
    check_place(interaction, match)
    number = tap.rest.removesuffix(BACK)
    seat = _chosen(number, [s.seat for s in match.seats], base=0)
    if number != tap.rest and match.seats[seat].owner_id != interaction.user.id:
        raise LobbyError(
            t("This wasn't your seat, so you can't take it back."),
            t("If you want it, tap **Take over**."),
        )
    await _take(interaction, match, seat)


async def _take(interaction: Interaction, match: MatchInfo, seat: Seat) -> None:
    user = interaction.user
    check_free(match, seat, user.id)
    after = await interaction.client.service.seats.claim(
        match.id, seat, user.id, user.display_name, locale=str(interaction.locale)
    )
    lang = reader(interaction)
    said = t(
        "You're playing {colour} now. Look at your hand and at what has happened so far.",
        colour=_mark(after, seat),
    )
    told = say(said, lang, after)
    if seat in after.to_act and after.paused_at is None:
        asked = say(t("It's your move."), lang)
        told = f"{told} **{asked}**"
    await reply(interaction, told, _first_buttons(after, lang))


def _first_buttons(match: MatchInfo, lang: Lang) -> list[Button]:
    return [
        button("turn", match.id, label=say(t("Your move"), lang)),
        button("view", match.id, "hand", label=say(t("My hand"), lang)),
        button("catchup", match.id, label=say(t("Catch up"), lang)),
    ]


async def _playing_here(interaction: Interaction) -> MatchInfo:
    match = await match_here(interaction)
    if match.status == "lobby":
        check_seated(match, interaction.user.id)
        raise LobbyError(
            t("This match hasn't begun yet."),
            t("To give up your seat before the start, type /match leave."),
        )
    guards.check_unfinished(match)
    check_seated(match, interaction.user.id)
    return match


def _chosen(typed: str, among: list[Seat], base: int = 1) -> Seat:
    """Return the seat typed as a number from `base`; for "" the only one in `among`."""
    if not typed and len(among) == 1:
        return among[0]
    if typed.isascii() and typed.isdecimal() and len(typed) < 3 and int(typed) - base in among:
        return int(typed) - base
    why = t("There's no such seat.") if typed else t("Several seats are free.")
    raise InvalidMoveError(why, t("Choose one from the list that appears as you type."))


async def _offered(
    interaction: Interaction, is_meant: Callable[[MatchInfo, SeatInfo], bool]
) -> list[app_commands.Choice[str]]:
    """Return some seats of the match played here as choices: number and player."""
    if (match := await any_match_here(interaction)) is None:
        return []
    names = plain_names(match, reader(interaction))
    meant = [seat.seat for seat in match.seats if is_meant(match, seat)]
    labels = [(fitting(f"{n + 1} · {names[n]}", MAX_CHOICE), str(n + 1)) for n in meant]
    return [app_commands.Choice(name=label, value=value) for label, value in labels]


def _check_friend(match: MatchInfo, friend: discord.Member) -> None:
    if friend.bot or match.seat_of(friend.id) != WATCHER:
        raise LobbyError(
            t("{friend} can't take over a seat here.", friend=Person(friend.display_name)),
            t("Choose somebody who has no seat in this match."),
        )


async def _call(
    interaction: Interaction, match: MatchInfo, seat: Seat, friend: discord.Member
) -> None:
    """Ask a friend in public to take a seat; they get it only if they accept."""
    await interaction.client.service.admission.check_invited(match.guild_id, friend.id)
    lang = public(interaction.client, match.guild_id)
    asked = t(
        "{friend}, will you take over a seat in {title}?",
        friend=user_mention(friend.id),
        title=short(registry.get(match.slug).info),
    )
    taking = _take_button_of(match, seat, lang)
    words = say(asked, lang, match)
    post = page(words, [taking])
    await call(interaction, post.calling(allow(friend.id), notice(match, words)))


def _take_button_of(match: MatchInfo, seat: Seat, lang: Lang) -> Button:
    return button("take", match.id, str(seat), label=say(t("Take over"), lang), style=_GREEN)


def _mark(match: MatchInfo, seat: Seat) -> Text:
    return registry.get(match.slug).info.seat_marks[seat].colour


def seat_post(match: MatchInfo, seat: Seat, lang: Lang) -> Post | None:
    """Return the public post of a free or offered seat; None if it is neither."""
    info = match.seats[seat]
    if not is_free(match, seat):
        return None
    sheet = Sheet(registry.get(match.slug).info.seat_marks[seat].hex)
    sheet.write(f"-# {match_name(match)}")
    said = t("{who} is offering their seat.", who=Who(seat))
    if info.conceded:
        said = t(
            "{who} has conceded. Their seat is free, and a computer is playing it. It can't win "
            "unless somebody takes it over.",
            who=Person(info.name),
        )
    elif info.open:
        said = t("{who}'s seat is free, and a computer is playing it.", who=Person(info.name))
    sheet.write(say(said, lang, match))
    sheet.write(say(t("If you take it over, you'll see what its player sees."), lang))
    row = [_take_button_of(match, seat, lang)]
    if info.open and info.owner_id and not info.conceded:
        back = say(t("Take back"), lang)
        row.append(button("take", match.id, f"{seat}{BACK}", label=back))
    sheet.row(*row)
    return sheet.post(NOBODY)


def taken_post(match: MatchInfo, seat: Seat, lang: Lang) -> Post:
    """Return the post of a seat that is no longer free, to replace the offer."""
    sheet = Sheet(registry.get(match.slug).info.seat_marks[seat].hex)
    sheet.write(f"-# {match_name(match)}")
    said = t("This seat is no longer free. {who} is playing it.", who=Who(seat))
    if match.status != "live":
        said = t("The match is over.")
    sheet.write(say(said, lang, match))
    return sheet.post(NOBODY)


def is_free(match: MatchInfo, seat: Seat) -> bool:
    """Return whether a seat of a match in play can be taken."""
    return match.status == "live" and match.is_free(match.seats[seat])


def setup(bot: commands.AutoShardedBot) -> None:
    """Add ``/seat``, and its commands' names of earlier releases to ``/match``."""
    add_to_seat(bot, resign, concede, offer, claim, replace)
    add_to_match(
        bot,
        moved_to_seat(resign, t("This command is now /seat resign")),
        moved_to_seat(offer, t("This command is now /seat offer")),
        moved_to_seat(claim, t("This command is now /seat claim")),
        moved_to_seat(replace, t("This command is now /seat replace")),
    )
