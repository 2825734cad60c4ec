"""Handlers of the private panel: opening, choosing, confirm, undo, the queue.

A panel is the answer to one person. It keeps no state: each tap reads its path, looks at the match
as it is now and makes the panel again. If the tap was stale, the panel says so above the present
choice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import aiohttp
import discord

from cogs.drawing.pictures import draw_board, draw_close_ups, draw_hand, draw_trial
from cogs.play.choice_view import from_hand, is_laid_in_hand
from cogs.play.panel_view import PanelContent, blank_path, panel
from cogs.ui.answers import defer_new, defer_update, finish
from cogs.ui.choice import Choice, ChoicePath, notation_of, read_path, resolve_choice, with_part
from cogs.ui.context import check_own, check_place, glance_of
from cogs.ui.help_buttons import read_standing
from cogs.ui.items import ComponentId, Interaction, on
from cogs.ui.sheet import Post, strong
from cogs.ui.speech import display, reader, say, tell
from matches.domain.model import Glance, MatchInfo, TurnReport
from matches.domain.table import computers
from matches.domain.table.guards import check_fresh, check_seated
from monitor import requests
from rules.errors import (
    GameError,
    NoMatchError,
    NotSeatedError,
    PausedError,
    RefusedError,
    StaleMoveError,
)
from rules.notation import format_move
from rules.text import t

FOLLOWED_S: Final = 10.0
"""How long an answered panel waits at most for what computers do; they have 4 s."""


async def present(
    interaction: Interaction,
    glance: Glance,
    *,
    path: ChoicePath | None = None,
    notice: tuple[str, ...] = (),
    refusal: RefusedError | None = None,
) -> Post:
    """Return the panel for how things stand now.

    Args:
        interaction: The request.
        glance: The match as they see it.
        path: How far their choice has come; None starts one if it is their move.
        notice: What to say first.
        refusal: What was refused, so that it can be explained.
    """
    bot, lang, wanted = interaction.client, reader(interaction), display(interaction)
    choice = _choice(glance, path)
    shown = PanelContent(glance, lang, None, False, choice, notice, refusal, wanted)
    if choice is not None and looks_at_hand(glance, choice):
        hand = await draw_hand(bot, glance, lang, display=wanted)
        if hand is not None:
            return panel(replace(shown, picture=hand, is_hand=True))
    if choice is not None and choice.places and choice.move is not None:
        trial = await draw_trial(bot, glance, choice.move, lang, wanted)
        if trial is not None:
            return panel(replace(shown, picture=trial))
    board = glance
    if choice is not None and choice.move is not None and choice.path.mode == "m":
        move = format_move(choice.move)
        ahead = await bot.service.preview(glance.match.id, interaction.user.id, move)
        if ahead is not None and ahead.match.to_act:  # otherwise chance is next, mid-move
            board = ahead
    picture = await draw_board(bot, board, lang, display=wanted)
    close_ups = await draw_close_ups(bot, board, lang, wanted)
    return panel(replace(shown, picture=picture, close_ups=close_ups))


def looks_at_hand(glance: Glance, choice: Choice) -> bool:
    """Return whether the next part comes from the hand, or goes from there on a pad."""
    if choice.move is not None:
        return False
    if choice.path.kind is not None and from_hand(glance, choice):
        return True
    kinds = choice.kinds if choice.path.kind is None else (choice.path.kind,)
    return any(is_laid_in_hand(glance.rules.move_types[kind]) for kind in kinds)


def _choice(glance: Glance, path: ChoicePath | None) -> Choice | None:
    """Return the choice to be made now; None if there is none, or the match is paused."""
    if glance.match.paused_at is not None:
        return None
    if glance.moves:
        if path is None or path.mode != "m":
            path = blank_path(glance, "m")
        path = replace(path, ply=glance.match.ply)
        return resolve_choice(glance.rules, glance.moves, path, glance.view)
    if path is not None and path.mode == "q" and glance.preparable:
        path = replace(path, ply=glance.match.ply)
        return resolve_choice(glance.rules, glance.preparable, path, glance.view)
    return None


async def after_move(interaction: Interaction, report: TurnReport) -> Post:
    """Return the answer to the player who moved: what happened, and what is next."""
    lang, glance = reader(interaction), report.glance
    signed = display(interaction).signed
    said = (tell(event.text, lang, glance.match, signed=signed) for event in report.events)
    lines = tuple(f"- {line}" for line in said)
    if not glance.moves:  # answer at once: the public post brings the picture
        return panel(PanelContent(glance, lang, None, notice=lines))
    return await present(interaction, glance, notice=lines)


async def follow(interaction: Interaction, report: TurnReport) -> None:
    """Show what is next once more if only computers decide now, when they have.

    It is dropped if it can't be shown, and if the panel has been tapped in the meantime.
    """
    bot, before = interaction.client, report.glance
    if not _is_up_to_computers(before.match):
        return
    requests.answered()
    with suppress(GameError, discord.DiscordException, aiohttp.ClientError, OSError):
        await bot.service.computers.rest_in(before.match.id, FOLLOWED_S)
        glance = await bot.service.glance(before.match.id, interaction.user.id)
        if glance.seat != before.seat or _is_up_to_computers(glance.match):
            return
        post = await after_move(interaction, replace(report, glance=glance))
        if bot.taps.is_newest(interaction):
            await finish(interaction, post)


def _is_up_to_computers(match: MatchInfo) -> bool:
    """Return whether a match waits for computers, and for no person."""
    return bool(match.to_act) and computers.due(match) == match.to_act


async def after_undo(interaction: Interaction, report: TurnReport) -> Post:
    """Return the answer to an undo: the decision is open again."""
    notice = say(t("Your last move has been taken back."), reader(interaction))
    return await present(interaction, report.glance, notice=(notice,))


async def fresh(interaction: Interaction, match_id: int, answer: Awaitable[Post]) -> Post:
    """Return the answer to a command, or the present panel if it came too late."""
    try:
        return await answer
    except StaleMoveError as stale:
        return await refused(interaction, match_id, None, stale)


@on("turn")
async def open_panel(interaction: Interaction, tap: ComponentId) -> None:
    """Open the panel: what the player has to decide, can queue, or is waiting for."""
    known = interaction.client.service.known(tap.match_id)
    if known is not None:  # refuse before deferring if that takes no time
        check_place(interaction, known)
        check_seated(known, interaction.user.id)
    await defer_new(interaction)
    glance = await glance_of(interaction, tap.match_id)
    check_seated(glance.match, interaction.user.id)
    path = blank_path(glance, "q") if glance.prepared is None else None
    await finish(interaction, await present(interaction, glance, path=path))


async def _tapped(
    interaction: Interaction,
    tap: ComponentId,
    act: Callable[[ChoicePath, Glance], Awaitable[Post]],
    *,
    refuses_late: bool = False,
) -> None:
    """Answer a tap in a panel: check it, act, and show a refusal above the panel.

    Whether it is stale isn't checked if `act` refuses that in words of its own.
    """
    await defer_update(interaction)
    path = read_path(tap.rest)
    glance = await glance_of(interaction, tap.match_id)
    check_seated(glance.match, interaction.user.id)
    check_own(path, glance, refuses_late=refuses_late)
    try:
        if glance.match.status == "live" and not refuses_late:
            check_fresh(glance.asked_ply, path.ply, glance.match.ply)
        post = await act(path, glance)
    except (NotSeatedError, NoMatchError):
        raise
    except RefusedError as refusal:
        post = await refused(interaction, tap.match_id, path, refusal)
    await finish(interaction, post)


async def refused(
    interaction: Interaction, match_id: int, path: ChoicePath | None, refusal: RefusedError
) -> Post:
    """Return the present panel with what was refused above it."""
    requests.ended("refused")
    glance = await glance_of(interaction, match_id)
    interaction.client.refusals.note(match_id, interaction.user.id, refusal)
    lang = reader(interaction)
    again = None if isinstance(refusal, StaleMoveError) else path
    reason = strong(refusal.reason, lang, glance.match)
    notice = [f"{reason} {say(refusal.hint, lang, glance.match)}"]
    if isinstance(refusal, PausedError) and glance.match.paused_at is not None:
        notice.clear()  # the panel itself says so
    return await present(interaction, glance, path=again, notice=tuple(notice), refusal=refusal)


@on("ptype")
@on("pback")
@on("ppage")
@on("pplan")
@on("pleft")
@on("pright")
@on("pup")
@on("pdown")
@on("pturn")
@on("pflip")
@on("pnext")
async def go(interaction: Interaction, tap: ComponentId) -> None:
    """Show the panel at the path of the button."""

    async def act(path: ChoicePath, glance: Glance) -> Post:
        return await present(interaction, glance, path=path)

    await _tapped(interaction, tap, act)


@on("ppart")
async def pick(interaction: Interaction, tap: ComponentId) -> None:
    """Show the panel with one more part of the move chosen."""

    async def act(path: ChoicePath, glance: Glance) -> Post:
        for token in tap.values[:1]:
            path = with_part(path, path.focus, token)
        return await present(interaction, glance, path=path)

    await _tapped(interaction, tap, act)


@on("pconfirm")
@on("pyes")  # in panels made before the verb was spelled out
async def confirm(interaction: Interaction, tap: ComponentId) -> None:
    """Make the chosen move, or queue it for the next turn."""
    service, user = interaction.client.service, interaction.user.id
    made: TurnReport | None = None

    async def act(path: ChoicePath, glance: Glance) -> Post:
        nonlocal made
        move = notation_of(glance.rules, path)
        if path.mode == "q":
            after = await service.prepare(tap.match_id, user, move, ply=path.ply)
            return await present(interaction, after)
        made = await service.play(
            tap.match_id, user, move, interaction_id=interaction.id, ply=path.ply
        )
        return await after_move(interaction, made)

    await _tapped(interaction, tap, act)
    if made is not None:
        await follow(interaction, made)


@on("pundo")
async def undo(interaction: Interaction, tap: ComponentId) -> None:
    """Take back the player's last move."""
    service, user = interaction.client.service, interaction.user.id

    async def act(path: ChoicePath, glance: Glance) -> Post:
        report = await service.undo(tap.match_id, user, interaction_id=interaction.id, ply=path.ply)
        return await after_undo(interaction, report)

    await _tapped(interaction, tap, act, refuses_late=True)


@on("pstand")
async def stand(interaction: Interaction, tap: ComponentId) -> None:
    """Give or take back a standing answer."""
    await defer_update(interaction)
    slug, is_given = read_standing(tap)
    service, user = interaction.client.service, interaction.user.id
    check_place(interaction, await service.info(tap.match_id))
    report = await service.answer(
        tap.match_id, user, slug, on=is_given, interaction_id=interaction.id
    )
    await finish(interaction, await after_move(interaction, report))
    await follow(interaction, report)


@on("pclear")
async def clear(interaction: Interaction, tap: ComponentId) -> None:
    """Drop the queued move."""
    service, user = interaction.client.service, interaction.user.id

    async def act(path: ChoicePath, glance: Glance) -> Post:
        after = await service.prepare(tap.match_id, user, None, ply=path.ply)
        notice = say(t("Your queued move has been cleared."), reader(interaction))
        return await present(interaction, after, notice=(notice,))

    await _tapped(interaction, tap, act)
