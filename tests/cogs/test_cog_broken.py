"""A match that cannot go on, wherever you reach it, and what admins see of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matches.db.driver import Connection
from rules.notation import format_move
from tests.matches.fakes import until
from tests.toy import TOY
from tests.world import World, private, shown_messages

APOLOGY = "something went wrong"
READS = "can't open this match"


async def broken(world: World) -> int:
    """Return a match with a damaged log; the bot has been restarted since."""
    home = await world.open(world.ada, world.bo)
    match = await world.bot.service.in_channel(home.id)
    for number, member in enumerate((world.ada, world.bo)):
        glance = await world.bot.service.glance(match.id, member.id)
        move = format_move(glance.moves[0])
        await world.bot.service.play(match.id, member.id, move, interaction_id=number + 1)
    await world.settle()

    def bend(db: Connection) -> None:
        db.execute("DROP TRIGGER log_keeps_values")
        db.execute("UPDATE log SET move = 'gibberish' WHERE match_id = ? AND ply = 2", (match.id,))

    await world.bot.store.write(bend)
    await world.restart()
    assert world.bot._settling is not None
    await world.bot._settling
    await world.settle()
    return match.id


async def test_every_door_says_why_and_what_can_be_done(world: World) -> None:
    match_id = await broken(world)
    home = await world.home(match_id)
    assert "I had to pause this match" in world.posts(home)[-1]
    for command in ("board", "hand", "log", "catchup", "undo", "replay", "match pause", "play"):
        if command in world.ada.available_commands(home):
            said = private(await world.ada.slash(home, command))
            assert READS in said, command
            assert "/match end" in said
            assert APOLOGY not in said
    for verb in ("turn", "view", "catchup", "guide"):
        said = private(await world.tap(world.ada, home, verb))
        assert READS in said, verb
    info = private(await world.ada.slash(home, "match info"))
    assert "I had to pause this match" in info
    assert "paused" in private(await world.ada.slash(home, "match list"))
    turns = [private(await member.slash(home, "turns")) for member in (world.ada, world.bo)]
    assert any("its moves don't work with my current rules" in said for said in turns)
    export = await world.ada.slash(home, "match export")
    assert shown_messages(export)
    assert APOLOGY not in str(shown_messages(export))


async def test_its_players_can_vote_to_end_it(world: World) -> None:
    match_id = await broken(world)
    home = await world.home(match_id)
    await world.press(world.ada, await world.ada.slash(home, "match end"), "ask")
    assert (await world.bot.service.info(match_id)).status == "live"
    private(await world.tap(world.bo, home, "yes"))
    info = await world.bot.service.info(match_id)
    assert (info.status, info.ending) == ("ended", "voted")
    await until(lambda: any("all players agreed to stop" in said for said in world.posts(home)))
    assert "Waiting for" not in private(await world.ada.slash(home, "match info"))


async def test_setup_tells_admins_what_an_upgrade_left_behind(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "After an upgrade" not in private(await world.ada.slash(world.channel, "setup"))
    match_id = await broken(world)
    shown = private(await world.ada.slash(world.channel, "setup"))
    assert f"#{match_id}" in shown
    assert "1 match is paused because I can no longer read it" in shown

    def of_another_server(db: Connection) -> None:
        db.execute("UPDATE matches SET guild_id = 5")

    await world.bot.store.write(of_another_server)
    assert "After an upgrade" not in private(await world.ada.slash(world.channel, "setup"))


async def test_older_rules_are_told_in_info_and_setup(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await world.open(world.ada, world.bo)
    assert "keeps the rules" not in private(await world.ada.slash(home, "match info"))
    monkeypatch.setattr(TOY, "info", replace(TOY.info, rules_version=2))
    await world.restart()
    said = private(await world.ada.slash(home, "match info"))
    assert "keeps the rules it started with (version 1)" in said
    shown = private(await world.ada.slash(home, "setup"))
    assert "1 match of Toy Parcels is still using older rules (version 1)." in shown
    assert "Choose a parcel" in private(await world.tap(world.ada, home, "turn"))
