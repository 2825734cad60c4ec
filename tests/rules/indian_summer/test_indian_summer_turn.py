"""Set-up, turn order, and that a turn is private until it is over."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from matches.domain.history.timeline import Timeline
from rules.indian_summer import INDIAN_SUMMER
from rules.indian_summer.components import ANIMALS, COMMON, Colour, Spaces
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.moves import Deal, EndTurn, TopUp
from rules.indian_summer.state import Due
from rules.indian_summer.view import Change, Phase
from rules.notation import format_move, parse_move
from rules.protocol import CHANCE, WATCHER
from rules.registry import AnyRules
from tests.rules.indian_summer.helpers import FLOORS, PATHS, Game, bits, cells, said, tiles, told


@pytest.mark.parametrize(("seats", "reserve"), [(2, 49), (3, 44), (4, 39)])
def test_the_table_is_laid_out(seats: int, reserve: int) -> None:
    """IS-SETUP-1, IS-SETUP-2, IS-SETUP-3 and A-03: sixteen tiles lie on the common path."""
    state = INDIAN_SUMMER.initial_state(seats, frozenset())
    deal = INDIAN_SUMMER.chance_move(state, Random(seats))
    assert isinstance(deal, Deal)
    state = INDIAN_SUMMER.apply(state, CHANCE, deal).state
    assert len(state.common) == COMMON == 16
    assert len(state.unseen) == reserve
    assert len({player.floor.board for player in state.players}) == seats
    for player in state.players:
        colours = [tile.colour for tile in player.path]
        assert colours == [Colour.GREEN] * 2 + [Colour.YELLOW] * 2 + [Colour.RED]
        assert player.supply == (1, 1, 1, 0)
    assert state.stock == tuple(kind.count for kind in ANIMALS.values())
    assert (state.active, state.round) == (deal.start, 1)
    assert INDIAN_SUMMER.audit(state) == ()


def test_every_seat_can_begin_and_every_side_can_lie_up() -> None:
    """IS-SETUP-1, IS-SETUP-3: both are drawn."""
    state = INDIAN_SUMMER.initial_state(3, frozenset())
    deals = [INDIAN_SUMMER.chance_move(state, Random(n)) for n in range(40)]
    assert {deal.start for deal in deals if isinstance(deal, Deal)} == {0, 1, 2}
    sides = {floor for deal in deals if isinstance(deal, Deal) for floor in deal.floors}
    assert len(sides) == 12


def test_the_first_table_shows_who_begins_and_what_lies_on_animals() -> None:
    """IS-SETUP-3: the shoes lie with the start player, places go clockwise from there."""
    view = Game(3, start=2).view(0)
    assert (view.start, view.active) == (2, 2)
    assert told(Game(3, start=2)) == ["The tiles are dealt. Cat begins."]
    assert [player.position for player in view.players] == [2, 3, 1]
    borne = {stock.animal: stock.bears for stock in view.stock if stock.bears}
    assert borne == {"badger": "nut", "raccoon": "mushroom", "fox": "feather"}
    assert sum(stock.left for stock in view.stock) == 20


@pytest.mark.parametrize(
    "text",
    [
        "deal 2/F1A,F2A/{paths}/{common}",  # nobody has this seat
        "deal 0/F1A,F1B/{paths}/{common}",  # one board twice
        "deal 0/F1A/{paths}/{common}",
        "deal 0/F1A,F2A/{paths}/G09",
        "deal 0/F1A,F2A/{common}/{paths}",
        "deal 0/F1A,F2A/R01,G05,Y01,Y06,G01,G02,G06,Y02,Y07,R02/{common}",  # the wrong order
        "top-up G01",
        "end",
    ],
)
def test_chance_can_deal_nothing_else(text: str) -> None:
    state = INDIAN_SUMMER.initial_state(2, frozenset())
    common = ",".join(map(str, Game().state.common))
    move = parse_move(INDIAN_SUMMER, text.format(paths=",".join(PATHS[:2]), common=common))
    with pytest.raises(Exception, match="IS-PATH-4"):
        INDIAN_SUMMER.apply(state, CHANCE, move)


def test_turns_go_round_from_the_start_player() -> None:
    """IS-TURN-1"""
    game = Game(3, start=2)
    seen = []
    for _ in range(4):
        seen.append((game.state.round, game.state.active))
        game.do(game.legal("squirrel")[0])
        if game.state.active == seen[-1][1]:
            game.do("end")
    assert seen == [(1, 2), (1, 0), (1, 1), (2, 2)]
    refusal = game.refused("squirrel A1", seat=1)
    assert refusal.rule == "IS-TURN-1"


def test_one_main_action_and_any_number_of_others_around_it() -> None:
    """IS-TURN-2, IS-TURN-5"""
    game = Game().give(held="B2 N3 M1")
    game.do("nut A1", "swap nut berry", "leaf G01 B1 r0", "berry", "nut A2", "swap mushroom nut")
    assert game.state.active == 0
    for text in ("squirrel H8", "leaf G05 H8 r0", "feather", "mushroom K+bush"):
        assert game.refused(text).rule == "IS-TURN-5"
    assert game.legal("leaf") == game.legal("squirrel") == []


def test_passing_is_not_allowed() -> None:
    """IS-TURN-3"""
    game = Game()
    refusal = game.refused("end")
    assert (refusal.rule, "main action" in said(refusal.reason)) == ("IS-TURN-3", True)
    assert "squirrel" in said(refusal.hint)
    assert "end" not in game.legal()
    game.do("squirrel A1", "end")
    assert game.state.active == 1


@pytest.mark.parametrize(
    ("done", "line", "rule", "hint"),
    [
        ((), "forgo G03", "IS-MUSH-2", "Place a leaf tile or a squirrel, or spend a Mushroom"),
        ((), "next", "IS-SOLO-9", "Place a leaf tile or a squirrel, or spend a Mushroom"),
        ((), "side B", "IS-SETUP-1", "Place a leaf tile or a squirrel, or spend a Mushroom"),
        ((), "animal fox D5 r0", "IS-SETUP-3", "Place a leaf tile or a squirrel, or spend a Mu"),
        (("squirrel A1",), "side B", "IS-SETUP-1", "Your main action is done. You can still use t"),
        (("mushroom K+P",), "forgo G01", "IS-MUSH-2", "Place the Mushroom's tiles: G02, G03."),
    ],
)
def test_a_move_that_is_never_possible_now_is_answered_with_what_is(
    done: tuple[str, ...], line: str, rule: str, hint: str
) -> None:
    game = Game(3, options={"no-animals"}).give(held="M1").do(*done)
    refusal = game.refused(line)
    assert refusal.rule == rule
    assert said(refusal.hint).startswith(hint)


def test_a_full_floor_waives_the_main_action() -> None:
    """IS-TURN-4 and A-06: the floor may be filled with Nuts before the main action."""
    game = Game().give(gaps="A1", held="N2")
    assert "end" not in game.legal()
    game.do("nut A1")
    assert game.player().covered == FULL
    assert game.state.ending
    assert game.legal("squirrel") == game.legal("leaf") == []
    assert "end" in game.legal()
    refusal = game.refused("squirrel A1")
    assert (refusal.rule, said(refusal.hint)) == (
        "IS-SQ-1",
        "Your floor is full. You can still use tokens, or end your turn.",
    )
    game.do("end")
    assert game.state.active == 1


def test_any_tile_of_the_path_may_be_placed() -> None:
    """A-02: the order of the path does not bind its owner."""
    game = Game()
    placed = {text.split()[1] for text in game.legal("leaf")}
    assert placed == {"G01", "G05", "Y01", "Y06", "R01"}
    refusal = game.refused("leaf Y02 C4 r0")
    assert (refusal.rule, "G01" in str(refusal.hint)) == ("IS-TURN-5", True)


def test_a_squirrel_is_always_possible_also_when_tiles_fit() -> None:
    """IS-TURN-6"""
    game = Game()
    assert len(game.legal("squirrel")) == 72
    game.give(gaps="A1 C1", path="R24", held="")
    assert game.legal() == ["squirrel A1", "squirrel C1"]
    assert said(game.refused("leaf R24 B2 r0").hint) == "Place a squirrel."


def test_a_turn_ends_by_itself_when_nothing_is_left_to_do() -> None:
    game = Game().give(held="B1", path="G01,G05,Y01,Y06,R01,Y10")
    game.do("leaf G05 B1 r0")
    assert game.state.active == 0, "a Berry would bring tiles"
    game = Game().give(held="")
    game.do("leaf G05 B1 r0")
    assert game.state.active == 1
    assert game.can_undo(), "nothing was revealed, and nobody else has decided"
    game = Game(version=1).give(held="").do("leaf G05 B1 r0")
    assert not game.can_undo(), "as in matches that began with the first version"


def test_an_ended_turn_can_be_taken_back_until_somebody_else_decides() -> None:
    """IS-TURN-7: step by step to its beginning, as the rulebook says."""
    timeline = Timeline(cast("AnyRules", INDIAN_SUMMER), 2, frozenset())
    first, second, other = (
        parse_move(INDIAN_SUMMER, text) for text in ("nut A1", "leaf G05 B2 r0", "squirrel I8")
    )
    before = timeline.state = Game().give(held="N1").give(1, held="N1").state
    for move in (first, second):
        timeline.move(0, move)
    assert INDIAN_SUMMER.to_act(timeline.state) == {1}
    for _ in (second, first):
        assert timeline.can_undo(0)
        timeline.undo(0)
    assert timeline.state == before
    for move in (first, second):
        timeline.move(0, move)
    timeline.move(1, other)
    assert not timeline.can_undo(0)
    assert timeline.can_undo(1)


def test_alone_turn_after_turn_can_be_taken_back() -> None:
    """IS-TURN-7: there is nobody else who could decide something."""
    timeline = Timeline(cast("AnyRules", INDIAN_SUMMER), 1, frozenset())
    before = timeline.state = Game(1).give(held="").state
    for space in ("A1", "B1", "C1"):
        timeline.move(0, parse_move(INDIAN_SUMMER, f"squirrel {space}"))
    for _ in range(3):
        assert timeline.can_undo(0)
        timeline.undo(0)
    assert timeline.state == before


def test_what_ends_a_turn_for_good() -> None:
    """IS-TURN-7: the player's own word, and tiles that are turned up."""
    assert not Game().give(held="N1").do("squirrel A1", "end").can_undo()
    game = Game().give(held="", path="G05").lay(common="G09,Y10,R11,G10,Y11,R12,G11")
    game.do("leaf G05 B1 r0")
    assert (game.due(), game.can_undo()) == (Due.TOP_UP, False)
    game.draw()
    assert (game.state.active, game.can_undo()) == (1, False)


def test_the_last_turn_of_a_match_is_ended_by_its_player() -> None:
    """IS-END-1: otherwise its last step could never be taken back."""
    game = Game().give(0, gaps="A1", held="F1").give(1, gaps="A1 B1 C1", held="")
    game.do("squirrel A1", "end", "squirrel A1")
    assert (game.legal(), game.can_undo()) == (["end"], True)
    assert said(INDIAN_SUMMER.prompt(game.view())) == "Your main action is done. End your turn."
    game.do("end")
    assert (game.phase(), game.can_undo()) == (Phase.OVER, False)
    game = Game(version=1).give(0, gaps="A1", held="F1").give(1, gaps="A1 B1 C1", held="")
    assert game.do("squirrel A1", "end", "squirrel A1").phase() is Phase.OVER


def test_the_only_possible_move_is_made_by_itself() -> None:
    """IS-TURN-6: one gap, and nothing to spend; several turns in a row if need be."""
    game = Game(3).give(0, held="").give(1, gaps="A1", held="").give(2, gaps="A1 B1", held="")
    game.do("squirrel I8")
    why = "Bob has only one possible move, so I'll make it for them."
    assert [seat for seat in range(3) if why in told(game, seat)] == [1]
    assert told(game, 1)[1:3] == [why, "Bob places a squirrel on A1: area 1 complete."]
    assert told(game)[1:] == [
        "Bob places a squirrel on A1: area 1 complete.",
        "Bob has filled the forest floor, so this is the last round.",
    ]
    assert (game.state.active, game.can_undo()) == (2, True)
    game = Game(3, version=1).give(0, held="").give(1, gaps="A1", held="").do("squirrel I8")
    assert (game.state.active, game.legal()) == (1, ["squirrel A1"])


def test_a_last_turn_without_a_choice_ends_by_itself() -> None:
    """IS-END-1: its player has no step to take back."""
    game = Game().give(0, gaps="A1", held="N1").give(1, gaps="A1", held="")
    game.do("squirrel A1", "end")
    assert game.phase() is Phase.OVER


def test_the_tiles_of_a_feather_are_placed_in_one_go() -> None:
    """A-05: nothing can happen between the two tiles, nor before the first of them."""
    game = Game().give(held="B1 N1 F1").do("feather")
    for step in ("leaf G05 B1 r0", "leaf Y01 A8 r0"):
        for text in ("nut A2", "berry", "swap nut berry", "end", "squirrel A7", "feather"):
            refusal = game.refused(text)
            assert refusal.rule == "IS-TURN-2"
            assert "until the tiles of your Feather or Mushroom are" in said(refusal.reason)
        assert {text.split()[0] for text in game.legal()} == {"leaf"}
        game.do(step)
    game.do("nut A2")


def test_a_turn_marks_what_it_has_changed_and_forgets_the_turn_before() -> None:
    game = Game().give(0, held="N1 M1").do("nut A1")
    assert game.view(0).last == Change(0, Spaces(bits("A1")))
    game.do("leaf G05 E5 r0")
    assert game.view(0).last.placed == bits("A1 D5 E5 F5")
    game.do("end").do("swap mushroom berry")
    assert game.view(1).last == Change(1)
    game.do("squirrel I8", "berry")
    assert Game().give(held="F1").do("feather").view(0).last == Change(0)
    assert game.view(1).last == Change(1, Spaces(bits("I8")), tiles("G09"))


# A turn is composed in private.


def test_nobody_else_sees_a_step_before_the_turn_is_over() -> None:
    game = Game()
    before = [game.view(seat) for seat in (1, WATCHER)]
    for text in ("nut A1", "leaf G01 B1 r0"):
        game.do(text)
        assert game.can_undo()
        assert [game.view(seat) for seat in (1, WATCHER)] == before
        assert told(game) == told(game, 1) == []
        assert len(told(game, 0)) == 1
        assert INDIAN_SUMMER.redeal(game.state, 1, Random(1)) == game.state.begun
        assert INDIAN_SUMMER.redeal(game.state, 0, Random(1)) is game.state
    assert game.view(0).players[0].leaves
    game.do("end")
    assert not game.can_undo()
    assert told(game) == [
        "Ann spends a Nut to place a squirrel on A1.",
        "Ann places G01 with its hole on B1.",
    ]
    for seat in (0, 1, WATCHER):
        assert cells(game.view(seat).players[0].covered) == "A1 B1 C1 D1"


def test_what_chance_reveals_ends_the_privacy_of_what_came_before() -> None:
    game = Game().lay(common="G09,Y10,R11,G10,Y11,R12,G11")
    game.do("nut A1").give(path="G01,G05,Y01,Y06")
    game.do("berry")
    assert game.due() is not None
    assert not game.can_undo()
    assert told(game) == [
        "Ann spends a Nut to place a squirrel on A1.",
        "Ann spends a Berry for new tiles.",
        "Ann takes G09.",
    ]
    game.draw()
    assert len(game.state.common) == 16
    assert game.view(1) == INDIAN_SUMMER.view(game.state.public, 1)
    game.do("squirrel B1")
    assert game.can_undo()
    assert cells(game.view(1).players[0].covered) == "A1"


def test_others_prepare_on_the_table_they_know() -> None:
    """A Mushroom in progress changes nothing in what the robbed player can try out."""
    game = Game()
    before = INDIAN_SUMMER.preparable(game.state, 1)
    assert [*before] == sorted(before)
    assert {format_move(move).split()[1] for move in before} == set(PATHS[1].split(","))
    game.do("mushroom K+bush", "leaf G02 A1 r0")
    assert game.player(1).path[0] == "G06"
    assert INDIAN_SUMMER.preparable(game.state, 1) == before
    assert INDIAN_SUMMER.preparable(game.state, 0) == ()


def test_nobody_prepares_after_their_last_turn() -> None:
    game = Game(3, start=1).give(1, gaps="A1", held="")
    game.do("squirrel A1")
    assert game.state.ending
    assert INDIAN_SUMMER.preparable(game.state, 1) == ()
    assert INDIAN_SUMMER.preparable(game.state, 0) != ()


def test_nobody_prepares_while_tiles_are_turned_up() -> None:
    """IS-PATH-4"""
    game = Game().lay(common="G09,Y10,R11,G10,Y11,R12,G11").give(path="G01").do("berry")
    assert game.due() is not None
    assert game.legal() == []
    assert INDIAN_SUMMER.preparable(game.state, 1) == ()
    assert INDIAN_SUMMER.preparable(game.draw().state, 1) != ()


def test_the_end_of_a_turn_is_told_if_everything_else_has_been() -> None:
    game = Game().lay(common="G09,Y10,R11,G10,Y11,R12,G11").give(path="G01,G05,Y01,Y06")
    game.do("squirrel A1").give(0, held="B1 N2").do("berry").draw().do("end")
    assert told(game, 1) == ["Ann ends the turn."]
    game.do("squirrel A1", "end")
    assert told(game, 0) == ["Bob places a squirrel on A1."]


@pytest.mark.parametrize("text", ["top-up G09", "deal 0/F1A/-/-"])
def test_players_cannot_draw(text: str) -> None:
    refusal = Game().refused(text)
    assert (refusal.rule, said(refusal.reason)) == ("IS-TURN-1", "Only a random draw can do this.")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_there_is_a_board_for_everybody_even_before_the_deal(seats: int) -> None:
    """IS-SETUP-1"""
    state = INDIAN_SUMMER.initial_state(seats, frozenset())
    assert [player.floor for player in state.players] == list(FLOORS[:seats])
    assert INDIAN_SUMMER.to_act(state) == {CHANCE}
    assert state.phase is Phase.SETUP


# The option to choose sides.


def test_sides_are_chosen_by_all_at_once_and_in_secret() -> None:
    game = Game(3, options={"sides"})
    assert game.phase() is Phase.SIDES
    assert INDIAN_SUMMER.to_act(game.state) == {0, 1, 2}
    game.move(1, "side B")
    assert game.can_undo()
    assert told(game, 1) == ["You choose side B."]
    assert told(game) == []
    assert [game.view(seat).players[1].floor for seat in (1, 0, WATCHER)] == ["F2B", "F2A", "F2A"]
    assert game.view(0).waiting == (0, 2)
    assert game.view(0).sides == (None, None, None)
    assert game.view(0).players[0].floor == "F1A"
    assert game.refused("side A", seat=1).rule == "IS-TURN-1"
    refusal = game.refused("squirrel A1", seat=0)
    assert (refusal.rule, "everybody has chosen" in said(refusal.reason)) == ("IS-SETUP-1", True)
    game.move(0, "side A")
    game.move(2, "side B")
    assert [player.floor for player in game.state.players] == ["F1A", "F2B", "F3B"]
    assert told(game) == ["The forest floors: Ann F1A, Bob F2B, Cat F3B."]
    assert game.phase() is Phase.TURN
    assert "once the first turn has begun" in said(game.refused("side A").reason)
    assert game.refused("side A").rule == "IS-SETUP-1"


def test_nobody_but_the_players_chooses_a_side() -> None:
    state = Game(2, options={"sides"}).state
    assert [format_move(m) for m in INDIAN_SUMMER.legal_moves(state, 1)] == ["side A", "side B"]
    assert INDIAN_SUMMER.legal_moves(state, CHANCE) == ()
    assert INDIAN_SUMMER.legal_moves(state, WATCHER) == ()


def test_another_world_has_other_sides_and_looks_the_same() -> None:
    game = Game(2, options={"sides"})
    game.move(1, "side B")
    worlds = [INDIAN_SUMMER.redeal(game.state, 0, Random(n)) for n in range(9)]
    assert {world.sides for world in worlds} == {(None, "A"), (None, "B")}
    assert {INDIAN_SUMMER.redeal(game.state, 1, Random(n)).sides for n in range(9)} == {(None, "B")}
    assert {INDIAN_SUMMER.view(world, 0) for world in worlds} == {game.view(0)}


def test_chance_waits_for_nobody_and_nobody_for_the_end() -> None:
    game = Game().lay(common="G09,Y10,R11,G10,Y11,R12,G11").give(path="G01")
    game.do("berry")
    assert INDIAN_SUMMER.to_act(game.state) == {CHANCE}
    assert game.refused("squirrel A1").rule == "IS-TURN-1"
    for wrong in ("G09", "Y10,R11,G10"):
        with pytest.raises(Exception, match="IS-PATH-4"):
            game.move(CHANCE, f"top-up {wrong}")
    top_up = INDIAN_SUMMER.chance_move(game.state, Random(3))
    assert isinstance(top_up, TopUp)
    assert len(top_up.tiles) == 10
    assert EndTurn not in map(type, INDIAN_SUMMER.legal_moves(game.state, 0))


def test_a_match_without_animals_has_none() -> None:
    game = Game(options={"no-animals"}).give(gaps="A1", holes="C3 D3")
    assert game.legal("animal") == []
    refusal = game.refused("animal mouse C3 r0")
    assert (refusal.rule, "without animals" in said(refusal.reason)) == ("IS-SETUP-3", True)
    assert game.view().stock == ()
    assert not game.view().with_animals
    assert INDIAN_SUMMER.whereabouts(game.view(), "mouse") is None


def test_the_helpers_stack_what_they_say() -> None:
    game = Game(4).give(2, gaps="A1 B1", held="N2 F1", path="G09")
    assert game.player(2).supply == (0, 2, 0, 1)
    assert cells(FULL & ~game.player(2).covered) == "A1 B1"
    assert bits("A1 B1") == 3
    assert [game.player(seat).floor for seat in range(4)] == list(FLOORS)
