"""The words of pictures have what room the rest of a message leaves."""

from __future__ import annotations

import discord
import pytest

from cogs.ui.sheet import MAX_WORDS, Sheet
from matches.domain.settings import Display, Words
from render.picture import Picture

LINES = "\n".join(f"line {number} " + "x" * 90 for number in range(60))
PICTURE = Picture(b"drawn", "what it shows", LINES)


@pytest.mark.parametrize("words", [Words.ONLY, Words.FIRST])
@pytest.mark.parametrize("pictures", [1, 2, 3])
@pytest.mark.parametrize("beside", [0, 1500])
def test_a_message_full_of_words_is_not_refused(words: Words, pictures: int, beside: int) -> None:
    sheet = Sheet()
    sheet.write("y" * beside)
    for _ in range(pictures):
        sheet.show(PICTURE, "board.png", Display(words=words))
    view = sheet.post().view
    shown = [one for one in view.walk_children() if isinstance(one, discord.ui.TextDisplay)]
    said = [one.content for one in shown if one.content.startswith("line 0")]
    assert view.content_length() <= MAX_WORDS
    assert view.content_length() > MAX_WORDS - 110 * pictures, "no room is left unused"
    assert len(said) == pictures
    assert max(map(len, said)) - min(map(len, said)) < 110, "they share it"
    assert all(one.endswith("\n…") for one in said)
