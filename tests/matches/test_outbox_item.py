from __future__ import annotations

import pytest

from matches.domain.outbox_item import ItemKind, Lane, OutboxItem, OutboxRow
from rules.text import t


def row_of(item: OutboxItem) -> OutboxRow:
    return OutboxRow(
        1, Lane.of_match(7), item.kind, 7, 3, item.user_id, item.text, "nonce", None, item.ref
    )


@pytest.mark.parametrize("kind", ItemKind)
def test_every_kind_is_read_as_it_was_stored(kind: ItemKind) -> None:
    refs = {
        ItemKind.CHANNEL_DM: 4711,
        ItemKind.CLOSING: 4711,
        ItemKind.INVITED: OutboxItem.invited(1).ref,
        ItemKind.FREED: OutboxItem.freed(1, t("Why.")).ref,
        ItemKind.OFFLINE: OutboxItem.offline(t("Why.")).ref,
        ItemKind.SENT_AWAY: OutboxItem.sent_away(1).ref,
    }
    ref = refs.get(kind)
    assert ItemKind.read(kind.stored, ref) is kind


def test_a_direct_message_with_a_channel_is_about_that_channel() -> None:
    """Rows of older versions, too: they have the same kind as the DM of a turn."""
    assert ItemKind.read("dm", None) is ItemKind.DM
    assert ItemKind.read("dm", 4711) is ItemKind.CHANNEL_DM
    assert ItemKind.read("vote", 4711) is ItemKind.VOTE
    with pytest.raises(ValueError, match="telegram"):
        ItemKind.read("telegram", None)


def test_a_row_says_what_it_is_about_and_nothing_else() -> None:
    assert row_of(OutboxItem.vote(12)).vote_id == 12
    assert row_of(OutboxItem.seat(0)).seat == 0
    assert row_of(OutboxItem.channel_offer(4711)).parent_id == 4711
    assert row_of(OutboxItem.lobby_from(4711)).moved_from == 4711
    assert row_of(OutboxItem.vote(12)).moved_from is None
    assert row_of(OutboxItem.channel_dm(5, 4711)).recipient == 5
    with pytest.raises(AssertionError):
        assert row_of(OutboxItem.vote(12)).seat
    with pytest.raises(AssertionError):
        assert row_of(OutboxItem.channel_dm(5, 4711)).parent_id


def test_a_lane_knows_whether_it_is_private() -> None:
    assert Lane.of_user(5).is_private
    assert not Lane.of_match(5).is_private
    assert (Lane.of_user(5), Lane.of_match(5)) == ("u5", "m5")
