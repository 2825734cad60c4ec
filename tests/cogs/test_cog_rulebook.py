from __future__ import annotations

import pytest

from cogs import rulebook
from tests.world import World, custom_ids, private, shown_messages


async def test_the_first_topic_is_the_default(world: World) -> None:
    shown = private(await world.bo.slash(world.channel, "rules"))
    assert "## In two minutes" in shown
    assert "Planning" in shown  # among the other topics


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Planning", "## Planning"),
        ("planning", "## Planning"),
        ("award", "## Awards"),
        ("shift", "## Card: shift by one"),
        ("K-PLAN-1", "**K-PLAN-1** A queue goes once around"),
        ("k-plan-1", "**K-PLAN-1** A queue goes once around"),
    ],
)
async def test_a_topic_or_rule_is_found(world: World, typed: str, found: str) -> None:
    shown = await world.bo.slash(world.channel, "rules", game="krakow", topic=typed)
    assert found in private(shown)


async def test_polish_readers_get_polish_rules(world: World) -> None:
    assert "## Planowanie" in private(
        await world.dima.slash(world.channel, "rules", topic="Planowanie")
    )


async def test_what_is_not_there_is_refused(world: World) -> None:
    wrong = await world.bo.slash(world.channel, "rules", topic="poker face")
    assert "No rule and no heading is called “poker face”." in private(wrong)
    wrong = await world.bo.slash(world.channel, "rules", game="chess")
    assert "There is no game called “chess” here." in private(wrong)
    home = await world.open(world.ada, world.bo)  # the toy game has no rulebook
    assert "no rulebook" in private(await world.bo.slash(home, "rules"))


async def test_topics_and_rules_are_offered(world: World) -> None:
    async def offered(typed: str, **filled: object) -> list[dict[str, str]]:
        return await world.bo.autocomplete(world.channel, "rules", "topic", typed, **filled)

    assert {"name": "Planning", "value": "Planning"} in await offered("plann")
    assert [c["value"] for c in await offered("k-plan-1")][:1] == ["K-PLAN-1"]
    assert await offered("", game="chess") == []
    for found in (await offered(""), await offered("card")):
        assert 0 < len(found) <= 25
        assert all(1 <= len(text) <= 100 for choice in found for text in choice.values())
    games = await world.bo.autocomplete(world.channel, "rules", "game", "krak")
    assert [choice["value"] for choice in games] == ["krakow"]


async def test_the_select_turns_the_pages(world: World) -> None:
    shown = await world.bo.slash(world.channel, "rules")
    [message] = shown_messages(shown)
    place = rulebook.find_topic("krakow", "Awards", "en")
    turned = await world.bo.select(message, [f"krakow.{place}"])
    assert "## Awards" in private(turned)


@pytest.mark.parametrize("value", ["krakow.999", "krakow.x", "krakow"])
async def test_a_forged_page_shows_the_first(world: World, value: str) -> None:
    shown = await world.forge(world.bo, "stopic:0:", (value,))
    assert "## In two minutes" in shown


async def test_a_forged_game_is_refused(world: World) -> None:
    assert "no rulebook" in await world.forge(world.bo, "stopic:0:", ("../../etc.0",))


async def test_a_rule_leads_to_its_chapter(world: World) -> None:
    shown = await world.forged(world.bo, "brule:0:K-PLAN-2")
    assert "Kraków 2009: Snakker du norsk? · Planning" in private(shown)
    assert "**K-PLAN-2**" in private(shown)
    assert "## Planning" in private(await world.press(world.bo, shown, "topic"))
    assert "## In two minutes" in await world.forge(world.bo, "brule:0:K-NONE-1")


async def test_the_turn_posts_button_opens_the_matchs_rules(world: World) -> None:
    home = await world.open(world.ada, world.bo, game="krakow")
    shown = await world.tap(world.cleo, home, "rules")
    assert "## In two minutes" in private(shown)
    assert custom_ids({"components": shown_messages(shown)[0].components}) == ["stopic:0:"]


def test_every_page_and_every_rule_fits(world: World) -> None:
    for lang in ("en", "pl"):
        book = rulebook.rulebook("krakow", lang)
        for place, topic in enumerate(book):
            words, _ = rulebook._page("krakow", place, lang)
            assert topic.body in words
            for number, _ in topic.rules:
                assert rulebook.find_rule("krakow", number, lang) is not None
