"""Imports point one way: cogs -> matches -> rules; cogs -> render, lookup; players -> rules."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PRODUCT = (
    "bot.py",
    "config.py",
    "demo.py",
    "health.py",
    "version.py",
    "cogs",
    "demo_page",
    "lookup",
    "matches",
    "monitor",
    "players",
    "render",
    "rules",
    "workers",
)
HOUSE = {name.removesuffix(".py") for name in PRODUCT}
GAMES = tuple(path.parent.name for path in sorted(ROOT.glob("rules/*/state.py")))
LISTS = tuple(
    Path(f"{room}.py") for room in ("rules/registry", "render/gallery", "players/gallery")
)
"""Where games, artists and judges are listed by name, to be imported when they are first needed."""

AT_HOME = {
    "aiohttp": ("bot.py", "cogs/", "demo_page/", "monitor/page.py"),
    "aiosqlite": ("matches/db/driver.py",),
    "babel": ("render/i18n.py",),
    "discord": ("bot.py", "cogs/", "demo.py", "demo_page/"),
    "dotenv": ("config.py",),
    "msgspec": ("config.py",),
    "psycopg": ("matches/db/postgres/",),
    "PIL": ("render/", "demo_page/"),
    "prometheus_client": ("monitor/metrics.py",),
    "rapidfuzz": ("lookup/",),
    "simcord": ("demo.py", "demo_page/"),
    "sqlite3": ("matches/db/",),
    "Stemmer": ("lookup/words.py",),
    "zlib_ng": ("render/kit/kept.py", "render/kit/png.py", "render/kit/press.py"),
}
"""All third-party packages and SQLite, with the only places that may import them."""

DOORS = ("backups", "checkup", "desk", "outbox", "scheduler", "sender", "service")
BELOW_COGS = (
    *("bot", "config", "lookup", "matches.domain", "monitor", "render", "rules", "version"),
    "workers",
    *(f"matches.{door}" for door in DOORS),
)
SEEN = {
    "rules/": ("rules",),
    "matches/domain/": ("matches.domain", "rules"),
    "matches/db/store.py": ("matches.db", "matches.domain", "monitor", "rules"),
    "matches/db/": ("matches.db", "matches.domain", "rules"),
    "matches/services/": ("matches.services", "matches.db", "matches.domain", "monitor", "rules"),
    "matches/": ("matches", "monitor", "rules"),
    "monitor/": ("monitor", "version"),
    "health.py": ("matches.db.meta", "matches.db.postgres.address", "config"),
    "render/": ("render", "rules"),
    "lookup/": ("lookup", "rules"),
    "workers/work.py": ("workers",),
    "workers/fairness.py": ("workers", "rules"),
    "workers/thinkers.py": ("workers", "monitor", "players", "rules"),
    "workers/": ("workers", "monitor", "rules", "config"),
    "players/": ("players", "rules"),
    "cogs/features.py": ("cogs",),
    "cogs/gate.py": BELOW_COGS,
    "cogs/groups.py": ("cogs.ui", *BELOW_COGS),
    "cogs/limits.py": ("cogs.traces", "cogs.ui", *BELOW_COGS),
    "cogs/log.py": ("cogs.traces", *BELOW_COGS),
    "cogs/monitoring.py": BELOW_COGS,
    "cogs/partial.py": BELOW_COGS,
    "cogs/rate_limits.py": BELOW_COGS,
    "cogs/running.py": BELOW_COGS,
    "cogs/traces.py": BELOW_COGS,
    "cogs/command_tree.py": ("cogs.ui", *BELOW_COGS),
    "cogs/admin/": ("cogs.admin", "cogs.ui", *BELOW_COGS),
    "cogs/operator/": (
        *("cogs.operator", "cogs.command_tree", "cogs.limits", "cogs.running", "cogs.ui"),
        *BELOW_COGS,
    ),
    "cogs/errors.py": ("cogs.traces", "cogs.ui", *BELOW_COGS),
    "cogs/ui/": ("cogs.ui", "cogs.traces", *BELOW_COGS),
    "cogs/shards/joint.py": (
        *("cogs.shards", "matches.crew", "matches.db"),
        *BELOW_COGS,
    ),
    "cogs/shards/": ("cogs.shards", "cogs.ui", *BELOW_COGS),
    "cogs/drawing/": ("cogs.drawing", "cogs.ui", *BELOW_COGS),
    "cogs/user/": ("cogs.user", "cogs.ui", *BELOW_COGS),
    "cogs/table/": ("cogs.table", "cogs.groups", "cogs.ui", *BELOW_COGS),
    "cogs/lobby/": (
        *("cogs.lobby", "cogs.drawing", "cogs.groups", "cogs.table", "cogs.ui"),
        *BELOW_COGS,
    ),
    "cogs/past/": ("cogs.past", "cogs.drawing", "cogs.groups", "cogs.ui", *BELOW_COGS),
    "cogs/play/": (
        *("cogs.play", "cogs.drawing", "cogs.lobby", "cogs.table", "cogs.ui"),
        *BELOW_COGS,
    ),
    "cogs/rulebook/": ("cogs.rulebook", "cogs.drawing", "cogs.play", "cogs.ui", *BELOW_COGS),
    "cogs/help/": (
        *("cogs.help", "cogs.drawing", "cogs.play", "cogs.rulebook", "cogs.ui"),
        *BELOW_COGS,
    ),
    "cogs/outbox/": (
        *("cogs.outbox", "cogs.drawing", "cogs.lobby", "cogs.table", "cogs.ui"),
        *BELOW_COGS,
    ),
}
"""The rooms of the house that a room may know; the first line that fits counts.

The doors of matches/ are its modules outside all rooms; cogs know these and the values of
matches/domain/, while the bot, which opens the database, knows all. The kit of cogs knows no
feature, nothing but the bot knows the outbox, and cogs name the bot for its type alone.
"""

PURE = {
    "matches/domain/": ("asyncio", "logging", "os", "pathlib", "threading"),
    "matches/db/": ("asyncio", "threading"),
}
"""The modules that a room has no use for."""

DRIVERS = ("matches/db/driver.py", "matches/db/postgres/database.py")
"""The only modules that run a thread."""

MOST, MOST_INSIDE = 18, 12
"""The most modules in a game's folder and in folders inside, ``__init__`` apart."""
SAME = {
    "rules": "advice apply components draft draws events flow labels legal moves observer refusals "
    "score state view whereabouts",
    "render": "board component exhibits hand heading icons layout panels pieces result sample "
    "text theme",
}
"""The modules that every game has, so that one job is always in one place."""

PICTURED = ("protocol", "text", "errors")
SHOWN = ("view", "components", "moves")


def modules(*folders: str) -> list[Path]:
    """Return the Python files of the product, or of some of its folders."""
    found = (ROOT / name for name in folders or PRODUCT)
    files = [f for p in found for f in ([p] if p.is_file() else sorted(p.rglob("*.py")))]
    files = [path for path in files if ".venv" not in path.parts]
    return [path.relative_to(ROOT) for path in files]


def imported(source: str, *, at_runtime: bool = False) -> Iterator[str]:
    """Yield the full names of what a module imports: ``rules.krakow.view.KrakowView``."""
    tree = ast.parse(source)
    skipped = set[ast.AST]()
    if at_runtime:
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                skipped |= {inner for line in node.body for inner in ast.walk(line)}
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def faults(path: Path, source: str) -> list[str]:
    """Return what is wrong with the imports of a module."""
    return [
        f"{path} imports {name}" for name in imported(source) if not allowed(path, name, source)
    ]


def allowed(path: Path, name: str, source: str) -> bool:
    """True if the module at `path` may import what is called `name`."""
    place, (top, *rest) = path.as_posix(), name.split(".")
    if top in AT_HOME:
        return place.startswith(AT_HOME[top])
    if top not in HOUSE and top not in sys.stdlib_module_names:
        return False
    folder = next((f for f in SEEN if place.startswith(f)), None)
    if top not in HOUSE or folder is None:
        return folder not in PURE or top not in PURE[folder] or place in DRIVERS
    if not any(f"{name}.".startswith(f"{seen}.") for seen in SEEN[folder]):
        return False
    if top == "render" and rest and rest[0] in GAMES:
        return place.startswith(f"render/{rest[0]}") or place == "render/gallery.py"
    if name.startswith("players.judges."):
        return place.startswith(f"players/judges/{rest[1]}/")
    if top == "bot":
        return name not in imported(source, at_runtime=True)
    return top != "rules" or may_know(folder, place, rest)


def may_know(folder: str, place: str, rest: list[str]) -> bool:
    """True if a module may import ``rules.<rest>``."""
    game = rest[0] if rest and rest[0] in GAMES else None
    if folder in ("rules/", "players/"):
        parts = Path(place).with_suffix("").parts
        inside = parts[2 if place.startswith("players/judges/") else 1]
        return game in (None, inside) or place == "rules/registry.py"
    if game is None:
        return folder != "render/" or rest[0] in PICTURED
    if folder.startswith(("lookup/", "matches/")):
        return False
    return len(rest) > 1 and rest[1] in SHOWN and not folder.startswith("cogs/")


@pytest.mark.parametrize("path", modules(), ids=str)
def test_imports(path: Path) -> None:
    assert faults(path, (ROOT / path).read_text(encoding="utf-8")) == []


def test_the_arrows_between_rooms_run_one_way() -> None:
    arrows = {
        room.removesuffix("/").removesuffix(".py").replace("/", "."): seen
        for room, seen in SEEN.items()
        if room != "matches/"  # its doors import its rooms
    }
    one_way = {
        room: [name for name in seen if name in arrows and name != room]
        for room, seen in arrows.items()
    }
    TopologicalSorter(one_way).prepare()  # it raises CycleError


@pytest.mark.parametrize("path", modules(), ids=str)
def test_no_game_is_named_outside_its_own_files(path: Path) -> None:
    """A new game is its files, one line in the registry and one in the gallery.

    In a game's own files another game's slug is just a word: guests lodge in Letnisko. They cannot
    import each other.
    """
    if path in LISTS or {*path.parts, path.stem} & set(GAMES):
        return
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not words & set(GAMES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folder", SAME)
def test_every_game_has_the_same_modules_and_few_of_its_own(folder: str, game: str) -> None:
    found = {path.stem for path in (ROOT / folder / game).glob("*.py")} - {"__init__"}
    assert found >= set(SAME[folder].split())
    assert len(found) <= MOST


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folder", SAME)
def test_a_folder_inside_a_game_is_small(folder: str, game: str) -> None:
    home = ROOT / folder / game
    inside = Counter(path.parent for path in home.rglob("*.py") if path.stem != "__init__")
    del inside[home]
    assert max(inside.values(), default=0) <= MOST_INSIDE


def test_every_room_named_here_exists() -> None:
    assert [name for name in (*PRODUCT, *SEEN) if not (ROOT / name).exists()] == []
    assert [door for door in DOORS if not (ROOT / f"matches/{door}.py").is_file()] == []


@pytest.mark.parametrize(
    "path",
    modules("bot.py", "cogs", "lookup", "matches", "players", "render", "rules", "workers"),
    ids=str,
)
def test_the_environment_is_read_in_config_alone(path: Path) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not names & {"environ", "getenv"}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("rules/krakow/state.py", "import msgspec"),
        ("render/i18n.py", "import yaml"),
        ("rules/krakow/state.py", "from matches.domain.model import Glance"),
        ("rules/protocol.py", "from rules.krakow.state import KrakowState"),
        ("render/krakow.py", "from rules.krakow.state import KrakowState"),
        ("render/krakow.py", "from rules.krakow import state"),
        ("render/krakow.py", "from rules.krakow import KRAKOW"),
        ("render/krakow.py", "from rules import registry"),
        ("render/krakow.py", "import discord"),
        ("render/kit/pen.py", "from render.krakow import theme"),
        ("cogs/drawing/pictures.py", "from render.krakow import KrakowArtist"),
        ("matches/service.py", "from PIL import Image"),
        ("matches/service.py", "import sqlite3"),
        ("matches/services/clocks.py", "import sqlite3"),
        ("matches/services/clocks.py", "from matches.service import MatchService"),
        ("matches/services/clocks.py", "from matches import service"),
        ("matches/db/seats.py", "from matches.services.table.seats import Seats"),
        ("matches/db/seats.py", "from matches import outbox"),
        ("matches/db/seats.py", "import asyncio"),
        ("matches/db/store.py", "import aiosqlite"),
        ("matches/domain/turn.py", "from matches.db.driver import Connection"),
        ("matches/domain/turn.py", "from matches import db"),
        ("matches/domain/turn.py", "from matches.services.cache import MatchCache"),
        ("matches/domain/history/log_view.py", "import sqlite3"),
        ("matches/domain/history/log_view.py", "import asyncio"),
        ("cogs/ui/items.py", "from cogs import errors"),
        ("cogs/ui/sheet.py", "from cogs.drawing.pictures import draw_board"),
        ("cogs/ui/context.py", "import cogs.lobby.cog"),
        ("cogs/table/votes.py", "from cogs.outbox.sending import send"),
        ("cogs/table/seats.py", "def later():\n    from cogs.lobby.post import state_line"),
        ("cogs/play/panel.py", "from cogs.rulebook.why import explain"),
        ("cogs/groups.py", "from cogs.table.seats import resign"),
        ("cogs/past/replay.py", "from cogs.play import panel_view"),
        ("cogs/errors.py", "import sqlite3"),
        ("cogs/errors.py", "from matches.db.store import StoreError"),
        ("cogs/table/seats.py", "from matches.services.table.seats import Holder"),
        ("cogs/play/panel.py", "from matches import services"),
        ("cogs/ui/context.py", "import matches.db"),
        ("cogs/admin/cog.py", "from matches.rehearsal import look"),
        ("matches/service.py", "import aiosqlite"),
        ("matches/service.py", "from render import i18n"),
        ("matches/service.py", "import rules.krakow"),
        ("lookup/shelf.py", "from rules.krakow.components import SIGHTS"),
        ("lookup/shelf.py", "from matches.domain.model import Glance"),
        ("lookup/shelf.py", "from render.i18n import Lang"),
        ("lookup/search.py", "import sqlite3"),
        ("rules/krakow/whereabouts.py", "from lookup import shelf"),
        ("cogs/rulebook/cog.py", "import rapidfuzz"),
        ("workers/work.py", "import config"),
        ("workers/process.py", "from players.search import think"),
        ("players/search.py", "from matches.domain.model import Glance"),
        ("players/search.py", "from rules.krakow import KRAKOW"),
        ("players/gallery.py", "from players.judges.krakow.judge import KrakowJudge"),
        ("players/judges/letnisko.py", "from players.judges.krakow.hidden import deal"),
        ("players/judges/krakow/hidden.py", "from rules.lodge.state import LodgeState"),
        ("players/judges/letnisko.py", "from rules.krakow.state import KrakowState"),
        ("rules/krakow/advice.py", "from players import search"),
        ("cogs/play/cog.py", "from rules.krakow.state import KrakowState"),
        ("cogs/play/cog.py", "from rules.krakow.moves import Lay"),
        ("cogs/ui/krakow.py", "from rules.krakow.legal import check"),
        ("cogs/ui/krakow.py", "from rules.krakow.moves import Lay"),
        ("cogs/errors.py", "from bot import StolikBot"),
        ("config.py", "import discord"),
        ("health.py", "import discord"),
        ("health.py", "from matches.db.store import Store"),
    ],
)
def test_a_wrong_import_is_found(path: str, source: str) -> None:
    assert faults(Path(path), source)


def test_right_imports_are_let_pass() -> None:
    assert not faults(Path("cogs/ui/choice.py"), "from rules.protocol import Move")
    assert not faults(Path("render/krakow.py"), "from rules.krakow.view import KrakowView")
    assert not faults(Path("matches/service.py"), "from matches.services.cache import T")
    assert not faults(
        Path("players/judges/letnisko.py"), "from rules.letnisko.state import LetniskoState"
    )
    hidden = "from players.judges.krakow.hidden import deal"
    assert not faults(Path("players/judges/krakow/judge.py"), hidden)
    assert not faults(
        Path("players/judges/krakow/hidden.py"), "from rules.krakow.state import KrakowState"
    )
    assert not faults(Path("cogs/past/replay.py"), "from matches.domain.history.past import Page")
    assert not faults(Path("cogs/outbox/posts.py"), "from matches.service import MatchService")
    assert not faults(Path("matches/services/cache.py"), "from matches.db import seats")
    assert not faults(Path("matches/db/driver.py"), "import asyncio, aiosqlite")
    assert not faults(Path("matches/domain/turn.py"), "from matches.domain import model")
    lazily = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot import StolikBot"
    assert not faults(Path("cogs/errors.py"), lazily)
