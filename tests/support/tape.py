"""Moved to `bura_p2p.conformance.tape`."""

from bura_p2p.conformance.tape import *  # noqa: F403
