"""The matches of a user on all servers: those that wait for them, and all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final

from cogs.lobby.post import state_line
from cogs.table.channel_posts import vanished_until
from cogs.table.closing import reopen_closed
from cogs.table.departure import leave_selects
from cogs.ui.permissions import HELD_HEAD, held_because
from cogs.ui.sheet import MAX_WORDS, Post, Sheet, link, match_name
from cogs.ui.speech import say
from cogs.ui.times import until
from matches.domain.model import MatchInfo, is_homeless
from matches.service import MatchService
from render.i18n import Lang
from rules.text import Text, Who, t, tn

if TYPE_CHECKING:
    from bot import StolikBot


REOPENED: Final = 5
"""The most closed matches that get a button, and the most closed lobbies."""
TURNS_LINES: Final = 12
"""The most matches in one list."""
HELD: Final = t("I can't post there right now.")
"""The headline above matches with posts held back, and the end of their lines."""
OTHERS: Final = t("You also have a seat in these:")
MORE_CHARS: Final = 40
"""Room for the line that says how many more matches there are."""


@dataclass(frozen=True, slots=True)
class Found:
    """The unfinished matches of a user.

    Attributes:
        waiting: Those that wait for them, longest wait first.
        held: Those that wait for others and have held posts.
        seated: All in which they have a seat, lobbies too, the oldest first.
        closed: Those that were closed and can be reopened.
        ends: When the matches of servers end that the bot is no longer on, by server.
    """

    waiting: Sequence[MatchInfo] = ()
    held: Sequence[MatchInfo] = ()
    seated: Sequence[MatchInfo] = ()
    closed: Sequence[MatchInfo] = ()
    ends: Mapping[int, datetime] = field(default_factory=dict)


async def find_turns(service: MatchService, user_id: int) -> Found:
    """Return the unfinished matches of a user."""
    seated = await service.farewell.seats_of(user_id)
    gone = sorted({match.guild_id for match in seated if is_homeless(match)})
    ends = [(guild_id, await service.vanished.ends_at(guild_id)) for guild_id in gone]
    return Found(
        await service.turns(user_id),
        await service.held(user_id),
        seated,
        await service.closing.closed_for(user_id),
        {guild_id: at for guild_id, at in ends if at is not None},
    )


def turns_post(bot: StolikBot, found: Found, user_id: int, lang: Lang) -> Post:
    """Return the lists of a user's matches, and selects to leave them."""
    sheet = Sheet()
    head = t("No matches are waiting for you.")
    waiting = [match for match in found.waiting if match.paused_at is None]
    if waiting:
        head = tn(
            "{count} match is waiting for you:",
            "{count} matches are waiting for you:",
            len(waiting),
        )
    named = {match.id for match in (*waiting, *found.held)}
    others = [match for match in found.seated if match.id not in named]
    room = MAX_WORDS
    for title, matches in ((head, waiting), (HELD_HEAD, found.held), (OTHERS, others)):
        if matches or title is head:
            lines = [_turn_line(bot, match, found.ends, user_id, lang) for match in matches]
            room -= _list(sheet, title, lines, room, lang)
    for choice in leave_selects(found.seated, lang):
        sheet.row(choice)
    _offer_reopening(sheet, found.closed, lang)
    return sheet.post()


def _offer_reopening(sheet: Sheet, closed: Sequence[MatchInfo], lang: Lang) -> None:
    """Write which matches and lobbies were closed, with a button for each."""
    begun = [match for match in closed if match.begun_at is not None]
    lobbies = [match for match in closed if match.begun_at is None]
    head = tn(
        "{count} match was closed because nobody moved. You can reopen it:",
        "{count} matches were closed because nobody moved. You can reopen them:",
        len(begun),
    )
    lobby_head = tn(
        "{count} lobby was closed because nobody started its match. You can reopen it:",
        "{count} lobbies were closed because nobody started their matches. You can reopen them:",
        len(lobbies),
    )
    for title, matches in ((head, begun), (lobby_head, lobbies)):
        if matches:
            sheet.write(f"**{say(title, lang)}**")
            shown = matches[:REOPENED]
            sheet.row(*(reopen_closed(match, lang, label=match_name(match)) for match in shown))


def _list(sheet: Sheet, head: Text, lines: Sequence[str], room: int, lang: Lang) -> int:
    """Write what fits below a headline, and how many more there are.

    At most `TURNS_LINES` lines and `room` characters are written.

    Returns:
        How many characters were written.
    """
    title = f"**{say(head, lang)}**"
    shown, written = list[str](), len(title) + MORE_CHARS
    for line in lines[:TURNS_LINES]:
        written += len(line) + 1
        if written > room:
            break
        shown.append(line)
    if shown or not lines:
        sheet.write(title, *shown)
    if more := len(lines) - len(shown):
        sheet.write(say(tn("And {count} more.", "And {count} more.", more), lang))
    return written


def _turn_line(
    bot: StolikBot, match: MatchInfo, ends: Mapping[int, datetime], user_id: int, lang: Lang
) -> str:
    line = f"- [{match_name(match)}]({link(match)})"
    clock = match.seats[match.seat_of(user_id)].clock
    if match.paused_at is not None:
        state = t("paused")
        line += f" · {say(state, lang)}"
        line += f"\n  {say(state_line(match), lang)}" if match.broken else ""
    elif clock is not None:
        due = t("until {time}", time=until(clock))
        line += f" · {say(due, lang)}"
    elif match.status == "live":
        who = tuple(Who(seat) for seat in sorted(match.to_act))
        state = t("Waiting for: {who}.", who=who)
        line += f" · {say(state, lang, match)}"
    else:
        line += f" · {say(state_line(match), lang)}"
    why = _trouble(bot, match, ends)
    return "\n  ".join([line, " ".join(say(text, lang) for text in why)] if why else [line])


def _trouble(bot: StolikBot, match: MatchInfo, ends: Mapping[int, datetime]) -> tuple[Text, ...]:
    """Return why the bot can't post in a match, and what becomes of it."""
    number = match.id
    if match.guild_id in ends:
        return (vanished_until(ends[match.guild_id]),)
    if is_homeless(match):
        return (
            t(
                "Its channel is gone. To give it a new one, type /match open number:{number}",
                number=number,
            ),
        )
    return (HELD, *held_because(bot, match)) if match.trouble else ()
