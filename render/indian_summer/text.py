"""Indian Summer in words: sentences on pictures, alternative text, text board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from render.i18n import Lang, Names
from render.indian_summer import theme as th
from render.indian_summer.aside import fits
from render.indian_summer.layout import COLS, ROWS
from render.kit import type as words
from render.speech import Speech, brief
from rules.indian_summer.components import (
    ANIMALS,
    CELLS,
    FLOORS,
    MOST,
    TREASURE_KINDS,
    Animal,
    Supply,
    Tile,
    Treasure,
)
from rules.indian_summer.view import Phase, PlayerView, SummerView
from rules.text import Param, Seat, Text, Who, t, tn

ALT_NAME = 14
"""The most characters of a name in the alternative text."""
EMPTY = "."
"""An empty space on the text board."""


def mark(seat: Seat) -> str:
    """Return the letter of a seat."""
    return th.LETTERS[seat]


def seats(view: SummerView) -> tuple[Seat, ...]:
    """Return the seats in turn order, the player with the hiking shoes first."""
    return tuple(sorted(range(view.seats), key=lambda seat: view.players[seat].position))


def asked(view: SummerView) -> Text:
    """Return whose move it is and what for, in a few words."""
    if view.phase is Phase.OVER:
        return _over(view)
    if view.game and view.game == len(view.results):
        return t("Game {game} is over", game=view.game)
    if view.drawing or view.phase is Phase.SETUP:
        return t("Pieces are being drawn")
    if view.phase is Phase.SIDES:
        return t("Everybody chooses a side of the floor")
    who = Who(view.active or 0)
    if view.phase is Phase.REFILL:
        return t("{who} refills the path", who=who)
    if view.seat != view.active:  # who looks on sees a turn when it is over: any step may be next
        return t("{who} is playing their turn", who=who)
    if view.task is not None:
        if view.task.spent is Treasure.FEATHER:
            return t("{who} spends a Feather", who=who)
        return t("{who} spends a Mushroom", who=who)
    if view.main_done or not view.players[who.seat].empty:
        return t("{who} may continue or end the turn", who=who)
    return _main_action(view, who)


def winners(view: SummerView) -> tuple[Seat, ...]:
    """Return who has won a match that is over; several share the win."""
    scores = [-it.empty or it.supply[Treasure.NUT.rank] for it in view.players]
    return tuple(seat for seat in seats(view) if scores[seat] == max(scores))


def won(view: SummerView) -> tuple[Seat, ...]:
    """Return the winners of a match of several players that is over; else nobody."""
    return winners(view) if view.phase is Phase.OVER and not view.solo else ()


def _over(view: SummerView) -> Text:
    if view.solo:
        return t("The walk is over")
    first = winners(view)
    if len(first) > 1:
        return t("The match is over: the win is shared")
    return t("The match is over: {who} wins", who=Who(first[0]))


def _main_action(view: SummerView, who: Who) -> Text:
    """Return what the active player may do for their main action."""
    it = view.players[who.seat]
    if any(fits(tile, int(it.covered)) for tile in it.path):
        return t("{who} must place a tile or a squirrel", who=who)
    if can_spend(view, it):
        return t("{who} may place a squirrel or spend a treasure", who=who)
    return t("{who} must place a squirrel", who=who)


def can_spend(view: SummerView, it: PlayerView) -> bool:
    """Return whether a player can use a treasure; a Berry alone needs a new tile."""
    berries, *others = it.supply
    new = len(it.path) < MOST and (view.common or view.top or view.bottom)
    return any(others) or berries > 1 or bool(berries and new)


def affords(view: SummerView, seat: Seat, which: Treasure) -> bool:
    """Return whether a seat has a treasure, or others to exchange for it (IS-EXC-1)."""
    have = view.players[seat].supply
    worth = 0  # of cheaper ones it takes two, of dearer ones one
    for count in have[: which.rank + 1]:
        worth = worth // 2 + count
    return view.phase is not Phase.OVER and worth + sum(have[which.rank + 1 :]) > 0


def takes_squirrel(view: SummerView, seat: Seat) -> bool:
    """Return whether a seat may place a squirrel as its next main action."""
    if view.phase is not Phase.TURN or not view.players[seat].empty:
        return False
    return view.active != seat or (view.task is None and not view.main_done)


def turn(view: SummerView) -> Text:
    """Return which round it is: "Round 7", "Turn 4 of 10", "Last round"."""
    if view.rounds:
        now = t("Turn {turn} of {turns}", turn=min(view.round, view.rounds), turns=view.rounds)
        return t("Game {game}: {turn}", game=view.game, turn=now) if view.series else now
    if view.ending and view.phase is not Phase.OVER:
        return t("Last round")
    return t("Round {round}", round=view.round)


def ending(view: SummerView) -> bool:
    """Return whether the last round, or the last turn of a solo game, is being played."""
    last = view.ending or (view.rounds > 0 and view.round >= view.rounds)
    return last and view.phase is not Phase.OVER


def starts(view: SummerView, seat: Seat) -> bool:
    """Return whether a seat has the hiking shoes; nobody does in the solo game."""
    return view.seats > 1 and view.start == seat and view.phase is not Phase.SETUP


def treasures(supply: Supply) -> tuple[Text, ...]:
    """Return a supply in short: "Berry 2", "Nut 0", "Mushroom 1", "Feather 0"."""
    pairs = zip(TREASURE_KINDS.values(), supply, strict=True)
    return tuple(t("{treasure} {count}", treasure=kind.name, count=n) for kind, n in pairs)


def alternative(view: SummerView, names: Names, lang: Lang) -> str:
    """Return the table in short, within `MAX_ALT` characters."""
    short = {seat: words.fit(name, words.text(20), ALT_NAME * 10) for seat, name in names.items()}
    say = Speech(short, lang)
    said = [say(t("{sentence}.", sentence=asked(view))), say(t("{turn}.", turn=turn(view)))]
    first = [seat for seat in seats(view) if starts(view, seat)]
    said += [say(t("Start player: {letter}.", letter=mark(seat))) for seat in first]
    said += [say(_short(view.players[seat])) for seat in seats(view)]
    said += [say(t("{sentence}.", sentence=line)) for line in offer(view)]
    if changed := _changed(view):
        said.insert(1, say(changed))
    return brief(" ".join(said))


def _short(it: PlayerView) -> Text:
    return tn(
        "{letter} {who}: {count} space empty (by area {gaps}), {treasures}, path {path}.",
        "{letter} {who}: {count} spaces empty (by area {gaps}), {treasures}, path {path}.",
        it.empty,
        letter=mark(it.seat),
        who=Who(it.seat),
        gaps=gaps(it.gaps),
        treasures=treasures(it.supply),
        path=tiles(it.path),
    )


def gaps(empty: tuple[int, ...]) -> str:
    """Return how many spaces are empty by area: "1:0 2:7"."""
    return " ".join(f"{n}:{count}" for n, count in enumerate(empty, 1))


def tiles(path: tuple[Tile, ...]) -> str:
    """Return tiles by their ids, ``–`` for none."""
    return " ".join(path) or "–"


def _common(view: SummerView) -> Text:
    return t(
        "Common path: {tiles}; face down {count}", tiles=tiles(view.common), count=view.reserve
    )


def board(view: SummerView, names: Names, lang: Lang) -> str:
    """Return everything on the table as lines of text, without Markdown."""
    say = Speech(names, lang)
    head = [f"{say(line).rstrip('.')}." for line in _head(view)]  # a name may end in a full stop
    lines = [*head, "", *map(say, offer(view))]
    for seat in seats(view):
        lines += ["", *player(view.players[seat], say)]
    lines += ["", *legend(say)]
    if changed := _changed(view):
        lines += ["", say(changed)]
    return "\n".join(lines)


def _head(view: SummerView) -> Iterator[Text]:
    yield t("{sentence}.", sentence=asked(view))
    yield t("{turn}.", turn=turn(view))
    if view.rounds == 0 and ending(view):
        yield t("A floor is full, so this is the last round.")
    if view.waiting:
        yield t("Still to choose a side: {seats}.", seats=tuple(map(Who, view.waiting)))
    if view.seats > 1:
        yield t("Turn order: {seats}.", seats=tuple(map(Who, seats(view))))
    if view.task is not None and view.task.tiles:
        yield t("Still to place: {tiles}.", tiles=tiles(view.task.tiles))
    for number, result in enumerate(view.results, 1):
        yield tn(
            "Game {game}: score {score}, {count} space empty.",
            "Game {game}: score {score}, {count} spaces empty.",
            result.empty,
            game=number,
            score=result.score,
        )


def offer(view: SummerView) -> Iterator[Text]:
    """Yield what is there for all: paths, tiles face down, animals."""
    if view.rounds:
        yield t("Top Path: {tiles}", tiles=tiles(view.top))
        yield t("Bottom Path: {tiles}", tiles=tiles(view.bottom))
    else:
        yield _common(view)
    if view.with_animals:
        yield t("Animals: {animals}", animals=animals(view))
    else:
        yield t("There are no animals in this match")


def animals(view: SummerView) -> tuple[Param, ...]:
    """Return how many of each animal are left, and the treasures on them."""
    found: list[Param] = []
    for it in view.stock:
        kind = ANIMALS[it.animal]
        if it.bears is None:
            found.append(t("{animal} {count}", animal=kind.name, count=it.left))
        else:
            found.append(t("{animal} {count} with {treasure}", animal=kind.name, count=it.left,
                           treasure=TREASURE_KINDS[it.bears].name))  # fmt: skip
    return tuple(found)


def player(it: PlayerView, say: Speech) -> list[str]:
    """Return what a player has as lines, their floor as a grid of characters."""
    lines = [
        t("{letter} {who}, floor {floor}", letter=mark(it.seat), who=Who(it.seat),
          floor=str(it.floor)),
        t("Treasures: {treasures}", treasures=treasures(it.supply)),
        t("Path from the backpack: {tiles}", tiles=tiles(it.path)),
        tn("{count} empty space (by area: {gaps})", "{count} empty spaces (by area: {gaps})",
           it.empty, gaps=gaps(it.gaps)),
    ]  # fmt: skip
    told = [*map(say, lines), *grid(it, signs(say.lang))]
    placed = [f"{leaf.tile} {leaf.hole} {leaf.turn}" for leaf in it.leaves]
    if placed:
        told.append(say(t("Leaf tiles (hole, rotation): {tiles}", tiles=tuple(placed))))
    laid = tuple(
        t("{animal} {cell} {turn}", animal=ANIMALS[a.animal].name, cell=str(a.at), turn=str(a.turn))
        for a in it.animals
    )
    if laid:
        told.append(say(t("Animals on the floor: {animals}", animals=laid)))
    return told


class Signs(NamedTuple):
    """The letters on a floor in characters; those that the reader's names begin with.

    Attributes:
        treasures: One for each kind of treasure, by rank.
        animals: Two for each kind of animal, by `Animal`.
        squirrel: That of a squirrel.
    """

    treasures: tuple[str, ...]
    animals: tuple[tuple[Animal, str], ...]
    squirrel: str


@cache
def signs(lang: Lang) -> Signs:
    """Return the letters of a language."""
    say = Speech({}, lang)
    return Signs(
        tuple(say.name(kind.name)[0].upper() for kind in TREASURE_KINDS.values()),
        tuple((kind.id, say.name(kind.name)[:2].upper()) for kind in ANIMALS.values()),
        say(t("squirrel"))[0].upper(),
    )


@lru_cache(256)
def grid(it: PlayerView, letters: Signs) -> tuple[str, ...]:
    """Return a floor as characters, two for each space: see `legend`."""
    signs = {cell.number: _sign(it, cell.number, letters) for cell in CELLS}
    lines = ["   " + _spread([f"{chr(65 + col)} " for col in range(COLS)])]
    for row in range(ROWS):
        if row == ROWS // 2:
            lines.append("   ------+-------+------")
        lines.append(f"{row + 1}  " + _spread([signs[row * COLS + col] for col in range(COLS)]))
    return tuple(line.rstrip() for line in lines)


def _spread(signs: list[str]) -> str:
    return "| ".join("".join(signs[n : n + 3]) for n in (0, 3, 6))


def _sign(it: PlayerView, number: int, letters: Signs) -> str:
    bit, below = 1 << number, FLOORS[it.floor].prints[number]
    letter = letters.treasures[below.rank] if below else ""
    if it.tokens & bit:
        return f"*{letter}"
    if it.holes & bit:
        return f"o{letter.lower()}".ljust(2)
    for animal in it.animals:
        if animal.squares & bit:
            return dict(letters.animals)[animal.animal]
    if it.squirrels & bit:
        return f"{letters.squirrel} "
    if it.covered & bit:
        return "# "
    return (letter or EMPTY).ljust(2)


def legend(say: Speech) -> list[str]:
    """Return what the characters of the grids mean."""
    letters = signs(say.lang)
    treasures = tuple(
        t("{sign} {name}", sign=sign, name=kind.name)
        for sign, kind in zip(letters.treasures, TREASURE_KINDS.values(), strict=True)
    )
    animals = tuple(
        t("{sign} {name}", sign=sign, name=ANIMALS[animal].name) for animal, sign in letters.animals
    )
    berry = letters.treasures[0]
    lines = (
        t("Key: . empty space, # leaf, o hole, {squirrel} squirrel.", squirrel=letters.squirrel),
        t("Treasures: {treasures}.", treasures=treasures),
        t("{printed} printed on an empty space, o{below} below a hole, *{token} token on a hole.",
          printed=berry, below=berry.lower(), token=berry),
        t("Animals on holes: {animals}.", animals=animals),
    )  # fmt: skip
    return [say(line) for line in lines]


def _changed(view: SummerView) -> Text | None:
    if view.last.seat is None or not view.last.placed:
        return None
    return t(
        "Last placed by {who}: {spaces}.", who=Who(view.last.seat), spaces=str(view.last.placed)
    )


def kinds(found: tuple[Animal, ...]) -> tuple[Param, ...]:
    """Return animals by their names."""
    return tuple(ANIMALS[animal].name for animal in found)
