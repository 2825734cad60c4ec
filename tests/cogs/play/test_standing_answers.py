"""Standing answers, switched on and off in the panel and in /settings."""

from __future__ import annotations

from simcord.results import InteractionResult

from tests.cogs.play.driver import Panel, to_the_flags
from tests.world import World, custom_ids, private, shown_messages

TITLE = "Say done when I have put all my flags"


def buttons(result: InteractionResult) -> list[str]:
    found = (custom_ids({"components": m.components}) for m in shown_messages(result))
    return [custom_id for ids in found for custom_id in ids]


async def test_it_is_given_and_taken_back_in_the_panel(world: World) -> None:
    panel = await to_the_flags(world)
    assert f"☐ {TITLE}" in panel.labels()
    await panel.press("pstand")
    assert f"☑ {TITLE}" in panel.labels()
    await panel.press("pstand")
    assert f"☐ {TITLE}" in panel.labels()


async def test_it_decides_without_being_asked(world: World) -> None:
    panel = await to_the_flags(world)
    await panel.press("pstand")
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    await panel.click(panel.ids("bptype:")[0])
    await panel.pick("r1c2")
    await panel.press("pconfirm")
    assert "is done." in panel.words()
    assert panel.ids("bpconfirm:") == []


async def test_the_settings_offer_it_in_the_channel_of_the_match(world: World) -> None:
    home = await world.open(world.ada, world.dima)
    world.locales[world.dima.id] = "pl"
    shown = await world.dima.slash(home, "settings")
    assert "O czym mogę decydować za ciebie w partii Toy Parcels #1:" in private(shown)
    assert "bstand:1:on.done" in buttons(shown)
    changed = await world.press(world.dima, shown, "stand")
    assert "bstand:1:off.done" in buttons(changed)
    info = await world.bot.service.info(1)
    assert info.seats[info.seat_of(world.dima.id)].standing == {"done"}
    assert info.seats[info.seat_of(world.ada.id)].standing == frozenset()


async def test_the_settings_of_others_do_not_speak_of_it(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    stranger = await world.cleo.slash(home, "settings")
    elsewhere = await world.ada.user.slash("settings")
    for shown in (stranger, elsewhere):
        assert not [one for one in buttons(shown) if one.startswith("bstand")]


async def test_forged_and_foreign_taps_change_nothing(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    for rest in ("on.none", "on.", "", "off.done~x", "on.done"):
        member = world.cleo if rest == "on.done" else world.ada
        for verb in ("pstand", "stand"):
            assert await world.forge(member, f"b{verb}:1:{rest}", channel=home)
    assert all(not seat.standing for seat in (await world.bot.service.info(1)).seats)


async def test_a_panel_of_somebody_else_shows_their_own(world: World) -> None:
    panel = await to_the_flags(world)
    await panel.press("pstand")
    other = world.bo if panel.member is world.ada else world.ada
    mine = await Panel(world, other).open(await world.home())
    assert f"☐ {TITLE}" in mine.labels()
