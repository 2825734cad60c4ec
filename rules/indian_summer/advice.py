"""Advice on the present decision, which comes first, from a view."""

from __future__ import annotations

from rules.indian_summer.components import (
    ANIMALS,
    MOST,
    PATH,
    Treasure,
    cells,
)
from rules.indian_summer.events import tiles_text, treasures_text
from rules.indian_summer.forest.places import animal_moves, fits
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.labels import prompt
from rules.indian_summer.legal import can_feather, first_tiles, pairs, swaps
from rules.indian_summer.moves import Sources
from rules.indian_summer.view import Phase, PlayerView, SummerView, earned
from rules.protocol import Advice
from rules.text import t, tn

MOST_PIECES = 6


def advice(view: SummerView) -> tuple[Advice, ...]:
    """Return the decision, what it can be made from, and the rules it stands on."""
    if view.phase is Phase.SIDES and view.seat in view.waiting:
        rules = ("IS-AREA-2", "IS-LEAF-5")
        text = t("Every side has 18 treasures, three in each area.")
        return (Advice(prompt(view), ("IS-TURN-1",)), Advice(text, rules))
    if view.active is None or view.drawing or view.seat != view.active:
        return _waiting(view)
    player = view.players[view.seat]
    if view.phase is Phase.SCORED:
        return (Advice(prompt(view), ("IS-SOLO-9",)),)
    if view.phase is Phase.REFILL:
        text = t("You take tiles until you have five, starting with the outermost one.")
        return (Advice(prompt(view), ("IS-SOLO-2",)), Advice(text, ("IS-SOLO-2", "IS-SOLO-3")))
    if view.task is not None:
        return _placing(view, player)
    found = [_decision(view, player)]
    found += _special(view, player)
    return tuple(found[:MOST_PIECES])


def _waiting(view: SummerView) -> tuple[Advice, ...]:
    if view.phase is Phase.OVER:
        return (Advice(prompt(view), ("IS-END-6",)),)
    found = [Advice(prompt(view), ("IS-TURN-1",))]
    if _can_prepare(view):
        text = t("Meanwhile, you can try out your tiles and prepare one for your next turn.")
        found.append(Advice(text, ("IS-LEAF-1",)))
    if view.ending:
        text = t(
            "A floor is full, so this is the last round. After it, everybody fills gaps with Nuts."
        )
        found.append(Advice(text, ("IS-END-1", "IS-END-3")))
    return tuple(found)


def _can_prepare(view: SummerView) -> bool:
    """True if the viewer, who waits, has another turn and a tile that fits."""
    if view.seat < 0 or view.phase is not Phase.TURN or view.drawing or view.active is None:
        return False
    player = view.players[view.seat]
    if view.ending and player.position < view.players[view.active].position:
        return False
    return any(fits(tile.drawing, player.covered) for tile in player.path)


def _placing(view: SummerView, player: PlayerView) -> tuple[Advice, ...]:
    task = view.task
    assert task is not None
    if task.spent is Treasure.FEATHER:
        text = t("Both tiles come from your path. There must be room for the second one too.")
        return (Advice(prompt(view), ("IS-FEA-1",)), Advice(text, ("IS-FEA-1", "IS-TURN-2")))
    found = [Advice(prompt(view), _mushroom_rules(view))]
    unfit = [tile for tile in task.tiles if not fits(tile.drawing, player.covered)]
    if unfit:
        text = t(
            "There is no room for {tiles}. Tiles that don't fit stay where they were.",
            tiles=tiles_text(unfit),
        )
        found.append(Advice(text, ("IS-MUSH-2",)))
    return tuple(found)


def _mushroom_rules(view: SummerView) -> tuple[str, ...]:
    """Return the rule for whose tiles a Mushroom takes with this many players."""
    if view.solo:
        return ("IS-SOLO-5",)
    return ("IS-MUSH-5",) if len(view.players) == 2 else ("IS-MUSH-1",)


def _decision(view: SummerView, player: PlayerView) -> Advice:
    if view.main_done or not player.empty:
        return Advice(prompt(view), ("IS-TURN-2",) if view.main_done else ("IS-TURN-4",))
    if not any(fits(tile.drawing, player.covered) for tile in player.path):
        return Advice(
            t("No tile on your path fits. Place a squirrel, or get other tiles first."),
            ("IS-TURN-6", "IS-SQ-1"),
        )
    return Advice(prompt(view), ("IS-TURN-5", "IS-LEAF-1"))


def _special(view: SummerView, player: PlayerView) -> list[Advice]:
    """Return what else there is to do, the rarest first."""
    found = [*_animals(view, player), *_last_gaps(view, player), *_pairs(view, player)]
    brings = _berry_brings(view, player)
    if player.supply[Treasure.BERRY.rank] and len(player.path) < MOST and brings:
        text = tn("A Berry gets you {count} tile.", "A Berry gets you {count} tiles.", brings)
        found.append(Advice(text, ("IS-SOLO-4",) if view.solo else ("IS-BER-1",)))
    if swaps(player.supply):
        text = t(
            "You can exchange tokens: one for any lower one, or two of a kind for the next "
            "higher one."
        )
        found.append(Advice(text, ("IS-EXC-1",)))
    return found


def _pairs(view: SummerView, player: PlayerView) -> list[Advice]:
    """Return the Feathers, and the Mushrooms whose tiles fit."""
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
    return [Advice(text, (*rules, *(_mushroom_rules(view) if mushrooms else ())))]


def _both_fit(view: SummerView, pair: Sources, player: PlayerView) -> bool:
    tiles = first_tiles(view, pair)
    return len(tiles) == 2 and all(fits(tile.drawing, player.covered) for tile in tiles)


def _berry_brings(view: SummerView, player: PlayerView) -> int:
    """Return how many tiles a Berry brings at most (IS-BER-1, IS-SOLO-4)."""
    there = len(view.common) + view.reserve
    if view.solo:
        there = max(len(view.top), len(view.bottom))
    return min(max(PATH - len(player.path), 1), there)


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
    return [Advice(text, ("IS-ANI-1", "IS-ANI-4"))]


def _last_gaps(view: SummerView, player: PlayerView) -> list[Advice]:
    """Return the area that the Nuts at hand would complete; [] if there is none."""
    nuts = player.supply[Treasure.NUT.rank]
    near = [(gaps, area) for area, gaps in enumerate(player.gaps, 1) if 0 < gaps <= nuts]
    if not near:
        return []
    gaps, area = min(near)
    empty = tuple(str(cell) for cell in cells(FULL & ~player.covered) if cell.area == area)
    text = tn(
        "{count} Nut completes area {area}: {cells}.",
        "{count} Nuts complete area {area}: {cells}.",
        gaps,
        area=area,
        cells=empty,
    )
    return [Advice(text, ("IS-NUT-1", "IS-AREA-2"))]
