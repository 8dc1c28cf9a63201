"""Whether multicast reaches this machine's own programs, on which discovery on a local network depends.

Here: one packet to a group of our own. Never: a word to the group of multicast DNS.
"""

from __future__ import annotations

import socket

_GROUP = "239.255.77.77"  # of the organisation's own scope (RFC 2365)


def multicast_works(address: str) -> bool:
    """Does a packet sent to a group at the interface of `address` come back?"""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
            receiver.bind(("", 0))
            held = socket.inet_aton(_GROUP) + socket.inet_aton(address)
            receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, held)
            receiver.settimeout(1)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
                sender.sendto(b"here", (_GROUP, receiver.getsockname()[1]))
            return receiver.recv(16) == b"here"
    except OSError:
        return False
