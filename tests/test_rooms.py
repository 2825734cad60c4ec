"""The rooms of cogs and the arrows between them; no import anywhere in a circle or hidden."""

import ast
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.test_imports import HOUSE, ROOT, imported, modules

ARROWS = {
    "groups": (),
    "partial": (),
    "traces": (),
    "ui": ("traces",),
    "drawing": ("ui",),
    "admin": ("ui",),
    "errors": ("traces", "ui"),
    "user": ("ui",),
    "table": ("groups", "ui"),
    "lobby": ("groups", "table", "ui"),
    "past": ("drawing", "groups", "ui"),
    "play": ("drawing", "lobby", "table", "ui"),
    "rulebook": ("drawing", "play", "ui"),
    "help": ("drawing", "play", "rulebook", "ui"),
    "outbox": ("drawing", "lobby", "table", "ui"),
}
"""Which rooms of `cogs` a room may know, whether by folder or by module. The kit knows no feature;
nothing but the bot knows the outbox and who answers errors."""
MOST_MODULES = 12
"""How many modules a folder has at the most."""


def room_faults(path: Path, source: str) -> list[str]:
    """Return the imports of a module of cogs that lead into a room it may not know."""
    room = path.with_suffix("").parts[1]
    known = (room, *ARROWS[room])
    ours = (name.split(".") for name in imported(source) if name.startswith("cogs"))
    return [f"{path} imports {'.'.join(name)}" for name in ours if name[1] not in known]


@pytest.mark.parametrize(
    "path", [p for p in modules("cogs") if p.parts[1] != "__init__.py"], ids=str
)
def test_arrows_between_rooms(path: Path) -> None:
    assert room_faults(path, (ROOT / path).read_text(encoding="utf-8")) == []


def test_arrows_run_one_way() -> None:
    assert cycle(ARROWS) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("cogs/ui/items.py", "from cogs import errors"),
        ("cogs/ui/sheet.py", "from cogs.drawing.pictures import draw_board"),
        ("cogs/ui/context.py", "import cogs.lobby.cog"),
        ("cogs/table/votes.py", "from cogs.outbox.sending import send"),
        ("cogs/table/seats.py", "def later():\n    from cogs.lobby.post import state_line"),
        ("cogs/play/panel.py", "from cogs.rulebook.why import explain"),
        ("cogs/groups.py", "from cogs.ui.items import button"),
        ("cogs/past/replay.py", "from cogs.play import panel_view"),
    ],
)
def test_a_wrong_arrow_is_found(path: str, source: str) -> None:
    assert room_faults(Path(path), source)


def test_folders_are_small() -> None:
    folders = {path.parent for path in modules("cogs")}
    sizes = {f.as_posix(): len([p for p in modules(str(f)) if p.parent == f]) for f in folders}
    assert {name: size for name, size in sizes.items() if size > MOST_MODULES + 1} == {}


# Circles, and imports that are hidden.


def graph(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Return which modules each module imports when it runs, in functions too, by their names."""
    return {
        name: {
            called if called in sources else called.rpartition(".")[0]
            for called in imported(source, at_runtime=True)
        }
        & sources.keys() - {name}
        for name, source in sources.items()
    }


def cycle(arrows: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the names along a circle, the first one again at the end; [] if there is none."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return [str(name) for name in error.args[1]]
    return []


def product() -> dict[str, str]:
    """Return the sources of the product by the names of their modules."""
    named = {".".join(path.with_suffix("").parts): path for path in modules()}
    return {
        name.removesuffix(".__init__"): (ROOT / path).read_text(encoding="utf-8")
        for name, path in named.items()
    }


def hidden(source: str) -> list[str]:
    """Return the imports of the house's own modules that stand in functions."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [n for n in ast.walk(ast.parse(source)) if isinstance(n, functions)]
    names = {name for body in bodies for name in imported(ast.unparse(body))}
    return sorted(name for name in names if name.split(".")[0] in HOUSE)


def test_no_circle() -> None:
    assert cycle(graph(product())) == []


@pytest.mark.parametrize("path", modules(), ids=str)
def test_no_import_is_hidden_in_a_function(path: Path) -> None:
    assert hidden((ROOT / path).read_text(encoding="utf-8")) == []


def test_planted_circles_and_hidden_imports_are_found() -> None:
    there, back = "from cogs.b import y", "def later():\n    import cogs.a"
    assert set(cycle(graph({"cogs.a": there, "cogs.b": back}))) == {"cogs.a", "cogs.b"}
    lazily = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import cogs.a"
    assert cycle(graph({"cogs.a": there, "cogs.b": lazily})) == []
    assert hidden(back) == ["cogs.a"]
