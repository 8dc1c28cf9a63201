"""An invite as people pass it on: text, and a QR code where the terminal has room for one.

Here: how it looks. Never: its fields, the network.
"""

from __future__ import annotations

from typing import Final

import segno

QUIET: Final = 2
"""Light modules round the code; the standard asks for four, and phones read two."""

_BLOCKS: Final = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


def qr_lines(text: str, columns: int, encoding: str | None) -> list[str]:
    """The QR code of `text` in half blocks, light modules drawn; empty where it cannot be shown so.

    `columns` is the terminal's width, `encoding` that of the output.
    """
    try:
        "█▀▄".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return []
    rows = [[bool(module) for module in row] for row in segno.make_qr(text, error="l").matrix_iter(border=QUIET)]
    if len(rows) > columns:
        return []
    rows += [[False] * len(rows)] if len(rows) % 2 else []
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs]


def invite_lines(text: str, columns: int, encoding: str | None) -> list[str]:
    """What a host sees and passes on. The invite stands alone on its line, so that it can be copied whole.

    It comes last: a code is taller than a small terminal, and what is above it scrolls away.
    """
    code = qr_lines(text, columns, encoding)
    return [
        *([*code, ""] if code else []),
        "Send this invite to your friend; it is good for one game, today:",
        "",
        text,
        "",
        "Your friend types 'bura join' and pastes it.",
        "Should that give your friend a reply code (BURA-R:...), paste it here.",
        "Waiting for your friend (Ctrl-C ends) ...",
    ]
