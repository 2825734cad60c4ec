"""A player's picture while they choose a tile: floor, tiles, what fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from render.exhibition import capital
from render.i18n import Lang, Names
from render.indian_summer import aside, board, component, heading, layout, offer, panels, text
from render.indian_summer.floor import Marks
from render.kit.layout import Box
from render.kit.press import Mosaic, Press
from render.picture import Picture
from render.speech import Speech, brief
from rules.indian_summer.components import (
    ANIMALS,
    MOST,
    NOTHING,
    PATH,
    SOLO_PATH,
    TREASURE_KINDS,
    Animal,
    FloorId,
    Tile,
    Treasure,
)
from rules.indian_summer.view import Phase, PlayerView, SummerView, as_nuts
from rules.text import Text, Who, t, tn


def has_hand(view: SummerView) -> bool:
    """Return whether there is a picture of what the viewer chooses from."""
    return view.seat >= 0 and view.phase is not Phase.SETUP


def picture(press: Press, view: SummerView, names: Names, lang: Lang) -> Picture | None:
    """Return what a player chooses from; None for a watcher, and before the deal."""
    if not has_hand(view):
        return None
    say, view = Speech(names, lang), board.settled(view)
    if view.phase is Phase.SIDES:
        return sides(press, view, say)
    it, boxes = view.players[view.seat], layout.hand(solo=view.solo)
    sheet = press.sheet(layout.hand_height(solo=view.solo))
    put_head(sheet, boxes["head"], view, say)
    found, spaces = fitting(view, it)
    put_floor(sheet, boxes["floor"], it, Marks(board.fresh(view, view.seat), fitting=spaces))
    beside = layout.beside(solo=view.solo)
    put_choices(sheet, beside, view, say)
    if (line := squirrel(view)) is not None:
        sheet.put(beside["squirrel"], aside.squirrel, capital(say(line)))
    nuts = as_nuts(it.supply)
    sheet.put_all(
        aside.supply(beside["supply"], it.supply, NOTHING, nuts, say(t("if all swapped")))
    )
    sheet.put_all(aside.gaps(beside["gaps"], say(t("Empty spaces by area")), it.gaps, it.gaps))
    if view.phase is not Phase.OVER:
        put_fits(sheet, beside["fits"], view, found, say)
    put_market(sheet, boxes["low"], view, say)
    lines = [say(line) for line in choice_lines(view, it)]
    return Picture(
        sheet.png(), brief(" ".join(lines)), "\n".join([*lines, "", *text.player(it, say)])
    )


def put_choices(sheet: Mosaic, boxes: Mapping[str, Box], view: SummerView, say: Speech) -> None:
    """Put the tiles to choose from, darker those that can't be placed now."""
    it = view.players[view.seat]
    lost = unfit(view, it)
    for n, tile in enumerate((*choices(view), *(None,) * MOST)[:MOST]):
        note = t("doesn't fit") if tile in lost else None if places(view) else t("not now")
        first = tile is not None and it.path[:1] == (tile,)
        sheet.put(boxes[f"tile{n}"], aside.choice, tile, first, say(note) if note else "")


def places(view: SummerView) -> bool:
    """Return whether the viewer's tiles can be placed in this turn or their next."""
    return view.active != view.seat or not view.main_done or view.task is not None


def squirrel(view: SummerView) -> Text | None:
    """Return how a player may place a squirrel: as their main action, or for a Nut."""
    if text.takes_squirrel(view, view.seat):
        return t("Squirrel on any empty space")
    nut = Treasure.NUT
    if not view.players[view.seat].empty or not text.affords(view, view.seat, nut):
        return None
    return t("{treasure}: {use}", treasure=TREASURE_KINDS[nut].name, use=component.use(nut))


def fitting(view: SummerView, it: PlayerView) -> tuple[tuple[Animal, ...], int]:
    """Return what `aside.animals_on` does; nothing once the match is over."""
    if view.phase is Phase.OVER:
        return (), 0
    return aside.animals_on(int(it.holes), aside.stock(view))


def unfit(view: SummerView, it: PlayerView) -> tuple[Tile, ...]:
    """Return which tiles to choose from fit nowhere; none once the match is over."""
    if view.phase is Phase.OVER:
        return ()
    return tuple(tile for tile in choices(view) if not aside.fits(tile, int(it.covered)))


def put_head(sheet: Mosaic, box: Box, view: SummerView, say: Speech) -> None:
    """Put whose floor it is, that it is their move, or that the match is over."""
    acts = view.active == view.seat
    if acts:
        line = say(own) if (own := yours(view)) else board.asked(view, say, box.w, 1)
    else:
        over = view.phase is Phase.OVER
        line = say(t("The walk is over") if over else t("Your forest floor"))
    sheet.put(box, heading.head, (view.seat,), line, acts)


def yours(view: SummerView) -> Text | None:
    """Return what the viewer has to choose now, or None where `text.asked` says it."""
    if view.active != view.seat or view.phase is not Phase.TURN or view.drawing:
        return None
    it = view.players[view.seat]
    if view.task is not None:
        if view.task.spent is Treasure.FEATHER:
            return t("Place the second tile") if view.task.placed else t("Place two tiles")
        fit = any(aside.fits(tile, int(it.covered)) for tile in view.task.tiles)
        return t("Place the Mushroom's tiles") if fit else t("Give up what doesn't fit")
    if view.main_done or not it.empty:
        return _rest(_uses_tokens(view, it), view.with_animals and bool(fitting(view, it)[0]))
    return _main(view, it)


def _uses_tokens(view: SummerView, it: PlayerView) -> bool:
    """Return whether tokens can be used besides the main action: spent or exchanged."""
    berries, nuts, mushrooms, feathers = it.supply
    if mushrooms or feathers or nuts or berries > 1:
        return True
    return bool(berries) and len(it.path) < MOST and bool(view.common or view.top or view.bottom)


def _rest(tokens: bool, animals: bool) -> Text:
    """Return what can follow the main action."""
    if tokens and animals:
        return t("Use tokens or animals, or end your turn")
    if tokens:
        return t("Use tokens, or end your turn")
    return t("Place animals, or end your turn") if animals else t("End your turn")


def _main(view: SummerView, it: PlayerView) -> Text:
    """Return what the main action can be."""
    covered = int(it.covered)
    if not any(aside.fits(tile, covered) for tile in it.path):
        spends = text.can_spend(view, it)
        return t("Place a squirrel or spend a token") if spends else t("Place a squirrel")
    feather = it.supply[Treasure.FEATHER.rank] and aside.fit_together(it.path, covered)
    mushroom = it.supply[Treasure.MUSHROOM.rank] and _robs(view, it)
    if feather and mushroom:
        return t("Place a tile or a squirrel, or spend a Feather or a Mushroom")
    if feather:
        return t("Place a tile or a squirrel, or spend a Feather")
    if mushroom:
        return t("Place a tile or a squirrel, or spend a Mushroom")
    return t("Place a tile or a squirrel")


def _robs(view: SummerView, it: PlayerView) -> bool:
    """Return whether a Mushroom can bring a tile that fits."""
    found = [path[0] for other in view.players if other is not it and (path := other.path)]
    if view.solo:
        found = [tile for row in (view.top, view.bottom) for tile in (*row[:1], *row[-1:])]
    elif view.seats == 2:
        found += view.common[:1]
    return any(aside.fits(tile, int(it.covered)) for tile in found)


def put_floor(sheet: Mosaic, room: Box, it: PlayerView, marked: Marks) -> None:
    """Put a player's floor, as large as possible."""
    numbers, letters, spaces = layout.ground(room.inset(layout.FRAME))
    sheet.put(room, panels.frame, False)
    sheet.put_all(panels.large(letters, numbers, spaces, it, marked))


def put_fits(
    sheet: Mosaic, box: Box, view: SummerView, found: tuple[Animal, ...], say: Speech
) -> None:
    """Put which animals fit over empty holes; if none, the holes they need."""
    if not view.with_animals:
        line = t("no animals")
    else:
        line = t("Animals that fit") if found else t("None fits yet; they need:")
    shown = found or aside.stock(view)
    named = tuple(aside.Fitting(animal, say.name(ANIMALS[animal].name)) for animal in shown)
    sheet.put(box, aside.animals, say(line), named, bool(found))


def put_market(sheet: Mosaic, room: Box, view: SummerView, say: Speech) -> None:
    """Put the tiles that a Berry would bring, and those that a Mushroom would take.

    They have no colour if the player can't afford these, or can't spend them now; nor have those
    after the ones that the Berry would bring.
    """
    if view.solo:
        for box, (title, tiles) in zip(room.rows(2, layout.GAP), board.paths(view), strict=True):
            sheet.put_all(offer.solo_path(box, say(title), tiles, SOLO_PATH))
        return
    boxes = layout.market(view.seats - 1)
    berry, mushroom = takes(view, Treasure.BERRY), takes(view, Treasure.MUSHROOM)
    if view.phase is not Phase.OVER:
        sheet.put(boxes["cost0"], aside.cost, capital(say(cost(view, Treasure.BERRY))))
        sheet.put(boxes["cost1"], aside.cost, capital(say(cost(view, Treasure.MUSHROOM))))
    sheet.put(boxes["next0"], aside.source, Treasure.BERRY, berry)
    brought = max(PATH - len(view.players[view.seat].path), 1) if berry else 0  # IS-BER-1
    for n in range(PATH):
        tile = view.common[n] if n < len(view.common) else None
        soon = n < brought
        new = soon and tile in view.last.tiles
        sheet.put(boxes[f"next{n + 1}"], offer.common, tile, soon, new, not soon)
    sheet.put(boxes["first0"], aside.source, Treasure.MUSHROOM, mushroom)
    others = [seat for seat in text.seats(view) if seat != view.seat]
    for n, seat in enumerate(others, 1):
        first = next(iter(view.players[seat].path), None)
        sheet.put(boxes[f"first{n}"], aside.first, seat, say.names[seat], first, mushroom)


def cost(view: SummerView, which: Treasure) -> Text:
    """Return what the tiles cost that a Berry or a Mushroom brings, and why not now."""
    name, have = TREASURE_KINDS[which].name, view.players[view.seat].supply[which.rank]
    if text.affords(view, view.seat, which) and not takes(view, which):
        return t("costs 1 {treasure}, you have {count}; not now", treasure=name, count=have)
    if takes(view, which) and not have:
        return t("costs 1 {treasure}, you have 0; swap for it first", treasure=name)
    return t("costs 1 {treasure}, you have {count}", treasure=name, count=have)


def takes(view: SummerView, which: Treasure) -> bool:
    """Return whether a Berry or a Mushroom can bring tiles now, or in the next turn.

    They may first have to exchange others for it.
    """
    it = view.players[view.seat]
    if not text.affords(view, view.seat, which) or (view.active == view.seat and view.task):
        return False
    if which is Treasure.BERRY:
        return len(it.path) < MOST and bool(view.common)
    return text.takes_squirrel(view, view.seat) and _robs(view, it)


def choices(view: SummerView) -> tuple[Tile, ...]:
    """Return the tiles to choose from; a path's in its order, the first one first."""
    task = view.task
    if view.active == view.seat and task is not None and task.spent is Treasure.MUSHROOM:
        return tuple(sorted(task.tiles))
    return view.players[view.seat].path


def choice_lines(view: SummerView, it: PlayerView) -> list[Text]:
    """Return the choices in words."""
    lines = [
        t("{sentence}.", sentence=yours(view) or text.asked(view)),
        t("Tiles: {tiles}.", tiles=text.tiles(choices(view))),
        t("Treasures: {treasures}.", treasures=text.treasures(it.supply)),
        tn(
            "All treasures together make {count} Nut.",
            "All treasures together make {count} Nuts.",
            as_nuts(it.supply),
        ),
        t("Empty spaces by area: {gaps}.", gaps=text.gaps(it.gaps)),
    ]
    if lost := unfit(view, it):
        lines.append(t("Tiles that don't fit: {tiles}.", tiles=text.tiles(lost)))
    if text.takes_squirrel(view, view.seat):
        lines.append(t("A squirrel can be placed on any empty space."))
    found, _ = fitting(view, it)
    if found:
        lines.append(t("Animals that fit: {animals}.", animals=text.kinds(found)))
    return [*lines, *_to_come(view)]


def _to_come(view: SummerView) -> list[Text]:
    """Return the tiles that treasures would bring, in words."""
    if view.solo:
        return [t("{name}: {tiles}.", name=name, tiles=text.tiles(path))
                for name, path in board.paths(view)]  # fmt: skip
    others = [seat for seat in text.seats(view) if seat != view.seat]
    firsts = tuple(
        t("{who} {tile}", who=Who(seat), tile=view.players[seat].path[0])
        for seat in others
        if view.players[seat].path
    )
    lines = [t("Next on the common path: {tiles}.", tiles=text.tiles(view.common[:PATH]))]
    if firsts:
        lines.append(
            tn(
                "First tile of the other player: {tiles}.",
                "First tiles of the other players: {tiles}.",
                len(others),
                tiles=firsts,
            )
        )
    return lines


def sides(press: Press, view: SummerView, say: Speech) -> Picture:
    """Return both sides of a player's board, to choose from."""
    it, boxes = view.players[view.seat], layout.sides()
    sheet = press.sheet(layout.SIDES_HEIGHT)
    sheet.put(boxes["head"], heading.head, (view.seat,), say(t("Choose a side for your floor")))
    lines = []
    for letter in ("A", "B"):
        side = it.floor.side(letter)
        box = boxes[letter]
        chosen = view.sides[view.seat] == letter
        sheet.put(box, panels.frame, chosen)
        inner = box.inset(layout.FRAME)
        label = say(t("Side {side}", side=letter))
        sheet.put(inner.top(layout.NAME), panels.side, label, chosen)
        numbers, letters, spaces = layout.ground(inner.below(layout.NAME))
        printed = blank(it, side)
        sheet.put_all(panels.large(letters, numbers, spaces, printed, Marks()))
        lines += [label, *text.grid(printed, text.signs(say.lang))]
    return Picture(sheet.png(), brief(" ".join(lines)), "\n".join(lines))


def blank(it: PlayerView, side: FloorId) -> PlayerView:
    """Return a player's floor at the start, on one side of the board."""
    return replace(it, floor=side)
