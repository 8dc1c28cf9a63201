"""What things cost on this machine, and how near that is to the bare library.

Here: measurements of the mathematics, of whole hands and of files, as text and JSON. Never: a promise, a socket,
anything that players use.
"""

from .report import run_bench

__all__ = ["run_bench"]
