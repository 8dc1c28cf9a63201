"""How vectors write values in JSON: bytes as lower-case hex, msgpack's bytes as {"bin": hex}.

Here: values to JSON. Never: a vector.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any


def plain(value: Any) -> Any:
    """A value as JSON holds it: bytes as hex, points by their bytes."""
    match value:
        case bytes():
            return value.hex()
        case str() | int() | None:
            return value
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case Sequence():
            return [plain(item) for item in value]
    return value.to_bytes().hex()


def notation(value: Any) -> Any:
    """A msgpack value: bytes as {"bin": hex}, everything else as JSON has it."""
    if isinstance(value, bytes):
        return {"bin": value.hex()}
    return [notation(item) for item in value] if isinstance(value, tuple | list) else value


def snake(name: str) -> str:
    """A class's name as the registries write it: `EntryFrame` is `entry_frame`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
