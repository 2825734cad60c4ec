"""What admins decide with ``/setup``: numbers, who may open matches, where, who is barred."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from matches.domain.model import Opening
from matches.domain.table.terms import MOST_CHANNELS, RANGES, Terms
from rules.errors import LobbyError
from tests.matches.fakes import settle
from tests.world import World, private


async def setup(world: World, **options: object) -> str:
    return private(await world.ada.slash(world.channel, "setup", **options))


async def terms(world: World) -> Terms:
    return await world.bot.service.admission.terms(world.guild.id)


async def opened(world: World, member: MemberActor) -> str:
    """Return what somebody reads who opens a match."""
    return private(await member.slash(world.channel, "match new", game="toy", thread=False))


async def test_the_page_shows_everything_with_its_defaults(world: World) -> None:
    shown = await setup(world)
    assert "Days until I ask about a lobby nobody starts: 7" in shown
    assert "Running matches on this server: 200" in shown
    assert "Everyone can open matches." in shown
    assert "Matches can be opened in every channel." in shown
    assert "Barred" not in shown
    assert "Back to defaults" not in shown


async def test_numbers_are_changed_and_taken_back(world: World) -> None:
    shown = await setup(world, **{"match-days": 60, "lobbies-each": 2})
    assert "Days until I ask about a match nobody plays: 60" in shown
    assert await terms(world) == Terms(quiet_days=60, own_lobbies=2)
    last = await world.ada.slash(world.channel, "setup")
    assert "nobody plays: 30" in private(await world.press(world.ada, last, "terms"))
    assert await terms(world) == Terms()


@pytest.mark.parametrize(("option", "bad"), [("match-days", 6), ("matches", 0), ("lobby-days", 61)])
async def test_bad_numbers_are_refused_with_what_is_allowed(
    world: World, option: str, bad: int
) -> None:
    shown = await setup(world, **{option: bad, "reopen-days": 3})
    assert f"can't be {bad}" in shown
    assert "Choose a number from " in shown
    assert await terms(world) == Terms()


async def test_a_refused_setup_changes_nothing(world: World) -> None:
    """Whatever is refused, nothing of the same command was carried out before."""
    admission, guild_id = world.bot.service.admission, world.guild.id
    for channel_id in range(1, MOST_CHANNELS + 1):
        await admission.change(guild_id, {}, channel_id=channel_id)
    before = await terms(world)
    also = {"keep": 1, "language": "pl", "bar": world.bo.user}
    bad: list[dict[str, object]] = [
        {"match-days": 1},
        {"match-days": 60, "channel": world.channel},
        {"match-days": 60, "bar": world.ada.user},
        {"match-days": 60, "unbar": world.bo.user},
    ]
    for options in bad:
        assert "### " not in await setup(world, **{**also, **options}), options
        assert await terms(world) == before
        assert await admission.barred(guild_id) == []
        assert await world.bot.service.retention.term(guild_id) is None
        assert not await world.bot.service.guilds.is_chosen(guild_id)


def test_the_defaults_are_allowed() -> None:
    for name, allowed in RANGES.items():
        assert allowed.least <= getattr(Terms(), name) <= allowed.most


async def test_only_a_role_may_open(world: World) -> None:
    role = world.guild.create_role("Hosts")
    assert "Only <@&" in await setup(world, openers=role)
    assert f"people with the role <@&{role.id}> can open" in await opened(world, world.bo)
    last = await world.ada.slash(world.channel, "setup")
    assert "Everyone can open matches." in private(await world.press(world.ada, last, "terms"))
    assert "Your match is open" in await opened(world, world.bo)


async def test_an_admin_may_open_without_the_role(world: World) -> None:
    await setup(world, openers=world.guild.create_role("Hosts"))
    await world.settle()
    assert "Your match is open" in await opened(world, world.ada)


async def test_a_deleted_role_or_channel_locks_nobody_out(world: World) -> None:
    guild_id, admission = world.guild.id, world.bot.service.admission
    await admission.change(guild_id, {}, role=123)
    await admission.change(guild_id, {}, channel_id=456)
    shown = await setup(world)
    assert "Everyone can open matches." in shown
    assert "in every channel" in shown
    assert "Your match is open" in await opened(world, world.bo)


async def test_only_in_some_channels(world: World) -> None:
    other = world.guild.create_text_channel("board-games")
    assert "Matches can be opened only in <#" in await setup(world, channel=other)
    shown = await opened(world, world.bo)
    assert "other channels for matches" in shown
    assert f"<#{other.id}>" in shown
    last = await world.ada.slash(world.channel, "setup")
    await world.press(world.ada, last, "terms")
    assert "Your match is open" in await opened(world, world.bo)


async def test_a_match_is_moved_only_to_channels_for_matches(world: World) -> None:
    games, talk = (world.guild.create_text_channel(name) for name in ("board-games", "talk"))
    home = await world.open(world.ada, world.bo)
    await setup(world, channel=games)
    refused = private(await world.ada.slash(talk, "match relocate", number=1))
    assert "other channels for matches" in refused
    assert f"Do this in one of these instead: <#{games.id}>." in refused
    assert (await world.bot.service.info(1)).channel_id == home.id
    world.env.backend.delete_channel(home.id)
    await world.settle()
    assert "other channels" in private(await world.ada.slash(talk, "match open", number=1))
    again = private(await world.ada.slash(world.channel, "match open", number=1))
    assert "continues in a new thread in this channel" in again  # it was played below this one
    assert "continues here" in private(await world.ada.slash(games, "match relocate", number=1))


async def test_a_rematch_is_opened_only_in_channels_for_matches(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    games = world.guild.create_text_channel("board-games")
    await setup(world, channel=games)
    refused = private(await world.tap(world.ada, home, "rematch"))
    assert f"<#{games.id}>. There, type /match rematch number:1" in refused
    said = private(await world.ada.slash(games, "match rematch", number=1))
    assert "The rematch is open" in said


class TestBar:
    async def test_a_barred_person_reads_why_and_others_read_nothing(self, world: World) -> None:
        shown = await setup(world, bar=world.bo.user)
        assert "can't open or join matches here any more" in shown
        assert "Barred from matches: <@" in shown
        assert "An admin of this server has barred you" in await opened(world, world.bo)
        await world.open(world.ada, world.cleo, start=False)
        assert "barred you" in private(await world.tap(world.bo, world.channel, "join"))
        asked = await world.ada.slash(world.channel, "match invite", friend=world.bo)
        assert "This person can't join matches here." in private(asked)
        assert "barred" not in private(asked)
        assert "barred" not in "".join(world.posts(world.channel))

    async def test_a_seat_they_have_stays_theirs_and_nobody_elses_is_given(
        self, world: World
    ) -> None:
        home = await world.open(world.ada, world.bo)
        await setup(world, bar=world.bo.user)
        assert (await world.bot.service.info(1)).seat_of(world.bo.id) == 1
        assert "barred" not in private(await world.tap(world.bo, home, "turn"))
        await world.bot.service.seats.resign(1, world.ada.id)
        assert (await world.bot.service.info(1)).status == "live"

    async def test_they_can_come_back(self, world: World) -> None:
        await setup(world, bar=world.bo.user)
        await setup(world, unbar=world.bo.user)
        assert "Your match is open" in await opened(world, world.bo)

    async def test_nobody_is_barred_and_let_in_at_once(self, world: World) -> None:
        said = await setup(world, bar=world.bo.user, unbar=world.bo.user)
        assert "can't bar and unbar the same person" in said
        assert await world.bot.service.admission.barred(world.guild.id) == []

    async def test_a_rematch_has_no_seat_for_them(self, world: World) -> None:
        service = world.bot.service
        await world.open(world.ada, world.bo, world.cleo)
        await service.lobby.end(1, 0, is_admin=True)
        await setup(world, bar=world.bo.user)
        new = await service.lobby.rematch(1, world.ada.id, world.channel.id, thread=False)
        seats = (await service.info(new.id)).seats
        assert [(s.seat, s.user_id) for s in seats] == [(0, world.cleo.id), (1, world.ada.id)]
        with pytest.raises(LobbyError, match="barred you") as refused:
            await service.lobby.rematch(1, world.bo.id, world.channel.id, thread=False)
        assert refused.value.hint.msgid.startswith("You can finish the matches you're playing in.")

    async def test_a_seat_kept_for_them_is_free_again(self, world: World) -> None:
        await world.open(world.ada, start=False)
        for friend in (world.bo, world.cleo):
            await world.ada.slash(world.channel, "seat reserve", friend=friend)
        await setup(world, bar=world.bo.user)
        await world.settle()
        shown = world.posts(world.channel)[0]
        assert "kept for **Bo**" not in shown
        assert "kept for **Cleo**" in shown
        await setup(world, unbar=world.bo.user)
        kept = (await world.bot.service.info(1)).invitations.kept(world.bot.clock())
        assert [guest.user_id for guest in kept] == [world.cleo.id]

    async def test_a_barred_host_no_longer_decides_who_can_join(self, world: World) -> None:
        await world.open(world.bo, world.cleo, start=False)
        await setup(world, bar=world.bo.user)
        before = await world.bot.service.info(1)
        said = [
            private(await world.bo.slash(world.channel, "match invite", friend=world.dima)),
            private(await world.bo.slash(world.channel, "seat reserve", friend=world.dima)),
            private(await world.bo.slash(world.channel, "seat remove", player="Cleo")),
            await world.forge(world.bo, "bclose:1:on"),
        ]
        assert all("An admin of this server has barred you" in one for one in said), said
        assert await world.bot.service.info(1) == before

    async def test_a_barred_player_invites_nobody(self, world: World) -> None:
        await world.open(world.ada, world.bo, start=False)
        await setup(world, bar=world.bo.user)
        asked = await world.bo.slash(world.channel, "match invite", friend=world.cleo)
        assert "An admin of this server has barred you" in private(asked)

    async def test_nobody_bars_themselves(self, world: World) -> None:
        assert "You can't bar yourself." in await setup(world, bar=world.ada.user)
        assert await world.bot.service.admission.barred(world.guild.id) == []

    async def test_another_server_is_another_matter(self, world: World) -> None:
        await world.bot.service.admission.bar(world.guild.id + 1, world.bo.id)
        assert "Your match is open" in await opened(world, world.bo)


class TestBadInput:
    async def test_whoever_is_no_admin_changes_nothing(self, world: World) -> None:
        await world.bot.service.admission.change(world.guild.id, {"own_lobbies": 1})
        for rest in ("usual", "role", "channels"):
            assert "Only admins" in await world.forge(world.bo, f"bterms:0:{rest}")
        assert await terms(world) == Terms(own_lobbies=1)

    async def test_a_forged_button(self, world: World) -> None:
        assert "no longer works" in await world.forge(world.ada, "bterms:0:everything")


class TestRoom:
    async def test_who_hosts_too_many_lobbies_reads_what_to_do(self, world: World) -> None:
        await world.bot.service.admission.change(world.guild.id, {"own_lobbies": 1})
        assert "Your match is open" in await opened(world, world.bo)
        await world.bot.service.lobby.create(
            Opening(slug="toy", guild_id=9, channel_id=9, user_id=world.cleo.id, name="Cleo")
        )
        again = world.guild.create_text_channel("two")
        shown = private(await world.bo.slash(again, "match new", game="toy"))
        assert "You already host 1 lobby that hasn't started on this server" in shown
        assert "/match end" in shown
        assert "Your match is open" in private(
            await world.cleo.slash(again, "match new", game="toy")
        )
