"""Whatever people type or are called is shown as typed, in every message of the bot.

A string in a text is escaped when it is said. So these tests go over all messages, and over all
places that make markup; no call site has to be listed when it is new.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cogs.ui.speech import IN_BOLD, caption, harmless, say
from render.i18n import LANGS, catalogue, translate
from rules.text import Markup, Param, Person, Text, Who, t

ROOT: Final = Path(__file__).parents[2]
PLANTED: Final = (
    "[Free](https://evil.example)",
    "@everyone",
    "@here",
    "<@1> <@&2> <#3> </rules:4> <t:5>",
    "**x",
    "__x_",
    "||x",
    "`x",
    "~~x",
    "> x",
    "\\",
)
PLACE: Final = re.compile(r"(?<!{){(\w+)}(?!})")
MAKERS: Final = {
    "cogs/ui/speech.py": "mentions and code",
    "cogs/ui/times.py": "times",
    "cogs/lobby/fairness.py": "a command in a code block, made of a seed",
    "cogs/outbox/posts.py": "a row of mentions",
    "cogs/table/channel_posts.py": "a match's name and names that are escaped there",
    "cogs/admin/cog.py": "numbers of matches",
    "cogs/admin/terms.py": "a role",
    "cogs/operator/figures.py": "times, sizes and latencies",
    "cogs/operator/health.py": "the number of a match",
    "matches/domain/table/guards.py": "a time",
    "matches/domain/table/lobby.py": "a channel",
    "matches/domain/table/terms.py": "a role and channels",
}
"""The modules that may make markup, and what it is."""


def messages() -> Iterator[tuple[str, str]]:
    """Return each message with places, and its plural or ""."""
    from babel.messages.pofile import read_po

    with (ROOT / "data/locale/pl/LC_MESSAGES/stolik.po").open("rb") as source:
        for message in read_po(source, locale="pl"):
            one, many = (message.id, "") if isinstance(message.id, str) else message.id
            if message.context is None and set(PLACE.findall(one)) - {"count"}:
                yield one, many


ALL: Final = sorted(set(messages()))


def filled(one: str, many: str, value: Param) -> Text:
    """Return a message with the same value in all its places."""
    places = sorted(set(PLACE.findall(one + many)) - {"count"})
    return Text(one, tuple((place, value) for place in places), many, 2)


def test_all_messages_are_found() -> None:
    assert len(ALL) > 1000
    assert ("I can't find anything called “{typed}”.", "") in ALL


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("planted", PLANTED)
def test_no_message_passes_on_what_was_planted(planted: str, lang: str) -> None:
    typed = harmless(planted)
    assert typed != planted
    for one, many in ALL:
        words = catalogue(lang)
        pattern = words.ngettext(one, many, 2) if many else words.gettext(one)
        times = len(set(PLACE.findall(pattern)) - {"count"})
        for value in (planted, (planted,), t("{inner}", inner=planted), Person(planted)):
            text = filled(one, many, value)
            for said in (say(text, lang), translate(text, lang, {}, IN_BOLD)):
                assert said.count(typed) >= times, (one, value)
                assert planted not in said.replace(typed, ""), (one, value)


@pytest.mark.parametrize("planted", PLANTED)
def test_plain_places_show_it_unchanged(planted: str) -> None:
    assert caption(t("“{text}” isn't a move in this game.", text=planted), "en") == (
        f"“{planted}” isn't a move in this game."
    )


def test_markup_stays_markup() -> None:
    text = t("The vote ends {when}.", when=Markup("<t:5:R>"))
    assert say(text, "en") == "The vote ends <t:5:R>."
    assert say(t("{who}", who=(Markup("<@1>"), "<@2>")), "en") == "<@1>, \\<@2>"
    assert say(t("{who}", who=Who(4)), "en") == "5"


def makers(source: str) -> bool:
    """True if a module makes markup."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Markup"
        for node in ast.walk(ast.parse(source))
    )


def test_markup_is_made_in_few_places() -> None:
    folders = ("cogs", "matches", "render", "rules", "lookup")
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if makers(path.read_text(encoding="utf-8"))
    }
    assert found == set(MAKERS), "say in MAKERS what it is, and that nobody typed it"


def glued(source: str) -> list[int]:
    """Return the lines where markup is put into a text as a string that would be escaped."""
    return [
        part.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("t", "tn")
        for keyword in node.keywords
        for part in _uncalled(keyword.value)
        if isinstance(part, ast.JoinedStr) and re.search("[<`*_]", _literal(part))
    ]


def _uncalled(node: ast.AST) -> Iterator[ast.AST]:
    """Return a node and its parts, without what is given to a function."""
    yield node
    for part in ast.iter_child_nodes(node) if not isinstance(node, ast.Call) else ():
        yield from _uncalled(part)


def _literal(text: ast.JoinedStr) -> str:
    return "".join(str(v.value) for v in text.values if isinstance(v, ast.Constant))


def test_no_markup_is_glued_into_a_text() -> None:
    assert glued('t("In {channel}.", channel=f"<#{number}>")') == [1]
    assert glued('t("In {channel}.", channel=Markup(f"<#{number}>"))') == []
    for folder in ("cogs", "matches", "lookup", "render", "rules"):
        for path in (ROOT / folder).rglob("*.py"):
            assert glued(path.read_text(encoding="utf-8")) == [], path


def test_somebody_without_a_visible_name_is_a_question_mark() -> None:
    for name in ("\u200b\u2060", " "):
        assert say(t("{who} concedes.", who=Person(name)), "en") == "**?** concedes."
