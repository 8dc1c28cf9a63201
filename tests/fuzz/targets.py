"""Every target, by its name.

    name        what is fed
    frames      a stream, cut anywhere
    values      strict msgpack
    links       payloads of a link's frames
    bodies      bodies of entries
    entries     keys, signatures, bodies
    elements    points, scalars, masked cards, proofs
    files       game files
    verify      short games, doctored: the stranger's check
    apply       bodies signed by the seat they name, at tables in the middle of seven games
    sessions    frames to one who sits at a table: entries signed anew, words of `resume`
    handshakes  greetings and proofs at the door
    invites     invites
    replies     reply codes
    words       the exchange behind three words
    announced   records of the local network
    routers     answers of routers
    proxies     answers of SOCKS5 proxies
    written     whole games in the notation
    typed       lines at the table, words, addresses
    rulesets    rules that a peer offers
    cases       files of rule cases
    texts       any text, made harmless
    faces       names and talk on every face

Here: the list. Never: a target.
"""

from __future__ import annotations

from . import of_games, of_net, of_text, of_wire
from .target import FOUND, Target

TARGETS: dict[str, Target] = {
    name: found
    for part in (of_wire, of_games, of_net, of_text)
    for name, found in FOUND.items()
    if found.run.__module__ == part.__name__
}
"""From the lowest layer upwards."""
