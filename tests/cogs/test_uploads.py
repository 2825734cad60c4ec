"""Files on their way to Discord: let go of once they are there."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.ui.sheet import Sheet, Upload
from render.picture import Picture
from tests.cogs.telling import play
from tests.toy_artist import PIXEL
from tests.world import World


async def test_pictures_that_were_sent_are_let_go_of(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, plain = list[Upload](), Upload.__init__

    def noted(self: Upload, *args: Any) -> None:
        plain(self, *args)
        made.append(self)

    monkeypatch.setattr(Upload, "__init__", noted)
    home = await world.open(world.ada, world.bo)
    await play(world)
    await world.tap(world.ada, home, "view")
    await world.settle()
    assert len(made) >= 3
    assert [upload.filename for upload in made if not upload.fp.closed] == []


def test_a_post_can_be_sent_again() -> None:
    sheet = Sheet()
    sheet.paint(Picture(PIXEL, "a pixel", "a pixel"), "board.png")
    post = sheet.post()
    for upload in post.files:
        upload.close()
    (again,) = post.again().files
    assert (again.fp.read(), again.filename) == (PIXEL, "board.png")
