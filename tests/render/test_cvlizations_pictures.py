"""The pictures of CVlizations: boxes, text, icons, colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bench.sight import inside, overlap
from render.cvlizations import (
    PRESS,
    CvlizationsArtist,
    icons,
    layout,
    panels,
    phrases,
    pieces,
)
from render.cvlizations import theme as th
from render.cvlizations.parts import owned, pictograms
from render.cvlizations.sample import sample
from render.i18n import LANGS, Lang
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import WIDTH, Press, paint
from render.picture import MAX_ALT
from rules.cvlizations.components import (
    COMPONENTS,
    GOODS,
    IDEAS,
    KINDS,
    ORDER_CARDS,
    ORDERS,
    Idea,
    Order,
)
from rules.cvlizations.view import CvView, Phase, Variant
from rules.errors import DataError
from rules.protocol import Outcome, ScoreLine
from rules.text import signed, t
from tests.render.cave import LONGEST, NAMES, TABLES, made_up, seen, states, waiting
from tests.render.drawn import Written, overheard
from tests.render.seeing import as_seen, check_apart, check_written, difference, on, opened

ARTIST = CvlizationsArtist()
ACTS = frozenset({0})
PHASES = (Phase.ORDERS, Phase.ACTION, Phase.DEVELOPMENT, Phase.CLEANUP, Phase.OVER)
MOST_IDEAS = 18
"""Two in each turn with Common language."""
CUT = tuple(NAMES.values())
"""The texts that may be cut."""
LARGEST = 130_000
"""Bytes of the largest board."""


def fresh() -> CvlizationsArtist:
    """Return an artist without cached tiles, so that everything is painted again."""
    press = Press(th.CAVE, th.FLATS, sample)
    press.palette = PRESS.palette
    return CvlizationsArtist(press)


def heard_board(view: CvView, lang: Lang = "en") -> list[Written]:
    """Return what is written on the board of a view."""
    with overheard() as heard:
        fresh().board(view, names=NAMES, lang=lang, to_act=view.waiting)
    return heard


def lines(heard: list[Written]) -> set[str]:
    return {it.line for it in heard}


def apart_and_inside(boxes: Mapping[str, Box], page: Box) -> None:
    for name, box in boxes.items():
        assert inside(box, page), name
        assert min(box.w, box.h) > 0, name
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not overlap(a, b), (one, other)


@pytest.mark.parametrize(("seats", "variant"), TABLES)
def test_board_boxes_are_inside_and_apart(seats: int, variant: Variant) -> None:
    placing = made_up(seats, variant).placing
    page = Box(0, 0, WIDTH, layout.height(placing, seats))
    boxes = layout.board(placing, seats)
    apart_and_inside(boxes, page)
    assert {f"tribe{n}" for n in placing} <= boxes.keys()
    assert {f"order{n}" for n in range(8)} | {f"idea{n}" for n in range(4)} <= boxes.keys()
    assert WIDTH <= page.h <= WIDTH * 1.3


@pytest.mark.parametrize(("seats", "variant"), TABLES)
def test_the_parts_of_a_tribe_are_inside_its_panel_and_apart(seats: int, variant: Variant) -> None:
    placing = made_up(seats, variant).placing
    for tribe in placing:
        panel = layout.board(placing, seats)[f"tribe{tribe}"]
        row = layout.row(panel)
        parts = {"who": row.who, "cards": row.cards}
        if row.ideas.w > 0:
            parts |= {"brought": row.brought, "goods": row.goods, "ideas": row.ideas}
        apart_and_inside(parts, panel)
        assert len(parts) == 5 or tribe >= seats


def pages(boxes: Mapping[str, Box], highest: int = WIDTH) -> None:
    """Assert that the boxes of a page of its own size are right."""
    page = boxes["page"]
    apart_and_inside({name: box for name, box in boxes.items() if name != "page"}, page)
    assert page.h <= highest * page.w / WIDTH


@pytest.mark.parametrize("offers", [0, 3, 4, 5])
@pytest.mark.parametrize("tribes", [1, 2])
@pytest.mark.parametrize("giving", [False, True])
def test_hand_boxes_are_inside_and_apart(giving: bool, tribes: int, offers: int) -> None:
    for rivals in (0, 4):
        ideas = {0: 0, 3: 1, 4: 6, 5: MOST_IDEAS}[offers]
        boxes = layout.hand(layout.Hand(giving, tribes, offers, 0 if giving else rivals, ideas))
        pages(boxes, 1300)
        assert ("ideas" in boxes) == (ideas > 0)
        assert sum(name.startswith("offer") for name in boxes) == offers
        assert sum(name.startswith("tribe") for name in boxes) == tribes - giving
        assert ("order7" in boxes) == giving


def test_boxes_of_parts_are_inside_and_apart() -> None:
    pages(layout.market())
    for ideas in (0, 1, 6, 7, 9, 10, MOST_IDEAS):
        boxes = layout.player(ideas)
        pages(boxes)
        assert sum(name.startswith("idea") for name in boxes) == ideas
    for seats in range(6):
        page = Box(0, 0, WIDTH, layout.reveal_height(seats))
        apart_and_inside(layout.reveal(seats), page)
        assert page.h <= WIDTH


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_result_boxes_are_inside_and_apart(seats: int) -> None:
    page = Box(0, 0, WIDTH, layout.result_height(seats))
    apart_and_inside(layout.result(seats), page)


@pytest.mark.parametrize("count", [2, 3, 4, 8, 16, 48])
def test_boxes_of_components_are_inside_and_apart(count: int) -> None:
    page = Box(0, 0, WIDTH, layout.together_height(count))
    boxes = layout.together(count)
    apart_and_inside(boxes, page)
    assert len(boxes) == count


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("ideas", [0, 7, MOST_IDEAS])
@pytest.mark.parametrize(("seats", "variant"), TABLES)
def test_words_are_whole_legible_and_apart(
    seats: int, variant: Variant, ideas: int, lang: Lang
) -> None:
    phase = {0: Phase.ORDERS, 7: Phase.ACTION, MOST_IDEAS: Phase.OVER}[ideas]
    heard = heard_board(made_up(seats, variant, phase, seats - 1, ideas), lang)
    assert len(heard) > 60
    check_written(heard, CUT)
    check_apart(heard)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("seats", "variant"), TABLES)
def test_words_of_the_hand_are_whole_legible_and_apart(
    seats: int, variant: Variant, lang: Lang
) -> None:
    for seat in (0, seats - 1):
        for phase in (Phase.ORDERS, Phase.DEVELOPMENT):
            with overheard() as heard:
                fresh().hand(made_up(seats, variant, phase, seat), names=NAMES, lang=lang)
            assert len(heard) > 40
            check_written(heard, NAMES.values())
            check_apart(heard)


@pytest.mark.parametrize("lang", LANGS)
def test_every_idea_is_told_whole_on_the_track_and_in_the_hand(lang: Lang) -> None:
    view = made_up(3, seat=0)
    offer = replace(view.offers[0], payments=())
    for start in range(0, len(IDEAS), 4):
        four = tuple(IDEAS)[start : start + 4]
        offers = tuple(replace(offer, idea=idea, hidden=idea is four[0]) for idea in four)
        artist, shown = fresh(), replace(view, track=four, offers=(*offers, offers[0]))
        with overheard() as heard:
            artist.board(shown, names=NAMES, lang=lang, to_act=frozenset())
            artist.hand(shown, names=NAMES, lang=lang)
        check_written(heard, NAMES.values())
        check_apart(heard)
        for idea in four:
            name = IDEAS[idea].name
            assert " ".join(it.line for it in heard).count(getattr(name, lang)) >= 2


def test_what_is_on_offer_is_seen_by_type_number_cost_and_points() -> None:
    heard = heard_board(made_up(3))
    for idea in LONGEST:
        card = IDEAS[idea]
        assert {card.name.en, str(card.number)} <= lines(heard)
        assert {str(n) for n in card.cost if n} <= lines(heard)


def test_the_reveal_stays_in_sight_while_the_next_orders_are_given() -> None:
    now, then = heard_board(made_up(4, phase=Phase.ACTION)), heard_board(made_up(4))
    assert {"Turn 5", "revealed"} <= lines(now)
    assert {"Turn 4", "last turn"} <= lines(then)
    assert "last turn" not in lines(now)
    gains = {it.line for it in now if it.line[0] in "+−"}
    assert gains == {it.line for it in then if it.line[0] in "+−"} != set()


@pytest.mark.parametrize("lang", LANGS)
def test_before_the_first_reveal_the_levels_are_shown(lang: Lang) -> None:
    view = replace(made_up(3), reveal=None)
    heard = heard_board(view, lang)
    check_written(heard, CUT)
    check_apart(heard)
    assert "1, 2, 3+" in lines(heard)
    assert not {"last turn", "zeszła tura"} & lines(heard)


def test_a_secret_order_is_drawn_for_its_owner_alone() -> None:
    mine, theirs = (made_up(3, seat=seat) for seat in (0, 1))
    public = made_up(3)
    names = [ORDER_CARDS[order].name.en for order in (mine.tribes[0].down,) if order]
    assert mine.tribes[0].down is not None
    boards = [ARTIST.board(v, names=NAMES, lang="en", to_act=frozenset()) for v in (mine, public)]
    assert "secret order hidden" in boards[1].text.split("Ada (V)")[1]
    assert "secret order hidden" not in boards[0].text.split("Ada (V)")[1]
    assert names[0] in boards[0].text.split("Ada (V)")[1].splitlines()[1]
    rest = replace(theirs, seat=public.seat, tribes=public.tribes, offers=())
    assert rest == public
    assert boards[0].png != boards[1].png


def test_the_active_tribe_the_change_and_the_viewer_are_marked() -> None:
    view = made_up(3)
    pictures = {
        ARTIST.board(shown, names=NAMES, lang="en", to_act=to_act).png
        for shown, to_act in (
            (view, view.waiting),
            (view, frozenset()),
            (replace(view, marked=()), view.waiting),
            (replace(view, seat=0), view.waiting),
            (replace(view, helm=0), view.waiting),
        )
    }
    assert len(pictures) == 5


def edge_of(view: CvView, tribe: int) -> tuple[object, ...]:
    """Return colours at the edge of a tribe's panel: at its left, and along its top."""
    png = ARTIST.board(view, names=NAMES, lang="en", to_act=view.waiting).png
    box = layout.board(phrases.lined(view), view.seats)[f"tribe{tribe}"]
    image = opened(png)
    along = {image.getpixel((x, box.y + 2)) for x in range(box.x + 40, box.right - 40)}
    return image.getpixel((box.x + 2, box.cy)), along


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def test_only_who_acts_or_has_won_has_a_frame_in_their_colours() -> None:
    mark, gold, bone = map(rgb, (th.MARK, th.GOLD, th.BONE))
    view = made_up(3)
    assert view.waiting == {2}
    assert view.marked == (0,)
    assert edge_of(view, 2) == (mark, {mark})
    assert edge_of(view, 0) == edge_of(view, 1) == (bone, {bone})
    both = replace(view, marked=(0, 2))
    assert edge_of(both, 2) == (mark, {mark})
    over = made_up(3, phase=Phase.OVER)
    (best,) = phrases.winners(over)
    other = (best + 1) % 3
    over = replace(over, marked=(other,))
    assert edge_of(over, best) == (gold, {gold})
    assert edge_of(over, other) == (bone, {bone})


def test_what_the_viewer_can_pay_for_is_ticked() -> None:
    view = made_up(2, Variant.GEEKS, Phase.DEVELOPMENT, 1)
    poor = replace(view, offers=tuple(replace(offer, payments=()) for offer in view.offers))
    hands = [ARTIST.hand(it, names=NAMES, lang="en") for it in (view, poor)]
    boards = [ARTIST.board(it, names=NAMES, lang="en", to_act=ACTS).png for it in (view, poor)]
    assert boards[0] != boards[1]
    assert None not in hands
    assert hands[0] != hands[1]


def test_only_players_have_a_hand_and_only_while_the_match_is_on() -> None:
    assert ARTIST.hand(made_up(3), names=NAMES, lang="en") is None
    for phase in (Phase.SETUP, Phase.OVER):
        view = replace(made_up(3, seat=1), phase=phase)
        assert ARTIST.hand(view, names=NAMES, lang="en") is None
    for phase in PHASES[:-1]:
        assert ARTIST.hand(made_up(3, phase=phase, seat=1), names=NAMES, lang="en") is not None


def test_a_hand_shows_the_tribe_that_gives_orders_and_the_other_one_small() -> None:
    view = made_up(2, Variant.ADVANCED, seat=1)
    tribes = tuple(replace(it, placed=it.tribe == 3) for it in view.tribes)
    own = replace(view, tribes=tuple(replace(it, placed=it.tribe != 1) for it in view.tribes))
    for shown, first in ((replace(view, tribes=tribes), 2), (own, 1)):
        assert shown.placing_tribe == (2 if first == 2 else 1)
    with overheard() as heard:
        fresh().hand(own, names=NAMES, lang="en")
    order = [it.line for it in heard if "tribe" in it.line and it.line.startswith("Your")]
    assert order == ["Your tribe", "Your neutral tribe"]


def test_a_top_card_is_named_in_the_hand_of_who_knows_it() -> None:
    hand = ARTIST.hand(made_up(3, seat=0), names=NAMES, lang="en")
    assert hand is not None
    assert "Top of the deck, for your eyes only: 30 Common language" in hand.text
    board = ARTIST.board(made_up(3, seat=0), names=NAMES, lang="en", to_act=frozenset())
    assert "30 Common language" not in board.text


@pytest.mark.parametrize("high", [78, 104, 138])
@pytest.mark.parametrize("count", [1, 4, 8])
def test_all_that_orders_brought_finds_room(count: int, high: int) -> None:
    items = (
        *(panels.Item(number, good, None) for number, good in zip((-1, 12, 6), GOODS, strict=True)),
        panels.Item(3, None, None),
        *(
            panels.Item(sign, good, other)
            for other, good in enumerate(GOODS[:2])
            for sign in (1, -1)
        ),
    )[:count]
    art = Canvas(layout.BROUGHT, high, th.BONE)
    with overheard() as heard:
        paint(art, panels.brought(art.box, panels.Brought(items, (), ""), False))
    if high > 100:
        assert [it.line for it in heard] == [signed(item.number) for item in items]
    check_written(heard)
    check_apart(heard)


def test_many_ideas_go_from_names_to_numbers() -> None:
    for count in (4, MOST_IDEAS):
        held = tuple(
            owned.Chip(idea, card.name.en, "", False) for idea, card in tuple(IDEAS.items())[:count]
        )
        with overheard() as heard:
            owned.ideas(424, 76, held, False)
        assert len(heard) == count
        shown = held[0].name if count == 4 else "1"
        assert heard[0].line == shown


def test_a_large_number_stays_in_its_place() -> None:
    with overheard() as heard:
        panels.goods(410, 62, panels.Owned(made_up(2).players[1].goods, 88, 123), False)
    assert len(heard) == 5
    check_written(heard)
    check_apart(heard)


@pytest.mark.parametrize("order", ORDERS)
def test_levels_show_the_printed_amounts(order: Order) -> None:
    card = ORDER_CARDS[order]
    for level, shown in enumerate(phrases.amounts(order), 1):
        if shown == phrases.NO_EFFECT:
            assert phrases.failed(order, level)
        else:
            assert shown.lstrip("×") == str(card.amount(level))
            assert not phrases.failed(order, level)
    assert phrases.level(5) == 3


@pytest.mark.parametrize(("seats", "options"), [(2, ()), (2, ("advanced",)), (3, ()), (5, ())])
def test_positions_of_real_matches_can_be_drawn(seats: int, options: tuple[str, ...]) -> None:
    found = states(seats, 1, *options)
    for state in (found[0], found[len(found) // 2], found[-1]):
        picture = ARTIST.board(seen(state), names=NAMES, lang="en", to_act=waiting(state))
        again = fresh().board(seen(state), names=NAMES, lang="en", to_act=waiting(state))
        assert picture == again
        assert len(picture.png) <= LARGEST
        hand = ARTIST.hand(seen(state, 0), names=NAMES, lang="pl")
        assert (hand is None) == (state is found[-1])


def _outcome(seats: int) -> Outcome:
    effects = t("{list}", list=("Rationalism 4", "Cinematography 4", "Research Institute 2"))
    sold = t("{list}", list=("3 food exchanged", "3 wood exchanged", "3 stone exchanged",
                             "Stock exchange 6", "12 left"))  # fmt: skip
    return Outcome(
        tuple(40 + n for n in range(seats)),
        tuple(seats - n for n in range(seats)),
        tuple(
            (
                ScoreLine(t("Points gained"), 11 + n),
                ScoreLine(t("Ideas"), 24, t("{list}", list=("18 ideas",))),
                ScoreLine(t("Effects at the end"), 10, effects),
                ScoreLine(t("Resources"), 15, sold),
            )
            for n in range(seats)
        ),
        t("The third age is over. If points are tied, the tribe with more resources left wins."),
    )


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_result_tells_the_breakdown(seats: int, lang: Lang) -> None:
    view = made_up(seats, Variant.GEEKS if seats == 2 else Variant.BASIC, ideas=MOST_IDEAS)
    with overheard() as heard:
        picture = fresh().result(view, _outcome(seats), names=NAMES, lang=lang)
    check_written(heard, NAMES.values())
    check_apart(heard)
    for n in range(seats):
        assert {str(40 + n), str(11 + n)} <= lines(heard)
        assert str(11 + n) in picture.text
    assert any("Cinematography" in it.line for it in heard)
    assert any("12 left" in it.line or it.line == "left" for it in heard)


@pytest.mark.parametrize("lang", LANGS)
def test_every_component_is_drawn_with_its_words(lang: Lang) -> None:
    for key in COMPONENTS:
        with overheard() as heard:
            picture = fresh().component((key,), lang=lang)
        check_written(heard)
        check_apart(heard)
        assert 2000 < len(picture.png) <= 40_000
        assert 0 < len(picture.alt) <= MAX_ALT
        assert picture.text.count("\n") >= 2


@pytest.mark.parametrize("ids", [tuple(ORDERS), GOODS, ("point", "helm", "crown"), tuple(Idea)])
def test_several_components_are_drawn_together(ids: tuple[str, ...]) -> None:
    with overheard() as heard:
        picture = fresh().component(ids, lang="en")
    assert len(picture.alt) <= MAX_ALT
    assert all(inside(it.box, it.canvas.box) for it in heard)


@pytest.mark.parametrize("ids", [(), ("wagon",), ("food", "boat")])
def test_an_unknown_component_is_an_error(ids: tuple[str, ...]) -> None:
    with pytest.raises(DataError):
        ARTIST.component(ids, lang="en")


def _shapes(signs: list[Image.Image]) -> None:
    for one, other in combinations(signs, 2):
        apart = ImageChops.difference(one.getchannel("A"), other.getchannel("A"))
        assert ImageStat.Stat(apart).mean[0] > 20


def test_orders_types_and_resources_differ_in_shape() -> None:
    _shapes([pictograms.order(order, 40, "#000000", "#ffffff") for order in ORDERS])
    _shapes([icons.kind(kind, 40, "#000000", "#ffffff") for kind in KINDS])
    _shapes([icons.good(good, 40) for good in GOODS])


@pytest.mark.parametrize("vision", ["protan", "deutan", "tritan", "grey"])
def test_resources_and_tokens_differ_to_every_eye(vision: str) -> None:
    goods = [on(th.BONE, icons.good(good, 44)) for good in GOODS]
    seats = [on(th.BONE, pieces.chip(seat, 58)) for seat in (0, 1, 2, 3, 4, 100, 101, pieces.WILD)]
    for group, least in ((goods, 10), (seats, 8)):
        for one, other in combinations(group, 2):
            assert difference(as_seen(one, vision), as_seen(other, vision)) > least


@pytest.mark.parametrize("order", ORDERS)
def test_the_mark_of_an_order_tells_whether_it_is_left(order: Order) -> None:
    left, used = (on(th.BONE, pieces.mark(order, 36, it)) for it in (True, False))
    assert difference(as_seen(left, "grey"), as_seen(used, "grey")) > 60


def test_a_long_sentence_keeps_its_verb_and_many_names_are_counted() -> None:
    view = made_up(5)
    heard = heard_board(view)
    assert any(it.line.endswith("gives orders") for it in heard)
    many = heard_board(made_up(5, phase=Phase.ACTION))
    assert "5 players carry out orders" in lines(many)
    assert max(it.font.px for it in many if it.line.startswith("5 players")) >= words.GLANCE_PX
