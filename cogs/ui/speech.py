"""Texts for Discord: the language, players' names, mentions, escaping."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import discord

from cogs.ui.items import fitting
from matches.domain.model import ERASED, NEUTRAL_NAME, MatchInfo, SeatInfo, language_of
from matches.domain.settings import Display
from matches.domain.table.computers import NAMES, SIGNS, level_of
from render.i18n import Lang, Names, Style, printed, translate
from render.picture import Sign
from rules.protocol import SeatMark
from rules.text import Markup, Param, Seat, Text, Who, t

if TYPE_CHECKING:
    from bot import StolikBot

NOBODY = discord.AllowedMentions.none()
"""Sent with every message that should ping nobody."""


COMPUTER: Final = "⚙"
"""The sign before a computer's name; pictures lack it and show its level's alone."""
COLUMN_GAP: Final = "  "
"""A line of a board's text that contains this is laid out in columns."""


def reader(interaction: discord.Interaction[StolikBot]) -> Lang:
    """Return the language of private answers: chosen, else that of their Discord."""
    return display(interaction).lang or language_of(str(interaction.locale))


def display(interaction: discord.Interaction[StolikBot]) -> Display:
    """Return how the reader wants private answers to look."""
    return interaction.client.service.users.display(interaction.user.id)


def language_for(bot: StolikBot, user_id: int, locale: str, otherwise: Lang) -> Lang:
    """Return the language of a direct message.

    Args:
        bot: The bot.
        user_id: Who will read it.
        locale: The language of their Discord when they took their seat; "" if unknown.
        otherwise: The language if neither they nor their Discord says one.
    """
    chosen = bot.service.users.display(user_id).lang
    return chosen or (language_of(locale) if locale else otherwise)


def public(bot: StolikBot, guild_id: int) -> Lang:
    """Return the language of what everybody on a server reads.

    That is the one chosen with /setup, else the language of the player who opened the first match
    there. Before that it is the server's own, if it is a Community server: only those have one.
    """
    settled = bot.service.guilds.language(guild_id)
    if settled is not None:
        return settled
    guild = bot.get_guild(guild_id)
    is_community = guild is not None and "COMMUNITY" in guild.features
    return language_of(str(guild.preferred_locale)) if guild is not None and is_community else "en"


def name_in(match: MatchInfo, seat: SeatInfo, lang: Lang) -> str:
    """Return the name of whoever plays a seat; a computer's has its signs."""
    level = level_of(match, seat)
    if not level:
        return legible(seat.name)
    own = NAMES.get(seat.name) if seat.level else None
    name = seat.name if own is None else translate(own, lang, {})
    return f"{COMPUTER} {name} {SIGNS[level]}"


def plain_names(match: MatchInfo, lang: Lang) -> Names:
    """Return the players' names unescaped, for pictures and text files."""
    return {s.seat: name_in(match, s, lang) for s in match.seats}


def markdown_names(match: MatchInfo, lang: Lang) -> Names:
    """Return the players' names for Discord messages: bold, escaped, without pings."""
    return {s.seat: _bold(name_in(match, s, lang)) for s in match.seats}


@lru_cache(maxsize=2000)
def _bold(name: str) -> str:
    return f"**{harmless(legible(name))}**"


def legible(name: str) -> str:
    """Return a name, or "?" for one without a visible character.

    Discord takes no list with an empty line.
    """
    return name if visible(name) else "?"


def visible(typed: str) -> str:
    """Return what somebody typed as one line, without invisible characters."""
    seen = (" " if c.isspace() else c for c in typed if c.isspace() or not _hidden(c))
    return " ".join("".join(seen).split())


def _hidden(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs")


_LINK: Final = re.compile(r"(?P<escaped>\\.)|\[")
"""What may begin a link in Markdown; another text of the message may end it."""


@lru_cache(maxsize=2000)
def harmless(text: str) -> str:
    """Return a user's text with Markdown and mentions escaped, to be shown as typed."""
    plain = discord.utils.escape_markdown(text, ignore_links=False)
    plain = _LINK.sub(lambda found: found["escaped"] or "\\[", plain)
    return discord.utils.escape_mentions(plain).replace("<", "\\<")


def user_mention(user_id: int) -> Markup:
    """Return a user as a link with their name; the message says if it pings."""
    return Markup(f"<@{user_id}>")


def holder(user_id: int, lang: Lang) -> Markup:
    """Return who held a seat: a user, a computer, or somebody who has been erased."""
    if user_id == ERASED:
        return Markup(harmless(NEUTRAL_NAME))
    return user_mention(user_id) if user_id else Markup(say(t("a computer"), lang))


def channel_mention(channel_id: int) -> Markup:
    """Return a channel as Discord shows it: a link with its name."""
    return Markup(f"<#{channel_id}>")


def code(text: str) -> Markup:
    """Return letters and digits as code, to be copied or to stand out."""
    return Markup(f"`{text}`")


def seat_letter(mark: SeatMark, lang: Lang) -> Markup:
    """Return the letter on a seat's pieces, as code, for readers of a language."""
    return code(printed(mark.face, lang))


def as_lines(text: str) -> list[str]:
    """Return a board's text as lines for a Discord message; columns stay aligned."""
    return [_row(line) for line in text.splitlines()]


def _row(line: str) -> str:
    in_columns = COLUMN_GAP in line and "`" not in line
    return f"`{line}`" if in_columns else harmless(line)


def say(text: Text, lang: Lang, match: MatchInfo | None = None) -> str:
    """Return a text for a Discord message: names in bold, commands as mentions."""
    return translate(text, lang, markdown_names(match, lang) if match else {}, _MARKDOWN)


def tell(text: Text, lang: Lang, match: MatchInfo, *, signed: bool) -> str:
    """Return what happened, as `say` does; if `signed`, with signs before words."""
    style = with_signs(_MARKDOWN, match.slug) if signed else _MARKDOWN
    return _before_quotes(translate(text, lang, markdown_names(match, lang), style))


def caption(text: Text, lang: Lang) -> str:
    """Return a text for plain places: labels, alt texts, notifications."""
    return translate(text, lang, {})


_ids: Final[dict[str, int]] = {}
"""Discord's id of each command, by its full English name: ``match new``."""
_COMMAND: Final = re.compile(r"(?<![\w/<`])/([a-z][a-z_-]*)(?: ([a-z][a-z_-]*))?")


def learn_commands(ids: Mapping[str, int]) -> None:
    """Store the ids of commands by English name, so that texts can mention them."""
    _ids.clear()
    _ids.update(ids)
    _with_mentions.cache_clear()


@lru_cache(maxsize=2000)
def _with_mentions(sentence: str) -> str:
    """Return a sentence with its ``/commands`` as mentions in the reader's language."""
    return _COMMAND.sub(_mention, sentence) if "/" in sentence else sentence


_MARKDOWN: Final = Style(typed=harmless, people=_bold, phrase=_with_mentions)
IN_BOLD: Final = Style(typed=harmless, people=harmless)
"""The style of a text that is put in bold as a whole."""


def _mention(found: re.Match[str]) -> str:
    first, second = found[1], found[2]
    if second and (number := _ids.get(f"{first} {second}")):
        return f"</{first} {second}:{number}>"
    if number := _ids.get(first):
        return f"</{first}:{number}>" + (f" {second}" if second else "")
    return found[0]


def allow(*user_ids: int) -> discord.AllowedMentions:
    """Return mentions that ping these users and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(u) for u in user_ids],
    )


# The games' signs: emojis before words, never instead of them.

_values: Final[dict[tuple[str, str, str], discord.Emoji]] = {}
"""The emojis by game, name of a move's part and value of the part in notation."""
_components: Final[dict[tuple[str, str], tuple[discord.Emoji, str]]] = {}
"""The emojis, and how they are written, by game and id of a component."""
_words: Final[dict[str, dict[Param, str]]] = {}
"""How emojis are written, by game, then by what they stand before in sentences."""
_WRITTEN: Final = re.compile(r"(?<!\\)<:\w+:\d+> ")
_QUOTED: Final = re.compile(rf"([“„])({_WRITTEN.pattern})")


def learn_emoji(slug: str, sign: Sign, emoji: discord.Emoji) -> None:
    """Use an emoji for a sign of the game `slug` from now on.

    Discord finds it by its id. In texts it has the sign's own name, which is shorter and is what a
    screen reader says.
    """
    written = f"<:{sign.name}:{emoji.id}> "
    for part in sign.parts:
        _values.update({(slug, part, token): emoji for token in sign.tokens})
    for component in (*sign.tokens, *sign.components):
        _components[slug, component] = emoji, written
    _words.setdefault(slug, {}).update(dict.fromkeys(map(_word, sign.words), written))


def forget_emojis() -> None:
    """Use no emojis any more, only words."""
    _values.clear()
    _components.clear()
    _words.clear()


def value_emoji(slug: str, part: str, token: str) -> discord.Emoji | None:
    """Return the emoji of a value of a move's part, if there is one."""
    return _values.get((slug, part, token))


def component_emoji(slug: str, components: Iterable[str]) -> discord.Emoji | None:
    """Return the emoji of components that all have the same; else None."""
    found = {_components.get((slug, component)) for component in components}
    (only,) = found if len(found) == 1 else (None,)
    return only and only[0]


def component_signs(slug: str, components: Iterable[str], most: int) -> str:
    """Return the emojis of components for a text; "" if they are more than `most`.

    A space follows each.
    """
    found = (_components.get((slug, component)) for component in components)
    written = dict.fromkeys(sign for _, sign in filter(None, found))
    return "".join(written) if len(written) <= most else ""


def seat_emoji(slug: str, seat: Seat) -> str:
    """Return the emoji of a seat and a space, for a text; "" without one."""
    return _words.get(slug, {}).get(Who(seat), "")


def with_signs(style: Style, slug: str) -> Style:
    """Return a style for one sentence with a game's signs before words, each once."""
    known, written = _words.get(slug, {}), set[str]()

    def sign(value: Param) -> str:
        found = known.get(_word(value), "")
        if found in written:
            return ""
        written.add(found)
        return found

    return replace(style, sign=sign)


def _word(value: Param) -> Param:
    return value.msgid if isinstance(value, Text) else value


def _before_quotes(text: str) -> str:
    """Return a text with the signs of quoted words before the quotes."""
    return _QUOTED.sub(r"\2\1", text)


def without_signs(text: str) -> str:
    """Return a text for a message without its emojis."""
    return _WRITTEN.sub("", text)


def fitting_words(text: str, most: int) -> str:
    """Return a text with at most `most` characters of words; a cut one has no emojis."""
    words = without_signs(text)
    return text if len(words) <= most else fitting(words, most)
