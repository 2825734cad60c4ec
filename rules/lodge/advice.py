"""Advice on the present decision, from what everybody may know (LD-INFO-3)."""

from __future__ import annotations

from rules.lodge.events import room_text
from rules.lodge.labels import prompt, usable_floors
from rules.lodge.view import LodgeView, Phase, PlayerView
from rules.protocol import Advice
from rules.text import t, tn


def advice(view: LodgeView) -> tuple[Advice, ...]:
    """Return the decision, what it can be made from, and the rules it stands on."""
    if view.active is None or view.drawing or view.seat != view.active:
        return _waiting(view)
    player = view.players[view.seat]
    match view.phase:
        case Phase.BUILD:
            return _building(view, player)
        case Phase.VALET:
            return (
                Advice(prompt(view), ("LD-GUEST-7",)),
                Advice(t("You can place this guest on your next turn or later."), ("LD-GUEST-8",)),
            )
    return _placing(view, player)


def _waiting(view: LodgeView) -> tuple[Advice, ...]:
    rule = "LD-SCORE-4" if view.phase is Phase.OVER else "LD-TURN-6"
    found = [Advice(prompt(view), (rule,))]
    if view.ending is not None and view.phase is not Phase.OVER:
        text = t("It's the last round. Everybody gets the same number of turns.")
        found.append(Advice(text, ("LD-END-2",)))
    return tuple(found)


def _building(view: LodgeView, player: PlayerView) -> tuple[Advice, ...]:
    found = [Advice(prompt(view), ("LD-TURN-1", "LD-TURN-2"))]
    floors = usable_floors(view)
    if floors:
        text = t(
            "A room goes on the same floor as in the display. Floors you can use now: {floors}.",
            floors=tuple(map(str, floors)),
        )
        found.append(Advice(text, ("LD-ROOM-2", "LD-BUILD-3")))
    if any(view.amenities):
        text = t(
            "An amenity can go on any floor. Possible cells: {cells}.",
            cells=tuple(map(str, view.cells)),
        )
        found.append(Advice(text, ("LD-AMEN-1", "LD-AMEN-5")))
    if view.hosts:
        found.append(_best_host(view))
    found += _free_actions(view, player)
    return tuple(found[:6])


def _best_host(view: LodgeView) -> Advice:
    host = view.hosts[0]
    text = tn(
        "With your lodge as it is now, {guest} can move into {cell} for {points} points.",
        "With your lodge as it is now, {count} guests can move in. The best is {guest} in "
        "{cell}, for {points} points.",
        len({host.guest for host in view.hosts}),
        guest=str(host.guest),
        cell=str(host.cell),
        points=host.points,
    )
    return Advice(text, ("LD-GUEST-2", "LD-SCORE-2"))


def _placing(view: LodgeView, player: PlayerView) -> tuple[Advice, ...]:
    found = [Advice(prompt(view), ("LD-GUEST-1",))]
    if view.hosts:
        found.append(_best_host(view))
        found.append(
            Advice(
                t(
                    "A guest needs two empty rooms in its two colours, side by side or one "
                    "above the other. The guest moves into one of them, and the other stays "
                    "empty."
                ),
                ("LD-GUEST-2", "LD-GUEST-3"),
            )
        )
    else:
        found.append(
            Advice(
                t(
                    "You don't have two empty neighbouring rooms in the right colours for any "
                    "guest who may still move in."
                ),
                ("LD-GUEST-2",),
            )
        )
    found += _free_actions(view, player)
    if view.seats != 1 and player.guests >= 9:
        text = tn(
            "{count} more guest makes twelve and starts the last round.",
            "{count} more guests make twelve and start the last round.",
            max(12 - player.guests, 0),
        )
        if player.guests < 12:
            found.append(Advice(text, ("LD-END-1",)))
    return tuple(found[:6])


def _free_actions(view: LodgeView, player: PlayerView) -> list[Advice]:
    found = []
    if view.shared:
        text = t(
            "All waiting guests share the colour {colour}, so you may send them away.",
            colour=room_text(view.shared[0]),
        )
        found.append(Advice(text, ("LD-GREF-1", "LD-GREF-3")))
    if player.token:
        text = t("You still have your Refresh Token. It can clear one floor of the display.")
        found.append(Advice(text, ("LD-TOK-1", "LD-TOK-3")))
    return found
