"""Looking at a match and taking moves back, by commands and buttons, in private."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from discord import app_commands
from discord.ext import commands

from cogs.drawing.pictures import find_areas
from cogs.play import looking
from cogs.play.look import BOARD, HAND, KEY, Shown, look, part, read_shown
from cogs.play.panel import after_undo, fresh
from cogs.play.turns_view import find_turns, turns_post
from cogs.ui.answers import defer_new, defer_update, finish
from cogs.ui.autocomplete import choices, guarded
from cogs.ui.context import (
    WHICH,
    MatchNumber,
    arrived,
    glance_here,
    glance_meant,
    glance_of,
    match_here,
    own_matches,
)
from cogs.ui.items import ComponentId, Handler, Interaction, on
from cogs.ui.sheet import Post
from cogs.ui.speech import plain_names, reader
from cogs.ui.translator import named
from matches.domain.model import Glance
from render.i18n import translate
from rules.text import t

Answer: TypeAlias = "Callable[[Interaction, Glance], Awaitable[Post]]"
PagedAnswer: TypeAlias = "Callable[[Interaction, Glance, int], Awaitable[Post]]"


async def _show(
    interaction: Interaction, find: Callable[[Interaction], Awaitable[Glance]], look: Answer
) -> None:
    """Answer with what `look` shows of the match that `find` finds."""
    await defer_new(interaction)
    await finish(interaction, await look(interaction, await find(interaction)))


async def _show_turns(interaction: Interaction) -> None:
    await defer_new(interaction)
    bot, user = interaction.client, interaction.user.id
    found = await find_turns(bot.service, user)
    await finish(interaction, turns_post(bot, found, user, reader(interaction)))


@on("turns")
async def _turns(interaction: Interaction, tap: ComponentId) -> None:
    await _show_turns(interaction)


async def _areas(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the parts of the board that can be enlarged."""
    number = getattr(interaction.namespace, "number", None)
    glance = await glance_meant(interaction, number if isinstance(number, int) else None)
    lang = reader(interaction)
    names = plain_names(glance.match, lang)
    found = await find_areas(interaction.client, glance, lang)
    return choices([(translate(area.name, lang, names), area.slug) for area in found], typed)


class Play(commands.Cog):
    """The commands; each has a button that does the same."""

    @app_commands.command(name=named(t("board")), description=named(t("Look at the board")))
    @app_commands.describe(
        text=named(t("Show text instead of a picture")),
        area=named(t("Which part of it to enlarge")),
        number=named(WHICH),
    )
    @app_commands.rename(text=named(t("text")), area=named(t("area")), number=named(t("number")))
    async def board(
        self,
        interaction: Interaction,
        text: bool = False,
        area: str = "",
        number: MatchNumber | None = None,
    ) -> None:
        """Show the board as the asker sees it."""
        shown = Shown(BOARD, 0 if text else None)
        if area:
            shown = part(area)
        await _show(interaction, partial(glance_meant, number=number), partial(look, shown=shown))

    @app_commands.command(name=named(t("hand")), description=named(t("Look at your hand")))
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        """Show what only the asker may see."""
        await _show(interaction, glance_here, partial(look, shown=Shown(HAND)))

    @app_commands.command(
        name=named(t("log")), description=named(t("Read what has happened so far"))
    )
    @app_commands.rename(number=named(t("number")))
    @app_commands.describe(number=named(WHICH))
    async def log(
        self,
        interaction: Interaction,
        number: MatchNumber | None = None,
    ) -> None:
        """Show the newest page of the log."""
        await _show(interaction, partial(glance_meant, number=number), looking.log_page)

    @app_commands.command(
        name=named(t("catchup")), description=named(t("See what has happened since your last move"))
    )
    @app_commands.rename(number=named(t("number")))
    @app_commands.describe(number=named(WHICH))
    async def catchup(
        self,
        interaction: Interaction,
        number: MatchNumber | None = None,
    ) -> None:
        """Show what happened since the asker's last move."""
        await _show(interaction, partial(glance_meant, number=number), looking.catchup)

    @app_commands.command(name=named(t("undo")), description=named(t("Take back your last move")))
    @app_commands.guild_only()
    async def undo(self, interaction: Interaction) -> None:
        """Take back the asker's last move, and let them choose again."""
        asked = arrived(interaction)
        await defer_new(interaction)
        match = await match_here(interaction)

        async def undone() -> Post:
            report = await interaction.client.service.undo(
                match.id, interaction.user.id, interaction_id=interaction.id, asked=asked
            )
            return await after_undo(interaction, report)

        await finish(interaction, await fresh(interaction, match.id, undone()))

    @app_commands.command(
        name=named(t("turns")), description=named(t("See which matches are waiting for you"))
    )
    async def turns(self, interaction: Interaction) -> None:
        """List the asker's matches on all servers, those waiting for them first."""
        await _show_turns(interaction)

    board.autocomplete("number")(own_matches)
    board.autocomplete("area")(guarded(_areas))
    log.autocomplete("number")(own_matches)
    catchup.autocomplete("number")(own_matches)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Note when every request arrives: see `matches.domain.arrivals`."""
        arrived(interaction)


@on("view")
async def _view(interaction: Interaction, tap: ComponentId) -> None:
    """Open the page, by default with the board."""
    shown = Shown(tap.rest if tap.rest in (HAND, KEY) else BOARD)
    await _show(interaction, partial(glance_of, match_id=tap.match_id), partial(look, shown=shown))


@on("see")
async def _see(interaction: Interaction, tap: ComponentId) -> None:
    """Show something else on the page."""
    await defer_update(interaction)
    shown = read_shown("".join(tap.values[:1]) or tap.rest)
    glance = await glance_of(interaction, tap.match_id)
    await finish(interaction, await look(interaction, glance, shown))


@on("stepwords")
async def _step_words(interaction: Interaction, tap: ComponentId) -> None:
    """Show a step of the replay in words."""
    await defer_new(interaction)
    await _step_page(interaction, tap)


@on("steppage")
async def _turn_step_words(interaction: Interaction, tap: ComponentId) -> None:
    """Go to another page of them."""
    await defer_update(interaction)
    await _step_page(interaction, tap)


async def _step_page(interaction: Interaction, tap: ComponentId) -> None:
    glance = await glance_of(interaction, tap.match_id)
    ply, _, page = tap.rest.partition(".")
    shown = looking.step_in_words(interaction, glance, _number(ply), _number(page))
    await finish(interaction, await shown)


def _number(typed: str) -> int:
    return int(typed) if typed.isascii() and typed.isdecimal() else 0


def _in_words(what: str) -> PagedAnswer:
    """Return what shows a page of the board or the hand in words."""

    async def shown(interaction: Interaction, glance: Glance, page: int) -> Post:
        return await look(interaction, glance, Shown(what, page))

    return shown


# The buttons. Those of posts send an answer; those of pages change the page that was tapped.

_LOOKS: Final[Mapping[str, Answer]] = {
    "catchup": looking.catchup,
    "handtext": partial(look, shown=Shown(HAND, 0)),
    "hand": partial(look, shown=Shown(HAND)),
    "text": partial(look, shown=Shown(BOARD, 0)),  # where a page has no room for all words
}
_PAGES: Final[Mapping[str, PagedAnswer]] = {
    "logpage": looking.log_page,
    "textpage": _in_words(BOARD),  # in private messages of earlier releases
    "handpage": _in_words(HAND),
}


def _shows(look: Answer) -> Handler:
    async def show(interaction: Interaction, tap: ComponentId) -> None:
        await _show(interaction, partial(glance_of, match_id=tap.match_id), look)

    return show


def _turns_over(look: PagedAnswer) -> Handler:
    async def turn_over(interaction: Interaction, tap: ComponentId) -> None:
        await defer_update(interaction)
        glance = await glance_of(interaction, tap.match_id)
        await finish(interaction, await look(interaction, glance, _number(tap.rest)))

    return turn_over


for _verb, _look in _LOOKS.items():
    on(_verb)(_shows(_look))
for _verb, _paged in _PAGES.items():
    on(_verb)(_turns_over(_paged))


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the commands."""
    await bot.add_cog(Play())
