"""The board picture: a view laid out as tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.layout import Box, lent
from render.kit.press import Mosaic, Press
from render.lodge import heading, layout, offer, panels, text
from render.lodge.news import phrases, sky
from render.speech import STOPPED, Speech
from rules.lodge.components import AMENITIES, DISPLAY_SLOTS
from rules.lodge.view import Change, LodgeView, Phase, PlayerView, TileView
from rules.text import Seat, t


def png(press: Press, view: LodgeView, names: Names, lang: Lang, to_act: frozenset[Seat]) -> bytes:
    """Return the board picture; `names` must be drawable (`speech.pictured`)."""
    say = Speech(names, lang)
    boxes = layout.board(view.seats)
    sheet = press.sheet(layout.height(view.seats))
    over = view.phase is Phase.OVER and not view.drawing
    seats = text.seats(view)[:1] if over and view.seats > 1 else tuple(sorted(to_act))
    order = () if over else text.turns_left(view)
    line, head, title = say(text.turn(view)), boxes["head"], boxes["title"]
    rest = heading.after(len(order))
    if (sentence := asked(view, say, head.w - rest, len(seats))) != say(text.asked(view)):
        head, title = lent(head, title, heading.title_width(line))
        sentence = asked(view, say, head.w - rest, len(seats))
    sheet.put(head, heading.head, seats, sentence, order, 0, over)
    sheet.put(title, heading.title, line, text.ending(view))
    put_display(sheet, boxes, view)
    sheet.put(boxes["wall"], offer.wall)
    put_amenities(sheet, boxes, view, say)
    unsaid = None
    for at, seat in enumerate(text.seats(view)):
        shown = lodge(view, view.players[seat], say, seat in to_act)
        parts = tuple((panels.small if at else panels.large)(boxes[f"lodge{at}"], shown))
        for box, painter, args in parts:
            sheet.put(box, painter, *args)
        if shown.news and not any(painter is sky.note for _, painter, _ in parts):
            unsaid = offer.News(seat, shown.news)
    put_guests(sheet, boxes, view, say, unsaid)
    return sheet.png()


def beside(then: LodgeView, now: LodgeView) -> LodgeView:
    """Return `then` as compared with `now`: its lodges as large, in the same places.

    It also shows the moves that are possible now. Its head says that pieces are being drawn if
    that of `now` asks for something else, so that this is seen.
    """
    if not then.players:
        return then
    asks = (then.active, then.phase) != (now.active, now.phase)
    players = tuple(map(_widened, then.players, now.players))
    return replace(
        then,
        recent=Change(),
        active=text.seats(now)[0],
        phase=now.phase,
        drawing=then.drawing or asks,
        cells=now.cells,
        hosts=now.hosts,
        fits=now.fits,
        players=players,
    )


def _widened(player: PlayerView, later: PlayerView) -> PlayerView:
    """Return a player with empty columns where they have built later."""
    more = len(later.columns) - len(player.columns)
    return replace(player, columns=player.columns + ((),) * more)


def asked(view: LodgeView, say: Speech, w: int, count: int) -> str:
    """Return what the match waits for, with a name cut to make the sentence fit."""
    if not count and not view.drawing and view.phase is not Phase.OVER:
        return say(STOPPED)
    seat = next(iter(text.seats(view)), None)
    over = view.phase is Phase.OVER and not view.drawing
    room = w - heading.before(count, over) - heading.MARGIN
    return say.fitting(text.asked(view), seat, words.bold(words.GLANCE_PX), room)


def put_display(sheet: Mosaic, boxes: Mapping[str, Box], view: LodgeView) -> None:
    """Put the room display."""
    for name, painter in (
        ("roof", offer.roof),
        ("slots", offer.slots),
    ):
        sheet.put(boxes[name], painter)
    sheet.put(boxes["rim"], offer.rim, tuple(sorted({cell.floor for cell in text.free(view)})))
    last = {slot.index for slot in view.recent.slots}
    for slot in DISPLAY_SLOTS:
        mark = offer.mark(slot.index in last, slot == view.rival_slot)
        sheet.put(boxes[f"slot{slot.index}"], offer.slot, view.room(slot), mark)
    sheet.put(boxes["bag"], offer.bag, view.rooms_left)


def put_guests(
    sheet: Mosaic, boxes: Mapping[str, Box], view: LodgeView, say: Speech, news: offer.News | None
) -> None:
    """Put the waiting guests, and what `put_away` says."""
    guests = (*view.guests, None, None, None, None)[:4]
    for n, guest in enumerate(guests):
        mark = offer.mark(
            guest in view.recent.guests, guest is not None and guest == view.departing
        )
        sheet.put(boxes[f"guest{n}"], offer.waiting, guest, text.letters(guest, say), mark)
    put_away(sheet, boxes, view, say, news)


def put_away(
    sheet: Mosaic,
    boxes: Mapping[str, Box],
    view: LodgeView,
    say: Speech,
    news: offer.News | None = None,
) -> None:
    """Put whether the waiting guests may be sent away, and how many are in the bag.

    If they may not, it says the `news` for which a lodge has no room.
    """
    shared = view.shared if phrases.may_send_away(view) else ()
    line = say(t("All may be sent away"))
    sheet.put(boxes["away"], offer.away, shared, line, view.guests_left, news)


def put_amenities(sheet: Mosaic, boxes: Mapping[str, Box], view: LodgeView, say: Speech) -> None:
    """Put the face-up amenities; the first gap says for all that there are no more."""
    tiles = (*view.amenities, None, None, None, None)[:4]
    for n, key in enumerate(tiles):
        if key is not None:
            name = say.name(AMENITIES[key].name)
            sheet.put(boxes[f"amenity{n}"], offer.amenity, key, name, key in view.recent.amenities)
        elif None not in tiles[:n]:
            sheet.put(boxes[f"amenity{n}"], offer.nothing, say(t("no amenity left")))
    sheet.put(boxes["stack"], offer.stack, view.amenities_left)


def lodge(
    view: LodgeView, player: PlayerView, say: Speech, acts: bool, final: bool = False
) -> panels.LodgeRow:
    """Return what a player's panel shows; on their turn, also who could move in."""
    seat = player.seat
    last = {cell for owner, cell in view.recent.cells if owner == seat}
    mine = view.active == seat
    tiles = tuple(_tile(tile, tile.cell in last, say) for stack in player.columns for tile in stack)
    return panels.LodgeRow(
        about(player, say, acts),
        len(player.columns),
        tiles,
        text.free(view) if mine else (),
        _hosts(view) if mine and view.seat == seat else (),
        final,
        tuple(say(t("New: {what}", what=news)) for news in phrases.news(view, seat)),
        say(t("and {count} more", count="{count}")),
    )


def about(player: PlayerView, say: Speech, acts: bool) -> panels.About:
    """Return what is said about a player."""
    return panels.About(
        player.seat,
        say.names[player.seat],
        acts,
        text.guests_of(player),
        player.points,
        player.valet,
        text.letters(player.valet, say),
        player.token,
    )


def _tile(tile: TileView, last: bool, say: Speech) -> panels.Tile:
    progress = text.progress(tile) if tile.amenity and not text.is_lost(tile) else ""
    return panels.Tile(
        tile.cell,
        tile.colour,
        tile.guest,
        tile.points,
        tile.amenity or "",
        tile.met,
        progress,
        last,
        say.name(AMENITIES[tile.amenity].name) if tile.amenity else "",
    )


def _hosts(view: LodgeView) -> tuple[panels.Host, ...]:
    """Return the guests that each room could take, the most points first."""
    homes = text.homes(view)
    cells = dict.fromkeys(host.cell for host in homes)
    return tuple(
        panels.Host(
            cell,
            tuple(host.guest for host in homes if host.cell == cell),
        )
        for cell in cells
    )
