"""Words that players mix into the draws, and the seal that is made before them."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.domain.history.chance import ChanceStream, commitment, mixed
from matches.domain.table.words import MAX_WORD, settled
from rules.errors import InvalidMoveError, LobbyError, RefusedError
from rules.notation import format_move
from tests.matches.helpers import ANN, BEA, CEC, STRANGER, House, entropy
from tests.toy import TOY

SEED = bytes(range(32))
WORDS = st.lists(st.text("a\0é", max_size=4), min_size=2, max_size=4)
TYPED = st.text("aeż \n\t\u0301\u0327\u200b\u202e\ue000\U0001f600ﬁ", max_size=MAX_WORD * 2)


def test_without_words_the_key_is_the_seed() -> None:
    assert mixed(SEED, ()) == SEED
    assert mixed(SEED, ("", "")) == SEED


def test_the_key_can_be_made_by_hand() -> None:
    together = b"\0\0\0\x07\xc5\xbc\xc3\xb3\xc5\x82w" + b"\0\0\0\0" + b"\0\0\0\x04pear"
    by_hand = hmac.new(SEED, b"stolik words 1" + together, hashlib.sha256).digest()
    assert mixed(SEED, ("żółw", "", "pear")) == by_hand


@given(WORDS, WORDS)
def test_other_words_or_other_seats_give_another_key(one: list[str], other: list[str]) -> None:
    if len(one) == len(other) and (any(one) or any(other)):
        assert (mixed(SEED, one) == mixed(SEED, other)) == (one == other)


@given(TYPED)
def test_a_settled_word_stays_as_it_is(typed: str) -> None:
    try:
        word = settled(typed)
    except InvalidMoveError:
        return
    assert settled(word) == word == unicodedata.normalize("NFC", word)
    assert 1 <= len(word) <= MAX_WORD


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("  two\n\twords ", "two words"),
        ("e\u0301te\u0301", "été"),
        ("a\u200bb\u202ec\ufeff", "abc"),
        ("שלום", "שלום"),
        ("@everyone", "@everyone"),
        ("[Free](https://evil.example)", "[Free](https://evil.example)"),
        ("e\u0301" * MAX_WORD, "é" * MAX_WORD),
    ],
)
def test_a_word_is_one_visible_line(typed: str, word: str) -> None:
    assert settled(typed) == word


@pytest.mark.parametrize(
    "typed",
    ["", "  \n", "\u200b\u200d", "\u202e\u2066", "\ue000", "x" * (MAX_WORD + 1), "x" * 4000],
)
def test_what_is_no_word_is_refused(typed: str) -> None:
    with pytest.raises(InvalidMoveError):
        settled(typed)


async def worded(house: House, *words: str) -> int:
    """Return the number of a match of Ann and Bea that was started with words."""
    info = await house.lobby(ANN, BEA)
    for user, word in zip((ANN, BEA), words, strict=False):
        if word:
            await house.service.lobby.word(info.id, user, word)
    await house.service.lobby.start(info.id, ANN)
    return info.id


async def moves(house: House, match_id: int) -> list[object]:
    rows = await house.sql("SELECT seat, move FROM log WHERE match_id = ? ORDER BY ply", match_id)
    return list(rows)


async def test_the_seal_is_made_when_the_lobby_opens_and_survives_a_restart(house: House) -> None:
    info = await house.lobby(ANN, BEA)
    assert info.chance_hash == commitment(entropy(32))
    assert info.chance_seed == ""
    [(seed,)] = await house.sql("SELECT chance_seed FROM matches WHERE id = ?", info.id)

    other = house.fresh()
    other.lobby._entropy = random.Random(5).randbytes
    report = await other.lobby.start(info.id, ANN)

    assert report.glance.match.chance_hash == info.chance_hash
    assert await house.sql("SELECT chance_seed FROM matches") == [(seed,)]


@pytest.mark.files
async def test_a_lobby_from_before_seals_gets_its_seed_at_the_start(house: House) -> None:
    info = await house.lobby(ANN, BEA)
    await house.sql("UPDATE matches SET chance_seed = x'', chance_hash = ''")
    with pytest.raises(LobbyError):
        await house.service.lobby.word(info.id, ANN, "apple")
    report = await house.service.lobby.start(info.id, ANN)
    assert report.glance.match.chance_hash == commitment(entropy(32))
    await house.finish(info.id)
    checked = await house.fresh().history.verify(info.id)
    assert (checked.sealed, checked.differing, checked.words) == (True, (), ("", ""))


async def test_without_words_the_draws_are_those_of_the_seed(house: House) -> None:
    match_id = await worded(house)
    deal = TOY.chance_move(TOY.initial_state(2, frozenset()), ChanceStream(entropy(32), 1))
    assert (await moves(house, match_id))[0] == (-1, format_move(deal))


async def test_a_word_changes_the_draws_and_verify_checks_it(house: House) -> None:
    plain, apple = await worded(house), await worded(house, "apple")
    both = await worded(house, "apple", "pear")
    deals = {str((await moves(house, match_id))[0]) for match_id in (plain, apple, both)}
    assert len(deals) == 3
    await house.finish(both)
    checked = await house.fresh().history.verify(both)
    assert (checked.words, checked.sealed, checked.differing) == (("apple", "pear"), True, ())
    assert checked.draws > 1

    await house.sql("UPDATE seats SET word = 'plum' WHERE match_id = ? AND seat = 1", both)
    checked = await house.fresh().history.verify(both)
    assert checked.sealed
    assert checked.differing[0] == 1


@pytest.mark.files
async def test_another_seed_does_not_fit_the_seal(house: House) -> None:
    match_id = await worded(house, "apple")
    await house.finish(match_id)
    await house.sql("UPDATE matches SET chance_seed = x'00'")
    checked = await house.fresh().history.verify(match_id)
    assert not checked.sealed
    assert len(checked.differing) == checked.draws


async def test_a_word_can_be_changed_until_the_start(house: House) -> None:
    info = await house.lobby(ANN, BEA)
    first = await house.service.lobby.word(info.id, BEA, "apple")
    house.clock.advance(60)
    second = await house.service.lobby.word(info.id, BEA, " pear ")
    assert (first.words, second.words) == (("", "apple"), ("", "pear"))
    assert second.seats[1].word_at == house.clock.now
    assert second == await house.fresh().info(info.id)
    await house.service.lobby.start(info.id, ANN)
    for user, kind in ((BEA, LobbyError), (STRANGER, LobbyError)):
        await refused(house, info.id, user, "plum", kind)


async def refused(
    house: House, match_id: int, user: int, word: str, kind: type[RefusedError]
) -> None:
    before = await house.sql("SELECT word, word_at FROM seats WHERE match_id = ?", match_id)
    with pytest.raises(kind):
        await house.service.lobby.word(match_id, user, word)
    assert await house.sql("SELECT word, word_at FROM seats WHERE match_id = ?", match_id) == before


async def test_only_players_give_words(house: House) -> None:
    info = await house.lobby(ANN, BEA)
    await refused(house, info.id, STRANGER, "plum", LobbyError)
    await house.service.lobby.leave(info.id, BEA)
    await refused(house, info.id, BEA, "plum", LobbyError)
    await house.service.lobby.end(info.id, ANN, is_admin=False)
    await refused(house, info.id, ANN, "plum", RefusedError)


async def test_whoever_leaves_takes_their_word_along(house: House) -> None:
    info = await house.lobby(ANN, BEA, CEC)
    for user, word in ((ANN, "apple"), (BEA, "pear"), (CEC, "plum")):
        await house.service.lobby.word(info.id, user, word)
    info = await house.service.lobby.leave(info.id, BEA)
    assert info.words == ("apple", "plum")
    info = await house.service.lobby.join(info.id, BEA, "Bea")
    assert info.words == ("apple", "plum", "")
    info = await house.service.lobby.remove(info.id, ANN, CEC)
    assert info.words == ("apple", "")


async def test_a_rematch_starts_without_words(house: House) -> None:
    match_id = await worded(house, "apple")
    await house.finish(match_id)
    again = await house.service.lobby.rematch(match_id, ANN, 999, thread=False)
    assert again.words == ("", "")
    assert again.chance_hash


async def test_the_word_stays_with_the_seat_when_the_seat_changes_hands(house: House) -> None:
    match_id = await worded(house, "apple", "pear")
    await house.service.seats.resign(match_id, BEA)
    await house.service.seats.claim(match_id, 1, CEC, "Cec")
    info = await house.fresh().info(match_id)
    assert info.words == ("apple", "pear")
    await house.finish(match_id)
    assert (await house.fresh().history.verify(match_id)).differing == ()


async def test_going_on_after_a_restart_draws_with_the_words(house: House) -> None:
    match_id = await worded(house, "apple")
    other = House(house.store, house.clock)
    other._interactions = house._interactions
    await other.finish(match_id)
    assert (await other.service.history.verify(match_id)).differing == ()


async def test_erasing_keeps_the_word_without_the_name(house: House) -> None:
    match_id = await worded(house, "apple")
    await house.finish(match_id)
    told = json.dumps(await house.service.users.export(ANN))
    assert '"word": "apple"' in told
    await house.service.farewell.erase(ANN)
    info = await house.fresh().info(match_id)
    assert (info.seats[0].name, info.words) == ("N. N.", ("apple", ""))
    assert (await house.fresh().history.verify(match_id)).differing == ()


async def test_a_lobby_has_no_draws_to_check(house: House) -> None:
    info = await house.lobby(ANN, BEA)
    with pytest.raises(LobbyError):
        await house.service.history.verify(info.id)
    await house.service.lobby.end(info.id, ANN, is_admin=False)
    with pytest.raises(LobbyError):
        await house.service.history.verify(info.id)
    with pytest.raises(LobbyError):
        await house.service.glance(info.id, ANN)
