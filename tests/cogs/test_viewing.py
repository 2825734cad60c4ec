"""How users see what only they see: language, words, size, shade."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from random import Random

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.ui.sheet import Sheet
from cogs.user.viewing import described
from matches.domain.settings import PLAIN, Display, Words
from render import drawings
from render.kit.press import Mosaic
from render.picture import Picture
from rules.notation import format_move
from tests.cogs.play.driver import Panel
from tests.cogs.play.test_play_look import pictures
from tests.cogs.telling import member_of
from tests.toy_artist import PIXEL
from tests.world import World, parts, private, shown_messages


async def opened(world: World, member: MemberActor) -> InteractionResult:
    """Open the page from the settings."""
    return await world.press(member, await member.slash(world.channel, "settings"), "viewing")


async def change(world: World, member: MemberActor, **display: object) -> None:
    """Let a member choose without tapping."""
    await world.bot.service.users.change(
        member.id,
        lambda chosen: replace(chosen, display=Display(**display)),  # type: ignore[arg-type]
    )


async def test_everything_is_chosen_on_one_page_and_kept(world: World) -> None:
    (message,) = shown_messages(await opened(world, world.bo))
    said = await world.bo.select(message, ["first"], custom_id="sviewing:0:words")
    assert "describe each picture in words above it" in private(said)
    assert "enlarged" in private(await world.bo.click(message, custom_id="bviewing:0:large.1"))
    assert "are dark" in private(await world.bo.click(message, custom_id="bviewing:0:dark.1"))
    said = await world.bo.select(message, ["pl"], custom_id="sviewing:0:lang")
    assert "w tym języku: polski" in private(said).lower()
    wanted = Display("pl", Words.FIRST, large=True, dark=True)
    assert world.bot.service.users.display(world.bo.id) == wanted
    await world.restart()
    assert world.bot.service.users.display(world.bo.id) == wanted
    shown = await world.bo.slash(world.channel, "settings")
    assert "Twoje obrazki są ciemne." in private(shown)
    for forged in ("bviewing:0:large.2", "bviewing:0:size.1", "bviewing:0:lang"):
        assert "nie jest dla ciebie" in await world.forge(world.bo, forged)
    assert "nie jest dla ciebie" in await world.forge(world.bo, "sviewing:0:lang", ["xx"])
    await world.bot.service.farewell.erase(world.bo.id)
    assert world.bot.service.users.display(world.bo.id) == PLAIN


async def test_private_answers_follow_it_and_public_posts_do_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    shades: list[str] = []
    hand = drawings.hand

    def noted(
        slug: str, view: object, names: drawings.Named, lang: str, shade: str
    ) -> Picture | None:
        shades.append(shade)
        return hand(slug, view, names, lang)

    monkeypatch.setattr(drawings, "hand", noted)
    await change(world, world.bo, lang="pl", words=Words.FIRST, large=True, dark=True)
    home = await world.open(world.ada, world.bo)
    assert "Twój ruch" in world.dms(world.bo)[0]
    assert "hand: " in world.dms(world.bo)[0].splitlines()[1]  # above the picture
    assert "dark" in shades
    panel = await Panel(world, world.bo).open(home)
    assert "hand: " in panel.words()
    assert panel.labels()[-1] == "Co mogę zrobić?"
    looked = await world.look(world.bo, home)
    assert [alt.partition(":")[0] for alt in pictures(looked)] == [
        *("area seat1", "area seat0", "area town"),
        "round 1; flags",
    ]
    files = {file.filename for m in shown_messages(looked) for file in m.attachments}
    assert len(files) == 4
    assert all("Twój ruch" not in post for post in world.posts(home))


async def test_a_dm_in_words_offers_no_words(world: World) -> None:
    await change(world, world.bo, words=Words.ONLY)
    await change(world, world.cleo, words=Words.FIRST)
    await world.open(world.ada, world.bo, world.cleo)
    seen = {member: world.dms(member)[-1] for member in world.members[:3]}
    assert "hand: " in seen[world.bo]
    assert "My hand as text" not in seen[world.bo]
    assert "My hand as text" in seen[world.ada]
    assert "My hand as text" in seen[world.cleo]


@pytest.mark.parametrize("slug", ["toy", "krakow"])
async def test_a_whole_match_is_played_without_pictures(
    world: World, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    monkeypatch.setattr(Mosaic, "png", lambda _: PIXEL)  # nobody looks at them
    monkeypatch.setattr(drawings.PICTURES, "_things", OrderedDict())
    monkeypatch.setattr(drawings.PICTURES, "bytes", 0)
    for member in (world.ada, world.bo):
        await change(world, member, words=Words.ONLY)
    home, rng = await world.open(world.ada, world.bo, game=slug), Random(1)
    service, panels = world.bot.service, 0
    while (match := await service.info(1)).status == "live":
        member = member_of(world, match.seats[min(match.to_act)].user_id)
        if slug != "toy" and rng.random() < 0.8:  # taps take time
            moves = (await service.glance(1, member.id)).moves
            move = format_move(rng.choice(moves))
            await service.play(1, member.id, move, interaction_id=match.ply)
            continue
        panel = await Panel(world, member).open(home)
        seen = [part for part in parts(panel.shown) if part["type"] == 12]
        assert seen == []
        assert len(panel.words()) > 60
        await panel.play(rng)
        panels += 1
    assert panels > 5
    assert pictures(await world.look(world.ada, home)) == []


def test_words_get_the_room_that_is_left_and_are_cut_at_a_line() -> None:
    sheet, long = Sheet(), "\n".join(f"line {number}" for number in range(900))
    sheet.write("x" * 1000)
    sheet.show(Picture(PIXEL, "alt", long), "board.png", Display(words=Words.ONLY))
    sheet.show(Picture(PIXEL, "alt", "short"), "moment.png", Display(words=Words.ONLY))
    post = sheet.post()
    assert post.view.content_length() <= 4000
    assert post.files == ()
    said = [str(p.content) for p in post.view.walk_children() if hasattr(p, "content")]
    assert said[-1] == "short"
    assert said[-2].endswith("…")
    assert said[-2].splitlines()[-2].startswith("line ")


@pytest.mark.parametrize("words", [*Words])
@pytest.mark.parametrize("large", [True, False])
def test_parts_are_promised_to_those_who_see_pictures(words: Words, large: bool) -> None:
    lines = [line.msgid for line in described(replace(PLAIN, words=words, large=large))]
    promised = "Above a board, I'll show its parts enlarged, yours first." in lines
    assert promised is (large and words is not Words.ONLY)
