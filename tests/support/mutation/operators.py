"""What is changed, beside Cosmic Ray's own operators: a check is taken away, or refuses with another code.

Here: the operators, and which of all mutants are not made (`counted`). Never: running anything.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import parso
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import OPERATOR_PROVIDERS
from cosmic_ray.work_item import MutationSpec

Span = tuple[tuple[int, int], tuple[int, int]]


def _put(node: Any, index: int, code: str) -> Any:
    prefix = node.children[index].get_first_leaf().prefix
    node.children[index] = parso.python.tree.Name(code, (0, 0), prefix)
    return node


class _Choice(Operator):
    """An operator that gives, for a node, the child to replace and the code to put there, once per mutant."""

    def choices(self, node: Any) -> Iterator[tuple[int, str]]:
        raise NotImplementedError

    def mutation_positions(self, node: Any) -> Iterator[Span]:
        for index, _ in self.choices(node):
            child = node.children[index]
            yield child.start_pos, child.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        return _put(node, *list(self.choices(node))[index])

    @classmethod
    def examples(cls) -> Sequence[Any]:
        return ()


class DropStatement(_Choice):
    """A statement of a function does nothing: a raise, a return, a call, an assignment."""

    def choices(self, node: Any) -> Iterator[tuple[int, str]]:
        if node.type != "simple_stmt" or parso.python.tree.search_ancestor(node, "funcdef") is None:
            return
        kind = node.children[0].type
        value = getattr(node.children[0], "value", "")
        if kind not in ("string", "strings", "fstring", "import_from", "import_name") and value not in (
            "pass",
            "...",
        ):
            yield 0, "pass"


class FixCondition(_Choice):
    """The condition of an `if`, `elif`, conditional expression, filter or `while` is always true, or never."""

    def choices(self, node: Any) -> Iterator[tuple[int, str]]:
        words = [getattr(child, "value", "") for child in getattr(node, "children", ())]
        if node.type in ("if_stmt", "while_stmt"):
            for index, word in enumerate(words):
                if word in ("if", "elif", "while"):
                    yield index + 1, "False"
                    if word != "while":
                        yield index + 1, "True"
        elif node.type == "test":
            yield from ((2, word) for word in ("True", "False"))
        elif node.type == "comp_if":
            yield from ((1, word) for word in ("True", "False"))


class DropOperand(_Choice):
    """One part of an `and` or `or` is not asked."""

    def choices(self, node: Any) -> Iterator[tuple[int, str]]:
        if node.type in ("and_test", "or_test"):
            neutral = "True" if node.type == "and_test" else "False"
            yield from ((index, neutral) for index in range(0, len(node.children), 2))


class SwapIn(_Choice):
    """`in` for `not in`, and the reverse."""

    def choices(self, node: Any) -> Iterator[tuple[int, str]]:
        if node.type == "comparison":
            for index in range(1, len(node.children), 2):
                word = " ".join(node.children[index].get_code().split())
                if word in ("in", "not in"):
                    yield index, "not in" if word == "in" else "in"


class SwapCode(_Choice):
    """A refusal gives another code."""

    def choices(self, node: Any) -> Iterator[tuple[int, str]]:
        if node.type in ("atom_expr", "power") and node.get_code(include_prefix=False).startswith("Code."):
            name = node.children[1].children[-1].value
            yield 1, ".ENCODING" if name != "ENCODING" else ".SHAPE"


OURS: dict[str, type[Operator]] = {
    operator.__name__: operator for operator in (DropStatement, FixCondition, DropOperand, SwapIn, SwapCode)
}


class Provider:
    """Our operators, as Cosmic Ray asks for them."""

    def __iter__(self) -> Iterator[str]:
        return iter(OURS)

    def __getitem__(self, name: str) -> type[Operator]:
        return OURS[name]


def register() -> None:
    """Adds our operators to Cosmic Ray's, as `bura/…`."""
    OPERATOR_PROVIDERS["bura"] = Provider()


REPLACED_BY = {
    "Eq": ("NotEq", "LtE", "GtE"),
    "NotEq": ("Eq", "Lt", "Gt"),
    "Lt": ("LtE", "NotEq", "GtE"),
    "LtE": ("Lt", "Eq", "Gt"),
    "Gt": ("GtE", "NotEq", "LtE"),
    "GtE": ("Gt", "Eq", "Lt"),
    "Is": ("IsNot",),
    "IsNot": ("Is",),
    "Add": ("Sub", "Mul"),
    "Sub": ("Add", "Mul"),
    "Mul": ("Add", "FloorDiv"),
    "Div": ("Mul",),
    "FloorDiv": ("Mul", "Mod"),
    "Mod": ("Mul", "FloorDiv"),
    "Pow": ("Mul", "Add"),
    "RShift": ("LShift",),
    "LShift": ("RShift",),
    "BitOr": ("BitAnd", "BitXor"),
    "BitAnd": ("BitOr", "BitXor"),
    "BitXor": ("BitAnd", "BitOr"),
}
"""What an operator is replaced by: of the seven or eleven ways, those that no other of them implies (comparisons:
Kaminski, Ammann, Offutt, "Better predicate testing", 2011), those that do not die of a type (the rest)."""


@cache
def _annotations(path: Path) -> tuple[Span, ...]:
    """Where annotations stand that nothing ever evaluates: all but those that declare a field's bounds."""
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            found.append(node.returns)
    plain = [node for node in found if node is not None and "Annotated" not in ast.dump(node)]
    return tuple(((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)) for node in plain)


def counted(spec: MutationSpec) -> bool:
    """Whether a mutant is made.

    Not made: changes of annotations, which are never evaluated (a field's bounds are); `AddNot`, since `FixCondition`
    is stricter; what `REPLACED_BY` leaves out. Cosmic Ray itself changes no text.
    """
    kind, *swap = spec.operator_name.split("_")
    if kind == "core/AddNot":
        return False
    if "ComparisonOperator" in kind or "BinaryOperator" in kind:
        before, after = swap
        if after not in REPLACED_BY[before]:
            return False
    annotations = _annotations(Path(spec.module_path))
    return not any(start <= spec.start_pos and spec.end_pos <= end for start, end in annotations)
