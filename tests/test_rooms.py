"""No circular or hidden imports, no heaps or long files, short docstring openings.

Hidden means inside a function.
"""

import ast
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.test_imports import HOUSE, PRODUCT, ROOT, imported, modules

MOST_MODULES = 12
"""The most modules in a folder of matches or cogs, not counting its ``__init__``."""

MOST_LINES, MOST_TEST_LINES = 400, 600
"""The most lines of a file of the product and of a file of tests."""

MOST_CHARACTERS = 80
"""The most characters of the first line of a docstring."""

DESCRIBED = (
    *("bench", "cogs", "demo_page", "lookup", "matches", "monitor", "players", "render"),
    *("rules", "scripts", "workers"),
    *("bot.py", "config.py", "demo.py", "health.py"),
)
"""The files and folders whose docstrings all start with a short line."""


@pytest.mark.parametrize("top", ["cogs", "matches"])
def test_folders_are_small(top: str) -> None:
    found = [path for path in modules(top) if path.stem != "__init__"]
    sizes = {f.as_posix(): sum(p.parent == f for p in found) for f in {p.parent for p in found}}
    assert len(sizes) > 4
    assert {name: size for name, size in sizes.items() if size > MOST_MODULES} == {}


def too_long(files: Iterable[Path], most: int) -> dict[str, int]:
    """Return the numbers of lines of the files that have more than `most`."""
    sizes = {path.as_posix(): len(path.read_text("utf-8").splitlines()) for path in files}
    return {name: size for name, size in sizes.items() if size > most}


def test_files_are_short() -> None:
    files = [ROOT / path for path in modules(*PRODUCT, "bench", "scripts")]
    assert too_long(files, MOST_LINES) == {}
    assert too_long(sorted((ROOT / "tests").rglob("*.py")), MOST_TEST_LINES) == {}


def test_a_long_file_is_found(tmp_path: Path) -> None:
    short, long = tmp_path / "short.py", tmp_path / "long.py"
    short.write_text("x = 1\n" * MOST_LINES)
    long.write_text("x = 1\n" * (MOST_LINES + 1))
    assert too_long([short, long], MOST_LINES) == {long.as_posix(): MOST_LINES + 1}


def graph(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Return which modules each module imports at run time, also in functions."""
    return {
        name: {
            called if called in sources else called.rpartition(".")[0]
            for called in imported(source, at_runtime=True)
        }
        & sources.keys() - {name}
        for name, source in sources.items()
    }


def cycle(arrows: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the names along a cycle, the first one again at the end; [] if none."""
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
    """Return the imports of our own modules that are inside functions."""
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


def first_lines(source: str) -> list[str]:
    """Return the first line of each docstring of modules, classes, functions, names."""
    found = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr)]
    texts = [v.value for v in found if isinstance(v, ast.Constant) and isinstance(v.value, str)]
    return [text.partition("\n")[0] for text in texts]


@pytest.mark.parametrize("path", modules(*DESCRIBED), ids=str)
def test_docstrings_start_with_a_short_line(path: Path) -> None:
    found = first_lines((ROOT / path).read_text(encoding="utf-8"))
    assert [line for line in found if len(line) > MOST_CHARACTERS] == []


def test_the_first_line_of_every_docstring_is_found() -> None:
    inner = 'class C:\n    """C.\n\n    c\n    """\n\n    def d(self):\n        """D."""\n'
    outer = '"""A."""\n\nX = 1\n"""B."""\n'
    assert first_lines(outer + inner) == ["A.", "B.", "C.", "D."]
