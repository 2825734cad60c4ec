"""The language of the bot's posts, and the names of commands in both."""

from __future__ import annotations

import re

import pytest
import simcord

from cogs.ui import speech
from cogs.ui.speech import caption, say
from matches.db.store import Store
from matches.domain.model import Opening
from render.i18n import Lang
from rules.text import t
from tests.matches.fakes import settle
from tests.world import MakeBot, World, private

INVITED = {"en": "invites you to play", "pl": "zaprasza cię do gry"}
OPEN = {"en": "Join", "pl": "Dołącz"}


async def newest(world: World) -> str:
    await settle(world.bot.outbox)
    return world.posts(world.channel)[-1]


async def language(world: World, member: str = "ada", **chosen: str) -> str:
    return private(await getattr(world, member).slash(world.channel, "setup", **chosen))


@pytest.mark.parametrize(("opener", "lang"), [("dima", "pl"), ("bo", "en")])
async def test_the_first_to_open_a_match_decides(world: World, opener: str, lang: Lang) -> None:
    await world.open(getattr(world, opener), start=False)
    assert OPEN[lang] in (await newest(world)).splitlines()
    invited = await world.dima.slash(world.channel, "match join")
    assert private(invited)
    await world.ada.slash(world.channel, "match join")
    shown = await world.ada.slash(world.channel, "match invite", friend=world.cleo)
    assert shown.response
    assert any(INVITED[lang] in post for post in world.posts(world.channel))


@pytest.mark.parametrize(("opener", "letters"), [("dima", "PBŻLG"), ("bo", "OBYLG")])
async def test_seats_have_the_letters_of_the_pictures(
    world: World, opener: str, letters: str
) -> None:
    await world.open(getattr(world, opener), game="letnisko", start=False)
    assert "".join(re.findall(r"`(\w)`", await newest(world))) == letters


async def test_later_matches_and_rematches_change_nothing(world: World) -> None:
    await world.open(world.dima, start=False)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await world.open(world.ada, start=False)
    assert OPEN["pl"] in (await newest(world)).splitlines()
    await world.restart()
    assert speech.public(world.bot, world.guild.id) == "pl"


async def test_an_admin_chooses_and_is_told_what_it_is(world: World) -> None:
    assert "I post in English on this server" in await language(world)
    assert "the first player who opens a match here" in await language(world)
    told = await language(world, language="pl")
    assert "I post in Polish on this server" in told
    assert "chose this language with /setup" in told
    await world.open(world.ada, start=False)
    assert OPEN["pl"] in (await newest(world)).splitlines()
    await world.restart()
    assert "I post in Polish on this server" in await language(world)
    told = await language(world, language="first")
    assert "I post in English on this server" in told
    assert "the language of the player who opened the first match here" in told
    assert "setup" not in world.bo.available_commands(world.channel)
    world.locales[world.ada.id] = "pl"
    assert "piszę po angielsku" in await language(world)


async def test_before_any_match_a_community_server_says_it_itself(world: World) -> None:
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    guild.preferred_locale = "pl"  # type: ignore[assignment]
    assert speech.public(world.bot, guild.id) == "en"
    guild.features = ["COMMUNITY"]
    assert speech.public(world.bot, guild.id) == "pl"
    await world.open(world.ada, start=False)
    assert speech.public(world.bot, guild.id) == "en"
    assert speech.public(world.bot, 99) == "en"


async def test_a_database_from_before_learns_it_from_its_oldest_match(world: World) -> None:
    await world.open(world.dima, start=False)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await world.open(world.ada, start=False)
    await world.bot.store.write(lambda db: db.execute("DELETE FROM guild_settings"))
    await world.restart()
    assert speech.public(world.bot, world.guild.id) == "pl"


async def test_the_language_is_kept_with_the_lobby_or_not_at_all(
    env: simcord.Env, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(env, make_bot)
    service = world.bot.service
    opening = Opening(slug="toy", guild_id=7, channel_id=8, user_id=9, name="Dima", locale="pl")
    plain = Store.write

    async def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Store, "write", full)
    with pytest.raises(OSError, match="full"):
        await service.lobby.create(opening)
    assert service.guilds.language(7) is None
    monkeypatch.setattr(Store, "write", plain)
    await service.lobby.create(opening)
    assert service.guilds.language(7) == "pl"


# Commands


def test_a_command_is_a_mention_once_its_number_is_known() -> None:
    text = t("Type /match open number:{number}, /board, /match or /nothing new.", number=7)
    speech.learn_commands({})
    plain = "Type /match open number:7, /board, /match or /nothing new."
    assert say(text, "en") == plain
    speech.learn_commands({"match open": 5, "board": 6})
    shown = "Type </match open:5> number:7, </board:6>, /match or /nothing new."
    assert say(text, "en") == shown
    assert caption(text, "en") == plain


def test_a_player_called_like_a_command_stays_a_player() -> None:
    speech.learn_commands({"board": 6})
    assert "</" not in say(t("{who} plays.", who="/board"), "en")


async def test_polish_words_lead_to_commands_that_everybody_has(world: World) -> None:
    said = world.env.http_requests
    private(await world.dima.slash(world.channel, "match info"))
    assert f"</match new:{command(world, 'match')}>" in str(said[-1].json)
    before = len(said)
    await world.restart()
    private(await world.dima.slash(world.channel, "match info"))
    assert not [r for r in said[before:] if r.method == "PUT"]
    assert f"</match new:{command(world, 'match')}>" in str(said[-1].json)


def command(world: World, name: str) -> int:
    (found,) = (
        found["id"]
        for kept in world.env.backend.commands.values()
        for found in kept.values()
        if found["name"] == name
    )
    return int(found)


class TestButtonsOfPosts:
    """Answers in another language than the posts whose buttons they name."""

    async def refused(self, world: World, member: str) -> str:
        return private(await getattr(world, member).slash(await world.home(), "move", move="x"))

    async def test_their_names_are_those_of_the_posts_too(self, world: World) -> None:
        await world.open(world.ada, world.dima)
        assert "**Twój ruch** (Your move)." in await self.refused(world, "dima")
        assert "**Your move**." in await self.refused(world, "ada")

    async def test_posts_in_polish_name_them_in_polish(self, world: World) -> None:
        await world.open(world.dima, world.ada)
        assert "**Your move** (Twój ruch)." in await self.refused(world, "ada")
        assert "**Twój ruch**." in await self.refused(world, "dima")

    async def test_a_button_of_the_answer_is_called_what_it_is(self, world: World) -> None:
        home = await world.open(world.ada, world.dima)
        assert "Naciśnij **Twój ruch**." in private(await world.dima.slash(home, "help"))

    async def test_a_full_answer_is_sent_as_it_is(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = await world.open(world.ada, world.dima)
        plain, full = "**Twój ruch**", "**Twój ruch** (Your move)"
        told, button = private(await world.dima.slash(home, "undo")).splitlines()
        assert full in told
        for room, shown in ((len(told), full), (len(told) - 1, plain)):
            monkeypatch.setattr("cogs.ui.answers.MAX_WORDS", room)
            now = private(await world.dima.slash(home, "undo"))
            assert now.splitlines() == [told.replace(full, shown), button]
