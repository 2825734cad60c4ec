"""Sequences, lajkoniki, totals and ties: K-SCORE, K-WIN and the vectors of the dossier."""

from itertools import product

import pytest

from render.i18n import translate
from rules.krakow import KRAKOW
from rules.krakow.components import RANKS, SIGHTS, Group, Sight
from rules.krakow.score import bonus_of
from tests.rules.krakow.helpers import NAMES, bonus, over, sights

ALL_N = " ".join(f"N{rank}" for rank in RANKS)


@pytest.mark.parametrize(
    ("cards", "points", "sequences"),
    [
        pytest.param("N1 N2 N3", 9, ["N1 N2 N3"], id="T3-run"),
        pytest.param("N3 D3 J3", 9, ["N3 D3 J3"], id="T3-set"),
        pytest.param("NA NB", 4, ["NA NB"], id="T4-run"),
        pytest.param("NA DA", 4, ["NA DA"], id="T4-set"),
        pytest.param("N1 N2 N3 D2", 13, ["N1 N2 N3", "N2 D2"], id="S1"),
        pytest.param("N5 D5 J5 I5", 16, ["N5 D5 J5 I5"], id="S2"),
        pytest.param("N7 N8 NA NB", 8, ["N7 N8", "NA NB"], id="S3"),
        pytest.param("N8 N1", 0, [], id="S4-numbers"),
        pytest.param("NA NF", 0, [], id="S4-letters"),
        pytest.param(
            "N1 N2 N3 D1 D2 D3 J1 J2 J3",
            54,
            ["N1 N2 N3", "D1 D2 D3", "J1 J2 J3", "N1 D1 J1", "N2 D2 J2", "N3 D3 J3"],
            id="S5",
        ),
        pytest.param("N4 N6 NL", 9, ["N4 N5 N6"], id="S6"),
        pytest.param("N4 D5 NL", 8, ["N4 N5", "N5 D5"], id="S7"),
        pytest.param("N1 N2 N4 N5 NL", 25, ["N1 N2 N3 N4 N5"], id="S8"),
        pytest.param("D4 J4 NL", 9, ["N4 D4 J4"], id="S9"),
        pytest.param("NL DL", 4, None, id="S10"),
        pytest.param("J3 NL DL", 9, ["N3 D3 J3"], id="S11"),
        pytest.param(
            "N3 N5 D4 D6 NL DL",
            26,
            ["N3 N4 N5", "D4 D5 D6", "N4 D4", "N5 D5"],
            id="S12",
        ),
        pytest.param("N6 N8 D7 J7 I7 NL", 25, ["N6 N7 N8", "N7 D7 J7 I7"], id="S13"),
        pytest.param(
            "N2 N3 D2 J3 J4 NL O",
            25,
            ["N2 N3 N4", "J3 J4", "N2 D2", "N3 J3", "N4 J4"],
            id="S14",
        ),
        pytest.param(f"{ALL_N} NL", 100, None, id="S15"),
        pytest.param("NA NB NC DC JC IL O1 O2", 25, ["NA NB NC", "NC DC JC IC"], id="S16"),
    ],
)
def test_k_score_2_3_4_bonus(cards: str, points: int, sequences: list[str] | None) -> None:
    found = bonus(cards)
    assert found.points == points == sum(s.points for s in found.sequences)
    if sequences is not None:
        assert [" ".join(s.code for s in q.cards) for q in found.sequences] == sequences


def test_k_score_2_r9_numbers_do_not_run_on_into_letters() -> None:
    assert bonus("N8 NA").points == 0


def test_k_score_3_a_set_is_all_cards_of_a_rank() -> None:
    assert [len(q.cards) for q in bonus("N5 D5 J5").sequences] == [3]


def test_k_score_4_r8_parts_do_not_score_again() -> None:
    assert [q.points for q in bonus("N1 N2 N3").sequences] == [9]


def test_k_score_5_a_lajkonik_stands_for_a_card_its_owner_lacks() -> None:
    for joker, stands_for in bonus("N4 N6 NL DL D3").choices:
        assert stands_for is not None
        assert stands_for.group is joker.group
        assert stands_for not in sights("N4 N6 D3")


def test_k_score_6_it_keeps_its_own_points() -> None:
    outcome = KRAKOW.outcome(over(("N4 N6 NL", "CCC"), ("", "CCC")))
    assert outcome is not None
    assert outcome.scores == (1 + 2 - 4 + 9 - 9, -9)
    assert all(s is None or s.rank in RANKS for _, s in bonus("NL DL JL IL O").choices)


def test_k_score_7_with_all_ranks_it_stands_for_nothing() -> None:
    assert bonus(f"{ALL_N} NL").choices == ((Sight.parse("N:L"), None),)
    outcome = KRAKOW.outcome(over((f"{ALL_N} NL", "AAA"), ("", "AAA")))
    assert outcome is not None
    labels = [translate(line.label, "en", NAMES) for line in outcome.lines[0]]
    assert "NL “Lajkonik” isn't used as another sight" in labels


def plain_bonus(owned: set[tuple[str, str]]) -> int:
    """Score a set of (group, rank) the slow way, for comparison."""
    total = 0
    for rank in RANKS:
        count = sum((group, rank) in owned for group in Group)
        total += count**2 if count > 1 else 0
    for group, half in product(Group, (RANKS[:8], RANKS[8:])):
        length = 0
        for rank in [*half, "end"]:
            if (group, rank) in owned:
                length += 1
                continue
            total += length**2 if length > 1 else 0
            length = 0
    return total


@pytest.mark.parametrize("seed", range(40))
def test_k_score_8_r16_the_best_joint_choice(seed: int) -> None:
    from random import Random

    rng = Random(seed)
    jokers = rng.sample([s for s in SIGHTS if s.kind == "lajkonik"], rng.randrange(3))
    others = rng.sample([s for s in SIGHTS if s.kind != "lajkonik"], rng.randrange(10))
    owned = {(str(s.group), s.rank) for s in others if s.group}
    free = [[(str(j.group), r) for r in RANKS if (str(j.group), r) not in owned] for j in jokers]
    best = max(plain_bonus(owned | set(choice)) for choice in product(*free))
    assert bonus_of((*jokers, *others)).points == best


def test_k_score_9_obwarzanki_are_in_no_sequence() -> None:
    assert bonus("O1 O2 O3 O4 O5").points == 0


@pytest.mark.parametrize(
    ("cards", "kept", "total", "parts"),
    [
        pytest.param("N1 N2 N3", "ABF", 28, [9, 10, 9], id="P1"),
        pytest.param("N4 N6 NL O", "CED", 2, [-1, -6, None, 9], id="P2"),
        pytest.param("", "CED", -6, [0, -6], id="P3"),
        pytest.param("N1 N8 D1 D8 NL DL", "AAA", 31, None, id="P4"),
    ],
)
def test_k_score_1_totals(
    cards: str, kept: str, total: int, parts: list[int | None] | None
) -> None:
    outcome = KRAKOW.outcome(over((cards, kept), ("", "AAA")))
    assert outcome is not None
    assert outcome.scores[0] == total
    lines = [line.points for line in outcome.lines[0]]
    assert sum(points or 0 for points in lines) == total
    if parts is not None:
        assert lines == parts


def test_k_score_8_the_breakdown_can_be_followed() -> None:
    outcome = KRAKOW.outcome(over(("N4 N6 NL O", "CED"), ("", "AAA")))
    assert outcome is not None
    said = [
        (translate(n.label, "en", NAMES), n.points, n.detail and translate(n.detail, "en", NAMES))
        for n in outcome.lines[0]
    ]
    assert said == [
        ("4 sights", -1, "N4 (1), N6 (2), NL (−4), O1 (0)"),
        ("3 action cards kept", -6, "card 0 (−3), blind swap (−2), shift by one (−1)"),
        ("NL “Lajkonik” stands for N5", None, None),
        ("Run of 3: Norwegians", 9, "N4, N5, N6"),
    ]


def test_r13_strong_cards_are_worth_most_when_kept() -> None:
    outcome = KRAKOW.outcome(over(("", "FBB"), ("", "CED")))
    assert outcome is not None
    assert outcome.scores == (13, -6)


def reason(*collections: tuple[str, str]) -> tuple[tuple[int, ...], str]:
    outcome = KRAKOW.outcome(over(*collections))
    assert outcome is not None
    return outcome.ranks, translate(outcome.reason, "en", NAMES)


def test_k_win_1_the_highest_total_wins() -> None:
    assert reason(("N1", "AAA"), ("N8 D8", "AAA")) == (
        (2, 1),
        "All 4 rounds have been played. G wins with 15 points.",
    )


def test_k_win_1_t7_more_obwarzanki_win_a_tie() -> None:
    assert reason(("N1 O1", "AAA"), ("D1 O2 O3", "AAA"), ("", "AAA")) == (
        (2, 1, 3),
        (
            "All 3 rounds have been played. Y and G tie at 7 points, and G wins with more "
            "obwarzanki (2)."
        ),
    )


def test_k_win_1_t7_a_shared_victory() -> None:
    assert reason(("N1 O1", "AAA"), ("D1 O2", "AAA"), ("", "AAA"), ("J1", "AAA")) == (
        (1, 1, 4, 3),
        (
            "All 4 rounds have been played. Y and G share the win with 7 points each "
            "and the same number of obwarzanki (1)."
        ),
    )


@pytest.mark.parametrize(
    ("first", "second", "english", "polish"),
    [
        (("", "AAD"), ("", "CED"), "Y wins with 1 point.", "Wygrywa Y, wynik to 1 punkt."),
        (("", "ABC"), ("", "CED"), "Y wins with 2 points.", "Wygrywa Y, wynik to 2 punkty."),
        (("N1", "AAD"), ("", "CED"), "Y wins with 5 points.", "Wygrywa Y, wynik to 5 punktów."),
        (
            ("O1", "AAD"),
            ("", "AAD"),
            "Y and G tie at 1 point, and Y wins with more obwarzanki (1).",
            "Po 1 punkcie mają: Y, G. Wygrywa Y dzięki większej liczbie obwarzanków: 1.",
        ),
        (
            ("", "ABC"),
            ("", "ABC"),
            "Y and G share the win with 2 points each and the same number of obwarzanki (0).",
            "Zwycięstwo dzielą: Y, G, po 2 punkty i tyle samo obwarzanków (0).",
        ),
    ],
)
def test_k_win_1_few_points_are_counted_as_people_say_it(
    first: tuple[str, str], second: tuple[str, str], english: str, polish: str
) -> None:
    outcome = KRAKOW.outcome(over(first, second))
    assert outcome is not None
    assert translate(outcome.reason, "en", NAMES).endswith(f" {english}")
    assert translate(outcome.reason, "pl", NAMES).endswith(f" {polish}")


def test_k_score_7_a_lajkonik_that_stands_for_nothing_brings_nothing() -> None:
    outcome = KRAKOW.outcome(over((f"{ALL_N} NL", "AAA"), ("", "AAA")))
    assert outcome is not None
    assert sum(line.points or 0 for line in outcome.lines[0]) == outcome.scores[0]
