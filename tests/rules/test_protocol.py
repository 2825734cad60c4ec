"""A game's title page: versions, player counts and variants; and how parts are described."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules import registry
from rules.krakow.moves import Lay
from rules.notation import described, part_types, verb
from rules.protocol import GameOption
from rules.text import Text, number, signed, t, tn

INFO = replace(
    registry.get("krakow").info,
    seats=(1, 2, 3, 4),
    rules_version=5,
    oldest_version=3,
    options=(
        GameOption("teams", t("Teams"), t("Two against two."), (4,)),
        GameOption("long", t("Long"), t("Twice as long.")),
        GameOption("short", t("Short"), t("Half as long."), (1, 2, 4)),
    ),
)


@pytest.mark.parametrize(
    ("version", "known"), [(0, False), (2, False), (3, True), (5, True), (6, False)]
)
def test_matches_are_played_by_versions_from_the_oldest_to_the_newest(
    version: int, known: bool
) -> None:
    assert INFO.knows(version) == known


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ((), (1, 2, 3, 4)),
        (("long",), (1, 2, 3, 4)),
        (("short",), (1, 2, 4)),
        (("long", "short"), (1, 2, 4)),
        (("teams", "short"), (4,)),
        (("unknown",), (1, 2, 3, 4)),
    ],
)
def test_variants_limit_the_player_counts_together(
    options: tuple[str, ...], seats: tuple[int, ...]
) -> None:
    assert INFO.counts(frozenset(options)) == seats


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_match_begins_with_the_version_it_is_asked_for(slug: str) -> None:
    """None at all means the newest."""
    rules = registry.get(slug)
    seats = rules.info.seats[-1]
    newest = rules.initial_state(seats, frozenset())
    assert newest == rules.initial_state(seats, frozenset(), rules.info.rules_version)
    other = rules.initial_state(seats, frozenset(), rules.info.rules_version + 1)
    assert other != newest


def test_a_move_describes_its_parts_in_order() -> None:
    assert list(part_types(Lay)) == ["card", "place"]
    assert [described(Lay, name).in_hand for name in part_types(Lay)] == [True, False]
    assert [described(Lay, name).command.msgid for name in part_types(Lay)] == ["card", "place"]
    assert verb(Lay) == "lay"


@pytest.mark.parametrize(
    ("value", "plain", "with_sign"),
    [(4, "4", "+4"), (1, "1", "+1"), (0, "0", "0"), (-1, "−1", "−1")],
)
def test_numbers_have_a_real_minus_sign(value: int, plain: str, with_sign: str) -> None:
    assert (number(value), signed(value)) == (plain, with_sign)


def test_texts_are_data() -> None:
    assert t("Row {row} of {rows}.", row=1, rows=2) == Text(
        "Row {row} of {rows}.", (("row", 1), ("rows", 2))
    )
    assert tn("{count} nut", "{count} nuts", 3) == Text("{count} nut", (), "{count} nuts", 3)
