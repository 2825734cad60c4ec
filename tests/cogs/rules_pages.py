"""The rules pages as tests read and use them."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor
from simcord.builders import UserHandle
from simcord.results import InteractionResult

from tests.world import World, custom_ids, parts, private, shown_messages


async def opened(world: World, topic: str = "", member: MemberActor | None = None) -> Any:
    """Return the answer to /rules for the toy game, asked outside any match."""
    return await (member or world.bo).slash(world.channel, "rules", game="toy", topic=topic)


def heading(shown: InteractionResult) -> str:
    """Return the title of the page that was shown."""
    return next(line for line in private(shown).split("\n") if line.startswith("### "))


def labels(shown: InteractionResult) -> list[str]:
    """Return the labels of a page's buttons; disabled ones in brackets."""
    found = [p for m in shown_messages(shown) for p in parts({"components": m.components})]
    buttons = [p for p in found if p["type"] == 2]
    return [f"({p['label']})" if p.get("disabled") else p["label"] for p in buttons]


def alts(shown: InteractionResult) -> list[str]:
    """Return the alternative texts of the pictures that are shown."""
    found = [p for m in shown_messages(shown) for p in parts({"components": m.components})]
    return [item["description"] for p in found for item in p.get("items", ())]


async def press(member: MemberActor | UserHandle, shown: InteractionResult, label: str) -> Any:
    """Click the button of a page that has a label."""
    return await member.click(shown_messages(shown)[0], label=label)


async def choose(member: MemberActor, shown: InteractionResult, kind: str, value: str) -> Any:
    """Choose in the select of a page whose id begins like this."""
    message = shown_messages(shown)[0]
    ids = custom_ids({"components": message.components})
    (custom_id,) = (found for found in ids if found.startswith(kind))
    return await member.select(message, [value], custom_id=custom_id)
