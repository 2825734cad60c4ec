"""The rulebooks say the same in both languages, and know every rule the code cites."""

import re
from pathlib import Path

import pytest

from cogs.answers import MAX_WORDS
from rules import registry
from rules.krakow.components import ACTIONS, SIGHTS

ROOT = Path(__file__).parent.parent
RULE_ID = re.compile(r"\*\*([A-Z]+-[A-Z]+-[A-Z]?\d+|R\d+)\*\*")
CITED = re.compile(r'"([A-Z]+-[A-Z]+-[A-Z]?\d+)"')


def rulebook(slug: str, lang: str) -> dict[str, str]:
    """Return the topics of a rulebook: heading -> text, in order."""
    text = (ROOT / "data" / slug / f"rulebook.{lang}.md").read_text(encoding="utf-8")
    topics = [topic.partition("\n") for topic in text.split("\n## ")[1:]]
    assert len({heading for heading, _, _ in topics}) == len(topics)
    return {heading: body.strip() for heading, _, body in topics}


@pytest.fixture(params=registry.slugs())
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_topics_are_there_and_fit_into_a_message(slug: str, lang: str) -> None:
    topics = rulebook(slug, lang)
    assert topics
    for heading, body in topics.items():
        assert body, heading
        assert len(heading) <= 90
        assert len(f"## {heading}\n{body}") <= MAX_WORDS, heading


def test_both_languages_have_the_same_rules_in_the_same_topics(slug: str) -> None:
    english, polish = rulebook(slug, "en"), rulebook(slug, "pl")
    assert [RULE_ID.findall(body) for body in english.values()] == [
        RULE_ID.findall(body) for body in polish.values()
    ]


def test_both_languages_have_paragraph_for_paragraph(slug: str) -> None:
    english, polish = rulebook(slug, "en"), rulebook(slug, "pl")
    for (heading, body), translated in zip(english.items(), polish.values(), strict=True):
        if heading != "Glossary":  # in the order of each language's alphabet
            assert body.count("\n\n") == translated.count("\n\n"), heading
            assert body.count("\n- ") == translated.count("\n- "), heading


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_each_rule_stands_once(slug: str, lang: str) -> None:
    ids = RULE_ID.findall("\n".join(rulebook(slug, lang).values()))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_every_rule_the_code_cites_can_be_looked_up(slug: str, lang: str) -> None:
    known = set(RULE_ID.findall("\n".join(rulebook(slug, lang).values())))
    code = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "rules" / slug).glob("*.py")
    )
    cited = set(CITED.findall(code))
    assert cited
    assert cited <= known


def number(printed: str) -> int:
    """Return a number as a table prints it, with a real minus sign."""
    return int(printed.replace("−", "-"))


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_krakow_table_of_sights_is_that_of_the_cards(lang: str) -> None:
    topic = list(rulebook("krakow", lang).values())[-5]
    told = re.findall(r"^- (\w): (.+), (−?\d+) p", topic, flags=re.MULTILINE)
    assert {(rank, name, number(points)) for rank, name, points in told} == {
        (sight.rank, getattr(sight.name, lang), sight.points) for sight in SIGHTS
    }


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_krakow_table_of_actions_is_that_of_the_cards(lang: str) -> None:
    topic = list(rulebook("krakow", lang).values())[-4]
    told = re.findall(r"^- (.+): (\d) [ck]ar\w+, ([+−]?\d)\.", topic, flags=re.MULTILINE)
    assert [(name.lower(), int(copies), number(points)) for name, copies, points in told] == [
        (getattr(card.name, lang), card.copies, card.points) for card in ACTIONS.values()
    ]
    assert f"+{sum(card.copies * card.points for card in ACTIONS.values())}." in topic


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_krakow_rulings_are_those_with_reasons(lang: str) -> None:
    told = re.findall(r"\*\*(R\d+)\*\*", "\n".join(rulebook("krakow", lang).values()))
    reasons = (ROOT / "RULINGS.md").read_text(encoding="utf-8").partition("## Kraków 2009")[2]
    assert told == re.findall(r"^\| (R\d+) \|", reasons.partition("\n## ")[0], flags=re.MULTILINE)
