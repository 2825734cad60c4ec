"""The pictures of Indian Summer: boxes, text, words, colours."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest

from bench.sight import contrast, inside, overlap
from render.i18n import LANGS, Lang
from render.indian_summer import IndianSummerArtist, board, hand, layout, offer, text
from render.indian_summer import theme as th
from render.indian_summer.exhibits import turned
from render.indian_summer.result import decides, is_won
from render.indian_summer.sample import sample
from render.kit.layout import Box
from render.kit.press import WIDTH, Press
from render.picture import MAX_ALT
from render.speech import Speech
from rules.errors import DataError
from rules.indian_summer.components import ANIMALS, FLOORS, TILES, TREASURE_KINDS, Treasure
from rules.indian_summer.forest.shapes import orientations
from rules.indian_summer.legal import rate, swaps
from rules.indian_summer.moves import Leaf, PlaceAnimal, SpendNut, Squirrel
from rules.indian_summer.score import amount
from rules.indian_summer.view import GameResult, Phase
from rules.protocol import WATCHER, Outcome, ScoreLine
from rules.text import Who, t
from tests.render.drawn import Written, overheard
from tests.render.seeing import check_apart, check_written, opened
from tests.render.wood import (
    NAMES,
    SUMMER,
    fitting,
    made_up,
    seen,
    states,
    waiting,
    with_mushroom,
)

ARTIST = IndianSummerArtist()
ACTS = frozenset({1})
TABLES = (1, 2, 3, 4)
STAGES = (0, 9, 30)
CUT = ("Bartłomiej Brzęczyszczykiewicz-Wąchocki", "Дмитрий_the **Great** ŻÓŁĆ", "Ada")


def fresh() -> IndianSummerArtist:
    """Return an artist without cached tiles, so that everything is painted again."""
    return IndianSummerArtist(Press(th.WOOD, th.FLATS, sample, "indian_summer"))


# Boxes


def apart_and_inside(boxes: dict[str, Box], page: Box) -> None:
    for name, box in boxes.items():
        assert inside(box, page), name
        assert min(box.w, box.h) > 0, name
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not overlap(a, b), (one, other)


@pytest.mark.parametrize("seats", TABLES)
def test_board_boxes_are_inside_and_apart(seats: int) -> None:
    page = Box(0, 0, WIDTH, layout.height(seats))
    boxes = dict(layout.board(seats))
    apart_and_inside(boxes, page)
    assert {f"floor{n}" for n in range(seats)} <= boxes.keys()
    assert {f"animal{n}" for n in range(len(ANIMALS))} <= boxes.keys()
    assert ("tile17" in boxes) == (seats > 1)
    assert WIDTH * 3 / 4 <= page.h <= WIDTH * (1.4 if seats == 4 else 1.2)


@pytest.mark.parametrize("seats", TABLES)
def test_the_parts_of_a_panel_are_inside_and_apart(seats: int) -> None:
    for n in range(seats):
        room = layout.board(seats)[f"floor{n}"]
        boxes: dict[str, Box] = {}
        for name, place in layout.panel(room)._asdict().items():
            places = (place,) if isinstance(place, Box) else place
            boxes |= {f"{name}{at}": box for at, box in enumerate(places)}
        apart_and_inside(boxes, room)
        assert len(boxes) == 6 + 4 + 6 + 6


def test_boxes_for_one_player_are_inside_and_apart() -> None:
    for solo in (False, True):
        page = Box(0, 0, WIDTH, layout.hand_height(solo=solo))
        boxes = dict(layout.hand(solo=solo))
        apart_and_inside(boxes, page)
        assert page.h <= WIDTH
        apart_and_inside(dict(layout.beside(solo=solo)), boxes["side"])
    for others in (1, 2, 3):
        apart_and_inside(dict(layout.market(others)), layout.hand(solo=False)["low"])
    trial = {**layout.trial(), "floor": layout.hand(solo=False)["floor"]}
    apart_and_inside(trial, Box(0, 0, WIDTH, layout.hand_height(solo=False)))
    apart_and_inside(dict(layout.sides()), Box(0, 0, WIDTH, layout.SIDES_HEIGHT))


@pytest.mark.parametrize("seats", TABLES)
def test_result_boxes_are_inside_and_apart(seats: int) -> None:
    boxes = dict(layout.result(seats))
    apart_and_inside(boxes, Box(0, 0, WIDTH, layout.result_height(seats)))
    for name, box in boxes.items():
        if name != "head":
            parts = zip("nlf", layout.ground(layout.home(box)), strict=True)
            apart_and_inside(dict(parts), box)


@pytest.mark.parametrize("count", [2, 4, 7, 20])
def test_boxes_of_components_are_inside_and_apart(count: int) -> None:
    page = Box(0, 0, WIDTH, layout.together_height(count))
    apart_and_inside(dict(layout.together(count)), page)


def test_spaces_are_plain_to_see_on_a_phone() -> None:
    for seats in TABLES:
        for n in range(seats):
            spaces = layout.panel(layout.board(seats)[f"floor{n}"]).floor
            assert spaces.w // 9 * 400 / WIDTH >= 18
            assert (spaces.w, spaces.h) == (spaces.w // 9 * 9, spaces.w // 9 * 8)


# Words


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("tiles", STAGES)
@pytest.mark.parametrize("seats", TABLES)
def test_words_lie_within_their_tiles(seats: int, tiles: int, lang: Lang) -> None:
    view = made_up(seats, tiles, seat=seats - 1)
    with overheard() as heard:
        artist = fresh()
        artist.board(view, names=NAMES, lang=lang, to_act=ACTS)
        artist.hand(view, names=NAMES, lang=lang)
    own = _pictured(heard)
    assert len(own) > 40
    check_written(own, CUT)
    check_apart(own)


def _pictured(heard: list[Written]) -> list[Written]:
    """Ignore what the palette's sample wrote."""
    return [it for it in heard if it.canvas.box.w < WIDTH]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", [Leaf, Squirrel, SpendNut])
def test_words_of_a_trial_lie_within_their_tiles(
    kind: type[Leaf | Squirrel | SpendNut], lang: Lang
) -> None:
    view = made_up(3, seat=2)
    with overheard() as heard:
        fresh().trial(view, fitting(view, kind), names=NAMES, lang=lang)
    check_written(_pictured(heard), CUT)
    check_apart(_pictured(heard))


@pytest.mark.parametrize("lang", LANGS)
def test_every_component_is_drawn_with_its_words(lang: Lang) -> None:
    with overheard() as heard:
        for key in SUMMER.components:
            picture = ARTIST.component((key,), lang=lang)
            assert len(picture.png) > 2000
            assert 0 < len(picture.alt) <= MAX_ALT
    check_written(_pictured(heard))
    check_apart(_pictured(heard))


def test_tiles_that_are_alike_are_one_component() -> None:
    alike = ARTIST.component(("G01", "G02", "G03", "G04"), lang="en")
    assert "G01 G02 G03 G04" in alike.text
    assert "4 tiles like this" in alike.text
    both = ARTIST.component(("G01", "G05"), lang="en")
    assert "three G01." in both.text
    assert "three G05." in both.text


def test_all_ways_to_lie_are_drawn() -> None:
    for tile in TILES:
        assert [turn for turn, _ in turned(tile)] == [f"r{n}" for n in range(tile.ways)]
        assert turned(tile)[0][1] == tile.drawing
        assert len({drawing for _, drawing in turned(tile)}) == tile.ways
    for animal, kind in ANIMALS.items():
        assert len(turned(animal)) == len(orientations(kind.drawing))


@pytest.mark.parametrize("ids", [(), ("X01",), ("G99",), ("F7A",), ("G01", "boat")])
def test_an_unknown_component_is_an_error(ids: tuple[str, ...]) -> None:
    with pytest.raises(DataError):
        ARTIST.component(ids, lang="en")


# The table


def test_the_last_turn_and_who_is_to_act_are_marked() -> None:
    view = made_up(3)
    plain = replace(view, last=type(view.last)())
    shown = [ARTIST.board(v, names=NAMES, lang="en", to_act=ACTS).png for v in (view, plain)]
    other = ARTIST.board(view, names=NAMES, lang="en", to_act=frozenset()).png
    assert len({*shown, other}) == 3


@pytest.mark.parametrize("lang", LANGS)
def test_the_heading_for_watchers_is_true_at_each_step_of_a_turn(lang: Lang) -> None:
    start = made_up(3)
    steps = (start, replace(start, main_done=True), with_mushroom(start))
    say = Speech(NAMES, lang)
    told = {say(text.asked(view)) for view in steps}
    assert told == {say(t("{who} is playing their turn", who=Who(2)))}
    assert len({say(text.asked(replace(view, seat=2))) for view in steps}) == len(steps)


@pytest.mark.parametrize(("lang", "word"), [("en", "Empty"), ("pl", "Puste")])
def test_the_number_of_empty_spaces_has_a_word(lang: Lang, word: str) -> None:
    view = made_up(3)
    with overheard() as heard:
        fresh().board(view, names=NAMES, lang=lang, to_act=ACTS)
    lines = [it.line for it in heard]
    for it in view.players:
        assert (word, str(it.empty)) in zip(lines, lines[1:], strict=False)


def test_the_last_round_is_announced() -> None:
    view = made_up(2)
    with overheard() as heard:
        fresh().board(view, names=NAMES, lang="en", to_act=ACTS)
    assert "Last round" in {it.line for it in heard if it.canvas.box.w <= layout.SIDE}
    assert "this is the last round" in ARTIST.board(view, names=NAMES, lang="en", to_act=ACTS).text
    assert "Round 7" in ARTIST.board(made_up(3), names=NAMES, lang="en", to_act=ACTS).text


def test_a_solo_match_counts_turns_and_games_and_has_two_paths() -> None:
    view = made_up(1)
    picture = ARTIST.board(view, names=NAMES, lang="en", to_act=ACTS)
    for found in ("Game 2: Turn 7 of 10", "score −11", *view.top, *view.bottom):
        assert found in picture.text
    with overheard() as heard:
        fresh().board(view, names=NAMES, lang="en", to_act=ACTS)
    assert {"Top Path", "Bottom Path", "−11"} <= {it.line for it in heard}


def test_between_two_games_of_a_series_the_floor_can_be_looked_at() -> None:
    view = replace(made_up(1, 14), game=1)
    picture = ARTIST.board(view, names=NAMES, lang="en", to_act=frozenset({0}))
    assert picture.text.startswith("Game 1 is over.")
    assert "score −11, 11 spaces empty" in picture.text


def test_without_animals_there_are_none_on_the_table() -> None:
    view = replace(made_up(2), with_animals=False, stock=())
    with overheard() as heard:
        picture = fresh().board(view, names=NAMES, lang="en", to_act=ACTS)
    assert "no animals" in {it.line for it in heard}
    assert "There are no animals in this match" in picture.text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", TABLES)
def test_the_text_board_is_complete(seats: int, lang: Lang) -> None:
    view = made_up(seats, 12)
    picture = ARTIST.board(view, names=NAMES, lang=lang, to_act=ACTS)
    assert len(picture.alt) <= MAX_ALT
    for player in view.players:
        assert str(player.floor) in picture.text
        assert " ".join(player.path) in picture.text
        names = [getattr(kind.name, lang) for kind in TREASURE_KINDS.values()]
        held = ", ".join(f"{name} {n}" for name, n in zip(names, player.supply, strict=True))
        assert held in picture.text
        assert held in picture.alt
        for leaf in player.leaves:
            assert f"{leaf.tile} {leaf.hole} {leaf.turn}" in picture.text
        for number, empty in enumerate(player.gaps, 1):
            assert f"{number}:{empty}" in picture.text
    for tile in (*view.common, *view.top, *view.bottom):
        assert tile in picture.text
    for it in view.stock:
        assert f"{getattr(ANIMALS[it.animal].name, lang)} {it.left}" in picture.text


@pytest.mark.parametrize(
    ("seats", "firsts"),
    [(2, "First tile of the other player: "), (3, "First tiles of the other players: ")],
)
def test_a_hand_counts_nuts_and_players_as_people_do(seats: int, firsts: str) -> None:
    view = seen(states(seats, 1)[9], 0)
    for supply, nuts in (((3, 0, 0, 0), "make 1 Nut."), ((4, 0, 0, 0), "make 2 Nuts.")):
        mine = replace(view.players[0], supply=supply)
        lines = hand.choice_lines(replace(view, players=(mine, *view.players[1:])), mine)
        words = "\n".join(Speech(NAMES, "en")(line) for line in lines)
        assert nuts in words
        assert firsts in words


@pytest.mark.parametrize("seats", TABLES)
def test_the_alternative_text_says_what_matters(seats: int) -> None:
    view = made_up(seats, 12)
    alt = ARTIST.board(view, names=NAMES, lang="en", to_act=ACTS).alt
    for it in view.players:
        assert f"path {' '.join(it.path)}." in alt
        assert f"{it.empty} spaces empty" in alt
    assert (f"Start player: {th.LETTERS[view.start]}." in alt) == (seats > 1)
    for tile in (*view.common, *view.top, *view.bottom):
        assert tile in alt
    assert ("Last round." in alt) == (view.ending and seats > 1)
    assert "mouse 6" in alt


def test_the_grid_tells_each_space() -> None:
    it = made_up(4).players[3]
    rows = [line for line in text.grid(it, text.signs("en")) if line[0].isdigit()]
    for row, line in enumerate(rows):
        signs = line[3:].replace("| ", "").ljust(18)
        for col in range(9):
            bit, sign = 1 << (row * 9 + col), signs[2 * col : 2 * col + 2]
            below = FLOORS[it.floor].prints[row * 9 + col]
            assert (sign[0] == "*") == bool(it.tokens & bit)
            assert (sign[0] == "o") == bool(it.holes & bit)
            assert (sign == "S ") == bool(it.squirrels & bit)
            if not it.covered & bit:
                assert sign[0] == ("." if below is None else below[0].upper())


@pytest.mark.parametrize("lang", LANGS)
def test_the_heading_and_the_hand_name_what_is_legal(lang: Lang) -> None:
    tile, squirrel, spend = {
        "en": ("tile", "squirrel", "spend"), "pl": ("kafelek", "wiewiórk", "wydaje")
    }[lang]  # fmt: skip
    say, found = Speech(NAMES, lang), set()
    for state in states(3, 5)[:-1]:
        view = seen(state, min(waiting(state)))
        if view.phase is not Phase.TURN or view.task is not None:
            continue
        kinds = {type(move) for move in SUMMER.legal_moves(state, view.seat)}
        line = say(text.asked(view))
        assert (tile in line) == (Leaf in kinds)
        assert (squirrel in line) == (Squirrel in kinds)
        assert text.takes_squirrel(view, view.seat) == (Squirrel in kinds)
        if Squirrel in kinds and Leaf not in kinds:
            assert (spend in line) == (not kinds <= {Squirrel, PlaceAnimal})
        found.add(text.asked(view).msgid)
    assert len(found) >= 4


def test_a_name_with_a_full_stop_ends_a_line_with_one() -> None:
    names = {seat: f"Ada {'KLMN'[seat]}." for seat in range(4)}
    assert ".." not in ARTIST.board(made_up(3), names=names, lang="en", to_act=ACTS).text


def test_no_id_touches_its_tile() -> None:
    boxes = [layout.board(seats)["tile1"] for seats in TABLES[1:]]
    boxes += [layout.market(1)["next1"], layout.corner(board.PAGE.inset(layout.GAP))["tile1"]]
    with overheard() as heard:
        for box in boxes:
            for tile in TILES:
                offer.common(box.w, box.h, tile, True, False)
    for it in heard:
        before = it.canvas.image.crop((it.box.x - 2, it.box.y, it.box.x, it.box.bottom))
        assert before.getcolors() == [(2 * it.box.h, before.getpixel((0, 0)))], it.line
        assert len(it.ground.getcolors() or ()) == 1, it.line


def test_what_is_being_composed_is_seen_by_its_owner_alone() -> None:
    found = states(3, 5)
    composing = next(
        state for state in found if seen(state, min(waiting(state))) != replace(
            seen(state), seat=min(waiting(state)))
    )  # fmt: skip
    owner = min(waiting(composing))
    own, public, other = (
        ARTIST.board(seen(composing, seat), names=NAMES, lang="en", to_act=frozenset())
        for seat in (owner, WATCHER, (owner + 1) % 3)
    )
    assert own != public
    assert other == public


@pytest.mark.parametrize("seats", TABLES)
def test_positions_of_real_matches_can_be_drawn(seats: int) -> None:
    found = states(seats, 1)
    for state in (found[0], found[len(found) // 2], found[-1]):
        pictures = [
            ARTIST.board(seen(state), names=NAMES, lang="en", to_act=waiting(state))
            for _ in range(2)
        ]
        assert pictures[0] == pictures[1]
        assert len(pictures[0].png) <= 130_000


# Areas and key


@pytest.mark.parametrize("seats", TABLES)
def test_areas_are_the_viewers_floor_the_others_and_what_is_for_all(seats: int) -> None:
    found = [area.slug for area in ARTIST.areas(made_up(seats, seat=seats - 1))]
    assert found[0] == f"seat{seats - 1}"
    assert sorted(found[:seats]) == [f"seat{n}" for n in range(seats)]
    assert found[seats:] == (["market"] if seats > 1 else [])
    assert not ARTIST.areas(made_up(seats, phase=Phase.SETUP))


def test_an_area_says_what_it_shows_and_no_more() -> None:
    view = made_up(3, 9, seat=1)
    shown = {
        area.slug: ARTIST.area(view, area.slug, names=NAMES, lang="en", to_act=ACTS)
        for area in ARTIST.areas(view)
    }
    for seat, it in enumerate(view.players):
        own = f"Path from the backpack: {' '.join(it.path)}"
        assert [slug for slug, picture in shown.items() if own in picture.text] == [f"seat{seat}"]
    names = dict.fromkeys(range(3), "Małgorzata K.")
    with overheard() as heard:
        fresh().area(view, "seat0", names=names, lang="en", to_act=frozenset({0}))
    assert names[0] in {it.line for it in heard}
    assert view.common[-1] in shown["market"].text
    for picture in shown.values():
        assert 600 <= opened(picture.png).height <= WIDTH
        assert len(picture.png) <= 70_000
    with pytest.raises(DataError):
        ARTIST.area(view, "seat3", names=NAMES, lang="en", to_act=ACTS)


@pytest.mark.parametrize("lang", LANGS)
def test_the_key_shows_every_sign_with_its_words(lang: Lang) -> None:
    with overheard() as heard:
        picture = fresh().key(lang=lang)
    assert picture is not None
    names = [kind.name for kind in ANIMALS.values()]
    for name in (*names, *(kind.name for kind in TREASURE_KINDS.values())):
        assert getattr(name, lang).lower() in picture.text.lower()
    mushroom = {"en": "places two tiles from other paths", "pl": "dwa kafelki z innych ścieżek"}
    assert mushroom[lang] in picture.text  # also of the bush, and alone: IS-MUSH-5, IS-SOLO-5
    check_written(_pictured(heard))
    check_apart(_pictured(heard))


def test_text_can_be_read_on_every_paper_light_and_dark() -> None:
    for shades in ({}, th.DARK):
        for ink in (th.INK, th.SOFT, th.GAIN):
            for paper in (th.PAPER, th.BIRCH, th.SAND)[: None if ink == th.INK else 2]:
                worn = shades.get(ink, ink), shades.get(paper, paper)
                assert contrast(*worn) >= 4.5, worn


def test_a_treasure_is_affordable_if_exchanges_reach_it() -> None:
    view = made_up(2, 9)
    for supply in product(range(4), range(3), range(2), range(2)):
        reached, todo = {supply}, [supply]
        while todo:
            held = todo.pop()
            for swap in swaps(held):
                left = list(held)
                left[swap.give.rank] -= rate(swap.give, swap.get)
                left[swap.get.rank] += 1
                if tuple(left) not in reached:
                    reached.add((left[0], left[1], left[2], left[3]))
                    todo.append((left[0], left[1], left[2], left[3]))
        rich = replace(view, players=(replace(view.players[0], supply=supply), view.players[1]))
        for which in TREASURE_KINDS:
            assert text.affords(rich, 0, which) == any(held[which.rank] for held in reached)
        assert not text.affords(replace(rich, phase=Phase.OVER), 0, Treasure.BERRY)


# The end


@pytest.mark.parametrize("lang", LANGS)
def test_the_heading_names_the_winner(lang: Lang) -> None:
    end = states(3, 5)[-1]
    view, outcome = seen(end, WATCHER), SUMMER.outcome(end)
    assert outcome is not None
    first = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    assert sorted(text.winners(view)) == first
    assert (NAMES[first[0]] in Speech(NAMES, lang)(text.asked(view))) == (len(first) == 1)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", TABLES)
def test_the_result_tells_the_breakdown(seats: int, lang: Lang) -> None:
    scores = (15, -12, 21, -3)[:seats]
    lines = tuple((ScoreLine(t("Floor full; Nuts left"), score),) for score in scores)
    reason = t("Several floors are full, so the most Nuts win.")
    outcome = Outcome(scores, (2, 4, 1, 3)[:seats], lines, reason)
    with overheard() as heard:
        view = made_up(seats, 14, Phase.OVER)
        picture = fresh().result(view, outcome, names=NAMES, lang=lang)
    found = {it.line for it in heard}
    said = Speech(NAMES, lang)
    for score in scores:
        shown = (str(score),) if seats == 1 else tuple(map(said, decides(score)))
        assert found.issuperset(shown)
        assert str(score).replace("-", "−") in picture.text
    check_written(_pictured(heard), CUT)
    check_apart(_pictured(heard))


@pytest.mark.parametrize("lang", LANGS)
def test_the_result_of_a_series_tells_its_games(lang: Lang) -> None:
    lines = (
        ScoreLine(t("Game {game}, won", game=1), 9),
        ScoreLine(t("Game {game}, lost", game=2), 0, t("{score} points, doesn't count", score=-4)),
        ScoreLine(t("Game {game}, won", game=3), 12),
    )
    reason = t("{won} games were won. The best two count, for a score of {score}.",
               won=2, score=21)  # fmt: skip
    outcome = Outcome((21,), (1,), (lines,), reason)
    with overheard() as heard:
        view = made_up(1, 14, Phase.OVER)
        picture = fresh().result(view, outcome, names=NAMES, lang=lang)
    assert {"21", "9", "0", "12"} <= {it.line for it in heard}
    assert "−4" in picture.text
    check_written(_pictured(heard), CUT)
    check_apart(_pictured(heard))


def test_a_lost_solo_game_wins_no_laurel() -> None:
    """Not even one with a score of 0: a Berry makes up for an empty space."""
    pictures = [
        ARTIST.result(
            replace(made_up(1, 14, Phase.OVER), series=False, results=(GameResult(score, empty),)),
            Outcome((score,), (1,), ((ScoreLine(t("Score"), score),),), t("{x}", x="-")),
            names=NAMES,
            lang="en",
        ).png
        for score, empty in ((-1, 1), (0, 1), (1, 0))
    ]
    heads = [opened(png) for png in pictures]
    corners = [image.getpixel((600, layout.EDGE + layout.RESULT_HEAD + 12)) for image in heads]
    assert corners[0] == corners[1] != corners[2]


@pytest.mark.parametrize(("lost", "won"), [(0, True), (1, True), (2, False)])
def test_a_series_is_lost_with_two_games(lost: int, won: bool) -> None:
    """IS-SOLO-9"""
    results = (*(GameResult(-1, 1) for _ in range(lost)), GameResult(3, 0))
    assert is_won(replace(made_up(1, 14, Phase.OVER), series=True, results=results)) is won


def test_the_result_says_the_games_own_unit() -> None:
    """IS-END-6: empty spaces and Nuts are no points; nobody is the first of one player."""
    both = Outcome((-2, 1), (2, 1), ((), ()), t("{x}", x="-"), amount)
    words = ARTIST.result(made_up(2, 14, Phase.OVER), both, names=NAMES, lang="en").text
    assert "points" not in words
    assert "2 empty spaces." in words
    assert "a full floor and 1 Nut." in words
    alone = Outcome((3,), (1,), ((),), t("{x}", x="-"))
    words = ARTIST.result(
        replace(made_up(1, 14, Phase.OVER), results=(GameResult(3, 0),)),
        alone,
        names=NAMES,
        lang="en",
    ).text
    assert f"{NAMES[0]}: 3 points." in words.splitlines()
