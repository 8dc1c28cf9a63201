"""Weakened copies of the package: the code that ships, but for a mistake that somebody has really made.

A copy is made from the package's own source: `old`, which must stand in its module exactly once, becomes `new`. The
copy then lives beside the package under another name, with everything that it imports, the tests' own helpers
included: a test module loaded in a copy plays the very same attack against tables that make the mistake. So one
attack shows three things: it works where the check is missing, it is refused where the check stands, and a tree in
which somebody deletes the check is one in which the second of these fails.

Here: loading. Never: an attack; a change of the package itself, whose modules are not touched.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("bura_p2p", "tests")
NOT_COPIED = "tests.faults.weakened"

REACHED: set[tuple[str, int]] = set()
"""Places that marked copies have come by (`test_13_inverted_comparison.py`)."""


@dataclass(frozen=True)
class Edit:
    """In `bura_p2p.<module>`, the text `new` instead of `old`."""

    module: str
    old: str
    new: str = ""

    @property
    def path(self) -> Path:
        return ROOT.joinpath("bura_p2p", *self.module.split(".")).with_suffix(".py")

    @property
    def fits(self) -> bool:
        """Whether the check still stands where this edit looks for it; `test_index.py` demands it of all."""
        return self.path.read_text(encoding="utf-8").count(self.old) == 1

    def changed(self, text: str) -> str:
        return text.replace(self.old, self.new)


class Weakened:
    """A copy of the package that makes `mistake`, by these edits."""

    def __init__(self, mistake: str, *edits: Edit) -> None:
        self.mistake = mistake
        self.edits = edits
        self._alias = ""

    def __call__(self, name: str) -> Any:
        """The module `name` (of the package or of the tests) in this copy. Skipped where an edit does not fit."""
        if not all(edit.fits for edit in self.edits):
            pytest.skip(f"a check has moved, see test_index.py: {self.mistake}")
        if not self._alias:
            self._alias = f"weakened_{len(_FINDER.copies)}"
            _FINDER.copies[self._alias] = self
        return import_module(f"{self._alias}.{name}")


class _Finder:
    """Finds `weakened_7.bura_p2p.errors` at the place of `bura_p2p.errors`."""

    def __init__(self) -> None:
        self.copies: dict[str, Weakened] = {}

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        alias, *parts = name.split(".")
        if alias not in self.copies:
            return None
        place = ROOT.joinpath(*parts)
        package = not parts or place.is_dir()
        source = (place / "__init__.py" if package else place.with_suffix(".py")) if parts else None
        if source is not None and not source.exists():
            return None
        loader = _Loader(self.copies[alias], alias, ".".join(parts), source)
        return ModuleSpec(name, loader, is_package=package)


@dataclass(frozen=True)
class _Loader:
    copy: Weakened
    alias: str
    name: str
    source: Path | None

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        if self.source is None:
            return
        text = self.source.read_text(encoding="utf-8")
        for edit in self.copy.edits:
            if self.name == f"bura_p2p.{edit.module}":
                text = edit.changed(text)
        module.__file__ = str(self.source)
        module.__dict__["__builtins__"] = vars(builtins) | {"__import__": self._import}
        exec(_compiled(text, self.name), module.__dict__)  # noqa: S102 - the project's own source

    def _import(
        self, name: str, names: Any = None, local: Any = None, fromlist: Sequence[str] = (), level: int = 0
    ) -> Any:
        """`import` as a copied module sees it: the package and the tests are those of its copy."""
        if level or name.split(".", maxsplit=1)[0] not in COPIED or name == NOT_COPIED:
            return builtins.__import__(name, names, local, fromlist, level)
        return builtins.__import__(f"{self.alias}.{name}", names, local, fromlist or ("*",), 0)


@cache
def _compiled(text: str, name: str) -> CodeType:
    return compile(text, f"<copy of {name}>", "exec", dont_inherit=True)


_FINDER = _Finder()
sys.meta_path.insert(0, _FINDER)
