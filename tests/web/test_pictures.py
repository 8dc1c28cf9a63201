"""The README's pictures: all there, small, and of the sizes that they are made in; how they are made smaller."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

import pytest

from .pictures import FOLDER, MOST, MOST_OF_ALL, PICTURES
from .png import MAGIC, size_of, smaller

README = Path(__file__).resolve().parents[2] / "README.md"


def test_every_picture_is_there():
    assert {path.name for path in FOLDER.iterdir()} == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_small(name):
    data = (FOLDER / name).read_bytes()
    width, height = size_of(data)
    assert len(data) <= MOST
    assert min(width, height) > 300


def test_all_of_them_are_small():
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST_OF_ALL


def test_the_readme_shows_what_there_is():
    shown = re.findall(r"\.pictures/([\w.-]+)", README.read_text(encoding="utf-8"))
    assert set(shown) == set(PICTURES)


def png(kind: int, rows: list[bytes]) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    step = {2: 3, 6: 4}[kind]
    header = struct.pack(">IIBBBBB", (len(rows[0]) - 1) // step, len(rows), 8, kind, 0, 0, 0)
    return MAGIC + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b"")


def pixels(data: bytes) -> list[list[bytes]]:
    """The pixels of a picture with a palette, as `smaller` writes it."""
    width, height = size_of(data)
    at = data.index(b"PLTE")
    (size,) = struct.unpack_from(">I", data, at - 4)
    palette = [data[at + 4 + number : at + 7 + number] for number in range(0, size, 3)]
    body = zlib.decompress(data[data.index(b"IDAT") + 4 :])
    return [[palette[body[row * (width + 1) + 1 + column]] for column in range(width)] for row in range(height)]


def test_a_smaller_picture_is_the_same_one():
    """Every filter: none, left, up, their mean, Paeth."""
    rows = [
        bytes([0, 1, 2, 3, 4, 5, 6]),
        bytes([1, 10, 0, 0, 1, 1, 1]),
        bytes([2, 1, 1, 1, 2, 2, 2]),
        bytes([3, 1, 0, 0, 0, 0, 0]),
        bytes([4, 1, 1, 1, 0, 0, 0]),
    ]
    assert [[tuple(pixel) for pixel in row] for row in pixels(smaller(png(2, rows)))] == [
        [(1, 2, 3), (4, 5, 6)],
        [(10, 0, 0), (11, 1, 1)],
        [(11, 1, 1), (13, 3, 3)],
        [(6, 0, 0), (9, 1, 1)],
        [(7, 1, 1), (9, 1, 1)],
    ]


def test_what_is_see_through_stays_so():
    data = smaller(png(6, [bytes([0, 9, 8, 7, 255, 6, 5, 4, 0])]))
    assert data[data.index(b"tRNS") + 4 :][:2] == bytes([255, 0])


def test_something_else_is_refused():
    with pytest.raises(ValueError, match="not a PNG"):
        size_of(b"GIF89a")
