"""Kraków 2009 in words: sentences on pictures, alternative text, text board."""

from __future__ import annotations

from collections.abc import Sequence as Listed

from render.i18n import Lang, Names
from render.picture import MAX_ALT
from render.speech import Speech, brief, short_names
from rules.krakow.components import (
    ACTIONS,
    GROUPS,
    RANKS,
    SEAT_MARKS,
    Place,
    Sight,
    cell_text,
    hour_text,
    line_text,
    place_text,
    sight_text,
)
from rules.krakow.view import (
    AwardsView,
    AwardView,
    CellView,
    KrakowView,
    Phase,
    PlaceView,
    PlayerView,
    Sequence,
    TokenView,
)
from rules.text import Param, Seat, Text, Who, t, tn

ALT_NAME = 20
"""The most characters of a name in an alternative text that is too long otherwise."""


def asked(view: KrakowView) -> Text:
    """Return whose move it is and what for, in a few words."""
    decision = view.decision
    if decision is None:
        return _over(view) if view.phase is Phase.OVER else t("The cards are being dealt")
    who = Who(decision.seat)
    line = line_text(decision.place) if decision.place else t("the line")
    match decision.kind:
        case "lay":
            return t("{who} plays a card", who=who)
        case "reserve":
            if decision.left == 2:
                return t("{who} reserves two sights in {line}", who=who, line=line)
            return t("{who} reserves a sight in {line}", who=who, line=line)
        case "shift":
            return t("{who} may shift {line}", who=who, line=line)
        case "swap":
            return t("{who} may make a blind swap", who=who)
        case "exchange":
            return t("{who} exchanges a sight", who=who)
        case "take":
            return t("{who} takes any sight", who=who)


def ways(place: Place) -> Text:
    """Return where a line may be pushed, and that it need not be (K-ACT-D1)."""
    if place.is_row:
        return t("one step left or right, or not at all")
    return t("one step up or down, or not at all")


def winners(view: KrakowView) -> tuple[Seat, ...]:
    """Return who would win if the match ended now; several share the win."""
    keys = [(p.points, sum(s.kind == "obwarzanek" for s in p.sights)) for p in view.players]
    return tuple(p.seat for p, key in zip(view.players, keys, strict=True) if key == max(keys))


def _over(view: KrakowView) -> Text:
    first = winners(view)
    if len(first) > 1:
        return t("The match is over: the win is shared")
    return t("{who} wins the match", who=Who(first[0]))


def sequence(found: Sequence) -> Text:
    """Return a sequence in one line: "N1–N3: run, 9 points"."""
    cards = _cards(found)
    if found.kind == "run":
        return tn(
            "{cards}: run, {count} point", "{cards}: run, {count} points", found.points, cards=cards
        )
    return tn(
        "{cards}: set, {count} point", "{cards}: set, {count} points", found.points, cards=cards
    )


def brief_sequence(found: Sequence) -> Text:
    """Return a sequence as briefly as possible: "N1–N3: 9"."""
    return t("{cards}: {points}", cards=_cards(found), points=found.points)


def _cards(found: Sequence) -> Text:
    """Return the cards of a sequence: of a run the first and the last, of a set all."""
    labels = [card.label for card in found.cards]
    if found.kind == "run":
        return t("{first}–{last}", first=labels[0], last=labels[-1])
    together = t("{cards}", cards=labels[0])
    for label in labels[1:]:
        together = t("{cards} {more}", cards=together, more=label)
    return together


def round_of(view: KrakowView) -> Text:
    """Return "Round 2 of 4"."""
    return t("Round {round} of {rounds}", round=view.round, rounds=view.rounds)


def phase_of(view: KrakowView) -> Text:
    """Return the name of the phase, in planning with the queue."""
    match view.phase:
        case Phase.PLANNING:
            return t("Planning, queue {queue} of {queues}", queue=view.queue, queues=view.queues)
        case Phase.RESERVATION:
            return t("Reservations")
        case Phase.TAKES:
            return t("Taking leftovers")
        case Phase.OVER:
            return t("Final scoring")
        case _:
            return t("Dealing")


def mark(seat: Seat) -> str:
    """Return the letter on a seat's pieces."""
    return SEAT_MARKS[seat].letter


def hours(tokens: Listed[TokenView]) -> tuple[str, ...]:
    """Return tokens as text: ``Y ?`` for a hidden hour, ``G 9:00`` for a known one."""
    return tuple(f"{mark(k.seat)} {hour_text(k.hour) if k.hour else '?'}" for k in tokens)


def ties(view: KrakowView) -> dict[int, AwardView]:
    """Return the awards of this round that nobody won, by cell, while cards remain."""
    if view.awards is None or view.phase not in {Phase.TAKES, Phase.OVER}:
        return {}
    gone = {taken.cell for taken in view.awards.taken}
    return {a.cell: a for a in view.awards.awards if a.winner is None and a.cell not in gone}


def alternative(view: KrakowView, names: Names, lang: Lang) -> str:
    """Return the board in short, within `MAX_ALT` characters.

    Whose move it is and what changed comes first. Sights are written as in all texts, tokens by
    their owners' signs.
    """
    whole = _alternative(view, Speech(names, lang))
    if len(whole) <= MAX_ALT:
        return whole
    return brief(_alternative(view, Speech(short_names(names, ALT_NAME), lang)))


def _alternative(view: KrakowView, say: Speech) -> str:
    parts = [
        t("{sentence}.", sentence=sentence)
        for sentence in (asked(view), round_of(view), phase_of(view))
    ]
    if view.last.cells or view.last.places:
        parts.append(_changed(view))
    parts += [t("Row {row}: {cards}.", row=n + 1, cards=row) for n, row in enumerate(_short(view))]
    stacks = tuple(
        f"{p.order} {say.name(p.place.label)} {''.join(mark(c.seat) for c in reversed(p.cards))}"
        for p in sorted(view.places, key=lambda p: p.order)
        if p.cards
    )
    if stacks:
        parts.append(t("Stacks, top card first: {stacks}.", stacks=stacks))
    parts += [_standing(player) for player in view.players]
    if view.awards and (view.awards.awards or view.awards.taken) and _newest(view):
        parts.append(_briefly(view.awards))
    parts += [_owned(player) for player in view.players if player.sights]
    return " ".join(map(say, parts))


def _newest(view: KrakowView) -> bool:
    """Return whether the awards are what happened last."""
    return view.phase in {Phase.TAKES, Phase.OVER} or view.queue == 1


def _briefly(found: AwardsView) -> Text:
    """Return the awards in short: "N5 ♣, H6 tie (♣ 9:00 and ♠ 9:00)"."""
    got: list[Param] = []
    for award in found.awards:
        if award.winner is None:
            tokens = hours(award.tokens)
            got.append(t("{sight} tie ({tokens})", sight=award.sight.label, tokens=tokens))
        else:
            got.append(t("{sight} {sign}", sight=award.sight.label, sign=mark(award.winner)))
    got += [t("{sight} {sign}", sight=it.sight.label, sign=mark(it.seat)) for it in found.taken]
    return t("Round {round} awards: {cards}.", round=found.round, cards=tuple(got))


def _short(view: KrakowView) -> list[tuple[Param, ...]]:
    rows: list[list[Param]] = [[] for _ in range(view.size)]
    for cell in view.market:
        shown, label = "".join(mark(token.seat) for token in cell.tokens), cell.sight.label
        rows[cell.cell // view.size].append(
            t("{sight} ({tokens})", sight=label, tokens=shown) if shown else label
        )
    return [tuple(row) or ("-",) for row in rows]


def _owned(player: PlayerView) -> Text:
    labels = tuple(sight.label for sight in _ordered(player))
    return t("{letter} has {sights}.", letter=mark(player.seat), sights=labels)


def _ordered(player: PlayerView) -> Listed[Sight]:
    """Return a player's sights by group and rank."""
    return sorted(player.sights, key=lambda s: (s.group or "Z", (RANKS + "LO").index(s.rank)))


def _standing(player: PlayerView) -> Text:
    return t(
        "{letter} {who}: points {points}, sights {sights}, tokens {tokens}, cards {cards}.",
        letter=mark(player.seat),
        who=Who(player.seat),
        points=player.points,
        sights=len(player.sights),
        tokens=player.tokens_left,
        cards=player.cards_left,
    )


def _changed(view: KrakowView) -> Text:
    cells = (cell_text(c, view.size) for c in view.last.cells)
    where: tuple[Param, ...] = (*(place.label for place in view.last.places), *cells)
    if len(view.last.cells) == view.size**2:
        where = (t("the whole market"),)
    return t("Last changed: {where}.", where=where)


def board(view: KrakowView, names: Names, lang: Lang) -> str:
    """Return everything on the board as lines of text, without Markdown."""
    say = Speech(names, lang)
    lines = [
        f"{say(asked(view))}.",
        say(t("{round}. {phase}.", round=round_of(view), phase=phase_of(view))),
    ]
    if view.start is not None:
        lines.append(say(t("Start player: {who}", who=Who(view.start))))
    lines += ["", say(t("Market, row by row:")), *map(say, _market(view))]
    lines += ["", say(t("Stacks, top card first:")), *map(say, _stacks(view))]
    lines += ["", say(t("Players:")), *(say(text) for p in view.players for text in player(p))]
    if view.awards is not None and view.awards.awards + view.awards.taken:
        lines += ["", *map(say, awards(view.awards))]
    lines += ["", *map(say, _rest(view))]
    return "\n".join(lines)


def _market(view: KrakowView) -> list[Text]:
    cells = {cell.cell: cell for cell in view.market}
    tied = ties(view)
    found = [_cell(cells.get(n), n, view.size, tied.get(n)) for n in range(view.size**2)]
    return found if view.market else [t("The market hasn't been dealt yet.")]


def rows(view: KrakowView, shown: Listed[int]) -> list[Text]:
    """Return rows of the market, numbered from 1, and the stacks beside them."""
    cells = _market(view)
    found = [cell for row in shown for cell in cells[(row - 1) * view.size : row * view.size]]
    here = [
        place
        for place in sorted(view.places, key=lambda p: p.order)
        if place.order and _beside(place, shown, view.size)
    ]
    return [*found, *(text for place in here for text in _stack(place))]


def _beside(place: PlaceView, shown: Listed[int], size: int) -> bool:
    if place.place.is_row:
        return place.place.number in shown
    return (1 if place.place[0] == "T" else size) in shown


def _cell(cell: CellView | None, index: int, size: int, tie: AwardView | None) -> Text:
    at = cell_text(index, size)
    if cell is None:
        return t("{cell}: empty", cell=at)
    sight, label = cell.sight, described(cell.sight)
    if tie is not None:
        return t("{cell}: {sight}, {points}; tie: {tokens}", cell=at, sight=label,
                 points=_points(sight.points), tokens=hours(tie.tokens))  # fmt: skip
    if not cell.tokens:
        return t("{cell}: {sight}, {points}", cell=at, sight=label, points=_points(sight.points))
    return t("{cell}: {sight}, {points}; tokens: {tokens}", cell=at, sight=label,
             points=_points(sight.points), tokens=hours(cell.tokens))  # fmt: skip


def described(sight: Sight) -> Text:
    """Return a sight with the name of its group: "N5 Old Synagogue, Norwegians"."""
    if sight.group is None:
        return sight_text(sight)
    return t("{sight}, {group}", sight=sight_text(sight), group=GROUPS[sight.group].name)


def _points(points: int) -> Text:
    return tn("{count} point", "{count} points", points)


def _stacks(view: KrakowView) -> list[Text]:
    laid = sorted((p for p in view.places if p.order), key=lambda p: p.order)
    if not laid:
        return [t("No cards have been played yet.")]
    return [text for place in laid for text in _stack(place)]


def _stack(place: PlaceView) -> list[Text]:
    cards: tuple[Param, ...] = tuple(
        t("{letter} ({card})", letter=mark(c.seat), card=ACTIONS[c.card].name)
        if c.card
        else mark(c.seat)
        for c in reversed(place.cards)
    ) or (t("no cards left"),)
    lines = [t("Stack {order} at {place}: {cards}", order=place.order,
               place=place_text(place.place), cards=cards)]  # fmt: skip
    if place.working:
        lines.append(t("This stack is being resolved now."))
    if place.done:
        done = tuple(
            t("{letter} {card}", letter=mark(d.seat), card=ACTIONS[d.card].name) for d in place.done
        )
        lines.append(t("Turned up there: {cards}", cards=done))
    if place.stopped:
        out = tuple(f"{mark(s.seat)} {s.count}" for s in place.stopped)
        lines.append(t("Stopped there, never turned up: {cards}", cards=out))
    return lines


def player(player: PlayerView) -> list[Text]:
    """Return everything that is known about a player."""
    lines = [_standing(player)]
    if player.sights:
        codes = tuple(sight.label for sight in _ordered(player))
        lines.append(
            t(
                "Sights: {sights} ({points}); runs and sets: {bonus}",
                sights=codes,
                points=player.sight_points,
                bonus=player.bonus.points,
            )
        )
    if player.turned_up:
        cards = tuple(ACTIONS[a].name for a in player.turned_up)
        lines.append(t("Turned up so far: {cards}", cards=cards))
    if player.stopped:
        lines.append(t("Stopped cards: {number}", number=player.stopped))
    if player.shown_hours:
        spent = tuple(map(hour_text, player.shown_hours))
        lines.append(t("Hours revealed: {hours}", hours=spent))
    if player.kept:
        cards = tuple(ACTIONS[a].name for a in player.kept)
        lines.append(t("Kept cards: {cards}", cards=cards))
    return lines


def awards(found: AwardsView) -> list[Text]:
    """Return who got which card at the awards, and who took which after them."""
    lines = [t("Round {round} awards:", round=found.round)]
    for award in found.awards:
        label, tokens = described(award.sight), hours(award.tokens)
        if award.winner is None:
            lines.append(t("{sight}: nobody (tie: {tokens})", sight=label, tokens=tokens))
        else:
            lines.append(
                t("{sight}: {who} ({tokens})", sight=label, who=Who(award.winner), tokens=tokens)
            )
    lines += [
        t("{sight}: taken by {who}", sight=described(k.sight), who=Who(k.seat)) for k in found.taken
    ]
    return lines


def _rest(view: KrakowView) -> list[Text]:
    lines = [tn("Deck: {count} card", "Deck: {count} cards", view.deck)]
    if view.aside:
        lines.append(
            t("Set aside this round: {sights}", sights=tuple(described(s) for s in view.aside))
        )
    if view.removed:
        lines.append(
            t("Not in this match: {groups}", groups=tuple(GROUPS[g].name for g in view.removed))
        )
    if view.takers:
        lines.append(
            t("Take any card, in this order: {players}", players=tuple(Who(s) for s in view.takers))
        )
    if view.last.cells or view.last.places:
        lines.append(_changed(view))
    return lines
