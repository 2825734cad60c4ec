"""The topics that /help explains, and the words that find them."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

import discord

from cogs.ui.items import Item, button, select
from cogs.ui.permissions import NEEDED
from cogs.ui.speech import say
from lookup.words import fold
from render.i18n import LANGS, Lang
from rules.text import Text, t

MAX_QUESTION: Final = 100
"""The most characters of typed text that are looked at."""
FIRST_STEPS: Final = "first-steps"
PICTURE: Final = "picture"
"""Two topics that are pages of their own."""
_ALIKE: Final = 0.7
"""The part of a word that has to be typed right, 0 to 1, as `difflib` counts."""
_MEANT: Final = 0.85
"""The part from which a name is meant, even if other topics have the word."""
_ALSO: Final = {
    FIRST_STEPS: ("tutorial", "samouczek"),
    "begin": ("new game", "solo", "zacząć"),
    "seats": ("leave", "quit", "odejść", "opuścić", "wyjść"),
    "dm": ("notifications", "powiadomienia"),
}
"""Other words for topics, which are not in them."""


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
                "The host can tap **Start** when enough players have joined. Once every seat is "
                "taken, any player can. If I'm allowed to open threads, the match gets its own."
            ),
            t(
                "Alone or against computers, you can also tap **Start privately**: then only you "
                "and I are in the thread."
            ),
            t(
                "/match invite pings a friend, /match list shows this server's matches, and "
                "/match leave gives up your seat before the match starts."
            ),
        ),
    ),
    Topic(
        "turn",
        t("Making a move"),
        (
            t("When it's your move, I'll post a new picture of the board and ping you."),
            t(
                "Tap **Your move** to open a panel that only you can see. It offers only legal "
                "choices and takes you through them one by one. Check how the board will look, "
                "then tap **Confirm**. Nothing happens until you do."
            ),
            t(
                "To place a piece, use the pad. The arrows, **Turn** and **Flip** move the piece "
                "to the next place where it fits, and the picture shows what you'd gain there."
            ),
            t("Not sure what to do? **What can I do?** in the panel explains your decision."),
        ),
    ),
    Topic(
        "look",
        t("Looking at the match"),
        (
            t(
                "/board shows the current board. With the text option, it describes the board in "
                "words."
            ),
            t(
                "**Look** below a post opens a page that only you can see: the board, its parts "
                "enlarged, your hand, what the signs mean, and all of it in words."
            ),
            t(
                "/hand shows what you decide by, to you alone. /board area enlarges a part of the "
                "board."
            ),
            t(
                "/catchup shows what has happened since your last move. /log shows everything "
                "from the start."
            ),
            t("The buttons under older posts show the match as it is now, too."),
        ),
    ),
    Topic(PICTURE, t("Signs on the pictures")),
    Topic(
        "type",
        t("Commands and typing"),
        (
            t(
                "Instead of using the panel, you can type your moves. Only you can see what you "
                "type."
            ),
            t("Each game has commands that begin with its name, one for each kind of move."),
            t(
                "/move accepts any move in notation, a short written form. All these commands "
                "suggest legal moves as you type. /log shows the notation of past moves."
            ),
        ),
    ),
    Topic(
        "rules",
        t("Rules, and why a move isn't allowed"),
        (
            t(
                "/rules looks up a rule, a card or a game term, even in your own words. **Help** "
                "below each post leads to that game's rulebook."
            ),
            t(
                "If something isn't allowed, I'll say why and what to do instead. **Why not?** "
                "shows the rule, what's stopping you and the closest legal moves."
            ),
        ),
    ),
    Topic(
        "secret",
        t("Secrets and fairness"),
        (
            t("Secrets stay secret, even from server admins."),
            t(
                "All random draws are sealed when the lobby opens and revealed at the end. Then "
                "anybody can check them with /match verify."
            ),
            t(
                "Before the start, each player can mix a word of their own into the draws with "
                "/seat word. Everybody sees the words, and /match verify says what they prove."
            ),
        ),
    ),
    Topic(
        "undo",
        t("Undo and queued moves"),
        (
            t(
                "**Undo** in the panel and /undo take back your last move until it reveals "
                "something, the next player has moved, or you end your turn yourself."
            ),
            t(
                "In some games, **Your move** lets you queue your next move while others "
                "decide. I'll make it as soon as it's your turn. Until then, only you can see it "
                "and change it."
            ),
        ),
    ),
    Topic(
        "time",
        t("Time and reminders"),
        (
            t(
                "The host sets the time limit for each decision in the lobby or with /match time. "
                "If a player is late, *casual* reminds them, *steady* lets a computer make "
                "that one decision, and *strict* frees their seat."
            ),
            t(
                "Each post shows the deadline under the picture. In /settings, you can choose "
                "your time zone, your quiet hours and how often I remind you. To put a reminder "
                "off, tap **Tomorrow** under it."
            ),
            t(
                "A computer plays each free seat, and decides for whoever is late at a steady "
                "pace. If its player isn't back for the end, or was late with their last two "
                "decisions, that seat can't win. The host chooses in the lobby how well computers "
                "play, and can add more of them there."
            ),
            t(
                "Going on holiday? Tell me when with /away, and I'll extend your deadlines. All "
                "clocks stop while I'm offline."
            ),
            t(
                "If nobody plays a match for a month, I ask once and close it a week later. One "
                "tap keeps it, and for 30 days its players can reopen it, from /turns too."
            ),
        ),
    ),
    Topic(
        "seats",
        t("Leaving and taking over a seat"),
        (
            t(
                "/seat resign frees your seat. A computer plays it until somebody takes it over, "
                "and you can come back while it's free. With /seat offer, you keep playing until "
                "then."
            ),
            t(
                "/seat concede gives up for good. With two players, the other one wins. With more, "
                "the match goes on as the host chose in the lobby, and your seat can't win unless "
                "somebody else takes it over."
            ),
            t(
                "/seat claim takes over a free seat with its hand and all its secrets. /seat "
                "replace frees an absent player's seat: at once if their time is up, otherwise by "
                "a vote. A server admin who isn't playing can free a seat at any time."
            ),
        ),
    ),
    Topic(
        "votes",
        t("Votes"),
        (
            t(
                "Some things need a vote: /match pause, /match resume, /match extend for more "
                "time, and /match end to stop without a result. Only people vote, and computers "
                "go along with them."
            ),
            t(
                "If **Undo** is no longer available, ask the others to go back. Everybody has to "
                "agree. Draws you've already seen will come out the same."
            ),
        ),
    ),
    Topic(
        "replay",
        t("Replay and export"),
        (
            t(
                "/replay takes you through a match move by move and shows the public board at "
                "each step."
            ),
            t(
                "/match export gives you a text file with every move, the result and proof that "
                "the draws were fair. Once the match is over, you can also get an animation of the "
                "boards."
            ),
            t(
                "You can still look at a finished match in its thread, in the thread's channel "
                "or, with its number, anywhere."
            ),
        ),
    ),
    Topic(
        "places",
        t("Threads and channels"),
        (
            t(
                "Each match is played in its own thread or in a channel. If that is deleted, the "
                "match pauses and nothing is lost. Type /match open in another channel to give "
                "the match a new thread there."
            ),
            t(
                "To move a match to another channel, type /match relocate there. All its players "
                "must be able to see that channel."
            ),
        ),
    ),
    Topic(
        "dm",
        t("DMs and settings"),
        (
            t(
                "I'll send you a DM with your hand when a match begins and when it's your move. "
                "You can play from the DM. To turn these DMs off or on, use /settings."
            ),
            t("/turns lists all the matches waiting for you on all servers."),
        ),
    ),
    Topic(
        "language",
        t("Language"),
        (
            t(
                "Messages only you can see are in Polish if your Discord is in Polish, and "
                "otherwise in English. In /settings, **How I see things** lets you choose another "
                "language, words instead of pictures, enlarged parts or dark pictures."
            ),
            t(
                "Posts for everybody are in the language a server admin chose with /setup. If "
                "nobody chose one, I use the language of the player who opened the server's first "
                "match."
            ),
        ),
    ),
    Topic(
        "server",
        t("For server owners"),
        (
            t("I need these permissions: {permissions}.", permissions=tuple(NEEDED.values())),
            t(
                "/setup shows which permissions I'm missing in a channel and lets you choose the "
                "language I post in."
            ),
            t(
                "/setup also has the times after which I close what nobody plays, the limits on "
                "lobbies and matches, who can open them and in which channels. With its option "
                "bar, you keep somebody from joining."
            ),
            t(
                "A server admin who isn't playing in a match can end it with /match end and free "
                "its seats with /seat replace."
            ),
        ),
    ),
    Topic(
        "privacy",
        t("Privacy"),
        (
            t(
                "I keep your Discord ID, your name and language from when you took a seat, your "
                "moves and your settings. I can't read your messages."
            ),
            t("With /privacy, you can see, export or erase this data at any time."),
            t("To leave a single match, choose it below /turns. That works everywhere."),
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


def general_buttons(lang: Lang) -> tuple[Item, ...]:
    """Return the buttons below every topic."""
    return (
        button("steps", label=say(STEPS.title, lang)),
        button("rules", label=say(t("Rules"), lang)),
        button("help", label=say(t("Help"), lang)),
    )


def topic_list(shown: Topic | None, lang: Lang) -> Item:
    """Return the list of all topics."""
    options = [
        discord.SelectOption(label=say(found.title, lang), value=found.slug, default=found is shown)
        for found in TOPICS
    ]
    return select("help", options=options, placeholder=say(t("All topics"), lang))


def nearest_topic(typed: str) -> str:
    """Return the slug of the topic that was probably meant, or "".

    A name that contains the typed words counts most, then one that is nearly the same, the text of
    a topic, a name among the words, and at last a name that is only similar. Of topics with a word
    in common the first is meant.
    """
    wanted = fold(typed[:MAX_QUESTION]).strip(" /?!.*_`")
    if not wanted:
        return ""
    names = dict[str, str]()
    for found in (STEPS, *TOPICS):
        for name in _names(found):
            names.setdefault(name, found.slug)
    if wanted in names:
        return names[wanted]
    if held := [slug for name, slug in names.items() if wanted in name]:
        return held[0]
    if sure := get_close_matches(wanted, names, 1, _MEANT):
        return names[sure[0]]
    if said := [found.slug for found in TOPICS if _speaks_of(found, wanted)]:
        return said[0]
    if among := [names[word] for word in wanted.split() if word in names]:
        return among[0]
    close = get_close_matches(wanted, names, 1, _ALIKE)
    return names[close[0]] if close else ""


def _names(found: Topic) -> list[str]:
    """Return the names of a topic: slug, titles, their longer words, other words."""
    titles = [fold(say(found.title, lang)) for lang in LANGS]
    words = [word for title in titles for word in title.split() if len(word) > 3]
    return [found.slug, *titles, *words, *map(fold, _ALSO.get(found.slug, ()))]


def _speaks_of(found: Topic, wanted: str) -> bool:
    said = " ".join(fold(say(line, lang)) for line in found.lines for lang in LANGS)
    return all(word in said for word in wanted.split())
