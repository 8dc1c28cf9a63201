"""Every time limit of the network, in seconds.

Here: durations only. Never: sizes and counts (`net/limits.py`, `wire/limits.py`).
"""

from __future__ import annotations

from typing import Final

ADMISSION: Final = 10.0
"""From an accepted or made TCP connection to an authenticated link: TLS handshake and authentication together."""

CONNECT: Final = 10.0
"""For one TCP connection to one address of an invite."""

PROXY: Final = 60.0
"""For the same through a proxy: Tor may need half a minute to find a way to an onion service."""

STAGGER: Final = 0.25
"""Between the starts of two attempts at addresses of one invite (RFC 8305, 8: connection attempt delay)."""

CALL: Final = 2.0
"""One attempt from port to port (section 13.5) while both sides are at it; the system repeats its SYN meanwhile."""

CALL_PATIENT: Final = 15.0
"""The same while one side waits for the other to begin: always ready, with four packets in this time."""

CALL_LASTS: Final = 60.0
"""How long both sides are at it."""

CALL_DOUBT: Final = 20.0
"""After which they say why nothing may have come of it, and go on."""

REPLY: Final = 15 * 60
"""How long a reply code holds."""

PING: Final = 15.0
"""Between two pings. Something is sent at least this often, which also keeps entries in home routers alive."""

SILENCE: Final = 45.0
"""Without a single byte from the other side, after which it counts as lost: three pings in a row."""

SLEPT: Final = 10.0
"""By so much the time of day has run ahead when a computer counts as having slept; looked at every 5 seconds."""

AWAKE: Final = 5.0
"""After such a sleep, without a single byte from the other side, after which it counts as lost."""

SEND: Final = 45.0
"""For one write; a peer that reads nothing for this long counts as lost. A write that is cut dooms the link."""

HELLO: Final = 30.0
"""From the offer, or this side's `hello`, to the other side's; without it the other side counts as lost."""

FAREWELL: Final = 2.0
"""For saying goodbye and closing; after it the connection is dropped."""

INVITE: Final = 24 * 60 * 60
"""How long an invite holds when the host says nothing else."""

LOOKUP: Final = 2.0
"""For asking the system for this computer's addresses by its name; without an answer the others must do."""

RETRY_FIRST: Final = 0.5
"""After the first failed attempt to find the host again; each further pause is twice as long."""

RETRY_LAST: Final = 30.0
"""The longest pause between two such attempts."""

RESUME: Final = 10.0
"""On a new link to a game that has begun, for the other side's word; without it the link is dropped."""

LINGER: Final = 60.0
"""After the end of a game, for the other side to come back for the last entries, when its goodbye was not heard."""

WORDS: Final = 60 * 60
"""How long three words hold; then others are shown."""

GUESS: Final = 3.0
"""For the proof of a guest that tries three words; nobody else can try meanwhile."""

NEAR: Final = 3.0
"""For one TCP connection to one address on the local network."""

RESOLVE: Final = 1.0
"""For what an announcement leaves out to be asked for on the local network."""

TAKE_BACK: Final = 1.0
"""For taking an announcement back when the program ends."""

MORE_TIME: Final = 60
"""What one `more time` gives, in whole seconds."""

AWAY_BUDGET: Final = 300.0
"""How long a clock stands still while the link is down, for one seat in one hand."""

CHAT_WINDOW: Final = 10.0
"""The time in which at most `chat_lines` lines of chat are let through."""

MAP_FIRST: Final = 0.25
"""For a router's answer before the request is sent once more; each further wait is twice as long (RFC 6886, 3.1).
PCP recommends 3 s (RFC 6887, 8.1.1), over any distance; here the server is the next hop, and a person waits."""

MAP_LEASE: Final = 3600
"""How long a router is asked to keep a port open; asked again at half of what it grants."""

MAP_LEASE_MOST: Final = 24 * 60 * 60
"""A longer lease counts as this one (RFC 6887, 15)."""

MAP_AGAIN: Final = 4.0
"""The shortest pause before a mapping is asked for again (RFC 6887, 11.2.1)."""

MAP_LOOK: Final = 30.0
"""Between two looks at the clock whether a lease has to be renewed: a laptop may have slept in between."""

MAPPING: Final = 8.0
"""For all ways to a mapping together; a host waits for it before the invite is made."""

UPNP_SEARCH: Final = 0.5
"""For UPnP devices to answer each of the library's searches, which are four when nobody answers."""

PROBE: Final = 5.0
"""For the routers to tell what they offer, when somebody asks what works of the network."""

MAP_RELEASE: Final = 2.0
"""For taking mappings back at the end; leases run out by themselves."""
