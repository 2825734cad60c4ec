"""Checks requests against Discord's published description of its API (OpenAPI), if there is one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

from tests.range.routes import Ask
from tests.range.schemas import Schemas
from tests.range.world import Payload

SNOWFLAKE: Final = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
"""An id: described as a string, but Discord takes numbers, too, and discord.py sends them."""


class Description:
    """Discord's description of its API."""

    def __init__(self, document: Payload) -> None:
        self._paths: Payload = document["paths"]
        document["components"]["schemas"]["SnowflakeType"] = SNOWFLAKE
        self._schemas = Schemas(document)
        self._split = [(template.strip("/").split("/"), template) for template in self._paths]

    @classmethod
    def read(cls, path: str) -> Description:
        """Return the description in a file."""
        return _read(Path(path))

    def complaints(self, ask: Ask, path: str) -> list[str]:
        """Return how a request differs from its description."""
        what = f"{ask.method} {ask.template}"
        template = self._template(path.strip("/").split("/"))
        described = self._paths.get(template or "", {})
        operation = described.get(ask.method.lower())
        if operation is None:
            return [f"{what}: not described"]
        every = [*described.get("parameters", []), *operation.get("parameters", [])]
        known = {one["name"] for one in every if one.get("in") == "query"}
        found = [f"{what}: no parameter {name!r}" for name in ask.query if name not in known]
        asked = operation.get("requestBody", {})
        schema = asked.get("content", {}).get("application/json", {}).get("schema")
        if schema is not None and (ask.raw or asked.get("required")):
            found += [f"{what}: {one}" for one in self._schemas.wrong(schema, ask.body)]
        return found

    def _template(self, path: list[str]) -> str | None:
        """Return the described path of a request; exact words come first."""
        fitting = [
            (sum(part.startswith("{") for part in parts), template)
            for parts, template in self._split
            if len(parts) == len(path)
            and all(p == s or p.startswith("{") for p, s in zip(parts, path, strict=True))
        ]
        return min(fitting)[1] if fitting else None


@cache
def _read(path: Path) -> Description:
    return Description(json.loads(path.read_text(encoding="utf-8")))
