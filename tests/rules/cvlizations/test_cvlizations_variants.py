"""The Cave Geeks, and the advanced variant for two (C-GEEK, C-ADV)."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.components import (
    Order,
)
from rules.cvlizations.draws import geeks_hand
from rules.cvlizations.moves import GeeksOrder
from rules.cvlizations.state import GEEKS, CvState, Due, owner_of, placing
from rules.cvlizations.view import Phase, Variant
from rules.protocol import CHANCE, WATCHER
from tests.rules.cvlizations.helpers import (
    asked,
    dealt,
    give,
    legal,
    on,
    play,
    player,
    refused,
    say,
    scored,
    step,
    stores,
    table,
)

GEEKS_GAME = Variant.GEEKS
ADVANCED = Variant.ADVANCED


def quiet(state: CvState) -> CvState:
    """Play a turn in which nobody can do anything: all give their first two orders."""
    turn = state.turn
    while state.turn == turn and state.phase is not Phase.OVER:
        state = on(state)
        if state.phase is Phase.ORDERS and state.turn == turn:
            (seat,) = asked(state)
            state = play(state, f"{seat} {legal(state, seat)[0]}")
        elif state.phase is not Phase.ORDERS:
            seat = min(asked(state))
            state = play(state, f"{seat} {legal(state, seat)[-1]}")
    return on(state) if state.due is Due.DEAL else state


# The Cave Geeks


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_more_than_two_play_without_neutral_tribes(seats: int) -> None:
    """C-SET-1: no matter what was ticked in the lobby."""
    for options in ((), ("advanced",)):
        state = dealt(seats, *options)
        assert (state.variant, len(state.tribes)) == (Variant.BASIC, seats)


def test_the_cave_geeks_sit_between_two_players() -> None:
    """C-GEEK-1, C-GEEK-2: which person follows them is drawn."""
    circles = {dealt(2, seed=seed).circle for seed in range(20)}
    assert circles == {(GEEKS, 0, 1), (GEEKS, 1, 0)}
    assert {dealt(2, "host-first", seed=seed).circle for seed in range(20)} == {(GEEKS, 0, 1)}
    state = dealt(2)
    assert (state.variant, state.helm, len(state.tribes)) == (GEEKS_GAME, GEEKS, 3)


def test_vector_20_the_helm_goes_around_with_the_geeks() -> None:
    """C-GEEK-2, C-CLN-2: they lead turns 1, 4 and 7."""
    state = dealt(2, "host-first")
    helms = []
    while state.phase is not Phase.OVER:
        helms.append(state.helm)
        state = quiet(state)
    assert helms == [GEEKS, 0, 1] * 3


def test_the_geeks_lay_on_their_place_and_their_secret_order_is_drawn_at_the_reveal() -> None:
    """C-GEEK-3."""
    state = table(player(), player(), variant=GEEKS_GAME, helm=1)
    state = play(state, "1 order logging hunting")
    assert asked(state) == {CHANCE}
    told = say(step(state, "- geeks slacking").events[0].text)
    assert told.startswith("The Cave Geeks give the open order Slacking")
    state = play(state, "- geeks slacking")
    assert (asked(state), state.tribes[GEEKS].down) == ({0}, None)
    state = play(state, "0 order quarrying trading")
    assert (asked(state), state.phase) == ({CHANCE}, Phase.ORDERS)
    after = step(state, "- geeks logging")
    assert after.state.reveal is not None
    assert after.state.reveal.orders[GEEKS] == (Order.SLACKING, Order.LOGGING)
    assert "Cave Geeks – Logging" in say(after.events[0].text)


def test_the_geeks_use_their_cards_like_everybody() -> None:
    """C-GEEK-3, C-CLN-3: eight cards, six, four; then all are back."""
    state, left = dealt(2), []
    for _ in range(4):
        left.append(len(geeks_hand(state)))
        state = quiet(state)
    assert left == [8, 6, 4, 8]


@pytest.mark.parametrize("hand", [8, 6, 4])
def test_every_pair_of_the_geeks_is_equally_likely(hand: int) -> None:
    """C-GEEK-3: no matter which card is face up."""
    turn, rng = {8: 1, 6: 2, 4: 3}[hand], Random(7)
    start = table(player(), player(), variant=GEEKS_GAME, helm=GEEKS, turn=turn)
    end = replace(start, due=Due.GEEKS_DOWN)
    pairs = Counter[tuple[Order, Order]]()
    for _ in range(20 * hand * (hand - 1)):
        first = CVLIZATIONS.chance_move(start, rng)
        assert isinstance(first, GeeksOrder)
        tribes = (*end.tribes[:2], replace(end.tribes[2], up=first.order))
        second = CVLIZATIONS.chance_move(replace(end, tribes=tribes), rng)
        assert isinstance(second, GeeksOrder)
        pairs[first.order, second.order] += 1
    assert len(pairs) == hand * (hand - 1)
    assert all(up is not down for up, down in pairs)
    assert max(pairs.values()) < 40
    assert min(pairs.values()) > 4


def test_the_geeks_cannot_lay_what_they_have_not() -> None:
    """C-GEEK-3, C-HID-5."""
    state = table(player(), player(), variant=GEEKS_GAME, helm=GEEKS, turn=2)
    assert refused(state, "- geeks logging")[0] == "C-HID-5"  # used in turn 1
    state = play(state, "- geeks hunting", "0 order hunting slacking", "1 order hunting slacking")
    assert refused(state, "- geeks hunting")[0] == "C-HID-5"
    assert refused(state, "- turn-up axe")[0] == "C-HID-5"


def test_the_geeks_only_count() -> None:
    """C-GEEK-4, C-GEEK-6: also with Doubling; they get nothing, are not robbed and buy nothing."""
    state = table(player("0/0/0"), player("0/0/0"), variant=GEEKS_GAME)
    state = give(state, "logging doubling", "hunting doubling", "logging doubling")
    assert stores(state) == "0/3/0 2/0/0"  # Doubling was chosen by three
    assert len(state.players) == 2
    state = table(player("0/0/0", "highway axe"), player("0/0/0"), variant=GEEKS_GAME)
    assert CVLIZATIONS.view(state, 0).players[0].total == 4 + 2 + 2


def test_vector_13_the_supply_stands_in_for_a_second_victim() -> None:
    """C-GEEK-5, C-THF-6."""
    state = table(player("0/0/0"), player(), variant=GEEKS_GAME)
    state = give(state, "thieving slacking", "slacking trading", "thieving slacking")
    assert legal(state) == ["steal I food", "steal I wood", "steal I stone"]
    state = play(state, "0 steal I stone")
    assert legal(state) == ["take food", "take wood", "take stone"]
    assert stores(play(state, "0 take food")) == "1/0/1 1/1/0"


# The advanced variant


def test_each_leads_two_tribes_in_the_advanced_variant() -> None:
    """C-ADV-1, C-ADV-6: the first helm is drawn."""
    assert {dealt(2, "advanced", seed=seed).helm for seed in range(20)} == {0, 1}
    state = dealt(2, "advanced")
    assert (state.variant, len(state.tribes), len(state.players)) == (ADVANCED, 4, 2)
    assert [owner_of(ADVANCED, tribe) for tribe in range(4)] == [0, 1, 0, 1]
    assert [owner_of(GEEKS_GAME, tribe) for tribe in range(3)] == [0, 1, None]
    assert [owner_of(Variant.BASIC, tribe) for tribe in range(5)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("helm", "order"), [(0, (2, 3, 0, 1)), (1, (3, 2, 1, 0))])
def test_neutral_tribes_lay_first(helm: int, order: tuple[int, ...]) -> None:
    """C-ADV-2."""
    state = table(player(), player(), variant=ADVANCED, helm=helm)
    assert placing(state.variant, state.circle, state.helm) == order
    for tribe in order:
        assert state.queue[0] == tribe
        assert CVLIZATIONS.view(state, WATCHER).placing_tribe == tribe
        (seat,) = asked(state)
        assert seat == owner_of(ADVANCED, tribe)
        state = play(state, f"{seat} order hunting trading")
    assert state.phase is not Phase.ORDERS


def test_who_has_another_tribe_to_order_waits_for_its_place() -> None:
    """C-ADV-2, C-ORD-1, C-ORD-3: only after the second one nothing is left to give."""
    state = play(table(player(), player(), variant=ADVANCED), "0 order hunting trading")
    assert refused(state, "0 order logging hunting")[0] == "C-ORD-1"
    state = play(state, "1 order hunting trading", "0 order hunting trading")
    assert refused(state, "0 order logging hunting")[0] == "C-ORD-3"


def test_the_two_hands_of_a_player_are_kept_apart() -> None:
    """C-ADV-1: each tribe has its own eight cards."""
    state = table(player("0/0/0"), player("0/0/0"), variant=ADVANCED)
    state = give(
        state, "logging slacking", "cunning slacking", "hunting trading", "hunting trading"
    )
    state = play(state, "1 take wood")
    assert state.turn == 2
    view = CVLIZATIONS.view(state, 0)
    assert Order.HUNTING not in view.tribes[2].hand
    assert Order.HUNTING in view.tribes[0].hand
    assert "order hunting trading" not in legal(play(state, f"1 {legal(state, 1)[0]}"), 0)


def test_four_tribes_count_for_levels() -> None:
    """C-ADV-3: up to four choose an order, which is level 3+."""
    state = table(player("0/0/0"), player("0/0/0"), variant=ADVANCED)
    state = give(state, *("hunting slacking",) * 4)
    assert state.reveal is not None
    assert state.reveal.counts[Order.HUNTING.place] == 4
    assert (stores(state), scored(state)) == ("1/0/0 1/0/0", [0, 0])


def test_a_neutral_tribe_is_no_victim() -> None:
    """C-ADV-3, C-THF-2."""
    state = table(player(), player(), variant=ADVANCED)
    state = give(
        state, "thieving slacking", "hunting slacking", "hunting trading", "hunting trading"
    )
    assert {move[:7] for move in legal(state)} == {"steal I"}
    assert refused(state, "0 steal P food")[0] == "C-THF-2"


def test_the_supply_stands_in_for_a_second_victim_in_the_advanced_variant() -> None:
    """C-ADV-5, C-THF-6: at level 2, where a neutral tribe steals too."""
    state = table(player("0/0/0"), player(), variant=ADVANCED)
    crowd = "hunting logging"
    alone = give(state, "thieving slacking", *(crowd,) * 3)
    assert legal(alone) == ["steal I food", "steal I wood", "steal I stone"]
    assert asked(play(alone, "0 steal I food")) != {0}  # nothing more at level 1
    both = play(
        give(state, "thieving slacking", crowd, crowd, "thieving logging"), "0 steal I food"
    )
    assert legal(both) == ["take food", "take wood", "take stone"]


def test_vector_19_a_turn_of_the_advanced_variant() -> None:
    """C-ADV-2, C-ADV-5, C-THF-6."""
    state = table(player(), player(), variant=ADVANCED)
    state = give(
        state, "hunting thieving", "logging doubling", "hunting logging", "hunting thieving"
    )
    state = play(state, "0 steal I stone", "0 take stone")
    assert stores(state) == "2/1/3 1/7/0"


def test_the_helm_goes_back_and_forth() -> None:
    """C-ADV-6."""
    state = dealt(2, "advanced", "host-first")
    helms = []
    while state.phase is not Phase.OVER:
        helms.append(state.helm)
        state = quiet(state)
    assert helms == [0, 1] * 4 + [0]
