"""The last round, the final step compared with a plain search, and the ranks (dossier 5.8)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.caretaker import choose
from rules.indian_summer import INDIAN_SUMMER
from rules.indian_summer.components import (
    AREAS,
    CELLS,
    FLOOR_IDS,
    FLOORS,
    Cell,
    FloorId,
    Supply,
    cells,
)
from rules.indian_summer.forest.floor import plus, printed
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.moves import Squirrel
from rules.indian_summer.score import Filling, amount, fill, points
from rules.indian_summer.state import Player
from rules.indian_summer.view import Phase, as_nuts
from rules.protocol import WATCHER, Outcome
from tests.rules.indian_summer.helpers import Game, said, supply, told


def outcome(game: Game) -> Outcome:
    found = INDIAN_SUMMER.outcome(game.state)
    assert found is not None
    return found


def finished(game: Game) -> Game:
    """Play squirrels until the match is over."""
    while game.phase() is not Phase.OVER:
        game.draw_all()
        moves = game.legal("squirrel") or game.legal("end")
        game.do(moves[0])
    return game


def test_a_full_floor_brings_the_last_round_v14() -> None:
    """IS-END-1, IS-END-2; V14: the fourth plays once more, the first two do not."""
    game = Game(4).give(2, gaps="A1", held="")
    game.do("squirrel A1", "end", "squirrel A1", "end")  # the third has only one move
    assert game.state.ending
    assert game.view(0).ending
    assert "Cat has filled the forest floor, so this is the last round." in told(game)
    assert game.state.active == 3
    assert INDIAN_SUMMER.outcome(game.state) is None
    game.do("squirrel A1", "end")
    assert game.phase() is Phase.OVER
    assert INDIAN_SUMMER.to_act(game.state) == frozenset()
    assert game.refused("squirrel A2").rule == "IS-END-6"
    assert not any(INDIAN_SUMMER.legal_moves(game.state, seat) for seat in range(4))


def test_the_active_player_may_finish_the_turn() -> None:
    """IS-END-1"""
    game = Game().give(0, gaps="A1", held="N1 F1").do("squirrel A1")
    assert game.state.active == 0
    game.do("swap feather nut", "end", "squirrel A1", "end")
    assert game.phase() is Phase.OVER


def test_a_turn_ends_by_itself_if_a_nut_fills_the_floor_before_the_main_action() -> None:
    """IS-END-1: there is nothing left to do, so nobody is asked."""
    game = Game().give(0, gaps="A1", held="N1").do("nut A1")
    assert game.state.ending
    assert game.state.active == 1


def test_everything_becomes_nuts_and_gaps_must_be_filled_v12() -> None:
    """IS-END-3, IS-END-4; V12: N2 B1 and two gaps, whose areas pay B1 N3 F1."""
    player = Player(
        FloorId("F1B"),
        covered=FULL & ~gap("A1", "A5"),
        tokens=gap("C1", "C3", "A4", "B6", "B8"),
        supply=supply("B1 N2"),
    )
    filling = fill(player, solo=False)
    assert filling.squirrels == gap("A1", "A5")
    assert filling.supply == (0, 5, 0, 0)
    assert filling.tokens == 0


def gap(*names: str) -> int:
    return sum(cell.bit for cell in cells(FULL) if cell in names)


def test_fewest_empty_spaces_come_first_then_nuts() -> None:
    """IS-END-4: area 4 pays two Berries and a Nut; area 1 can only be filled with these."""
    player = Player(
        FloorId("F1A"),
        covered=FULL & ~gap("A5", "A1", "B1", "I8"),
        tokens=gap("B5", "C6", "B7"),
        supply=supply("N1"),
    )
    filling = fill(player, solo=False)
    assert filling.squirrels & gap("A5")
    assert filling.squirrels.bit_count() == 3
    assert filling.supply == (0, 0, 0, 0)


def test_surplus_nuts_fill_any_gaps_in_board_order() -> None:
    """IS-END-4"""
    player = Player(
        FloorId("F1A"), covered=FULL & ~gap("A1", "B1", "C1", "D8"), supply=(3, 0, 1, 0)
    )
    assert fill(player, solo=False).squirrels == gap("D8", "A1")
    assert fill(player, solo=False).supply == (1, 0, 0, 0)


def test_a_surplus_nut_fills_a_gap_and_nothing_else() -> None:
    """IS-END-4"""
    player = Player(FloorId("F1A"), covered=FULL & ~gap("B2", "C2"), supply=(1, 1, 0, 0))
    filling = fill(player, solo=False)
    assert (filling.squirrels, filling.supply) == (gap("B2"), (1, 0, 0, 0))


def test_of_two_areas_with_equal_nuts_the_one_that_leaves_a_berry_is_filled() -> None:
    """IS-END-4, IS-SOLO-8: two Berries from area 5, or three from area 1, for two Nuts."""
    player = Player(
        FloorId("F4A"),
        covered=FULL & ~gap("A1", "B1", "E5", "E7"),
        tokens=gap("C1", "B3", "A4", "D5", "D7"),
        supply=supply("N2"),
    )
    filling = fill(player, solo=True)
    assert filling.squirrels == gap("A1", "B1", "E5")
    assert filling.supply == supply("B1")
    assert filling.tokens == gap("D5", "D7")


def test_no_animals_and_no_tiles_in_the_final_step_a15() -> None:
    """IS-END-5 and A-15: two empty holes over treasures no longer pay anything."""
    game = Game(2).give(0, gaps="A1", held="").give(1, gaps="A1 B1", holes="E1 E2", held="")
    game.do("squirrel A1", "squirrel A1")
    game.do(*(["end"] if game.phase() is not Phase.OVER else []))
    assert outcome(game).scores == (0, -1)
    assert game.player(1).animals == ()


def test_places_go_by_full_floors_nuts_and_empty_spaces_v13() -> None:
    """IS-END-6 and A-12; V13: who triggered the end is irrelevant."""
    game = Game(4).give(0, gaps="A1 B1 C1 D1", held="").give(1, gaps="A1", held="N4 F1")
    game.give(2, gaps="A1", held="N2").give(3, gaps="A1 B1", held="")
    game.do("squirrel A1", "squirrel A1", "end", "squirrel A1", "end", "squirrel A1", "end")
    found = outcome(game)
    assert found.scores == (-3, 5, 2, -1)
    assert found.ranks == (4, 1, 2, 3)
    assert said(found.reason) == ("Several floors are full. Bob wins with the most Nuts left: 5.")
    assert [line[0].points for line in found.lines] == [-3, 5, 2, -1]
    assert [*map(len, found.lines)] == [1, 1, 1, 1]
    assert [said(line[0].label) for line in found.lines] == [
        "Empty spaces",
        "Floor full; Nuts left",
        "Floor full; Nuts left",
        "Empty spaces",
    ]
    assert told(game)[-4:] == [
        "Ann can't fill any gaps, so 3 spaces stay empty.",
        "Bob has no gaps to fill, and the floor is full with 5 Nuts left.",
        "Cat has no gaps to fill, and the floor is full with 2 Nuts left.",
        "Dan can't fill any gaps, so 1 space stays empty.",
    ]


def test_the_squirrels_of_the_final_step_lie_on_the_floor() -> None:
    """IS-END-3: with those that were there before."""
    game = Game(2).give(0, gaps="A1", held="").give(1, gaps="A1 B1 C1", held="N1")
    game.do("squirrel A1", "squirrel A1")
    game = finished(game)
    assert (game.player(1).covered, game.player(1).squirrels) == (FULL & ~gap("C1"),) * 2
    assert told(game)[-1] == "Bob fills 1 gap, and 1 space stays empty."
    assert INDIAN_SUMMER.audit(game.state) == ()


def test_equal_results_share_a_place_a09() -> None:
    """A-09: there is no further tie-break."""
    game = Game(3)
    for seat in range(3):
        game.give(seat, gaps="A1" if seat < 2 else "A1 B1", held="N2" if seat < 2 else "")
    found = outcome(finished(game))
    assert (found.scores, found.ranks) == ((2, 2, -1), (1, 1, 3))
    assert [line.detail and said(line.detail) for (line,) in found.lines] == [
        "tied with Bob, so they share the place",
        "tied with Ann, so they share the place",
        None,
    ]
    assert said(found.reason) == (
        "Several floors are full. Ann and Bob share the win with 2 Nuts left each."
    )


@pytest.mark.parametrize(
    ("gaps", "words"),
    [
        ("A1 B1", "Only one floor is full. Ann wins with it and 0 Nuts left."),
        ("A1", "Several floors are full. Ann and Bob share the win with 0 Nuts left each."),
    ],
)
def test_the_reason_names_what_decided(gaps: str, words: str) -> None:
    game = Game(2).give(0, gaps="A1", held="").give(1, gaps=gaps, held="")
    assert said(outcome(finished(game)).reason) == words


@pytest.mark.parametrize(
    ("held", "gaps", "left"),
    [
        ("B2 N1 M1 F1", 1, "B2 M1 F1"),
        ("B2 N1 M1 F1", 2, "M1 F1"),
        ("B3 M1 F1", 2, "B1 F1"),
        ("B1 M1 F1", 2, "B1"),
        ("B2 N1 M1 F1", 4, ""),
        ("B5 F2", 3, "B1 F1"),
    ],
)
def test_in_a_solo_game_the_cheapest_treasures_are_spent_first(
    held: str, gaps: int, left: str
) -> None:
    """IS-SOLO-8: Nuts and pairs of Berries, then Mushrooms, then Feathers."""
    empty = FULL & ~sum(cell.bit for cell in CELLS[:gaps])
    filling = fill(Player(FloorId("F1A"), covered=empty, supply=supply(held)), solo=True)
    assert filling.supply == supply(left)
    assert filling.squirrels == FULL & ~empty


# The final step, compared with a plain search of all possibilities.

EXCHANGES = ((0, 1, 2), (1, 0, 1), (2, 0, 1), (2, 1, 1), (3, 0, 1), (3, 1, 1), (3, 2, 1)) + (
    (1, 2, 2),
    (2, 3, 2),
)
TO_NUTS = ((0, 1, 2), (2, 1, 1), (3, 1, 1))


@st.composite
def floors(draw: st.DrawFn) -> Player:
    """A floor with up to three gaps in three areas, tokens on some holes, and a few treasures."""
    floor = FloorId(draw(st.sampled_from(sorted(FLOORS))))
    covered, tokens = FULL, 0
    for area in draw(st.permutations(AREAS))[:3]:
        prints = [cell for cell in cells(area) if FLOORS[floor].prints[cell.number]]
        plain = [cell for cell in cells(area) if cell not in prints]
        for cell in plain[: draw(st.integers(0, 3))]:
            covered &= ~cell.bit
        for cell in prints:
            if area & ~covered and draw(st.booleans()):
                tokens |= cell.bit
    held = draw(st.tuples(*[st.integers(0, 3)] * 2, *[st.integers(0, 1)] * 2))
    return Player(floor, covered=covered, tokens=tokens, supply=held)


def endings(player: Player, exchanges: tuple[tuple[int, int, int], ...]) -> set[tuple[int, Supply]]:
    """Return all possible results of the final step: empty spaces and what is left."""
    start = (tuple((area & ~player.covered).bit_count() for area in AREAS), player.supply)
    seen, todo = {start}, [start]
    while todo:
        gaps, held = todo.pop()
        for after in _steps(player, gaps, held, exchanges):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return {(sum(gaps), held) for gaps, held in seen}


def _steps(
    player: Player,
    gaps: tuple[int, ...],
    held: Supply,
    exchanges: tuple[tuple[int, int, int], ...],
) -> Iterator[tuple[tuple[int, ...], Supply]]:
    for give, get, price in exchanges:
        if held[give] >= price:
            counts = list(held)
            counts[give] -= price
            counts[get] += 1
            berry, nut, mushroom, feather = counts
            yield gaps, (berry, nut, mushroom, feather)
    for area, empty in enumerate(gaps):
        if empty and held[1]:
            left = (*gaps[:area], empty - 1, *gaps[area + 1 :])
            spent = plus(held, (0, -1, 0, 0))
            if empty == 1:
                spent = plus(spent, printed(player.floor, AREAS[area] & player.tokens))
            yield left, spent


def empty_after(player: Player, filling: Filling) -> int:
    return (FULL & ~(player.covered | filling.squirrels)).bit_count()


@given(floors())
def test_the_final_step_is_the_best_there_is(player: Player) -> None:
    """IS-END-4: fewest empty spaces, then most Nuts."""
    filling = fill(player, solo=False)
    best = min((empty, -as_nuts(held)) for empty, held in endings(player, TO_NUTS))
    assert (empty_after(player, filling), -as_nuts(filling.supply)) == best
    assert filling.supply[2:] == (0, 0)
    assert not filling.squirrels & player.covered
    for area in AREAS:
        if not area & ~(player.covered | filling.squirrels):
            assert not area & filling.tokens


@given(floors())
def test_the_final_step_of_a_solo_game_keeps_the_dearest(player: Player) -> None:
    """IS-SOLO-7, IS-SOLO-8 and A-16: a floor that can be filled is; no exchange does better."""
    filling = fill(player, solo=True)
    found = endings(player, EXCHANGES)
    empty = empty_after(player, filling)
    assert empty == min(gaps for gaps, _ in found)
    if not empty:
        assert points(filling.supply) == max(points(held) for gaps, held in found if not gaps)
        return
    spent = {held for gaps, held in endings(player, TO_NUTS) if gaps == empty}
    assert filling.supply[1:] == (0, 0, 0)
    assert filling.supply[0] == max(held[0] for held in spent if not as_nuts(held))


# The score as it stands, and the bot's own moves.


def test_the_score_as_it_stands_is_what_the_result_would_be() -> None:
    """IS-END-3, IS-END-6: with the squirrels that tokens buy, on a floor that they can fill."""
    game = Game(3).give(0, gaps="A1 B1 C1", held="N1 F1").give(1, gaps="A1 B1", held="B1 N4")
    game.give(2, gaps="A1 I8", held="N1")
    assert INDIAN_SUMMER.scores(game.view(WATCHER)) == (-1, 2, -1)
    assert [said(amount(score)) for score in (-1, 0, 2)] == [
        "1 empty space",
        "a full floor and 0 Nuts",
        "a full floor and 2 Nuts",
    ]
    assert INDIAN_SUMMER.scores(Game(1).view()) is None


@pytest.mark.parametrize("floor", FLOOR_IDS)
def test_a_caretaker_buries_no_treasure(floor: FloorId) -> None:
    """Its squirrels bind least where nothing is printed."""
    game = Game(1).give(floor=floor, held="")
    for _ in range(5):
        game.do("squirrel " + str(caretaken(game)))
        assert printed(floor, game.player().squirrels) == (0, 0, 0, 0)


def caretaken(game: Game) -> Cell:
    """Return where a caretaker puts a squirrel."""
    moves = INDIAN_SUMMER.legal_moves(game.state, game.state.active)
    move = choose(INDIAN_SUMMER.info, moves, game.view())
    assert isinstance(move, Squirrel)
    return move.cell
