"""Direct messages that had to wait, and what has changed before they are sent."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from tests.cogs.test_cog_pace import pass_time
from tests.matches.fakes import settle
from tests.world import World, custom_ids, private, words

LATER_S = 61
FORGOTTEN_S = 400
"""After this time Discord doesn't know any more what it was told to post only once."""


def hold(world: World, member: MemberActor) -> None:
    """Let Discord fail at direct messages to a member until `World.mend`."""
    path = f"/channels/{member.user.dm_channel.id}/messages"
    world.fail("POST", path, 503, times=None)


async def arrive(world: World) -> None:
    """Let Discord accept everything again, and the bot notice that."""
    world.mend()
    for _ in range(3):
        await world.env.advance_time(LATER_S)
        world.bot.outbox.kick()  # for what a test's own call to the service has put there
        await settle(world.bot.outbox)


async def switch_off(world: World, member: MemberActor) -> None:
    shown = await member.slash(world.channel, "settings")
    assert "I won't send you DMs." in private(await world.press(member, shown, "dm"))


async def test_who_wants_no_dms_any_more_gets_none(world: World) -> None:
    hold(world, world.bo)
    home = await world.open(world.ada, world.bo)
    await switch_off(world, world.bo)
    await arrive(world)
    assert world.dms(world.bo) == []
    assert "I can't send direct messages" not in "".join(world.posts(home))


async def test_who_wants_no_dms_any_more_is_reminded_in_public(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.ada, world.bo, time="steady 24h")
    before = world.dms(world.bo)
    hold(world, world.bo)
    await pass_time(world, 12.2, monkeypatch)
    await switch_off(world, world.bo)
    world.mend()
    await pass_time(world, 1, monkeypatch)
    calls = [post for post in world.public() if "still your move" in words(post)]
    assert [world.pinged(post) for post in calls] == [{world.bo.id}]
    assert world.dms(world.bo) == before


async def test_who_wants_no_dms_any_more_is_invited_in_public(world: World) -> None:
    await world.open(world.ada, start=False)
    hold(world, world.bo)
    await world.ada.slash(world.channel, "seat reserve", friend=world.bo)
    await switch_off(world, world.bo)
    await arrive(world)
    assert world.dms(world.bo) == []
    assert [world.pinged(post) for post in world.public()].count({world.bo.id}) == 1


@pytest.mark.parametrize("taken", [True, False])
async def test_a_freed_seat_is_offered_back_only_while_it_is_free(
    world: World, *, taken: bool
) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    hold(world, world.bo)
    await world.bot.service.seats.free(1, 0, 1, is_admin=True)
    await world.settle()
    if taken:
        await world.tap(world.dima, home, "take", "1")
    await arrive(world)
    told = world.dms(world.bo)[-1]
    assert "A server admin has freed your seat." in told
    assert ("take it back with /seat claim" in told) is not taken
    assert ("Another player has it now." in told) is taken


async def test_a_freed_seat_is_not_offered_back_to_whoever_is_barred(world: World) -> None:
    await world.open(world.ada, world.bo, world.cleo)
    await world.bot.service.admission.bar(world.guild.id, world.bo.id)
    await world.bot.service.seats.free(1, 0, 1, is_admin=True)
    await world.settle()
    told = world.dms(world.bo)[-1]
    assert "A server admin has freed your seat." in told
    assert "You can't take it back, because an admin" in told
    assert "/seat claim" not in told


@pytest.mark.parametrize("taken", [True, False])
async def test_a_crash_doubles_no_message_about_a_freed_seat(world: World, *, taken: bool) -> None:
    await world.open(world.ada, world.bo, world.cleo)
    messages = f"/channels/{world.bo.user.dm_channel.id}/messages"
    world.lose_answer("PATCH", f"{messages}/*")
    world.fail("GET", messages, 503, times=None)
    await world.bot.service.seats.free(1, 0, 1, is_admin=True)
    await world.settle()
    if taken:  # without a tap, after which the bot would look at once
        await world.bot.service.seats.claim(1, 1, world.dima.id, "Dima")
    await world.crash()
    await world.env.advance_time(FORGOTTEN_S)
    await arrive(world)
    assert sum("has freed your seat" in told for told in world.dms(world.bo)) == 1


async def test_buttons_in_a_message_say_that_the_seat_is_lost(world: World) -> None:
    await world.open(world.ada, world.bo, world.cleo)
    [message] = world.bo.user.dm_channel.history()
    await world.bot.service.seats.free(1, 0, 1, is_admin=True)
    await world.settle()
    for custom_id in custom_ids(world.payload(world.bo.user.dm_channel.id, message.id)):
        said = private(await world.bo.user.click(message, custom_id=custom_id))
        assert "You no longer have a seat in this match." in said


async def test_elsewhere_a_lost_seat_changes_nothing(world: World) -> None:
    await world.open(world.ada, world.bo, world.cleo)
    await world.bot.service.seats.free(1, 0, 1, is_admin=True)
    elsewhere = world.guild.create_text_channel("elsewhere")
    said = private(await world.bo.slash(elsewhere, "replay", number=1))
    assert "This match is in another channel." in said


async def test_nobody_is_told_of_being_sent_away_who_is_back(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    hold(world, world.bo)
    await world.ada.slash(world.channel, "seat remove", player=str(world.bo.id))
    await world.ada.slash(world.channel, "seat reserve", friend=world.bo)
    await world.tap(world.bo, world.channel, "join")
    await arrive(world)
    assert not [told for told in world.dms(world.bo) if "sent you away" in told]


async def test_who_was_sent_away_is_told_so_even_after_the_start(world: World) -> None:
    await world.open(world.ada, world.bo, world.cleo, start=False)
    hold(world, world.bo)
    await world.ada.slash(world.channel, "seat remove", player=str(world.bo.id))
    await world.tap(world.ada, world.channel, "start")
    await arrive(world)
    assert [told for told in world.dms(world.bo) if "sent you away" in told]
