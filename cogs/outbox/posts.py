"""What the house's messages look like: the turn post, the result, the DM, the note.

Public posts speak the server's language and call nobody but those who are newly asked. Everything
in them is made from a watcher's view, everything in a DM from its owner's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Final

import discord
from discord import ui

from cogs.drawing.pictures import FileName, framed
from cogs.ui.items import Button, button, fitting
from cogs.ui.speech import NOBODY, allow, as_lines, harmless, markdown_names, say
from cogs.ui.times import deadline_lines, own_deadline
from matches.domain.model import Glance, LogEntry, MatchInfo
from matches.services.history import Closing
from render.i18n import Lang, Names, translate
from render.picture import Picture
from rules import registry
from rules.protocol import GameInfo, Outcome, ScoreLine
from rules.text import Seat, Text, Who, t, tn

NEWS_LINES: Final = 4
"""So many lines of a turn post say what happened."""
LINE_SIGNS: Final = 250
TEXT_SIGNS: Final = 1200
"""So much of a board's text fits into a post beside everything else (Discord: 4,000 signs)."""
MADE_OF_SIGNS: Final = 300
"""So much is said of what a seat's points are made of; the picture and /board have it all."""
HOUSE: Final = "#d9a441"
"""The colour of whatever is nobody's in particular."""
END: Final = ".end"
"""Marks the buttons of a match's last post, so that it can be told from the one before."""


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

    def anew(self) -> Post:
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
            frame, file = framed(picture, name)
            self._frame.add_item(frame)
            self._files.append(file)

    def row(self, *items: ui.Item[Any]) -> None:
        """Add a row of up to five buttons or one select; none make no row."""
        if items:
            self._frame.add_item(ui.ActionRow(*items))

    def divide(self) -> None:
        """Add a line between what is above and what is below."""
        self._frame.add_item(ui.Separator())

    def post(self, calls: discord.AllowedMentions = NOBODY, notice: str = "") -> Post:
        """Return the message."""
        view = ui.LayoutView(timeout=None)
        view.add_item(self._frame)
        return Post(view, tuple(self._files), calls, notice)


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
    which = f"{short(registry.get(match.slug).info)} #{match.id}"
    return " · ".join([*(part.rstrip(".") for part in what), which])


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
    return ["- " + fitting(line, LINE_SIGNS) for row in rows for line in row]


def _sharing_lines(sentences: list[str]) -> list[str]:
    """Return sentences side by side, as many as fit into a line."""
    lines: list[str] = []
    for sentence in sentences:
        if lines and len(lines[-1]) + 1 + len(sentence) <= LINE_SIGNS:
            lines[-1] += f" {sentence}"
        else:
            lines.append(sentence)
    return lines


def newest(lines: list[str], count: int, more: Text, lang: Lang) -> list[str]:
    """Return the last `count` lines, after a small line saying `more` if some were left out."""
    return [f"-# {say(more, lang)}" if len(lines) > count else "", *lines[-count:]]


def turn_post(
    glance: Glance,
    entries: Sequence[LogEntry],
    picture: Picture,
    lang: Lang,
    *,
    since: int,
    closing: Closing | None = None,
) -> Post:
    """Return the public post of a turn, or of the end of the match.

    Where files cannot be attached it holds the text of the board.

    Args:
        glance: The match as a watcher sees it now.
        entries: The log from `since` on, as a watcher may read it.
        picture: The board or the result.
        lang: The server's language.
        since: The ply that the post before this one shows; 0 for the first.
        closing: What is to be said of the match as a whole, at its end.
    """
    board, bare = Sheet(accent(glance)), Sheet(accent(glance))
    board.write(title(glance, lang))
    board.paint(picture, "board.png")
    bare.write(title(glance, lang), fitting("\n".join(as_lines(picture.text)), TEXT_SIGNS))
    bare.write(f"-# {say(_NO_PICTURE, lang)}")
    for sheet in (board, bare):
        _say_turn(sheet, glance, entries, lang, since, closing)
    match = glance.match
    call, users = "", _callable(match, glance.newly) if match.status == "live" else ()
    if users:
        who = tuple(Who(s) for s in sorted(glance.newly) if match.seats[s].user_id in users)
        call = translate(t("Your move: {who}", who=who), lang, mentions(match))
        call = notice(match, call, phase(glance, lang))
    return replace(board.post(allow(*users), call), bare=bare.post(allow(*users)))


def _say_turn(
    sheet: Sheet,
    glance: Glance,
    entries: Sequence[LogEntry],
    lang: Lang,
    since: int,
    closing: Closing | None,
) -> None:
    """Write what happened and who is to move, or how it ended, and the buttons."""
    match = glance.match
    if match.status == "live":
        lines = news(entries, lang, match, NEWS_LINES)
        more = tn(
            "…and {count} more before: tap Catch up.",
            "…and {count} more before: tap Catch up.",
            len(lines) - NEWS_LINES,
        )
        sheet.write(*newest(lines, NEWS_LINES, more, lang))
        sheet.write(f"**{_whose_move(match, lang)}**", *deadline_lines(match, lang))
        if since == 0:
            sheet.write(f"-# {say(_sealed_dice(match), lang)}")
        sheet.row(*turn_buttons(match, str(match.ply), lang))
        return
    sheet.write(*_ending(glance, closing, lang))
    sheet.row(*_end_buttons(match, f"{match.ply}{END}", lang))


_NO_PICTURE: Final = t(
    "I may not attach files here, so there is no picture: please allow me “Attach Files”."
)


def _sealed_dice(match: MatchInfo) -> Text:
    return t(
        "Chance is sealed: {seal} At the end I publish the key, and /match verify draws everything"
        " again.",
        seal=f"`{match.chance_hash}`",
    )


def turn_buttons(match: MatchInfo, rest: str, lang: Lang) -> tuple[Button, ...]:
    """Return the five buttons of a turn post; each leads to the present."""
    primary = discord.ButtonStyle.primary
    return (
        button("turn", match.id, rest, label=say(t("Your move"), lang), style=primary),
        button("hand", match.id, rest, label=say(t("My hand"), lang)),
        button("catchup", match.id, rest, label=say(t("Catch up"), lang)),
        button("text", match.id, rest, label=say(t("Text"), lang)),
        button("rules", match.id, rest, label=say(t("Rules"), lang)),
    )


def _end_buttons(match: MatchInfo, rest: str, lang: Lang) -> tuple[Button, ...]:
    green = discord.ButtonStyle.success
    return (
        button("rematch", match.id, rest, label=say(t("Rematch"), lang), style=green),
        button("replayed", match.id, rest, label=say(t("Replay"), lang)),
        button("catchup", match.id, rest, label=say(t("Catch up"), lang)),
        button("text", match.id, rest, label=say(t("Text"), lang)),
        button("rules", match.id, rest, label=say(t("Rules"), lang)),
    )


def _callable(match: MatchInfo, seats: frozenset[Seat]) -> tuple[int, ...]:
    """Return the users on some seats; not those who had their ids erased."""
    return tuple(s.user_id for s in match.seats if s.seat in seats and s.user_id)


def mentions(match: MatchInfo) -> Names:
    """Return the players as Discord mentions; whether one calls is up to the message."""
    plain = markdown_names(match)
    return {s.seat: f"<@{s.user_id}>" if s.user_id else plain[s.seat] for s in match.seats}


def _whose_move(match: MatchInfo, lang: Lang) -> str:
    who = tuple(Who(seat) for seat in sorted(match.to_act))
    return translate(t("Your move: {who}", who=who), lang, mentions(match))


def _ending(glance: Glance, closing: Closing | None, lang: Lang) -> list[str]:
    """Return the last words of a match: who won and why, how it went, the key to its dice."""
    match, outcome = glance.match, glance.outcome
    lines = [strong(t("The match was broken off."), lang, match)]
    if outcome is not None:
        lines = [strong(outcome.reason, lang, match), *standing(outcome, lang, match)]
    if closing is not None:
        lines += _story(match, closing, lang)
    if match.chance_seed:
        key = t(
            "The key to all draws: {key} With /match verify anyone can draw them again.",
            key=f"`{match.chance_seed}`",
        )
        lines.append(f"-# {say(key, lang)}")
    return lines


def _story(match: MatchInfo, closing: Closing, lang: Lang) -> list[str]:
    """Return what decided a match, how long it was, and which seats changed hands."""
    lines = [say(text, lang, match) for text in closing.turning]
    moves = tn("{count} move", "{count} moves", closing.moves)
    begun, finished = match.begun_at, match.finished_at
    length = t("{moves}.", moves=moves)
    if begun is not None and finished is not None:
        days = (finished.date() - begun.date()).days + 1
        length = tn("{moves} on one day.", "{moves} in {count} days.", days, moves=moves)
    lines.append(say(length, lang))
    for seat, users in sorted(closing.held.items()):
        nobody = say(t("a caretaker"), lang)
        names = " → ".join(f"<@{user}>" if user else nobody for user in users)
        mark = registry.get(match.slug).info.seat_marks[seat]
        held = t("Seat {letter} was played by {names}.", letter=f"`{mark.letter}`", names=names)
        lines.append(f"-# {say(held, lang)}")
    return lines


def standing(outcome: Outcome, lang: Lang, match: MatchInfo) -> list[str]:
    """Return the result, best first: place, name, points; below, small, what they are made of."""
    lines = []
    for seat in sorted(range(len(outcome.scores)), key=lambda s: (outcome.ranks[s], s)):
        scored = tn(
            "{who}: {count} point", "{who}: {count} points", outcome.scores[seat], who=Who(seat)
        )
        lines.append(f"{outcome.ranks[seat]}\\. {say(scored, lang, match)}")
        made_of = " · ".join(_part(line, lang, match) for line in outcome.lines[seat])
        lines.append(f"-# {fitting(made_of, MADE_OF_SIGNS)}")
    return lines


def _part(line: ScoreLine, lang: Lang, match: MatchInfo) -> str:
    """Return a line of a breakdown; what earns nothing is only named."""
    label = say(line.label, lang, match)
    return f"{label} {line.points:+d}".replace(" -", " −") if line.points else label


def dm_post(glance: Glance, public: Glance, hand: Picture | None, lang: Lang) -> Post:
    """Return the direct message to the owner of `glance`: their hand and what is asked of them.

    Args:
        glance: The match as they see it.
        public: The match as a watcher sees it: the lock screen of a phone is read by others, too.
        hand: What only they may know.
        lang: Their language.
    """
    match = glance.match
    sheet = Sheet(glance.rules.info.seat_marks[glance.seat].hex)
    sheet.write(title(glance, lang))
    sheet.paint(hand, "hand.png")
    asked = glance.seat in match.to_act
    mine = match.seats[glance.seat]
    call = t("The match has begun. This is your hand.")
    if mine.user_id != mine.owner_id:
        call = t("You have a seat in this match now. This is your hand.")
    if asked:
        call = t("It is your move.")
    sheet.write(strong(call, lang, match), say(glance.rules.prompt(glance.view), lang, match))
    sheet.write(own_deadline(match, glance.seat, lang))
    if match.trouble:
        held = t("I can't post in {place} at the moment; I keep trying.", place=place_of(match))
        sheet.write(f"-# {say(held, lang)}")
    turn = t("Your move") if asked else t("See the match")
    rest = str(match.ply)
    style = discord.ButtonStyle.primary if asked else discord.ButtonStyle.secondary
    items: list[ui.Item[Any]] = [button("turn", match.id, rest, label=say(turn, lang), style=style)]
    if hand is not None:
        items.append(button("handtext", match.id, rest, label=say(t("My hand as text"), lang)))
    items.append(ui.Button(url=link(match), label=say(t("Go to the match"), lang)))
    sheet.row(*items)
    return sheet.post(notice=notice(match, say(call, lang, match), phase(public, lang)))


def place_of(match: MatchInfo) -> str:
    """Return the channel or thread of a match as Discord shows it: a link with its name."""
    return f"<#{match.channel_id}>"


def link(match: MatchInfo) -> str:
    """Return the address of the place where a match is played."""
    return f"https://discord.com/channels/{match.guild_id}/{match.channel_id}"


def note_post(match: MatchInfo, text: Text, lang: Lang) -> Post:
    """Return a public remark on a match; it calls nobody."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(say(text, lang, match)))
    return Post(view)
