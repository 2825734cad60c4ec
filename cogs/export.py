"""A match as a file: its log as text for anybody to read, and, once it is over, as a film."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import defer
from cogs.groups import add_to_match
from cogs.place import check_place, match_here
from cogs.speech import NOBODY, plain_names, reader, say
from cogs.times import pace_text
from cogs.translator import named
from cogs.ui.items import Tap, button, on
from cogs.ui.pictures import draw_board
from matches.model import Glance, LogEntry, MatchInfo
from render.film import chosen, film
from render.i18n import Lang, translate
from rules import registry
from rules.errors import LobbyError
from rules.protocol import CHANCE, Outcome
from rules.text import Text, Who, t

RULE: Final = "-" * 72


@app_commands.command(
    name=named(t("export")), description=named(t("The log of this match as a file"))
)
async def export(interaction: discord.Interaction[Any]) -> None:
    """Give the log as a text file, as far as the asker may read it."""
    await defer(interaction)
    await _send_text(interaction, await match_here(interaction))


@on("export")
async def _export(interaction: discord.Interaction[Any], tap: Tap) -> None:
    await defer(interaction)
    match = await interaction.client.service.info(tap.match_id)
    check_place(interaction, match)
    await _send_text(interaction, match)


async def _send_text(interaction: discord.Interaction[Any], match: MatchInfo) -> None:
    service, lang = interaction.client.service, reader(interaction)
    glance: Glance = await service.glance(match.id, interaction.user.id)
    entries = await service.history(match.id, interaction.user.id)
    text = "\n".join(written(glance, entries, lang))
    view = discord.ui.LayoutView(timeout=None)
    name = f"{match.slug}-{match.id}.txt"
    view.add_item(discord.ui.TextDisplay(say(_WHAT, lang)))
    view.add_item(discord.ui.File(f"attachment://{name}"))
    if match.status == "over":
        row = discord.ui.ActionRow[discord.ui.LayoutView]()
        row.add_item(button("film", match.id, label=say(t("As a film"), lang)))
        view.add_item(row)
    await interaction.edit_original_response(
        view=view,
        attachments=[discord.File(BytesIO(text.encode()), name)],
        allowed_mentions=NOBODY,
    )


_WHAT: Final = t("This is the match as far as you may read it: every move with its notation.")


@on("film")
async def _film(interaction: discord.Interaction[Any], tap: Tap) -> None:
    await defer(interaction)
    bot, lang = interaction.client, reader(interaction)
    match = await bot.service.info(tap.match_id)
    check_place(interaction, match)
    if match.status != "over":
        raise LobbyError(
            t("There is a film of this match when it is over."),
            t("Until then go through it with /replay."),
        )
    views = await bot.service.chronicle.public_views(match.id)
    boards = [await draw_board(bot, views[n], lang) for n in chosen(len(views))]
    pngs = [board.png for board in boards if board.png]
    moving = await asyncio.get_running_loop().run_in_executor(bot.worker, film, pngs)
    view = discord.ui.LayoutView(timeout=None)
    gallery = discord.ui.MediaGallery[discord.ui.LayoutView]()
    gallery.add_item(media="attachment://match.gif", description=say(_ALT, lang))
    view.add_item(gallery)
    await interaction.edit_original_response(
        view=view, attachments=[discord.File(BytesIO(moving), "match.gif")], allowed_mentions=NOBODY
    )


_ALT: Final = t("The whole match as a film of its boards; /replay goes through it step by step.")


# The text


def written(glance: Glance, entries: Sequence[LogEntry], lang: Lang) -> Iterator[str]:
    """Yield the lines of a match as text: head, log, result, and how to check the draws.

    A row of the log is ``ply | time | seat | notation``; what it led to stands below, set in.
    """
    match = glance.match
    yield from _head(match, lang)
    yield RULE
    for entry in entries:
        yield from _row(entry, match, lang)
    yield RULE
    if glance.outcome is not None:
        yield from _result(glance.outcome, match, lang)
        yield RULE
    yield from _draws(match, lang)


def _plain(text: Text, lang: Lang, match: MatchInfo) -> str:
    return translate(text, lang, plain_names(match))


def _head(match: MatchInfo, lang: Lang) -> Iterator[str]:
    game = registry.get(match.slug).info
    yield f"{game.title} #{match.id}"
    for seat in match.seats:
        mark = game.seat_marks[seat.seat]
        yield f"{seat.seat + 1}. {mark.letter} {_plain(mark.colour, lang, match)}: {seat.name}"
    if match.options:
        yield _plain(t("Variants: {list}", list=tuple(sorted(match.options))), lang, match)
    yield _plain(pace_text(match.pace), lang, match)
    for label, at in ((t("Begun"), match.begun_at), (t("Finished"), match.finished_at)):
        if at is not None:
            yield f"{_plain(label, lang, match)}: {at.isoformat(timespec='seconds')}"


def _row(entry: LogEntry, match: MatchInfo, lang: Lang) -> Iterator[str]:
    when = entry.at.isoformat(timespec="seconds")
    who = _plain(t("{who}", who=Who(entry.seat)), lang, match) if entry.seat >= 0 else ""
    by = who or (_plain(t("chance"), lang, match) if entry.seat == CHANCE else "*")
    back = f" ({_plain(t('taken back'), lang, match)})" if entry.undone else ""
    yield f"{entry.ply} | {when} | {by} | {entry.notation or '-'}{back}"
    yield from (f"    {_plain(event.text, lang, match)}" for event in entry.events)


def _result(outcome: Outcome, match: MatchInfo, lang: Lang) -> Iterator[str]:
    yield _plain(outcome.reason, lang, match)
    for seat in sorted(range(len(outcome.scores)), key=lambda s: (outcome.ranks[s], s)):
        who = _plain(t("{who}", who=Who(seat)), lang, match)
        yield f"{outcome.ranks[seat]}. {who}: {outcome.scores[seat]}"
        for line in outcome.lines[seat]:
            detail = f" ({_plain(line.detail, lang, match)})" if line.detail is not None else ""
            yield f"    {_plain(line.label, lang, match)} {line.points:+d}{detail}"


def _draws(match: MatchInfo, lang: Lang) -> Iterator[str]:
    yield f"SHA-256: {match.chance_hash}"
    if match.chance_seed:
        yield f"{_plain(t('key'), lang, match)}: {match.chance_seed}"
        yield _plain(_HOW, lang, match)
    else:
        yield _plain(t("The key to the draws is published when the match is over."), lang, match)


_HOW: Final = t(
    "The SHA-256 of the key is the hash above. The draw of row p follows from HMAC-SHA-256 under "
    "the key of the text “stolik 1”, p and a counter, both as 8 bytes; /match verify does it."
)


async def setup(bot: commands.Bot) -> None:
    """Add ``/match export``."""
    add_to_match(bot, export)
