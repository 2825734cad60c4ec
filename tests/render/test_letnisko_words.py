"""Letnisko in words: complete and short; choices in the order of the list."""

from __future__ import annotations

from dataclasses import replace

import pytest

from render.i18n import LANGS, Lang, translate
from render.letnisko import LetniskoArtist, text
from render.picture import MAX_ALT
from render.speech import pictured, spoken
from rules.letnisko.components import CARDS, GUESTS, HOUSES, WEATHER, letters
from rules.letnisko.moves import Lodge
from rules.letnisko.view import LetniskoView, Phase
from tests.render.resort import (
    LETNISKO,
    NAMES,
    choosing,
    ended,
    made_up,
    scored,
    seen,
    states,
    waiting,
)

ARTIST = LetniskoArtist()
CALLED = spoken(NAMES, 5, "en")
MATCHES = [(seats, seed) for seats in (2, 3, 4, 5) for seed in (1, 2)]


def texts(view: LetniskoView, lang: Lang = "en") -> tuple[str, str]:
    """Return alternative text and text board."""
    to_act = frozenset(decision.seat for decision in view.decisions)
    picture = ARTIST.board(view, names=NAMES, lang=lang, to_act=to_act)
    return picture.alt, picture.text


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
@pytest.mark.parametrize("lang", LANGS)
def test_alternative_text_is_short_and_names_everything(seats: int, seed: int, lang: Lang) -> None:
    for state in states(seats, seed)[::7]:
        view = seen(state)
        alt, _ = texts(view, lang)
        assert 0 < len(alt) <= MAX_ALT
        assert not alt.endswith("…")
        assert f"{view.round} " in alt
        assert view.weather is not None
        name = WEATHER[view.weather].name
        assert (name.pl if lang == "pl" else name.en) in alt
        for car in view.cars if any(car.guests for car in view.cars) else ():
            guests = letters(car.guests, "")
            assert f"{car.number} {guests.pl if lang == 'pl' else guests.en}" in alt
        for stack in view.stacks:
            if stack.open and view.phase is Phase.ACTIONS:
                assert f"{stack.price_one_zl}/{stack.price_pair_zl}" in alt
        for player in view.players:
            assert f"{player.money_zl} zł, {player.points} p" in alt
            assert NAMES[player.seat][:7] in alt or player.seat == 2
        assert alt.count("President" if lang == "en" else "Prezes") == sum(
            player.president for player in view.players
        )


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_the_end_names_its_winner(seats: int, seed: int) -> None:
    state = states(seats, seed)[-1]
    outcome = LETNISKO.outcome(state)
    assert outcome is not None
    first = tuple(seat for seat, rank in enumerate(outcome.ranks) if rank == 1)
    assert text.winners(seen(state)) == first
    assert f"{CALLED[first[0]]} wins the match" in texts(seen(state))[1]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("phase", [Phase.ACTIONS, Phase.HOMES])
def test_alternative_text_of_a_full_table_is_whole(phase: Phase, lang: Lang) -> None:
    alt, _ = texts(made_up(5, phase), lang)
    assert len(alt) <= MAX_ALT
    assert not alt.endswith("…")


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_text_board_shows_every_car_card_house_and_seat(seats: int, seed: int) -> None:
    for state in states(seats, seed)[::9]:
        view = seen(state)
        lines = texts(view)[1].splitlines()
        for car in view.cars:
            line = next(n for n in lines if n.startswith(f"Car {car.number}: "))
            assert (" ".join(car.guests) or "–") in line
            if car.claimed is not None:
                assert f"claimed by {CALLED[car.claimed]} (" in line
        for stack in view.stacks:
            line = next(n for n in lines if n.startswith(f"{CARDS[stack.card].name.en}: "))
            for visit in stack.visits:
                assert f"{CALLED[visit.seat]} (" in line
            left = stack.left - len(stack.visits)
            assert (f"cards left: {left};" if stack.open else "none left") in line
        starts = [f"{'OBYLG'[seat]} {NAMES[seat]}: " for seat in view.order]
        at = [next(i for i, line in enumerate(lines) if line.startswith(s)) for s in starts]
        assert at == sorted(at)
        for player in view.players:
            own = lines[next(i for i in at if lines[i].startswith(f"{'OBYLG'[player.seat]} ")) :]
            assert f"cash {player.money_zl} zł, points {player.points}, " in own[0]
            for lot in player.lots:
                house = HOUSES[lot.house].name.en
                assert f"house {lot.number}, {house}: {' '.join(lot.residents) or '–'}" in own
        for weather in view.past:
            assert WEATHER[weather].name.en in "\n".join(lines)


def test_text_board_names_everything_there_can_be() -> None:
    _, text = texts(made_up(5, Phase.HOMES))
    for part in (
        "2 players are busy with houses and guests.", "Ada upgrades a house.",
        "Ewelina assigns rooms to 2 students, 1 convalescent and 2 socialites.", "Week 7 of 10.",
        "one more car", "Next week's card: cloud.", "Weather not yet drawn: 1 × Rain, ",
        "Weather so far: Rain, Sun behind a cloud.", "by automobile, cars 3+4", "none left",
        "Locomotive, 100 zł: Ada (one token), Ewelina (one token), ",
        "(the porter alone).",
        "(two stacked tokens)", "(one token and the porter)", "President", "Porter: not yet used",
        "Free forest lots: 3", "1 ready, 1 out of fuel", "1 at the station", "1 being refuelled",
        "Last changed: car 3, car 4, villa, Bartłomiej",
    ):  # fmt: skip
        assert part in text, part


def test_the_last_week_foretells_nothing() -> None:
    """LT-INFO-1: the last card is never turned up."""
    view = ended(3)
    for said in texts(replace(view, phase=Phase.ACTIONS)):
        assert "Next week: the season ends." in said
        assert "Next week: cloud" not in said
    for said in texts(view):
        assert "Next week" not in said


def chooser(view: LetniskoView, lang: Lang = "en") -> tuple[str, list[str]]:
    """Return alternative text and lines of the chooser."""
    picture = ARTIST.hand(view, names=NAMES, lang=lang)
    assert picture is not None
    return picture.alt, picture.text.splitlines()


def test_lodgings_stand_in_the_order_and_in_the_words_of_the_list() -> None:
    met = 0
    for seats, seed in MATCHES:
        for state in states(seats, seed):
            for seat in waiting(state):
                moves = LETNISKO.legal_moves(state, seat)
                if not isinstance(moves[0], Lodge):
                    continue
                view = seen(state, seat)
                _, lines = chooser(view)
                listed = [
                    translate(LETNISKO.option(view, Lodge, "lodging", move.lodging), "en", {})
                    for move in moves
                    if isinstance(move, Lodge)
                ]
                assert lines[4:] == [f"{line}." for line in listed]
                met += 1
    assert met > 10


@pytest.mark.parametrize("count", [1, 12, 13, 40])
@pytest.mark.parametrize("lang", LANGS)
def test_every_lodging_is_told(count: int, lang: Lang) -> None:
    alt, lines = chooser(choosing(count), lang)
    assert 0 < len(alt) <= MAX_ALT
    assert len(lines) == 4 + count


def test_houses_to_be_upgraded_are_told() -> None:
    view = made_up(3, Phase.HOMES)
    _, lines = chooser(LetniskoView(**{n: getattr(view, n) for n in view.__slots__} | {"seat": 0}))
    assert lines[0].endswith("Which cottage do you want to upgrade?")
    assert lines[-2:] == ["House 3", "House 5"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_hand_without_a_choice_at_home(seats: int) -> None:
    """There are no hidden hands: nobody gets one while tokens are placed."""
    for state in states(seats, 1)[::5]:
        for seat in (-2, *range(seats)):
            view = seen(state, seat)
            asked = [d for d in view.decisions if d.seat == seat and d.kind != "place"]
            hand = ARTIST.hand(view, names=NAMES, lang="en")
            assert (hand is not None) == bool(asked)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("lang", LANGS)
def test_result_names_every_player_and_line(seats: int, lang: Lang) -> None:
    state = states(seats, 1)[-1]
    outcome = LETNISKO.outcome(state)
    assert outcome is not None
    picture = ARTIST.result(seen(state), outcome, names=NAMES, lang=lang)
    assert 0 < len(picture.alt) <= MAX_ALT
    assert all(str(score) in picture.alt and str(score) in picture.text for score in outcome.scores)
    assert len(picture.text.splitlines()) == 1 + sum(2 + len(lines) for lines in outcome.lines)


def test_result_of_a_made_up_match_is_whole() -> None:
    picture = ARTIST.result(ended(5), scored(5), names=NAMES, lang="en")
    assert picture.text.splitlines()[2].startswith("1. Дмитрий_the **Great** ŻÓŁĆ: 93 points")


def test_areas_are_the_viewer_first_and_the_investments() -> None:
    view = replace(made_up(4), seat=2)
    assert [area.slug for area in ARTIST.areas(view)] == ["seat2", "seat1", "seat3", "seat0",
                                                          "market"]  # fmt: skip
    shown = {
        area.slug: ARTIST.area(view, area.slug, names=NAMES, lang="en", to_act=frozenset())
        for area in ARTIST.areas(view)
    }
    assert shown["seat2"].text.startswith("Y Player 3: cash")
    assert all(CARDS[stack.card].name.en in shown["market"].text for stack in view.stacks)
    lines = [line for area in shown.values() for line in area.text.splitlines()]
    assert [line for line in lines if not line.endswith((".", ":"))] == []


@pytest.mark.parametrize("lang", LANGS)
def test_the_key_tells_every_kind_of_guest_and_house(lang: Lang) -> None:
    key = ARTIST.key(lang=lang)
    assert key is not None
    names = [*(it.name for it in GUESTS.values()), *(it.name for it in HOUSES.values())]
    assert all(getattr(name, lang).lower() in key.text.lower() for name in names)


def test_the_end_of_a_week_is_a_moment_of_its_own() -> None:
    """Each week that brought somebody something has one, once all decisions are made."""
    marks, drawn = list[str](), pictured(NAMES, 3, "en")
    for state in states(3, 1):
        view = seen(state)
        mark = ARTIST.last_moment(view)
        assert not (mark and view.phase is Phase.HOMES)
        if mark and mark not in marks:
            marks.append(mark)
            told = ARTIST.moment(view, names=NAMES, lang="en").text
            assert told.startswith(f"Week {mark.split()[1]} is over.")
            for seat, done in enumerate(view.done):
                line = next(it for it in told.splitlines() if it.startswith(f"{drawn[seat]}: "))
                assert (f"rent {done.paid_zl} zł" in line) == bool(done.paid_zl)
                assert line.count("moved into house") == len(done.rooms)
    assert marks == sorted(marks, key=lambda mark: int(mark.split()[1]))
    assert len(marks) > 8
