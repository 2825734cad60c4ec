"""What a match scores and who wins (C-END, and the ideas that work at the end)."""

from itertools import combinations

import pytest
from hypothesis import given as vary
from hypothesis import settings
from hypothesis import strategies as st

from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.components import IDEAS, KINDS, Goods, Kind
from rules.cvlizations.score import best_sale, counted, of_kind, points
from rules.cvlizations.state import Player
from rules.cvlizations.view import Phase, Variant
from rules.protocol import Outcome
from tests.rules.cvlizations.helpers import (
    ideas,
    player,
    say,
    table,
)

POOR = player("0/0/0")
IDLE = ("slacking doubling",) * 3


# Scoring


def worth(goods: str, owns: str, *others: str) -> int:
    """Return a player's points besides the printed ones; the others own ideas too."""
    seats = [player(goods, owns), *(player("0/0/0", names) for names in others or ("",))]
    return points(seats, 0) - sum(IDEAS[idea].points for idea in ideas(owns))


def test_points_gained_and_printed_and_at_the_end() -> None:
    """C-END-1; ideas without effect score what is printed (C-IDEA-22, C-IDEA-38)."""
    seats = (player("0/2/0", "temple tower telephone", points=3), player())
    assert points(seats, 0) == 3 + 6 + 2 + 7 + 2
    assert points(seats, 1) == 0
    # C-IDEA-41, C-IDEA-48
    assert points((player("0/0/0", "skyscraper board-games"), player()), 0) == 17


@pytest.mark.parametrize(
    ("owns", "more"),
    [
        pytest.param("humanism", 0, id="C-IDEA-5 alone"),
        pytest.param("humanism solitude hedonism", 2, id="C-IDEA-5, C-IDEA-7"),
        pytest.param("humanism dagger holidays feline-domestication", 3, id="C-IDEA-5: V-13"),
        pytest.param("humanism optimism egoism sword temple", 0, id="C-IDEA-5: no others"),
        pytest.param("romanticism", 1, id="C-IDEA-33 alone"),
        pytest.param("romanticism egoism optimism axe", 3, id="C-IDEA-33"),
        pytest.param("rationalism", 1, id="V7, C-IDEA-35"),
        pytest.param("rationalism axe", 2, id="V7 with a tool"),
        pytest.param("rationalism axe temple", 3, id="V7 with tool and building"),
        pytest.param("rationalism axe temple law egoism", 4, id="V7 with all types"),
        pytest.param("perfectionism", 1, id="C-IDEA-36 alone"),
        pytest.param("perfectionism axe sword hammer", 3, id="C-IDEA-36"),
        pytest.param("perfectionism axe sword hammer pickaxe dagger", 4, id="C-IDEA-36 at most"),
        pytest.param("computer axe law", 2, id="C-IDEA-39"),
        pytest.param("internet law wheel axe", 3, id="C-IDEA-46"),
        pytest.param("cinematography", 0, id="V6, C-IDEA-40"),
        pytest.param("cinematography axe", 1, id="V6 two"),
        pytest.param("cinematography axe law", 1, id="V6 three"),
        pytest.param("cinematography axe law temple", 2, id="V6 four"),
        pytest.param("cinematography axe law temple wheel sword dagger hammer pickaxe", 4, id="V6"),
    ],
)
def test_ideas_that_count_ideas(owns: str, more: int) -> None:
    """C-END-2, C-IDEA-40."""
    assert worth("0/0/0", owns) == more
    assert sum(counted(ideas(owns), (ideas("telephone school"),)).values()) == more


@pytest.mark.parametrize(
    ("idea", "same", "other"),
    [
        ("highway", "axe sword", "law temple"),  # C-IDEA-43
        ("research-institute", "law wheel", "axe temple"),  # C-IDEA-44
        ("tourism", "temple castle", "axe law"),  # C-IDEA-47
    ],
)
def test_vector_9_a_majority_is_more_than_anybody_else(idea: str, same: str, other: str) -> None:
    """C-END-3, C-GEEK-6: a tie scores nothing, and at least one is needed."""
    one, rest = same.split()
    assert worth("0/0/0", f"{idea} {one}", "") == 2
    assert worth("0/0/0", f"{idea} {one}", rest) == 0
    assert worth("0/0/0", idea, "") == 0
    assert worth("0/0/0", f"{idea} {one}", "", other) == 2
    assert worth("0/0/0", f"{idea} {one}", other, rest) == 0


def test_an_idea_of_majority_counts_for_its_own_type() -> None:
    """C-END-3: Highway and Research Institute are buildings, Tourism is an invention."""
    kinds = [IDEAS[idea].kind for idea in ideas("highway research-institute tourism")]
    assert kinds == [Kind.BUILDING, Kind.BUILDING, Kind.INVENTION]
    assert worth("0/0/0", "tourism highway") == 2
    assert worth("0/0/0", "research-institute tourism") == 4  # each is the other's majority
    assert [of_kind(ideas("highway axe law"), kind) for kind in KINDS] == [0, 1, 1, 1]


@pytest.mark.parametrize(
    ("goods", "owns", "more", "left"),
    [
        pytest.param("5/0/0", "larder", 3, 2, id="V4, C-IDEA-23"),
        pytest.param("2/0/0", "larder", 2, 0, id="V4 with 2 food"),
        pytest.param("4/5/6", "tower", 3, 12, id="C-IDEA-19"),
        pytest.param("9/0/0", "tower", 0, 9, id="C-IDEA-19: wood only"),
        pytest.param("0/0/3", "castle", 3, 0, id="C-IDEA-21"),
        pytest.param("9/9/2", "castle", 2, 18, id="C-IDEA-21: stone only"),
        pytest.param("1/4/2", "stock-exchange", 2, 7, id="V5, C-IDEA-42: V-16"),
        pytest.param("3/3/3", "stock-exchange", 6, 9, id="V5 three sets"),
        pytest.param("4/4/4", "stock-exchange", 6, 12, id="V5 at most 6"),
        pytest.param("0/9/9", "stock-exchange", 0, 18, id="C-IDEA-42: no set"),
        pytest.param("0/0/0", "consumerism", 2, 0, id="V8, C-IDEA-8"),
        pytest.param("0/0/1", "consumerism", 0, 1, id="V8 with a stone"),
        pytest.param("2/0/0", "materialism", 0, 2, id="C-IDEA-34: below 3"),
        pytest.param("1/1/1", "materialism", 1, 3, id="C-IDEA-34: any kinds"),
        pytest.param("9/9/9", "materialism", 3, 27, id="C-IDEA-34: at most 3"),
        pytest.param("1/1/1", "stock-exchange larder", 2, 3, id="V15"),
        pytest.param("1/1/1", "stock-exchange larder tower castle", 3, 0, id="V16"),
        pytest.param("3/0/0", "consumerism larder", 5, 0, id="V17"),
        pytest.param("4/0/0", "consumerism larder", 3, 1, id="V17 with one too many"),
        pytest.param("6/0/0", "materialism larder", 4, 3, id="exchange, then count"),
        pytest.param("3/0/0", "", 0, 3, id="nothing to exchange for"),
    ],
)
def test_resources_at_the_end_v_17(goods: str, owns: str, more: int, left: int) -> None:
    """C-END-4, C-END-5: ruling V-17, exchanges first and for the best; ruling V-16."""
    assert worth(goods, owns) == more
    sale = best_sale(Goods.parse(goods), ideas(owns))
    assert (sale.points, sum(sale.left)) == (more, left)
    assert sale.given == Goods.parse(goods).less(sale.left)


def test_among_equal_exchanges_most_is_kept() -> None:
    """C-END-4: three food are a point each with the Larder, or one together with Materialism."""
    sale = best_sale(Goods(1, 1, 1), ideas("larder materialism"))
    assert (sale.points, sale.given, sum(sale.left)) == (1, Goods(0, 0, 0), 3)


KEEPERS = ("consumerism", "materialism", "stock-exchange", "larder", "tower", "castle")


@vary(st.tuples(*[st.integers(0, 7)] * 3), st.sets(st.sampled_from(KEEPERS)))
@settings(max_examples=300)
def test_the_best_exchange_against_brute_force(goods: tuple[int, ...], owned: set[str]) -> None:
    """C-END-4, C-END-5: every token is exchanged or kept individually."""
    best = (-1, -1)
    takers = ("larder", "tower", "castle")
    tokens = [(kind, number) for kind in range(3) for number in range(goods[kind])]
    offered = [token for token in tokens if takers[token[0]] in owned and token[1] < 3]
    for size in range(len(offered) + 1):
        for exchanged in combinations(offered, size):
            kept = [goods[kind] - sum(k == kind for k, _ in exchanged) for kind in range(3)]
            extra = (2 if "consumerism" in owned and kept == [0, 0, 0] else 0) + (
                min(3, sum(kept) // 3) if "materialism" in owned else 0
            )
            sets = sum(all(count >= number for count in kept) for number in (1, 2, 3))
            extra += 2 * sets if "stock-exchange" in owned else 0
            best = max(best, (size + extra, sum(kept)))
    sale = best_sale(Goods(*goods), ideas(" ".join(sorted(owned))))
    assert (sale.points, sum(sale.left)) == best


# Who wins


def ended(*players: Player, variant: Variant = Variant.BASIC) -> Outcome:
    """Return the result of a match whose last turn brings nothing."""
    state = table(*players, variant=variant, phase=Phase.OVER, turn=9)
    found = CVLIZATIONS.outcome(state)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("players", "scores", "ranks", "reason"),
    [
        pytest.param(
            (player("0/0/0", points=5), player("9/9/9", points=4), player("0/0/0", points=6)),
            (5, 4, 6),
            (2, 3, 1),
            "The third age is over. Cat wins with 6 points.",
            id="won outright",
        ),
        pytest.param(
            (player("1/0/0", points=5), player("1/1/0", points=5), player("9/9/9", points=1)),
            (5, 5, 1),
            (2, 1, 3),
            "The third age is over. Ann and Bob tie at 5 points, and Bob wins with more resources "
            "left (2).",
            id="decided by resources",
        ),
        pytest.param(
            (player("0/0/2", points=5), player("1/1/0", points=5), player("0/0/0", points=5)),
            (5, 5, 5),
            (1, 1, 3),
            "The third age is over. Ann and Bob share the win with 5 points each and the same "
            "number of resources left (2).",
            id="shared",
        ),
        pytest.param(
            (player("1/0/0", points=9), player("1/0/0", points=5), player("2/0/0", points=5)),
            (9, 5, 5),
            (1, 3, 2),
            "The third age is over. Ann wins with 9 points.",
            id="a tie below the top",
        ),
    ],
)
def test_who_wins(
    players: tuple[Player, ...], scores: tuple[int, ...], ranks: tuple[int, ...], reason: str
) -> None:
    """C-END-6."""
    found = ended(*players)
    assert (found.scores, found.ranks) == (scores, ranks)
    assert say(found.reason) == reason


def test_what_was_exchanged_does_not_break_a_tie_v_18() -> None:
    """C-END-6: ruling V-18."""
    found = ended(player("3/0/0", "larder"), player("1/0/0", points=5), player())
    assert (found.scores, found.ranks[:2]) == ((5, 5, 0), (2, 1))


def test_the_result_says_what_it_is_made_of() -> None:
    """C-END-1."""
    owner = player("5/1/1", "larder stock-exchange rationalism axe", points=4)
    found = ended(owner, player(), player())
    lines = [
        (say(line.label), line.points, say(line.detail) if line.detail else "")
        for line in found.lines[0]
    ]
    assert lines == [
        ("Points gained", 4, ""),
        ("Ideas", 2 + 4 + 3 + 2, "4 ideas"),
        ("Effects at the end", 3, "Rationalism 3"),
        ("Resources", 5, "3 food exchanged, Stock exchange 2, 4 left"),
    ]
    assert found.scores[0] == sum(line[1] or 0 for line in lines)
    assert [(line.points, line.detail) for line in found.lines[1][2:3]] == [(0, None)]


def test_ideas_that_bring_nothing_are_not_listed() -> None:
    """C-END-2, C-END-5: no majority, and resources left."""
    found = ended(player("1/0/0", "highway consumerism"), player(), player())
    ends, resources = found.lines[0][2:]
    assert (ends.points, ends.detail) == (0, None)
    assert resources.detail is not None
    assert say(resources.detail) == "1 left"


def test_everybody_sees_what_all_would_score_now() -> None:
    """C-END-1: none of it is secret."""
    state = table(player("2/0/0", "larder axe", points=1), player(), POOR)
    (own, *_) = CVLIZATIONS.view(state, 2).players
    assert (own.points, own.printed, own.total) == (1, 4, 7)
    assert CVLIZATIONS.outcome(state) is None
