"""One player against the season and the rival hotel (LD-SOLO)."""

import pytest

from rules.lodge import LODGE
from rules.lodge.building import Columns
from rules.lodge.components import GUESTS, SOLO_TURNS
from rules.lodge.labels import headline
from rules.lodge.score import points
from rules.lodge.state import Due, LodgeState
from rules.lodge.view import Phase
from tests.rules.lodge.helpers import (
    bag,
    hotel,
    news,
    on,
    placing,
    play,
    player,
    say,
    shown,
    table,
    waiting,
)


def test_the_season_has_twenty_turns() -> None:
    """LD-SOLO-1."""
    state = table(player(token=True))
    assert SOLO_TURNS == LODGE.view(state, 0).turns == 20
    seen = []
    while state.phase is not Phase.OVER:
        seen.append(state.turn)
        room = next(m for m in LODGE.legal_moves(state, 0) if "room" in type(m).notation)
        state = on(LODGE.apply(state, 0, room).state)
        if state.phase is Phase.GUESTS:
            state = on(play(state, "0 end"))
    assert seen == list(range(1, 21))
    assert LODGE.view(state, 0).players[0].turns == 20


def test_at_the_end_of_a_turn_first_guests_then_the_rival_then_the_display() -> None:
    """LD-SOLO-2: and last the rival's room goes back into the bag."""
    state = placing(
        player("RB", token=True),
        waits="GG1 RB1 YY1 PP1",
        rooms=".R.. RBGY RBGY RBGY",
        bag=bag("PPPP"),
        guest_bag=GUESTS[:1],
    )
    state = play(state, "0 guest RB1@A1", "0 end")
    assert (waiting(state), state.away, state.due) == ("YY1 PP1 - -", ("GG1",), Due.END_GUESTS)
    assert shown(state) == ".R.. RBGY RBGY RBGY"
    state = play(state, f"- draw-guests {GUESTS[0]}")
    assert (waiting(state), state.guest_bag) == (f"YY1 PP1 {GUESTS[0]} -", ("GG1",))
    assert (shown(state), state.due, state.aside) == (
        "RBGY RBGY RBGY ....",
        Due.END_ROOMS,
        bag("R"),
    )
    state = play(state, "- draw-rooms PPPP")
    assert (state.bag, state.turn, state.phase) == (bag("R"), 2, Phase.BUILD)


def test_the_guest_who_waited_longest_departs_even_if_nobody_moved_in() -> None:
    """LD-SOLO-2: the guest cannot come straight back."""
    state = play(placing(player(token=True), waits="RB1 RG1 RY1 BG1"), "0 end")
    assert waiting(state) == "RG1 RY1 BG1 -"
    assert "Guest RB1 has waited too long and leaves." in news(
        placing(player(token=True), waits="RB1 RG1 RY1 BG1"), "0 end"
    )
    assert "RB1" not in state.guest_bag
    state = play(state, "- draw-guests BB4")
    assert waiting(state) == "RG1 RY1 BG1 BB4"
    assert "RB1" in state.guest_bag


def test_with_an_empty_bag_the_guest_departs_all_the_same() -> None:
    """LD-SOLO-2, LD-BAG-1."""
    state = play(placing(player(token=True), waits="RB1 RG1 - -", guest_bag=()), "0 end")
    assert (waiting(state), state.guest_bag) == ("RG1 - - -", ("RB1",))


@pytest.mark.parametrize(
    ("turn", "taken"),
    [
        (1, ".BGY RBGY .BGY RBGY"),
        (2, "RBGY .BGY .BGY RBGY"),
        (3, "RBGY RBGY ..GY RBGY"),
        (4, "RBGY RBGY .BGY .BGY"),
        (5, ".BGY RBGY .BGY RBGY"),
        (18, "RBGY .BGY .BGY RBGY"),
    ],
)
def test_the_rival_takes_the_leftmost_room_of_floors_in_turn(turn: int, taken: str) -> None:
    """LD-SOLO-2."""
    state = placing(player(token=True), rooms="RBGY RBGY .BGY RBGY", turn=turn)
    state = on(play(state, "0 end"))
    assert (shown(state), state.turn) == (taken, turn + 1)


def test_from_a_bare_floor_the_rival_takes_nothing() -> None:
    """LD-SOLO-2."""
    state = placing(player(token=True), rooms=".... RBGY RBGY RBGY", bag=bag("PPPP"))
    state = on(play(state, "0 end"))
    assert (shown(state), state.bag) == ("RBGY RBGY RBGY PPPP", bag(""))


def test_the_season_ends_with_the_turn_of_the_twelfth_guest() -> None:
    """LD-SOLO-3: nobody departs any more, and the rival takes nothing."""
    state = placing(player(hotel(11), token=True), turn=7, waits="RR1 RB1 GG1 PP1")
    assert news(state, "0 guest RR1@A1")[1:3] == [
        "Ann has twelve guests.",
        "This is the last turn.",
    ]
    over = play(state, "0 guest RR1@A1")
    assert (over.phase, over.turn) == (Phase.OVER, 7)
    assert LODGE.view(over, 0).players[0].turns == 7
    assert (waiting(over), shown(over)) == ("- RB1 GG1 PP1", shown(state))


def test_the_season_ends_with_turn_20() -> None:
    """LD-SOLO-3."""
    state = placing(player(token=True), turn=20)
    over = play(state, "0 end")
    assert over.phase is Phase.OVER
    assert (waiting(over), shown(over)) == (waiting(state), shown(state))


def worth(total: int) -> Columns:
    """Return a lodge of at most ten guests worth `total`: happy ones on floors 4 and less."""
    columns: list[tuple[str, ...]] = []
    while total >= 6:
        guest = [g for g in GUESTS if g.floor == 4][len(columns)]
        columns.append(("R", "R", "R", f"R:{guest}"))
        total -= 6
    if total > 1:
        floor = total - 2
        own = next(g for g in GUESTS if g.floor == (floor or 4))
        columns.append((*("R",) * max(floor - 1, 0), f"R:{own}"))
    return tuple(columns)


@pytest.mark.parametrize(
    ("total", "title"),
    [
        (0, "Bothy"),
        (29, "Bothy"),
        (30, "Mountain Hut"),
        (39, "Mountain Hut"),
        (40, "Chalet"),
        (50, "Ski Lodge"),
        (59, "Ski Lodge"),
        (60, "Grand Hotel"),
        (69, "Grand Hotel"),
        (70, "Palace of the Alps"),
    ],
)
def test_points_bring_a_title(total: int, title: str) -> None:
    """LD-SOLO-4."""
    columns = worth(total) or (("R",),)
    state = over(columns)
    assert points(state.players[0]) == total
    found = LODGE.outcome(state)
    assert found is not None
    assert (found.scores, found.ranks) == ((total,), (1,))
    start = "Full house." if total > 60 else "The season is over."
    assert say(found.reason) == (f"{start} With {total} points, your lodge is now called: {title}.")
    shown_title = LODGE.view(state, 0).title
    assert shown_title is not None
    assert shown_title.en == title


def test_twelve_guests_are_a_full_house() -> None:
    """LD-SOLO-4."""
    for guests, start in ((11, "The season is over."), (12, "Full house.")):
        found = LODGE.outcome(over(hotel(guests)))
        assert found is not None
        assert say(found.reason).startswith(start)


def over(columns: Columns) -> LodgeState:
    """Return a finished season with this lodge."""
    return table(player(columns), phase=Phase.OVER)


def test_the_headline_counts_the_turns() -> None:
    assert say(headline(LODGE.view(table(player(), turn=3), 0))) == "Turn 3 of 20"


def test_the_room_of_the_rival_does_not_come_back_in_the_same_turn() -> None:
    """LD-SOLO-2, LD-DISP-3: the bag is empty before it returns, so three floors stay bare."""
    state = placing(player(token=True), rooms="R... .... .... ....", bag=bag("BBB"), guest_bag=())
    state = play(state, "0 end")
    assert (shown(state), state.aside) == (".... .... .... ....", bag("R"))
    state = play(state, "- draw-rooms BBB")
    assert (shown(state), state.bag) == ("BBB. .... .... ....", bag("R"))
    assert (state.turn, state.aside) == (2, bag(""))
