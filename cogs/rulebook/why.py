"""Explains refusals (Why not?) and decisions (What can I do?).

Both explain the position at the moment of the tap, from the view of the user who taps. A refusal is
explained only to the player who was refused; a decision also to those who are just watching.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from discord.ext import commands

from cogs.play.choice_view import button_labels
from cogs.play.panel_view import PanelContent, blank_path, panel
from cogs.rulebook.bookmark import Bookmark
from cogs.rulebook.entry_view import entry_button, rule_buttons
from cogs.ui.answers import defer_new, defer_update, finish
from cogs.ui.choice import ChoicePath, read_path, tokens_of
from cogs.ui.context import check_own, glance_of
from cogs.ui.help_buttons import BETWEEN, choice_button, explain_button
from cogs.ui.items import ComponentId, Interaction, Item, button, fitting, on
from cogs.ui.sheet import Post, Sheet, accent, strong, title
from cogs.ui.speech import reader, say
from lookup import shelf
from lookup.book import Entry
from matches.domain.model import Glance, Why
from matches.domain.table.guards import check_fresh, check_seated
from render.i18n import Lang
from rules.errors import LobbyError, StaleMoveError
from rules.protocol import Move
from rules.text import Text, t

RULE_CHARS: Final = 2500
ADVICE_CHARS: Final = 3000
"""The most characters of a rule or an advice; Discord allows 4,000 in all."""


def setup(bot: commands.AutoShardedBot) -> None:
    """Add nothing: importing this module registers its two buttons."""


@on("why")
async def why(interaction: Interaction, tap: ComponentId) -> None:
    """Show the rule that refused a move, what breaks it now, and what is possible."""
    await defer_new(interaction)
    glance = await glance_of(interaction, tap.match_id)
    check_seated(glance.match, interaction.user.id)
    rule, _, attempt = tap.rest.partition(BETWEEN)
    found = Why(glance, None, ())
    if attempt:
        user = interaction.user.id
        found = await interaction.client.service.why_not(tap.match_id, user, attempt)
        rule = found.refusal.rule if found.refusal and found.refusal.rule else rule
    await finish(interaction, _reasons(found, rule, attempt, reader(interaction)))


def _reasons(found: Why, rule: str, attempt: str, lang: Lang) -> Post:
    """Return the page that explains a refusal."""
    glance = found.glance
    match, slug = glance.match, glance.match.slug
    entry = _entry(slug, rule, lang)
    sheet = Sheet(accent(glance))
    tried = found.refusal.attempt if found.refusal is not None else ""
    sheet.write(title(glance, lang), f"-# `{tried}`" if tried else "")
    if entry is not None:
        sheet.write(fitting(f"**{entry.title}** {entry.body}", RULE_CHARS))
    if attempt:
        sheet.divide()
        sheet.write(_fact(found, lang))
    if found.nearest:
        sheet.write(strong(_offer(found), lang, match))
    labels = button_labels(found.nearest, glance, lang)
    for move, label in zip(found.nearest, labels, strict=True):
        sheet.row(_choice_of(glance, move, label))
    sheet.row(*_onwards(glance, entry, lang))
    return sheet.post()


def _offer(found: Why) -> Text:
    """Return the line above the moves that are offered."""
    if not found.glance.moves:
        return t("Here's what you can queue for your next turn:")
    if found.refusal is None:
        return t("Choose it or a similar move:")
    return t("Here's what you can do instead:")


def _fact(found: Why, lang: Lang) -> str:
    match, refusal = found.glance.match, found.refusal
    if refusal is None:
        return strong(t("This move is legal now."), lang, match)
    here = strong(t("Right now:"), lang, match)
    return f"{here} {say(refusal.reason, lang, match)} {say(refusal.hint, lang, match)}"


def _choice_of(glance: Glance, move: Move, label: str) -> Item:
    """Return the button that opens the panel with `move` chosen but not confirmed."""
    kind = glance.rules.move_types.index(type(move))
    begun = blank_path(glance, "m" if glance.moves else "q")
    path = replace(begun, kind=kind, tokens=tokens_of(move))
    return choice_button(glance.match.id, path, label)


def _onwards(glance: Glance, entry: Entry | None, lang: Lang) -> list[Item]:
    match = glance.match
    found: list[Item] = []
    if match.status == "live":
        found.append(explain_button(match.id, blank_path(glance, "m"), lang))
    if entry is not None:
        label = say(t("The whole chapter"), lang)
        found.append(entry_button(match.id, match.slug, entry.chapter, label))
    return found


@on("explain")
async def explain(interaction: Interaction, tap: ComponentId) -> None:
    """Show what the player can do and by which rules, in the tapped message."""
    await defer_update(interaction)
    glance, lang = await glance_of(interaction, tap.match_id), reader(interaction)
    path = _way_back(tap.rest, glance)
    if glance.match.status == "live":
        post = _explained(glance, path, lang)
    else:
        post = panel(PanelContent(glance, lang, None))
    await finish(interaction, post)


def _way_back(rest: str, glance: Glance) -> ChoicePath | None:
    """Return the path back to the panel, or None on a page of the rulebook.

    Raises:
        InvalidMoveError: It is somebody else's path.
    """
    if not rest:
        return None
    path = read_path(rest)
    check_own(path, glance)
    try:
        check_fresh(glance.asked_ply, path.ply, glance.match.ply)
    except StaleMoveError:
        return blank_path(glance, path.mode)
    return replace(path, ply=glance.match.ply)


def _explained(glance: Glance, path: ChoicePath | None, lang: Lang) -> Post:
    """Return the page that explains the present decision."""
    sheet = Sheet(accent(glance))
    sheet.write(title(glance, lang))
    chapter = write_advice(sheet, glance, lang)
    sheet.row(*_leave(glance, path, chapter, lang))
    return sheet.post()


def write_advice(sheet: Sheet, glance: Glance, lang: Lang) -> str:
    """Write what a player can do now; return the chapter of its first rule, or ""."""
    match, advice = glance.match, glance.rules.advice(glance.view)
    lines = [
        f"- {say(one.text, lang, match)}" + (f" ({', '.join(one.rules)})" if one.rules else "")
        for one in advice
    ]
    sheet.write(strong(t("What can I do?"), lang, match))
    sheet.write(fitting("\n".join(lines), ADVICE_CHARS))
    rules, chapter = rule_buttons(match.id, match.slug, advice, lang)
    sheet.row(*rules)
    return chapter


def _leave(glance: Glance, path: ChoicePath | None, chapter: str, lang: Lang) -> list[Item]:
    """Return the buttons back to the panel, or to the book and perhaps the panel."""
    match, back = glance.match, say(t("Back"), lang)
    if path is not None:
        return [button("pback", match.id, str(path), label=back)]
    found: list[Item] = []
    if chapter:
        found.append(button("leaf", match.id, str(Bookmark(match.slug, chapter)), label=back))
    if glance.moves:
        found.append(button("turn", match.id, label=say(t("Your move"), lang)))
    return found


def _entry(slug: str, rule: str, lang: Lang) -> Entry | None:
    """Return a rule as printed in the rulebook; None if it is not there."""
    try:
        book = shelf.book(slug, lang)
    except LobbyError:
        return None
    return book.get(rule)
