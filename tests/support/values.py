"""Whether values stay what they were made. Here: a look at the dataclasses of a package. Never: what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def _dataclasses(package: ModuleType) -> Iterator[type]:
    for found in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{found.name}")
        for thing in vars(module).values():
            if isinstance(thing, type) and is_dataclass(thing) and thing.__module__ == module.__name__:
                yield thing


def changeable(package: ModuleType) -> set[str]:
    """The dataclasses of a package whose fields can be set anew."""
    return {cls.__name__ for cls in _dataclasses(package) if not cls.__dataclass_params__.frozen}


def open_ended(package: ModuleType) -> set[str]:
    """The dataclasses of a package whose instances can hold more than their fields."""
    return {cls.__name__ for cls in _dataclasses(package) if "__slots__" not in vars(cls)}
