"""The things around the code: lock files, container, documents."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from ctypes.util import find_library
from importlib.metadata import distributions
from pathlib import Path

import discord
import pytest

import config
from cogs.ui.permissions import NEEDED
from matches.db.store import Store
from rules import registry
from scripts import backup, lock

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_locks_are_fresh() -> None:
    assert lock.stale_locks(ROOT) == ()


def test_lock_is_stale_after_a_change_of_dependencies(tmp_path: Path) -> None:
    for name in (*lock.LOCKS, "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    assert lock.stale_locks(tmp_path) == ()
    pyproject = tmp_path / "pyproject.toml"
    pyproject.write_text(pyproject.read_text().replace('"pillow>=', '"pillow>'))
    assert lock.stale_locks(tmp_path) == tuple(lock.LOCKS)
    (tmp_path / "requirements.lock").unlink()
    assert "requirements.lock" in lock.stale_locks(tmp_path)


@pytest.mark.parametrize("name", lock.LOCKS)
def test_lock_pins_every_package_by_hash_and_names_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    packages = re.split(r"\n(?=\w)", text)[1:]
    assert packages
    for package in packages:
        assert re.match(r"[\w.\[\],-]+==[\w.]+", package), package
        assert "--hash=sha256:" in package, package


def normal(requirement: str) -> str:
    """Return the plain name of a requirement."""
    match = re.match(r"[\w.-]+", requirement)
    assert match
    return re.sub(r"[-_.]+", "-", match[0]).lower()


def pinned(name: str) -> dict[str, set[str]]:
    """Return the extras of every package that a lock file pins."""
    text = (ROOT / name).read_text(encoding="utf-8")
    lines = re.findall(r"^(\w[\w.-]*)(?:\[(.+)\])?==", text, flags=re.MULTILINE)
    return {normal(package): {e for e in extras.split(",") if e} for package, extras in lines}


def test_locks_pin_the_extras_that_packages_ask_for() -> None:
    """Else pip takes the newest release for these, which has no hash, and installs nothing."""
    locked = pinned("requirements-dev.lock")
    asked = 0
    for found in distributions():
        if normal(found.name) not in locked:
            continue
        for line in found.requires or ():
            wanted = re.match(r"([\w.-]+)\[([^\]]+)\]", line)
            if wanted and "extra ==" not in line:
                asked += 1
                extras = {extra.strip() for extra in wanted[2].split(",")}
                assert extras <= locked[normal(wanted[1])], f"{found.name} asks for {line}"
    assert asked


GROUPS = PYPROJECT["dependency-groups"]
DEPENDENCIES = [*PYPROJECT["project"]["dependencies"], *GROUPS["play"]]
DEPENDENCIES += [requirement for requirement in GROUPS["dev"] if isinstance(requirement, str)]


@pytest.mark.parametrize("requirement", DEPENDENCIES, ids=normal)
def test_every_dependency_is_locked_and_has_its_reason(requirement: str) -> None:
    assert normal(requirement) in pinned("requirements-dev.lock")
    reasons = re.findall(r"^\| `([\w.-]+)` \| .{8,} \|$", CONTRIBUTING, flags=re.MULTILINE)
    assert normal(requirement) in map(normal, reasons)


@pytest.mark.parametrize(
    "target", ["play", "test", "run", "install", "bench", "messages", "lock", "clean"]
)
def test_makefile_has_the_target(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE)


def test_ci_runs_every_check() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").rstrip().endswith("\nmake test")


def first_party(start: Path, seen: set[Path]) -> set[Path]:
    """Add to `seen` every file of ours that `start` needs, including itself."""
    if start in seen:
        return seen
    seen.add(start)
    for node in ast.walk(ast.parse(start.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
        for name in names:
            base = ROOT.joinpath(*name.split("."))
            for path in (base.with_suffix(".py"), base / "__init__.py"):
                if path.is_file():
                    first_party(path, seen)
    return seen


def test_container_gets_everything_the_bot_imports() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in ignored
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    files = first_party(ROOT / "bot.py", set()) | first_party(ROOT / "health.py", set())
    needed = {path.relative_to(ROOT).parts[0] for path in files}
    needed |= {"data", "pyproject.toml", "requirements.lock"}
    for name in ("operations", "backups", "upgrading", "postgresql"):
        told = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        needed |= {f"scripts/{script}.py" for script in re.findall(r"\bscripts\.(\w+)", told)}
    assert {"scripts/backup.py", "scripts/move_database.py"} < needed
    assert needed <= let_in
    assert all((ROOT / name).exists() for name in let_in)


def test_container_asks_with_the_light_check() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    [asked] = [line for line in lines if line.startswith("HEALTHCHECK")]
    assert asked.endswith('CMD ["python", "health.py"]')


def test_container_installs_dependencies_before_the_source() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert lines.index("COPY requirements.lock /") < lines.index("COPY . .")
    assert lines.index("COPY . .") < lines.index("USER 10001")


@pytest.mark.skipif(find_library("jemalloc") is None, reason="needs Debian's libjemalloc2")
def test_container_takes_its_memory_from_the_library_that_it_installs() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert text.index("install --yes --no-install-recommends libjemalloc2") < text.index("USER")
    chosen = dict(re.findall(r"\b(LD_PRELOAD|MALLOC_CONF)=(\S+)", text))
    code = "print('jemalloc' in open('/proc/self/maps').read())"
    run = (sys.executable, "-c", code)
    told = subprocess.run(run, env=chosen, capture_output=True, text=True, check=True)
    assert (told.stdout, told.stderr) == ("True\n", "")  # it complains of what it doesn't know


def test_container_keeps_large_temporary_files_out_of_memory() -> None:
    """Its /tmp is memory, and scripts.rehearse, scripts.restore and SQLite's VACUUM need copies."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    [volume] = re.findall(r"^VOLUME (\S+)$", text, re.M)
    assert re.search(rf"^ +TMPDIR={volume} \\$", text, re.M)
    assert re.search(
        r"^    tmpfs:\n      - /tmp$", (ROOT / "compose.yaml").read_text("utf-8"), re.M
    )


def test_container_is_not_built_from_what_does_not_load() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert text.index("COPY . .") < text.index("bot.py --check") < text.index("USER 10001")


def test_playing_installs_no_tool() -> None:
    tools = [normal(found) for found in GROUPS["dev"] if isinstance(found, str)]
    locked = pinned("requirements-play.lock")
    assert [name for name in tools if name in locked] == ["simcord"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^play: \$\(PLAY_STAMP\)", makefile, flags=re.MULTILINE)
    assert re.search(r"^\$\(PLAY_STAMP\): requirements-play\.lock$", makefile, flags=re.MULTILINE)


def test_example_environment_names_every_setting_with_its_default() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^#?([A-Z_]+)=", text, flags=re.MULTILINE))
    assert named == set(config.VARIABLES.values())
    examples = dict(re.findall(r"^#([A-Z_]+)=(.+)$", text, flags=re.MULTILINE))
    assert len(examples) == len(named) - 1
    for name in ("metrics", "backup_folder"):  # nowhere, so its example is one and no default
        given = config.load(examples, token_needed=False)
        assert getattr(given, name) == examples.pop(config.VARIABLES[name])
        assert getattr(config.Settings(), name) == ""
    assert config.load(examples, token_needed=False) == config.Settings()


def test_the_compose_file_of_postgres_has_an_address_that_can_be_read() -> None:
    text = (ROOT / "deploy" / "compose.postgres.yaml").read_text(encoding="utf-8")
    [given] = re.findall(r"STOLIK_DATABASE: (.+)", text)
    url = re.sub(r"\$\{POSTGRES_PASSWORD:[^}]*\}", "a1b2c3", given)
    found = config.load({"STOLIK_DATABASE": url}, token_needed=False).database
    assert str(found) == "postgresql://postgres/stolik"


def test_prometheus_finds_every_bot_that_compose_starts() -> None:
    """The files are read together; a fixed name or port of the host would be had by one alone."""
    several = (ROOT / "deploy" / "compose.several.yaml").read_text(encoding="utf-8")
    files = re.findall(r"-f (\S+\.yaml)", several)
    assert len(files) == len(set(files)) == 4
    bots = [
        re.findall(r"^  bot:\n((?:    .*\n|\n)+)", (ROOT / file).read_text(encoding="utf-8"), re.M)
        for file in files
    ]
    assert [len(found) for found in bots] == [1] * 4
    bot = "".join(found for (found,) in bots)
    assert re.findall(r"^    (scale|ports|container_name|hostname):(.*)$", bot, re.M) == [
        ("scale", " 2")
    ]
    [port] = re.findall(r"STOLIK_METRICS: 0\.0\.0\.0:(\d+)", bot)
    assert re.findall(r"STOLIK_DATABASE: (\w+:|/)", bot)[-1] == "postgresql:"

    asked = (ROOT / "deploy" / "prometheus.yml").read_text(encoding="utf-8")
    found = asked.partition("scrape_configs:")[2]
    assert "static_configs" not in found
    assert "dns_sd_configs" in found
    assert re.findall(r"(?:names|type|port): (.+)", found) == ['["bot"]', "A", port]


def test_invite_link_asks_for_the_permissions_needed_and_private_threads() -> None:
    assert len(NEEDED) == 6
    [asked] = re.findall(r"permissions=(\d+)", README)
    wanted = (*NEEDED, "create_private_threads")
    assert int(asked) == discord.Permissions(**dict.fromkeys(wanted, True)).value


MOST_WORDS = 1300
"""What somebody new reads before giving up."""


def test_readme_is_short_and_shows_every_game() -> None:
    assert len(README.split()) <= MOST_WORDS
    for slug in registry.slugs():
        picture = f"docs/pictures/{slug}.png"
        assert README.count(picture) == 2, "shown, and a tap away at its full size"
        assert f"data/{slug}/rulebook.en.md" in README
        assert (ROOT / picture).stat().st_size < 120_000


HIDDEN = re.compile(r"^[.]|^var$|^node_modules$")
DOCUMENTS = [
    str(path.relative_to(ROOT))
    for path in sorted(ROOT.rglob("*.md"))
    if not any(map(HIDDEN.match, path.relative_to(ROOT).parts))
]


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_between_documents_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    markdown = re.findall(r"\]\(([^)#]*)#?([^)]*)\)", text)
    for target, anchor in markdown + re.findall(r'(?:href|src)="([^"#]*)#?([^"]*)"', text):
        if target.startswith("https://"):
            continue
        found = (ROOT / name).parent / target if target else ROOT / name
        assert found.exists(), target
        if anchor:
            assert anchor in anchors(found.read_text(encoding="utf-8")), anchor


def test_a_release_has_twenty_things_to_look_at() -> None:
    text = (ROOT / "docs" / "release.md").read_text(encoding="utf-8")
    [listed] = re.findall(r"## Twenty things to look at\n(.*?)\n## ", text, flags=re.DOTALL)
    things = re.split(r"\n(?=\d+\. )", listed)[1:]
    assert [int(thing.split(".")[0]) for thing in things] == [*range(1, 21)]
    for thing in things:
        assert re.match(r"\d+\. \*\*.+?\.\*\* ", thing), thing
        assert "Right: " in thing, thing
    assert set(re.findall(r"DISCORD_TEST_[A-Z]+", text)) == {
        f"DISCORD_TEST_{name}" for name in ("TOKEN", "GUILD", "CHANNEL", "USER")
    }


async def test_backup_by_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "stolik.db", tmp_path / "backup.db"
    assert backup.main([str(source), str(target)]) == 1
    assert "there is no database" in capsys.readouterr().err
    store = await Store.open(source)
    await store.set_meta("heartbeat", "now")
    assert backup.main([str(source), str(target)]) == 0
    await store.close()
    copy = await Store.open(target)
    assert await copy.get_meta("heartbeat") == "now"
    await copy.close()


def test_bundled_fonts_come_with_their_licence() -> None:
    folders = [path for path in (ROOT / "data" / "fonts").iterdir() if path.is_dir()]
    assert folders
    for folder in folders:
        assert list(folder.glob("LICENSE*")), folder.name
