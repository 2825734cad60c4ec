"""The interface of a game.

A game is one object that fulfils `Rules`: pure functions over frozen values. Three values matter:
the *state* is the full truth, secrets included, and never leaves `matches`; a *move* is one atomic
decision; a *view* is what one seat may know, and all that pictures, texts, menus and events are
made from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Protocol, TypeVar

from rules.pad import Pad
from rules.text import Printed, Seat, Telling, Text, quick, tn

if TYPE_CHECKING:
    from random import Random

CHANCE: Final = -1
"""The seat that deals and draws. What chance did is a move in the log."""
WATCHER: Final = -2
"""The seat of everybody without a seat: what it may know is public."""
NEWEST: Final = 0
"""The version that asks for the newest rules of a game."""


@dataclass(frozen=True, slots=True)
class SeatMark:
    """The look of a seat's pieces: `face` is on them, `letter` stands in moves."""

    letter: str
    face: Printed
    colour: Text
    hex: str


@dataclass(frozen=True, slots=True)
class GameOption:
    """A variant that can be chosen in the lobby.

    Attributes:
        slug: What is typed.
        about: What it changes, one sentence.
        seats: The player counts it is for; () for all.
    """

    slug: str
    title: Text
    about: Text
    seats: tuple[int, ...] = ()


def points(score: int) -> Text:
    """Return a score in the unit of most games: "12 points"."""
    return tn("{count} point", "{count} points", score)


@dataclass(frozen=True, slots=True)
class Par:
    """What a strong computer scores alone, without variants.

    Attributes:
        score: The mean, rounded.
        matches: Of how many matches.
    """

    score: int
    matches: int


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game's title page; readable without starting a match.

    Attributes:
        slug: Name in commands and in the database, ``krakow``.
        title: The title as printed; not translated.
        tagline: One sentence on what the game is.
        summary: The rules in a few sentences, for the lobby.
        seats: The player counts that can be played, ascending.
        credit: Designer and publisher, as far as they are known.
        seat_marks: One for each possible seat, in seat order.
        rules_version: The newest; rises when an old log would replay differently.
        max_plies: No match has more log rows without undo.
        options: Variants, in the order in which they are offered.
        practice: Which of 256 deals to practise with; one that gives a learner something to do.
        caretaker: The verbs a caretaker prefers, least binding first; else the first legal move.
        oldest_version: The oldest rules that matches can still be played by.
        amount: What a score of several players means, as in `Outcome.amount`.
        par: What somebody who plays alone can measure themselves by, or None.
    """

    slug: str
    title: str
    tagline: Text
    summary: Text
    seats: tuple[int, ...]
    credit: Text
    seat_marks: tuple[SeatMark, ...]
    rules_version: int
    max_plies: int
    options: tuple[GameOption, ...] = ()
    practice: int = 0
    caretaker: tuple[str, ...] = ()
    oldest_version: int = 1
    amount: Callable[[int], Text] = points
    par: Par | None = None

    def knows(self, version: int) -> bool:
        """Return whether a match can be played by this version of the rules."""
        return self.oldest_version <= version <= self.rules_version

    def counts(self, options: frozenset[str]) -> tuple[int, ...]:
        """Return the player counts that can be played with some variants, ascending."""
        limits = [option.seats for option in self.options if option.slug in options]
        return tuple(n for n in self.seats if all(n in seats for seats in limits if seats))


@dataclass(frozen=True, slots=True)
class Part:
    """The description of one part of a move for players; see `part`."""

    command: Text
    about: Text
    in_hand: bool


def part(command: Text, about: Text, *, in_hand: bool = False) -> Mapping[str, Part]:
    """Return the metadata of a move's field, one part that a player chooses.

    Args:
        command: The option's name in the slash command; its msgid is the field's name.
        about: What is chosen, below 60 characters: for option and select.
        in_hand: True if the player looks at their hand to choose it; otherwise at the board.
    """
    return {"part": Part(command, about, in_hand)}


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One atomic decision; a game's moves are frozen, slotted, ordered dataclasses.

    The fields are the parts a player chooses, in the order in which they choose them; each has
    ``field(metadata=part(...))``, but for chance. A part is an int, an Enum with string values, or
    a value whose ``str()`` and ``parse(text)`` (a classmethod raising ValueError) are inverse.
    Notation, slash command, panel, log line and text form all come from this one description.

    Attributes:
        notation: Verb and parts, ``lay {card}@{place}``; the first word is the verb.
        command: The verb as a command name (msgid = the verb).
        title: The verb on a button, "Play a card".
        about: What the move does, below 60 characters.
        by_chance: True for what chance does: no words, no command, no panel.
        secret: True if a part holds what others must never learn, so that the notation is shown
            to the mover alone; the events say what everybody may know.
        preparable: True if it may be sealed for the next turn (`Rules.preparable`): it gets a
            place in the game's ``queue`` command.
        pad: How its last parts are chosen if not from lists; see `rules.pad`.
    """

    notation: ClassVar[str]
    command: ClassVar[Text]
    title: ClassVar[Text]
    about: ClassVar[Text]
    by_chance: ClassVar[bool] = False
    secret: ClassVar[bool] = False
    preparable: ClassVar[bool] = False
    pad: ClassVar[Pad[object, Move] | None] = None


@quick
class Event:
    """Something that happened, in one sentence.

    Attributes:
        told: The sentence, or what it will be made of.
        audience: The seats that may read it, or None for everybody.
    """

    told: Text | Telling
    audience: frozenset[Seat] | None = None

    @property
    def text(self) -> Text:
        """Return the sentence; made anew each time."""
        told = self.told
        return told.say(*told.values) if isinstance(told, Telling) else told


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to know about the present decision.

    Attributes:
        text: One sentence, true of this very position.
        rules: The ids of the rules it stands on, the most useful first.
    """

    text: Text
    rules: tuple[str, ...] = ()


S = TypeVar("S")
M = TypeVar("M", bound=Move)
V = TypeVar("V")
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True)
class StandingAnswer(Generic[V]):
    """An answer that a player may give once for a whole match, and take back.

    Attributes:
        slug: Its name in the database.
        title: What it does, on a button: "End my turn when only the token is left".
        answer: Returns its move for the view and legal moves of a seat that has to decide, or None.
        applies: Returns whether it can still apply, now or later, for a seat's view.
    """

    slug: str
    title: Text
    answer: Callable[[V, Sequence[Move]], Move | None]
    applies: Callable[[V], bool] = lambda _: True


@quick
class Transition(Generic[S_co]):
    """The result of one move.

    Attributes:
        events: What happened, oldest first.
        undoable: True while nothing was drawn or learned that taking it back would not undo.
    """

    state: S_co
    events: tuple[Event, ...] = ()
    undoable: bool = False


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a seat's result: what for, how much, and what it is made of."""

    label: Text
    points: int | None
    """None for a remark: how a tie was decided, what a joker stands for."""
    detail: Text | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match; every tuple is in seat order.

    Attributes:
        scores: What each seat has reached; more is better. () if a match stopped before any.
        ranks: 1 for the winner or winners; equal ranks share a place.
        lines: The breakdown of each seat's score.
        reason: Why the match ended and how a tie was decided, one sentence.
        amount: What a score means, in the game's own unit.
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    lines: tuple[tuple[ScoreLine, ...], ...]
    reason: Text
    amount: Callable[[int], Text] = points


class Rules(Protocol[S, M, V]):
    """A game. Every method is pure: same arguments, same answer, nothing changed."""

    info: GameInfo
    move_types: tuple[type[M], ...]
    """Every move type, those of chance last; moves sort by this order, then by value."""
    components: tuple[str, ...]
    """The ids of everything in the box that can be looked up, each kind together.

    An id that a move can name is spelled as in the notation (``N:5``).
    """
    standing: tuple[StandingAnswer[V], ...]
    """The standing answers that players may give, in the order of their buttons."""

    def initial_state(self, seats: int, options: frozenset[str], version: int = NEWEST) -> S:
        """Return the state before chance has dealt anything.

        It keeps the version of the rules it is to be played by, and every function asks it where
        versions differ. Assumes a count in `info.seats` and a version that `info.knows`, or NEWEST.
        """
        ...

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that have to decide; {CHANCE} for a draw, empty when over."""
        ...

    def stage(self, state: S) -> tuple[int | str, ...]:
        """Return the turn or phase; a seat's moves in a row in it are one decision."""
        ...

    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """Return every legal move of `seat`, sorted; () if not to act, and for CHANCE.

        Of moves that lead to the same, one may be listed; the others are carried out just like it.
        """
        ...

    def check(self, state: S, seat: Seat, move: M) -> None:
        """Raise IllegalMoveError or NotYourTurnError unless `seat` may make `move` now."""
        ...

    def chance_move(self, state: S, rng: Random) -> M:
        """Return what chance does; asked when ``to_act`` is {CHANCE}."""
        ...

    def apply(self, state: S, seat: Seat, move: M) -> Transition[S]:
        """Return what `move` leads to; checks it first. Deterministic."""
        ...

    def advance(self, state: S, seat: Seat, move: M) -> S:
        """Return the state that `apply` leads to, unchecked and untold.

        For players and analysis, whose moves are known to be legal; logs are played with `apply`.
        """
        ...

    def preparable(self, state: S, seat: Seat) -> Sequence[M]:
        """Return the moves `seat` may seal now for its next turn, sorted; () if none.

        A sealed move is kept outside the state, changeable by its owner and known to nobody else,
        and is made as soon as the seat is to act. A seat that already has to act can seal none.
        """
        ...

    def view(self, state: S, seat: Seat) -> V:
        """Return what `seat` (or WATCHER) may know, built from what is allowed."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while play goes on."""
        ...

    def audit(self, state: S) -> tuple[str, ...]:
        """Return what is wrong with the state: lost, doubled, negative. () if all is well."""
        ...

    def redeal(self, state: S, seat: Seat, rng: Random) -> S:
        """Return a state with other secrets from `rng` that looks the same to `seat`.

        Everything that `seat` can't know may differ; what it knows and is offered are the same.
        Previews depend on this for their secrecy (`matches.domain.glance` tries a move in such
        states, never in the true one), and ``tests/contract`` holds every game to it.
        """
        ...

    # Words. All are made from a view alone, so they can hold nothing its seat may not know.

    def scores(self, view: V) -> tuple[int, ...] | None:
        """Return everybody's scores as things stand, for a watcher's view.

        They are what the result would be if nothing hidden counted, as in `Outcome.scores`. They
        are None where nothing is scored, or no score can be told yet.
        """
        ...

    def headline(self, view: V) -> Text:
        """Return where the match stands in a few words: round, phase."""
        ...

    def prompt(self, view: V) -> Text:
        """Return the decision the viewer has to make, or what the match is waiting for."""
        ...

    def option(self, view: V, move_type: type[M], name: str, value: object) -> Text:
        """Return the label of one value of the part `name` of a move.

        It has fewer than 90 characters. What stands before a colon and a space is its name, short
        enough for a button where it can be; the rest is what else helps to choose.
        """
        ...

    def sentence(self, view: V, move: M) -> Text:
        """Return what `move` would do, one sentence for the player about to confirm it."""
        ...

    def label(self, view: V, move: M) -> Text:
        """Return `move` for its button: short, and unlike every other legal move."""
        ...

    def advice(self, view: V) -> tuple[Advice, ...]:
        """Return what the viewer can do now and by which rules, at most six.

        The decision comes first. For a seat that need not act, and for a watcher, the advice says
        what the match is waiting for, and why.
        """
        ...

    def whereabouts(self, view: V, component: str) -> Text | None:
        """Return where one of `components` is for the viewer; None if unknown."""
        ...
