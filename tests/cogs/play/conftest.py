from __future__ import annotations

from random import Random

import pytest

from matches.service import MatchService
from render import gallery
from rules import registry
from rules.protocol import CHANCE, WATCHER

SEED = 5
"""A seed with which Ada chooses first and places the first flag in the toy game."""


@pytest.fixture(autouse=True)
def _same_chance_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = dict(MatchService.__init__.__kwdefaults__ or {})
    defaults["entropy"] = lambda count: bytes([SEED]) * count
    monkeypatch.setattr(MatchService.__init__, "__kwdefaults__", defaults)


@pytest.fixture(autouse=True, scope="session")
def _warm_pens() -> None:
    """Draw once to load fonts and palettes; a busy machine is too slow for it later."""
    for slug in registry.slugs():
        rules, artist = registry.get(slug), gallery.artist(slug)
        state, rng = rules.initial_state(2, frozenset()), Random(0)
        while rules.to_act(state) == {CHANCE}:
            state = rules.apply(state, CHANCE, rules.chance_move(state, rng)).state
        names = {0: "Ada", 1: "Bo"}
        artist.board(rules.view(state, WATCHER), names=names, lang="en", to_act=frozenset())
        artist.hand(rules.view(state, 0), names=names, lang="en")
