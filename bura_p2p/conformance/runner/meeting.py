"""How the runner and the program under test come together, as host or as guest, once or again.

Here: sockets' two ends, the invite, TLS, authentication. Never: a game, or a judgement.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import trio

from ...crypto.identity import Identity
from ...errors import LocalError, PeerError
from ...net.auth import Agreed, Handshake, Role
from ...net.calls import is_dialled
from ...net.faults import PeerLost
from ...net.handshake import authenticate
from ...net.invite import SECRET, Candidate, Invite, candidate_of
from ...net.nursery import background
from ...net.tls import (
    Stream,
    certificate_hash,
    client_context,
    first_handshake,
    make_certificate,
    server_context,
)
from ...rules.options import changed_options, options_of
from ...rules.ruleset import Ruleset
from ...wire.framing import encode_frame
from ..tape import Tape
from .exchange import Exchange
from .process import Hangup, Program, Unusable, running, words_of
from .results import Outcome
from .wire import Wire

LONG: Final = 86_400.0
"""Seconds that nothing here lasts."""

HOUR_OF_DOOM: Final = 2**32 - 1
"""When the runner's own invites expire: never while anybody tests."""

HOST: Final = "127.0.0.1"


@dataclass(frozen=True, kw_only=True)
class UnderTest:
    """The program under test: its command, and what of it is claimed.

    `plays`: the rules by name that it is said to play; empty: all. `patience`: seconds for one word of it.
    """

    command: str
    role: Role
    plays: frozenset[str] = frozenset()
    patience: float = 20.0

    @property
    def seat(self) -> int:
        """The seat of the one under test."""
        return 0 if self.role is Role.HOST else 1

    @property
    def has_file(self) -> bool:
        """Whether it leaves a game file."""
        return "{out}" in self.command


class Recorded(Handshake):
    """An honest authentication whose words are remembered."""

    def __init__(self, exchange: Exchange, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._exchange = exchange

    def start(self) -> tuple[bytes, ...]:
        """As `Handshake.start`."""
        return self._told(super().start())

    def receive(self, payload: bytes) -> tuple[bytes, ...]:
        """As `Handshake.receive`."""
        self._exchange.heard(payload)
        return self._told(super().receive(payload))

    def _told(self, payloads: tuple[bytes, ...]) -> tuple[bytes, ...]:
        for payload in payloads:
            self._exchange.sent(encode_frame(payload))
        return payloads


@cache
def certificate() -> tuple[bytes, bytes]:
    """The runner's own certificate and key, in PEM: new in every process."""
    return make_certificate()


@dataclass
class Meeting:
    """One run of the program under test, and the runner's end of what follows.

    `identity` and everything else of this side is drawn from `label`. `tcp` gives one more raw connection: dialled,
    or accepted. `invite` is the one in use; `opened` are all connections so far, `since` when
    (by trio's clock) the last one was.
    """

    testee: UnderTest
    program: Program
    folder: Path
    label: str
    identity: Identity
    invite: Invite
    tcp: Callable[[], Any]
    out: Path
    exchange: Exchange
    agreed: Agreed | None = None
    wires: list[Wire] = field(default_factory=list)
    opened: list[trio.SocketStream] = field(default_factory=list)
    since: float = 0.0

    @property
    def role(self) -> Role:
        """This side's role."""
        return self.testee.role.other

    @property
    def seat(self) -> int:
        """This side's seat."""
        return 1 - self.testee.seat

    @property
    def identities(self) -> tuple[bytes, bytes]:
        """Both players' keys, by seat."""
        if self.agreed is None:
            raise LocalError("Nobody is there yet.")
        pair = (self.identity.public, self.agreed.peer)
        return pair if self.seat == 0 else (pair[1], pair[0])

    def handshake(self, make: Callable[..., Handshake] = Handshake, **changes: Any) -> Handshake:
        """This side of the authentication, with changes for whoever lies in it."""
        usual: dict[str, Any] = {
            "tls_bind": self.invite.certificate,
            "secret": self.invite.secret,
            "entropy": Tape(f"{self.label} link {len(self.wires)}"),
            "expected": self.invite.host if self.role is Role.GUEST else None,
        }
        identity = changes.pop("identity", self.identity)
        return make(self.role, identity, **(usual | changes))

    async def secure(self, context: Any = None) -> Stream:
        """The next connection, with TLS. Raises Unusable where none comes about, Hangup if the other side ends it."""
        patience, before = self.testee.patience, len(self.opened)
        try:
            with trio.fail_after(patience):
                tcp = await self._connection()
                if self.role is Role.HOST:
                    tls: Stream = trio.SSLStream(tcp, context or server_context(*certificate()), server_side=True)
                    await tls.do_handshake()  # whatever protocol is agreed on: a knock may want another
                else:
                    tls, _ = await first_handshake(tcp, context or client_context())
                self.exchange.connected()
                return tls
        except (trio.BrokenResourceError, OSError, PeerError) as fault:
            kind = Hangup if len(self.opened) > before else Unusable
            raise kind(f"no TLS link came about: {fault}; {self.program.complaint}", Outcome.FAIL) from None
        except trio.TooSlowError:
            what = "TLS was not agreed on, nor the link closed," if len(self.opened) > before else "nobody connected"
            raise Unusable(f"{what} in {patience:g} seconds; {self.program.complaint}", Outcome.FAIL) from None

    async def _connection(self) -> trio.SocketStream:
        """The next raw connection. Raises Unusable where the program ends before there is one."""
        async with background() as nursery:
            nursery.start_soon(self._watch)
            stream: trio.SocketStream = await self.tcp()
            self.opened.append(stream)
            self.since = trio.current_time()
            return stream

    async def _watch(self) -> None:
        code = await self.program.ended(LONG)
        raise Unusable(f"it ended ({code}) before it connected; {self.program.complaint}", Outcome.FAIL)

    async def link(self) -> Wire:
        """The next authenticated connection. Raises Unusable."""
        stream = await self.secure()
        handshake = self.handshake(partial(Recorded, self.exchange))
        try:
            with trio.fail_after(self.testee.patience):
                self.agreed, reader = await authenticate(stream, handshake)
        except (PeerError, PeerLost, trio.BrokenResourceError, trio.TooSlowError) as fault:
            told = fault.code.label if isinstance(fault, PeerError) else "the connection ended, or nothing came"
            told = f"the link was not authenticated: {told}; {self.program.complaint}"
            raise Unusable(told, Outcome.FAIL) from None
        wire = Wire(stream, reader, self.exchange)
        self.wires.append(wire)
        return wire


@asynccontextmanager
async def meet(
    testee: UnderTest, label: str, folder: Path, rules: Ruleset, exchange: Exchange, **changes: Any
) -> AsyncIterator[Meeting]:
    """Start the program under test so that it and the runner can meet; it is gone after the block.

    `rules` are asked of a host by its template; `changes` are made in the invite that a guest gets; `exchange`
    remembers what is said. Raises Unusable.
    """
    out = _prepared(folder)
    identity = Identity.generate(Tape(f"{label} identity"))
    values: dict[str, Any] = {"out": str(out), "home": str(folder / "home"), **rule_values(rules)}
    async with AsyncExitStack() as stack:
        if testee.role is Role.HOST:
            program = await stack.enter_async_context(running(words_of(testee.command, values), folder))
            invite = await program.invite(testee.patience)
            meeting = Meeting(testee, program, folder, label, identity, invite, lambda: _dial(invite), out, exchange)
        else:
            listener = (await trio.open_tcp_listeners(0, host=HOST))[0]
            await stack.enter_async_context(listener)
            port = int(listener.socket.getsockname()[1])
            invite = _own_invite(identity, label, port, changes)
            values |= {"invite": invite.text()}
            program = await stack.enter_async_context(running(words_of(testee.command, values), folder))
            meeting = Meeting(testee, program, folder, label, identity, invite, listener.accept, out, exchange)
        try:
            yield meeting
        finally:
            for wire in meeting.wires:
                await wire.drop()
            for stream in meeting.opened:  # those on which no link came about too
                await trio.aclose_forcefully(stream)


def _prepared(folder: Path) -> Path:
    """The folder of one run, new; where its game file goes."""
    (folder / "home").mkdir(parents=True)
    return folder / "testee.bura"


def rule_values(rules: Ruleset) -> dict[str, Any]:
    """What stands in a template for these rules: their name, the match's length, all options as NAME=VALUE."""
    options = changed_options(rules)
    if "match_to" in options_of(rules):  # a host that is told nothing may have a usual length of its own
        options["match_to"] = str(rules.match_to)
    return {
        "rules": rules.name,
        "match": str(rules.match_to),
        "options": [f"{name}={value}" for name, value in options.items()],
    }


def _own_invite(identity: Identity, label: str, port: int, changes: dict[str, Any]) -> Invite:
    fields: dict[str, Any] = {
        "secret": Tape(f"{label} invite")(SECRET),
        "certificate": certificate_hash(certificate()[0]),
        "host": identity.public,
        "expires": HOUR_OF_DOOM,
        "candidates": (candidate_of(HOST, port),),
    }
    return Invite(**(fields | changes))


async def _dial(invite: Invite) -> trio.SocketStream:
    """One connection to the first address of an invite that answers, those of this computer first."""
    ways = sorted(filter(is_dialled, invite.candidates), key=lambda each: not _is_near(each))
    fault: OSError = OSError("the invite has no address that can be dialled")
    for way in ways:
        try:
            with trio.fail_after(5.0):
                return await trio.open_tcp_stream(way.host, way.port)
        except OSError as error:
            fault = error
        except trio.TooSlowError:
            continue
    raise fault


def _is_near(candidate: Candidate) -> bool:
    return candidate.host in (HOST, "::1", "localhost")
