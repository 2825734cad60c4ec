"""Take a screenshot of every screen that a player sees, on phone and desktop.

The demo runs in this process, with a match that is always dealt the same way, and a browser opens
it. Compare the screenshots before and after a change of words or layout. It takes about five
minutes and needs Chromium, like the tests of the demo::

    python -m scripts.screens FOLDER
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
from itertools import count
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, Page, sync_playwright

from scripts.stage import Stage, deal_alike
from tests.demo.running import RunningDemo
from tests.demo.screen import Screen, until

WIDTHS: Final = {"phone": 400, "desktop": 1280}
HEIGHT: Final = 2600
"""A height above that of any real screen, so that no message is cut."""
STILL_MS: Final = 500
PLAN: Final = {
    "Ada": "D@L2 B@L1 F@T4 H@T1 E@L2 A@L1",
    "Bo": "A@R3 A@B2 A@R4 A@L4 C@B4 A@T4",
    "Cleo": "A@R1 A@T1 C@L3 A@T3 A@T1 D@L3",
    "Dima": "A@L4 B@B3 A@R2 A@B1 A@B3 A@R3",
}
"""The cards each player lays, in order; after that they lay at random."""
RULES: Final = ("Planning", "K-RES-2", "N5", "shift by one", "who wins a tie", "lajkonik")
COMMANDS: Final = ("help", "turns", "settings", "privacy", "about", "match info", "match list")


class Camera(Screen):
    """A browser window that takes screenshots."""

    def __init__(self, page: Page, running: RunningDemo, folder: Path) -> None:
        super().__init__(page, running)
        self._folder = folder
        self._taken = count(1)

    @property
    def post(self) -> Locator:
        """Return the newest message for everybody."""
        return self.talk.locator("article:not(:has(.message-ephemeral-note))").last

    def shoot(self, name: str, message: Locator | None = None) -> None:
        """Take screenshots of a message, by default the newest private one, in all widths."""
        label = f"{next(self._taken):02d}-{name}"
        for width, pixels in WIDTHS.items():
            self.page.set_viewport_size({"width": pixels, "height": HEIGHT})
            self._settle()
            (message or self.answer).screenshot(path=self._folder / f"{label}-{width}.png")
        print(label, flush=True)

    def _settle(self) -> None:
        """Wait until every picture is loaded and nothing moves any more."""
        there = "found => found.every(image => image.complete && image.naturalWidth)"
        until(lambda: bool(self.talk.locator("img.gallery-image").evaluate_all(there)))
        self.page.wait_for_timeout(STILL_MS)

    def look(self, name: str, label: str) -> None:
        """Tap a button under the newest post, and take a screenshot of the answer."""
        self.press(label)
        self.shoot(name)

    def tap(self, label: str | int, name: str = "") -> None:
        """Tap a button of the newest private answer; with a name, take a screenshot."""
        self._settle()
        before = self.answer.inner_html()
        buttons = self.answer.locator("button.component-button")
        if isinstance(label, int):
            buttons.nth(label).click()
        else:
            self.answer.get_by_role("button", name=label, exact=True).last.click()
        until(lambda: self.answer.inner_html() != before)
        self._settle()
        if name:
            self.shoot(name)

    def type(
        self, stage: Stage, name: str, command: str, kind: str = "thread", **said: str
    ) -> None:
        """Type a slash command, and take a screenshot of the answer."""
        before = self._answer_id()
        stage.command(self.person, kind, command, **said)
        until(lambda: self._answer_id() != before)
        self.shoot(name)


def in_lobby(camera: Camera, stage: Stage) -> None:
    """Show from the open lobby to the first post of the match."""
    camera.talk.get_by_role("button", name="Join").last.wait_for()
    camera.shoot("lobby", camera.post)
    camera.be("Bo")
    camera.type(stage, "help-in-lobby", "help", "channel")
    for person in ("Bo", "Cleo", "Dima"):
        camera.be(person)
        camera.press("Join")
    camera.shoot("joined-pl")
    camera.be("Ada")
    camera.shoot("lobby-full", camera.post)
    camera.press("Start")
    camera.shoot("started")
    until(lambda: bool(camera.page.locator("#side [data-place^='thread:']").count()))
    camera.visit("thread:")
    camera.talk.get_by_role("button", name="Your move").last.wait_for()
    camera.shoot("first-post", camera.post)


def in_planning(camera: Camera, stage: Stage) -> None:
    """Show laying, undo, queueing and the hand."""
    stage.play_until("Ada", "lay")
    camera.look("lay", "Your move")
    camera.tap("What can I do?", "what-can-i-do")
    camera.tap("Back")
    camera.tap("shift by one", "lay-card")
    camera.tap("L2", "lay-whole")
    camera.tap("Confirm", "laid")
    camera.tap("Undo", "undone")
    camera.press("Your move")
    camera.tap("shift by one")
    camera.tap("L2")
    camera.tap("Confirm")
    stage.laid("Ada")
    camera.tap("Queue my next move", "queue")
    camera.tap("2 reservations")
    camera.tap("L1", "queue-whole")
    camera.tap("Queue this move", "queued")
    stage.laid("Ada")
    camera.shoot("post", camera.post)
    camera.look("look", "Look")
    camera.tap("My hand", "hand")
    camera.tap("Text", "hand-text")


def in_reservations(camera: Camera, stage: Stage) -> None:
    """Show every other decision, a refusal and why."""
    stage.play_until("Ada", "shift")
    camera.look("shift", "Your move")
    camera.tap(0, "shift-whole")
    camera.tap("Confirm", "shifted")
    stage.play_until("Ada", "reserve")
    camera.type(stage, "refusal", "move", move="reserve D:L@9")
    camera.look("why-not", "Why not?")
    camera.look("reserve", "Your move")
    camera.tap(0, "reserve-sight")
    camera.tap("9:00", "reserve-whole")
    camera.tap("Confirm", "reserved")
    camera.tap(0)
    camera.tap("17:00", "second-whole")
    camera.tap("Confirm", "second")
    stage.play_until("Ada", "take")
    camera.look("take", "Your move")
    camera.tap(0, "take-whole")
    camera.tap("Confirm", "taken")
    stage.play_until("Ada", "exchange")
    camera.look("exchange", "Your move")
    camera.tap(0, "exchange-own")
    stage.play_until("Ada", "swap")
    camera.look("swap", "Your move")
    camera.tap(0, "swap-kind")


def on_the_side(camera: Camera, stage: Stage) -> None:
    """Show looking, rules, help and personal settings; then the same in Polish."""
    camera.look("catch-up", "Catch up")
    camera.press("Look")
    camera.tap("Text", "board-text")
    camera.tap("Key", "key")
    camera.look("help", "Help")
    camera.tap("Rules", "rules")
    for number, topic in enumerate(RULES):
        camera.type(stage, f"rules-{number}", "rules", topic=topic)
    camera.tap("Share", "shared")
    camera.shoot("shared-post", camera.post)
    camera.type(stage, "log", "log")
    camera.type(stage, "first-steps", "help", topic="first-steps")
    for page in range(2, 8):
        if page == 5:
            camera.tap("1 reservation")
            camera.tap("L2")
        camera.tap("Confirm" if page == 6 else "Next step", f"first-steps-{page}")
    for command in COMMANDS:
        camera.type(stage, command.replace(" ", "-"), command)
    camera.be("Dima")
    camera.look("panel-pl", "Your move")
    camera.look("look-pl", "Look")
    camera.tap("Moja ręka", "hand-pl")
    camera.tap("Tekst", "text-pl")
    camera.look("help-pl-match", "Help")
    camera.type(stage, "rules-pl", "rules", topic="N5")
    camera.type(stage, "help-pl", "help", topic="undo")
    camera.visit("dm:Ada")
    camera.shoot("dm", camera.post)


def at_the_end(camera: Camera, stage: Stage) -> None:
    """Show the result."""
    camera.visit("thread:")
    stage.play_until("", "")
    until(lambda: camera.post.get_by_role("button", name="Your move").count() == 0)
    camera.shoot("result", camera.post)


CHAPTERS: Final = (in_lobby, in_planning, in_reservations, on_the_side, at_the_end)


def tour(stage: Stage, running: RunningDemo, folder: Path) -> None:
    """Walk through a match and take the screenshots."""
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        page = browser.new_page(viewport={"width": WIDTHS["desktop"], "height": HEIGHT})
        page.goto(running.address)
        camera = Camera(page, running, folder)
        for chapter in CHAPTERS:
            chapter(camera, stage)


async def _play(folder: Path, database: Path) -> None:
    deal_alike()
    running = RunningDemo(database)
    await Stage(database, running, PLAN).run(lambda stage: tour(stage, running, folder))


def main() -> None:
    """Take the screenshots."""
    parser = argparse.ArgumentParser(prog="python -m scripts.screens", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to put the screenshots")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as database:
        asyncio.run(_play(folder, Path(database)))


if __name__ == "__main__":
    main()
