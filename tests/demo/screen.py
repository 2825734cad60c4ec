"""The demo's page as a player uses it: looking, clicking, typing."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.demo.running import RunningDemo

PATIENCE_S = 60.0
"""The longest wait for anything, on a busy machine."""
LOOK_S = 0.07
LOOKS = int(PATIENCE_S / LOOK_S)
REACH_MS = 5_000
"""The wait before a control that cannot be clicked is looked up again."""
PUBLIC = "article:not(:has(.message-ephemeral-note))"
CONTROLS = "button.component-button, [role=combobox]"
OPEN = "button.button-style-2"
"""Buttons not chosen yet; chosen ones are blue."""
ASIDE = re.compile(
    r"^(Back|Undo|Queue my next move|Change|Clear|Look|Why not\?|What can I do\?"
    r"|Wstecz|Cofnij|Obejrzyj|Dlaczego nie\?|Co mogę zrobić\?)$"
)
"""Buttons that choose nothing."""
CONFIRM = re.compile("^(Confirm|Potwierdź)$")
GONE = "Execution context was destroyed"
"""What a page answers that another one replaces while it is looked at."""
STATUS = "root => root.ownerDocument.defaultView.simcordPreview"
"""The status that simcord's page shows."""
SHOWN = """message => [
    message.innerText,
    ...[...message.querySelectorAll("button")].map(button => button.className),
    ...[...message.querySelectorAll("img")].map(image => image.alt),
].join("\\n")"""
"""A message as a player sees it, without the marks of a busy page."""


class Screen:
    """One browser window with the demo's page, English or Polish.

    Attributes:
        page: Our page around the previews.
        running: The demo behind it.
        panel: The private panel that was opened last.
    """

    def __init__(self, page: Page, running: RunningDemo) -> None:
        self.page = page
        self.running = running
        self.panel = page.locator("nothing")
        self._frame = page.frame_locator("iframe.shown")
        self._ids = {person["name"]: person["id"] for person in running.ask()["people"]}
        page.set_default_timeout(1000 * PATIENCE_S)

    @property
    def person(self) -> str:
        """Return the person chosen on the page."""
        chosen = self.page.locator("#people [aria-checked=true]")
        return str(chosen.get_attribute("data-person"))

    @property
    def talk(self) -> Locator:
        """Return the messages in the chosen place."""
        return self._frame.locator("#channel-timeline")

    @property
    def answer(self) -> Locator:
        """Return the newest message that only the chosen person can see."""
        return self._answers.last

    @property
    def _answers(self) -> Locator:
        return self.talk.locator("article:has(.message-ephemeral-note)")

    def newest_post(self) -> str:
        """Return the newest public message that is drawn: its id and its words."""
        read = "found => found.map(one => one.dataset.messageId + one.innerText).at(-1) ?? ''"
        return str(self.talk.locator(PUBLIC).evaluate_all(read))

    def be(self, person: str) -> None:
        """Play as another person."""
        self.page.locator(f"#people [data-person={person}]").click()
        self._rest()

    def visit(self, place: str) -> None:
        """Go to a place: its kind, a colon, and the start of its name."""
        self.page.locator(f"#side [data-place^='{place}']").click()
        self._rest()

    def press(self, label: str) -> None:
        """Press the last button with a name, and wait for the private answer."""
        before = self._answer_id()
        button = self.talk.get_by_role("button", name=label, exact=True).last
        self._act(lambda: button.click(timeout=REACH_MS), lambda: self._answer_id() != before)

    def tap_panel(self, label: str) -> None:
        """Press a button of the open panel, and wait until the panel has changed."""
        button = self.panel.get_by_role("button", name=label, exact=True)
        self._change_panel(lambda: button.click(timeout=REACH_MS))

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
        self._rest()
        while not confirm.count():
            self._change_panel(lambda: self._choose_once(rng))
        lines = self.panel.inner_text().splitlines()
        move = next(line for line in lines if line.startswith("➜"))
        self._act(
            lambda: confirm.click(timeout=REACH_MS),
            lambda: move not in self.panel.inner_text(),
        )
        return move

    def _choose_once(self, rng: Random) -> None:
        """Choose one of the things that the panel offers now."""
        buttons = self.panel.locator(OPEN).filter(has_not_text=ASIDE)
        if labels := buttons.all_text_contents():
            named = self.panel.get_by_role("button", name=rng.choice(labels), exact=True)
            buttons.and_(named).first.click(timeout=REACH_MS)
            return
        chooser = self.panel.get_by_role("combobox").last
        if chooser.get_attribute("aria-expanded", timeout=REACH_MS) != "true":
            chooser.click(timeout=REACH_MS)
        options = self.talk.get_by_role("option")
        options.first.wait_for(timeout=REACH_MS)
        values = options.evaluate_all("found => found.map(option => option.dataset.value)")
        if values:
            chosen = self.talk.locator(f"[data-value='{rng.choice(values)}']")
            options.and_(chosen).click(timeout=REACH_MS)

    def _change_panel(self, act: Callable[[], None]) -> None:
        """Do something in the open panel, and wait until it has changed and is at rest."""
        before = self._panel_at_rest()
        self._act(act, lambda: self._panel_at_rest() != before)

    def _panel_at_rest(self) -> str:
        """Return what the panel shows once the page is at rest."""
        self._rest()
        return str(self.panel.evaluate(SHOWN))

    def _act(self, act: Callable[[], None], done: Callable[[], bool]) -> None:
        """Do something on the page at rest until it is done, again if it got lost.

        A page redraws its messages whenever something has happened, and takes no clicks while a
        request is running: a control that was there can be gone or be another one when the click
        arrives. Then `act` looks at the page again. Nothing is ever sent to the bot twice.
        """

        def tried() -> bool:
            if done():
                return True
            before = self._rest()
            try:
                act()
            except PlaywrightTimeoutError:
                return False
            told = self._rest()
            if told.get("dispatched") and told["requestId"] != before.get("requestId"):
                until(done)
            return done()

        until(tried)

    def _rest(self) -> dict[str, Any]:
        """Wait until the page is the chosen person's and at rest; return its last request.

        At rest: everything is drawn, and no request is in progress.
        """
        last: dict[str, Any] = {}

        def rests() -> bool:
            try:
                status = self._frame.locator(":root").evaluate(STATUS)
            except PlaywrightError as error:
                if GONE not in str(error):
                    raise
                return False  # another page was coming in its place
            if not status or status["viewerId"] != self._ids[self.person]:
                return False
            last.update(status["lastAction"] or {})
            return bool(status["ready"] and status["awaitingRevision"] is None)

        until(rests)
        return last

    def move_typed(self) -> str:
        """Make the first legal move that ``/move`` offers; return its notation."""
        self._rest()
        self._frame.locator("#channel-composer-input").click()
        self.page.keyboard.type("/move")
        commands = self._frame.locator("#command-picker-listbox").get_by_role("option")
        commands.filter(has=self.page.get_by_text("/move", exact=True)).click()
        offered = self._frame.locator("#command-suggestion-listbox").get_by_role("option").first
        move, _, _ = offered.inner_text().partition(" · ")
        offered.click()
        before = self._answer_id()
        send = self._frame.locator("#send-message")
        self._act(lambda: send.click(timeout=REACH_MS), lambda: self._answer_id() != before)
        return move

    def _answer_id(self) -> str | None:
        """Return the id of the newest private answer in one read, as the page redraws."""
        read = "found => found.map(article => article.dataset.messageId).at(-1) ?? null"
        found: str | None = self._answers.evaluate_all(read)
        return found


def until(done: Callable[[], bool]) -> None:
    """Wait until something is true; fail if it takes too long.

    It counts checks, not seconds: a machine that hangs for a while only costs one check.
    """
    for _ in range(LOOKS):
        if done():
            return
        time.sleep(LOOK_S)
    raise AssertionError("nothing happens on the page")
