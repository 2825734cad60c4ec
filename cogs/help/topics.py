"""The topics that /help explains, and the words that find them."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from cogs.ui.permissions import NEEDED
from cogs.ui.speech import say
from lookup.words import fold
from render.i18n import LANGS, Lang
from rules.text import Text, t

MAX_QUESTION: Final = 100
"""The most characters of typed text that are looked at."""
FIRST_STEPS: Final = "first-steps"
_ALIKE: Final = 0.7
"""The part of a word that has to be typed right, 0 to 1, as `difflib` counts."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic.

    Attributes:
        slug: Its name in commands and custom ids.
        title: Its title, also the label of its button.
        lines: The explanation, one point a line.
    """

    slug: str
    title: Text
    lines: tuple[Text, ...] = ()


TOPICS: Final = (
    Topic(
        "begin",
        t("Getting started"),
        (
            t("/match new opens a match in a channel. The others tap **Join**."),
            t(
                "When there are enough players, the host taps **Start**; once every seat is "
                "taken, any player can. Where I'm allowed to open threads, the match gets its "
                "own."
            ),
            t(
                "/match invite pings a friend, /match list shows what is being played here, "
                "and /match leave gives up your seat before the start."
            ),
        ),
    ),
    Topic(
        "turn",
        t("Making a move"),
        (
            t("When it's your move, I'll post a new picture and ping you under it."),
            t(
                "Tap **Your move**: a panel opens that only you see. Choose one part after "
                "another; you are only offered what is allowed. Look at the board as it would "
                "be, then tap **Confirm**. Nothing happens before that."
            ),
            t(
                "To place a piece you get a pad: the arrows, **Turn** and **Flip** take you "
                "from one place where it fits to the next, and the picture shows what it "
                "brings."
            ),
            t("Not sure? **What can I do?** in the panel explains the decision you have to make."),
        ),
    ),
    Topic(
        "look",
        t("Looking at the match"),
        (
            t("/board shows the board as it is now, with the option text in words."),
            t("/hand shows what only you may see, just like **My hand**."),
            t(
                "/catchup shows what has happened since your last move, /log everything from "
                "the start."
            ),
            t("The buttons under old posts also show the match as it is now."),
        ),
    ),
    Topic(
        "type",
        t("Commands and typing"),
        (
            t("You can also type everything the panel does. Only you see what you type."),
            t("Each game has commands that begin with its name, one for each kind of move."),
            t(
                "/move takes any move in notation, a short written form. Both suggest what is "
                "allowed as you type; /log shows the notation of the moves so far."
            ),
        ),
    ),
    Topic(
        "rules",
        t("Rules and “Why not?”"),
        (
            t(
                "/rules looks up a rule, a card or a term of the game, even in your own words; "
                "**Rules** under each post opens the rulebook of the game played there."
            ),
            t(
                "If something isn't allowed, I'll say why and what to do instead. **Why not?** "
                "shows the rule, what stands in the way, and the nearest moves you can make."
            ),
        ),
    ),
    Topic(
        "secret",
        t("Secrets and fairness"),
        (
            t("What is hidden stays hidden, even from server admins."),
            t(
                "Every random draw is sealed before the first move and opened at the end. Then "
                "anybody can repeat them all with /match verify."
            ),
        ),
    ),
    Topic(
        "undo",
        t("Undo and queued moves"),
        (
            t(
                "**Undo** in the panel, or /undo, takes your last move back, as long as it has "
                "revealed nothing and the turn hasn't moved on."
            ),
            t(
                "While others decide, **Your move** lets you queue your next move. It will be "
                "made as soon as it's your turn; until then only you can see and change it."
            ),
        ),
    ),
    Topic(
        "time",
        t("Time and reminders"),
        (
            t(
                "The host chooses the time for each decision, in the lobby or with /match "
                "time. *Casual* only reminds; *steady* lets a caretaker make one decision for "
                "a player who is late; *strict* frees the seat."
            ),
            t(
                "Every deadline is shown under the picture. In /settings you choose your time "
                "zone, your quiet hours and how often I remind you; **Tomorrow** under a "
                "reminder puts it off."
            ),
            t(
                "On holiday? Tell me the days with /away, and your time will end later. While "
                "I'm offline, all clocks are stopped."
            ),
        ),
    ),
    Topic(
        "seats",
        t("Leaving and taking over a seat"),
        (
            t(
                "/match resign gives up your seat: a caretaker plays it until somebody takes "
                "it over. With /match offer you play on until then."
            ),
            t(
                "/match claim takes over a free seat, with its hand and everything it knows. "
                "/match replace frees the seat of somebody who is gone: the host can do it at "
                "once, the others by a vote."
            ),
        ),
    ),
    Topic(
        "votes",
        t("Votes"),
        (
            t(
                "What concerns everybody takes a vote: /match pause and /match resume, /match "
                "extend for more time, /match end to stop without a result."
            ),
            t(
                "When **Undo** is no longer offered, ask the others to go back: everybody has "
                "to agree. Draws you have already seen will come out the same."
            ),
        ),
    ),
    Topic(
        "replay",
        t("Replay and export"),
        (
            t("/replay goes through a match move by move, with pictures of what you may see."),
            t(
                "/match export gives you the match as a text file: every move, the result, the "
                "proof of the draws. Once it is over, there is also a film of the boards."
            ),
            t(
                "You can still look at a match that is over: in its thread, in the channel "
                "above it and, with its number, anywhere."
            ),
        ),
    ),
    Topic(
        "places",
        t("Threads and channels"),
        (
            t(
                "A match lives in its thread or channel. If that is deleted, the match is "
                "paused and nothing is lost: /match open gives it a new thread where you type "
                "it."
            ),
            t(
                "/match relocate moves a match to the channel where you type it. All its "
                "players must be able to see that channel."
            ),
        ),
    ),
    Topic(
        "dm",
        t("DMs and settings"),
        (
            t(
                "I'll send you a DM with your hand when a match begins and when it's your "
                "move; you can play from there. /settings turns this off and on."
            ),
            t("/turns lists every match that is waiting for you, on all servers."),
        ),
    ),
    Topic(
        "language",
        t("Language"),
        (
            t(
                "Messages only you can see are in the language of your Discord: Polish, "
                "otherwise English. You can change it there, under User Settings → Language."
            ),
            t(
                "Posts for everybody are in the language a server admin chose with /setup; "
                "otherwise in the language of whoever opened the first match on the server."
            ),
        ),
    ),
    Topic(
        "server",
        t("For server owners"),
        (
            t("I need these permissions: {permissions}.", permissions=tuple(NEEDED.values())),
            t(
                "/setup shows which of them I'm missing in a channel, and sets the language I "
                "post in."
            ),
            t(
                "If nobody plays a match any more, its host or a server admin can end it with "
                "/match end."
            ),
        ),
    ),
    Topic(
        "privacy",
        t("Privacy"),
        (
            t(
                "I keep your Discord ID, your name and language from when you took a seat, "
                "your moves and your settings. I can't read messages."
            ),
            t("/privacy shows and exports all of it, and erases it if you like."),
        ),
    ),
)

STEPS: Final = Topic(FIRST_STEPS, t("First steps"))


def topic(slug: str) -> Topic | None:
    """Return a topic by its slug, or None."""
    return next((found for found in TOPICS if found.slug == slug), None)


def offered(lang: Lang) -> list[tuple[str, str]]:
    """Return title and slug of everything that can be chosen, first steps first."""
    return [(say(found.title, lang), found.slug) for found in (STEPS, *TOPICS)]


def nearest_topic(typed: str) -> str:
    """Return the slug of the topic that was probably meant, or "".

    It is found by title, words or likeness.
    """
    wanted = fold(typed[:MAX_QUESTION]).strip(" /?!.*_`")
    if not wanted:
        return ""
    names = {name: found.slug for found in (STEPS, *TOPICS) for name in _names(found)}
    if wanted in names:
        return names[wanted]
    if held := [slug for name, slug in names.items() if wanted in name]:
        return held[0]
    if said := [found.slug for found in TOPICS if _speaks_of(found, wanted)]:
        return said[0]
    close = get_close_matches(wanted, names, 1, _ALIKE)
    return names[close[0]] if close else ""


def _names(found: Topic) -> list[str]:
    """Return the names of a topic: its slug, its titles, and each longer word of them."""
    titles = [fold(say(found.title, lang)) for lang in LANGS]
    words = [word for title in titles for word in title.split() if len(word) > 3]
    return [found.slug, *titles, *words]


def _speaks_of(found: Topic, wanted: str) -> bool:
    said = " ".join(fold(say(line, lang)) for line in found.lines for lang in LANGS)
    return all(word in said for word in wanted.split())
