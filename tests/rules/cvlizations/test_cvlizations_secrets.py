"""What others cannot learn, what can be sealed, and what can be undone (C-HID, C-ASY)."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given as vary
from hypothesis import settings
from hypothesis import strategies as st

from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.components import ORDERS, Idea, Order
from rules.cvlizations.moves import GiveOrders, Peek
from rules.cvlizations.state import CvState, Due
from rules.cvlizations.view import Phase, Variant
from rules.notation import format_move
from rules.protocol import CHANCE, WATCHER, Event
from tests.rules.cvlizations.helpers import (
    asked,
    dealt,
    give,
    ideas,
    legal,
    on,
    play,
    player,
    refused,
    say,
    shopping,
    step,
    table,
)

POOR, RICH = player("0/0/0"), player("9/9/9")
SEER = player("9/9/9", "fortune-telling")
ADVANCED, GEEKS = Variant.ADVANCED, Variant.GEEKS


def heard(events: tuple[Event, ...], viewer: int) -> list[str]:
    """Return what a viewer is told."""
    return [say(e.text) for e in events if e.audience is None or viewer in e.audience]


def sealable(state: CvState, seat: int, verb: str = "") -> list[str]:
    """Return what a seat can seal with one verb, as text."""
    found = [format_move(move) for move in CVLIZATIONS.preparable(state, seat)]
    return [move for move in found if move.startswith(verb)]


# Secret orders


def test_a_secret_order_is_its_owners_alone_until_the_reveal() -> None:
    """C-HID-1."""
    after = step(table(POOR, POOR, POOR), "0 order hunting doubling")
    assert not any("Doubling" in line for line in heard(after.events, 1))
    assert heard(after.events, WATCHER) == ["Ann gives the open order Hunting and a secret one."]
    assert heard(after.events, 0)[-1] == "Your secret order: Doubling."
    own, other, watcher = (CVLIZATIONS.view(after.state, who).tribes[0] for who in (0, 1, WATCHER))
    assert (own.up, own.down) == (Order.HUNTING, Order.DOUBLING)
    assert (other.up, other.down, other.placed) == (Order.HUNTING, None, True)
    assert other == watcher
    assert set(own.hand) == set(ORDERS) - {Order.HUNTING, Order.DOUBLING}
    assert set(other.hand) == set(ORDERS) - {Order.HUNTING}  # Doubling may still be there


@pytest.mark.parametrize("down", [order for order in ORDERS if order is not Order.HUNTING])
def test_nothing_depends_on_a_secret_order(down: Order) -> None:
    """C-HID-1: no difference in what others see, may do, may seal, or are refused."""
    known, other = (
        play(table(player(), player(), player()), f"0 order hunting {secret}")
        for secret in ("slacking" if down is not Order.SLACKING else "trading", down)
    )
    for viewer in (WATCHER, 1, 2):
        assert CVLIZATIONS.view(known, viewer) == CVLIZATIONS.view(other, viewer)
        assert legal(known, viewer) == legal(other, viewer)
        assert sealable(known, viewer) == sealable(other, viewer)
        for line in ("order hunting hunting", "pass", "take food"):
            assert refused(known, f"{viewer} {line}") == refused(other, f"{viewer} {line}")


def test_after_the_reveal_orders_stay_known() -> None:
    """C-HID-2: those used and those left, in every turn of the age."""
    state = give(table(POOR, POOR, POOR), *("logging doubling",) * 3)
    for viewer in (WATCHER, 0, 1):
        seen = CVLIZATIONS.view(state, viewer)
        assert seen.phase is Phase.ORDERS
        assert [tribe.used for tribe in seen.tribes] == [(Order.LOGGING, Order.DOUBLING)] * 3
        assert Order.DOUBLING not in seen.tribes[2].hand
        assert seen.reveal is not None
        assert seen.reveal.orders[2] == (Order.LOGGING, Order.DOUBLING)


def test_used_orders_and_the_open_one_are_known_to_be_gone() -> None:
    """C-HID-1, C-HID-2, C-ACT-5: the secret one may still be any of the others."""
    state = play(table(POOR, POOR, POOR, turn=2), "0 order hunting doubling")
    gone = {Order.THIEVING, Order.LOGGING, Order.HUNTING}
    for viewer, more in ((WATCHER, set()), (1, set()), (0, {Order.DOUBLING})):
        seen = CVLIZATIONS.view(state, viewer).tribes[0]
        assert set(seen.hand) == set(ORDERS) - gone - more
        assert seen.used == (Order.THIEVING, Order.LOGGING)


def test_in_the_action_phase_all_see_the_orders_of_the_turn() -> None:
    """C-HID-2."""
    state = table(player(), POOR, POOR, turn=2)
    state = give(state, "hunting trading", *("hunting slacking",) * 2)
    seen = CVLIZATIONS.view(state, 1).tribes[0]
    assert (seen.up, seen.down) == (Order.HUNTING, Order.TRADING)
    assert seen.used == (Order.THIEVING, Order.LOGGING, Order.HUNTING, Order.TRADING)
    assert seen.hand == tuple(order for order in ORDERS if order not in seen.used)


def test_a_refused_order_tells_only_what_all_know() -> None:
    """C-HID-4: it names orders used in this age, which are public."""
    state = play(table(POOR, POOR, POOR, turn=2), "0 order hunting doubling")
    mine = refused(state, "1 order logging trading")
    assert mine == ("C-ORD-2", "You have already used Logging this age.")
    assert refused(state, "2 order logging trading")[0] == "C-ORD-1"


def test_the_owner_of_a_neutral_tribe_alone_knows_its_secret_order() -> None:
    """C-ADV-4."""
    after = step(table(POOR, POOR, variant=ADVANCED), "0 order hunting doubling")
    assert heard(after.events, 0)[-1] == "Your neutral tribe's secret order: Doubling."
    assert heard(after.events, 1) == [
        "Ann's neutral tribe gives the open order Hunting and a secret one."
    ]
    assert CVLIZATIONS.view(after.state, 0).tribes[2].down is Order.DOUBLING
    for viewer in (1, WATCHER):
        assert CVLIZATIONS.view(after.state, viewer).tribes[2].down is None


def test_not_even_the_table_knows_the_secret_order_of_the_geeks() -> None:
    """C-GEEK-3, C-HID-1: it is drawn at the reveal."""
    state = table(POOR, POOR, variant=GEEKS)
    state = play(state, "0 order hunting doubling", "1 order hunting doubling", "- geeks logging")
    assert (state.phase, state.due) == (Phase.ORDERS, Due.GEEKS_DOWN)
    assert state.tribes[2].down is None
    assert CVLIZATIONS.view(state, 0).tribes[2].placed


def test_orders_and_peeks_are_hidden_in_the_log() -> None:
    """C-HID-1, C-HID-3: only the player who moves sees their notation."""
    assert GiveOrders.secret
    assert Peek.secret


# Other worlds: what `redeal` may change is what a viewer cannot know.


@vary(st.integers(0, 10**6), st.integers(2, 5), st.booleans())
@settings(max_examples=25)
def test_other_worlds_look_the_same(seed: int, seats: int, advanced: bool) -> None:
    """C-HID-1, C-HID-3, C-HID-5."""
    rng = Random(seed)
    state = dealt(seats, *(["advanced"] if advanced else []), seed=seed)
    for _ in range(120):
        acting = sorted(CVLIZATIONS.to_act(state))
        if not acting:
            break
        for viewer in (WATCHER, *range(seats)):
            world = CVLIZATIONS.redeal(state, viewer, rng)
            assert CVLIZATIONS.view(world, viewer) == CVLIZATIONS.view(state, viewer)
            assert CVLIZATIONS.audit(world) == ()
            assert sealable(world, viewer) == sealable(state, viewer)
        seat = rng.choice(acting)
        moves = CVLIZATIONS.legal_moves(state, seat)
        move = CVLIZATIONS.chance_move(state, rng) if seat == CHANCE else rng.choice(moves)
        state = CVLIZATIONS.apply(state, seat, move).state


def test_everything_a_viewer_cannot_know_is_redealt() -> None:
    """C-HID-1: any order in hand may be the secret one."""
    state = play(table(POOR, POOR, POOR, turn=3), "0 order trading doubling")
    worlds = [CVLIZATIONS.redeal(state, 1, Random(seed)) for seed in range(60)]
    assert {world.tribes[0].down for world in worlds} == {
        Order.CUNNING,
        Order.SLACKING,
        Order.DOUBLING,
    }
    assert CVLIZATIONS.redeal(state, 0, Random(1)) is state


def test_any_card_may_be_the_one_another_player_has_seen() -> None:
    """C-HID-3."""
    state = play(shopping(SEER, RICH, track="axe law"), "- peek castle")
    worlds = [CVLIZATIONS.redeal(state, 1, Random(seed)) for seed in range(400)]
    assert {world.top for world in worlds} == {*state.deck, Idea.CASTLE}
    assert CVLIZATIONS.redeal(state, 0, Random(1)) is state


def test_what_a_seen_card_is_changes_nothing_for_others() -> None:
    """C-HID-3: not even to a player who is refused, seals, or buys next."""
    start = shopping(SEER, RICH, track="axe law")
    cheap, dear = (play(start, f"- peek {card}") for card in ("asceticism", "temple"))
    for viewer in (WATCHER, 1, 2):
        assert CVLIZATIONS.view(cheap, viewer) == CVLIZATIONS.view(dear, viewer)
        assert sealable(cheap, viewer) == sealable(dear, viewer)
    first, second = (play(state, "0 pass") for state in (cheap, dear))
    assert legal(first, 1) == legal(second, 1)
    line = "1 buy temple 0/2/3"
    assert refused(first, line) == refused(second, line)
    bought = [step(state, "1 buy axe 1/0/2") for state in (first, second)]
    assert bought[0].events == bought[1].events
    views = [CVLIZATIONS.view(after.state, 1) for after in bought]
    assert views[0] == views[1]


def test_decks_are_contents_without_an_order() -> None:
    """C-HID-5: nothing in the state says which card comes next."""
    state = dealt(3)
    assert state.deck == tuple(sorted(state.deck))
    assert (state.top, state.knower) == (None, None)
    fields = set(type(CVLIZATIONS.view(state, 0)).__dataclass_fields__)
    assert "deck" not in fields
    assert {"deck_left", "next_deck", "known_top"} <= fields


# What can be sealed


def test_orders_may_be_sealed_until_they_are_given() -> None:
    """C-ASY-1: the orders in hand, but never by the player to act."""
    state = table(POOR, POOR, POOR, turn=2)
    assert CVLIZATIONS.preparable(state, 0) == ()
    assert len(sealable(state, 1, "order")) == len(sealable(state, 2, "order")) == 30
    state = play(state, "0 order hunting trading")
    assert CVLIZATIONS.preparable(state, 0) == ()
    assert CVLIZATIONS.preparable(state, WATCHER) == ()


def test_orders_of_the_next_tribe_may_be_sealed_in_the_advanced_variant() -> None:
    """C-ASY-1, C-ADV-2: first the neutral tribe's, then the player's own."""
    state = table(POOR, POOR, variant=ADVANCED)
    own = (*state.tribes[0].used, Order.LOGGING, Order.HUNTING)
    state = replace(state, tribes=(replace(state.tribes[0], used=own), *state.tribes[1:]))
    assert len(sealable(state, 1)) == 56
    state = play(state, "0 order hunting trading")
    assert len(sealable(state, 0)) == 30  # the player's own tribe has six left
    state = play(state, "1 order hunting trading")
    assert (asked(state), len(sealable(state, 1))) == ({0}, 56)


def test_a_purchase_may_be_sealed_by_whoever_buys_later() -> None:
    """C-ASY-1."""
    state = shopping(RICH, player("1/0/2"), player("0/2/1"), track="axe wheel")
    assert CVLIZATIONS.preparable(state, 0) == ()
    assert sealable(state, 1) == ["buy axe 1/0/2"]
    assert sealable(state, 2) == ["buy wheel 0/2/1"]
    state = play(state, "0 pass")
    assert len(sealable(state, 0, "order")) == 30  # those of the next turn
    assert sealable(state, 0, "buy") == []


@pytest.mark.parametrize(("turn", "pairs"), [(1, 30), (2, 12), (3, 56), (6, 56), (9, 0)])
def test_a_player_who_has_bought_may_seal_the_next_orders(turn: int, pairs: int) -> None:
    """C-ASY-1, C-CLN-3: all eight if the turn begins an age."""
    state = play(shopping(RICH, RICH, track="temple", turn=turn, deck=""), "0 pass")
    assert len(sealable(state, 0)) == pairs
    assert all(move.startswith("order") for move in sealable(state, 0))


def test_everybody_seals_of_their_own_cards() -> None:
    """C-ASY-1, C-ACT-5: though another player gives orders first."""
    state = table(RICH, RICH, RICH, track="temple", deck="")
    state = give(state, "logging hunting", *("slacking quarrying",) * 2)
    state = play(state, "0 pass", "1 pass")
    for seat, gone in ((0, "logging"), (1, "slacking")):
        assert len(sealable(state, seat, "order")) == 30
        assert not any(gone in move for move in sealable(state, seat))


def test_the_neutral_tribes_orders_are_sealed_first_for_the_next_turn() -> None:
    """C-ASY-1, C-ADV-2, C-GEEK-3."""
    for variant in (ADVANCED, GEEKS):
        state = table(RICH, RICH, variant=variant, track="temple")
        orders = ("logging hunting", "logging hunting", "slacking quarrying", "slacking quarrying")
        state = play(give(state, *orders), "0 pass")
        found = sealable(state, 0)
        assert len(found) == 30
        lacking = "slacking" if variant is ADVANCED else "logging"
        assert not any(lacking in move for move in found)


def test_a_card_seen_is_not_offered_for_sealing() -> None:
    """C-ASY-1, C-IDEA-13: it may be a different card by then."""
    state = play(shopping(SEER, track="axe"), "- peek castle", "0 pass")
    state = give(state, *("hunting logging",) * 3)
    state = replace(state, helm=1, queue=(1, 2, 0), left=1, peeks=False)
    assert state.queue[0] == 1
    assert sealable(state, 0) == ["buy axe 1/0/2"]


def test_nothing_is_sealed_while_orders_are_carried_out() -> None:
    """C-ASY-1."""
    state = give(table(player(), player(), POOR), "trading slacking", *("logging hunting",) * 2)
    assert state.phase is Phase.ACTION
    assert [sealable(state, seat) for seat in range(3)] == [[], [], []]
    assert CVLIZATIONS.preparable(CVLIZATIONS.initial_state(3, frozenset()), 0) == ()


# What can be undone


def test_a_choice_can_be_taken_back_until_others_go_on() -> None:
    """C-ASY-3: even the last one, after which somebody is asked to buy."""
    state = table(player(), player(), player("0/2/3"), track="temple")
    state = give(state, "cunning logging", "cunning logging", "hunting slacking")
    for line in ("0 take food", "0 take food", "1 take food", "1 take wood"):
        after = step(state, line)
        assert after.undoable, line
        state = after.state
    assert (asked(state), state.phase) == ({2}, Phase.DEVELOPMENT)


def test_the_last_choice_stays_in_a_match_of_version_1() -> None:
    """Old matches finish as they began."""
    state = table(player(), player(), player(), version=1)
    state = give(state, "cunning logging", *("hunting slacking", "hunting quarrying"))
    assert (asked(state), step(state, "0 take food").undoable) == ({0}, False)
    feasting = shopping(player("4/0/2", "hedonism"), track="axe", version=1)
    assert step(feasting, "0 feast").undoable


def test_a_choice_that_makes_chance_draw_stays() -> None:
    """C-HID-5: the next buyer looks at the top card; the Cave Geeks draw an order."""
    state = table(player("0/0/0"), player("9/9/9", "fortune-telling"), POOR, track="temple")
    state = give(state, "cunning logging", *("cunning hunting",), "slacking hunting")
    state = play(state, "0 take food", "1 take food", "1 take food")
    after = step(state, "0 take food")
    assert (asked(after.state), after.undoable) == ({CHANCE}, False)


def test_the_last_choice_of_a_match_stays() -> None:
    """C-CLN-5: the result has been told."""
    state = table(player("0/0/0", "asceticism"), POOR, POOR, turn=9)
    after = step(give(state, *("slacking doubling",) * 3), "0 take food")
    assert (asked(after.state), after.undoable) == (set(), False)


def test_a_theft_can_be_taken_back_until_the_next_thief_goes_on() -> None:
    """C-ASY-2."""
    state = table(POOR, POOR, player("9/9/9"), player("9/9/9"))
    state = give(state, "thieving slacking", "thieving slacking", *("logging hunting",) * 2)
    first = step(state, "0 steal P food")
    second = step(first.state, "0 steal U food")
    assert (asked(second.state), first.undoable, second.undoable) == ({1}, True, True)


def test_the_last_theft_can_be_taken_back() -> None:
    """C-ASY-2: with the other orders, which were carried out with it."""
    state = give(
        table(player(), player("9/9/9"), POOR), "thieving cunning", *("logging hunting",) * 2
    )
    after = step(state, "0 steal I food")
    assert (asked(after.state), after.undoable) == ({0}, True)


@pytest.mark.parametrize("line", ["0 buy axe 1/0/2", "0 pass"])
def test_a_purchase_is_final_and_so_is_passing(line: str) -> None:
    """C-DEV-4, C-DEV-11."""
    state = shopping(player("9/9/9", "hedonism common-language"), RICH, track="axe law")
    assert not step(state, line).undoable


def test_market_and_feast_can_be_taken_back_before_the_purchase() -> None:
    """C-DEV-7, C-DEV-9: nothing was drawn, and the same player goes on."""
    state = shopping(player("9/9/9", "market hedonism"), RICH, track="axe law")
    feast = step(state, "0 feast")
    swap = step(feast.state, "0 swap food wood")
    assert (feast.undoable, swap.undoable) == (True, True)


def test_a_feast_can_be_taken_back_before_the_next_one_buys() -> None:
    """C-DEV-9, C-DEV-11: though a player who can buy nothing more is finished."""
    state = shopping(player("2/0/0", "hedonism"), RICH, track="axe law")
    after = step(state, "0 feast")
    assert (asked(after.state), after.undoable) == ({1}, True)


def test_the_last_choice_of_the_cleanup_can_be_taken_back() -> None:
    """C-ASY-4: before somebody gives the orders of the next turn."""
    state = give(table(player("0/0/0", "asceticism"), POOR, POOR), *("slacking doubling",) * 3)
    after = step(state, "0 take food")
    assert (after.state.turn, after.undoable) == (2, True)


def test_chance_cannot_be_taken_back() -> None:
    """C-HID-5: neither a card that all see, nor one that a single player has seen."""
    assert not step(shopping(SEER, RICH, track="axe law"), "- peek castle").undoable
    state = play(shopping(SEER, RICH, track="axe law"), "- peek castle", "0 buy axe 1/0/2")
    assert not step(state, "- turn-up castle").undoable
    assert on(state).track == ideas("castle law") + (None, None)
