"""Buttons for players who are stuck, or want to be asked less.

Why not?, What can I do?, one choice instead, standing answers.

Each id contains everything the handler needs. If that would be too long, the id contains less, and
the answer is less exact.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Final

from cogs.ui.choice import ChoicePath
from cogs.ui.items import MAX_ID, Button, ComponentId, button
from cogs.ui.speech import say
from matches.domain.model import Glance, MatchInfo
from render.i18n import Lang
from rules.errors import RefusedError
from rules.text import t

BETWEEN: Final = "~"
"""Separates the rule from the attempt."""
MOST_REFUSED: Final = 2000
"""The most players whose last refusal is remembered."""
_SIGNS: Final = {True: "☑", False: "☐"}


def why_button(match_id: int, refusal: RefusedError, lang: Lang) -> Button:
    """Return the button that explains a refusal, for the refused player only."""
    attempt = f"{refusal.rule}{BETWEEN}{refusal.attempt}" if refusal.attempt else refusal.rule
    rest = _longest("why", match_id, attempt, refusal.rule)
    return button("why", match_id, rest, label=say(t("Why not?"), lang))


class Refusals:
    """The last refusal of each player in each match, to be asked about later."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[int, int], RefusedError] = OrderedDict()

    def note(self, match_id: int, user_id: int, refusal: RefusedError) -> None:
        """Remember a refusal; one without a rule has nothing to explain."""
        if not refusal.rule:
            return
        self._last[match_id, user_id] = refusal
        self._last.move_to_end((match_id, user_id))
        while len(self._last) > MOST_REFUSED:
            self._last.popitem(last=False)

    def of(self, match_id: int, user_id: int) -> RefusedError | None:
        """Return the last refusal of a player in a match, if it is remembered."""
        return self._last.get((match_id, user_id))


def explain_button(match_id: int, path: ChoicePath | None, lang: Lang) -> Button:
    """Return the button that explains the decision and leads back to `path`.

    Args:
        match_id: The match.
        path: How far a choice has come in the panel; None outside the panel.
        lang: The reader's language.
    """
    rest = "" if path is None else _longest("explain", match_id, str(path), str(_begun(path)))
    return button("explain", match_id, rest, label=say(t("What can I do?"), lang))


def ask_back_button(match: MatchInfo, lang: Lang) -> Button:
    """Return the button that asks for an undo that needs the others' consent."""
    label = t("Go back anyway") if match.is_solo else t("Ask the others to go back")
    return button("ask", match.id, "undo", label=say(label, lang))


def resume_button(match: MatchInfo, lang: Lang) -> Button:
    """Return the button that resumes a match that its players paused, or asks them to."""
    label = t("Resume the match") if match.is_solo else t("Ask the others to resume")
    return button("ask", match.id, "resume", label=say(label, lang))


def choice_button(match_id: int, path: ChoicePath, label: str) -> Button:
    """Return the button that opens the panel with what `path` says already chosen."""
    return button(
        "ptype", match_id, _longest("ptype", match_id, str(path), str(_begun(path))), label=label
    )


def standing_buttons(verb: str, glance: Glance, lang: Lang) -> list[Button]:
    """Return a button for each standing answer that can still apply to a player.

    Args:
        verb: Who handles the tap.
        glance: The match as they see it; somebody without a seat gets none.
        lang: Their language.
    """
    match = glance.match
    if glance.seat < 0 or match.status != "live":
        return []
    given = match.seats[glance.seat].standing
    return [
        button(
            verb,
            match.id,
            f"{'off' if answer.slug in given else 'on'}.{answer.slug}",
            label=f"{_SIGNS[answer.slug in given]} {say(answer.title, lang)}",
        )
        for answer in glance.rules.standing
        if answer.applies(glance.view)
    ]


def read_standing(tap: ComponentId) -> tuple[str, bool]:
    """Return which standing answer a tap is about, and whether it is given now."""
    on, _, slug = tap.rest.partition(".")
    return slug, on == "on"


def _begun(path: ChoicePath) -> ChoicePath:
    return replace(path, tokens=(), focus=0, page=0)


def _longest(verb: str, match_id: int, *rests: str) -> str:
    """Return the first of `rests` that fits into a custom id."""
    room = MAX_ID - len(f"b{verb}:{match_id}:")
    return next(rest for rest in rests if len(rest) <= room)
