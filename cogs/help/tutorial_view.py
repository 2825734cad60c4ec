"""First steps: a newcomer's way through one turn of a practice match.

Every page is made from a `Scene` alone. The page and the choices so far travel in custom ids; an id
that the bot never made counts as nothing chosen yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from cogs.play.choice_view import ChoiceView, count_parts
from cogs.rulebook.entry_view import entry_button, rule_buttons
from cogs.ui.choice import Choice, ChoicePath, read_path
from cogs.ui.items import MAX_CHOICE, Button, button, fitting, select
from cogs.ui.sheet import LINE_CHARS, Post, Sheet, accent, newest, short, strong
from cogs.ui.speech import fitting_words, say, tell
from matches.domain.model import Glance
from matches.domain.practice import LEARNER, Lesson
from matches.domain.settings import PLAIN, Display
from render.i18n import Lang
from render.picture import Picture
from rules import registry
from rules.errors import InvalidMoveError
from rules.protocol import Event
from rules.text import Text, Who, t, tn

_TITLES: Final = (
    t("What you see"),
    t("Your hand"),
    t("Your move"),
    t("Choosing"),
    t("Looking ahead"),
    t("What happened"),
    t("What next?"),
)
PAGE_COUNT: Final = len(_TITLES)
CHANNEL: Final = 1
HAND: Final = 2
CHOOSING: Final = 4
"""The page where a move is chosen; the pages after it need one."""
PREVIEW_PAGE: Final = 5
HAPPENED: Final = 6
LESSON_LINES: Final = 4
BLANK: Final = ChoicePath(LEARNER, 0, "m")
_PRIMARY: Final = discord.ButtonStyle.primary


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """The place of a newcomer in the tutorial.

    Attributes:
        slug: The game they try.
        page: From 1 to `PAGE_COUNT`.
        path: What they have chosen so far.
    """

    slug: str
    page: int = 1
    path: ChoicePath = BLANK

    def at(self, page: int) -> TutorialStep:
        """Return the step on another page with the same choice."""
        return replace(self, page=page, path=self.path.at(0, 0))

    def __str__(self) -> str:
        """Return the step for a custom id: ``krakow.4.0.0.m~0~0~0~A``."""
        return f"{self.slug}.{self.page}.{self.path}"


def read_tutorial_step(text: str, slug: str) -> TutorialStep:
    """Return the step of a custom id; `slug` is the game if the id names none."""
    named, _, rest = text.partition(".")
    page, _, way = rest.partition(".")
    try:
        path = replace(read_path(way), seat=BLANK.seat, ply=BLANK.ply, mode=BLANK.mode)
    except InvalidMoveError:
        path = BLANK
    if named not in registry.slugs():
        return TutorialStep(slug)
    number = int(page) if page.isascii() and page.isdecimal() and len(page) < 3 else 1
    return TutorialStep(named, min(max(number, 1), PAGE_COUNT), path)


@dataclass(frozen=True, slots=True)
class Scene:
    """The things a page is made from.

    Attributes:
        step: Where the newcomer is.
        lang: Their language.
        glance: The practice match as they see it at their decision.
        choice: What they have chosen so far.
        picture: The picture of the page, or None.
        is_hand: True if `picture` shows their hand.
        lesson: What their move has led to; None before it is confirmed.
        display: How they want to see pictures.
    """

    step: TutorialStep
    lang: Lang
    glance: Glance
    choice: Choice
    picture: Picture | None = None
    is_hand: bool = False
    lesson: Lesson | None = None
    display: Display = PLAIN

    def say(self, text: Text) -> str:
        """Return a text in the reader's language, the names in bold."""
        return say(text, self.lang, self.glance.match)


def _paint(sheet: Sheet, scene: Scene) -> None:
    sheet.show(scene.picture, "hand.png" if scene.is_hand else "board.png", scene.display)


_POST: Final = t(
    "When something happens, I post a picture like this one and say what's new and whose move it "
    "is:"
)


_CALLED: Final = t(
    "That's you! I only ping players whose move it is. Every post like this has the same buttons: "
    "**Your move**, **Look** (the board, your hand, everything enlarged or in words), **Catch up** "
    "and **Help**."
)


def _channel(sheet: Sheet, scene: Scene) -> None:
    """A post as it looks in the channel."""
    game = short(scene.glance.rules.info)
    trial = t("This is a practice turn in {game}. Only you can see it.", game=game)
    sheet.write(f"-# {scene.say(trial)}", scene.say(_POST))
    _paint(sheet, scene)
    called = t("Your move: {who}", who=(Who(LEARNER),))
    sheet.write(strong(called, scene.lang, scene.glance.match), scene.say(_CALLED))
    if len(slugs := registry.slugs()) > 1:
        options = [
            discord.SelectOption(
                label=fitting(registry.get(slug).info.title, MAX_CHOICE),
                value=slug,
                default=slug == scene.step.slug,
            )
            for slug in slugs
        ]
        placeholder = scene.say(t("Another game"))
        sheet.row(select("steps", 0, str(scene.step), options=options, placeholder=placeholder))


_SECRET: Final = t(
    "I'll send you your hand by DM when the match begins. You can also see it with **Look** or "
    "/hand. The public picture and the other players' panels don't show it."
)


_OPEN: Final = t(
    "In this game nothing is hidden: everybody can see what you have. When it's your move, you can "
    "see this with **Look** or /hand."
)


def _hand(sheet: Sheet, scene: Scene) -> None:
    if scene.picture is None:
        sheet.write(scene.say(t("This game has no secrets.")))
        return
    is_secret = any(move.secret for move in scene.glance.rules.move_types)
    shown = t("This is your hand. Only you can see it:") if is_secret else t("Your side, enlarged:")
    sheet.write(scene.say(shown))
    _paint(sheet, scene)
    sheet.write(scene.say(_SECRET if is_secret else _OPEN))


_PANEL: Final = t(
    "It's your move. **Your move** opens a panel that only you can see. At the top, it says what "
    "you have to decide:"
)


_EXPLAINED: Final = t(
    "In every match, **What can I do?** in the panel explains your decision like this. Look up "
    "the rules here:"
)


def _decision(sheet: Sheet, scene: Scene) -> None:
    glance = scene.glance
    sheet.write(scene.say(_PANEL))
    sheet.write(strong(glance.rules.prompt(glance.view), scene.lang, glance.match))
    advice = glance.rules.advice(glance.view)
    sheet.write(*(f"- {scene.say(one.text)}" for one in advice))
    sheet.write(scene.say(_EXPLAINED))
    sheet.row(*rule_buttons(0, scene.step.slug, advice, scene.lang)[0])


_PICK: Final = t(
    "Now choose your move step by step. The panel only offers legal choices, and you can change "
    "anything until you confirm."
)


def _choosing(sheet: Sheet, scene: Scene) -> None:
    sheet.write(scene.say(_PICK))
    _paint(sheet, scene)

    def naming(verb: str, path: ChoicePath) -> tuple[str, int, str]:
        return f"steps{verb[1:]}", 0, str(replace(scene.step, path=path))

    below = count_parts(_buttons(scene))
    ChoiceView(scene.glance, scene.choice, scene.lang, naming, below).write(sheet)


_AHEAD: Final = t(
    "This is how the board would look. You haven't made the move yet, and only you can see this:"
)


_UNSEEN: Final = t(
    "You haven't made the move yet. You'll only see the result after you confirm it:"
)


_CONFIRM: Final = t("**Back** lets you choose again. **Confirm** makes the move.")


def _preview(sheet: Sheet, scene: Scene) -> None:
    assert scene.choice.move is not None
    sheet.write(scene.say(_AHEAD if scene.picture else _UNSEEN))
    _paint(sheet, scene)
    sentence = scene.glance.rules.sentence(scene.glance.view, scene.choice.move)
    sheet.write(f"➜ {scene.say(sentence)}", scene.say(_CONFIRM))


_UNTOLD: Final = t(
    "The others can't read any of this yet. I'll tell them about the whole turn when it's over."
)


_LATER: Final = t(
    "**Undo** takes back a move that hasn't revealed anything. I'll send you a DM when it's your "
    "move again, and **Catch up** will show you what happened in the meantime."
)


def _happened(sheet: Sheet, scene: Scene) -> None:
    lesson = scene.lesson
    assert lesson is not None
    sheet.write(scene.say(t("Done! Here's what I tell you:")), *_lines(scene, lesson.own))
    if lesson.public == lesson.own:
        sheet.write(scene.say(t("The others see the same message.")))
    elif not lesson.public:
        sheet.write(scene.say(_UNTOLD))
    else:
        sheet.write(scene.say(t("The others only see this:")))
        sheet.write(*_lines(scene, lesson.public))
    _paint(sheet, scene)
    if lesson.later:
        lines = _lines(scene, lesson.later)
        left = len(lines) - LESSON_LINES
        more = tn("…and {count} earlier event.", "…and {count} earlier events.", left)
        sheet.write(scene.say(t("Then the others played until it was your move again:")))
        sheet.write(*newest(lines, LESSON_LINES, more, scene.lang))
    sheet.write(scene.say(_LATER))


def _lines(scene: Scene, events: Sequence[Event]) -> list[str]:
    signed, match = scene.display.signed, scene.glance.match
    said = (tell(event.text, scene.lang, match, signed=signed) for event in events)
    return [f"- {fitting_words(line, LINE_CHARS)}" for line in said]


_ONWARD: Final = (
    t("That was one move. A match has many moves, played at a pace you all agree on."),
    t("**In two minutes** gives you a short version of the rules."),
    t("To play, open a match with /match new, or tap **Join** under an open match."),
    t("Questions? Try /rules or /help."),
)


def _onward(sheet: Sheet, scene: Scene) -> None:
    sheet.write(*(f"- {scene.say(text)}" for text in _ONWARD))


_BODIES: Final[tuple[Callable[[Sheet, Scene], None], ...]] = (
    _channel,
    _hand,
    _decision,
    _choosing,
    _preview,
    _happened,
    _onward,
)
"""The functions that write the pages."""


def write(scene: Scene) -> Post:
    """Return a page as a private message."""
    sheet, page = Sheet(accent(scene.glance)), scene.step.page
    head = t(
        "First steps {page}/{pages} · {title}",
        page=page,
        pages=PAGE_COUNT,
        title=_TITLES[page - 1],
    )
    sheet.write(f"### {scene.say(head)}")
    _BODIES[page - 1](sheet, scene)
    sheet.row(*_buttons(scene))
    return sheet.post()


def _buttons(scene: Scene) -> list[Button]:
    """Return the buttons below a page."""
    step, page = scene.step, scene.step.page
    if page == CHANNEL:
        back = button("help", label=scene.say(t("Help")))
    else:
        back = button("steps", 0, str(step.at(page - 1)), label=scene.say(t("Back")))
    if page == PAGE_COUNT:
        return _last_buttons(scene, back)
    confirming = page == PREVIEW_PAGE
    label = t("Confirm") if confirming else t("Next step")
    style = discord.ButtonStyle.success if confirming else _PRIMARY
    waiting = page == CHOOSING and scene.choice.move is None
    rest = str(step.at(page + 1))
    return [
        button("steps", 0, rest, label=scene.say(label), style=style, disabled=waiting),
        back,
    ]


def _last_buttons(scene: Scene, back: Button) -> list[Button]:
    slug = scene.step.slug
    label = scene.say(t("In two minutes"))
    return [
        entry_button(0, slug, "in-two-minutes", label, style=_PRIMARY),
        back,
        button("steps", 0, str(TutorialStep(slug)), label=scene.say(t("Start over"))),
        button("help", label=scene.say(t("Help"))),
    ]
