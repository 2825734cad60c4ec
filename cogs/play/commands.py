"""The games' slash commands, made from their move types, and /move.

Each game has a group, each move type a subcommand and each part an option, while /move takes any
notation. Every option suggests what is legal with those already filled in. Every answer is private:
a public one would show the options (K-HID-4).
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from discord import app_commands
from discord.ext import commands

from cogs.play.choice_view import label_of
from cogs.play.panel import after_move, follow, fresh, present
from cogs.play.panel_view import blank_path
from cogs.ui.answers import defer_new, finish
from cogs.ui.autocomplete import Completer, choices, guarded
from cogs.ui.choice import best_first
from cogs.ui.context import arrived, glance_here, match_here
from cogs.ui.items import Interaction
from cogs.ui.sheet import Post
from cogs.ui.speech import reader
from cogs.ui.translator import named
from lookup.words import fold
from matches.domain.arrivals import Asked
from matches.domain.model import Glance, MatchInfo, TurnReport
from matches.domain.table.guards import check_seated
from render.i18n import Lang
from rules import registry
from rules.errors import InvalidMoveError, LobbyError
from rules.notation import described, format_move, format_part, part_types
from rules.protocol import Move
from rules.text import t

Made: TypeAlias = "app_commands.Command[Any, ..., None]"
Kinds: TypeAlias = "tuple[type[Move], ...]"
C = TypeVar("C", bound=Callable[..., object])


def setup(bot: commands.AutoShardedBot) -> None:
    """Add /move; the commands of the games are added when these have been loaded."""
    bot.tree.add_command(move_command())


def game_group(slug: str) -> app_commands.Group:
    """Return the commands of a game."""
    rules = registry.get(slug)
    group = app_commands.Group(
        name=slug,
        description=named(rules.info.tagline),
        guild_only=True,
        auto_locale_strings=False,  # a game has one name; "lodge" is also a verb of Letnisko
    )
    kinds = tuple(kind for kind in rules.move_types if not kind.by_chance)
    for kind in kinds:
        group.add_command(_move_type_command(slug, kind))
    if ready := tuple(kind for kind in kinds if kind.preparable):
        group.add_command(_queue_command(slug, ready))
    return group


def move_command() -> Made:
    """Return /move, which takes the notation of any move."""

    async def move(interaction: Interaction, move: str) -> None:
        asked = arrived(interaction)
        await defer_new(interaction)
        await _play(interaction, await match_here(interaction), move, asked)

    app_commands.describe(move=named(t("The move in notation (choose one from the list)")))(move)
    app_commands.rename(move=named(t("move")))(move)
    made: Made = app_commands.Command(
        name=named(t("move")),
        description=named(t("Make a move in notation")),
        callback=move,
    )
    made.autocomplete("move")(guarded(_legal_notations))
    made.guild_only = True
    return made


def _move_type_command(slug: str, kind: type[Move]) -> Made:
    names = tuple(part_types(kind))

    async def callback(interaction: Interaction, **values: str) -> None:
        asked = arrived(interaction)
        await defer_new(interaction)
        match = await _match_of_game(interaction, slug)
        await _play(interaction, match, kind.notation.format(**values), asked)

    _set_signature(callback, dict.fromkeys(names, (str, inspect.Parameter.empty)))
    _describe_options(callback, (kind,))
    made: Made = app_commands.Command(
        name=named(kind.command), description=named(kind.about), callback=callback
    )
    for name in names:
        made.autocomplete(name)(guarded(_completer(slug, (kind,), name, queue=False)))
    return made


def _queue_command(slug: str, kinds: Kinds) -> Made:
    """Return the command that queues a move; all its options are optional."""
    names = tuple(dict.fromkeys(name for kind in kinds for name in part_types(kind)))

    async def callback(
        interaction: Interaction, *, clear: bool = False, **values: str | None
    ) -> None:
        asked = arrived(interaction)
        await defer_new(interaction)
        match = await _match_of_game(interaction, slug)
        given = {name: value for name, value in values.items() if value is not None}
        queued = _queue(interaction, match, kinds, given, asked, clear=clear)
        await finish(interaction, await fresh(interaction, match.id, queued))

    _set_signature(
        callback,
        dict.fromkeys(names, (str | None, None)) | {"clear": (bool, False)},
    )
    _describe_options(callback, kinds)
    app_commands.describe(clear=named(t("Clear your queued move")))(callback)
    app_commands.rename(clear=named(t("clear")))(callback)
    made: Made = app_commands.Command(
        name=named(t("queue")),
        description=named(t("Queue a move for your next turn")),
        callback=callback,
    )
    for name in names:
        made.autocomplete(name)(guarded(_completer(slug, kinds, name, queue=True)))
    return made


def _set_signature(callback: C, options: dict[str, tuple[object, object]]) -> None:
    """Give a callback the signature that discord.py reads its options from."""
    shape = [
        inspect.Parameter(
            "interaction",
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            annotation=Interaction,
        )
    ]
    shape += [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default
        )
        for name, (annotation, default) in options.items()
    ]
    vars(callback)["__signature__"] = inspect.Signature(shape)


def _describe_options(callback: C, kinds: Kinds) -> None:
    """Name and describe the options for the parts of move types, in every language."""
    for kind in kinds:
        for name in part_types(kind):
            app_commands.describe(**{name: named(described(kind, name).about)})(callback)
            app_commands.rename(**{name: named(described(kind, name).command)})(callback)


async def _match_of_game(interaction: Interaction, slug: str) -> MatchInfo:
    match = await match_here(interaction)
    if match.slug != slug:
        played = registry.get(match.slug).info.title
        raise LobbyError(
            t("The match in this channel is {title}.", title=played),
            t("Tap **Your move**, or use that game's commands."),
        )
    return match


async def _play(interaction: Interaction, match: MatchInfo, move: str, asked: Asked) -> None:
    made: TurnReport | None = None

    async def played() -> Post:
        nonlocal made
        made = await interaction.client.service.play(
            match.id, interaction.user.id, move, interaction_id=interaction.id, asked=asked
        )
        return await after_move(interaction, made)

    await finish(interaction, await fresh(interaction, match.id, played()))
    if made is not None:
        await follow(interaction, made)


async def _queue(
    interaction: Interaction,
    match: MatchInfo,
    kinds: Kinds,
    given: dict[str, str],
    asked: Asked,
    *,
    clear: bool,
) -> Post:
    """Queue a move, or drop or show the queued one."""
    service, user = interaction.client.service, interaction.user.id
    if clear:
        glance = await service.prepare(match.id, user, None, asked=asked)
    elif not given:
        glance = await service.glance(match.id, user)
        check_seated(match, user)
    else:
        fitting_kinds = [kind for kind in kinds if part_types(kind).keys() == given.keys()]
        if not fitting_kinds:
            raise InvalidMoveError(
                t("This move isn't complete."), t("Fill in every option, or tap **Your move**.")
            )
        move = fitting_kinds[0].notation.format(**given)
        glance = await service.prepare(match.id, user, move, asked=asked)
    path = blank_path(glance, "q") if glance.prepared is None else None
    return await present(interaction, glance, path=path)


def _completer(slug: str, kinds: Kinds, name: str, *, queue: bool) -> Completer:
    """Return a completer for a part's values that are legal with the other options."""

    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        glance = await glance_here(interaction)
        if glance.match.slug != slug:
            return []
        lang = reader(interaction)
        filled = {k: v for k, v in interaction.namespace if k != name and isinstance(v, str) and v}
        moves = glance.preparable if queue else glance.moves
        legal = [move for move in moves if type(move) in kinds]
        return await asyncio.to_thread(_values_offered, glance, legal, name, filled, current, lang)

    return complete


def _values_offered(
    glance: Glance,
    moves: Sequence[Move],
    name: str,
    filled: dict[str, str],
    current: str,
    lang: Lang,
) -> list[app_commands.Choice[str]]:
    found = _values(moves, name, filled, glance.view)
    typed = fold(current).strip()
    on_pad = {v for v, move in found.items() if _is_on_pad(move, name)}
    begun = [value for value in found if value in on_pad and fold(value).startswith(typed)]
    return choices(
        ((_value_label(found[value], name, glance, lang), value) for value in begun or found),
        "" if begun else current,
    )


def _values(
    moves: Sequence[Move], name: str, filled: dict[str, str], view: object
) -> dict[str, Move]:
    """Return the values of a part by token, each with the best move that has it."""
    agreeing = [
        move
        for move in moves
        if name in (parts := part_types(type(move)))
        and all(k in parts and _is_token(v, getattr(move, k)) for k, v in filled.items())
    ]
    found: dict[str, Move] = {}
    for move in best_first(agreeing, view):
        found.setdefault(format_part(getattr(move, name)), move)
    return found


def _is_token(typed: str, value: object) -> bool:
    """Return whether a value was typed; ``c4`` counts as ``C4``."""
    return typed.strip().casefold() == format_part(value).casefold()


def _is_on_pad(move: Move, name: str) -> bool:
    return move.pad is not None and name in move.pad.parts


def _value_label(move: Move, name: str, glance: Glance, lang: Lang) -> str:
    """Return the label of a value; for one on a pad, what the best move with it means."""
    if _is_on_pad(move, name):
        means = label_of(glance.rules.sentence(glance.view, move), glance, lang)
        return f"{format_part(getattr(move, name))} · {means}"
    option = glance.rules.option(glance.view, type(move), name, getattr(move, name))
    return label_of(option, glance, lang)


async def _legal_notations(
    interaction: Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """Return the asker's legal moves; on a thread, because there can be thousands."""
    glance = await glance_here(interaction)
    return await asyncio.to_thread(_moves_offered, glance, current, reader(interaction))


def _moves_offered(glance: Glance, current: str, lang: Lang) -> list[app_commands.Choice[str]]:
    """Return legal moves that fit what was typed: notation, and what it means.

    Meanings are searched only if no notation contains the typed words.
    """
    words = fold(current).split()
    moves = [m for m in glance.moves if all(word in fold(format_move(m)) for word in words)]
    offered = best_first(moves or glance.moves, glance.view)
    written = ((_explained(move, glance, lang), format_move(move)) for move in offered)
    return choices(written, current)


def _explained(move: Move, glance: Glance, lang: Lang) -> str:
    means = label_of(glance.rules.sentence(glance.view, move), glance, lang)
    return f"{format_move(move)} · {means}"
