"""The private picture: a player's hand, and what only they know about the table."""

from __future__ import annotations

from typing import NamedTuple

from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.krakow import hand_text, icons, layout, pieces, text
from render.krakow import theme as th
from render.krakow.collection import Collection, collect, table
from render.krakow.panels import sight
from render.picture import Picture
from render.speech import Speech
from rules.krakow.components import ACTIONS, HOURS, cell_token
from rules.krakow.view import KrakowView, Own
from rules.text import number, t

HEADING = words.bold(26)


class CardType(NamedTuple):
    """A type of action card: how many are in hand, and what one is worth if kept."""

    action: str
    name: str
    effect: str
    held: int
    points: int


class Laid(NamedTuple):
    """One of the viewer's face-down cards, at a height from 1 in a stack of `of`."""

    order: int
    place: str
    action: str
    name: str
    height: str


class Booked(NamedTuple):
    """One of the viewer's tokens on the market: its cell in notation, sight, hour."""

    cell: str
    group: str
    rank: str
    name: str
    hour: int
    rivals: str


def picture(press: Press, view: KrakowView, names: Names, lang: Lang) -> Picture | None:
    """Return the picture of what only the viewer knows; None for a watcher.

    Beside their cards, hours and tokens it shows their sights.
    """
    if view.own is None:
        return None
    say = Speech(names, lang)
    own, boxes = view.own, layout.hand()
    sheet = press.sheet(layout.HAND_HEIGHT)
    sheet.put(
        boxes["head"],
        head,
        view.seat,
        say(t("Your hand")),
        say(text.to_lay(view)),
        say(t("points if kept")),
    )
    for kind, box in zip(kinds(own, say), layout.hand_cards(), strict=True):
        sheet.put(box, action, view.seat, kind)
    sheet.put(boxes["hours"], hours, view.seat, say(t("Your hours")), own.hours)
    laid_title = t("Your face-down cards") if own.laid else t("You have no face-down cards.")
    sheet.put(boxes["laid"], laid, view.seat, say(laid_title), laid_cards(view, own, say))
    booked = bookings(view, say)
    token_title = (
        t("Your tokens on the market") if booked else t("You have no tokens on the market.")
    )
    sheet.put(boxes["tokens"], tokens, view.seat, say(token_title), booked)
    sheet.put(boxes["sights"], sights, *_own_sights(view, say))
    return Picture(
        sheet.png(),
        hand_text.alternative(view, own, names, lang),
        hand_text.lines(view, own, names, lang),
    )


def _own_sights(view: KrakowView, say: Speech) -> tuple[str, Collection, int, tuple[str, ...]]:
    """Return what `sights` paints of the viewer, after the size."""
    player = view.players[view.seat]
    sums = t(
        "Your sights: {sights} + {bonus} = {total}",
        sights=number(player.sight_points),
        bonus=player.bonus.points,
        total=number(player.subtotal),
    )
    rings = sum(s.kind == "obwarzanek" for s in player.sights)
    found = tuple(say(text.sequence(s)) for s in player.bonus.sequences)
    owned = collect(player.sights, player.bonus, view.removed)
    return say(sums), owned, rings, found or (say(t("No run or set yet.")),)


def kinds(own: Own, say: Speech) -> tuple[CardType, ...]:
    """Return the eight types of action cards, and how many of each the viewer holds."""
    return tuple(
        CardType(
            a.value,
            say.name(card.name),
            say.name(card.effect),
            own.hand.count(a),
            card.points,
        )
        for a, card in ACTIONS.items()
    )


def laid_cards(view: KrakowView, own: Own, say: Speech) -> tuple[Laid, ...]:
    """Return the viewer's face-down cards, by order token."""
    spots = {spot.place: spot for spot in view.places}
    return tuple(
        Laid(
            spots[place].order,
            str(place),
            card.value,
            say.name(ACTIONS[card].name),
            f"{height}/{len(spots[place].cards)}",
        )
        for place, height, card in own.laid
    )


def bookings(view: KrakowView, say: Speech) -> tuple[Booked, ...]:
    """Return the viewer's tokens on the market, by cell."""
    return tuple(
        Booked(
            cell_token(c.cell, view.size),
            c.sight.group or "",
            c.sight.rank,
            say.name(c.sight.name),
            token.hour or 0,
            "".join(dict.fromkeys(text.mark(k.seat) for k in c.tokens if k.seat != view.seat)),
        )
        for c in view.market
        for token in c.tokens
        if token.seat == view.seat
    )


def head(w: int, h: int, seat: int, title: str, note: str, legend: str) -> Canvas:
    """Paint the title, how many cards are still to be laid, and what the discs mean."""
    art = Canvas(w, h, th.TABLE)
    art.stamp(pieces.chip(seat, 66, 44), 0, (h - 66) // 2)
    room = Box(80, 0, 420, h)
    art.label(room, title, words.slab(40), th.CREAM, "left")
    right = Box(w - 660, 0, 660, h)
    art.label(right.top(46), note, words.bold(words.GLANCE_PX), th.CREAM, "right")
    row = right.below(46).top(h - 46)
    art.label(row, legend, words.text(22), th.MIST, "right")
    art.disc(row.right - words.width(legend, words.text(22)) - 18, row.cy, 20, th.SUN)
    return art


def action(w: int, h: int, seat: int, it: CardType) -> Canvas:
    """Paint a type of action card: icon, name, how many, points; pale if none."""
    art = Canvas(w, h, th.TABLE)
    held = it.held > 0
    ground, ink = (th.PAPER, th.INK) if held else (th.FELT, th.MIST)
    art.plate(art.box, 12, ground)
    if held:
        art.plate(Box(0, 0, w, 30), 12, th.SEATS[seat])
        art.fill(Box(0, 16, w, 14), ground)
    art.stamp_at(icons.action(it.action, 78, ink, ground), w // 2, 66)
    name = words.wrap(it.name, words.bold(22), w - 10, 2)
    for at, line in enumerate(name):
        art.label(Box(5, 114 + at * 24, w - 10, 24), line, words.bold(22), ink)
    effect = words.wrap(it.effect, words.text(words.DETAIL_PX), w - 10, 6 - len(name))
    for at, line in enumerate(effect):
        top = 120 + len(name) * 24 + at * 21
        art.label(Box(5, top, w - 10, 21), line, words.text(words.DETAIL_PX), ink)
    art.label(Box(12, h - 50, 70, 44), f"×{it.held}", words.bold(36), ink, "left")
    if held:
        art.disc(w - 32, h - 29, 46, th.SUN)
        plus = number(it.points) if it.points < 1 else f"+{it.points}"
        art.label(Box(w - 55, h - 52, 46, 46), plus, words.slab(25), th.INK)
    return art


def hours(w: int, h: int, seat: int, title: str, left: tuple[int, ...]) -> Canvas:
    """Paint the ten clocks, the used ones pale."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 14, th.FELT)
    art.label(Box(18, 0, 130, h), title, words.largest(title, HEADING, 130, 18), th.CREAM, "left")
    step = (w - 160) // len(HOURS)
    for at, hour in enumerate(HOURS):
        cx, cy = 150 + at * step + step // 2, h // 2
        if hour in left:
            art.stamp_at(pieces.clock(seat, 84), cx, cy)
            art.disc(cx, cy, 54, th.PAPER)
            art.label(Box(cx - 40, cy - 40, 80, 80), str(hour), words.slab(36), th.INK)
        else:
            art.disc(cx, cy, 76, th.EDGE)
            art.disc(cx, cy, 70, th.FELT)
            art.label(Box(cx - 40, cy - 40, 80, 80), str(hour), words.slab(33), th.MIST)
            art.stamp_at(icons.slash(76, th.EDGE), cx, cy)
    return art


def _panel(w: int, h: int, title: str) -> tuple[Canvas, Box]:
    """Return a paper panel with a title, and the room below the title."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 14, th.PAPER)
    room = art.box.inset(16, 10)
    font = words.largest(title, HEADING, room.w, 20)
    art.label(room.top(34), title, font, th.INK, "left")
    return art, room.below(38)


def laid(w: int, h: int, seat: int, title: str, cards: tuple[Laid, ...]) -> Canvas:
    """Paint the viewer's face-down cards: order token, place, type, height."""
    art, room = _panel(w, h, title)
    for row, it in zip(room.rows(4), cards, strict=False):
        art.disc(row.x + 18, row.cy, 34, th.SHADE, th.INK, 2)
        art.label(Box(row.x, row.y, 36, row.h), str(it.order), words.bold(24), th.INK)
        art.label(Box(row.x + 44, row.y, 40, row.h), it.place, words.bold(26), th.INK, "left")
        art.stamp_at(icons.action(it.action, 30, th.INK, th.PAPER), row.x + 106, row.cy)
        name = Box(row.x + 130, row.y, row.w - 190, row.h)
        art.label(name, it.name, words.text(24), th.INK, "left")
        art.label(
            Box(row.right - 56, row.y, 56, row.h), it.height, words.text(22), th.SOFT, "right"
        )
    return art


def tokens(w: int, h: int, seat: int, title: str, booked: tuple[Booked, ...]) -> Canvas:
    """Paint the viewer's tokens on the market: sight, hour, letters of rivals."""
    art, room = _panel(w, h, title)
    columns = room.columns(1 if len(booked) <= 4 else 2 if len(booked) <= 8 else 3, 12)
    for at, it in enumerate(booked):
        column = columns[min(at // 4, len(columns) - 1)]
        row = column.rows(4)[at % 4]
        sight(art, row.x, row.cy - 17, it.group, it.rank)
        art.plate(Box(row.x + 38, row.cy - 16, 44, 32), 8, th.SEATS[seat])
        art.label(Box(row.x + 38, row.y, 44, row.h), str(it.hour), words.bold(26), th.INK)
        rest = row.after(92)
        art.label(rest, it.name if len(columns) == 1 else it.cell, words.text(22), th.INK, "left")
        if it.rivals:
            art.label(rest, f"+ {it.rivals}", words.bold(22), th.STOP, "right")
    return art


def sights(
    w: int, h: int, title: str, owned: Collection, rings: int, found: tuple[str, ...]
) -> Canvas:
    """Paint the viewer's sights, with their sequences joined and listed."""
    art, room = _panel(w, h, title)
    left = room.left(room.w * 62 // 100)
    table(art, left, owned, 54)
    right = room.after(left.w + 24)
    if rings:
        art.stamp_at(pieces.obwarzanek(34), art.box.right - 70, 28)
        art.label(Box(art.box.right - 50, 10, 40, 36), f"×{rings}", HEADING, th.INK, "left")
    lines = found if len(found) <= 8 else (*found[:7], words.ELLIPSIS)
    step = min(30, right.h // max(1, len(lines)))
    for at, line in enumerate(lines):
        box = Box(right.x, right.y + at * step, right.w, step)
        art.label(box, line, words.text(22), th.INK, "left")
    return art
