"""Bad input to /rules and forged taps on its pages: one plain private answer."""

from __future__ import annotations

import pytest

from lookup import shelf
from tests.cogs.rules_pages import heading, opened, press
from tests.world import World, private, shown_messages

ZERO_WIDTH = "\u200b\u200d\ufeff\u2060"
OVERRIDE = "\u202egalf"


@pytest.mark.parametrize("typed", ["", " ", "\n\t", ZERO_WIDTH, f" {ZERO_WIDTH} "])
async def test_nothing_visible_opens_the_book(world: World, typed: str) -> None:
    assert heading(await opened(world, typed)) == "### In two minutes"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("x" * 4000, "x" * 59 + "…"),
        ("'; DROP TABLE matches; --", "'; DROP TABLE matches; --"),
        ('" OR body MATCH "*', '" OR body MATCH "\\*'),
        ("NEAR(flag AND) NOT ^", "NEAR(flag AND) NOT ^"),
        ("**bold** `code` ||spoiler||", "\\*\\*bold\\*\\* \\`code\\` \\|\\|spoiler\\|\\|"),
        ("@everyone <@1> <@&2>", "@\u200beveryone \\<@1> \\<@&2>"),
        ("[zqx](https://zqx.example)", "\\[zqx](https://zqx.example)"),
        ("zqx\n# zqx", "zqx # zqx"),
        (OVERRIDE, "galf"),
        ("zq\u200bx", "zqx"),
        ("\U0001f3b2" * 5, "\U0001f3b2" * 5),
        ("../../etc/passwd", "../../etc/passwd"),
        ("toy.flags~e", "toy.flags\\~e"),
        ("%s {0} {typed}", "%s {0} {typed}"),
    ],
)
async def test_what_is_typed_is_quoted_and_nothing_else(
    world: World, typed: str, told: str
) -> None:
    shown = await opened(world, typed)
    lines = private(shown).split("\n")
    assert lines[:2] == ["-# Toy Parcels", f"**I can't find anything called “{told}”.**"]
    (sent,) = (r.json for r in world.env.http_requests if "find anything called" in str(r.json))
    assert sent
    assert sent["allowed_mentions"] == {"parse": []}
    assert (await world.bo.slash(world.channel, "turns")).response


@pytest.mark.parametrize(
    "typed",
    [
        "",
        ZERO_WIDTH,
        "x" * 4000,
        "'; DROP TABLE matches; --",
        '"',
        "*",
        "flag*",
        "NEAR(",
        "@everyone",
    ],
)
async def test_any_input_is_offered_something_that_fits(world: World, typed: str) -> None:
    found = await world.bo.autocomplete(world.channel, "rules", "topic", typed, game="toy")
    assert len(found) <= 25
    assert all(1 <= len(words) <= 100 for choice in found for words in choice.values())
    await world.bo.autocomplete(world.channel, "rules", "game", typed)


async def test_when_nothing_can_be_offered_the_list_is_empty(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("flags")

    monkeypatch.setattr(shelf, "suggest", broken)
    expected_errors.append("unexpected error")
    assert await world.bo.autocomplete(world.channel, "rules", "topic", "f", game="toy") == []


@pytest.mark.parametrize("game", ["chess", "../toy", "x" * 4000, "**toy**", "@everyone", "'; --"])
async def test_a_game_that_is_not_there(world: World, game: str) -> None:
    shown = private(await world.bo.slash(world.channel, "rules", game=game, topic="flags"))
    assert shown.startswith("There is no game called “")
    assert len(shown) < 300
    assert "**" not in shown.replace("\\*", "")
    assert "@everyone" not in shown
    assert await world.bo.autocomplete(world.channel, "rules", "topic", "flag", game=game) == []


@pytest.mark.parametrize("game", ["toy", " TOY ", "Toy Parcels", "toy parcels", ZERO_WIDTH + "toy"])
async def test_a_game_may_be_named_as_people_do(world: World, game: str) -> None:
    assert heading(await world.bo.slash(world.channel, "rules", game=game, topic="flags"))


@pytest.mark.parametrize("locale", ["xx-XX", "ja", "plx-PL", ""])
async def test_an_unknown_language_reads_english(world: World, locale: str) -> None:
    world.locales[world.bo.id] = locale
    assert heading(await opened(world, "Flags")) == "### Flags"


FORGED = [
    "",
    "toy",
    "toy.",
    ".flags",
    "toy.flags~x",
    "toy.flags~eeee",
    "toy.flags~e~e",
    "../../etc.passwd",
    "toy.\u0000",
    "toy." + "k" * 61,
    "<",
]


@pytest.mark.parametrize("rest", FORGED)
@pytest.mark.parametrize("verb", ["look", "share", "examples", "leaf", "link"])
async def test_a_forged_spot_is_refused(world: World, verb: str, rest: str) -> None:
    assert "isn't for you" in await world.forge(world.bo, f"b{verb}:0:{rest}")
    assert world.posts(world.channel) == []


@pytest.mark.parametrize("verb", ["look", "share", "examples", "leaf", "link"])
@pytest.mark.parametrize("key", ["nothing", "../../etc/passwd", "999999999", "@everyone"])
async def test_a_key_that_no_entry_has(world: World, verb: str, key: str) -> None:
    told = await world.forge(world.bo, f"b{verb}:0:toy.{key}")
    assert "The rulebook no longer has this entry. Search for it with /rules." in told
    assert world.posts(world.channel) == []


@pytest.mark.parametrize("value", ["toy.nothing", "nonsense", "toy.flags~q", "x" * 100])
@pytest.mark.parametrize("verb", ["schapters:0:0", "sleaf:0:in0", "sleaf:0:hits"])
async def test_a_forged_choice_is_refused(world: World, verb: str, value: str) -> None:
    told = await world.forge(world.bo, verb, (value,))
    assert "isn't for you" in told or "no longer has this entry" in told


@pytest.mark.parametrize("verb", ["look", "share", "examples", "leaf", "link", "rules", "rule"])
async def test_a_game_or_match_that_is_not_there(world: World, verb: str) -> None:
    assert "no rulebook" in await world.forge(world.bo, f"b{verb}:0:chess.flags") or verb in (
        "rules",
        "rule",
    )
    told = await world.forge(world.bo, f"b{verb}:987654321:toy.flags")
    assert "There's no such match." in told
    assert world.posts(world.channel) == []


@pytest.mark.parametrize("verb", ["look", "share", "examples", "leaf", "link", "rules", "rule"])
async def test_a_match_elsewhere_is_not_looked_into(world: World, verb: str) -> None:
    await world.open(world.ada, world.bo)
    other = world.guild.create_text_channel("elsewhere")
    told = await world.forge(world.ada, f"b{verb}:1:toy.parcel:1", channel=other)
    assert "This match is in another channel." in told
    assert world.posts(other) == []


async def test_a_match_of_another_game_is_refused(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    told = await world.forge(world.ada, "blook:1:krakow.planning", channel=home)
    assert "isn't for you" in told


@pytest.mark.parametrize(
    ("rest", "title"),
    [
        ("toy.parcel:8~a", "### parcel:8 · Parcel of 0 points"),
        ("toy.parcel:8", "### Parcel of 0 points"),
        ("toy.flags~a", "### Flags"),
        ("toy.T-CHOOSE-1~es", "### T-CHOOSE-1"),
    ],
)
async def test_a_spot_shows_no_more_than_there_is(world: World, rest: str, title: str) -> None:
    shown = await world.forged(world.bo, f"blook:0:{rest}")
    assert heading(shown) == title


@pytest.mark.parametrize("rest", ["T-FLAG-1", "t-flag-1"])
async def test_a_rule_is_opened_by_its_number(world: World, rest: str) -> None:
    await world.open(world.ada, world.bo)
    home = await world.home()
    assert heading(await world.forged(world.ada, f"brule:1:{rest}", channel=home)) == "### T-FLAG-1"


async def test_a_rule_that_is_gone_leads_to_the_nearest(world: World) -> None:
    await world.open(world.ada, world.bo)
    told = await world.forge(world.ada, "brule:1:T-FLAG-99", channel=await world.home())
    assert "**I can't find anything called “T-FLAG-99”.**" in told
    assert "**T-FLAG-1**" in told


async def test_a_refused_tap_leaves_the_page_as_it_is(world: World) -> None:
    shown = await opened(world, "T-FLAG-1")
    (message,) = shown_messages(shown)
    await world.forge(world.bo, "bleaf:0:toy.nothing")
    assert "T-FLAG-2" in private(await press(world.bo, shown, "Next"))
    assert message.ephemeral
