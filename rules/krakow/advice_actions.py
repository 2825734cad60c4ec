"""Advice for the owner of a turned-up card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.claims import can, cannot, each
from rules.krakow.components import Action, Direction, hour_text, line_text
from rules.krakow.events import bracket, line_of, owners, worth
from rules.krakow.labels import DIRECTIONS
from rules.krakow.legal import COLUMN, ROW, exchanges
from rules.krakow.moves import Decline, Exchange, Reserve, Shift, Swap, Take
from rules.krakow.view import CellView, Decision, KrakowView, Own, PlaceView
from rules.protocol import Advice
from rules.text import Param, Text, Who, signed, t, tn


def reserve(view: KrakowView, decision: Decision, own: Own) -> Iterator[Advice]:
    """Yield advice on reserving: a token on a sight of the line, then on another."""
    place = decision.at
    line = [c for c in line_of(view, place) if c.cell != decision.first]
    advice = _which_sight(view, decision, tuple(worth(c.sight) for c in line))
    sights = each(Reserve, "sight", (c.sight for c in line), every=True)
    yield Advice(advice.text.says(*sights), advice.rules)
    lying = tuple(bracket(c.sight.label, owners(view, c.tokens)) for c in line if c.tokens)
    if lying:
        yield Advice(
            t("There are already tokens on {sights}. You may add yours.", sights=lying).says(
                *each(Reserve, "sight", (c.sight for c in line if c.tokens))
            ),
            ("K-ACT-A2", "K-AWD-3"),
        )
    else:
        yield Advice(
            t("None of them has a token yet. A token that stays alone wins its sight."),
            ("K-AWD-2",),
        )
    yield Advice(
        tn(
            "You have one hour left: {hours}.",
            "You have {count} hours left, and each can be used only once: {hours}.",
            len(own.hours),
            hours=tuple(map(hour_text, own.hours)),
        ).says(*each(Reserve, "hour", own.hours, every=True)),
        ("K-ACT-A4", "K-END-3"),
    )
    yield Advice(
        t(
            "The earliest hour on a sight wins it. If two players tie for the earliest, "
            "nobody wins it."
        ),
        ("K-AWD-3", "K-AWD-4"),
    )
    yield from _shown_hours(view)
    yield from to_come(view)


def _which_sight(view: KrakowView, decision: Decision, sights: tuple[Text, ...]) -> Advice:
    line = line_text(decision.at)
    if decision.card is Action.RESERVE_ONE:
        text = t("Put one token on a sight in {line}: {sights}.", line=line, sights=sights)
        return Advice(text, ("K-ACT-A1", "K-PLAN-6"))
    if decision.first is None:
        text = t(
            "Put the first of two tokens on a sight in {line}: {sights}. The second must "
            "go on a different one.",
            line=line,
            sights=sights,
        )
        return Advice(text, ("K-ACT-B1", "K-PLAN-6"))
    first = next(c.sight.label for c in view.market if c.cell == decision.first)
    text = t(
        "Put the second token on a sight in {line} other than {first}: {sights}.",
        line=line,
        first=first,
        sights=sights,
    )
    return Advice(text, ("K-ACT-B1", "K-ACT-B2"))


def _shown_hours(view: KrakowView) -> Iterator[Advice]:
    shown = tuple(
        bracket(Who(p.seat), tuple(map(hour_text, p.shown_hours)))
        for p in view.players
        if p.shown_hours and p.seat != view.seat
    )
    if shown:
        yield Advice(
            t("Other players have already revealed and used these hours: {hours}.", hours=shown),
            ("K-AWD-3", "K-END-3"),
        )


def to_come(view: KrakowView) -> Iterator[Advice]:
    """Yield which cards are still face down, in the order they will be turned up."""
    waiting = sorted((p for p in view.places if p.cards), key=lambda place: place.order)
    count = sum(len(p.cards) for p in waiting)
    if not count:
        yield Advice(
            t("This is the last card of the round. After it, the sights are awarded."), ("K-AWD-1",)
        )
        return
    yield Advice(
        tn(
            "{count} card is still face down and will be turned up next: {places}.",
            "{count} cards are still face down. They'll be turned up in this order: {places}.",
            count,
            places=tuple(_stack(p) for p in waiting),
        ),
        ("K-RES-1", "K-RES-2", "K-RES-6"),
    )


def _stack(place: PlaceView) -> Param:
    """Return a place, and how many cards lie there if it is not one alone."""
    count, name = len(place.cards), place.place.label
    if count == 1:
        return name
    return bracket(name, tn("{count} card", "{count} cards", count))


def shift(view: KrakowView, decision: Decision, own: Own) -> Iterator[Advice]:
    """Yield what would fall off in each direction."""
    place = decision.at
    line = line_text(place)
    if place.is_row:
        text = t("Push {line} one card to the left or right, or decline.", line=line)
    else:
        text = t("Push {line} one card up or down, or decline.", line=line)
    yield Advice(text.says(can(Shift), can(Decline)), ("K-ACT-D1",))
    cells = line_of(view, place)
    for direction in ROW if place.is_row else COLUMN:
        fallen = cells[0] if direction in (Direction.LEFT, Direction.UP) else cells[-1]
        yield _falling(view, direction, fallen)
    yield Advice(
        t("The other cards and their tokens move along, and a card from the deck fills the gap."),
        ("K-ACT-D2", "K-ACT-D4"),
    )


def _falling(view: KrakowView, direction: Direction, fallen: CellView) -> Advice:
    code, losers = fallen.sight.label, owners(view, fallen.tokens)
    word = DIRECTIONS[direction]
    if not losers:
        return Advice(
            t(
                "{direction}: {sight} falls off. It has no tokens on it.",
                direction=word,
                sight=code,
            ).says(can(Shift, direction=direction)),
            ("K-ACT-D2",),
        )
    return Advice(
        tn(
            "{direction}: {sight} falls off. The token on it is removed from the game "
            "without being revealed ({owners}).",
            "{direction}: {sight} falls off. The {count} tokens on it are removed from the game "
            "without being revealed ({owners}).",
            len(fallen.tokens),
            direction=word,
            sight=code,
            owners=losers,
        ).says(can(Shift, direction=direction)),
        ("K-ACT-D3", "K-ACT-D4"),
    )


def swap(view: KrakowView, decision: Decision, own: Own) -> Iterator[Advice]:
    """Yield which cards can be replaced from the deck."""
    free = tuple(c.sight for c in view.market if not c.tokens)
    yield Advice(
        tn(
            "Replace the only market card without tokens with a card from the deck, or "
            "decline: {sights}.",
            "Replace one of the {count} market cards without tokens with a card from the "
            "deck, or decline: {sights}.",
            len(free),
            sights=tuple(sight.label for sight in free),
        ).says(*each(Swap, "sight", free, every=True), can(Decline)),
        ("K-ACT-E1",),
    )
    yield Advice(
        tn(
            "You choose before you see the new card. There is {count} card in the deck.",
            "You choose before you see the new card. There are {count} cards in the deck.",
            view.deck,
        ),
        ("K-ACT-E2", "K-END-5"),
    )
    kept = tuple(c.sight for c in view.market if c.tokens)
    if kept:
        text = t("Cards with tokens must stay: {sights}.", sights=tuple(s.label for s in kept))
        yield Advice(text.says(*(cannot(Swap, sight=sight) for sight in kept)), ("K-ACT-E3",))
    yield Advice(
        t("You don't get either card. The old one is set aside."),
        ("K-ACT-E1", "K-ACT-E2"),
    )


def exchange(view: KrakowView, decision: Decision, own: Own) -> Iterator[Advice]:
    """Yield which sights can be given for how many market cards."""
    sights = view.players[view.seat].sights
    free = sorted(c.sight for c in view.market if not c.tokens)
    counts = Counter(move.own for move in exchanges(sights, free))
    yield Advice(
        t(
            "You can make an exchange, so you must: give one of your sights for a market "
            "card without tokens that has the same group, or the same number or letter."
        ).says(can(Exchange)),
        ("K-ACT-H1", "K-ACT-H2", "K-ACT-H5"),
    )
    yield Advice(
        t(
            "You can give one of these (in brackets: how many different market cards it "
            "could get you): {sights}.",
            sights=tuple(bracket(sight.label, counts[sight]) for sight in sorted(counts)),
        ).says(*each(Exchange, "own", sorted(counts), every=True)),
        ("K-ACT-H2", "K-ACT-H4"),
    )
    stuck = tuple(sight for sight in sorted(sights) if sight not in counts)
    if stuck:
        text = t(
            "Right now, you can't get anything for {sights}.",
            sights=tuple(sight.label for sight in stuck),
        )
        yield Advice(
            text.says(*(cannot(Exchange, own=sight) for sight in stuck)),
            ("K-ACT-H2", "K-ACT-H4"),
        )
    barred = tuple(
        c.sight for c in view.market if c.tokens or c.sight.kind in ("lajkonik", "obwarzanek")
    )
    if barred:
        text = t(
            "You can't get these market cards: {sights}.",
            sights=tuple(sight.label for sight in barred),
        )
        yield Advice(
            text.says(*(cannot(Exchange, sight=sight) for sight in barred)),
            ("K-ACT-H3", "K-ACT-H6"),
        )
    yield _worth(view)


def take(view: KrakowView) -> Iterator[Advice]:
    """Yield what is left, and that one of it must be taken."""
    left = tuple(worth(c.sight) for c in view.market)
    yield Advice(
        t("Take one of the cards left in the market: {sights}.", sights=left).says(
            *each(Take, "sight", (c.sight for c in view.market), every=True)
        ),
        ("K-TAKE-1", "K-TAKE-2"),
    )
    yield Advice(
        t("You must take one even if you don't want any. It doesn't cost a token.").says(
            can(Take), cannot(Decline)
        ),
        ("K-TAKE-1", "K-TAKE-3"),
    )
    if view.takers[1:]:
        yield Advice(
            t("Next to take a card after you: {who}.", who=tuple(map(Who, view.takers[1:]))),
            ("K-TAKE-1",),
        )
    yield _worth(view)


def _worth(view: KrakowView) -> Advice:
    player = view.players[view.seat]
    return Advice(
        t(
            "Your sights are now worth {points}: {sights} on the cards and {bonus} for "
            "runs and sets.",
            points=signed(player.subtotal),
            sights=signed(player.sight_points),
            bonus=signed(player.bonus.points),
        ),
        ("K-SCORE-1", "K-SCORE-4"),
    )
