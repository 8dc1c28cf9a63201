"""Cosmic Ray's change of a source. Here: one parsed tree per module, changed in a child. Never: running a mutant."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import MutationVisitor
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec

from tests.support.mutation.running import Mutant


@cache
def _tree_of(path: Path) -> Any:
    return get_ast(path.read_text(encoding="utf-8"))


def mutant(spec: MutationSpec) -> Mutant:
    """The mutant that Cosmic Ray has written down; its source is made when it is asked for, in a child."""
    path = Path(spec.module_path)
    _tree_of(path)
    return Mutant(path, partial(_changed, spec))


def _changed(spec: MutationSpec) -> str | None:
    visitor = MutationVisitor(spec.occurrence, get_operator(spec.operator_name)(**spec.operator_args))
    walked = visitor.walk(_tree_of(Path(spec.module_path)))
    return walked.get_code() if visitor.mutation_applied else None
