"""What other processes on a server tell; see `matches.db.bots.notices`."""

from __future__ import annotations

from collections.abc import AsyncIterator

import psycopg

from matches.db.bots.notices import CHANNEL
from matches.db.postgres.address import Server
from matches.db.postgres.connecting import CONNECT_S
from rules.errors import StoreError


async def told(server: Server) -> AsyncIterator[tuple[str, int]]:
    """Yield what has changed, ("match", 5); first ("", 0) for everything.

    Raises:
        StoreError: The connection was lost.
    """
    try:
        raw = await psycopg.AsyncConnection.connect(
            server.url,
            autocommit=True,
            connect_timeout=CONNECT_S,
            keepalives_idle=15,
            keepalives_interval=5,
            keepalives_count=3,
        )
        async with raw:
            await raw.execute(f"LISTEN {CHANNEL}")
            yield "", 0
            async for one in raw.notifies():
                about, _, number = one.payload.partition(" ")
                yield about, int(number)
    except psycopg.Error as error:
        raise StoreError(f"hearing from other processes failed: {type(error).__name__}") from error
