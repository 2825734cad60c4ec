"""Lodge in words: sentences on pictures, alternative text, text board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from render.i18n import Lang, Names
from render.kit.type import ELLIPSIS
from render.lodge import heading
from render.lodge.news import phrases
from render.speech import Speech, brief
from rules.lodge.components import (
    AMENITIES,
    COLOURS,
    FLOORS,
    GUESTS_TO_END,
    LOOKS,
    SLOTS,
    Cell,
    Floor,
    Guest,
    Kind,
    requirement,
)
from rules.lodge.view import Host, LodgeView, Phase, PlayerView, TileView, floor_cells
from rules.text import Param, Printed, Seat, Text, Who, t

ALT_NAME = 14
"""The most characters of a name in the alternative text."""
Columns: TypeAlias = tuple[tuple[TileView, ...], ...]
GAP = "–"
"""An empty space."""


def asked(view: LodgeView) -> Text:
    """Return whose move it is and what for, in a few words."""
    if view.phase is Phase.OVER and not view.drawing:
        if view.seats == 1:
            return t("The season is over")
        first, points = seats(view)[0], sorted((it.points for it in view.players), reverse=True)
        if points[0] == points[1]:
            return t("{who} wins the tie by turn order", who=Who(first))
        return t("{who} wins with {points} points", who=Who(first), points=points[0])
    if view.active is None or view.drawing:
        return t("Pieces are being drawn")
    who = Who(view.active)
    match view.phase:
        case Phase.BUILD:
            return t("{who} builds", who=who)
        case Phase.VALET:
            return t("{who} chooses a guest for the valet", who=who)
    return t("{who} places guests", who=who)


def turn(view: LodgeView) -> Text:
    """Return which turn it is: "Turn 7", "Turn 7 of 20", "Last round"."""
    if view.phase is Phase.OVER and view.title is not None:
        return t("{title}", title=view.title)
    if view.turns:
        return t("Turn {turn} of {turns}", turn=view.turn, turns=view.turns)
    if view.ending is not None and view.phase is not Phase.OVER:
        return t("Last round")
    return t("Turn {turn}", turn=view.turn)


def ending(view: LodgeView) -> bool:
    """Return whether the last turns are being played."""
    last = view.ending is not None or (view.turns > 0 and view.turn >= view.turns)
    return last and view.phase is not Phase.OVER


def free(view: LodgeView) -> tuple[Cell, ...]:
    """Return the cells the active player can build in now: none once they have built."""
    return view.cells if view.phase is Phase.BUILD else ()


def guests_of(player: PlayerView) -> str:
    """Return how many guests a player has placed: "7/12"."""
    return f"{player.guests}/{GUESTS_TO_END}"


def progress(tile: TileView) -> str:
    """Return how far an amenity has come: "2/3", or "6>5" of at most five."""
    return f"{tile.have}{'>' if tile.have > tile.need else '/'}{tile.need}"


def is_lost(tile: TileView) -> bool:
    """Return whether an amenity can't be met any more: rooms never leave a lodge."""
    asked_for = AMENITIES[tile.amenity].kind if tile.amenity else None
    return asked_for is Kind.EXACT_COLOUR and tile.have > tile.need


def letters(guest: Guest | None, say: Speech) -> str:
    """Return the letters of a guest's colours, in the reader's language."""
    return say.name(guest.called)[:-1] if guest else ""


def turns_left(view: LodgeView) -> tuple[heading.Turn, ...]:
    """Return the players in the order of turns, and who has had the last one."""
    at = -1 if view.active is None else view.order.index(view.active)
    over = view.phase is Phase.OVER
    return tuple(
        heading.Turn(seat, n == at, over or (ending(view) and n < at))
        for n, seat in enumerate(view.order)
    )


def _guests(guests: Iterable[Guest | None]) -> tuple[Param, ...]:
    return tuple(guest.called if guest else "–" for guest in guests)


def alternative(view: LodgeView, names: Names, lang: Lang) -> str:
    """Return the board in short: what one decides by comes first."""
    say = Speech({seat: _short_name(name) for seat, name in names.items()}, lang)
    lines = [t("{sentence}.", sentence=asked(view)), t("{turn}.", turn=turn(view))]
    if view.ending is not None and view.phase is not Phase.OVER:
        lines.append(cause(view))
    if changed := tuple(phrases.changed(view)):
        lines.append(t("Last changed: {where}.", where=changed))
    first, *others = seats(view)
    lines += [*_on_offer(view), *_soon(view), _short(view.players[first])]
    lines.append(t("Empty rooms: {rooms}.", rooms=_empty(view.players[first].columns)))
    if free(view):
        lines.append(t("Free cells: {cells}.", cells=tuple(map(str, free(view)))))
    lines += [_short(view.players[seat]) for seat in others]
    lines += [t("{fact}.", fact=_amenity(key)) for key in view.amenities if key is not None]
    return brief(" ".join(map(say, lines)))


def _short_name(name: str) -> str:
    return name if len(name) <= ALT_NAME else name[: ALT_NAME - 1] + ELLIPSIS


def _on_offer(view: LodgeView) -> Iterator[Text]:
    """Yield the rooms and guests on offer in short."""
    yield t(
        "Display, floor 4: {four}; floor 3: {three}; floor 2: {two}; floor 1: {one}.",
        four=_rooms(view, 4),
        three=_rooms(view, 3),
        two=_rooms(view, 2),
        one=_rooms(view, 1),
    )
    yield t("Waiting: {guests}.", guests=_guests(view.guests))
    if phrases.may_send_away(view):
        yield t("They may be sent away.")


def _soon(view: LodgeView) -> Iterator[Text]:
    """Yield what leaves a solo match when this turn ends, as things are (LD-SOLO-2)."""
    if not view.rival_floor:
        return
    if view.departing is not None:
        yield t("Guest {guest} will leave when this turn ends.", guest=view.departing.called)
    slot = view.rival_slot
    room = None if slot is None else view.room(slot)
    if slot is None or room is None:
        floor = view.rival_floor
        yield t("The rival hotel will then find no room on floor {floor}.", floor=floor)
    else:
        yield t(
            "The rival hotel will then take the {room} room at {slot}.",
            room=t("{colour} ({letter})", colour=LOOKS[room].word, letter=LOOKS[room].letter),
            slot=str(slot),
        )


def seats(view: LodgeView) -> tuple[Seat, ...]:
    """Return the seats as shown: the large lodge first, the rest in turn order.

    The large lodge is the active player's or, after the end, the winner's.
    """
    order = view.order or tuple(range(view.seats))
    if view.active is not None:
        first = view.active
    elif view.phase is Phase.OVER:
        first = max(order, key=lambda seat: (view.players[seat].points, order.index(seat)))
    else:
        first = order[0]
    at = order.index(first)
    return (*order[at:], *order[:at])


def _short(player: PlayerView) -> Text:
    return t(
        "{who}: points {points}, guests {guests}, valet {valet}, tiles {tiles}.",
        who=Who(player.seat),
        points=player.points,
        guests=guests_of(player),
        valet=player.valet.called if player.valet else "–",
        tiles=sum(map(len, player.columns)),
    )


@lru_cache(256)
def _empty(columns: Columns) -> tuple[Param, ...]:
    """Return the empty rooms of a lodge by their cells: ``A1 red, B2 green``."""
    tiles = (tile for column in columns for tile in column)
    empty = tuple(
        t("{cell} {colour}", cell=str(tile.cell), colour=LOOKS[tile.colour].word)
        for tile in tiles
        if tile.colour and not tile.guest
    )
    return empty or ("–",)


def _rooms(view: LodgeView, floor: Floor) -> tuple[Param, ...]:
    """Return the rooms on a floor of the display."""
    row = view.display[(floor - 1) * SLOTS : floor * SLOTS]
    return tuple(LOOKS[room].word if room else GAP for room in row)


def board(view: LodgeView, names: Names, lang: Lang) -> str:
    """Return everything on the board as lines of text, without Markdown."""
    say = Speech(names, lang)
    lines = [*map(say, _head(view)), "", *map(say, _offer(view))]
    for seat in seats(view):
        lines += ["", *player(view, view.players[seat], say)]
    if changed := tuple(phrases.changed(view)):
        lines += ["", say(t("Last changed: {where}.", where=changed))]
    return "\n".join(lines)


def _head(view: LodgeView) -> list[Text]:
    lines = [
        t("{sentence}.", sentence=asked(view)),
        t("{turn}.", turn=turn(view)),
    ]
    if view.ending is not None:
        lines.append(cause(view))
    lines += _soon(view)
    if len(view.order) > 1:
        lines.append(t("Turn order: {seats}.", seats=tuple(map(Who, view.order))))
    return lines


def cause(view: LodgeView) -> Text:
    """Return what brought the end: twelve guests, or no build (LD-TURN-5)."""
    player, seats = view.players[view.ending or 0], len(view.players)
    who = Who(player.seat)
    if player.guests < GUESTS_TO_END:
        return t("{who} has nothing left to build.", who=who)
    if seats == 1:
        return t("{who} has twelve guests.", who=who)
    return t("{who} was the first to place twelve guests.", who=who)


def _offer(view: LodgeView) -> list[Text]:
    lines = [t("Room display:")]
    for floor in range(FLOORS, 0, -1):
        lines.append(t("Floor {floor}: {rooms}", floor=floor, rooms=_rooms(view, floor)))
    lines.append(t("Waiting guests: {guests}", guests=_guests(view.guests)))
    if phrases.may_send_away(view):
        shared = tuple(LOOKS[colour].word for colour in view.shared)
        lines.append(t("All share a colour ({colours}), so they may be sent away.", colours=shared))
    lines.append(t("Amenities:"))
    lines += [_amenity(key) for key in view.amenities if key is not None]
    left = tuple(
        t("{colour} {count}", colour=LOOKS[colour].word, count=count)
        for colour, count in zip(COLOURS, view.rooms_left, strict=True)
    )
    lines.append(
        t(
            "Remaining: rooms {rooms}; guests {guests}; amenities {amenities}",
            rooms=left,
            guests=view.guests_left,
            amenities=view.amenities_left,
        )
    )
    return lines


def _amenity(key: str) -> Text:
    it = AMENITIES[key]
    return t(
        "{id} {name}, {points} points: {wish}",
        id=key,
        name=it.name,
        points=it.points,
        wish=requirement(it),
    )


def player(view: LodgeView, it: PlayerView, say: Speech) -> list[str]:
    """Return a player and their lodge, floor by floor from the top, as lines."""
    lines = [
        t(
            "{who}: points {points} (guests {guest_points}, amenities {amenity_points}), "
            "guests {guests}",
            who=Who(it.seat),
            points=it.points,
            guest_points=it.guest_points,
            amenity_points=it.amenity_points,
            guests=guests_of(it),
        ),
        t("Valet: {guest}", guest=it.valet.called) if it.valet else t("Valet: nobody"),
        t("Refresh Token: not yet used") if it.token else t("Refresh Token: used"),
    ]
    told = [*map(say, lines), *_floors(it.columns, say.lang)]
    if view.active == it.seat and free(view):
        told.append(say(t("Free cells: {cells}", cells=tuple(map(str, free(view))))))
    if view.active == it.seat and view.seat == it.seat:
        told += map(say, fits(view))
    return told


@lru_cache(256)
def _floors(columns: Columns, lang: Lang) -> tuple[str, ...]:
    """Return a lodge floor by floor; cached, as a move changes at most one lodge."""
    say = Speech({}, lang)
    floors = ((floor, floor_cells(columns, floor)) for floor in range(FLOORS, 0, -1))
    return tuple(
        say(t("Floor {floor}: {rooms}", floor=floor, rooms=tuple(map(_tile, tiles))))
        for floor, tiles in floors
        if tiles
    )


def _tile(tile: TileView) -> Text:
    cell = str(tile.cell)
    if tile.amenity is not None:
        name = AMENITIES[tile.amenity].name
        if tile.met:
            return t("{cell} {name} (met, {points})", cell=cell, name=name, points=tile.points)
        return t("{cell} {name} ({have})", cell=cell, name=name, have=progress(tile))
    if tile.guest is None:
        return t("{cell} {colour} (empty)", cell=cell, colour=_word(tile))
    return t(
        "{cell} {colour} with {guest} ({points})",
        cell=cell,
        colour=_word(tile),
        guest=tile.guest.called,
        points=tile.points,
    )


def _word(tile: TileView) -> Printed | str:
    return LOOKS[tile.colour].word if tile.colour else ""


def homes(view: LodgeView) -> tuple[Host, ...]:
    """Return the rooms to show for guests; for all while the valet's is chosen."""
    return view.fits if view.phase is Phase.VALET else view.hosts


def fits(view: LodgeView) -> list[Text]:
    """Return which guest has rooms where, their points, and if they can move in."""
    lines = []
    now = {host.guest for host in view.hosts}
    for guest in dict.fromkeys(host.guest for host in view.fits):
        cells = tuple(
            t("{cell} ({points})", cell=str(host.cell), points=host.points)
            for host in view.fits
            if host.guest == guest
        )
        lines.append(_fits(view.phase, guest, cells, now=guest in now))
    return lines


def _fits(phase: Phase, guest: Guest, cells: tuple[Text, ...], *, now: bool) -> Text:
    if phase is Phase.VALET:
        return t("{guest} would find a room in: {cells}", guest=guest.called, cells=cells)
    if not now:
        return t(
            "{guest} can't move in this turn, but these rooms suit them: {cells}",
            guest=guest.called,
            cells=cells,
        )
    if phase is Phase.BUILD:
        return t("{guest}, once you've built: {cells}", guest=guest.called, cells=cells)
    return t("{guest} can move into: {cells}", guest=guest.called, cells=cells)


def hand(view: LodgeView, say: Speech) -> tuple[str, str]:
    """Return the active player's picture in short, options first, and in lines."""
    sentence = t("{sentence}.", sentence=phrases.yours(view))
    mine = player(view, view.players[view.seat], say)
    at = len(mine) - len(fits(view)) - bool(free(view))
    offered = map(say, (*_on_offer(view), *_soon(view)))
    short = [say(sentence), *mine[at:], *offered, *mine[:at]]
    whole = [*map(say, (sentence, *_soon(view), *_offer(view))), "", *mine]
    return brief(" ".join(f"{line.rstrip('.')}." for line in short)), "\n".join(whole)


def area(view: LodgeView, slug: str, say: Speech) -> tuple[str, str]:
    """Return an area of the board in short, and as lines of text."""
    lines = [say(t("{sentence}.", sentence=asked(view)))]
    if slug == "rooms":
        lines += map(say, (*_on_offer(view), *_soon(view)))
    elif slug == "amenities":
        lines += (say(_amenity(key)) for key in view.amenities if key is not None)
    else:
        lines += player(view, view.players[int(slug.removeprefix("seat"))], say)
    return brief(" ".join(f"{line.rstrip('.')}." for line in lines)), "\n".join(lines)
