"""The verdict on a match's draws, and how anyone can repeat the check."""

from __future__ import annotations

from matches.domain.model import Verification
from rules.text import Text, t, tn


def verdict_lines(checked: Verification) -> tuple[Text, ...]:
    """Return what the check of the draws found, and how to repeat it by hand."""
    if checked.differing:
        verdict = t(
            "These draws do not follow from the seed: {plies}. Please tell whoever runs the bot.",
            plies=tuple(map(str, checked.differing)),
        )
    else:
        verdict = tn(
            "{count} draw was checked, and it follows from the seed.",
            "{count} draws were checked, and all of them follow from the seed.",
            checked.draws,
        )
    seed = checked.chance_seed
    program = f"import hashlib; print(hashlib.sha256(bytes.fromhex('{seed}')).hexdigest())"
    return (
        verdict,
        t("Hash, shown at the start: {hash}", hash=f"`{checked.chance_hash}`"),
        t("Seed, secret until the end: {seed}", seed=f"`{seed}`"),
        t(
            "By hand: the SHA-256 of the seed is the hash. {command}",
            command=f'```\npython3 -c "{program}"\n```',
        ),
        t(
            "Each draw is a stream of HMAC-SHA-256(seed, “stolik 1” + log row + block), "
            "both numbers as 8 bytes; `matches/domain/history/chance.py` has the details."
        ),
    )
