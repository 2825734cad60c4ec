"""Long texts in a private message, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.ui.items import Item, button
from cogs.ui.sheet import Post, Sheet
from cogs.ui.speech import fitting_words, say, without_signs
from render.i18n import Lang
from rules.text import t

PAGE_CHARS: Final = 2000
"""The most characters on a page: half of what Discord allows, enough for a phone."""


def pages(lines: Sequence[str]) -> list[str]:
    """Return the lines on pages, at least one; a line longer than a page is cut."""
    found: list[list[str]] = [[]]
    room = PAGE_CHARS
    for line in lines:
        cut = fitting_words(line, PAGE_CHARS)
        if len(without_signs(cut)) > room:
            found.append([])
            room = PAGE_CHARS
        found[-1].append(cut)
        room -= len(without_signs(cut)) + 1
    return ["\n".join(page) for page in found if page or len(found) == 1]


def leaf(
    head: str,
    lines: Sequence[str],
    verb: str,
    match_id: int,
    page: int,
    lang: Lang,
    *,
    before: str = "",
) -> Post:
    """Return one page of a text, with buttons for the others if there are any.

    Args:
        head: What is shown above every page.
        lines: The whole text.
        verb: The handler of these buttons; the rest of their ids is the page to show.
        match_id: The match, for the ids.
        page: From 0; beyond either end the nearest page is shown.
        lang: The reader's language.
        before: What stands before the page in the rest of the ids.
    """
    all_pages = pages(lines)
    page = min(max(page, 0), len(all_pages) - 1)
    sheet = Sheet()
    sheet.write(head)
    sheet.write(all_pages[page])
    if len(all_pages) > 1:
        last = len(all_pages) - 1
        items: list[Item] = [
            button(
                verb,
                match_id,
                f"{before}{to}",
                label=say(label, lang),
                disabled=not 0 <= to <= last,
            )
            for label, to in ((t("Previous"), page - 1), (t("Next"), page + 1))
        ]
        sheet.row(*items)
    return sheet.post()
