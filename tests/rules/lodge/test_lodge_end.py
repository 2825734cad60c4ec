"""When a match ends, what it scores and who wins (LD-END, LD-SCORE, LD-TIE)."""

from dataclasses import replace

import pytest

from rules.lodge import LODGE
from rules.lodge.building import Columns
from rules.lodge.components import GUESTS
from rules.lodge.score import points
from rules.lodge.state import LodgeState, Player
from rules.lodge.view import Phase
from tests.rules.lodge.helpers import (
    hotel,
    legal,
    lodge,
    news,
    on,
    placing,
    play,
    player,
    refused,
    say,
    table,
)


def round_of(*guests: int, position: int = 0, turn: int = 6) -> LodgeState:
    """Return the turn of the player at `position`, after building; `guests` counts per player."""
    players = [
        player(hotel(count, sum(guests[:seat])), token=True) for seat, count in enumerate(guests)
    ]
    return placing(*players, position=position, turn=turn, waits="RR1 RB2 RB3 RG1")


def finish(state: LodgeState) -> LodgeState:
    """End this turn, and build in all other turns of the round."""
    turn = state.turn
    if state.phase is not Phase.OVER:
        state = on(play(state, f"{state.active} end"))
    while state.turn == turn and state.phase is not Phase.OVER:
        seat = state.active
        state = on(play(state, f"{seat} room {legal(state, seat, 'room')[0]}"))
        if state.active == seat and state.phase is Phase.GUESTS:
            state = on(play(state, f"{seat} end"))
    return state


@pytest.mark.parametrize(
    ("seats", "position"),
    [
        pytest.param(2, 0, id="V-16: the other plays their 6th turn"),
        pytest.param(2, 1, id="V-17: at once"),
        *((seats, position) for seats in (3, 4) for position in range(seats)),
    ],
)
def test_everybody_has_the_same_number_of_turns_r21(seats: int, position: int) -> None:
    """LD-END-1, LD-END-2."""
    state = round_of(*(11 if seat == position else 1 for seat in range(seats)), position=position)
    state = play(state, f"{position} guest RR1@A1")
    assert state.ending == position
    state = finish(state)
    assert state.phase is Phase.OVER
    assert [player.turns for player in LODGE.view(state, 0).players] == [6] * seats


def test_v_17_after_the_last_player_nobody_has_another_turn() -> None:
    """LD-END-2."""
    state = play(round_of(1, 11, position=1), "1 guest RR1@A1")
    assert (state.phase, LODGE.view(state, 0).players[1].turns) == (Phase.OVER, 6)


def test_v_19_with_eleven_guests_everywhere_the_game_goes_on() -> None:
    """LD-END-1."""
    state = finish(round_of(11, 11))
    assert (state.phase, state.ending, state.turn) == (Phase.BUILD, None, 7)


def test_the_turn_of_the_twelfth_guest_goes_on_for_a_thirteenth() -> None:
    """LD-END-1: another twelfth guest later changes nothing."""
    rooms = (*hotel(11), ("R",), ("R",))
    players = (player(rooms, "RR4", token=True), player(hotel(11, 11), token=True))
    state = placing(*players, waits="RR1 RB2 RB3 RR2")
    assert news(state, "0 guest RR1@A1")[1:] == [
        "Ann has twelve guests.",
        "This is the last round. Everybody gets the same number of turns.",
    ]
    state = play(state, "0 guest RR1@A1", "0 guest RR4@N1", "0 valet RB2")
    state = on(play(state, "0 end"))
    state = play(state, "1 room 1-1@N", "1 guest RR2@A1")
    assert (state.ending, state.phase) == (0, Phase.OVER)


def test_the_match_is_over_for_everybody() -> None:
    state = play(round_of(1, 11, position=1), "1 guest RR1@A1")
    assert LODGE.to_act(state) == frozenset()
    assert refused(state, "0 room 1-1@C")[0] == "LD-TURN-6"
    assert LODGE.view(state, 0).active is None


def v_20() -> Player:
    """Return a lodge of 12 guests, 7 on their favourite floor, and two amenities, one of them met.

    The sauna (A01) has two red rooms beside it; the music room (A10) wants five purple ones.
    """
    happy = {"A1": "BB1", "B1": "BG1", "A2": "BB2", "A3": "BB3"}
    happy |= {"A4": "BB4", "B4": "BG4", "C4": "BP4"}
    others = {"C1": "GG2", "C2": "GG1", "C3": "GP1", "D1": "PP2", "E1": "YY2"}
    tiles = {"D3": "A01", "E3": "A10"}
    return player(lodge("RRB../RRR##/RRBRR/RRBRR", **happy, **others, **tiles))


def test_v_20_twelve_guests_seven_of_them_happy_and_an_amenity() -> None:
    """LD-SCORE-1, LD-SCORE-2, LD-SCORE-3, LD-SCORE-4: an amenity not met costs nothing."""
    state = table(v_20())
    assert LODGE.view(state, 0).players[0].guests == 12
    assert points(state.players[0]) == 24 + 19 + 4


def test_nothing_else_scores_and_an_amenity_lost_again_pays_nothing_r23_r26() -> None:
    """LD-SCORE-4, LD-TOK-5, LD-AMEN-5: the starting room counts for what an amenity asks for."""
    plain = player("R", "RB4")
    rich = player("R", "RB4", token=True)
    assert points(plain) == points(rich) == 0
    assert points(player("#RRRR", A1="A06")) == 4
    assert points(player("#RRRRR", A1="A06")) == 0


def worth(total: int) -> Columns:
    """Return a lodge worth `total`: guests for 2 points, and one for 3 if that is odd."""
    happy = [g for g in GUESTS if g.floor == 1][: total % 2]
    others = [g for g in GUESTS if g.floor != 1][: total // 2 - total % 2]
    return tuple((f"B:{guest}",) for guest in happy + others)


@pytest.mark.parametrize(
    ("order", "scores", "ranks"),
    [
        pytest.param((0, 1, 2, 3), (30, 41, 41, 12), (3, 2, 1, 4), id="V-18"),
        pytest.param((3, 2, 1, 0), (12, 41, 41, 30), (4, 1, 2, 3), id="V-18 in another order"),
        pytest.param((1, 0), (20, 20), (1, 2), id="the later of two"),
        pytest.param((0, 1, 2), (20, 20, 20), (3, 2, 1), id="all tied"),
        pytest.param((2, 0, 1), (9, 20, 9), (2, 1, 3), id="a tie below the top"),
    ],
)
def test_v_18_of_those_tied_the_later_in_the_order_of_turns_is_ahead_r22(
    order: tuple[int, ...], scores: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    """LD-TIE-1."""
    players = tuple(Player(worth(score)) for score in scores)
    state = table(*(player() for _ in scores), order=order, phase=Phase.OVER)
    found = LODGE.outcome(replace(state, players=players))
    assert found is not None
    assert (found.scores, found.ranks) == (scores, ranks)
    tied = [scores.count(score) > 1 for score in scores]
    assert [say(lines[-1].label).startswith("tie-break") for lines in found.lines] == tied


@pytest.mark.parametrize(
    ("scores", "won"),
    [
        ((41, 30, 41), "Ann and Cat tie at 41 points, and Cat wins as the one later in turn order"),
        ((9, 20, 9), "Bob wins with 20 points"),
        (
            (7, 7, 7),
            "Ann, Bob and Cat tie at 7 points, and Cat wins as the one later in turn order",
        ),
        ((8, 8, 5), "Ann and Bob tie at 8 points, and Bob wins as the one later in turn order"),
    ],
)
def test_the_reason_names_who_won_and_why(scores: tuple[int, ...], won: str) -> None:
    """LD-TIE-1."""
    players = tuple(Player(worth(score)) for score in scores)
    state = table(*(player() for _ in scores), phase=Phase.OVER)
    found = LODGE.outcome(replace(state, players=players))
    assert found is not None
    assert say(found.reason) == f"The season is over. {won}."


def test_the_lines_explain_every_tie() -> None:
    """LD-TIE-1: also below the top."""
    players = tuple(Player(worth(score)) for score in (5, 20, 5))
    state = table(*(player() for _ in range(3)), order=(2, 1, 0), phase=Phase.OVER)
    found = LODGE.outcome(replace(state, players=players))
    assert found is not None
    ties = [say(lines[-1].label) for lines in found.lines]
    assert ties[::2] == ["tie-break: player 3 in turn order", "tie-break: player 1 in turn order"]
    assert found.ranks == (2, 1, 3)


def test_the_result_says_what_it_is_made_of() -> None:
    """LD-SCORE-3."""
    found = LODGE.outcome(table(v_20(), player(), phase=Phase.OVER))
    assert found is not None
    assert [(say(line.label), line.points) for line in found.lines[0]] == [
        ("Guests", 24),
        ("Favourite floors", 19),
        ("Amenities", 4),
    ]
    details = [say(line.detail) for line in found.lines[0] if line.detail]
    assert details == ["12 guests", "7 guests", "Sauna 4"]
    assert found.lines[1][2].detail is None


def test_while_turns_are_left_there_is_no_result() -> None:
    state = table(v_20(), player(), ending=0)
    assert LODGE.outcome(state) is None
    assert LODGE.view(state, 0).title is None
    assert LODGE.view(table(v_20()), 0).title is None


def test_at_the_end_nobody_can_build_or_move_in() -> None:
    view = LODGE.view(table(player("RB"), phase=Phase.OVER), 0)
    assert (view.hosts, view.cells) == ((), ())


def test_an_amenity_that_is_not_met_shows_no_points() -> None:
    """LD-SCORE-3."""
    rooms, sauna = LODGE.view(table(player("R#", B1="A01")), 0).players[0].columns
    assert [(tile.points, tile.met) for tile in (*rooms, *sauna)] == [(0, False), (0, False)]


def test_a_thirteenth_guest_is_no_twelfth() -> None:
    """LD-END-1: the end is told once."""
    rooms = (*hotel(11), ("R",), ("R",))
    state = placing(player(rooms, "RR4", token=True), player(), waits="RR1 RB2 RB3 RR2")
    state = play(state, "0 guest RR1@A1")
    assert len(news(state, "0 guest RR4@N1")) == 1
