"""The par of solo players: measured by these rules, and written as it is read."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from players.levels import STRONG
from rules import box, registry
from rules.protocol import Par
from scripts.par import DATA, PLAYER, main, written

ALONE = [slug for slug in registry.slugs() if 1 in registry.get(slug).info.seats]


@pytest.mark.parametrize("slug", registry.slugs())
def test_games_for_one_have_a_par_by_their_newest_rules(slug: str) -> None:
    info = registry.get(slug).info
    assert (info.par is not None) == (slug in ALONE)
    if info.par is not None:
        table = tomllib.loads((DATA / slug / "par.toml").read_text())
        assert table["rules_version"] == info.rules_version
        assert table["command"] == f"python -m scripts.par {slug} {table['matches']}"
        assert info.par == Par(round(table["mean"] / 100), table["matches"])


def test_a_mean_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lodge").mkdir()
    text = written([50, 61, 60], "python -m scripts.par lodge 3", 2)
    (tmp_path / "lodge" / "par.toml").write_text(text)
    monkeypatch.setattr(box, "_DATA", str(tmp_path))
    assert box.par("lodge") == Par(57, 3)


def test_the_command_plays_and_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert STRONG.name == PLAYER, "so it is told"
    (tmp_path / "lodge").mkdir()
    monkeypatch.setattr("scripts.par.DATA", tmp_path)
    monkeypatch.setattr("scripts.par.PLAYER", "instant")
    monkeypatch.setattr("sys.argv", ["par", "lodge", "2"])
    main()
    told = [int(line.split()[2].rstrip(",")) for line in capsys.readouterr().out.splitlines()]
    table = tomllib.loads((tmp_path / "lodge" / "par.toml").read_text())
    assert (len(told), table["matches"], table["mean"]) == (2, 2, 50 * sum(told))
