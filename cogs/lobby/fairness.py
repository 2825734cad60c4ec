"""The verdict on a match's draws, and how anyone can repeat the check."""

from __future__ import annotations

from cogs.ui.speech import code
from matches.domain.model import Verification
from rules.text import Markup, Text, t, tn


def verdict_lines(checked: Verification) -> tuple[Text, ...]:
    """Return what the check of the draws found, and how to repeat it by hand."""
    if checked.differing:
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
    seed = checked.chance_seed
    program = f"import hashlib; print(hashlib.sha256(bytes.fromhex('{seed}')).hexdigest())"
    return (
        verdict,
        t("Hash (published at the start): {hash}", hash=code(checked.chance_hash)),
        t("Seed (secret until the end): {seed}", seed=code(seed)),
        t(
            "To check the hash yourself, calculate the seed's SHA-256: {command}",
            command=Markup(f'```\npython3 -c "{program}"\n```'),
        ),
        t(
            "Each draw comes from a stream of HMAC-SHA-256(seed, “stolik 1” + log row + block), "
            "with both numbers as 8 bytes. For details, see `matches/domain/history/chance.py`."
        ),
    )
