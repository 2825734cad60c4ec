"""The version and the files of a release: image, compose.yaml, notes."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import main
from scripts import release
from version import VERSION

ROOT = Path(__file__).parent.parent
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
IMAGE = "registry.example/somebody/stolik"


def settings(text: str, indent: int = 0) -> dict[str, object]:
    """Return a YAML mapping; of YAML it knows what compose.yaml uses, and fails on the rest."""
    found: dict[str, object] = {}
    for key, value, inside in entries(text, indent):
        items = re.findall(rf"^ {{{indent + 2}}}- (.+)\n", inside, flags=re.MULTILINE)
        if items:
            assert inside == "".join(f"{' ' * (indent + 2)}- {item}\n" for item in items)
            found[key] = items
        elif inside:
            found[key] = settings(inside, indent + 2)
        else:
            found[key] = value.strip('"')
    return found


def entries(text: str, indent: int) -> Iterator[tuple[str, str, str]]:
    """Yield key, value and the lines further inside of each entry at this indentation."""
    lines = "".join(x for x in text.splitlines(keepends=True) if x.strip() and x.strip()[0] != "#")
    entry = re.compile(rf" {{{indent}}}([\w-]+):(?: (\S.*))?\n((?: {{{indent + 1}}}.*\n)*)")
    at = 0
    while at < len(lines):
        read = entry.match(lines, at)
        assert read, lines[at:]
        yield read[1], read[2] or "", read[3]
        at = read.end()


def bot(compose: str) -> dict[str, object]:
    """Return the settings of the bot's container."""
    services = settings(compose)["services"]
    assert isinstance(services, dict)
    assert list(services) == ["bot"]
    found = services["bot"]
    assert isinstance(found, dict)
    return found


def test_container_can_neither_fill_the_machine_nor_change_itself() -> None:
    found = bot(COMPOSE)
    assert found["mem_limit"] == "512m"
    assert found["logging"] == {
        "driver": "local",
        "options": {"max-size": "10m", "max-file": "3"},
    }
    assert found["read_only"] == "true"
    assert found["tmpfs"] == ["/tmp"]
    assert found["cap_drop"] == ["ALL"]
    assert found["security_opt"] == ["no-new-privileges:true"]


def test_container_keeps_its_database_and_comes_back() -> None:
    found = bot(COMPOSE)
    assert found["restart"] == "unless-stopped"
    assert found["volumes"] == ["database:/data"]
    assert found["environment"] == {"STOLIK_DATABASE": "/data/stolik.db"}
    assert settings(COMPOSE)["volumes"] == {"database": ""}


def test_a_release_is_run_by_its_compose_file_and_a_token() -> None:
    cut = bot(release.compose_file(COMPOSE, f"{IMAGE}:{VERSION}"))
    whole = bot(COMPOSE)
    assert whole.pop("build")
    assert whole == cut | {"image": "${STOLIK_IMAGE:-stolik}"}
    assert cut["image"] == f"{IMAGE}:{VERSION}"
    assert cut["env_file"] == ".env"
    assert cut["volumes"] == ["database:/data"]


def test_release_by_command_line(tmp_path: Path) -> None:
    assert release.main([IMAGE, str(tmp_path / "release")]) == 0
    compose = (tmp_path / "release" / "compose.yaml").read_text(encoding="utf-8")
    assert bot(compose)["image"] == f"{IMAGE}:{VERSION}"
    assert "clone" not in compose
    assert (tmp_path / "release" / "notes.md").read_text(encoding="utf-8") in CHANGELOG


def test_notes_are_those_of_the_version() -> None:
    changelog = (
        "## Unreleased\n\n- A.\n\n## 1.1.0 (2027-01-02)\n\n- B.\n\n## 1.0.0 (2026-11-22)\n\n- C.\n"
    )
    assert release.notes(changelog, "1.1.0") == "- B.\n"
    assert release.notes(changelog, "1.0.0") == "- C.\n"


@pytest.mark.parametrize("heading", ["## 1.1.0", "## 1x1x0 (2027-01-02)", "## Unreleased"])
def test_a_version_without_dated_notes_is_not_released(heading: str) -> None:
    with pytest.raises(ValueError, match=r"no notes for 1\.1\.0"):
        release.notes(f"{heading}\n\n- B.\n", "1.1.0")


def test_version_is_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION
    assert f'org.opencontainers.image.version="{VERSION}"' in DOCKERFILE
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"Stolik {VERSION}\n"


def test_newest_release_in_the_changelog_is_this_version() -> None:
    headings = re.findall(r"^## (.+)$", CHANGELOG, flags=re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(VERSION)} \(\d{{4}}-\d\d-\d\d\)", headings[1])


def test_image_stands_on_one_base_pinned_by_its_digest() -> None:
    [pinned, *others] = re.findall(r"^FROM (\S+)", DOCKERFILE, flags=re.MULTILINE)
    assert re.fullmatch(r"python:3\.11-slim-bookworm@sha256:[0-9a-f]{64}", pinned)
    assert set(others) == {"python"}
