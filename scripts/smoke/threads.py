"""What a visit tries with threads."""

from __future__ import annotations

from typing import Final

import discord

from cogs.ui.threads import THREAD_ARCHIVED, wake_thread
from matches.domain.model import MatchInfo
from scripts.smoke.guest import Guest
from scripts.smoke.watch import Payload

_TEXT: Final[discord.ui.TextDisplay[discord.ui.LayoutView]] = discord.ui.TextDisplay("edited")


async def try_threads(bot: Guest) -> None:
    """Rename, archive and open the newest public thread; edit a message in it."""
    findings, opened = bot.findings, map(bot.get_channel, reversed(bot.watch.threads))
    public = (one for one in opened if isinstance(one, discord.Thread) and not one.is_private())
    if (thread := next(public, None)) is None:
        findings.skip("threads", "none was opened")
        return
    with findings.trying("rename a thread"):
        await thread.edit(name="stolik smoke")
        await _is(bot, thread.id, "name", "stolik smoke")
    with findings.trying("archive a thread"):
        await thread.edit(archived=True)
        await _is(bot, thread.id, "archived", True)
    message = thread.get_partial_message(_newest_in(bot, thread.id))
    with findings.trying("edit in an archived thread", expected=THREAD_ARCHIVED) as thing:
        await message.edit(view=discord.ui.LayoutView().add_item(_TEXT))
        thing.note = "Discord allows it"
    with findings.trying("open an archived thread"):
        await wake_thread(bot, thread.id)
        await _is(bot, thread.id, "archived", False)


async def check_private_thread(bot: Guest, match: MatchInfo) -> None:
    """Note what is wrong with the thread of a match that was started privately."""
    await _is(bot, match.channel_id, "type", discord.ChannelType.private_thread.value)
    await _is(bot, match.channel_id, "invitable", False)
    if not any(int(one["channel_id"]) == match.channel_id for one in bot.watch.shown.values()):
        bot.findings.fault("nothing was posted there")


async def _is(bot: Guest, channel_id: int, name: str, wanted: object) -> None:
    """Ask Discord for a thread, and compare."""
    found: Payload = dict(await bot.http.get_channel(channel_id))
    facts = {**found, **found.get("thread_metadata", {})}
    if facts.get(name) != wanted:
        bot.findings.fault(f"read back: {name} is {facts.get(name)!r}")


def _newest_in(bot: Guest, channel_id: int) -> int:
    shown = bot.watch.shown.values()
    return max(int(one["id"]) for one in shown if int(one["channel_id"]) == channel_id)
