"""Whether a planted fault has been found: then there is nothing more to do."""

from __future__ import annotations

import os

from tests.soak.report import Run


def is_found(run: Run) -> bool:
    """Return whether a fault is planted in this process and has been found."""
    if not run.report.wrongs or not (name := os.environ.get("STOLIK_PLANTED")):
        return False
    from tests.soak.planted import BY_NAME  # which imports the exercises' faults

    return bool(run.report.kinds()[BY_NAME[name].finds])
