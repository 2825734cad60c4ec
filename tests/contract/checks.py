"""The contract of every game, as functions that raise AssertionError.

`check_game(rules)` runs everything; the parts can be used on their own on a list of steps. Nothing
here knows a game: a new one is checked once it is registered, and a test can pass its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import chain, cycle
from random import Random
from typing import TypeAlias

from lookup import shelf
from lookup.book import Book
from render.i18n import LANGS, printed, translate
from rules.caretaker import choose
from rules.errors import IllegalMoveError, LobbyError, NotYourTurnError, RefusedError
from rules.notation import described, format_move, parse_move, part_types, verb
from rules.protocol import CHANCE, NEWEST, WATCHER, Advice, Event, Move, Transition
from rules.registry import AnyRules
from rules.text import Seat, Text

MANY = 24
"""The number of random entries of a long list that are checked."""
FEW = 4
"""The moves that each waiting seat tries, and components that each view looks up."""
NAMES = {0: "Ada", 1: "Bo", 2: "Cleo", 3: "Dan", 4: "Eve", 5: "Fay"}


@dataclass(frozen=True)
class Step:
    """One move of a playout: the state before it, who made it, and what it led to."""

    state: object
    seat: Seat
    move: Move
    after: Transition[object]


def playout(
    rules: AnyRules,
    seats: int,
    seed: int,
    options: frozenset[str] = frozenset(),
    version: int = NEWEST,
) -> list[Step]:
    """Return the steps of a random match; fail if it does not end within `max_plies`."""
    rng = Random(f"{rules.info.slug} {seats} {seed}")
    state, steps = rules.initial_state(seats, options, version), list[Step]()
    while acting := sorted(rules.to_act(state)):
        assert len(steps) < rules.info.max_plies, "a match is longer than max_plies"
        seat = rng.choice(acting)
        moves = rules.legal_moves(state, seat)
        move = rules.chance_move(state, rng) if seat == CHANCE else rng.choice(moves)
        steps.append(Step(state, seat, move, rules.apply(state, seat, move)))
        state = steps[-1].after.state
    return steps


def check_caretaker(rules: AnyRules, seats: int, options: frozenset[str] = frozenset()) -> None:
    """Check that a match ends if caretakers play all seats."""
    rng = Random(f"{rules.info.slug} {seats} caretaker")
    state = rules.initial_state(seats, options)
    plies, chosen = 0, set[str]()
    while acting := sorted(rules.to_act(state)):
        assert plies < rules.info.max_plies, "caretakers never finish"
        seat = rng.choice(acting)
        if seat == CHANCE:
            move = rules.chance_move(state, rng)
        else:
            move = choose(rules.info, rules.legal_moves(state, seat), rules.view(state, seat))
            chosen.add(verb(type(move)))
        state = rules.apply(state, seat, move).state
        plies += 1
    assert rules.outcome(state) is not None
    assert rules.audit(state) == ()
    assert chosen & {*rules.info.caretaker}, "they never make the move the game names for them"


def check_game(rules: AnyRules, seeds: Iterable[int] = range(30)) -> None:
    """Check a game for all numbers of seats, each variant alone, all its versions."""
    check_words(rules)
    info = rules.info
    for seed in seeds:
        for seats in info.seats:
            for options in variants(rules, seats):
                for version in range(info.oldest_version, info.rules_version + 1):
                    check_match(rules, seats, seed, options, version)


def variants(rules: AnyRules, seats: int) -> list[frozenset[str]]:
    """Return the sets of options to check for a number of seats: none, and each alone."""
    alone = (frozenset({option.slug}) for option in rules.info.options)
    return [frozenset(), *(options for options in alone if seats in rules.info.counts(options))]


def check_match(
    rules: AnyRules,
    seats: int,
    seed: int,
    options: frozenset[str] = frozenset(),
    version: int = NEWEST,
) -> None:
    """Check everything on a random match; every third match's words in all languages."""
    steps = playout(rules, seats, seed, options, version)
    rng = Random(seed)
    check_version(rules, steps, version or rules.info.rules_version)
    check_states(rules, steps, seats)
    check_moves(rules, steps, seats, rng)
    check_replay(rules, steps, seats, options, version)
    check_end(rules, steps[-1].after.state, seats)
    check_scores(rules, steps, seats)
    check_views(rules, steps, seats, rng)
    check_news(rules, steps, seats, rng)
    check_components(rules, steps)
    if seed % 3 == 0:
        check_texts(rules, steps, seats, rng)
        check_help(rules, steps, seats, rng)


def everybody(seats: int) -> list[Seat]:
    """Return all viewers: the watcher and every seat."""
    return [WATCHER, *range(seats)]


def some(items: Sequence[Move], rng: Random, count: int = MANY) -> Sequence[Move]:
    """Return all items, or `count` of them in their order."""
    if len(items) <= count:
        return items
    return [items[n] for n in sorted(rng.sample(range(len(items)), count))]


def check_version(rules: AnyRules, steps: Sequence[Step], version: int) -> None:
    """Check that every state names the rules it is played by, even after a redeal."""
    for step in steps:
        assert getattr(step.state, "version", None) == version
    last = steps[-1]
    dealt = rules.redeal(last.state, WATCHER, Random(0))
    assert getattr(dealt, "version", None) == getattr(last.after.state, "version", None) == version


def check_states(rules: AnyRules, steps: Sequence[Step], seats: int) -> None:
    """Check that nothing is lost or doubled, and that states and views are frozen."""
    viewers = cycle(everybody(seats))
    for state in (steps[0].state, *(step.after.state for step in steps)):
        assert rules.audit(state) == (), rules.audit(state)
        acting = rules.to_act(state)
        assert acting == {CHANCE} or acting <= set(range(seats)), acting
        assert (rules.outcome(state) is None) == bool(acting), "an outcome, but somebody is to act"
        hash(state)
        hash(rules.view(state, next(viewers)))
    for step in steps:
        undone = step.after.undoable and step.seat == CHANCE
        assert not undone, f"{step.move}: a move of chance cannot be undone"
        waits = CHANCE in rules.to_act(step.after.state)
        assert not (step.after.undoable and waits), f"{step.move} can be undone before a draw"


def check_moves(rules: AnyRules, steps: Sequence[Step], seats: int, rng: Random) -> None:
    """Check that moves are sorted and complete, and that `check` agrees with the list."""
    order = {kind: number for number, kind in enumerate(rules.move_types)}
    seen = sorted({s.move for s in steps}, key=lambda move: (order[type(move)], move))
    thinks_so = second_opinion(rules.info.slug)
    for step in steps:
        state, acting = step.state, rules.to_act(step.state)
        for seat in (CHANCE, WATCHER, *range(seats)):
            moves = rules.legal_moves(state, seat)
            assert bool(moves) == (seat in acting and seat != CHANCE), (seat, moves)
            ranks = [(order[type(move)], move) for move in moves]
            assert ranks == sorted(ranks), "moves are not sorted"
            assert len(set(moves)) == len(moves), "a move is listed twice"
            assert not any(type(move).by_chance for move in moves), "chance has no choice"
            for move in some(moves, rng):
                rules.check(state, seat, move)
                assert thinks_so(state, seat, move) is not False, f"a second opinion bars {move}"
            known = {step.move} if seat == CHANCE else set(moves)
            for n, move in enumerate(some(seen, rng, MANY if seat in acting else FEW)):
                if move in known or (seat in acting and seat == CHANCE):
                    continue
                if is_refused(rules, state, seat, move, moves, told=n < FEW):
                    assert not thinks_so(state, seat, move), f"a second opinion allows {move}"
        for seat in range(seats):
            sealed = rules.preparable(state, seat)
            assert not (sealed and seat in acting), "a seat to act has nothing to prepare"
            ranks = [(order[type(move)], move) for move in sealed]
            assert ranks == sorted(ranks), "preparable moves are not sorted"
        assert rules.preparable(state, WATCHER) == ()


Opinion: TypeAlias = "Callable[[object, Seat, Move], bool | None]"


@cache
def second_opinion(slug: str) -> Opinion:
    """Return what else says if a move is legal, written apart from the game; None: no opinion.

    It is `allows` of ``tests/rules/<game>/opinion.py``, and stands on the rulebook, not on the
    masks and sets by which the game accepts and lists moves.
    """
    try:
        found: Opinion = import_module(f"tests.rules.{slug}.opinion").allows
    except ModuleNotFoundError:
        return lambda _state, _seat, _move: None
    return found


def is_refused(
    rules: AnyRules, state: object, seat: Seat, move: Move, moves: Sequence[Move], *, told: bool
) -> bool:
    """Return whether an unlisted move is refused; if not, it must do what a listed one does.

    If `told`, `apply` must refuse it as `check` does.
    """
    try:
        rules.check(state, seat, move)
    except (IllegalMoveError, NotYourTurnError) as error:
        check_refusal(rules, applied(rules, state, seat, move) if told else error, error)
        return True
    try:
        after = rules.apply(state, seat, move)
    except RefusedError as error:
        raise AssertionError(
            f"`check` lets seat {seat} make the unlisted move {format_move(move)!r}"
        ) from error
    alike = any(rules.apply(state, seat, m) == after for m in moves if type(m) is type(move))
    assert alike, f"seat {seat} may make the unlisted move {format_move(move)!r}"
    return False


def applied(rules: AnyRules, state: object, seat: Seat, move: Move) -> RefusedError:
    """Return how `apply` refuses a move that `check` refuses."""
    try:
        rules.apply(state, seat, move)
    except RefusedError as error:
        return error
    raise AssertionError(f"`apply` lets seat {seat} make the refused move {format_move(move)!r}")


def check_refusal(rules: AnyRules, applied: RefusedError, checked: RefusedError) -> None:
    """Check that `apply` and `check` refuse a move the same way, citing a rule and readably."""
    assert isinstance(applied, IllegalMoveError | NotYourTurnError)
    same = (applied.reason, applied.hint) == (checked.reason, checked.hint)
    assert same, "`check` and `apply` refuse it in different words"
    assert checked.rule or isinstance(checked, NotYourTurnError), "a refusal cites no rule"
    assert checked.rule == "" or stands(rules.info.slug, checked.rule)
    for text in (checked.reason, checked.hint):
        assert readable(text, 300)


def check_replay(
    rules: AnyRules,
    steps: Sequence[Step],
    seats: int,
    options: frozenset[str],
    version: int = NEWEST,
) -> None:
    """Check that the log replays to the same states, both ways; notation is an exact inverse."""
    state = rules.initial_state(seats, options, version)
    for step in steps:
        assert state == step.state
        assert readable_notation(rules, step.move)
        again = rules.apply(state, step.seat, parse_move(rules, format_move(step.move)))
        assert again == step.after, f"{step.move}: applied again it leads to another state"
        ahead = rules.advance(state, step.seat, step.move)
        assert ahead == again.state, f"{step.move}: `advance` leads elsewhere than `apply`"
        state = again.state
        for seat in rules.to_act(state) - {CHANCE}:
            assert all(readable_notation(rules, move) for move in rules.legal_moves(state, seat))


def readable_notation(rules: AnyRules, move: Move) -> bool:
    """True if a move can be read back from its notation, even typed carelessly.

    Neither depends on the position, so each move is tried once.
    """
    if move not in _READ:
        text = format_move(move)
        careless = text.replace(" ", "   ", 1)
        if not parse_move(rules, text) == parse_move(rules, careless) == move:
            return False
        _READ.add(move)
    return True


_READ: set[Move] = set()
"""Moves that were read back."""


def check_end(rules: AnyRules, state: object, seats: int) -> None:
    """Check that the outcome is complete, and its lines add up to the scores."""
    outcome = rules.outcome(state)
    assert outcome is not None
    assert len(outcome.scores) == len(outcome.ranks) == len(outcome.lines) == seats
    assert min(outcome.ranks) == 1
    for rank in outcome.ranks:
        assert rank == 1 + sum(other < rank for other in outcome.ranks), "ranks leave a gap"
    for score, lines in zip(outcome.scores, outcome.lines, strict=True):
        assert sum(line.points or 0 for line in lines) == score, "the breakdown does not add up"
        for line in lines:
            assert readable(line.label, 90)
            assert line.detail is None or readable(line.detail, 400)
    assert readable(outcome.reason, 300)


def check_scores(rules: AnyRules, steps: Sequence[Step], seats: int) -> None:
    """Check that points are known throughout, or never; in the end as in the result."""
    found = [rules.scores(rules.view(step.after.state, WATCHER)) for step in steps]
    outcome = rules.outcome(steps[-1].after.state)
    assert outcome is not None
    assert all(scores is None or len(scores) == seats for scores in found)
    known = [scores is not None for scores in found]
    assert known == sorted(known), "points were known and are no more"
    assert found[-1] in (None, outcome.scores), f"{found[-1]} are not the result's points"


@cache
def readable(text: Text, signs: int) -> bool:
    """True if a text fits in `signs` characters in every language, all places filled."""
    for lang in LANGS:
        said = translate(text, lang, NAMES)
        assert said.strip(), f"{text.msgid!r} says nothing"
        assert "{" not in said, f"a place of {text.msgid!r} is not filled"
        assert len(said) <= signs, f"{len(said)} characters are too many: {said!r}"
    return True


def check_words(rules: AnyRules) -> None:
    """Check that the title page and the moves' descriptions fit into commands."""
    info = rules.info
    assert tuple(sorted(info.seats)) == info.seats
    assert len(info.seat_marks) >= max(info.seats)
    assert len({mark.letter for mark in info.seat_marks}) == len(info.seat_marks)
    for lang in LANGS:
        letters = {printed(mark.face, lang) for mark in info.seat_marks}
        assert len(letters) == len(info.seat_marks)
    assert readable(info.tagline, 100)
    assert readable(info.summary, 1000)
    assert readable(info.credit, 100)
    verbs = [verb(kind) for kind in rules.move_types]
    assert len(set(verbs)) == len(verbs)
    by_chance = [kind.by_chance for kind in rules.move_types]
    assert by_chance == sorted(by_chance), "the moves of chance come last"
    for kind in rules.move_types[: by_chance.count(False)]:
        assert kind.command.msgid == verb(kind)
        assert readable(kind.command, 32)
        assert readable(kind.title, 80)
        assert readable(kind.about, 100)
        for name in part_types(kind):
            assert described(kind, name).command.msgid == name
            assert readable(described(kind, name).command, 32)
            assert readable(described(kind, name).about, 60)
    assert len(set(rules.components)) == len(rules.components), "a component is listed twice"
    for component in rules.components:
        assert re.fullmatch(r"[!-}]{1,40}", component), f"{component!r} is not a component id"
        for book in books(info.slug):
            assert book.get(component), f"no rulebook in {book.lang} explains {component}"


def check_texts(rules: AnyRules, steps: Sequence[Step], seats: int, rng: Random) -> None:
    """Check that everything said is readable, and labels are short enough for menus."""
    for step in steps:
        for event in step.after.events:
            assert readable(event.text, 600)
            hash(event)  # what it is made of never changes
            assert event.audience is None or event.audience <= set(range(seats))
        for viewer in everybody(seats):
            view = rules.view(step.state, viewer)
            assert readable(rules.headline(view), 100)
            assert readable(rules.prompt(view), 200)
            offered = chain(
                rules.legal_moves(step.state, viewer), rules.preparable(step.state, viewer)
            )
            for move in some(tuple(offered), rng):
                assert readable(rules.sentence(view, move), 200)
                assert readable(rules.label(view, move), 90)
                for name in part_types(type(move)):
                    label = rules.option(view, type(move), name, getattr(move, name))
                    assert readable(label, 90)


def check_views(rules: AnyRules, steps: Sequence[Step], seats: int, rng: Random) -> None:
    """Check that a viewer's page does not depend on what they may not know."""
    moved = False
    states = [steps[0].state, *(step.after.state for step in steps)]
    for state in states:
        for viewer in everybody(seats):
            other = rules.redeal(state, viewer, rng)
            if other is state:  # nothing is hidden from this viewer
                continue
            moved = moved or other != state
            assert rules.audit(other) == (), rules.audit(other)
            view, alike = rules.view(state, viewer), rules.view(other, viewer)
            assert view == alike, f"the view of {viewer} tells a secret"
            assert rules.headline(view) == rules.headline(alike)
            assert rules.prompt(view) == rules.prompt(alike)
            assert rules.to_act(state) == rules.to_act(other)
            assert rules.stage(state) == rules.stage(other)
            assert (rules.outcome(state) is None) == (rules.outcome(other) is None)
            for offers in (rules.legal_moves, rules.preparable):
                assert offers(state, viewer) == offers(other, viewer), (
                    f"what is offered to {viewer} tells a secret"
                )
    secret = any(kind.secret for kind in rules.move_types)
    private = any(event.audience is not None for step in steps for event in step.after.events)
    assert moved or not (secret or private), "redeal never changes anything"


def check_news(rules: AnyRules, steps: Sequence[Step], seats: int, rng: Random) -> None:
    """Check that an event tells its audience nothing that is not in their views.

    Deal another world that looks the same to a viewer before the move, and make a move there that
    looks the same to them afterwards: then they must also be told the same.
    """
    for step in rng.sample(steps, max(1, len(steps) // 3)):
        for viewer in everybody(seats):
            shown = rules.view(step.after.state, viewer)
            told = heard(step.after.events, viewer)
            for twin in twins(rules, step, viewer, rng):
                if rules.view(twin.state, viewer) == shown:
                    assert heard(twin.events, viewer) == told, (
                        f"the news of {format_move(step.move)!r} tells {viewer} a secret"
                    )
                    assert twin.undoable == step.after.undoable


def twins(rules: AnyRules, step: Step, viewer: Seat, rng: Random) -> Iterator[Transition[object]]:
    """Yield results, in another world, of moves that may look alike to `viewer`."""
    world = rules.redeal(step.state, viewer, rng)
    if world is step.state:  # nothing is hidden from this viewer
        return
    tried: Sequence[Move] = (step.move,)
    if step.seat not in (viewer, CHANCE):
        kind = type(step.move)
        moves = [m for m in rules.legal_moves(world, step.seat) if type(m) is kind]
        tried = (step.move, *some(moves, rng))
    for move in tried:
        try:
            yield rules.apply(world, step.seat, move)
        except RefusedError:  # the move is not possible there, so it is no twin
            continue


def heard(events: Iterable[Event], viewer: Seat) -> list[Text]:
    """Return what a viewer is told."""
    return [e.text for e in events if e.audience is None or viewer in e.audience]


def books(slug: str) -> list[Book]:
    """Return the rulebooks of a game, one for each language; [] if it has none."""
    try:
        return [shelf.book(slug, lang) for lang in LANGS]
    except LobbyError:
        return []


@cache
def stands(slug: str, rule: str) -> bool:
    """True if the rulebooks have `rule`, or if there are no rulebooks."""
    for book in books(slug):
        entry = book.get(rule)
        assert entry is not None, f"no rule {rule} in {book.lang}"
        assert entry.kind == "rule", f"{rule} is not a rule"
    return True


def check_components(rules: AnyRules, steps: Sequence[Step]) -> None:
    """Check that a part of a player's move that names components names nothing else."""
    named: dict[tuple[type[Move], str], set[str]] = {}
    for step in steps:
        if step.move.by_chance:
            continue
        for name in part_types(type(step.move)):
            values = named.setdefault((type(step.move), name), set())
            values.add(str(getattr(step.move, name)))
    known = set(rules.components)
    for (kind, name), values in named.items():
        strange = values - known
        assert values == strange or not strange, f"{kind.__name__}.{name} names {strange}"


def check_help(rules: AnyRules, steps: Sequence[Step], seats: int, rng: Random) -> None:
    """Check that viewers' help is useful and readable, and tells no secrets.

    It has to come from the view: in another world that looks the same it is the same.
    """
    for state in (steps[0].state, *(step.after.state for step in steps)):
        live = bool(rules.to_act(state))
        for viewer in everybody(seats):
            asked = rng.sample(rules.components, min(FEW, len(rules.components)))
            advice, places = told(rules, state, viewer, asked)
            assert len(advice) in range(live, 7), f"{len(advice)} pieces of advice for {viewer}"
            for one in advice:
                assert readable(one.text, 300)
                assert one.rules, f"{one.text.msgid!r} cites no rule"
                assert all(stands(rules.info.slug, rule) for rule in one.rules)
            assert len({one.text for one in advice}) == len(advice), "advice is given twice"
            for place in places:
                assert place is None or readable(place, 300)
            other = rules.redeal(state, viewer, rng)
            if other is state:  # nothing is hidden from this viewer
                continue
            again = told(rules, other, viewer, asked)
            assert advice == again[0], f"the advice for {viewer} tells a secret"
            assert places == again[1], f"whereabouts tell {viewer} a secret"


def told(
    rules: AnyRules, state: object, viewer: Seat, components: Sequence[str]
) -> tuple[tuple[Advice, ...], list[Text | None]]:
    """Return advice and whereabouts right after other questions in this world."""
    rules.legal_moves(state, viewer)
    rules.outcome(state)
    view = rules.view(state, viewer)
    return rules.advice(view), [rules.whereabouts(view, component) for component in components]
