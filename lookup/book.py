"""A rulebook as entries that can be shown one by one.

A rulebook is ``data/<game>/rulebook.<lang>.md``, Markdown in a fixed form, the same in every
language entry for entry:

``## Heading``
    A *topic*. Its key is made from the English heading: ``card-shift-by-one``.
``**K-PLAN-3** Words``
    A *rule*, up to the next rule, example or heading. Its key is its number.
``### Name <!-- N:5 D:5 J:5 I:5 -->``
    A *component*, up to the next heading, with the ids of `Rules.components` it explains. Its key
    is the first of them.
``- **Word** <!-- order-token -->: meaning``
    A *term* of the glossary, with its key.
``> Words``
    An *example* of the rule or component it stands below, or of the topic.

Other words to find an entry by, as in the index of a book, stand in a file beside it, see
`lookup.also`; they are never shown. A single word stands for the title, if that is one word too,
wherever it is typed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

BookLang: TypeAlias = str
"""The language of a book, by its code, as in the name of its file."""
EntryKind: TypeAlias = Literal["topic", "rule", "component", "term"]


NUMBER: Final = r"\*\*([A-Z]+(?:-[A-Z]+)?-?[A-Z]?\d+[a-z]?)\*\*"
"""A rule's number at the start of the rule."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something you can look up.

    Attributes:
        key: Its name, the same in every language, under 60 characters.
        kind: What kind of entry it is.
        title: The heading, the rule's number, the component's name or the term, in the language.
        body: Its Markdown without title and examples; short enough for one message.
        examples: Its examples, in order; for a topic also those of its rules.
        components: The ids of the components it explains; () unless it is a component.
        chapter: The key of the topic it stands in; its own for a topic.
        links: The keys of other entries it mentions, the most useful first.
        listed: Other words to find it by, as their file lists them; `also` has them one by one.
    """

    key: str
    kind: EntryKind
    title: str
    body: str
    examples: tuple[str, ...]
    components: tuple[str, ...]
    chapter: str
    links: tuple[str, ...]
    listed: str = ""

    @property
    def also(self) -> tuple[str, ...]:
        """Return the other words to find it by; thousands in a book, for indexes."""
        return tuple(map(str.strip, self.listed.split(";"))) if self.listed else ()


@dataclass(frozen=True, slots=True)
class Book:
    """A game's rulebook in one language, its entries in printed order."""

    slug: str
    lang: BookLang
    entries: tuple[Entry, ...]
    _places: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = ((name, i) for i, e in enumerate(self.entries) for name in (e.key, *e.components))
        object.__setattr__(self, "_places", {name.casefold(): i for name, i in names})

    def get(self, key: str) -> Entry | None:
        """Return the entry of a key, a rule's number or a component id; else None."""
        place = self._places.get(key.strip().casefold())
        return None if place is None else self.entries[place]

    def before(self, entry: Entry) -> Entry | None:
        """Return the entry of the same kind before this one, or None at the first."""
        return self._near(entry, -1)

    def after(self, entry: Entry) -> Entry | None:
        """Return the entry of the same kind after this one, or None at the last."""
        return self._near(entry, 1)

    def _near(self, entry: Entry, step: int) -> Entry | None:
        place = self._places[entry.key.casefold()] + step
        while 0 <= place < len(self.entries):
            if self.entries[place].kind == entry.kind:
                return self.entries[place]
            place += step
        return None


def own_bodies(entries: Sequence[Entry]) -> list[str]:
    """Return each entry's body; for a topic, without its rules and terms."""
    inside = defaultdict[str, list[str]](list)
    for entry in entries:
        if entry.kind == "rule":
            inside[entry.chapter].append(f"**{entry.title}** {entry.body}")
        elif entry.kind == "term":
            inside[entry.chapter].append(f"- **{entry.title}**: {entry.body}")
    bodies = []
    for entry in entries:
        body = entry.body
        for part in inside[entry.key] if entry.kind == "topic" else ():
            body = body.replace(part, "")
        bodies.append(body)
    return bodies
