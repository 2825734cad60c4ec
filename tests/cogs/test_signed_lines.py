"""The games' signs in sentences: where they stand, and when they give way to words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import cast

import discord
import pytest

from cogs.outbox.posts import TURN_LINES
from cogs.play.pages import pages
from cogs.ui.sheet import LINE_CHARS, MAX_WORDS, Sheet, news
from cogs.ui.speech import fitting_words, forget_emojis, learn_emoji, say, tell, without_signs
from matches.domain.model import LogEntry, MatchInfo, Opening
from matches.domain.table.lobby import new_lobby
from render import drawings
from render.picture import Sign
from rules import registry
from rules.protocol import CHANCE, Event
from rules.text import LANGUAGES, Text, t

NOW = datetime(2026, 1, 1, tzinfo=UTC)
WRITTEN = "<:thing:10000000000000000> "


@pytest.fixture(autouse=True)
def thing() -> Iterator[None]:
    """Let numbers have a sign in one game; forget it afterwards."""
    learn_emoji("krakow", Sign("thing", words=(*range(100), "a {thing}")), emoji(0))
    yield
    forget_emojis()


def emoji(number: int) -> discord.Emoji:
    return cast(discord.Emoji, discord.Object(10**16 + number))


def match(slug: str = "krakow") -> MatchInfo:
    opening = Opening(slug=slug, guild_id=1, channel_id=2, user_id=3, name="Ada")
    return new_lobby(registry.get(slug).info, opening, NOW)


def told(text: Text) -> str:
    return tell(text, "en", match(), signed=True)


def test_a_sign_stands_before_its_first_word_and_before_quotes() -> None:
    assert told(t("{one}, then {two}.", one=1, two=2)) == f"{WRITTEN}1, then 2."
    assert told(t("It's “{n}”.", n=1)) == f"It's {WRITTEN}“1”."
    assert told(t("Ada gets {what}.", what=t("a {thing}", thing="hat"))) == (
        f"Ada gets {WRITTEN}a hat."
    )
    assert told(t("{list}", list=("a", 100))) == "a, 100"
    assert say(t("{n}", n=1), "en", match()) == "1"


def test_lines_and_pages_break_where_they_do_without_signs() -> None:
    events = tuple(Event(t("Thing {n} happens.", n=n)) for n in range(100))
    rows = [LogEntry(1, 0, NOW, events, None, undone=False)]
    signed, plain = (news(rows, "en", match(), TURN_LINES, signed=it) for it in (True, False))
    assert WRITTEN in signed[0]
    assert [without_signs(line) for line in signed] == plain
    assert len(pages([told(event.text) for event in events])) == 1
    assert fitting_words(WRITTEN * 9 + "x" * 251, LINE_CHARS) == "x" * 249 + "…"


@pytest.mark.parametrize("typed", ["<:thing:10000000000000000> ", "\\<:thing:1> "])
def test_what_somebody_typed_is_no_sign(typed: str) -> None:
    shown = told(t("{typed}", typed=typed))
    assert without_signs(shown) == shown


def test_a_message_that_is_too_long_has_only_words() -> None:
    def written(words: str) -> str:
        sheet = Sheet()
        sheet.write(f"{WRITTEN}1")
        sheet.write(words)
        found = list(sheet.post().view.walk_children())
        return "".join(one.content for one in found if isinstance(one, discord.ui.TextDisplay))

    fits = "x" * (MAX_WORDS - len(WRITTEN) - 1)
    assert written(fits) == f"{WRITTEN}1{fits}"
    assert written(f"{fits}x") == f"1{fits}x"


@pytest.mark.parametrize("slug", registry.slugs())
def test_signs_add_nothing_else_to_what_is_told(slug: str) -> None:
    for number, sign in enumerate(drawings.signs(slug)):
        learn_emoji(slug, sign, emoji(number))
    rules, rng, lobby = registry.get(slug), Random(1), match(slug)
    state, signed = rules.initial_state(2, frozenset()), 0
    for _ in range(30):
        seat = min(rules.to_act(state))
        legal = rules.legal_moves(state, seat) if seat != CHANCE else ()
        move = rng.choice(legal) if legal else rules.chance_move(state, rng)
        step = rules.apply(state, seat, move)
        state = step.state
        for text in (event.text for event in step.events):
            for lang in LANGUAGES:
                line = tell(text, lang, lobby, signed=True)
                signs = [word for word in line.split() if word.startswith("<:")]
                assert without_signs(line) == say(text, lang, lobby)
                assert len(signs) == len(set(signs))
                signed += bool(signs)
    assert signed > 10
