"""``/stolik``: its owner, everybody else, and what it does."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.limits import owners
from cogs.operator.cog import Operator, keep_backups
from cogs.operator.drain import drain
from cogs.operator.figures import _size
from matches.db.bots.share import Share
from matches.db.driver import Connection
from matches.db.matches import load
from rules.errors import LobbyError, ReplayError
from rules.notation import format_move
from tests.matches.fakes import until
from tests.world import MakeBot, World, private

if TYPE_CHECKING:
    from bot import StolikBot


class Home:
    """The settings of the next bot, and who owns it."""

    server = 0
    owner = 0


@pytest.fixture
def home_server() -> Home:
    """Return the owner's server and the owner, to be filled in once they exist."""
    return Home()


@pytest.fixture
def make_bot(make_bot: MakeBot, home_server: Home) -> MakeBot:
    """Return a factory for bots with an owner who has a server."""

    def made() -> StolikBot:
        bot = make_bot()
        bot.settings = replace(bot.settings, owner_server=home_server.server)
        real = bot.application_info

        async def application_info() -> discord.AppInfo:
            found = await real()
            found.owner = discord.Object(home_server.owner)  # type: ignore[assignment]
            return found

        bot.application_info = application_info  # type: ignore[method-assign]
        return bot

    return made


@pytest.fixture
async def desk(world: World, home_server: Home) -> World:
    """Return a world whose server is that of the bot's owner, Ada."""
    home_server.server, home_server.owner = world.guild.id, world.ada.id
    await world.restart()
    await world.settle()
    return world


def operator(world: World) -> Operator:
    """Return the cog."""
    found = world.bot.get_cog(Operator.__cog_name__)
    assert isinstance(found, Operator)
    return found


async def asked(world: World, member: MemberActor, name: str, **options: Any) -> str:
    """Return the private answer to a subcommand."""
    return private(await member.slash(world.channel, f"stolik {name}", **options))


async def announce(world: World, member: MemberActor, words: str) -> InteractionResult:
    """Let a member type an announcement; return the answer to the form."""
    shown = await member.slash(world.channel, "stolik announce")
    assert shown.modal is not None
    field = shown.modal["components"][0]["component"]["custom_id"]
    return await member.submit_modal(shown, {field: words})


async def test_it_exists_in_the_owners_server_alone(desk: World, home_server: Home) -> None:
    assert "stolik figures" in desk.ada.available_commands(desk.channel)
    assert "stolik figures" not in desk.bo.available_commands(desk.channel)
    assert "stolik" not in {command.name for command in desk.bot.tree.get_commands()}
    home_server.server = 0
    await desk.restart()
    await desk.settle()
    assert "stolik figures" not in desk.ada.available_commands(desk.channel)


async def test_a_server_that_the_bot_is_not_on_is_one_line_in_the_log(
    world: World, home_server: Home, caplog: pytest.LogCaptureFixture
) -> None:
    home_server.server = 4711
    world.fail("PUT", "/applications/*/guilds/*/commands", 403, 50001)
    await world.restart()
    await world.settle()
    assert "STOLIK_OWNER_SERVER failed" in caplog.text
    assert await world.bot.store.get_meta("owner_commands") is None


async def test_everybody_but_the_owner_is_refused_in_private(
    desk: World, home_server: Home
) -> None:
    home_server.owner = desk.bo.id  # Ada is an admin of the server, and sees the command
    for name in ("figures", "pause", "resume", "restart"):
        assert "Only the owner of this bot" in await asked(desk, desk.ada, name)
    assert "Only the owner" in await asked(desk, desk.ada, "health", number=1)
    refused = await desk.ada.slash(desk.channel, "stolik announce")
    assert refused.modal is None
    assert "Only the owner" in private(refused)
    assert await operator(desk).desk.closed_since() is None
    assert not desk.bot.draining
    operator(desk).owners._asked = None
    desk.locales[desk.ada.id] = "pl"
    assert "Tylko właściciel" in await asked(desk, desk.ada, "figures")


async def test_a_form_is_checked_like_any_request(desk: World, home_server: Home) -> None:
    await desk.open(desk.ada, desk.bo)
    shown = await desk.ada.slash(desk.channel, "stolik announce")
    assert shown.modal is not None
    home_server.owner, operator(desk).owners._asked = desk.bo.id, None
    field = shown.modal["components"][0]["component"]["custom_id"]
    refused = await desk.ada.submit_modal(shown, {field: "All is lost."})
    assert "Only the owner" in private(refused)
    assert await operator(desk).desk.announcement() is None


async def test_nobody_owns_a_bot_while_discord_does_not_say_who(desk: World) -> None:
    desk.fail("GET", "/oauth2/applications/@me", 403)
    assert "Discord can't tell me right now" in await asked(desk, desk.ada, "figures")
    assert "On 1 server." in await asked(desk, desk.ada, "figures")


def test_a_team_owns_it_except_who_is_only_invited_or_only_reads() -> None:
    state, role = discord.TeamMembershipState, discord.TeamMemberRole
    people = [
        SimpleNamespace(id=1, membership_state=state.accepted, role=role.admin),
        SimpleNamespace(id=2, membership_state=state.accepted, role=role.developer),
        SimpleNamespace(id=3, membership_state=state.invited, role=role.admin),
        SimpleNamespace(id=4, membership_state=state.accepted, role=role.read_only),
    ]
    owner = SimpleNamespace(id=9)
    team: Any = SimpleNamespace(owner=owner, team=SimpleNamespace(members=people))
    assert owners(team) == {1, 2}
    alone: Any = SimpleNamespace(owner=owner, team=None)
    assert owners(alone) == {9}


async def test_figures_at_a_glance(desk: World) -> None:
    await desk.open(desk.ada, desk.bo)
    await desk.settle()
    shown = await asked(desk, desk.ada, "figures")
    assert "1 live match, 0 paused, 0 that I can't read" in shown
    assert "On 1 server." in shown
    assert "Nothing waits to be posted." in shown
    assert "kB" in shown
    assert "There is no backup yet." in shown


async def test_figures_count_what_waits_and_what_is_refused(desk: World) -> None:
    home = await desk.open(desk.ada, desk.bo)
    desk.fail("POST", f"/channels/{home.id}/messages", 403, 50001, times=None)
    desk.locales[desk.ada.id] = "pl"
    await desk.bot.service.lobby.end(1, 0, is_admin=True)
    await until(lambda: bool(desk.bot.outbox._held))
    shown = await asked(desk, desk.ada, "figures")
    assert "odrzucone dotąd: 1" in shown


async def test_the_health_of_a_match_names_no_secret(desk: World) -> None:
    home = await desk.open(desk.ada, desk.bo)
    stored = await desk.bot.store.read(lambda db: load(db, 1))
    assert stored is not None
    shown = await asked(desk, desk.ada, "health", number=1)
    assert f"Its log of {len(stored.log)} rows replays." in shown
    assert "live" in shown
    assert str(home.id) in shown
    assert "Seat 1 is to move by" in shown
    assert "Nothing of it waits to be posted." in shown
    for secret in (stored.seed.hex(), "Ada", "Bo", *(row.move for row in stored.log)):
        assert secret not in shown
    assert "There's no such match" in await asked(desk, desk.ada, "health", number=9)


def test_a_size_has_the_unit_that_fits() -> None:
    sizes = 0, 1, 999_000, 999_001, 1_000_000, 1_000_001
    assert list(map(_size, sizes)) == ["0 kB", "1 kB", "999 kB", "1000 kB", "1 MB", "2 MB"]


async def test_the_health_of_a_lobby(desk: World) -> None:
    await desk.open(desk.ada, start=False)
    shown = await asked(desk, desk.ada, "health", number=1)
    assert "lobby" in shown
    assert "replays" not in shown


async def test_the_reason_of_a_broken_log_stays_in_the_log(
    desk: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.open(desk.ada, desk.bo)

    def broken(_: object) -> None:
        raise ReplayError(1, 2, "N5 is not in your hand")

    monkeypatch.setattr("matches.desk.revive", broken)
    await desk.bot.store.write(
        lambda db: db.execute("UPDATE matches SET broken = 'ply 2: N5 is not in your hand'")
    )
    shown = await asked(desk, desk.ada, "health", number=1)
    assert shown.count("`ply 2`") == 2
    assert "N5" not in shown


async def test_the_health_of_a_match_says_what_keeps_it(desk: World) -> None:
    home = await desk.open(desk.ada, desk.bo)
    desk.fail("PATCH", f"/channels/{home.id}/messages/*", 403, 50001, times=None)
    glance = await desk.bot.service.glance(1, desk.ada.id)
    move = format_move(glance.moves[0])
    await desk.bot.service.play(1, desk.ada.id, move, interaction_id=5)
    await until(lambda: bool(desk.bot.outbox._held))

    def bend(db: Connection) -> None:
        db.execute("DROP TRIGGER log_keeps_values")
        db.execute("UPDATE log SET move = 'gibberish' WHERE match_id = 1 AND ply = 2")

    await desk.bot.store.write(bend)
    shown = await asked(desk, desk.ada, "health", number=1)
    assert "doesn't replay" in shown
    assert "ply 2" in shown
    assert "gibberish" not in shown
    assert "I'm not allowed to post there" in shown


async def test_no_new_matches_until_they_are_taken_again(desk: World) -> None:
    home = await desk.open(desk.ada, desk.bo)
    assert "even after a restart" in await asked(desk, desk.ada, "pause")
    await desk.restart()
    said = private(await desk.bo.slash(desk.channel, "match new", game="toy"))
    assert "I'm not opening new matches right now" in said
    said = private(await desk.dima.slash(desk.channel, "match new", game="toy"))
    assert "nie otwieram teraz nowych partii" in said.lower()
    assert "I've taken no new matches since" in await asked(desk, desk.ada, "figures")
    glance = await desk.bot.service.glance(1, desk.ada.id)
    await desk.bot.service.play(1, desk.ada.id, format_move(glance.moves[0]), interaction_id=5)
    await desk.bot.service.lobby.end(1, 0, is_admin=True)
    await desk.settle()
    rematch = private(await desk.ada.slash(home, "match rematch"))
    assert "I'm not opening new matches right now" in rematch
    assert "Everybody can open" in await asked(desk, desk.ada, "resume")
    await desk.open(desk.ada, desk.bo)


async def test_an_announcement_reaches_every_live_match_once_and_pings_nobody(
    desk: World,
) -> None:
    homes = [await desk.open(desk.ada, desk.bo), await desk.open(desk.bo, desk.cleo)]
    over = await desk.open(desk.ada, desk.cleo)
    await desk.bot.service.lobby.end(3, 0, is_admin=True)
    await desk.settle()
    await desk.bot.service.guilds.choose(desk.guild.id, "pl")
    rung = [len(desk.pushes(member)) for member in desk.members]
    shown = await announce(desk, desk.ada, "I'll be away at <t:0>.\n@everyone, **bye**")
    assert "I'm telling 2 live matches, each once." in private(shown)
    await told(desk)
    for home in homes:
        (line,) = [post for post in desk.posts(home) if "I'll be away" in post]
        assert line.startswith("📢 Wiadomość od")
        assert "@everyone" not in line  # it has an invisible character inside
    assert not any("I'll be away" in post for post in desk.posts(over))
    assert [len(desk.pushes(member)) for member in desk.members] == rung
    assert "has gone to 2 of 2 matches" in await asked(desk, desk.ada, "figures")
    kept = await desk.bot.store.get_meta("announcement")
    assert kept is not None
    assert "away" not in kept


async def test_nothing_is_announced_without_words_or_twice(desk: World) -> None:
    home = await desk.open(desk.ada, desk.bo)
    assert "nothing to announce" in private(await announce(desk, desk.ada, " \u200b \n "))
    made = await operator(desk).desk.announce("7", "Soon.")
    again = await operator(desk).desk.announce("7", "Soon.")
    assert again.at == made.at
    with pytest.raises(LobbyError):
        await operator(desk).desk.announce("8", "Sooner.")
    await told(desk)
    assert (await operator(desk).desk.announce("7", "Soon.")).is_done
    await desk.settle()
    assert len([post for post in desk.posts(home) if "Soon." in post]) == 1


async def test_an_announcement_that_a_crash_cuts_off_goes_on_and_tells_nobody_twice(
    desk: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.desk.BATCH", 1)
    homes = [await desk.open(desk.ada, desk.bo) for _ in range(4)]
    monkeypatch.setattr("matches.desk.BATCH_EVERY_S", 3600)
    desk.lose_answer("POST", f"/channels/{homes[0].id}/messages")
    await operator(desk).desk.announce("7", "Soon.")
    for life in range(len(homes)):  # each tells one more
        await reached(desk, life + 1)
        await operator(desk).desk.close()
        await desk.crash()
    desk.env.backend.advance_clock(60)
    desk.bot.outbox.kick()
    await desk.settle()
    for home in homes:
        assert len([post for post in desk.posts(home) if "Soon." in post]) == 1
    found = await operator(desk).desk.announcement()
    assert found is not None
    assert found.is_done
    assert found.told == 4


async def reached(desk: World, count: int) -> None:
    """Wait until an announcement has reached some matches."""
    async with asyncio.timeout(5):
        while (far := await operator(desk).desk.announcement()) is None or far.told < count:  # noqa: ASYNC110 - in the database
            await asyncio.sleep(0.01)


async def told(desk: World) -> None:
    """Wait until an announcement has reached everybody."""
    task = operator(desk).desk._telling
    assert task is not None
    await desk.env.advance_time(5)
    await asyncio.wait([task])
    await desk.settle()


async def test_a_bot_that_is_drained_takes_nothing_more_and_says_all_it_owes(
    desk: World,
) -> None:
    home = await desk.open(desk.ada, desk.bo)
    bot, gone = desk.bot, asyncio.Event()

    async def on_drained() -> None:
        gone.set()

    bot.add_listener(on_drained)
    kick, bot.outbox.kick = bot.outbox.kick, lambda: None  # type: ignore[method-assign]
    glance = await bot.service.glance(1, desk.ada.id)
    await bot.service.play(1, desk.ada.id, format_move(glance.moves[0]), interaction_id=5)
    before = len(desk.posts(home))
    bot.outbox.kick = kick  # type: ignore[method-assign]
    assert "I take nothing new" in await asked(desk, desk.ada, "restart")
    await asyncio.wait_for(gone.wait(), 10)
    assert bot.draining
    assert (await operator(desk).desk.figures()).waiting == 0
    assert len(desk.posts(home)) >= before
    assert "I'm restarting. Nothing is lost." in private(await desk.bo.slash(home, "board"))
    assert "I'm restarting." in private(await desk.tap(desk.bo, home, "turn"))
    assert "Restartuję się" in private(await desk.dima.slash(home, "board"))
    assert (await bot.service.info(1)).ply == glance.match.ply + 1
    await desk.restart()
    assert "I'm restarting" not in private(await desk.bo.slash(home, "board"))


async def test_as_one_of_several_it_waits_for_its_turn(
    desk: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def restart() -> int:
        return 2

    share = Share(4, frozenset({2, 3}))
    joint: Any = SimpleNamespace(crew=SimpleNamespace(restart=restart, share=share))
    monkeypatch.setattr(desk.bot, "joint", joint)
    assert "My 2 processes stop one after the other" in await asked(desk, desk.ada, "restart")
    assert not desk.bot.draining
    desk.bot.dispatch("turn_to_restart")
    await until(lambda: desk.bot.draining)


async def test_who_takes_shard_0_over_makes_the_backups(
    desk: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bool] = []
    monkeypatch.setattr(operator(desk).backups, "start", lambda: begun.append(True))
    joint: Any = SimpleNamespace(crew=SimpleNamespace(share=Share(4, frozenset({2, 3}))))
    monkeypatch.setattr(desk.bot, "joint", joint)
    await keep_backups(desk.bot)
    assert begun == []
    joint.crew.share = Share(4, frozenset(range(4)))
    await keep_backups(desk.bot)
    assert begun == [True]


async def test_requests_that_came_before_are_finished_before_the_end(desk: World) -> None:
    await desk.open(desk.ada, desk.bo)
    done: list[str] = []

    async def slow() -> None:
        await asyncio.sleep(0.05)
        done.append("answered")

    asyncio.create_task(slow(), name="CommandTree-invoker")

    async def note() -> None:
        done.append("drained")

    desk.bot.add_listener(note, "on_drained")
    await drain(desk.bot)
    await desk.settle()
    assert done == ["answered", "drained"]


async def test_it_does_not_stop_in_the_middle_of_an_announcement(
    desk: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.desk.BATCH", 1)
    monkeypatch.setattr("matches.desk.BATCH_EVERY_S", 3600)
    for _ in range(2):
        await desk.open(desk.ada, desk.bo)
    await operator(desk).desk.announce("7", "Soon.")
    await reached(desk, 1)
    assert "still on its way: 1 of 2" in await asked(desk, desk.ada, "restart")
    assert not desk.bot.draining
