"""Sentences on pictures: a name gives way when there is no room."""

from __future__ import annotations

import pytest

from render.i18n import LANGS, Lang
from render.kit import type as words
from render.speech import Speech
from rules.text import Who, t

FONT = words.bold(words.GLANCE_PX)
LONG = "Bartłomiej Brzęczyszczykiewicz-Wąchocki"
WINS = t("{who} wins the match", who=Who(1))


@pytest.mark.parametrize("lang", LANGS)
def test_only_the_name_is_cut_and_only_as_far_as_needed(lang: Lang) -> None:
    say = Speech({0: "Ada", 1: LONG}, lang)
    whole, rest = say(WINS), say(WINS).replace(LONG, "")
    wide = words.width(whole, FONT)
    assert say.fitting(WINS, 1, FONT, wide) == whole
    for room in (wide - 1, wide - 200):
        cut = say.fitting(WINS, 1, FONT, room)
        assert cut != whole
        assert cut.endswith(rest)
        assert words.ELLIPSIS in cut
        assert words.width(cut, FONT) <= room
    assert say.fitting(WINS, None, FONT, 10) == whole
