"""Components shown large with their facts for the rulebook, and small as signs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final, NamedTuple

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.signs import PLATED, SIZE, plated
from render.krakow import icons, pieces
from render.krakow import theme as th
from render.picture import DrawSign, Sign, seat_sign
from rules.krakow.components import (
    ACTIONS,
    GROUPS,
    HOURS,
    LETTERS,
    ORDER_TOKENS,
    RANKS,
    SIGHTS,
    Direction,
    Group,
)
from rules.text import number

GLANCE = words.text(words.GLANCE_PX)
CAPTION = words.text(26)


class About(NamedTuple):
    """The facts of a sight.

    Attributes:
        group: Its group's letter, or "".
        rank: Its rank.
        name: Its name.
        of: Its group's name.
        points: "2 points".
        copies: How many copies there are.
        mates: The cards it makes runs and sets with, or can stand for, as (group, rank).
        note: What these are, in a few words.
    """

    group: str
    rank: str
    name: str
    of: str
    points: str
    copies: str
    mates: tuple[tuple[str, str], ...]
    note: str


class Printed(NamedTuple):
    """The facts of an action card, and the words beneath its figures."""

    action: str
    name: str
    effect: str
    copies: int
    points: int
    each: str
    kept: str


def title(w: int, h: int, line: str, note: str, group: str = "") -> Canvas:
    """Paint the name of what is shown below, and a fact about all of it."""
    art = Canvas(w, h, th.TABLE)
    room = art.box.inset(4, 0)
    wide = words.width(note, GLANCE)
    art.label(Box(room.right - wide, 0, wide, h), note, GLANCE, th.CREAM, "right")
    if group:
        art.plate(Box(room.x, 4, h - 8, h - 8), 12, th.PAPER)
        art.stamp_at(pieces.symbol(group, 44, th.GROUPS[group]), room.x + h // 2 - 4, h // 2)
        room = room.after(h + 8)
    room = room.left(room.w - wide - 30)
    font = words.largest(line, words.slab(46), room.w, words.GLANCE_PX)
    art.label(room, line, font, th.CREAM, "left")
    return art


def sight(w: int, h: int, it: About) -> Canvas:
    """Paint the facts of a sight: name, group, points, copies, and related cards."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 16, th.PAPER)
    room = art.box.inset(28, 22)
    font = words.largest(it.name, words.slab(50), room.w, words.GLANCE_PX)
    art.label(room.top(58), it.name, font, th.INK, "left")
    _facts(art, room.below(70).top(54), it)
    rest = room.below(144)
    if it.mates:
        _grid(art, rest.top(rest.h - 62), it)
    else:
        for box in rest.top(rest.h - 80).columns(5):
            art.stamp_at(pieces.obwarzanek(112), box.cx, box.cy)
    foot = rest.below(rest.h - 44)
    if it.mates:
        art.plate(Box(foot.x, foot.cy - 17, 34, 34), 6, th.SUN)
        foot = foot.after(46)
    art.label(foot, it.note, words.largest(it.note, GLANCE, foot.w, 26), th.INK, "left")
    return art


def _facts(art: Canvas, row: Box, it: About) -> None:
    x = row.x
    if it.group:
        art.stamp_at(pieces.symbol(it.group, 46, th.GROUPS[it.group]), x + 24, row.cy)
        x += 58
    for line in (it.of, it.points, it.copies):
        if line:
            font = words.bold(36)
            x = art.write(x, row.cy + words.cap_height(font) // 2, line, font, th.INK) + 24
            if line != it.copies:
                art.disc(x - 4, row.cy, 10, th.SOFT)
                x += 16


def _grid(art: Canvas, room: Box, it: About) -> None:
    """Paint all ranks of all groups: this one dark, the ones that go with it bright."""
    columns = RANKS + "L"
    step = (room.w - 56) // len(columns)
    for row, group in zip(room.rows(len(Group), 5), Group, strict=True):
        art.stamp_at(pieces.symbol(group, 32, th.GROUPS[group]), row.x + 18, row.cy)
        for at, rank in enumerate(columns):
            gap = 8 if rank in LETTERS else 14 if rank == "L" else 0
            box = Box(row.x + 44 + at * step + gap, row.y, step - 4, row.h)
            own = (group, rank) == (it.group, it.rank)
            lit = (group, rank) in it.mates
            ground = th.GROUP_INKS[group] if own else th.SUN if lit else th.SHADE
            ink = th.PAPER if own else th.INK if lit else th.SOFT
            art.plate(box, 7, ground)
            if rank == "L":
                art.stamp_at(pieces.lajkonik(36, 34, ink, ground), box.cx, box.cy)
            else:
                font = words.bold(34) if own or lit else words.text(28)
                art.label(box, rank, font, ink)


def action(w: int, h: int, it: Printed) -> Canvas:
    """Paint an action card as in hand, but in every player's colour."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 20, th.PAPER)
    _band(art, 44)
    art.stamp_at(icons.action(it.action, 132, th.INK, th.PAPER), w // 2, 126)
    room = art.box.inset(18, 0)
    font = words.largest(it.name, words.bold(46), room.w, words.GLANCE_PX)
    art.label(Box(room.x, 204, room.w, 50), it.name, font, th.INK)
    for at, line in enumerate(_even(it.effect, room.w)):
        art.label(Box(room.x, 256 + 38 * at, room.w, 38), line, GLANCE, th.INK)
    left, right = Box(26, h - 96, 150, 90), Box(w - 176, h - 96, 150, 90)
    art.label(left.top(60), f"×{it.copies}", words.slab(50), th.INK, "left")
    art.label(left.below(60).top(28), it.each, CAPTION, th.SOFT, "left")
    art.disc(right.right - 34, right.y + 26, 66, th.SUN)
    points = number(it.points) if it.points < 1 else f"+{it.points}"
    art.label(Box(right.right - 67, right.y - 7, 66, 66), points, words.slab(36), th.INK)
    art.label(right.below(60).top(28), it.kept, CAPTION, th.SOFT, "right")
    return art


def _even(line: str, room: int) -> tuple[str, ...]:
    """Return a sentence as few lines as possible, all about the same length."""
    fewest = words.wrap(line, GLANCE, room, 3)
    for narrow in range(120, room, 12):
        lines = words.wrap(line, GLANCE, narrow, 3)
        if len(lines) == len(fewest) and not lines[-1].endswith(words.ELLIPSIS):
            return lines
    return fewest


def _band(art: Canvas, high: int) -> None:
    """Paint the top edge of a card in the colours of all players."""
    w = art.box.w
    art.plate(Box(0, 0, w // 2, high + 20), 20, th.SEATS[0])
    art.plate(Box(w // 2, 0, w - w // 2, high + 20), 20, th.SEATS[-1])
    parts = Box(0, 0, w, high).columns(len(th.SEATS))
    for seat, part in enumerate(parts):
        inner = seat not in {0, len(th.SEATS) - 1}
        art.fill(part if inner else Box(part.x + 20 * (seat == 0), 0, part.w - 20, high),
                 th.SEATS[seat])  # fmt: skip
        art.stamp_at(pieces.sign(seat, 30, th.PRINT), part.cx, part.cy)
    art.fill(Box(0, high, w, 22), th.PAPER)


def hours(w: int, h: int) -> Canvas:
    """Paint the ten reservation tokens, face up."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 16, th.FELT)
    for box, hour in zip(art.box.inset(14, 0).columns(len(HOURS)), HOURS, strict=True):
        art.stamp_at(pieces.clock(0, 106), box.cx, box.cy)
        art.disc(box.cx, box.cy, 72, th.PAPER)
        art.label(Box(box.cx - 40, box.y, 80, h), str(hour), words.slab(44), th.INK)
    return art


def contests(w: int, h: int, captions: tuple[str, ...]) -> Canvas:
    """Paint who gets a card: a token alone, the earliest of two, nobody in a tie."""
    art = Canvas(w, h, th.TABLE)
    cases = (((1, 0),), ((0, 9), (1, 12)), ((0, 9), (1, 9), (2, 12)))
    for box, tokens, caption in zip(art.box.columns(3, 10), cases, captions, strict=True):
        art.plate(box, 16, th.PAPER)
        font = words.largest(caption, GLANCE, box.w - 24, 28)
        art.label(Box(box.x + 12, box.bottom - 60, box.w - 24, 46), caption, font, th.INK)
        _contest(art, box.top(box.h - 60), tokens)
    return art


def _contest(art: Canvas, room: Box, tokens: tuple[tuple[int, int], ...]) -> None:
    """Put tokens in a row, the winner's framed; barred if the first hours are equal."""
    tie = len(tokens) > 2
    step, wide = (94, 352) if tie else (112, 112 * len(tokens))
    cy = room.cy + 6
    for at, (seat, hour) in enumerate(tokens):
        cx = room.cx - wide // 2 + at * step + 46
        if at == 0 and not tie:
            art.disc(cx, cy, 106, th.SUN)
        art.stamp_at(pieces.token(seat, 86, 44), cx, cy)
        tag = Box(cx + 3, cy + 20, 50, 40)
        art.plate(tag, 10, th.INK)
        art.label(tag, str(hour) if hour else "?", words.bold(36), th.PAPER)
    if tie:
        art.stamp_at(icons.crossed(66, th.STOP), room.cx + wide // 2 - 33, cy)


def orders(w: int, h: int) -> Canvas:
    """Paint the order tokens."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 16, th.FELT)
    for at, box in enumerate(art.box.inset(14, 0).columns(ORDER_TOKENS)):
        art.disc(box.cx, box.cy, 80, th.PAPER, th.INK, 3)
        art.label(box, str(at + 1), words.bold(50), th.INK)
    return art


def queue(w: int, h: int, captions: tuple[str, ...]) -> Canvas:
    """Paint three stacks in the order in which they are carried out."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 16, th.FELT)
    turn = 1
    columns = art.box.inset(24, 16).left(648).columns(3, 36)
    for at, (box, seats) in enumerate(zip(columns, ((0,), (1, 0, 1), (0, 1)), strict=True)):
        art.disc(box.cx, box.y + 24, 50, th.PAPER, th.INK, 3)
        art.label(Box(box.cx - 25, box.y - 1, 50, 50), str(at + 1), words.bold(38), th.INK)
        _pile(art, box.below(58), seats, turn)
        turn += len(seats)
        if at < 2:
            art.stamp_at(marks.pointer(30, th.SUN), box.right + 18, box.cy + 28)
    room = art.box.after(720).inset(0, 20)
    for row, caption in zip(room.left(room.w - 24).rows(len(captions)), captions, strict=True):
        font = words.largest(caption, GLANCE, row.w, 26)
        art.label(row, caption, font, th.CREAM, "left")
    return art


def sign(w: int, h: int, group: str) -> Canvas:
    """Paint the symbol and the letter of a group, after its cards."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 12, th.FELT)
    art.plate(art.box.inset(2), 10, th.TABLE)
    art.stamp_at(pieces.symbol(group, 62, th.MIST), w // 2, h // 2 - 26)
    art.label(Box(0, h - 84, w, 70), group, words.slab(56), th.MIST)
    return art


def _pile(art: Canvas, room: Box, seats: tuple[int, ...], turn: int) -> None:
    """Put a stack, bottom card first, each with the turn at which it is revealed.

    The top card comes first: its turn is `turn`.
    """
    step = 52
    left = room.cx - (84 + step * (len(seats) - 1)) // 2
    for at, seat in enumerate(seats):
        x = left + at * step
        pieces.back(art, Box(x, room.y, 84, room.h), seat, 36, th.PAPER)
        art.disc(x + 27, room.bottom - 28, 42, th.SUN, th.INK, 2)
        nth = str(turn + len(seats) - 1 - at)
        art.label(Box(x + 7, room.bottom - 48, 40, 40), nth, words.slab(28), th.INK)


_TURNS: Final = (Direction.RIGHT, Direction.DOWN, Direction.LEFT, Direction.UP)
"""The directions as `marks.pointer` counts them."""


def _group_sign(group: str) -> Sign:
    ids = tuple(sight for sight in SIGHTS if (sight.group or "O") == group)
    named = [name for _, name in GROUPS[Group(group)].name.params] if group != "O" else []
    return Sign(
        f"group{group.lower()}",
        ("sight", "own"),
        ids,
        (f"group:{group}",) if named else (),
        (*(sight.label for sight in ids), *named),
    )


SIGNS: Final[Mapping[Sign, DrawSign]] = {
    **{seat_sign(n): partial(pieces.chip, n, SIZE, SIZE * 5 // 8) for n in range(len(th.SEATS))},
    **{
        Sign(f"action{kind.lower()}", ("card",), (kind,), (f"card:{kind}",), (card.name,)): partial(
            lambda kind: plated(icons.action(kind, PLATED, th.INK, th.PAPER), th.PAPER), kind
        )
        for kind, card in ACTIONS.items()
    },
    **{
        _group_sign(group): partial(
            lambda group: plated(pieces.symbol(group, PLATED, th.group_colour(group)), th.PAPER),
            group,
        )
        for group in (*th.GROUPS, "O")
    },
    **{
        Sign(direction.value, ("direction",), (direction.value,)): partial(
            lambda turn: plated(marks.pointer(PLATED, th.INK, turn), th.PAPER), turn
        )
        for turn, direction in enumerate(_TURNS)
    },
    Sign("token", components=("token",)): lambda: plated(
        icons.little_clock(PLATED, th.INK, th.PAPER), th.PAPER
    ),
}
"""What draws each sign that can stand before a word."""
