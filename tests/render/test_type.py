"""Text: missing characters, cutting, wrapping."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFont

from render.kit import type as words

ALPHABET = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"


@pytest.mark.parametrize("face", list(words.Face))
def test_faces_have_polish_letters_and_the_characters_we_use(face: words.Face) -> None:
    for sign in ALPHABET + "×−„”“’0123456789":
        assert words.clean(sign, face) == sign, sign


@pytest.mark.parametrize(
    ("line", "face"), [("Ada wygrywa", words.Face.SLAB), ("Ελένη wins", words.Face.BOLD)]
)
def test_a_headline_is_in_a_face_that_has_its_letters(line: str, face: words.Face) -> None:
    font = words.headline(line, 46)
    assert font == words.Font(face, 46)
    assert words.clean(line, face) == line


@pytest.mark.parametrize("family", ["bitter", "fira-sans-condensed"])
def test_fonts_come_with_licence_and_source(family: str) -> None:
    folder = words.FONTS_DIR / family
    assert "SIL OPEN FONT LICENSE" in (folder / "LICENSE").read_text(encoding="utf-8")
    source = (folder / "SOURCE.txt").read_text(encoding="utf-8")
    for font in folder.glob("*.ttf"):
        assert font.name in source


def test_every_bundled_font_is_used() -> None:
    files = {str(path.relative_to(words.FONTS_DIR)) for path in words.FONTS_DIR.rglob("*.ttf")}
    assert files == {face.value for face in words.Face}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("Zoë 🎲", "Zoë"),
        ("🎲🎲", ""),
        ("👩‍👩‍👧", ""),
        ("狐", ""),
        ("  a \n\t b  ", "a b"),
        ("𝓐𝓭𝓪", "Ada"),
        ("Дмитрий", "Дмитрий"),
        ("Ελένη", "Ελένη"),
        ("e\u0301", "é"),
        ("\u202eevil\u202c", "evil"),
        ("z\u0300\u0301\u0302", "z"),
        ("a\u200bb", "ab"),
    ],
)
def test_clean_drops_what_cannot_be_shown(name: str, shown: str) -> None:
    assert words.clean(name) == shown


@pytest.mark.parametrize("face", list(words.Face))
def test_a_text_looks_as_if_it_were_set_as_a_whole(face: words.Face) -> None:
    """Masks are assembled from characters, which would be wrong if the face kerned."""
    for line in ("AVATAR", "Toja", "Wyjęła 17 złotych, f.i.", "ffi ‘Ty’ (L’)"):
        for px in (18, 33, 50):
            font = words.Font(face, px)
            loaded = ImageFont.truetype(
                words.FONTS_DIR / face.value, px, layout_engine=ImageFont.Layout.BASIC
            )
            assert words.width(line, font) == loaded.getlength(line)
            whole, ours = Image.new("L", (900, 90)), Image.new("L", (900, 90))
            ImageDraw.Draw(whole).text((20, 60), line, 255, loaded, "ls")
            mask, dx, dy = words.mask(line, font)
            ours.paste(mask, (20 + dx, 60 + dy))
            shades = [round(i * words.LEVELS / 255) * 255 // words.LEVELS for i in range(256)]
            assert ours.tobytes() == whole.point(shades).tobytes(), (line, px)


def test_fit_cuts_only_what_is_too_long_and_never_overflows() -> None:
    font = words.bold(33)
    long = "Bartłomiej Brzęczyszczykiewicz"
    assert words.fit("Ada", font, 200) == "Ada"
    for room in range(40, 500, 13):
        cut = words.fit(long, font, room)
        assert words.width(cut, font) <= room
        assert cut == long or cut.endswith(words.ELLIPSIS)
    assert words.fit(long, font, words.width(long, font)) == long


def test_wrap_keeps_all_words_where_there_is_room() -> None:
    font = words.text(18)
    lines = words.wrap("Rynek Główny i Sukiennice", font, 140, 2)
    assert " ".join(lines) == "Rynek Główny i Sukiennice"
    assert all(words.width(line, font) <= 140 for line in lines)
    assert words.wrap("", font, 140, 2) == ()
    assert words.wrap("one two three four five six", font, 60, 1)[0].endswith(words.ELLIPSIS)


def test_largest_fits() -> None:
    for line in ("A", "8", "Words"):
        font = words.largest(line, words.slab(130), 90, 10)
        assert words.width(line, font) <= 90
    assert words.largest("A", words.slab(20), 90, 10).px == 20
