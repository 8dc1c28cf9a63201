"""Moved to `bura_p2p.conformance.hall`."""

from bura_p2p.conformance.hall import *  # noqa: F403
