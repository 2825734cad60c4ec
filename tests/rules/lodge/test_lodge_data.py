"""What the data files may say: another box can be played and drawn, a broken one is refused."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
LOADED = """
import rules.box

load = rules.box.load


def changed(game, name="box.toml"):
    row = load(game, name)
    if game == "lodge":
        change(row._facts, name)
    return row


rules.box.load = changed
"""
OTHER_BOX = """
def change(facts, name):
    if name == "box.toml":
        facts["rooms_of_each_colour"] = 20
        facts["solo"]["turns"] = 12
    elif name == "amenities.toml":
        facts["amenities"] = facts["amenities"][8:]
        facts["amenities"].append(
            dict(
                id="A25", en="Ski School", pl="Szkoła narciarska", points=4,
                kind="guests-floor", floor=2, number=3,
            )
        )
"""
PLAYED = """
from render.lodge import LodgeArtist
from rules import registry
from rules.lodge.components import AMENITIES
from tests.contract.checks import check_states, playout

lodge = registry.get("lodge")
for seats in lodge.info.seats:
    steps = playout(lodge, seats, 0)
    check_states(lodge, steps, seats)
    assert sum(lodge.view(steps[-1].state, 0).rooms_left) < 100
assert lodge.view(playout(lodge, 1, 0)[1].state, 0).turns == 12
assert len(AMENITIES) == 17
assert "Ski School" in LodgeArtist().component(("A25",), lang="en").alt
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own, which loads the data anew."""
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_a_corrected_box_is_played_and_drawn() -> None:
    """LD-SETUP-1, LD-SOLO-1: other numbers of rooms, amenities and turns."""
    done = run(OTHER_BOX + LOADED + PLAYED)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ('facts["rooms_of_each_colour"] = 3', "too few rooms"),
        ('facts["amenities"] = facts["amenities"][:3]', "too few amenities"),
        ('facts["amenities"].append(facts["amenities"][0])', "two with the same id"),
        ('facts["amenities"][0]["id"] = "B"', "amenity B is not well-formed"),
        ('del facts["amenities"][0]["colour"]', "amenity A01 is not well-formed"),
        ('facts["amenities"][12]["floor"] = 5', "amenity A13 is not well-formed"),
    ],
)
def test_a_box_that_cannot_be_played_is_refused(change: str, fault: str) -> None:
    """LD-SETUP-1."""
    key = change.split('"')[1]
    code = f"def change(facts, name):\n    if {key!r} in facts:\n        {change}\n"
    done = run(code + LOADED + "import rules.lodge.components\n")
    assert "DataError" in done.stderr
    assert fault in done.stderr
