"""Bots against bots, on the rules alone: who wins how much more often.

Here: the command's door. Never: a game between people, a deal that anybody should trust.
"""

from .command import arena

__all__ = ["arena"]
