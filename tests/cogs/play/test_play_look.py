"""The Look page, the moments of posts, and the help with a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from simcord.results import InteractionResult

from cogs.drawing.studio import Rank
from render.picture import Picture
from tests.cogs.telling import choose_all, play, turn_posts
from tests.toy_artist import ToyArtist
from tests.world import World, custom_ids, parts, private, shown_messages, words


def pictures(result: InteractionResult) -> list[str]:
    """Return the alternative texts of what was privately shown, top to bottom."""
    shown = [p for m in shown_messages(result) for p in parts({"components": m.components})]
    return [item["description"] for part in shown for item in part.get("items", ())]


async def chosen(world: World, shown: InteractionResult, value: str) -> InteractionResult:
    """Let Ada choose a part of the board from the list of a Look page."""
    (message,) = shown_messages(shown)
    return await world.ada.select(message, [value], custom_id="ssee:1:")


async def test_one_page_shows_board_hand_parts_and_key_also_in_words(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    shown = await world.look(world.ada, home)
    assert pictures(shown)[0].startswith("round 1; flags: -")
    ids = [i for m in shown_messages(shown) for i in custom_ids({"components": m.components})]
    assert ids == [
        "bturn:1:",
        "bsee:1:hand",
        "bsee:1:key",
        "bsee:1:board~0",
        "ssee:1:",
    ]
    assert {"Ada", "Bo", "town"} <= set(private(shown).splitlines())
    assert pictures(await world.look(world.ada, home, "hand"))[0].startswith("hand: ")
    assert pictures(await world.look(world.ada, home, "key")) == ["key: a flag is worth one point"]
    part = await chosen(world, shown, "part.town")
    assert pictures(part) == ["area town: -"]
    (message,) = shown_messages(part)
    told = await world.ada.click(message, custom_id="bsee:1:part.town~0")
    assert pictures(told) == []
    assert "area town: -" in private(told)
    back = await world.ada.click(shown_messages(told)[0], custom_id="bsee:1:part.town")
    assert pictures(back) == ["area town: -"]


async def test_a_part_of_the_board_is_asked_for_by_command(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    offered = await world.ada.autocomplete(home, "board", "area", "to")
    assert offered == [{"name": "town", "value": "town"}]
    for typed in ("town", "Town"):
        assert pictures(await world.ada.slash(home, "board", area=typed)) == ["area town: -"]
    gone = await world.ada.slash(home, "board", area="x" * 3000)
    assert "This part isn't on the board now." in private(gone)
    assert pictures(gone)[0].startswith("round 1")
    other = world.guild.create_text_channel("elsewhere")
    assert await world.ada.autocomplete(other, "board", "area", "") == []


async def test_a_forged_page_tells_no_more_than_any(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    for rest in ("", "part.gone", "part.town~99", "board~x", "everything", "key~1"):
        said = await world.forge(world.cleo, f"bsee:1:{rest}", channel=home)
        assert "Toy Parcels" in said or "isn't for you" in said
        assert "hand: " not in said
    assert "no seat" in await world.forge(world.cleo, "bsee:1:hand", channel=home)


async def test_a_post_shows_the_moment_that_the_one_before_did_not_know(world: World) -> None:
    await world.open(world.ada, world.bo)
    await choose_all(world)
    while len(turn_posts(world)) < 20 and "Round 2" not in words(turn_posts(world)[-1]):
        await play(world)
    galleries = [[p for p in parts(post) if p["type"] == 12] for post in turn_posts(world)]
    assert [len(found) for found in galleries] == [1] * (len(galleries) - 1) + [2]
    moment = galleries[-1][1]["items"][0]
    assert moment["description"] == "moment: round 1 is over"
    caught_up = await world.tap(world.bo, await world.home(), "catchup")
    assert pictures(caught_up)[-1] == "moment: round 1 is over"
    replayed = await world.press(world.bo, caught_up, "replayed")
    assert "Step 1 of" not in private(replayed)
    await world.crash()  # what was known of the post before is read from the log again
    await choose_all(world)
    last = [p for p in parts(turn_posts(world)[-1]) if p["type"] == 12]
    assert len(last) == 1


async def test_all_pictures_of_a_post_are_one_job(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each job waits for its turn behind those of other matches."""
    await world.open(world.ada, world.bo)
    jobs, draw = list[Rank](), world.bot.studio.draw

    async def drawn(job: Callable[[], object], rank: Rank, server: int) -> object:
        jobs.append(rank)
        return await draw(job, rank, server)

    monkeypatch.setattr(world.bot.studio, "draw", drawn)
    monkeypatch.setattr(ToyArtist, "last_moment", lambda *_: "chosen")
    await play(world)
    assert len([p for p in parts(turn_posts(world)[-1]) if p["type"] == 12]) == 2
    assert jobs.count(Rank.POST) == 1


async def test_a_moment_that_fails_does_not_take_the_board_with_it(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    def fails(*_: object, **__: object) -> Picture:
        raise ValueError("no moment")

    expected_errors.append("drawing a picture failed")
    await world.open(world.ada, world.bo)
    monkeypatch.setattr(ToyArtist, "last_moment", lambda *_: "chosen")
    monkeypatch.setattr(ToyArtist, "moment", fails)
    await play(world)
    (gallery,) = (p for p in parts(turn_posts(world)[-1]) if p["type"] == 12)
    assert gallery["items"][0]["description"].startswith("round ")


async def test_where_no_files_are_allowed_the_moment_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await world.open(world.ada, world.bo)
    await play(world)
    monkeypatch.setattr(ToyArtist, "last_moment", lambda *_: "chosen")
    world.fail("PATCH", f"/channels/{home.id}/messages/*", 403, 50013)
    await play(world)
    post = turn_posts(world)[-1]
    assert [p for p in parts(post) if p["type"] == 12] == []
    assert "moment: round 0 is over" in words(post)


async def test_help_explains_the_decision_and_the_last_refusal(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    shown = await world.tap(world.ada, home, "guide")
    assert "Choose one of the parcels you hold" in private(shown)
    assert "Is a move missing?" in private(shown)
    held = (await world.bot.service.glance(1, world.ada.id)).view.hand  # type: ignore[attr-defined]
    wrong = next(parcel for parcel in range(1, 50) if parcel not in held)
    await world.ada.slash(home, "move", move=f"choose {wrong}")
    shown = await world.tap(world.ada, home, "guide")
    assert f"Your last move that wasn't allowed: `choose {wrong}`." in private(shown)
    assert "Right now:" in private(await world.press(world.ada, shown, "why"))
    assert "Is a move missing?" in private(await world.tap(world.bo, home, "guide"))
    key = await world.press(world.ada, shown, "view")
    assert pictures(key) == ["key: a flag is worth one point"]


async def test_help_says_that_a_match_is_paused_and_how_it_goes_on(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    assert "paused" not in private(await world.tap(world.bo, home, "guide"))
    await world.ada.slash(home, "match pause")
    await world.tap(world.bo, home, "yes")
    for player in (world.ada, world.bo):
        said = private(await world.tap(player, home, "guide"))
        assert "**This match is paused.** To continue, type /match resume." in said
    said = private(await world.tap(world.dima, home, "guide"))
    assert "Ta partia jest wstrzymana." in said
    assert "/match resume" not in said


async def test_who_has_no_name_is_listed_all_the_same(world: World) -> None:
    await world.open(world.ada, world.bo)

    def unname(db: Any) -> None:
        db.execute("UPDATE seats SET name = '' WHERE seat = 1")

    await world.bot.store.write(unname)
    await world.crash()
    home = await world.home()
    shown = await world.ada.slash(home, "board")
    (message,) = shown_messages(shown)
    lists = [p for p in parts({"components": message.components}) if p.get("options")]
    assert [o["label"] for part in lists for o in part["options"]] == ["Ada", "?", "town"]
    offered = await world.ada.autocomplete(home, "board", "area", "")
    assert [one["name"] for one in offered] == ["Ada", "?", "town"]
