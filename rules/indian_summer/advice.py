"""Advice on the present decision, which comes first, from a view."""

from __future__ import annotations

from rules.claims import can, can_prepare, cannot, each, later
from rules.indian_summer.components import ANIMALS, Treasure, cells
from rules.indian_summer.events import tiles_text, treasures_text
from rules.indian_summer.forest.places import animal_moves
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.forest.sources import first_tiles, missing, pairs
from rules.indian_summer.labels import any_fits, prompt, swap_text
from rules.indian_summer.legal import can_berry, can_feather, can_place_two, rate, swaps
from rules.indian_summer.moves import (
    BerryFrom,
    EndTurn,
    Forgo,
    Leaf,
    PlaceAnimal,
    Sources,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.view import Phase, PlayerView, SummerView, Task, earned
from rules.protocol import Advice
from rules.text import t, tn


def advice(view: SummerView) -> tuple[Advice, ...]:
    """Return the decision, what it can be made from, and the rules it stands on."""
    if view.phase is Phase.SIDES and view.seat in view.waiting:
        rules = ("IS-AREA-2", "IS-LEAF-5")
        text = t("Every side has 18 treasures, three in each area.")
        return (Advice(prompt(view), ("IS-SETUP-1",)), Advice(text, rules))
    if view.active is None or view.drawing or view.seat != view.active:
        return _waiting(view)
    player = view.players[view.seat]
    if view.phase is Phase.SCORED:
        return (Advice(prompt(view), ("IS-SOLO-9",)),)
    if view.phase is Phase.REFILL:
        text = t("You take tiles until you have five, starting with the outermost one.")
        return (Advice(prompt(view), ("IS-SOLO-2",)), Advice(text, ("IS-SOLO-2", "IS-SOLO-3")))
    if view.task is not None:
        return _placing(view, view.task, player)
    return (_decision(view, player), *_special(view, player))


def _waiting(view: SummerView) -> tuple[Advice, ...]:
    if view.phase is Phase.OVER:
        return (Advice(prompt(view), ("IS-END-6",)),)
    rule = "IS-SETUP-1" if view.phase is Phase.SIDES else "IS-TURN-1"
    found = [Advice(prompt(view), (rule,))]
    if _can_prepare(view):
        text = t("Meanwhile, you can try out your tiles and prepare one for your next turn.")
        found.append(Advice(text.says(can_prepare(Leaf)), ("IS-LEAF-1",)))
    if view.ending:
        text = t(
            "A floor is full, so this is the last round. After it, everybody fills gaps with Nuts."
        )
        found.append(Advice(text.says(later(SpendNut)), ("IS-END-1", "IS-END-3")))
    return tuple(found)


def _can_prepare(view: SummerView) -> bool:
    """True if the viewer, who waits, has another turn and a tile that fits."""
    if view.seat < 0 or view.phase is not Phase.TURN or view.drawing or view.active is None:
        return False
    player = view.players[view.seat]
    if view.ending and player.position < view.players[view.active].position:
        return False
    return any_fits(player.path, player)


def _placing(view: SummerView, task: Task, player: PlayerView) -> tuple[Advice, ...]:
    decision = prompt(view)
    if task.spent is Treasure.FEATHER:
        if task.placed:
            return (Advice(decision, ("IS-FEA-1", "IS-TURN-2")),)
        text = t("Both tiles come from your path. There must be room for the second one too.")
        return (Advice(decision, ("IS-FEA-1",)), Advice(text, ("IS-FEA-1", "IS-TURN-2")))
    found = [Advice(decision, _mushroom_rules(view))]
    unfit = [tile for tile in task.tiles if not any_fits((tile,), player)]
    if unfit:  # only by the first version of the rules
        text = t(
            "There is no room for {tiles}. Tiles that don't fit stay where they were.",
            tiles=tiles_text(unfit),
        )
        found.append(Advice(text.says(*each(Forgo, "tile", unfit, every=True)), ("IS-MUSH-2",)))
    return tuple(found)


def _mushroom_rules(view: SummerView) -> tuple[str, ...]:
    """Return the rule for whose tiles a Mushroom takes with this many players."""
    if view.solo:
        return ("IS-SOLO-5",)
    return ("IS-MUSH-5",) if len(view.players) == 2 else ("IS-MUSH-1",)


def _decision(view: SummerView, player: PlayerView) -> Advice:
    decision = prompt(view)
    if view.main_done or not player.empty:
        return Advice(decision, ("IS-TURN-2",) if view.main_done else ("IS-TURN-4",))
    if any_fits(player.path, player):
        return Advice(decision, ("IS-TURN-5", "IS-LEAF-1"))
    text = t("No tile on your path fits. Place a squirrel.")
    if can_berry(view, player):
        text = t("No tile on your path fits. Place a squirrel, or get other tiles first.")
        text = text.says(can(BerryFrom if view.solo else SpendBerry))
    return Advice(text.says(cannot(Leaf), can(Squirrel)), ("IS-TURN-6", "IS-SQ-1"))


def _special(view: SummerView, player: PlayerView) -> list[Advice]:
    """Return what else there is to do, the rarest first."""
    found = [*_animals(view, player), *_nuts(player), *_pairs(view, player)]
    if can_berry(view, player):
        found.append(_berry_advice(view, missing(player)))
    if offers := swaps(player.supply):
        best = max(offers, key=lambda swap: (rate(swap.give, swap.get), swap.get.rank))
        text = t("You can exchange tokens, for example {swap}.", swap=swap_text(best))
        text = text.says(can(Swap, give=best.give, get=best.get))
        found.append(Advice(text, ("IS-EXC-1",)))
    if not found and (view.main_done or not player.empty):
        text = t("The game ends with your turn. Until then, you can take back your last step.")
        found.append(Advice(text.says(can(EndTurn)), ("IS-TURN-7",)))
    return found


def _pairs(view: SummerView, player: PlayerView) -> list[Advice]:
    """Return the Feathers, and the Mushrooms, if two tiles can be placed with one."""
    _, _, mushrooms, feathers = player.supply
    if not can_feather(player):
        feathers = 0
    if not any(_both_fit(view, pair, player) for pair in pairs(view)):
        mushrooms = 0
    if view.main_done or not feathers and not mushrooms:
        return []
    text = t(
        "Instead of one tile you can place two: {tokens}.",
        tokens=treasures_text((0, 0, mushrooms, feathers)),
    )
    rules = ("IS-FEA-1",) if feathers else ()
    if feathers:
        text = text.says(can(SpendFeather))
    if mushrooms:
        text = text.says(can(SpendMushroom))
    return [Advice(text, (*rules, *(_mushroom_rules(view) if mushrooms else ())))]


def _both_fit(view: SummerView, pair: Sources, player: PlayerView) -> bool:
    tiles = first_tiles(view, pair)
    return len(tiles) == 2 and can_place_two(tiles, player.covered)


def _berry_advice(view: SummerView, need: int) -> Advice:
    """Return how many tiles a Berry brings at most (IS-BER-1, IS-SOLO-4)."""
    if view.solo:
        there = max(len(view.top), len(view.bottom))
        text = tn(
            "A Berry gets you {count} tile from the end of a path.",
            "A Berry gets you {count} tiles from the end of a path.",
            min(need, there),
        )
        return Advice(text.says(can(BerryFrom)), ("IS-SOLO-4",))
    there = len(view.common) + view.reserve
    text = tn("A Berry gets you {count} tile.", "A Berry gets you {count} tiles.", min(need, there))
    return Advice(text.says(can(SpendBerry)), ("IS-BER-1",))


def _animals(view: SummerView, player: PlayerView) -> list[Advice]:
    stock = tuple(kind.left for kind in view.stock)
    moves = animal_moves(player.holes, stock) if stock else ()
    if not moves:
        return []
    best = max(moves, key=lambda move: sum(earned(player, move).pays))
    text = tn(
        "{count} animal fits on your empty holes. For example, placing the {animal} on {cells} "
        "gets you {pays}.",
        "{count} animals fit on your empty holes. For example, placing the {animal} on {cells} "
        "gets you {pays}.",
        len({move.animal for move in moves}),
        animal=ANIMALS[best.animal].name,
        cells=tuple(map(str, cells(best.squares))),
        pays=treasures_text(earned(player, best).pays),
    )
    claim = can(PlaceAnimal, animal=best.animal, at=best.at, turn=best.turn)
    return [Advice(text.says(claim), ("IS-ANI-1", "IS-ANI-4"))]


def _nuts(player: PlayerView) -> list[Advice]:
    """Return what the Nuts at hand can do: best of all, complete an area."""
    nuts = player.supply[Treasure.NUT.rank]
    if not nuts or not player.empty:
        return []
    near = [(gaps, area) for area, gaps in enumerate(player.gaps, 1) if 0 < gaps <= nuts]
    if not near:
        text = tn(
            "Your Nut can cover any empty space.",
            "Each of your {count} Nuts can cover any empty space.",
            nuts,
        )
        return [Advice(text.says(can(SpendNut)), ("IS-NUT-1",))]
    gaps, area = min(near)
    empty = [cell for cell in cells(FULL & ~player.covered) if cell.area == area]
    text = tn(
        "{count} Nut completes area {area}: {cells}.",
        "{count} Nuts complete area {area}: {cells}.",
        gaps,
        area=area,
        cells=tuple(map(str, empty)),
    )
    return [Advice(text.says(*each(SpendNut, "cell", empty)), ("IS-NUT-1", "IS-AREA-2"))]
