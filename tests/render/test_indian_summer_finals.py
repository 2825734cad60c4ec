"""The end of Indian Summer on pictures: who has won, and who shares a place."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest

from render.i18n import LANGS, Lang
from render.indian_summer import IndianSummerArtist, heading, offer, panels, result, text
from render.indian_summer import theme as th
from render.indian_summer.board import beside
from render.indian_summer.sample import sample
from render.kit import marks
from render.kit import type as words
from render.kit.press import Press
from render.speech import Speech
from rules.indian_summer.view import Change, Phase
from rules.protocol import Outcome, ScoreLine
from rules.text import Who, t
from tests.render.drawn import overheard
from tests.render.seeing import check_apart, check_written
from tests.render.wood import NAMES, made_up

ARTIST = IndianSummerArtist()
REASON = t("Several floors are full, so the most Nuts win.")


def fresh() -> IndianSummerArtist:
    """Return an artist without cached tiles, so that everything is painted again."""
    return IndianSummerArtist(Press(th.WOOD, th.FLATS, sample, "indian_summer"))


def tied(ranks: tuple[int, ...]) -> Outcome:
    """Return a result in which some share a place."""
    lines = []
    for seat, rank in enumerate(ranks):
        equal = tuple(Who(n) for n, other in enumerate(ranks) if other == rank and n != seat)
        note = t("tied with {who}, so they share the place", who=equal) if equal else None
        lines.append((ScoreLine(t("Empty spaces"), -4 * rank, note),))
    return Outcome(tuple(-4 * rank for rank in ranks), ranks, tuple(lines), REASON)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("ranks", [(1, 1), (2, 1, 2), (1, 1, 1), (2, 2, 1, 2), (1, 1, 1, 1)])
def test_a_tie_is_shown_by_the_tokens_of_who_shares_the_place(
    ranks: tuple[int, ...], lang: Lang
) -> None:
    view = made_up(len(ranks), 14, Phase.OVER)
    with overheard() as heard, patch.object(result, "_tied", wraps=result._tied) as shown:
        fresh().result(view, tied(ranks), names=NAMES, lang=lang)
    told = [set(call.args[3]) for call in shown.call_args_list]
    places = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    equal = [{n for n in places if ranks[n] == ranks[seat]} - {seat} for seat in places]
    assert told == [others for others in equal if others]
    written = [it for it in heard if it.canvas.box.w > 200]
    check_written(written, tuple(NAMES.values()))
    check_apart(written)
    assert not any("…" in it.line for it in heard if it.line not in NAMES.values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_finished_board_has_each_winner_in_a_wreath(seats: int) -> None:
    view = made_up(seats, 14, Phase.OVER)
    with patch.object(marks, "laurel", wraps=marks.laurel) as wreath:
        fresh().board(view, names=NAMES, lang="en", to_act=frozenset())
    assert wreath.call_count == len(text.winners(view))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_number_of_a_result_can_be_taken_for_points(seats: int, lang: Lang) -> None:
    """A full floor without Nuts wins against five empty spaces."""
    scores = (-5, 0, -12, -1)[:seats]
    ranks = tuple(1 + sum(other > own for other in scores) for own in scores)
    outcome = Outcome(scores, ranks, ((),) * seats, REASON)
    names = dict(enumerate(("Ada", "Bartek", "Celina", "Dorota")))
    with overheard() as heard:
        fresh().result(made_up(seats, 14, Phase.OVER), outcome, names=names, lang=lang)
    lines = [it.line for it in heard if it.canvas.box.w > 200]
    numbers = [line for line in lines if line.isdigit()]
    assert sorted(numbers) == sorted(map(str, ranks))
    full, spaces = {
        "en": ("Floor full", "5 empty spaces"),
        "pl": ("Pełna ściółka", "5 pustych pól"),
    }[lang]
    assert lines.count(full) == 1
    assert spaces in lines


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_the_end_only_the_winners_floor_is_marked(seats: int) -> None:
    view = made_up(seats, 14, Phase.OVER)
    view = replace(view, last=Change(0, view.players[0].covered, view.players[0].path))
    with (
        patch.object(panels, "frame", wraps=panels.frame) as frame,
        patch.object(offer, "common", wraps=offer.common) as tile,
    ):
        board = fresh().board(view, names=NAMES, lang="en", to_act=frozenset())
    gold = [call.args[2] for call in frame.call_args_list]
    assert {True, False} == set(gold) or len(text.winners(view)) == seats
    assert not any(call.args[3] or call.args[4] for call in tile.call_args_list)
    unmarked = replace(view, last=Change())
    assert board.png == ARTIST.board(unmarked, names=NAMES, lang="en", to_act=frozenset()).png


def test_the_end_does_not_light_the_common_path() -> None:
    now = made_up(2, 14, Phase.OVER)
    then = replace(now, phase=Phase.TURN, active=0)
    with patch.object(offer, "common", wraps=offer.common) as tile:
        fresh().board(beside(then, now), names=NAMES, lang="en", to_act=frozenset({0}))
    assert tile.call_args_list
    assert not any(call.args[3] for call in tile.call_args_list)


@pytest.mark.parametrize("line", ["Round 7", "Game 2: Turn 10 of 10", "Partia 2: tura 10 z 10"])
def test_a_long_title_takes_the_leafs_room_before_it_is_cut(line: str) -> None:
    with overheard() as heard:
        heading.title(300, 66, line, ending=False)
    assert [it.line for it in heard] == [line]


def test_a_long_name_has_two_lines_before_it_is_cut() -> None:
    name = "Brzęczyszczykiewicz-Wąchocki"
    font, lines = words.named(name, words.bold(36), 240, words.GLANCE_PX, 24)
    assert "".join(lines) == name
    assert all(words.width(line, font) <= 240 for line in lines)
    assert words.named("Ada", words.bold(36), 240, words.GLANCE_PX)[1] == ("Ada",)
    assert words.named(name, words.bold(36), 900, words.GLANCE_PX)[1] == (name,)


@pytest.mark.parametrize("lang", LANGS)
def test_a_name_in_the_heading_gets_the_room_that_the_title_leaves(lang: Lang) -> None:
    name = "Brzęczyszczykiewicz-Wąchocki"
    view = replace(made_up(2, 9), round=5)
    acts = frozenset({view.active or 0})
    with overheard() as heard:
        fresh().board(view, names=dict.fromkeys(range(2), name), lang=lang, to_act=acts)
    said = Speech(dict.fromkeys(range(2), name), lang)(text.asked(view))
    assert said in {it.line for it in heard}
