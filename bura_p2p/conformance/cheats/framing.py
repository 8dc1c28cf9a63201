"""Lies below every signature: bytes on a link that are no frames, and frames that hold no message.

The link ends; no seat is named for what nobody has signed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgpack

from ...errors import Code
from ...verify import Verdict
from ...wire import limits
from ...wire import messages as m
from ...wire.codec import encode_link, pack
from ...wire.framing import encode_frame
from ..cheat import Chapter, Layer
from ..rogue import Rogue
from ..scenes import LEAD_RAISING

FRAMING = Chapter(Layer.FRAMING)
RESOURCES = Chapter(Layer.RESOURCES)


def _entry(liar: Rogue) -> bytes:
    signed = liar.signed(m.Resign())
    return encode_link(m.EntryFrame(signed.seat, signed.body, signed.signature))


_FRAMES: Final[dict[str, tuple[str, str, Code, Callable[[Rogue], bytes]]]] = {
    "frame-of-nothing": ("A frame of no bytes.", "zero length", Code.FRAME_EMPTY, lambda liar: bytes(4)),
    "frame-too-long": ("A frame that is a byte longer than any.", "oversize", Code.FRAME_TOO_LONG,
                       lambda liar: (limits.MAX_FRAME + 1).to_bytes(4, "big")),
    "frame-of-four-gigabytes": ("A frame that promises four gigabytes.", "oversize", Code.FRAME_TOO_LONG,
                                lambda liar: b"\xff" * 4),
    "words-of-another-protocol": ("A request for a page.", "garbage before hello", Code.FRAME_TOO_LONG,
                                  lambda liar: b"GET / HTTP/1.1\r\n\r\n"),
    "good-frame-then-nothing": ("A good frame, and one of no bytes in the same write.", "two frames in one write",
                                Code.FRAME_EMPTY, lambda liar: encode_frame(encode_link(m.Ping(1))) + bytes(4)),
    "frame-cut": ("A good frame whose last byte never comes.", "cut at every offset", Code.LINK_MESSAGE,
                  lambda liar: encode_frame(_entry(liar))[:-1]),
    "header-cut": ("Half the header of a frame, and no more.", "cut at every offset", Code.LINK_MESSAGE,
                   lambda liar: bytes(2)),
    "frame-of-garbage": ("A frame of bytes that are no msgpack.", "garbage before hello", Code.LINK_MESSAGE,
                         lambda liar: encode_frame(b"\xc1" * 9)),
    "unknown-even-type": ("A message of an unknown even type, which may not be ignored.", "",
                          Code.LINK_MESSAGE, lambda liar: encode_frame(pack((16, ())))),
    "message-without-its-fields": ("A refusal that says nothing.", "", Code.LINK_MESSAGE,
                                   lambda liar: encode_frame(pack((10, ())))),
    "message-with-a-field-more": ("A ping with a second number.", "", Code.LINK_MESSAGE,
                                  lambda liar: encode_frame(pack((1, (1, 2))))),
    "message-in-a-longer-form": ("A ping whose number is written in two bytes.", "",
                                 Code.LINK_MESSAGE, lambda liar: encode_frame(b"\x92\x01\x91\xcc\x01")),
    "message-as-a-map": ("A ping that is a map.", "", Code.LINK_MESSAGE,
                         lambda liar: encode_frame(bytes(msgpack.packb({1: [1]})))),
    "entry-of-an-empty-body": ("An entry whose body is empty.", "", Code.LINK_MESSAGE,
                               lambda liar: encode_frame(pack((6, (liar.seat, b"", bytes(64)))))),
    "entry-with-half-a-signature": ("An entry with half a signature.", "", Code.LINK_MESSAGE,
                                    lambda liar: encode_frame(pack((6, (liar.seat, b"\x90", bytes(32)))))),
    "entry-of-a-seventh-seat": ("An entry of a seat that no table has.", "", Code.LINK_MESSAGE,
                                lambda liar: encode_frame(pack((6, (6, b"\x90", bytes(64)))))),
}  # fmt: skip
for _name, (_lie, _line, _code, _make) in _FRAMES.items():
    FRAMING.add("frame", _name, _lie, LEAD_RAISING, _code, _line, _make, verdict=Verdict.OPEN)

RESOURCES.add("Chat.text", "chat-too-long", "A line of talk that is a byte longer than any.", LEAD_RAISING,
              Code.LINK_MESSAGE,
              "flood of chat", lambda liar: encode_frame(pack((5, ("x" * (limits.MAX_CHAT + 1),)))),
              verdict=Verdict.OPEN)  # fmt: skip
RESOURCES.add("MoreTime.seconds", "more-time-than-there-is", "More time is given than can be given at once.",
              LEAD_RAISING, Code.LINK_MESSAGE,
              "", lambda liar: encode_frame(pack((9, (limits.MAX_MORE_TIME + 1,)))),
              verdict=Verdict.OPEN)  # fmt: skip
RESOURCES.add("body", "body-too-long", "A body that is a byte longer than any.", LEAD_RAISING, Code.LINK_MESSAGE,
              "the largest valid message of every type, again and again",
              lambda liar: encode_frame(pack((6, (liar.seat, bytes(limits.MAX_BODY + 1), bytes(64))))),
              verdict=Verdict.OPEN)  # fmt: skip
