"""Matches between two computer players.

``python -m scripts.arena krakow good greedy 40`` plays forty. A player is random, greedy, instant,
easy, good, strong (``strong@0.3``: with that many seconds), or a Python file with ``choose(rules,
state, seat, rng)``. The first sits in each seat in turn, the second in all the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean

from players.contest import Played, interval, play, player
from rules import registry


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m scripts.arena", description=__doc__)
    parser.add_argument("game", choices=registry.slugs())
    parser.add_argument("one", metavar="A")
    parser.add_argument("others", metavar="B")
    parser.add_argument("matches", type=int, metavar="N")
    parser.add_argument("--seats", type=int, help="the fewest players of the game, if not given")
    parser.add_argument("--seed", type=int, default=0, help="other deals")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    given = parser.parse_args()
    try:
        player(given.one), player(given.others)
    except ValueError as error:
        parser.error(str(error))
    counts = [count for count in registry.get(given.game).info.seats if count > 1]
    seats = given.seats or counts[0]
    played = list(
        matches(given.game, given.one, given.others, given.matches, seats, given.seed, given.jobs)
    )
    print(told(f"{given.game}, {seats} seats, {given.one} : {given.others}", played))


def matches(
    slug: str, one: str, others: str, count: int, seats: int, seed: int = 0, jobs: int = 1
) -> Iterator[Played]:
    """Play a number of matches, several at once."""
    match = partial(_played, slug, one, others, seats, seed)
    if jobs == 1:
        yield from map(match, range(count))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(match, range(count))


def _played(slug: str, one: str, others: str, seats: int, seed: int, number: int) -> Played:
    return play(registry.get(slug), player(one), player(others), seats, number, seed)


def told(what: str, played: Sequence[Played]) -> str:
    """Return the result of some matches in one line."""
    shares = [match.share for match in played]
    low, high = interval(shares)
    points, against = mean(m.points for m in played), mean(m.against for m in played)
    times = sorted(second for match in played for second in match.seconds)
    longest = times[int(0.99 * (len(times) - 1))]
    return (
        f"{what}: {mean(shares):.0%} ({low:.0%} to {high:.0%}) of {len(played)} matches,"
        f" points {points:.1f} : {against:.1f}, {len(times) // len(played)} decisions of"
        f" {1000 * mean(times):.0f} ms (p99 {1000 * longest:.0f})"
    )


if __name__ == "__main__":
    main()
