"""First steps, taken as a newcomer does: using only what is shown."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import UserHandle
from simcord.results import InteractionResult, ResponseMessage

from cogs.help.tutorial_view import PAGE_COUNT, TutorialStep, read_tutorial_step
from cogs.outbox.posts import turn_buttons
from cogs.ui.items import MAX_ID
from matches.domain.practice import LEARNER, Practice, seats
from rules import registry
from rules.notation import format_move
from tests.world import World, custom_ids, parts, private, shown_messages, words


class Walk:
    """A newcomer on the way: the private message, as last changed."""

    def __init__(self, world: World, actor: MemberActor | UserHandle) -> None:
        self.world = world
        self.actor = actor
        self._message: ResponseMessage | None = None

    async def begin(self, topic: str = "first-steps") -> Walk:
        if isinstance(self.actor, MemberActor):
            return self._see(await self.actor.slash(self.world.channel, "help", topic=topic))
        return self._see(await self.actor.slash("help", topic=topic))

    def _see(self, result: InteractionResult) -> Walk:
        (self._message,) = shown_messages(result)
        for custom_id in self.ids():
            assert len(custom_id) <= MAX_ID
        return self

    @property
    def message(self) -> ResponseMessage:
        assert self._message is not None
        assert self._message.ephemeral
        return self._message

    def payload(self) -> dict[str, Any]:
        return {"components": self.message.components}

    def said(self) -> str:
        return words(self.payload())

    def ids(self) -> list[str]:
        assert self._message is not None
        found = custom_ids({"components": self._message.components})
        assert len(found) == len(set(found)), "two components with one id"
        return found

    def pictures(self) -> int:
        return sum(len(part.get("items", ())) for part in parts(self.payload()))

    def alt(self) -> str:
        """Return what the one picture shows."""
        found = [item for part in parts(self.payload()) for item in part.get("items", ())]
        (item,) = found
        return str(item["description"])

    def labelled(self, label: str) -> dict[str, Any]:
        (part,) = (p for p in parts(self.payload()) if p.get("label") == label)
        return dict(part)

    async def press(self, label: str) -> Walk:
        custom_id = self.labelled(label)["custom_id"]
        return self._see(await self.actor.click(self.message, custom_id=custom_id))

    async def onward(self, to: int) -> Walk:
        while f"First steps {to}/" not in self.said():
            await self.press("Next step")
        return self

    async def pick(self, value: str, menu: int = -1) -> Walk:
        buttons = [i for i in self.ids() if i.startswith("bstepspart:") and i.endswith(f"~{value}")]
        if buttons and menu == -1:
            return self._see(await self.actor.click(self.message, custom_id=buttons[0]))
        menus = [i for i in self.ids() if i.startswith("s")]
        return self._see(await self.actor.select(self.message, [value], custom_id=menus[menu]))


@pytest.fixture(params=["server", "dm"])
def walk(request: pytest.FixtureRequest, world: World) -> Walk:
    return Walk(world, world.bo if request.param == "server" else world.bo.user)


async def test_a_turn_of_krakow_from_the_first_page_to_the_last(world: World, walk: Walk) -> None:
    await walk.begin()
    assert "First steps 1/7" in walk.said()
    assert "Your move: Bo" in walk.said()
    assert walk.pictures() == 1
    await walk.press("Next step")
    assert "Only you can see it" in walk.said()
    assert walk.pictures() == 1
    await walk.press("Next step")
    trial = Practice("krakow", ["Bo", "Green", "Orange"])
    for advice in trial.glance.rules.advice(trial.glance.view):
        assert words({"content": advice.text.msgid})[:12].split("{")[0] in walk.said()
    assert walk.pictures() == 0
    await walk.press("Next step")
    assert walk.labelled("Next step")["disabled"]
    await walk.pick("D")
    assert walk.labelled("Next step")["disabled"]
    await walk.pick("L2")
    assert "➜ You play “shift by one” at L2" in walk.said()
    await walk.pick("A", menu=0)  # another card; the place stays
    assert "➜ You play “1 reservation” at L2" in walk.said()
    await walk.press("Next step")
    assert "You haven't made the move yet" in walk.said()
    assert "L2 ♦" in walk.said()  # the board as it would be
    await walk.press("Confirm")
    own, _, others = walk.said().partition("The others only see this:")
    assert "“1 reservation”" in own
    assert "reservation" not in others
    assert "until it was your move again" in others
    await walk.press("Next step")
    assert "blook:0:krakow.in-two-minutes" in walk.ids()
    await walk.press("Start over")
    assert "First steps 1/7" in walk.said()


SECRET = {"krakow", "cvlizations"}
"""The games in which a player has something that others must not see."""


@pytest.mark.parametrize("slug", registry.slugs())
async def test_only_what_is_secret_is_called_so(world: World, slug: str) -> None:
    walk = await Walk(world, world.bo).begin()
    if slug != registry.slugs()[0]:
        await walk.pick(slug)
    await walk.onward(2)
    assert ("Only you can see it:" in walk.said()) == (slug in SECRET)
    assert ("DM when the match begins" in walk.said()) == (slug in SECRET)
    assert ("nothing is hidden" in walk.said()) == (slug in {"lodge", "indian_summer"})


async def test_a_secret_choice_of_the_toy_game(world: World, walk: Walk) -> None:
    await walk.begin()
    await walk.pick("toy")
    assert "Toy Parcels" in walk.said()
    await walk.onward(2)
    trial = Practice("toy", ["Bo", "Blue", "Green"])
    held = [format_move(move).split()[1] for move in trial.glance.moves]
    assert f"hand: {', '.join(held)}" in walk.said()
    await walk.onward(4)
    await walk.pick(held[1])
    assert f"➜ Deliver parcel {held[1]}." in walk.said()
    await walk.press("Next step")
    await walk.press("Confirm")
    own, _, others = walk.said().partition("The others only see this:")
    assert f"You chose parcel {held[1]}." in own
    assert "You chose" not in others
    assert "earlier event" in others  # the newest lines, not all
    assert "**Blue** puts a flag on" in others
    await walk.onward(PAGE_COUNT)


async def test_a_turn_of_letnisko(world: World, walk: Walk) -> None:
    """The lesson's train brings guests, and somebody has been there before."""
    await walk.begin()
    await walk.pick("letnisko")
    await walk.onward(2)
    assert "This game has no secrets" in walk.said()
    await walk.onward(4)
    await walk.press("Invite guests")
    await walk.pick("1")
    assert "➜ Claim car 1 with one token and invite a student." in walk.said()
    await walk.press("Next step")
    await walk.press("Confirm")
    assert "claims car 1 and invites a student." in walk.said()
    assert "The others see the same message." in walk.said()
    await walk.onward(PAGE_COUNT)


async def test_the_buttons_told_of_are_those_of_a_post_with_a_move(world: World) -> None:
    """Posts of the end, and those of a lobby, have others."""
    walk = await Walk(world, world.bo).begin()
    assert "Every post like this has the same buttons" in walk.said()
    match = Practice("lodge", ["Bo", "Mint", "Sky blue"]).glance.match
    for post_button in turn_buttons(match, "", "en"):
        assert f"**{post_button.item.label}**" in walk.said()


async def test_a_move_that_does_not_end_the_turn_is_called_no_turn(world: World) -> None:
    """LD-TURN-1: guests can still move in after the build."""
    walk = await Walk(world, world.bo).begin()
    await walk.pick("lodge")
    await walk.onward(4)
    await walk.press("Build a room")
    await walk.pick("1-1")
    await walk.press("Next step")
    await walk.press("Confirm")
    assert "Bo places guests." in walk.alt()
    await walk.onward(PAGE_COUNT)
    assert "That was one move." in walk.said()


async def test_it_goes_on_after_a_restart(world: World) -> None:
    walk = await Walk(world, world.bo).begin()
    await walk.onward(4)
    await walk.pick("A")
    await world.restart()
    await walk.pick("T1")
    await walk.press("Next step")
    await world.restart()
    await walk.press("Confirm")
    assert "“1 reservation”" in walk.said()


async def test_back_leads_to_every_page_and_keeps_the_choice(world: World) -> None:
    walk = await Walk(world, world.bo).begin()
    await walk.onward(4)
    await walk.pick("A")
    await walk.pick("T1")
    await walk.onward(5)
    await walk.press("Confirm")
    await walk.onward(PAGE_COUNT)
    for page in range(PAGE_COUNT - 1, 0, -1):
        await walk.press("Back")
        assert f"First steps {page}/7" in walk.said()
    await walk.onward(5)
    assert "at T1" in walk.said()
    await walk.press("Back")
    await walk.press("Back")
    await walk.press("Back")
    await walk.press("Back")
    await walk.press("Help")
    assert "First steps" in walk.said()
    assert "Getting started" in walk.said()


async def test_the_game_is_that_of_the_match_here(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    shown = await world.bo.slash(home, "help", topic="first-steps")
    assert "practice turn in Toy Parcels." in private(shown)
    above = await world.cleo.slash(world.channel, "help", topic="first-steps")
    assert "practice turn in Toy Parcels." in private(above)


async def test_it_speaks_polish(world: World) -> None:
    walk = await Walk(world, world.dima).begin()
    for title in ("Co widzisz", "Twoja ręka", "Twój ruch", "Wybór"):
        assert f"· {title}" in walk.said()
        if title != "Wybór":
            await walk.press("Dalej")
    await walk.pick("A")
    await walk.pick("T1")
    await walk.press("Dalej")
    await walk.press("Potwierdź")
    assert "**Dima** kładzie kartę na G1" in walk.said()
    assert "**Zielony**" in walk.said()
    await walk.press("Dalej")
    assert "/match new" in walk.said()


async def test_nothing_is_kept_and_nobody_told(world: World) -> None:
    walk = await Walk(world, world.bo).begin()
    await walk.onward(4)
    await walk.pick("A")
    await walk.pick("T1")
    await walk.onward(5)
    await walk.press("Confirm")
    assert world.public() == []
    assert world.dms(world.bo) == []
    assert not await world.bot.service.users.has_played(world.bo.id)


async def test_a_leaf_is_moved_about_on_its_pad(world: World) -> None:
    walk = await Walk(world, world.bo).begin()
    await walk.pick("indian_summer")
    assert "practice turn in Indian Summer." in walk.said()
    await walk.onward(4)
    assert "Which leaf tile:" in walk.said()
    assert walk.labelled("Next step")["disabled"]
    (tile, *_) = (i.rpartition("~")[2] for i in walk.ids() if i.startswith("bstepspart:"))
    await walk.pick(tile)
    assert "Place 1 of" in walk.said()
    assert walk.alt().startswith(f"{tile} with its hole on ")
    await walk.press("Next place")
    assert "Place 2 of" in walk.said()
    (shown,) = (line for line in walk.said().splitlines() if line.startswith("➜"))
    await walk.press("↻ Turn")
    assert shown not in walk.said()
    await walk.press("Next step")
    assert "You haven't made the move yet" in walk.said()
    await walk.press("Confirm")
    own, _, others = walk.said().partition("The others can't read any of this yet")
    assert f"places {tile}" in own
    assert tile not in others.partition("\n")[0]


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("", "1/7"),
        ("zzz", "1/7"),
        ("krakow.9.0.0.m~~0~0", "4/7"),
        ("krakow.6.0.0.m~0~0~0~A~Z9", "4/7"),
        ("krakow.6.0.0.m~9~0~0~N:5~9", "4/7"),
        ("krakow.7.3.99.q~7~0~0~", "4/7"),
        ("krakow.2.nonsense", "2/7"),
        ("krakow.-1.0.0.m~~0~0", "1/7"),
        ("krakow.٣.0.0.m~~0~0", "1/7"),
        ("krakow.4.0.0.m~0~999999999~999999999~A", "4/7"),
        ("../../etc.1.", "1/7"),
    ],
)
async def test_a_forged_step_is_harmless(world: World, rest: str, said: str) -> None:
    assert f"First steps {said}" in await world.forge(world.bo, f"bsteps:0:{rest}")


@pytest.mark.parametrize("value", ["zzz", "A" * 100, "@everyone", "0~0~0"])
@pytest.mark.parametrize("page", ["1", "4"])
async def test_a_forged_choice_is_harmless(world: World, page: str, value: str) -> None:
    rest = f"ssteps:0:krakow.{page}.0.0.m~0~0~0"
    shown = await world.forge(world.bo, rest, [value])
    assert f"First steps {page}/7" in shown
    assert value not in shown


async def test_a_name_stays_a_name(world: World) -> None:
    world.env.backend.users[world.bo.id].global_name = "\u202e@everyone **x** <@1>"
    walk = await Walk(world, world.bo).begin()
    assert "\u202e" not in walk.said()
    (line,) = (line for line in walk.said().splitlines() if line.startswith("**Your move:"))
    assert line == "**Your move: @\u200beveryone \\*\\*x\\*\\* \\<@1>**"


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("slug", ["toy", *registry.slugs()])
def test_the_practice_match_waits_for_the_learner(slug: str) -> None:
    names = [f"player {number}" for number in range(seats(slug))]
    trial = Practice(slug, names)
    assert LEARNER in trial.glance.match.to_act
    assert trial.glance == Practice(slug, names).glance
    for move in trial.glance.moves:
        lesson = trial.play(format_move(move))
        assert LEARNER in lesson.glance.match.to_act
        assert set(lesson.public) <= set(lesson.own)
        assert trial.glance.moves == Practice(slug, names).glance.moves  # it stays where it is


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    "text", ["krakow.1.0.0.m~~0~0", "toy.6.0.0.m~1~0~2~r1c1", "toy.4.0.0.m~0~1~0"]
)
def test_a_step_reads_back(text: str) -> None:
    assert str(read_tutorial_step(text, "krakow")) == text


def test_an_invalid_id_starts_from_the_beginning() -> None:
    for text in ("", ".", "...", "zzz.3.0.0.m~~0~0"):
        assert read_tutorial_step(text, "krakow") == TutorialStep("krakow")


async def test_under_a_lobby_post_they_are_shown_to_whoever_taps(world: World) -> None:
    await world.open(world.ada, game="krakow", start=False)
    public = len(world.public())
    details = await world.tap(world.bo, world.channel, "details")
    walk = Walk(world, world.bo)._see(await world.press(world.bo, details, "steps"))
    assert "First steps 1/7" in walk.said()
    assert "practice turn in Kraków 2009." in walk.said()
    await walk.press("Next step")
    assert "First steps 2/7" in walk.said()
    assert len(world.public()) == public
