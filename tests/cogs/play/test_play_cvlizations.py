"""CVlizations through Discord: whole matches, secret orders, simultaneous choices."""

from __future__ import annotations

from itertools import count, cycle
from typing import Final

import pytest

from rules.cvlizations.components import IDEAS, ORDERS, Idea, Order
from rules.cvlizations.moves import Victim
from rules.cvlizations.view import CvView, Phase, Variant
from rules.notation import format_move
from tests.cogs.play.table import Table, why
from tests.matches.fakes import settle
from tests.world import World, private

RESTART: Final = 8
"""The moves made before the restart."""
BY_HAND: Final = 30
"""The moves made through Discord; the rest only finish the match."""


async def begin(world: World, seats: int, options: str = "") -> Table[CvView]:
    table: Table[CvView] = await Table.begin(world, "cvlizations", seats, options=options)
    table.dull = ("pass", "swap")
    return table


async def undone(table: Table[CvView], seat: int) -> bool:
    """Undo a move and make it again, if that is possible now."""
    before = await table.ply()
    private(await table.members[seat].slash(table.home, "undo"))
    return await table.ply() > before


@pytest.mark.parametrize(
    ("seats", "options", "variant"),
    [
        (2, "", Variant.GEEKS),
        (2, "advanced", Variant.ADVANCED),
        (3, "", Variant.BASIC),
        (4, "host-first", Variant.BASIC),
        (5, "", Variant.BASIC),
    ],
)
async def test_a_match_is_played_to_its_end(
    world: World, seats: int, options: str, variant: Variant
) -> None:
    """By taps, commands and notation in turn, with a restart and an undo midway."""
    table = await begin(world, seats, options)
    assert (await table.view()).variant is variant
    ways, taken_back = cycle((table.tap, table.command, table.notation)), 0
    for number in count():
        acting = await table.to_act()
        if not acting:
            break
        if number == RESTART:
            await world.restart()
        seat = table.rng.choice(acting)
        if number < BY_HAND or not taken_back:
            before = await table.ply()
            await next(ways)(seat)
            assert await table.ply() > before
            taken_back += await undone(table, seat)
        else:
            await table.step()
    assert taken_back
    await settle(world.bot.outbox)
    await table.check_result_is_posted()
    said = private(await world.ada.slash(await world.home(), "hand"))
    assert "there are no hands any more" in said


async def test_the_host_may_begin(world: World) -> None:
    """C-SET-5."""
    table = await begin(world, 5, "host-first")
    assert (await table.view()).helm == 0


# Orders


async def test_a_secret_order_is_told_to_its_owner_alone(world: World) -> None:
    """C-HID-1: until the reveal no post and nobody else's log names it."""
    table = await begin(world, 3, "host-first")
    ada, bo = table.members[:2]
    answer = private(await table.say(0, "order logging trading"))
    assert "Your secret order: Trading." in answer
    await settle(world.bot.outbox)
    said = [*world.posts(table.home), private(await bo.slash(table.home, "log"))]
    assert any("the open order Logging and a secret one." in text for text in said)
    assert not [text for text in said if "Trading" in text or "trading" in text]
    assert "Your secret order: Trading." in private(await ada.slash(table.home, "log"))
    for who, move in ((1, "order slacking hunting"), (2, "order cunning quarrying")):
        private(await table.say(who, move))
    await settle(world.bot.outbox)
    assert "**Ada** – Trading" in private(await bo.slash(table.home, "log"))


async def test_orders_are_final(world: World) -> None:
    """C-ORD-3."""
    table = await begin(world, 3, "host-first")
    private(await table.say(0, "order logging trading"))
    assert not await undone(table, 0)
    answer = await table.say(0, "order hunting trading")
    assert "You have already given this turn's orders." in private(answer)
    assert "waiting for: **Bo**" in private(answer)


async def test_the_next_orders_are_sealed_and_changed_until_used(world: World) -> None:
    """C-ASY-1: prepared while another tribe places; nobody learns of it."""
    table = await begin(world, 3, "host-first")
    bo, posts = table.members[1], len(world.posts(table.home))
    private(await bo.slash(table.home, "cvlizations queue", up="logging", down="trading"))
    private(await bo.slash(table.home, "cvlizations queue", up="hunting", down="doubling"))
    await settle(world.bot.outbox)
    assert len(world.posts(table.home)) == posts
    private(await table.say(0, "order slacking cunning"))
    tribe = (await table.view()).tribes[1]
    assert (tribe.placed, tribe.up, tribe.down) == (True, Order.HUNTING, None)
    own = (await world.bot.service.glance(1, bo.id)).view
    assert isinstance(own, CvView)
    assert own.tribes[1].down is Order.DOUBLING
    assert await table.to_act() == [2]


async def test_the_panel_asks_for_both_orders_at_once(world: World) -> None:
    table = await begin(world, 3, "host-first")
    panel = await table.panel(0)
    await panel.pick("thieving")
    assert "thieving" not in panel.values()
    await panel.pick("doubling")
    assert "Open order: Thieving. Secret order: Doubling." in panel.words()
    await panel.press("pconfirm")
    assert (await table.view()).tribes[0].up is Order.THIEVING


async def test_the_neutral_tribe_is_asked_about_first(world: World) -> None:
    """C-ADV-2."""
    table = await begin(world, 2, "advanced,host-first")
    assert "Give two orders to your neutral tribe" in (await table.panel(0)).words()
    placing = list[int]()
    for _ in range(4):
        found = await table.view()
        assert found.placing_tribe is not None
        placing.append(found.placing_tribe)
        (seat,) = await table.to_act()
        await table.make(seat, format_move(table.rng.choice(await table.legal(seat))))
    assert placing == [2, 3, 0, 1]


# Action and development


async def test_what_does_not_depend_on_others_is_asked_of_all_at_once(world: World) -> None:
    """C-ASY-3: each player chooses, undoes and chooses; the last one ends the phase."""
    table = await begin(world, 3, "host-first")
    for seat, move in enumerate(
        ("order cunning logging", "order cunning hunting", "order trading quarrying")
    ):
        private(await table.say(seat, move))
    assert await table.to_act() == [0, 1, 2]
    private(await table.say(1, "take stone"))
    private(await table.say(0, "take food"))
    assert await undone(table, 1)
    private(await table.say(1, "take wood"))
    private(await table.say(2, "trade food stone"))
    private(await table.say(0, "take food"))
    assert (await table.view()).phase is Phase.ACTION
    private(await table.say(1, "take wood"))
    found = await table.view()
    assert found.phase is Phase.DEVELOPMENT
    assert [player.goods for player in found.players] == [(3, 3, 1), (3, 3, 1), (0, 1, 6)]


async def test_a_thief_chooses_before_the_others_go_on(world: World) -> None:
    """C-ASY-2, C-THF-3."""
    table = await begin(world, 3, "host-first")
    for seat, move in enumerate(
        ("order thieving logging", "order thieving cunning", "order hunting quarrying")
    ):
        private(await table.say(seat, move))
    assert await table.to_act() == [0]
    private(await table.say(0, f"steal {Victim(1)} food"))
    answer = await table.say(0, f"steal {Victim(1)} wood")
    assert "With this order, you must rob two different players." in private(answer)
    assert why(answer) == ["C-THF-3"]
    private(await table.say(0, f"steal {Victim(2)} food"))
    assert await table.to_act() == [1]


async def test_what_an_idea_does_is_left_out_of_a_button_that_is_too_small(world: World) -> None:
    """It is above Confirm instead, uncut.

    A purchase was once cut off in the middle of a word.
    """
    table = await begin(world, 3, "host-first")
    seen = set[str]()
    while not seen:
        await table.bring_on(lambda found: found.phase is Phase.DEVELOPMENT)
        (seat,) = await table.to_act()
        panel = await table.panel(seat)
        seen = {label for label in panel.labels() if label.startswith("Buy ") and " for " in label}
        assert not [label for label in panel.labels() if label.endswith("…")]
        if not seen:
            await table.step()
    first = min(seen)
    await panel.click(panel.ids("bptype:")[panel.labels().index(first)])
    assert f"➜ {first.removesuffix('.')}: " in panel.words()


async def bring_on_peeking(table: Table[CvView]) -> int:
    """Play until the owner of Fortune telling has to buy; return who that is."""

    def peeking(found: CvView) -> bool:
        shopping = found.shopping
        owns = shopping is not None and Idea.FORTUNE_TELLING in found.players[shopping.seat].ideas
        return owns and found.deck_left > 0

    while not peeking(found := await table.view()):
        seat = table.rng.choice(await table.to_act())
        moves = [format_move(move) for move in await table.legal(seat)]
        wanted = [move for move in moves if "fortune" in move]
        await table.make(seat, table.rng.choice(wanted or moves))
    await settle(table.world.bot.outbox)
    assert found.shopping is not None
    return found.shopping.seat


async def test_the_owner_of_fortune_telling_alone_sees_the_top_card(world: World) -> None:
    """C-HID-3, D7: nobody else is told, no matter what the owner decides."""
    table = await begin(world, 5)
    seat = await bring_on_peeking(table)
    own = (await world.bot.service.glance(1, table.members[seat].id)).view
    assert isinstance(own, CvView)
    assert own.known_top is not None
    name = IDEAS[own.known_top].name.en
    words = (await table.panel(seat)).words()
    assert f"Only you know the top card of the deck: {name}" in words
    other = next(s for s in range(5) if s != seat)
    shown = private(await table.members[other].slash(table.home, "log"))
    assert name not in shown
    private(await table.say(seat, "pass"))
    await settle(world.bot.outbox)
    assert not [text for text in world.posts(table.home) if name in text]
    answer = private(await table.say(other, f"buy {own.known_top} 1/1/1"))
    assert name not in answer.replace(f"buy {own.known_top}", "")


async def test_commands_and_what_they_offer(world: World) -> None:
    table = await begin(world, 3, "host-first")
    member = table.members[0]
    names = {n for n in member.available_commands(table.home) if n.startswith("cvlizations")}
    verbs = ("order", "steal", "take", "trade", "buy", "swap", "feast", "pass", "queue")
    assert names == {f"cvlizations {verb}" for verb in verbs}
    offered = await member.autocomplete(table.home, "cvlizations order", "down", "", up="logging")
    assert [choice["value"] for choice in offered] == [o for o in ORDERS if o is not Order.LOGGING]
    assert await member.autocomplete(table.home, "cvlizations buy", "idea", "") == []
    idle = table.members[2]
    assert await idle.autocomplete(table.home, "cvlizations steal", "victim", "") == []


async def test_what_the_dossier_names_is_refused_with_its_reason(world: World) -> None:
    table = await begin(world, 3, "host-first")

    async def refused(seat: int, move: str, rule: str, reason: str) -> None:
        before = await table.ply()
        answer = await table.say(seat, move)
        assert reason in private(answer), move
        assert why(answer) == [rule], move
        assert await table.ply() == before

    await refused(1, "order logging hunting", "C-ORD-1", "It's not your turn.")
    await refused(0, "order logging logging", "C-ORD-2", "the two orders must be different")
    await refused(0, "pass", "C-ORD-4", "It's time to give orders.")
    for seat, move in enumerate(
        ("order thieving cunning", "order hunting trading", "order hunting quarrying")
    ):
        private(await table.say(seat, move))
    await refused(0, "take food", "C-ACT-3", "You have to carry out an order first")
    await refused(0, f"steal {Victim(0)} food", "C-THF-2", "only rob another player")
    await refused(0, f"steal {Victim(4)} food", "C-THF-2", "only rob another player")
    private(await table.say(0, f"steal {Victim(1)} food"))
    await refused(0, "pass", "C-ACT-3", "You have to carry out an order first")
    await refused(1, "trade wood wood", "C-TRD-2", "You must give one kind and take another.")
    private(await table.say(0, "take wood"))
    private(await table.say(1, "trade wood stone"))
    found = await table.view()
    assert found.phase is Phase.DEVELOPMENT
    (seat,) = await table.to_act()
    away = next(idea for idea in IDEAS if idea not in found.track)
    await refused(seat, f"buy {away} 0/0/1", "C-DEV-2", "isn't on offer")
    dear = next((i for i in found.track if i and IDEAS[i].cost.wood > 2), found.track[0])
    await refused(seat, f"buy {dear} 9/9/9", "C-DEV-3", "")
    await refused(seat, "feast", "C-IDEA-7", "You don't own Hedonism.")
    await refused(seat, "swap food wood", "C-IDEA-20", "You don't own the Market.")
    await refused(seat, "order logging hunting", "C-DEV-1", "It's time to buy ideas")


async def test_nonsense_and_strangers_change_nothing(world: World) -> None:
    table = await begin(world, 3, "host-first")
    before = await table.ply()
    for move in ("order", "order 1 2", "order logging", "buy ark 1/1/1", "peek axe", "setup 0/-"):
        private(await table.say(0, move))
    answer = private(await world.dima.slash(table.home, "move", move="order logging hunting"))
    assert "You have no seat" in answer
    assert await world.dima.autocomplete(table.home, "cvlizations order", "up", "") == []
    assert await table.ply() == before
