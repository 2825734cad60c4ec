"""The commands as Discord is told; the simulated one checks little of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord.app_commands import Command

from cogs.ui.translator import Translator, named
from matches.domain.model import language_of
from render.i18n import LANGS, catalogue
from rules import registry
from rules.text import t
from tests.toy import TOY
from tests.world import World, private

Payload = dict[str, Any]
MAX_PAYLOAD = 8000
MAX_CHOICES = 25
MAX_SUBCOMMANDS = 20
"""Our own limit, without the names of earlier releases; Discord's is 25."""
SUBCOMMAND = 1


async def payloads(world: World) -> list[Payload]:
    tree = world.bot.tree
    assert tree.translator
    return [await c.get_translated_payload(tree, tree.translator) for c in tree.get_commands()]


def walk(payload: Payload) -> Iterator[Payload]:
    yield payload
    for option in payload.get("options", ()):
        yield from walk(option)


def size(payload: Payload) -> int:
    """Return Discord's count: the longest localisation of each name and description."""
    fields = [[payload["name"], *(payload.get("name_localizations") or {}).values()]]
    fields.append(
        [payload["description"], *(payload.get("description_localizations") or {}).values()]
    )
    for choice in payload.get("choices", ()):
        fields += [[choice["name"]], [str(choice["value"])]]
    own = sum(max(map(len, field)) for field in fields)
    return own + sum(size(option) for option in payload.get("options", ()))


async def test_no_command_is_too_big(world: World) -> None:
    for payload in await payloads(world):
        assert size(payload) <= MAX_PAYLOAD, payload["name"]
        for part in walk(payload):
            assert len(part.get("options", ())) <= MAX_CHOICES
        subcommands = [o for o in payload.get("options", ()) if o["type"] == SUBCOMMAND]
        lasting = [o for o in subcommands if not o["description"].startswith("This command is now")]
        assert len(lasting) <= MAX_SUBCOMMANDS, payload["name"]


async def test_names_can_be_typed_in_every_language(world: World) -> None:
    for payload in await payloads(world):
        for part in walk(payload):
            for name in (part["name"], *(part.get("name_localizations") or {}).values()):
                assert 1 <= len(name) <= 32, name
                assert name == name.lower(), name
                assert name.replace("-", "").replace("_", "").isalnum(), name


async def test_descriptions_fit(world: World) -> None:
    for payload in await payloads(world):
        for part in walk(payload):
            told = (part["description"], *(part.get("description_localizations") or {}).values())
            for text in told:
                assert 1 <= len(text) <= 100, text


@pytest.mark.parametrize("locale", ["", *LANGS[1:]])
async def test_names_are_unique_among_siblings(world: World, locale: str) -> None:
    def check(siblings: list[Payload]) -> None:
        names = [(s.get("name_localizations") or {}).get(locale, s["name"]) for s in siblings]
        assert len(names) == len(set(names)), names
        for sibling in siblings:
            check(sibling.get("options", []))

    check(await payloads(world))


async def test_only_our_languages_are_told_apart(world: World) -> None:
    ours = {str(locale) for locale in discord.Locale if language_of(str(locale)) != "en"}
    assert "pl" in ours
    for payload in await payloads(world):
        for part in walk(payload):
            for key in ("name_localizations", "description_localizations"):
                assert set(part.get(key) or {}) <= ours


async def test_words_are_looked_up_in_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue("pl"), "gettext", lambda text: f"pl {text}")
    context: Any = None  # says where the words are; they read the same everywhere
    string = named(t("match"))
    translator = Translator()
    assert await translator.translate(string, discord.Locale.polish, context) == "pl match"
    assert await translator.translate(string, discord.Locale.american_english, context) is None
    monkeypatch.setattr(catalogue("pl"), "gettext", lambda text: text)
    assert await translator.translate(string, discord.Locale.polish, context) is None


async def test_every_command_of_the_house_has_the_name_that_helps_and_posts_call_it(
    world: World,
) -> None:
    there = set(world.ada.available_commands(world.channel))
    own = {name for name in there if name.split()[0] not in registry.slugs()}
    match = """new join leave start info list end verify invite time export rematch open relocate
        pause resume extend claim offer replace resign"""
    alone = """about away board catchup hand help log move privacy replay rules settings setup
        turns undo"""
    seat = "resign concede offer claim replace reserve remove word"
    groups = [("match", match), ("seat", seat)]
    grouped = {f"{group} {name}" for group, names in groups for name in names.split()}
    assert own == {*alone.split(), *grouped}


async def test_each_command_that_the_bot_has_is_offered(world: World) -> None:
    made = world.bot.tree.walk_commands()
    typed = {command.qualified_name for command in made if isinstance(command, Command)}
    assert typed == set(world.ada.available_commands(world.channel))


async def test_each_move_of_a_game_has_its_command(world: World) -> None:
    there = set(world.ada.available_commands(world.channel))
    for slug in registry.slugs():
        moves = [move for move in registry.get(slug).move_types if not move.by_chance]
        assert moves
        assert {f"{slug} {move.command.msgid.replace(' ', '-')}" for move in moves} <= there


async def test_what_concerns_oneself_works_in_dms(world: World) -> None:
    assert {"settings", "privacy", "help", "about", "turns", "away"} <= set(
        world.bo.user.available_commands()
    )


async def test_names_that_mean_something_else_elsewhere_have_words_of_their_own(
    world: World,
) -> None:
    [match] = [payload for payload in await payloads(world) if payload["name"] == "match"]
    polish = {part["name"]: part["name_localizations"].get("pl") for part in match["options"]}
    assert polish["relocate"] == "przenieś"
    assert polish["open"] == "otwórz"


async def test_a_game_has_one_name_in_every_language(world: World) -> None:
    slugs = set(registry.slugs()) - {TOY.info.slug}
    groups = [p for p in await payloads(world) if p["name"] in slugs]
    assert len(groups) > 3
    for group in groups:
        assert not group.get("name_localizations")
        assert group["description_localizations"]["pl"] != group["description"]


async def test_a_match_that_is_over_is_looked_at_in_dms_too(world: World) -> None:
    """Discord allows a group there as a whole; commands that need a server say so."""
    there = set(world.ada.user.available_commands())
    assert {"board", "log", "catchup", "replay", "match info", "match export"} <= there
    assert "only works on a server" in private(await world.ada.user.slash("match new", game="toy"))
    assert "no match in this channel" in private(await world.ada.user.slash("match info"))
