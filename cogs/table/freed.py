"""The direct message to a player whose seat others have freed."""

from __future__ import annotations

from discord import ui

from cogs.ui.sheet import Post, Sheet, link, match_name, notice, strong
from cogs.ui.speech import say
from matches.domain.model import MatchInfo
from render.i18n import Lang
from rules.text import Text, t


def freed_dm(match: MatchInfo, why: Text, lang: Lang, *, is_free: bool) -> Post:
    """Return the message that says why a seat was freed, and how to come back.

    There is no way back once it has another player.
    """
    sheet = Sheet()
    back = t("Another player has it now.")
    if is_free:
        back = t(
            "A computer is playing it. While it's free, you can take it back with /seat claim in "
            "the match's channel."
        )
    sheet.write(f"-# {match_name(match)}", strong(why, lang, match), say(back, lang))
    sheet.row(ui.Button(url=link(match), label=say(t("Go to the match"), lang)))
    return sheet.post(notice=notice(match, say(why, lang, match)))
