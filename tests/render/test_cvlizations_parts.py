"""CVlizations' areas, reveal and key, and what the pictures tell in a phase."""

from __future__ import annotations

from dataclasses import replace

import pytest

from render.cvlizations import CvlizationsArtist, layout, phrases
from render.cvlizations import hand as hand_of
from render.cvlizations.parts import owned
from render.i18n import LANGS, Lang, translate
from render.kit import type as words
from render.kit.press import WIDTH
from render.picture import MAX_ALT
from render.speech import Speech
from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import IDEAS, Good, Goods, Idea, Order
from rules.cvlizations.moves import Victim
from rules.cvlizations.view import CvView, Gain, Offer, Phase, Shopping, Theft, Variant
from rules.text import tn
from tests.render.cave import NAMES, made_up
from tests.render.drawn import overheard
from tests.render.seeing import check_apart, check_written, opened
from tests.render.test_cvlizations_pictures import fresh

ARTIST = CvlizationsArtist()


def slugs(view: CvView) -> list[str]:
    return [area.slug for area in ARTIST.areas(view)]


def test_the_areas_are_the_viewer_the_market_the_orders_and_the_others() -> None:
    view = made_up(3, seat=1)
    others = [f"seat{tribe}" for tribe in view.placing if tribe != 1]
    assert slugs(view) == ["seat1", "market", "orders", *others]
    assert slugs(replace(view, reveal=None)) == ["seat1", "market", *others]
    assert slugs(made_up(3))[:2] == ["market", "orders"]
    assert len(slugs(made_up(5))) == 7
    assert slugs(replace(view, phase=Phase.SETUP)) == []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("ideas", [0, 6, 18])
def test_an_area_is_wide_and_tells_everything_whole(ideas: int, lang: Lang) -> None:
    view = made_up(4, phase=Phase.ACTION, seat=0, ideas=ideas)
    for slug in ("seat0", "market")[: 1 + (ideas == 6)]:
        with overheard() as heard:
            shown = fresh().area(view, slug, names=NAMES, lang=lang, to_act=frozenset({0}))
        assert not [it.line for it in heard if it.line.endswith(words.ELLIPSIS)]
        wide, high = (int.from_bytes(shown.png[at : at + 4], "big") for at in (16, 20))
        assert (wide, len(shown.alt) <= MAX_ALT) == (WIDTH, True)
        assert WIDTH / 4 <= high <= WIDTH
        told = view.players[0].ideas if slug == "seat0" else filter(None, view.track)
        for idea in told:
            assert getattr(IDEAS[idea].effect, lang) in shown.text


@pytest.mark.parametrize("lang", LANGS)
def test_a_reveal_shows_who_chose_what(lang: Lang) -> None:
    view = made_up(5, phase=Phase.ACTION)
    assert view.reveal is not None
    assert ARTIST.last_moment(replace(view, reveal=None)) == ""
    later = replace(view, reveal=replace(view.reveal, turn=6))
    assert ARTIST.last_moment(view) != ARTIST.last_moment(later)
    with overheard() as heard:
        picture = fresh().moment(view, names=NAMES, lang=lang)
    check_written(heard, NAMES.values())
    check_apart(heard)
    lines = [it.line for it in heard]
    for order in Order:
        name = translate(phrases.order_name(order), lang, {})
        assert name in lines
        assert (name in picture.text) == bool(view.reveal.counts[order.place])


def test_a_reveal_tells_in_sentences_and_shows_no_empty_row() -> None:
    view = made_up(5, phase=Phase.ACTION)
    assert view.reveal is not None
    nothing = replace(view.reveal, gains=(Gain(Goods(0, 0, 0), 0),) * 5, thefts=())
    for reveal, rows in ((view.reveal, 5), (nothing, 0)):
        shown = replace(view, reveal=reveal)
        picture = ARTIST.moment(shown, names=NAMES, lang="en")
        assert opened(picture.png).height == layout.reveal_height(rows)
        assert "nothing" not in picture.text
        first, *rest = picture.text.splitlines()
        assert picture.alt.startswith(" ".join((first, *(f"{line}." for line in rest)))[:900])
        over = ARTIST.moment(replace(shown, phase=Phase.DEVELOPMENT), names=NAMES, lang="en")
        assert opened(over.png).height == layout.reveal_height(5)


def test_a_reveal_tells_no_effect_of_what_only_neutral_tribes_chose() -> None:
    """C-GEEK-4: the Cave Geeks steal and take nothing."""
    view = made_up(2, Variant.GEEKS, Phase.ACTION)
    assert view.reveal is not None
    pairs = ((Order.LOGGING, Order.HUNTING), (Order.LOGGING, Order.SLACKING))
    geeks = (Order.THIEVING, Order.HUNTING)
    counts = tuple(sum(order in pair for pair in (*pairs, geeks)) for order in Order)
    reveal = replace(view.reveal, orders=(*pairs, geeks), counts=counts)
    with overheard() as heard:
        picture = fresh().moment(replace(view, reveal=reveal), names=NAMES, lang="en")
    assert picture.text.splitlines()[1] == "Thieving: Cave Geeks"
    assert "Hunting: Ada, Cave Geeks – 3 food" in picture.text
    lines = [it.line for it in heard]
    assert "3 food" in lines
    assert "steal 1" not in lines


def test_a_hand_says_what_is_missing() -> None:
    view = made_up(3, seat=0)
    player = replace(view.players[0], goods=Goods(1, 0, 1))
    view = replace(view, players=(player, *view.players[1:]))
    castle = Offer(Idea.CASTLE, False, 4, ())
    assert IDEAS[Idea.CASTLE].cost == Goods(1, 2, 1)
    assert phrases.lack(view, castle) == ((2, (Good.WOOD,)),)
    assert phrases.lack(view, replace(castle, price=3)) == ((1, (Good.WOOD,)),)
    poor = replace(view, players=(replace(player, goods=Goods(1, 0, 0)), *view.players[1:]))
    assert phrases.lack(poor, castle) == ((2, (Good.WOOD,)), (1, (Good.STONE,)))
    cheap = phrases.lack(poor, replace(castle, price=3))
    assert cheap == ((2, (Good.WOOD, Good.STONE)),)
    assert translate(phrases.lacking(cheap), "en", {}) == "2 of these: wood, stone"
    assert phrases.lack(view, replace(castle, payments=(Goods(1, 2, 1),))) == ()


def test_a_board_says_who_has_bought_and_whom_law_protects() -> None:
    view = made_up(4, phase=Phase.DEVELOPMENT)
    first, second, *_ = view.line
    assert view.shopping is not None
    view = replace(view, bought=(first,), shopping=replace(view.shopping, seat=view.line[2]))
    told = [phrases.under(view, view.tribes[seat]) for seat in view.line]
    assert [text and translate(text, "en", {}) for text in told] == [
        "has bought", "bought nothing", None, None,
    ]  # fmt: skip
    view = made_up(4, phase=Phase.ACTION)
    assert view.reveal is not None
    owner = replace(view.players[second], ideas=(Idea.LAW,))
    players = tuple(owner if player.seat == second else player for player in view.players)
    counts = (1, *view.reveal.counts[1:])
    reveal = replace(view.reveal, counts=counts, thefts=(Theft(first, second, Good.FOOD),))
    robbed = replace(view, players=players, reveal=reveal)
    assert phrases.shielded(robbed, second)
    assert not phrases.shielded(robbed, first)
    assert not phrases.shielded(replace(robbed, reveal=replace(reveal, thefts=())), second)


def test_logs_keep_the_letter_that_pictures_have_given_up() -> None:
    assert Victim.parse("N") == Victim.parse("i") == Victim(1)
    assert [str(Victim(seat)) for seat in range(5)] == [*"VIPUM"]


def test_ideas_bought_in_the_last_development_are_new() -> None:
    view = made_up(3, phase=Phase.ORDERS)
    first, second, *_ = view.line
    ideas = (Idea.LAW, Idea.TEMPLE, Idea.SCHOOL)
    players = tuple(replace(player, ideas=ideas) for player in view.players)
    view = replace(view, players=players, buyers=(first, second, first))
    assert phrases.newest(view, first) == (Idea.TEMPLE, Idea.SCHOOL)
    assert phrases.newest(view, second) == (Idea.SCHOOL,)
    assert phrases.newest(view, view.line[2]) == ()
    plain, new = (owned.ideas(400, 60, (owned.Chip(Idea.LAW, "Law", "", False, it),), False)
                  for it in (False, True))  # fmt: skip
    assert plain.image.tobytes() != new.image.tobytes()


@pytest.mark.parametrize(
    ("task", "said"),
    [
        (Task(Do.STEAL, Order.THIEVING), "Thieving: steal 1 resource"),
        (Task(Do.STEAL, Order.THIEVING, 2), "Thieving: steal 1 resource from somebody else"),
        (Task(Do.TAKE, Order.THIEVING), "Thieving: take 1 resource of your choice"),
        (
            Task(Do.SWORD, Order.THIEVING, idea=Idea.SWORD),
            "Sword: steal 1 more from a player you robbed",
        ),
        (
            Task(Do.TRADE, Order.TRADING, 3),
            "Trading: give 1 resource, take 3 of another kind",
        ),
        (Task(Do.TAKE, Order.CUNNING), "Cunning: take 1 resource of your choice"),
        (
            Task(Do.TAKE, Order.THIEVING, idea=Idea.EGOISM),
            "Egoism: take 1 resource of your choice",
        ),
    ],
)
def test_a_hand_says_what_its_player_has_to_choose(task: Task, said: str) -> None:
    view = replace(made_up(3, phase=Phase.ACTION, seat=1), tasks=(None, task, None))
    with overheard() as heard:
        hand = fresh().hand(view, names=NAMES, lang="en")
    assert hand is not None
    assert said in {it.line for it in heard}
    assert hand.text.startswith(f"{said}.\n")
    assert hand.alt.startswith(f"{said}. ")
    other = ARTIST.hand(replace(view, waiting=frozenset({0})), names=NAMES, lang="en")
    assert other is not None
    assert other.text.startswith("Ada carries out orders.")


def test_ideas_are_ticked_only_while_they_can_be_bought() -> None:
    view = made_up(3, phase=Phase.DEVELOPMENT, seat=2)
    assert phrases.buying(view)
    assert phrases.yours(view) == tn("Buy an idea, or pass", "Buy up to {count} ideas, or pass", 2)
    waits = replace(view, waiting=frozenset({1}))
    done = replace(view, shopping=Shopping(2, 0, swapped=False, feasted=True))
    action = made_up(3, phase=Phase.ACTION, seat=2)
    for shown in (waits, done, action):
        assert not phrases.buying(shown)
    able = next(it for it in view.offers if it.payments)
    say = Speech(NAMES, "en")
    for shown in (view, waits, done, action):
        price = hand_of.offered(shown, able, say).price
        assert price is not None
        said = "costs you" if shown is view else "you can pay"
        assert price.said == f"{said} {able.price}"
        assert price.now == (shown is view)


def test_a_hand_shows_the_ideas_of_its_player_once_they_have_any() -> None:
    for phase in (Phase.ORDERS, Phase.DEVELOPMENT):
        for ideas in (0, 3, 18):
            view = made_up(3, phase=phase, seat=1, ideas=ideas)
            with overheard() as heard:
                fresh().hand(view, names=NAMES, lang="en")
            written = {it.line for it in heard}
            assert ("Your ideas" in written) == (ideas > 0)
            for idea in view.players[1].ideas:
                card = IDEAS[idea]
                assert {Speech(NAMES, "en").name(card.name), str(card.number)} & written
            check_written(heard, NAMES.values())
            check_apart(heard)
            assert ("Your orders" in written) == (phase is Phase.DEVELOPMENT)


def test_a_long_name_without_a_space_is_written_smaller_and_whole() -> None:
    name = "xX_Dragon_Slayer_99"
    with overheard() as heard:
        view = made_up(3, phase=Phase.ACTION)
        fresh().board(view, names={**NAMES, 2: name}, lang="en", to_act=view.waiting)
    assert name in {it.line for it in heard}


@pytest.mark.parametrize("style", owned.STYLES)
def test_the_name_of_a_new_idea_is_not_written_on_its_frame(style: owned._Style) -> None:
    chip = owned.Chip(Idea.HIGHWAY, "Highway", "", False, new=True)
    with overheard() as heard:
        owned.ideas(400, style.high, (chip,), acts=True, most=style.px)
    check_written(heard)
