"""Bots: players that see a `View` and nothing else.

Never: a key, another seat's cards, a clock; chance comes from the entropy that a bot is made with.
"""

from __future__ import annotations

from .base import BOTS, Bot, make_bot

__all__ = ["BOTS", "Bot", "make_bot"]
