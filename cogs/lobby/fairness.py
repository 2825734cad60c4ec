"""The verdict on a match's draws, and how anyone can repeat the check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.ui.speech import code
from matches.domain.history.past import Verification
from matches.domain.model import MatchInfo
from rules.text import Markup, Text, t, tn


def sealed_lines(match: MatchInfo) -> tuple[Text, ...]:
    """Return what is known of the draws before the match is over."""
    sealed = t(
        "A secret seed decides this match's draws. The seed's SHA-256 hash is {hash}. When the "
        "match is over, I'll publish the seed, and /match verify will check every draw.",
        hash=code(match.chance_hash),
    )
    if match.status == "lobby":
        return sealed, t(
            "Until the match starts, players can change the draws with /seat word. They can't "
            "tell in which way, because the seed is secret."
        )
    return (sealed, _words(match.words)) if any(match.words) else (sealed,)


def _words(words: Sequence[str]) -> Text:
    """Return the words that go into the draws, with the numbers of their seats."""
    numbered = (
        t("{number}: “{word}”", number=seat, word=word)
        for seat, word in enumerate(words, 1)
        if word
    )
    return t("Words that go into the draws, by seat: {words}.", words=tuple(numbered))


def verdict_lines(checked: Verification) -> tuple[Text, ...]:
    """Return what the check of the draws found and proves, and how to repeat it."""
    if not checked.sealed:
        verdict = t(
            "This seed isn't the one whose hash I published before the first draw. Please tell "
            "whoever runs this bot."
        )
    elif checked.differing:
        verdict = t(
            "These draws don't follow from the seed: {plies}. Please tell whoever runs this bot.",
            plies=tuple(map(str, checked.differing)),
        )
    else:
        verdict = tn(
            "I checked {count} draw, and it follows from the seed.",
            "I checked {count} draws, and they all follow from the seed.",
            checked.draws,
        )
    seed, mixed = checked.chance_seed, any(checked.words)
    program = f"import hashlib; print(hashlib.sha256(bytes.fromhex('{seed}')).hexdigest())"
    return (
        verdict,
        *_proof(mixed=mixed),
        *((_words(checked.words),) if mixed else ()),
        t("Hash (published before the first draw): {hash}", hash=code(checked.chance_hash)),
        t("Seed (secret until the end): {seed}", seed=code(seed)),
        t(
            "To check the hash yourself, calculate the seed's SHA-256: {command}",
            command=Markup(f'```\npython3 -c "{program}"\n```'),
        ),
        *((_MIXING,) if mixed else ()),
        t(
            "Each draw comes from a stream of HMAC-SHA-256(key, “stolik 1” + log row + block), "
            "with both numbers as 8 bytes. For details, see `matches/domain/history/chance.py`."
        )
        if mixed
        else t(
            "Each draw comes from a stream of HMAC-SHA-256(seed, “stolik 1” + log row + block), "
            "with both numbers as 8 bytes. For details, see `matches/domain/history/chance.py`."
        ),
    )


def _proof(*, mixed: bool) -> tuple[Text, Text]:
    """Return what the check proves, and what it doesn't."""
    if mixed:
        return (
            t(
                "This proves that nobody touched the draws later: the hash was published before "
                "the first word, and the draws follow from the seed and the words."
            ),
            t(
                "It doesn't prove everything: whoever runs this bot can look up the seed. If they "
                "played with you, they could have given their own word last and made it suit them."
            ),
        )
    return (
        t(
            "This proves that nobody touched the draws later: the hash was published before the "
            "first one, and they all follow from the seed."
        ),
        t(
            "It doesn't prove that whoever runs this bot didn't choose the seed among many. If "
            "you want to rule that out, add words with /seat word before the start."
        ),
    )


_MIXING: Final = t(
    "The key of the draws is HMAC-SHA-256(seed, “stolik words 1” + words): a word for each seat "
    "in order, empty if there is none, as UTF-8 after its number of bytes as 4 bytes."
)
