"""Types pass from the matches to the cogs: mypy finds a misspelt call."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
HEAD = """
from cogs.ui.items import Interaction


async def handle(interaction: Interaction) -> None:
    service, user_id = interaction.client.service, interaction.user.id
"""
RIGHT = "await service.undo(1, user_id, interaction_id=interaction.id)"
PLANTED = {
    "misspelt method": ("await service.undooo(1, user_id)", "[attr-defined]"),
    "misspelt keyword": (RIGHT.replace("interaction_id", "intraction_id"), "[call-arg]"),
    "wrong type": (RIGHT.replace("(1,", '("1",'), "[arg-type]"),
    "misspelt method of a part": ("await service.users.setings(user_id)", "[attr-defined]"),
    "misspelt field": ("print((await service.info(1)).stattus)", "[attr-defined]"),
}


def test_a_wrong_call_into_the_service_is_found(tmp_path: Path) -> None:
    """All planted files are checked in one run, which shares the project's cache."""
    files = {name: tmp_path / f"planted_{n}.py" for n, name in enumerate(PLANTED)}
    for name, path in files.items():
        path.write_text(f"{HEAD}    {PLANTED[name][0]}\n", encoding="utf-8")
    right = tmp_path / "planted_right.py"
    right.write_text(f"{HEAD}    {RIGHT}\n", encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context"]
    run = subprocess.run(
        [*mypy, *map(str, (*files.values(), right))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    told = run.stdout
    assert not run.stderr
    found = {
        name: [row for row in told.splitlines() if path.name in row] for name, path in files.items()
    }
    for name, (_, code) in PLANTED.items():
        assert [row for row in found[name] if row.endswith(code)], (name, told)
    assert right.name not in told
