"""Disk: one SQLite store per player, with identity, certificate, settings, games, entries and secrets.

Never: protocol, rules, sockets. The store keeps bytes that others have judged.
"""

from __future__ import annotations

from .folder import InUse, has_store
from .luck import LUCK, OFF, ON, REVIEW
from .rows import GAME, LINK, MOVED, DealRow, GameRow, HeldRow, PlayerRow, Secret
from .store import Store

__all__ = [
    "GAME", "LINK", "LUCK", "MOVED", "OFF", "ON", "REVIEW",
    "DealRow", "GameRow", "HeldRow", "InUse", "PlayerRow", "Secret", "Store", "has_store",
]  # fmt: skip
