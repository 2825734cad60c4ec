"""The common part of all drafts; a draft is a copy of a state that may change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar, TypeVarTuple, Unpack

from rules.protocol import CHANCE, Event
from rules.text import Seat, Telling, Text

S = TypeVar("S")
T = TypeVar("T")
Values = TypeVarTuple("Values")

NOBODY: Final[frozenset[Seat]] = frozenset()
ONLY_CHANCE: Final = frozenset({CHANCE})
ALONE: Final = tuple(frozenset({seat}) for seat in range(9))
"""Each seat as a set of its own, made once: who acts, or may read an event."""


def slots(of: type, *more: str) -> tuple[str, ...]:
    """Return the ``__slots__`` of a draft: its state's fields in order, then its own."""
    return (*(field.name for field in fields(of)), *more) if is_dataclass(of) else more


class Draft(Generic[S]):
    """The fields of a state, open to change, and the events so far.

    A quiet draft keeps no events.

    A game's draft, ``class Draft(base.Draft[KrakowState], of=KrakowState)``, annotates the fields
    of the state, all of them and nothing else; one annotated as ``list[...]`` is a tuple in the
    state. Its ``__slots__`` come from `slots`. Every move passes through here, so the code that
    copies the fields is written out once for each game, as `dataclasses` does it:
    `dataclasses.replace` costs four times as much.

    Raises:
        TypeError: At the definition of a draft, if its fields are not those of the state.
    """

    __slots__ = ("events", "quiet")

    def __init_subclass__(cls, *, of: type) -> None:
        found: dict[str, str] = cls.__dict__.get("__annotations__", {})
        names = slots(of)
        if set(found) != set(names):
            raise TypeError(f"{cls.__qualname__} and {of.__name__} have different fields")
        lists = {name for name in names if found[name].startswith("list[")}
        thaw = [f"list(state.{n})" if n in lists else f"state.{n}" for n in names]
        freeze = [f"tuple(self.{n})" if n in lists else f"self.{n}" for n in names]
        code = [
            "def _thaw(self, state):",
            *(f"    self.{name} = {value}" for name, value in zip(names, thaw, strict=True)),
            "def freeze(self):",
            "    made = Open()",
            *(f"    made.{name} = {value}" for name, value in zip(names, freeze, strict=True)),
            "    made.__class__ = State",
            "    return made",
        ]
        # An open twin of the state that becomes the state once it is filled: a frozen dataclass
        # sets each field of its own through a call, which costs eight times as much.
        made: dict[str, object] = {"State": of, "Open": type("Open", (), {"__slots__": names})}
        exec("\n".join(code), made)
        for name in ("_thaw", "freeze"):
            setattr(cls, name, made[name])

    def __init__(self, state: S, *, quiet: bool = False) -> None:
        self.events: list[Event] = []
        self.quiet = quiet
        self._thaw(state)

    if TYPE_CHECKING:

        def _thaw(self, state: S) -> None:
            """Take over the fields of a state; made for each game."""

        def freeze(self) -> S:
            """Return the state as it is now; made for each game."""

    def tell(self, say: Callable[[Unpack[Values]], Text], *values: *Values) -> None:
        """Add an event for everybody, unless nobody listens; it is worded once it is read."""
        if not self.quiet:
            self.events.append(Event(Telling(say, values)))

    def tell_only(
        self, seat: Seat, say: Callable[[Unpack[Values]], Text], *values: *Values
    ) -> None:
        """Add an event for one seat."""
        if not self.quiet:
            self.events.append(Event(Telling(say, values), ALONE[seat]))


def there(value: T | None) -> T:
    """Return a value that must exist once its move passed the check.

    Raises:
        LookupError: It is None.
    """
    if value is None:
        raise LookupError("this move should not have passed its check")
    return value
