"""Matches played in a real browser, on the page that `make play` opens."""

from __future__ import annotations

import signal
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.demo.running import RunningDemo
from tests.demo.screen import PATIENCE_S, PUBLIC, Screen, until

expect.set_options(timeout=1000 * PATIENCE_S)
LAYS = 24
"""How many cards two friends lay in a match: three each in each of four rounds."""
BEHIND = range(3, LAYS - 3)
"""How many were laid when the next moves aren't made on the page."""


def start(screen: Screen, *others: str) -> None:
    """Let others join Ada in the lobby, start, and go to the match."""
    for person in others:
        screen.be(person)
        screen.press("Join")
    screen.be("Ada")
    screen.press("Start")
    screen.visit("thread:")
    expect(screen.talk.get_by_role("button", name="Your move").last).to_be_visible()


def take_turn(screen: Screen, rng: Random) -> str:
    """Let the player whose turn it is make one move; return it in words."""
    (person, *_) = screen.waited_for()
    if person != screen.person:
        screen.be(person)
    screen.open_panel()
    return screen.choose(rng)


def turn_behind(screen: Screen) -> None:
    """Let whoever is waited for take a turn without the page, which shows it."""
    before = screen.newest_post()
    screen.running.hasten()
    until(lambda: screen.newest_post() != before)


def test_four_friends_begin_a_match_and_go_on_after_a_crash(
    screen: Screen, browser: Browser
) -> None:
    rng = Random(4)
    start(screen, "Bo", "Cleo", "Dima")

    watcher = Screen(browser.new_page(), screen.running)
    watcher.page.goto(screen.running.address)
    watcher.visit("thread:")
    watched = watcher.talk.get_by_role("button", name="Catch up")
    expect(watched).to_have_count(1)
    take_turn(screen, rng)
    expect(watched).to_have_count(2)  # the bot's post arrives without a reload
    watcher.page.close()
    posts = screen.talk.get_by_role("button", name="Catch up")
    expect(posts).to_have_count(2)

    screen.visit("dm:Cleo")
    assert screen.page.locator("[data-person=Cleo][aria-checked=true]").count()
    hand = screen.talk.locator("img.gallery-image").last
    until(lambda: hand.evaluate("image => image.naturalWidth") == 1200)
    assert len(str(hand.get_attribute("alt"))) > 40
    screen.talk.get_by_role("link", name="Go to the match").last.click()
    expect(screen.page.locator("[data-place^='thread:']")).to_have_attribute("aria-current", "page")

    screen.running.stop(signal.SIGKILL)
    expect(screen.page.locator("#lost")).to_be_visible()
    screen.running.start()
    expect(screen.page.locator("#lost")).to_be_hidden()
    expect(posts).to_have_count(2)

    take_turn(screen, rng)
    expect(posts).to_have_count(3)
    screen.be(screen.waited_for()[0])
    assert screen.move_typed().split()[0] in {"lay", "reserve"}
    expect(posts).to_have_count(4)


def test_everybody_reads_their_language(screen: Screen) -> None:
    start(screen, "Dima")
    screen.be("Dima")
    expect(screen.page.locator("#as")).to_have_text("Grasz jako")
    screen.open_panel()
    expect(screen.panel).to_contain_text("Runda 1 z 4")
    screen.be("Ada")
    expect(screen.page.locator("#as")).to_have_text("You play as")
    screen.open_panel()
    expect(screen.panel).to_contain_text("Round 1 of 4")


def test_a_changed_panel_shows_what_is_chosen_in_it_now(screen: Screen) -> None:
    rng = Random(1)
    start(screen, "Bo")
    take_turn(screen, rng)  # its lists were where those of the queued move are
    screen.tap_panel("Queue my next move")
    for label in ("swap from hand", "B3"):
        screen.tap_panel(label)
    expect(screen.panel).to_contain_text("➜ You play “swap from hand” at B3")
    chosen = screen.panel.get_by_role("combobox")
    expect(chosen).to_have_text(["swap from hand", "B3"])


@pytest.mark.timeout(300)
def test_two_friends_play_a_whole_match(hastened: Screen) -> None:
    """At first and in the end, one move is tapped, the next one typed.

    Those between are made behind the open page, which shows a post for each of them.
    """
    screen, rng = hastened, Random(2009)
    start(screen, "Bo")
    moves = 0
    while waiting := screen.waited_for():
        if screen.running.made("lay") in BEHIND:
            turn_behind(screen)
        elif moves % 2:
            screen.be(waiting[0])
            screen.move_typed()
        else:
            take_turn(screen, rng)
        moves += 1
    assert screen.running.made("lay") == LAYS
    over = screen.talk.locator(PUBLIC).last
    expect(over).to_contain_text("The match is over")
    expect(over.locator("img.gallery-image").first).to_be_visible()


def test_it_fits_on_a_phone(browser: Browser, running: RunningDemo) -> None:
    running.start()
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(running.address)
    frame = page.frame_locator("iframe.shown")
    expect(frame.get_by_role("button", name="Join")).to_be_visible()
    expect(page.locator("#side")).to_be_hidden()
    page.locator("#open").click()
    expect(page.locator("#side")).to_be_visible()
    page.locator("#side [data-place='dm:Bo']").click()
    expect(page.locator("#side")).to_be_hidden()
    expect(page.locator("#faces [data-person=Bo]")).to_have_attribute("aria-checked", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()
