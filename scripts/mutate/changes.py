"""The small changes that can be made to a source file, found in its syntax tree.

A change replaces one expression or statement, so that the rest of the file stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
UNTOUCHED: Final = {"log", "overload", "cast", "TypeVar", "Literal"}
"""Names whose calls are for readers of the log or for the type checker."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one place in a file.

    Attributes:
        line: Its line, from 1.
        what: What is done there.
        start: Where it begins in the file's UTF-8 bytes.
        end: Where it ends.
        new: What stands there instead.
    """

    line: int
    what: str
    start: int
    end: int
    new: str

    def made(self, source: str) -> str:
        """Return a file's text with the change."""
        data = source.encode()
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()


def changes(source: str) -> tuple[Change, ...]:
    """Return all changes of a file, in its order."""
    tree = ast.parse(source)
    starts = _line_starts(source)
    found = []
    for node in _behaviour(tree):
        for what, new in _instead(node):
            first = starts[node.lineno - 1] + node.col_offset
            last = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            found.append(Change(node.lineno, what, first, last, new))
    return tuple(sorted(found, key=lambda one: (one.start, one.end, one.what)))


def _line_starts(source: str) -> Sequence[int]:
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _behaviour(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the expressions and statements that do something when a function runs."""
    for inside in ast.iter_child_nodes(node):
        if isinstance(inside, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in inside.body:
                yield from _of_statement(statement)
        elif isinstance(inside, ast.ClassDef | ast.If | ast.Try | ast.With):
            yield from _behaviour(inside)


def _of_statement(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    if _is_idle(node):
        return
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for inside in value if isinstance(value, list) else [value]:
            if isinstance(inside, ast.AST):
                yield from _of_statement(inside)


def _is_idle(node: ast.AST) -> bool:
    """Return whether something does nothing that a test could notice."""
    match node:
        case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            return True
        case ast.Expr(value=ast.Constant()) | ast.keyword(arg="strict"):  # of zip: an assertion
            return True
        case ast.Expr(value=value):
            return _is_idle(value)
        case (
            ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(value=ast.Name(id=name)))
        ):
            return name in UNTOUCHED
    return False


def _instead(node: ast.expr | ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield what could stand in place of a node, with words about it."""
    for kind, other in _OTHERS.items():
        if isinstance(node, kind):
            yield from other(node)


def _compare(node: ast.Compare) -> Iterator[tuple[str, str]]:
    if len(node.ops) == 1:
        other = COMPARED[type(node.ops[0])]()
        new = ast.Compare(node.left, [other], node.comparators)
        yield "another comparison", f"({ast.unparse(new)})"


def _bool_op(node: ast.BoolOp) -> Iterator[tuple[str, str]]:
    other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "and or or exchanged", f"({ast.unparse(ast.BoolOp(other, node.values))})"


def _unary(node: ast.UnaryOp) -> Iterator[tuple[str, str]]:
    if isinstance(node.op, ast.Not):
        yield "not left out", f"({ast.unparse(node.operand)})"


def _bin_op(node: ast.BinOp) -> Iterator[tuple[str, str]]:
    other = COUNTED.get(type(node.op))
    if other is not None and not isinstance(node.left, ast.Constant | ast.JoinedStr):
        yield "another operator", f"({ast.unparse(ast.BinOp(node.left, other(), node.right))})"


def _constant(node: ast.Constant) -> Iterator[tuple[str, str]]:
    if isinstance(node.value, bool):
        yield "true or false exchanged", str(not node.value)
    elif isinstance(node.value, int):
        yield "one more", str(node.value + 1)


def _condition(node: ast.If | ast.While | ast.IfExp) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.IfExp) and not isinstance(node.test, ast.Compare | ast.UnaryOp):
        new = ast.IfExp(node.test, node.orelse, node.body)
        yield "branches exchanged", f"({ast.unparse(new)})"


def _left_out(node: ast.Expr | ast.AugAssign) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.AugAssign) or isinstance(node.value, ast.Call | ast.Await):
        yield "statement left out", "pass"


def _leave(node: ast.Return) -> Iterator[tuple[str, str]]:
    if isinstance(node.value, ast.Call | ast.Name | ast.Attribute | ast.Await):
        yield "returns the opposite or nothing", f"return not ({ast.unparse(node.value)})"


def _loop(node: ast.Continue | ast.Break) -> Iterator[tuple[str, str]]:
    yield "break or continue exchanged", "break" if isinstance(node, ast.Continue) else "continue"


_OTHERS: Final[dict[type[ast.AST], Callable[..., Iterator[tuple[str, str]]]]] = {
    ast.Compare: _compare,
    ast.BoolOp: _bool_op,
    ast.UnaryOp: _unary,
    ast.BinOp: _bin_op,
    ast.Constant: _constant,
    ast.IfExp: _condition,
    ast.Expr: _left_out,
    ast.AugAssign: _left_out,
    ast.Return: _leave,
    ast.Continue: _loop,
    ast.Break: _loop,
}
