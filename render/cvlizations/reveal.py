"""The reveal of a turn's orders: who chose which, and what they bring."""

from __future__ import annotations

from typing import NamedTuple

from render.cvlizations import board, heading, icons, layout, panels, phrases, pieces, text
from render.cvlizations import theme as th
from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Mosaic, Press
from render.picture import Picture
from render.speech import Speech, brief, sentences
from rules.cvlizations.components import ORDERS, Order
from rules.cvlizations.view import CvView, Reveal
from rules.text import t


class Chosen(NamedTuple):
    """An order with the tribes that chose it.

    Attributes:
        order: Which.
        name: Its name.
        tribes: The token of each tribe, and whether it gave the order in secret.
        brings: What it brings at this level; "" if no player chose it.
        failed: It has no effect.
    """

    order: Order
    name: str
    tribes: tuple[tuple[int, bool], ...]
    brings: str
    failed: bool


def newest(view: CvView) -> str:
    """Return what identifies the last reveal; "" before the first."""
    return f"reveal {view.reveal.turn}" if view.reveal is not None else ""


def picture(press: Press, view: CvView, names: Names, lang: Lang) -> Picture:
    """Return the picture of the last reveal."""
    assert view.reveal is not None
    told_of = len(text.gainers(view, view.reveal))
    say, sheet = Speech(names, lang), press.sheet(layout.reveal_height(told_of))
    boxes = layout.reveal(told_of)
    title = say(t("Orders revealed in turn {turn}", turn=view.reveal.turn))
    sheet.put(boxes["head"], heading.head, (), title, "")
    put(sheet, boxes, view, say)
    told = [say(line) for line in text.reveal(view, view.reveal)]
    return Picture(sheet.png(), brief(sentences(told)), "\n".join(told))


def put(sheet: Mosaic, boxes: layout.Boxes, view: CvView, say: Speech) -> None:
    """Put all orders, and what they brought each player."""
    it = view.reveal
    assert it is not None
    for order in ORDERS:
        sheet.put(boxes[f"order{order.place}"], chosen, _chosen(view, it, order, say))
    for n, seat in enumerate(text.gainers(view, it)):
        sheet.put(boxes[f"gain{n}"], gain, seat, say.names[seat], board.gained(it, seat))


def _chosen(view: CvView, it: Reveal, order: Order, say: Speech) -> Chosen:
    tribes = tuple(
        (phrases.token(view.tribes[number]), order is down)
        for number, (up, down) in enumerate(it.orders)
        if order in (up, down)
    )
    count = it.counts[order.place]
    done = phrases.carried_out(view, it, order)
    brings = say(phrases.brings(order, phrases.level(count))) if done else ""
    name = say(phrases.order_name(order))
    return Chosen(order, name, tribes, brings, phrases.failed(order, count))


def chosen(w: int, h: int, it: Chosen) -> Canvas:
    """Paint an order: pictogram, name, what it brings, the tribes that chose it."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 14, th.PAPER if it.tribes else th.BONE)
    art.stamp(pieces.order(it.order, 104, h - 16, not it.tribes, 12), 8, 8)
    room = Box(126, 4, w - 136, h - 10)
    upper, lower = room.top(46), room.below(52)
    ink = th.INK if it.tribes else th.SOFT
    if it.brings:
        said = upper.after(upper.w * 54 // 100)
        level = icons.tribes(phrases.level(len(it.tribes)), 30, th.INK)
        art.stamp(level, said.x, said.cy - 15)
        place = said.after(level.width + 8)
        if it.failed:
            art.stamp_at(icons.cross(34, th.RED, 18), place.x + 18, place.cy)
        else:
            font = words.largest(it.brings, words.text(30), place.w, words.DETAIL_PX)
            art.label(place, it.brings, font, th.INK, "left")
        upper = upper.left(said.x - upper.x - 8)
    font = words.largest(it.name, words.bold(36), upper.w, 24)
    art.label(upper, it.name, font, ink, "left")
    step = min(74, lower.w // max(1, len(it.tribes)))
    for n, (token, down) in enumerate(it.tribes):
        x, size = lower.x + n * step, 56
        art.stamp(pieces.chip(token, size), x, lower.cy - size // 2)
        if down:
            panels.secret(art, x + size - 6, lower.cy + size // 2 - 12, 30)
    return art


def gain(w: int, h: int, seat: int, name: str, items: tuple[panels.Item, ...]) -> Canvas:
    """Paint what the orders brought a player, or took away."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 12, th.BONE)
    art.stamp(pieces.chip(seat, 52), 10, h // 2 - 26)
    room = Box(70, 0, 180 if len(items) > 2 else 300, h)
    font = words.largest(name, words.bold(34), room.w, 26)
    art.label(room, name, font, th.INK, "left")
    panels.put_items(art, Box(room.right + 8, 6, w - room.right - 16, h - 12), items)
    return art
