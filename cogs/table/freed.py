"""The direct message to a player whose seat others have freed."""

from __future__ import annotations

from enum import Enum

from discord import ui

from cogs.table.departure import FOR_GOOD
from cogs.ui.sheet import Post, Sheet, link, match_name, notice, strong
from cogs.ui.speech import say
from matches.domain.model import MatchInfo
from render.i18n import Lang
from rules.text import Text, t


class Back(Enum):
    """Whether somebody can take back a seat that was freed, in words."""

    FREE = t(
        "A computer is playing it. While it's free, you can take it back with /seat claim in the "
        "match's channel."
    )
    TAKEN = t("Another player has it now.")
    BARRED = FOR_GOOD


def freed_dm(match: MatchInfo, why: Text, lang: Lang, back: Back) -> Post:
    """Return the message that says why a seat was freed, and what of the way `back`."""
    sheet = Sheet()
    sheet.write(f"-# {match_name(match)}", strong(why, lang, match), say(back.value, lang))
    sheet.row(ui.Button(url=link(match), label=say(t("Go to the match"), lang)))
    return sheet.post(notice=notice(match, say(why, lang, match)))
