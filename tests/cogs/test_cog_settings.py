from __future__ import annotations

import json
from datetime import timedelta

import pytest

from matches.domain.deadlines.pace import Rhythm
from matches.domain.settings import UserSettings
from tests.world import World, private, shown_messages


async def test_dms_are_switched_off_and_on(world: World) -> None:
    shown = await world.bo.slash(world.channel, "settings")
    assert "I'll send you a DM" in private(shown)
    assert "won't send you DMs" in private(await world.press(world.bo, shown, "dm"))
    assert not (await world.bot.service.users.settings(world.bo.id)).dm
    await world.open(world.ada, world.bo)
    assert world.dms(world.bo) == []
    assert len(world.dms(world.ada)) == 1
    await world.press(world.bo, shown, "dm")
    assert (await world.bot.service.users.settings(world.bo.id)).dm


async def test_settings_work_in_dms(world: World) -> None:
    assert "I'll send you a DM" in private(await world.bo.user.slash("settings"))


async def chosen(world: World) -> UserSettings:
    return await world.bot.service.users.settings(world.bo.id)


async def choose(world: World, verb: str, value: str) -> str:
    """Let Bo choose from a list of /settings; return what Bo then sees."""
    shown = await world.bo.slash(world.channel, "settings")
    [message] = shown_messages(shown)
    return private(await world.bo.select(message, [value], custom_id=f"s{verb}:0:"))


class TestTime:
    async def test_everything_is_chosen_from_lists(self, world: World) -> None:
        assert "Your time zone is Europe/Warsaw." in await choose(world, "zone", "Europe/Warsaw")
        assert "after each quarter" in await choose(world, "rhythm", "often")
        assert "Your quiet hours are 22:00 to 07:00" in await choose(world, "quietfrom", "22")
        assert "Your quiet hours are 22:00 to 06:00" in await choose(world, "quietto", "6")
        assert "Every day at 08:00" in await choose(world, "digest", "8")
        assert await chosen(world) == UserSettings(
            world.bo.id,
            zone="Europe/Warsaw",
            quiet=(22, 6),
            rhythm=Rhythm.OFTEN,
            digest_hour=8,
        )
        assert "Your quiet hours" not in await choose(world, "quietfrom", "never")
        assert "Every day" not in await choose(world, "digest", "never")
        assert await chosen(world) == UserSettings(
            world.bo.id, zone="Europe/Warsaw", rhythm=Rhythm.OFTEN
        )

    async def test_the_whole_day_cannot_be_quiet(self, world: World) -> None:
        await choose(world, "quietfrom", "22")
        await choose(world, "quietto", "22")
        assert (await chosen(world)).quiet == (22, 7)
        await choose(world, "quietfrom", "7")
        assert (await chosen(world)).quiet == (7, 16)

    async def test_any_zone_can_be_typed(self, world: World) -> None:
        offered = await world.bo.autocomplete(world.channel, "settings", "zone", "buenos aires")
        assert [o["value"] for o in offered] == [
            "America/Argentina/Buenos_Aires",
            "America/Buenos_Aires",
        ]
        said = private(
            await world.bo.slash(world.channel, "settings", zone="america/argentina/buenos aires")
        )
        assert "Your time zone is America/Argentina/Buenos Aires." in said
        assert "No DMs, please" in said  # the list has it among the common ones

    async def test_nothing_typed_offers_the_common_zones(self, world: World) -> None:
        offered = await world.bo.autocomplete(world.channel, "settings", "zone", "")
        assert len(offered) == 25
        assert "Europe/Warsaw" in [o["value"] for o in offered]

    @pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "x" * 3000, "@everyone"])
    async def test_an_unknown_zone_is_refused(self, world: World, zone: str) -> None:
        said = private(await world.bo.slash(world.channel, "settings", zone=zone))
        assert "There's no time zone" in said
        assert len(said) < 300
        assert (await chosen(world)).zone == ""

    @pytest.mark.parametrize(
        ("verb", "value"),
        [
            ("zone", "Mars/Olympus"),
            ("rhythm", "always"),
            ("quietfrom", "24"),
            ("quietfrom", "-1"),
            ("quietto", "9" * 90),
            ("quietto", "two"),
            ("digest", "\u0661"),
            ("digest", "0123"),
        ],
    )
    async def test_a_forged_choice_changes_nothing(
        self, world: World, verb: str, value: str
    ) -> None:
        assert "There's no" in await world.forge(world.bo, f"s{verb}:0:", [value])
        assert await chosen(world) == UserSettings(world.bo.id)

    async def test_lists_work_after_a_restart(self, world: World) -> None:
        shown = await world.bo.slash(world.channel, "settings")
        [message] = shown_messages(shown)
        await world.restart()
        await world.bo.select(message, ["rarely"], custom_id="srhythm:0:")
        assert (await chosen(world)).rhythm is Rhythm.RARELY

    async def test_two_changes_at_once_both_count(self, world: World) -> None:
        await choose(world, "digest", "8")
        span = (world.env.now(), world.env.now() + timedelta(days=2))
        await world.bot.service.clocks.away(world.bo.id, span)
        await choose(world, "rhythm", "never")
        found = await chosen(world)
        assert (found.away, found.rhythm, found.digest_hour) == (span, Rhythm.NEVER, 8)


async def test_a_holiday_that_is_over_is_not_told(world: World) -> None:
    await world.bo.slash(world.channel, "away", until="2026-01-03")
    assert "You're away from" in private(await world.bo.slash(world.channel, "settings"))
    world.env.backend.advance_clock(5 * 86400)
    assert "You're away" not in private(await world.bo.slash(world.channel, "settings"))
    assert "You're not away." in private(await world.bo.slash(world.channel, "away"))


async def test_everything_kept_can_be_exported(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    shown = await world.bo.slash(home, "privacy")
    assert "can't read your messages" in private(shown)
    result = await world.press(world.bo, shown, "privacy")
    [message] = shown_messages(result)
    assert message.ephemeral
    [file] = message.attachments
    kept = json.loads(await file.read())
    assert kept["user"] == world.bo.id
    assert [match["name"] for match in kept["matches"]] == ["Bo"]


async def test_erasing_says_first_what_happens_and_hands_over_every_seat(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    other = world.guild.create_text_channel("elsewhere")
    await world.bo.slash(other, "match new", game="toy", seats=2, thread=False)
    await world.tap(world.ada, other, "join")
    shown = await world.bo.slash(home, "privacy")
    [message] = shown_messages(shown)
    asked = await world.bo.click(message, custom_id="bprivacy:0:erase")
    said = private(asked)
    assert "can't be undone" in said
    assert "leave 1 match in progress. A computer will play your seat." in said
    assert "leave 1 lobby. If you're its host, another player will be." in said
    assert (await world.bot.service.info(1)).seats[1].name == "Bo"
    assert "I've removed your name from 2 matches" in private(
        await world.press(world.bo, asked, "privacy")
    )
    first, second = [await world.bot.service.info(i) for i in (1, 2)]
    assert (first.seats[1].name, first.seats[1].open, first.status) == ("N. N.", True, "live")
    assert [seat.name for seat in second.seats] == ["Ada"]
    assert second.host_id == world.ada.id
    assert "N. N.'s seat is free" in world.posts(home)[-1].replace("\\", "").replace("*", "")
    again = await world.forge(world.bo, "bprivacy:0:really")
    assert "didn't have a seat in any match" in again


async def test_an_unknown_step_is_refused(world: World) -> None:
    assert "Type /privacy again." in await world.forge(world.bo, "bprivacy:0:dance")
