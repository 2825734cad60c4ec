"""A player's choices at home: lodgings, or houses to upgrade."""

from __future__ import annotations

from typing import NamedTuple

from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.letnisko import icons, layout, pieces, text
from render.letnisko import theme as th
from render.picture import Picture
from render.speech import Speech, brief
from rules.letnisko.components import House
from rules.letnisko.view import DecisionView, LetniskoView, LodgingView, LotView
from rules.text import Text, Who, t


class Turned(NamedTuple):
    """A house before and after: its number, (kind, residents) twice."""

    number: int
    before: tuple[str, str]
    after: tuple[str, str]


class Way(NamedTuple):
    """A choice: its name in the list, houses it changes, rent, guests left over."""

    label: str
    turned: tuple[Turned, ...]
    rent: str
    left: str
    left_label: str


def picture(press: Press, view: LetniskoView, names: Names, lang: Lang) -> Picture | None:
    """Return the viewer's choices, in the order of the list; None if there are none."""
    decision = next((d for d in view.decisions if d.seat == view.seat), None)
    if decision is None or decision.kind == "place":
        return None
    say = Speech(names, lang)
    ways = _ways(view, decision, say)
    boxes = layout.choices(len(ways))
    sheet = press.sheet(layout.choice_height(len(ways)))
    title = say(_title(decision))
    guests = "".join(decision.guests)
    sheet.put(boxes["head"], head, view.seat, title, say(_note(decision)), guests)
    for at, way in enumerate(ways[: layout.CHOICES]):
        sheet.put(boxes[str(at)], choice, way)
    if "more" in boxes:
        lines = tuple(f"{w.label} – {w.rent}" for w in ways[layout.CHOICES :])
        sheet.put(boxes["more"], more, lines)
    told = _lines(view, decision, say)
    return Picture(sheet.png(), brief(" ".join(told)), "\n".join(told))


def _title(decision: DecisionView) -> Text:
    if decision.house is not None:
        if decision.house is House.VILLA:
            return t("Which cottage do you want to upgrade?")
        return t("Which villa do you want to upgrade?")
    return t("Who moves in where?")


def _note(decision: DecisionView) -> Text:
    if decision.house is not None:
        return t("Its guests stay.")
    return t("without a room yet")


def ordered(decision: DecisionView) -> list[LodgingView]:
    """Return the lodgings in the order in which a list offers them."""
    return sorted(decision.lodgings, key=lambda way: way.lodging)


def label(way: LodgingView) -> str:
    """Return who moves in where, as the list puts it: "1: S C, 3: H H"."""
    return ", ".join(f"{n}: {' '.join(guests)}" for n, guests in way.lodging.rooms) or "–"


def _ways(view: LetniskoView, decision: DecisionView, say: Speech) -> tuple[Way, ...]:
    lots = view.players[view.seat].lots
    if decision.house is not None:
        return tuple(_upgrade(lots[n - 1], decision.house, say) for n in decision.numbers)
    return tuple(_way(lots, way, say) for way in ordered(decision))


def _upgrade(lot: LotView, house: House, say: Speech) -> Way:
    guests = "".join(lot.residents)
    turned = Turned(lot.number, (lot.house.value, guests), (house.value, guests))
    return Way(say(t("House {number}", number=lot.number)), (turned,), "", "", "")


def _way(lots: tuple[LotView, ...], way: LodgingView, say: Speech) -> Way:
    into = {number for number, _ in way.lodging.rooms}
    turned = tuple(
        Turned(
            old.number,
            (old.house.value, "".join(old.residents)),
            (new.house.value, "".join(new.residents)),
        )
        for old, new in zip(lots, way.lots, strict=True)
        if old.number in into
    )
    rent = say(_rent(way))
    return Way(label(way), turned, rent, "".join(way.left), say(t("no room")))


def _rent(way: LodgingView) -> Text:
    return t("rent {rent} zł", rent=way.rent_zl) if way.rent_zl else t("no rent")


def _lines(view: LetniskoView, decision: DecisionView, say: Speech) -> list[str]:
    lots = view.players[view.seat].lots
    lines = [t("{who}: {title}", who=Who(view.seat), title=_title(decision))]
    if decision.guests:
        lines.append(t("Without a room yet: {guests}.", guests=text.guests_text(decision.guests)))
    houses = tuple(text.lot_text(lot) for lot in lots)
    lines.append(t("Now: {houses}.", houses=houses))
    if decision.house is not None:
        lines += [t("House {number}", number=number) for number in decision.numbers]
    for way in ordered(decision):
        rent = _rent(way)
        if way.left:
            left = text.letters(way.left)
            lines.append(t("{rooms} – {rent}, without a room: {left}.",
                           rooms=label(way), rent=rent, left=left))  # fmt: skip
        else:
            lines.append(t("{rooms} – {rent}.", rooms=label(way), rent=rent))
    return [say(line) for line in lines]


def head(w: int, h: int, seat: int, title: str, note: str, guests: str) -> Canvas:
    """Paint the question and the guests to be lodged."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.PAPER)
    room = art.box.inset(18, 10)
    upper, lower = room.rows(2)
    art.stamp(pieces.chip(seat, 54), upper.x, upper.cy - 27)
    art.label(upper.after(70), title, words.bold(44), th.INK, "left")
    x = lower.x
    size = min(52, (lower.w - 220) // max(1, len(guests)) - 4)
    for guest in guests:
        art.stamp_at(pieces.guest(guest, size), x + size // 2, lower.cy)
        x += size + 6
    x += 12 if guests else 0
    art.label(Box(x, lower.y, lower.right - x, lower.h), note, words.text(30), th.SOFT, "left")
    return art


def choice(w: int, h: int, it: Way) -> Canvas:
    """Paint one choice."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 14, th.PAPER)
    room = art.box.inset(16, 10)
    line = room.top(46)
    wide = words.width(it.rent, words.bold(30)) + 24 if it.rent else 0
    if it.rent:
        rent = Box(line.right - wide, line.y + 2, wide, 42)
        art.plate(rent, 10, th.SUN)
        art.label(rent, it.rent, words.bold(30), th.INK)
    font = words.largest(it.label, words.bold(34), line.w - wide - 10, 20)
    art.label(line.left(line.w - wide - 10), it.label, font, th.INK, "left")
    rest = room.below(52)
    if it.left:
        rest = rest.left(rest.w - 112)
        _left(art, Box(rest.right + 8, rest.y, 104, rest.h), it)
    _turned(art, rest, it.turned)
    return art


def _left(art: Canvas, room: Box, it: Way) -> None:
    art.plate(room, 10, th.SHADE)
    font = words.largest(it.left_label, words.text(22), room.w - 8, 18)
    art.label(room.top(30), it.left_label, font, th.INK)
    inner = room.below(30).inset(6, 3)
    size = next(
        (s for s in range(40, 18, -2) if (inner.w // s) * (inner.h // s) >= len(it.left)), 18
    )
    across = max(1, inner.w // size)
    for n, guest in enumerate(it.left):
        row, col = divmod(n, across)
        count = min(across, len(it.left) - row * across)
        cx = inner.cx - (count - 1) * size // 2 + col * size
        art.stamp_at(pieces.guest(guest, size - 2, th.SHADE), cx, inner.y + size // 2 + row * size)


def _turned(art: Canvas, room: Box, turned: tuple[Turned, ...]) -> None:
    """Paint the houses that change, each before and after, as large as they fit."""
    if not turned:
        art.label(room, "–", words.bold(40), th.SOFT)
        return
    for size in range(min(160, room.h), 30, -2):
        pair = 2 * size + 44
        across, rows = room.w // pair, room.h // (size + 2)
        if across * rows >= len(turned):
            break
    for n, it in enumerate(turned):
        row, col = divmod(n, max(1, across))
        x = room.x + col * pair
        y = room.y + row * (size + 4) + (room.h - size if rows == 1 else 0)
        pieces.lodged(art, x, y, size, it.before[0], it.number, it.before[1])
        art.stamp_at(icons.arrow(24, 18, th.SOFT), x + size + 15, y + size * 3 // 4)
        pieces.lodged(art, x + size + 30, y, size, it.after[0], it.number, it.after[1])


def more(w: int, h: int, lines: tuple[str, ...]) -> Canvas:
    """Paint a list of the choices that have no picture."""
    art = Canvas(w, h, th.PINE)
    half = w // 2
    for at, line in enumerate(lines):
        box = Box(8 + at % 2 * half, at // 2 * layout.CHOICE_FOOT, half - 16, layout.CHOICE_FOOT)
        font = words.largest(line, words.text(28), box.w, 18)
        art.label(box, line, font, th.CREAM, "left")
    return art
