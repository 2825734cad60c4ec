"""The past of a match: steps, what somebody missed, turning points, no secrets."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from matches.domain.change import Stored
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.history.past import ReplayPage
from matches.domain.history.replay import begin, standing_rows, timeline_at
from matches.domain.history.timeline import Timeline, parsed
from matches.domain.model import ERASED
from matches.domain.turn import Turn
from matches.services import history
from rules import registry
from rules.errors import LobbyError, NoMatchError
from rules.notation import format_move
from rules.protocol import CHANCE, WATCHER, points
from rules.text import Seat, Who
from tests.matches.helpers import ANN, BEA, CEC, DAN, STRANGER, House, pause

SLUGS = ("toy", *registry.slugs())
PLAYERS = (ANN, BEA, CEC)


async def pages(house: House, match_id: int, user: int | None = None) -> list[ReplayPage]:
    """Go through a match from its first to its last step."""
    first = await house.service.history.page(match_id, user, 0)
    found = [await house.service.history.page(match_id, user, step.last) for step in first.steps]
    assert [page.number for page in found] == list(range(len(first.steps)))
    return found


async def both_choose(house: House, match_id: int) -> None:
    for user in (ANN, BEA):
        await house.play(match_id, user, format_move(await first_move(house, match_id, user)))


async def first_move(house: House, match_id: int, user: int) -> Any:
    return (await house.service.glance(match_id, user)).moves[0]


async def whoever(house: House, match_id: int) -> int:
    """Return the user of the one seat to act."""
    info = await house.service.info(match_id)
    (seat,) = info.to_act
    return info.seats[seat].user_id


@pytest.mark.parametrize("slug", SLUGS)
async def test_each_step_is_what_a_watcher_saw_then(house: House, slug: str) -> None:
    match_id = await house.match(*PLAYERS, slug=slug)
    rng = random.Random(1)
    seen = {(info := await house.service.info(match_id)).ply: await view(house, match_id)}
    while info.status == "live":
        await house.step(match_id, rng)
        info = await house.service.info(match_id)
        seen[info.ply] = await view(house, match_id)
    found = await pages(house, match_id)
    assert found[0].before is None
    assert [page.before for page in found[1:]] == [page.glance for page in found[:-1]]
    assert found[-1].glance.outcome is not None
    assert found[-1].glance.match.ply == info.ply
    for page in found:
        ply = page.steps[page.number].last
        assert page.glance.view == seen[ply], "a step ends where somebody moved"
        assert (page.glance.seat, page.glance.moves) == (WATCHER, ())
    assert [s.first for s in found[0].steps[1:]] == [s.last + 1 for s in found[0].steps[:-1]]


async def view(house: House, match_id: int) -> object:
    return (await house.service.glance(match_id, None)).view


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_stranger_sees_the_same_in_another_world(house: House, slug: str) -> None:
    """If what is hidden from a viewer is redealt, the viewer's pages do not change."""
    match_id = await house.match(*PLAYERS, slug=slug)
    rng = random.Random(3)
    for _ in range(60):
        if (await house.service.info(match_id)).status == "live":
            await house.step(match_id, rng)
    rules, stored = registry.get(slug), await house.stored(match_id)
    for page in await pages(house, match_id, STRANGER):
        world = rules.redeal(timeline_at(stored, page.glance.match.ply).state, WATCHER, rng)
        assert page.glance.view == rules.view(world, WATCHER)
        for entry in page.entries:
            assert entry.notation is None or not secret(slug, entry.notation)
            assert all(event.audience is None for event in entry.events)


def secret(slug: str, notation: str) -> bool:
    move = parsed(slug, notation)
    return type(move).secret or type(move).by_chance


async def test_what_only_its_mover_knows_is_no_step_yet(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    before = len(await pages(house, match_id))
    await house.play(match_id, ANN, format_move(await first_move(house, match_id, ANN)))
    mine = await pages(house, match_id, ANN)
    assert len(mine) == before + 1, "that she has chosen is public"
    assert (mine[-1].entries[0].notation or "").startswith("choose")
    others = await pages(house, match_id, BEA)
    assert others[-1].entries[0].notation is None
    assert others[-1].glance.view == mine[-1].glance.view, "the picture is everybody's"


async def test_an_undone_move_is_not_a_step(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await both_choose(house, match_id)
    mover = await whoever(house, match_id)
    before = len(await pages(house, match_id))
    await house.play(match_id, mover, "place r1c1")
    await house.undo(match_id, mover)
    await house.play(match_id, mover, "place r2c2")
    found = await pages(house, match_id)
    assert len(found) == before + 1
    assert [str(cell) for cell, _ in found[-1].glance.view.flags] == ["r2c2"]  # type: ignore[attr-defined]
    assert [x.undone for x in found[-1].entries] == [True, False, False]
    assert [x.notation for x in found[-1].moves] == ["place r2c2"]


async def test_after_going_back_together_the_steps_go_on_from_there(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await both_choose(house, match_id)
    mover = await whoever(house, match_id)
    await house.play(match_id, mover, "place r1c1")
    ply = (await house.service.info(match_id)).ply
    await house.play(match_id, mover, "done")
    await rewound(house, match_id, ply)
    await house.play(match_id, mover, "place r3c3")
    stored = await house.stored(match_id)
    found = await pages(house, match_id)
    kept = {row.ply for row in standing_rows(stored.log)}
    assert all(step.last in kept for step in found[0].steps)
    assert [str(c) for c, _ in found[-1].glance.view.flags] == ["r1c1", "r3c3"]  # type: ignore[attr-defined]
    assert "goes back to an earlier point" in str(found[-1].entries)


async def rewound(house: House, match_id: int, ply: int) -> None:
    """Let all agree to go back to a ply."""
    cache = house.service._cache
    async with cache.lock(match_id):
        turn = Turn(await cache.loaded(match_id), house.clock())
        turn.rewind(ply, timeline_at(await cache.stored(match_id), ply))
        change, live = turn.finish(WATCHER, None)
        await cache.save(change, live)


async def test_remarks_stand_at_their_place(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await house.service.seats.offer(match_id, BEA, offered=True)
    await house.service.seats.claim(match_id, 1, STRANGER, "Sam")
    page = await house.service.history.page(match_id, None, 10**9)
    assert "takes over the seat {other} offered" in str(page.entries)
    assert [x.notation for x in page.entries if x.seat == WATCHER] == [None]


@pytest.mark.parametrize("ended", [False, True])
async def test_what_came_after_the_last_step_is_told_on_its_page(
    house: House, *, ended: bool
) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await both_choose(house, match_id)
    ply = (await house.service.info(match_id)).ply
    await house.play(match_id, CEC, format_move(await first_move(house, match_id, CEC)))
    await rewound(house, match_id, ply)
    await house.service.seats.concede(match_id, BEA)
    if ended:
        await house.service.seats.concede(match_id, CEC)
    found = await pages(house, match_id)
    shown = [entry for page in found for entry in page.entries]
    assert shown == [*await house.service.history.log(match_id, None)]
    assert "concedes" in str(found[-1].entries[-1].events)
    assert [entry.ply for entry in found[-1].moves] == [found[-1].steps[-1].last]


async def test_a_remark_within_a_turn_lets_nothing_be_told_twice(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC, slug="indian_summer")
    mover, rng = await whoever(house, match_id), random.Random(4)
    waiting = next(user for user in PLAYERS if user != mover)
    seat = (await house.service.info(match_id)).seat_of(waiting)
    await house.step(match_id, rng)
    assert await whoever(house, match_id) == mover, "the turn isn't over"
    await house.service.seats.offer(match_id, waiting, offered=True)
    await house.service.seats.claim(match_id, seat, STRANGER, "Sam")
    while await whoever(house, match_id) == mover:
        await house.step(match_id, rng)
    log = await house.service.history.log(match_id, mover)
    told = [event.text for entry in log for event in entry.events]
    assert len(told) == len(set(told))
    others = await house.service.history.log(match_id, None)
    known = {event.text for entry in others for event in entry.events}
    assert known == {text for text in told if text in known}


@pytest.mark.parametrize("is_told", [False, True])
async def test_going_back_within_a_turn_lets_nothing_be_told_twice(
    house: House, *, is_told: bool
) -> None:
    match_id = await house.match(ANN, BEA, slug="indian_summer")
    mover, rng = await whoever(house, match_id), random.Random(4)
    await house.step(match_id, rng)
    ply = (await house.service.info(match_id)).ply
    await house.step(match_id, rng)
    assert await whoever(house, match_id) == mover, "the turn isn't over"
    while is_told and await whoever(house, match_id) == mover:
        await house.step(match_id, rng)
    await rewound(house, match_id, ply)
    while await whoever(house, match_id) == mover:
        await house.step(match_id, rng)
    log = await house.service.history.log(match_id, mover)
    told = [event.text for entry in log if not entry.undone for event in entry.events]
    assert len(told) == len(set(told))
    public = await house.service.history.log(match_id, None)
    assert {e.text for entry in public if not entry.undone for e in entry.events} <= {*told}


async def test_the_time_of_a_step_is_that_of_its_move(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    house.clock.advance(60)
    await house.play(match_id, ANN, format_move(await first_move(house, match_id, ANN)))
    at = house.clock()
    house.clock.advance(3600)
    await house.service.seats.offer(match_id, CEC, offered=True)
    await house.service.seats.claim(match_id, 2, STRANGER, "Sam")
    last = (await pages(house, match_id))[-1]
    assert (last.entries[-1].at > at, last.moves[-1].at) == (True, at)


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_ply_belongs_to_the_step_it_is_told_in(house: House, slug: str) -> None:
    match_id = await house.match(*PLAYERS, slug=slug)
    rng = random.Random(5)
    for _ in range(20):
        await house.step(match_id, rng)
    for page in await pages(house, match_id):
        for entry in page.entries:
            opened = await house.service.history.page(match_id, None, entry.ply)
            assert opened.number == page.number


@pytest.mark.parametrize("by_vote", [False, True])
async def test_going_back_takes_back_no_remarks(house: House, *, by_vote: bool) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await house.play(match_id, ANN, format_move(await first_move(house, match_id, ANN)))
    await house.service.seats.concede(match_id, CEC)
    if by_vote:
        await rewound(house, match_id, 1)
    else:
        await house.undo(match_id, ANN)
    told = await house.service.history.log(match_id, None)
    remarks = [entry for entry in told if "concedes" in str(entry.events)]
    assert [entry.undone for entry in remarks] == [False]


async def played_then(house: House, match_id: int) -> list[tuple[str, bool]]:
    """Return who had Bea's seat at each row of the log, and whether a computer played it."""
    entries = await house.service.history.log(match_id, None)
    seats = [entry.seats[1] for entry in entries]
    return [(seat.name, seat.open) for seat in seats]


async def test_who_offered_their_seat_had_it_to_the_last(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    dealt = len(await played_then(house, match_id))
    await house.service.seats.offer(match_id, BEA, offered=True)
    await house.service.seats.claim(match_id, 1, STRANGER, "Sam")
    assert await played_then(house, match_id) == [("Bea", False)] * dealt + [("Sam", False)]
    await house.service.seats.offer(match_id, STRANGER, offered=True)
    await house.service.seats.claim(match_id, 1, BEA, "Bea")
    found = await played_then(house, match_id)
    assert found == [("Bea", False)] * dealt + [("Sam", False), ("Bea", False)]


async def test_who_comes_back_was_not_who_had_the_seat_meanwhile(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    dealt = len(await played_then(house, match_id))
    await house.service.seats.offer(match_id, BEA, offered=True)
    await house.service.seats.claim(match_id, 1, STRANGER, "Sam")
    await house.service.seats.resign(match_id, STRANGER)
    await house.service.seats.claim(match_id, 1, BEA, "Bea")
    found = await played_then(house, match_id)
    assert found[:dealt] == [("Bea", False)] * dealt
    assert found[dealt] == ("Sam", False)
    assert found[-2:] == [("Sam", True), ("Bea", False)]


@pytest.mark.parametrize(("ply", "number"), [(-5, 0), (0, 0), (1, 0), (10**9, -1)])
async def test_the_nearest_step_is_shown(house: House, ply: int, number: int) -> None:
    match_id = await house.match(ANN, BEA)
    await house.finish(match_id)
    page = await house.service.history.page(match_id, None, ply)
    assert page.number == range(len(page.steps))[number]


async def test_there_is_no_past_before_the_start(house: House) -> None:
    info = await house.lobby(ANN, BEA)
    with pytest.raises(LobbyError, match="hasn't begun"):
        await house.service.history.page(info.id, ANN, 0)
    with pytest.raises(NoMatchError):
        await house.service.history.page(99, ANN, 0)


async def test_a_match_in_which_nothing_was_played_has_no_past(house: House) -> None:
    """As when a row of the database is damaged, or a game needs no draws to begin."""
    match_id = (await house.lobby(ANN)).id
    await house.store.write(
        lambda db: db.execute("UPDATE matches SET begun_at = 0 WHERE id = ?", (match_id,))
    )
    for asked in (
        house.service.history.page(match_id, ANN, 0),
        house.service.history.since_own_move(match_id, ANN),
    ):
        with pytest.raises(LobbyError, match="hasn't begun"):
            await asked


async def test_a_match_is_played_once_for_all_its_steps(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [await house.match(ANN, BEA) for _ in range(history.CACHED_REELS + 1)]
    for match_id in matches:
        await house.service.history.page(match_id, None, 0)
    monkeypatch.setattr(history, "played_through", None)
    await house.service.history.page(matches[-1], None, 5)
    with pytest.raises(TypeError):
        await house.service.history.page(matches[0], None, 5)


async def test_a_long_log_is_played_on_a_thread(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await house.match(ANN, BEA)
    here = await pages(house, match_id)
    monkeypatch.setattr(history, "LONG", 0)
    assert await pages(House(house.store, house.clock), match_id) == here


# What somebody has missed.


async def test_what_came_since_ones_own_move(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    nothing = await house.service.history.since_own_move(match_id, ANN)
    assert nothing.then is None
    await both_choose(house, match_id)
    mover = await whoever(house, match_id)
    other = BEA if mover == ANN else ANN
    await house.play(match_id, mover, "place r1c1")
    await house.play(match_id, mover, "done")
    since = await house.service.history.since_own_move(match_id, other)
    assert since.then is not None
    assert since.then.view.flags == ()  # type: ignore[attr-defined]
    assert since.then.seat == (await house.service.info(match_id)).seat_of(other)
    assert since.then.view.choice is not None  # type: ignore[attr-defined]
    own = [entry.seat for entry in since.entries if entry.seat == since.then.seat]
    shown = [entry.notation for entry in since.entries if entry.notation]
    assert (own, shown[-2:]) == ([], ["place r1c1", "done"])


async def test_what_others_did_with_the_seat_is_not_ones_own(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await house.play(match_id, BEA, format_move(await first_move(house, match_id, BEA)))
    await house.service.seats.offer(match_id, BEA, offered=True)
    await house.service.seats.claim(match_id, 1, STRANGER, "Sam")
    assert (await house.service.history.since_own_move(match_id, STRANGER)).then is None
    former = await house.service.history.since_own_move(match_id, BEA)
    assert former.then is None, "a player who has left sees what a watcher sees"
    assert all(entry.notation is None for entry in former.entries)
    assert all(event.audience is None for entry in former.entries for event in entry.events)


async def test_each_step_names_who_played_then(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    first = (await house.service.info(match_id)).seats[1].name
    await house.play(match_id, BEA, format_move(await first_move(house, match_id, BEA)))
    await house.service.seats.resign(match_id, BEA)
    await house.service.seats.claim(match_id, 1, STRANGER, "Sam")
    for user in (ANN, CEC):
        await house.play(match_id, user, format_move(await first_move(house, match_id, user)))
    found = [page.glance.match.seats[1].name for page in await pages(house, match_id)]
    assert (found[0], found[-1]) == (first, "Sam")
    assert [*dict.fromkeys(found)] == [first, "Sam"]


@pytest.mark.parametrize("how", ["paused", "ended"])
async def test_a_match_that_stopped_waits_for_nobody_at_its_last_step(
    house: House, how: str
) -> None:
    match_id = await house.match(ANN, BEA)
    await both_choose(house, match_id)
    if how == "paused":
        await pause(house.service, match_id, "vote")
    else:
        await house.service.lobby.end(match_id, 0, is_admin=True)
    *others, last = await pages(house, match_id)
    assert not last.glance.match.to_act
    for page in others:
        assert page.glance.match.to_act
        assert page.glance.match.paused_at is None


# The end.


@pytest.mark.parametrize("slug", SLUGS)
async def test_what_is_said_at_the_end_is_true(house: House, slug: str) -> None:
    match_id = await house.match(*PLAYERS, slug=slug)
    await house.finish(match_id, 2)
    closing = await house.service.history.closing(match_id)
    stored = await house.stored(match_id)
    assert closing.moves == sum(row.seat != CHANCE for row in stored.log)
    assert closing.held == {}
    assert len(closing.turning) <= 2
    rules, views = registry.get(slug), await house.service.history.public_views(match_id)
    scores = [found for v in views if (found := rules.scores(v.view)) is not None]
    pairs = [*zip(scores, scores[1:], strict=False)]
    steps = [new[seat] - old[seat] for old, new in pairs for seat in range(len(PLAYERS))]
    outcome = views[-1].outcome
    assert outcome is not None
    leaps = [dict(t.params) for t in closing.turning if "the biggest gain" in t.msgid]
    assert len(leaps) == (max(steps) > 1)
    for leap in leaps:
        if outcome.amount is points:
            assert leap["points"] == max(steps)
        else:  # what is left at the end says nothing about the middle of a match
            assert leap.keys() == {"where", "who"}
    for text in closing.turning:
        if "took the lead" in text.msgid:
            assert dict(text.params)["who"] == Who(outcome.ranks.index(1))


async def test_former_players_are_known(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await house.service.seats.resign(match_id, BEA)
    await house.service.seats.claim(match_id, 1, STRANGER, "Sam")
    await house.service.lobby.end(match_id, 0, is_admin=True)
    closing = await house.service.history.closing(match_id)
    assert closing.held == {1: (BEA, 0, STRANGER)}
    assert closing.turning == ()


@pytest.mark.parametrize(
    ("comes", "held"), [(ANN, {}), (STRANGER, {0: (ANN, STRANGER)}), (None, {})]
)
async def test_a_computer_that_had_nothing_to_decide_did_not_play(
    house: House, comes: int | None, held: dict[Seat, tuple[int, ...]]
) -> None:
    match_id = await house.match(ANN, BEA)
    await both_choose(house, match_id)
    assert (await house.service.info(match_id)).to_act == {1}
    await house.service.seats.resign(match_id, ANN)
    if comes is not None:
        await house.service.seats.claim(match_id, 0, comes, "Sam")
    await house.service.lobby.end(match_id, 0, is_admin=True)
    assert (await house.service.history.closing(match_id)).held == held


async def test_who_was_erased_is_no_computer(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    for user in (BEA, CEC):
        await house.play(match_id, user, format_move(await first_move(house, match_id, user)))
    await house.service.farewell.erase(BEA)
    await house.service.seats.claim(match_id, 1, STRANGER, "Sam")
    await house.service.seats.offer(match_id, STRANGER, offered=True)
    await house.service.seats.claim(match_id, 1, DAN, "Dan")
    while 1 not in (await house.service.info(match_id)).to_act:
        await house.step(match_id, random.Random(1))
    await house.play(match_id, DAN, format_move(await first_move(house, match_id, DAN)))
    await house.service.seats.offer(match_id, DAN, offered=True)
    await house.service.seats.claim(match_id, 1, 3000, "Eve")
    await house.service.lobby.end(match_id, 0, is_admin=True)
    await house.service.farewell.erase(DAN)
    closing = await house.service.history.closing(match_id)
    assert closing.held == {1: (ERASED, STRANGER, ERASED, 3000)}


async def test_late_decisions_stay_those_of_whoever_was_erased(house: House) -> None:
    info = await house.lobby(ANN, BEA)
    await house.service.lobby.set_pace(info.id, ANN, Pace(PaceKind.STEADY, 24))
    await house.service.lobby.start(info.id, ANN)
    await house.play(info.id, BEA, format_move(await first_move(house, info.id, BEA)))
    house.clock.advance(25 * 3600)
    await house.service.clocks.act_on(info.id, 0)
    await house.service.lobby.end(info.id, 0, is_admin=True)
    before = (await house.service.history.closing(info.id)).computers
    await house.service.farewell.erase(ANN)
    after = (await house.service.history.closing(info.id)).computers
    assert [stint.late for stint in after] == [stint.late for stint in before] == [1]


async def test_the_last_few_matches_are_kept_ready(house: House) -> None:
    matches = [await house.match(ANN, BEA) for _ in range(history.CACHED_REELS + 1)]

    async def steps(match_id: int) -> object:
        return (await house.service.history.page(match_id, None, 0)).steps

    oldest, second, *_, newest = matches
    played = {match_id: await steps(match_id) for match_id in matches[:-1]}
    for match_id, before in played.items():
        assert await steps(match_id) is before
    await steps(newest)
    assert await steps(second) is played[second]
    assert await steps(oldest) is not played[oldest]


@pytest.mark.parametrize("is_long", [True, False])
async def test_only_a_long_log_is_read_and_checked_beside_the_event_loop(
    house: House, monkeypatch: pytest.MonkeyPatch, is_long: bool
) -> None:
    match_id = await house.match(ANN, BEA)
    await house.finish(match_id)
    threads = list[threading.Thread]()

    def noting(stored: Stored) -> Timeline:
        threads.append(threading.current_thread())
        return begin(stored)

    monkeypatch.setattr("matches.domain.history.log_view.begin", noting)
    if is_long:
        monkeypatch.setattr(history, "LONG", 1)
    assert await house.service.history.log(match_id, ANN)
    assert (await house.service.history.verify(match_id)).draws
    assert [thread is threading.main_thread() for thread in threads] == [not is_long] * 2
