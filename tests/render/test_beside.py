"""An earlier board is compared without its marks, and laid out like the newer one."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any, Final

import pytest
from PIL import Image, ImageChops

from render import drawings
from render.cvlizations import CvlizationsArtist, panels
from render.cvlizations import board as caves
from render.cvlizations import layout as cave_layout
from render.indian_summer import IndianSummerArtist, floor
from render.indian_summer import board as summer
from render.indian_summer import layout as woods
from render.indian_summer.floor import Marks
from render.lodge import LodgeArtist, layout
from render.speech import Speech
from rules.cvlizations.view import Phase as CvPhase
from rules.indian_summer.components import TILES
from rules.indian_summer.view import Change
from rules.lodge.view import LodgeView
from rules.protocol import CHANCE, WATCHER
from tests.contract.checks import playout
from tests.contract.test_contract import GAMES
from tests.render import cave, chalet, wood

SLUGS: Final = [slug for slug in GAMES if slug != "toy"]
PEOPLE: Final = tuple(chalet.NAMES.items())
TOLD: Final = (PEOPLE, "en", frozenset({0}))


def unmarked(view: Any) -> Any:
    """Return a view without the marks of the last move, or turn."""
    if hasattr(view, "marked"):
        return replace(view, marked=())
    if hasattr(view, "recent"):
        view = replace(view, recent=type(view.recent)())
    return replace(view, last=type(view.last)())


def watched(slug: str) -> list[Any]:
    """Return some views of a random match."""
    rules = GAMES[slug]
    steps = playout(rules, rules.info.seats[1], 4)
    return [rules.view(step.after.state, WATCHER) for step in steps[5:120:6]]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_mark_that_is_gone_is_not_lit(slug: str) -> None:
    views = watched(slug)
    plain = [drawings.board(slug, unmarked(view), *TOLD).png for view in views]
    assert plain != [drawings.board(slug, view, *TOLD).png for view in views]
    assert plain == [drawings.changes(slug, view, unmarked(view), *TOLD).png for view in views]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_new_mark_is_lit(slug: str) -> None:
    views = watched(slug)
    lit = [drawings.changes(slug, view, view, *TOLD).png for view in views]
    assert lit != [drawings.board(slug, view, *TOLD).png for view in views]


def test_a_line_no_longer_worked_on_is_not_lit() -> None:
    rules = GAMES["krakow"]
    views: list[Any] = [rules.view(it.after.state, WATCHER) for it in playout(rules, 3, 4)]
    then = next(it for it in views if it.decision and it.decision.place)
    places = tuple(replace(spot, working=False) for spot in then.places)
    now = unmarked(replace(then, places=places, decision=replace(then.decision, place=None)))
    shown = drawings.board("krakow", now, *TOLD).png
    assert drawings.board("krakow", unmarked(then), *TOLD).png != shown
    assert drawings.changes("krakow", then, now, *TOLD).png == shown


def differing(then: LodgeView, now: LodgeView) -> Image.Image:
    """Return where two boards of Lodge differ as they are compared."""
    artist = LodgeArtist()
    boards = (
        Image.open(BytesIO(artist.board(view, names=dict(PEOPLE), lang="en", to_act=TOLD[2]).png))
        for view in (artist.beside(then, now), now)
    )
    return ImageChops.difference(*(one.convert("RGB") for one in boards))


def test_when_a_lodge_becomes_large_only_the_head_is_lit() -> None:
    now = unmarked(chalet.made_up(3, 8))
    then = replace(now, active=1, cells=(), hosts=(), fits=())
    assert now.active == 2
    found, boxes = differing(then, now).getbbox(), layout.board(3)
    assert found is not None
    assert found[3] <= boxes["head"].bottom


def test_in_a_lodge_that_became_wider_only_the_new_column_is_lit() -> None:
    now = unmarked(chalet.made_up(3, 12))
    smaller = replace(now.players[0], columns=now.players[0].columns[:-1])
    then = replace(now, players=(smaller, *now.players[1:]))
    found = differing(then, now).getbbox()
    assert found is not None
    assert found[2] - found[0] <= 40


@pytest.mark.parametrize("slug", SLUGS)
def test_the_end_is_lit(slug: str) -> None:
    rules = GAMES[slug]
    states = [step.after.state for step in playout(rules, rules.info.seats[1], 4)]
    then = next(it for it in reversed(states[:-1]) if CHANCE not in rules.to_act(it))
    was, now = (rules.view(state, WATCHER) for state in (then, states[-1]))
    told: Any = (PEOPLE, "en", frozenset())
    pictures = drawings.changes(slug, was, now, *told), drawings.board(slug, now, *told)
    heads = [Image.open(BytesIO(it.png)).convert("RGB").crop((99, 30, 400, 60)) for it in pictures]
    assert heads[0].tobytes() == heads[1].tobytes()


def test_tiles_and_numbers_that_have_only_moved_are_not_lit() -> None:
    now = replace(wood.made_up(3, 9), last=Change())
    it, bits = now.players[0], now.players[1].covered
    then = replace(now, common=(TILES[70], *now.common[:-1]), players=(
        replace(it, path=(TILES[71], *it.path)), *now.players[1:]))  # fmt: skip
    artist = IndianSummerArtist()
    old = artist.beside(then, now)
    assert old.common == (*now.common[:-1], TILES[70])
    assert old.players[0].path == (*it.path, TILES[71])
    numbers = [floor.squares(it, Marks(numbering=covered)) for covered in (0, int(bits))]
    assert numbers[0] != numbers[1]
    assert isinstance(old, summer.Beside)
    assert old.numbering == tuple(player.covered for player in now.players)


def test_what_a_whole_turn_did_is_lit_in_gaps_treasures_and_path() -> None:
    now = replace(wood.made_up(3, 9), last=Change())
    it = now.players[0]
    gaps = (it.gaps[0] + 3, *it.gaps[1:])
    earlier = replace(it, path=(*it.path, TILES[71]), gaps=gaps, empty=it.empty + 3)
    then = replace(now, players=(earlier, *now.players[1:]))
    artist, pictures = IndianSummerArtist(), []
    for view in (artist.beside(then, now), now):
        png = artist.board(view, names=dict(PEOPLE), lang="en", to_act=TOLD[2]).png
        pictures.append(Image.open(BytesIO(png)).convert("RGB"))
    found = ImageChops.difference(*pictures)
    place = woods.panel(woods.board(3)["floor0"])
    for box in (place.total, place.gaps[0], place.slots[len(it.path)]):
        assert found.crop((box.x, box.y, box.right, box.bottom)).getbbox(), box
    for box in (*place.gaps[1:], *place.slots[: len(it.path)], *place.supply):
        assert not found.crop((box.x, box.y, box.right, box.bottom)).getbbox(), box


def test_only_the_new_entry_of_what_orders_brought_is_lit() -> None:
    now = unmarked(cave.made_up(3, phase=CvPhase.ACTION))
    seat = next(n for n in range(3) if now.reveal.gains[n].points or sum(now.reveal.gains[n].goods))
    gains = list(now.reveal.gains)
    gains[seat] = replace(gains[seat], points=gains[seat].points + 2)
    then, now = now, replace(now, reveal=replace(now.reveal, gains=tuple(gains)))
    artist, tiles = CvlizationsArtist(), []
    for view in (artist.beside(then, now), now):
        row = caves.tribe_row(view, view.tribes[seat], Speech(cave.NAMES, "en"), TOLD[2])
        box = cave_layout.board(view.placing, 3)[f"tribe{seat}"]
        tiles.append(set(panels.parts(box, row)))
    new = [painter.__name__ for _, painter, _ in tiles[1] - tiles[0]]
    assert new == ["entry"]


def test_the_row_of_the_mover_is_not_lit_for_being_in_front() -> None:
    now = unmarked(cave.made_up(3, phase=CvPhase.ORDERS))
    then = replace(now, tribes=tuple(replace(it, placed=False) for it in now.tribes))
    shown = [
        caves.tribe_row(view, view.tribes[1], Speech(cave.NAMES, "en"), frozenset({1})).who.acts
        for view in (CvlizationsArtist().beside(then, now), now)
    ]
    assert shown[0] == shown[1]
