"""Headline, prompt, option labels and sentences, all made from a view."""

from __future__ import annotations

from rules.claims import can, cannot
from rules.draft import there
from rules.lodge.building import guest_points
from rules.lodge.components import (
    AMENITIES,
    LOOKS,
    Amenity,
    AmenityId,
    Cell,
    Floor,
    Guest,
    Slot,
    requirement,
)
from rules.lodge.events import guest_text, guests_text, room_text
from rules.lodge.moves import (
    Build,
    CheckIn,
    Column,
    EndTurn,
    Furnish,
    RefreshGuests,
    RefreshRooms,
    Valet,
)
from rules.lodge.view import LodgeView, Phase
from rules.protocol import Move
from rules.protocol import points as points_text
from rules.text import Text, Who, t, tn


def headline(view: LodgeView) -> Text:
    """Return the turn and what is special about it: "Turn 9 (last round)"."""
    if view.phase is Phase.OVER:
        return t("The match is over")
    if view.turns:
        return t("Turn {turn} of {turns}", turn=view.turn, turns=view.turns)
    if view.ending is not None:
        return t("Turn {turn} (last round)", turn=view.turn)
    return t("Turn {turn}", turn=view.turn)


def prompt(view: LodgeView) -> Text:
    """Return the decision the viewer has to make, or what the match is waiting for.

    Alone, they also read what the end of the turn will take away.
    """
    soon = clock(view)
    if soon is None or view.seat != view.active:
        return decision(view)
    return t("{decision} {soon}", decision=decision(view), soon=soon)


def decision(view: LodgeView) -> Text:
    """Return the decision the viewer has to make, or what the match is waiting for."""
    if view.phase is Phase.OVER:
        return t("The match is over.")
    if view.drawing or view.active is None:
        return t("Pieces are being drawn.")
    if view.seat != view.active:
        return t("It's {who}'s turn.", who=Who(view.active))
    match view.phase:
        case Phase.BUILD:
            return build_something(bool(usable_floors(view)), any(view.amenities))
        case Phase.VALET:
            return t("Choose the next guest for your valet.").says(can(Valet))
    if view.hosts:
        return t("Place guests, or end your turn.").says(can(CheckIn), can(EndTurn))
    return _ask_for_refresh(view)


def build_something(rooms: bool, amenities: bool) -> Text:
    """Ask for a build of what can be built: at least one of the two (LD-TURN-5)."""
    if not amenities:
        return t("Build a room.").says(can(Build))
    if not rooms:
        return t("Build an amenity.").says(can(Furnish))
    return t("Build a room or an amenity.").says(can(Build), can(Furnish))


def _ask_for_refresh(view: LodgeView) -> Text:
    """Name what is left when nobody can move in, as far as it is of use (LD-TURN-4)."""
    guests, token = new_guests_help(view), token_helps(view)
    says = (cannot(CheckIn), can(EndTurn))
    if guests and token:
        return t(
            "No guest can move in now. Send the waiting guests away, use your Refresh Token, or "
            "end your turn."
        ).says(*says, can(RefreshGuests), can(RefreshRooms))
    if guests:
        return t("No guest can move in now. Send the waiting guests away, or end your turn.").says(
            *says, can(RefreshGuests)
        )
    if token:
        return t("No guest can move in now. Use your Refresh Token, or end your turn.").says(
            *says, can(RefreshRooms)
        )
    return t("No guest can move in now. End your turn.").says(*says)


def can_use_token(view: LodgeView) -> bool:
    """Return whether the active player can use the Refresh Token now."""
    return view.active is not None and view.players[view.active].token and any(view.display)


def token_helps(view: LodgeView) -> bool:
    """Return whether the token can be used, and a room will still be built after that."""
    return can_use_token(view) and not (view.phase is Phase.GUESTS and view.is_last_of_all)


def new_guests_help(view: LodgeView) -> bool:
    """Return whether new guests can come and be placed or chosen."""
    return bool(view.shared) and not (view.display_used and view.is_last_of_all)


def clock(view: LodgeView) -> Text | None:
    """Return what leaves a solo match when the turn ends, or None (LD-SOLO-2)."""
    guest, slot = view.departing, view.rival_slot
    if guest is None or view.drawing:
        return None
    if slot is None:
        return t(
            "As things stand, {guest} will leave after this turn, and the rival won't find a room "
            "on floor {floor}.",
            guest=guest.called,
            floor=view.rival_floor,
        )
    return t(
        "As things stand, {guest} will leave after this turn, and the rival will take the {room} "
        "room at {slot}.",
        guest=guest.called,
        room=room_text(there(view.room(slot))),
        slot=str(slot),
    )


def usable_floors(view: LodgeView) -> tuple[Floor, ...]:
    """Return the floors with a room in the display and a cell for it in the lodge."""
    floors = sorted({cell.floor for cell in view.cells})
    return tuple(f for f in floors if any(view.display[(f - 1) * 4 : f * 4]))


def option(view: LodgeView, move_type: type[Move], name: str, value: object) -> Text:
    """Return the label of one value of the part `name` of a move."""
    match value:
        case Slot():
            return _slot_option(view, value)
        case Column():
            return t("Column {column}", column=str(value))
        case AmenityId():
            return amenity_option(value)
        case Guest():
            return _guest_option(view, move_type, value)
        case Cell():
            return _cell_option(view, move_type, value)
        case int():
            return _floor_option(view, value)
    raise TypeError(f"no part of a move: {value!r}")


def _slot_option(view: LodgeView, slot: Slot) -> Text:
    room = view.room(slot)
    if room is None:
        return t("{slot}, empty", slot=str(slot))
    return t(
        "{slot}, {room}: floor {floor}, place {number}",
        slot=str(slot),
        room=room_text(room),
        floor=slot.floor,
        number=slot.number,
    )


def amenity_option(tile: AmenityId) -> Text:
    """Return an amenity with its points and what it asks for."""
    amenity = AMENITIES[tile]
    return t(
        "{name}, {points} points: {wish}",
        name=amenity.name,
        points=amenity.points,
        wish=requirement(amenity),
    )


def _guest_option(view: LodgeView, move_type: type[Move], guest: Guest) -> Text:
    player = view.players[view.seat] if view.seat >= 0 else None
    if move_type is CheckIn and player is not None and player.valet == guest:
        return t("{guest}, from your valet", guest=guest_text(guest))
    return guest_text(guest)


def _cell_option(view: LodgeView, move_type: type[Move], cell: Cell) -> Text:
    if move_type is Furnish or view.seat < 0:
        return t("{cell}, floor {floor}", cell=str(cell), floor=cell.floor)
    tile = view.players[view.seat].columns[cell.column][cell.floor - 1]
    here = [host for host in view.hosts if host.cell == cell]
    if tile.colour is None or not here:
        return t("{cell}", cell=str(cell))
    room = room_text(tile.colour)
    worth = {host.points: None for host in here}
    if len(worth) == 1:
        return t("{cell}, {room}, {points}", cell=str(cell), room=room, points=points_text(*worth))
    points = tuple(
        t(
            "{points} for {guests}",
            points=points_text(each),
            guests=tuple(host.guest.called for host in here if host.points == each),
        )
        for each in worth
    )
    return t("{cell}, {room}, {points}", cell=str(cell), room=room, points=points)


def _floor_option(view: LodgeView, floor: int) -> Text:
    here = view.display[(floor - 1) * 4 : floor * 4]
    rooms = tuple(LOOKS[room].letter for room in here if room is not None)
    return t("Floor {floor}: {rooms}", floor=floor, rooms=rooms or "–")


def sentence(view: LodgeView, move: Move) -> Text:
    """Return what `move` would do."""
    match move:
        case Build(slot, column):
            room = view.room(slot)
            return t(
                "Build the {room} room from {slot} in {cell}.",
                slot=str(slot),
                cell=str(Cell(column.number, slot.floor)),
                room=room_text(room) if room else "–",
            )
        case Furnish(tile, cell):
            return _furnish_sentence(view, AMENITIES[tile], cell)
        case CheckIn(guest, cell):
            return _check_in_sentence(guest, cell)
        case Valet(guest):
            return t("Send guest {guest} to wait with your valet.", guest=guest_text(guest))
        case RefreshGuests():
            gone = (guest for guest in view.guests if guest is not None)
            return t(
                "Send {guests} away for four new guests. This can't be undone.",
                guests=guests_text(gone),
            )
        case RefreshRooms(floor):
            return t(
                "Spend your only Refresh Token. The rooms on floor {floor} of the display are "
                "discarded, the others drop down, and the gaps are filled. This can't be undone.",
                floor=floor,
            )
    return t("End your turn.")


def _furnish_sentence(view: LodgeView, amenity: Amenity, cell: Cell) -> Text:
    if not view.amenities_left:
        return t("Build the {name} in {cell}.", name=amenity.name, cell=str(cell))
    return t(
        "Build the {name} in {cell}. The next amenity is turned up, so this can't be undone.",
        name=amenity.name,
        cell=str(cell),
    )


def _check_in_sentence(guest: Guest, cell: Cell) -> Text:
    worth = guest_points(guest, cell.floor)
    if cell.floor == guest.floor:
        return tn(
            "Guest {guest} moves into {cell} on their favourite floor and scores {count} point.",
            "Guest {guest} moves into {cell} on their favourite floor and scores {count} points.",
            worth,
            guest=guest.called,
            cell=str(cell),
        )
    return tn(
        "Guest {guest} moves into {cell} and scores {count} point.",
        "Guest {guest} moves into {cell} and scores {count} points.",
        worth,
        guest=guest.called,
        cell=str(cell),
    )


def label(view: LodgeView, move: Move) -> Text:
    """Return `move` for its button: what it does, without what follows from it."""
    match move:
        case Furnish(tile, cell):
            return t("Build the {name} in {cell}.", name=AMENITIES[tile].name, cell=str(cell))
        case RefreshGuests():
            return RefreshGuests.title
        case RefreshRooms(floor):
            return t("Token: floor {floor}", floor=floor)
    return sentence(view, move)
