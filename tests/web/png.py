"""Small PNG files: the colours of a picture brought down to a palette.

Here: pictures of eight bits a channel, not interlaced, as a browser makes them. Never: another kind.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

MAGIC = b"\x89PNG\r\n\x1a\n"
COLOURS = 256
_CHANNELS = {2: 3, 6: 4}


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(MAGIC)
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        at += size + 12


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _paeth(a: int, b: int, c: int) -> int:
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c


def _rows(raw: bytes, width: int, step: int) -> Iterator[bytearray]:
    """The lines of a picture, as they were before their filters."""
    above, size = bytearray(width * step), width * step + 1
    for start in range(0, len(raw), size):
        kind, row = raw[start], bytearray(raw[start + 1 : start + size])
        for at in range(len(row)) if kind else ():
            left, corner = (row[at - step], above[at - step]) if at >= step else (0, 0)
            up = above[at]
            guess = (0, left, up, (left + up) // 2)[kind] if kind < 4 else _paeth(left, up, corner)
            row[at] = (row[at] + guess) & 255
        above = row
        yield row


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height in pixels. Raises `ValueError` for what is no PNG file."""
    if not data.startswith(MAGIC):
        raise ValueError("not a PNG file")
    width, height = struct.unpack_from(">II", data, len(MAGIC) + 8)
    return width, height


def smaller(data: bytes) -> bytes:
    """The same picture with the most frequent colours only; each other one becomes the nearest of them."""
    parts = list(_chunks(data))
    width, height, depth, kind, *_ = struct.unpack(">IIBBBBB", parts[0][1])
    if depth != 8 or kind not in _CHANNELS:
        return data
    step = _CHANNELS[kind]
    raw = zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT"))
    rows = [[bytes(row[at : at + step]) for at in range(0, len(row), step)] for row in _rows(raw, width, step)]
    counted = Counter(pixel for row in rows for pixel in row)
    palette = [colour for colour, _ in counted.most_common(COLOURS)]
    place = {colour: _nearest(colour, palette) for colour in counted}
    lines = b"".join(b"\0" + bytes(map(place.__getitem__, row)) for row in rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    found = MAGIC + _chunk(b"IHDR", header) + _chunk(b"PLTE", b"".join(colour[:3] for colour in palette))
    if step == 4:
        found += _chunk(b"tRNS", bytes(colour[3] for colour in palette))
    return found + _chunk(b"IDAT", zlib.compress(lines, 9)) + _chunk(b"IEND", b"")


def _nearest(colour: bytes, palette: list[bytes]) -> int:
    def far(at: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(colour, palette[at], strict=True))

    return min(range(len(palette)), key=far)
