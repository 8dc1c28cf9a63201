"""Every number of the bytes that a peer could stretch, each with what it bounds.

Here: bounds of frames, encodings, entries, messages and game files (registry `limits`). Never: timers and
numbers of connections (those are `net`'s), or sizes that the state of a table fixes.
"""

from __future__ import annotations

from typing import Final

MAX_UINT: Final = 2**53 - 1
"""The largest integer anywhere on the wire, either way from 0; every language's numbers hold it exactly."""

MAX_DEPTH: Final = 8
"""Arrays within arrays, the outermost counted as one."""

MAX_ITEMS: Final = 64
"""Items of one array, whatever its place; the schema of a message is narrower."""

MAX_BODY: Final = 65_535
"""Bytes of the body of a signed entry: what a two-byte length can say when a head is computed."""

MAX_FRAME_BEFORE_AUTH: Final = 4_096
"""Bytes of a frame's payload until both sides of a link are authenticated."""

MAX_FRAME: Final = 66_048
"""Bytes of a frame's payload after that, and in a game file: the largest body, its signature, the headers."""

MIN_SEATS: Final = 2
"""The fewest seats of a table."""

MAX_SEATS: Final = 6
"""The most seats of a table; seats are numbered from 0, so the highest number is one less."""

MAX_VERSIONS: Final = 8
"""Protocol versions that one side may offer."""

MAX_FEATURES: Final = 32
"""Features that one side may offer."""

MAX_RULESET: Final = 1_024
"""Bytes of a ruleset in its canonical form."""

MAX_MORE_TIME: Final = 600
"""Seconds that one side can give the other at once."""

MAX_HEADS: Final = 34
"""Heads in one `resume`: the open round's, and one for every power of two of rounds before it, and round 0's."""

MAX_NAME: Final = 64
"""UTF-8 bytes of a player's name; it may be empty."""

MAX_CHAT: Final = 280
"""UTF-8 bytes of one chat line."""

MAX_DECK_CARDS: Final = 36
"""Cards of the largest deck, hence of the longest shuffle and of the longest list of shares or openings."""

MAX_HELD_CARDS: Final = 5
"""Cards that one seat can hold, hence of the longest hand that is mixed or played at once."""

MAX_GIVE_POINTS: Final = 11 * MAX_HELD_CARDS
"""Points that the cards of one give can be worth together: no card counts more than 11."""

MAX_POT: Final = 1_000_000
"""Chips in a pot."""

MAX_PILE_POINTS: Final = 120
"""Points of a whole deck, hence of any pile."""

MAX_FILE: Final = 64 * 2**20
"""Bytes of a game file."""

MAX_FILE_ENTRIES: Final = 100_000
"""Signed entries of a game file: hundreds of hands."""
