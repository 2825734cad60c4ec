"""Changes that make simcord's pages fast enough to play whole matches on them.

A page is built again at each click and each new message. The most expensive parts that are not
shown here are left out; parts that never change are built once.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import cache, lru_cache
from io import BytesIO
from typing import Any, Final

from PIL import Image
from simcord import Env
from simcord.preview import _action_plans, _component_projection, _messages, _queries, _snapshot
from simcord.preview._markdown import markdown_tokens
from simcord.preview._media import MediaInfo, MediaWorker

WINDOW: Final = 12
"""The number of messages on a page before older ones are loaded; simcord shows 50."""
LOOK_S: Final = 0.005
"""The seconds between simcord's checks of a busy bot; its default is 50 ms."""


@cache
def quicken() -> None:
    """Make all pages of this process fast.

    Raises:
        AttributeError: simcord no longer has something that is changed here.
    """
    for module in (_snapshot, _action_plans):
        _change(module, "HISTORY_WINDOW_SIZE", WINDOW)
    _change(_action_plans, "HISTORY_STEP", WINDOW // 2)
    _change(_snapshot, "_message_navigation", _no_index)
    for module in (_component_projection, _messages):
        _change(module, "markdown_tokens", _tokens)
    waits = Env._settle_internal.__kwdefaults__ or {}
    assert "idle" in waits
    waits["idle"] = LOOK_S


def _change(module: object, name: str, value: object) -> None:
    getattr(module, name)
    setattr(module, name, value)


def _no_index(preview: Any, page: Any, _visible: object) -> Any:
    """Return an empty list of messages for the sidebar, which is hidden here."""
    return _queries._message_navigation(preview, page, [])


def _tokens(
    value: Any, profile: str = "message", *, context: Mapping[str, Any] | None = None
) -> Any:
    """Return the parts of a Markdown text, as `markdown_tokens` does."""
    if value is None:
        return []
    named = json.dumps(context or {}, sort_keys=True)
    return copy.deepcopy(_remembered_tokens(str(value), profile, named))


@lru_cache(2000)
def _remembered_tokens(value: str, profile: str, context: str) -> Any:
    return markdown_tokens(value, profile, context=json.loads(context))


class OwnPictures(MediaWorker):
    """Serves pictures unchanged.

    simcord starts a process to check each one, and refuses more than eight at a time; here they all
    come from our own bot.
    """

    async def validate(
        self, key: str, blob: bytes, *, media_time: float | None = None
    ) -> MediaInfo:
        """Return format, size and data of a picture."""
        with Image.open(BytesIO(blob)) as image:
            width, height = image.size
            kind = image.get_format_mimetype() or "image/png"
        return MediaInfo(image.format or "PNG", width, height, 1, 4 * width * height, blob, kind)
