"""The demo's page as a player uses it: looks at it, clicks, types."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page

from tests.demo.running import RunningDemo

PATIENCE_S = 20.0
CONTROLS = "button.component-button, [role=combobox]"
OPEN = "button.button-style-2"
"""What is not chosen yet; what is chosen is blue."""
STILL_MS = 250
ASIDE = re.compile(
    r"^(Back|Undo|Queue my next move|Change|Clear|Why not\?|What can I do\?"
    r"|Wstecz|Cofnij|Dlaczego nie\?|Co mogę zrobić\?)$"
)
"""Buttons that choose nothing."""
CONFIRM = re.compile("^(Confirm|Potwierdź)$")


class Screen:
    """One browser window with the demo's page, English or Polish.

    Attributes:
        page: Our page around the previews.
        running: The demo behind it.
        person: Who is chosen there.
        panel: The private panel that was opened last.
    """

    def __init__(self, page: Page, running: RunningDemo) -> None:
        self.page = page
        self.running = running
        self.person = "Ada"
        self.panel = page.locator("nothing")
        self._frame = page.frame_locator("iframe.shown")

    @property
    def talk(self) -> Locator:
        """What is said in the chosen place."""
        return self._frame.locator("#channel-timeline")

    @property
    def answer(self) -> Locator:
        """The newest message that only the chosen person can see."""
        return self._answers.last

    @property
    def _answers(self) -> Locator:
        return self.talk.locator("article:has(.message-ephemeral-note)")

    def be(self, person: str) -> None:
        """Play as another person."""
        self.page.locator(f"#people [data-person={person}]").click()
        self.page.locator("iframe.shown:not(.changing)").wait_for()
        self.person = person

    def visit(self, place: str) -> None:
        """Go to a place: its kind, a colon, and how its name begins."""
        self.page.locator(f"#side [data-place^='{place}']").click()
        self.page.locator("iframe.shown:not(.changing)").wait_for()

    def press(self, label: str) -> None:
        """Press the last button of that name, and wait for the private answer."""
        before = self._answer_id()
        self.talk.get_by_role("button", name=label, exact=True).last.click()
        until(lambda: self._answer_id() != before)

    def waited_for(self) -> list[str]:
        """Return whose move it is."""
        return [p["name"] for p in self.running.ask()["people"] if p["waiting"]]

    def open_panel(self) -> None:
        """Press Your move and wait for the panel."""
        self.press("Your move")
        self.panel = self.talk.locator(f"[data-message-id='{self._answer_id()}']")
        self.panel.locator(CONTROLS).first.wait_for()

    def choose(self, rng: Random) -> str:
        """Choose in the open panel until it can be confirmed; return the move in words."""
        confirm = self.panel.get_by_role("button", name=CONFIRM)
        while not confirm.count():
            buttons = self.panel.locator(OPEN).filter(has_not_text=ASIDE)
            before = self.panel.inner_html()
            if buttons.count():
                buttons.nth(rng.randrange(buttons.count())).click()
            else:
                self.panel.get_by_role("combobox").last.click()
                options = self.talk.get_by_role("option")
                options.nth(rng.randrange(options.count())).click()
            self._answered(before)
        lines = self.panel.inner_text().splitlines()
        move = next(line for line in lines if line.startswith("➜"))
        confirm.click()
        until(lambda: move not in self.panel.inner_text())
        return move

    def _answered(self, before: str) -> None:
        """Wait until the panel is another one, and stays so for a moment."""
        seen = [before]

        def stays() -> bool:
            self.page.wait_for_timeout(STILL_MS)
            seen.append(self.panel.inner_html())
            return before != seen[-1] == seen[-2]

        until(stays)

    def move_typed(self) -> str:
        """Make the first legal move that ``/move`` offers; return its notation."""
        self._frame.locator("#channel-composer-input").click()
        self.page.keyboard.type("/move")
        self._frame.get_by_role("option").first.click()
        offered = self._frame.get_by_role("option").first
        move, _, _ = offered.inner_text().partition(" · ")
        offered.click()
        before = self._answer_id()
        self._frame.locator("#send-message").click()
        until(lambda: self._answer_id() != before)
        return move

    def _answer_id(self) -> str | None:
        """Return the id of the newest private answer, at one look: the page redraws meanwhile."""
        read = "found => found.map(article => article.dataset.messageId).at(-1) ?? null"
        found: str | None = self._answers.evaluate_all(read)
        return found


def until(done: Callable[[], bool]) -> None:
    """Wait until something is so; fail if it takes too long."""
    end = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < end, "nothing happens on the page"
        time.sleep(0.07)
