"""Single lines: which still wait for their layout, which are cut; what a refusal means."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.operator.figures import bot_lines
from cogs.outbox.sending import is_notice, judged
from matches.domain.outbox_item import ItemKind
from matches.sender import Refused


@pytest.mark.parametrize(
    ("content", "components", "kind", "waits"),
    [
        ("Ada, it's your move in Toy. #7", (), ItemKind.TURN, True),
        ("Ada, it's your move in Toy. #17", (), ItemKind.TURN, False),  # of another match
        ("Ada, it's your move in Toy. #7 and #8", (), ItemKind.TURN, False),
        ("Ada, it's your move in Toy. #7", ("a button",), ItemKind.TURN, False),
        ("", (), ItemKind.TURN, False),
        ("2 matches are waiting for you: Toy #8, Toy #9", (), ItemKind.DIGEST, True),
        ("", (), ItemKind.DIGEST, False),
    ],
)
def test_a_line_waits_for_its_layout(
    content: str, components: tuple[str, ...], kind: ItemKind, waits: bool
) -> None:
    message = SimpleNamespace(content=content, components=components)
    match, row = SimpleNamespace(id=7), SimpleNamespace(kind=kind)
    assert is_notice(*cast("tuple[Any, Any, Any]", (message, match, row))) is waits


@pytest.mark.parametrize("shards", [1, 20, 21, 40])
def test_many_shards_are_told_as_the_first_twenty(shards: int) -> None:
    bot = SimpleNamespace(guilds=[], latency=0.05, latencies=[(n, 0.05) for n in range(shards)])
    *_, line = bot_lines(cast("Any", bot), datetime(2026, 1, 1, tzinfo=UTC))
    told = str(dict(line.params)["latency"])
    assert told.count("ms") == min(shards, 20)
    assert told.endswith("…") == (shards > 20)
    assert line.count == shards


@pytest.mark.parametrize(
    ("status", "code", "why"),
    [
        (403, 50007, "closed_dm"),
        (403, 50278, "closed_dm"),
        (403, 50013, "forbidden"),
        (400, 160005, "forbidden"),  # a locked thread
        (403, 160005, "forbidden"),
    ],
)
async def test_what_a_refusal_means(status: int, code: int, why: str) -> None:
    kind = discord.Forbidden if status == 403 else discord.HTTPException
    nobody: Any = None
    answer: Any = SimpleNamespace(status=status, reason="")
    with pytest.raises(Refused) as caught:
        async with judged(nobody, nobody, nobody):
            raise kind(answer, {"code": code, "message": "no"})
    assert caught.value.why == why
