"""Bots: players that see a `View` and nothing else.

Never: a key, another seat's cards; chance comes from the entropy that a bot is made with, and time, for those that
think, from the clock in its `Thought`.
"""

from __future__ import annotations

from .base import BOTS, DEFAULT_BOT, Bot, check_bot, make_bot
from .own import OwnBot, is_own
from .thought import Thought

__all__ = ["BOTS", "DEFAULT_BOT", "Bot", "OwnBot", "Thought", "check_bot", "is_own", "make_bot"]
