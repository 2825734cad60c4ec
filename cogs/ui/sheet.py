"""What every message is made of: the sheet, the message to be sent, the phrases all share.

Public posts speak the server's language and call nobody but those who are newly asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Final, Literal, TypeAlias

import discord
from discord import ui

from cogs.ui.items import Item, fitting
from cogs.ui.speech import NOBODY, harmless, markdown_names, say
from matches.domain.model import Glance, LogEntry, MatchInfo
from render.i18n import Lang, Names, translate
from render.picture import Picture
from rules import registry
from rules.protocol import GameInfo, Outcome, ScoreLine
from rules.text import Text, Who, tn

LINE_CHARS: Final = 250


MADE_OF_CHARS: Final = 300
"""So much is said of what a seat's points are made of; the picture and /board have it all."""


HOUSE: Final = "#d9a441"
"""The colour of whatever is nobody's in particular."""

FileName: TypeAlias = Literal["board.png", "hand.png", "component.png"]
"""Neutral: the name of a file is as public as the message."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message to be sent once; its files are used up by that.

    Attributes:
        view: What it looks like.
        files: The pictures in it.
        calls: Whom it calls.
        notice: What a phone's lock screen shows of it, if it calls somebody; no secret in it.
        bare: What is sent instead where files cannot be attached, or None.
    """

    view: ui.LayoutView
    files: tuple[discord.File, ...] = ()
    calls: discord.AllowedMentions = NOBODY
    notice: str = ""
    bare: Post | None = None

    def calling(self, calls: discord.AllowedMentions, notice: str) -> Post:
        """Return the same message, to call somebody."""
        return replace(self, calls=calls, notice=notice)

    def again(self) -> Post:
        """Return the same message with files that can be sent once more."""
        kept = [(f.fp.getvalue(), f.filename) for f in self.files if isinstance(f.fp, BytesIO)]
        return replace(self, files=tuple(discord.File(BytesIO(png), name) for png, name in kept))


class Sheet:
    """Collects the parts of a message, top to bottom, in one frame."""

    def __init__(self, accent: str | None = None) -> None:
        colour = discord.Colour.from_str(accent or HOUSE)
        self._frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=colour)
        self._files: list[discord.File] = []

    def write(self, *lines: str) -> None:
        """Add lines of text; empty ones are left out."""
        text = "\n".join(line for line in lines if line)
        if text:
            self._frame.add_item(ui.TextDisplay(text))

    def paint(self, picture: Picture | None, name: FileName) -> None:
        """Add a picture, if there is one; its words alone if it could not be drawn."""
        if picture is not None and not picture.png:
            self.write(picture.alt)
        elif picture is not None:
            frame, file = _framed(picture, name)
            self._frame.add_item(frame)
            self._files.append(file)

    def row(self, *items: Item) -> None:
        """Add a row of up to five buttons or one select; none make no row."""
        if items:
            self._frame.add_item(ui.ActionRow(*items))

    @property
    def parts(self) -> int:
        """Return how many components there are so far, the frame and those within others too."""
        return 1 + sum(1 for _ in self._frame.walk_children())

    def divide(self) -> None:
        """Add a line between what is above and what is below."""
        self._frame.add_item(ui.Separator())

    def post(self, calls: discord.AllowedMentions = NOBODY, notice: str = "") -> Post:
        """Return the message."""
        view = ui.LayoutView(timeout=None)
        view.add_item(self._frame)
        return Post(view, tuple(self._files), calls, notice)


def _framed(
    picture: Picture, name: FileName
) -> tuple[ui.MediaGallery[ui.LayoutView], discord.File]:
    """Return a picture for a message: the frame with its alternative text, and the file."""
    item = discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt)
    return ui.MediaGallery(item), discord.File(BytesIO(picture.png), name)


def strong(text: Text, lang: Lang, match: MatchInfo) -> str:
    """Return a text in bold, the names in it too."""
    names = {s.seat: harmless(s.name) for s in match.seats}
    return f"**{translate(text, lang, names, harmless)}**"


def short(game: GameInfo) -> str:
    """Return what a game is called where there is little room: its title without what follows."""
    return game.title.partition(":")[0]


def title(glance: Glance, lang: Lang) -> str:
    """Return the small first line of every message about a match: game, round, phase."""
    return f"-# {short(glance.rules.info)} · {phase(glance, lang)}"


def phase(glance: Glance, lang: Lang) -> str:
    """Return how far a match is: round, phase."""
    return say(glance.rules.headline(glance.view), lang, glance.match)


def notice(match: MatchInfo, *what: str) -> str:
    """Return the line that a lock screen shows: what somebody is called for, game and number.

    Its end tells a message that was sent but not laid out yet: see `cogs.outbox.sending`.
    """
    return " · ".join([*(part.rstrip(".") for part in what), match_name(match)])


def accent(glance: Glance) -> str | None:
    """Return the colour of the only seat to act; None if there are several or none."""
    if len(glance.match.to_act) != 1:
        return None
    (seat,) = glance.match.to_act
    return glance.rules.info.seat_marks[seat].hex


def news(entries: Sequence[LogEntry], lang: Lang, match: MatchInfo, count: int) -> list[str]:
    """Return what moves led to, oldest first; those taken back since are left out.

    Each thing has a line. Where that would be more than `count`, those that one move led to, which
    may be a whole turn, share lines.
    """
    rows = [
        [say(event.text, lang, match) for event in entry.events]
        for entry in entries
        if not entry.undone
    ]
    if sum(map(len, rows)) > count:
        rows = [_sharing_lines(row) for row in rows]
    return ["- " + fitting(line, LINE_CHARS) for row in rows for line in row]


def _sharing_lines(sentences: list[str]) -> list[str]:
    """Return sentences side by side, as many as fit into a line."""
    lines: list[str] = []
    for sentence in sentences:
        if lines and len(lines[-1]) + 1 + len(sentence) <= LINE_CHARS:
            lines[-1] += f" {sentence}"
        else:
            lines.append(sentence)
    return lines


def newest(lines: list[str], count: int, more: Text, lang: Lang) -> list[str]:
    """Return the last `count` lines, after a small line saying `more` if some were left out."""
    return [f"-# {say(more, lang)}" if len(lines) > count else "", *lines[-count:]]


def mentions(match: MatchInfo) -> Names:
    """Return the players as Discord mentions; whether one calls is up to the message."""
    plain = markdown_names(match)
    return {s.seat: f"<@{s.user_id}>" if s.user_id else plain[s.seat] for s in match.seats}


def standing(outcome: Outcome, lang: Lang, match: MatchInfo) -> list[str]:
    """Return the result, best first: place, name, points; below, small, what they are made of."""
    lines = []
    for seat in sorted(range(len(outcome.scores)), key=lambda s: (outcome.ranks[s], s)):
        scored = tn(
            "{who}: {count} point", "{who}: {count} points", outcome.scores[seat], who=Who(seat)
        )
        lines.append(f"{outcome.ranks[seat]}\\. {say(scored, lang, match)}")
        made_of = " · ".join(_part(line, lang, match) for line in outcome.lines[seat])
        lines.append(f"-# {fitting(made_of, MADE_OF_CHARS)}")
    return lines


def _part(line: ScoreLine, lang: Lang, match: MatchInfo) -> str:
    """Return a line of a breakdown; what earns nothing is only named."""
    label = say(line.label, lang, match)
    return f"{label} {line.points:+d}".replace(" -", " −") if line.points else label


def place_of(match: MatchInfo) -> str:
    """Return the channel or thread of a match as Discord shows it: a link with its name."""
    return f"<#{match.channel_id}>"


def link(match: MatchInfo) -> str:
    """Return the address of the place where a match is played."""
    return f"https://discord.com/channels/{match.guild_id}/{match.channel_id}"


def match_name(match: MatchInfo) -> str:
    """Return what a match is called: ``Kraków 2009 #12``."""
    return f"{short(registry.get(match.slug).info)} #{match.id}"
