"""Thieving, and the ideas that go with it: C-THF, Dagger, Sword, Gunpowder, Law (C-ASY-2)."""

import pytest

from rules.cvlizations.components import Good, Order
from rules.cvlizations.state import CvState, Player
from rules.cvlizations.view import Phase, Theft, Variant
from tests.rules.cvlizations.helpers import (
    asked,
    give,
    given,
    legal,
    news,
    play,
    player,
    refused,
    say,
    scored,
    stores,
    table,
)

POOR = player("0/0/0")
GATHER = ("logging hunting", "logging hunting", "hunting quarrying", "quarrying slacking")


def theft(*players: Player, doubled: bool = False, thieves: int = 1, helm: int = 0) -> CvState:
    """Return the action phase in which the first `thieves` seats steal; the others gather."""
    pairs = ["thieving doubling" if doubled else "thieving slacking"]
    pairs += ["thieving trading"] * (thieves - 1)
    pairs += GATHER[: len(players) - thieves]
    return give(table(*players, helm=helm), *pairs)


def robbed(state: CvState) -> list[Theft]:
    assert state.reveal is not None
    return list(state.reveal.thefts)


def test_the_thief_chooses_victim_and_kind_v_3() -> None:
    """C-THF-1, C-THF-2: ruling V-3."""
    state = theft(player(), player("1/0/2"), player("0/0/0"), player("0/3/0"))
    assert legal(state) == ["steal I food", "steal I stone", "steal U wood"]
    assert news(state, "0 steal U wood")[0] == "Ann steals 1 wood from Dan with Thieving."
    state = play(state, "0 steal U wood")
    assert robbed(state) == [Theft(0, 3, Good.WOOD)]
    assert state.reveal is not None
    assert (state.reveal.turn, state.reveal.line) == (1, (0, 1, 2, 3))
    assert state.reveal.orders[0] == (Order.THIEVING, Order.SLACKING)
    assert str(state.players[0].goods) == "1/2/1"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("steal V food", "You can only rob another player's tribe."),
        ("steal M food", "You can only rob another player's tribe."),
        ("steal P food", "Cat has nothing that can be stolen."),
        ("steal I wood", "Bob has no wood."),
    ],
)
def test_only_others_who_own_it_can_be_robbed(line: str, reason: str) -> None:
    """C-THF-2."""
    state = theft(player(), player("1/0/2"), POOR, player())
    assert refused(state, f"0 {line}") == ("C-THF-2", reason)


def test_a_possible_theft_cannot_be_declined() -> None:
    """C-ACT-3, C-THF-4."""
    state = theft(player(), player(), POOR)
    expected = ("C-ACT-3", "You have to carry out an order first: Thieving.")
    for line in ("pass", "take food", "trade food wood"):
        assert refused(state, f"0 {line}") == expected


def test_one_possibility_is_taken_at_once() -> None:
    """C-ASY-5."""
    after = given(
        table(POOR, player("0/0/2"), POOR),
        "thieving slacking",
        "logging hunting",
        "logging hunting",
    )
    assert after.state.phase is Phase.ORDERS
    assert stores(after.state) == "0/0/1 2/3/1 2/3/0".replace("2/3", "3/3")
    assert "Ann steals 1 stone from Bob with Thieving." in [
        say(event.text) for event in after.events
    ]


def test_at_level_2_two_different_players_are_robbed() -> None:
    """C-THF-1, C-THF-3."""
    state = theft(POOR, POOR, player(), player(), thieves=2)
    state = play(state, "0 steal P food")
    assert legal(state) == ["steal U food", "steal U wood", "steal U stone"]
    assert refused(state, "0 steal P wood") == (
        "C-THF-3",
        "With this order, you must rob two different players.",
    )
    state = play(state, "0 steal U wood")
    assert asked(state) == {1}


def test_doubled_at_level_2_the_same_players_may_be_robbed_again() -> None:
    """C-THF-3, C-DBL-2."""
    state = theft(POOR, POOR, player("9/9/9"), player("9/9/9"), doubled=True, thieves=2)
    state = play(state, "0 steal P food", "0 steal U wood", "0 steal U stone")
    assert {move[:7] for move in legal(state)} == {"steal P"}
    state = play(state, "0 steal P food")
    assert str(state.players[0].goods) == "2/1/1"


def test_doubled_at_level_1_both_may_hit_the_same_player() -> None:
    """C-THF-3."""
    state = theft(POOR, player("2/0/1"), POOR, doubled=True)
    state = play(state, "0 steal I food")
    assert legal(state) == ["steal I food", "steal I stone"]


def test_vector_1_stealing_twice_from_one() -> None:
    """C-THF-1, C-DBL-1, C-DBL-2."""
    state = table(*[player("2/2/2")] * 4)
    state = give(
        state, "logging hunting", "thieving doubling", "cunning slacking", "doubling quarrying"
    )
    assert asked(state) == {1}
    before = sum(sum(own.goods) for own in state.players)
    state = play(state, "1 steal V wood", "1 steal V wood")
    assert [str(state.players[seat].goods) for seat in (0, 1)] == ["4/2/2", "2/4/2"]
    brought = 2 + 2 + 4  # Logging, Hunting, and Quarrying twice
    assert sum(sum(own.goods) for own in state.players) == before + brought
    assert asked(state) == {2}


def test_with_too_few_victims_the_rest_is_lost_v_4() -> None:
    """C-THF-4, C-ACT-3: ruling V-4; the supply only helps with two players."""
    after = given(
        table(POOR, POOR, player("0/2/0")),
        "thieving slacking",
        "thieving cunning",
        "hunting quarrying",
    )
    told = [say(event.text) for event in after.events]
    assert "Ann steals 1 wood from Cat with Thieving." in told
    assert "Ann finds nobody to rob with Thieving." in told
    assert asked(after.state) == {1}  # Bob has two victims
    state = play(after.state, "1 steal V wood")
    assert stores(state) == "0/0/0 0/2/0 2/0/2"


def test_thieves_rob_each_other() -> None:
    """C-THF-5, C-ASY-2, C-ACT-2: a later one can take back what an earlier one took."""
    state = theft(POOR, player("1/0/0"), player("0/1/0"), thieves=2, helm=0)
    state = play(state, "0 steal I food")
    assert asked(state) == {1}  # for the first one there was wood left to take
    assert [str(own.goods) for own in state.players] == ["1/1/0", "0/0/0", "0/0/0"]
    assert legal(state, 1) == ["steal V food", "steal V wood"]
    state = play(state, "1 steal V food")
    assert stores(state).startswith("0/1/0 1/0/0")


def test_with_two_players_level_1_gives_nothing_from_the_supply() -> None:
    """C-THF-6."""
    state = table(player("0/0/0"), player("1/0/0"), variant=Variant.GEEKS)
    state = give(state, "thieving slacking", "logging trading", "logging hunting")
    assert str(state.players[0].goods) == "1/0/0"


def test_with_two_players_the_supply_gives_even_if_nobody_can_be_robbed() -> None:
    """C-THF-6, C-GEEK-5: once per execution."""
    state = table(POOR, POOR, variant=Variant.GEEKS)
    state = give(state, "thieving doubling", "slacking trading", "thieving hunting")
    for _ in range(2):
        assert legal(state) == ["take food", "take wood", "take stone"]
        state = play(state, "0 take stone")
    assert (str(state.players[0].goods), state.turn) == ("0/0/2", 2)


# Ideas


def test_law_stops_everybody_after_the_first_resource() -> None:
    """C-IDEA-26: no matter who took it, and in which execution."""
    state = theft(POOR, POOR, player("5/0/0", "law"), player("0/4/0"), doubled=True, thieves=2)
    state = play(state, "0 steal P food")
    assert asked(state) == {1}  # everything after that had only one possibility
    assert [(each.thief, each.victim) for each in robbed(state)] == [(0, 2), (0, 3), (0, 3)]
    reason = "Cat owns Law and has already been robbed this turn."
    assert refused(state, "1 steal P food") == ("C-IDEA-26", reason)
    assert {move[:7] for move in legal(state, 1)} == {"steal V", "steal U"}


def test_law_is_new_in_every_turn() -> None:
    """C-IDEA-26."""
    state = play(theft(POOR, player("5/0/0", "law"), player()), "0 steal I food")
    assert (state.turn, state.stolen) == (2, ())


def test_vector_14_law_against_doubling_and_sword() -> None:
    """C-IDEA-12, C-IDEA-26."""
    state = theft(player("0/0/0", "sword"), POOR, player("5/0/0", "law"), player("4/0/0"))
    assert legal(state) == ["steal P food", "steal U food"]
    victims = (player("5/0/0", "law"), player("4/0/0"))
    state = theft(player("0/0/0", "sword"), POOR, *victims, doubled=True)
    state = play(state, "0 steal P food")
    assert [(each.thief, each.victim) for each in robbed(state)] == [(0, 2), (0, 3), (0, 3)]
    assert [own.goods.food for own in state.players] == [3, 1, 4 + 1, 2 + 1]  # three hunted


def test_the_sword_takes_one_more_from_a_robbed_player_v_12() -> None:
    """C-IDEA-12: ruling V-12; after the last execution, once."""
    state = theft(player("0/0/0", "sword"), player("2/1/0"), player("3/0/1"), doubled=True)
    state = play(state, "0 steal I food", "0 steal I wood")
    assert robbed(state)[-1] == Theft(0, 1, Good.FOOD)  # nothing else was left of Bob's
    state = theft(player("0/0/0", "sword"), player("2/1/0"), player("3/0/1"))
    state = play(state, "0 steal P stone")
    assert [str(theft_.good) for theft_ in robbed(state)] == ["stone", "food"]


def test_the_sword_works_on_whom_the_thief_has_robbed() -> None:
    """C-IDEA-12."""
    state = theft(player("0/0/0", "sword"), player("2/1/0"), player("3/0/1"))
    state = play(state, "0 steal I food")
    assert legal(state) == ["steal I food", "steal I wood"]
    assert refused(state, "0 steal P food") == (
        "C-IDEA-12",
        "The Sword only works on a player you robbed this turn.",
    )
    assert refused(state, "0 steal I stone") == ("C-THF-2", "Bob has no stone.")
    assert refused(state, "0 pass")[0] == "C-ACT-3"
    assert news(state, "0 steal I wood")[0] == "Ann steals 1 wood from Bob with Sword."


def test_the_sword_never_works_on_law() -> None:
    """C-IDEA-26: though it could be taken from the other robbed player."""
    rich = (player("9/9/9", "law"), player("0/2/2"))
    state = theft(player("0/0/0", "sword"), POOR, *rich, thieves=2)
    state = play(state, "0 steal P food", "0 steal U wood")
    assert refused(state, "0 steal P food") == (
        "C-IDEA-26",
        "Cat owns Law, so the Sword doesn't work on them.",
    )
    assert legal(state) == ["steal U wood", "steal U stone"]


def test_whom_another_thief_robbed_is_no_prey_of_the_sword() -> None:
    """C-IDEA-12."""
    state = theft(POOR, player("0/0/0", "sword"), player("3/0/0"), player("3/0/0"), thieves=2)
    state = play(state, "0 steal P food", "1 steal V food", "1 steal P food")
    assert [each.victim for each in robbed(state)] == [2, 3, 0, 2]
    assert legal(state, 1) == ["steal V food", "steal P food"]
    assert refused(state, "1 steal U food")[0] == "C-IDEA-12"


def test_the_sword_is_not_asked_about_whom_only_another_thief_robbed() -> None:
    """C-IDEA-12, C-ASY-5: of the own victims one has something left, so the bot takes it."""
    state = theft(POOR, player("0/0/0", "sword"), *(player("2/0/0"),) * 2, thieves=2)
    state = play(state, "0 steal P food", "1 steal V food", "1 steal U food")
    assert [(each.thief, each.victim) for each in robbed(state)] == [
        *((0, 2), (0, 3)),
        *((1, 0), (1, 3), (1, 0)),
    ]


def test_without_a_theft_there_is_no_sword() -> None:
    """C-IDEA-12: what came from the supply does not count."""
    state = table(player("0/0/0", "sword"), POOR, variant=Variant.GEEKS)
    state = give(state, "thieving slacking", "slacking trading", "thieving hunting")
    assert play(state, "0 take food").phase is Phase.ORDERS


@pytest.mark.parametrize(("thieves", "points"), [(1, 1), (2, 1), (3, 0)])
@pytest.mark.parametrize("victim", ["0/0/0", "5/0/0"])
def test_the_dagger_gives_one_point_v_8(thieves: int, points: int, victim: str) -> None:
    """C-IDEA-11: ruling V-8, not two when doubled; even if nobody could be robbed; not at 3+."""
    seats = [player("0/0/0", "dagger"), *[POOR] * 3, player(victim)]
    state = theft(*seats, doubled=True, thieves=thieves)
    while asked(state) and state.phase is Phase.ACTION:
        seat = min(asked(state))
        state = play(state, f"{seat} {legal(state, seat)[0]}")
    assert state.players[0].points == points


def test_gunpowder_belongs_to_thieving_v_10() -> None:
    """C-IDEA-14: ruling V-10; with each execution at level 1 or 2, even if nobody can be robbed."""
    state = theft(player("0/0/0", "gunpowder"), POOR, POOR, doubled=True)
    for good in ("food", "wood"):
        assert legal(state) == ["take food", "take wood", "take stone"]
        assert news(state, f"0 take {good}")[0].startswith(f"Ann collects 1 {good} from Gunpowder")
        state = play(state, f"0 take {good}")
    assert state.turn == 2
    crowd = theft(player("0/0/0", "gunpowder"), POOR, POOR, thieves=3)
    assert crowd.turn == 2


def test_gunpowder_comes_before_the_second_theft_and_the_sword_after_it() -> None:
    """C-IDEA-12, C-IDEA-14."""
    owner = player("0/0/0", "gunpowder sword")
    state = theft(owner, player("4/4/4"), POOR, doubled=True)
    did = []
    while asked(state) == {0} and state.phase is Phase.ACTION:
        did.append(legal(state)[0].split()[0])
        state = play(state, f"0 {legal(state)[0]}")
    assert did == ["steal", "take", "steal", "take", "steal"]


def test_what_a_thief_gets_beside_can_be_stolen_by_the_next() -> None:
    """C-ASY-2, C-IDEA-27: Gunpowder and Canine domestication come in the step of Thieving."""
    owner = player("0/0/0", "gunpowder canine-domestication")
    state = theft(owner, POOR, POOR, POOR, thieves=2)
    assert asked(state) == {0}
    state = play(state, "0 take wood")
    assert (asked(state), legal(state, 1)) == ({1}, ["steal V food", "steal V wood"])


def test_nothing_to_rob_is_no_failure_v_20() -> None:
    """C-IDEA-28: ruling V-20; and the ideas that look at the level work."""
    owner = player("0/0/0", "feline-domestication canine-domestication solitude")
    state = theft(owner, POOR, POOR)
    assert scored(state) == [2, 0, 0]  # Slacking alone, and Solitude for Thieving alone
    assert state.players[0].goods.food == 2


def test_thieves_are_asked_one_after_the_other() -> None:
    """C-ASY-2: clockwise from the helm, before anything else is done."""
    state = theft(player(), player(), player("4/4/4"), thieves=2, helm=1)
    assert asked(state) == {1}
    assert refused(state, "0 steal P food")[0] == "C-ASY-2"
    assert stores(state) == "1/1/1 1/1/1 4/4/4"  # nobody has gathered yet
    assert legal(state, 0) == []
