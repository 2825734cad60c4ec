"""Replay, catching up, what waits: in one private message, with nothing hidden."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from cogs.ui.speech import as_lines
from matches.domain.settings import Display, UserSettings, Words
from render import drawings
from rules.notation import format_move
from tests import toy
from tests.cogs.play.conftest import _same_chance_every_time, _warm_pens
from tests.cogs.play.driver import Panel
from tests.cogs.play.table import Table
from tests.cogs.play.test_play_secrets import PARCEL, PARCELS, held_by
from tests.matches.fakes import settle
from tests.world import World, custom_ids, private, shown_messages

__all__ = ["_same_chance_every_time", "_warm_pens"]  # fixtures

STEP = re.compile(r"-# Step (\d+) of (\d+)")


def step(result: InteractionResult) -> tuple[int, int]:
    found = STEP.findall(private(result))
    return int(found[-1][0]), int(found[-1][1])


def ids(result: InteractionResult, prefix: str) -> list[str]:
    (message,) = shown_messages(result)
    return [i for i in custom_ids({"components": message.components}) if i.startswith(prefix)]


async def finished(world: World, slug: str = "toy", seats: int = 2) -> Table[object]:
    """Play a match to its end without Discord."""
    table: Table[object] = await Table.begin(world, slug, seats)
    while await table.to_act():
        await table.step()
    await settle(world.bot.outbox)
    return table


async def tap(member: MemberActor, shown: InteractionResult, place: str) -> InteractionResult:
    """Tap first, back, forward or last: a, b, c, d."""
    (message,) = shown_messages(shown)
    (custom_id,) = (i for i in ids(shown, "breplay:") if i.endswith(place))
    return await member.click(message, custom_id=custom_id)


async def test_a_match_is_gone_through_on_one_message(world: World) -> None:
    table = await finished(world)
    shown = await world.ada.slash(table.home, "replay")
    first, count = step(shown)
    assert (first, count > 5) == (1, True)
    assert len(shown_messages(shown)) == 1
    at = shown
    for number in range(2, count + 1):
        at = await tap(world.ada, at, "c")
        assert step(at) == (number, count)
    assert step(await tap(world.ada, at, "b")) == (count - 1, count)
    assert step(await tap(world.ada, at, "a")) == (1, count)
    assert step(await tap(world.ada, shown, "d")) == (count, count)


async def test_the_last_step_is_the_newest_when_the_match_has_moved_on(world: World) -> None:
    table: Table[object] = await Table.begin(world, "toy", 2)
    for _ in range(2):
        await table.step()
    shown = await world.ada.slash(table.home, "replay")
    count = step(shown)[1]
    for _ in range(2):
        await table.step()
    assert step(await tap(world.ada, shown, "d")) == (count + 2, count + 2)


async def test_a_step_is_chosen_in_a_list(world: World) -> None:
    table = await finished(world)
    shown = await world.bo.slash(table.home, "replay")
    count = step(shown)[1]
    (menu,) = ids(shown, "sreplay:")
    (message,) = shown_messages(shown)
    options = [
        option["value"]
        for part in message.components[0]["components"]
        for inner in part.get("components", ())
        for option in inner.get("options", ())
    ]
    assert len(options) <= 25
    chosen = await world.bo.select(message, [options[-1]], custom_id=menu)
    assert step(chosen) == (count, count)


async def test_the_buttons_work_after_a_restart(world: World) -> None:
    table = await finished(world)
    shown = await world.ada.slash(table.home, "replay")
    await world.restart()
    assert step(await tap(world.ada, shown, "c"))[0] == 2


async def test_what_a_step_shows(world: World) -> None:
    table = await finished(world)
    last = await world.ada.slash(table.home, "replay")
    last = await tap(world.ada, last, "d")
    said = private(last)
    assert "is done" in said
    assert "`done`" in said
    assert "<t:" in said
    assert "Toy Parcels" in said
    assert "public information only" in said


async def test_while_a_match_lives_its_public_side_is_shown(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    said = private(await tap(world.ada, await world.ada.slash(home, "replay"), "d"))
    assert "public information only" in said
    assert "`choose" in said
    others = private(await tap(world.bo, await world.bo.slash(home, "replay"), "d"))
    assert "has chosen" in others
    assert "`choose" not in others


async def test_words_that_a_step_has_no_room_for_are_a_tap_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.play.pages.PAGE_CHARS", 700)
    monkeypatch.setattr("cogs.drawing.pictures.SHORT_WORDS", 700)
    monkeypatch.setattr("cogs.ui.sheet.MAX_WORDS", 1200)
    table: Table[object] = await Table.begin(world, "lodge", 4)
    for _ in range(30):
        await table.step()
    await settle(world.bot.outbox)
    only = UserSettings(world.bo.id, display=Display(words=Words.ONLY))
    await world.bot.service.users.set_settings(only)
    shown = await tap(world.bo, await world.bo.slash(table.home, "replay"), "d")
    assert "\n…" in private(shown)
    assert not ids(await world.ada.slash(table.home, "replay"), "bstepwords:")
    page = await world.press(world.bo, shown, "stepwords")
    told = [private(page)]
    while not _disabled(shown_messages(page)[-1].components, ids(page, "bsteppage:")[-1]):
        (message,) = shown_messages(page)
        page = await world.bo.click(message, custom_id=ids(page, "bsteppage:")[-1])
        told.append(private(page))
    glance = await world.bot.service.glance(1, None)
    names = tuple((seat, str(m.user.global_name)) for seat, m in enumerate(world.members))
    board = drawings.board("lodge", glance.view, names, "en", glance.match.to_act)
    assert len(told) > 1
    for line in as_lines(board.text):
        assert line in "\n".join(told)


async def test_words_that_catching_up_has_no_room_for_are_a_tap_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.drawing.pictures.SHORT_WORDS", 700)
    table: Table[object] = await Table.begin(world, "lodge", 4)
    first = UserSettings(world.bo.id, display=Display(words=Words.FIRST))
    await world.bot.service.users.set_settings(first)
    assert ids(await world.bo.slash(table.home, "catchup"), "btext:")
    assert not ids(await world.ada.slash(table.home, "catchup"), "btext:")


async def test_the_last_post_leads_to_the_replay(world: World) -> None:
    table = await finished(world)
    assert step(await world.tap(world.cleo, table.home, "replayed"))[0] == 1


async def test_before_the_start_and_elsewhere_there_is_nothing_to_go_through(world: World) -> None:
    assert "no match in this channel" in private(await world.ada.slash(world.channel, "replay"))
    await world.open(world.ada, world.bo, start=False)
    assert "hasn't begun" in private(await world.ada.slash(world.channel, "replay"))


@pytest.mark.parametrize("rest", ["", "x", "-1", "999999999~a", "9" * 60, "٣~b", "0~a~b"])
async def test_a_forged_step_is_one_that_exists(world: World, rest: str) -> None:
    home = await world.open(world.ada, world.bo)
    assert STEP.search(await world.forge(world.ada, f"breplay:1:{rest}", channel=home))


async def test_forged_taps_show_nothing_of_other_places(world: World) -> None:
    await world.open(world.ada, world.bo)
    other = world.guild.create_text_channel("elsewhere")
    for verb in ("replay", "replayed", "stepwords", "steppage", "export", "film"):
        said = await world.forge(world.ada, f"b{verb}:1:0~a", channel=other)
        assert "another channel" in said
    assert "no such match" in await world.forge(world.ada, "breplay:99:0", channel=other)


@pytest.mark.parametrize("people", [2, 3])
async def test_no_hidden_number_is_in_any_step(
    world: World, people: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is shown a parcel that they have not held or seen laid.

    That is true of replay, catching up and export.
    """
    monkeypatch.setattr(toy, "PARCELS", PARCELS)
    members = world.members[:people]
    home = await world.open(*members)
    rng = Random(people)
    known: dict[int, set[str]] = {m.id: set() for m in world.members}
    moves = 0
    while (info := await world.bot.service.info(1)).status == "live":
        member = members[rng.choice(sorted(info.to_act))]
        glance = await world.bot.service.glance(1, member.id)
        await world.bot.service.play(
            1, member.id, format_move(rng.choice(glance.moves)), interaction_id=10**6 + moves
        )
        for other in members:
            known[other.id] |= held_by(world, await world.bot.service.glance(1, other.id))
        moves += 1
        if moves % 4 == 0:
            await _check_tells_nothing(world, home, known)
    await _check_tells_nothing(world, home, known)


async def _check_tells_nothing(
    world: World, home: ChannelHandle, known: dict[int, set[str]]
) -> None:
    for member in (*world.members[:2], world.dima):
        shown = await member.slash(home, "replay")
        while True:
            await _only(shown, known[member.id])
            forward = [i for i in ids(shown, "breplay:") if i.endswith("c")]
            (message,) = shown_messages(shown)
            if _disabled(message.components, forward[0]):
                break
            shown = await member.click(message, custom_id=forward[0])
        await _only(await member.slash(home, "catchup"), known[member.id])
        await _only(await member.slash(home, "match export"), known[member.id])


def _disabled(components: object, custom_id: str) -> bool:
    for part in re.findall(r"\{[^{}]*\}", json.dumps(components)):
        if custom_id in part:
            return '"disabled": true' in part
    raise AssertionError(custom_id)


async def _only(result: InteractionResult, known: set[str]) -> None:
    """Check that an answer and its text files have only numbers its reader knows."""
    private(result)
    for message in shown_messages(result):
        told = json.dumps(message.components)
        for file in message.attachments:
            if file.filename.endswith(".txt"):
                told += (await file.read()).decode()
        assert set(PARCEL.findall(told)) <= known


# Catching up.


@pytest.mark.parametrize("slug", ["krakow", "letnisko", "lodge"])
async def test_catching_up_lights_up_what_changed(world: World, slug: str) -> None:
    table: Table[object] = await Table.begin(world, slug, 2)
    lit = []
    for _ in range(8):
        for _ in range(4):
            if await table.to_act():
                await table.step()
        said = private(await world.ada.slash(table.home, "catchup"))
        lit.append("The bright parts have changed since your last move." in said)
        if "Nothing has happened" in said or "What has happened so far" in said:
            assert not lit[-1]
    assert any(lit)


# The log and what waits.


async def test_the_log_tells_what_happened_beside_the_moves(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.seats.offer(1, world.bo.id, offered=True)
    await world.bot.service.seats.claim(1, 1, world.cleo.id, "Cleo")
    said = private(await world.dima.slash(home, "log"))
    assert "**Cleo** przejmuje miejsce, które oddaje **Bo**." in said
    assert said.count("-# <t:") >= 1


async def test_turns_tell_until_when_there_is_time(world: World) -> None:
    await world.open(world.ada, world.bo)
    clock = (await world.bot.service.info(1)).seats[0].clock
    assert clock is not None
    said = private(await world.ada.slash(world.channel, "turns"))
    assert f"until <t:{int(clock.due.timestamp())}:f>" in said
