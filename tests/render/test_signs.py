"""The signs that stand alone, which become emojis."""

from io import BytesIO

import pytest
from PIL import Image

from cogs.drawing.emojis import emoji_name
from render import drawings
from render.i18n import catalogue
from render.kit.signs import SIZE
from render.picture import SIGN_NAME, Sign, seat_sign
from rules import registry
from rules.notation import part_types
from rules.text import Text

GAMES = ("cvlizations", "indian_summer", "krakow", "letnisko", "lodge")
MOST_BYTES, MOST_CHARACTERS = 256 * 1024, 32
"""What Discord allows of an emoji and of its name."""


@pytest.mark.parametrize("slug", GAMES)
def test_every_sign_has_a_name_and_stands_for_values(slug: str) -> None:
    rules, signs = registry.get(slug), drawings.signs(slug)
    assert len({sign.name for sign in signs}) == len(signs)
    assert {seat_sign(seat).name for seat in range(max(rules.info.seats))} <= {
        sign.name for sign in signs
    }
    of = {(kind, name) for kind in rules.move_types for name in part_types(kind)}
    for sign in signs:
        assert SIGN_NAME.fullmatch(sign.name)
        assert len(emoji_name(slug, sign, b"")) <= MOST_CHARACTERS
        assert set(sign.parts) <= {name for _, name in of}
        assert bool(sign.parts) == bool(sign.tokens)
    values = [(part, token) for it in signs for part in it.parts for token in it.tokens]
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("slug", GAMES)
def test_signs_stand_before_what_the_game_says(slug: str) -> None:
    rules, signs, sentences = registry.get(slug), drawings.signs(slug), catalogue("pl")
    components = [it for sign in signs for it in (*sign.tokens, *sign.components)]
    words = [it.msgid if isinstance(it, Text) else it for sign in signs for it in sign.words]
    assert {it for sign in signs for it in sign.components} <= set(rules.components)
    assert len(set(components) & set(rules.components)) > len(rules.components) / 2
    assert len(set(words)) == len(words)
    for word in words:
        if isinstance(word, str) and word not in components:
            assert {sentences.gettext(word), sentences.ngettext(word, word, 5)} != {word}


@pytest.mark.parametrize("slug", GAMES)
def test_signs_differ_and_are_small(slug: str) -> None:
    drawn = {sign.name: drawings.sign(slug, sign.name) for sign in some(drawings.signs(slug))}
    assert len(set(drawn.values())) == len(drawn)
    for png in drawn.values():
        image = Image.open(BytesIO(png))
        assert (image.size, image.mode) == ((SIZE, SIZE), "RGBA")
        assert image.getchannel("A").getextrema() == (0, 255)
        assert len(png) <= MOST_BYTES


def some(signs: tuple[Sign, ...]) -> tuple[Sign, ...]:
    """Return the seats and every fifth other sign."""
    return tuple(it for n, it in enumerate(signs) if it.name.startswith("seat") or n % 5 == 0)
