"""Advice on the present decision, from what everybody may know (LD-INFO-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.claims import can, cannot, each, later
from rules.lodge.components import GUESTS_TO_END
from rules.lodge.events import room_text
from rules.lodge.labels import (
    can_use_token,
    clock,
    decision,
    new_guests_help,
    token_helps,
    usable_floors,
)
from rules.lodge.moves import Build, CheckIn, Furnish, RefreshGuests, RefreshRooms
from rules.lodge.view import Host, LodgeView, Phase
from rules.protocol import Advice
from rules.protocol import points as points_text
from rules.text import Param, t, tn

_NEAR: Final = 3
"""How many guests before the twelfth a player is told of the end."""


def advice(view: LodgeView) -> tuple[Advice, ...]:
    """Return the decision, what it can be made from, and the rules it stands on."""
    if view.active is None or view.drawing or view.seat != view.active:
        return (*_waiting(view), *_last_turns(view), *_solo(view))
    match view.phase:
        case Phase.BUILD:
            found = _building(view)
        case Phase.VALET:
            found = _choosing(view)
        case _:
            found = _placing(view)
    return (*found, *_last_turns(view), *_solo(view), *_near_the_end(view))


def _waiting(view: LodgeView) -> Iterator[Advice]:
    yield Advice(decision(view), ("LD-SCORE-4" if view.phase is Phase.OVER else "LD-TURN-6",))


def _last_turns(view: LodgeView) -> Iterator[Advice]:
    """Say that the end is near, as it concerns the reader (LD-END-2, LD-SOLO-3)."""
    if view.phase is Phase.OVER or not view.is_last_turn:
        return
    if view.seat == view.active:
        yield Advice(t("This is your last turn."), ("LD-SOLO-3" if view.turns else "LD-END-2",))
    elif view.turns:
        yield Advice(t("This is the last turn."), ("LD-SOLO-3",))
    else:
        text = t("It's the last round. Everybody gets the same number of turns.")
        yield Advice(text, ("LD-END-2",))


def _solo(view: LodgeView) -> Iterator[Advice]:
    if (soon := clock(view)) is not None:
        yield Advice(soon, ("LD-SOLO-2",))


def _building(view: LodgeView) -> Iterator[Advice]:
    yield Advice(decision(view), ("LD-TURN-1", "LD-TURN-2"))
    floors = usable_floors(view)
    if floors:
        text = t(
            "A room goes on the same floor as in the display. Floors you can use now: {floors}.",
            floors=tuple(map(str, floors)),
        ).says(can(Build))
        yield Advice(text, ("LD-ROOM-2", "LD-BUILD-3"))
    if any(view.amenities):
        text = t(
            "An amenity can go on any floor. Possible cells: {cells}.",
            cells=tuple(map(str, view.cells)),
        ).says(*each(Furnish, "cell", view.cells, every=True))
        yield Advice(text, ("LD-AMEN-1", "LD-AMEN-5"))
    if view.hosts:
        text = tn(
            "After you have built, {guest} can move into {cell} for {points}.",
            "After you have built, {count} guests can move in. With your lodge as it is now, the "
            "best is {guest} in {cell}, for {points}.",
            _guests(view.hosts),
            **_best(view.hosts),
        ).says(later(CheckIn))
        yield Advice(text, ("LD-GUEST-2", "LD-SCORE-2"))
    yield from _free_actions(view)


def _placing(view: LodgeView) -> Iterator[Advice]:
    yield Advice(decision(view), ("LD-GUEST-1",))
    if view.hosts:
        best = view.hosts[0]
        text = tn(
            "{guest} can move into {cell} for {points}.",
            "{count} guests can move in. The best is {guest} in {cell}, for {points}.",
            _guests(view.hosts),
            **_best(view.hosts),
        ).says(can(CheckIn, guest=best.guest, cell=best.cell))
        yield Advice(text, ("LD-GUEST-2", "LD-SCORE-2"))
        text = t(
            "A guest needs two empty rooms in its two colours, side by side or one above the "
            "other. The guest moves into one of them, and the other stays empty."
        ).says(later(CheckIn))
        yield Advice(text, ("LD-GUEST-2", "LD-GUEST-3"))
    else:
        text = t(
            "You don't have two empty neighbouring rooms in the right colours for any guest who "
            "may still move in."
        ).says(cannot(CheckIn))
        yield Advice(text, ("LD-GUEST-2",))
    yield from _free_actions(view)


def _choosing(view: LodgeView) -> Iterator[Advice]:
    """Say what the choice for the valet is good for (LD-GUEST-7, LD-GUEST-8)."""
    yield Advice(decision(view), ("LD-GUEST-7",))
    if view.is_last_turn:
        text = t("A guest who waits with your valet at the end scores nothing.")
        yield Advice(text, ("LD-SCORE-4",))
        return
    text = t("You can place this guest on your next turn or later.").says(later(CheckIn))
    yield Advice(text, ("LD-GUEST-8",))
    if view.fits:
        text = tn(
            "With your lodge as it is now, one of them would find a room: {guest} in {cell}, for "
            "{points}.",
            "With your lodge as it is now, {count} of them would find a room. The best is {guest} "
            "in {cell}, for {points}.",
            _guests(view.fits),
            **_best(view.fits),
        )
        yield Advice(text, ("LD-GUEST-2", "LD-SCORE-2"))


def _guests(fits: tuple[Host, ...]) -> int:
    return len({host.guest for host in fits})


def _best(fits: tuple[Host, ...]) -> dict[str, Param]:
    """Return the guest and room with the most points, for a sentence."""
    host = fits[0]
    points = points_text(host.points)
    return {"guest": host.guest.called, "cell": str(host.cell), "points": points}


def _free_actions(view: LodgeView) -> Iterator[Advice]:
    """Name the possible free actions, and which are of no use (LD-TURN-3)."""
    guests, token = new_guests_help(view), token_helps(view)
    if guests and token:
        text = t(
            "All waiting guests share the colour {colour}, so you may send them away. You may "
            "also clear one floor of the display with your Refresh Token.",
            colour=room_text(view.shared[0]),
        ).says(can(RefreshGuests), can(RefreshRooms))
        yield Advice(text, ("LD-GREF-1", "LD-TOK-1"))
        return
    if guests:
        text = t(
            "All waiting guests share the colour {colour}, so you may send them away.",
            colour=room_text(view.shared[0]),
        ).says(can(RefreshGuests))
        yield Advice(text, ("LD-GREF-1", "LD-GREF-3"))
    elif view.shared:
        text = t("You could send the waiting guests away, but nobody will place the new ones.")
        yield Advice(text.says(can(RefreshGuests)), ("LD-GREF-1", "LD-END-2"))
    if token:
        text = t("You still have your Refresh Token. It can clear one floor of the display.")
        yield Advice(text.says(can(RefreshRooms)), ("LD-TOK-1", "LD-TOK-3"))
    elif can_use_token(view):
        text = t("You could use your Refresh Token, but nobody will build after you.")
        yield Advice(text.says(can(RefreshRooms)), ("LD-TOK-1", "LD-END-2"))


def _near_the_end(view: LodgeView) -> Iterator[Advice]:
    """Say how many guests are missing to the last round, once they are few (LD-END-1)."""
    missing = GUESTS_TO_END - view.players[view.seat].guests
    if view.turns or view.is_last_turn or not 0 < missing <= _NEAR:
        return
    text = tn(
        "{count} more guest makes twelve and starts the last round.",
        "{count} more guests make twelve and start the last round.",
        missing,
    )
    yield Advice(text, ("LD-END-1",))
