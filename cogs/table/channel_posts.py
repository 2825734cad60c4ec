"""Posts about a match's channel: lost, closed to the bot, to be reopened."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import discord

from cogs.table.departure import leave_button
from cogs.ui.answers import page
from cogs.ui.items import Button, button, row_mark
from cogs.ui.permissions import held_because
from cogs.ui.sheet import Post, Sheet, match_name, notice, place_of, strong
from cogs.ui.speech import harmless, plain_names, say
from cogs.ui.times import stamp
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import OutboxRow
from render.i18n import Lang
from rules.text import Markup, Seat, Text, Who, t

if TYPE_CHECKING:
    from bot import StolikBot


def gone_post(match: MatchInfo, row_id: int, lang: Lang, ends_at: datetime | None) -> Post:
    """Return the direct message to a player of a match that has lost its channel.

    Args:
        match: The match.
        row_id: The outbox row it is sent for.
        lang: The reader's language.
        ends_at: When it ends because the bot is no longer on its server; None if it is.
    """
    sheet = Sheet()
    sheet.write(f"-# {with_whom(match, lang)}")
    what = t(
        "Nothing is lost, and all clocks are stopped. Go to a channel that all players "
        "and I can see, and type /match open number:{number}",
        number=match.id,
    )
    if match.status == "lobby":
        what = t(
            "Nothing is lost. Go to a channel that all players and I can see, and type /match open "
            "number:{number}",
            number=match.id,
        )
    why, then = t("This match's channel is gone."), list[Text]()
    if ends_at is not None:
        why, then = t("I'm no longer on this match's server."), [_otherwise(ends_at)]
    sheet.write(strong(why, lang, match), *(say(text, lang) for text in (what, *then)))
    back = reopen_button(match, str(row_id), say(t("It's back"), lang))
    sheet.row(back, leave_button(match, str(row_id), lang))
    return sheet.post(notice=notice(match, say(why, lang)))


def _otherwise(ends_at: datetime) -> Text:
    return t(
        "If I'm not back by {time} and it hasn't moved by then, the match will end.",
        time=stamp(ends_at, "f"),
    )


def vanished_until(ends_at: datetime) -> Text:
    """Return why a match whose server is gone is paused, and until when."""
    return t(
        "I'm no longer on its server. If I'm not back by {time}, it will end.",
        time=stamp(ends_at, "f"),
    )


def ended_post(match: MatchInfo, row_id: int, lang: Lang) -> Post:
    """Return the direct message to a player of a match that ended with its server."""
    sheet = Sheet()
    sheet.write(f"-# {with_whom(match, lang)}")
    why = t("I've been away from this match's server for too long, so the match has ended.")
    sheet.write(strong(why, lang, match), say(t("You can open a new one anywhere."), lang))
    label = say(t("My matches"), lang)
    sheet.row(button("turns", match.id, row_mark(match.ply, row_id), label=label))
    return sheet.post(notice=notice(match, say(why, lang)))


def held_post(bot: StolikBot, match: MatchInfo, seat: Seat, row_id: int, lang: Lang) -> Post:
    """Return the DM to a player of a match whose posts Discord doesn't accept.

    Args:
        bot: The bot.
        match: The match.
        seat: The reader's seat.
        row_id: The outbox row it is sent for.
        lang: The reader's language.
    """
    sheet = Sheet()
    sheet.write(f"-# {with_whom(match, lang)}")
    why = t("I can't post in {place} right now.", place=place_of(match))
    sheet.write(strong(why, lang, match), *(say(text, lang) for text in held_because(bot, match)))
    state = t("The match is over.")
    if match.status == "live":
        who = tuple(Who(waited) for waited in sorted(match.to_act))
        state = t("Nothing is lost, and the match continues. Waiting for: {who}.", who=who)
    sheet.write(say(state, lang, match))
    label = t("Your move") if seat in match.to_act else t("See the match")
    sheet.row(button("turn", match.id, row_mark(match.ply, row_id), label=say(label, lang)))
    return sheet.post(notice=notice(match, say(why, lang)))


def offer_post(match: MatchInfo, row_id: int, lang: Lang) -> Post:
    """Return the post that offers to open a lost thread again; it pings nobody."""
    said = t(
        "The thread for {match} is gone, but nothing else is lost.", match=with_whom(match, lang)
    )
    label = say(t("Open it again"), lang)
    return page(say(said, lang), [reopen_button(match, str(row_id), label)])


def reopens(row: OutboxRow, custom_ids: set[str]) -> bool:
    """Return whether a message with these ids belongs to a row about a lost channel."""
    return f"breopen:{row.match_id}:{row.id}" in custom_ids


def reopen_button(match: MatchInfo, rest: str, label: str) -> Button:
    """Return the button that reopens a channel; `rest` says which message it is on."""
    return button("reopen", match.id, rest, label=label, style=discord.ButtonStyle.success)


def with_whom(match: MatchInfo, lang: Lang) -> Markup:
    """Return the name of a match and its players."""
    names = ", ".join(map(harmless, plain_names(match, lang).values()))
    return Markup(f"{match_name(match)}: {names}")
