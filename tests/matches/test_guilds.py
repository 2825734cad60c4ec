"""The languages of servers whose matches are older than that setting."""

from __future__ import annotations

import pytest

from matches.db import guilds as guilds_db
from matches.domain.model import Opening
from matches.service import MatchService
from rules.text import Language
from tests.matches.helpers import ANN, CHANNEL, House

HOSTS = ((1, "pl"), (2, "en-US"), (1, "en-US"), (2, "pl"), (3, ""), (3, "pl"), (1, "pl"))
"""The server and the locale of each host, in the order in which they opened their matches."""


@pytest.fixture
async def old(house: House) -> MatchService:
    """Return a service on matches that were opened before servers had a language."""
    for n, (guild, locale) in enumerate(HOSTS):
        opening = Opening(
            slug="toy",
            guild_id=guild,
            channel_id=CHANNEL + n,
            user_id=ANN,
            name="Ann",
            locale=locale,
        )
        await house.service.lobby.create(opening)
    await house.store.write(lambda db: db.execute("DELETE FROM guild_settings"))
    return house.service


async def test_a_server_gets_the_language_of_its_first_host(old: MatchService) -> None:
    await old.guilds.load()
    assert [old.guilds.language(guild) for guild in (1, 2, 3, 4)] == ["pl", "en", None, None]


@pytest.mark.parametrize("chosen", ["pl", "en"])
async def test_a_choice_stays_and_can_be_dropped(old: MatchService, chosen: Language) -> None:
    await old.guilds.choose(1, chosen)
    await old.guilds.choose(3, chosen)
    await old.guilds.load()
    assert (old.guilds.language(1), old.guilds.language(3)) == (chosen, chosen)
    await old.guilds.choose(1, None)
    await old.guilds.choose(3, None)
    assert (old.guilds.language(1), old.guilds.language(3)) == ("pl", None)


@pytest.mark.files
async def test_the_start_reads_the_matches_once(house: House) -> None:
    """A query inside the query would read them once for each of them."""
    plan = await house.store.read(
        lambda db: db.execute(f"EXPLAIN QUERY PLAN {guilds_db._UNSETTLED}").fetchall()
    )
    assert not [line for *_, line in plan if "CORRELATED" in line]
