"""What a visit tries with emojis: uploads those of one game, and deletes them."""

from __future__ import annotations

from cogs.drawing.emojis import bring
from cogs.ui.speech import forget_emojis
from scripts.smoke.guest import Guest


async def bring_emojis(bot: Guest, slug: str) -> None:
    """Upload the signs of a game, so that posts and buttons have them from now on."""
    with bot.findings.trying(f"upload the emojis of {slug}") as thing:
        there = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
        known = set(there)
        try:
            await bring(bot, slug, there)
        finally:
            bot.brought = [emoji for name, emoji in there.items() if name not in known]
        thing.note = f"{len(bot.brought)} were missing"


async def delete_emojis(bot: Guest) -> None:
    """Delete what was uploaded."""
    forget_emojis()
    for emoji in bot.brought:
        with bot.findings.trying(f"delete the emoji {emoji.name}"):
            await emoji.delete()
