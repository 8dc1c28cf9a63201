"""How a mutant comes to life in a process that has been forked for it.

Here: new code for the functions that exist already; or, where the change shows while a module is imported, an import
of the changed source. Never: making the change; a file of the package changed.
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.support.mutation.places import ROOT


@cache
def original(path: Path) -> CodeType:
    """The module as it is, compiled."""
    return compile(path.read_text(encoding="utf-8"), str(ROOT / path), "exec")


@cache
def functions() -> dict[tuple[str, str, int], list[FunctionType]]:
    """Every function that exists, by file, qualified name and first line."""
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            found.setdefault(_name(thing.__code__), []).append(thing)
    return found


def _name(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def replace(old: CodeType, new: CodeType) -> bool:
    """Gives the functions their new code; False where that would not be the whole change."""
    pairs = list(_changed(old, new))
    if not pairs or None in pairs:
        return False
    known = [(functions().get(_name(before)), before, after) for before, after in filter(None, pairs)]
    if any(not found or before.co_freevars != after.co_freevars for found, before, after in known):
        return False
    for found, _, after in known:
        for function in found or ():
            function.__code__ = after
    return True


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType] | None]:
    """The functions that differ; None when anything outside of functions does."""
    inner = [[const for const in code.co_consts if isinstance(const, CodeType)] for code in (old, new)]
    names = [[code.co_name for code in codes] for codes in inner]
    if _bare(old) != _bare(new) or names[0] != names[1]:
        yield None
        return
    for before, after in zip(*inner, strict=True):
        if before.co_flags & 0x2:  # a function: it has fast locals
            if before != after:
                yield before, after
        else:
            yield from _changed(before, after)


def _bare(code: CodeType) -> tuple[Any, ...]:
    consts = [repr(const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, consts


class _Changed(importlib.machinery.SourceFileLoader):
    """Loads one module from the changed source."""

    code: str = ""

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.code, self.path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, name: str, path: Path, code: str) -> None:
        self.name, self.loader = name, _Changed(name, str(ROOT / path))
        self.loader.code = code

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        if fullname != self.name:
            return None
        return importlib.machinery.ModuleSpec(fullname, self.loader, origin=self.loader.path)


def import_changed(path: Path, code: str) -> None:
    """The next import of the module at `path` is one of `code`."""
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    if any(module.startswith("bura_p2p") for module in sys.modules):
        raise RuntimeError("the package has been imported already")
    sys.meta_path.insert(0, _Finder(name, path, code))
