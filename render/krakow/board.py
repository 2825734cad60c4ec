"""The board picture: a view laid out as tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.layout import Box
from render.kit.press import Placed, Press
from render.krakow import heading, layout, panels, text
from render.krakow.cards import Face, Won, cell
from render.krakow.collection import collect
from render.krakow.panels import Player
from render.krakow.stacks import Card, place
from render.krakow.tokens import Disc, heaped
from render.speech import STOPPED, Speech
from rules.krakow.components import ACTIONS, GROUPS, Action, Cell, Group, Sight, line_cells
from rules.krakow.view import (
    AwardsView,
    AwardView,
    CellView,
    Change,
    KrakowView,
    Phase,
    PlaceView,
    PlayerView,
    TakenView,
    TokenView,
)
from rules.text import Seat, number, t


def png(press: Press, view: KrakowView, names: Names, lang: Lang, to_act: frozenset[Seat]) -> bytes:
    """Return the board picture; `names` must be drawable (`speech.pictured`)."""
    say = Speech(names, lang)
    boxes = layout.board(view.size, view.seats)
    sheet = press.sheet(layout.height(view.size))
    head, won = boxes["head"], text.winners(view) if view.phase is Phase.OVER else ()
    ask = asked(view, say, head.w, to_act)
    sheet.put(head, heading.head, min(to_act, default=-1), ask, won)
    sheet.put(boxes["title"], heading.title, say(text.round_of(view)), say(text.phase_of(view)))
    sheet.put_all(heading.status(boxes["status"], items(view, say)))
    sheet.put_all(table(view, boxes, say))
    for player in view.players:
        shown = known(view, player, say, to_act)
        sheet.put_all(panels.player(boxes[f"seat{player.seat}"], shown))
    return sheet.png()


def beside(then: KrakowView, now: KrakowView) -> KrakowView:
    """Return `then` as compared with `now`: with its line, stack and places of tokens."""
    working = {spot.place for spot in now.places if spot.working}
    places = tuple(replace(spot, working=spot.place in working) for spot in then.places)
    line = now.decision.place if now.decision else None
    decision = then.decision and replace(then.decision, place=line)
    found = {cell.cell: cell for cell in now.market}
    market = tuple(_kept_free(cell, found.get(cell.cell)) for cell in then.market)
    return replace(then, last=Change(), places=places, decision=decision, market=market)


def _kept_free(then: CellView, now: CellView | None) -> CellView:
    """Return a cell with places kept free for the tokens that have come since."""
    if now is None or now.sight != then.sight:
        return then
    had, found, free = Counter(then.tokens), list[TokenView](), dict[TokenView, TokenView]()
    for token in now.tokens:
        if had[token] > 0:
            found.append(token)
            had[token] -= 1
        elif token not in then.tokens and token not in free:
            free[token] = TokenView(-1 - len(free), None)
            found.append(free[token])
    return then if +had else replace(then, tokens=tuple(found))


def table(view: KrakowView, boxes: Mapping[str, Box], say: Speech) -> Iterator[Placed]:
    """Yield the tiles of the market, the places around it, and its corners."""
    for spot in view.places:
        last = spot.place in view.last.places
        side, label = spot.place[0], say.name(spot.place.label)
        shown = (side, label, spot.order, stack(spot), spot.working, last)
        yield boxes[spot.place], place, shown
    for index in range(view.size**2):
        yield from cell(boxes[str(index)], *content(view, index, say))
    yield boxes["deck"], panels.deck, (view.deck, say(t("deck")))
    aside = tuple(printed(s, say) for s in view.aside)
    yield boxes["aside"], panels.aside, (say(t("set aside")), aside)
    groups = tuple(
        (g.value, say.name(GROUPS[g].letter), say(GROUPS[g].name))
        for g in Group
        if g not in view.removed
    )
    yield boxes["legend"], panels.legend, (groups[:2], 0)
    if groups[2:]:
        yield boxes["corner"], panels.legend, (groups[2:], 1)
    else:
        yield boxes["corner"], panels.wordmark, ()


def asked(view: KrakowView, say: Speech, w: int, to_act: frozenset[Seat]) -> str:
    """Return what the match waits for, with a name cut to make the sentence fit."""
    if view.decision and not to_act:
        return say(STOPPED)
    first = text.winners(view) if view.phase is Phase.OVER else ()
    seat = view.decision.seat if view.decision else first[0] if len(first) == 1 else None
    room = w - heading.before(first) - heading.AFTER
    return say.fitting(text.asked(view), seat, words.bold(words.GLANCE_PX), room)


def printed(sight: Sight, say: Speech) -> Face:
    """Return a sight card's face."""
    label = say.name(sight.label)
    return Face(sight.group or "", sight.rank, label, sight.points, say.name(sight.name))


def discs(tokens: Sequence[TokenView]) -> tuple[Disc, ...]:
    """Return tokens for painting, in their order; a hidden hour becomes 0."""
    first = min((token.hour for token in tokens if token.hour), default=0)
    level = sum(token.hour == first for token in tokens) > 1
    found = (
        Disc(token.seat, token.hour or 0, level=bool(token.hour) and level and token.hour == first)
        for token in tokens
    )
    return heaped(found)


def content(
    view: KrakowView, index: int, say: Speech
) -> tuple[Face | Won | None, tuple[Disc, ...], bool, bool, str]:
    """Return what a cell shows: card, tokens, lane, last move, a word for a tie."""
    found = next((c for c in view.market if c.cell == index), None)
    spot = view.decision.place if view.decision else None
    lane = spot is not None and index in line_cells(spot, view.size)
    last = index in framed(view)
    if found is None:
        return gone(view, index, say), (), lane, last, ""
    tie = text.ties(view).get(index)
    tokens = discs(tie.tokens) if tie else discs(found.tokens)
    return printed(found.sight, say), tokens, lane, last, say(t("tie")) if tie else ""


def framed(view: KrakowView) -> tuple[Cell, ...]:
    """Return the cells to be framed as changed last.

    A market just dealt is new as a whole, and at the end all cards that were won are shown.
    """
    spread = view.phase is Phase.OVER or len(view.last.cells) == view.size**2
    return () if spread else view.last.cells


def gone(view: KrakowView, index: int, say: Speech) -> Won | None:
    """Return who won or took the card of an empty cell."""
    if view.awards is None or view.awards.round != view.round:
        return None
    got: list[AwardView | TakenView] = [*view.awards.taken]
    got += (award for award in view.awards.awards if award.winner is not None)
    return next((won(it, say) for it in got if it.cell == index), None)


def won(it: AwardView | TakenView, say: Speech) -> Won:
    """Return an award or a take for painting."""
    card = printed(it.sight, say)
    if isinstance(it, TakenView):
        return Won(card, it.seat, say.names[it.seat], True, ())
    if it.winner is None:
        return Won(card, -1, "", False, discs(it.tokens))
    return Won(card, it.winner, say.names[it.winner], False, discs(it.tokens))


def stack(spot: PlaceView) -> tuple[Card, ...]:
    """Return the cards of a place, bottom to top, including those that have left it."""
    return (
        *(Card(c.seat, c.card or "", "down") for c in spot.cards),
        *(Card(s.seat, "", "out") for s in spot.stopped for _ in range(s.count)),
        *(Card(d.seat, d.card, "up") for d in reversed(spot.done)),
    )


def known(view: KrakowView, player: PlayerView, say: Speech, to_act: frozenset[Seat]) -> Player:
    """Return what a player's panel shows."""
    sums = t(
        "Sights {sights}, runs and sets {bonus}",
        sights=number(player.sight_points),
        bonus=player.bonus.points,
    )
    seat, mine = player.seat, player.sights
    over = view.phase is Phase.OVER
    unseen = tuple(card.copies - player.turned_up.count(a) for a, card in ACTIONS.items())
    return Player(
        panels.Title(
            seat,
            say.names[seat],
            seat in to_act,
            player.points,
            over and seat in text.winners(view),
        ),
        panels.Stock(
            seat,
            player.cards_left,
            player.tokens_left,
            sum(s.kind == "obwarzanek" for s in mine),
            player.stopped,
            seat == view.start,
        ),
        collect(mine, player.bonus, view.removed, say),
        say(sums),
        panels.Used(
            () if over else unseen,
            tuple((a.value, ACTIONS[a].points) for a in player.kept),
            seat,
            player.shown_hours,
        ),
    )


def items(view: KrakowView, say: Speech) -> tuple[heading.Item, ...]:
    """Return the items of the second line."""
    match view.phase:
        case Phase.RESERVATION:
            return _working(view, say)
        case Phase.TAKES:
            return (heading.Word(_take(say)), *_takers(view, say))
        case Phase.OVER:
            return _awards(view.awards, say)
        case Phase.PLANNING if view.queue == 1 and view.awards and view.awards.awards:
            return _awards(view.awards, say)
        case _:
            return _order(view, say)


def _order(view: KrakowView, say: Speech) -> tuple[heading.Item, ...]:
    """Return the order of play of a queue, the start player first."""
    first = view.start or 0
    seats = [(first + n) % view.seats for n in range(view.seats)]
    now = seats.index(view.decision.seat) if view.decision else -1
    return tuple(
        heading.Turn(
            seat, say.names[seat], "done" if n < now else "now" if n == now else "next", n == 0
        )
        for n, seat in enumerate(seats)
    )


def _working(view: KrakowView, say: Speech) -> tuple[heading.Item, ...]:
    """Return the stack being carried out: cards turned up and cards face down."""
    spot = next((p for p in view.places if p.working), None)
    if spot is None:
        return ()
    acting = view.decision.card if view.decision else None
    note: list[heading.Item] = []
    done: list[heading.Item] = [heading.Turned(d.seat, d.card, "") for d in spot.done]
    if acting and spot.done:
        now = spot.done[-1]
        card = ACTIONS[now.card]
        done[-1] = heading.Turned(now.seat, now.card, say.name(card.name))
        note.append(heading.Note(_effect(view, say) or say.name(card.effect)))
    rest: list[heading.Item] = [heading.Back(c.seat) for c in reversed(spot.cards)]
    if rest and acting:
        rest = [heading.Note(say(t("then"))), *rest]
    return (
        heading.Number(spot.order),
        heading.Word(say.name(spot.place.label)),
        *done,
        *note,
        *rest,
        *_waiting(view, say),
    )


def _effect(view: KrakowView, say: Speech) -> str:
    """Return where a line may go now, which the card does not say; else ""."""
    now = view.decision
    return say(text.ways(now.place)) if now and now.kind == "shift" and now.place else ""


def _waiting(view: KrakowView, say: Speech) -> tuple[heading.Item, ...]:
    """Return who will take a card after the awards."""
    if not view.takers:
        return ()
    words_ = say(t("after the awards, any card:"))
    return (
        heading.Space(),
        heading.Word(words_, Action.TAKE.value),
        *(heading.Chip(s) for s in view.takers),
    )


def _take(say: Speech) -> str:
    return f"{say.name(ACTIONS[Action.TAKE].name)}:"


def _takers(view: KrakowView, say: Speech) -> tuple[heading.Item, ...]:
    return tuple(
        heading.Turn(seat, say.names[seat], "next" if n else "now", False)
        for n, seat in enumerate(view.takers)
    )


def _awards(awards: AwardsView | None, say: Speech) -> tuple[heading.Item, ...]:
    if awards is None:
        return ()
    got = (*(won(it, say) for it in awards.awards), *(won(it, say) for it in awards.taken))
    return (heading.Word(say(t("Awards {round}", round=awards.round))), *got)
