"""The key to a game's pictures: what each sign, frame and number means."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord

from cogs.drawing.pictures import draw_key
from cogs.help.topics import PICTURE, general_buttons, topic, topic_list
from cogs.ui.answers import defer_update, finish, forged
from cogs.ui.context import any_match_meant
from cogs.ui.items import ComponentId, Interaction, Item, button, on, select
from cogs.ui.sheet import Post, Sheet, short
from cogs.ui.speech import display, reader, say
from matches.domain.settings import Words
from rules import registry
from rules.text import t

_IN_WORDS: Final = "~w"


async def key_page(interaction: Interaction, slug: str = "", *, in_words: bool = False) -> Post:
    """Return the key of a game: by default of the match here, else of the first game."""
    match, lang = await any_match_meant(interaction), reader(interaction)
    slug = slug or (match.slug if match is not None else registry.slugs()[0])
    wanted, asked = display(interaction), topic(PICTURE)
    assert asked is not None
    picture = await draw_key(interaction.client, slug, lang, wanted)
    sheet, turning = Sheet(), list[Item]()
    sheet.write(f"-# {short(registry.get(slug).info)}", f"### {say(asked.title, lang)}")
    if picture is None:
        none = t("The pictures of this game have no signs that need an explanation.")
        sheet.write(say(none, lang))
    else:
        sheet.show(picture, "key.png", replace(wanted, words=Words.ONLY) if in_words else wanted)
        rest, label = (slug, t("Picture")) if in_words else (f"{slug}{_IN_WORDS}", t("Text"))
        turning.append(button("key", rest=rest, label=say(label, lang)))
    options = [
        discord.SelectOption(label=registry.get(each).info.title, value=each, default=each == slug)
        for each in registry.slugs()
    ]
    sheet.row(select("key", options=options))
    sheet.row(*turning, *general_buttons(lang))
    sheet.row(topic_list(asked, lang))
    return sheet.post()


@on("key")
async def _turn_to(interaction: Interaction, tap: ComponentId) -> None:
    """Show the key of another game, or the same in words."""
    slug = "".join(tap.values[:1]) or tap.rest.removesuffix(_IN_WORDS)
    if slug not in registry.slugs():
        raise forged()
    await defer_update(interaction)
    in_words = not tap.values and tap.rest.endswith(_IN_WORDS)
    await finish(interaction, await key_page(interaction, slug, in_words=in_words))
