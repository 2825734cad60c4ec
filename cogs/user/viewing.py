"""How a user sees private answers: language, words, size and shade of pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from cogs.ui.answers import defer_update, finish, forged
from cogs.ui.items import Button, ComponentId, Interaction, Select, button, on, select
from cogs.ui.sheet import Post, Sheet
from cogs.ui.speech import reader, say
from matches.domain.settings import Display, UserSettings, Words
from render.i18n import LANGS, Lang, own_name
from rules.text import Text, t

DISCORD: Final = "discord"
_WORDS: Final[Mapping[Words, Text]] = {
    Words.LATER: t("I'll show you pictures. **Text** has the same in words."),
    Words.FIRST: t("I'll describe each picture in words above it."),
    Words.ONLY: t("I'll describe everything in words, without pictures."),
}
_LISTED: Final[Mapping[Words, Text]] = {
    Words.LATER: t("Pictures"),
    Words.FIRST: t("Words above the picture"),
    Words.ONLY: t("Words without a picture"),
}


def described(chosen: Display) -> list[Text]:
    """Return what a user has chosen, one sentence each."""
    lines = [t("I'll answer you in the language of your Discord.")]
    if chosen.lang is not None:
        lines = [t("I'll answer you in this language: {language}.", language=own_name(chosen.lang))]
    lines.append(_WORDS[chosen.words])
    if chosen.large and chosen.words is not Words.ONLY:
        lines.append(t("Above a board, I'll show its parts enlarged, yours first."))
    if chosen.dark:
        lines.append(t("Your pictures are dark."))
    return lines


def viewing_button(lang: Lang) -> Button:
    """Return the button that opens the page."""
    return button("viewing", label=say(t("How I see things"), lang))


def viewing_page(chosen: Display, lang: Lang) -> Post:
    """Return what a user has chosen, with lists and buttons to change it."""
    sheet = Sheet()
    head = t("How you see things")
    sheet.write(f"### {say(head, lang)}", *(say(text, lang) for text in described(chosen)))
    note = t("This is about what only you can see. Posts for everybody stay as they are.")
    sheet.write(f"-# {say(note, lang)}")
    sheet.row(_language_list(chosen, lang))
    sheet.row(_words_list(chosen, lang))
    large = t("Normal size") if chosen.large else t("Enlarge parts")
    dark = t("Light pictures") if chosen.dark else t("Dark pictures")
    sheet.row(
        button("viewing", rest=f"large.{not chosen.large:d}", label=say(large, lang)),
        button("viewing", rest=f"dark.{not chosen.dark:d}", label=say(dark, lang)),
        button("settings", label=say(t("Back"), lang)),
    )
    return sheet.post()


def _language_list(chosen: Display, lang: Lang) -> Select:
    discords = discord.SelectOption(
        label=say(t("The language of my Discord"), lang),
        value=DISCORD,
        default=chosen.lang is None,
    )
    ours = [
        discord.SelectOption(label=own_name(one), value=one, default=one == chosen.lang)
        for one in LANGS
    ]
    return select("viewing", rest="lang", options=[discords, *ours])


def _words_list(chosen: Display, lang: Lang) -> Select:
    options = [
        discord.SelectOption(label=say(text, lang), value=words, default=words is chosen.words)
        for words, text in _LISTED.items()
    ]
    return select("viewing", rest="words", options=options)


def _step(tap: ComponentId) -> Callable[[Display], Display]:
    """Return the change that a tap asks for.

    Raises:
        InvalidMoveError: The page has no such button or choice.
    """
    value = "".join(tap.values[:1])
    if tap.rest == "lang" and value in (DISCORD, *LANGS):
        return partial(replace, lang=None if value == DISCORD else value)
    if tap.rest == "words" and value in tuple(Words):
        return partial(replace, words=Words(value))
    what, _, given = tap.rest.partition(".")
    if what in ("large", "dark") and given in ("0", "1"):
        return partial(replace, **{what: given == "1"})
    raise forged()


@on("viewing")
async def _view(interaction: Interaction, tap: ComponentId) -> None:
    """Show the page, after a change if one is asked for."""
    await defer_update(interaction)
    users, user_id = interaction.client.service.users, interaction.user.id
    if tap.rest:
        step = _step(tap)

        def change(chosen: UserSettings) -> UserSettings:
            return replace(chosen, display=step(chosen.display))

        await users.change(user_id, change)
    await finish(interaction, viewing_page(users.display(user_id), reader(interaction)))
