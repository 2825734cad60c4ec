"""The look of a rulebook's entry: its page, search results, the shared post.

Each is made from an `EntryPage` or hits alone, so that every tap can make it again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from cogs.rulebook.bookmark import Bookmark
from cogs.rulebook.contents import chapter_lists, entry_option, guide, lists_of, short_title
from cogs.ui.help_buttons import explain_button
from cogs.ui.items import MAX_OPTIONS, Button, Item, button, fitting, select
from cogs.ui.sheet import MAX_WORDS, Post, Sheet, short
from cogs.ui.speech import component_signs, say, visible
from lookup import shelf
from lookup.book import Book, Entry
from lookup.catalogue import code
from lookup.excerpt import plain_words
from lookup.shelf import Hit
from matches.domain.model import Glance
from matches.domain.settings import PLAIN, Display
from render.i18n import Lang
from render.picture import Picture
from rules import registry
from rules.errors import LobbyError
from rules.protocol import Advice
from rules.text import Text, t, tn

LINKS: Final = 5
"""The most buttons to other entries."""
LISTS: Final = 5
"""The most selects for the entries of a chapter; a chapter may have 75 tiles."""
SIGNS: Final = 4
"""The most emojis before a title: one entry explains a card of four groups."""
PLACE_LINES: Final = 8
PLACE_CHARS: Final = 300
TYPED_CHARS: Final = 60
EXCERPT_CHARS: Final = 300
OPENING_CHARS: Final = 45
"""What a phone shows of a button's label in one line."""


@dataclass(frozen=True, slots=True)
class EntryPage:
    """An entry as it is shown.

    Attributes:
        bookmark: The entry and how it is shown.
        book: The rulebook, in the language of the page.
        entry: The entry.
        lang: That language.
        match_id: The match in which it is read, or 0.
        glance: That match as the reader sees it; None if it is not being played.
        picture: The components as printed, or None.
        sharable: True where it can be shared.
        display: How the reader wants to see the picture.
    """

    bookmark: Bookmark
    book: Book
    entry: Entry
    lang: Lang
    match_id: int = 0
    glance: Glance | None = None
    picture: Picture | None = None
    sharable: bool = False
    display: Display = PLAIN


def shown_ids(bookmark: Bookmark, entry: Entry) -> tuple[str, ...]:
    """Return the components a page is about."""
    return (bookmark.key,) if bookmark.alone else entry.components


def page_post(page: EntryPage) -> Post:
    """Return an entry as a private page."""
    lang, number = page.lang, page.match_id
    places = _places(page)
    sheet = Sheet()
    sheet.write(*_words(page, MAX_WORDS - len(places)))
    sheet.show(page.picture, "component.png", page.display)
    sheet.write(places)
    sheet.row(*_buttons(page))
    inside = _inside(page)
    sheet.row(*_link_buttons(page))
    for place, options in enumerate(inside):
        name = guide(say(t("In this chapter"), lang), options, len(inside) > 1)
        sheet.row(select("leaf", number, f"in{place}", options=options, placeholder=name))
    for chooser in chapter_lists(page.book, lang, page.entry.chapter, number):
        sheet.row(chooser)
    return sheet.post()


def shared_post(page: EntryPage) -> Post:
    """Return the public post of an entry, with a button that opens it in private."""
    sheet = Sheet()
    sheet.write(*_words(page, MAX_WORDS))
    sheet.paint(page.picture, "component.png")
    rest = str(replace(page.bookmark, shared=False))
    label = say(t("Look it up"), page.lang)
    sheet.row(button("look", page.match_id, rest, label=label))
    return sheet.post()


def hits_post(book: Book, lang: Lang, typed: str, hits: Sequence[Hit], match_id: int) -> Post:
    """Return the closest entries to a name or number that no entry has."""
    refusal = say(t("I can't find anything called “{typed}”.", typed=_quotable(typed)), lang)
    sheet = Sheet()
    sheet.write(f"-# {short(registry.get(book.slug).info)}")
    sheet.write(f"**{refusal}**")
    if hits:
        sheet.write(say(t("The closest entries are:"), lang), *map(_hit_line, hits))
        options = [entry_option(book, hit.entry) for hit in hits[:MAX_OPTIONS]]
        open_one = say(t("Open an entry"), lang)
        sheet.row(select("leaf", match_id, "hits", options=options, placeholder=open_one))
    else:
        sheet.write(say(t("Try a single word, or choose a chapter."), lang))
    for chooser in chapter_lists(book, lang, "", match_id):
        sheet.row(chooser)
    return sheet.post()


def _hit_line(hit: Hit) -> str:
    return f"- **{fitting(hit.entry.title, 90)}** · {fitting(hit.excerpt, EXCERPT_CHARS)}"


def entry_button(
    match_id: int,
    slug: str,
    key: str,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    """Return a button that opens an entry in a new private answer."""
    return button("look", match_id, str(Bookmark(slug, key)), label=label, style=style)


def rule_buttons(
    match_id: int, slug: str, advice: Sequence[Advice], lang: Lang
) -> tuple[list[Button], str]:
    """Return buttons for the first rules that advice cites, and a chapter's key.

    The chapter is that of the first button, or "" if the rulebook has none of the rules.
    """
    try:
        book = shelf.book(slug, lang)
    except LobbyError:
        return [], ""
    cited = dict.fromkeys(rule for one in advice for rule in one.rules)
    entries = [entry for rule in cited if (entry := book.get(rule)) is not None][:LINKS]
    buttons = [entry_button(match_id, slug, entry.key, _opening(entry)) for entry in entries]
    return buttons, entries[0].chapter if entries else ""


def _opening(entry: Entry) -> str:
    """Return the first words of a rule: nobody knows its number, which is its title."""
    return fitting(plain_words(entry.body), OPENING_CHARS)


def _quotable(typed: str) -> str:
    return fitting(visible(typed), TYPED_CHARS)


def _words(page: EntryPage, room: int) -> list[str]:
    """Return title, body and, if shown, examples, within `room` characters."""
    entry = page.entry
    game, title = short(registry.get(page.book.slug).info), entry.title
    if page.bookmark.alone and len(entry.components) > 1:
        title = f"{code(page.bookmark.key) or page.bookmark.key} · {title}"
    small = game if entry.kind == "topic" else f"{game} · {_heading(page)}"
    if page.display.signed:
        title = component_signs(page.book.slug, shown_ids(page.bookmark, entry), SIGNS) + title
    head = f"-# {small}\n### {title}"
    body = fitting(entry.body, room - len(head) - 2)
    quoted = _quoted(page, room - len(head) - len(body) - 4) if page.bookmark.examples else ""
    return [head, body, *([f"\n{quoted}"] if quoted else [])]


def _heading(page: EntryPage) -> str:
    chapter = page.book.get(page.entry.chapter)
    return chapter.title if chapter else ""


def _quoted(page: EntryPage, room: int) -> str:
    """Return as many examples as fit into `room` characters, as quotations."""
    entry = page.entry
    rules = [e for e in page.book.entries if e.kind == "rule" and e.chapter == entry.key]
    numbers = {words: f"**{e.title}** " for e in rules for words in e.examples}
    told = [
        re.sub("^", "> ", numbers.get(words, "") + words, flags=re.MULTILINE)
        for words in entry.examples
    ]
    shown = told
    while shown and len("\n\n".join(shown)) + 40 * (len(shown) < len(told)) > room:
        shown = shown[:-1]
    left = len(told) - len(shown)
    return "\n\n".join([*shown, *([f"-# {say(_more(left), page.lang)}"] if left else [])])


def _more(count: int) -> Text:
    return tn("And {count} more.", "And {count} more.", count)


def _places(page: EntryPage) -> str:
    """Return where the page's components are now, as the reader may know; or ""."""
    glance, lang = page.glance, page.lang
    if glance is None:
        return ""
    known = [
        fitting(say(where, lang, glance.match), PLACE_CHARS)
        for component in shown_ids(page.bookmark, page.entry)
        if (where := glance.rules.whereabouts(glance.view, component)) is not None
    ]
    lines = list(dict.fromkeys(known))
    if not lines:
        return ""
    more = len(lines) - PLACE_LINES
    if len(lines) > 1:
        lines = [f"- {line}" for line in lines[:PLACE_LINES]]
    if more > 0:
        lines.append(f"-# {say(_more(more), lang)}")
    now = say(t("Where it is now:"), lang)
    return "\n".join([f"**{now}**", *lines])


def _buttons(page: EntryPage) -> list[Item]:
    """Return the buttons that turn, explain and share a page, or lead to the match."""
    bookmark, entry, book, lang = page.bookmark, page.entry, page.book, page.lang
    back, on = say(t("Previous"), lang), say(t("Next"), lang)
    found: list[Item] = [
        _turning(page, book.before(entry), "<", back),
        _turning(page, book.after(entry), ">", on),
    ]
    if entry.examples:
        label = t("Hide the examples") if bookmark.examples else t("Examples")
        turned = str(replace(bookmark, examples=not bookmark.examples))
        found.append(button("examples", page.match_id, turned, label=say(label, lang)))
    if page.sharable:
        label = t("Shared") if bookmark.shared else t("Share")
        found.append(
            button(
                "share",
                page.match_id,
                str(bookmark),
                label=say(label, lang),
                disabled=bookmark.shared,
            )
        )
    if page.glance is not None and entry.kind == "topic":
        found.append(explain_button(page.match_id, None, lang))
    return found


def _turning(page: EntryPage, to: Entry | None, end: str, label: str) -> Button:
    rest = end if to is None else str(Bookmark(page.book.slug, to.key))
    return button("leaf", page.match_id, rest, label=label, disabled=to is None)


def _link_buttons(page: EntryPage) -> list[Item]:
    """Return buttons to the chapter and to the entries it mentions."""
    entry, book = page.entry, page.book
    near = {e.key for e in book.entries if e.chapter == entry.key}
    keys = [entry.chapter, *entry.links] if entry.kind != "topic" else entry.links
    linked = filter(None, (book.get(key) for key in dict.fromkeys(keys) if key not in near))
    found: dict[str, Entry] = {}
    for to in linked:  # a word and a card may have the same name: one of them is enough
        found.setdefault(to.title.casefold(), to)
    return [
        button("link", page.match_id, str(Bookmark(book.slug, to.key)), label=short_title(to.title))
        for to in list(found.values())[:LINKS]
    ]


def _inside(page: EntryPage) -> list[list[discord.SelectOption]]:
    """Return the entries of a chapter, in lists that fit into selects."""
    if page.entry.kind != "topic":
        return []
    own = [e for e in page.book.entries if e.chapter == page.entry.key and e is not page.entry]
    signed = page.display.signed
    return lists_of([entry_option(page.book, entry, signed=signed) for entry in own])[:LISTS]
