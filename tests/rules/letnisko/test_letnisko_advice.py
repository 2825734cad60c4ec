"""What can be done now, in the numbers of this very position, and the rules it stands on."""

from dataclasses import replace

import pytest

from rules.letnisko import LETNISKO
from rules.letnisko.components import Icon
from rules.letnisko.state import LetniskoState
from rules.letnisko.view import Phase
from rules.protocol import WATCHER
from rules.text import Seat
from tests.rules.letnisko.helpers import batch, finish, numbers, play, player, say, stack_of, table

PLACE = "LT-TURN-2 LT-TURN-7"
TRAIN = "LT-CAR-1 LT-ACC-1 LT-ACC-2"
BUY = "LT-INV-3 LT-DEV-2 LT-DEV-4"
POOR = "LT-INV-3 LT-INV-4"


def told(state: LetniskoState, seat: Seat) -> dict[str, str]:
    """Return the advice for a seat by the rules it names, in its order."""
    advice = LETNISKO.advice(LETNISKO.view(state, seat))
    return {" ".join(one.rules): say(one.text) for one in advice}


def homes(houses: str, guests: str) -> LetniskoState:
    """Return a state in which seat 1 has guests to lodge."""
    one = player(houses, batch=batch(guests))
    return table(player(), one, phase=Phase.HOMES)


def upgrading() -> LetniskoState:
    """Return a state in which seat 1 has to choose the cottage for a villa."""
    one = player("KSS K", money=300)
    state = play(table(player(), one, porter=0, cars="- - - -"), "1 invest villa/one")
    return finish(state)


@pytest.mark.parametrize(
    ("one", "rules"),
    [
        pytest.param(player(), [PLACE, TRAIN, BUY, "LT-LOCO-1", "LT-INFO-1"], id="at the start"),
        pytest.param(
            player(ready=1),
            [PLACE, "LT-CAR-1 LT-CAR-3 LT-ACC-1", BUY, "LT-LOCO-1", "LT-INFO-1"],
            id="an automobile can drive",
        ),
        pytest.param(
            player(empty=1),
            [PLACE, TRAIN, BUY, "LT-LOCO-1", "LT-AUTO-3 LT-AUTO-4", "LT-INFO-1"],
            id="an automobile needs fuel",
        ),
        pytest.param(player(money=0), [PLACE, TRAIN, BUY, "LT-LOCO-1", "LT-INFO-1"], id="no money"),
    ],
)
def test_who_places_a_token_learns_of_train_investments_and_locomotive(
    one: object, rules: list[str]
) -> None:
    """LT-TURN-2."""
    state = table(player(), one, porter=0)  # type: ignore[arg-type]
    assert list(told(state, 1)) == rules


def test_the_porters_holder_learns_of_the_porter_instead_of_the_weather() -> None:
    """LT-TURN-4, LT-TURN-6."""
    state = play(table(player(), player(), porter=0), "1 parcel one")
    assert list(told(state, 0))[-1] == "LT-TURN-4 LT-TURN-6"
    after = play(state, "0 parcel porter")
    assert list(told(after, 0))[-1] == "LT-INFO-1"


def test_the_porter_is_said_to_be_lost_once_no_turn_is_left() -> None:
    """LT-TURN-6: first as a later risk, then with the last token, then at once."""
    rule = "LT-TURN-4 LT-TURN-6"
    state = play(table(player(), player(), porter=0), "1 parcel one")
    two = told(state, 0)[rule]
    second = play(state, "0 parcel one", "0 end-turn", "1 parcel one")
    one = told(second, 0)[rule]
    none = told(play(second, "0 parcel one"), 0)[rule]
    assert len({two, one, none}) == 3
    assert "both your tokens" in two
    assert "now" in none


def test_the_train_counts_free_cars_and_beds() -> None:
    """LT-CAR-1, LT-ACC-1: two beds in each house, and the guests who are invited already."""
    state = play(table(player(), player("K V K"), porter=1), "0 invite 2/one")
    assert numbers(told(state, 1)[TRAIN]) == [3, 6, 0]
    state = play(state, "1 invite 1/one", "1 end-turn", "0 parcel one")
    assert numbers(told(state, 1)[TRAIN]) == [2, 6, 1]


def test_a_cottage_that_will_be_built_has_beds() -> None:
    """LT-DEV-3, LT-DEV-4: as far as there are lots, and not the house that it becomes."""
    state = table(player(), player(money=900, forests=0), porter=1)
    state = play(state, "0 parcel one", "1 invest cottage/one")
    assert numbers(told(state, 1)[TRAIN])[1] == 2
    state = play(state, "1 invest forest-100/porter")
    state = play(state, "0 parcel one")
    assert numbers(told(state, 1)[TRAIN])[1] == 4


def test_without_a_free_car_only_the_locomotive_is_open() -> None:
    """LT-CAR-2."""
    state = table(player("K", ready=2), player(), porter=0, cars="S S C C")
    state = play(state, "1 parcel one", "0 invite 1+2/one", "0 invite 3+4/porter")
    assert list(told(state, 1))[1] == "LT-CAR-2"


def test_investments_are_those_that_one_token_can_pay_for_at_todays_price() -> None:
    """LT-INV-3, LT-INV-4: 200 zł pay for a villa, or for a cottage after one visit."""
    state = play(table(player(), player(), porter=0), "1 invest cottage/two")
    said = told(state, 0)[BUY]
    assert numbers(said) == [200, 100, 100, 200, 200, 200, 200]  # forest lots are named by value
    assert "cottage for 200" in said
    assert "villa for 200" in said
    assert "pension" not in said
    assert "automobile" not in said


def test_an_investment_without_a_card_left_is_not_offered() -> None:
    """LT-INV-6."""
    crowd = [player("P P P P P P P", money=900) for _ in range(2)]
    state = table(*crowd, porter=0)
    assert stack_of(state, "pension") == 0
    assert "pension" not in told(state, 1)[BUY]
    assert "villa" in told(state, 1)[BUY]


def test_who_is_poor_is_told_of_a_pair_only_while_two_tokens_are_left() -> None:
    """LT-INV-4, LT-INV-3."""
    state = table(player(), player(money=0), porter=0, cars="- - - -")
    with_two = told(state, 1)[BUY]
    assert "0 zł, and with two stacked tokens you can buy: " in with_two
    assert "a pension for free" in with_two
    state = play(state, "1 parcel one", "0 parcel one", "0 end-turn")
    spent = replace(state, players=(state.players[0], replace(state.players[1], money=0)))
    assert told(spent, 1)[POOR] == "You have 0 zł, and there's nothing you can buy now."


@pytest.mark.parametrize(
    ("state", "rules"),
    [
        pytest.param(table(player(), player()), ["LT-TURN-1 LT-TURN-3", "LT-INFO-1"], id="tokens"),
        pytest.param(homes("V", "SCC"), ["LT-DEV-1 LT-PRES-6"], id="houses"),
        pytest.param(table(player(), player(), phase=Phase.ARRIVAL), ["LT-ARR-1"], id="a train"),
        pytest.param(
            table(player(), player(), phase=Phase.OVER, round=12),
            ["LT-SCORE-1 LT-SCORE-4"],
            id="nothing more",
        ),
    ],
)
def test_who_waits_learns_what_for(state: LetniskoState, rules: list[str]) -> None:
    assert list(told(state, 0)) == list(told(state, WATCHER)) == rules


def test_an_upgrade_says_what_becomes_of_the_guests() -> None:
    """LT-DEV-5, LT-DEV-6."""
    assert list(told(upgrading(), 1)) == [
        "LT-DEV-5 LT-DEV-2",
        "LT-DEV-6",
        "LT-ACC-7 LT-ACC-8",
    ]


FOUR_RULES = "LT-ACC-2 LT-ACC-3 LT-ACC-4 LT-ACC-5"


def test_lodging_counts_the_ways_and_their_rents() -> None:
    """LT-ACC-6, LT-ACC-7: the vector V-6, 400 or 200 zł."""
    said = told(homes("VCC VSS", "CC"), 1)
    assert list(said) == ["LT-ACC-6", FOUR_RULES, "LT-ACC-7"]
    assert numbers(said[FOUR_RULES]) == [2]
    assert numbers(said["LT-ACC-7"]) == [200, 400, 2, 1]


def test_guests_without_a_room_are_not_passed_over() -> None:
    """LT-PRES-6, LT-PRES-7: the vector V-7; nobody moves out, so there is one rent."""
    said = told(homes("V", "SCC"), 1)
    assert list(said)[3:] == ["LT-PRES-6 LT-PRES-7"]
    assert numbers(said["LT-ACC-7"]) == [0]


# The prompt


def prompt(state: LetniskoState, seat: Seat) -> str:
    """Return what a player reads above the buttons."""
    return say(LETNISKO.prompt(LETNISKO.view(state, seat)))


def test_the_prompt_of_a_choice_names_house_or_guests() -> None:
    assert "villa" in prompt(upgrading(), 1)
    assert numbers(prompt(homes("V", "SCC"), 1)) == [1, 2]


def test_the_prompt_of_a_turn_lists_what_may_be_placed() -> None:
    """LT-TURN-4a."""
    state = play(table(player(), player(), porter=0), "1 parcel one")
    first = prompt(state, 0)
    sets = "one token, two stacked tokens, one token and the porter, or just the porter"
    assert first.endswith(f"You may place {sets}.")
    assert "end" not in first
    after = prompt(play(state, "0 parcel one"), 0)
    assert "end the turn" in after
    assert "two stacked tokens" not in after


def test_the_prompt_of_others_names_all_who_decide() -> None:
    """LT-PRES-6: upgrades and lodgings are chosen at the same time."""
    state = table(player(), player(), player(), porter=0, cars="- - - - -")
    assert prompt(state, 2) == prompt(state, WATCHER)
    assert "Bob" in prompt(state, 2)
    assert "tokens" in prompt(state, 2)
    full = replace(player("V"), batch=batch("SCC"))
    both = table(full, player(), full, phase=Phase.HOMES, cars="- - - - -")
    for name in ("Ann", "Cat"):
        assert name in prompt(both, 1)
    assert "Bob" not in prompt(both, 1)
    assert "tokens" not in prompt(both, 1)


def test_the_prompt_between_weeks_and_at_the_end() -> None:
    arriving, over = (
        prompt(table(player(), player(), phase=phase), 0) for phase in (Phase.ARRIVAL, Phase.OVER)
    )
    assert "train" in arriving
    assert "over" in over


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (Phase.ARRIVAL, "Week 3 of 12"),
        (Phase.ACTIONS, "Week 3 of 12 (Clouds), placing tokens"),
        (Phase.HOMES, "Week 3 of 12 (Clouds), houses and guests"),
        (Phase.OVER, "The match is over"),
    ],
)
def test_headlines(phase: Phase, words: str) -> None:
    state = table(player(), player(), phase=phase, round=3)
    assert say(LETNISKO.headline(LETNISKO.view(state, 0))) == words


@pytest.mark.parametrize(("icon", "word"), [(Icon.CLOUD, "cloud"), (Icon.SUN, "sun")])
def test_the_forecast_names_its_icon(icon: Icon, word: str) -> None:
    """LT-INFO-1."""
    state = table(player(), player(), porter=0, forecast=icon)
    said = told(state, 1)["LT-INFO-1"].partition(".")[0]
    assert [name for name in ("cloud", "sun") if name in said] == [word]
