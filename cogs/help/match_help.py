"""Help with a match: what can be done, what can't and why, the rules."""

from __future__ import annotations

from discord.ext import commands

from cogs.help.topics import STEPS, topic_list
from cogs.rulebook.why import write_advice
from cogs.ui.answers import defer_new, finish
from cogs.ui.context import glance_of
from cogs.ui.help_buttons import why_button
from cogs.ui.items import Button, ComponentId, Interaction, button, on
from cogs.ui.sheet import Post, Sheet, accent, strong, title
from cogs.ui.speech import code, reader, say
from matches.domain.model import Glance
from render.i18n import Lang
from rules.errors import RefusedError
from rules.protocol import WATCHER
from rules.text import t


def setup(bot: commands.AutoShardedBot) -> None:
    """Add nothing: importing this module registers its button."""


@on("guide")
async def open_help(interaction: Interaction, tap: ComponentId) -> None:
    """Show the help with a match in a new private message."""
    await defer_new(interaction)
    glance = await glance_of(interaction, tap.match_id)
    refusal = interaction.client.refusals.of(glance.match.id, interaction.user.id)
    await finish(interaction, _page(glance, refusal, reader(interaction)))


def _page(glance: Glance, refusal: RefusedError | None, lang: Lang) -> Post:
    sheet = Sheet(accent(glance))
    sheet.write(title(glance, lang))
    if glance.match.status == "live":
        sheet.write(*_paused_lines(glance, lang))
        write_advice(sheet, glance, lang)
        sheet.write(*_why_lines(refusal, lang))
    else:
        sheet.write(strong(t("The match is over."), lang, glance.match))
    sheet.row(*_buttons(glance, refusal, lang))
    sheet.row(topic_list(None, lang))
    return sheet.post()


def _paused_lines(glance: Glance, lang: Lang) -> list[str]:
    """Return that a match is paused, and for players how it goes on."""
    if glance.match.paused_at is None:
        return []
    told = strong(t("This match is paused."), lang, glance.match)
    if glance.seat == WATCHER:
        return [told]
    return [f"{told} {say(t('To continue, type /match resume.'), lang)}"]


def _why_lines(refusal: RefusedError | None, lang: Lang) -> list[str]:
    """Return how to find out why a move isn't allowed."""
    if refusal is not None and refusal.attempt:
        said = t(
            "Your last move that wasn't allowed: {move}. **Why not?** explains it.",
            move=code(refusal.attempt),
        )
    elif refusal is not None:
        said = t("Your last move wasn't allowed. **Why not?** explains it.")
    else:
        said = t(
            "Is a move missing? Type it with /move. If it isn't allowed, I'll say why and what "
            "you can do instead."
        )
    return [f"-# {say(said, lang)}"]


def _buttons(glance: Glance, refusal: RefusedError | None, lang: Lang) -> list[Button]:
    match = glance.match
    found = []
    if refusal is not None and match.status == "live":
        found.append(why_button(match.id, refusal, lang))
    return [
        *found,
        button("rules", match.id, label=say(t("Rules"), lang)),
        button("view", match.id, "key", label=say(t("Key"), lang)),
        button("steps", match.id, label=say(STEPS.title, lang)),
    ]
