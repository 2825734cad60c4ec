"""What every part of the service is made of."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from matches.db.store import Store
from matches.services.cache import MatchCache


class Part:
    """A part of the service: what can be done to all matches of one database under one heading."""

    def __init__(self, cache: MatchCache, store: Store, clock: Callable[[], datetime]) -> None:
        self._cache = cache
        self._store = store
        self._clock = clock
