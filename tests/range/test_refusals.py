"""What the range refuses, with Discord's status and code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.range import admins, limits, permissions
from tests.range.client import Answer, Client
from tests.range.conftest import ADA, BO, CHANNEL, GUILD
from tests.range.forms import COMPONENTS_V2, EPHEMERAL
from tests.range.limits import Refusal
from tests.range.server import Range
from tests.range.world import BOT_USER, Channel, Guild, Kind, Overwrite, Payload

SEND = f"/channels/{CHANNEL}/messages"


def text(words: str = "x") -> Payload:
    return {"type": 10, "content": words}


def button(custom_id: str = "b", **more: object) -> Payload:
    return {"type": 2, "style": 2, "label": "tap", "custom_id": custom_id, **more}


def row(*parts: Payload) -> Payload:
    return {"type": 1, "components": list(parts)}


def box(*parts: Payload) -> Payload:
    return {"type": 17, "components": list(parts)}


def options(count: int, **more: object) -> Payload:
    made = [{"label": f"o{n}", "value": f"v{n}"} | more for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": made}


def picture(name: str = "board.png", about: str = "a board") -> Payload:
    item = {"media": {"url": f"attachment://{name}"}, "description": about}
    return {"type": 12, "items": [item]}


def gallery(count: int) -> Payload:
    return {"type": 12, "items": picture()["items"] * count}


def link(length: int) -> Payload:
    return {"type": 2, "style": 5, "label": "x", "url": "https://example.org/".ljust(length, "x")}


def section(*texts: Payload) -> Payload:
    return {"type": 9, "components": list(texts), "accessory": button()}


LAYOUTS: dict[str, tuple[list[Payload], list[Payload]]] = {
    "components": ([row(*[button(str(n)) for n in range(3)])] + [text()] * 36, [text()] * 41),
    "nested components": ([box(*[text()] * 39)], [box(*[text()] * 40)]),
    "texts": ([text("x" * 2000), text("x" * 2000)], [text("x" * 2000), text("x" * 2001)]),
    "no text": ([text()], [text("")]),
    "buttons": (
        [row(*[button(str(n)) for n in range(5)])],
        [row(*[button(str(n)) for n in range(6)])],
    ),
    "empty row": ([row(button())], [row()]),
    "row in a row": ([row(button())], [row(row(button()))]),
    "box in a box": ([box(text())], [box(box(text()))]),
    "button outside a row": ([row(button())], [button()]),
    "style": ([row(button(style=4))], [row(button(style=9))]),
    "no style": ([row(button(style=1))], [row(button(style=None))]),
    "emoji": (
        [row(button(emoji={"id": None, "name": "⭐"}))],
        [row(button(emoji={"id": "5", "name": "x"}))],
    ),
    "emoji of an option": (
        [row(options(1, emoji={"id": None, "name": "⭐"}))],
        [row(options(1, emoji={"id": "5", "name": "x"}))],
    ),
    "select beside a button": ([row(options(1))], [row(options(1), button())]),
    "options": ([row(options(25))], [row(options(26))]),
    "no options": ([row(options(1))], [row(options(0))]),
    "equal options": ([row(options(2))], [row(options(2, value="v"))]),
    "label of an option": ([row(options(1, label="x" * 100))], [row(options(1, label="x" * 101))]),
    "about an option": (
        [row(options(1, description="x" * 100))],
        [row(options(1, description="x" * 101))],
    ),
    "placeholder": (
        [row(options(1) | {"placeholder": "x" * 150})],
        [row(options(1) | {"placeholder": "x" * 151})],
    ),
    "custom id": ([row(button("x" * 100))], [row(button("x" * 101))]),
    "equal custom ids": (
        [row(button("a")), row(button("b"))],
        [row(button("a")), box(row(button("a")))],
    ),
    "equal ids": (
        [row(button("a", id=1)), row(button("b", id=2)), row(button("c", id=0), button("d", id=0))],
        [row(button("a", id=1)), box(row(button("b", id=1)))],
    ),
    "fewest of the options": (
        [row(options(3) | {"min_values": 3, "max_values": 3})],
        [row(options(2) | {"min_values": 3, "max_values": 2})],
    ),
    "fewest above the most": (
        [row(options(3) | {"min_values": 0})],
        [row(options(3) | {"min_values": 2})],
    ),
    "most of the options": (
        [row(options(2) | {"max_values": 2})],
        [row(options(2) | {"max_values": 3})],
    ),
    "most chosen": (
        [row(options(25) | {"max_values": 25})],
        [row(options(25) | {"max_values": 26})],
    ),
    "none at most": ([row(options(1) | {"max_values": 1})], [row(options(1) | {"max_values": 0})]),
    "label": ([row(button(label="x" * 80))], [row(button(label="x" * 81))]),
    "no label": ([row(button(label=None, emoji={"name": "x"}))], [row(button(label=None))]),
    "link": (
        [row({"type": 2, "style": 5, "label": "x", "url": "https://example.org"})],
        [row(button(style=5, url="https://example.org"))],
    ),
    "address without the style": (
        [row(button())],
        [row(button(url="https://example.org"))],
    ),
    "section": ([section(*[text()] * 3)], [section(*[text()] * 4)]),
    "address": ([row(link(512))], [row(link(513))]),
    "gallery": ([gallery(10)], [gallery(11)]),
    "missing picture": ([picture()], [picture("hand.png")]),
    "alt text": ([picture(about="x" * 1024)], [picture(about="x" * 1025)]),
}


@pytest.mark.parametrize("name", LAYOUTS)
async def test_layouts(client: Client, discord: Range, name: str) -> None:
    good, bad = LAYOUTS[name]

    async def sent(components: list[Payload]) -> Answer:
        body = {"flags": COMPONENTS_V2, "components": components}
        return await client.ask("POST", SEND, body, {"board.png": b"x"})

    assert (await sent(good)).status == 200
    refused = await sent(bad)
    assert refused.wrong == (400, 50035)
    assert "components" in refused.body["errors"]
    discord.undescribed.clear()  # the description refuses some of these, too


MESSAGES: dict[str, tuple[Payload, Payload, tuple[int, int]]] = {
    "content": ({"content": "x" * 2000}, {"content": "x" * 2001}, (400, 50035)),
    "empty": ({"content": "x"}, {"content": ""}, (400, 50006)),
    "blank": ({"content": " x "}, {"content": " \n\t"}, (400, 50006)),
    "nonce": (
        {"content": "x", "nonce": "x" * 25},
        {"content": "x", "nonce": "x" * 26},
        (400, 50035),
    ),
    "embeds": ({"embeds": [{}] * 10}, {"embeds": [{}] * 11}, (400, 50035)),
    "old rows": (
        {"content": "x", "components": [row(button(str(n))) for n in range(5)]},
        {"content": "x", "components": [row(button(str(n))) for n in range(6)]},
        (400, 50035),
    ),
    "layout without its flag": (
        {"content": "x", "components": [row(button())]},
        {"components": [text()]},
        (400, 50035),
    ),
    "layout with content": (
        {"flags": COMPONENTS_V2, "components": [text()]},
        {"flags": COMPONENTS_V2, "components": [text()], "content": "x"},
        (400, 50035),
    ),
    "mentions twice": (
        {"content": "x", "allowed_mentions": {"parse": [], "users": ["41"]}},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["41"]}},
        (400, 50035),
    ),
    "mentions": (
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(100)]}},
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
        (400, 50035),
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
async def test_messages(client: Client, discord: Range, name: str) -> None:
    good, bad, wrong = MESSAGES[name]
    assert (await client.ask("POST", SEND, good)).status == 200
    assert (await client.ask("POST", SEND, bad)).wrong == wrong
    discord.undescribed.clear()


async def test_files(client: Client) -> None:
    ten = {f"{n}.png": b"x" for n in range(10)}
    assert (await client.ask("POST", SEND, {}, ten)).status == 200
    assert (await client.ask("POST", SEND, {}, ten | {"11.png": b"x"})).wrong == (400, 50035)
    big = {"film.gif": b"x" * (limits.FILE_BYTES + 1)}
    assert (await client.ask("POST", SEND, {}, big)).wrong == (413, 40005)
    three = {f"{n}.gif": b"x" * (limits.REQUEST_BYTES // 3) for n in range(3)}
    assert (await client.ask("POST", SEND, {}, three)).status == 200
    assert (await client.ask("POST", SEND, {}, three | {"4.gif": b"xx"})).wrong == (413, 40005)


async def test_a_page_of_messages(client: Client, discord: Range) -> None:
    assert (await client.ask("GET", f"{SEND}?limit=100")).status == 200
    for wrong in ("limit=0", "limit=101", "limit=abc", "before=x"):
        assert (await client.ask("GET", f"{SEND}?{wrong}")).wrong == (400, 50035), wrong
    discord.undescribed.clear()


async def test_an_edit_keeps_files_only_if_it_names_them(client: Client) -> None:
    sent = (await client.ask("POST", SEND, {"content": "x"}, {"a.png": b"x"})).body
    place = f"{SEND}/{sent['id']}"
    assert (await client.ask("PATCH", place, {"content": "y"})).body["attachments"]
    two = {"attachments": [{"id": sent["attachments"][0]["id"]}, {"id": "0", "filename": "b.png"}]}
    edited = await client.ask("PATCH", place, two, {"b.png": b"x"})
    assert [one["filename"] for one in edited.body["attachments"]] == ["a.png", "b.png"]
    assert (await client.ask("PATCH", place, {"attachments": []})).body["attachments"] == []
    assert (await client.ask("PATCH", place, {"content": ""})).wrong == (400, 50006)


async def test_a_line_becomes_a_layout_only_without_its_content(client: Client) -> None:
    sent = (await client.ask("POST", SEND, {"content": "Your move"})).body
    place, layout = f"{SEND}/{sent['id']}", {"flags": COMPONENTS_V2, "components": [text()]}
    assert (await client.ask("PATCH", place, layout)).wrong == (400, 50035)
    assert (await client.ask("PATCH", place, {**layout, "content": None})).status == 200
    assert (await client.ask("PATCH", place, {"flags": 0})).wrong == (400, 50035)


async def test_a_nonce_is_one_message_wherever_it_is_sent(
    client: Client, discord: Range, guild: Guild
) -> None:
    other = discord.world.add_channel(guild, 3_000_001, "another")
    body = {"content": "x", "nonce": "n1", "enforce_nonce": True}
    first = (await client.ask("POST", SEND, body)).body["id"]
    assert (await client.ask("POST", SEND, body)).body["id"] == first
    assert (await client.ask("POST", f"/channels/{other.id}/messages", body)).body["id"] == first
    free = await client.ask("POST", SEND, body | {"enforce_nonce": False})
    assert free.body["id"] != first
    discord.world.later_s += limits.NONCE_KEPT_S
    assert (await client.ask("POST", SEND, body)).body["id"] != first


async def test_what_does_not_exist(client: Client, channel: Channel) -> None:
    assert (await client.ask("GET", "/channels/1")).wrong == (404, 10003)
    assert (await client.ask("POST", "/channels/1/messages", {"content": "x"})).wrong == (
        404,
        10003,
    )
    for method in ("GET", "PATCH", "DELETE"):
        body = {"content": "x"} if method == "PATCH" else None
        assert (await client.ask(method, f"{SEND}/1", body)).wrong == (404, 10008)
    assert (await client.ask("GET", "/guilds/1")).wrong == (404, 10004)
    guild = channel.guild_id
    assert (await client.ask("GET", f"/guilds/{guild}/members/7")).wrong == (404, 10013)
    assert (await client.ask("GET", f"/guilds/{guild}/members/{BO}")).status == 200


async def test_permissions_are_needed(client: Client, channel: Channel, guild: Guild) -> None:
    def deny(bits: int) -> None:
        channel.overwrites = {BOT_USER: Overwrite(deny=bits)}

    sent = (await client.ask("POST", SEND, {"content": "x"})).body["id"]
    deny(permissions.SEND_MESSAGES)
    assert (await client.ask("POST", SEND, {"content": "x"})).wrong == (403, 50013)
    assert (await client.ask("PATCH", f"{SEND}/{sent}", {"content": "y"})).status == 200
    deny(permissions.ATTACH_FILES)
    assert (await client.ask("POST", SEND, {}, {"a.png": b"x"})).wrong == (403, 50013)
    assert (await client.ask("POST", SEND, {"content": "x"})).status == 200
    deny(permissions.READ_MESSAGE_HISTORY)
    assert (await client.ask("GET", SEND)).body == []
    deny(permissions.CREATE_PUBLIC_THREADS)
    thread = {"name": "x"}
    assert (await client.ask("POST", f"{SEND}/{sent}/threads", thread)).wrong == (403, 50013)
    deny(permissions.VIEW_CHANNEL)
    assert (await client.ask("POST", SEND, {"content": "x"})).wrong == (403, 50001)
    assert (await client.ask("GET", f"/channels/{CHANNEL}")).wrong == (403, 50001)
    deny(0)
    assert (await client.ask("PATCH", f"/channels/{CHANNEL}", {"name": "y"})).wrong == (403, 50013)


async def test_direct_messages_may_be_closed(client: Client, discord: Range, guild: Guild) -> None:
    opened = await client.ask("POST", "/users/@me/channels", {"recipient_id": str(BO)})
    place = f"/channels/{opened.body['id']}/messages"
    assert (await client.ask("POST", place, {"content": "x"})).status == 200
    user = discord.world.user(BO)
    user.takes_dms = False
    assert (await client.ask("POST", place, {"content": "x"})).wrong == (403, 50278)
    user.takes_dms, user.blocks_the_bot = True, True
    assert (await client.ask("POST", place, {"content": "x"})).wrong == (403, 50007)
    user.blocks_the_bot = False
    del guild.members[BO]  # they share no server any more
    assert (await client.ask("POST", place, {"content": "x"})).wrong == (403, 50278)
    stranger = await client.ask("POST", "/users/@me/channels", {"recipient_id": "7"})
    assert stranger.wrong == (400, 50035)


async def _thread(client: Client) -> str:
    sent = (await client.ask("POST", SEND, {"content": "x"})).body["id"]
    body = {"name": "a match", "auto_archive_duration": 10080}
    made = await client.ask("POST", f"{SEND}/{sent}/threads", body)
    assert made.body["id"] == sent
    return str(sent)


async def test_archived_threads(client: Client, discord: Range) -> None:
    thread = await _thread(client)
    place = f"/channels/{thread}/messages"
    sent = (await client.ask("POST", place, {"content": "x"})).body["id"]
    kept = discord.world.channel(thread)
    await admins.archive(discord, kept)
    for request in (
        ("PATCH", f"{place}/{sent}", {"content": "y"}),
        ("PATCH", f"/channels/{thread}", {"name": "y"}),
        ("DELETE", f"{place}/{sent}"),
    ):
        assert (await client.ask(*request)).wrong == (400, 50083)
    assert (await client.ask("PATCH", f"/channels/{thread}", {"archived": False})).status == 200
    await admins.archive(discord, kept)
    assert (await client.ask("POST", place, {"content": "z"})).status == 200
    assert not kept.archived


async def test_locked_threads(client: Client, discord: Range, guild: Guild) -> None:
    thread = await _thread(client)
    kept, place = discord.world.channel(thread), f"/channels/{thread}"
    await admins.archive(discord, kept, locked=True)
    assert (await client.ask("POST", f"{place}/messages", {"content": "x"})).wrong == (403, 50013)
    assert (await client.ask("PATCH", place, {"archived": False})).wrong == (403, 50013)
    guild.roles[guild.id + 1].permissions |= permissions.MANAGE_THREADS
    assert (await client.ask("POST", f"{place}/messages", {"content": "x"})).status == 200


async def test_opening_threads(client: Client, discord: Range, channel: Channel) -> None:
    thread = await _thread(client)
    again = await client.ask("POST", f"{SEND}/{thread}/threads", {"name": "x"})
    assert again.wrong == (400, 160004)
    inside = (await client.ask("POST", f"/channels/{thread}/messages", {"content": "x"})).body["id"]
    nested = await client.ask(
        "POST", f"/channels/{thread}/messages/{inside}/threads", {"name": "x"}
    )
    assert nested.wrong == (400, 50024)
    sent = (await client.ask("POST", SEND, {"content": "x"})).body["id"]
    for bad in ({"name": ""}, {"name": "x" * 101}):
        refused = await client.ask("POST", f"{SEND}/{sent}/threads", bad)
        assert refused.wrong == (400, 50035)
    place = f"/channels/{CHANNEL}/threads"
    for kind in (0, 10, 13, "x"):
        no_thread: Payload = {"name": "y", "type": kind}
        assert (await client.ask("POST", place, no_thread)).wrong == (400, 50035), kind
    lone = await client.ask("POST", place, {"name": "y", "type": 11})
    assert lone.status == 200
    assert [*channel.messages.values()][-1].payload["type"] == 18
    discord.undescribed.clear()


async def test_adding_somebody_to_a_thread(client: Client, discord: Range, guild: Guild) -> None:
    made = {"name": "secret", "type": 12}
    guild.roles[guild.id + 1].permissions |= permissions.CREATE_PRIVATE_THREADS
    thread = (await client.ask("POST", f"/channels/{CHANNEL}/threads", made)).body["id"]
    place, kept = f"/channels/{thread}/thread-members", discord.world.channel(thread)
    assert (await client.ask("PUT", f"{place}/7")).wrong == (404, 10007)
    for _ in range(2):
        assert (await client.ask("PUT", f"{place}/{BO}")).status == 204
    assert kept.followers == {BO}
    assert [one.payload["type"] for one in discord.kept(kept.id)] == [1]  # told once
    discord.world.channels[CHANNEL].overwrites = {
        BOT_USER: Overwrite(deny=permissions.SEND_IN_THREADS)
    }
    assert (await client.ask("PUT", f"{place}/{ADA}")).wrong == (403, 50013)
    discord.world.channels[CHANNEL].overwrites = {}
    await admins.archive(discord, kept)
    assert (await client.ask("PUT", f"{place}/{ADA}")).wrong == (400, 50083)


async def test_a_thousand_open_threads(client: Client, discord: Range, guild: Guild) -> None:
    sleeping = await _thread(client)
    await admins.archive(discord, discord.world.channel(sleeping))
    for number in range(limits.OPEN_THREADS - 1):
        discord.world.add_channel(
            guild, 5000 + number, "x", parent=CHANNEL, kind=Kind.PUBLIC_THREAD
        )
    last = await _thread(client)
    made = await client.ask("POST", f"/channels/{CHANNEL}/threads", {"name": "y", "type": 11})
    assert made.wrong == (400, 160006)
    opened = ("PATCH", f"/channels/{sleeping}", {"archived": False})
    sent = ("POST", f"/channels/{sleeping}/messages", {"content": "x"})
    for request in (opened, sent):
        assert (await client.ask(*request)).wrong == (400, 160006)
    await admins.archive(discord, discord.world.channel(last))
    assert (await client.ask(*sent)).status == 200


async def test_two_renames_in_ten_minutes(client: Client, discord: Range) -> None:
    thread = await _thread(client)
    place = f"/channels/{thread}"
    for name in ("one", "two"):
        assert (await client.ask("PATCH", place, {"name": name})).status == 200
    third = await client.ask("PATCH", place, {"name": "three"})
    assert third.status == 429
    assert 590 < third.body["retry_after"] <= 600
    lines = [one.payload["type"] for one in discord.kept(int(thread))]
    assert lines == [21, 4, 4]  # Discord's own lines
    discord.world.later_s += 601
    assert (await client.ask("PATCH", place, {"name": "three"})).status == 200
    assert (await client.ask("PATCH", place, {"locked": True})).wrong == (403, 50013)


async def test_other_peoples_messages(client: Client, channel: Channel) -> None:
    sent = (await client.ask("POST", SEND, {"content": "x"})).body["id"]
    channel.messages[int(sent)].author_id = ADA
    assert (await client.ask("PATCH", f"{SEND}/{sent}", {"content": "y"})).wrong == (403, 50005)
    assert (await client.ask("DELETE", f"{SEND}/{sent}")).wrong == (403, 50013)


async def test_a_wrong_token(client: Client, discord: Range) -> None:
    client._headers["Authorization"] = "Bot wrong"
    assert (await client.ask("GET", "/users/@me")).wrong == (401, 0)
    assert (await client.ask("GET", "/gateway/bot")).wrong == (401, 0)
    assert (await client.ask("GET", "/gateway")).status == 200


async def test_what_is_no_id(client: Client, discord: Range) -> None:
    assert (await client.ask("GET", "/channels/abc")).wrong == (400, 50035)
    assert (await client.ask("PATCH", f"{SEND}/-1", {"content": "x"})).wrong == (400, 50035)
    discord.undescribed.clear()


COMMAND: Payload = {"name": "look", "description": "Look", "type": 1}


def _option(**more: object) -> Payload:
    return {"type": 3, "name": "what", "description": "What", **more}


def _options(*made: Payload) -> list[Payload]:
    return [{**COMMAND, "options": list(made)}]


def _many(count: int, make: Callable[[int], Payload]) -> list[Payload]:
    return [make(n) for n in range(count)]


COMMANDS: dict[str, tuple[list[Payload], list[Payload]]] = {
    "name": ([{**COMMAND, "name": "łap"}], [{**COMMAND, "name": "Look"}]),
    "long name": ([{**COMMAND, "name": "x" * 32}], [{**COMMAND, "name": "x" * 33}]),
    "translated name": (
        [{**COMMAND, "name_localizations": {"pl": "patrz"}}],
        [{**COMMAND, "name_localizations": {"pl": "popatrz na"}}],
    ),
    "description": (
        [{**COMMAND, "description": "x" * 100}],
        [{**COMMAND, "description": "x" * 101}],
    ),
    "equal names": ([COMMAND, {**COMMAND, "name": "hear"}], [COMMAND, COMMAND]),
    "options": (
        _options(*_many(25, lambda n: _option(name=f"o{n}"))),
        _options(*_many(26, lambda n: _option(name=f"o{n}"))),
    ),
    "order of options": (
        _options(_option(name="a", required=True), _option(name="b")),
        _options(_option(name="a"), _option(name="b", required=True)),
    ),
    "choices": (
        _options(_option(choices=_many(25, lambda n: {"name": f"c{n}", "value": f"c{n}"}))),
        _options(_option(choices=_many(26, lambda n: {"name": f"c{n}", "value": f"c{n}"}))),
    ),
    "texts of choices": (
        _options(_option(choices=[{"name": "x" * 100, "value": "x" * 100}])),
        _options(_option(choices=[{"name": "x" * 101, "value": "x"}])),
    ),
    "values of choices": (
        _options(_option(choices=[{"name": "x", "value": 1}])),
        _options(_option(choices=[{"name": "x", "value": "x" * 101}])),
    ),
    "size": (
        _options(*_many(25, lambda n: _option(name=f"o{n}", description="x" * 100))),
        _options(
            *_many(
                4,
                lambda n: {
                    **COMMAND,
                    "name": f"s{n}",
                    "options": _many(25, lambda m: _option(name=f"o{m}", description="x" * 100)),
                },
            )
        ),
    ),
}


@pytest.mark.parametrize("name", COMMANDS)
async def test_commands(client: Client, discord: Range, name: str) -> None:
    good, bad = COMMANDS[name]
    place = "/applications/1000/commands"
    assert (await client.ask("PUT", place, good)).status == 200
    assert (await client.ask("PUT", place, bad)).wrong == (400, 50035)
    assert len(discord.commands) == len(good)
    discord.undescribed.clear()


async def test_a_hundred_commands(client: Client, discord: Range) -> None:
    many = [{**COMMAND, "name": f"c{n}"} for n in range(101)]
    place = "/applications/1000/commands"
    assert (await client.ask("PUT", place, many[:100])).status == 200
    assert (await client.ask("PUT", place, many)).wrong == (400, 30032)
    discord.undescribed.clear()


async def test_two_hundred_new_commands_a_day(client: Client, discord: Range) -> None:
    place = "/applications/1000/commands"
    names = [f"{letter}{n}" for letter in "ab" for n in range(100)]
    for part in (names[:100], names[50:150], names[100:]):  # those that are there don't count
        many = [{**COMMAND, "name": name} for name in part]
        assert (await client.ask("PUT", place, many)).status == 200
    assert (await client.ask("PUT", place, [{**COMMAND, "name": "c"}])).wrong == (400, 30034)
    one_server = f"/applications/1000/guilds/{GUILD}/commands"
    assert (await client.ask("PUT", one_server, [{**COMMAND, "name": "c"}])).status == 200
    discord.world.later_s += limits.DAY_S
    assert (await client.ask("PUT", place, [{**COMMAND, "name": "c"}])).status == 200


def test_a_code_has_its_status_and_message() -> None:
    for code, (status, message, _) in limits.CODES.items():
        refusal: Any = limits.refuse(code)
        assert isinstance(refusal, Refusal)
        assert refusal.told == {"message": message, "code": code}
        assert refusal.status == status
    assert EPHEMERAL == 64
