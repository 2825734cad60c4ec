"""What little room says: labels that are cut, and what a score is made of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cogs.ui.items import fitting
from cogs.ui.sheet import result_lines
from matches.domain.model import Opening
from matches.domain.table.lobby import new_lobby
from rules import registry
from rules.protocol import Outcome, ScoreLine
from rules.text import t

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_part_worth_nothing_is_told_from_a_remark() -> None:
    opening = Opening(slug="krakow", guild_id=1, channel_id=2, user_id=3, name="Ada")
    match = new_lobby(registry.get("krakow").info, opening, NOW)
    lines = (
        ScoreLine(t("Guests"), 2),
        ScoreLine(t("Amenities"), 0),
        ScoreLine(t("Empty spaces"), -4),
        ScoreLine(t("tie-break: {amount} zł", amount=200), None),
    )
    said = result_lines(Outcome((-2,), (1,), (lines,), t("Over")), "en", match)
    assert said[-1] == "-# Guests +2 · Amenities +0 · Empty spaces −4 · tie-break: 200 zł"


@pytest.mark.parametrize(
    ("text", "most", "said"),
    [
        ("floor 3 is cleared", 18, "floor 3 is cleared"),
        ("The rooms on floor 3 are discarded.", 30, "The rooms on floor 3 are…"),
        ("Spend the token. Then end.", 18, "Spend the token…"),
        ("a supercalifragilistic word", 12, "a supercali…"),
        ("Valet: RB2\nRefresh Token: used", 14, "Valet: RB2…"),
        ("Scores of all:\n- second\n- third", 26, "Scores of all:\n- second…"),
    ],
)
def test_a_label_is_cut_between_words(text: str, most: int, said: str) -> None:
    assert fitting(text, most) == said
    assert len(said) <= most
