"""The files of the page, read once: what is not in this list is not served.

Here: the list. Never: a path from a request.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parent / "static"

INDEX: Final = "index.html"

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""The kinds of files that are served."""


class File(NamedTuple):
    """A file of the page."""

    kind: str
    data: bytes


def page_files(folder: Path = FOLDER) -> dict[str, File]:
    """The files by the path of a request; the page itself also stands for `/`."""
    found = {
        f"/{path.relative_to(folder).as_posix()}": File(TYPES[path.suffix], path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix in TYPES
    }
    index = found.get(f"/{INDEX}")
    return found if index is None else {"/": index, **found}
