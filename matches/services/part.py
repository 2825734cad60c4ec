"""The base class of the parts of the service."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from matches.db.store import Store
from matches.services.cache import MatchCache


class ServicePart:
    """A part of the service; it works on all matches of one database."""

    def __init__(self, cache: MatchCache, store: Store, clock: Callable[[], datetime]) -> None:
        self._cache = cache
        self._store = store
        self._clock = clock
