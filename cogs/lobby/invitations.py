"""Messages to people for whom a seat is kept, or whom the host sent away."""

from __future__ import annotations

import discord
from discord import ui

from cogs.ui.items import Button, Item, button, row_mark
from cogs.ui.sheet import Post, Sheet, link, match_name, notice, place_of, short
from cogs.ui.speech import allow, say, user_mention
from cogs.ui.times import stamp
from matches.domain.model import MatchInfo
from matches.domain.table.invitations import Guest
from matches.domain.table.lobby import SENT_AWAY_HINT
from render.i18n import Lang
from rules import registry
from rules.text import Text, Who, t


def invited_dm(match: MatchInfo, guest: Guest, row_id: int, lang: Lang) -> Post:
    """Return the direct message to somebody for whom a seat is kept."""
    game = registry.get(match.slug).info
    sheet = Sheet()
    sheet.write(f"### {game.title}", say(game.tagline, lang))
    call = t("{who} invites you to play and is keeping a seat for you.", who=_host(match))
    sheet.write(say(call, lang, match), say(_until(guest), lang))
    to_match: ui.Button[ui.LayoutView] = ui.Button(url=link(match), label=say(t("Lobby"), lang))
    items: list[Item] = [_joining(match, row_mark(0, row_id), lang), to_match]
    sheet.row(*items)
    return sheet.post(notice=notice(match, say(call, lang, match)))


def invited_call(match: MatchInfo, guest: Guest, row_id: int, lang: Lang) -> Post:
    """Return the public ping of somebody for whom a seat is kept."""
    words = say(invitation(match, guest.user_id, _host(match)), lang, match)
    sheet = Sheet()
    sheet.write(words, say(_until(guest), lang))
    sheet.row(_joining(match, row_mark(0, row_id), lang))
    return sheet.post(allow(guest.user_id), notice(match, words))


def invitation(match: MatchInfo, user_id: int, who: Who) -> Text:
    """Return the public sentence that invites a user to a match."""
    return t(
        "{friend}, {who} invites you to play {title}.",
        friend=user_mention(user_id),
        who=who,
        title=short(registry.get(match.slug).info),
    )


def sent_away_dm(match: MatchInfo, lang: Lang) -> Post:
    """Return the direct message to somebody whom the host has sent away."""
    sheet = Sheet()
    told = t(
        "The host of {match} in {place} sent you away before the start, so you no longer have a "
        "seat.",
        match=match_name(match),
        place=place_of(match),
    )
    sheet.write(say(told, lang), say(SENT_AWAY_HINT, lang))
    call = t("The host sent you away before the start.")
    return sheet.post(notice=notice(match, say(call, lang)))


def _host(match: MatchInfo) -> Who:
    return Who(match.seat_of(match.host_id))


def _until(guest: Guest) -> Text:
    assert guest.until is not None
    return t("I'll keep the seat for you until {time}.", time=stamp(guest.until))


def _joining(match: MatchInfo, rest: str, lang: Lang) -> Button:
    green = discord.ButtonStyle.success
    return button("join", match.id, rest, label=say(t("Join"), lang), style=green)
