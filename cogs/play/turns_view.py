"""The matches waiting for a user on all servers, and those with held posts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cogs.lobby.post import state_line
from cogs.table.channel_posts import held_because
from cogs.table.closing import reopen_closed
from cogs.ui.sheet import Post, Sheet, link, match_name
from cogs.ui.speech import say
from cogs.ui.times import until
from matches.domain.model import MatchInfo, is_homeless
from render.i18n import Lang
from rules.text import Text, Who, t, tn

if TYPE_CHECKING:
    from bot import StolikBot


REOPENED: Final = 5
"""The most closed matches that get a button."""
TURNS_LINES: Final = 12
"""The most matches in one list."""
HELD_HEAD: Final = t("I can't post in these matches right now:")
HELD: Final = t("I can't post there right now.")
"""The headline above matches with posts held back, and the end of their lines."""


def turns_post(
    bot: StolikBot,
    waiting: Sequence[MatchInfo],
    held: Sequence[MatchInfo],
    user_id: int,
    lang: Lang,
    closed: Sequence[MatchInfo] = (),
) -> Post:
    """Return what waits for a user, what has held posts, and what can be reopened."""
    sheet = Sheet()
    head = t("No matches are waiting for you.")
    if waiting:
        head = tn(
            "{count} match is waiting for you:",
            "{count} matches are waiting for you:",
            len(waiting),
        )
    _list(sheet, bot, head, waiting, user_id, lang)
    if held:
        _list(sheet, bot, HELD_HEAD, held, user_id, lang)
    if closed:
        head = tn(
            "{count} match was closed because nobody moved. You can reopen it:",
            "{count} matches were closed because nobody moved. You can reopen them:",
            len(closed),
        )
        sheet.write(f"**{say(head, lang)}**")
        shown = closed[:REOPENED]
        sheet.row(*(reopen_closed(match, lang, label=match_name(match)) for match in shown))
    return sheet.post()


def _list(
    sheet: Sheet,
    bot: StolikBot,
    head: Text,
    matches: Sequence[MatchInfo],
    user_id: int,
    lang: Lang,
) -> None:
    """Write up to `TURNS_LINES` matches below a headline, and how many more there are."""
    shown = matches[:TURNS_LINES]
    sheet.write(f"**{say(head, lang)}**", *(_turn_line(bot, m, user_id, lang) for m in shown))
    if more := len(matches) - len(shown):
        sheet.write(say(tn("And {count} more.", "And {count} more.", more), lang))


def _turn_line(bot: StolikBot, match: MatchInfo, user_id: int, lang: Lang) -> str:
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
    why: tuple[Text, ...] = ()
    if is_homeless(match):
        why = (
            t(
                "Its channel is gone. To give it a new one, type /match open number:{number}",
                number=match.id,
            ),
        )
    elif match.trouble:
        why = (HELD, *held_because(bot, match))
    return "\n  ".join([line, " ".join(say(text, lang) for text in why)] if why else [line])
