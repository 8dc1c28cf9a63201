"""Whether there is a terminal that a table can be drawn in.

Here: one question, asked before anything slow is imported. Never: drawing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping


def has_terminal(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether standard input and output are a terminal, and not a dumb one."""
    streams = (sys.stdin, sys.stdout)
    return environment.get("TERM") != "dumb" and all(stream is not None and stream.isatty() for stream in streams)
