"""Kraków 2009 in words: sentences on pictures, alternative text, text board."""

from __future__ import annotations

from collections.abc import Sequence as Listed

from render.i18n import Lang, Names
from render.speech import Speech, brief
from rules.krakow.components import (
    ACTIONS,
    GROUPS,
    RANKS,
    SEAT_MARKS,
    Sight,
    cell_token,
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
"""The most characters of a name in the alternative text."""


def asked(view: KrakowView) -> Text:
    """Return whose move it is and what for, in a few words."""
    decision = view.decision
    if decision is None:
        if view.phase is Phase.OVER:
            return t("The match is over")
        return t("The cards are being dealt")
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


def to_lay(view: KrakowView) -> Text:
    """Return how many cards the viewer still has to lay in this planning phase."""
    left = view.own.lays_left if view.own else 0
    if view.phase is Phase.OVER:
        return t("The match is over")
    if not left:
        return t("All cards played for this round")
    return tn("{count} card left to play this round", "{count} cards left to play this round", left)


def sequence(found: Sequence) -> Text:
    """Return a sequence in one line: "N1 N2 N3: run, 9 points"."""
    codes = " ".join(card.code for card in found.cards)
    if found.kind == "run":
        return tn(
            "{cards}: run, {count} point", "{cards}: run, {count} points", found.points, cards=codes
        )
    return tn(
        "{cards}: set, {count} point", "{cards}: set, {count} points", found.points, cards=codes
    )


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

    Codes are written as players write them.
    """
    say = Speech({seat: name[:ALT_NAME] for seat, name in names.items()}, lang)
    parts = [
        f"{say(asked(view))}. {say(round_of(view))}. {say(phase_of(view))}.",
        *(
            say(t("Row {row}: {cards}.", row=n + 1, cards=row))
            for n, row in enumerate(_short(view))
        ),
    ]
    laid = [place for place in view.places if place.order]
    stacks = tuple(
        f"{p.order} {p.place} {''.join(mark(c.seat) for c in p.cards) or '-'}"
        for p in sorted(laid, key=lambda p: p.order)
    )
    if stacks:
        parts.append(say(t("Stacks, bottom to top: {stacks}.", stacks=stacks)))
    parts += [say(_standing(player)) for player in view.players]
    if view.last.cells or view.last.places:
        parts.append(say(_changed(view)))
    return brief(" ".join(parts))


def _short(view: KrakowView) -> list[tuple[str, ...]]:
    rows: list[list[str]] = [[] for _ in range(view.size)]
    for cell in view.market:
        shown = "".join(mark(token.seat) for token in cell.tokens)
        code = cell.sight.code if cell.sight.group else "O"
        rows[cell.cell // view.size].append(f"{code} ({shown})" if shown else code)
    return [tuple(row) or ("-",) for row in rows]


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
    where = (*map(str, view.last.places), *(cell_token(c, view.size) for c in view.last.cells))
    return t("Last changed: {where}.", where=where)


def board(view: KrakowView, names: Names, lang: Lang) -> str:
    """Return everything on the board as lines of text, without Markdown."""
    say = Speech(names, lang)
    lines = [
        f"{say(asked(view))}.",
        say(t("{round}. {phase}.", round=round_of(view), phase=phase_of(view))),
    ]
    if view.start is not None:
        lines.append(say(t("Start player: {who}.", who=Who(view.start))))
    lines += ["", say(t("Market, row by row:")), *map(say, _market(view))]
    lines += ["", say(t("Stacks, bottom to top:")), *map(say, _stacks(view))]
    lines += ["", say(t("Players:")), *(say(text) for p in view.players for text in _player(p))]
    if view.awards is not None and view.awards.awards + view.awards.taken:
        lines += ["", *map(say, _awards(view.awards))]
    lines += ["", *map(say, _rest(view))]
    return "\n".join(lines)


def _market(view: KrakowView) -> list[Text]:
    cells = {cell.cell: cell for cell in view.market}
    tied = ties(view)
    found = [_cell(cells.get(n), n, view.size, tied.get(n)) for n in range(view.size**2)]
    return found if view.market else [t("The market hasn't been dealt yet.")]


def _cell(cell: CellView | None, index: int, size: int, tie: AwardView | None) -> Text:
    at = cell_token(index, size)
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
        return t("{name}", name=sight.name)
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
        for c in place.cards
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


def _player(player: PlayerView) -> list[Text]:
    lines = [_standing(player)]
    if player.sights:
        ordered = sorted(
            player.sights, key=lambda s: (s.group or "Z", (RANKS + "LO").index(s.rank))
        )
        codes = tuple(s.code if s.group else "O" for s in ordered)
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


def _awards(awards: AwardsView) -> list[Text]:
    lines = [t("Round {round} awards:", round=awards.round)]
    for award in awards.awards:
        label, tokens = described(award.sight), hours(award.tokens)
        if award.winner is None:
            lines.append(t("{sight}: nobody (tie: {tokens})", sight=label, tokens=tokens))
        else:
            lines.append(
                t("{sight}: {who} ({tokens})", sight=label, who=Who(award.winner), tokens=tokens)
            )
    lines += [
        t("{sight}: taken by {who}", sight=described(k.sight), who=Who(k.seat))
        for k in awards.taken
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
