"""The place of a component now; everybody may know it (LD-INFO-3)."""

from __future__ import annotations

from typing import Final

from rules.lodge.building import guest_points
from rules.lodge.components import AMENITIES, COLOURS, GUESTS, AmenityId, Colour, Guest, requirement
from rules.lodge.events import room_text
from rules.lodge.view import LodgeView, Phase, PlayerView, TileView
from rules.text import Text, Who, t

_ROOM_IDS: Final = {f"room:{colour}": colour for colour in COLOURS}
_THINGS: Final = ("elevator", "valet", "token")
COMPONENTS: Final[tuple[str, ...]] = (
    *_ROOM_IDS,
    *(str(guest) for guest in GUESTS),
    *AMENITIES,
    *_THINGS,
)
"""Rooms ``room:R``, guests ``RB3``, amenities ``A01``, and three other things."""


def whereabouts(view: LodgeView, component: str) -> Text | None:
    """Return where a component is now; None before set-up."""
    if view.phase is Phase.SETUP:
        return None
    if component in _ROOM_IDS:
        return _rooms(view, _ROOM_IDS[component])
    if component in AMENITIES:
        return _amenity(view, AmenityId(component))
    if component in _THINGS:
        return _thing(view, component)
    return _guest(view, Guest.parse(component))


def _rooms(view: LodgeView, colour: Colour) -> Text:
    built = sum(tile.colour is colour for _, tile in _tiles(view))
    return t(
        "Rooms in {room}: {shown} in the display, {built} in lodges, {bag} in the bag.",
        room=room_text(colour),
        shown=view.display.count(colour),
        built=built,
        bag=view.rooms_left[COLOURS.index(colour)],
    )


def _tiles(view: LodgeView) -> list[tuple[PlayerView, TileView]]:
    return [(p, tile) for p in view.players for column in p.columns for tile in column]


def _guest(view: LodgeView, guest: Guest) -> Text:
    if guest in view.guests:
        return t("Guest {guest} is waiting in the display.", guest=guest.called)
    for player in view.players:
        if player.valet == guest:
            return t(
                "Guest {guest} is waiting with {who}'s valet.",
                guest=guest.called,
                who=Who(player.seat),
            )
    for player, tile in _tiles(view):
        if tile.guest == guest:
            return t(
                "Guest {guest} is in {cell} of {who}'s lodge, for {points} points.",
                guest=guest.called,
                who=Who(player.seat),
                cell=str(tile.cell),
                points=guest_points(guest, tile.cell.floor),
            )
    return t("Guest {guest} is in the bag.", guest=guest.called)


def _amenity(view: LodgeView, tile: AmenityId) -> Text:
    name = AMENITIES[tile].name
    if tile in view.amenities:
        return t("The {amenity} is one of the face-up amenities.", amenity=name)
    for player, found in _tiles(view):
        if found.amenity == tile:
            return t(
                "The {amenity} is in {cell} of {who}'s lodge: {state} ({wish}).",
                amenity=name,
                who=Who(player.seat),
                cell=str(found.cell),
                state=_state(found),
                wish=requirement(AMENITIES[tile]),
            )
    return t("The {amenity} is in the stack.", amenity=name)


def _state(found: TileView) -> Text:
    """Return whether an amenity is met, and its count if it counts something."""
    if found.amenity is None or not AMENITIES[found.amenity].number:
        return t("met") if found.met else t("not met")
    if found.met:
        return t("met, now {have}", have=found.have)
    return t("not met, now {have}", have=found.have)


def _thing(view: LodgeView, thing: str) -> Text:
    match thing:
        case "valet":
            held = (
                t("{who} {guest}", who=Who(p.seat), guest=p.valet.called if p.valet else "–")
                for p in view.players
            )
            return t("Guests waiting with valets: {list}.", list=tuple(held))
        case "token":
            owners = tuple(Who(p.seat) for p in view.players if p.token)
            if not owners:
                return t("All Refresh Tokens have been used.")
            return t("Refresh Tokens not yet used: {who}.", who=owners)
    widths = tuple(t("{who} {count}", who=Who(p.seat), count=len(p.columns)) for p in view.players)
    return t("Lodge widths in columns: {list}.", list=widths)
