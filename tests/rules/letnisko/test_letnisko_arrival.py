"""Set-up, weather and arrival (LT-SET, LT-ARR, LT-INFO)."""

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from rules.letnisko import LETNISKO
from rules.letnisko.components import WEATHER, Icon, Weather
from rules.letnisko.draws import foretold
from rules.letnisko.state import ALL_WEATHER, LetniskoState, arriving, initial_state
from rules.letnisko.view import Phase
from rules.notation import format_move
from rules.protocol import CHANCE
from tests.rules.letnisko.helpers import play, player, refused, step, table


@pytest.mark.parametrize(
    ("seats", "cars", "autos", "forests", "cottages", "weather"),
    [(2, 4, 3, 12, 20, 13), (3, 5, 4, 11, 19, 13), (4, 6, 5, 10, 18, 13), (5, 6, 6, 9, 17, 11)],
)
def test_setup(
    seats: int, cars: int, autos: int, forests: int, cottages: int, weather: int
) -> None:
    """LT-SET-1 to LT-SET-5."""
    state = initial_state(seats)
    assert len(state.cars) == cars
    assert state.stock == (forests, forests, cottages, 18, 14, autos)
    assert sum(state.ahead) == weather
    assert state.forecast is Icon.CLOUD
    assert state.president is None
    assert {(p.money, p.tokens, p.forests, len(p.lots)) for p in state.players} == {(200, 2, 1, 1)}
    assert LETNISKO.audit(state) == ()


def test_five_players_lack_the_storm_and_a_rain() -> None:
    """LT-SET-4."""
    two, five = (dict(zip(ALL_WEATHER, initial_state(n).ahead, strict=True)) for n in (2, 5))
    gone = {kind: two[kind] - five[kind] for kind in Weather if two[kind] != five[kind]}
    assert gone == {Weather.STORM: 1, Weather.RAIN: 1}


def test_the_split_of_the_weather_cards() -> None:
    """A-1."""
    assert dict(zip(ALL_WEATHER, initial_state(2).ahead, strict=True)) == {
        Weather.STORM: 1,
        Weather.RAIN: 2,
        Weather.CLOUDS: 3,
        Weather.PARTLY: 3,
        Weather.EXAM: 2,
        Weather.HOT: 2,
    }


def town(weather: Weather) -> LetniskoState:
    """Return T-1's town, three cottages, four villas and two pensions, before the train."""
    state = table(player("K K K V"), player("V V V P P"), phase=Phase.ARRIVAL)
    return replace(state, forecast=WEATHER[weather].icon)


@pytest.mark.parametrize(
    ("weather", "counts"),
    [
        (Weather.STORM, (0, 0, 0)),
        (Weather.RAIN, (3, 0, 0)),
        (Weather.CLOUDS, (3, 4, 0)),
        (Weather.PARTLY, (3, 4, 2)),
        pytest.param(Weather.EXAM, (0, 4, 2), id="T-1"),
        (Weather.HOT, (6, 8, 4)),
    ],
)
def test_who_arrives(weather: Weather, counts: tuple[int, int, int]) -> None:
    """LT-ARR-3, A-2: a villa is not also a cottage, and a pension not also a villa."""
    assert arriving(town(weather), weather) == counts


def test_guests_who_stay_cannot_arrive() -> None:
    """LT-ARR-4, A-5: kind by kind, nothing is substituted."""
    state = table(player(" ".join(["PHH"] * 7)), player(" ".join(["PHH"] * 7)))
    assert arriving(state, Weather.HOT) == (0, 0, 2)


def test_saved_money_keeps_no_guests_away() -> None:
    """A-6: as guest cards, this money would be far more than the box holds."""
    poor, rich = (table(player("K V P"), player("", money=money)) for money in (0, 10**6))
    assert arriving(rich, Weather.HOT) == arriving(poor, Weather.HOT) == (2, 2, 2)
    assert LETNISKO.audit(rich) == ()


def test_guests_are_dealt_round_the_cars() -> None:
    """LT-ARR-5, LT-ARR-6."""
    state = play(town(Weather.EXAM), "- arrive exam/sun/CCHCHC")
    assert ["".join(car) for car in state.cars] == ["CH", "CC", "H", "C"]
    empty = play(town(Weather.STORM), "- arrive storm/sun/-")
    assert empty.cars == ((), (), (), ())
    assert refused(empty, "1 invite 9/one")[0] == "LT-CAR-1"


def test_heat_lengthens_the_train_before_dealing_and_for_good() -> None:
    """LT-ARR-2, A-4."""
    state = play(town(Weather.HOT), "- arrive hot/sun/SSSSSSCCCCCCCCHHHH")
    assert [len(car) for car in state.cars] == [4, 4, 4, 3, 3]


@pytest.mark.parametrize(
    "move",
    [
        "arrive rain/sun/SSS",
        "arrive exam/sun/CCCCH",
        "arrive exam/sun/CCCCHHS",
        "setup 1",
        "parcel one",
    ],
)
def test_chance_keeps_to_the_forecast_and_the_town(move: str) -> None:
    """LT-INFO-1."""
    assert refused(town(Weather.EXAM), f"- {move}")[0] == "LT-ARR-1"


def chances(
    ahead: tuple[int, ...], forecast: Icon, weeks: int
) -> dict[tuple[Weather, ...], Fraction]:
    """Return the probability of each beginning of the season in the game's draws."""
    if not weeks:
        return {(): Fraction(1)}
    state = replace(initial_state(2), ahead=ahead, forecast=forecast)
    fitting = {k: n for k, n in zip(ALL_WEATHER, ahead, strict=True) if WEATHER[k].icon is forecast}
    found: defaultdict[tuple[Weather, ...], Fraction] = defaultdict(Fraction)
    for kind, copies in fitting.items():
        if not copies:
            continue
        icons = Counter(foretold(state, kind))
        left = tuple(n - (k is kind) for k, n in zip(ALL_WEATHER, ahead, strict=True))
        for icon, number in icons.items():
            share = Fraction(copies, sum(fitting.values())) * Fraction(number, icons.total())
            for rest, chance in chances(left, icon, weeks - 1).items():
                found[(kind, *rest)] += share * chance
    return found


def test_drawing_week_by_week_is_as_fair_as_a_shuffled_deck() -> None:
    """LT-SET-3: all orders of the deck with a cloud on top are equally likely."""
    ahead = (1, 1, 0, 1, 0, 2)
    deck = [kind for kind, n in zip(ALL_WEATHER, ahead, strict=True) for _ in range(n)]
    orders = [o for o in permutations(deck) if WEATHER[o[0]].icon is Icon.CLOUD]
    wanted = Counter(order[:4] for order in orders)
    found = chances(ahead, Icon.CLOUD, 4)
    assert found == {first: Fraction(n, len(orders)) for first, n in wanted.items()}


def test_nothing_undrawn_is_in_the_state() -> None:
    """LT-INFO-1: two seasons that look the same so far are the same, whatever comes next."""
    state = table(player(), player())
    assert LETNISKO.redeal(state, 0, Random(1)) == state
    assert {field for field in LetniskoState.__slots__ if "deck" in field} == set()


def test_the_views_of_all_differ_in_the_seat_alone() -> None:
    """A-20: money is public like everything else."""
    state = table(player(money=700), player())
    views = [LETNISKO.view(state, seat) for seat in (-2, 0, 1)]
    assert len({repr(replace(view, seat=0)) for view in views}) == 1
    assert [seat.money_zl for seat in views[0].players] == [700, 200]


# What an arrival leaves behind


def left(state: LetniskoState, weather: Weather) -> int:
    """Return how many cards of a type are still to come."""
    return state.ahead[ALL_WEATHER.index(weather)]


def test_a_card_that_was_drawn_is_gone_and_the_last_one_is_past() -> None:
    """LT-ARR-1, LT-INFO-2: twelve weeks draw twelve cards."""
    before = town(Weather.EXAM)
    after = play(before, "- arrive exam/sun/CCHCHC")
    assert left(before, Weather.EXAM) - left(after, Weather.EXAM) == 1
    assert sum(before.ahead) - sum(after.ahead) == 1
    assert (after.weather, after.past) == (Weather.EXAM, (Weather.CLOUDS,))
    assert after.forecast is Icon.SUN


def test_the_first_week_has_no_past() -> None:
    """LT-SET-3."""
    state = play(initial_state(2), "- setup 0", "- arrive clouds/sun/SS")
    assert (state.weather, state.past) == (Weather.CLOUDS, ())


def test_the_train_is_marked_and_nobody_takes_the_weather_back() -> None:
    done = step(town(Weather.HOT), "- arrive hot/sun/SSSSSSCCCCCCCCHHHH")
    assert done.state.last.cars == (1, 2, 3, 4, 5)
    assert not done.undoable


@pytest.mark.parametrize(("porter", "first"), [(0, 1), (1, 2), (2, 0)])
def test_the_one_after_the_porters_holder_begins(porter: int, first: int) -> None:
    """LT-SET-2, LT-TURN-1."""
    state = play(initial_state(3), f"- setup {porter}")
    assert (state.porter, state.active, state.phase) == (porter, first, Phase.ARRIVAL)
    assert LETNISKO.view(state, 0).order == ((first, (first + 1) % 3, porter))


@pytest.mark.parametrize("move", ["setup 3", "setup -1", "arrive clouds/sun/-", "parcel one"])
def test_the_porter_goes_to_a_player(move: str) -> None:
    """LT-SET-2."""
    assert refused(initial_state(3), f"- {move}")[0] == "LT-ARR-1"


def test_players_cannot_act_while_chance_does() -> None:
    for state in (initial_state(2), town(Weather.EXAM)):
        assert refused(state, "0 parcel one")[0] == "LT-ARR-1"
        assert [LETNISKO.legal_moves(state, seat) for seat in (CHANCE, 0, 1)] == [(), (), ()]


def test_a_card_that_is_used_up_or_leaves_no_such_forecast_cannot_come() -> None:
    """LT-SET-3, LT-INFO-1."""
    state = town(Weather.EXAM)
    exams = ALL_WEATHER.index(Weather.EXAM)
    none = (*state.ahead[:exams], 0, *state.ahead[exams + 1 :])
    assert refused(replace(state, ahead=none), "- arrive exam/sun/CCHCHC")[0] == "LT-ARR-1"
    sunny = [WEATHER[kind].icon is Icon.SUN for kind in ALL_WEATHER]
    only = tuple(n * sun for n, sun in zip(state.ahead, sunny, strict=True))
    assert refused(replace(state, ahead=only), "- arrive exam/cloud/CCHCHC")[0] == "LT-ARR-1"
    during = replace(state, phase=Phase.ACTIONS)
    assert refused(during, "- arrive exam/sun/CCHCHC")[0] == "LT-ARR-1"


def test_before_the_set_up_nobody_holds_the_porter() -> None:
    """LT-SET-2."""
    assert not any(p.porter for p in LETNISKO.view(initial_state(3), 0).players)


def test_chance_draws_what_it_may_and_everything_that_it_may() -> None:
    """LT-SET-2, LT-ARR-1, LT-ARR-5: any player, any fitting card, the guests in any order."""
    first, week = initial_state(3), replace(town(Weather.EXAM), forecast=Icon.SUN)
    porters, weathers, orders = set(), set(), set()
    for seed in range(60):
        setup = LETNISKO.chance_move(first, Random(seed))
        LETNISKO.apply(first, CHANCE, setup)
        porters.add(format_move(setup))
        arrival = LETNISKO.chance_move(week, Random(seed))
        LETNISKO.apply(week, CHANCE, arrival)
        weather, _, guests = format_move(arrival).split("/")
        weathers.add(weather.removeprefix("arrive "))
        orders.add(guests)
    assert porters == {"setup 0", "setup 1", "setup 2"}
    assert weathers == {card for card, face in WEATHER.items() if face.icon is Icon.SUN}
    assert len(orders) > len(weathers)


@pytest.mark.parametrize("move", ["setup 0", "arrive clouds/sun/SS"])
def test_nobody_can_play_chance(move: str) -> None:
    """LT-INFO-1."""
    state = initial_state(2)
    if move.startswith("arrive"):
        state = play(state, "- setup 0")
    assert step(state, f"- {move}").state != state
    assert refused(state, f"0 {move}") == ("LT-ARR-1", "It's not your turn.")


def test_a_week_begins_with_the_first_turns() -> None:
    """LT-TURN-3."""
    assert LETNISKO.view(initial_state(2), 0).cycle == 1
