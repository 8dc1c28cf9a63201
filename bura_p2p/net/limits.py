"""Every count of the network that a peer could stretch.

Here: numbers only. Never: times (`net/timers.py`) or sizes of messages (`wire/limits.py`).
"""

from __future__ import annotations

from typing import Final

HALF_OPEN: Final = 16
"""Connections at one time that are not authenticated yet; one more pushes out the oldest of the busiest address."""

READ: Final = 65_536
"""Bytes asked of a stream at once after authentication."""

READ_BEFORE_AUTH: Final = 4_096
"""Bytes asked of a stream at once before it."""

QUEUE: Final = 64
"""Messages that wait in each direction of a link; then the one who adds waits."""

CANDIDATES: Final = 8
"""Addresses in one invite."""

INVITE_TEXT: Final = 4_096
"""Characters of a text that may be an invite; the longest real one has 3,503."""

HOST_NAME: Final = 253
"""Characters of a host name in an invite (RFC 1035, 2.3.4, without the root's dot)."""

UPDATES: Final = 256
"""Updates of a driver that a face has not taken yet; then the driver waits."""

COMMANDS: Final = 16
"""Commands of a face that a driver has not taken yet; then the face waits."""

WORDS_GUESSES: Final = 3
"""Wrong guesses at three words, after which they count no more and others are shown."""

WORDS_IN_ALL: Final = 9
"""Wrong guesses while one host waits, after which it shows no words any more."""

WORDS_TEXT: Final = 200
"""Characters of a line that may hold three words."""

WORDS_BOX: Final = 4_000
"""Bytes of an encrypted invite: the longest has 3,503 characters, and 16 bytes are added."""

LAN_TABLES: Final = 32
"""Tables found on the local network that are listed; whoever announces more fills no screen."""

LAN_NAMES: Final = 64
"""Announcements that wait to be looked at; more are dropped."""

LAN_TEXT: Final = 400
"""Bytes of the text (TXT record) of an announcement."""

LAN_NAME: Final = 40
"""Bytes of a player's name in an announcement, in UTF-8; a label of the DNS has 63."""

LAN_RULES: Final = 32
"""Characters of the name of the rules in an announcement."""

CHAT_LINES: Final = 10
"""Lines of chat let through in `chat_window`; more are dropped."""

GATEWAYS: Final = 3
"""Default gateways of each IP version that are asked to map a port; a computer has one for each way out."""

PINHOLES: Final = 4
"""Global IPv6 addresses of this computer for which a router is asked to let the friend in."""

MAP_TRIES: Final = 3
"""Times that a request to a router is sent before its silence counts as an answer."""

MAP_TRIES_LATER: Final = 6
"""The same where nobody waits for it: when a mapping is renewed."""

UPNP_PORTS: Final = 5
"""External ports that are tried at a UPnP router; the others belong to somebody else."""
