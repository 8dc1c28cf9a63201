"""An invite as people pass it on: a whole message for the friend, and a QR code where the terminal has room for one.

Here: how it looks, and how the friend gets the program. Never: the network.
"""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any, Final
from urllib.parse import urlsplit

import segno

from ..net.addresses import label
from ..net.invite import Invite
from ..sentences import N_
from .reaching import candidate_words
from .tongue import t

QUIET: Final = 2
"""Light modules round the code; the standard asks for four, and phones read two."""

_PLAIN_URL: Final = re.compile(r"[A-Za-z0-9._~:/%+-]+")  # nothing that a shell or a messenger would read
_COMMIT: Final = re.compile(r"[0-9a-f]{40,64}")
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


DISTRIBUTION: Final = "bura-p2p"
"""What `pip` calls this program."""


def invite_lines(text: str, columns: int, encoding: str | None, *, again: bool = False) -> list[str]:
    """What a host sees and passes on. The invite stands alone on its line, so that it can be copied whole. `again`: a
    game is taken up again, so that the friend has the program, and mostly needs no invite.

    It comes last: a code is taller than a small terminal, and what is above it scrolls away.
    """
    code = qr_lines(text, columns, encoding)
    ways = [f"  {candidate_words(candidate)}" for candidate in Invite.parse(text, now=0).candidates]
    return [
        *([*code, ""] if code else []),
        t("This invite leads to:"),
        *ways,
        "",
        *map(t, _AGAIN if again else _FIRST),
        "",
        *([text] if again else invite_message(text)),
        "",
        t("Should bura give your friend a reply code (BURA-R:...), paste it here."),
        t("Waiting for your friend (Ctrl-C ends) ..."),
    ]


_FIRST: Final = (N_("Send your friend this message; the invite in it is good for one game, today:"),)
_AGAIN: Final = (
    N_("Your friend types 'bura resume', and needs no invite as long as this computer"),
    N_("is where it was. Should it not be found, send this invite, for 'bura join': it"),
    N_("leads to the same game."),
)


def invite_values(text: str) -> dict[str, Any]:
    """The same for programs: the invite, the message, and where it leads."""
    found = Invite.parse(text, now=0).candidates
    ways = [{"address": str(candidate), "label": label(candidate)} for candidate in found]
    return {"event": "invite", "invite": text, "message": "\n".join(invite_message(text)), "leads_to": ways}


def invite_message(text: str) -> list[str]:
    """A whole message for a friend who has never heard of this program: what it is, how to get it, the invite."""
    return [
        t("Let us play Bura, a card game for two: straight from my computer to yours,"),
        t("without an account, and with a deck that neither of us can cheat with."),
        *install_lines(_origin()),
        *(map(t, _THROUGH_TOR) if _in_tor_only(text) else []),
        "",
        text,
    ]


_THROUGH_TOR: Final = (
    N_("The way to me leads through Tor: start it, and write 'join --socks 127.0.0.1:9050'"),
    N_("instead of 'join' (9150 with Tor Browser)."),
)


def _in_tor_only(text: str) -> bool:
    return all(candidate.in_tor for candidate in Invite.parse(text, now=0).candidates)


def install_lines(origin: str | None) -> list[str]:
    """How to install the program from `origin`, as `pip` takes it, and to join: a line for each system. None: from
    a copy of its folder.
    """
    folder, what = (".venv", ".") if origin is None else ("bura", origin)
    return [
        t("It needs Python 3.11 or newer. In a terminal, in the folder that I send you:") if origin is None
        else t("It needs Python 3.11 or newer. In a terminal:"),
        f"  Linux, macOS:   python3 -m venv {folder} && {folder}/bin/pip install '{what}'",
        f'  Windows (cmd):  py -m venv {folder} && {folder}\\Scripts\\pip install "{what}"',
        t("Then start 'bura join', and paste the code when it asks for the invite:"),
        f"  Linux, macOS:   {folder}/bin/bura join",
        f"  Windows (cmd):  {folder}\\Scripts\\bura join",
    ]


def _origin() -> str | None:
    """Where this very copy was installed from, so that the friend gets the same; None where nobody else can fetch it.

    A package index is what `pip` uses unless it noted something else (PEP 610).
    """
    try:
        installed = distribution(DISTRIBUTION)
        noted = installed.read_text("direct_url.json")
    except (PackageNotFoundError, OSError, UnicodeDecodeError):
        return None
    return f"{DISTRIBUTION}=={installed.version}" if noted is None else direct_origin(noted)


def direct_origin(noted: str) -> str | None:
    """What to install from where `pip` noted an address (the text of a `direct_url.json`); None for a folder of this
    computer, an address with a password in it, or anything else that is not plainly public.
    """
    try:
        found = json.loads(noted)
        url, version = found["url"], found.get("vcs_info", {})
        parts = urlsplit(url)
        if parts.scheme != "https" or "@" in parts.netloc or not _PLAIN_URL.fullmatch(url):
            return None
        return f"git+{url}@{_commit(version)}" if version else str(url)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _commit(version: dict[str, str]) -> str:
    if version["vcs"] != "git" or not _COMMIT.fullmatch(version["commit_id"]):
        raise ValueError
    return version["commit_id"]
