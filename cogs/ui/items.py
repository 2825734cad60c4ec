"""Our two kinds of components, button and select, forms, and their handlers.

A custom id is ``b<verb>:<match>:<rest>`` on a button, ``s<verb>:<match>:<rest>`` on a select, and
``m<verb>:<match>:<rest>`` on a form (a modal): the id says what was tapped and nothing is kept in
memory, so a tap works after a restart. A custom id comes from outside and can be forged: a handler
checks all it reads from a `ComponentId`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

import discord
from discord import ui
from discord.ext import commands

from monitor import requests
from rules.errors import InvalidMoveError, LobbyError, RefusedError
from rules.text import t

MAX_ID: Final = 100
"""The most characters of a custom id; Discord refuses a message with a longer one."""
MAX_OPTIONS: Final = 25
"""The most options of a select, likewise."""
MAX_LABEL: Final = 80
"""The most characters on a button, likewise."""
MAX_CHOICE: Final = 100
"""The most characters of an option or a completion, and of its value."""
MAX_TITLE: Final = 45
"""The most characters of the title of a form, and of a field's label."""


@dataclass(frozen=True, slots=True)
class ComponentId:
    """A component that was tapped.

    Attributes:
        match_id: The match the component is about; 0 if none.
        rest: The rest of its id.
        values: What was chosen in a select or typed into a form; () for a button.
    """

    match_id: int
    rest: str
    values: tuple[str, ...] = ()


if TYPE_CHECKING:
    from bot import StolikBot

Item: TypeAlias = "ui.Item[Any]"
"""Any component in any message."""
Interaction: TypeAlias = "discord.Interaction[StolikBot]"
"""A tap, a command or a select, as our bot receives it."""
Handler: TypeAlias = "Callable[[Interaction, ComponentId], Awaitable[None]]"

_Cog = TypeVar("_Cog", bound=commands.Cog)


def cog_of(interaction: Interaction, kind: type[_Cog]) -> _Cog:
    """Return the one cog of a kind."""
    found = interaction.client.get_cog(kind.__cog_name__)
    assert isinstance(found, kind)
    return found


_HANDLERS: Final[dict[str, Handler]] = {}
_FORM_HANDLERS: Final[dict[str, Handler]] = {}


def on(verb: str, *, form: bool = False) -> Callable[[Handler], Handler]:
    """Return a decorator for the handler of a verb, on buttons and selects.

    Args:
        verb: Lower-case letters; each verb has one handler.
        form: Whether it handles a form instead.
    """
    handlers = _FORM_HANDLERS if form else _HANDLERS
    if not re.fullmatch("[a-z]+", verb) or verb in handlers:
        raise ValueError(f"not a new verb of lower-case letters: {verb!r}")

    def keep(handler: Handler) -> Handler:
        handlers[verb] = handler
        return handler

    return keep


async def _handle(
    interaction: discord.Interaction,
    found: re.Match[str],
    values: Sequence[str] = (),
    handlers: Mapping[str, Handler] = _HANDLERS,
) -> None:
    """Call the handler of a tap and answer its errors; discord.py would only log them."""
    ours = cast("Interaction", interaction)
    with requests.answering(reference(ours), "tap") as request:
        try:
            if ours.client.draining:
                raise restarting()
            await ours.client.admit(ours)
            handler = handlers.get(found["verb"])
            if handler is None:
                raise _no_handler()
            request.command = found["verb"]
            await handler(ours, ComponentId(int(found["match"]), found["rest"], tuple(values)))
        except Exception as error:  # noqa: BLE001 - every error is answered in one place
            await ours.client.answer_error(ours, error)


def reference(interaction: Interaction) -> str:
    """Return the number that finds a request, and a player's report, in the log."""
    return f"{interaction.id:x}"[-8:]


def _no_handler() -> InvalidMoveError:
    return InvalidMoveError(t("This button no longer works."), t("Open the match with /board."))


def restarting() -> RefusedError:
    """Return the refusal of everything that comes while the bot finishes to restart."""
    return LobbyError(t("I'm restarting."), t("Nothing is lost. Please try again in a minute."))


async def _answer_unknown(interaction: Interaction) -> None:
    """Answer forms, and components whose id isn't ours; discord.py would be silent."""
    data: Mapping[str, Any] = interaction.data or {}
    kind, custom_id = interaction.type, str(data.get("custom_id", ""))
    if kind is discord.InteractionType.modal_submit and (found := _FORM.fullmatch(custom_id)):
        await _handle(interaction, found, tuple(_typed(data)), _FORM_HANDLERS)
        return
    is_ours = any(one.__discord_ui_compiled_template__.fullmatch(custom_id) for one in KINDS)
    if kind is discord.InteractionType.modal_submit or (
        kind is discord.InteractionType.component and not is_ours
    ):
        with requests.answering(reference(interaction), "tap"):
            await interaction.client.answer_error(interaction, _no_handler())


_FORM: Final = re.compile(r"m(?P<verb>[a-z]+):(?P<match>[0-9]{1,18}):(?P<rest>(?s:.*))")


def _typed(part: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was typed into the fields of a form, from top to bottom."""
    if isinstance(part.get("value"), str):
        yield part["value"]
    for inner in (*part.get("components", ()), *filter(None, [part.get("component")])):
        yield from _typed(inner)


class Button(
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=r"b(?P<verb>[a-z]+):(?P<match>[0-9]{1,18}):(?P<rest>(?s:.*))",
):
    """A button that works on any message, however old."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: Item, match: re.Match[str], /
    ) -> Button:
        """Return the button that was tapped."""
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the tap to its handler."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None
        await _handle(interaction, found)


class Select(
    ui.DynamicItem[ui.Select[ui.LayoutView]],
    template=r"s(?P<verb>[a-z]+):(?P<match>[0-9]{1,18}):(?P<rest>(?s:.*))",
):
    """A select that works on any message, however old."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: Item, match: re.Match[str], /
    ) -> Select:
        """Return the select that was used."""
        assert isinstance(item, ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the choice to its handler."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None
        await _handle(interaction, found, self.item.values)


def button(
    verb: str,
    match_id: int = 0,
    rest: str = "",
    *,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | discord.Emoji | None = None,
    disabled: bool = False,
) -> Button:
    """Return a button; a label longer than Discord allows is cut.

    Raises:
        ValueError: The custom id would be too long.
    """
    made: ui.Button[ui.LayoutView] = ui.Button(
        custom_id=_checked_id("b", verb, match_id, rest),
        label=fitting(label, MAX_LABEL),
        style=style,
        emoji=emoji,
        disabled=disabled,
    )
    return Button(made)


def select(
    verb: str,
    match_id: int = 0,
    rest: str = "",
    *,
    options: Sequence[discord.SelectOption],
    placeholder: str | None = None,
) -> Select:
    """Return a select of one of `options`.

    Raises:
        ValueError: The custom id would be too long, or there are no options or too many.
    """
    if not 1 <= len(options) <= MAX_OPTIONS:
        raise ValueError(f"a select has 1 to {MAX_OPTIONS} options, not {len(options)}")
    made: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=_checked_id("s", verb, match_id, rest),
        options=list(options),
        placeholder=placeholder and fitting(placeholder, 150),
    )
    return Select(made)


def form(verb: str, rest: str = "", *, title: str, label: str, most: int) -> ui.Modal:
    """Return a form with one field for a longer text.

    Args:
        verb: The verb of its handler; see `on`.
        rest: The rest of its id.
        title: Its title.
        label: What to type.
        most: The most characters of it.

    Raises:
        ValueError: The custom id would be too long.
    """
    made = ui.Modal(
        title=fitting(title, MAX_TITLE), custom_id=_checked_id("m", verb, 0, rest), timeout=900
    )
    field: ui.TextInput[ui.Modal] = ui.TextInput(style=discord.TextStyle.paragraph, max_length=most)
    made.add_item(ui.Label(text=fitting(label, MAX_TITLE), component=field))
    return made


def drop_emojis(view: ui.LayoutView) -> None:
    """Take the emojis off all buttons and options of a message; their words stay."""
    for one in view.walk_children():
        match one:
            case Button():
                one.item.emoji = None
            case Select():
                for option in one.item.options:
                    option.emoji = None


def fitting(text: str, most: int) -> str:
    """Return `text` in at most `most` characters; a cut is marked with "…".

    It is cut between words and not in brackets, unless that would leave less than half of the room
    used.
    """
    if len(text) <= most:
        return text
    end = max(text.rfind(" ", 0, most), text.rfind("\n", 0, most), 0)
    words = text[:end].rstrip(_LOOSE)
    if has_open_bracket(words) and (outside := words.rfind("(")) > most // 2:
        words = words[:outside].rstrip(_LOOSE)
    return (words if len(words) >= most // 2 else text[: most - 1]) + "…"


_LOOSE: Final = " \n.,;:·–-#>→("
"""What no cut text ends with."""


def has_open_bracket(text: str) -> bool:
    """Return whether the last bracket of a text is an opening one."""
    return text.rfind("(") > text.rfind(")")


# Marks at the end of an id that let the bot find its own message again.

END: Final = ".end"
"""On the buttons of a match's last post, to tell it from the one before."""


FROM: Final = "from"
"""On a button that opens a replay at the ply that follows."""


def row_mark(ply: int, row_id: int, *, digest: bool = False) -> str:
    """Return the rest of an id for a row of the outbox: ``12.n7``; digest ``12.d7``."""
    return f"{ply}.{'d' if digest else 'n'}{row_id}"


def names_row(custom_ids: Iterable[str], row_id: int) -> bool:
    """Return whether one of some ids was made with `row_mark` for a row."""
    return any(found.endswith((f".n{row_id}", f".d{row_id}")) for found in custom_ids)


_MATCH_OF_ID: Final = re.compile(r"[bs][a-z]+:(\d{1,18}):")


def match_in_id(interaction: Interaction) -> int | None:
    """Return the match that the used component is about, or None."""
    data: Mapping[str, object] = interaction.data or {}
    found = _MATCH_OF_ID.match(str(data.get("custom_id", "")))
    return int(found[1]) if found else None


def _checked_id(kind: str, verb: str, match_id: int, rest: str) -> str:
    custom_id = f"{kind}{verb}:{match_id}:{rest}"
    if len(custom_id) > MAX_ID:
        raise ValueError(f"a custom id has at most {MAX_ID} characters, not {len(custom_id)}")
    return custom_id


KINDS: Final = (Button, Select)
"""Our components."""


def setup(bot: commands.AutoShardedBot) -> None:
    """Make `bot` answer taps on every message it ever sent."""
    bot.add_dynamic_items(*KINDS)
    bot.add_listener(_answer_unknown, "on_interaction")
