"""Short sentences about a turn: what is new, what its player may do."""

from __future__ import annotations

from collections.abc import Iterator

from rules.lodge.components import AMENITIES, LOOKS
from rules.lodge.view import LodgeView, Phase, TileView
from rules.text import Param, Seat, Text, Who, t


def may_send_away(view: LodgeView) -> bool:
    """Return whether the waiting guests can be sent away now, to some use.

    They can't while the valet chooses, nor once the match is over (LD-GREF-1); and after the last
    guest from the display nobody would come to stay.
    """
    if view.phase not in (Phase.BUILD, Phase.GUESTS):
        return False
    return bool(view.shared) and not (view.display_used and view.is_last_of_all)


def yours(view: LodgeView) -> Text:
    """Return what the active player may do now, said to them."""
    if view.phase is Phase.VALET:
        return t("Choose a guest for your valet")
    if view.phase is Phase.BUILD:
        return _build(view)
    if view.hosts:
        return t("Place guests, or end your turn")
    guests, rooms = may_send_away(view), _can_renew_rooms(view)
    if guests and rooms:
        return t("Bring new guests or rooms, or end your turn")
    if guests:
        return t("Bring new guests, or end your turn")
    return t("Bring new rooms, or end your turn") if rooms else t("End your turn")


def _build(view: LodgeView) -> Text:
    """Return what can be built: at least one of the two (LD-TURN-5)."""
    floors = {cell.floor for cell in view.cells}
    rooms = any(room and n // 4 + 1 in floors for n, room in enumerate(view.display))
    if not any(view.amenities):
        return t("Build a room")
    return t("Build a room or an amenity") if rooms else t("Build an amenity")


def _can_renew_rooms(view: LodgeView) -> bool:
    """Return whether the Refresh Token can be used, and rooms will still be built."""
    token = view.active is not None and view.players[view.active].token
    return token and any(view.display) and not view.is_last_of_all


def news(view: LodgeView, seat: Seat) -> tuple[tuple[Param, ...], ...]:
    """Return what is new in a lodge: in full, in short, by its cells; or ()."""
    found = tuple(_touched(view, seat))
    if not found:
        return ()
    return tuple(map(_new, found)), tuple(map(_brief, found)), tuple(str(it.cell) for it in found)


def _touched(view: LodgeView, seat: Seat) -> Iterator[TileView]:
    """Yield what is new since the newest build: the tile, then who moved in."""
    cells = dict.fromkeys(cell for owner, cell in view.recent.cells if owner == seat)
    tiles = {tile.cell: tile for stack in view.players[seat].columns for tile in stack}
    return (tiles[cell] for cell in cells if cell in tiles)


def _new(tile: TileView) -> Text:
    cell = str(tile.cell)
    if tile.amenity is not None:
        return t("{name} in {cell}", name=AMENITIES[tile.amenity].name, cell=cell)
    if tile.guest is not None:
        return t("guest in {cell}", cell=cell)
    colour = LOOKS[tile.colour].word if tile.colour else ""
    return t("{colour} room in {cell}", colour=colour, cell=cell)


def _brief(tile: TileView) -> Text:
    """Return what is new in a cell without what its picture shows: colour or name."""
    cell = str(tile.cell)
    if tile.amenity is not None:
        return t("amenity {cell}", cell=cell)
    return t("guest {cell}", cell=cell) if tile.guest else t("room {cell}", cell=cell)


def changed(view: LodgeView) -> Iterator[Param]:
    """Yield what is new on the whole table since the newest build."""
    for seat in dict.fromkeys(seat for seat, _ in view.recent.cells):
        for it in _touched(view, seat):
            yield t("{what} ({who})", what=_new(it), who=Who(seat))
    if view.recent.slots:
        slots = " ".join(map(str, view.recent.slots))
        yield t("display {slots}", slots=slots)
    yield from (t("guest {guest}", guest=guest.called) for guest in view.recent.guests)
    yield from (t("{name}", name=AMENITIES[key].name) for key in view.recent.amenities)
