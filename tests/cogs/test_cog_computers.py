"""Computer players in Discord: they sit down, answer in one post, and leave again."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from simcord.builders import ChannelHandle

from cogs.outbox.posts import ANSWERED_LINES, TURN_LINES, _whose_move
from cogs.past.export import RULE
from cogs.ui.sheet import news
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.table import computers
from rules.notation import format_move
from tests import strict
from tests.cogs.test_cog_departure import pass_days
from tests.cogs.test_cog_export import rows, text
from tests.matches.fakes import settle, until
from tests.world import World, parts, private


def offered(world: World) -> list[str]:
    """Return the labels of the options in the lobby's post."""
    return [one["label"] for part in parts(world.public()[0]) for one in part.get("options", ())]


async def play(world: World, match_id: int, moves: int = 1000) -> int:
    """Make moves at random for everybody asked; return how many it were."""
    rng, service = random.Random(match_id), world.bot.service
    for made in range(moves):
        info = await service.info(match_id)
        if info.status != "live":
            return made
        user = info.seats[min(info.to_act)].user_id
        glance = await service.glance(match_id, user)
        move = format_move(rng.choice(glance.moves))
        await service.play(match_id, user, move, interaction_id=10_000 + info.ply)
        await service.computers.rest()
        await world.settle()
    return moves


async def test_alone_against_two_computers_to_the_end(world: World) -> None:
    home = await world.open(world.ada, computers=2, seats=3, level="easy")
    lobby = world.posts(world.channel)[0].replace("**", "")
    assert "⚙ Cog •, computer (easy)" in lobby
    assert "⚙ Sprocket •, computer (easy)" in lobby
    own = await play(world, 1)
    info = await world.bot.service.info(1)
    assert info.ending == "played"
    posts = world.posts(home)
    assert "⚙ Cog •" in posts[-1]
    assert len(posts) <= own + 2, "computers answer in the post of the move before"
    told = [post.count("\n- ") for post in posts[:-1]]
    assert TURN_LINES < max(told) <= ANSWERED_LINES, "there is room for what they did"
    assert all(push.user_id == world.ada.id for push in strict.memory(world.env.backend).pushes)
    text = private(await world.ada.slash(home, "match info"))
    assert "⚙ Cog •" in text


async def test_pictures_say_who_is_a_computer_and_how_good(world: World) -> None:
    await world.open(world.ada, game="letnisko", computers=1, seats=2, level="strong")
    drawn = [
        one for post in world.public() for part in parts(post) for one in part.get("items", ())
    ]
    assert any("Cog •••" in one["description"] for one in drawn)


async def test_a_computers_move_calls_nobody_but_whose_turn_it_is(world: World) -> None:
    await world.open(world.ada, world.bo, game="letnisko", seats=3, computers=1, level="easy")
    people, called = {world.ada, world.bo}, 0
    for _ in range(24):
        await settle(world.bot.outbox)
        before = {one: len(world.pushes(one)) for one in people}
        await play(world, 1, 1)
        await settle(world.bot.outbox)
        info = await world.bot.service.info(1)
        asked = {info.seats[seat].user_id for seat in info.to_act}
        rung = {one.id for one in people if len(world.pushes(one)) > before[one]}
        assert rung <= asked
        called += bool(rung)
    assert called > 6


async def test_the_host_adds_and_sends_away_with_the_list_in_the_lobby(world: World) -> None:
    await world.open(world.dima, world.bo, start=False)
    choose = "scomputers:1:"
    assert "Only the host" in await world.forge(world.bo, choose, ["add good"])
    assert "Trybik ••" in await world.forge(world.dima, choose, ["add good"])
    assert "Trybik ••" in world.posts(world.channel)[0]
    assert "Nie ma takiego poziomu" in await world.forge(world.dima, choose, ["add godlike"])
    assert "silny" in await world.forge(world.dima, choose, ["left strong"])
    assert "znów wolne" in await world.forge(world.dima, choose, ["away Cog"])
    assert "już tu nie ma" in await world.forge(world.dima, choose, ["away Cog"])
    assert "Ten przycisk już nie działa" in await world.forge(world.dima, choose, ["dance"])
    info = await world.bot.service.info(1)
    assert (len(info.seats), info.level) == (2, "strong")


async def test_a_real_game_and_a_crash_while_a_computer_thinks(
    world: World, expected_errors: list[str]
) -> None:
    expected_errors.append("outbox")  # what it was posting when it was killed
    await world.open(world.ada, world.bo, game="letnisko", seats=3, computers=1, level="strong")
    await play(world, 1, 5)
    await world.bot.service.computers.close()  # its last thoughts are lost
    while (await world.bot.service.info(1)).to_act != {1}:
        await play(world, 1, 1)
    await world.crash()
    await world.settle()
    await world.bot.service.computers.rest()

    assert 1 not in (await world.bot.service.info(1)).to_act
    await play(world, 1)
    assert (await world.bot.service.info(1)).ending == "played"


@pytest.mark.parametrize(
    ("game", "told"), [("cvlizations", "Secret orders revealed"), ("krakow", "turns up ")]
)
async def test_what_was_secret_of_people_and_a_computer_is_posted_once(
    world: World, game: str, told: str
) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo, game=game, seats=3, computers=1, level="easy")
    revealed = 0
    while revealed < 4:
        await play(world, 1, 1)
        await settle(world.bot.outbox)
        entries = await world.bot.service.history.log(1, None)
        texts = [event.text.msgid for entry in entries for event in entry.events]
        revealed, posts = sum(told in text for text in texts), "\n".join(world.posts(home))
        is_cut = re.search("…and [0-9]+ earlier event", posts)  # what computers do differs
        assert posts.count(told) <= revealed
        assert posts.count(told) == revealed or is_cut


async def test_the_result_says_since_when_a_computer_played(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await play(world, 1, 2)
    await world.bot.service.seats.resign(1, world.bo.id)
    await world.bot.service.computers.rest()
    assert "a computer is playing for **Bo**" in private(await world.ada.slash(home, "match info"))
    await play(world, 1)
    await until(lambda: "seed for all draws" in world.posts(home)[-1])
    end = world.posts(home)[-1]
    assert "on, a computer (good) played for **Bo**." in end
    glance = await world.bot.service.glance(1, None)
    assert glance.outcome is not None
    assert glance.outcome.ranks[0] == 1


async def test_the_result_says_how_often_a_computer_decided_for_somebody_late(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.locales.clear()
    await world.open(world.ada, world.bo, game="letnisko", start=False)
    service = world.bot.service
    await service.lobby.set_pace(1, world.ada.id, Pace(PaceKind.STEADY, 24))
    await world.tap(world.ada, world.channel, "start")
    await settle(world.bot.outbox)
    home = await world.home(1)
    asked = (await service.info(1)).seats[min((await service.info(1)).to_act)]
    await pass_days(world, 1.1, monkeypatch)
    await service.computers.rest()
    said = f"a computer (good) made 1 decision that **{asked.name}** was late with."
    assert said not in private(await world.ada.slash(home, "match info")), "only at the end"
    await service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    assert said in world.posts(home)[-1]
    assert said in private(await world.ada.slash(home, "match info"))
    assert "computer (good)" in await text(await world.ada.slash(home, "match export"))


async def _after_a_handover(world: World) -> tuple[ChannelHandle, list[int]]:
    """Let Cleo move, leave, and Dima take her seat; return the plies before each of these."""
    world.locales.clear()
    home = await world.open(world.ada, world.bo, world.cleo, game="letnisko")
    service, plies = world.bot.service, list[int]()
    while 2 not in (await service.info(1)).to_act:
        await play(world, 1, 1)
    plies.append((await service.info(1)).ply)
    await play(world, 1, 1)
    plies.append((await service.info(1)).ply)
    await service.seats.resign(1, world.cleo.id)
    while not any(e.seat == 2 and e.ply > plies[1] for e in await service.history.log(1, None)):
        await service.computers.rest()
        await play(world, 1, 1)
    await settle(world.bot.outbox)
    plies.append((await service.info(1)).ply)
    await service.seats.claim(1, 2, world.dima.id, "Dima")
    return home, plies


async def test_each_move_is_told_by_the_name_of_who_made_it(world: World) -> None:
    home, (before, left, taken) = await _after_a_handover(world)
    told = await text(await world.ada.slash(home, "match export"))
    own = [int(row[1]) for row in rows(told) if row[3] == "3"]
    made = [ply for ply in own if left < ply <= taken]
    span = f"{made[0]}–{made[-1]}" if len(made) > 1 else str(made[0])
    assert f"    row{'s' * (len(made) > 1)} {span}: ⚙ Cleo ••, computer (good)\n" in told
    said = re.split(r"\n(?=\d+ \| )", told.split(RULE)[1].strip())
    found = zip(rows(told), said, strict=True)
    by_ply = {int(row[1]): part for row, part in found if row[3] != "+"}
    assert re.search(r"    Cleo \w+", by_ply[before + 1])
    assert "    ⚙ Cleo •• " in by_ply[made[0]]
    assert "Dima" not in "".join(by_ply[ply] for ply in made)
    entries = await world.bot.service.history.log(1, None)
    lines = "\n".join(news(entries, "en", await world.bot.service.info(1), 1000, signed=True))
    assert lines.index("- **Cleo** ") < lines.index("**Cleo** gives up")
    assert lines.index("**Cleo** gives up") < lines.index("**⚙ Cleo ••** ")
    assert "- **⚙ Cleo ••** " in private(await world.ada.slash(home, "log"))
    page = await world.bot.service.history.page(1, None, made[0])
    (entry,) = (entry for entry in page.entries if entry.ply == made[0] and entry.seat == 2)
    assert computers.level_of(page.glance.match, entry.seats[2]) == "good"
    assert entry.seats[2].name == "Cleo"


async def test_the_end_says_for_whom_a_computer_played_and_until_when(world: World) -> None:
    home, _ = await _after_a_handover(world)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    end = world.posts(home)[-1]
    assert re.search(r"stopped it\. Where it stopped: \w+ places tokens", end)
    assert "a computer (good) played for **Cleo**." in end
    assert "for **Dima**" not in end
    assert "on, a computer" not in end


async def test_who_thinks_is_bold_once_and_the_end_names_levels(world: World) -> None:
    home = await world.open(world.ada, computers=2, seats=3, level="easy")
    info = await world.bot.service.info(1)
    thinking = replace(info, to_act=frozenset({1, 2}))
    assert _whose_move(thinking, "en") == "**Thinking: ⚙ Cog •, ⚙ Sprocket •**"
    assert _whose_move(thinking, "pl").startswith("**Myślą: ⚙ Trybik •")
    both = replace(info, to_act=frozenset({0, 1}))
    assert _whose_move(both, "en") == f"**Your move: <@{world.ada.id}>**"
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    assert (
        "**⚙ Cog •**, computer (easy) · **⚙ Sprocket •**, computer (easy)"
        in (world.posts(home)[-1])
    )


async def test_the_last_person_reads_that_leaving_ends_the_match(world: World) -> None:
    home = await world.open(world.ada, world.bo, computers=1, seats=3)
    early = await world.ada.slash(home, "seat resign")
    assert "You can come back" in private(early)
    gone = await world.bo.slash(home, "seat resign")
    await world.press(world.bo, gone, "resign")

    assert "has changed since I asked" in private(await world.press(world.ada, early, "resign"))
    asked = await world.ada.slash(home, "seat resign")
    assert "the match will end without a result" in private(asked)
    assert "come back" not in private(asked)
    told = private(await world.press(world.ada, asked, "resign"))
    assert "You were the last player" in told
    assert (await world.bot.service.info(1)).ending == "left"


async def test_a_strict_pace_takes_nothing_from_who_plays_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await world.open(world.ada, computers=1, seats=2)
    said = private(await world.ada.slash(home, "match time", kind="strict", hours=24))
    assert said.startswith("This match's pace: 1 day for each decision (strict).")
    alone = "While only one person plays, they only get reminders if they're late."
    assert alone in said
    assert alone in private(await world.ada.slash(home, "match info"))
    await pass_days(world, 2.5, monkeypatch)
    assert (await world.bot.service.info(1)).status == "live"
    assert not any("take your seat" in said for said in world.dms(world.ada))
    assert "I'm still waiting for your move." in world.dms(world.ada)[-1]
    assert "The others" not in world.dms(world.ada)[-1]


async def test_who_plays_alone_asks_nobody(world: World) -> None:
    home = await world.open(world.ada, computers=1, seats=2)
    paused = private(await world.ada.slash(home, "match pause"))
    assert "The match is paused now. To continue, type /match resume." in paused
    await until(lambda: "pauses the match." in world.posts(home)[-1])
    assert "This match is paused." in private(await world.tap(world.ada, home, "turn"))
    assert "This match is paused." in private(await world.ada.slash(home, "board"))
    refused = private(await world.ada.slash(home, "undo"))
    assert "To continue, type /match resume." in refused
    assert "The match goes on." in private(await world.ada.slash(home, "match resume"))
    await play(world, 1, 3)
    await settle(world.bot.outbox)
    pushes = len(world.pushes(world.ada))
    back = await world.forge(world.ada, "bask:1:undo", channel=home)
    assert "The match is back before your last move." in back
    await settle(world.bot.outbox)
    assert len(world.pushes(world.ada)) == pushes
    assert "Everybody agreed" not in world.posts(home)[-1]
    asked = await world.ada.slash(home, "match end")
    assert "has ended without a result" in private(await world.press(world.ada, asked, "ask"))
    await until(lambda: "because its only player stopped it" in world.posts(home)[-1])


async def test_the_lobby_says_who_plays_on_and_how_to_make_room(world: World) -> None:
    await world.open(world.ada, start=False, seats=2, level="easy")
    told = "If a player leaves: a computer (easy)"
    assert told in world.posts(world.channel)[0]
    assert told in private(await world.ada.slash(world.channel, "match info"))
    choose = "scomputers:1:"
    told = await world.forge(world.ada, choose, ["left strong"])
    assert "If a player leaves: a computer (strong)" in told
    left = "If a player leaves, a computer plays on: "
    await until(lambda: left + "easy" in offered(world))
    assert [one for one in offered(world) if left in one] == [left + "easy", left + "good"]
    await world.forge(world.ada, choose, ["add good"])
    assert "send a computer away" in await world.forge(world.ada, choose, ["add good"])
    away = private(await world.ada.slash(world.channel, "seat remove", player="Cog"))
    assert "Computers are sent away with the list in the lobby's post." in away
    many = await world.ada.slash(world.channel, "match new", game="lodge", seats=2, computers=3)
    assert "Choose fewer computers or more seats." in private(many)
    most = await world.ada.slash(world.channel, "match new", game="lodge", computers=5)
    assert private(most).endswith("Choose fewer computers.")


@pytest.mark.parametrize(
    ("game", "variant", "hint"),
    [
        ("cvlizations", "advanced", "Choose fewer computers."),
        ("indian_summer", "series", "This variant is for one player, so choose no computers."),
    ],
)
async def test_a_variant_for_few_players_has_no_more_seats_to_choose(
    world: World, game: str, variant: str, hint: str
) -> None:
    asked = {"game": game, "options": variant, "computers": 3}
    said = private(await world.ada.slash(world.channel, "match new", **asked))
    assert said == f"There aren't enough free seats for that. {hint}"


async def test_a_kept_seat_is_not_offered_to_a_computer(world: World) -> None:
    await world.open(world.ada, start=False, seats=2)
    adding = "Add a computer player: good"
    assert adding in offered(world)
    await world.ada.slash(world.channel, "seat reserve", friend=world.bo)
    await until(lambda: adding not in offered(world))
    refused = await world.forge(world.ada, "scomputers:1:", ["add good"])
    assert "First stop keeping a seat for somebody with /seat remove." in refused


async def test_a_match_of_one_has_no_list_of_computers_but_for_being_late(world: World) -> None:
    await world.open(world.ada, start=False, seats=1, game="lodge")
    assert "a computer (" not in world.posts(world.channel)[0]
    assert offered(world) == []
    await world.bot.service.lobby.set_pace(1, world.ada.id, Pace(PaceKind.STEADY, 24))
    await until(lambda: "If the player is late: a computer (" in world.posts(world.channel)[0])


async def test_alone_with_a_computer_nobody_plays_on(world: World) -> None:
    home = await world.open(world.ada, game="letnisko", seats=3, computers=1)
    assert "a computer (good)" not in private(await world.ada.slash(home, "match info"))
    assert "the match will end" in private(await world.ada.slash(home, "seat resign"))


async def test_of_two_people_a_computer_plays_on_for_one_who_leaves(world: World) -> None:
    home = await world.open(world.ada, world.bo, game="letnisko", seats=2)
    told = private(await world.ada.slash(home, "match info"))
    assert "If a player leaves: a computer (good)" in told


async def test_the_result_names_who_conceded_not_the_computer_that_played_on(world: World) -> None:
    home = await world.open(world.ada, world.bo, game="letnisko", seats=3, computers=1)
    asked = await world.bo.slash(home, "seat concede")
    private(await world.press(world.bo, asked, "concede"))
    await play(world, 1)
    await settle(world.bot.outbox)
    last = world.posts(home)[-1].replace("*", "")
    assert "Bo conceded" in last
    assert "• conceded" not in last
    assert "⚙ Bo" in last  # on whose seat it played
