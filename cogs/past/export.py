"""A match as a file: its log as text and, once it is over, a film."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.drawing.pictures import draw_film
from cogs.groups import add_to_match
from cogs.past.heavy import Heavy, in_line
from cogs.ui.answers import defer_new, fill
from cogs.ui.context import WHICH, MatchNumber, check_place, match_meant, own_matches
from cogs.ui.items import ComponentId, Interaction, button, cog_of, on
from cogs.ui.sheet import AS_IT_STOOD, Upload
from cogs.ui.speech import caption, name_in, plain_names, reader, say
from cogs.ui.translator import named
from matches.domain.deadlines.pace_text import pace_text, rules_text
from matches.domain.model import LogEntry, MatchInfo, SeatInfo, Transcript
from matches.domain.table.computers import LEVELS, level_of
from matches.domain.table.endings import ending_text
from render.i18n import Lang, Names, printed, translate
from rules import registry
from rules.errors import LobbyError
from rules.protocol import CHANCE, Outcome
from rules.text import Seat, Text, Who, t, tn

if TYPE_CHECKING:
    from bot import StolikBot

FORMAT: Final = "stolik log 1"
"""The first words of a file; the number goes up when the format of rows changes."""
RULE: Final = "-" * 72
CHANCE_MARK: Final = "*"
REMARK_MARK: Final = "+"
HIDDEN: Final = "-"


@app_commands.command(
    name=named(t("export")), description=named(t("Get this match's log as a file"))
)
@app_commands.rename(number=named(t("number")))
@app_commands.describe(number=named(WHICH))
async def export(
    interaction: Interaction,
    number: MatchNumber | None = None,
) -> None:
    """Send the log as a text file, as far as the asker may read it."""
    await defer_new(interaction)
    await _send_text(interaction, await match_meant(interaction, number))


export.autocomplete("number")(own_matches)


@on("export")
async def _export(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    match = await interaction.client.service.info(tap.match_id)
    check_place(interaction, match)
    await _send_text(interaction, match)


_WHAT: Final = t("Here's every move of the match in notation, except for what is hidden from you.")


async def _send_text(interaction: Interaction, match: MatchInfo) -> None:
    service, lang = interaction.client.service, reader(interaction)
    async with in_line(interaction, Heavy.EXPORT):
        read = await service.history.transcript(match.id, interaction.user.id)
        lines = partial(written, await service.info(match.id), read, lang)
        text = await asyncio.to_thread(lambda: "\n".join(lines()))
    view = discord.ui.LayoutView(timeout=None)
    name = f"{match.slug}-{match.id}.txt"
    view.add_item(discord.ui.TextDisplay(say(_WHAT, lang)))
    view.add_item(discord.ui.File(f"attachment://{name}"))
    if match.status == "over":
        row = discord.ui.ActionRow[discord.ui.LayoutView]()
        row.add_item(button("film", match.id, label=say(t("Get the animation"), lang)))
        view.add_item(row)
    await fill(interaction, view, Upload(text.encode(), name))


class Films(commands.Cog):
    """Makes films, and keeps the last one."""

    def __init__(self) -> None:
        self._last: tuple[tuple[int, Lang, tuple[Names, ...]], bytes] | None = None

    async def of(self, bot: StolikBot, match: MatchInfo, lang: Lang) -> bytes:
        """Return the film of a match that is over, without names that were erased since."""
        views = await bot.service.history.public_views(match.id)
        key = (match.id, lang, tuple(plain_names(view.match, lang) for view in views))
        if self._last is None or self._last[0] != key:
            self._last = (key, await draw_film(bot, views, lang))
        return self._last[1]


_ALT: Final = t("The whole match as an animation. /replay shows it step by step.")


@on("film")
async def _film(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    bot, lang = interaction.client, reader(interaction)
    match = await bot.service.info(tap.match_id)
    check_place(interaction, match)
    if match.status != "over":
        raise LobbyError(
            t("You can only get this match's animation once the match is over."),
            t("Until then, you can watch the match step by step with /replay."),
        )
    async with in_line(interaction, Heavy.FILM):
        moving = await cog_of(interaction, Films).of(bot, match, lang)
    view = discord.ui.LayoutView(timeout=None)
    gallery = discord.ui.MediaGallery[discord.ui.LayoutView]()
    gallery.add_item(media="attachment://match.gif", description=caption(_ALT, lang))
    view.add_item(gallery)
    await fill(interaction, view, Upload(moving, "match.gif"))


# The text


_UNREAD: Final = t(
    "The last moves don't work with my current rules, so I can only say who made them and when."
)


def written(match: MatchInfo, read: Transcript, lang: Lang) -> Iterator[str]:
    """Yield a match as lines of text: head, log, result, how to check the draws.

    Lines of dashes separate the four parts. A row of the log is ``ply | time | who | notation``,
    the same in every language. The time is in UTC. Who is the number of a seat from 1, ``*`` for
    chance, or ``+`` for what happened beside the moves. The notation is ``-`` if the reader may
    not know it. A row that was taken back ends in `` | undone``. What the row led to is below it,
    each sentence indented by four spaces.
    """
    yield from _head(match, read.entries, lang)
    yield RULE
    for entry in read.entries:
        yield from _row(entry, match, lang)
    yield RULE
    if read.unread:
        yield _plain(_UNREAD, lang, match)
    if read.outcome is not None:
        yield from _result(read.outcome, match, lang)
    elif match.status == "ended":
        yield _plain(ending_text(match), lang, match)
    else:
        yield _plain(t("The match is still in progress."), lang, match)
    yield RULE
    yield from _draws(match, lang)


def _plain(text: Text, lang: Lang, match: MatchInfo) -> str:
    return translate(text, lang, plain_names(match, lang))


def _head(match: MatchInfo, log: Sequence[LogEntry], lang: Lang) -> Iterator[str]:
    game = registry.get(match.slug).info
    yield f"{FORMAT} | {match.slug} | {match.id}"
    yield game.title
    for seat in match.seats:
        mark = game.seat_marks[seat.seat]
        look = f"{printed(mark.face, lang)} {_plain(mark.colour, lang, match)}"
        yield f"{seat.seat + 1}. {look}: {_player(match, seat, lang)}"
        yield from () if seat.level else _stood_in(match, seat.seat, log, lang)
    titles = tuple(option.title for option in game.options if option.slug in match.options)
    if titles:
        yield _plain(t("Variants: {list}", list=titles), lang, match)
    yield _plain(rules_text(match), lang, match)
    yield _plain(pace_text(match.pace), lang, match)
    for label, at in ((t("Started"), match.begun_at), (t("Finished"), match.finished_at)):
        if at is not None:
            yield f"{_plain(label, lang, match)}: {_when(at)}"


def _player(match: MatchInfo, seat: SeatInfo, lang: Lang) -> str:
    """Return who plays a seat; of a computer its level, too."""
    who = name_in(match, seat, lang)
    level = level_of(match, seat)
    if not level:
        return who
    return _plain(t("{who}, computer ({level})", who=who, level=LEVELS[level]), lang, match)


def _stood_in(match: MatchInfo, seat: Seat, log: Sequence[LogEntry], lang: Lang) -> Iterator[str]:
    """Yield the rows that a computer made for each player of a seat."""
    own = [(entry.ply, entry.seats[seat]) for entry in log if entry.seat == seat and entry.seats]
    for who, rows in groupby(own, lambda row: _player(match, row[1], lang)):
        plies = [ply for ply, then in rows if level_of(match, then)]
        if plies:
            span = str(plies[0]) if len(plies) == 1 else f"{plies[0]}–{plies[-1]}"
            yield "    " + _plain(
                tn("row {rows}: {who}", "rows {rows}: {who}", len(plies), rows=span, who=who),
                lang,
                match,
            )


def _when(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _row(entry: LogEntry, match: MatchInfo, lang: Lang) -> Iterator[str]:
    who = str(entry.seat + 1) if entry.seat >= 0 else REMARK_MARK
    who = CHANCE_MARK if entry.seat == CHANCE else who
    parts = [str(entry.ply), _when(entry.at), who, entry.notation or HIDDEN]
    yield " | ".join([*parts, "undone"] if entry.undone else parts)
    then = entry.then(match)
    yield from (f"    {_plain(event.text, lang, then)}" for event in entry.events)


def _result(outcome: Outcome, match: MatchInfo, lang: Lang) -> Iterator[str]:
    yield _plain(outcome.reason, lang, match)
    for seat in sorted(range(len(outcome.ranks)), key=lambda s: (outcome.ranks[s], s)):
        who = _plain(t("{who}", who=Who(seat)), lang, match)
        scored = f": {outcome.scores[seat]}" if outcome.scores else ""
        yield f"{outcome.ranks[seat]}. {who}{scored}"
        for line in outcome.lines[seat]:
            detail = f" ({_plain(line.detail, lang, match)})" if line.detail is not None else ""
            points = "" if line.points is None else f" {line.points:+d}"
            yield f"    {_plain(line.label, lang, match)}{points}{detail}"
    if match.ending == "conceded" and outcome.scores:
        yield _plain(AS_IT_STOOD, lang, match)


_HOW: Final = t(
    "The hash above is the seed's SHA-256. Each draw (row p of the log) comes from HMAC-SHA-256 "
    "with the seed as its key, over the text “stolik 1”, p and a counter, both as 8-byte numbers. "
    "/match verify checks all draws for you."
)


_HOW_MIXED: Final = t(
    "The hash above is the seed's SHA-256. Each draw (row p of the log) comes from HMAC-SHA-256 "
    "with a key, over the text “stolik 1”, p and a counter, both as 8-byte numbers. The key is "
    "HMAC-SHA-256 with the seed as its key, over the text “stolik words 1” and the words of all "
    "seats in order, empty for a seat without one, each as UTF-8 after its length in bytes as a "
    "4-byte number. "
    "/match verify checks all draws for you."
)


def _draws(match: MatchInfo, lang: Lang) -> Iterator[str]:
    yield f"SHA-256: {match.chance_hash}"
    for number, word in enumerate(match.words, 1):
        if word:
            yield _plain(t("word of seat {number}: {word}", number=number, word=word), lang, match)
    if match.chance_seed:
        yield _plain(t("seed: {key}", key=match.chance_seed), lang, match)
        yield _plain(_HOW_MIXED if any(match.words) else _HOW, lang, match)
    else:
        yield _plain(t("I'll publish the seed when the match is over."), lang, match)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add ``/match export``."""
    add_to_match(bot, export)
    await bot.add_cog(Films())
