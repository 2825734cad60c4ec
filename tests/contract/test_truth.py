"""What games say is true of the position; and lies that are found."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules import registry
from rules.claims import can, cannot, each, first, later
from rules.protocol import Advice, Move
from rules.text import Text, t
from tests.contract.checks import playout, variants
from tests.contract.truth import Said, Witness, check_truth, witness_of
from tests.toy import SIZE, Choose, Done, Place, Square, Toy, ToyView

Changed = Callable[[ToyView, Text], Text]


def cells(said: Said) -> bool:
    """The flags of this turn, and the cells without one."""
    view = said.rules.view(said.state, said.seat)
    free = SIZE * SIZE - len(view.flags)  # type: ignore[attr-defined]
    return said.values["free"] == free and said.values["placed"] == view.placed  # type: ignore[attr-defined]


WITNESS = Witness(
    named={Choose: r"\bchoose\b", Place: r"\bflags?\b", Done: r"\bdone\b"},
    facts={
        "You have put {placed} flags; {free} cells are free.": cells,
        "There is a flag on {cell}.": lambda said: True,
        "You do not hold {p}.": lambda said: said.attempt == Choose(int(str(said.values["p"]))),
        "You have put {count} flags in this turn.": lambda said: True,
    },
)


class Liar(Toy):
    """A toy game that changes what it says."""

    def __init__(self, prompt: Changed, hint: Text | None = None) -> None:
        self._changed, self._hint = prompt, hint

    def prompt(self, view: ToyView) -> Text:
        return self._changed(view, super().prompt(view))

    def _wrong(self, state, seat, move):  # type: ignore[no-untyped-def]
        wrong = super()._wrong(state, seat, move)
        if wrong is not None and self._hint is not None:
            wrong.hint = self._hint
        return wrong


def deciding(view: ToyView) -> bool:
    return view.seat in view.waiting


def honest(view: ToyView, text: Text) -> Text:
    return text


def play(game: Toy, witness: Witness = WITNESS) -> None:
    for seed in range(3):
        check_truth(game, playout(game, 3, seed), 3, witness)  # type: ignore[arg-type]


MATCHES = [
    (slug, seats, options)
    for slug in registry.slugs()
    for seats in registry.get(slug).info.seats
    for options in variants(registry.get(slug), seats)
]


@pytest.mark.parametrize(("slug", "seats", "options"), MATCHES)
def test_what_a_game_says_is_true(slug: str, seats: int, options: frozenset[str]) -> None:
    rules = registry.get(slug)
    steps = playout(rules, seats, 1, options)
    assert check_truth(rules, steps, seats, witness_of(slug))


def test_nothing_is_found_in_an_honest_game() -> None:
    play(Toy())


class Written(str):
    """A value that is its own code."""

    __slots__ = ()


LIES: dict[str, tuple[Changed, str]] = {
    "a move that is not possible": (
        lambda view, text: text.says(can(Place)) if deciding(view) else text,
        "not so: .*Place",
    ),
    "a move with an impossible part": (
        lambda view, text: text.says(can(Choose, parcel=99)) if deciding(view) else text,
        "not so: .*99",
    ),
    "a possible move called impossible": (
        lambda view, text: text.says(cannot(Done)),
        "not so: .*Done",
    ),
    "a move named without a claim": (
        lambda view, text: Text("Say done, perhaps.") if not deciding(view) else text,
        "no claim for .*done",
    ),
    "a kind of move nobody speaks of": (
        lambda view, text: t("Decide.") if deciding(view) else text,
        "nobody says that these are possible",
    ),
    "a list that is not whole": (
        lambda view, text: (
            text.says(*each(Choose, "parcel", view.hand[:1], every=True))
            if deciding(view) and not view.chosen
            else text
        ),
        "it leaves out",
    ),
    "a code of the notation": (
        lambda view, text: t("Look at {cell}.", cell=Written("r1c1")).says(*text.claims),
        "codes of the notation",
    ),
    "a number that nobody counts": (
        lambda view, text: t("It is round {round}.", round=view.round).says(*text.claims),
        "nothing is known about",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_in_a_prompt_is_found(lie: str) -> None:
    prompt, found = LIES[lie]
    with pytest.raises(AssertionError, match=found):
        play(Liar(prompt))


def test_a_wrong_number_is_found() -> None:
    class Wrong(Toy):
        def advice(self, view: ToyView) -> tuple[Advice, ...]:
            return tuple(
                Advice(replace(one.text, params=(("placed", 7), ("free", 7))), one.rules)
                if one.text.msgid.startswith("You have put")
                else one
                for one in super().advice(view)
            )

    with pytest.raises(AssertionError, match="not true"):
        play(Wrong())


@pytest.mark.parametrize(
    ("hint", "found"),
    [
        (t("Put a flag.").says(can(Place, cell=Square(9, 9))), "not so"),
        (t("Choose a parcel first.").says(first(Choose)), "not so"),
        (t("Choose a parcel."), "no claim"),
    ],
)
def test_a_hint_that_cannot_help_is_found(hint: Text, found: str) -> None:
    with pytest.raises(AssertionError, match=found):
        play(Liar(honest, hint))


def test_a_hint_that_helps_is_not_a_lie() -> None:
    """What is possible after a flag: to say done."""

    class Helpful(Liar):
        def _wrong(self, state, seat, move):  # type: ignore[no-untyped-def]
            wrong = Toy._wrong(self, state, seat, move)
            if wrong is not None and isinstance(move, Done) and state.order:
                wrong.hint = t("Put a flag first.").says(first(Place))
            return wrong

    play(Helpful(honest))


def test_what_is_spoken_of_may_come_later() -> None:
    kinds: tuple[type[Move], ...] = (Choose, Place, Done)
    play(Liar(lambda view, text: text.says(*map(later, kinds))))
