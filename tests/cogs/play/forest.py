"""A match of Indian Summer in the simulated Discord, and what its players look at."""

from __future__ import annotations

from rules.indian_summer.moves import Leaf
from rules.indian_summer.view import SummerView
from rules.notation import format_move
from rules.text import Seat
from tests.cogs.play.driver import Panel
from tests.cogs.play.table import Table
from tests.world import World, parts


async def begin(world: World, seats: int, options: str = "") -> Table[SummerView]:
    table: Table[SummerView] = await Table.begin(world, "indian_summer", seats, options=options)
    table.dull = ("swap",)
    return table


async def active(table: Table[SummerView]) -> Seat:
    """Return whose turn it is."""
    (seat,) = await table.to_act()
    return seat


async def own(table: Table[SummerView], seat: Seat) -> SummerView:
    """Return what a seat sees."""
    glance = await table.world.bot.service.glance(1, table.members[seat].id)
    assert isinstance(glance.view, SummerView)
    return glance.view


async def leaf_at_hand(table: Table[SummerView], seat: Seat) -> str:
    """Return a legal placement of a leaf tile."""
    moves = await table.legal(seat)
    return format_move(next(move for move in moves if isinstance(move, Leaf)))


def place(panel: Panel) -> list[str]:
    """Return the parts of the move that a pad shows."""
    (confirm,) = panel.ids("bpconfirm:")
    return confirm.split("~")[4:]


def pictures(panel: Panel) -> list[str]:
    """Return the file names of the pictures in a panel."""
    shown = [item for part in parts(panel.shown) for item in part.get("items", ())]
    return [item["media"]["url"].rsplit("/", 1)[-1] for item in shown]
