"""The parts of simcord that the demo uses without any promise are still there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import simcord.preview
from simcord.backend import Backend
from simcord.preview import Preview, _component_projection, _snapshot
from simcord.preview._markdown import markdown_tokens
from simcord.preview._server import PreviewServer

from demo_page import page, people, swift, world

STATIC = Path(simcord.preview.__file__).parent / "static"

NOT_KEPT = {
    # The bot uses nothing of it.
    *("skus", "entitlements", "webhooks", "webhook_tokens", "invites", "application_emojis"),
    *("stage_instances", "command_permissions"),
    # For this run only; the pictures in `cdn` are kept elsewhere.
    *("cdn", "subscribers", "http_requests", "transcript", "faults"),
}


def test_every_part_of_the_world_is_kept_or_left_out_on_purpose() -> None:
    assert set(vars(Backend())) == set(world._KEPT) | NOT_KEPT


@pytest.mark.parametrize("path", page.CORRECTIONS)
def test_what_is_corrected_in_its_page_is_there(path: str) -> None:
    plain = (STATIC / path[1:]).read_text(encoding="utf-8")
    served = page.corrected(path, plain)
    for old, new in page.CORRECTIONS[path]:
        assert plain.count(old) == 1
        assert new in served


def test_a_changed_page_is_noticed() -> None:
    with pytest.raises(page.MissingTextError, match=r"timeline\.js"):
        page.corrected("/timeline.js", "something else")


@pytest.mark.parametrize(
    "name",
    [
        *("state.viewerId", "state.pendingAction", "state.ready", "state.closed", "ui.viewer"),
        *("state.transport.state", "fitOpenDropdowns()", 'dispatch("viewer", { viewer_id: '),
    ],
)
def test_what_our_lines_use_of_its_script_is_there(name: str) -> None:
    assert name in (STATIC / "app.js").read_text(encoding="utf-8")
    assert name in (page.HERE / "frame.js").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name", ["preview-toolbar", "messages-sidebar", "inspector-panel", "drawer-scrim"]
)
def test_what_is_hidden_of_its_page_is_there(name: str) -> None:
    assert f'class="{name}"' in (STATIC / "index.html").read_text(encoding="utf-8")
    assert f".{name}" in (page.HERE / "frame.css").read_text(encoding="utf-8")


def test_only_our_page_may_frame_it() -> None:
    headers = page.frame_headers("http://127.0.0.1:1")
    assert "X-Frame-Options" not in headers
    assert "frame-ancestors http://127.0.0.1:1" in headers["Content-Security-Policy"]
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert PreviewServer._SECURITY_HEADERS["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("name", ["_action", "_get_page", "_initial_target"])
def test_its_preview_has_the_methods_that_are_used(name: str) -> None:
    assert callable(getattr(Preview, name))


def test_its_pages_can_be_made_quick() -> None:
    swift.quicken()
    assert vars(_snapshot)["HISTORY_WINDOW_SIZE"] == swift.WINDOW
    assert vars(_component_projection)["markdown_tokens"] is swift._tokens


def test_remembered_markdown_is_what_simcord_makes() -> None:
    text = "**Ada** calls <@7>, `x`"
    context = {"users": {"7": {"label": "Bo"}}}
    plain = markdown_tokens(text, "text_display", context=context)
    for _ in range(2):
        remembered = swift._tokens(text, "text_display", context=context)
        assert remembered == plain
        remembered.clear()
    assert swift._tokens(None) == markdown_tokens(None)


async def test_pictures_are_handed_out_as_they_are() -> None:
    picture = people.draw_bot()
    info = await swift.OwnPictures().validate("any", picture)
    assert info.normalized is picture
    assert (info.width, info.height, info.content_type) == (128, 128, "image/png")


def test_everybody_speaks_their_language() -> None:
    world.speak_languages()
    world.speak_languages()  # a second time changes nothing
    env = simcord.Env(_no_bot())
    world.make_world(env)
    sent = {member.name: _locales(env, member.id) for member in world.members_of(env)}
    assert sent["ada"] == ("en-US", "en-US")
    assert sent["dima"] == ("pl", "en-US")


def _no_bot() -> Any:
    import discord

    return discord.Client(intents=discord.Intents.none())


def _locales(env: simcord.Env, user_id: int) -> tuple[str, str]:
    channel = world.handles_of(env)[-1]
    facts: Mapping[str, Any] = {
        "type": 2,
        "channel_id": channel.id,
        "guild_id": world.GUILD_ID,
        "user_id": user_id,
        "data": {"name": "x"},
    }
    payload = simcord.interactions.base_payload(env.backend, **facts)[1]
    return payload["locale"], payload["guild_locale"]
