"""Kraków 2009 in words: complete, short enough, and silent about secrets."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from render.i18n import Lang
from render.kit.press import Press
from render.krakow import KrakowArtist
from render.krakow import theme as th
from render.krakow.sample import sample
from render.krakow.text import alternative
from render.picture import MAX_ALT
from rules.krakow.components import ACTIONS, cell_token, hour_text
from rules.krakow.view import Asked, KrakowView, Phase
from rules.protocol import Outcome
from rules.text import t
from tests.render.drawn import KRAKOW, NAMES, made_up, overheard, seen, states, waiting

ARTIST = KrakowArtist()
MATCHES = [(seats, seed) for seats in (2, 3, 4) for seed in (1, 2)]


def texts(state: object, seat: int, lang: Lang = "en") -> tuple[str, str]:
    """Return alternative text and text board."""
    picture = ARTIST.board(seen(state, seat), names=NAMES, lang=lang, to_act=waiting(state))
    return picture.alt, picture.text


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_alternative_text_is_short_and_names_everything(seats: int, seed: int, lang: Lang) -> None:
    for state in states(seats, seed)[::7]:
        view = seen(state)
        alt, _ = texts(state, -2, lang)
        assert 0 < len(alt) <= MAX_ALT
        for cell in view.market:
            assert getattr(cell.sight.label, lang) in alt
        for place in view.places:
            if place.cards:
                assert f"{place.order} {getattr(place.place.label, lang)} " in alt
        for player in view.players:
            assert f"{'♦♣♥♠'[player.seat]} " in alt
        assert str(view.round) in alt


def test_names_are_cut_in_the_alternative_text_only_if_they_must_be() -> None:
    view = made_up(2, Phase.PLANNING)
    names = {0: "Ada of the long and winding road", 1: "Ben"}
    assert f"♦ {names[0]}: points" in alternative(view, names, "en")
    crowded = made_up(4, Phase.PLANNING)
    longest = dict.fromkeys(range(4), "Wolfeschlegelsteinhausenbergerdor")
    alt = alternative(crowded, {**longest, 0: "W" * 500}, "en")
    assert "Wolfeschlegelsteinh…: points" in alt
    assert len(alt) <= MAX_ALT


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_text_board_shows_every_card_stack_and_seat(seats: int, seed: int) -> None:
    for state in states(seats, seed)[::5]:
        view = seen(state)
        _, text = texts(state, -2)
        lines = text.splitlines()
        for cell in view.market:
            label = cell.sight.label.en
            start = f"{cell_token(cell.cell, view.size)}: {label}"
            line = next(line for line in lines if line.startswith(start))
            assert line.count("?") == (len(cell.tokens) if cell.tokens else line.count("?"))
        for place in view.places:
            if place.order:
                start = f"Stack {place.order} at {place.place},"
                line = next(line for line in lines if line.startswith(start))
                shown = line.rsplit(": ", 1)[1]
                seats_shown = ", ".join("♦♣♥♠"[c.seat] for c in reversed(place.cards))
                assert shown == (seats_shown or "no cards left")
        for player in view.players:
            line = next(n for n in lines if n.startswith(f"{'♦♣♥♠'[player.seat]} "))
            assert NAMES[player.seat] in line
            assert f"points {player.subtotal}," in line
        assert f"Deck: {view.deck}" in text
        for sight in view.aside:
            assert sight.code in text or sight.name.en in text


def test_text_board_says_whose_move_it_is_first() -> None:
    state = states(4, 1)[0]
    (seat,) = waiting(state)
    _, text = texts(state, -2)
    assert text.splitlines()[0] == f"{NAMES[seat]} plays a card."


def test_a_leak_would_be_seen() -> None:
    """The checks of tests/contract can fail: a shown hour changes text and picture."""
    view = made_up(4, Phase.RESERVATION)
    cell = next(c for c in view.market if c.tokens and c.tokens[0].hour is None)
    told = replace(cell, tokens=(replace(cell.tokens[0], hour=9), *cell.tokens[1:]))
    leaky = replace(view, market=tuple(told if c is cell else c for c in view.market))
    good, bad = (
        ARTIST.board(v, names=NAMES, lang="en", to_act=frozenset({0})) for v in (view, leaky)
    )
    assert good.png != bad.png
    assert good.text != bad.text


def _hand(view: KrakowView, lang: Lang = "en") -> tuple[str, str]:
    picture = ARTIST.hand(view, names=NAMES, lang=lang)
    assert picture is not None
    return picture.alt, picture.text


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hand_names_cards_hours_and_tokens_of_its_owner(seats: int) -> None:
    for state in states(seats, 3)[::9]:
        view = seen(state, 1)
        assert view.own is not None
        alt, text = _hand(view)
        assert 0 < len(alt) <= MAX_ALT
        for action in set(view.own.hand):
            assert f"{view.own.hand.count(action)} × {ACTIONS[action].name.en}" in text
        for hour in view.own.hours:
            assert hour_text(hour) in alt
        own = [(c, k) for c in view.market for k in c.tokens if k.seat == 1]
        for cell, token in own:
            assert f"Your {token.hour}:00 is on {cell_token(cell.cell, view.size)}" in text
        for place, _, card in view.own.laid:
            assert f"Your “{ACTIONS[card].name.en}” is at {place}" in text


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("reserve", "Reserve two sights in column 2."),
        ("shift", "Shift column 2 up or down, or decline."),
        ("swap", "You may swap a free card for one from the deck."),
        ("exchange", "Swap one of your sights for a free card."),
        ("take", "Take any card that is left."),
    ],
)
def test_a_hand_speaks_to_its_player(kind: Asked, said: str) -> None:
    view = made_up(3, Phase.RESERVATION)
    assert view.decision is not None
    decision = replace(view.decision, seat=0, kind=kind)
    hand = ARTIST.hand(replace(view, decision=decision), names=NAMES, lang="en")
    assert hand is not None
    assert hand.alt.startswith(f"Ada's hand. {said}")


def test_a_watcher_has_no_hand() -> None:
    assert ARTIST.hand(seen(states(2, 1)[3]), names=NAMES, lang="en") is None


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_result_names_every_player_and_line(seats: int, lang: Lang) -> None:
    state = states(seats, 1)[-1]
    outcome = KRAKOW.outcome(state)
    assert outcome is not None
    picture = ARTIST.result(seen(state), outcome, names=NAMES, lang=lang)
    assert 0 < len(picture.alt) <= MAX_ALT
    totals = [str(score).replace("-", "−") for score in outcome.scores]
    assert all(total in picture.alt and total in picture.text for total in totals)
    assert len(picture.text.splitlines()) == 1 + sum(2 + len(lines) for lines in outcome.lines)


def test_names_may_be_missing_and_strange() -> None:
    view = made_up(4, Phase.PLANNING)
    for names in ({}, dict.fromkeys(range(4), "{0} %s \\ {who}"), dict.fromkeys(range(4), "🎲")):
        picture = ARTIST.board(view, names=names, lang="en", to_act=frozenset({3}))
        assert picture.png.startswith(b"\x89PNG")
    assert "Player 4 plays a card" in ARTIST.board(
        view, names={}, lang="en", to_act=frozenset({3})
    ).text  # fmt: skip


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_the_final_board_tells_the_points_of_the_result(seats: int, seed: int) -> None:
    """K-SCORE-1: with the cards kept, which lie open."""
    end = states(seats, seed)[-1]
    outcome = KRAKOW.outcome(end)
    assert outcome is not None
    alt, _ = texts(end, -2)
    points = [int(n.replace("−", "-")) for n in re.findall(r"points ([−\d]+)", alt)]
    assert points == list(outcome.scores)


def test_the_parts_of_a_result_are_not_read_as_counts() -> None:
    outcome = Outcome((9, 8, 7), (1, 2, 3), ((), (), ()), t("The end"))
    artist = KrakowArtist(Press(th.TABLE, th.FLATS, sample, "krakow"))
    with overheard() as heard:
        artist.result(made_up(3, Phase.OVER), outcome, names=NAMES, lang="en")
    assert {"for sights", "for cards kept", "for runs and sets"} <= {it.line for it in heard}
