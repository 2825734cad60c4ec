"""What /help explains: its topics, in the words of whoever asks."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from cogs.ui.permissions import NEEDED
from cogs.ui.speech import say
from lookup.words import fold
from render.i18n import LANGS, Lang
from rules.text import Text, t

MAX_TYPED: Final = 100
"""The most characters that are looked at of what is typed."""
FIRST_STEPS: Final = "first-steps"
_ALIKE: Final = 0.7
"""So much of a word has to be typed right, as `difflib` counts."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic.

    Attributes:
        slug: Its name in commands and custom ids.
        title: Its title, also the label of its button.
        lines: What is to be known, one thing each.
    """

    slug: str
    title: Text
    lines: tuple[Text, ...] = ()


TOPICS: Final = (
    Topic(
        "begin",
        t("Beginning"),
        (
            t("/match new opens a match in a channel. The others tap **Join**."),
            t(
                "When enough are there the host taps **Start**; with every seat taken anybody"
                " seated may. Where I may open threads the match gets one of its own."
            ),
            t(
                "/match invite calls a friend, /match list shows what is being played here, and"
                " /match leave gives your seat up before the start."
            ),
        ),
    ),
    Topic(
        "turn",
        t("Making a move"),
        (
            t("When it is your move I name you under a new picture, and Discord notifies you."),
            t(
                "Tap **Your move**: a panel opens that only you see. Choose one part after the"
                " other; only what is allowed is offered. Look at the board as it would be, then"
                " **Confirm**. Nothing happens before that."
            ),
            t(
                "A piece that is laid somewhere gets a pad: the arrows, **Turn** and **Flip** lead"
                " from one place where it fits to the next, and the picture shows what it brings."
            ),
            t("Not sure? **What can I do?** in the panel explains this very decision."),
        ),
    ),
    Topic(
        "look",
        t("Looking at the match"),
        (
            t("/board shows the board as it is now, with the option text in words."),
            t("/hand shows what only you may know, the same as **My hand**."),
            t(
                "/catchup says what happened since your own last move, /log everything that ever"
                " happened."
            ),
            t("The buttons of an old post lead to the present, too."),
        ),
    ),
    Topic(
        "type",
        t("Commands and typing"),
        (
            t("Whatever the panel does can be typed. Only you see what you type."),
            t("Each game has commands that begin with its name, one for each kind of move."),
            t(
                "/move takes any move in its notation, a short written form. Both offer what is"
                " allowed as you type; /log shows the notation of the moves so far."
            ),
        ),
    ),
    Topic(
        "rules",
        t("Rules and “Why not?”"),
        (
            t(
                "/rules looks up a rule, a card or a word of the game, in your own words too;"
                " **Rules** under each post opens the book of the game played there."
            ),
            t(
                "If something is not allowed, I say why and what to do instead. **Why not?** shows"
                " the rule, what stands in the way, and the nearest moves you can make."
            ),
        ),
    ),
    Topic(
        "secret",
        t("Secrets and fairness"),
        (
            t("What is hidden stays hidden, also from those who look after the server."),
            t(
                "Everything drawn by chance is sealed before the first move and opened at the end:"
                " then /match verify draws it all again, for anybody who asks."
            ),
        ),
    ),
    Topic(
        "undo",
        t("Undo and queued moves"),
        (
            t(
                "**Undo** in the panel, or /undo, takes your last move back, as long as it has"
                " revealed nothing and the turn has not gone on."
            ),
            t(
                "While others decide, **Your move** lets you queue your next move. It is made as"
                " soon as it is your turn; until then only you know it and can change it."
            ),
        ),
    ),
    Topic(
        "time",
        t("Time and reminders"),
        (
            t(
                "The host chooses how much time a decision has, in the lobby or with /match time."
                " *Casual* only reminds; *steady* lets a caretaker decide once for whoever is late;"
                " *strict* opens the seat."
            ),
            t(
                "Every deadline stands under the picture. /settings has your time zone, your quiet"
                " hours and how often I remind you; **Tomorrow** under a reminder puts it off."
            ),
            t(
                "On holiday? /away, with the days: your time ends later then. While I am away"
                " myself no time runs."
            ),
        ),
    ),
    Topic(
        "seats",
        t("Leaving and taking over a seat"),
        (
            t(
                "/match resign leaves your seat: a caretaker plays it until somebody takes it."
                " /match offer keeps it yours until then."
            ),
            t(
                "/match claim takes a free seat, with its hand and all it knows. /match replace"
                " frees the seat of somebody who is gone: the host at once, others by a vote."
            ),
        ),
    ),
    Topic(
        "votes",
        t("Votes"),
        (
            t(
                "What concerns all is agreed on: /match pause and /match resume, /match extend for"
                " more time, /match end for an end without a result."
            ),
            t(
                "When **Undo** is no longer free, ask the others to go back: all have to agree."
                " What chance drew comes again as you saw it."
            ),
        ),
    ),
    Topic(
        "replay",
        t("Replay and export"),
        (
            t("/replay goes through a match move by move, with pictures, as far as you may see."),
            t(
                "/match export makes a text file of it: every move, the result, the proof of the"
                " draws. When it is over there is a film of the boards, too."
            ),
            t(
                "A match that is over stays open to look at: in its thread, in the channel above it"
                " and, with its number, wherever you are."
            ),
        ),
    ),
    Topic(
        "places",
        t("Threads and channels"),
        (
            t(
                "A match lives in its thread or channel. If that is deleted the match stands still,"
                " and nothing is lost: /match open gives it a new thread where you type it."
            ),
            t(
                "/match relocate takes a match to the channel where it is typed. All who play must"
                " be able to see that channel."
            ),
        ),
    ),
    Topic(
        "dm",
        t("DMs and settings"),
        (
            t(
                "I send you a DM with your hand when a match begins and when it is your move; you"
                " can play from there. /settings turns that off and on."
            ),
            t("/turns lists every match that waits for you, on all servers."),
        ),
    ),
    Topic(
        "language",
        t("Language"),
        (
            t(
                "What I tell you alone is in the language of your Discord, Polish or else English;"
                " there you can change it, under User Settings → Language."
            ),
            t(
                "Posts for everybody are in the language that a server admin chose with /setup, or"
                " else in that of whoever opened the first match on the server."
            ),
        ),
    ),
    Topic(
        "server",
        t("For server owners"),
        (
            t("I need these permissions: {permissions}.", permissions=tuple(NEEDED.values())),
            t("/setup shows which of them I lack in a channel, and sets the language I post in."),
            t(
                "A match that nobody plays on can be ended by its host, or by whoever may manage"
                " the server, with /match end."
            ),
        ),
    ),
    Topic(
        "privacy",
        t("Privacy"),
        (
            t(
                "I keep your Discord id, your name and language when you took a seat, your moves"
                " and your settings. I cannot read messages."
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
    """Return title and slug of everything that can be asked for, first steps first."""
    return [(say(found.title, lang), found.slug) for found in (STEPS, *TOPICS)]


def nearest(typed: str) -> str:
    """Return the slug of what was probably meant: by its title, its words, or nearly; else ""."""
    wanted = fold(typed[:MAX_TYPED]).strip(" /?!.*_`")
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
    """Return what a topic is called: its slug, its titles, and each longer word of them."""
    titles = [fold(say(found.title, lang)) for lang in LANGS]
    words = [word for title in titles for word in title.split() if len(word) > 3]
    return [found.slug, *titles, *words]


def _speaks_of(found: Topic, wanted: str) -> bool:
    said = " ".join(fold(say(line, lang)) for line in found.lines for lang in LANGS)
    return all(word in said for word in wanted.split())
