"""A plain Pillow board: 200 plates, 150 words, 40 tokens, as 256-colour PNG."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

SIZE: Final = (1200, 900)
FONT: Final = Path(__file__).parent.parent / "data/fonts/bitter/Bitter_800ExtraBold.ttf"
COLOURS: Final = ("#c6543e", "#3e78b2", "#e2bc58", "#5c9258", "#966ea8", "#ece2cc", "#585c68")
Item: TypeAlias = tuple[int, int, Image.Image]


@cache
def plate(w: int, h: int, radius: int, colour: str) -> Image.Image:
    """Return a smooth rounded rectangle."""
    image = Image.new("RGBA", (w * 4, h * 4), (0, 0, 0, 0))
    box = (0, 0, w * 4 - 1, h * 4 - 1)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(box, radius * 4, fill=colour, outline="#282420", width=8)
    return image.resize((w, h), Image.Resampling.BOX)


@cache
def word(text: str, px: int) -> Image.Image:
    """Return a text drawn on a clear background, as large as needed."""
    font = ImageFont.truetype(FONT, px, layout_engine=ImageFont.Layout.BASIC)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text))
    image = Image.new("RGBA", (right - left, bottom - top), (0, 0, 0, 0))
    ImageDraw.Draw(image).text((-left, -top), text, font=font, fill="#181614")
    return image


@cache
def token(kind: int) -> Image.Image:
    """Return a disc with a star, shaded by `kind`."""
    image = Image.new("RGBA", (192, 192), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((11, 19, 184, 188), fill=(0, 0, 0, 90))
    draw.ellipse((8, 8, 176, 176), fill=COLOURS[kind], outline="#141414", width=8)
    light = Image.linear_gradient("L").resize((192, 192)).point(lambda v: (255 - v) // 4)
    image.paste("#ffffff", (0, 0), Image.composite(light, Image.new("L", (192, 192)), _cap()))
    draw.polygon([(92, 42), (130, 142), (50, 80), (134, 80), (54, 142)], fill="#ffffff")
    return image.resize((48, 48), Image.Resampling.LANCZOS)


@cache
def _cap() -> Image.Image:
    mask = Image.new("L", (192, 192))
    ImageDraw.Draw(mask).ellipse((23, 19, 161, 134), fill=255)
    return mask


@cache
def scene() -> tuple[Item, ...]:
    """Return the plates, words and tokens of the board, with their places."""
    rng, found, words = Random(7), list[Item](), list[Item]()
    for n in range(120):
        x, y = 24 + n % 12 * 66, 24 + n // 12 * 85
        found.append((x, y, plate(62, 80, 9, rng.choice(COLOURS))))
        if n < 110:
            text = "".join(rng.choices("0123456789ABC+", k=rng.randint(1, 3)))
            words.append((x + 8, y + 8, word(text, rng.choice((14, 16, 20)))))
    for n in range(4):
        x, y = 832, 24 + n * 214
        found.append((x, y, plate(344, 204, 12, "#faf7f0")))
        for i in range(19):
            spot = (x + 10 + i % 10 * 32, y + 120 + i // 10 * 38)
            found.append((*spot, plate(28, 34, 5, rng.choice(COLOURS))))
        for i in range(10):
            text = "".join(rng.choices("abcdefghilmnoprstuvw", k=rng.randint(10, 17)))
            words.append((x + 12 + i % 2 * 168, y + 8 + i // 2 * 21, word(text, 16)))
    for _ in range(40):
        x, y = 30 + rng.randrange(12) * 66, 50 + rng.randrange(10) * 85
        found.append((x, y, token(rng.randrange(7))))
    return (*found, *words)


def board() -> bytes:
    """Return the board as a PNG."""
    image = Image.new("RGB", SIZE, "#d6c8aa")
    for x, y, item in scene():
        image.paste(item, (x, y), item)
    out = BytesIO()
    image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()
