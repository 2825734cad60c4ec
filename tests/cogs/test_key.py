"""The key to the pictures, reached by /help: of each game, as a picture and in words."""

from __future__ import annotations

import pytest
from simcord.results import InteractionResult

from cogs.ui.sheet import short
from rules import registry
from tests.world import World, custom_ids, parts, private, shown_messages


def described(shown: InteractionResult) -> list[str]:
    """Return the alternative texts of the pictures of a page."""
    items = [
        item
        for message in shown_messages(shown)
        for part in parts({"components": message.components})
        for item in part.get("items", ())
    ]
    return [str(item["description"]) for item in items]


@pytest.fixture
async def key(world: World, games: None) -> InteractionResult:
    """Return the page, as somebody without a match sees it first."""
    return await world.cleo.slash(world.channel, "help", topic="picture")


async def test_it_begins_with_the_first_game(key: InteractionResult) -> None:
    first = short(registry.get(registry.slugs()[0]).info)
    assert private(key).startswith(f"-# {first}")
    assert described(key)


async def test_it_turns_to_words_and_back(world: World, key: InteractionResult) -> None:
    (alt,) = described(key)
    in_words = await world.press(world.cleo, key, "key")
    assert described(in_words) == []
    assert alt.partition(".")[0] in private(in_words)
    again = await world.press(world.cleo, in_words, "key")
    assert described(again) == [alt]


async def test_each_game_has_its_own(world: World, key: InteractionResult) -> None:
    (message,) = shown_messages(key)
    seen = set[str]()
    for slug in registry.slugs():
        page = await world.cleo.select(message, [slug], custom_id="skey:0:")
        assert private(page).startswith(f"-# {short(registry.get(slug).info)}")
        seen.add(private(page).partition("\n")[0])
        (message,) = shown_messages(page)
    assert len(seen) == len(registry.slugs())


async def test_in_a_match_it_is_that_of_its_game(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    shown = await world.ada.slash(home, "help", topic="picture")
    assert described(shown) == ["key: a flag is worth one point"]
    in_words = await world.press(world.ada, shown, "key")
    assert "key: a flag is worth one point" in private(in_words)


async def test_above_a_match_s_thread_it_is_that_of_its_game(world: World) -> None:
    await world.open(world.ada, world.bo)
    shown = await world.cleo.slash(world.channel, "help", topic="picture")
    assert described(shown) == ["key: a flag is worth one point"]


async def test_a_game_that_is_not_there_is_refused(world: World, key: InteractionResult) -> None:
    ids = [i for m in shown_messages(key) for i in custom_ids({"components": m.components})]
    assert any(i.startswith("bkey:") for i in ids)
    for rest in ("", "chess", "chess~w"):
        assert "isn't for you" in await world.forge(world.cleo, f"bkey:0:{rest}")
