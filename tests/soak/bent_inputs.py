"""Bent inputs: what strangers, old messages and broken programs may send to the bot."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from discord import AppCommandOptionType, app_commands

from cogs.ui import items
from tests.range.world import Channel, Payload
from tests.soak.wire import COMMAND, COMPONENT, EPHEMERAL, FORM, IN_PARTS, TYPING, SomeUser, Wire

KEPT: Final = 3000
"""How many of the ids and values seen are remembered."""
MOST_ID: Final = 100
NASTY: Final = (
    *("", " ", "\n", "\t\r\n", "\0", "\0\0a", "\u200b", "\u202e\u2067abc", "\ufeff", "\u2028"),
    *("@everyone", "@here", "<@41>", "<@&2000001>", "<#3000000>", "</hand:1>", "<t:0:R>"),
    *("**bold**", "||hidden||", "`code`", "```", "[a](https://evil.example)", "# big", "-# small"),
    *("'; DROP TABLE matches; --", '"', "%s %d {0} {who} {count}", "{", "}", "{a.b}", "\\", "\\n"),
    *(
        "0",
        "-1",
        "1e9",
        "999999999999999999",
        "9" * 40,
        "٣",
        "²",
        "½",
        "0x10",
        "1_000",
        "+5",
        "NaN",
    ),
    *("e\u0301" * 40, "ﬁ", "ß", "İ", "\U0001f3b2" * 30, "\U000e0041", "\U0010ffff", "\ue000"),
    *("x" * 4000, "~" * 90, "." * 90, ":" * 50, "undo 1", "rewind 0", "deal", "../../etc/passwd"),
    *("krakow", "lodge~a", "lay A@L2", "pconfirm", "m~~0~0", "0.0.m~0~0~0~A~L2", "true", "null"),
)
"""What breaks programs, or would show as more than letters."""


@dataclass(frozen=True, slots=True)
class Input:
    """An interaction as it will be delivered.

    Attributes:
        kind: `COMMAND`, `COMPONENT`, `TYPING` or `FORM`.
        name: The command or the custom id.
        match_id: The match that it names; 0 for none.
        private: Whether it was tapped in a message that only its reader sees.
    """

    kind: int
    user: int
    channel: Channel
    name: str
    data: Payload
    match_id: int = 0
    private: bool = True
    message: Payload | None = None

    def __str__(self) -> str:
        """Return it in short, for a report."""
        return f"{self.user} in {self.channel.id}: {self.name!r} {str(self.data)[:160]}"


@dataclass
class Inputs:
    """Makes inputs out of what the bot has shown.

    Attributes:
        matches: The matches there are; their channels by number.
        ids: Custom ids that the bot has sent.
        values: Values that it has offered in menus and completions.
    """

    wire: Wire
    rng: Random
    users: Sequence[int]
    matches: Mapping[int, Channel]
    ids: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=lambda: ["A", "L2"])
    _commands: list[app_commands.Command[Any, ..., Any]] = field(default_factory=list)

    def learn(self, found: Any) -> None:
        """Remember the ids and values in what the bot has sent."""
        if isinstance(found, dict):
            if isinstance(found.get("custom_id"), str):
                self._keep(self.ids, found["custom_id"])
            if isinstance(found.get("value"), str):
                self._keep(self.values, found["value"])
            for value in found.values():
                self.learn(value)
        elif isinstance(found, list):
            for value in found:
                self.learn(value)

    def _keep(self, kept: list[str], one: str) -> None:
        if len(kept) < KEPT:
            kept.append(one)
        else:
            kept[self.rng.randrange(KEPT)] = one

    def draw(self) -> Input:
        """Return the next input."""
        roll = self.rng.random()
        if roll < 0.5:
            return self._component()
        if roll < 0.75:
            return self._typing()
        return self._command() if roll < 0.99 else self._form()

    # Components.

    def _component(self) -> Input:
        rng, wire = self.rng, self.wire
        custom_id = self._bent_id()
        select = custom_id.startswith("s")
        values = [self.text()[:100] or "?"] if rng.random() < 0.5 else [rng.choice(self.values)]
        values = values[: rng.choice((1, 1, 1, 1, 0))]
        data: Payload = {"custom_id": custom_id, "component_type": 3 if select else 2}
        part: Payload = {"type": 3 if select else 2, "custom_id": custom_id, "style": 2}
        if select:
            data["values"] = values
            part["options"] = [{"label": "?", "value": value} for value in values]
        else:
            part["label"] = "?"
        match_id, private = self._named(custom_id), rng.random() < 0.8
        channel = self._somewhere(match_id)
        flags = IN_PARTS | (EPHEMERAL if private else 0)
        message = wire.message(channel, flags, part)
        return Input(
            COMPONENT, rng.choice(self.users), channel, custom_id, data, match_id, private, message
        )

    def _bent_id(self) -> str:
        rng = self.rng
        if not self.ids or rng.random() < 0.15:
            made = f"{rng.choice('bs')}{rng.choice(self._verbs())}:{self._number()}:{self.text()}"
            return made[:MOST_ID]
        found = rng.choice(self.ids)
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            found = self._bent(found)
        return found[:MOST_ID] or "?"

    def _bent(self, custom_id: str) -> str:
        """Return an id with one thing changed."""
        rng = self.rng
        head, match, rest = [*custom_id.split(":", 2), "", ""][:3]
        parts = _fields(rest)
        at = rng.randrange(len(parts))
        match rng.randrange(8):
            case 0:
                return f"{head}:{self._number()}:{rest}"
            case 1:
                return f"{rng.choice('bs')}{rng.choice(self._verbs())}:{match}:{rest}"
            case 2 | 3:
                parts[at] = rng.choice(self.values) if rng.random() < 0.5 else self.text()[:30]
            case 4:
                number = int(parts[at]) if parts[at].isascii() and parts[at].isdecimal() else 0
                parts[at] = str(number + rng.choice((-1, 1, 2, 7, 1000)))
            case 5:
                del parts[at]
            case 6:
                parts.insert(at, rng.choice((".", "~", rng.choice(NASTY)[:20])))
            case _:
                return custom_id[: rng.randrange(1, len(custom_id) + 1)]
        return f"{head}:{match}:{''.join(parts)}"

    def _number(self) -> str:
        """Return the number of a match, perhaps of none."""
        rng = self.rng
        if rng.random() < 0.8:
            return str(rng.choice(list(self.matches)))
        return rng.choice(("0", "999", "9" * 18, "٣", "007", "-1", "", "1 "))

    def _verbs(self) -> list[str]:
        return [*items._HANDLERS, "nothing", "pyes"]

    def _named(self, custom_id: str) -> int:
        number = custom_id.split(":", 2)[1] if custom_id.count(":") > 1 else ""
        return int(number) if number.isdecimal() else 0

    def _somewhere(self, match_id: int) -> Channel:
        """Return a channel, mostly that of a match."""
        rng = self.rng
        roll = rng.random()
        if match_id in self.matches and roll < 0.75:
            return self.matches[match_id]
        if roll < 0.95:
            return rng.choice(list(self.matches.values()))
        return self.wire.channel

    def text(self) -> str:
        """Return a text that nobody wants to read."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.6:
            return rng.choice(NASTY)
        if roll < 0.7:
            return rng.choice(NASTY) + rng.choice(self.values) + rng.choice(NASTY)
        if roll < 0.85:
            signs = [chr(rng.randrange(0x110000)) for _ in range(rng.randrange(1, 12))]
            return "".join(sign for sign in signs if not 0xD800 <= ord(sign) < 0xE000)
        return "".join(rng.choices(string.printable, k=rng.randrange(1, 30)))

    # Commands and completion.

    def _command(self) -> Input:
        rng = self.rng
        command = self._any()
        given = {
            one.name: self._option(one.type)
            for one in command.parameters
            if rng.random() < (0.97 if one.required else 0.4)
        }
        given = {name: value for name, value in given.items() if value is not None}
        return self._sent(COMMAND, command.qualified_name, given, "")

    def _typing(self) -> Input:
        rng = self.rng
        command = self._any(lambda one: any(p.autocomplete for p in one.parameters))
        focused = rng.choice([one for one in command.parameters if one.autocomplete])
        given = {
            one.name: self._option(one.type) for one in command.parameters if rng.random() < 0.5
        }
        given = {name: value for name, value in given.items() if value is not None}
        given[focused.name] = rng.choice(("", self.text(), rng.choice(self.values)[:3]))
        return self._sent(TYPING, command.qualified_name, given, focused.name)

    def _any(self, wanted: Any = lambda one: True) -> app_commands.Command[Any, ..., Any]:
        if not self._commands:
            walked = self.wire.bot.tree.walk_commands()
            self._commands = [c for c in walked if isinstance(c, app_commands.Command)]
        return self.rng.choice([one for one in self._commands if wanted(one)])

    def _option(self, kind: AppCommandOptionType) -> object:
        rng = self.rng
        match kind:
            case AppCommandOptionType.integer:
                return rng.choice((0, 1, 2, 3, 5, -1, 24, 999, 10**9, 2**53, -(2**53)))
            case AppCommandOptionType.boolean:
                return rng.random() < 0.5
            case AppCommandOptionType.user:
                return SomeUser(rng.choice((*self.users, 1001, 99)))
            case AppCommandOptionType.role | AppCommandOptionType.channel:
                return None
        return rng.choice(self.values) if rng.random() < 0.45 else self.text()

    def _sent(self, kind: int, name: str, given: Mapping[str, object], focused: str) -> Input:
        rng = self.rng
        if kind == COMMAND and rng.random() < 0.02:
            name = f"{name} gone" if " " not in name else f"{name.split()[0]}s"
        if rng.random() < 0.02:
            given = {**given, "extra": self.text()}
        number = given.get("number")
        match_id = number if isinstance(number, int) else 0
        channel = self._somewhere(match_id)
        data = self.wire.command_data(name, given, focused)
        return Input(kind, rng.choice(self.users), channel, name, data, match_id)

    def _form(self) -> Input:
        """Return a modal that the bot never opened."""
        custom_id = self._bent_id()
        text = {"type": 4, "custom_id": "x", "value": self.text()}
        data = {"custom_id": custom_id, "components": [{"type": 1, "components": [text]}]}
        return Input(FORM, self.rng.choice(self.users), self._somewhere(0), custom_id, data)


def _fields(rest: str) -> list[str]:
    """Return the fields of an id and what separates them, at least one."""
    found = [""]
    for sign in rest:
        if sign in ".~" or found[-1][-1:] in (".", "~"):
            found.append(sign)
        else:
            found[-1] += sign
    return found
