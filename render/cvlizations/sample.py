"""A sample of everything the theme can show; its palette is learned from it."""

from __future__ import annotations

from collections.abc import Iterable

from render.cvlizations import exhibits, hand, heading, offer, panels
from render.cvlizations import theme as th
from render.cvlizations.parts import owned, revealed
from render.kit.canvas import Canvas
from render.kit.press import paint
from rules.cvlizations.components import IDEAS, ORDERS, Good, Goods, Idea

_OWNED = tuple(
    owned.Chip(idea, "Board games", "2", n % 2 == 0)
    for n, idea in enumerate((*tuple(IDEAS)[::9], Idea.AXE))
)


def sample() -> Iterable[Canvas]:
    """Return canvases with every piece on every background it can have."""
    yield heading.head(760, 100, (0, 1, 2), "Ada gives orders", "Age II, turn 4 of 9")
    yield heading.head(760, 84, (3, 4), "Carrying out orders", "")
    for turn in (2, 5, 9):
        yield heading.ages(390, 100, turn, turn == 9)
    for n, idea in enumerate((Idea.HUMANISM, Idea.GUNPOWDER, Idea.SKYSCRAPER, Idea.INTERNET)):
        effect = "End: exchange up to 3 wood for 1 point each."
        yield offer.idea(514, 206, offer.Card(idea, "Board games", effect, n % 2 == 0))
    yield _row([offer.deck(122, 206, "I–II", 24, "deck"), offer.gap(122, 200),
                revealed.when(96, 158, ("Turn 3", "last turn"), False),
                revealed.when(96, 158, ("Turn 3", "revealed"), True)])  # fmt: skip
    for count, now in ((0, True), (2, True), (3, True), (1, False)):
        yield _row([revealed.order(131, 158, it, "Logging", count, now) for it in ORDERS])
    for acts in (False, True):
        yield from _tribes(acts)
    for ready, given in ((True, ""), (False, ""), (False, "open")):
        levels = ("2 wood", "3 wood", "1 wood")
        yield _row([hand.card(285, 236, hand.Card(it, "Logging", levels, ready, given, "used"))
                    for it in ORDERS])  # fmt: skip
    neutral = hand.TribeOrders(100, "Neutral", ORDERS[3:], *ORDERS[:2])
    yield hand.second(1172, 96, neutral)
    yield hand.rival(581, 80, 4, "Ada", Goods(1, 2, 3), (Good.FOOD,))
    for lack in ((), ((1, (Good.WOOD, Good.STONE)),)):
        price = offer.Price("costs you 3", lack, "top", not lack)
        cards = [offer.Card(it, "Axe", "Points only.", not lack, price)
                 for it in tuple(IDEAS)[:32:8]]  # fmt: skip
        yield _row([hand.ware(285, 352, it) for it in cards])
    yield _row([exhibits.thing(364, 390, key) for key in ("food", "wood", "stone", "helm", "crown",
                                                         "point", *ORDERS[:2])])  # fmt: skip


def _tribes(acts: bool) -> Iterable[Canvas]:
    """Return the parts of tribes that have to act, and of others."""
    for token in (0, 1, 2, 3, 4, 100, 101, 200):
        who = panels.TribeHead(
            token,
            "Ada",
            "",
            token % 2 == 0,
            acts,
            token == 2,
            False,
            ORDERS[token % 5 : 8],
            "changed" if token < 3 else "",
        )
        yield panels.who(318, 150, who)
    for at in range(0, 8, 2):
        given = tuple(panels.Given(it, at == 2, 3, at == 0) for it in ORDERS[at : at + 2])
        yield panels.cards(268, 138, given, acts)
    yield panels.cards(268, 138, (panels.Given(None, True, 0, False),), acts)
    items = (
        panels.Item(6, Good.WOOD, None),
        panels.Item(-1, Good.FOOD, 1),
        panels.Item(2, None, None),
        panels.Item(1, Good.STONE, 4),
    )
    art = Canvas(230, 138, th.PAPER if acts else th.BONE)
    paint(art, panels.brought(art.box, panels.Brought(items, ORDERS[:2], "last turn"), acts))
    yield art
    yield panels.goods(410, 62, panels.Owned(Goods(12, 3, 4), 7, 38), acts)
    yield owned.ideas(410, 100, _OWNED, acts)
    yield panels.ground(600, 40, acts, False)


def _row(tiles: list[Canvas]) -> Canvas:
    """Put tiles side by side, wrapped to the width of the sample."""
    high, wide = (max(getattr(tile.box, side) for tile in tiles) for side in ("h", "w"))
    across = max(1, 1200 // wide)
    sheet = Canvas(1200, high * -(-len(tiles) // across), th.CAVE)
    for n, tile in enumerate(tiles):
        sheet.put(tile.image, n % across * wide, n // across * high)
    return sheet
