"""The parts of every message: the sheet, the message to send, shared phrases.

Public posts are in the server's language and ping only players who have a new decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

import discord
from discord import ui

from cogs.ui.items import Item, fitting
from cogs.ui.speech import (
    IN_BOLD,
    NOBODY,
    as_lines,
    channel_mention,
    fitting_words,
    harmless,
    markdown_names,
    name_in,
    say,
    tell,
    user_mention,
    without_signs,
)
from matches.domain.model import Glance, LogEntry, MatchInfo
from matches.domain.settings import Display, Words
from render.i18n import Lang, Names, translate
from render.picture import Picture
from rules import registry
from rules.protocol import GameInfo, Outcome, ScoreLine
from rules.text import Markup, Text, Who, t

LINE_CHARS: Final = 250
MAX_WORDS: Final = 3900
"""The most characters of text in one message, below Discord's 4,000."""


MADE_OF_CHARS: Final = 300
"""The most characters of a seat's score breakdown; /board shows all of it."""


AS_IT_STOOD: Final = t("The scores are as they stood when the match stopped.")
"""Said below the scores of a match that wasn't played to its end."""


HOUSE: Final = "#d9a441"
"""The colour of everything that belongs to no player."""

FileName: TypeAlias = Literal[
    "board.png", "hand.png", "component.png", "part.png", "key.png", "moment.png"
]
"""Neutral names: a file's name is as public as its message."""


class Upload(discord.File):
    """A file that is let go of once it is sent.

    What sends it refers to it for long after that, and pictures are large.

    Attributes:
        content: What is in it.
    """

    def __init__(self, content: bytes, filename: str) -> None:
        super().__init__(BytesIO(content), filename)
        self.content = content

    def close(self) -> None:
        """Free the memory of a file that was sent."""
        super().close()
        self.fp.close()


@dataclass(frozen=True, slots=True)
class Post:
    """A message that can be sent once, because sending uses up its files.

    Attributes:
        view: What it looks like.
        files: The pictures in it.
        calls: Who it may ping.
        notice: The line for a phone's lock screen, if it pings somebody; it holds no secrets.
        bare: What is sent instead where files cannot be attached, or None.
    """

    view: ui.LayoutView
    files: tuple[Upload, ...] = ()
    calls: discord.AllowedMentions = NOBODY
    notice: str = ""
    bare: Post | None = None

    def calling(self, calls: discord.AllowedMentions, notice: str) -> Post:
        """Return the same message with pings and the line for the lock screen."""
        return replace(self, calls=calls, notice=notice)

    def again(self) -> Post:
        """Return the same message with files that can be sent again."""
        return replace(self, files=tuple(Upload(f.content, f.filename) for f in self.files))


class Sheet:
    """Collects the parts of a message, top to bottom, in one frame."""

    def __init__(self, accent: str | None = None) -> None:
        colour = discord.Colour.from_str(accent or HOUSE)
        self._frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=colour)
        self._files: list[Upload] = []
        self._yielding: list[tuple[ui.TextDisplay[ui.LayoutView], list[str]]] = []

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
            again = sum(file.filename.startswith(name.partition(".")[0]) for file in self._files)
            frame, file = _framed(picture, name.replace(".", f"{again + 1}.") if again else name)
            self._frame.add_item(frame)
            self._files.append(file)

    def show(self, picture: Picture | None, name: FileName, display: Display) -> None:
        """Add a picture as its reader wants it: alone, below its words, or these alone.

        The words get what room the rest of the message leaves.
        """
        if picture is None or not picture.png or display.words is Words.LATER:
            self.paint(picture, name)
            return
        spoken: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay("")
        self._yielding.append((spoken, as_lines(picture.text)))
        self._frame.add_item(spoken)
        if display.words is Words.FIRST:
            self.paint(picture, name)

    def row(self, *items: Item) -> None:
        """Add a row of up to five buttons or one select; without items, nothing."""
        if items:
            self._frame.add_item(ui.ActionRow(*items))

    @property
    def parts(self) -> int:
        """Return how many components there are, with the frame and nested ones."""
        return 1 + sum(1 for _ in self._frame.walk_children())

    def divide(self) -> None:
        """Add a line between what is above and what is below."""
        self._frame.add_item(ui.Separator())

    def post(self, calls: discord.AllowedMentions = NOBODY, notice: str = "") -> Post:
        """Return the message."""
        view = ui.LayoutView(timeout=None)
        view.add_item(self._frame)
        if view.content_length() > MAX_WORDS:
            _drop_signs(view)
        for number, (spoken, lines) in enumerate(self._yielding):
            room = MAX_WORDS - view.content_length()
            spoken.content = _as_many(lines, room // (len(self._yielding) - number))
        return Post(view, tuple(self._files), calls, notice)


def _drop_signs(view: ui.LayoutView) -> None:
    """Leave only the words of a message: they don't fit together with its emojis."""
    for one in view.walk_children():
        if isinstance(one, ui.TextDisplay):
            one.content = without_signs(one.content)


def _as_many(lines: Sequence[str], room: int) -> str:
    """Return as many whole lines as fit into `room` characters, and "…" if cut."""
    if len("\n".join(lines)) <= room:
        return "\n".join(lines)
    kept = list(lines)
    while kept and len("\n".join(kept)) + len("\n…") > room:
        kept.pop()
    return "\n".join([*kept, "…"])


def _framed(picture: Picture, name: str) -> tuple[ui.MediaGallery[ui.LayoutView], Upload]:
    """Return a picture for a message: the gallery with its alt text, and the file."""
    item = discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt)
    return ui.MediaGallery(item), Upload(picture.png, name)


def strong(text: Text, lang: Lang, match: MatchInfo) -> str:
    """Return a text in bold, the names in it too."""
    names = {s.seat: harmless(name_in(match, s, lang)) for s in match.seats}
    return f"**{translate(text, lang, names, IN_BOLD)}**"


def short(game: GameInfo) -> str:
    """Return the short name of a game: its title up to the colon."""
    return game.title.partition(":")[0]


def title(glance: Glance, lang: Lang) -> str:
    """Return the small first line of every message about a match: game, round, phase."""
    return f"-# {short(glance.rules.info)} · {phase(glance, lang)}"


def phase(glance: Glance, lang: Lang) -> str:
    """Return the round and phase of a match."""
    return say(glance.rules.headline(glance.view), lang, glance.match)


def notice(match: MatchInfo, *what: str) -> str:
    """Return the line for a lock screen: the reason for the ping, game and number.

    Its end marks a message that was sent but not laid out yet: see `cogs.outbox.sending`.
    """
    return " · ".join([*(part.rstrip(".") for part in what), match_name(match)])


def accent(glance: Glance) -> str | None:
    """Return the colour of the only seat to act; None if there are several or none."""
    if len(glance.match.to_act) != 1:
        return None
    (seat,) = glance.match.to_act
    return glance.rules.info.seat_marks[seat].hex


class Line(str):
    """A line of what moves led to.

    Attributes:
        events: How many of these things it tells.
    """

    events: int

    def __new__(cls, sentences: Sequence[str]) -> Line:
        """Return sentences on one line."""
        made = super().__new__(cls, "- " + fitting_words(" ".join(sentences), LINE_CHARS))
        made.events = len(sentences)
        return made


class _Said(NamedTuple):
    """Sentences that stand on one line.

    Attributes:
        about: Whom each is about; None for nobody.
        length: How many characters they have, without signs.
        is_move: True if the first is the move, which led to the others.
    """

    sentences: tuple[str, ...]
    about: frozenset[Who | None]
    length: int
    is_move: bool


def news(
    entries: Sequence[LogEntry], lang: Lang, match: MatchInfo, count: int, *, signed: bool
) -> list[Line]:
    """Return what moves led to, oldest first, without moves that were taken back.

    Each event has a line. If there would be more than `count` lines, events of one row share some,
    but no more than needed: first those about the same player, then others that a move led to, the
    move itself last. If `signed`, the game's signs stand before words.
    """
    said = [
        one for entry in entries if not entry.undone for one in _said(entry, lang, match, signed)
    ]
    return [Line(line.sentences) for line in _on_lines(said, count)]


def _said(entry: LogEntry, lang: Lang, match: MatchInfo, signed: bool) -> Iterator[_Said]:
    """Yield each event of a row; the first one is the move itself."""
    for number, text in enumerate(event.text for event in entry.events):
        sentence = tell(text, lang, entry.then(match), signed=signed)
        about = next((value for _, value in text.params if isinstance(value, Who)), None)
        yield _Said((sentence,), frozenset({about}), len(without_signs(sentence)), number == 0)


def _on_lines(said: Sequence[_Said], count: int) -> Sequence[_Said]:
    """Return at most `count` lines, or else as few as there can be."""
    if sum(one.is_move for one in said) <= count:
        lines = _sharing_some(said, count)
        if len(lines) <= count:
            return lines
    return _sharing_all(said)


def _sharing_some(said: Sequence[_Said], count: int) -> list[_Said]:
    """Join neighbours, those about one player first, until there are `count` lines."""
    lines = list(said)
    while len(lines) > count:
        pairs = [
            (one.is_move, one.about != then.about, one.length + then.length, number)
            for number, (one, then) in enumerate(pairwise(lines))
            if _fit(one, then)
        ]
        if not pairs:
            break
        number = min(pairs)[-1]
        lines[number : number + 2] = [_joined(*lines[number : number + 2])]
    return lines


def _sharing_all(said: Sequence[_Said]) -> list[_Said]:
    """Join neighbours wherever they fit on a line."""
    lines: list[_Said] = []
    for one in said:
        if lines and _fit(lines[-1], one):
            lines[-1] = _joined(lines[-1], one)
        else:
            lines.append(one)
    return lines


def _fit(one: _Said, then: _Said) -> bool:
    """Return whether two can share a line; a line ends before every move."""
    return not then.is_move and one.length + len(" ") + then.length <= LINE_CHARS


def _joined(one: _Said, then: _Said) -> _Said:
    length = one.length + len(" ") + then.length
    return _Said(one.sentences + then.sentences, one.about | then.about, length, one.is_move)


def untold(lines: Sequence[Line], count: int) -> int:
    """Return how many events are on the lines before the last `count`."""
    return sum(line.events for line in lines[:-count])


def newest(lines: Sequence[str], count: int, more: Text, lang: Lang) -> list[str]:
    """Return the last `count` lines, after a small `more` if some were left out."""
    return [f"-# {say(more, lang)}" if len(lines) > count else "", *lines[-count:]]


def mentions(match: MatchInfo, lang: Lang) -> Names:
    """Return the players as mentions; the message decides whether they ping."""
    plain = markdown_names(match, lang)
    return {s.seat: user_mention(s.user_id) if s.user_id else plain[s.seat] for s in match.seats}


def winners(outcome: Outcome) -> Text:
    """Return who wins, without a full stop."""
    best = min(outcome.ranks)
    won = tuple(Who(seat) for seat, rank in enumerate(outcome.ranks) if rank == best)
    return t("{who} wins", who=won) if len(won) == 1 else t("{who} win", who=won)


def result_lines(outcome: Outcome, lang: Lang, match: MatchInfo) -> list[str]:
    """Return the result, best first: rank, name, score; in small, the breakdown."""
    lines = []
    for seat in sorted(range(len(outcome.ranks)), key=lambda s: (outcome.ranks[s], s)):
        scored = t("{who}", who=Who(seat))
        if outcome.scores:
            amount = outcome.amount(outcome.scores[seat])
            scored = t("{who}: {amount}", who=Who(seat), amount=amount)
        rank = f"{outcome.ranks[seat]}\\. " if len(outcome.ranks) > 1 else ""
        lines.append(rank + say(scored, lang, match))
        made_of = " · ".join(_part(line, lang, match) for line in outcome.lines[seat])
        lines += [f"-# {fitting(made_of, MADE_OF_CHARS)}"] if made_of else []
    if match.ending == "conceded" and outcome.scores:
        lines.append(f"-# {say(AS_IT_STOOD, lang)}")
    return lines


def _part(line: ScoreLine, lang: Lang, match: MatchInfo) -> str:
    """Return a part of a breakdown; a remark is only named."""
    label = say(line.label, lang, match)
    return label if line.points is None else f"{label} {line.points:+d}".replace(" -", " −")


def place_of(match: MatchInfo) -> Markup:
    """Return the channel of a match as Discord shows it: a link with its name."""
    return channel_mention(match.channel_id)


def link(match: MatchInfo) -> str:
    """Return the URL of the channel where a match is played."""
    return f"https://discord.com/channels/{match.guild_id}/{match.channel_id}"


def match_name(match: MatchInfo) -> str:
    """Return the name of a match: ``Kraków 2009 #12``."""
    return f"{short(registry.get(match.slug).info)} #{match.id}"
