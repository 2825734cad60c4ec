"""What is wrong with the form of slash commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tests.range import limits
from tests.range.forms import Wrong, choice_texts, long, many, wrong_form
from tests.range.limits import refuse
from tests.range.world import Payload

NAME: Final = re.compile(rf"[-_'\w]{{1,{limits.COMMAND_NAME}}}")
SUBCOMMAND, GROUP = 1, 2


def check_commands(commands: list[Payload]) -> None:
    """Refuse commands whose form is wrong.

    Raises:
        Refusal: Something is wrong, or there are too many.
    """
    if len(commands) > limits.COMMANDS:
        raise refuse(30032)
    found: list[Wrong] = [*_unlike("", commands)]
    for n, one in enumerate(commands):
        found += _command(str(n), one)
        if (size := characters(one)) > limits.COMMAND_CHARS:
            told = f"Command exceeds maximum size ({limits.COMMAND_CHARS}), it has {size}"
            found.append((str(n), "APPLICATION_COMMAND_TOO_LARGE", told))
    if found:
        raise wrong_form(*found)


def _command(path: str, one: Payload) -> Iterator[Wrong]:
    for name in [one.get("name"), *(one.get("name_localizations") or {}).values()]:
        if not isinstance(name, str) or not NAME.fullmatch(name) or name != name.lower():
            yield f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"
    for about in [one.get("description"), *(one.get("description_localizations") or {}).values()]:
        yield from long(f"{path}.description", about, limits.COMMAND_ABOUT, 1)
    options, choices = one.get("options") or [], one.get("choices") or []
    yield from many(f"{path}.options", options, limits.COMMAND_OPTIONS)
    yield from many(f"{path}.choices", choices, limits.CHOICES)
    yield from choice_texts(path, choices)
    yield from _unlike(f"{path}.options", options)
    asked = [bool(o.get("required")) for o in options if o["type"] not in (SUBCOMMAND, GROUP)]
    if asked != sorted(asked, reverse=True):
        told = "Required options must be placed before non-required options"
        yield f"{path}.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", told
    if any(o.get("autocomplete") and o.get("choices") for o in options):
        told = "Autocomplete can't be set if choices are specified"
        yield f"{path}.options", "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", told
    for n, option in enumerate(options):
        yield from _command(f"{path}.options.{n}", option)


def _unlike(path: str, siblings: list[Payload]) -> Iterator[Wrong]:
    """Yield names that siblings share in one language."""
    languages = {lang for one in siblings for lang in one.get("name_localizations") or {}}
    for lang in ("", *sorted(languages)):
        names = [(one.get("name_localizations") or {}).get(lang, one["name"]) for one in siblings]
        if len(names) > len(set(names)):
            told = f"names must be unique: {names}"
            yield path or "0", "APPLICATION_COMMANDS_DUPLICATE_NAME", told


def characters(one: Payload) -> int:
    """Return how many characters count of a command: of each text its longest translation."""
    size = 0
    for name in ("name", "description"):
        texts = [one.get(name) or "", *(one.get(f"{name}_localizations") or {}).values()]
        size += max(map(len, texts))
    for choice in one.get("choices") or []:
        size += len(str(choice["value"])) + characters({"name": choice["name"]})
    return size + sum(map(characters, one.get("options") or []))
