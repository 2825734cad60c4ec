"""JSON schemas as far as Discord's description uses them, read once into functions.

The library for this takes 60 ms for a message with many buttons, which is longer than a whole turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from tests.range.world import Payload

Path: TypeAlias = "tuple[str, ...]"
Fault: TypeAlias = "tuple[Path, str]"
Check: TypeAlias = "Callable[[Any, Path], list[Fault]]"

TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


class Schemas:
    """The schemas of one document."""

    def __init__(self, document: Payload) -> None:
        self._document = document
        self._named: dict[str, Check] = {}
        self._read: dict[int, Check] = {}

    def wrong(self, schema: Payload, value: object) -> list[str]:
        """Return what is wrong with a value, each with its place in it."""
        check = self._read.get(id(schema))
        if check is None:
            check = self._read[id(schema)] = self._check(schema)
        return [f"{'.'.join(path)}: {told}" for path, told in check(value, ())]

    def _check(self, schema: Payload) -> Check:
        """Return the function that checks a schema."""
        if "$ref" in schema:
            return self._reference(schema["$ref"])
        checks = [
            *_plain(schema),
            *self._nested(schema),
            *(self._one_of(schema[name]) for name in ("oneOf", "anyOf") if name in schema),
            *(self._check(one) for one in schema.get("allOf", [])),
        ]
        kinds = schema.get("type")
        if kinds is None:
            return lambda value, path: [fault for one in checks for fault in one(value, path)]
        names = [kinds] if isinstance(kinds, str) else list(kinds)

        def typed(value: Any, path: Path) -> list[Fault]:
            if not any(_is(value, name) for name in names):
                return [(path, f"{value!r} is no {' or '.join(names)}")]
            return [fault for one in checks for fault in one(value, path)]

        return typed

    def _reference(self, name: str) -> Check:
        if name not in self._named:
            # It may lead back to itself.
            self._named[name] = lambda value, path: self._named[name](value, path)
            found: Any = self._document
            for step in name.removeprefix("#/").split("/"):
                found = found[step]
            self._named[name] = self._check(found)
        return lambda value, path: self._named[name](value, path)

    def _nested(self, schema: Payload) -> Iterator[Check]:
        if "items" in schema:
            yield _each(self._check(schema["items"]))
        rest = schema.get("additionalProperties")
        if "properties" in schema or isinstance(rest, dict):
            inner = {name: self._check(one) for name, one in schema.get("properties", {}).items()}
            others = self._check(rest) if isinstance(rest, dict) else None
            yield _fields(inner, schema.get("required", []), others)

    def _one_of(self, schemas: list[Payload]) -> Check:
        checks = [self._check(one) for one in schemas]

        def one_of(value: Any, path: Path) -> list[Fault]:
            every = []
            for check in checks:
                faults = check(value, path)
                if not faults:
                    return []
                every.append(faults)
            return max(every, key=_telling)

        return one_of


def _telling(faults: list[Fault]) -> tuple[bool, int]:
    """Return how likely the alternative with these faults was meant; not if its type differs."""
    other_type = any(path[-1:] == ("type",) for path, _ in faults)
    return not other_type, max(len(path) for path, _ in faults)


def _is(value: object, kind: str) -> bool:
    return isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _each(check: Check) -> Check:
    def each(value: Any, path: Path) -> list[Fault]:
        if not isinstance(value, list):
            return []
        return [f for n, one in enumerate(value) for f in check(one, (*path, str(n)))]

    return each


def _fields(inner: dict[str, Check], required: list[str], others: Check | None) -> Check:
    def fields(value: Any, path: Path) -> list[Fault]:
        if not isinstance(value, dict):
            return []
        found = [((*path, name), "is missing") for name in required if name not in value]
        for name, one in value.items():
            check = inner.get(name, others)
            if check is not None:
                found += check(one, (*path, name))
        return found

    return fields


def _plain(schema: Payload) -> Iterator[Check]:
    """Yield the checks of lengths, sizes, numbers and words."""
    if "enum" in schema:
        words = schema["enum"]
        yield _unless(lambda value: value in words, f"is none of {words}")
    for name, kind, size in (
        ("Length", str, len),
        ("Items", list, len),
        ("Properties", dict, len),
        ("imum", int, lambda number: number),
    ):
        least, most = schema.get(f"min{name}"), schema.get(f"max{name}")
        if least is not None or most is not None:
            yield _unless(_between(kind, size, least, most), f"is not within {least}..{most}")
    if "pattern" in schema:
        fits = re.compile(schema["pattern"]).search
        yield _unless(lambda value: not isinstance(value, str) or bool(fits(value)), "no match")
    if schema.get("uniqueItems"):
        yield _unless(_unlike, "has doubles")


def _between(
    kind: type, size: Callable[[Any], int], least: int | None, most: int | None
) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        if not isinstance(value, kind) or isinstance(value, bool):
            return True
        found = size(value)
        return (least is None or found >= least) and (most is None or found <= most)

    return fits


def _unlike(value: Any) -> bool:
    return not isinstance(value, list) or len(value) == len({repr(one) for one in value})


def _unless(fits: Callable[[Any], bool], told: str) -> Check:
    return lambda value, path: [] if fits(value) else [(path, f"{value!r:.80} {told}")]
