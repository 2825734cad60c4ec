"""The solo game and the series (dossier 5.9)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rules.indian_summer import INDIAN_SUMMER
from rules.indian_summer.components import SOLO_TURNS, TILES
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.moves import Deal, NextGame
from rules.indian_summer.score import Filling, counting, points, solo_score
from rules.indian_summer.state import Due
from rules.indian_summer.view import Change, GameResult, Phase
from rules.notation import parse_move
from rules.protocol import CHANCE, WATCHER, Outcome
from tests.rules.indian_summer.helpers import BOTTOM, PATHS, TOP, Game, cells, said, supply, told


def solo(**there: str) -> Game:
    """Return a solo game in which the player has the given things."""
    return Game(1, options={"series"} if there.pop("series", "") else ()).give(0, **there)


def path(game: Game) -> str:
    return ",".join(game.player().path)


def outcome(game: Game) -> Outcome:
    found = INDIAN_SUMMER.outcome(game.state)
    assert found is not None
    return found


def test_a_solo_game_is_laid_out_a17() -> None:
    """IS-SETUP-2 and A-17: ten tiles on each path, five for the player, any colours."""
    state = INDIAN_SUMMER.initial_state(1, frozenset())
    deal = INDIAN_SUMMER.chance_move(state, Random(2))
    assert isinstance(deal, Deal)
    state = INDIAN_SUMMER.apply(state, CHANCE, deal).state
    assert [len(row) for row in (state.top, state.bottom, state.common)] == [10, 10, 0]
    assert len(state.players[0].path) == 5
    assert len(state.unseen) == 50
    assert state.players[0].supply == (1, 1, 1, 0)
    assert said(INDIAN_SUMMER.headline(INDIAN_SUMMER.view(state, 0))) == "Turn 1 of 10"


def test_ten_turns() -> None:
    """IS-SOLO-1"""
    game = solo(held="B1")
    for _ in range(SOLO_TURNS):
        assert game.phase() is Phase.TURN
        game.do(game.legal("squirrel")[0], "end")
    assert game.phase() is Phase.OVER
    assert (outcome(game).scores, outcome(game).ranks) == ((-62 + 1,), (1,))
    assert [said(line.label) for line in outcome(game).lines[0]] == ["Empty spaces", "1 Berry"]


def test_a_full_floor_ends_the_game_after_its_turn_a24() -> None:
    """IS-SOLO-1 and A-24: animals can still be placed in that turn."""
    game = solo(gaps="A1", holes="D5 E5", held="").do("squirrel A1")
    assert game.phase() is Phase.TURN
    assert told(game, 0)[-1] == "Ann has filled the forest floor."
    game.do("animal mouse D5 r0")  # floor F1A prints nothing there, and nothing is left to do
    assert game.legal() == ["end"]
    assert "take back your last step" in said(INDIAN_SUMMER.advice(game.view())[-1].text)
    game.do("end")
    assert game.phase() is Phase.OVER
    assert outcome(game).scores == (0,)
    assert "is won" in said(outcome(game).reason)


def test_an_empty_path_is_refilled_from_one_end() -> None:
    """IS-SOLO-2: a single choice, the outermost tile first."""
    game = solo(path="G05", held="N1 B1").do("leaf G05 B1 r0")
    assert game.phase() is Phase.REFILL
    assert game.can_undo()
    assert game.legal() == [
        "refill bottom-left",
        "refill bottom-right",
        "refill top-left",
        "refill top-right",
    ]
    for text in ("nut A2", "end", "berry-from top-left", "swap nut berry"):
        assert game.refused(text).rule == "IS-SOLO-2"
    game.do("refill bottom-right")
    assert path(game) == ",".join(reversed(BOTTOM.split(",")[5:]))
    assert ",".join(game.state.bottom) == ",".join(BOTTOM.split(",")[:5])
    assert told(game, 0) == ["Ann takes R11, R10, R09, R08 and R07 from the Bottom Path."]
    refusal = game.refused("refill top-left")
    assert (refusal.rule, "becomes empty" in said(refusal.reason)) == ("IS-SOLO-3", True)


def test_a_path_with_fewer_tiles_gives_what_it_has_v15() -> None:
    """IS-SOLO-3; V15: a Berry takes the rest from the other path."""
    game = solo(path="G05", held="B1 N1").lay(top="G02,G03").do("leaf G05 B1 r0")
    assert "refill top-right" not in game.legal()
    again = INDIAN_SUMMER.apply(game.state, 0, parse_move(INDIAN_SUMMER, "refill top-right"))
    game.do("refill top-left")
    assert again.state == game.state, "both ends are equal, so both can be named"
    assert path(game) == "G02,G03"
    assert game.phase() is Phase.TURN
    game.do("berry-from bottom-left")
    assert path(game) == "G02,G03,R02,R03,R04"
    assert game.player().supply == supply("N1")


@pytest.mark.parametrize("row", ["top", "bottom"])
@pytest.mark.parametrize(("held", "ends"), [("G02,G03,G04,G06,G07", 1), (TOP, 2)])
def test_both_ends_are_offered_only_if_they_bring_different_tiles(
    row: str, held: str, ends: int
) -> None:
    """IS-SOLO-2"""
    game = solo(path="G05").lay(**{row: held}).do("leaf G05 B1 r0")
    assert len(game.legal(f"refill {row}")) == ends


def test_a_berry_without_an_end_is_told_which_there_are() -> None:
    """IS-SOLO-4"""
    game = solo(held="B1").lay(bottom="")
    assert (
        said(game.refused("berry").hint)
        == "Choose which end of a path to take tiles from: Top Path (left), Top Path (right)."
    )
    game.lay(top="")
    for text in ("berry", "berry-from top-left"):
        refusal = game.refused(text)
        assert said(refusal.reason) == "There are no tiles left to take."
        assert said(refusal.hint) == "Place a leaf tile or a squirrel."
    hint = said(game.give(held="B2").refused("berry").hint)
    assert hint == "You keep the Berry. You can exchange two Berries for a Nut."


def test_what_cannot_be_chosen_is_not_asked() -> None:
    """IS-SOLO-2: the other path is empty, and no more tiles are left than are missing."""
    game = solo(path="G05", held="N1").lay(top="", bottom="R02,R03").do("leaf G05 B1 r0")
    assert path(game) == "R02,R03"
    assert game.phase() is Phase.TURN
    game = solo(path="G05", held="N1").lay(top="", bottom="").do("leaf G05 B1 r0")
    assert (path(game), game.phase()) == ("", Phase.TURN)


def test_a_berry_in_the_solo_game() -> None:
    """IS-SOLO-4"""
    game = solo(path="G05,G01", held="B3").do("berry-from top-right")
    assert path(game) == "G05,G01,Y07,Y05,Y04"
    game.do("berry-from bottom-right")
    assert told(game, 0) == [
        "Ann spends a Berry for new tiles.",
        "Ann takes R11 from the Bottom Path.",
    ]
    assert path(game).endswith("R11")
    assert game.refused("berry-from top-left").rule == "IS-SOLO-4"
    assert game.refused("berry").rule == "IS-SOLO-4"
    game = solo(held="B1").lay(top="")
    assert game.legal("berry") == ["berry-from bottom-left", "berry-from bottom-right"]
    assert said(game.refused("berry-from top-left").reason) == "That path is empty."
    refusal = game.lay(bottom="").refused("berry-from top-left")
    assert (refusal.rule, "no tiles left" in said(refusal.reason)) == ("IS-SOLO-4", True)
    refusal = Game().refused("berry-from top-left")
    assert (refusal.rule, "common path" in said(refusal.reason)) == ("IS-BER-1", True)
    assert Game().refused("refill top-left").rule == "IS-PATH-2"


def test_a_mushroom_takes_a_tile_of_each_path_a10() -> None:
    """IS-SOLO-5 and A-10: from either end, and it can be declined as always."""
    game = solo(held="M1 N1")
    assert len(game.legal("mushroom")) == 4
    game.do("mushroom top-right+bottom-left", "leaf Y07 A1 r0", "leaf R02 F3 r0")
    assert (len(game.state.top), game.state.top[-1]) == (9, "Y05")
    assert game.state.bottom[0] == "R03"
    assert path(game) == PATHS[0]
    game = solo(held="M1").lay(top="G02")
    assert game.legal("mushroom") == [
        "mushroom top-left+bottom-left",
        "mushroom top-left+bottom-right",
    ]
    game.lay(bottom="")
    assert game.legal("mushroom") == ["mushroom top-left"]
    assert solo(held="M1").lay(top="").legal("mushroom") == [
        "mushroom bottom-left",
        "mushroom bottom-right",
    ]
    assert game.refused("mushroom S+K").rule == "IS-SOLO-5"
    game.lay(top="")
    assert game.refused("mushroom top-left").rule == "IS-SOLO-5"


def test_feather_and_nut_are_as_ever() -> None:
    """IS-SOLO-6"""
    game = solo(held="F1 N1", path="G01,G05").do("nut A8", "feather", "leaf G01 A1 r0")
    game.do("leaf G05 E1 r0")
    assert game.phase() is Phase.REFILL
    game.do("refill top-left")
    assert path(game) == ",".join(TOP.split(",")[:5])


def test_gaps_are_filled_while_nuts_can_be_made_a16() -> None:
    """IS-SOLO-7 and A-16: even at the cost of points."""
    game = solo(gaps="A1 B1 C1 I8", held="F2 N1")
    game.in_round(SOLO_TURNS)
    game.do("squirrel A1", "end")
    assert outcome(game).scores == (0,)
    assert outcome(game).lines == ((),)


@pytest.mark.parametrize(
    ("held", "empty", "score"),
    [("B1 N1 M1 F1", 0, 10), ("", 0, 0), ("", 7, -7), ("B1", 2, -1)],
)
def test_points_of_a_solo_game(held: str, empty: int, score: int) -> None:
    """IS-SOLO-8"""
    assert solo_score(Filling(0, supply(held), 0), empty) == score
    assert points(supply("B1 N1 M1 F1")) == 1 + 2 + 3 + 4


def test_a_won_game_counts_its_tokens() -> None:
    """IS-SOLO-8: only as many are exchanged as needed, the cheapest first."""
    game = solo(gaps="A1 I8", held="B3 M1 F1").do("squirrel A1")
    game.in_round(SOLO_TURNS)
    game.do("end")
    assert outcome(game).scores == (1 + 3 + 4,)
    assert [said(line.label) for line in outcome(game).lines[0]] == [
        "1 Berry",
        "1 Mushroom",
        "1 Feather",
    ]
    assert "Score: 8" in told(game)[-1]


# The series.


@pytest.mark.parametrize(
    ("results", "counted"),
    [
        (((5, 0), (3, 0), (9, 0)), (0, 2)),
        (((5, 0), (3, 0), (-9, 9)), (0, 1)),
        (((5, 0), (-8, 8), (4, 0)), (0, 2)),
        (((5, 0), (-8, 8), (-2, 2)), (1, 2)),
        (((-8, 8), (5, 0), (-2, 2)), (0, 2)),
        (((-8, 8), (-2, 2)), (0, 1)),
    ],
)
def test_which_games_of_a_series_count_a22(
    results: tuple[tuple[int, int], ...], counted: tuple[int, ...]
) -> None:
    """IS-SOLO-9 and A-22"""
    assert counting(tuple(GameResult(*result) for result in results)) == counted


def play_game(game: Game, *, win: bool) -> None:
    """Play a game of a series to its end, in one turn."""
    game.give(0, gaps="A1" if win else "A1 B1 C1", held="M1" if win else "").do("squirrel A1")
    if not win:
        while game.phase() is Phase.TURN:
            game.in_round(SOLO_TURNS)
            game.do((game.legal("squirrel") or ["end"])[0])
    elif game.phase() is Phase.TURN:
        game.do("end")


def test_a_series_of_three_games_on_one_floor_a18() -> None:
    """IS-SOLO-9 and A-18: the same side, cleared; the next stack; animals and tokens reset."""
    game = solo(series="yes")
    floor, seen = game.player().floor, {*game.player().path, *game.state.top, *game.state.bottom}
    assert said(INDIAN_SUMMER.headline(game.view())) == "Game 1, turn 1 of 10"
    play_game(game, win=True)
    assert game.phase() is Phase.SCORED
    assert game.player().covered == FULL, "the floor can still be looked at"
    words = "Game 1: Ann has no gaps to fill. The floor is full, and the game is won. Score: 3."
    assert told(game)[-1] == words
    assert not game.can_undo()
    assert game.legal() == ["next"]
    assert game.refused("squirrel A1").rule == "IS-SOLO-9"
    assert said(INDIAN_SUMMER.prompt(game.view())).startswith("Game 1 is over.")
    assert said(INDIAN_SUMMER.sentence(game.view(), NextGame())) == (
        "Deal game 2 on the same floor."
    )
    assert [one.rules for one in INDIAN_SUMMER.advice(game.view())] == [("IS-SOLO-9",)]
    game.do("next")
    assert game.due() is Due.DEAL
    rest = [tile for tile in TILES if tile not in seen]
    other = f"deal 0/F2A/{','.join(rest[:5])}/{','.join(rest[5:25])}"
    with pytest.raises(Exception, match="IS-PATH-4"):
        game.move(CHANCE, other)
    game.draw()
    assert game.player().floor == floor
    assert game.player().covered == 0
    assert game.player().supply == (1, 1, 1, 0)
    assert not {*game.player().path, *game.state.top} & seen
    assert game.view().results == (GameResult(3, 0),)
    assert game.view().game == 2
    play_game(game, win=False)
    game.do("next").draw()
    assert len(game.state.unseen) == 0
    assert INDIAN_SUMMER.audit(game.state) == ()
    assert said(INDIAN_SUMMER.headline(game.view(WATCHER))) == "Game 3, turn 1 of 10"
    play_game(game, win=True)
    found = outcome(game)
    assert found.scores == (6,)
    assert [line.points for line in found.lines[0]] == [3, 0, 3]
    assert said(found.reason) == "2 games were won. The best two count, for a score of 6."


def test_the_next_game_of_a_series_is_laid_out_from_the_unseen_tiles_a18() -> None:
    """IS-SOLO-9 and A-18: no tile is lost or doubled, and nothing is marked as new."""
    game = solo(series="yes")
    assert told(game) == ["Game 1 begins on floor F1A."]
    game.give(path="G01,G05,Y01,Y06,R01").do("leaf R01 D5 r0")
    game.state = replace(game.state, round=SOLO_TURNS)
    game.give(holes="A1 B1").do("animal mouse A1 r0", "end").do("next")
    assert (game.phase(), game.view().results) == (Phase.SETUP, game.state.results)
    game.draw()
    assert INDIAN_SUMMER.audit(game.state) == ()
    assert (game.view().last, game.view().round) == (Change(), 1)
    assert [kind.left for kind in game.view().stock] == [6, 5, 4, 2, 1, 1, 1]
    assert told(game) == ["Game 2 begins on floor F1A."]
    assert told(Game(1)) == ["The tiles are dealt. The floor is F1A."]


def test_the_number_of_the_game_stays_when_it_is_over() -> None:
    """IS-SOLO-9"""
    game = solo(gaps="A1", held="")
    assert (game.view().game, game.view().rounds) == (1, 10)
    game.do("squirrel A1", "end")
    assert (game.phase(), game.view().game) == (Phase.OVER, 1)
    assert Game(2).view().game == Game(2).view().rounds == 0
    assert not Game(2, options={"series"}).view().series


def test_a_lost_game_says_how_many_spaces_stay_empty() -> None:
    """IS-SOLO-8"""
    game = solo(gaps="A1 B1 C1", held="").in_round(SOLO_TURNS)
    game.do("squirrel A1", "end")
    assert told(game)[-1] == (
        "Ann can't fill any gaps. 2 spaces stay empty, and the game is lost. Score: −2."
    )
    assert [line.points for line in outcome(game).lines[0]] == [-2]
    assert "2 empty spaces" in said(outcome(game).reason)


def test_the_lines_of_a_series_name_its_games() -> None:
    """IS-SOLO-9: a game that does not count brings nothing and says what it scored."""
    game = solo(series="yes")
    for win in (True, False, True):
        play_game(game, win=win)
        if game.phase() is Phase.SCORED:
            game.do("next").draw()
    lines = outcome(game).lines[0]
    assert [said(line.label) for line in lines] == ["Game 1, won", "Game 2, lost", "Game 3, won"]
    assert [line.points for line in lines] == [3, 0, 3]
    assert [line.detail is None for line in lines] == [True, False, True]


def test_two_losses_end_a_series() -> None:
    """IS-SOLO-9: the third game is not played, and without a series no second one."""
    assert solo().refused("next").rule == "IS-SOLO-9"
    game = solo(series="yes")
    play_game(game, win=False)
    game.do("next").draw()
    play_game(game, win=False)
    assert game.phase() is Phase.OVER
    assert outcome(game).scores == (sum(result.score for result in game.state.results),)
    assert said(outcome(game).reason).startswith("The first two games are lost")


def test_one_game_won_lets_the_lost_ones_count() -> None:
    """IS-SOLO-9"""
    game = solo(series="yes")
    for win in (False, True, False):
        play_game(game, win=win)
        if game.phase() is Phase.SCORED:
            game.do("next").draw()
    results = game.state.results
    assert outcome(game).scores == (results[0].score + results[2].score,)
    assert said(outcome(game).reason).startswith("Only one game was won")


def test_onlookers_of_a_solo_game_see_the_turn_when_it_is_over() -> None:
    game = solo(held="N1").do("nut A1")
    assert cells(game.view(WATCHER).players[0].covered) == ""
    game.do("squirrel B1")
    assert cells(game.view(WATCHER).players[0].covered) == "A1 B1"
