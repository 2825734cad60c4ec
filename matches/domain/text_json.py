"""`Text` values as JSON, for notes in the outbox and remarks in the log."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias, cast

from rules.text import Param, Person, Printed, Text, Who

Json: TypeAlias = "int | str | list[Json] | dict[str, Json]"


def dump_text(text: Text) -> str:
    """Return a text as JSON; inverse of `load_text`."""
    return json.dumps(_plain(text), ensure_ascii=False)


def load_text(stored: str) -> Text:
    """Return the text that was stored.

    Raises:
        LookupError, TypeError, ValueError: It isn't one.
    """
    text = _value(cast("Json", json.loads(stored)))
    if not isinstance(text, Text) or not isinstance(text.msgid, str):
        raise TypeError("not a text")
    return text


def without_persons(stored: str, known: frozenset[str], instead: str) -> str:
    """Return a stored text in which all but the `known` persons are `instead`.

    One that can't be read may name anybody, so it becomes `instead` as a whole.
    """

    def seen(plain: Json) -> Json:
        if isinstance(plain, list):
            return [seen(item) for item in plain]
        if not isinstance(plain, dict):
            return plain
        if "person" in plain and plain["person"] not in known:
            return {"person": instead}
        return {key: seen(item) for key, item in plain.items()}

    try:
        plain = cast("Json", json.loads(stored))
    except ValueError:
        plain = instead
    return json.dumps(seen(plain), ensure_ascii=False)


def _plain(value: Param) -> Json:
    match value:
        case Text(msgid, params, plural, count):
            pairs: list[Json] = [[name, _plain(v)] for name, v in params]
            return {"text": msgid, "params": pairs, "plural": plural, "count": count}
        case Who(seat):
            return {"who": seat}
        case Person(name):
            return {"person": name}
        case Printed(en, pl):
            return {"en": en, "pl": pl}
        case tuple():
            return [_plain(item) for item in value]
        case _:
            return value


def _value(plain: Json) -> Param:
    if isinstance(plain, list):
        return tuple(_value(item) for item in plain)
    if not isinstance(plain, dict):
        return plain
    if "who" in plain:
        return Who(cast("int", plain["who"]))
    if "person" in plain:
        return Person(cast("str", plain["person"]))
    if "en" in plain:
        return Printed(cast("str", plain["en"]), cast("str", plain["pl"]))
    return _text(plain)


def _text(plain: Mapping[str, Json]) -> Text:
    pairs = cast("list[tuple[str, Json]]", plain["params"])
    return Text(
        cast("str", plain["text"]),
        tuple((name, _value(value)) for name, value in pairs),
        cast("str", plain["plural"]),
        cast("int", plain["count"]),
    )
