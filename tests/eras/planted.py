"""A change of the rules in each game, by the recipe in docs/architecture.md.

Each looks at the version in the state, and nothing else. `since` is the first version with the new
rule: the next one is a change as it should be; the newest is one whose author forgot to raise the
version.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from rules import registry
from rules.cvlizations import Cvlizations
from rules.errors import IllegalMoveError
from rules.indian_summer import IndianSummer
from rules.indian_summer import apply as summer_apply
from rules.indian_summer import refusals as summer_refusals
from rules.krakow import Krakow
from rules.krakow import observer as krakow_observer
from rules.letnisko import apply as letnisko_apply
from rules.letnisko.moves import Invest
from rules.lodge import flow as lodge_flow
from rules.text import t

Patch = pytest.MonkeyPatch


def krakow_points(patch: Patch, since: int) -> None:
    """Change a points table: each sight is worth one more."""
    view, outcome = krakow_observer.view, Krakow.outcome

    def new_view(state: Any, seat: int) -> Any:
        found = view(state, seat)
        if state.version < since:
            return found
        more = (replace(p, subtotal=p.subtotal + len(p.sights)) for p in found.players)
        return replace(found, players=tuple(more))

    def new_outcome(state: Any) -> Any:
        found = outcome(state)
        if found is None or state.version < since:
            return found
        pairs = zip(found.scores, state.players, strict=True)
        return replace(found, scores=tuple(old + len(p.sights) for old, p in pairs))

    patch.setattr(krakow_observer, "view", new_view)
    patch.setattr(Krakow, "outcome", staticmethod(new_outcome))


def letnisko_price(patch: Patch, since: int) -> None:
    """Change a price: 100 zł of every investment's price are paid back."""
    invest = letnisko_apply._MOVES[Invest]

    def new_invest(draft: Any, seat: int, move: Any) -> None:
        if draft.version >= since:
            draft.own(seat).money += 100
        invest(draft, seat, move)

    patch.setitem(letnisko_apply._MOVES, Invest, new_invest)


def lodge_step(patch: Patch, since: int) -> None:
    """Change an automatic step: a turn with nothing left to do goes on."""
    go_on = lodge_flow.go_on

    def new_step(draft: Any) -> None:
        if draft.version < since:
            go_on(draft)

    patch.setattr(lodge_flow, "go_on", new_step)


def cvlizations_undo(patch: Patch, since: int) -> None:
    """Change an undo rule: nothing can be undone."""
    apply = Cvlizations.apply

    def new_apply(state: Any, seat: int, move: Any) -> Any:
        found = apply(state, seat, move)
        return found if state.version < since else replace(found, undoable=False)

    patch.setattr(Cvlizations, "apply", staticmethod(new_apply))


def summer_legality(patch: Patch, since: int) -> None:
    """Change a legality: the last of several moves is forbidden."""
    legal_moves, check = IndianSummer.legal_moves, summer_refusals.check

    def new_moves(state: Any, seat: int) -> Any:
        moves = legal_moves(state, seat)
        return moves[:-1] if state.version >= since and len(moves) > 1 else moves

    def new_check(state: Any, seat: int, move: Any) -> None:
        check(state, seat, move)
        if state.version >= since and seat >= 0 and move not in new_moves(state, seat):
            raise IllegalMoveError("", t("This is not allowed any more."), t("Choose another."))

    patch.setattr(IndianSummer, "legal_moves", staticmethod(new_moves))
    patch.setattr(summer_apply, "check", new_check)


CHANGES: Final[dict[str, Callable[[Patch, int], None]]] = {
    "krakow": krakow_points,
    "letnisko": letnisko_price,
    "lodge": lodge_step,
    "cvlizations": cvlizations_undo,
    "indian_summer": summer_legality,
}


OLD: Final = {slug: registry.get(slug).info.rules_version for slug in CHANGES}
"""The version that each game has without a change."""
NEW: Final = {slug: version + 1 for slug, version in OLD.items()}


def plant(patch: Patch, slug: str) -> None:
    """Change a game properly: its new matches use the new rule."""
    CHANGES[slug](patch, NEW[slug])
    rules = registry.get(slug)
    patch.setattr(rules, "info", replace(rules.info, rules_version=NEW[slug]))


def smuggle(patch: Patch, slug: str) -> None:
    """Change a game without raising its version: matches in play would change, too."""
    CHANGES[slug](patch, OLD[slug])
