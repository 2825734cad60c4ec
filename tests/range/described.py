"""Checks requests against Discord's published description of its API (OpenAPI), if there is one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.range.routes import Ask
from tests.range.world import Payload

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


class Description:
    """Discord's description of its API."""

    def __init__(self, document: Payload) -> None:
        self._document = document
        self._validators: dict[tuple[str, str], Validator | None] = {}
        self._paths = [(template.strip("/").split("/"), template) for template in document["paths"]]

    @classmethod
    def read(cls, path: str) -> Description:
        """Return the description in a file."""
        return _read(Path(path))

    def complaints(self, ask: Ask, path: str) -> list[str]:
        """Return how a request differs from its description."""
        template = self._template(path.strip("/").split("/"))
        what = f"{ask.method} {ask.template}"
        operation = self._document["paths"].get(template, {}).get(ask.method.lower())
        if template is None or operation is None:
            return [f"{what}: not described"]
        known = {one["name"] for one in self._parameters(template, operation)}
        found = [f"{what}: no parameter {name!r}" for name in ask.query if name not in known]
        validator = self._validator(template, ask.method, operation)
        if validator is not None and (ask.raw or operation["requestBody"].get("required")):
            errors = validator.iter_errors(ask.body)
            found += [f"{what}: {_deepest(error)}" for error in errors]
        return found

    def _template(self, path: list[str]) -> str | None:
        """Return the described path of a request; exact words come first."""
        fitting = [
            (sum(part.startswith("{") for part in parts), template)
            for parts, template in self._paths
            if len(parts) == len(path)
            and all(p == s or p.startswith("{") for p, s in zip(parts, path, strict=True))
        ]
        return min(fitting)[1] if fitting else None

    def _parameters(self, template: str, operation: Payload) -> list[Payload]:
        every = [
            *self._document["paths"][template].get("parameters", []),
            *operation.get("parameters", []),
        ]
        return [one for one in every if one.get("in") == "query"]

    def _validator(self, template: str, method: str, operation: Payload) -> Validator | None:
        key = (template, method)
        if key not in self._validators:
            content = operation.get("requestBody", {}).get("content", {})
            schema = content.get("application/json", {}).get("schema")
            self._validators[key] = None if schema is None else self._made(schema)
        return self._validators[key]

    def _made(self, schema: Payload) -> Validator:
        from jsonschema import Draft202012Validator

        whole = {**schema, "components": self._document["components"]}
        return Draft202012Validator(whole)


@cache
def _read(path: Path) -> Description:
    return Description(json.loads(path.read_text(encoding="utf-8")))


def _deepest(error: Any) -> str:
    """Return the most telling part of an error: what is wrong furthest inside."""
    from jsonschema.exceptions import best_match

    inner = best_match([error])
    while inner.context:
        inner = max(inner.context, key=lambda one: len(one.absolute_path))
    return f"{'.'.join(map(str, inner.absolute_path))}: {inner.message[:200]}"
