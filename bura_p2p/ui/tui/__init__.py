"""The terminal table: a client of the lobby's feed, in the same process.

Here: screens, keys, what they write. Never: rules, a card that the state does not show.
"""
