"""``/rules`` through the real bot: what is found, pages, where buttons lead."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from simcord.results import InteractionResult

from lookup import shelf
from render import gallery
from rules import registry
from rules.notation import format_move
from tests.cogs.rules_pages import alts, choose, heading, labels, opened, press
from tests.toy import TOY, Toy
from tests.toy_artist import TOY_ARTIST, ToyArtist
from tests.world import World, private, shown_messages


async def test_the_first_topic_is_the_default(world: World) -> None:
    shown = private(await opened(world))
    assert shown.startswith("-# Toy Parcels\n### In two minutes\nYou deliver a secret parcel")
    assert "Scoring" in shown  # among the chapters


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Parcels", "### Parcels"),
        ("flags", "### Flags"),
        ("scoring", "### Scoring"),
        ("scorin", "### Scoring"),
        ("T-FLAG-1", "### T-FLAG-1"),
        ("t-flag-1", "### T-FLAG-1"),
        ("town", "### Town"),
        ("parcel:7", "### parcel:7 · Parcel of 3 points"),
    ],
)
async def test_what_is_asked_for_is_found(world: World, typed: str, found: str) -> None:
    assert heading(await opened(world, typed)) == found


async def test_a_polish_reader_reads_polish(world: World) -> None:
    shown = private(await opened(world, "T-FLAG-1", world.dima))
    polish = shelf.book("toy", "pl").get("T-FLAG-1")
    assert polish
    assert polish.body in shown
    assert "Następne" in shown


async def test_a_rule_is_shown_with_its_chapter_and_its_neighbours(world: World) -> None:
    shown = await opened(world, "T-FLAG-1")
    assert private(shown).startswith(
        "-# Toy Parcels · Flags\n### T-FLAG-1\nThe lowest parcel begins."
    )
    assert labels(shown)[:4] == ["Previous", "Next", "Share", "Flags"]
    following = await press(world.bo, shown, "Next")
    assert heading(following) == "### T-FLAG-2"
    assert heading(await press(world.bo, following, "Previous")) == "### T-FLAG-1"
    chapter = await press(world.bo, following, "Flags")
    assert heading(chapter) == "### Flags"


async def test_the_book_ends_at_both_ends(world: World) -> None:
    assert labels(await opened(world, "T-DEAL-1"))[:2] == ["(Previous)", "Next"]
    assert labels(await opened(world, "T-SCORE-1"))[:2] == ["Previous", "(Next)"]


async def test_a_page_is_turned_over_in_its_place(world: World) -> None:
    shown = await opened(world, "T-FLAG-1")
    turned = await press(world.bo, shown, "Next")
    assert [m.id for m in shown_messages(turned)] == [m.id for m in shown_messages(shown)]
    chosen = await choose(world.bo, turned, "schapters:", "toy.scoring")
    assert heading(chosen) == "### Scoring"
    assert [m.id for m in shown_messages(chosen)] == [m.id for m in shown_messages(shown)]


async def test_examples_are_opened_and_hidden(world: World) -> None:
    shown = await opened(world, "T-CHOOSE-1")
    example = "> You hold 3, 8 and 17"
    assert example not in private(shown)
    with_them = await press(world.bo, shown, "Examples")
    assert example in private(with_them)
    hidden = await press(world.bo, with_them, "Hide the examples")
    assert example not in private(hidden)
    assert "Examples" not in labels(await opened(world, "T-DEAL-1"))


async def test_a_chapter_leads_to_what_stands_in_it(world: World) -> None:
    shown = await opened(world, "Pieces")
    flag = await choose(world.bo, shown, "sleaf:0:in0", "toy.flag")
    assert heading(flag) == "### Flag"
    assert alts(flag) == []


async def test_a_component_is_shown_with_its_picture(world: World) -> None:
    whole = await opened(world, "Parcel of 0 points")
    assert heading(whole) == "### Parcel of 0 points"
    assert alts(whole) == ["drawn: parcel:4, parcel:8, parcel:12, parcel:16, parcel:20, parcel:24"]
    assert alts(await opened(world, "parcel:8")) == ["drawn: parcel:8"]
    away = await press(world.bo, whole, "Next")
    assert alts(away)[0].startswith("drawn: parcel:1,")
    assert alts(await press(world.bo, away, "Pieces")) == []


async def test_what_is_not_there_leads_to_what_is_near(world: World) -> None:
    shown = await opened(world, "T-FLAG-9")
    assert "**I can't find anything called “T-FLAG-9”.**" in private(shown)
    assert "**T-FLAG-1**" in private(shown)
    opened_one = await choose(world.bo, shown, "sleaf:0:hits", "toy.T-FLAG-1")
    assert heading(opened_one) == "### T-FLAG-1"
    assert [m.id for m in shown_messages(opened_one)] == [m.id for m in shown_messages(shown)]


async def test_words_find_the_rules_they_stand_in(world: World) -> None:
    shown = private(await opened(world, "how much is the highest total worth"))
    assert "I can't find anything called" in shown
    assert "**T-SCORE-1**" in shown


async def test_nonsense_leads_to_the_chapters(world: World) -> None:
    shown = await opened(world, "qqqq xxxx")
    assert "**I can't find anything called “qqqq xxxx”.**" in private(shown)
    assert "choose a chapter" in private(shown)
    chosen = await choose(world.bo, shown, "schapters:", "toy.flags")
    assert heading(chosen) == "### Flags"


class Bookless(Toy):
    """The toy game under a name that no rulebook has."""

    info = replace(TOY.info, slug="bookless")


async def test_a_game_without_a_rulebook_says_so(world: World) -> None:
    assert "There is no game called “chess” here." in private(
        await world.bo.slash(world.channel, "rules", game="chess")
    )
    with registry.register("bookless", Bookless()), gallery.register("bookless", TOY_ARTIST):
        home = await world.open(world.ada, world.bo, game="bookless")
        assert "no rulebook" in private(await world.bo.slash(home, "rules"))


# What is offered while you type


async def offered(world: World, typed: str, **filled: object) -> list[dict[str, str]]:
    return await world.bo.autocomplete(world.channel, "rules", "topic", typed, **filled)


async def test_entries_are_offered(world: World) -> None:
    found = await offered(world, "t-flag", game="toy")
    assert [choice["name"].split()[0] for choice in found][:2] == ["T-FLAG-1", "T-FLAG-2"]
    assert {"Parcels", "Flags"} <= {c["name"] for c in await offered(world, "", game="toy")}
    assert await offered(world, "", game="chess") == []
    games = await world.bo.autocomplete(world.channel, "rules", "game", "toy")
    assert games == [{"name": "Toy Parcels", "value": "toy"}]


@pytest.mark.parametrize("typed", ["", "p", "parcel", "parcel:7", "flag", "t-", "points", "7"])
async def test_what_is_offered_is_found_when_it_is_taken(world: World, typed: str) -> None:
    for choice in await offered(world, typed, game="toy"):
        assert 1 <= len(choice["name"]) <= 100
        assert 1 <= len(choice["value"]) <= 100
        shown = heading(await opened(world, choice["value"]))
        name, _, _ = choice["name"].partition(" · ")
        assert shown == f"### {name}"


async def test_one_of_several_components_may_be_asked_for(world: World) -> None:
    assert heading(await opened(world, "parcel:24")) == "### parcel:24 · Parcel of 0 points"
    (whole, *_) = await offered(world, "parcel of 0", game="toy")
    assert heading(await opened(world, whole["value"])) == "### Parcel of 0 points"


async def test_the_game_is_that_of_the_channel_else_of_the_waiting_match(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    shown = await world.cleo.slash(home, "rules")
    assert "Toy Parcels" in private(shown)
    assert "Toy Parcels" in private(await world.bo.slash(world.channel, "rules"))
    there = await world.bo.autocomplete(home, "rules", "topic", "t-deal")
    assert there[0]["name"].startswith("T-DEAL-1")
    away = await world.bo.autocomplete(world.channel, "rules", "topic", "t-deal")
    assert away == there


async def test_above_a_match_s_thread_the_game_is_that_of_the_match(world: World) -> None:
    await world.open(world.ada, world.bo)
    assert "Toy Parcels" in private(await world.cleo.slash(world.channel, "rules"))
    offered_there = await world.cleo.autocomplete(world.channel, "rules", "topic", "t-deal")
    assert offered_there[0]["name"].startswith("T-DEAL-1")


# In a match


async def test_the_book_opens_where_the_decision_is_explained(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    shown = await world.press(world.ada, await world.tap(world.ada, home, "guide"), "rules")
    assert heading(shown) == "### Parcels"  # T-CHOOSE-1 is there
    assert "### In two minutes" in private(await opened(world))


async def test_a_component_tells_where_it_is(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    glance = await world.bot.service.glance(1, world.ada.id)
    held = glance.view.hand[0]  # type: ignore[attr-defined]
    mine = await world.ada.slash(home, "rules", topic=f"parcel:{held}")
    assert f"**Where it is now:**\nYou hold parcel {held}." in private(mine)
    for other in (world.bo, world.cleo):
        shown = private(await other.slash(home, "rules", topic=f"parcel:{held}"))
        assert "Where it is now" not in shown
    away = await world.ada.slash(world.channel, "rules", game="toy", topic=f"parcel:{held}")
    assert "Where it is now" not in private(away)


async def test_where_it_is_stays_up_to_date_from_page_to_page(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    shown = await world.ada.slash(home, "rules", topic="Flag")
    assert "0 flags stand." in private(shown)
    for player in (world.ada, world.bo):
        move = format_move((await world.bot.service.glance(1, player.id)).moves[0])
        await world.bot.service.play(1, player.id, move, interaction_id=player.id)
    (seat,) = (await world.bot.service.info(1)).to_act
    mover = (world.ada, world.bo)[seat]
    await world.bot.service.play(1, mover.id, "place r1c1", interaction_id=9)
    before = await press(world.ada, shown, "Previous")
    assert "1 flag stands." in private(await press(world.ada, before, "Next"))


async def test_pages_work_after_a_restart(world: World) -> None:
    shown = await opened(world, "T-CHOOSE-1")
    await world.restart()
    with_them = await press(world.bo, shown, "Examples")
    assert "> You hold 3" in private(with_them)


async def test_in_a_direct_message_nothing_can_be_shared(world: World) -> None:
    shown = await world.bo.user.slash("rules", game="toy", topic="T-FLAG-1")
    assert heading(shown) == "### T-FLAG-1"
    assert "Share" not in labels(shown)
    assert heading(await press(world.bo.user, shown, "Next")) == "### T-FLAG-2"


async def test_a_match_is_read_about_in_direct_messages_too(world: World) -> None:
    await world.open(world.ada, world.bo)
    glance = await world.bot.service.glance(1, world.ada.id)
    held = glance.view.hand[0]  # type: ignore[attr-defined]
    shown = await _in_dm(world, f"blook:1:toy.parcel:{held}~a")
    assert f"You hold parcel {held}." in private(shown)
    assert "Share" not in labels(shown)
    assert "You can't share this here" in private(await _in_dm(world, "bshare:1:toy.flags"))


async def _in_dm(world: World, custom_id: str) -> InteractionResult:
    """Let Ada tap a button of a direct message."""
    record, payload = await world.tapped(world.ada, custom_id)
    dm = world.ada.user.dm_channel
    user = payload.pop("member")["user"]
    payload |= {"user": user, "channel_id": str(dm.id), "app_permissions": "0"}
    payload["channel"] = {"id": str(dm.id), "type": 1}
    del payload["guild_id"], payload["guild_locale"]
    record.channel_id, record.guild_id = dm.id, None
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    return InteractionResult(world.env, record)


async def test_a_picture_that_cannot_be_drawn_hides_no_rule(
    world: World, expected_errors: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("parcel:7")

    monkeypatch.setattr(ToyArtist, "component", broken)
    expected_errors.append("drawing a picture failed")
    shown = await opened(world, "parcel:7")
    assert "each is worth 3 points once delivered" in private(shown)
    assert "couldn't draw the picture" in private(shown)
    assert alts(shown) == []


async def test_the_database_is_not_asked_at_every_keystroke(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    turns = world.bot.service.turns

    async def counted(user_id: int) -> object:
        asked.append(user_id)
        return await turns(user_id)

    monkeypatch.setattr(world.bot.service, "turns", counted)
    for typed in ("s", "sh", "shi", "shift"):
        assert await world.bo.autocomplete(world.channel, "rules", "topic", typed)
    assert asked == [world.bo.id]


@pytest.mark.parametrize("search", ["suggest", "find"])
async def test_a_search_does_not_hold_the_event_loop(
    world: World, monkeypatch: pytest.MonkeyPatch, search: str
) -> None:
    """The first one in a book makes its index, which takes 0.1 s."""
    real, threads = getattr(shelf, search), []

    def watched(*args: str) -> object:
        threads.append(threading.current_thread())
        return real(*args)

    monkeypatch.setattr(shelf, search, watched)
    await offered(world, "par", game="toy")
    await opened(world, "parcels of")
    assert threads
    assert threading.main_thread() not in threads
