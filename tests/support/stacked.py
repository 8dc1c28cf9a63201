"""Moved to `bura_p2p.conformance.stacked`."""

from bura_p2p.conformance.stacked import *  # noqa: F403
