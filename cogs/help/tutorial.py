"""Handlers of first steps: each tap shows the page it names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cogs.drawing.pictures import draw_board, draw_hand, draw_trial
from cogs.help.tutorial_view import (
    CHANNEL,
    CHOOSING,
    HAND,
    HAPPENED,
    PREVIEW_PAGE,
    Scene,
    TutorialStep,
    read_tutorial_step,
    write,
)
from cogs.play.panel import looks_at_hand
from cogs.ui.answers import defer_new, defer_update, finish
from cogs.ui.choice import resolve_choice, with_part
from cogs.ui.context import any_match_meant, match_of
from cogs.ui.items import ComponentId, Interaction, on
from cogs.ui.sheet import Post
from cogs.ui.speech import display, reader, say
from matches.domain import practice
from matches.domain.model import Glance
from matches.domain.practice import Practice
from rules import registry
from rules.notation import format_move

if TYPE_CHECKING:
    from bot import StolikBot


async def first_page(interaction: Interaction) -> Post:
    """Return the first page, for the game of the match here, else for the first game."""
    match = await any_match_meant(interaction)
    return await _page(interaction, TutorialStep(match.slug if match else registry.slugs()[0]))


@on("steps")
@on("stepstype")
@on("stepspart")
@on("stepspage")
@on("stepsleft")
@on("stepsright")
@on("stepsup")
@on("stepsdown")
@on("stepsturn")
@on("stepsflip")
@on("stepsnext")
async def turn_to(interaction: Interaction, tap: ComponentId) -> None:
    """Show the button's page with its choice; under a lobby post, start over."""
    if tap.match_id and not tap.rest:
        await defer_new(interaction)
        match = await match_of(interaction, tap.match_id)
        await finish(interaction, await _page(interaction, TutorialStep(match.slug)))
        return
    await defer_update(interaction)
    if not tap.rest:
        await finish(interaction, await first_page(interaction))
        return
    step = read_tutorial_step(tap.rest, registry.slugs()[0])
    for value in tap.values[:1]:
        if step.page == 1:
            step = read_tutorial_step(f"{value}.1.", step.slug)
        else:
            step = replace(step, path=with_part(step.path, step.path.focus, value))
    await finish(interaction, await _page(interaction, step))


async def _page(interaction: Interaction, step: TutorialStep) -> Post:
    trial = Practice(step.slug, _names(interaction, step.slug))
    choice = resolve_choice(trial.glance.rules, trial.glance.moves, step.path, trial.glance.view)
    step = replace(step, path=choice.path)
    if choice.move is None and step.page > CHOOSING:
        step = step.at(CHOOSING)
    wanted = display(interaction)
    scene = Scene(step, reader(interaction), trial.glance, choice, display=wanted)
    if step.page == HAPPENED and choice.move is not None:
        scene = replace(scene, lesson=trial.play(format_move(choice.move)))
    return write(await _painted(interaction.client, scene, trial))


def _names(interaction: Interaction, slug: str) -> list[str]:
    """Return the players' names by seat: the reader's own, colours for others."""
    marks = registry.get(slug).info.seat_marks[1 : practice.seats(slug)]
    colours = (say(mark.colour, reader(interaction)) for mark in marks)
    return [interaction.user.display_name, *(c[:1].upper() + c[1:] for c in colours)]


async def _painted(bot: StolikBot, scene: Scene, trial: Practice) -> Scene:
    """Return the scene with the picture of its page, if it has one."""
    page, lang, glance = scene.step.page, scene.lang, scene.glance
    if page == HAND or (page == CHOOSING and looks_at_hand(glance, scene.choice)):
        hand = await draw_hand(bot, glance, lang, display=scene.display)
        if hand is not None or page == HAND:
            return replace(scene, picture=hand, is_hand=True)
    if page == CHOOSING and scene.choice.places and scene.choice.move is not None:
        tried = await draw_trial(bot, glance, scene.choice.move, lang, scene.display)
        if tried is not None:
            return replace(scene, picture=tried)
    board = _board(scene, trial)
    if board is None:
        return scene
    return replace(scene, picture=await draw_board(bot, board, lang, display=scene.display))


def _board(scene: Scene, trial: Practice) -> Glance | None:
    """Return the position a page shows; None for a page without a board."""
    page, move = scene.step.page, scene.choice.move
    if page == CHANNEL:
        return trial.post
    if page == CHOOSING:
        return trial.glance
    if page == PREVIEW_PAGE and move is not None:
        return trial.ahead(format_move(move))
    if page == HAPPENED and scene.lesson is not None:
        return scene.lesson.glance
    return None
