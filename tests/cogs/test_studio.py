"""The order of drawing: answers before posts, and only posts that are still true."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from threading import Event

import pytest
import pytest_asyncio

from cogs.drawing.studio import AHEAD, BEHIND, PATIENCE, Rank, Studio, Turns
from cogs.drawing.workers import ThreadWorker
from matches.domain.model import Glance
from render.drawings import Posted
from render.picture import Picture
from rules.notation import format_move
from tests.matches.fakes import settle
from tests.toy_artist import PIXEL
from tests.world import World


class Patient(ThreadWorker):
    """A worker that has room for its next drawing while it makes one."""

    room = 2


class Easel:
    """A studio whose drawings take until they are released.

    Attributes:
        studio: The studio.
        begun: The names of the drawings, in the order in which they were started.
        tasks: The requested drawings.
    """

    def __init__(self, workers: int) -> None:
        self.studio = Studio([ThreadWorker() for _ in range(workers)])
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[str]] = {}
        self._ends: dict[str, Event] = {}

    async def ask(self, name: str, rank: Rank = Rank.ANSWER, server: int = 0) -> None:
        """Ask for a drawing."""
        end = self._ends[name] = Event()

        def draw() -> str:
            self.begun.append(name)
            assert end.wait(5)
            if name == "bad":
                raise ZeroDivisionError
            return name

        self.tasks[name] = asyncio.create_task(self.studio.draw(draw, rank, server))
        await asyncio.sleep(0.01)

    async def finish(self, name: str) -> None:
        """Let a drawing finish."""
        self._ends[name].set()
        await asyncio.wait([self.tasks[name]])
        await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Finish everything."""
        for end in self._ends.values():
            end.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        await self.studio.close()


@pytest_asyncio.fixture
async def easel() -> AsyncIterator[Callable[[int], Easel]]:
    """Yield a factory for easels."""
    made: list[Easel] = []

    def make(workers: int) -> Easel:
        made.append(Easel(workers))
        return made[-1]

    yield make
    for one in made:
        await one.close()


async def test_answers_overtake_posts_and_posts_what_nobody_waits_for(
    easel: Callable[[int], Easel],
) -> None:
    studio = easel(1)
    await studio.ask("first post", Rank.POST)
    for name, rank in (("film", Rank.SPARE), ("post", Rank.POST), ("answer", Rank.ANSWER)):
        await studio.ask(name, rank)
    await studio.ask("answer 2")
    for name in ("first post", "answer", "answer 2", "post", "film"):
        await studio.finish(name)
    assert studio.begun == ["first post", "answer", "answer 2", "post", "film"]


async def test_nobody_is_overtaken_for_ever(easel: Callable[[int], Easel]) -> None:
    studio = easel(1)
    await studio.ask("busy")
    await studio.ask("post", Rank.POST)
    answers = [f"answer {number}" for number in range(PATIENCE + 3)]
    for name in answers:
        await studio.ask(name)
    order = ["busy", *answers[:PATIENCE], "post", *answers[PATIENCE:]]
    for name in order:
        await studio.finish(name)
    assert studio.begun == order


FLOOD = [f"tap {number}" for number in range(9)]


async def beside_a_flood(studio: Easel, server: int) -> list[str]:
    """Return the order in which two other servers are drawn for beside a flood of one."""
    for name in FLOOD:
        await studio.ask(name, server=server)
    await studio.ask("a", server=2)
    await studio.ask("b", server=3)
    await studio.finish(FLOOD[0])
    await studio.ask("a again", server=2)
    for name in ("a", "b", *FLOOD[1:], "a again"):
        if name in studio.begun:
            await studio.finish(name)
    await studio.close()
    return studio.begun


async def test_a_flood_of_one_server_holds_up_no_other(easel: Callable[[int], Easel]) -> None:
    order = await beside_a_flood(easel(1), server=1)
    assert order[:5] == ["tap 0", "a", "b", "tap 1", "a again"]
    assert [name for name in order if name in FLOOD] == FLOOD


async def test_a_flood_that_starves_another_server_is_found(
    easel: Callable[[int], Easel], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Turns, "join", lambda self, server: 0)  # planted: first come, first served
    order = await beside_a_flood(easel(1), server=1)
    assert order[:3] == FLOOD[:3]


async def test_a_flood_of_answers_holds_up_no_post_of_another_server(
    easel: Callable[[int], Easel],
) -> None:
    studio = easel(1)
    taps = [f"tap {number}" for number in range(30)]
    for name in taps:
        await studio.ask(name, server=1)
    await studio.ask("post", Rank.POST, server=2)
    for name in taps[: PATIENCE + 1]:
        await studio.finish(name)
    assert studio.begun == [*taps[: PATIENCE + 1], "post"]
    await studio.finish("post")
    for name in taps[PATIENCE + 1 :]:
        await studio.finish(name)
    assert studio.begun == [*taps[: PATIENCE + 1], "post", *taps[PATIENCE + 1 :]]


async def test_a_flood_of_answers_goes_on_as_posts_do(easel: Callable[[int], Easel]) -> None:
    studio = easel(1)
    taps, posts = ([f"{what} {number}" for number in range(30)] for what in ("tap", "post"))
    for name in taps:
        await studio.ask(name, server=1)
    for number, name in enumerate(posts[:6], 2):
        await studio.ask(name, Rank.POST, server=number)
    while len(studio.begun) < AHEAD + 1 + 6 + 1:
        await studio.finish(studio.begun[-1])
    assert [name for name in studio.begun if name in posts] == posts[:6]


async def test_no_answer_is_overtaken_for_ever_by_newer_ones_of_its_server(
    easel: Callable[[int], Easel],
) -> None:
    """Where more is asked than can be drawn, the first answers waited for half a minute."""
    studio = easel(1)
    taps = [f"tap {number}" for number in range(3 * AHEAD)]
    for name in taps[: AHEAD + 2]:
        await studio.ask(name, server=1)
    for late in taps[AHEAD + 2 :]:
        await studio.finish(studio.begun[-1])
        await studio.ask(late, server=1)
    assert studio.begun == taps[: len(studio.begun)]


async def test_no_answer_is_overtaken_for_ever_by_answers_to_other_servers(
    easel: Callable[[int], Easel],
) -> None:
    studio = easel(1)
    taps = [f"tap {number}" for number in range(AHEAD + 4)]
    for name in taps:
        await studio.ask(name, server=1)
    for number in range(20 * AHEAD):  # each has one or two that wait, all together too many
        await studio.ask(f"other {number}", server=2 + number % AHEAD)
        if number > AHEAD:
            await studio.finish(studio.begun[-1])
    assert [name for name in studio.begun if name in taps] == taps


async def test_a_flood_of_answers_holds_up_no_post_while_others_answer_too(
    easel: Callable[[int], Easel],
) -> None:
    studio = easel(1)
    for number in range(3 * AHEAD):
        await studio.ask(f"tap {number}", server=1)
    for number in range(10):
        await studio.ask(f"other {number}", server=2 + number)
    while f"tap {AHEAD + 1}" not in studio.begun:  # now those wait that are as urgent as posts
        await studio.ask(f"more {len(studio.begun)}", server=2 + len(studio.begun) % 10)
        await studio.finish(studio.begun[-1])
    begun = len(studio.begun)
    await studio.ask("post", Rank.POST, server=50)
    while "post" not in studio.begun:
        await studio.ask(f"more {len(studio.begun)}", server=2 + len(studio.begun) % 10)
        await studio.finish(studio.begun[-1])
    assert len(studio.begun) - begun <= 2 * (PATIENCE + 1)


async def test_posts_have_a_fair_part_however_many_answers_wait(
    easel: Callable[[int], Easel],
) -> None:
    """A post needs several drawings, one after the other, and none of them is ever the oldest."""
    studio = easel(1)
    for number in range(20):
        await studio.ask(f"answer {number}", server=number)
    await studio.ask("post", Rank.POST)
    for number in range(PATIENCE + 1):
        await studio.finish(f"answer {number}")
    assert studio.begun[-1] == "post"
    await studio.ask("its moment", Rank.POST)
    await studio.finish("post")
    for number in range(PATIENCE + 1, 2 * PATIENCE + 1):
        await studio.finish(f"answer {number}")
    assert studio.begun[-1] == "its moment"


async def test_jobs_without_a_server_keep_their_order(easel: Callable[[int], Easel]) -> None:
    studio = easel(1)
    for name in "abcd":
        await studio.ask(name)
    for name in "abcd":
        await studio.finish(name)
    assert studio.begun == [*"abcd"]


def test_turns_forget_servers_that_wait_no_more() -> None:
    turns = Turns()
    for server in range(1, 100):
        turns.serve(turns.join(server))
    first, second = turns.join(5), turns.join(5)
    assert second == first + 1
    turns.serve(second)
    turns.serve(turns.join(6) + 1)
    assert len(turns._next) <= 1


async def test_as_many_draw_at_once_as_there_are_hands(easel: Callable[[int], Easel]) -> None:
    studio = easel(2)
    for name in "abc":
        await studio.ask(name)
    assert studio.begun == ["a", "b"]
    await studio.finish("b")
    assert studio.begun == ["a", "b", "c"]


async def test_jobs_that_wait_at_a_worker_are_shared_out_evenly() -> None:
    workers = [Patient(), Patient()]
    studio = Studio(workers)
    turns = [await studio._turn(Rank.ANSWER) for _ in range(4)]
    assert {turns[0], turns[1]} == {turns[2], turns[3]} == set(workers)
    waiting = asyncio.create_task(studio._turn(Rank.ANSWER))
    await asyncio.sleep(0)
    assert not waiting.done()
    studio._give_back(turns[1])
    assert await waiting is turns[1]
    await studio.close()


async def test_a_post_is_given_to_no_busy_worker_so_an_answer_can_still_overtake_it() -> None:
    studio = Studio([Patient()])
    drawn = await studio._turn(Rank.POST)
    post = asyncio.create_task(studio._turn(Rank.POST))
    await asyncio.sleep(0)
    assert not post.done()
    async with asyncio.timeout(1):
        answer = await studio._turn(Rank.ANSWER)
        studio._give_back(drawn)
        await asyncio.sleep(0)
        assert not post.done()
        studio._give_back(answer)
        assert await post is answer
    await studio.close()


async def test_where_many_wait_a_worker_has_its_next_post_while_it_draws() -> None:
    studio = Studio([Patient()])
    drawn = await studio._turn(Rank.POST)
    waiting = [asyncio.create_task(studio._turn(Rank.POST)) for _ in range(BEHIND)]
    await asyncio.sleep(0.01)
    assert [post.done() for post in waiting] == [True, *[False] * (BEHIND - 1)]
    studio._give_back(drawn)
    await asyncio.sleep(0.01)
    assert sum(post.done() for post in waiting) == 1  # few are left, and it still has one
    studio._give_back(await waiting[0])
    await asyncio.sleep(0.01)
    assert sum(post.done() for post in waiting) == 2
    for post in waiting[1:]:
        studio._give_back(await post)
    await studio.close()


async def test_films_that_wait_are_given_to_no_busy_worker() -> None:
    studio = Studio([Patient()])
    drawn = await studio._turn(Rank.POST)
    films = [asyncio.create_task(studio._turn(Rank.SPARE)) for _ in range(BEHIND)]
    await asyncio.sleep(0.01)
    assert not any(film.done() for film in films)
    studio._give_back(drawn)
    for film in films:
        studio._give_back(await film)
    await studio.close()


async def test_one_worker_is_always_left_for_answers(easel: Callable[[int], Easel]) -> None:
    studio = easel(2)

    async def post(name: str) -> None:
        async with studio.studio.post_slots:
            await studio.ask(name, Rank.POST)
            await studio.tasks[name]

    posts = [asyncio.create_task(post(name)) for name in ("post", "post 2")]
    await asyncio.sleep(0.03)
    assert studio.begun == ["post"]
    await studio.ask("answer")
    assert studio.begun == ["post", "answer"]
    await studio.finish("answer")
    await studio.finish("post")
    await asyncio.sleep(0.03)
    await studio.finish("post 2")
    await asyncio.gather(*posts)
    assert studio.begun == ["post", "answer", "post 2"]


async def test_at_most_one_direct_message_is_drawn_before_a_post(world: World) -> None:
    """They go to one player each, and are out of date when that player moves."""
    studio, drawn = world.bot.studio, list[str]()

    async def post(name: str) -> None:
        async with studio.post_slots:
            drawn.append(name)

    async def dm(name: str) -> None:
        async with studio.dm_slot():
            drawn.append(name)

    busy = [await studio.post_slots.acquire() for _ in range(studio.post_slots._value)]
    waiting = [asyncio.create_task(dm(f"dm {number}")) for number in range(3)]
    await asyncio.sleep(0)
    waiting += [asyncio.create_task(post(f"post {number}")) for number in range(2)]
    await asyncio.sleep(0)
    for _ in busy:
        studio.post_slots.release()
    await asyncio.gather(*waiting)
    assert drawn == ["dm 0", "post 0", "post 1", "dm 1", "dm 2"]


async def test_posts_go_before_a_direct_message_that_waits(
    easel: Callable[[int], Easel],
) -> None:
    studio, drawn = easel(2).studio, list[str]()

    async def post(name: str) -> None:
        async with studio.post_slots:
            drawn.append(name)
            await asyncio.sleep(0)

    async def dm() -> None:
        async with studio.dm_slot():
            drawn.append("dm")

    waiting = list[asyncio.Task[None]]()
    async with studio.post_slots:
        for task in (post("post 0"), dm(), post("post 1"), post("post 2")):
            waiting.append(asyncio.create_task(task))
            await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert drawn == ["post 0", "post 1", "post 2", "dm"]


async def test_a_flood_of_posts_does_not_hold_up_a_direct_message_for_ever(
    easel: Callable[[int], Easel],
) -> None:
    studio, drawn, posts = easel(2).studio, list[str](), set[asyncio.Task[None]]()

    async def post(after: int) -> None:
        async with studio.post_slots:
            drawn.append("post")
            if after:
                posts.add(asyncio.create_task(post(after - 1)))
            await asyncio.sleep(0)

    async def dm() -> None:
        async with studio.dm_slot():
            drawn.append("dm")

    async with studio.post_slots:
        for _ in range(2):
            posts.add(asyncio.create_task(post(50)))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(dm())
        await asyncio.sleep(0)
    await asyncio.wait_for(waiting, 5)
    assert drawn.count("post") <= 2 * PATIENCE
    while left := [task for task in posts if not task.done()]:
        await asyncio.wait(left)


async def test_what_fails_or_is_given_up_leaves_its_worker_free(
    easel: Callable[[int], Easel],
) -> None:
    studio = easel(1)
    await studio.ask("bad")
    await studio.ask("given up")
    await studio.ask("next")
    studio.tasks["given up"].cancel()
    await studio.finish("bad")
    with pytest.raises(ZeroDivisionError):
        await studio.tasks["bad"]
    assert studio.begun == ["bad", "next"]
    studio.tasks["next"].cancel()  # while it is being drawn
    await asyncio.sleep(0.01)
    studio._ends["next"].set()
    await studio.ask("last")
    await studio.finish("last")
    assert studio.tasks["last"].result() == "last"


async def test_a_drawing_given_up_at_its_turn_passes_the_turn_on(
    easel: Callable[[int], Easel], monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = easel(2)
    for name in ("a", "b", "given up"):
        await studio.ask(name)
    turn, pass_on = studio.studio._waiting[0].turn, studio.studio._next

    def pass_on_and_give_up() -> None:
        pass_on()
        if turn.done():
            studio.tasks["given up"].cancel()

    monkeypatch.setattr(studio.studio, "_next", pass_on_and_give_up)
    await studio.finish("a")
    await studio.ask("next")
    await studio.finish("next")
    assert studio.begun == ["a", "b", "next"]
    assert not studio.tasks["b"].done(), "only the worker of a was free"


async def test_a_post_looks_at_the_match_when_it_can_be_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await world.open(world.ada, world.bo)
    posts, service, studio = len(world.posts(home)), world.bot.service, world.bot.studio
    drawn: list[int] = []

    async def watched(bot: object, glance: Glance, *_: object) -> Posted:
        drawn.append(glance.match.ply)
        return Posted(Picture(PIXEL, "a board", ""))

    monkeypatch.setattr("cogs.drawing.moments.draw_post", watched)
    busy = [await studio.post_slots.acquire() for _ in range(studio.post_slots._value)]
    for number in range(4):
        seats = (await service.info(1)).seats
        user_id = seats[min((await service.info(1)).to_act)].user_id
        move = format_move((await service.glance(1, user_id)).moves[0])
        await service.play(1, user_id, move, interaction_id=number)
    await asyncio.sleep(0.05)
    assert drawn == []
    for _ in busy:
        studio.post_slots.release()
    await settle(world.bot.outbox)
    await world.settle()
    assert drawn == [(await service.info(1)).ply]
    assert len(world.posts(home)) == posts + 1


async def test_an_edit_that_had_to_wait_leaves_the_ping_to_the_post(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    posts, service, studio = len(world.posts(home)), world.bot.service, world.bot.studio
    busy = [await studio.post_slots.acquire() for _ in range(studio.post_slots._value)]
    for number in range(2):
        seats = (await service.info(1)).seats
        user_id = seats[min((await service.info(1)).to_act)].user_id
        move = format_move((await service.glance(1, user_id)).moves[0])
        await service.play(1, user_id, move, interaction_id=number)
        await asyncio.sleep(0.05)  # the row of the edit has been taken before the other is written
    for _ in busy:
        studio.post_slots.release()
    await settle(world.bot.outbox)
    await world.settle()
    assert len(world.posts(home)) == posts + 1


async def test_a_direct_message_waits_for_another_one_but_the_post_does_not(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    posts, service, studio = len(world.posts(home)), world.bot.service, world.bot.studio
    await world.settle()
    players = world.ada, world.bo
    before = [len(world.dms(player)) for player in players]
    async with studio.dm_slots:
        for number in range(5):  # both choose; one puts two flags and is done: the other's turn
            match = await service.info(1)
            asked = [await service.glance(1, match.seats[seat].user_id) for seat in match.to_act]
            first = min(asked, key=lambda one: one.moves[0])  # who begins is called a second time
            user_id = match.seats[first.seat].user_id
            await service.play(1, user_id, format_move(first.moves[0]), interaction_id=number)
        async with asyncio.timeout(5):
            while len(world.posts(home)) == posts:  # noqa: ASYNC110 - nothing tells of a post
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert [len(world.dms(player)) for player in players] == before
    await world.settle()
    (seat,) = (await service.info(1)).to_act
    told = [len(world.dms(player)) - was for player, was in zip(players, before, strict=True)]
    assert told == [int(seat == 0), int(seat == 1)], "out of date by then"


async def test_a_direct_message_asked_for_again_is_sent_once(world: World) -> None:
    """The first waits to be drawn while its reader moves and is asked for the next move."""
    await world.open(world.ada, world.bo, game="krakow")
    service, studio, ids = world.bot.service, world.bot.studio, iter(range(1, 99))
    await world.settle()

    async def play() -> int:
        user_id = (await service.info(1)).seats[min((await service.info(1)).to_act)].user_id
        moves = (await service.glance(1, user_id)).moves
        await service.play(1, user_id, format_move(moves[0]), interaction_id=next(ids))
        return user_id

    async with studio.dm_slots:
        first = await play()
        waiting = world.ada if first == world.bo.id else world.bo
        before = len(world.dms(waiting))
        async with asyncio.timeout(5):
            while not studio.dm_slots._waiters:  # noqa: ASYNC110 - nothing tells of a waiting one
                await asyncio.sleep(0.01)
        assert await play() == waiting.id
        assert await play() == first
    info = await service.info(1)
    assert info.to_act == {info.seat_of(waiting.id)}
    await settle(world.bot.outbox)
    assert len(world.dms(waiting)) == before + 1
