"""What can be done now, in the numbers of this very position, and the rules it stands on."""

import pytest

from rules.lodge import LODGE
from rules.lodge.state import LodgeState, initial_state
from rules.lodge.view import Phase
from rules.protocol import WATCHER
from rules.text import Seat
from tests.rules.lodge.helpers import hotel, numbers, on, placing, play, player, say, table

BUILD = ["LD-TURN-1 LD-TURN-2", "LD-ROOM-2 LD-BUILD-3", "LD-AMEN-1 LD-AMEN-5"]
HOST = "LD-GUEST-2 LD-SCORE-2"
AWAY = "LD-GREF-1 LD-GREF-3"
TOKEN = "LD-TOK-1 LD-TOK-3"
BOTH = "LD-GREF-1 LD-TOK-1"


def told(state: LodgeState, seat: Seat = 0) -> dict[str, str]:
    """Return the advice for a seat by the rules it names, in its order."""
    advice = LODGE.advice(LODGE.view(state, seat))
    return {" ".join(one.rules): say(one.text) for one in advice}


@pytest.mark.parametrize(
    ("state", "rules"),
    [
        pytest.param(table(player(), player()), BUILD, id="a build"),
        pytest.param(table(player("RB"), player()), [*BUILD, HOST], id="a guest could move in"),
        pytest.param(
            table(player("RB", token=True), player(), waits="RB1 RG1"),
            [*BUILD, HOST, BOTH],
            id="and all free actions",
        ),
        pytest.param(
            placing(player("RG"), player()), ["LD-GUEST-1", HOST, "LD-GUEST-2 LD-GUEST-3"], id="in"
        ),
        pytest.param(
            placing(player(token=True), player()),
            ["LD-GUEST-1", "LD-GUEST-2", TOKEN],
            id="nobody can",
        ),
        pytest.param(
            placing(player(), player(), waits="RB1 RG1"),
            ["LD-GUEST-1", "LD-GUEST-2", AWAY],
            id="sent away",
        ),
    ],
)
def test_a_turn_names_what_can_be_done_and_nothing_else(
    state: LodgeState, rules: list[str]
) -> None:
    """LD-TURN-1, LD-TURN-3."""
    assert list(told(state)) == rules


def test_a_build_names_floors_with_a_cell_and_a_room_and_all_cells() -> None:
    """LD-ROOM-2, LD-AMEN-1: floor 3 has a cell but no room, floor 4 rooms but no cell."""
    said = told(table(player("B./RG"), rooms="RBGY RBGY .... RBGY"))
    assert numbers(said[BUILD[1]]) == [1, 2]
    for cell in ("A3", "B2", "C1"):
        assert cell in said[BUILD[2]]
    assert "B3" not in said[BUILD[2]]


def test_the_best_host_is_the_one_with_the_most_points() -> None:
    """LD-SCORE-2: RG1 is at home on floor 1, RB4 on floor 4; both have two rooms."""
    said = told(placing(player("RGRB"), waits="RB4 RG1 - -"))[HOST]
    assert "RG1" in said
    assert numbers(said) == [2, 3]
    alone = told(placing(player("RB"), waits="RB4 - - -"))[HOST]
    assert numbers(alone) == [2]


def test_guests_of_one_colour_are_named_by_it() -> None:
    """LD-GREF-1."""
    assert "blue (B)" in told(table(player(), waits="RB1 BG2"))[AWAY]


def test_the_valet_chooses_a_guest_for_later() -> None:
    """LD-GUEST-7, LD-GUEST-8."""
    state = play(placing(player("RB", "RB4", token=True), player()), "0 guest RB4@A1")
    assert list(told(state)) == ["LD-GUEST-7", "LD-GUEST-8"]


def test_the_valet_learns_who_would_find_a_room() -> None:
    """LD-GUEST-2: RG1 would in B1 and C1; RB4 has just taken the only blue room."""
    mine = player("BRG", "RB4", token=True)
    state = play(placing(mine, player(), waits="RG1 RB1 YY1 PP1"), "0 guest RB4@A1")
    said = told(state)[HOST]
    assert "RG1 in B1" in said
    assert numbers(said) == [3]


def test_in_the_last_turn_the_valet_waits_for_nothing() -> None:
    """LD-SCORE-4, LD-END-2."""
    state = play(placing(player("RB", "RB4", token=True), player(), ending=1), "0 guest RB4@A1")
    assert list(told(state)) == ["LD-GUEST-7", "LD-SCORE-4", "LD-END-2"]


@pytest.mark.parametrize(
    ("guests", "more"), [(8, None), (9, 3), (10, 2), (11, 1), (12, None), (13, None)]
)
def test_whoever_is_near_twelve_guests_is_told_how_near(guests: int, more: int | None) -> None:
    """LD-END-1."""
    said = told(placing(player(hotel(guests)), player(), waits="YY1 PP1"))
    assert numbers(said.get("LD-END-1", "")) == ([] if more is None else [more])


def test_alone_nobody_counts_to_the_last_round() -> None:
    """LD-SOLO-3."""
    assert "LD-END-1" not in told(placing(player(hotel(11)), waits="YY1 PP1"))


@pytest.mark.parametrize(
    ("state", "rules"),
    [
        pytest.param(table(player(), player()), ["LD-TURN-6"], id="another turn"),
        pytest.param(table(player(), player(), ending=0), ["LD-TURN-6", "LD-END-2"], id="the last"),
        pytest.param(
            table(player(), player(), ending=0, phase=Phase.OVER), ["LD-SCORE-4"], id="the end"
        ),
        pytest.param(initial_state(2), ["LD-TURN-6"], id="set-up"),
    ],
)
def test_who_waits_learns_what_for(state: LodgeState, rules: list[str]) -> None:
    assert list(told(state, 1)) == list(told(state, WATCHER)) == rules


def test_while_something_is_drawn_even_the_active_player_waits() -> None:
    state = play(table(player(token=True)), "0 token 1")
    assert list(told(state)) == ["LD-TURN-6"]


# The prompt


def prompt(state: LodgeState, seat: Seat = 0) -> str:
    """Return what a player reads above the buttons."""
    return say(LODGE.prompt(LODGE.view(state, seat)))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (initial_state(2), "drawn"),
        (play(table(player(token=True)), "0 token 1"), "drawn"),
        (table(player()), "Build"),
        (play(placing(player("RB", "RB4", token=True)), "0 guest RB4@A1"), "valet"),
        (placing(player("RB")), "Place guests"),
        (placing(player("R", token=True)), "No guest"),
        (table(player(), phase=Phase.OVER), "over"),
    ],
)
def test_the_prompt_asks_for_what_is_possible(state: LodgeState, words: str) -> None:
    assert words in prompt(state)


def test_the_prompt_of_others_names_whose_turn_it_is() -> None:
    """LD-TURN-6."""
    state = table(player(), player(), order=(1, 0))
    assert "Bob" in prompt(state, 0)
    assert prompt(state, WATCHER) == prompt(state, 0)
    assert "Build" in prompt(state, 1)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (table(player(), turn=3), "Turn 3 of 20"),
        (table(player(), player(), turn=3), "Turn 3"),
        (table(player(), player(), turn=9, ending=1), "Turn 9 (last round)"),
        (table(player(), player(), phase=Phase.OVER), "The match is over"),
    ],
)
def test_headlines(state: LodgeState, words: str) -> None:
    assert say(LODGE.headline(LODGE.view(state, 0))) == words


def test_the_best_host_has_the_best_cell() -> None:
    """LD-SCORE-2: RB2 is worth 4 on floor 2 and 2 below it."""
    said = told(placing(player("B/R"), waits="RB2 - - -"))[HOST]
    assert "A2" in said
    assert numbers(said) == [4]


NO_ROOMS = (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("state", "asked", "rules"),
    [
        pytest.param(table(player(), player()), "a room or an amenity", BUILD, id="both"),
        pytest.param(
            table(player(), player(), open_="", stack=()), "a room.", BUILD[:2], id="no amenity"
        ),
        pytest.param(
            table(player(), player(), rooms=".... .... .... RBGY", bag=NO_ROOMS),
            "an amenity.",
            [BUILD[0], BUILD[2]],
            id="no floor with a cell",
        ),
    ],
)
def test_a_build_asks_only_for_what_there_is(
    state: LodgeState, asked: str, rules: list[str]
) -> None:
    """LD-TURN-2, LD-ROOM-3, LD-AMEN-2."""
    assert asked in prompt(state)
    assert list(told(state)) == rules


def test_six_things_at_most_are_told() -> None:
    """LD-END-1: the last one is how near the end is."""
    state = placing(player(hotel(9), token=True), player(), waits="RR1 RR2")
    assert list(told(state)) == [
        *("LD-GUEST-1", HOST, "LD-GUEST-2 LD-GUEST-3"),
        *(BOTH, "LD-END-1"),
    ]
    last = placing(
        *(player(), player("RG", "RG4", token=True)),
        waits="RR1 RR2",
        display_used=True,
        position=1,
        ending=0,
    )
    assert list(told(last, 1)) == [
        *("LD-GUEST-1", HOST, "LD-GUEST-2 LD-GUEST-3"),
        *("LD-GREF-1 LD-END-2", "LD-TOK-1 LD-END-2", "LD-END-2"),
    ]


# The end


@pytest.mark.parametrize("position", [0, 1])
def test_in_the_last_round_nobody_counts_to_it(position: int) -> None:
    """LD-END-2: it is the last round already."""
    state = placing(player(hotel(11)), player(hotel(11, 11)), ending=0, position=position)
    said = told(state, position)
    assert "LD-END-1" not in said
    assert said["LD-END-2"] == "This is your last turn."


@pytest.mark.parametrize("values", [{"turn": 20}, {"ending": 0}])
def test_alone_the_last_turn_is_no_round(values: dict[str, object]) -> None:
    """LD-SOLO-3."""
    state = table(player(), **values)  # type: ignore[arg-type]
    assert told(state)["LD-SOLO-3"] == "This is your last turn."
    assert told(state, WATCHER)["LD-SOLO-3"] == "This is the last turn."
    assert "LD-SOLO-2" not in told(state)


@pytest.mark.parametrize(
    ("rooms", "goes"),
    [
        (".B.. RBGY RBGY RBGY", "the rival will take the blue (B) room at 1-2."),
        (".... RBGY RBGY RBGY", "the rival won't find a room on floor 1."),
    ],
)
def test_alone_the_end_of_the_turn_is_foretold(rooms: str, goes: str) -> None:
    """LD-SOLO-2."""
    state = placing(player("RB"), rooms=rooms, waits="- RG1 RB1 BG1", turn=5)
    soon = f"As things stand, RG1 will leave after this turn, and {goes}"
    assert told(state)["LD-SOLO-2"] == told(state, WATCHER)["LD-SOLO-2"] == soon
    assert prompt(state) == f"Place guests, or end your turn. {soon}"
    assert prompt(state, WATCHER) == "It's Ann's turn."
    after = on(play(state, "0 end"))
    assert "RG1" not in after.guests
