"""Writes the table in docs/powers.md from the table of powers.

Run ``python -m scripts.powers``; tests/matches/test_powers.py compares the two.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from matches.domain.table.powers import POWERS, Consent, Power

PAGE: Final = Path(__file__).parent.parent / "docs" / "powers.md"
BEGIN: Final = "<!-- The table of powers: python -m scripts.powers writes it. -->"
END: Final = "<!-- The end of the table. -->"


def table() -> str:
    """Return the table of powers in Markdown, between its two marks."""
    head = ["| To ... | may | when | who has to agree |", "| --- | --- | --- | --- |"]
    return "\n".join([BEGIN, *head, *map(_row, POWERS), END])


def _row(power: Power) -> str:
    agree = power.consent.value
    if power.consent is not Consent.ALONE:
        agree += ", by a vote"
    if power.with_another:
        agree += "; at least one besides the asker"
    return f"| {power.act.value} | {power.who.value} | {power.when.value} | {agree} |"


def written(page: str) -> str:
    """Return a page with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    return before + table() + rest.partition(END)[2]


def main() -> None:
    """Write the page."""
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
