"""The key to the pictures: what each sign, frame and number means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PIL import Image

from render.i18n import Lang
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.kept import PAGES
from render.kit.layout import Box
from render.kit.press import Press
from render.krakow import cards, icons, layout, pieces, tokens
from render.krakow import theme as th
from render.krakow.cards import Face
from render.krakow.tokens import Disc
from render.picture import Picture
from render.speech import Speech, brief
from rules.krakow.components import ACTIONS, GROUPS, Action, Group, Sight
from rules.text import Text, t

HEADING: Final = words.bold(30)
TAG: Final = (tokens.WIDE, tokens.HIGH)
SIGN: Final = 118
"""Width of the column of signs."""
WORDS: Final = words.text(24)
ON_TABLE: Final = frozenset(
    {"token", "heap", "own", "level", "order", "back", "up", "out", "pile", "done", "aside"}
)
"""Signs that are found on the table, not on paper."""


class Line(NamedTuple):
    """A line of the key: what paints its sign, and its words; "" for a heading."""

    sign: str
    about: str


def _face(code: str, say: Speech) -> Face:
    sight = Sight.parse(code)
    label = say.name(sight.label)
    return Face(sight.group or "", sight.rank, label, sight.points, say.name(sight.name))


def _market() -> list[tuple[str, Text]]:
    five = Sight.parse("N:5")
    return [
        ("", t("The market")),
        ("card", t("a sight: its number or letter, and its group; in texts it is {sight}",
                   sight=five.label)),
        ("worth", t("what the sight is worth")),
        ("halves", t("white for numbers and tan for letters: no run goes from one to the other")),
        *((f"group {g}", t("{group}", group=GROUPS[g].name)) for g in Group),
        ("ring", t("an obwarzanek: the number tells it from the others")),
        ("token", t("a reservation token; only its owner knows the hour")),
        ("heap", t("two tokens of the same player")),
        ("own", t("your own token, with its hour")),
        ("level", t("equal hours at the awards: nobody gets the card")),
        ("lane", t("the line of the card being carried out")),
        ("last", t("what the last move changed")),
        ("aside", t("under “set aside”: sights that left the market this round")),
    ]  # fmt: skip


def _places() -> list[tuple[str, Text]]:
    return [
        ("", t("Stacks")),
        ("order", t("order token: stacks are carried out in this order")),
        ("pile", t("in a stack: the whole card at the top or left first, then the next ones")),
        ("back", t("a face-down card; the sign, colour and pattern are its owner's")),
        ("up", t("a card turned up, or one of your own")),
        ("out", t("stopped: discarded without being turned up")),
    ]


def _actions() -> list[tuple[str, Text]]:
    return [
        ("", t("Action cards")),
        *((f"action {a}", t("{card}: {effect}", card=card.name, effect=card.effect))
          for a, card in ACTIONS.items()),
    ]  # fmt: skip


def _panels() -> list[tuple[str, Text]]:
    return [
        ("", t("Players")),
        ("points", t("points so far; at the end, with the cards kept")),
        ("tokens", t("tokens left")),
        ("cards", t("cards in hand")),
        ("unseen", t("cards of this type not turned up yet")),
        ("stop", t("cards stopped")),
        ("spent", t("hours already revealed")),
        ("start", t("start player")),
        ("done", t("has had their turn in this queue")),
        ("joined", t("sights joined by yellow make a run or a set")),
        ("stands", t("a lajkonik, and framed in yellow the sight that it stands for")),
    ]


@PAGES
def picture(press: Press, lang: Lang) -> Picture:
    """Return the key in a language; it never changes."""
    say = Speech({}, lang)
    columns = ((*_market(), *_places()), (*_actions(), *_panels()))
    boxes = layout.key()
    sheet = press.sheet(layout.KEY_HEIGHT)
    sheet.put(boxes["head"], head, say(t("What the signs mean")))
    for side, column in zip(("left", "right"), columns, strict=True):
        lines = tuple(Line(sign, say(about)) for sign, about in column)
        example = _face("N:5", say), _face("O:2", say)
        letters = tuple((g.value, say.name(GROUPS[g].letter)) for g in Group)
        sheet.put(boxes[side], listed, lines, example, letters)
    told = [say(it) + (":" if not sign else "") for column in columns for sign, it in column]
    return Picture(sheet.png(), brief(" ".join(told)), "\n".join(told))


def head(w: int, h: int, title: str) -> Canvas:
    """Paint the title."""
    art = Canvas(w, h, th.TABLE)
    art.label(art.box, title, words.slab(40), th.CREAM, "left")
    art.stamp_at(pieces.lajkonik(64, 58, th.MIST, th.TABLE), w - 40, h // 2)
    return art


def listed(
    w: int,
    h: int,
    lines: tuple[Line, ...],
    example: tuple[Face, Face],
    letters: tuple[tuple[str, str], ...],
) -> Canvas:
    """Paint lines one below another, each with its sign.

    Args:
        w: Width of the tile.
        h: Height of the tile.
        lines: The lines.
        example: A sight, and an obwarzanek.
        letters: The letter of each group.
    """
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 14, th.PAPER)
    room = art.box.inset(14, 10)
    high = room.h // len(lines)
    for at, line in enumerate(lines):
        row = Box(room.x, room.y + at * high, room.w, high)
        if not line.sign:
            art.label(row, line.about, HEADING, th.SOFT, "left")
            continue
        sign = row.left(SIGN).inset(0, 3)
        art.plate(sign, 10, th.FELT if line.sign in ON_TABLE else th.SHADE)
        _sign(art, sign, line.sign, example, dict(letters))
        words_room = row.after(SIGN + 14)
        told = words.wrap(line.about, WORDS, words_room.w, 2)
        boxes = words_room.inset(0, (high - 25 * len(told)) // 2).rows(len(told))
        for box, part in zip(boxes, told, strict=True):
            art.label(box, part, WORDS, th.INK, "left")
    return art


def _sign(
    art: Canvas,
    box: Box,
    sign: str,
    example: tuple[Face, Face],
    letters: dict[str, str],
) -> None:
    """Put one sign into a box."""
    kind, _, of = sign.partition(" ")
    if kind == "action":
        art.stamp_at(icons.action(of, 38, th.INK, th.SHADE), box.cx, box.cy)
    elif kind == "group":
        pieces.mark(art, box.cx, box.cy, 40, of, letters[of], th.GROUP_INKS[of])
    elif kind in ("card", "ring", "aside"):
        cards.small(art, _middle(box, 36), example[kind == "ring"])
    elif kind == "level":
        for x, seat in ((box.x + 12, 0), (box.x + 62, 3)):
            tokens.tag(art, Box(x, box.cy - 14, *TAG), Disc(seat, 9, level=True))
    elif kind in _LYING:
        tokens.put(art, _middle(box, tokens.DISC), (_LYING[kind],))
    else:
        _SIGNS[kind](art, box)


def _middle(box: Box, wide: int) -> Box:
    """Return the middle part of a box."""
    return box.after((box.w - wide) // 2).left(wide)


def _lane(art: Canvas, box: Box) -> None:
    art.plate(box, 10, th.LANE)


def _last(art: Canvas, box: Box) -> None:
    art.plate(box, 10, th.MARK)
    art.plate(box.inset(5), 6, th.FELT)


def _order(art: Canvas, box: Box) -> None:
    size = box.h - 6
    art.disc(box.cx, box.cy, size, th.PAPER, th.INK, 2)
    art.label(box, "2", words.bold(30), th.INK)


def _back(art: Canvas, box: Box, action: str = "", edge: str = th.PAPER) -> None:
    card = box.inset(14, 3)
    pieces.back(art, card, 1, 26, edge)
    at = Box(card.x + 42, card.cy - 15, 30, 30)
    if action:
        art.plate(at.inset(-2), 5, th.PAPER)
    if action == "out":
        art.stamp(icons.crossed(30, th.STOP), at.x, at.y)
    elif action:
        art.stamp(icons.action(action, 30, th.INK, th.PAPER), at.x, at.y)


def _pile(art: Canvas, box: Box) -> None:
    for at, seat in ((34, 0), (0, 1)):
        pieces.back(
            art, Box(box.x + 10 + at, box.y + 3, 60 + at // 8, box.h - 6), seat, 0, th.PAPER
        )
    for x, order in ((box.x + 25, "1"), (box.x + 76, "2")):
        art.disc(x + 13, box.cy, 30, th.PAPER, th.INK, 2)
        art.label(Box(x, box.y, 26, box.h), order, words.bold(24), th.INK)


def _worth(art: Canvas, box: Box) -> None:
    art.disc(box.cx, box.cy, 44, th.SUN)
    art.label(box, "4", words.slab(30), th.INK)


def _halves(art: Canvas, box: Box) -> None:
    for half, rank, body in zip(box.inset(10, 4).columns(2, 6), "5B", (th.PAPER, th.SAND),
                                strict=True):  # fmt: skip
        art.plate(half, 6, th.GROUP_INKS["N"])
        art.fill(half.inset(2, 4), body)
        art.label(half, rank, words.slab(30), th.GROUP_INKS["N"])


def _stands(art: Canvas, box: Box) -> None:
    for half, ground, ink in zip(
        _middle(box, 86).columns(2, 10),
        (th.GROUP_INKS["J"], th.PAPER),
        (th.PAPER, th.GROUP_INKS["J"]),
        strict=True,
    ):
        card = half.inset(0, 6)
        art.fill(card, ground if ink == th.PAPER else th.SUN)
        art.fill(card.inset(2), ground)
        art.stamp_at(pieces.lajkonik(32, 32, ink, ground), half.cx, half.cy)


def _points(art: Canvas, box: Box) -> None:
    art.plate(_middle(box, 60), 10, th.SUN)
    art.label(box, "21", words.slab(30), th.INK)


def _counted(art: Canvas, box: Box, stamp: Image.Image, count: str) -> None:
    art.stamp_at(stamp, box.cx - 16, box.cy)
    art.label(box.after(box.w // 2 + 6), count, words.bold(28), th.INK, "left")


def _joined(art: Canvas, box: Box) -> None:
    art.fill(Box(box.x + 30, box.cy - 5, box.w - 60, 10), th.SUN)
    for x, rank in ((box.x + 18, "4"), (box.x + 66, "5")):
        card = Box(x, box.cy - 17, 32, 34)
        art.fill(card, th.SUN)
        art.fill(card.inset(2), th.GROUP_INKS["N"])
        art.label(card, rank, words.bold(26), th.PAPER)


def _spent(art: Canvas, box: Box) -> None:
    _counted(art, box, pieces.token(1, 34, 18), "9")
    art.stamp_at(icons.slash(40, th.INK), box.cx - 16, box.cy)


_LYING: Final = {"token": Disc(1, 0), "heap": Disc(1, 0, 2), "own": Disc(1, 9)}
_SIGNS: Final[dict[str, Callable[[Canvas, Box], None]]] = {
    "lane": _lane,
    "last": _last,
    "order": _order,
    "back": _back,
    "up": lambda art, box: _back(art, box, Action.SHIFT.value, th.INK),
    "out": lambda art, box: _back(art, box, "out", th.INK),
    "points": _points,
    "tokens": lambda art, box: _counted(art, box, pieces.token(1, 34, 18), "8"),
    "cards": lambda art, box: _counted(art, box, icons.little_card(34, th.INK, th.SHADE), "9"),
    "unseen": lambda art, box: _counted(art, box, icons.action("D", 34, th.INK, th.SHADE), "2"),
    "stop": lambda art, box: _counted(art, box, icons.crossed(30, th.STOP), "1"),
    "spent": _spent,
    "start": lambda art, box: art.stamp_at(icons.flag(34, th.STOP), box.cx, box.cy),
    "joined": _joined,
    "pile": _pile,
    "worth": _worth,
    "halves": _halves,
    "stands": _stands,
    "done": lambda art, box: art.stamp_at(marks.check(28, th.SUN), box.cx, box.cy),
}
