"""Threads, channels and servers that come and go under a match."""

from __future__ import annotations

import asyncio

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from cogs.outbox.delivery import Delivery
from cogs.ui.threads import thread_title
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import OutboxRow, Sent
from rules.errors import PausedError
from rules.notation import format_move
from tests.cogs.test_cog_hosting import tap_dm
from tests.matches.fakes import settle
from tests.matches.helpers import pause
from tests.world import World, custom_ids, private


@pytest.fixture(autouse=True)
def _may_edit_threads(world: World) -> None:
    """Let the bot edit threads.

    On Discord a bot may edit the threads it made; the simulated one requires this instead.
    """
    may(world, manage_channels=True, manage_threads=True)


def may(world: World, **permissions: bool) -> None:
    bits = discord.Permissions(**permissions).value
    roles = world.env.backend.guilds[world.guild.id].roles
    everyone = roles[world.guild.id]
    everyone.permissions |= bits


async def info(world: World, match_id: int = 1) -> MatchInfo:
    return await world.bot.service.info(match_id)


async def lose_thread(world: World) -> ChannelHandle:
    """Start a match in its own thread and delete the thread."""
    home = await world.open(world.ada, world.bo)
    world.env.backend.delete_channel(home.id)
    await world.settle()
    return home


async def play(world: World) -> None:
    """Let a player who has to decide make a move."""
    match = await info(world)
    user = match.seats[min(match.to_act)].user_id
    glance = await world.bot.service.glance(1, user)
    move = format_move(glance.moves[0])
    await world.bot.service.play(1, user, move, interaction_id=world.env.backend.snowflake())
    await settle(world.bot.outbox)


async def finish(world: World) -> None:
    while (await info(world)).status == "live":
        await play(world)
    await settle(world.bot.outbox)


# Losing a place


async def test_a_deleted_thread_pauses_tells_and_offers_once(world: World) -> None:
    home = await lose_thread(world)
    match = await info(world)
    assert (match.paused_why, match.trouble) == ("gone", "gone")
    for member in (world.ada, world.bo):
        told = [dm for dm in world.dms(member) if "is gone" in dm]
        assert len(told) == 1
        assert "/match open number:1" in told[0]
        assert "Ada, Bo" in told[0]
    offers = [post for post in world.posts(world.channel) if "Open it again" in post]
    assert len(offers) == 1
    await world.bot.service.channels.lost(1, home.id)
    await world.restart()
    assert len([dm for dm in world.dms(world.ada) if "is gone" in dm]) == 1
    assert len([p for p in world.posts(world.channel) if "Open it again" in p]) == 1


async def test_nobody_can_move_while_the_place_is_gone(world: World) -> None:
    await lose_thread(world)
    match = await info(world)
    with pytest.raises(PausedError) as refused:
        await play(world)
    assert "/match open" in refused.value.hint.msgid
    assert (await info(world)).ply == match.ply


async def test_above_a_deleted_thread_its_players_read_how_to_give_it_another(
    world: World,
) -> None:
    await lose_thread(world)
    told = private(await world.bo.slash(world.channel, "match info", number=1))
    assert "Its players can give it a new one: /match open number:1" in told
    assert "/setup" not in told
    assert "continues" in private(await world.bo.slash(world.channel, "match open", number=1))


async def test_the_offer_opens_a_new_thread_with_the_board(world: World) -> None:
    old = await lose_thread(world)
    answer = private(await world.tap(world.bo, world.channel, "reopen"))
    assert "private threads" not in answer
    assert "continues" in answer
    match = await info(world)
    assert match.channel_id not in (old.id, world.channel.id)
    assert (match.paused_at, match.trouble) == (None, "")
    home = await world.home()
    assert home.is_thread
    [post] = world.posts(home)
    assert "The match continues here." in post
    assert "Your move" in post
    await play(world)
    assert (await info(world)).trouble == ""


async def test_a_deleted_channel_pauses_its_match_and_those_of_its_archived_threads(
    world: World,
) -> None:
    home = await world.open(world.ada, world.bo)
    world.env.backend.edit_channel(home.id, {}, thread_metadata={"archived": True})
    await world.settle()
    assert (await info(world)).paused_at is None
    await world.ada.slash(world.channel, "match new", game="toy", thread=False)
    other = world.guild.create_text_channel("elsewhere")
    world.env.backend.delete_channel(home.id)  # Discord deletes the threads of a channel, too
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    assert [(await info(world, i)).trouble for i in (1, 2)] == ["gone", "gone"]
    assert (await info(world, 2)).status == "lobby"
    listed = await world.ada.slash(other, "match open")
    assert "Toy Parcels #1: Ada, Bo" in private(listed)
    assert "Toy Parcels #2: Ada" in private(listed)
    assert "All your matches still have their channels" in private(
        await world.cleo.slash(other, "match open")
    )


async def test_a_place_lost_while_the_bot_was_down_is_noticed_at_the_start(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.env.shutdown()
    world.env.backend.delete_channel(home.id)
    await world.crash()
    await world.settle()
    assert (await info(world)).paused_why == "gone"
    assert "is gone" in world.dms(world.bo)[-1]


async def test_an_archived_thread_is_not_lost(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.env.backend.edit_channel(home.id, {}, thread_metadata={"archived": True})
    await world.settle()
    await world.restart()
    assert (await info(world)).paused_at is None


async def test_a_channel_that_is_hidden_is_not_lost(world: World) -> None:
    await world.open(world.ada, world.bo, thread=False)
    world.deny(world.channel, view_channel=True)
    await world.restart()
    assert (await info(world)).paused_at is None


async def test_an_outage_is_not_a_removal(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.settle()
    await world.ready_again()
    assert (await info(world)).paused_at is None
    assert (await info(world)).channel_id == home.id


async def test_a_bot_thrown_out_pauses_and_goes_on_on_another_server(world: World) -> None:
    await world.open(world.ada, world.bo)
    world.env.backend.remove_guild(world.guild.id)
    await world.settle()
    assert (await info(world)).paused_why == "gone"
    assert "no longer on this match's server" in world.dms(world.bo)[-1]
    guild = world.env.create_guild("The other club", owner=world.bo.user)
    ada = guild.add_member(world.ada.user)
    cleo = guild.add_member(world.cleo.user)
    there = guild.create_text_channel("games")
    assert "That match isn't on this server" in private(
        await cleo.slash(there, "match relocate", number=1)
    )
    assert "continues" in private(await ada.slash(there, "match relocate", number=1))
    match = await info(world)
    assert (match.guild_id, match.channel_id, match.paused_at) == (guild.id, there.id, None)
    assert "continues here" in world.posts(there)[-1]
    await play(world)


async def test_no_match_goes_to_a_server_where_not_all_can_follow(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    guild = world.env.create_guild("Strangers", owner=world.ada.user)
    there = guild.create_text_channel("games")
    owner = guild.add_member(world.ada.user)
    stays = private(await owner.slash(there, "match relocate", number=1))
    assert "A match that has a channel stays on its server." in stays
    world.env.backend.delete_channel(home.id)
    await world.settle()
    refused = private(await owner.slash(there, "match relocate", number=1))
    assert "You can't play a match here" not in refused
    assert "These players can't see this channel: **Bo**." in refused
    assert (await info(world)).guild_id == world.guild.id


async def test_a_bot_invited_back_goes_on_where_it_was(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.channels.lost(1)
    await settle(world.bot.outbox)
    tapped = world.ada.user.dm_channel.history()[-1]
    button, _ = custom_ids(world.payload(tapped.channel.id, tapped.id))
    answer = await world.ada.user.click(tapped, custom_id=button)
    assert f"<#{home.id}>" in private(answer)
    assert (await info(world)).paused_at is None
    assert "continues here" in world.posts(home)[-1]
    assert "continues" in private(await world.bo.slash(home, "match open", number=1))  # as it was


async def test_a_direct_message_says_where_to_go(world: World) -> None:
    await lose_thread(world)
    tapped = world.ada.user.dm_channel.history()[-1]
    button, _ = custom_ids(world.payload(tapped.channel.id, tapped.id))
    refused = private(await world.ada.user.click(tapped, custom_id=button))
    assert "Go to a channel that all players can see" in refused
    assert (await info(world)).paused_why == "gone"


async def test_closed_dms_are_no_obstacle(world: World) -> None:
    world.close_dms(world.bo)
    await lose_thread(world)
    assert "is gone" in world.dms(world.ada)[-1]
    world.mend()
    private(await world.tap(world.bo, world.channel, "reopen"))
    assert "Your move" in world.posts(await world.home())[-1]
    waiting = "SELECT kind FROM outbox WHERE status IN ('new', 'sending')"
    assert await world.bot.store.read(lambda db: db.execute(waiting).fetchall()) == []


async def test_a_match_paused_by_vote_stays_so_in_its_new_place(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await pause(world.bot.service, 1, "vote")
    world.env.backend.delete_channel(home.id)
    await world.settle()
    assert ((await info(world)).paused_why, (await info(world)).trouble) == ("vote", "gone")
    private(await world.tap(world.ada, world.channel, "reopen"))
    assert ((await info(world)).paused_why, (await info(world)).trouble) == ("vote", "")


async def test_a_lobby_can_be_taken_elsewhere(world: World) -> None:
    await world.open(world.ada, start=False)
    other = world.guild.create_text_channel("elsewhere")
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    assert "Nothing is lost. Go to a channel" in world.dms(world.ada)[-1]  # it has no clocks yet
    private(await world.ada.slash(other, "match open", number=1))
    already = private(await world.ada.slash(other, "match relocate", number=1))
    assert "already in this channel. Look at it with /match info." in already
    private(await world.tap(world.bo, other, "join"))
    private(await world.tap(world.ada, other, "start"))
    home = await world.home()
    assert home.is_thread
    assert "Your move" in world.posts(home)[-1]


# Moving


async def test_the_host_moves_a_match_and_all_who_have_to_act_are_called(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await play(world)
    there = world.guild.create_text_channel("table-two")
    assert f"<#{there.id}>" in private(await world.ada.slash(there, "match relocate", number=1))
    match = await info(world)
    assert match.channel_id == there.id
    [message] = there.history()
    called = world.pinged(world.payload(there.id, message.id))
    assert called == {match.seats[seat].user_id for seat in match.to_act}
    assert "already in this channel" in private(
        await world.ada.slash(there, "match relocate", number=1)
    )
    await finish(world)
    assert "The match continues here." not in world.posts(home)
    assert len([post for post in world.posts(there) if "The seed for all draws" in post]) == 1


async def test_moving_a_match_without_permission_is_refused(world: World) -> None:
    await world.open(world.ada, world.bo)
    there = world.guild.create_text_channel("table-two")
    stranger = private(await world.cleo.slash(there, "match relocate", number=1))
    assert "Only players in this match" in stranger
    player = private(await world.bo.slash(there, "match relocate", number=1))
    assert "only the host can move the match" in player
    assert (
        "no such match"
        in private(await world.ada.slash(there, "match relocate", number=99)).lower()
    )
    assert (await info(world)).channel_id != there.id


async def test_two_matches_never_end_up_in_one_channel(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.ada.slash(world.channel, "match new", game="toy", thread=False)
    refused = private(await world.ada.slash(world.channel, "match relocate", number=1))
    assert "already has an unfinished match" in refused
    assert (await info(world)).channel_id == home.id
    world.env.backend.delete_channel(home.id)
    await world.settle()
    assert "already has an unfinished match" in private(
        await world.tap(world.bo, world.channel, "reopen")
    )
    assert (await info(world)).paused_why == "gone"


async def test_a_channel_where_the_bot_may_not_play_is_refused(world: World) -> None:
    await world.open(world.ada, world.bo)
    there = world.guild.create_text_channel("mute")
    world.deny(there, attach_files=True)
    assert "Attach Files" in private(await world.ada.slash(there, "match relocate", number=1))


async def test_a_channel_that_a_player_cannot_see_is_refused(world: World) -> None:
    await world.open(world.ada, world.bo)
    there = world.guild.create_text_channel("attic")
    bits = discord.Permissions(view_channel=True).value
    hidden = Overwrite(world.bo.id, OverwriteType.MEMBER, deny=bits)
    world.env.backend.set_overwrite(there.id, hidden)
    assert "see this channel: **Bo**" in private(
        await world.ada.slash(there, "match relocate", number=1)
    )


async def test_a_player_who_has_left_the_server_keeps_nobody(world: World) -> None:
    await world.open(world.ada, world.bo)
    world.env.backend.remove_member(world.guild.id, world.bo.id)
    there = world.guild.create_text_channel("table-two")
    assert "continues" in private(await world.ada.slash(there, "match relocate", number=1))


async def test_a_match_reopened_in_a_thread_goes_on_in_that_thread(world: World) -> None:
    await lose_thread(world)
    there = await world.open(world.cleo, world.bo)
    assert there.is_thread
    await world.bot.service.lobby.end(2, 0, is_admin=True)
    _, tap = await world.tapped(world.bo, "breopen:1:here", channel=there)
    world.env.backend.emit("INTERACTION_CREATE", tap)
    await world.settle()
    assert (await info(world)).channel_id == there.id
    assert (await info(world)).paused_why == ""


async def test_two_people_opening_at_once_open_one_match(world: World) -> None:
    await lose_thread(world)
    one, two = (world.guild.create_text_channel(name) for name in ("one", "two"))
    taps = [
        (await world.tapped(member, "breopen:1:here", channel=channel))[1]
        for member, channel in ((world.bo, one), (world.ada, two))
    ]
    for payload in taps:
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    home = await world.home()
    assert home._channel.parent_id in (one.id, two.id)
    anchors = [p for c in (one, two) for p in world.posts(c) if "## Toy" in p]
    assert len(anchors) == 1


@pytest.mark.parametrize("kind", ["channel_dm", "place", "lobby", "thread", "turn"])
async def test_a_crash_between_sending_and_noting_repeats_nothing(
    world: World, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await world.open(world.ada, world.bo)
    real, cut = Delivery.send, list[int]()

    async def send(self: Delivery, row: OutboxRow) -> Sent | None:
        sent = await real(self, row)
        if row.kind == kind and not cut:
            cut.append(row.id)
            raise asyncio.CancelledError  # the process is killed here
        return sent

    monkeypatch.setattr(Delivery, "send", send)
    world.env.backend.delete_channel(home.id)
    await world.settle()
    if kind in ("channel_dm", "place"):
        await world.crash()
    await settle(world.bot.outbox)
    private(await world.tap(world.ada, world.channel, "reopen"))
    if kind not in ("channel_dm", "place"):
        await world.crash()
    await settle(world.bot.outbox)
    assert cut
    posts = world.posts(world.channel)
    assert len([post for post in posts if "Open it again" in post]) == 1
    assert len([post for post in posts if post.startswith("## Toy")]) == 2
    for member in (world.ada, world.bo):
        assert len([dm for dm in world.dms(member) if "is gone" in dm]) == 1
    home = await world.home()
    assert home.is_thread
    assert len(world.posts(home)) == 1


async def test_forged_and_stale_buttons_are_refused(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    assert "Only players in this match" in await world.forge(world.cleo, "breopen:1:7")
    assert "no such match" in (await world.forge(world.ada, "breopen:99:7")).lower()
    assert f"<#{home.id}>" in await world.forge(world.bo, "breopen:1:7")
    await finish(world)
    assert "is over" in await world.forge(world.bo, "breopen:1:7")


# Threads


async def test_a_thread_that_refuses_posts_is_opened_first(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.env.backend.edit_channel(home.id, {}, thread_metadata={"archived": True})
    await world.settle()
    world.fail("POST", f"/channels/{home.id}/messages", 400, 50083)
    while len(world.posts(home)) == 1:
        before = (await info(world)).ply
        await play(world)
        await world.env.advance_time(11)
        assert (await info(world)).ply > before
    metadata = home._channel.thread_metadata
    assert metadata is not None
    assert not metadata.archived


async def test_a_thread_that_cannot_be_opened_is_told(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.env.backend.edit_channel(home.id, {}, thread_metadata={"archived": True, "locked": True})
    await world.settle()
    world.fail("PATCH", f"/channels/{home.id}", 403, 50013)
    refused = private(await world.ada.slash(world.channel, "match open", number=1))
    assert "locked" in refused
    assert "or move the match with /match relocate" in refused
    world.fail("PATCH", f"/channels/{home.id}", 403, 50013)
    refused = private(await world.bo.slash(world.channel, "match open", number=1))
    assert "or the host to move the match with /match relocate" in refused


async def test_a_finished_thread_has_the_result_as_its_title(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await finish(world)
    channel = home._channel
    assert channel.name == thread_title(await world.bot.service.glance(1, None), "en")
    assert channel.name is not None
    assert channel.name.startswith("Toy Parcels #1 · ")
    assert "win" in channel.name
    metadata = channel.thread_metadata
    assert metadata is not None
    assert (metadata.archived, metadata.locked) == (False, False)
    renames = [
        request
        for request in world.env.http_requests
        if (request.method, request.path) == ("PATCH", f"/channels/{home.id}")
    ]
    assert len(renames) == 1


async def test_a_thread_is_named_after_those_who_play(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.seats.resign(1, world.bo.id)
    await world.bot.service.seats.claim(1, 1, world.cleo.id, "Cleo")
    await settle(world.bot.outbox)
    assert home._channel.name == "Toy Parcels #1: Ada, Cleo"
    world.env.backend.edit_channel(home.id, {"name": "our evening"})
    await world.bot.service.seats.offer(1, world.cleo.id, offered=True)
    await world.bot.service.seats.claim(1, 1, world.dima.id, "Dima")
    await settle(world.bot.outbox)
    assert home._channel.name == "our evening"


async def test_the_title_is_tried_once_and_holds_nothing_up(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.fail("PATCH", f"/channels/{home.id}", 429, 0)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    assert home._channel.name == "Toy Parcels #1: Ada, Bo"
    assert "ended without a result" in world.posts(home)[-1]


async def test_without_any_permission_nothing_is_said(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.fail("PATCH", f"/channels/{home.id}", 403, 50013, times=None)
    await finish(world)
    assert home._channel.name == "Toy Parcels #1: Ada, Bo"
    assert (await info(world)).trouble == ""


async def test_a_thread_of_somebody_else_stays_as_it_is(world: World) -> None:
    thread = world.env.backend.create_thread(world.channel.id, "our evening", world.ada.id)
    home = world.place(thread.id)
    await world.ada.slash(home, "match new", game="toy")
    await world.bo.slash(home, "match join")
    await world.ada.slash(home, "match start")
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    assert home._channel.name == "our evening"
    assert home._channel.thread_metadata is not None
    assert not home._channel.thread_metadata.archived


async def test_nobody_is_led_to_the_deleted_channel_of_a_lobby(world: World) -> None:
    other = world.guild.create_text_channel("other")
    await world.open(world.ada, world.bo, start=False)
    await world.ada.slash(world.channel, "seat reserve", friend=world.cleo)
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    way = "To give it a new one, type /match open number:1"
    said = private(await world.bo.slash(other, "match info", number=1))
    assert said == f"This match's channel is gone. {way}"
    joined = await tap_dm(world, world.cleo)
    assert way in joined
    assert str(world.channel.id) not in joined
    shown = private(await world.cleo.slash(other, "match open", number=1))
    assert shown == f"Toy Parcels #1 continues here: <#{other.id}>"
    assert "**Cleo**" in world.posts(other)[-1]
