"""The list of cheats, by layer: what somebody who knows this field would try.

Here: the lines; each is covered by a cheat of the catalogue, or by a test of its own where it is no lie that a seat
tells in its place. Never: a cheat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "framing": (
        "zero length", "oversize", "one byte at a time", "two frames in one write", "cut at every offset",
        "garbage before hello",
    ),
    "encoding": (
        "non-shortest forms", "wide headers", "float", "map", "ext", "empty map", "empty ext",
        "nil in the wrong place", "trailing bytes", "bad UTF-8", "depth bombs", "length bombs",
    ),
    "entry": (
        "wrong signature", "other key", "other type under the same signature", "wrong table", "wrong round",
        "wrong seat", "wrong prev", "replay of the own entry", "replay of the other's entry",
        "low-order Ed25519 keys", "non-canonical Ed25519 keys", "two entries for one place",
        "frame: a genuine entry from another table", "frame: an old round", "frame: after a swapped predecessor",
    ),
    "text": (
        "ESC and OSC sequences", "newlines", "bidi overrides", "zero-width characters",
        "a thousand combining marks", "markup of a page", "markup of a terminal",
    ),
    "negotiation": (
        "no common version", "unknown required feature", "unknown optional feature", "stripped option",
        "own key reflected", "same identity in two seats",
    ),
    "order": ("a type in a state where it is not allowed", "message after the end", "out of turn"),
    "keys and deck": (
        "identity encodings", "off-curve encodings", "uncompressed encodings", "hybrid encodings", "scalar ≥ n",
        "response scalar set to 0", "response scalar shifted by n", "zero key", "proof of another key",
        "proof of another seat", "proof of another hand", "proof of another table", "deck with a duplicate",
        "deck with a foreign point", "deck with a dropped card", "an unshuffled deck with a valid proof (allowed)",
        "a proof for another deck", "proof field flipped", "proof field shortened", "proof field emptied",
        "proof field lengthened",
    ),
    "shares and openings": (
        "share for another position", "share for a hidden card of the opponent's", "proof swapped between cards",
        "two cards swapped in a batch", "batch shortened", "opening that yields no card of the deck",
        "opening of a card opened before",
    ),
    "hands": (
        "mix that duplicates a card", "mix that imports a card", "mix that imports a card, using the owner's key",
        "verifier equation t_1 attacked alone", "verifier equation t_2 with t̂ attacked alone",
        "verifier equation t_3 attacked alone", "verifier equation t_4A attacked alone",
        "verifier equation t_4B attacked alone", "play of a card already played", "play of a card from a pile",
        "give of the wrong number", "lead of two suits", "lead over the cap", "points proof off by one",
        "statement over the same card twice", "statement over a copy from before the mix",
        "suits proved by a sum", "combination that is not one",
    ),
    "game": (
        "claim out of place", "claim while a raise is open", "raise twice by one side",
        "raise in the no-raise hand", "announcing after seeing more than allowed", "false score",
        "refusing to open or count", "silence in every state", "resigning in every state", "leaving while owing",
    ),
    "resume": (
        "counters ahead", "counters behind", "counters unknown", "other identity", "other certificate",
        "two resumes at once", "a half-delivered round", "a peer restored from an old backup",
        "an old backup against a lying peer", "journal cut at every byte",
    ),
    "three seats": (
        "one entry to one peer and another to the next", "two proved decks to two peers before the shares",
        "an entry delivered to one peer only", "an entry held back and sent after its successor",
    ),
    "resources": (
        "many half-open connections", "slow drip", "flood of pings", "flood of chat", "flood of reconnects",
        "the largest valid message of every type, again and again",
    ),
}  # fmt: skip
"""Heading to its lines, in the words of the design."""
