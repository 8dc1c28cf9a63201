"""The published vectors that the tests of the mathematics read: data, never code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).resolve().parents[2] / "protocol" / "vectors"


def load(name: str) -> Any:
    """The JSON value of `protocol/vectors/<name>`."""
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))
