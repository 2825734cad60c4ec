"""How much a person and a server may ask for, checked before any work.

Every tap, command, form and completion arrives as one event of Discord's gateway. `Gate` stands
where discord.py would read it, so a refused one costs a few dictionary lookups: nothing is parsed,
no task is made, and no listener hears of it. `Limits` decides and knows no Discord.

What follows a refusal is limited, too, because each answer is a request. A person is told at most
every few seconds. Between that, a tap is acknowledged without a change: it is the cheapest answer
that Discord shows no failure for. A command and a form have no such answer, so they are told each
time. Completions are never answered: the next letter asks again. Once a server has used up its
answers, whatever taps as fast as that isn't reading, and gets none.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord
from discord.ext import commands

from cogs.traces import OUTSIDE_FAULTS
from cogs.ui.answers import reply
from cogs.ui.items import Interaction
from cogs.ui.speech import reader, say
from config import Settings
from monitor import metrics
from monitor.metrics import Judged
from rules.text import t

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

PERSON_BURST_S: Final = 10.0
"""A rested person may do what they may do in so many seconds at once.

If that is less than the dearest thing costs, they may do that once.
"""
SERVER_BURST_S: Final = 5.0
"""The same of a server: while it lasts, others wait."""
MOST: Final = 10_000
"""The most people, and the most servers, that are remembered."""
TOLD_S: Final = 5.0
"""How often a person is told, in seconds."""
ANSWERS_PER_S: Final = 5.0
"""The most answers to what a server is refused, or a person outside servers."""
LOGGED_S: Final = 60.0
"""How often a server's refusals are logged, in seconds."""
TYPING: Final = 0.2
"""What a completion costs, in taps: Discord asks for one at nearly every letter."""
COSTS: Final[Mapping[str, float]] = {
    **{"film": 5, "export": 5, "replay": 2, "replayed": 2, "rules": 2},
    **{"stepwords": 2, "steppage": 2},
    **{"match export": 5, "match verify": 5},
}
"""What costs more than a tap: verbs of components, and commands."""


class Kind(Enum):
    """What somebody has done, by Discord's number of it."""

    COMMAND = 2
    TAP = 3
    TYPED = 4
    FORM = 5


class Verdict(Enum):
    """What happens to something that somebody has done."""

    value: Judged
    PASSES = "passes"
    TOLD = "told"
    ACKNOWLEDGED = "acknowledged"
    IGNORED = "ignored"


Event: TypeAlias = "Mapping[str, Any]"
"""An event of the gateway as it arrived."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody has done, as far as the limits are concerned.

    Attributes:
        person: The user's id.
        server: The server's id; 0 outside servers.
        cost: In taps.
    """

    kind: Kind
    person: int
    server: int = 0
    cost: float = 1.0


class Buckets:
    """Token buckets by id.

    Those not used for longest are forgotten, which fills them.

    Args:
        per_s: What flows into each in a second; 0 if there is no limit.
        burst: What each holds.
    """

    def __init__(self, per_s: float, burst: float) -> None:
        self._per_s, self._burst = per_s, burst
        self._full_at = OrderedDict[int, float]()
        """When each will be full again."""

    def __len__(self) -> int:
        """Return how many are remembered."""
        return len(self._full_at)

    def holds(self, key: int, cost: float, now: float) -> bool:
        """Return whether a bucket holds as much as something costs."""
        if not self._per_s:
            return True
        missing = max(0.0, self._full_at.get(key, now) - now) * self._per_s
        return missing + cost <= self._burst

    def take(self, key: int, cost: float, now: float) -> None:
        """Take what something costs."""
        if not self._per_s:
            return
        self._full_at[key] = max(self._full_at.get(key, now), now) + cost / self._per_s
        self._full_at.move_to_end(key)
        if len(self._full_at) > MOST:
            self._full_at.popitem(last=False)


class Limits:
    """Who may ask for how much; pure but for its clock.

    Args:
        settings: How much a person and a server may ask for.
        clock: Returns seconds; it never goes back.

    Attributes:
        verdicts: How often each was given.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        person, server = settings.person_taps_per_s, settings.server_taps_per_s
        dearest = max(COSTS.values())  # a bucket that can't hold it would refuse it for ever
        self.people = Buckets(person, max(person * PERSON_BURST_S, dearest))
        self.servers = Buckets(server, max(server * SERVER_BURST_S, dearest))
        self.verdicts: Counter[Verdict] = Counter()
        self._answers = Buckets(ANSWERS_PER_S, ANSWERS_PER_S)
        self._told = Buckets(1 / TOLD_S, 1)
        self._logged = Buckets(1 / LOGGED_S, 1)
        self._clock = clock

    def judge(self, asked: Asked) -> Verdict:
        """Return what happens to something; what is refused uses nothing up."""
        now = self._clock()
        by_server = not asked.server or self.servers.holds(asked.server, asked.cost, now)
        if by_server and self.people.holds(asked.person, asked.cost, now):
            self.people.take(asked.person, asked.cost, now)
            if asked.server:
                self.servers.take(asked.server, asked.cost, now)
            verdict = Verdict.PASSES
        else:
            verdict = self._refused(asked, now)
            self._log(asked, now, "a person" if by_server else "all")
        self.verdicts[verdict] += 1
        return verdict

    def _refused(self, asked: Asked, now: float) -> Verdict:
        place = asked.server or asked.person
        if asked.kind is Kind.TYPED or not self._answers.holds(place, 1, now):
            return Verdict.IGNORED
        self._answers.take(place, 1, now)
        if asked.kind is Kind.TAP and not self._told.holds(asked.person, 1, now):
            return Verdict.ACKNOWLEDGED
        self._told.take(asked.person, 1, now)
        return Verdict.TOLD

    def _log(self, asked: Asked, now: float, whose: str) -> None:
        place = asked.server or asked.person
        if self._logged.holds(place, 1, now):
            self._logged.take(place, 1, now)
            where = f"server {asked.server}" if asked.server else "direct messages"
            log.warning("refused what was too much at once, of %s in %s", whose, where)


def read(event: Event) -> Asked | None:
    """Return what somebody has done; None if it can't be told from the event."""
    user = (event.get("member") or event).get("user") or {}
    data = event.get("data") or {}
    try:
        kind, person = Kind(event["type"]), int(user["id"])
        server = int(event.get("guild_id") or 0)
    except (KeyError, TypeError, ValueError):
        return None
    if kind is Kind.TYPED:
        return Asked(kind, person, server, TYPING)
    return Asked(kind, person, server, COSTS.get(_named(data), 1.0))


def _named(data: Event) -> str:
    """Return the verb of a component, or a whole command: ``match export``."""
    if "custom_id" in data:
        return str(data["custom_id"])[1:].partition(":")[0]
    return " ".join(_path(data))


def _path(data: Event) -> Iterator[str]:
    yield str(data.get("name", ""))
    for option in data.get("options") or ():
        if option.get("type") in (1, 2):  # a subcommand, or a group of them
            yield from _path(option)


_TOO_FAST: Final = t(
    "That was too much at once, so I've skipped your last tap or command. Wait a few seconds, then "
    "try again."
)


class Gate(commands.Cog):
    """Lets in what the limits allow.

    discord.py has no public place before it reads an event, so this replaces its reader of
    interactions. A test fails when that has moved.

    Attributes:
        limits: They decide.
    """

    def __init__(self, bot: StolikBot, limits: Limits) -> None:
        self.limits = limits
        self._bot = bot
        self._state: Any = bot._connection
        self._read: Callable[[Any], None] = self._state.parsers["INTERACTION_CREATE"]
        self._answering = set[asyncio.Task[None]]()

    async def cog_load(self) -> None:
        """Stand before discord.py."""
        self._state.parsers["INTERACTION_CREATE"] = self.receive

    async def cog_unload(self) -> None:
        """Stop answering."""
        for task in self._answering:
            task.cancel()

    def receive(self, event: dict[str, Any]) -> None:
        """Hand an event to discord.py, or refuse it."""
        asked = read(event)
        if asked is None or asked.person in hosts(self._bot):
            self._read(event)
            return
        verdict = self.limits.judge(asked)
        metrics.judged(verdict.value)
        if verdict is Verdict.PASSES:
            self._read(event)
        elif verdict is not Verdict.IGNORED:
            task = asyncio.create_task(self._answer(event, verdict))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def _answer(self, event: dict[str, Any], verdict: Verdict) -> None:
        light: Any = {name: fact for name, fact in event.items() if name != "message"}
        interaction: Interaction = discord.Interaction(data=light, state=self._state)
        with contextlib.suppress(*OUTSIDE_FAULTS):  # too late, or the thread is locked
            if verdict is Verdict.ACKNOWLEDGED:
                await interaction.response.defer()
            else:
                await reply(interaction, say(_TOO_FAST, reader(interaction)))


def hosts(bot: StolikBot) -> frozenset[int]:
    """Return who owns the application.

    A flood must not lock out whoever has to end it.
    """
    return frozenset() if bot.application is None else owners(bot.application)


def owners(application: discord.AppInfo) -> frozenset[int]:
    """Return the ids of those who own an application.

    Of a team these are the members who have accepted, without those who may only read.
    """
    team = application.team
    if team is None:
        return frozenset({application.owner.id})
    accepted, reads = discord.TeamMembershipState.accepted, discord.TeamMemberRole.read_only
    return frozenset(
        member.id
        for member in team.members
        if member.membership_state is accepted and member.role is not reads
    )


async def setup(bot: StolikBot) -> None:
    """Set the limits."""
    await bot.add_cog(Gate(bot, Limits(bot.settings)))
