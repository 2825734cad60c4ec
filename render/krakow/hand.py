"""The private picture: a player's hand, and what only they know about the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from render.i18n import Lang, Names
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.krakow import board, icons, layout, pieces, text
from render.krakow import theme as th
from render.krakow.collection import Collection, collect, table
from render.picture import Picture
from render.speech import Speech, brief
from rules.krakow.components import ACTIONS, HOURS, cell_text, hour_text, line_text, place_text
from rules.krakow.view import Decision, KrakowView, Own, Phase
from rules.text import Text, Who, number, t, tn

HEADING = words.bold(26)
PITCH = 36
"""Largest distance between the rows of sights."""
NOTE: Final = 680
"""The width of the sentence at the right of the heading."""


class CardType(NamedTuple):
    """A type of action card: how many are in hand, and what one is worth if kept.

    `stopped` were thrown out by stop cards; only their owner knows which.
    """

    action: str
    name: str
    held: int
    points: int
    stopped: int = 0


def has_hand(view: KrakowView) -> bool:
    """Return whether there is a picture of what only the viewer knows."""
    return view.own is not None


def picture(press: Press, view: KrakowView, names: Names, lang: Lang) -> Picture | None:
    """Return the picture of what only the viewer knows; None for a watcher.

    It has the table as the viewer sees it, with their cards, hours and sights beside it.
    """
    if view.own is None:
        return None
    say = Speech(names, lang)
    own, boxes = view.own, layout.hand(view.size)
    sheet = press.sheet(layout.height(view.size))
    words_of_head = (
        say(t("Your hand")),
        say(_asked(view)),
        say(_kept(view, own) or t("points if kept")),
    )
    sheet.put(boxes["head"], head, view.seat, *words_of_head)
    sheet.put(boxes["hours"], hours, view.seat, say(t("Your hours")), own.hours)
    sheet.put_all(board.table(view, boxes, say))
    for at, kind in enumerate(kinds(own, say)):
        sheet.put(boxes[f"type{at}"], action, view.seat, kind)
    sheet.put(boxes["sights"], sights, *_own_sights(view, say))
    return Picture(
        sheet.png(),
        _alternative(view, own, names, lang),
        _told(view, own, names, lang),
    )


def _asked(view: KrakowView) -> Text:
    """Return what the viewer has to decide now, or else how many cards to lay."""
    if (now := view.decision) and now.seat == view.seat and now.kind != "lay":
        return _yours(now)
    return _to_lay(view)


def _yours(now: Decision) -> Text:
    """Return what the viewer has to decide while a card is carried out, or after it."""
    line = line_text(now.place) if now.place else t("the line")
    match now.kind:
        case "reserve" if now.left == 2:
            return t("Reserve two sights in {line}", line=line)
        case "reserve":
            return t("Reserve a sight in {line}", line=line)
        case "shift":
            return _shift(now)
        case "swap":
            return t("You may swap a free card for one from the deck")
        case "exchange":
            return t("Swap one of your sights for a free card")
        case _:
            return t("Take any card that is left")


def _shift(now: Decision) -> Text:
    """Return where a line may be pushed, and that its player may decline."""
    line = line_text(now.at)
    if now.at.is_row:
        return t("Shift {line} left or right, or decline", line=line)
    return t("Shift {line} up or down, or decline", line=line)


def _to_lay(view: KrakowView) -> Text:
    """Return how many cards the viewer still has to lay in this planning phase."""
    if view.phase is Phase.OVER:
        return t("The match is over")
    if not (left := view.own.lays_left if view.own else 0):
        return t("All cards played for this round")
    return tn("{count} card left to play this round", "{count} cards left to play this round", left)


def _kept(view: KrakowView, own: Own) -> Text | None:
    """Return what the viewer's last cards are worth; None while some may be laid."""
    if own.lays_left or view.round < view.rounds:
        return None
    return t("Points for the cards you keep: {points}", points=number(own.kept_points))


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
    found = tuple(say(text.brief_sequence(s)) for s in player.bonus.sequences)
    owned = collect(player.sights, player.bonus, view.removed, say)
    return say(sums), owned, rings, found or (say(_none_found(view)),)


def _none_found(view: KrakowView) -> Text:
    return t("No run or set.") if view.phase is Phase.OVER else t("No run or set yet.")


def kinds(own: Own, say: Speech) -> tuple[CardType, ...]:
    """Return the eight types of action cards, and how many of each the viewer holds."""
    return tuple(
        CardType(
            a.value,
            say.name(card.name),
            own.hand.count(a),
            card.points,
            own.stopped.count(a),
        )
        for a, card in ACTIONS.items()
    )


def head(w: int, h: int, seat: int, title: str, note: str, legend: str) -> Canvas:
    """Paint the title, how many cards are still to be laid, and what the discs mean."""
    art = Canvas(w, h, th.TABLE)
    art.stamp(pieces.chip(seat, 66, 40), 0, (h - 66) // 2)
    art.label(Box(80, 0, 420, h), title, words.slab(40), th.CREAM, "left")
    right = Box(w - NOTE, 0, NOTE, h)
    art.label(right.top(46), note, words.bold(words.GLANCE_PX), th.CREAM, "right")
    row = right.below(46).top(h - 46)
    art.label(row, legend, words.text(26), th.MIST, "right")
    art.disc(row.right - words.width(legend, words.text(26)) - 22, row.cy, 24, th.SUN)
    return art


def action(w: int, h: int, seat: int, it: CardType) -> Canvas:
    """Paint a type of action card: icon, how many, name, points; pale if none.

    Below how many there are, it shows how many of them were stopped.
    """
    art = Canvas(w, h, th.TABLE)
    held = it.held > 0
    ground, ink = (th.PAPER, th.INK) if held else (th.FELT, th.MIST)
    art.plate(art.box, 12, th.SEATS[seat] if held else ground)
    if held:
        art.plate(art.box.after(10), 10, ground)
    room = art.box.inset(14, 0)
    art.stamp_at(icons.action(it.action, 48, ink, ground), room.x + 24, room.cy)
    count = Box(room.x + 50, 0, 50, h)
    if it.stopped:
        count, out = count.inset(0, 4).rows(2)
        art.stamp_at(icons.crossed(26, th.STOP if held else th.MIST), out.cx - 10, out.cy)
        art.label(out.after(28), str(it.stopped), words.bold(28), ink)
    art.label(count, f"×{it.held}", words.bold(34), ink)
    name = room.after(108).left(room.w - 108 - 54 * held)
    font = _name_font(it.name, name.w)
    lines = words.wrap(it.name, font, name.w, 2)
    high = font.px * 11 // 10
    column = name.inset(0, (h - high * len(lines)) // 2)
    for box, line in zip(column.rows(len(lines)), lines, strict=True):
        art.label(box, line, font, ink, "left")
    if held:
        art.disc(room.right - 20, room.cy, 50, th.SUN)
        plus = number(it.points) if it.points < 1 else f"+{it.points}"
        art.label(Box(room.right - 45, 0, 50, h), plus, words.slab(27), th.INK)
    return art


def _name_font(name: str, room: int) -> words.Font:
    """Return the largest font in which a name is whole and no number alone on a line."""
    fonts = [words.bold(px) for px in (26, 24, 23, 22, 21)]
    found = (font for font in fonts if not _broken(words.wrap(name, font, room, 2)))
    return next(found, fonts[-1])


def _broken(lines: tuple[str, ...]) -> bool:
    alone = len(lines) > 1 and any(line.isdecimal() for line in lines)
    return alone or any(line.endswith(words.ELLIPSIS) for line in lines)


def hours(w: int, h: int, seat: int, title: str, left: tuple[int, ...]) -> Canvas:
    """Paint the ten clocks, the used ones pale."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 14, th.FELT)
    art.label(Box(18, 0, 138, h), title, words.largest(title, HEADING, 138, 22), th.CREAM, "left")
    step = (w - 166) // len(HOURS)
    for at, hour in enumerate(HOURS):
        cx, cy = 156 + at * step + step // 2, h // 2
        number_box = Box(cx - 40, cy - 40, 80, 80)
        if hour in left:
            art.stamp_at(pieces.clock(seat, 68), cx, cy)
            art.disc(cx, cy, 50, th.PAPER)
            art.label(number_box, str(hour), words.slab(34), th.INK)
        else:
            art.disc(cx, cy, 64, th.EDGE)
            art.disc(cx, cy, 58, th.FELT)
            art.label(number_box, str(hour), words.slab(33), th.MIST)
            art.stamp_at(marks.slash(64, th.EDGE), cx, cy)
    return art


def sights(
    w: int, h: int, title: str, owned: Collection, rings: int, found: tuple[str, ...]
) -> Canvas:
    """Paint the viewer's sights, with their sequences joined and listed."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 14, th.PAPER)
    room = art.box.inset(11, 8)
    top = room.top(34)
    if rings:
        art.stamp_at(pieces.obwarzanek(28), top.right - 46, top.cy)
        art.label(top.after(top.w - 30), f"×{rings}", HEADING, th.INK, "left")
        top = top.left(top.w - 64)
    art.label(top, title, words.largest(title, HEADING, top.w, 21), th.INK, "left")
    rest = room.below(36)
    high = min(PITCH, (rest.h - 56) // len(owned.rows))
    table(art, rest, owned, high)
    _listed(art, rest.below(high * len(owned.rows) + 6), found)
    return art


def _listed(art: Canvas, room: Box, found: tuple[str, ...]) -> None:
    """Write sequences in two columns, as many as fit; the table shows all."""
    font, high = words.text(23), 27
    columns = room.columns(2 if len(found) > 1 else 1, 8)
    if len(found) == 1:
        found = words.wrap(found[0], font, room.w, 2)
    fit = max(1, room.h // high) * len(columns)
    shown = found if len(found) <= fit else (*found[: fit - 1], f"+{len(found) - fit + 1}")
    for at, line in enumerate(shown):
        column = columns[at % len(columns)]
        box = Box(column.x, column.y + at // len(columns) * high, column.w, high)
        art.label(box, line, words.largest(line, font, box.w, 21), th.INK, "left")


def _alternative(view: KrakowView, own: Own, names: Names, lang: Lang) -> str:
    """Return the hand in short, within `MAX_ALT` characters."""
    say = Speech(names, lang)
    return brief(" ".join(map(say, (*_cards(view, own), *_out(view, own)))))


def _told(view: KrakowView, own: Own, names: Names, lang: Lang) -> str:
    """Return the viewer's hand, things on the table and sights as lines of text."""
    player = view.players[view.seat]
    found = [
        *_cards(view, own),
        *_out(view, own),
        t(
            "Your sights: {sights}.",
            sights=tuple(text.described(s) for s in player.sights) or (t("none"),),
        ),
        *(text.sequence(s) for s in player.bonus.sequences),
        t("Points for your sights, runs and sets: {points}.", points=player.subtotal),
    ]
    if kept := _kept(view, own):
        found.append(t("{sentence}.", sentence=kept))
    if own.stopped:
        cards = tuple(ACTIONS[a].name for a in own.stopped)
        found.append(t("Your stopped cards (only you know them): {cards}.", cards=cards))
    return "\n".join(map(Speech(names, lang), found))


def _cards(view: KrakowView, own: Own) -> tuple[Text, ...]:
    cards = tuple(
        t(
            "{number} × {card} ({points} if kept)",
            number=own.hand.count(action),
            card=card.name,
            points=card.points,
        )
        for action, card in ACTIONS.items()
        if action in own.hand
    )
    return (
        t("{who}'s hand.", who=Who(view.seat)),
        t("{sentence}.", sentence=_asked(view)),
        t("Action cards: {cards}.", cards=cards or (t("none"),)),
        t("Hours left: {hours}.", hours=tuple(map(hour_text, own.hours)) or (t("none"),)),
    )


def _out(view: KrakowView, own: Own) -> list[Text]:
    """Return what the viewer has on the table."""
    orders = {spot.place: spot.order for spot in view.places}
    found = [
        t(
            "Your “{card}” is at {place}. In stack {order}, it's number {height} from the bottom.",
            card=ACTIONS[card].name,
            place=place_text(place),
            order=orders[place],
            height=height,
        )
        for place, height, card in own.laid
    ]
    for cell in view.market:
        others = tuple(text.mark(k.seat) for k in cell.tokens if k.seat != view.seat)
        for token in cell.tokens:
            if token.seat != view.seat:
                continue
            where, hour = cell_text(cell.cell, view.size), hour_text(token.hour or 0)
            if others:
                found.append(
                    t(
                        "Your {hour} is on {cell}, {sight}. Also there: {others}.",
                        hour=hour,
                        cell=where,
                        sight=text.described(cell.sight),
                        others=others,
                    )
                )
            else:
                found.append(
                    t(
                        "Your {hour} is on {cell}, {sight}.",
                        hour=hour,
                        cell=where,
                        sight=text.described(cell.sight),
                    )
                )
    return found
