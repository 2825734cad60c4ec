from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from cogs.help.cog import FONTS, NAMED_TURNS
from cogs.help.topics import TOPICS, Topic, nearest_topic, offered
from cogs.ui.speech import say
from matches.domain.table.votes import Pause
from render.i18n import Lang
from rules.krakow import KRAKOW
from rules.notation import format_move
from rules.text import t
from tests.matches.fakes import settle
from tests.rules.krakow.helpers import dealt
from tests.test_catalogues import commands_in
from tests.world import World, custom_ids, private, shown_messages, words

ROOT = Path(__file__).parent.parent.parent


def buttons(result: InteractionResult) -> list[str]:
    """Return the verbs and matches of the buttons above the list of topics."""
    (message,) = shown_messages(result)
    found = [custom_id.split(":") for custom_id in custom_ids({"components": message.components})]
    return [f"{kind[1:]}:{match}" for kind, match, _ in found if kind != "shelp"]


def links(result: InteractionResult) -> list[str]:
    (message,) = shown_messages(result)
    return [link for link in str(message.components).split("'") if link.startswith("https://")]


async def told(
    world: World, member: MemberActor, channel: ChannelHandle | None = None
) -> tuple[str, list[str]]:
    """Return the first lines of what /help says, and its buttons."""
    shown = await member.slash(channel or world.channel, "help")
    words, _, _ = private(shown).partition("First steps\n")
    return words, buttons(shown)


ENGLISH_AND_POLISH = pytest.mark.parametrize("lang", ["en", "pl"])


def speak(world: World, lang: Lang) -> None:
    """Let everybody's Discord speak a language."""
    locale = "pl" if lang == "pl" else "en-US"
    world.locales = dict.fromkeys(world.locales, locale)
    for member in world.members:
        world.locales[member.id] = locale


@ENGLISH_AND_POLISH
async def test_somebody_new_is_shown_first_steps(world: World, lang: Lang) -> None:
    speak(world, lang)
    words, ways = await told(world, world.cleo)
    assert ("New here?" if lang == "en" else "Dopiero zaczynasz?") in words
    assert ways == ["steps:0", "rules:0"]
    shown = await world.cleo.slash(world.channel, "help")
    steps = await world.press(world.cleo, shown, "steps")
    assert "1/7" in private(steps)


@ENGLISH_AND_POLISH
async def test_in_a_lobby_it_offers_what_can_be_done(world: World, lang: Lang) -> None:
    speak(world, lang)
    await world.open(world.ada, start=False, seats=3)
    words, ways = await told(world, world.ada)
    assert "/match invite" in words
    assert "start:1" not in ways
    words, ways = await told(world, world.bo)
    assert ("Tap **Join**" if lang == "en" else "Naciśnij **Dołącz**") in words
    assert ways == ["join:1", "steps:0", "rules:1"]
    await world.press(world.bo, await world.bo.slash(world.channel, "help"), "join")
    words, ways = await told(world, world.bo)
    assert ("when the host taps" if lang == "en" else "gdy gospodarz naciśnie") in words
    assert ways == ["steps:0", "rules:1"]
    words, ways = await told(world, world.ada)
    assert ("Tap **Start**" if lang == "en" else "Naciśnij **Rozpocznij**") in words
    assert ways == ["start:1", "steps:0", "rules:1"]
    await world.tap(world.cleo, world.channel, "join")
    assert "start:1" in (await told(world, world.cleo))[1]  # with every seat taken anybody may
    words, ways = await told(world, world.dima)
    assert ("all its seats are taken" if lang == "en" else "są już zajęte") in words
    assert ways == ["steps:0", "rules:1"]
    await world.press(world.ada, await world.ada.slash(world.channel, "help"), "start")
    assert (await world.bot.service.info(1)).status == "live"


@ENGLISH_AND_POLISH
async def test_in_a_match_it_leads_to_the_move(world: World, lang: Lang) -> None:
    speak(world, lang)
    home = await world.open(world.ada, world.bo)
    words, ways = await told(world, world.bo, home)
    assert ("It's your move" if lang == "en" else "Twoja kolej") in words
    assert ways == ["turn:1", "catchup:1", "steps:0", "rules:1"]
    opened = await world.press(world.bo, await world.bo.slash(home, "help"), "turn")
    assert "Choose a parcel." in private(opened)
    move = (await world.bot.service.glance(1, world.bo.id)).moves[0]
    await world.bot.service.play(1, world.bo.id, format_move(move), interaction_id=7)
    words, ways = await told(world, world.bo, home)
    assert ("isn't your move" if lang == "en" else "ruch ma teraz ktoś inny") in words
    assert ways[:2] == ["turn:1", "catchup:1"]
    words, ways = await told(world, world.cleo, home)
    assert ("You're watching" if lang == "en" else "Przyglądasz się") in words
    assert ("New here?" if lang == "en" else "Dopiero zaczynasz?") in words
    assert ways == ["catchup:1", "steps:0", "rules:1"]
    looked = await world.press(world.cleo, await world.cleo.slash(home, "help"), "catchup")
    assert "hand:" not in private(looked)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    words, ways = await told(world, world.bo, home)
    assert ("is over" if lang == "en" else "się skończyła") in words
    assert ways == ["catchup:1", "steps:0", "rules:1"]


@ENGLISH_AND_POLISH
async def test_what_waits_elsewhere_is_a_tap_away(world: World, lang: Lang) -> None:
    speak(world, lang)
    await world.open(world.ada, world.bo)
    words, ways = await told(world, world.bo)  # the channel its thread hangs on
    assert ("1 match is waiting" if lang == "en" else "1 partia czeka") in words
    assert ways[0] == "turn:1"
    elsewhere = world.guild.create_text_channel("elsewhere")
    shown = await world.bo.slash(elsewhere, "help")
    home = await world.home()
    assert links(shown) == [f"https://discord.com/channels/{world.guild.id}/{home.id}"]
    assert "turn:1" not in buttons(shown)
    shown = await world.bo.user.slash("help")
    assert buttons(shown)[0] == "turn:1"
    assert links(shown) == []


@ENGLISH_AND_POLISH
async def test_what_waits_elsewhere_hides_nothing_of_here(world: World, lang: Lang) -> None:
    speak(world, lang)
    await world.open(world.ada, world.bo)
    await world.open(world.cleo, start=False)
    words, ways = await told(world, world.bo)
    assert ways == ["join:2", "steps:0", "rules:2"]
    assert ("1 other match" if lang == "en" else "Poza tym 1 partia") in words
    await world.bot.service.lobby.end(2, 0, is_admin=True)
    words, ways = await told(world, world.bo)
    assert ways == ["turn:1", "steps:0", "rules:2"]


async def test_nobody_is_told_to_move_in_a_paused_match(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.votes.ask(1, world.ada.id, Pause())
    await settle(world.bot.outbox)
    private(await world.tap(world.bo, home, "yes"))
    said = private(await world.bo.slash(home, "help"))
    assert "This match is paused." in said
    assert "your move" not in said


async def test_help_with_a_match_that_is_over_says_so(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    assert "The match is over." in await world.forge(world.bo, "bguide:1:", channel=home)


async def test_of_many_matches_some_are_a_tap_away(world: World) -> None:
    for _ in range(NAMED_TURNS + 1):
        await world.open(world.ada, world.bo)
    shown = await world.bo.slash(world.channel, "help")
    assert f"{NAMED_TURNS + 1} matches are waiting for your move" in private(shown)
    assert "/turns" in private(shown)
    assert [way for way in buttons(shown) if way.startswith("turn")] == [
        "turn:1",
        "turn:2",
        "turn:3",
    ]
    assert "Your move · Toy Parcels #2" in private(shown)


@ENGLISH_AND_POLISH
async def test_where_nothing_is_played(world: World, lang: Lang) -> None:
    speak(world, lang)
    home = await world.open(world.ada, world.bo)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    assert home.id != world.channel.id
    words, ways = await told(world, world.bo)
    assert "/match new" in words
    assert "Dopiero" not in words
    assert "New here" not in words
    assert ways == ["steps:0", "rules:0"]


@ENGLISH_AND_POLISH
async def test_in_a_dm(world: World, lang: Lang) -> None:
    speak(world, lang)
    shown = private(await world.bo.user.slash("help"))
    assert ("Matches are played on servers" if lang == "en" else "Partie toczą się na") in shown
    assert ("New here?" if lang == "en" else "Dopiero zaczynasz?") in shown
    await world.open(world.ada, world.bo)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    shown = private(await world.bo.user.slash("help"))
    assert ("No matches are waiting for you" if lang == "en" else "Żadna partia na ciebie") in shown


@ENGLISH_AND_POLISH
async def test_every_topic_is_a_tap_away(world: World, lang: Lang) -> None:
    speak(world, lang)
    assert (await world.ada.slash(world.channel, "setup", language=lang)).response
    shown = await world.bo.slash(world.channel, "help")
    assert shown.response
    for topic in TOPICS:
        page = await world.bo.select(shown.response, [topic.slug], custom_id="shelp:0:")
        written = [f"### {say(topic.title, lang)}", *(f"- {say(x, lang)}" for x in topic.lines)]
        assert words({"content": "\n".join(written)}) in private(page)
        assert buttons(page)[-3:] == ["steps:0", "rules:0", "help:0"]
    back = await world.bo.click(shown.response, custom_id="bhelp:0:")
    assert ("### Help" if lang == "en" else "### Pomoc") in private(back)


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.slug)
async def test_a_topic_can_be_asked_for(world: World, topic: Topic) -> None:
    shown = private(await world.dima.slash(world.channel, "help", topic=topic.slug))
    assert f"### {say(topic.title, 'pl')}" in shown


async def test_topics_are_offered_in_the_readers_language(world: World) -> None:
    async def titles(member: MemberActor, typed: str) -> dict[str, str]:
        found = await member.autocomplete(world.channel, "help", "topic", typed)
        return {choice["value"]: choice["name"] for choice in found}

    every = await titles(world.bo, "")
    assert list(every.items()) == [(slug, title) for title, slug in offered("en")]
    assert await titles(world.dima, "prywatnosc") == {"privacy": "Prywatność"}
    assert await titles(world.bo, "permissions") == {"server": "For server owners"}
    assert await titles(world.bo, "x" * 4000) == {}


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("", ""),
        ("Undo and queued moves", "undo"),
        ("undo", "undo"),
        ("/undo", "undo"),
        ("COFANIE", "undo"),
        ("privcy", "privacy"),
        ("prywatnosc", "privacy"),
        ("jezyk", "language"),
        ("first steps", "first-steps"),
        ("pierwsze kroki", "first-steps"),
        ("secrets", "secret"),
        ("notation", "type"),
        ("permissions", "server"),
        ("uprawnienia", "server"),
        ("friend", "begin"),
        ("tutorial", "first-steps"),
        ("samouczek", "first-steps"),
        ("move", "turn"),
        ("ruch", "turn"),
        ("leave", "seats"),
        ("opuścić partię", "seats"),
        ("glosowanie", "votes"),
        ("why not?", "rules"),
        ("dlaczego nie", "rules"),
        ("zzzzqq", ""),
        ("```", ""),
        ("'; DROP TABLE matches; --", ""),
    ],
)
def test_what_is_typed_finds_the_nearest_topic(typed: str, slug: str) -> None:
    assert nearest_topic(typed) == slug


def test_undo_is_told_of_as_it_is() -> None:
    """K-PLAN-8: a card can be taken back when the turn has passed on, until the next move."""
    game = dealt().do("lay A@L1")
    assert KRAKOW.to_act(game.state) == {1}
    assert game.can_undo()
    told = next(found for found in TOPICS if found.slug == "undo")
    assert "until it reveals something, the next player has moved" in told.lines[0].msgid


@pytest.mark.parametrize(
    "typed",
    [
        "x" * 4000,
        "@everyone",
        "<@1> <@&2> <#3>",
        "**bold** ||hidden||",
        "'; DROP TABLE seats; --",
        "\u202e",
    ],
)
async def test_a_topic_that_is_none_gets_a_plain_answer(world: World, typed: str) -> None:
    shown = await world.bo.slash(world.channel, "help", topic=typed)
    assert "No help topic matches that" in private(shown)
    assert typed not in private(shown)
    assert buttons(shown) == ["steps:0", "rules:0"]
    assert world.public() == []


@pytest.mark.parametrize("rest", ["zzz", "x" * 80, "@everyone", ".."])
async def test_a_forged_topic_shows_the_start(world: World, rest: str) -> None:
    assert "### Help" in await world.forge(world.bo, f"bhelp:0:{rest}")


@pytest.mark.parametrize("custom_id", ["bhelp:0:undo", "bsteps:0:krakow.1.0.0.m~~0~0"])
async def test_help_never_takes_the_place_of_a_public_post(world: World, custom_id: str) -> None:
    record, payload = await world.tapped(world.bo, custom_id)
    payload["message"]["flags"] = 0  # as if a public post had such a button
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    assert "isn't for you" in private(InteractionResult(world.env, record))


async def test_help_names_only_commands_that_exist(world: World) -> None:
    there = set(world.ada.available_commands(world.channel))
    lines = [line.msgid for topic in TOPICS for line in topic.lines]
    named = {name for line in lines for name in commands_in(line, there)}
    assert "match new" in named
    assert named <= there


async def test_about_names_version_games_and_fonts(world: World) -> None:
    shown = private(await world.bo.slash(world.channel, "about"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"### Stolik {project['version']}\n" in shown
    assert "Kraków 2009" in shown
    assert "MIT" in shown
    for font in FONTS:
        assert font in shown
        assert (ROOT / "data" / "fonts" / font.lower().replace(" ", "-")).is_dir()


@pytest.mark.parametrize("command", ["help", "about"])
async def test_they_work_in_dms(world: World, command: str) -> None:
    assert private(await world.bo.user.slash(command))


@ENGLISH_AND_POLISH
def test_help_says_how_computers_vote(lang: Lang) -> None:
    lines = [say(line, lang) for topic in TOPICS if topic.slug == "votes" for line in topic.lines]
    told = "Only people vote" if lang == "en" else "Głosują tylko ludzie"
    assert [told in line for line in lines] == [True, False]


@ENGLISH_AND_POLISH
def test_undo_is_promised_for_as_long_as_it_is_possible(lang: Lang) -> None:
    """A card laid in Kraków ends the turn, and can still be taken back."""
    game = dealt().do("lay A@L1")
    assert KRAKOW.to_act(game.state) == {1}
    assert game.can_undo()
    (told,) = (topic.lines[0] for topic in TOPICS if topic.slug == "undo")
    said = say(told, lang)
    assert ("next player has moved" if lang == "en" else "nie zagra następna osoba") in said
    assert ("turn hasn't moved" if lang == "en" else "tura nie poszła") not in said


def test_a_queued_move_is_called_in_polish_as_on_its_button() -> None:
    """A "kolejka" is a lap of the table in Kraków."""
    (undo,) = (topic for topic in TOPICS if topic.slug == "undo")
    assert "kolejce" not in say(undo.title, "pl")
    button = say(t("Queue my next move"), "pl")
    assert button.casefold() in say(undo.lines[1], "pl").replace("przygotować", "przygotuj")
