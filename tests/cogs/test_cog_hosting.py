"""Kept seats, closed lobbies, sending away and words in Discord, and who may not use them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult, to_discord_message

from cogs.lobby.fairness import verdict_lines
from cogs.ui.speech import harmless, say
from matches.domain.history.past import Verification
from matches.domain.table.invitations import Guest
from tests.cogs.test_cog_export import text
from tests.matches.fakes import settle
from tests.world import World, custom_ids, parts, private

EVIL = "[Free](https://evil.example)"


@pytest.fixture(autouse=True)
def _all_read_english(world: World) -> None:
    world.locales.clear()


async def lobby(world: World, *players: MemberActor, **options: Any) -> None:
    await world.open(*(players or (world.ada,)), start=False, **options)


async def reserve(world: World, friend: MemberActor, **options: object) -> str:
    return private(await world.ada.slash(world.channel, "seat reserve", friend=friend, **options))


async def word(world: World, member: MemberActor, typed: str) -> str:
    return private(await member.slash(world.channel, "seat word", word=typed))


def post(world: World) -> str:
    return world.posts(world.channel)[0]


async def tap_dm(world: World, member: MemberActor) -> str:
    """Let a member tap Join in the newest direct message that has the button."""
    for message in reversed(world.env.backend.messages[member.user.dm_channel.id].values()):
        for custom_id in custom_ids({"components": message.components}):
            if custom_id.startswith("bjoin:"):
                shown = to_discord_message(world.env, message)
                return private(await member.user.click(shown, custom_id=custom_id))
    raise AssertionError("no invitation")


async def test_a_friend_joins_by_the_button_in_their_message(world: World) -> None:
    await lobby(world)
    assert "I'm keeping a seat for **Bo** until <t:" in await reserve(world, world.bo)
    assert "`B` blue: kept for **Bo** until <t:" in post(world)
    [told] = world.dms(world.bo)
    assert "**Ada** invites you to play and is keeping a seat for you." in told
    [push] = world.pushes(world.bo)
    assert push.endswith("Toy Parcels #1")
    assert "You're in. Your colour is blue" in await tap_dm(world, world.bo)
    assert "`B` blue: **Bo**" in post(world)
    assert "kept for" not in post(world)
    assert "already have a seat" in await tap_dm(world, world.bo)


async def test_a_second_reservation_sends_no_second_message(world: World) -> None:
    await lobby(world)
    await reserve(world, world.bo)
    assert "I've told them before" in await reserve(world, world.bo, hours=48)
    assert len(world.dms(world.bo)) == 1


async def test_closed_messages_lead_to_one_public_call(world: World) -> None:
    await lobby(world)
    world.close_dms(world.bo)
    await reserve(world, world.bo)
    await world.settle()
    [call] = [p for p in world.public() if world.pinged(p)]
    assert world.pinged(call) == {world.bo.id}
    assert "invites you to play Toy Parcels." in world.posts(world.channel)[1]
    assert "You're in." in private(await world.tap(world.bo, world.channel, "join"))


async def test_an_invitation_by_the_host_keeps_a_seat_and_by_others_not(world: World) -> None:
    await lobby(world, world.ada, world.bo, seats=3)
    await world.bo.slash(world.channel, "match invite", friend=world.cleo)
    assert "kept for" not in post(world)
    await world.ada.slash(world.channel, "match invite", friend=world.cleo)
    assert "kept for **Cleo**" in post(world)
    assert world.dms(world.cleo) == []  # they were called in public
    refused = await world.bo.slash(world.channel, "match invite", friend=world.dima)
    assert "**Dima** can't join this match at the moment." in private(refused)
    full = private(await world.tap(world.dima, world.channel, "join"))
    assert "All free seats are kept for others. The first one is kept until <t:" in full


async def test_an_erased_friend_is_no_longer_named_in_the_post(world: World) -> None:
    await lobby(world, seats=2)
    await reserve(world, world.bo)
    await world.bot.service.farewell.erase(world.bo.id)
    await world.settle()
    assert "**Bo**" not in post(world)
    assert "`B` blue: free" in post(world)


async def test_the_post_is_corrected_when_the_time_is_over(world: World) -> None:
    await lobby(world, seats=2)
    await reserve(world, world.bo, hours=1)
    await world.env.advance_time(3601)
    assert "kept for" not in post(world)
    assert "`B` blue: free" in post(world)
    assert "You're in." in private(await world.tap(world.cleo, world.channel, "join"))


async def test_a_lobby_is_closed_and_opened_by_its_host(world: World) -> None:
    opened = await world.ada.slash(world.channel, "match new", game="toy", closed=True)
    assert "/seat reserve" in private(opened).replace("</", "/")
    closed = "The lobby is closed. Only people for whom a seat is kept can join."
    assert closed in post(world)
    refused = private(await world.tap(world.bo, world.channel, "join"))
    assert "This lobby is closed." in refused
    assert "**Ada** keeps a seat" in refused
    assert "Ask **Ada** to keep a seat for you with /seat reserve, or open" in refused
    assert "Only the host" in await world.forge(world.bo, "bclose:1:off")
    details = await world.tap(world.ada, world.channel, "details")
    details = await world.press(world.ada, details, "close")
    assert "Everybody can join." in private(details)
    assert closed not in post(world)
    assert "You're in." in private(await world.tap(world.bo, world.channel, "join"))
    assert "is closed now" in private(await world.press(world.ada, details, "close"))
    assert closed in post(world)


async def test_whoever_is_sent_away_reads_why(world: World) -> None:
    await lobby(world, world.ada, world.bo)
    sent = await world.ada.slash(world.channel, "seat remove", player=str(world.bo.id))
    assert "**Bo** has no seat any more" in private(sent)
    assert "**Bo**" not in post(world)
    [told] = world.dms(world.bo)
    assert "The host of Toy Parcels #1 in <#" in told
    again = private(await world.tap(world.bo, world.channel, "join"))
    assert "**Ada**, the host of this lobby, sent you away from it." in again
    await reserve(world, world.bo)
    assert "You're in." in private(await world.tap(world.bo, world.channel, "join"))


async def test_whoever_was_invited_and_sent_away_is_told_when_they_can_come_back(
    world: World,
) -> None:
    await lobby(world)
    await reserve(world, world.bo)
    await tap_dm(world, world.bo)
    await world.ada.slash(world.channel, "seat remove", player=str(world.bo.id))
    assert "I'll tell them." in await reserve(world, world.bo)
    assert "sent you away" in world.dms(world.bo)[-2]
    assert "is keeping a seat for you" in world.dms(world.bo)[-1]
    assert "I've told them before" in await reserve(world, world.bo, hours=48)


async def test_whoever_is_sent_away_reads_it_in_their_language(world: World) -> None:
    world.locales[world.bo.id] = "pl"
    await lobby(world, world.ada, world.bo)
    await world.ada.slash(world.channel, "seat remove", player=str(world.bo.id))
    [told] = world.dms(world.bo)
    assert "tak zdecydował gospodarz" in told


async def test_the_list_names_whom_the_host_can_send_away(world: World) -> None:
    async def offered(member: MemberActor) -> list[object]:
        found = await member.autocomplete(world.channel, "seat remove", "player", "")
        return [choice["name"] for choice in found]

    await lobby(world, world.ada, world.bo)
    await reserve(world, world.cleo)
    assert await offered(world.ada) == ["Bo", "Cleo"]
    assert await offered(world.bo) == []
    kept = await world.ada.slash(world.channel, "seat remove", player="Cleo")
    assert "no longer keeping a seat for **Cleo**" in private(kept)
    assert await offered(world.ada) == ["Bo"]
    await world.tap(world.ada, world.channel, "start")
    assert await offered(world.ada) == []


async def test_who_has_no_name_can_be_sent_away(world: World) -> None:
    await lobby(world, world.ada, world.bo)
    await world.bot.store.write(lambda db: db.execute("UPDATE seats SET name = '' WHERE seat = 1"))
    await world.crash()
    (choice,) = await world.ada.autocomplete(world.channel, "seat remove", "player", "")
    assert choice["name"] == "?"
    await world.ada.slash(world.channel, "seat remove", player=str(choice["value"]))
    assert await world.ada.autocomplete(world.channel, "seat remove", "player", "") == []


@pytest.mark.parametrize("typed", ["", "nobody", "0", "1" * 4000, EVIL, "@everyone", "\u200b"])
async def test_a_player_is_chosen_from_the_list(world: World, typed: str) -> None:
    await lobby(world, world.ada, world.bo)
    said = private(await world.ada.slash(world.channel, "seat remove", player=typed))
    assert "I can't tell who you mean." in said
    assert len((await world.bot.service.info(1)).seats) == 2


COMMANDS = {
    "seat reserve": "friend",
    "seat remove": "player",
    "seat word": "word",
}


def given(world: World, command: str, whom: MemberActor) -> dict[str, object]:
    value = {"friend": whom, "player": str(whom.id), "word": "apple"}
    return {COMMANDS[command]: value[COMMANDS[command]]}


@pytest.mark.parametrize("command", COMMANDS)
async def test_strangers_and_former_hosts_are_refused(world: World, command: str) -> None:
    await lobby(world, world.ada, world.bo)
    before = await world.bot.service.info(1)
    options = given(world, command, world.bo)
    stranger = private(await world.dima.slash(world.channel, command, **options))
    assert "Only the host" in stranger or "no seat in this match" in stranger
    assert await world.bot.service.info(1) == before
    await world.tap(world.ada, world.channel, "leave")
    handed_over = await world.bot.service.info(1)
    options = given(world, command, world.cleo)
    former = private(await world.ada.slash(world.channel, command, **options))
    assert "Only the host" in former or "no seat in this match" in former
    assert await world.bot.service.info(1) == handed_over


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("when", ["live", "ended", "none"])
async def test_after_the_start_and_the_end_it_is_too_late(
    world: World, command: str, when: str
) -> None:
    home = world.channel
    if when != "none":
        home = await world.open(world.ada, world.bo)
    if when == "ended":
        await world.bot.service.lobby.end(1, world.cleo.id, is_admin=True)
    options = given(world, command, world.cleo if "reserve" in command else world.bo)
    said = private(await world.ada.slash(home, command, **options))
    expected = {
        "live": "This match has already started.",
        "ended": "This match is over.",
        "none": "There's no match in this channel.",
    }
    assert expected[when] in said
    if when != "none":
        assert (await world.bot.service.info(1)).words == ("", "")


async def test_an_admin_who_is_not_the_host_decides_nothing_in_the_lobby(world: World) -> None:
    await world.open(world.bo, world.cleo, start=False)  # Ada owns the server
    for command in ("seat reserve", "seat remove"):
        whom = world.dima if "reserve" in command else world.cleo
        options = given(world, command, whom)
        assert "Only the host" in private(await world.ada.slash(world.channel, command, **options))
    assert "Only the host" in await world.forge(world.ada, "bclose:1:on")


async def test_no_bot_and_nobody_twice_is_invited(world: World) -> None:
    await lobby(world, world.ada, world.bo)
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert "bots don't play" in await reserve(world, robot)
    assert "**Bo** already has a seat" in await reserve(world, world.bo)
    assert "**Ada** already has a seat" in await reserve(world, world.ada)
    assert "can't keep a seat for 0 hours" in await reserve(world, world.cleo, hours=0)
    assert (await world.bot.service.info(1)).invitations.guests == ()


async def test_forged_and_doubled_taps_do_nothing_more(world: World) -> None:
    await lobby(world, world.ada, world.bo)
    for rest in ("on", "on"):
        assert "is closed now" in await world.forge(world.ada, f"bclose:1:{rest}")
    assert "There's no such match" in await world.forge(world.ada, "bclose:99:on")
    assert "Only the host" in await world.forge(world.bo, "bclose:1:off")
    assert (await world.bot.service.info(1)).invitations.closed
    taps = [await world.tapped(world.ada, "bclose:1:off") for _ in range(2)]
    for _, payload in taps:
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    for record, _ in taps:
        assert "Everybody can join." in private(InteractionResult(world.env, record))
    assert not (await world.bot.service.info(1)).invitations.closed


async def test_a_lobby_of_another_server_is_out_of_reach(world: World) -> None:
    await lobby(world)
    store = world.bot.store
    await store.write(lambda db: db.execute("UPDATE matches SET guild_id = 5"))
    for tapped in ("bclose:1:on", "bjoin:1:"):
        assert "isn't on this server" in await world.forge(world.ada, tapped)
    assert not (await world.bot.service.info(1)).invitations.closed


async def test_in_direct_messages_only_guests_join(world: World) -> None:
    await lobby(world)
    await reserve(world, world.bo)
    await world.bot.service.lobby.remove(1, world.ada.id, world.bo.id)
    assert "You're in." in await tap_dm(world, world.bo)  # a free seat is for everybody
    await world.bot.service.lobby.remove(1, world.ada.id, world.bo.id)
    assert "sent you away" in await tap_dm(world, world.bo)
    await world.bot.service.lobby.end(1, world.ada.id, is_admin=False)
    assert "No seat is kept for you" in await tap_dm(world, world.bo)


async def test_the_message_is_not_sent_once_the_seat_is_no_longer_kept(world: World) -> None:
    await lobby(world)
    world.fail("POST", f"/channels/{world.bo.user.dm_channel.id}/messages", 500, times=1)
    await reserve(world, world.bo)
    await world.ada.slash(world.channel, "seat remove", player="Bo")
    await world.env.advance_time(60)
    assert world.dms(world.bo) == []


async def test_a_crash_before_the_message_sends_it_once(world: World) -> None:
    await lobby(world)
    world.lose_answer("POST", f"/channels/{world.bo.user.dm_channel.id}/messages")
    await reserve(world, world.bo)
    await world.crash()
    await world.env.advance_time(60)
    assert len(world.dms(world.bo)) == 1


async def test_words_are_shown_and_each_change_is_seen(world: World) -> None:
    await lobby(world, world.ada, world.bo)
    assert "Your word is “apple”." in await word(world, world.bo, " apple ")
    said = "`B` puts the word “apple” into the draws (<t:"
    assert said in post(world)
    first = post(world)
    await world.env.advance_time(120)
    await word(world, world.bo, "pear")
    assert said not in post(world)
    assert "`B` puts the word “pear” into the draws (<t:" in post(world)
    assert first.split("(<t:")[1] != post(world).split("(<t:")[1]
    await world.tap(world.ada, world.channel, "start")
    home = await world.home()
    assert "Words that go into the draws: `B` “pear”." in world.posts(home)[0]
    assert "`B` puts the word “pear”" in private(await world.bo.slash(home, "match info"))
    assert "“pear”" in private(await world.bo.slash(home, "match verify"))


@pytest.mark.parametrize("typed", [EVIL, "@everyone", "<@1> <#2>", "**x", "`x", "||x", "שלום **x"])
async def test_planted_words_are_shown_as_typed(world: World, typed: str) -> None:
    await lobby(world, world.ada, world.bo)
    assert harmless(typed) in await word(world, world.ada, typed)
    await world.tap(world.ada, world.channel, "start")
    home = await world.home()
    await world.bot.service.lobby.end(1, world.cleo.id, is_admin=True)
    shown = [
        post(world),
        world.posts(home)[0],
        private(await world.bo.slash(home, "match info")),
        private(await world.bo.slash(home, "match verify")),
    ]
    for said in shown:
        assert harmless(typed) in said
        assert typed not in said.replace(harmless(typed), "")


@pytest.mark.parametrize("typed", ["", "\u200b\u202e", " ", "x" * 41, "x" * 4000])
async def test_what_is_no_word_is_refused(world: World, typed: str) -> None:
    await lobby(world)
    assert "Type 1 to 40 characters." in await word(world, world.ada, typed)
    assert "into the draws (" not in post(world)


@pytest.mark.parametrize("name", [EVIL, "@everyone", "**x", "\u202eevil", "x" * 4000])
async def test_planted_names_of_guests_are_harmless(world: World, name: str) -> None:
    await lobby(world)
    service = world.bot.service.lobby
    await service.reserve(1, world.ada.id, Guest(world.bo.id, name), 24, tell=True)
    await settle(world.bot.outbox)
    kept = (await world.bot.service.info(1)).invitations.guests[0].name
    assert f"**{harmless(kept)}**" in post(world)
    said = private(await world.ada.slash(world.channel, "seat remove", player=str(world.bo.id)))
    assert f"**{harmless(kept)}**" in said


async def test_the_lobby_post_stays_within_what_discord_accepts(world: World) -> None:
    await world.open(*world.members, game="krakow", start=False)
    for number, member in enumerate(world.members):
        await word(world, member, "*" * 39 + str(number))
    shown = world.public()[0]
    assert sum(1 for _ in parts(shown)) <= 40
    texts = [str(part["content"]) for part in parts(shown) if part.get("content")]
    assert sum(map(len, texts)) <= 4000


async def test_the_seal_is_shown_at_the_opening_and_stays(world: World) -> None:
    await lobby(world, world.ada, world.bo)
    seal = (await world.bot.service.info(1)).chance_hash
    assert f"The draws are sealed: `{seal}`" in post(world)
    assert seal in private(await world.bo.slash(world.channel, "match info"))
    assert seal in private(await world.bo.slash(world.channel, "match verify"))
    await world.crash()
    await world.tap(world.ada, world.channel, "start")
    assert (await world.bot.service.info(1)).chance_hash == seal
    assert f"The draws are sealed: `{seal}`" in post(world)
    seed = (
        await world.bot.store.read(
            lambda db: db.execute("SELECT chance_seed FROM matches").fetchone()
        )
    )[0].hex()
    assert not any(seed in str(payload) for payload in world.public())


async def test_verify_says_what_it_proves_and_what_not(world: World) -> None:
    await lobby(world, world.ada, world.bo)
    await word(world, world.bo, "apple")
    await world.tap(world.ada, world.channel, "start")
    home = await world.home()
    await world.bot.service.lobby.end(1, world.cleo.id, is_admin=True)
    said = private(await world.bo.slash(home, "match verify"))
    assert "the hash was published before the first word" in said
    assert "they could have given their own word last" in said
    assert "by seat: 2: “apple”" in said


async def test_an_old_lobby_has_no_seal_until_it_starts(world: World) -> None:
    await lobby(world, world.ada, world.bo)
    old = "UPDATE matches SET chance_seed = x'', chance_hash = ''"
    await world.bot.store.write(lambda db: db.execute(old))
    assert "before words could be added" in await word(world, world.ada, "apple")
    assert "hasn't begun" in private(await world.ada.slash(world.channel, "match verify"))
    await world.tap(world.ada, world.channel, "start")
    info = await world.bot.service.info(1)
    assert f"The draws are sealed: `{info.chance_hash}`" in post(world)
    assert f"sealed: {info.chance_hash[:8]}…" in world.posts(await world.home())[0]


async def test_the_export_has_the_words(world: World) -> None:
    await lobby(world, world.ada, world.bo)
    await word(world, world.bo, EVIL)
    await world.tap(world.ada, world.channel, "start")
    home = await world.home()
    await world.bot.service.lobby.end(1, world.cleo.id, is_admin=True)
    told = await text(await world.bo.slash(home, "match export"))
    assert f"word of seat 2: {EVIL}" in told
    assert "“stolik words 1”" in told


async def test_in_polish_too(world: World) -> None:
    for member in world.members:
        world.locales[member.id] = "pl"
    await world.ada.slash(world.channel, "match new", game="toy", closed=True)
    assert "**Bo** ma zarezerwowane miejsce do <t:" in await reserve(world, world.bo)
    assert "Poczekalnia jest zamknięta." in post(world)
    assert "trzyma ci miejsce" in world.dms(world.bo)[0]
    assert "miejsca przez 1000 godzin." in await reserve(world, world.bo, hours=1000)
    assert "Twoje słowo ma 41 znaków." in await word(world, world.ada, "x" * 41)
    await tap_dm(world, world.bo)
    sent = private(await world.ada.slash(world.channel, "seat remove", player=str(world.bo.id)))
    assert "Napiszę jej, że tak zdecydował gospodarz." in sent
    assert "tak zdecydował gospodarz, zanim się zaczęła." in world.dms(world.bo)[-1]
    refused = private(await world.tap(world.bo, world.channel, "join"))
    assert "Nie masz już miejsca w tej poczekalni: tak zdecydował gospodarz (**Ada**)." in refused
    assert "Twoje słowo to „żółw”." in await word(world, world.ada, "żółw")
    assert "dodaje do losowań słowo „żółw”" in post(world)


def test_a_seed_that_does_not_fit_its_seal_is_named_first() -> None:
    forged = Verification("ab", "cd", 2, (1, 2), sealed=False)
    assert "isn't the one whose hash I published" in say(verdict_lines(forged)[0], "en")
    assert "follow from the seed" in say(
        verdict_lines(replace(forged, sealed=True, differing=()))[0], "en"
    )
