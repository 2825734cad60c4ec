"""What a visit tries, in order."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

import discord
from discord import app_commands

from cogs.command_tree import learn
from cogs.ui import items
from cogs.ui.permissions import NEEDED, may_hide, missing
from cogs.ui.speech import say
from matches.db import outbox as outbox_db
from matches.domain.broken import RESUMED
from matches.domain.deadlines.epoch import to_ms
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import MatchInfo, Opening
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table import invitations
from matches.domain.table.votes import Pause
from rules import registry
from rules.notation import format_move
from scripts.smoke.guest import Asking, Guest, Person
from scripts.smoke.in_channel import Asked
from scripts.smoke.signs import bring_emojis
from scripts.smoke.threads import check_private_thread, try_threads
from scripts.smoke.watch import Payload, parts_of

STRANGER: Final = 400_000_000_000_000_001
"""The second player if no user is named: an id that nobody has."""
SHORTEST: Final = "krakow"
"""The game whose matches take the shortest time."""
SEATS: Final = 2
OUTBOX_S: Final = 300.0
"""How long the outbox may take; it keeps within Discord's limits."""
TYPED: Final[tuple[tuple[str, Mapping[str, Any]], ...]] = (
    ("about", {}), ("help", {}), ("help", {"topic": "turn"}), ("settings", {}), ("privacy", {}),
    ("setup", {}), ("turns", {}), ("match list", {}), ("match info", {}), ("match open", {}),
    ("match verify", {}), ("match export", {}), ("match invite", {"friend": True}),
    ("match time", {"kind": "steady", "hours": 48}), ("match extend", {"hours": 5}),
    ("match new", {"game": SHORTEST}), ("match join", {}), ("match start", {}),
    ("match leave", {}), ("board", {"text": True}), ("hand", {}), ("log", {}), ("catchup", {}),
    ("replay", {}), ("rules", {}), ("rules", {"game": SHORTEST, "topic": "card"}), ("away", {}),
    ("undo", {}), ("move", {"move": "decline"}), ("match relocate", {"number": 1}),
    ("match rematch", {}), ("match claim", {}), ("match offer", {}), ("match pause", {}),
    ("match resume", {}), ("match replace", {"seat": "1", "friend": True}), ("seat claim", {}),
    ("seat offer", {}), ("seat replace", {"seat": "1", "friend": True}),
    ("seat reserve", {"friend": True}), ("seat remove", {"player": "1"}),
    ("seat word", {"word": "apple"}),
)  # fmt: skip
"""Every command but the games' own, with options."""
ENDING: Final[tuple[tuple[str, Mapping[str, Any]], ...]] = (
    ("match export", {}), ("replay", {}), ("log", {}), ("match rematch", {}), ("match resign", {}),
    ("match end", {}), ("seat resign", {}), ("seat concede", {}),
)  # fmt: skip
"""Commands that are typed when the first match is over."""
OUTSIDE: Final = ("match new",)
"""Commands that are typed in the channel above."""
LAST: Final = (
    *("yes", "no", "leave", "privacy"),
    *("resign", "concede", "free", "rematch", "end"),
)
"""The verbs that are tapped last, because less can be tapped afterwards."""
IN_EACH_GAME: Final = ("p", "turn")
"""How the verbs begin that are tapped in each game: those of the panel."""
AGAIN: Final = {"steps": 8}
"""How many buttons of a verb are tapped, if it's more than one."""


class Visit:
    """One visit to a server.

    Attributes:
        bot: The bot.
        commands: The names of its commands, without those of the games.
        typed: The commands that were given.
        tapped: How many buttons and selects were tapped, by verb and, for a panel's, game.
    """

    def __init__(self, bot: Guest, channel: discord.TextChannel) -> None:
        self.bot, self._channel, self._findings = bot, channel, bot.findings
        self._guild = channel.guild
        self._asking = Asking(bot, channel.guild.id)
        self._people: dict[int, Person] = {}
        self._owners: dict[int, Person] = {}
        self._matches: dict[str, int] = {}
        self._rng = Random(1)
        self.commands = commands_of(bot)
        self.typed: set[str] = set()
        self.tapped: Counter[tuple[str, str]] = Counter()
        self._ids: set[str] = set()

    async def run(self) -> None:
        """Try everything."""
        await self._commands()
        with self._findings.trying("permissions in the channel") as thing:
            held = self._channel.permissions_for(self._guild.me)
            thing.faults += [
                f"missing: {say(one, 'en')}" for one in missing(held, frozenset(NEEDED))
            ]
        await self._meet()
        await bring_emojis(self.bot, SHORTEST)
        for slug in registry.slugs():
            with self._findings.trying(f"a match of {slug}"):
                await self._sit_down(slug)
        if SHORTEST not in self._matches:
            return
        await self._hide()
        with self._findings.trying("what happens in a match"):
            await self._say_the_rest()
        for command, options in TYPED:
            await self._type(command, options)
        await self._tap_everything(but=LAST)
        with self._findings.trying("play a match to its end"):
            await self._finish()
        for command, options in ENDING:
            await self._type(command, options)
        await self._tap_everything()
        with self._findings.trying("a lost channel"):
            await self._lose_a_channel()
        await self._tap_everything()
        await try_threads(self.bot)
        self._tell_what_is_left()

    # What is tried.

    async def _commands(self) -> None:
        """Register the commands in the server, and compare what Discord has then."""
        tree = self.bot.tree
        tree.copy_global_to(guild=self._guild)
        with self._findings.trying("register the commands") as thing:
            sent = await tree.sync(guild=self._guild)
            thing.note = f"{len(sent)} in this server"
        with self._findings.trying("read back the commands") as thing:
            kept = {one.name: one for one in await tree.fetch_commands(guild=self._guild)}
            learn(tree, {name: one.id for name, one in kept.items()})
            assert tree.translator is not None
            for command in tree.get_commands():
                told = await command.get_translated_payload(tree, tree.translator)
                found = kept.get(command.name)
                wanted = told.get("name_localizations", {}).get("pl")
                if found is None:
                    thing.faults.append(f"no /{command.name}")
                elif wanted != found.name_localizations.get(discord.Locale.polish):
                    thing.faults.append(f"/{command.name} has another Polish name")

    async def _meet(self) -> None:
        """Find the two players: the bot itself, and the named user or nobody's id."""
        assert self.bot.user is not None
        mine: Payload = dict(await self.bot.http.get_member(self._guild.id, self.bot.user.id))
        me = self._person(mine, "en-US")
        other: Payload = {**mine, "user": {**mine["user"], "id": str(STRANGER), "bot": False}}
        other["user"]["username"] = other["user"]["global_name"] = "Somebody"
        if self.bot.reader:
            with self._findings.trying("find the named user"):
                found = await self.bot.http.get_member(self._guild.id, self.bot.reader)
                other = dict(found)
        else:
            self._findings.skip("direct messages", "no user is named")
        self._me, self._other = me, self._person(other, "pl")

    def _person(self, member: Payload, locale: str) -> Person:
        user = member["user"]
        name = member.get("nick") or user.get("global_name") or user["username"]
        made = self._people[int(user["id"])] = Person(int(user["id"]), name, locale, member)
        return made

    async def _sit_down(self, slug: str) -> None:
        """Open a match of a game, let the other join, and start it in a thread."""
        lobby, me, other = self.bot.service.lobby, self._me, self._other
        number = (await lobby.create(self._opening(slug))).id
        self._matches[slug] = number
        await self._delivered()
        if slug == SHORTEST:
            await lobby.join(number, other.id, other.name, locale=other.locale)
            await lobby.remove(number, me.id, other.id)
            await self._delivered()
            guest = invitations.Guest(other.id, other.name, other.locale)
            await lobby.reserve(number, me.id, guest, 24, tell=True)
            await self._delivered()
        await lobby.join(number, other.id, other.name, locale=other.locale)
        await self._delivered()
        await lobby.start(number, me.id)
        await self._delivered()

    async def _hide(self) -> None:
        """Start a match against a computer in a thread that nobody else is in."""
        if not may_hide(self._channel):
            self._findings.skip("a private thread", "the bot may not open private threads")
            return
        with self._findings.trying("a private thread"):
            number = (await self.bot.service.lobby.create(self._opening(SHORTEST, 1))).id
            await self._delivered()
            message, part = next(
                (message, part)
                for message in reversed(self.bot.watch.shown.values())
                for verb, part in _buttons(message)
                if verb == "alone" and _match_of(part) == number
            )
            self._check(await self._asking.tap(self._me, message, part), self._me)
            self.tapped["alone", ""] += 1
            await self._delivered()
            match = await self.bot.service.info(number)
            await check_private_thread(self.bot, match)

    def _opening(self, slug: str, computers: int = 0) -> Opening:
        """Return the request to open a match of a game."""
        return Opening(
            slug=slug,
            guild_id=self._guild.id,
            channel_id=self._channel.id,
            user_id=self._me.id,
            name=self._me.name,
            locale=self._me.locale,
            capacity=SEATS,
            thread=True,
            pace=Pace(PaceKind.STEADY, 24),
            computers=computers,
        )

    async def _say_the_rest(self) -> None:
        """Post what only happens in the course of a match."""
        service, first = self.bot.service, self._matches[SHORTEST]
        moved = list[int]()
        while moved[-2:] != [self._me.id, self._other.id]:  # a way back needs a vote then
            moved.append(await self._move(await service.info(first)))
        for number in self._matches.values():
            match = await service.info(number)
            if len(match.to_act) > 1:  # the first of several to decide makes an edit
                await self._move(match)
        for number in sorted(self._matches.values())[1:3]:
            await service.votes.ask(number, self._me.id, Pause())
        await service.seats.offer(first, self._other.id, offered=True)
        await self._put(first, OutboxItem(ItemKind.NOTE, text=RESUMED))
        await self._put(first, OutboxItem.offline(RESUMED))
        await service.users.change(self._me.id, lambda old: replace(old, dm=False))
        for number in self._matches.values():
            match = await service.info(number)
            waiting = [match.seats[seat].user_id for seat in sorted(match.to_act)]
            await self._put(number, *(OutboxItem(ItemKind.REMINDER, user) for user in waiting))
        await self._delivered()
        await service.users.change(self._other.id, lambda old: replace(old, digest_hour=9))
        await service.clocks.send_digest(self._other.id)
        await self._delivered()
        other = max(self._matches.values())
        seat = (await service.info(other)).seat_of(self._other.id)
        await service.seats.free(other, self.bot.application_id or 0, seat, is_admin=True)
        await self._delivered()
        await service.seats.claim(other, seat, self._other.id, self._other.name)
        await self._delivered()
        await self.bot.announce_closing(first)
        await self._delivered()

    async def _type(self, command: str, options: Mapping[str, Any]) -> None:
        """Type a command in the first match's thread, where the other player does it, too."""
        home = (await self.bot.service.info(self._matches[SHORTEST])).channel_id
        if command in OUTSIDE:
            home = self._channel.id
        with self._findings.trying(f"command /{command}"):
            asked = await self._asking.type(self._me, home, command, options, self._other)
            self._check(asked, self._me)
        self.typed.add(command)
        await self._delivered()

    async def _tap_everything(self, but: Collection[str] = ()) -> None:
        """Tap one button of each verb in each game, and what the answers have, too."""
        while (found := await self._untapped(but)) is not None:
            verb, slug, message, part = found
            self.tapped[verb, slug] += 1
            self._ids.add(part["custom_id"])
            who = await self._tapper(message, part)
            with self._findings.trying(f"button {verb} {slug}".strip()):
                self._check(await self._asking.tap(who, message, part), who)
            await self._delivered()

    async def _untapped(self, but: Collection[str]) -> tuple[str, str, Payload, Payload] | None:
        """Return a component of which none was tapped: verb, game, message and itself."""
        found = list[tuple[str, str, Payload, Payload]]()
        for message in reversed(self.bot.watch.shown.values()):
            for verb, part in _buttons(message):
                slug = await self._game(part) if verb.startswith(IN_EACH_GAME) else ""
                most = 0 if verb in but else AGAIN.get(verb, 1)
                if self.tapped[verb, slug] < most and part["custom_id"] not in self._ids:
                    found.append((verb, slug, message, part))
        return min(found, key=lambda one: _late(one[0]), default=None)

    async def _tapper(self, message: Payload, part: Payload) -> Person:
        """Return who taps: whose panel it is, else a player whose move it is."""
        if (owner := self._owners.get(int(message["id"]))) is not None:
            return owner
        if "guild_id" not in message and int(message["channel_id"]) in self._directs():
            return self._other
        number = _match_of(part)
        match = await self.bot.service.info(number) if number else None
        waiting = sorted(match.to_act) if match is not None else []
        users = [match.seats[seat].user_id for seat in waiting] if match is not None else []
        return next((self._people[user] for user in users if user in self._people), self._me)

    def _directs(self) -> set[int]:
        return {one.id for one in self.bot.private_channels}

    async def _game(self, part: Payload) -> str:
        number = _match_of(part)
        return (await self.bot.service.info(number)).slug if number else ""

    def _check(self, asked: Asked, who: Person) -> None:
        """Note that something wasn't answered, else whose answer it is."""
        if not asked.answers:
            self._findings.fault("no answer")
        elif asked.shown is not None:
            self._owners[int(asked.shown["id"])] = who

    async def _finish(self) -> None:
        """Play the shortest match to its end, and post only that."""
        service, number = self.bot.service, self._matches[SHORTEST]
        loud, service.wake = service.wake, lambda: None
        while (match := await service.info(number)).status == "live":
            await self._move(match)
        service.wake = loud
        loud()
        await self._delivered()

    async def _lose_a_channel(self) -> None:
        """Say that a channel was deleted, and offer another."""
        service, number = self.bot.service, max(self._matches.values())
        match = await service.info(number)
        await service.channels.lost(number, match.channel_id, self._channel.id)
        await self._delivered()

    def _tell_what_is_left(self) -> None:
        """Say what has not been shown, although the bot can show it."""
        for kind in ItemKind:
            if kind not in self.bot.kinds:
                self._findings.skip(f"post {kind.name.lower()}", "did not come up")
        for verb in sorted(items._HANDLERS.keys() - {verb for verb, _ in self.tapped}):
            self._findings.skip(f"button {verb}", "did not come up")
        for name in sorted(self.commands - self.typed):
            self._findings.skip(f"command /{name}", "is not typed")

    # What happens meanwhile.

    async def _move(self, match: MatchInfo) -> int:
        """Let a player who has to decide move at random; return who."""
        user = match.seats[min(match.to_act)].user_id
        glance = await self.bot.service.glance(match.id, user)
        move, number = format_move(self._rng.choice(glance.moves)), self._rng.getrandbits(60)
        await self.bot.service.play(match.id, user, move, interaction_id=number)
        return user

    async def _put(self, match_id: int, *more: OutboxItem) -> None:
        """Put items into the outbox."""
        match, now = await self.bot.service.info(match_id), self.bot.clock()
        await self.bot.store.write(
            lambda db: outbox_db.add_items(db, match_id, match.ply, now, more)
        )
        self.bot.outbox.kick()

    async def _delivered(self) -> None:
        """Wait until the outbox has sent what is due."""
        async with asyncio.timeout(OUTBOX_S):
            while True:
                now = to_ms(self.bot.clock())
                heads = await self.bot.store.read(outbox_db.lanes)
                if all(due > now for _, due, *_ in heads):
                    return
                await asyncio.sleep(0.02)


def commands_of(bot: Guest) -> set[str]:
    """Return the names of the bot's commands, without those of the games."""
    every = (one for one in bot.tree.walk_commands() if isinstance(one, app_commands.Command))
    names = {one.qualified_name for one in every}
    return {name for name in names if name.split()[0] not in registry.slugs()}


def _buttons(message: Payload) -> Iterator[tuple[str, Payload]]:
    """Yield the buttons and selects of a message that work, with their verbs."""
    for part in parts_of(message):
        custom_id = part.get("custom_id")
        if custom_id and not part.get("disabled"):
            yield custom_id[1:].partition(":")[0], part


def _match_of(part: Payload) -> int:
    return int(part["custom_id"].split(":")[1])


def _late(verb: str) -> int:
    """Return how late a verb is tapped."""
    return LAST.index(verb) + 1 if verb in LAST else 0
