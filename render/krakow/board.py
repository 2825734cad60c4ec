"""The board picture: a view laid out as tiles."""

from __future__ import annotations

from collections.abc import Sequence

from render.i18n import Lang, Names
from render.kit.press import Press
from render.krakow import layout, panels, strip, text
from render.krakow.cards import Disc, Face, cell
from render.krakow.collection import collect
from render.krakow.panels import Player
from render.krakow.stacks import Card, place
from render.krakow.text import Speech
from rules.krakow.components import ACTIONS, GROUPS, Group, Sight, line_cells
from rules.krakow.view import AwardsView, KrakowView, Phase, PlaceView, PlayerView, TokenView
from rules.text import Seat, Text, t


def png(press: Press, view: KrakowView, names: Names, lang: Lang, to_act: frozenset[Seat]) -> bytes:
    """Return the board picture of a view; `names` must be drawable (`text.pictured`)."""
    say = Speech(names, lang)
    boxes = layout.board(view.size, view.seats)
    sheet = press.sheet(layout.height(view.size))
    asked = (say(text.asked(view)), say(text.round_of(view)), say(text.phase_of(view)))
    sheet.put(boxes["head"], panels.head, min(to_act, default=-1), *asked)
    sheet.put(boxes["strip"], strip.strip, items(view, say))
    for spot in view.places:
        last = spot.place in view.last.places
        sheet.put(
            boxes[spot.place], place, str(spot.place), spot.order, stack(spot), spot.working, last
        )
    for index in range(view.size**2):
        sheet.put(boxes[str(index)], cell, *content(view, index, say))
    sheet.put(boxes["deck"], panels.deck, view.deck, say(t("deck")))
    sheet.put(
        boxes["aside"],
        panels.aside,
        say(t("set aside")),
        tuple((s.group or "", s.rank) for s in view.aside),
    )
    groups = tuple((g.value, say(GROUPS[g].name)) for g in Group if g not in view.removed)
    sheet.put(boxes["legend"], panels.legend, groups)
    sheet.put(boxes["corner"], panels.wordmark)
    for player in view.players:
        sheet.put(boxes[f"seat{player.seat}"], panels.player, known(view, player, names, to_act))
    return sheet.png()


def printed(sight: Sight, say: Speech) -> Face:
    """Return what is printed on a sight card."""
    return Face(sight.group or "", sight.rank, sight.points, say(t("{name}", name=sight.name)))


def discs(tokens: Sequence[TokenView]) -> tuple[Disc, ...]:
    """Return tokens as they are painted."""
    return tuple(Disc(token.seat, token.hour or 0) for token in tokens)


def content(
    view: KrakowView, index: int, say: Speech
) -> tuple[Face | None, tuple[Disc, ...], bool, bool, bool]:
    """Return what a cell shows: card, tokens, lane, last move, tie."""
    found = next((c for c in view.market if c.cell == index), None)
    spot = view.decision.place if view.decision else None
    lane = spot is not None and index in line_cells(spot, view.size)
    last = index in view.last.cells
    if found is None:
        return None, (), lane, last, False
    tie = text.ties(view).get(index)
    tokens = discs(tie.tokens if tie else found.tokens)
    return printed(found.sight, say), tokens, lane, last, tie is not None


def stack(spot: PlaceView) -> tuple[Card, ...]:
    """Return the cards of a place, bottom to top, with those that have left it."""
    return (
        *(Card(c.seat, c.card or "", "down") for c in spot.cards),
        *(Card(s.seat, "", "out") for s in spot.stopped for _ in range(s.count)),
        *(Card(d.seat, d.card, "up") for d in reversed(spot.done)),
    )


def known(view: KrakowView, player: PlayerView, names: Names, to_act: frozenset[Seat]) -> Player:
    """Return what a player's panel shows."""
    return Player(
        player.seat,
        names[player.seat],
        player.seat in to_act,
        player.seat == view.start,
        player.cards_left,
        player.tokens_left,
        sum(s.kind == "obwarzanek" for s in player.sights),
        player.subtotal,
        collect(player.sights, player.bonus, view.removed),
        "".join(sorted(player.turned_up)),
        player.stopped,
        player.shown_hours,
    )


def items(view: KrakowView, say: Speech) -> tuple[strip.Item, ...]:
    """Return what the second line shows."""
    match view.phase:
        case Phase.RESERVATION:
            return _working(view, say)
        case Phase.TAKES | Phase.OVER:
            return (*_takers(view, say), *_awards(view.awards, say))
        case Phase.PLANNING if view.queue == 1 and view.awards and view.awards.awards:
            return _awards(view.awards, say)
        case _:
            return _order(view, say)


def _order(view: KrakowView, say: Speech) -> tuple[strip.Item, ...]:
    """Return the order of play of a queue, the start player first."""
    first = view.start or 0
    seats = [(first + n) % view.seats for n in range(view.seats)]
    now = seats.index(view.decision.seat) if view.decision else -1
    return tuple(
        strip.Turn(
            seat, say.names[seat], "done" if n < now else "now" if n == now else "next", n == 0
        )
        for n, seat in enumerate(seats)
    )


def _working(view: KrakowView, say: Speech) -> tuple[strip.Item, ...]:
    """Return the stack that is being worked off: what was turned up and what still lies there."""
    spot = next((p for p in view.places if p.working), None)
    if spot is None:
        return ()
    acting = view.decision.card if view.decision else None
    done: list[strip.Item] = [strip.Turned(d.seat, d.card, "") for d in spot.done]
    if acting and spot.done:
        now = spot.done[-1]
        done[-1] = strip.Turned(now.seat, now.card, say(_called(now.card)))
    rest = [strip.Back(c.seat) for c in reversed(spot.cards)]
    return (strip.Number(spot.order), strip.Word(str(spot.place)), *done, *rest)


def _called(action: str) -> Text:
    return t("{name}", name=next(c.name for a, c in ACTIONS.items() if a == action))


def _takers(view: KrakowView, say: Speech) -> tuple[strip.Item, ...]:
    if not view.takers:
        return ()
    return tuple(
        strip.Turn(seat, say.names[seat], "next" if n else "now", False)
        for n, seat in enumerate(view.takers)
    )


def _awards(awards: AwardsView | None, say: Speech) -> tuple[strip.Item, ...]:
    if awards is None:
        return ()
    won = [
        strip.Won(
            a.sight.group or "",
            a.sight.rank,
            -1 if a.winner is None else a.winner,
            False,
            discs(a.tokens),
        )
        for a in awards.awards
    ]
    taken = [strip.Won(k.sight.group or "", k.sight.rank, k.seat, True, ()) for k in awards.taken]
    return (strip.Word(say(t("Awards {round}", round=awards.round))), *won, *taken)
