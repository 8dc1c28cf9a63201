"""What some arguments of the commands mean.

Here: from text to values. Never: a command, reading or writing.
"""

from __future__ import annotations

import os
import re
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import platformdirs
from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    Token,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from ..errors import LocalError
from ..errors import UsageError as UsageError  # noqa: PLC0414  the commands take it from here
from ..net.addresses import forwarded
from ..net.onion import is_onion, is_service
from ..net.socks import Proxy
from ..sentences import N_
from ..wire.limits import MAX_NAME
from .inert import inert
from .started import at_home
from .tongue import local, t, tn

DEFAULT_MATCH: Final = 3
"""Points that win a match when nothing is said."""


def home_of(home: Path | None) -> Path:
    """The folder of the store: the option, else BURA_HOME, else the user's data folder. Raises `UsageError`."""
    at_home(home)
    named = home or os.environ.get("BURA_HOME") or platformdirs.user_data_dir("bura", appauthor=False)
    try:
        return Path(named).expanduser()
    except RuntimeError:
        raise UsageError(t(
            "The folder '{named}' is in the home of an unknown user.",
            named=inert(str(named), 200),
        )) from None


def public_at(text: str) -> tuple[str, int]:
    """`HOST`, `HOST:PORT` or `[IPv6]:PORT` of a port that was forwarded by hand; port 0: the one listened on.

    Raises `UsageError`, also for what no friend could dial.
    """
    found = _PUBLIC.fullmatch(text)
    host = "" if found is None else found["six"] or found["bare"] or found["host"]
    digits = None if found is None else found["six_port"] or found["port"]
    port = int(digits or 0)
    if not host or (digits is not None and not 0 < port <= 65535):
        raise UsageError(t("--public takes HOST[:PORT], such as 203.0.113.5:4242 or nino.example.org."))
    try:
        forwarded(host, port or 1)
    except LocalError as fault:
        raise UsageError(t("--public: {fault}", fault=local(str(fault)))) from None
    return host, port


def onion_at(text: str) -> tuple[str, int]:
    """`NAME.onion` or `NAME.onion:PORT`; port 0: the one listened on. Raises `UsageError`."""
    host, colon, digits = text.lower().partition(":")
    port = int(digits) if _DIGITS.fullmatch(digits) else 0
    if not is_onion(host) or (colon and not 0 < port <= 65535):
        raise UsageError(t("--onion takes NAME.onion[:PORT]; Tor has written the name into its file 'hostname'."))
    if not is_service(host):
        raise UsageError(t("--onion: no onion service of Tor (version 3) has this name; copy the whole of it."))
    return host, port


def socks_at(text: str) -> Proxy:
    """`HOST:PORT` or `[IPv6]:PORT` of a proxy; an address, for a name would be looked up. Raises `UsageError`."""
    host, _, digits = text.rpartition(":")
    port = int(digits) if _DIGITS.fullmatch(digits) else 0
    host = "127.0.0.1" if host == "localhost" else host
    if (":" in host) != host.startswith("[") or not _is_address(host) or not 0 < port <= 65535:
        raise UsageError(t("--socks takes HOST:PORT with the address of a SOCKS5 proxy, for Tor 127.0.0.1:9050."))
    return Proxy(host.strip("[]"), port)


_DIGITS: Final = re.compile("[0-9]{1,5}")

_PUBLIC: Final = re.compile(
    r"\[(?P<six>[^\[\]]+)\](?::(?P<six_port>[0-9]{1,5}))?"
    r"|(?P<bare>[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)"
    r"|(?P<host>[^:\[\]]+)(?::(?P<port>[0-9]{1,5}))?"
)


def listen_at(listen: str | None, port: int | None) -> tuple[str | None, int]:
    """`HOST:PORT`, `[IPv6]:PORT`, an IP address alone or `:PORT`, and --port; the address is None for all of this
    computer's. Raises `UsageError`.
    """
    host, number = None, port or 0
    if listen is not None:
        bare = listen.endswith("]") or (listen.count(":") > 1 and not listen.startswith("["))
        host, colon, digits = (listen, "", "") if bare else listen.rpartition(":")
        if not colon:
            host = listen
        if (not colon and not _is_address(host)) or (colon and not (digits.isascii() and digits.isdigit())):
            raise UsageError(t("--listen takes HOST:PORT, such as 192.168.1.5:4321 or 127.0.0.1:0."))
        if colon:
            number = int(digits[-9:]) if digits[:-9].strip("0") == "" else -1  # int() refuses thousands of digits
            if port is not None and port != number:
                raise UsageError(t("--listen names one port and --port another; give one of them."))
        host = host.removeprefix("[").removesuffix("]") or None
    if not 0 <= number <= 65535:
        raise UsageError(t("A port is a number from 0 to 65535."))
    return host, number


def _is_address(text: str) -> bool:
    try:
        ip_address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def match_of(match: int | None, hands: int | None) -> int:
    """The points that win the match: 0, an open one, for so many hands. Raises `UsageError` where both are given."""
    if hands is None:
        return DEFAULT_MATCH if match is None else match
    if hands < 1:
        raise UsageError(t("--hands takes the number of hands to play, 1 or more."))
    if match is not None:
        raise UsageError(t("--hands plays so many hands, --match up to so many points; give one of them."))
    return 0


def usage_sentence(fault: CycloptsError) -> str:
    """What is wrong with the words of a command, in one sentence."""
    match fault:
        case UnusedCliTokensError(unused_tokens=[word]):
            told = inert(word, 40)
            return tn("'{words}' is one word too many.", "'{words}' are {n} words too many.", 1, words=told)
        case UnusedCliTokensError(unused_tokens=[*words]):
            told = inert(" ".join(words), 40)
            return tn("'{words}' is one word too many.", "'{words}' are {n} words too many.", len(words), words=told)
        case CoercionError(token=Token(value=value)):
            return t("{option} takes {wanted}, not '{value}'.", option=_option(fault), wanted=_wanted(fault),
                     value=inert(value, 40))  # fmt: skip
        case UnknownCommandError(unused_tokens=[word, *_]):
            return _no_command(fault, word)
        case UnknownOptionError(token=Token(keyword=str() as word)):
            return t("Unknown option: {option}.", option=inert(word, 40))
        case MissingArgumentError():
            return _missing(fault)
        case RepeatArgumentError(token=Token(keyword=str() as word)):
            return t("{option} is given twice.", option=inert(word, 40))
        case _:
            return " ".join(str(fault).split())


_ANOTHER: Final = N_("another value")
_KINDS: Final[dict[type, str]] = {int: N_("a whole number"), float: N_("a number"), bool: N_("no value")}


def _option(fault: CoercionError) -> str:
    """What a value was given for, as it is typed; what has no name of its own, as the help calls it."""
    keyword = None if fault.token is None else fault.token.keyword
    return keyword or (t("An argument") if fault.argument is None else fault.argument.name)


def _wanted(fault: CoercionError) -> str:
    choices = None if fault.argument is None else fault.argument.get_choices(force=True)
    if choices:
        return t("one of: {choices}", choices=", ".join(choices))
    return t(_KINDS.get(fault.target_type or str, _ANOTHER))


def _missing(fault: MissingArgumentError) -> str:
    """A value that an option lacks, or an argument that a command cannot do without."""
    if fault.argument is None:
        return t("A value is missing.")
    name, count = fault.keyword or fault.argument.name, fault.argument.token_count()[0]
    if count > 1:
        return tn("{option} takes {n} value.", "{option} takes {n} values.", count, option=name)
    if fault.keyword is not None:
        return t("{option} takes a value.", option=name)
    return t("{option} is missing; '{bura} {command} --help' tells what it is.", option=name, command=_chain(fault))


def _chain(fault: CycloptsError) -> str:
    return " ".join(fault.command_chain or ())


def _no_command(fault: UnknownCommandError, word: str) -> str:
    if word.startswith("-"):
        return t("{option} comes after a command, as in '{bura_play} --name Nino'.", option=inert(word, 40))
    known = [] if fault.app is None else [name for name in fault.app if not name.startswith("-")]
    told = t("Unknown command '{word}'.", word=inert(word, 40))
    near = get_close_matches(word, known, n=1)
    if near:
        return told + " " + t("Did you mean '{near}'?", near=near[0])
    return f"{told} {t('There are: {commands}.', commands=', '.join(known))}"


def is_name(name: str) -> bool:
    """Whether a player may be called so: one line of plain text that fits into a hello."""
    return len(name.encode("utf-8", "replace")) <= MAX_NAME and inert(name) == name
