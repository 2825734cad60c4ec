"""The table of powers: who may do what, and the page that shows it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import pytest

from matches.domain.model import MatchInfo, MatchStatus, SeatInfo
from matches.domain.table import powers
from matches.domain.table.powers import POWERS, Act, Asker, Consent, Power, Who
from rules.errors import LobbyError, NotSeatedError
from scripts.powers import PAGE, table, written
from tests.matches.helpers import ANN, BEA, CEC, STRANGER

HOST, PLAYER, NOBODY = Asker(ANN), Asker(BEA), Asker(STRANGER)
ADMIN, PLAYING_ADMIN = Asker(STRANGER, is_admin=True), Asker(BEA, is_admin=True)
EVERYBODY = (HOST, PLAYER, NOBODY, ADMIN, PLAYING_ADMIN)


def match(status: MatchStatus = "live", capacity: int = 3) -> MatchInfo:
    users = enumerate((ANN, BEA, CEC))
    return MatchInfo(
        id=1,
        slug="toy",
        options=frozenset(),
        guild_id=7,
        channel_id=8,
        host_id=ANN,
        wants_thread=False,
        capacity=capacity,
        seats=tuple(SeatInfo(seat, user, "N", owner_id=user) for seat, user in users),
        status=status,
        ply=1,
        to_act=frozenset(),
        chance_hash="",
        chance_seed="",
        lobby_message_id=None,
        posted_ply=0,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def test_every_act_has_a_row_and_the_operator_none() -> None:
    assert {power.act for power in POWERS} == set(Act)
    assert Who.OPERATOR not in {power.who for power in POWERS}
    assert len(set(POWERS)) == len(POWERS)


@pytest.mark.parametrize("act", [Act.FREE_SEAT, Act.END, Act.PAUSE, Act.EXTEND, Act.REPACE])
def test_in_play_the_host_and_an_admin_who_plays_are_players(act: Act) -> None:
    found = {powers.consent(act, match(), asker) for asker in (HOST, PLAYER, PLAYING_ADMIN)}
    assert len(found) == 1
    assert found & {Consent.MOST, Consent.ALL}
    assert powers.consent(act, match(), NOBODY) is None


def test_a_seat_is_freed_at_once_only_when_its_time_is_up_or_by_an_admin() -> None:
    act, info = Act.FREE_SEAT, match()
    assert powers.check(act, info, PLAYER) is Consent.MOST
    assert powers.check(act, info, PLAYER, time_up=True) is Consent.ALONE
    assert powers.check(act, info, ADMIN) is Consent.ALONE
    assert powers.consent(act, info, PLAYER, alone=True) is None
    with pytest.raises(LobbyError):
        powers.check(act, info, NOBODY, time_up=True)


def test_ending_a_lobby_is_the_hosts_and_ending_a_match_everybodys() -> None:
    lobby = match("lobby")
    assert powers.check(Act.END, lobby, HOST) is Consent.ALONE
    assert powers.check(Act.END, lobby, ADMIN) is Consent.ALONE
    for asker in (PLAYER, PLAYING_ADMIN, NOBODY):
        with pytest.raises(LobbyError):
            powers.check(Act.END, lobby, asker)
    assert powers.check(Act.END, match(), HOST) is Consent.ALL
    assert powers.check(Act.END, match(), ADMIN) is Consent.ALONE


def test_the_lobby_is_started_by_anybody_in_it_once_it_is_full() -> None:
    assert powers.consent(Act.START, match("lobby"), PLAYER) is Consent.ALONE
    assert powers.consent(Act.START, match("lobby", capacity=4), PLAYER) is None
    assert powers.consent(Act.START, match("lobby", capacity=4), HOST) is Consent.ALONE
    assert powers.consent(Act.START, match("lobby"), NOBODY) is None


def test_a_match_is_moved_by_its_host_or_once_its_channel_is_gone_by_any_player() -> None:
    gone = replace(match(), trouble="gone")
    assert powers.consent(Act.RELOCATE, match(), HOST) is Consent.ALONE
    assert powers.consent(Act.RELOCATE, match(), PLAYER) is None
    assert powers.consent(Act.RELOCATE, gone, PLAYER) is Consent.ALONE
    assert powers.consent(Act.RELOCATE, gone, ADMIN) is None


def test_a_match_goes_to_another_server_only_once_its_channel_is_gone() -> None:
    gone = replace(match(), trouble="gone")
    assert powers.consent(Act.EMIGRATE, match(), HOST) is None  # where friends are admins
    assert powers.consent(Act.EMIGRATE, gone, PLAYER) is Consent.ALONE
    assert powers.consent(Act.EMIGRATE, gone, ADMIN) is None


AFTERWARDS: Final = (Act.REMATCH, Act.LOOK, Act.VERIFY, Act.SETTINGS)


@pytest.mark.parametrize("act", [act for act in Act if act not in AFTERWARDS])
def test_nothing_can_be_asked_of_a_finished_match(act: Act) -> None:
    for status in ("over", "ended"):
        for asker in EVERYBODY:
            assert powers.consent(act, match(status), asker, time_up=True) is None


@pytest.mark.parametrize("act", Act)
def test_every_act_has_a_refusal(act: Act) -> None:
    for asker in EVERYBODY:
        error = powers.refusal(act, match(), asker)
        assert isinstance(error, LobbyError | NotSeatedError)
        assert error.reason
        assert error.hint


def test_a_planted_row_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert powers.consent(Act.END, match(), HOST) is Consent.ALL
    planted = (*POWERS, Power(Act.END, Who.HOST, powers.When.LIVE))
    monkeypatch.setattr(powers, "POWERS", planted)
    assert powers.consent(Act.END, match(), HOST) is Consent.ALONE


def test_the_page_shows_the_table() -> None:
    page = PAGE.read_text("utf-8")
    assert table() in page, "run python -m scripts.powers"
    assert written(page) == page
    assert written(page.replace("| player |", "| host |")) == page
