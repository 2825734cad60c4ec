"""The interface between the outbox and the code that talks to Discord."""

from __future__ import annotations

from typing import Protocol

from matches.domain.model import Trouble
from matches.domain.outbox_item import OutboxRow, Sent


class Refused(Exception):  # noqa: N818 - not an error of ours
    """Discord refuses this; if its channel is "gone", `channel_id` says which.

    If `doubtful`, part of it has arrived; look for that before the next try.
    """

    def __init__(
        self, why: Trouble, channel_id: int | None = None, *, doubtful: bool = False
    ) -> None:
        super().__init__(why)
        self.why = why
        self.channel_id = channel_id
        self.doubtful = doubtful


class TryLater(Exception):  # noqa: N818 - not an error of ours
    """This failed but may work later: after `after_s` seconds, if Discord says so.

    If `doubtful`, it may have arrived anyway; look for it before the next try.
    """

    def __init__(self, after_s: float = 0.0, *, doubtful: bool = False) -> None:
        super().__init__(f"try again after {after_s} s")
        self.after_s = after_s
        self.doubtful = doubtful


class Sender(Protocol):
    """Talks to Discord. Content is rendered when it is sent, from the newest state."""

    async def send(self, row: OutboxRow) -> Sent | None:
        """Send or edit a message, or open the thread.

        Returns:
            The message or thread; None if there was nothing left to say.

        Raises:
            Refused: Discord refuses it.
            TryLater: It failed but may work later.
        """
        ...

    async def find(self, row: OutboxRow) -> Sent | None:
        """Return the message or thread made for this row, or None; raises like `send`."""
        ...
