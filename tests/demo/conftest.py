"""Fixtures of the demo's tests: a running demo, a browser, the page in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.demo.running import HASTENED, RunningDemo
from tests.demo.screen import Screen


@pytest.fixture
def running(tmp_path: Path) -> Iterator[RunningDemo]:
    running = RunningDemo(tmp_path / "demo")
    try:
        yield running
    finally:
        running.clean_up()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI") == "true":
            pytest.fail("chromium is missing: apt-get install chromium")
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def screen(browser: Browser, running: RunningDemo) -> Iterator[Screen]:
    running.start()
    yield from _opened(browser, running)


@pytest.fixture
def hastened(browser: Browser, running: RunningDemo) -> Iterator[Screen]:
    """Yield the page of a demo in which moves can be made behind the page, too."""
    running.program = HASTENED
    running.start()
    yield from _opened(browser, running)


def _opened(browser: Browser, running: RunningDemo) -> Iterator[Screen]:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(running.address)
    yield Screen(page, running)
    page.close()
