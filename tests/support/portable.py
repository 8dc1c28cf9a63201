"""A Python that lacks what only POSIX has, for children of tests.

Here: the lines that take the names away. Never: anything that runs here.
"""

from __future__ import annotations

HIDE = """
import os, signal, socket, sys
sys.modules["fcntl"] = None
for module, name in ((os, "fork"), (signal, "SIGKILL"), (socket, "SO_REUSEPORT")):
    if hasattr(module, name):
        delattr(module, name)
    if name in getattr(module, "__all__", ()):
        module.__all__.remove(name)
"""
"""Run before anything else is imported: `fcntl`, `fork`, `SIGKILL` and `SO_REUSEPORT` are gone."""
