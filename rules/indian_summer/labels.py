"""Headline, prompt and option labels, all made from a view."""

from __future__ import annotations

from collections.abc import Iterable

from rules.claims import can, each
from rules.indian_summer.components import (
    ANIMALS,
    FLOORS,
    TREASURE_KINDS,
    Animal,
    Cell,
    Tile,
    Treasure,
    Turn,
    cells,
)
from rules.indian_summer.events import END_TEXT, count_text, gain_text, pair_text, tiles_text
from rules.indian_summer.forest.floor import gain
from rules.indian_summer.forest.places import animal_moves, fits
from rules.indian_summer.forest.sources import first_tiles, missing
from rules.indian_summer.legal import can_berry, can_feather, fitting_pairs, rate, swaps
from rules.indian_summer.moves import (
    BerryFrom,
    ChooseSide,
    End,
    EndTurn,
    Forgo,
    Leaf,
    NextGame,
    PlaceAnimal,
    Refill,
    Side,
    Sources,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.state import Player
from rules.indian_summer.view import Phase, PlayerView, SummerView, Task
from rules.protocol import Move
from rules.text import Text, Who, t, tn


def headline(view: SummerView) -> Text:
    """Return the round, or the turn of a solo game: "Round 7, the last one"."""
    if view.phase is Phase.OVER:
        return t("The match is over")
    if view.series:
        return t(
            "Game {game}, turn {turn} of {turns}",
            game=view.game,
            turn=view.round,
            turns=view.rounds,
        )
    if view.rounds:
        return t("Turn {turn} of {turns}", turn=view.round, turns=view.rounds)
    if view.ending:
        return t("Round {round} (last round)", round=view.round)
    return t("Round {round}", round=view.round)


def prompt(view: SummerView) -> Text:
    """Return the decision the viewer has to make, or what the match is waiting for."""
    if view.phase is Phase.OVER:
        return t("The match is over.")
    if view.drawing:
        return t("Tiles are being drawn.")
    if view.phase is Phase.SIDES:
        if view.seat in view.waiting:
            text = t(
                "Choose a side of your forest floor. Nobody sees it until everybody has chosen."
            )
            return text.says(can(ChooseSide))
        return t("Still choosing a side: {who}.", who=tuple(Who(s) for s in view.waiting))
    if view.active is None or view.seat != view.active:
        return t("It's {who}'s turn.", who=Who(view.active or 0))
    return _own_prompt(view, view.players[view.seat])


def _own_prompt(view: SummerView, player: PlayerView) -> Text:
    """Return the decision of the active player."""
    if view.phase is Phase.SCORED:
        text = t("Game {game} is over. Deal the next one whenever you like.", game=view.game)
        return text.says(can(NextGame))
    if view.phase is Phase.REFILL:
        text = t("Your path is empty. Choose a path and which end to take tiles from.")
        return text.says(can(Refill))
    if view.task is not None:
        return _task_prompt(view.task, player)
    if view.main_done or not player.empty:
        return _rest_prompt(view, player)
    return _main_prompt(view, player)


def _rest_prompt(view: SummerView, player: PlayerView) -> Text:
    """Return what can still be done when nothing has to be done any more."""
    animals = can_place_animal(view, player)
    tokens = token_moves(view, player)
    match bool(player.empty), bool(tokens), animals:
        case False, True, True:
            text = t("Your floor is full. You can still use tokens and animals, or end your turn.")
        case False, True, False:
            text = t("Your floor is full. You can still use tokens, or end your turn.")
        case False, False, True:
            text = t("Your floor is full. You can still place animals, or end your turn.")
        case False, False, False:
            text = t("Your floor is full. End your turn.")
        case True, True, True:
            text = t(
                "Your main action is done. You can still use tokens and animals, or end your turn."
            )
        case True, True, False:
            text = t("Your main action is done. You can still use tokens, or end your turn.")
        case True, False, True:
            text = t("Your main action is done. You can still place animals, or end your turn.")
        case _:
            text = t("Your main action is done. End your turn.")
    named = (*tokens, PlaceAnimal) if animals else tokens
    return text.says(can(EndTurn), *map(can, named))


def token_moves(view: SummerView, player: PlayerView) -> tuple[type[Move], ...]:
    """Return the kinds of moves that use tokens around the main action."""
    found = {
        BerryFrom if view.solo else SpendBerry: can_berry(view, player),
        SpendNut: player.supply[Treasure.NUT.rank] and player.empty,
        Swap: swaps(player.supply),
    }
    return tuple(kind for kind, possible in found.items() if possible)


def can_place_animal(view: SummerView, player: PlayerView) -> bool:
    """True if an animal fits on the empty holes of a floor (IS-ANI-1)."""
    return view.with_animals and bool(
        animal_moves(player.holes, tuple(kind.left for kind in view.stock))
    )


def _main_prompt(view: SummerView, player: PlayerView) -> Text:
    """Return what the main action can be, with the tiles and tokens at hand."""
    mushrooms = player.supply[2] and any(fitting_pairs(view, player.covered))
    feathers = player.supply[3] and can_feather(player)
    if not any_fits(player.path, player):
        if mushrooms:
            text = t("Place a squirrel, or spend a Mushroom instead.")
            return text.says(can(Squirrel), can(SpendMushroom))
        return t("Place a squirrel.").says(can(Squirrel))
    place = (can(Leaf), can(Squirrel))
    if mushrooms and feathers:
        text = t("Place a leaf tile or a squirrel, or spend a Feather or a Mushroom instead.")
        return text.says(*place, can(SpendFeather), can(SpendMushroom))
    if feathers:
        text = t("Place a leaf tile or a squirrel, or spend a Feather instead.")
        return text.says(*place, can(SpendFeather))
    if mushrooms:
        text = t("Place a leaf tile or a squirrel, or spend a Mushroom instead.")
        return text.says(*place, can(SpendMushroom))
    return t("Place a leaf tile or a squirrel.").says(*place)


def any_fits(tiles: Iterable[Tile], player: Player | PlayerView) -> bool:
    """True if one of these tiles can be placed on a player's floor (IS-LEAF-1)."""
    return any(fits(tile.drawing, player.covered) for tile in tiles)


def _task_prompt(task: Task, player: PlayerView) -> Text:
    if task.spent is Treasure.MUSHROOM:
        fitting = [tile for tile in task.tiles if any_fits((tile,), player)]
        if not fitting:
            text = t(
                "There's no room for {tiles}. Give up what doesn't fit.",
                tiles=tiles_text(task.tiles),
            )
            return text.says(*each(Forgo, "tile", task.tiles, every=True))
        text = t("Place the Mushroom's tiles: {tiles}.", tiles=tiles_text(fitting))
        return text.says(*each(Leaf, "tile", fitting, every=True))
    if task.placed:
        return t("Place the second tile for your Feather.").says(can(Leaf))
    return t("Place the first tile for your Feather.").says(can(Leaf))


# Labels


def option(view: SummerView, move_type: type[Move], name: str, value: object) -> Text:
    """Return the label of one value of the part `name` of a move."""
    match value:
        case Tile():
            return _tile_option(view, value)
        case Cell():
            return _cell_option(view, move_type, value)
        case Turn():
            return t("{turn}", turn=str(value))
        case Animal():
            return _animal_option(view, value)
        case Treasure():
            return _treasure_option(view, name, value)
        case End():
            return t("{end}: {tiles}", end=END_TEXT[value], tiles=tiles_text(from_end(view, value)))
        case Side():
            return _side_option(view, value)
        case Sources():
            return _pair_option(view, value)
    raise TypeError(f"no part of a move: {value!r}")


def _tile_option(view: SummerView, tile: Tile) -> Text:
    player = own_panel(view)
    count = fits(tile.drawing, player.covered).bit_count()
    if tile not in player.path:
        return tn(
            "{tile}: {shape}, from the Mushroom, fits in {count} place",
            "{tile}: {shape}, from the Mushroom, fits in {count} places",
            count,
            tile=str(tile),
            shape=tile.shape,
        )
    return tn(
        "{tile}: {shape}, number {number} on your path, fits in {count} place",
        "{tile}: {shape}, number {number} on your path, fits in {count} places",
        count,
        tile=str(tile),
        shape=tile.shape,
        number=player.path.index(tile) + 1,
    )


def _cell_option(view: SummerView, move_type: type[Move], cell: Cell) -> Text:
    player = own_panel(view)
    below = FLOORS[player.floor].prints[cell.number]
    if move_type in (Squirrel, SpendNut):
        found = gain_text(gain(player.floor, player.covered, player.tokens, cell.bit))
        if found is not None:
            return t("{cell}: {gain}", cell=str(cell), gain=found)
        return t("{cell}: area {area}", cell=str(cell), area=cell.area)
    if below is None:
        return t("{cell}: area {area}", cell=str(cell), area=cell.area)
    return t(
        "{cell}: area {area}, {treasure}",
        cell=str(cell),
        area=cell.area,
        treasure=count_text(below, 1),
    )


def _animal_option(view: SummerView, animal: Animal) -> Text:
    kind = ANIMALS[animal]
    left = sum(stock.left for stock in view.stock if stock.animal is animal)
    if kind.bears is None:
        return t("{animal}: {left} left", animal=kind.name, left=left)
    return t(
        "{animal}: carries {treasure}",
        animal=kind.name,
        treasure=count_text(kind.bears, 1),
    )


def _treasure_option(view: SummerView, name: str, treasure: Treasure) -> Text:
    held = own_panel(view).supply[treasure.rank]
    if name == "give":
        return t("{treasure}: you have {held}", treasure=TREASURE_KINDS[treasure].name, held=held)
    prices = tuple(
        count_text(give, rate(give, treasure)) for give in Treasure if rate(give, treasure)
    )
    return t(
        "{treasure}: for one of these: {prices}",
        treasure=TREASURE_KINDS[treasure].name,
        prices=prices,
    )


def swap_text(swap: Swap) -> Text:
    """Return an exchange: "2 Berries for 1 Nut"."""
    return t(
        "{give} for {get}",
        give=count_text(swap.give, rate(swap.give, swap.get)),
        get=count_text(swap.get, 1),
    )


def from_end(view: SummerView, end: End) -> tuple[Tile, ...]:
    """Return the tiles that the viewer would take from an end."""
    row = view.top if end.is_top else view.bottom
    need = missing(own_panel(view))
    return row[:need] if end.is_left else row[::-1][:need]


def _side_option(view: SummerView, side: Side) -> Text:
    """Return a side by its rarest treasures; all sides have the same number of each."""
    feathers = FLOORS[own_panel(view).floor.side(side)].bits[Treasure.FEATHER.rank]
    areas = tuple(sorted(cell.area for cell in cells(feathers)))
    return t("Side {side}: Feathers in areas {areas}", side=str(side), areas=areas)


def _pair_option(view: SummerView, pair: Sources) -> Text:
    return t(
        "{sources}: {tiles}", sources=pair_text(pair), tiles=tiles_text(first_tiles(view, pair))
    )


def own_panel(view: SummerView) -> PlayerView:
    """Return the viewer's own panel; for a watcher, the active player's."""
    return view.players[view.seat if view.seat >= 0 else view.active or 0]
