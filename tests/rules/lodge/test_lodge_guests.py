"""Who can move in where, the valet, and new guests (LD-GUEST, LD-GREF)."""

import pytest

from rules.lodge import LODGE
from rules.lodge.building import empty_rooms, guest_points, hosts, shared_colours
from rules.lodge.components import GUESTS, Guest
from rules.lodge.state import Due, LodgeState
from rules.lodge.view import Phase
from tests.rules.lodge.helpers import (
    guests,
    legal,
    lodge,
    on,
    placing,
    play,
    player,
    refusal,
    refused,
    say,
    staying,
    table,
    waiting,
)


@pytest.mark.parametrize(
    ("picture", "there", "guest", "cells"),
    [
        pytest.param("RB/GR", {}, "RB3", "A2 B1 B2", id="V-5"),
        pytest.param("RB/GR", {"B2": "RB1"}, "RB3", "", id="V-6: the only blue room is taken"),
        pytest.param("RB/GR", {"A2": "RB1"}, "RB3", "B1 B2", id="V-7"),
        pytest.param("RB/GR", {}, "RR3", "", id="V-8: the reds touch diagonally only"),
        pytest.param("R#B", {}, "RB3", "", id="V-9: an amenity between"),
        pytest.param("RR", {}, "RR1", "A1 B1", id="one colour twice"),
        pytest.param("RRR", {"B1": "RR1"}, "RR2", "", id="an occupied room is no partner"),
        pytest.param("RBR", {}, "RB4", "A1 B1 C1", id="one partner for two hosts"),
        pytest.param("R.B/GGG", {}, "RB1", "", id="a gap between"),
    ],
)
def test_a_guest_wants_two_empty_neighbouring_rooms_in_their_colours(
    picture: str, there: dict[str, str], guest: str, cells: str
) -> None:
    """LD-GUEST-2, LD-GUEST-3, LD-GUEST-5, LD-AMEN-3."""
    found = hosts(empty_rooms(lodge(picture, **there)), Guest.parse(guest))
    assert sorted(map(str, found)) == cells.split()


@pytest.mark.parametrize(("floor", "points"), [(3, 5), (2, 2), (1, 2), (4, 2)])
def test_v_10_a_favourite_floor_pays_its_number_more(floor: int, points: int) -> None:
    """LD-GUEST-6, LD-SCORE-1, LD-SCORE-2."""
    assert guest_points(Guest.parse("RB3"), floor) == points
    assert sorted({guest_points(g, f) for g in GUESTS for f in (1, 2, 3, 4)}) == [2, 3, 4, 5, 6]


def test_only_the_host_is_occupied_and_the_partner_serves_again_r2() -> None:
    """LD-GUEST-3, LD-GUEST-4: B1 is partner for the first and for the second guest of the turn."""
    state = placing(player("RBR", "RB4", token=True), waits="RB1 RG1 RY1 BG1")
    state = play(state, "0 guest RB1@A1")
    assert "guest RB4@C1" in legal(state)
    state = play(state, "0 guest RB4@C1")
    assert staying(state) == {"A1": "RB1", "C1": "RB4"}


def test_a_guest_may_want_one_colour_twice_r3() -> None:
    """LD-GUEST-2: 20 of the 60 guests do."""
    assert sum(guest.first is guest.second for guest in GUESTS) == 20
    state = placing(player("RRB", "RR1"), waits="BB1 RB1 GG1 PP1")
    assert legal(state, verb="guest") == ["RB1@B1", "RB1@C1", "RR1@A1", "RR1@B1"]


def test_one_guest_from_the_display_and_one_from_the_valet_in_either_order_r18() -> None:
    """LD-GUEST-1: the sources are counted separately."""
    state = placing(player("RBRB", "RB4", token=True), waits="RB1 RB2 RY1 BG1")
    display_first = play(state, "0 guest RB1@A1", "0 guest RB4@D1", "0 valet RB2")
    valet_first = play(state, "0 guest RB4@D1", "0 valet RB2", "0 guest RB1@A1")
    assert staying(display_first) == staying(valet_first) == {"A1": "RB1", "D1": "RB4"}
    for done in (display_first, valet_first):
        assert legal(done, verb="guest") == []


def test_a_second_guest_from_the_same_source_is_refused() -> None:
    """LD-GUEST-1, LD-GUEST-8."""
    state = placing(player("RBRB", "GG1", token=True), waits="RB1 RB2 RY1 BG1")
    state = play(state, "0 guest RB1@A1")
    assert refused(state, "0 guest RB2@C1") == (
        "LD-GUEST-1",
        "You have already placed a guest from the display this turn.",
    )
    state = placing(player("RBRB", "RB4", token=True), waits="RB1 RB2 RY1 BG1")
    state = play(state, "0 guest RB4@D1", "0 valet RB2")
    assert refused(state, "0 guest RB2@A1") == (
        "LD-GUEST-8",
        "Your valet's guest has already moved in. The new one has to wait for your next turn.",
    )


def test_the_guest_taken_by_the_valet_waits_for_the_next_turn_r19() -> None:
    """LD-GUEST-8: then the guest may move in."""
    state = placing(player("RBRB", "RB4", token=True), player("R"), waits="RB1 RB2 RY1 BG1")
    state = play(state, "0 guest RB4@D1", "0 valet RB2")
    assert not any("RB2" in move for move in legal(state))
    state = on(play(state, "0 end"))
    state = on(play(state, "1 room 1-1@B"))
    state = play(state, *(["1 end"] if state.active == 1 else []))
    state = play(on(state), "0 room 1-2@E")
    assert "guest RB2@A1" in legal(state)


@pytest.mark.parametrize(
    ("line", "rule", "reason"),
    [
        ("GY1@A1", "LD-GUEST-1", "Guest GY1 is neither in the display nor with your valet."),
        ("RB1@D1", "LD-GUEST-3", "There is no room in D1 of your lodge."),
        ("RB1@A4", "LD-GUEST-3", "There is no room in A4 of your lodge."),
        ("RB1@A0", "LD-GUEST-3", "There is no room in A0 of your lodge."),
        ("RB1@A7", "LD-GUEST-3", "There is no room in A7 of your lodge."),
        ("RB1@B2", "LD-GUEST-3", "There is no room in B2 of your lodge."),
        ("RB1@C1", "LD-GUEST-5", "A guest is already staying in C1."),
        ("RB1@A2", "LD-GUEST-3", "Guest RB1 wants red and blue, but A2 is green."),
        ("RB1@A3", "LD-GUEST-2", "There's no empty blue room next to A3."),
        ("BG1@B1", "LD-GUEST-2", "There's no empty green room next to B1."),
        ("GG1@A2", "LD-GUEST-2", "There's no empty green room next to A2."),
    ],
)
def test_a_guest_who_cannot_move_in_is_refused_with_the_reason(
    line: str, rule: str, reason: str
) -> None:
    state = placing(player("R../G#./RBR", C1="RR4"), waits="RB1 GG1 RY1 BG1")
    assert refused(state, f"0 guest {line}") == (rule, reason)


def test_a_guest_need_not_be_placed_r27() -> None:
    """LD-GUEST-1: each is optional."""
    state = placing(player("RB", token=True), waits="RB1 - RY1 BG1")
    assert "end" in legal(state)
    assert play(state, "0 end").due is Due.END_GUESTS


def test_a_free_valet_takes_a_guest_at_once_and_nothing_else_can_be_done_r16() -> None:
    """LD-GUEST-7, LD-TURN-3."""
    state = placing(player("RBRB", "RB4", token=True), waits="RB1 RB2 RR1 RG1")
    state = play(state, "0 guest RB4@D1")
    assert state.phase is Phase.VALET
    assert legal(state) == ["valet RB1", "valet RB2", "valet RG1", "valet RR1"]
    for line in ("guest RB1@A1", "refresh-guests", "token 1", "end", "room 1-1@E"):
        assert refused(state, f"0 {line}") == ("LD-GUEST-7", "Your valet is waiting for a guest.")
    assert refused(state, "0 valet YY1") == ("LD-GUEST-7", "Guest YY1 isn't in the display.")
    state = play(state, "0 valet RB2")
    assert (state.players[0].valet, waiting(state)) == ("RB2", "RB1 - RR1 RG1")


def test_the_only_waiting_guest_goes_to_the_valet_automatically() -> None:
    """LD-GUEST-7: there is nothing to choose."""
    state = placing(player("RBRB", "RB4", token=True), waits="- YY2 - -")
    state = play(state, "0 guest RB4@D1")
    assert (state.phase, state.players[0].valet) == (Phase.GUESTS, "YY2")


def test_with_nobody_waiting_the_valet_stays_alone() -> None:
    """LD-GUEST-8, LD-BAG-1."""
    state = placing(player("RBRB", "RB4", token=True), waits="- - - -")
    state = play(state, "0 guest RB4@D1")
    assert (state.phase, state.players[0].valet) == (Phase.GUESTS, None)


@pytest.mark.parametrize("state", [table(player("RB", "RB3")), placing(player("RB", "RB3"))])
def test_the_valet_takes_nobody_while_already_having_a_guest_r20(state: LodgeState) -> None:
    """LD-GUEST-9."""
    assert refused(state, "0 valet RB1") == (
        "LD-GUEST-9",
        "Your valet only takes a new guest right after the old one has moved in.",
    )


def test_at_the_end_of_a_turn_guests_close_up_and_new_ones_join() -> None:
    """LD-GUEST-10."""
    state = placing(player("RB", token=True), player(), waits="YY1 RB1 GG1 PP1")
    state = play(state, "0 guest RB1@A1")
    assert waiting(state) == "YY1 - GG1 PP1"
    state = play(state, "0 end")
    assert waiting(state) == "YY1 GG1 PP1 -"
    assert waiting(play(state, "- draw-guests BP2")) == "YY1 GG1 PP1 BP2"


def test_an_empty_guest_bag_leaves_slots_empty() -> None:
    """LD-GUEST-10, LD-BAG-1."""
    state = placing(player("RB", token=True), player(), waits="YY1 RB1 GG1 PP1", guest_bag=())
    state = play(state, "0 guest RB1@A1", "0 end")
    assert waiting(state) == "YY1 GG1 PP1 -"
    assert (state.active, state.phase) == (1, Phase.BUILD)


@pytest.mark.parametrize(
    ("waits", "shared"),
    [
        pytest.param("RB1 RG2 RR3 RY4", "R", id="V-11"),
        pytest.param("RB1 BG2 RG3 RR4", "", id="V-12: only each two do"),
        pytest.param("RB1 RB2 RB3 RB4", "RB", id="two colours"),
        pytest.param("- RB1 - BG2", "B", id="empty slots count for nothing"),
        pytest.param("- - YY1 -", "Y", id="a single guest"),
        pytest.param("- - - -", "", id="nobody"),
    ],
)
def test_guests_who_share_a_colour_may_be_sent_away(waits: str, shared: str) -> None:
    """LD-GREF-1, LD-GREF-2."""
    found = tuple(guest for guest in guests(waits) if guest)
    assert "".join(shared_colours(found)) == shared
    for state in (table(player(), waits=waits), placing(player(token=True), waits=waits)):
        assert ("refresh-guests" in legal(state)) == bool(shared)
        if not shared:
            assert refused(state, "0 refresh-guests") == (
                "LD-GREF-1",
                "The waiting guests don't all share a colour.",
            )


def test_four_new_guests_come_before_the_old_return_to_the_bag_r15() -> None:
    """LD-GREF-3: the display is full again although one had left it."""
    state = placing(player("RB", token=True), waits="RB1 RG2 RR3 RY4")
    state = play(state, "0 guest RB1@A1", "0 refresh-guests")
    assert waiting(state) == "- - - -"
    assert state.away == ("RG2", "RR3", "RY4")
    for old in ("RG2,BB1,GG1,PP1", "BB1,GG1,PP1"):
        assert refused(state, f"- draw-guests {old}")[0] == "LD-INFO-2"
    state = play(state, "- draw-guests BB1,GG1,PP1,YY1")
    assert waiting(state) == "BB1 GG1 PP1 YY1"
    assert {"RG2", "RR3", "RY4"} <= set(state.guest_bag)
    assert "RB1" not in state.guest_bag


def test_from_a_nearly_empty_bag_the_old_guests_come_back() -> None:
    """LD-GREF-4: everything in the bag first, then those sent away."""
    few = (Guest.parse("BB1"), Guest.parse("GG1"))
    state = table(player(), waits="RB1 RG2 RR3 RY4", guest_bag=few)
    state = play(state, "0 refresh-guests")
    assert refused(state, "- draw-guests BB1,RB1,RG2,RR3")[0] == "LD-INFO-2"
    state = play(state, "- draw-guests GG1,BB1,RY4,RB1")
    assert waiting(state) == "GG1 BB1 RY4 RB1"
    assert state.guest_bag == ("RG2", "RR3")


def test_from_an_empty_bag_as_many_guests_come_as_went() -> None:
    """LD-GREF-4, LD-BAG-1."""
    state = table(player(), waits="RB1 - RR3 -", guest_bag=())
    state = on(play(state, "0 refresh-guests"))
    assert sorted(waiting(state).split()) == ["-", "-", "RB1", "RR3"]


def test_guests_may_be_sent_away_again_and_again_but_no_source_is_free_again() -> None:
    """LD-GREF-5."""
    state = placing(player("RBR", token=True), waits="RB1 RG2 RR3 RY4")
    state = play(state, "0 guest RB1@A1", "0 refresh-guests", "- draw-guests RB2,RB3,RB4,BB1")
    state = play(state, "0 refresh-guests", "- draw-guests GG1,GG2,GG3,RG2")
    assert legal(state, verb="guest") == []
    assert refused(state, "0 guest RG2@C1")[0] == "LD-GUEST-1"


def test_after_a_guest_from_the_display_no_other_is_offered() -> None:
    """LD-GUEST-1: although RB2 would find two rooms, and the valet's guest still may move in."""
    state = placing(player("RBRB", "RB4", token=True), waits="RB1 RB2 - -")
    state = play(state, "0 guest RB1@A1")
    assert {move[:3] for move in legal(state, verb="guest")} == {"RB4"}
    assert {host.guest for host in LODGE.view(state, 0).hosts} == {"RB4"}


def test_the_way_out_without_a_free_valet_depends_on_the_turn() -> None:
    """LD-GUEST-9."""
    before, after = table(player("RB", "RB3")), placing(player("RB", "RB3"))
    hints = [say(refusal(state, "0 valet RB1").hint) for state in (before, after)]
    assert hints == [
        "Build a room or an amenity.",
        "First place RB3, your valet's guest.",
    ]
    homeless = placing(player("RG", "RB3"))
    hint = say(refusal(homeless, "0 valet RB1").hint)
    assert hint == "Place one of these guests (RG1), or end your turn."


def test_a_room_keeps_its_colour_when_a_guest_moves_in() -> None:
    """LD-GUEST-3."""
    state = play(placing(player("B/R", token=True), waits="RB2 - - -"), "0 guest RB2@A2")
    assert state.players[0].columns == (("R", "B:RB2"),)


def test_new_guests_are_marked() -> None:
    """LD-GUEST-10, LD-GREF-3."""
    state = play(table(player(), waits="RB1 RR3 - -"), "0 refresh-guests")
    state = play(state, "- draw-guests YY1,YY2,YY3,YY4")
    assert state.last.guests == ("YY1", "YY2", "YY3", "YY4")


def test_guests_are_offered_in_the_order_of_their_ids_the_valets_among_them() -> None:
    """LD-GUEST-1, ruling R18."""
    state = placing(player("RBB", "BB1", token=True), waits="RB2 BB4 - -")
    offered = [move[:3] for move in legal(state, verb="guest")]
    assert list(dict.fromkeys(offered)) == ["BB1", "BB4", "RB2"]


@pytest.mark.parametrize("name", ["RB3", "br3", "CN3", "nc3"])
def test_a_guest_is_known_by_the_letters_of_either_language(name: str) -> None:
    guest = Guest.parse(name)
    assert guest == "RB3"
    assert (guest.called.en, guest.called.pl) == ("RB3", "CN3")


def test_no_two_guests_are_called_the_same() -> None:
    names = [(guest, name) for guest in GUESTS for name in (guest.called.en, guest.called.pl)]
    assert all(Guest.parse(name) is guest for guest, name in names)
