"""Figures that an owner of the box may correct in the data files: they are played and drawn.

Lodge and CVlizations, whose books say more about it, have tests of their own.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
CHANGES: Final = {
    "krakow": """
if name == "cards.toml":
    facts["ranks"][0]["points"] = 6
    facts["actions"][0]["points"] = 3
    facts["tokens"]["hours"] = [hour + 1 for hour in facts["tokens"]["hours"]]
""",
    "letnisko": """
if name == "box.toml":
    storm, rain = facts["weather"][:2]
    storm["guests"], rain["guests"] = rain["guests"], storm["guests"]
    facts["start_money_zl"] = 300
""",
    "indian_summer": """
if name == "box.toml":
    mouse, other = facts["animals"][:2]
    mouse["en"] = "dormouse"
    mouse["count"], other["count"] = mouse["count"] + 1, other["count"] - 1
    facts["squirrels"] = 40
    facts["tiles"][0]["drawing"] = "xox"
""",
}
SEEN: Final = {
    "krakow": "rules.krakow.components.HOURS[-1] == 18",
    "letnisko": "rules.letnisko.components.START_ZL == 300",
    "indian_summer": "'ormouse' in artist.component(('mouse',), lang='en').alt",
}
PLAY: Final = """
import rules.box

load = rules.box.load


def changed(game, name="box.toml"):
    row = load(game, name)
    if game == {slug!r}:
        facts = row._facts
{change}
    return row


rules.box.load = changed

from render import gallery
from rules import registry
from rules.protocol import WATCHER
from tests.contract.checks import NAMES, check_states, playout

game, artist = registry.get({slug!r}), gallery.artist({slug!r})
for seats in game.info.seats:
    steps = playout(game, seats, 0)
    check_states(game, steps, seats)
    for step in (steps[1], steps[-1]):
        assert artist.board(
            game.view(step.state, WATCHER), names=NAMES, lang="en", to_act=game.to_act(step.state)
        ).png
assert {seen}
"""


@pytest.mark.parametrize("slug", CHANGES)
def test_corrected_figures_are_played_and_drawn(slug: str) -> None:
    change = "\n".join(f"        {line}" for line in CHANGES[slug].strip().splitlines())
    code = PLAY.format(slug=slug, change=change, seen=SEEN[slug])
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
