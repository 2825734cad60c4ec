"""A match as a text file and as a film."""

from __future__ import annotations

import re
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PIL import Image
from simcord.results import InteractionResult

from cogs.drawing import pictures
from cogs.past import export
from cogs.past.export import FORMAT, HIDDEN, RULE
from cogs.ui.sheet import AS_IT_STOOD
from matches.domain.model import MatchInfo
from render import drawings
from render.film import shown_boards
from rules import registry
from rules.notation import format_move, parse_move
from rules.protocol import Outcome
from rules.text import t
from tests.cogs.play.conftest import _same_chance_every_time, _warm_pens
from tests.cogs.play.driver import Panel
from tests.cogs.play.table import Table
from tests.cogs.test_cog_replay import finished
from tests.matches.fakes import settle
from tests.toy import ToyView
from tests.world import World, custom_ids, parts, private, shown_messages

__all__ = ["_same_chance_every_time", "_warm_pens"]  # fixtures

ROW = re.compile(r"(\d+) \| (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) \| (\d|\*|\+) \| (.+?)( \| undone)?")


async def file(result: InteractionResult) -> tuple[str, bytes]:
    private(result)
    [message] = shown_messages(result)
    [found] = message.attachments
    return found.filename, await found.read()


async def text(result: InteractionResult) -> str:
    name, data = await file(result)
    assert name.endswith(".txt")
    return data.decode()


def rows(told: str) -> list[re.Match[str]]:
    """Read the log in a file."""
    lines = told.split(RULE)[1].strip("\n").split("\n")
    found = [ROW.fullmatch(line) for line in lines if not line.startswith("    ")]
    assert None not in found
    return [row for row in found if row is not None]


async def test_the_log_can_be_read_by_people_and_by_programs(world: World) -> None:
    table = await finished(world, seats=3)
    told = await text(await world.ada.slash(table.home, "match export"))
    head, log, result, draws = told.split(RULE)
    assert head.startswith(f"{FORMAT} | toy | 1\nToy Parcels\n1. A red: Ada\n2. B blue: Bo\n")
    assert "Started: 20" in head
    assert "Finished: 20" in head
    assert "    Ada has chosen." in log
    assert "Both rounds are played." in result
    assert re.search(r"1\. \w+: \d+\n    Flags \+\d", result)
    info = await world.bot.service.info(1)
    assert f"SHA-256: {info.chance_hash}" in draws
    assert f"seed: {info.chance_seed}" in draws
    entries = await world.bot.service.history.log(1, world.ada.id)
    found = rows(told)
    assert [int(row[1]) for row in found] == [entry.ply for entry in entries]
    for row, entry in zip(found, entries, strict=True):
        assert row[3] == ("*" if entry.seat == -1 else str(entry.seat + 1))
        assert row[4] == (entry.notation or HIDDEN)
        if entry.notation:
            rules = registry.get("toy")
            assert format_move(parse_move(rules, row[4])) == row[4]


async def test_the_rows_are_the_same_in_every_language(world: World) -> None:
    table = await finished(world)
    english = rows(await text(await world.ada.slash(table.home, "match export")))
    world.locales[world.ada.id] = "pl"
    polish = rows(await text(await world.ada.slash(table.home, "match export")))
    assert [row[0] for row in english] == [row[0] for row in polish]


async def test_while_a_match_lives_only_what_one_may_know(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    own = await text(await world.ada.slash(home, "match export"))
    other = await text(await world.bo.slash(home, "match export"))
    assert "| 1 | choose " in own
    assert "| 1 | choose " not in other
    assert "| 1 | -" in other
    for told in (own, other):
        assert "The match is still in progress." in told
        assert "seed:" not in told
        assert "publish the seed when the match is over" in told
    result = await world.ada.slash(home, "match export")
    assert not [i for m in shown_messages(result) for i in _ids(m) if i.startswith("bfilm")]
    assert "once the match is over" in await world.forge(world.ada, "bfilm:1:", channel=home)


def _ids(message: object) -> list[str]:
    return custom_ids({"components": getattr(message, "components", ())})


async def test_moves_taken_back_and_remarks_are_told(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    await world.ada.slash(home, "undo")
    await world.bot.service.seats.offer(1, world.bo.id, offered=True)
    await world.bot.service.seats.claim(1, 1, world.cleo.id, "Cleo")
    told = rows(await text(await world.ada.slash(home, "match export")))
    assert [bool(row[5]) for row in told] == [False, True, False, False]
    assert [row[3] for row in told] == ["*", "1", "1", "+"]


async def test_a_match_that_has_not_begun_has_no_log(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    assert "hasn't begun" in private(await world.ada.slash(world.channel, "match export"))


async def test_a_match_broken_off_says_so(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    told = await text(await world.ada.slash(home, "match export"))
    assert told.split(RULE)[2].strip() == (
        "The match ended without a result because a server admin stopped it."
    )


@pytest.mark.parametrize("slug", ["toy", "lodge"])
async def test_a_finished_match_is_shown_as_a_film(
    world: World, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "shown_boards", lambda count: shown_boards(count, 8))
    table = await finished(world, slug)
    shown = await world.cleo.slash(table.home, "match export")
    result = await world.press(world.cleo, shown, "film")
    name, data = await file(result)
    assert name == "match.gif"
    told = [p for m in shown_messages(result) for p in parts({"components": m.components})]
    items = [item for part in told for item in part.get("items", ())]
    assert any("The whole match as an animation." in item["description"] for item in items)
    moving = Image.open(BytesIO(data))
    assert moving.format == "GIF"
    assert getattr(moving, "n_frames", 1) == (8 if slug != "toy" else 1)


async def test_a_film_is_made_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await finished(world)
    shown = await world.ada.slash(table.home, "match export")
    first = await file(await world.press(world.ada, shown, "film"))
    monkeypatch.setattr(drawings, "frame", None)
    again = await world.bo.slash(table.home, "match export")
    assert await file(await world.press(world.bo, again, "film")) == first


@pytest.mark.parametrize("has_left", [False, True])
async def test_a_film_made_before_somebody_was_erased_is_made_again(
    world: World, monkeypatch: pytest.MonkeyPatch, *, has_left: bool
) -> None:
    if has_left:
        table: Table[object] = await Table.begin(world, "toy", 2)
        await table.step()
        await table.step()
        await world.bot.service.seats.resign(1, world.bo.id)
        await world.bot.service.seats.claim(1, 1, world.cleo.id, "Cleo")
        await world.bot.service.seats.concede(1, world.cleo.id)
        await settle(world.bot.outbox)
    else:
        table = await finished(world)
    shown = await world.ada.slash(table.home, "match export")
    await world.press(world.ada, shown, "film")
    named, frame = list[tuple[str, ...]](), drawings.frame

    def watched(slug: str, view: ToyView, names: drawings.Named, *rest: Any) -> object:
        named.append(tuple(name for _, name in names))
        return frame(slug, view, names, *rest)

    monkeypatch.setattr(drawings, "frame", watched)
    await world.bot.service.farewell.erase(world.bo.id)
    await world.press(world.ada, shown, "film")
    assert named
    assert not any("Bo" in names for names in named)


async def test_a_film_shows_public_boards_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    frame = drawings.frame

    def watched(slug: str, view: ToyView, *rest: Any) -> object:
        seen.append(view.seat)
        return frame(slug, view, *rest)

    monkeypatch.setattr(drawings, "frame", watched)
    table: Table[object] = await finished(world)
    shown = await world.ada.slash(table.home, "match export")
    await world.press(world.ada, shown, "film")
    assert len(seen) > 5
    assert set(seen) == {-2}


@pytest.mark.parametrize("ending", ["", "conceded"])
@pytest.mark.parametrize("scores", [(), (3, 1)])
def test_scores_of_a_match_that_was_conceded_are_as_it_stood(
    ending: str, scores: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_plain", lambda text, *_: text.msgid)
    outcome = Outcome(scores, (1, 2), ((), ()), t("Ada wins."))
    match = cast("MatchInfo", SimpleNamespace(ending=ending))
    said = list(export._result(outcome, match, "en"))
    assert (AS_IT_STOOD.msgid in said) == bool(ending and scores)
    assert ("1. {who}: 3" in said) == bool(scores)
