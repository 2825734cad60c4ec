from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.lobby.fairness import verdict_lines
from cogs.ui.autocomplete import split_options
from cogs.ui.speech import harmless
from matches.domain.history.past import Verification
from matches.domain.model import Opening
from tests.world import World, custom_ids, private, shown_messages, words


async def test_a_match_is_opened_joined_and_started(world: World) -> None:
    opened = await world.ada.slash(world.channel, "match new", game="toy", seats=2)
    assert "the first seat" in private(opened)
    assert "blue" in private(await world.tap(world.bo, world.channel, "join"))
    [post] = world.posts(world.channel)
    assert "2 of 2 seats taken." in post
    assert "`A` red: **Ada**, host" in post
    assert "`B` blue: **Bo**" in post
    assert "has begun" in private(await world.tap(world.ada, world.channel, "start"))
    home = await world.home()
    assert home.is_thread
    assert "Toy Parcels" in world.posts(home)[0]
    post = world.posts(world.channel)[0]
    assert "in progress" in post
    assert "Join" not in post
    assert "Waiting" not in post  # it would stay when somebody else is to move


async def test_commands_do_what_the_buttons_do(world: World) -> None:
    await world.ada.slash(world.channel, "match new", game="toy", thread=False)
    private(await world.bo.slash(world.channel, "match join"))
    assert "You've left the match" in private(await world.bo.slash(world.channel, "match leave"))
    private(await world.cleo.slash(world.channel, "match join"))
    assert "has begun" in private(await world.ada.slash(world.channel, "match start"))
    match = await world.bot.service.in_channel(world.channel.id)
    assert [seat.name for seat in match.seats] == ["Ada", "Cleo"]
    assert match.channel_id == world.channel.id


async def test_a_game_is_known_by_its_title_too_and_nonsense_is_quoted_harmlessly(
    world: World,
) -> None:
    refused = private(await world.ada.slash(world.channel, "match new", game="**x** <@1>"))
    assert r"no game called “\*\*x\*\* \<@" in refused
    await world.ada.slash(world.channel, "match new", game="toy PARCELS ", thread=False)
    assert (await world.bot.service.in_channel(world.channel.id)).slug == "toy"


async def test_the_host_leaving_hands_over_and_the_last_one_closes(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    left = await world.tap(world.ada, world.channel, "leave")
    assert "**Bo** is the host" in private(left)
    assert "closed" in private(await world.tap(world.bo, world.channel, "leave"))
    assert "ended without a result" in world.posts(world.channel)[0]


async def test_public_posts_speak_the_servers_language_and_answers_the_readers(
    world: World,
) -> None:
    await world.open(world.dima, start=False)
    assert "Dołącz" in world.posts(world.channel)[0].splitlines()
    assert "You're in" in private(await world.tap(world.ada, world.channel, "join"))


async def test_options_are_kept_and_shown(world: World) -> None:
    await world.open(world.ada, start=False, options=" Single ,single")
    [post] = world.posts(world.channel)
    assert "Only one flag may be placed in a turn." in post
    assert (await world.bot.service.info(1)).options == {"single"}


async def test_what_can_be_chosen_is_offered(world: World) -> None:
    async def offered(option: str, typed: str, **filled: object) -> list[object]:
        found = await world.ada.autocomplete(world.channel, "match new", option, typed, **filled)
        return [choice["value"] for choice in found]

    assert await offered("game", "parc") == ["toy"]
    assert await offered("game", "zzz") == []
    assert await offered("options", "", game="toy") == ["single"]
    assert await offered("options", "single, ", game="toy") == []
    assert await offered("options", "", game="chess") == []
    assert split_options("a, B,,a") == ("a", "b")


async def test_the_number_of_seats_is_offered(world: World) -> None:
    found = await world.ada.autocomplete(world.channel, "match new", "seats", "", game="toy")
    assert [choice["value"] for choice in found] == [2, 3, 4]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"game": "chess"}, "There is no game called “chess” here."),
        ({"game": "*" * 4000}, "There is no game"),
        ({"game": "toy", "seats": 7}, "can't play Toy Parcels with 7 players"),
        ({"game": "toy", "seats": -1}, "can't play Toy Parcels with −1 player"),
        ({"game": "toy", "options": "dragons"}, "has no option “dragons”"),
    ],
)
async def test_nonsense_opens_nothing(
    world: World, options: dict[str, object], reason: str
) -> None:
    assert reason in private(await world.ada.slash(world.channel, "match new", **options))
    assert await world.bot.service.listed(world.guild.id) == ()
    assert world.posts(world.channel) == []


async def test_a_second_match_needs_another_channel(world: World) -> None:
    await world.open(world.ada, start=False)
    again = await world.bo.slash(world.channel, "match new", game="toy")
    assert "already has an unfinished match" in private(again)


async def test_a_fifth_player_finds_no_seat(world: World) -> None:
    await world.open(*world.members, start=False)
    eve = world.guild.add_member(world.env.create_user("eve"))
    full = await eve.slash(world.channel, "match join")
    assert "All seats in this match are taken." in private(full)
    assert len((await world.bot.service.info(1)).seats) == 4


async def test_two_clicks_at_once_seat_one(world: World) -> None:
    await world.open(world.ada, start=False, seats=2)
    taps = [await world.tapped(member, "bjoin:1:") for member in (world.bo, world.cleo)]
    for _, payload in taps:
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    answers = [private(InteractionResult(world.env, record)) for record, _ in taps]
    assert sum("You're in." in answer for answer in answers) == 1
    assert sum("All seats in this match are taken." in answer for answer in answers) == 1


async def test_a_click_delivered_twice_counts_once(world: World) -> None:
    await world.open(world.ada, start=False)
    record, payload = await world.tapped(world.bo, "bjoin:1:")
    for _ in range(2):
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    assert "You're in." in private(InteractionResult(world.env, record))
    assert [seat.name for seat in (await world.bot.service.info(1)).seats] == ["Ada", "Bo"]


async def test_nobody_joins_twice(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    assert "already have a seat" in private(await world.tap(world.bo, world.channel, "join"))


async def test_the_details_offer_start_to_those_who_may_start(world: World) -> None:
    await world.open(world.ada, world.bo, seats=3, start=False)

    async def starts(member: MemberActor) -> bool:
        return "\nStart" in private(await member.slash(world.channel, "match info"))

    assert [await starts(member) for member in (world.ada, world.bo)] == [True, False]
    await world.tap(world.cleo, world.channel, "join")
    assert await starts(world.bo), "all seats are taken"


async def test_one_player_cannot_start(world: World) -> None:
    await world.open(world.ada, start=False)
    alone = await world.ada.slash(world.channel, "match start")
    assert "can't play Toy Parcels alone." in private(alone)
    assert "You can start with 2 to 4 players." in private(alone)


async def test_a_match_in_play_cannot_be_left_or_joined(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    left = private(await world.bo.slash(home, "match leave"))
    assert "already started" in left
    assert all(f"/seat {name}" in left for name in ("resign", "concede", "offer"))
    assert "already started" in private(await world.bo.slash(home, "match join"))
    for command, hint in (("invite", "/seat claim"), ("start", "Tap **Your move**")):
        given = {"friend": world.cleo} if command == "invite" else {}
        assert hint in private(await world.bo.slash(home, f"match {command}", **given))
    joined = private(await world.cleo.slash(home, "match join"))
    assert "already started" in joined
    assert "Watch it with /board." in joined
    assert (await world.bot.service.info(1)).status == "live"


async def test_who_asks_about_a_match_elsewhere_is_led_to_it(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    elsewhere = world.guild.create_text_channel("elsewhere")
    for member in (world.cleo, world.bo):
        said = private(await member.slash(elsewhere, "board", number=1))
        assert said == f"This match is in another channel. Go to <#{home.id}>."


async def test_an_old_join_button_seats_nobody(world: World) -> None:
    await world.open(world.ada, world.bo)
    assert "already started" in await world.forge(world.cleo, "bjoin:1:")
    assert len((await world.bot.service.info(1)).seats) == 2


async def test_ending_asks_once_more(world: World) -> None:
    await world.open(world.bo, world.cleo, start=False)
    asked = await world.bo.slash(world.channel, "match end")
    assert "Close this lobby of Toy Parcels for good?" in private(asked)
    assert (await world.bot.service.info(1)).status == "lobby"
    assert "The lobby is closed for good." in private(await world.press(world.bo, asked, "end"))
    assert (await world.bot.service.info(1)).status == "ended"
    assert custom_ids_of(asked) == []


async def test_a_player_who_is_not_the_host_reads_who_can_close_a_lobby(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    only = "Only the host, or a server admin, can close this lobby."
    said = private(await world.bo.slash(world.channel, "match end"))
    assert said == f"{only} To give up your seat, type /match leave."
    assert only in private(await world.cleo.slash(world.channel, "match end"))


async def test_a_lobby_closed_for_good_offers_no_start(world: World) -> None:
    await world.open(world.ada, world.bo, start=False, seats=2)
    await world.bot.service.lobby.end(1, world.ada.id, is_admin=False)
    for command in ("verify", "export", "rematch"):
        said = private(await world.bo.slash(world.channel, f"match {command}", number=1))
        assert "start" not in said
        assert "Open a new match with /match new." in said
    assert "rematch" not in await world.forge(world.bo, "brevive:1:")
    assert custom_ids_of(await world.bo.slash(world.channel, "match info", number=1)) == []


def custom_ids_of(asked: object) -> list[str]:
    response = getattr(asked, "response", None)
    return custom_ids({"components": response.components}) if response else []


async def test_in_play_the_host_can_only_ask_the_others_to_end_it(world: World) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo)  # Ada is an admin, too, but plays
    asked = await world.ada.slash(home, "match end")
    assert "You can't end this match alone." in private(asked)
    assert [i for i in custom_ids_of(asked) if i.startswith("bend:")] == []
    refused = await world.forge(world.ada, "bend:1:", channel=home)
    assert "Nobody can end a match alone while they play in it." in refused
    assert (await world.bot.service.info(1)).status == "live"


async def test_a_match_of_one_person_is_ended_by_their_own_vote(world: World) -> None:
    world.locales.clear()
    home = await world.open(world.bo, world.cleo)
    await world.bot.service.seats.resign(1, world.cleo.id)
    asked = await world.bo.slash(home, "match end")
    assert "You're its only player" in private(asked)
    await world.press(world.bo, asked, "ask")
    info = await world.bot.service.info(1)
    assert (info.status, info.ending) == ("ended", "voted")


async def test_a_stranger_cannot_end(world: World) -> None:
    home = await world.open(world.bo, world.cleo)
    refused = await world.dima.slash(home, "match end")
    assert private(refused)
    assert custom_ids_of(refused) == []
    assert (await world.bot.service.info(1)).status == "live"


async def test_a_forged_end_button_ends_nothing(world: World) -> None:
    await world.open(world.bo, world.cleo)
    await world.forge(world.dima, "bend:1:")
    assert (await world.bot.service.info(1)).status == "live"


async def test_an_administrator_can_end(world: World) -> None:
    home = await world.open(world.bo, world.cleo)
    asked = await world.ada.slash(home, "match end")  # owns the server, has no seat
    await world.press(world.ada, asked, "end")
    assert (await world.bot.service.info(1)).status == "ended"


async def test_a_button_for_a_match_of_another_server_does_nothing(world: World) -> None:
    await world.bot.service.lobby.create(
        Opening(
            slug="toy",
            capacity=2,
            guild_id=999,
            channel_id=999,
            user_id=7,
            name="Zoe",
        )
    )
    answer = await world.forge(world.bo, "bjoin:1:")
    assert "That match isn't on this server" in answer
    assert len((await world.bot.service.info(1)).seats) == 1


@pytest.mark.parametrize("command", ["join", "leave", "start", "info", "end", "verify"])
async def test_without_a_match_every_command_says_how_to_open_one(
    world: World, command: str
) -> None:
    assert "/match new" in private(await world.ada.slash(world.channel, f"match {command}"))


async def test_an_invitation_calls_the_friend_and_nobody_else(world: World) -> None:
    await world.open(world.ada, start=False)
    result = await world.ada.slash(world.channel, "match invite", friend=world.bo)
    answer, _ = shown_messages(result)
    assert answer.ephemeral
    assert "I'm keeping a seat for **Bo** until <t:" in words({"components": answer.components})
    assert "I'll ping them here." in words({"components": answer.components})
    called = world.public()[-1]
    assert world.pinged(called) == {world.bo.id}
    assert custom_ids(called) == ["bjoin:1:invited"]
    assert world.pushes(world.bo)[-1].endswith("invites you to play Toy Parcels · Toy Parcels #1")
    private(await world.tap(world.bo, world.channel, "join"))
    refused = await world.ada.slash(world.channel, "match invite", friend=world.bo)
    assert "**Bo** already has a seat" in private(refused)
    stranger = await world.cleo.slash(world.channel, "match invite", friend=world.dima)
    assert "Only players with a seat" in private(stranger)


async def test_the_list_names_what_is_played(world: World) -> None:
    assert "There are no matches on this server" in private(
        await world.bo.slash(world.channel, "match list")
    )
    home = await world.open(world.ada, world.bo)
    listed = private(await world.bo.slash(world.channel, "match list"))
    assert f"**Toy Parcels #1** · <#{home.id}>" in listed
    assert "**Ada**, **Bo**" in listed


async def test_info_shows_seats_and_hash(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    shown = private(await world.cleo.slash(home, "match info"))
    match = await world.bot.service.info(1)
    assert match.chance_hash in shown
    assert "`B` blue: **Bo**" in shown


async def test_info_offers_what_its_reader_can_do(world: World) -> None:
    async def offered(member: MemberActor) -> list[str]:
        return custom_ids_of(await member.slash(world.channel, "match info"))

    await world.open(world.ada, start=False)
    reading = ["bsteps:1:", "brules:1:"]
    setting_up = ["space:1:", "sconceding:1:", "bclose:1:on"]
    assert await offered(world.ada) == [*setting_up, "bleave:1:", "bstart:1:", *reading]
    assert await offered(world.bo) == ["bjoin:1:", *reading]
    for member in (world.ada, world.bo):
        tapped = await world.tap(member, world.channel, "details")
        assert custom_ids_of(tapped) == await offered(member)


async def test_the_lobby_says_when_it_can_begin(world: World) -> None:
    told = "The host can start now or wait for more players."
    await world.open(world.ada, start=False, seats=3)
    assert told not in world.posts(world.channel)[0]
    await world.tap(world.bo, world.channel, "join")
    assert told in world.posts(world.channel)[0]
    await world.tap(world.cleo, world.channel, "join")
    assert told not in world.posts(world.channel)[0]
    full = "Everybody is here. Any of the players can tap Start."
    assert full in world.posts(world.channel)[0].replace("*", "")
    await world.tap(world.cleo, world.channel, "start")
    await world.settle()
    assert full not in world.posts(world.channel)[0].replace("*", "")


async def test_a_full_lobby_of_one_person_speaks_of_no_others(world: World) -> None:
    await world.open(world.ada, start=False, seats=2, computers=1)
    assert "To begin, tap **Start**." in world.posts(world.channel)[0]
    assert "Everybody" not in world.posts(world.channel)[0]


async def test_in_a_full_lobby_nobody_is_told_to_join_or_to_wait(world: World) -> None:
    await world.open(world.ada, start=False, seats=2)
    for command in ("match leave", "match start", "seat resign", "seat concede"):
        said = private(await world.cleo.slash(world.channel, command))
        assert "To take a seat, tap **Join**." in said, command
    assert "once enough players have joined" in private(
        await world.ada.slash(world.channel, "hand")
    )
    await world.tap(world.bo, world.channel, "join")
    asked: dict[str, dict[str, Any]] = {
        "seat word": {"word": "luck"},
        "match invite": {"friend": world.dima},
    }
    for command in ("match leave", "match start", "seat resign", "seat concede", *asked):
        said = private(await world.cleo.slash(world.channel, command, **asked.get(command, {})))
        assert "All its seats are taken." in said, command
        assert "Join" not in said, command
        assert "/match join" not in said, command
    assert "any of the players can start it" in private(
        await world.ada.slash(world.channel, "hand")
    )
    assert "type /match leave" in private(await world.bo.slash(world.channel, "seat resign"))


async def test_verify_keeps_the_seed_secret_until_the_end(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    match = await world.bot.service.info(1)
    early = private(await world.bo.slash(home, "match verify"))
    assert match.chance_hash in early
    assert "When the match is over" in early
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    seed = (await world.bot.service.info(1)).chance_seed
    assert seed not in early
    late = private(await world.bo.slash(home, "match verify"))
    assert seed in late
    assert match.chance_hash in late
    assert "I checked 1 draw" in late


def test_a_draw_that_differs_is_named() -> None:
    found = verdict_lines(Verification("ab", "cd", 3, (2, 7)))
    assert found[0].params == (("plies", ("2", "7")),)


async def test_names_call_nobody_and_carry_no_markdown(world: World) -> None:
    world.env.backend.users[world.bo.id].global_name = "@everyone **x**"
    await world.open(world.bo, start=False)
    [payload] = world.public()
    assert "@everyone" not in words(payload).replace("\u200b", "|")
    stored = world.env.backend.messages[world.channel.id][int(payload["id"])]
    assert not stored.mention_everyone
    assert stored.ping_user_ids == []


async def test_a_refusal_that_names_the_host_makes_no_link_of_the_name(world: World) -> None:
    world.env.backend.users[world.ada.id].global_name = "[x](https://evil.example)"
    await world.open(world.ada, world.bo, start=False)
    said = private(await world.bo.slash(world.channel, "match time", kind="strict", hours=24))
    assert "Only the host" in said
    assert harmless("[x](https://evil.example)") in said


async def test_without_the_right_to_open_threads_it_stays_in_the_channel(world: World) -> None:
    world.deny(world.channel, create_public_threads=True)
    opened = await world.ada.slash(world.channel, "match new", game="toy", seats=2)
    assert "stays in this channel" in private(opened)
    assert not (await world.bot.service.info(1)).wants_thread
    private(await world.tap(world.bo, world.channel, "join"))
    await world.tap(world.ada, world.channel, "start")
    assert (await world.home()).id == world.channel.id
    assert world.channel.threads == []


async def test_the_right_to_open_threads_may_be_lost_before_the_start(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    world.deny(world.channel, create_public_threads=True)
    assert "has begun" in private(await world.tap(world.ada, world.channel, "start"))
    match = await world.bot.service.info(1)
    assert (match.channel_id, match.wants_thread) == (world.channel.id, False)
    assert any("Toy Parcels · Round 1" in post for post in world.posts(world.channel))


async def test_in_a_thread_the_match_stays_in_that_thread(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    private(await world.cleo.slash(home, "match new", game="toy", seats=2))
    private(await world.dima.slash(home, "match join"))
    private(await world.cleo.slash(home, "match start"))
    match = await world.bot.service.info(2)
    assert (match.channel_id, match.status) == (home.id, "live")


@pytest.mark.parametrize("permission", ["send_messages", "attach_files"])
async def test_where_it_cannot_post_no_match_is_opened(world: World, permission: str) -> None:
    world.deny(world.channel, **{permission: True})
    refused = private(await world.ada.slash(world.channel, "match new", game="toy"))
    assert permission.replace("_", " ").title() in refused
    assert "/setup" in refused
    assert await world.bot.service.listed(world.guild.id) == ()


async def test_a_channel_deleted_under_the_bot_harms_nothing(world: World) -> None:
    await world.open(world.ada, start=False)
    other = world.guild.create_text_channel("elsewhere")
    world.env.backend.delete_channel(world.channel.id)
    assert "You're in" in await world.forge(world.bo, "bjoin:1:", channel=other)
    assert (await world.bot.service.info(1)).trouble == "gone"
    assert "the first seat" in private(await world.bo.slash(other, "match new", game="toy"))


async def test_a_lobby_post_deleted_under_the_bot_comes_again(world: World) -> None:
    await world.open(world.ada, start=False)
    [message] = world.channel.history()
    world.env.backend.delete_message(world.channel.id, message.id)
    private(await world.bo.slash(world.channel, "match join"))
    [post] = world.posts(world.channel)
    assert "**Bo**" in post


async def test_the_lobby_survives_restart_and_crash(world: World) -> None:
    await world.open(world.ada, start=False)
    await world.restart()
    private(await world.tap(world.bo, world.channel, "join"))
    await world.crash()
    private(await world.tap(world.cleo, world.channel, "join"))
    private(await world.tap(world.ada, world.channel, "start"))
    assert len((await world.bot.service.info(1)).seats) == 3
    assert (
        discord.ChannelType.public_thread.value
        == world.place((await world.bot.service.info(1)).channel_id)._channel.type
    )
