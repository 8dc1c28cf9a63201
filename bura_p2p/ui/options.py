"""The options that several commands share, and the rules that they name.

Here: how the options of playing and of a table are written, and what table they mean. Never: a command.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter, Token

from ..errors import LocalError
from ..net.socks import Proxy
from ..rules.options import find_with_options, options_of
from ..rules.ruleset import MATCH_LENGTHS, Ruleset
from .arguments import DEFAULT_MATCH, UsageError, listen_at, match_of, onion_at, public_at, socks_at
from .inert import inert
from .reaching import Where
from .tongue import local, t, tn

Switch = Annotated[bool, Parameter(negative="")]

_HOME: Final = "The folder for games and your identity (else BURA_HOME, else your data folder)."

Json = Annotated[bool, Parameter(name="--json", negative="", help="For programs: one JSON object.")]
JsonLines = Annotated[bool, Parameter(name="--json", negative="", help="For programs: one JSON object a line.")]


def _path(kind: object, tokens: Sequence[Token]) -> Path:
    """The path that is named. Raises `UsageError` for none, as of a variable that is not set: it would be the current
    folder.
    """
    if not tokens[0].value:
        raise UsageError(t("{option} takes a path, not nothing.", option=tokens[0].keyword or t("An argument")))
    return Path(tokens[0].value)


Home = Annotated[Path | None, Parameter(name="--home", help=_HOME, converter=_path)]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Common:
    """Options of every command that plays.

    Parameters
    ----------
    name
        What the other side calls you; remembered.
    ui
        The face: 'plain', lines and typed moves, 'tui', a table in the terminal, or 'web', the table in the browser.
    json
        For programs: one JSON object a line, moves typed as "lead AS 10S", "give 2S", "claim".
    export
        Write a copy of the game file here, besides the one in the folder for games.
    """

    name: str | None = None
    home: Home = None
    ui: str = "plain"
    json: Switch = False
    export: Annotated[Path | None, Parameter(converter=_path)] = None
    hands: Annotated[int | None, Parameter(show=False)] = None


COMMON: Final = Common()


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Reach:
    """Options of every command that waits for a friend.

    Parameters
    ----------
    listen
        HOST:PORT to wait on; else every address of this computer.
    port
        The port to wait on, at every address; else the one of last time.
    maps
        Ask your router to let the friend in while the game goes on, or leave it alone. It is asked if nothing is
        said, but not with --listen, --public or --onion.
    public
        HOST[:PORT] of your router as the internet sees it, for the invite; forward the port to this computer by hand.
    onion
        NAME.onion[:PORT] of an onion service of your own Tor, for the invite; with --listen 127.0.0.1:PORT it is the
        only address there.
    """

    listen: str | None = None
    port: int | None = None
    maps: Annotated[bool | None, Parameter(name="--map", negative="--no-map")] = None
    public: str | None = None
    onion: str | None = None

    def where(self) -> Where:
        """What they mean. Raises `UsageError`, one sentence."""
        address, port = listen_at(self.listen, self.port)
        if address is not None and self.maps:
            raise UsageError(t("--map opens a port to all addresses of this computer; leave --listen out, or --map."))
        public = None if self.public is None else public_at(self.public)
        onion = None if self.onion is None else onion_at(self.onion)
        maps = address is None and public is None and onion is None if self.maps is None else self.maps
        asked = self.port is not None or (self.listen is not None and ":" in self.listen)
        number = port if asked or address else None
        return Where(address=address, port=number, maps=maps, public=public, onion=onion)


REACH: Final = Reach()


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class CallBack:
    """Options of a guest, for a host that cannot be reached straight and has to call back, or through a proxy.

    Parameters
    ----------
    socks
        HOST:PORT, as numbers, of a SOCKS5 proxy through which alone the host is reached; 127.0.0.1:9050 for your own
        Tor.
    port
        Where a host that cannot be reached calls back; else any free port.
    maps
        Ask your router to let such a call in, or leave it alone.
    public
        HOST[:PORT] of your router as the internet sees it, for such a call.
    """

    port: int | None = None
    maps: Annotated[bool | None, Parameter(name="--map", negative="--no-map")] = None
    public: str | None = None
    socks: str | None = None

    def proxy(self) -> Proxy | None:
        """What the host is reached through. Raises `UsageError`, one sentence."""
        return None if self.socks is None else socks_at(self.socks)

    def where(self) -> Where | None:
        """Where the host may call back; None: not at all. Raises `UsageError`, one sentence."""
        if self.socks is not None:
            if (self.port, self.maps, self.public) != (None, None, None):
                raise UsageError(t("With --socks nobody calls back; leave out --port, --map and --public."))
            return None
        return Reach(port=self.port, maps=self.maps, public=self.public).where()


CALL_BACK: Final = CallBack()

_POINTS: Final = f"Points that win the match: 1, 3, 7 or 11 ({DEFAULT_MATCH} if none); 0 plays until somebody stops."
_SHOWN: Final = "Count for the players: cards given face down tell what they are worth, and your pile what it holds."
_RULES: Final = (
    "The rules by name; 'bura rules list' tells them. In the Georgian ones a raise is called by the stake that it "
    "asks for: davi 2, se 3, chari 4, panji 5, shashi 6."
)
_OPTION: Final = "A table option as NAME=VALUE, such as clock=30; 'bura rules show' tells them. May be repeated."

Options = Annotated[list[str], Parameter(name="--option", negative="", help=_OPTION)]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Table:
    """Options of every command that opens a table."""

    rules: Annotated[str, Parameter(help=_RULES)] = "georgian"
    match: Annotated[int | None, Parameter(help=_POINTS)] = None
    show_points: Annotated[bool, Parameter(negative="", help=_SHOWN)] = False
    option: Options | None = None

    def ruleset(self, hands: int | None = None) -> Ruleset:
        """The rules of this table, for so many hands or else for a match. Raises `UsageError`, one sentence; also for
        rules that are not for two, as all tables of this version are.
        """
        rules = table_rules(
            self.rules, self.option or (), match=self.match, hands=hands, show_points=self.show_points
        )
        if not rules.seats_allowed(SEATS):
            raise UsageError(
                tn(
                    "The {rules} rules are for {n} player, and tables are for two: by these rules games are played "
                    "in memory only for now.",
                    "The {rules} rules are for {n} players, and tables are for two: by these rules games are played "
                    "in memory only for now.",
                    rules.players[0],
                    rules=rules.name,
                )
            )
        return rules


TABLE: Final = Table()

SEATS: Final = 2
"""The players of a table that `host`, `join`, `play` and `demo` open."""


def table_rules(
    name: str,
    options: Sequence[str] = (),
    *,
    match: int | None = None,
    hands: int | None = None,
    show_points: bool = False,
) -> Ruleset:
    """The rules called `name` with their options as NAME=VALUE: as a table plays them, so that a match has a length
    where nothing is said. Raises `UsageError`, one sentence.
    """
    length = match_of(match, hands)
    told = _named(options)
    if "match_to" in told and match is not None:
        raise UsageError(t("--match and --option match_to say the same; give one of them."))
    if "match_to" in told and hands is not None:
        raise UsageError(t("--hands plays so many hands, --option match_to up to so many points; give one of them."))
    if "points_shown" in told and show_points:
        raise UsageError(t("--show-points and --option points_shown say the same; give one of them."))
    values: dict[str, object] = {"points_shown": "yes"} if show_points else {}
    try:
        shipped = find_with_options(name)
        if "match_to" in options_of(shipped):
            values["match_to"] = _length(length)
        elif match is not None:
            raise UsageError(t(
                "The {rules} rules have no match to points, so that --match says nothing.",
                rules=shipped.name,
            ))
        return find_with_options(name, **(values | told))
    except LocalError as fault:
        raise UsageError(local(str(fault))) from None


def _length(points: int) -> int:
    if points not in MATCH_LENGTHS:
        *some, last = MATCH_LENGTHS
        raise UsageError(t("--match takes {some} or {last}.", some=', '.join(map(str, some)), last=last))
    return points


def _named(options: Sequence[str]) -> dict[str, object]:
    """The values by the option's name, which may be written with hyphens too. Raises `UsageError`."""
    told: dict[str, object] = {}
    for text in options:
        written, sign, value = text.partition("=")
        name = written.strip().lower().replace("-", "_")
        if not (sign and name and value.strip()):
            raise UsageError(t("--option takes NAME=VALUE, such as clock=30, not '{text}'.", text=inert(text, 40)))
        if name in told:
            raise UsageError(t("--option {name} is given twice.", name=inert(name, 40)))
        told[name] = value
    return told
