"""The interface between the outbox and the code that talks to Discord."""

from __future__ import annotations

from typing import Protocol

from matches.domain.outbox_item import OutboxRow


class Refused(Exception):  # noqa: N818 - not an error of ours
    """Discord refuses this: "closed_dm", "forbidden", "missing", or "gone" with its channel.

    If `doubtful`, part of it has arrived; look for that before the next try.
    """

    def __init__(self, why: str, channel_id: int | None = None, *, doubtful: bool = False) -> None:
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

    async def send(self, row: OutboxRow) -> int | None:
        """Send or edit a message, or open the thread.

        Returns:
            The id of the message or thread; None if there was nothing left to say.

        Raises:
            Refused: Discord refuses it.
            TryLater: It failed but may work later.
        """
        ...

    async def find(self, row: OutboxRow) -> int | None:
        """Return the id of a message or thread already made for this row; raises like `send`."""
        ...
