"""Disk: one SQLite store per player, with identity, certificate, settings, games, entries and secrets.

Never: protocol, rules, sockets. The store keeps bytes that others have judged.
"""

from __future__ import annotations

from .folder import InUse
from .rows import GAME, LINK, MOVED, GameRow, PlayerRow, Secret
from .store import Store

__all__ = ["GAME", "LINK", "MOVED", "GameRow", "InUse", "PlayerRow", "Secret", "Store"]
