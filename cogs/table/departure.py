"""Leaving a lobby or a match from anywhere: asked first, then done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import discord

from cogs.ui.answers import defer_new, defer_update, finish, page, reply
from cogs.ui.context import check_place
from cogs.ui.items import (
    MAX_CHOICE,
    MAX_OPTIONS,
    Button,
    ComponentId,
    Interaction,
    Select,
    button,
    fitting,
    on,
    select,
)
from cogs.ui.sheet import match_name
from cogs.ui.speech import plain_names, reader, say
from matches.domain.model import MatchInfo
from matches.domain.table.departure import Effect, effect_of, next_host
from render.i18n import Lang
from rules.errors import InvalidMoveError, LobbyError
from rules.text import Person, Text, t

if TYPE_CHECKING:
    from bot import StolikBot

MOST_SELECTS: Final = 4
"""The most selects for matches to leave, of 25 each, in one message."""


def leave_button(match: MatchInfo, rest: str, lang: Lang) -> Button:
    """Return the button that asks whether to leave; `rest` names its message."""
    return button("depart", match.id, rest, label=say(t("Leave"), lang))


def leave_selects(matches: Sequence[MatchInfo], lang: Lang) -> Iterable[Select]:
    """Return selects of the matches a user can leave, in the order given."""
    for number in range(MOST_SELECTS):
        some = matches[number * MAX_OPTIONS : (number + 1) * MAX_OPTIONS]
        if some:
            options = [
                discord.SelectOption(
                    label=fitting(_title(match, lang), MAX_CHOICE), value=str(match.id)
                )
                for match in some
            ]
            hint = say(t("Leave a match …"), lang)
            yield select("depart", 0, str(number), options=options, placeholder=hint)


def _title(match: MatchInfo, lang: Lang) -> str:
    return f"{match_name(match)}: {', '.join(plain_names(match, lang).values())}"


async def may_come_back(bot: StolikBot, match: MatchInfo, user_id: int) -> bool:
    """Return whether a user who leaves a match may take a seat in it again."""
    try:
        await bot.service.admission.check_asker(match.guild_id, user_id)
    except LobbyError:
        return False
    return True


@on("depart")
async def _depart(interaction: Interaction, tap: ComponentId) -> None:
    if tap.values:
        await _ask(interaction, _number(tap.values[0]))
    elif tap.rest in _WARNINGS:
        await _leave(interaction, tap.match_id, Effect(tap.rest))
    else:
        await _ask(interaction, tap.match_id)


def _number(value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) <= 18):
        raise InvalidMoveError(
            t("This button no longer works."), t("See your matches with /turns.")
        )
    return int(value)


async def _ask(interaction: Interaction, match_id: int) -> None:
    """Say what leaving leads to, and ask for confirmation."""
    await defer_new(interaction)
    match, lang = await _asked_about(interaction, match_id), reader(interaction)
    effect = effect_of(match, interaction.user.id)
    warning = _WARNINGS[effect]
    if effect is Effect.OPENED and not await may_come_back(
        interaction.client, match, interaction.user.id
    ):
        warning = FOR_GOOD
    texts = _warning(match, interaction.user.id, warning)
    told = " ".join(say(text, lang) for text in texts)
    danger = discord.ButtonStyle.danger
    sure = button("depart", match.id, effect, label=say(t("Leave"), lang), style=danger)
    await reply(interaction, told, [sure])


async def _leave(interaction: Interaction, match_id: int, expected: Effect) -> None:
    await defer_update(interaction)
    await _asked_about(interaction, match_id)
    farewell, lang = interaction.client.service.farewell, reader(interaction)
    match = await farewell.leave(match_id, interaction.user.id, expected)
    await finish(interaction, page(say(_LEFT[expected](match_name(match)), lang)))


async def _asked_about(interaction: Interaction, match_id: int) -> MatchInfo:
    """Return a match; its players may ask from anywhere."""
    match = await interaction.client.service.info(match_id)
    if not match.took_part(interaction.user.id):
        check_place(interaction, match)
    return match


def _warning(match: MatchInfo, user_id: int, warning: Text) -> list[Text]:
    """Return what will happen, and the question."""
    told = [t("Leave {match}?", match=match_name(match)), warning]
    host = next_host(match, user_id)
    if host is not None:
        told.append(t("{who} will be the host.", who=Person(host.name)))
    return told


_WARNINGS: Final = {
    Effect.FREED: t("Your seat will be free for somebody else."),
    Effect.CLOSED: t("You're the last player, so the lobby will close."),
    Effect.OPENED: t(
        "A computer will play your seat until somebody takes it over. While it's free, you can "
        "take it back."
    ),
    Effect.ENDED: t("You're the last player, so the match will end without a result."),
}
FOR_GOOD: Final = t(
    "A computer will play your seat until somebody takes it over. You can't take it back, because "
    "an admin of its server has barred you from my matches there."
)
"""The warning to whoever can't take their seat back."""
_LEFT: Final = {
    Effect.FREED: lambda name: t("You've left {match}.", match=name),
    Effect.CLOSED: lambda name: t("You've left {match}, and its lobby is closed.", match=name),
    Effect.OPENED: lambda name: t(
        "You've left {match}. A computer is playing your seat.", match=name
    ),
    Effect.ENDED: lambda name: t(
        "You've left {match}. You were the last player, so it has ended.", match=name
    ),
}
