"""Moved to `bura_p2p.conformance.forge`."""

from bura_p2p.conformance.forge import *  # noqa: F403
