"""Development, the President, cleanup and the final score (LT-DEV, LT-PRES, LT-END, LT-SCORE)."""

from dataclasses import replace

import pytest

from render.i18n import translate
from rules.letnisko import LETNISKO
from rules.letnisko.components import SCALES, Card, House
from rules.letnisko.state import Bought, LetniskoState, Player
from rules.letnisko.view import Change, Phase
from rules.protocol import CHANCE, WATCHER
from tests.rules.letnisko.helpers import (
    NAMES,
    batch,
    finish,
    houses,
    legal,
    lots,
    play,
    player,
    refused,
    say,
    stack_of,
    step,
    table,
)

RICH = {"money": 3000, "forests": 3}


def bought(start: str, *cards: str, forests: int = 3) -> LetniskoState:
    """Return seat 1, with some houses at the start, after it bought cards in one round."""
    one = player(start, money=3000, forests=forests)
    state = table(player(), one, porter=1, cars="- - - -")
    state = play(state, "0 parcel one")
    lines = [
        f"1 invest {card}/{tokens}" for card, tokens in zip(cards, ("porter", "one"), strict=False)
    ]
    state = play(state, *lines)
    if len(cards) > 2:
        state = play(state, "0 parcel one", f"1 invest {cards[2]}/one")
    return finish(state)


@pytest.mark.parametrize(
    ("start", "cards", "after", "left"),
    [
        pytest.param("K", ["villa", "pension"], "P", (17, 13), id="T-6"),
        pytest.param("K", ["pension", "villa"], "P", (17, 13), id="T-7"),
        pytest.param("K", ["pension", "automobile"], "K", (18, 14), id="T-8: lost"),
        pytest.param("", ["cottage", "villa", "pension"], "P", (17, 13), id="all in one round"),
        pytest.param("K", ["villa", "villa"], "V", (17, 14), id="the second villa is lost"),
        pytest.param("VSS", ["pension", "automobile"], "PSS", (17, 13), id="guests stay"),
    ],
)
def test_development(start: str, cards: list[str], after: str, left: tuple[int, int]) -> None:
    """LT-DEV-2 to LT-DEV-6, LT-INV-7, A-23: a card bought without a base may be lost."""
    state = bought(start, *cards)
    assert houses(state, 1) == after
    assert (stack_of(state, "villa"), stack_of(state, "pension")) == left


def test_a_cottage_needs_a_free_lot_and_a_forest_may_come_with_it() -> None:
    """LT-DEV-3, LT-DEV-4."""
    assert houses(bought("K", "cottage", "automobile", forests=0), 1) == "K"
    assert houses(bought("K", "cottage", "forest-100", forests=0), 1) == "K K"


def test_the_owner_chooses_the_house_only_where_it_matters() -> None:
    """LT-DEV-5, A-24: you choose the house, but you cannot keep the card back."""
    state = bought("KSS KS K K", "villa", "automobile")
    assert legal(state, 1) == ["develop V@1", "develop V@2", "develop V@3"]
    assert step(state, "1 develop V@4") == step(state, "1 develop V@3")
    assert refused(state, "1 develop V@0") == ("LT-DEV-5", "You only have 4 houses.")
    assert refused(state, "1 develop V@9") == ("LT-DEV-5", "You only have 4 houses.")
    assert refused(state, "1 develop P@1") == (
        "LT-DEV-3",
        "You have to place your new villa first.",
    )
    assert houses(play(state, "1 develop V@2"), 1) == "KSS VS K K"


def test_a_base_of_another_kind_is_refused() -> None:
    """LT-DEV-2."""
    state = bought("KSS V K", "villa", "automobile")
    reason = "House 2 can't become a villa, because a villa needs a cottage."
    assert refused(state, "1 develop V@2") == ("LT-DEV-2", reason)


def test_a_pension_may_go_on_the_villa_of_this_round() -> None:
    """LT-DEV-5."""
    state = play(bought("KSS K VCC", "villa", "pension"), "1 develop V@1")
    assert legal(state, 1) == ["develop P@1", "develop P@3"]
    assert houses(play(state, "1 develop P@1"), 1) == "PSS K VCC"


def after_round(*players: tuple[str, str], president: int | None = None) -> int | None:
    """Return the President after a round in which each player in turn bought a card, or "-".

    Seat 0 holds the porter, so seat 1 is the first to place.
    """
    state = table(
        *(player(start, **RICH) for start, _ in players),
        cars=" ".join("-" * (len(players) + 2)),
        president=president,
        porter=0,
    )
    for _ in players:
        seat, card = state.active, players[state.active][1]
        state = play(state, f"{seat} " + (f"invest {card}/one" if card != "-" else "parcel one"))
        if state.active == seat:
            state = play(state, f"{seat} end-turn")
    return finish(state).president


@pytest.mark.parametrize(
    ("players", "president", "after"),
    [
        pytest.param([("K K", "-"), ("K K", "-")], None, None, id="nobody has three houses"),
        pytest.param([("K K", "cottage"), ("K", "-")], None, 0, id="first third house"),
        pytest.param(
            [("K K", "cottage"), ("K K", "cottage"), ("K K", "cottage")], None, 1, id="first placed"
        ),
        pytest.param([("V V P", "-"), ("K K", "-")], 1, 0, id="more houses"),
        pytest.param([("K V P", "-"), ("V V V", "pension")], 0, 1, id="T-10"),
        pytest.param([("K V P", "villa"), ("V V P", "-")], 1, 1, id="T-11: equal keeps it"),
        pytest.param([("V V P", "-"), ("K K K", "cottage")], 0, 1, id="T-12"),
        pytest.param(
            [("K K", "cottage"), ("V P", "cottage")], None, 1, id="elected and kept by rank"
        ),
        pytest.param(
            [("V P", "cottage"), ("K K", "cottage")], None, 0, id="A-15: elected, then taken over"
        ),
        pytest.param(
            [("K V V", "-"), ("K V V", "villa"), ("K V V", "villa")], 0, 1, id="A-16: the earlier"
        ),
        pytest.param(
            [("K K K", "-"), ("K K K", "villa"), ("K K K", "cottage")],
            0,
            2,
            id="the best and not the earlier",
        ),
        pytest.param(
            [("K V P", "villa"), ("K V P", "villa")], 0, 0, id="equal, though built earlier"
        ),
    ],
)
def test_president(
    players: list[tuple[str, str]], president: int | None, after: int | None
) -> None:
    """LT-PRES-1, LT-PRES-2, LT-PRES-3, LT-PRES-4, LT-PRES-5."""
    assert after_round(*players, president=president) == after


def test_a_lost_cottage_elects_nobody() -> None:
    """LT-DEV-4, LT-PRES-3, A-14: it was bought before the deciding one."""
    state = table(
        player("K K", forests=0, money=900), player("K K", money=900), porter=0, cars="- - - -"
    )
    state = play(
        state, "1 parcel one", "0 invest cottage/one", "0 end-turn", "1 invest cottage/one"
    )
    assert finish(state).president == 1


def test_of_several_cottages_those_bought_first_are_placed() -> None:
    """LT-DEV-4, LT-PRES-3: the second, bought late, is lost and decides nothing."""
    rich = {"money": 900, "forests": 1}
    state = table(player("K K", **rich), player("K K", **rich), porter=0, cars="- - - -")
    lines = ("1 invest cottage/one", "0 invest cottage/one", "0 end-turn", "1 invest cottage/one")
    state = finish(play(state, *lines))
    assert (state.president, houses(state, 1)) == (1, "K K K")
    assert stack_of(state, "cottage") == 22 - 6


def test_of_equal_challengers_the_one_complete_first_takes_over() -> None:
    """LT-PRES-5, LT-DEV-4: a cottage that was lost does not count, though it came last."""
    rich = {"money": 900, "forests": 1}
    state = table(
        player("K K K"),
        player("K K K", **rich),
        player("K K K", **rich),
        president=0,
        porter=0,
        cars="- - - - -",
    )
    state = play(state, "1 invest cottage/one", "2 invest cottage/one", "0 parcel one")
    state = play(state, "0 end-turn", "1 invest cottage/one")
    assert finish(state).president == 1


def test_the_president_lodges_last_and_gets_what_others_cannot_lodge() -> None:
    """LT-PRES-6, A-12, A-13: one batch of their own guests and the leftovers, wrong kinds too."""
    state = table(player("V V V"), player("K"), president=0, porter=1, cars="SSC C - -")
    state = finish(play(state, "0 invite 2/one", "1 invite 1/one"))
    assert houses(state, 1) == "KSS"
    assert houses(state, 0) == "VCC V V"
    president, other = state.done
    assert (other.invited, other.rooms, other.left) == (
        batch("SSC"), ((1, batch("SS")),), batch("C")
    )  # fmt: skip
    assert (president.invited, president.rooms) == (batch("C"), ((1, batch("CC")),))


def test_a_week_tells_what_was_bought_lost_and_paid() -> None:
    state = table(
        player("KSS", forests=0, money=900), player("K"), porter=0, president=1, cars="S S S -"
    )
    state = play(state, "1 parcel one", "0 invite 1/one", "0 end-turn", "1 parcel one")
    state = finish(play(state, "0 invest cottage/one"))
    done = state.done[0]
    assert (done.bought, done.lost) == ((Card.COTTAGE,), (House.COTTAGE,))
    assert (done.rooms, done.paid_zl, done.left) == (((1, batch("S")),), 200, ())
    assert (state.former, state.president) == (1, 1)


def test_the_president_waits_for_the_choices_of_the_others() -> None:
    """LT-PRES-6: nobody else waits; the President can upgrade at the same time as they can."""
    state = table(
        player("KSS KS V", money=3000), player("V"), president=0, porter=1, cars="SCC - - -"
    )
    state = finish(play(state, "0 invest villa/one", "1 invite 1/one"))
    assert LETNISKO.to_act(state) == {0, 1}
    assert [move.split()[0] for move in legal(state, 0)] == ["develop", "develop"]
    first = play(state, "0 develop V@1")
    assert LETNISKO.to_act(first) == {1}
    assert play(first, "1 lodge 1:SC").players[0].lots == lots("VSS KS VC")


def test_the_president_cannot_refuse_guests_there_is_room_for() -> None:
    """LT-PRES-6, A-32."""
    state = table(player("VCC VSS K"), player("K"), president=0, porter=1, cars="CC - - -")
    state = finish(play(state, "0 parcel one", "1 invite 1/one"))
    assert legal(state, 0) == ["lodge 1:CC", "lodge 2:CC"]
    assert refused(state, "0 lodge -")[0] == refused(state, "0 lodge 1:C")[0] == "LT-ACC-3"


def test_guests_nobody_invited_leave_with_the_train() -> None:
    """LT-PRES-8, LT-END-1, A-3: not even the President, who has room, gets them."""
    state = table(player("V V P"), player("K"), president=0, cars="CC H S -")
    state = finish(state)
    assert (houses(state, 0), houses(state, 1)) == ("V V P", "K")
    assert state.cars == ((), (), (), ())


def test_without_a_president_leftovers_leave() -> None:
    """LT-PRES-7, LT-PRES-8, LT-END-1."""
    state = finish(play(table(player("K"), player("K"), cars="C C - -"), "1 invite 1/one"))
    assert [houses(state, seat) for seat in (0, 1)] == ["K", "K"]
    assert state.leftovers == ()


def test_old_guests_pay_when_new_ones_come() -> None:
    """LT-ACC-7 to LT-ACC-9: by kind alone, into the owner's cash."""
    state = table(player(), player("KSS", money=0), porter=0, cars="S - - -")
    state = finish(play(state, "1 invite 1/one"))
    assert (houses(state, 1), state.players[1].money) == ("KS", 200 + 100)


def test_guests_of_an_upgraded_house_are_old_ones() -> None:
    """LT-DEV-6, A-26: they pay and leave like all others when somebody moves in that week."""
    state = table(player(), player("VSS", money=300), porter=0, cars="C - - -")
    state = finish(
        play(state, "1 invest pension/one", "0 parcel one", "0 end-turn", "1 invite 1/one")
    )
    assert (houses(state, 1), state.players[1].money) == ("PC", 200)


def over(*players: object, **values: object) -> LetniskoState:
    """Return a state after the last round."""
    rounds = SCALES[len(players)].rounds
    return table(*players, phase=Phase.OVER, round=rounds, **values)  # type: ignore[arg-type]


def test_t13_final_score() -> None:
    """LT-SCORE-1 to LT-SCORE-3."""
    state = over(player("K V P", money=2000), player("KS VCC", money=100), president=1)
    outcome = LETNISKO.outcome(state)
    assert outcome is not None
    assert outcome.scores == (37, 1 + 5 + 7 + 5)
    assert outcome.ranks == (1, 2)
    assert [line.points for line in outcome.lines[1]] == [1, 5, 7, 5]


@pytest.mark.parametrize(
    ("first", "second", "ranks"),
    [
        (("K", 300), ("V", 0), (1, 2)),
        (("KSS", 100), ("V", 0), (1, 2)),
        (("K", 300), ("K", 300), (1, 1)),
    ],
)
def test_ties(first: tuple[str, int], second: tuple[str, int], ranks: tuple[int, int]) -> None:
    """LT-SCORE-4, A-33: more money, guests staying included; then a shared victory."""
    state = over(*(player(homes, money=money) for homes, money in (first, second)))
    outcome = LETNISKO.outcome(state)
    assert outcome is not None
    assert outcome.scores[0] == outcome.scores[1]
    assert outcome.ranks == ranks


def test_the_season_ends_after_the_last_round() -> None:
    """LT-END-3."""
    state = replace(table(player(), player()), round=12)
    assert finish(state).phase is Phase.OVER
    assert LETNISKO.to_act(finish(state)) == frozenset()


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (player("P"), player("K"), "12 weeks"),
        (player("K", money=300), player("V", money=0), "wins with more money"),
        (player("K"), player("K"), "share the win"),
    ],
)
def test_the_result_says_how_it_was_decided(first: object, second: object, words: str) -> None:
    """LT-SCORE-4."""
    outcome = LETNISKO.outcome(over(first, second))
    assert outcome is not None
    assert words in say(outcome.reason)


@pytest.mark.parametrize(
    ("first", "second", "english", "polish"),
    [
        (100, 0, "Ann wins with 1 point.", "Wygrywa Ann, wynik to 1 punkt."),
        (200, 0, "Ann wins with 2 points.", "Wygrywa Ann, wynik to 2 punkty."),
        (500, 0, "Ann wins with 5 points.", "Wygrywa Ann, wynik to 5 punktów."),
        (
            100,
            100,
            "Ann and Bob share the win with 1 point each and the same money (100 zł).",
            "Zwycięstwo dzielą: Ann, Bob, po 1 punkcie i tyle samo pieniędzy (100 zł).",
        ),
    ],
)
def test_few_points_are_counted_as_people_say_it(
    first: int, second: int, english: str, polish: str
) -> None:
    """LT-SCORE-4."""
    outcome = LETNISKO.outcome(over(player("", money=first), player("", money=second)))
    assert outcome is not None
    assert say(outcome.reason).endswith(f" {english}")
    assert translate(outcome.reason, "pl", NAMES).endswith(f" {polish}")


def test_while_weeks_are_left_there_is_no_result() -> None:
    state = table(player("K V", money=700), player("PSS"), president=0)
    assert LETNISKO.outcome(state) is None
    assert LETNISKO.scores(LETNISKO.view(state, 1)) == (7 + 2 + 5 + 5, 2 + 2 + 10)


def test_equal_points_are_explained_at_every_place() -> None:
    """LT-SCORE-4, A-33: Bob and Cat share 12 points, and Cat has more money with her guests."""
    outcome = LETNISKO.outcome(over(player("P P"), player("P"), player("VCC", money=300)))
    assert outcome is not None
    assert outcome.ranks == (1, 3, 2)
    told = [[(say(line.label), line.points) for line in lines[3:]] for lines in outcome.lines]
    assert told == [[], [("tie-break: 200 zł", None)], [("tie-break: 700 zł", None)]]


def test_only_the_president_has_a_line_for_the_office() -> None:
    """LT-SCORE-3."""
    outcome = LETNISKO.outcome(over(player("K"), player("K"), president=1))
    assert outcome is not None
    assert [len(lines) for lines in outcome.lines] == [3, 4]


# What the week gives back


def closed(*players: Player, **values: object) -> LetniskoState:
    """Return the table after the last parcel of a week, fetched by seat 1."""
    return play(table(*players, porter=0, cycle=2, cars="- - - -", **values), "1 parcel one")


@pytest.mark.parametrize("bought", [(), (Bought(Card.FOREST_A, 1),)])
def test_tokens_and_automobiles_come_back_whether_or_not_something_was_bought(
    bought: tuple[Bought, ...],
) -> None:
    """LT-AUTO-2, LT-AUTO-4, LT-END-2: a drive empties the tank, fuel makes ready."""
    one = player(tokens=1, out=1, empty=1, bought=bought)
    state = closed(player(tokens=0, refuelling=1, bought=bought), one)
    ann, bob = state.players
    assert (ann.tokens, ann.ready, ann.refuelling) == (2, 1, 0)
    assert (bob.tokens, bob.ready, bob.out, bob.empty) == (2, 0, 0, 2)
    assert (bob.bought, bob.forests) == ((), 1 + len(bought))


def test_the_porter_passes_on_clockwise() -> None:
    """LT-END-2."""
    state = play(
        table(
            player(tokens=0),
            player(tokens=1),
            player(tokens=0),
            porter=0,
            porter_left=False,
            cycle=2,
        ),
        "1 parcel one",
    )
    assert (state.porter, state.active, state.porter_left, state.cycle) == (1, 2, True, 1)
    assert (state.placements, state.placed, state.claims, state.parcels) == (0, (), (), ())
    assert state.last == Change()


def test_all_cottages_are_upgraded_without_a_question() -> None:
    """LT-DEV-5: two villas on two cottages, whoever stays there."""
    assert houses(bought("KSS K", "villa", "villa"), 1) == "VSS V"


def test_a_lodging_waits_for_the_upgrade() -> None:
    """LT-DEV-1."""
    one = player("KSS K", upgrades=(House.VILLA,), batch=batch("SS"))
    state = table(player(), one, phase=Phase.HOMES)
    assert refused(state, "1 lodge 2:SS")[0] == "LT-DEV-1"
    assert legal(state, 1) == ["develop V@1", "develop V@2"]


@pytest.mark.parametrize("seat", [0, 2, 5, WATCHER])
def test_who_has_nothing_to_choose_is_refused(seat: int) -> None:
    """LT-TURN-9: there is nothing for them to decide."""
    state = bought("KSS K", "villa", "automobile")
    assert refused(state, f"{seat} develop V@1")[0] == "LT-TURN-9"
    assert [LETNISKO.legal_moves(state, other) for other in (0, CHANCE, WATCHER)] == [()] * 3


def test_the_president_waits_for_every_other_player() -> None:
    """LT-PRES-6."""
    asks = player("V", batch=batch("SCC"))
    state = table(asks, asks, asks, player(), phase=Phase.HOMES, president=0, cars="- - - - - -")
    assert LETNISKO.to_act(state) == {1, 2}
    first = play(state, "1 lodge 1:SC")
    assert LETNISKO.to_act(first) == {2}
    assert refused(first, "0 lodge 1:SC")[0] == "LT-PRES-6"
    assert LETNISKO.to_act(play(first, "2 lodge 1:SC")) == {0}


def test_leftovers_are_handed_over_once() -> None:
    """LT-PRES-6: then they are guests of the President like all others."""
    state = table(player("VSS VCC"), player("K"), president=0, porter=1, cars="C - - -")
    state = finish(play(state, "0 parcel one", "1 invite 1/one"))
    assert (state.players[0].batch, state.leftovers) == (("C",), ())
    assert legal(state, 0) == ["lodge 1:C", "lodge 2:C"]


def test_the_third_house_decides_and_not_the_last_one_bought() -> None:
    """LT-PRES-3: Bob's third house is his second cottage, bought after Ann's."""
    state = table(
        player("K K", money=900, forests=1),
        player("K", money=900, forests=2),
        porter=0,
        cars="- - - -",
    )
    lines = ("1 invest cottage/one", "0 invest cottage/one", "0 end-turn", "1 invest cottage/one")
    assert finish(play(state, *lines)).president == 0


def test_new_houses_and_guests_are_marked() -> None:
    """LT-DEV-2, LT-DEV-3."""
    one = player("K V", money=900, tokens=1, forests=2, bought=(Bought(Card.COTTAGE, 1),))
    state = closed(player(tokens=0), one)
    assert state.last == Change(lots=((1, 3),))
    upgraded = play(bought("KSS K K", "villa", "automobile"), "1 develop V@2")
    assert upgraded.last.lots == ((1, 2),)


def test_the_lodging_that_pays_most_is_shown_first() -> None:
    """LT-ACC-6, LT-ACC-7."""
    state = table(player(), player("VSS VCC", batch=batch("CC")), phase=Phase.HOMES)
    (decision,) = LETNISKO.view(state, 0).decisions
    assert [way.rent_zl for way in decision.lodgings] == [400, 200]
    assert [str(way.lodging) for way in decision.lodgings] == ["2:CC", "1:CC"]


def test_guests_wait_for_the_upgrade_of_their_host() -> None:
    """LT-DEV-1, LT-PRES-6: even if they have only one way to move in."""
    upgrading = player("KSS K", upgrades=(House.VILLA,), batch=batch("S"))
    asked = player("V", batch=batch("SCC"))
    state = table(asked, upgrading, player(), phase=Phase.HOMES, cars="- - - - -")
    state = step(state, "0 lodge 1:SC").state
    assert state.players[1].batch == batch("S")
    assert LETNISKO.to_act(state) == {1}


def test_the_president_waits_for_an_upgrade_without_guests() -> None:
    """LT-PRES-6."""
    upgrading = player("KSS K", upgrades=(House.VILLA,))
    state = table(player("V", batch=batch("SCC")), upgrading, phase=Phase.HOMES, president=0)
    assert LETNISKO.to_act(state) == {1}


def test_houses_with_new_guests_are_marked() -> None:
    state = table(player(), player("K V", batch=batch("SCC")), phase=Phase.HOMES, cars="- - - -")
    state = replace(state, last=Change(locomotive=True, lots=((0, 1),)))
    assert play(state, "1 lodge 1:S,2:CC").last == Change(lots=((1, 1), (1, 2)))


def test_a_week_is_not_over_while_the_president_has_to_upgrade() -> None:
    """LT-PRES-6, LT-DEV-1: with no guests to lodge either."""
    upgrading = player("KSS K", upgrades=(House.VILLA,))
    asked = player("VCC VSS", batch=batch("CC"))
    state = table(upgrading, asked, phase=Phase.HOMES, president=0, cars="- - - -")
    state = step(state, "1 lodge 1:CC").state
    assert (state.phase, state.round) == (Phase.HOMES, 1)
    assert LETNISKO.to_act(state) == {0}


def test_a_tie_below_the_top_decides_nothing() -> None:
    """LT-SCORE-4."""
    outcome = LETNISKO.outcome(over(player("P"), player("K"), player("K")))
    assert outcome is not None
    assert outcome.ranks == (1, 2, 2)
    assert "equal" not in say(outcome.reason)


def test_the_last_upgrade_closes_the_week() -> None:
    """LT-DEV-5, LT-END-2."""
    state = play(bought("KSS K", "villa", "automobile"), "1 develop V@2")
    assert (state.round, state.phase) == (2, Phase.ARRIVAL)


@pytest.mark.parametrize(("line", "lot"), [("1 develop V@2", 2), ("1 develop V@1", 1)])
def test_the_marks_of_an_earlier_move_are_gone(line: str, lot: int) -> None:
    state = bought("KSS KS K", "villa", "automobile")
    after = play(replace(state, last=Change(locomotive=True, lots=((0, 1),))), line)
    assert after.last == Change(lots=((1, lot),))


def test_of_cottages_that_are_alike_the_first_is_upgraded_without_a_question() -> None:
    """LT-DEV-5."""
    assert houses(bought("K K", "villa", "automobile"), 1) == "V K"


def test_the_result_names_only_houses_that_were_built() -> None:
    outcome = LETNISKO.outcome(over(player("K K P"), player("V")))
    assert outcome is not None
    details = [say(lines[2].detail) for lines in outcome.lines if lines[2].detail]
    assert [("cottage" in d, "villa" in d, "pension" in d) for d in details] == [
        (True, False, True),
        (False, True, False),
    ]


def test_of_equal_challengers_the_last_card_counts_and_not_the_first() -> None:
    """LT-PRES-5: both have V V K in the end; Bob began earlier, Cat was complete earlier."""
    rich = {"money": 3000}
    state = table(
        player("K K K"),
        player("K K K", **rich),
        player("V K K", **rich),
        president=0,
        porter=0,
        cars="- - - - -",
    )
    lines = ("1 invest villa/one", "2 invest villa/one", "0 parcel one", "0 end-turn")
    assert finish(play(state, *lines, "1 invest villa/one")).president == 2


def test_of_equal_challengers_the_earlier_takes_over_and_not_the_lower_seat() -> None:
    """LT-PRES-5, A-16: Bob and Cat both have four cottages in the end, and Cat bought first."""
    rich = player("K K K", money=900, forests=1)
    state = table(player("K K K"), rich, rich, president=0, porter=1, cars="- - - - -")
    state = play(state, "2 invest cottage/one", "0 parcel one", "1 invest cottage/one")
    assert finish(state).president == 2


def test_forest_lots_of_both_kinds_are_added() -> None:
    """LT-DEV-3."""
    both = (Bought(Card.FOREST_A, 1), Bought(Card.FOREST_B, 2))
    state = closed(player(tokens=0), player(tokens=1, bought=both))
    assert [p.forests for p in state.players] == [1, 3]
