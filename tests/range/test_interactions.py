"""Interactions and their answers: in time, once, where they may be given."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.range import admins
from tests.range.client import Answer, Client, Connection
from tests.range.conftest import ADA, BO, CHANNEL, GUILD
from tests.range.faults import LATE_S
from tests.range.forms import COMPONENTS_V2, EPHEMERAL, LOADING
from tests.range.interactions import Asked
from tests.range.server import Range
from tests.range.world import Channel, Guild, Kept, Kind, Payload

LOOK: Payload = {"name": "look", "description": "Look", "type": 1}
LAYOUT: Payload = {
    "flags": COMPONENTS_V2,
    "components": [
        {"type": 1, "components": [{"type": 2, "style": 2, "label": "a", "custom_id": "a"}]}
    ],
}


class Bot:
    """A bot that gives the answers it's told to give."""

    def __init__(self, client: Client, connection: Connection) -> None:
        self.client, self.connection = client, connection
        self.asked: Payload = {}

    async def hear(self) -> Payload:
        """Return the next interaction."""
        self.asked = (await self.connection.until("INTERACTION_CREATE"))[-1]["d"]
        return self.asked

    async def first(self, kind: int, **data: object) -> Answer:
        """Give the first answer to the newest interaction."""
        place = f"/interactions/{self.asked['id']}/{self.asked['token']}/callback"
        return await self.client.ask("POST", place, {"type": kind, "data": data})

    async def later(self, method: str, message: str = "", **body: object) -> Answer:
        """Give a later answer."""
        place = f"/webhooks/1000/{self.asked['token']}"
        return await self.client.ask(
            method, f"{place}/messages/{message}" if message else place, body or None
        )


@pytest_asyncio.fixture
async def bot(client: Client) -> AsyncIterator[Bot]:
    """Yield a bot with a command, connected."""
    await client.ask("PUT", "/applications/1000/commands", [LOOK])
    connection = await client.connect()
    await connection.until("GUILD_CREATE")
    yield Bot(client, connection)
    await connection.socket.close()


async def look(discord: Range, bot: Bot, user: int = ADA, channel: int = CHANNEL) -> Asked:
    """Let a user type the command, and the bot hear it."""
    asked = await discord.slash(channel, user, "look")
    await bot.hear()
    return asked


async def test_what_a_command_tells(discord: Range, bot: Bot, guild: Guild) -> None:
    discord.world.user(BO).locale, guild.language = "pl", "pl"
    await look(discord, bot, BO)
    told = bot.asked
    assert (told["data"]["name"], told["locale"], told["guild_locale"]) == ("look", "pl", "en-US")
    assert told["member"]["user"]["id"] == str(BO)
    guild.community = True
    await look(discord, bot, BO)
    assert bot.asked["guild_locale"] == "pl"  # only a Community server chooses a language


async def test_an_answer_comes_once_and_in_time(discord: Range, bot: Bot) -> None:
    asked = await look(discord, bot)
    assert (await bot.first(4, content="x", flags=EPHEMERAL)).status == 200
    assert (await bot.first(4, content="x")).wrong == (400, 40060)
    assert asked.shown is not None
    assert asked.shown.viewer == ADA
    assert asked.answered.done()
    assert discord.kept(CHANNEL) == []
    await look(discord, bot)
    discord.world.later_s += 3.1
    assert (await bot.first(4, content="x")).wrong == (404, 10062)


async def test_a_promise_is_kept_by_an_edit(discord: Range, bot: Bot) -> None:
    asked = await look(discord, bot)
    assert (await bot.later("PATCH", "@original", content="x")).wrong == (404, 10015)
    await bot.first(5, flags=EPHEMERAL)
    assert asked.shown is not None
    assert asked.shown.payload["flags"] == LOADING | EPHEMERAL
    assert not asked.answered.done()
    assert (await bot.later("PATCH", "@original", **LAYOUT)).status == 200
    assert asked.shown.payload["flags"] == EPHEMERAL | COMPONENTS_V2
    assert (await bot.later("POST", content="more", flags=EPHEMERAL)).status == 200
    assert [one.viewer for one in asked.also] == [ADA]
    assert discord.fills == 0
    discord.world.later_s += 901
    assert (await bot.later("POST", content="late")).wrong == (401, 50027)


async def test_a_follow_up_that_keeps_a_promise_is_counted(discord: Range, bot: Bot) -> None:
    asked = await look(discord, bot)
    await bot.first(5)
    await bot.later("POST", content="x")
    assert discord.fills == 1
    assert asked.also == []


async def test_taps_change_the_message_that_was_tapped(discord: Range, bot: Bot) -> None:
    first = await look(discord, bot)
    await bot.first(4, **{**LAYOUT, "flags": COMPONENTS_V2 | EPHEMERAL})
    assert first.shown is not None
    tap = await discord.click(CHANNEL, ADA, "a", first.shown)
    assert (await bot.hear())["message"]["id"] == str(first.shown.id)
    assert (await bot.first(8, choices=[])).wrong == (400, 50035)
    assert (await bot.first(6)).status == 200
    await bot.later("PATCH", "@original", **LAYOUT)
    assert (tap.shown, first.shown.edits) == (first.shown, 1)
    assert tap.answered.done()


async def test_a_tap_on_no_message_is_one_on_the_newest_post(discord: Range, bot: Bot) -> None:
    await look(discord, bot)
    await bot.first(4, **{**LAYOUT, "flags": COMPONENTS_V2 | EPHEMERAL})
    made_up = await discord.click(CHANNEL, ADA, "a")
    assert made_up.tapped is not None
    assert made_up.tapped.id not in discord.world.channels[CHANNEL].messages
    await bot.hear()
    await look(discord, bot)
    await bot.first(4, **{**LAYOUT, "flags": COMPONENTS_V2})
    (post,) = discord.kept(CHANNEL)
    assert (await discord.click(CHANNEL, ADA, "a")).tapped is post


async def test_choices_and_forms_have_limits(discord: Range, bot: Bot) -> None:
    asked = await discord.typing(CHANNEL, ADA, "look", focus="what", what="x")
    await bot.hear()
    many = [{"name": str(n), "value": str(n)} for n in range(26)]
    assert (await bot.first(8, choices=many)).wrong == (400, 50035)
    assert (await bot.first(8, choices=many[:25])).status == 200
    assert len(asked.choices) == 25
    opened = await look(discord, bot)
    field = {"type": 4, "custom_id": "f", "style": 1, "label": "Name"}
    parts = [{"type": 1, "components": [field]}]
    form = {"custom_id": "m", "title": "x" * 45, "components": parts}
    assert (await bot.first(9, **{**form, "title": "x" * 46})).wrong == (400, 50035)
    assert (await bot.first(9, **form)).status == 200
    await discord.submit(opened, [{"type": 1, "components": [{**field, "value": "Ada"}]}])
    assert (await bot.hear())["data"]["custom_id"] == "m"
    discord.undescribed.clear()


def in_label(field: Payload, **more: object) -> list[Payload]:
    return [{"type": 18, "label": "Words", "component": field, **more}]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ({"label": "x" * 45}, {"label": "x" * 46}),
        ({"label": "x"}, {"label": ""}),
        ({"description": "x" * 100}, {"description": "x" * 101}),
        ({"field": {"placeholder": "x" * 100}}, {"field": {"placeholder": "x" * 101}}),
        ({"field": {"value": "x" * 4000}}, {"field": {"value": "x" * 4001}}),
        ({"field": {"max_length": 4000}}, {"field": {"max_length": 4001}}),
        ({"field": {"max_length": 1, "min_length": 0}}, {"field": {"max_length": 0}}),
    ],
)
async def test_fields_of_forms_have_limits(
    discord: Range, bot: Bot, good: Payload, bad: Payload
) -> None:
    await look(discord, bot)
    for more, status in ((bad, 400), (good, 200)):
        field = {"type": 4, "custom_id": "f", "style": 2, **more.get("field", {})}
        rest = {name: value for name, value in more.items() if name != "field"}
        form = {"custom_id": "m", "title": "x", "components": in_label(field, **rest)}
        assert (await bot.first(9, **form)).status == status
    discord.undescribed.clear()


async def test_nothing_is_answered_in_an_archived_thread(
    discord: Range, bot: Bot, guild: Guild
) -> None:
    thread = discord.world.add_channel(guild, 5, "x", parent=CHANNEL, kind=Kind.PUBLIC_THREAD)
    await admins.archive(discord, thread)
    await look(discord, bot, channel=5)
    assert "owner_id" not in bot.asked["channel"]  # it's partial
    for kind in (4, 5):
        assert (await bot.first(kind, content="x")).wrong == (400, 50083)
    thread.archived = False
    assert (await bot.first(5)).status == 200
    await admins.archive(discord, thread)
    assert (await bot.later("PATCH", "@original", content="x")).wrong == (400, 50083)
    assert (await bot.later("POST", content="x")).wrong == (400, 50083)


async def test_a_thread_that_the_bot_was_not_told_of_is_partial(
    discord: Range, bot: Bot, guild: Guild
) -> None:
    thread = discord.world.add_channel(guild, 5, "x", parent=CHANNEL, kind=Kind.PUBLIC_THREAD)
    thread.forgotten = True
    await look(discord, bot, channel=5)
    assert set(bot.asked["channel"]) == {
        *("id", "type", "name", "parent_id", "guild_id", "permissions", "thread_metadata")
    }


async def test_direct_messages_have_no_member(discord: Range, bot: Bot) -> None:
    await look(discord, bot, BO, discord.world.dm(BO).id)
    assert bot.asked["user"]["id"] == str(BO)
    assert "member" not in bot.asked
    assert bot.asked["context"] == 1


@pytest.mark.parametrize(
    ("events", "heard"),
    [
        ((None, None), [ADA, BO]),
        (("twice", None), [ADA, ADA, BO]),
        (("late", None), [BO, ADA]),
        (("swapped", None), [BO, ADA]),
        (("swapped",), [ADA]),
    ],
)
async def test_interactions_come_twice_late_and_out_of_order(
    discord: Range, bot: Bot, events: tuple[str | None, ...], heard: list[int]
) -> None:
    discord.script.plan_events(*events)
    for user, _ in zip((ADA, BO), events, strict=False):
        await discord.slash(CHANNEL, user, "look")
    found = [int((await bot.hear())["member"]["user"]["id"]) for _ in heard]
    assert found == heard
    await asyncio.sleep(LATE_S)
    await discord.gateway.dispatch("TYPING_START", {})
    assert (await bot.connection.next())["t"] == "TYPING_START"  # nothing came in between


async def test_the_session_ends_with_an_interaction(discord: Range, bot: Bot) -> None:
    [session] = discord.gateway.sessions
    discord.script.plan_events("drop", "lose session")
    await discord.slash(CHANNEL, ADA, "look")
    again = await bot.client.connect(session_id=session, seq=bot.connection.seq)
    assert (await again.until("RESUMED"))[0]["t"] == "INTERACTION_CREATE"
    await discord.slash(CHANNEL, ADA, "look")
    assert discord.gateway.sessions == {}


async def test_a_file_of_an_answer_is_counted_as_posted(
    discord: Range, bot: Bot, channel: Channel
) -> None:
    asked = await look(discord, bot)
    await bot.first(5, flags=EPHEMERAL)
    await bot.client.ask("POST", f"/channels/{CHANNEL}/messages", {}, {"a.png": b"x"})
    assert asked.posted.done()
    assert isinstance(asked.shown, Kept)
    assert channel.guild_id == GUILD
