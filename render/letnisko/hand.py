"""A player's choices at home: lodgings, or houses to upgrade."""

from __future__ import annotations

from typing import NamedTuple

from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.letnisko import icons, layout, panels, pieces, text
from render.letnisko import theme as th
from render.letnisko.board import home, signs
from render.letnisko.panels import Home
from render.letnisko.train import tally, tally_width
from render.picture import Picture
from render.speech import Speech, brief
from rules.letnisko.components import SEAT_LETTERS, Guest, House, letters
from rules.letnisko.view import DecisionView, LetniskoView, LodgingView, LotView
from rules.text import Printed, Text, Who, t

LINE = 46
"""Height of the heading of a choice."""
SIDE = 132
"""Width of the guests without a room."""


class Way(NamedTuple):
    """A choice.

    Attributes:
        label: Its name in the list.
        before: The house as it is now, if the choice is about one house.
        after: The houses it changes, as they become.
        rent: What is paid, "" if nothing is.
        best: No other choice brings more.
        left: The guests without a room.
        left_label: "no room".
    """

    label: str
    before: tuple[Home, ...]
    after: tuple[Home, ...]
    rent: str
    best: bool
    left: str
    left_label: str


class Asked(NamedTuple):
    """The head: what is asked, who waits for a room, and all houses as they are now."""

    letter: str
    title: str
    guests: str
    notes: tuple[str, ...]
    now: str
    homes: tuple[Home, ...]


def has_hand(view: LetniskoView) -> bool:
    """Return whether there is a picture of the viewer's choices."""
    return _decision(view) is not None


def _decision(view: LetniskoView) -> DecisionView | None:
    """Return what the viewer has to choose from a list, or None."""
    own = next((d for d in view.decisions if d.seat == view.seat), None)
    return None if own is None or own.kind == "place" else own


def picture(press: Press, view: LetniskoView, names: Names, lang: Lang) -> Picture | None:
    """Return the viewer's choices, in the order of the list; None if there are none."""
    decision = _decision(view)
    if decision is None:
        return None
    say = Speech(names, lang)
    ways = _ways(view, decision, say)
    tall = _tall(ways)
    boxes = layout.choices(len(ways), tall)
    sheet = press.sheet(layout.choice_height(len(ways), tall))
    sheet.put(boxes["head"], head, _asked(view, decision, say))
    drawn = layout.drawn(len(ways), tall)
    for at, way in enumerate(ways[:drawn]):
        sheet.put(boxes[str(at)], choice, way)
    if "more" in boxes:
        lines = tuple(f"{way.label} – {way.rent}" for way in ways[drawn:])
        sheet.put(boxes["more"], more, lines)
    told = _lines(view, decision, say)
    return Picture(sheet.png(), brief(" ".join(told)), "\n".join(told))


def _asked(view: LetniskoView, decision: DecisionView, say: Speech) -> Asked:
    player = view.players[view.seat]
    return Asked(
        say.name(SEAT_LETTERS[view.seat]),
        say(_title(decision)),
        signs(_waiting(view, decision), say),
        tuple(say(note) for note in _notes(view, decision)),
        say(t("now:")),
        tuple(home(lot, say) for lot in player.lots),
    )


def _title(decision: DecisionView) -> Text:
    if decision.house is not None:
        if decision.house is House.VILLA:
            return t("Which cottage do you want to upgrade?")
        return t("Which villa do you want to upgrade?")
    return t("Who moves in where?")


def _waiting(view: LetniskoView, decision: DecisionView) -> tuple[Guest, ...]:
    """Return the guests who need a room, now or after the upgrade."""
    return decision.guests or view.players[view.seat].invited


def _notes(view: LetniskoView, decision: DecisionView) -> tuple[Text, ...]:
    """Return what becomes of the guests, of those waiting and of those in the houses."""
    waiting = _waiting(view, decision)
    if decision.house is not None:
        stay = t("A house's guests stay when it's upgraded.")
        if waiting:
            return (t("These move in next."), stay)
        return (t("You've invited nobody this week."), stay)
    return (t("These need a room."), _leftover(view))


def _leftover(view: LetniskoView) -> Text:
    """Return where guests without a room go (LT-PRES-6)."""
    president = next((p.seat for p in view.players if p.president), None)
    if president is None or president == view.seat:
        return t("Without a room, they leave town.")
    return t("Without a room, they go to {who}, the President.", who=Who(president))


def ordered(decision: DecisionView) -> list[LodgingView]:
    """Return the lodgings in the order in which a list offers them."""
    return sorted(decision.lodgings, key=lambda way: way.lodging)


def label(way: LodgingView) -> Printed:
    """Return who moves in where, as the list puts it: "1: S C, 3: H H"."""
    found = [(number, letters(guests)) for number, guests in way.lodging.rooms]
    english = ", ".join(f"{number}: {guests.en}" for number, guests in found)
    return Printed(english or "–", ", ".join(f"{n}: {guests.pl}" for n, guests in found) or "–")


def _ways(view: LetniskoView, decision: DecisionView, say: Speech) -> tuple[Way, ...]:
    lots = view.players[view.seat].lots
    if decision.house is not None:
        return tuple(_upgrade(lots[n - 1], decision.house, say) for n in decision.numbers)
    most = max(way.rent_zl for way in decision.lodgings)
    return tuple(_way(way, most, say) for way in ordered(decision))


def _upgrade(lot: LotView, house: House, say: Speech) -> Way:
    now = home(lot, say)
    name = say(t("House {number}", number=lot.number))
    return Way(name, (now,), (now._replace(kind=house.value),), "", False, "", "")


def _way(way: LodgingView, most: int, say: Speech) -> Way:
    into = {number for number, _ in way.lodging.rooms}
    after = tuple(home(lot, say) for lot in way.lots if lot.number in into)
    best = way.rent_zl == most > 0
    left = signs(way.left, say)
    return Way(say.name(label(way)), (), after, say(_rent(way)), best, left, say(t("no room")))


def _rent(way: LodgingView) -> Text:
    return t("rent {rent} zł", rent=way.rent_zl) if way.rent_zl else t("no rent")


def _lines(view: LetniskoView, decision: DecisionView, say: Speech) -> list[str]:
    player = view.players[view.seat]
    lines = [t("{who}: {title}", who=Who(view.seat), title=_title(decision))]
    if waiting := _waiting(view, decision):
        lines.append(t("Without a room yet: {guests}.", guests=text.guests_text(waiting)))
    lines.append(t("{note}", note=_notes(view, decision)[-1]))
    houses = tuple(text.lot_text(lot) for lot in player.lots)
    lines.append(t("Now: {houses}.", houses=houses))
    if decision.house is not None:
        lines += [t("House {number}", number=number) for number in decision.numbers]
    for way in ordered(decision):
        rent, rooms = _rent(way), label(way)
        if way.left:
            left = letters(way.left)
            lines.append(t("{rooms} – {rent}, without a room: {left}.",
                           rooms=rooms, rent=rent, left=left))  # fmt: skip
        else:
            lines.append(t("{rooms} – {rent}.", rooms=rooms, rent=rent))
    return [say(line) for line in lines]


def head(w: int, h: int, it: Asked) -> Canvas:
    """Paint the question, the guests to come, and the houses as they are."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.PAPER)
    room = art.box.inset(18, 10)
    upper, rest = room.top(60), room.below(64)
    art.stamp(pieces.token(it.letter, 54), upper.x, upper.cy - 27)
    font = words.largest(it.title, words.bold(44), upper.w - 70, words.GLANCE_PX)
    art.label(upper.after(70), it.title, font, th.INK, "left")
    middle, lower = rest.top(66), rest.below(72)
    x = middle.x
    if it.guests:
        guests = Box(x, middle.y + 2, min(600, tally_width(it.guests, 44) + 30), 58)
        art.plate(guests, 10, th.DUSK)
        art.plate(guests.inset(2), 8, th.SKY)
        tally(art, guests.inset(8, 6), it.guests)
        x = guests.right + 16
    for line, note in zip(Box(x, middle.y, middle.right - x, middle.h).rows(2), it.notes,
                          strict=True):  # fmt: skip
        font = words.largest(note, words.text(28), line.w, 24)
        art.label(line, note, font, th.SOFT, "left")
    now = words.width(it.now, words.text(30)) + 12
    art.label(lower.left(now), it.now, words.text(30), th.SOFT, "left")
    _row(art, lower.after(now), it.homes)
    return art


def _row(art: Canvas, room: Box, homes: tuple[Home, ...]) -> None:
    """Paint houses side by side, in as many rows as they need."""
    size, across = _size(room, len(homes))
    for n, it in enumerate(homes):
        row, col = divmod(n, across)
        x, y = room.x + col * (size + 8), room.y + row * (size + 4)
        pieces.lodged(art, x, y, size, it.kind, it.number, it.residents)


def _size(room: Box, count: int) -> tuple[int, int]:
    """Return the largest size at which a number of houses fits, and how many to a row."""
    for size in range(min(170, room.h), 40, -2):
        across = max(1, (room.w + 8) // (size + 8))
        if across * ((room.h + 4) // (size + 4)) >= count:
            return size, across
    return 40, max(1, (room.w + 8) // 48)


HOME = 88
"""Least size of a house in a choice, so that its guests can be read."""
ROOMY, ALONE = 130, 210
"""Height of what a choice leads to: of one of many, and of one of two."""


def _tall(ways: tuple[Way, ...]) -> int:
    """Return the height of a choice; the houses of the largest set the measure."""
    room = 549 - SIDE * any(way.left for way in ways)
    most = max(len(way.after) for way in ways)
    rows = -(-most // max(1, (room + 8) // (HOME + 8)))
    least = ROOMY if len(ways) > 2 else ALONE
    return 20 + LINE + 8 + max(least, HOME * rows + 4 * (rows - 1))


def choice(w: int, h: int, it: Way) -> Canvas:
    """Paint one choice."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 14, th.PAPER)
    room = art.box.inset(16, 10)
    line = room.top(LINE)
    wide = words.width(it.rent, words.bold(33)) + 24 if it.rent else 0
    if it.rent:
        rent = Box(line.right - wide, line.y, wide, 44)
        art.plate(rent, 10, th.SUN if it.best else th.SHADE)
        art.label(rent, it.rent, words.bold(33), th.INK)
    font = words.largest(it.label, words.bold(36), line.w - wide - 10, words.DETAIL_PX)
    art.label(line.left(line.w - wide - 10), it.label, font, th.INK, "left")
    rest = room.below(LINE + 8)
    if it.left:
        rest = rest.left(rest.w - SIDE)
        panels.roomless(art, Box(rest.right + 8, rest.y, SIDE - 8, rest.h), it.left_label, it.left)
    if it.before:
        size = min(170, rest.h)
        art.stamp_at(icons.arrow(40, 30, th.SOFT), rest.x + size + 36, rest.bottom - size // 3)
        _row(art, rest.left(size).below(rest.h - size), it.before)
        _row(art, rest.after(size + 72).left(size).below(rest.h - size), it.after)
    elif it.after:
        _row(art, rest, it.after)
    else:
        art.label(rest, "–", words.bold(40), th.SOFT)
    return art


def more(w: int, h: int, lines: tuple[str, ...]) -> Canvas:
    """Paint a list of the choices that have no picture."""
    art = Canvas(w, h, th.PINE)
    half = w // 2
    for at, line in enumerate(lines):
        box = Box(8 + at % 2 * half, at // 2 * layout.CHOICE_FOOT, half - 16, layout.CHOICE_FOOT)
        font = words.largest(line, words.text(33), box.w, words.DETAIL_PX)
        art.label(box, line, font, th.CREAM, "left")
    return art
