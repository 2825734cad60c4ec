"""Whether what a game says is true of the position, as functions that raise AssertionError.

Prompts, advice and hints carry what they say about moves (`rules.claims`). That is compared with
the legal moves; the words are searched for moves that they name without carrying them; and
everything else that varies in a sentence, numbers above all, is counted again by a `Witness`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random

from render.i18n import translate
from rules.claims import Claim, When
from rules.errors import RefusedError
from rules.notation import format_part, part_types
from rules.protocol import CHANCE, Move
from rules.registry import AnyRules
from rules.text import Param, Person, Printed, Seat, Text, Who
from tests.contract.checks import NAMES, Step, everybody

FEW_LIKE_IT = 3
"""How many moves of a kind may be needed before a refused move is possible."""
TRIES = 12
"""How many moves each deciding seat tries in a position."""


def joined(things: Iterable[str]) -> str:
    """Several things as an English sentence names them: "a, b and c"."""
    *others, last = things
    return f"{', '.join(others)} and {last}" if others else last


@dataclass(frozen=True)
class Said:
    """A sentence and the position it was said in.

    Attributes:
        attempt: The move that was refused, for a hint or its reason; None otherwise.
        values: The parameters of the sentence by name, `count` among them.
    """

    rules: AnyRules
    state: object
    seat: Seat
    text: Text
    attempt: Move | None = None

    @property
    def values(self) -> dict[str, Param]:
        counted = {"count": self.text.count} if self.text.plural else {}
        return {**dict(self.text.params), **counted}

    @property
    def legal(self) -> Sequence[Move]:
        return self.rules.legal_moves(self.state, self.seat)

    @property
    def english(self) -> str:
        return translate(self.text, "en", NAMES)

    def fault(self, what: str) -> str:
        return f"seat {self.seat}: {what}: {self.english!r} (tried: {self.attempt})"


Fact = Callable[[Said], bool]


@dataclass(frozen=True)
class Witness:
    """A second account of what a game's sentences say, made by its tests.

    Attributes:
        named: For each kind of move, a regular expression that finds its name in English.
        facts: By msgid, whether what a sentence says beside its claims is true.
        mentions: The msgids that name a move without saying whether it is possible.
    """

    named: Mapping[type[Move], str]
    facts: Mapping[str, Fact] = field(default_factory=dict)
    mentions: frozenset[str] = frozenset()


def check_truth(rules: AnyRules, steps: Sequence[Step], seats: int, witness: Witness) -> set[str]:
    """Check what is said at every step of a match; return the msgids that were said."""
    heard, rng = set[str](), Random(len(steps))
    known = values_of(steps)
    for step in steps:
        for seat in everybody(seats):
            view = rules.view(step.state, seat)
            texts = [rules.prompt(view), *(one.text for one in rules.advice(view))]
            said = [Said(rules, step.state, seat, text) for text in texts]
            for one in said:
                check_sentence(one, witness)
            check_all_are_said(said)
            heard |= {text.msgid for text in texts}
        if step.seat != CHANCE:
            heard |= check_refusals(rules, step, known, rng, witness)
    return heard


def check_refusals(
    rules: AnyRules, step: Step, known: Values, rng: Random, witness: Witness
) -> set[str]:
    """Check the hints and reasons of some refused moves; return their msgids."""
    heard = set[str]()
    for _ in range(TRIES):
        attempt = bent(rng.choice(rules.move_types), known, rng)
        if attempt is None or attempt.by_chance:
            continue
        try:
            rules.check(step.state, step.seat, attempt)
        except RefusedError as refusal:
            hint = Said(rules, step.state, step.seat, refusal.hint, attempt)
            reason = Said(rules, step.state, step.seat, refusal.reason, attempt)
            check_sentence(hint, witness)
            if refusal.reason.plural or any(isinstance(v, int) for v in reason.values.values()):
                check_facts(reason, witness)
            heard |= {refusal.hint.msgid, refusal.reason.msgid}
    return heard


def check_sentence(said: Said, witness: Witness) -> None:
    """Check the claims of a sentence, that it has all it needs, and the rest of its facts."""
    codes = list(codes_in(said.text))
    assert not codes, said.fault(f"codes of the notation: {codes}")
    claims = list(claims_in(said.text))
    for claim in claims:
        assert is_true(said, claim), said.fault(f"not so: {claim}")
    for move_type in {claim.move_type for claim in claims if claim.every}:
        told = [claim for claim in claims if claim.every and claim.move_type is move_type]
        others = [m for m in said.legal if type(m) is move_type and not _any_matches(told, m)]
        assert not others, said.fault(f"it leaves out {others[:3]}")
    if said.text.msgid not in witness.mentions:
        carried = {claim.move_type for claim in claims}
        for move_type, words in witness.named.items():
            named = re.search(words, said.english, re.IGNORECASE)
            assert not named or move_type in carried, said.fault(f"no claim for {named}")
    check_facts(said, witness)


def check_facts(said: Said, witness: Witness) -> None:
    """Check what varies in a sentence and is not part of a claim."""
    fact = witness.facts.get(said.text.msgid)
    if fact is not None:
        assert fact(said), said.fault("not true")
        return
    shown = set(shown_in(said))
    loose = [value for value in atoms(said.values) if value not in shown]
    assert not loose, said.fault(f"nothing is known about {loose} in {said.text.msgid!r}")


def shown_in(said: Said) -> Iterator[str]:
    """Yield the values of a sentence's claims, as they are written and by their labels' names."""
    view = said.rules.view(said.state, said.seat)
    for claim in claims_in(said.text):
        for name, value in claim.parts:
            yield format_part(value)
            label = said.rules.option(view, claim.move_type, name, value)
            yield translate(label, "en", NAMES).partition(": ")[0]


def check_all_are_said(said: Sequence[Said]) -> None:
    """Check that prompt and advice name every kind of move that is possible."""
    claims = [claim for one in said for claim in claims_in(one.text)]
    told = {claim.move_type for claim in claims if claim.when is When.NOW}
    left_out = {type(move) for move in said[0].legal} - told
    assert not left_out, said[0].fault(f"nobody says that these are possible: {left_out}")


def is_true(said: Said, claim: Claim) -> bool:
    """Return whether a claim agrees with the legal moves."""
    match claim.when:
        case When.NOW:
            return _any_move(said.legal, claim)
        case When.NOT_NOW:
            return not _any_move(said.legal, claim)
        case When.PREPARED:
            return _any_move(said.rules.preparable(said.state, said.seat), claim)
        case When.FIRST:
            return _helps(said, said.state, claim, FEW_LIKE_IT)
    return True


def _helps(said: Said, state: object, claim: Claim, depth: int) -> bool:
    for move in said.rules.legal_moves(state, said.seat):
        if claim.matches(move):
            after = said.rules.apply(state, said.seat, move).state
            if said.attempt in said.rules.legal_moves(after, said.seat):
                return True
            if depth > 1 and _helps(said, after, claim, depth - 1):
                return True
    return False


def _any_move(moves: Sequence[Move], claim: Claim) -> bool:
    return any(claim.matches(move) for move in moves)


def _any_matches(claims: Sequence[Claim], move: Move) -> bool:
    return any(claim.matches(move) for claim in claims)


def claims_in(param: Param) -> Iterator[Claim]:
    """Yield the claims of a text and of the texts in it."""
    match param:
        case Text():
            yield from param.claims
            for _, value in param.params:
                yield from claims_in(value)
        case tuple():
            for value in param:
                yield from claims_in(value)


def codes_in(param: Param) -> Iterator[str]:
    """Yield the values in a text that say the same in every language, as notation does."""
    match param:
        case Text():
            for _, value in param.params:
                yield from codes_in(value)
        case tuple() if type(param) is tuple:
            for value in param:
                yield from codes_in(value)
        case Who() | Person() | Printed():
            return
        case _ if type(param) not in (str, int):
            yield repr(param)


def atoms(values: Mapping[str, Param]) -> Iterator[str]:
    """Yield everything that varies in a sentence but the names of players."""
    for value in values.values():
        yield from _atoms(value)


def _atoms(param: Param) -> Iterator[str]:
    match param:
        case Who():
            return
        case tuple():
            for value in param:
                yield from _atoms(value)
        case Text(msgid, params, plural, count):
            if not params and not plural:
                yield msgid
            yield from atoms(dict(params))
            if plural:
                yield str(count)
        case Printed(en):
            yield en
        case _:
            yield str(param)


Values = Mapping[type[Move], Mapping[str, Sequence[object]]]


def values_of(steps: Sequence[Step]) -> Values:
    """Return the values that the parts of moves had in a match, of equal types together."""
    pools: dict[type, list[object]] = {}
    for step in steps:
        for name, kind in part_types(type(step.move)).items():
            pools.setdefault(kind, []).append(getattr(step.move, name))
    kinds = {type(step.move) for step in steps}
    return {
        move_type: {name: pools[kind] for name, kind in part_types(move_type).items()}
        for move_type in kinds
    }


def bent(move_type: type[Move], known: Values, rng: Random) -> Move | None:
    """Return a move of this kind with parts that occurred in the match; None if none did."""
    if move_type not in known:
        return None
    return move_type(**{name: rng.choice(values) for name, values in known[move_type].items()})


def witness_of(slug: str) -> Witness:
    """Return the second account of a registered game, which its tests have to bring."""
    witness: Witness = import_module(f"tests.rules.{slug}.witness").WITNESS
    return witness
