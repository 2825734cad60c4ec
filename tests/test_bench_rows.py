"""Every row of the bench, tiny: one that can't be measured any more names itself here."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from bench import peers, released
from bench.players import _strength
from bench.rows import ROWS
from bench.stage import Stage
from bench.table import Plan, Scale, chosen
from matches.db.schema import connect
from tests.postgres import binaries

WITH_PEERS: Final = ("D2", "D3", "E1", "E2", "E3", "E7", "R2")
"""The rows that compare with packages which only `make bench` installs."""

ON_A_SERVER: Final = ("M4", "M5")

BENCH: Final = Path(__file__).parent.parent / "bench"

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the bench reads /proc"
)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Let the rows share what takes long to start."""
    made = Stage(tmp_path_factory.mktemp("stage"))
    yield made
    made.close()


@pytest.mark.parametrize("name", chosen([]))
def test_a_row_can_be_measured(name: str, tmp_path: Path, stage: Stage) -> None:
    if name in ON_A_SERVER and binaries() is None:
        pytest.skip("PostgreSQL is not installed")
    plan = Plan(Scale.TINY, tmp_path, peers=not peers.missing(), stage=stage)
    figures = list(ROWS[name](plan))
    assert figures
    for figure in figures:
        assert figure.line(name).startswith(name)
        assert math.isfinite(figure.ours)
        compared = math.isfinite(figure.theirs) and math.isfinite(figure.ratio)
        assert compared or (name in WITH_PEERS and not plan.peers)
    keys = [figure.key for figure in figures]
    assert len(keys) == len(set(keys))
    kept = released.read()
    assert kept is not None
    assert kept.rows.get(name, {}).keys() <= set(keys), "what has fallen since can't be seen"


def test_a_share_of_few_matches_says_how_much_it_may_be_off() -> None:
    won, *_ = _strength(0.001, 1, 1, "letnisko")
    assert re.fullmatch("[0-9]+% to [0-9]+% with 95 % certainty", won.note)


def test_the_readme_and_the_release_name_the_rows_there_are() -> None:
    text = (BENCH / "README.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| ([A-Z]\d) \|", text, flags=re.MULTILINE)
    assert sorted(table) == sorted(ROWS)
    kept = released.read()
    assert kept is not None
    assert kept.rows.keys() <= ROWS.keys()


def test_no_fixture_writes_a_table_of_the_store_itself(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "stolik.db")) as db:
        named = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    tables = "|".join(name for (name,) in named)
    writes = re.compile(rf"(INSERT( OR \w+)? INTO|UPDATE|DELETE FROM)\s+({tables})\b")
    assert writes.search("INSERT INTO seats (match_id) VALUES (?)")
    for module in sorted(BENCH.glob("*.py")):
        assert writes.search(module.read_text(encoding="utf-8")) is None, module.name
