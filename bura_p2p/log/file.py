"""The game file: the identities of a table and its signed entries, as they were signed.

Here: the container, strict and bounded, and nothing of what it holds: a file that reads well may still be
false. Never: signatures, the order of entries, rules (those are the verifier's).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..crypto.challenge import vec
from ..errors import BuraError, LocalError, PeerError
from ..wire import limits
from ..wire.codec import pack, unpack_strict
from ..wire.fields import Bin, Items, Record
from ..wire.framing import FrameReader, encode_frame
from ..wire.messages import EntryFrame
from .entry import SignedEntry

MAGIC: Final = b"BURA-GAME-FILE 1"
"""The first 16 bytes of every game file; the digit is the form's version."""

IDENTITIES: Final = Items(Bin(32, 32), limits.MIN_SEATS, limits.MAX_SEATS)
"""The first frame: the Ed25519 public key of each seat, by seat."""

ENTRY: Final = Record(EntryFrame)
"""Every later frame: [seat, body, signature]."""


FRAMING: Final = 11
"""Bytes of an entry's frame beside body and signature: its length, an array of three, a seat, two bins' lengths."""


class MalformedFile(BuraError):  # noqa: N818  the verdict's own word
    """These bytes are not a game file. One clear sentence that blames nobody: anybody may have damaged it."""


class OtherFile(MalformedFile):
    """Nor were they ever one: they do not even begin so."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """What a game file holds: 2 to 6 identity keys of 32 bytes by seat, and at least one entry, as filed."""

    identities: tuple[bytes, ...]
    entries: tuple[SignedEntry, ...]

    @property
    def key(self) -> bytes:
        """32 bytes that files of one game share: SHA-256(vec(identities, the first body of seat 0, or nothing))."""
        return _key(self.identities, self.entries)


def write_game(identities: Sequence[bytes], entries: Iterable[SignedEntry]) -> bytes:
    """The bytes of a game file. Raises `LocalError` for a game that no reader would take."""
    frames = [pack(tuple(identities))]
    frames += [pack((entry.seat, entry.body, entry.signature)) for entry in entries]
    data = MAGIC + b"".join(encode_frame(frame) for frame in frames)
    try:
        read_game(data)
    except MalformedFile as fault:
        raise LocalError(f"This game cannot be saved as a file. {fault}") from None
    return data


def read_game(data: bytes) -> GameFile:
    """The game in `data`, checked as far as the container goes: lengths, forms, counts, seats that exist.

    Time and memory are linear in `data`, which may have `MAX_FILE` bytes. Raises `MalformedFile`, nothing
    else.
    """
    try:
        reader, identities = _begin(data)
        entries = tuple(_entries(reader, len(identities)))
        reader.at_end()
    except PeerError as fault:
        raise MalformedFile(f"The file is damaged: {fault.detail}.") from None
    if not entries:
        raise MalformedFile("The file holds no entry.")
    return GameFile(identities, entries)


def has_room(entries: Iterable[SignedEntry]) -> bool:
    """Whether a game with these entries can have another hand: it fills at most three quarters of what a file holds.

    A longer one could be checked by nobody; no hand has nearly as much as the last quarter.
    """
    sizes = [len(entry.body) + len(entry.signature) + FRAMING for entry in entries]
    return 4 * len(sizes) <= 3 * limits.MAX_FILE_ENTRIES and 4 * sum(sizes) <= 3 * limits.MAX_FILE


def game_key(data: bytes) -> bytes | None:
    """`GameFile.key`, from the beginning of a file alone; None if it is malformed so far."""
    try:
        reader, identities = _begin(data)
        return _key(identities, _entries(reader, len(identities)))
    except (MalformedFile, PeerError):
        return None


def _key(identities: Sequence[bytes], entries: Iterable[SignedEntry]) -> bytes:
    hello = next((entry.body for entry in entries if entry.seat == 0), b"")
    return hashlib.sha256(vec(*identities, hello[: limits.MAX_BODY])).digest()


def _begin(data: bytes) -> tuple[FrameReader, tuple[bytes, ...]]:
    if len(data) > limits.MAX_FILE:
        raise MalformedFile(f"The file is larger than {limits.MAX_FILE} bytes.")
    if data[: len(MAGIC)] != MAGIC:
        raise OtherFile("The file does not begin as a game file of this version does.")
    reader = FrameReader(limits.MAX_FRAME)
    reader.push(memoryview(data)[len(MAGIC) :])
    return reader, IDENTITIES.read(unpack_strict(reader.pull() or b""), "the list of identities")


def _entries(reader: FrameReader, seats: int) -> Iterator[SignedEntry]:
    count = 0
    while (frame := reader.pull()) is not None:
        filed: EntryFrame = ENTRY.read(unpack_strict(frame), "entry")
        if filed.seat >= seats:
            raise MalformedFile(f"The file has an entry of seat {filed.seat} at a table of {seats} seats.")
        count += 1
        if count > limits.MAX_FILE_ENTRIES:
            raise MalformedFile(f"The file holds more than {limits.MAX_FILE_ENTRIES} entries.")
        yield SignedEntry(filed.seat, filed.body, filed.signature)
