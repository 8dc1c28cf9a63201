"""The guest's way from three words to an invite: asks the host at an address on the local network.

Here: connecting, the guest's side of the exchange, and the words for each way it fails. Never: a list of tables, the
game; what the host gives is an invite like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import trio

from ..errors import LocalError, PeerError
from ..sentences import N_
from ..wire import limits as wire_limits
from ..wire.framing import FrameReader
from . import limits, timers
from .faults import PeerLost
from .handshake import next_payload, send_payloads
from .invite import Candidate, Invite
from .tls import WORDS_ALPN, Stream, client_context, first_handshake, spoken
from .words import GuestWords, Words

_NOBODY = N_("Nobody answers there; has the host closed the game, or is a firewall of its computer in the way?")
_NO_WORDS = N_("The host there takes no words now; ask your friend for the invite.")
_BUSY = N_("The host there did not listen to the words; somebody else may be trying, so wait a moment and try again.")
_SLOW = N_("The host there does not answer; is its program held up?")
_WRONG = N_("Those are not the words that the host shows now; look at its screen once more.")
_STRANGE = N_("What answers there does not know the words; it is not your friend's host.")


class WrongWords(LocalError):  # noqa: N818  what happened
    """The host did not accept the words."""

    def __init__(self) -> None:
        super().__init__(_WRONG)


async def invite_for(
    words: Words,
    candidates: Sequence[Candidate],
    *,
    table: bytes | None,
    entropy: Callable[[int], bytes],
    clock: Callable[[], float],
) -> Invite:
    """The invite of the host at the first of `candidates` (in their order) that answers, in exchange for `words`.

    `table` is the id (4 bytes) under which it was found, None where only its address is known; `entropy` gives n
    fresh bytes, `clock` seconds since 1970. The invite begins with the address that answered. It costs one guess.
    Raises LocalError, one sentence: `WrongWords`, nobody there, no words there, not the host.
    """
    with trio.move_on_after(timers.ADMISSION + len(candidates) * timers.NEAR):
        candidate, stream, shown = await _reached(candidates)
        side = GuestWords(words, tls_bind=shown, table=table, entropy=entropy)
        try:
            text = await _given(stream, side)
        finally:
            with trio.move_on_after(timers.FAREWELL, shield=True):
                await trio.aclose_forcefully(stream)
        return _with_address(_read(text, shown, clock()), candidate)
    raise LocalError(_SLOW)


async def _reached(candidates: Sequence[Candidate]) -> tuple[Candidate, Stream, bytes]:
    for candidate in candidates:
        try:
            with trio.fail_after(timers.NEAR):
                tcp = await trio.open_tcp_stream(candidate.host, candidate.port)
        except (OSError, UnicodeError, trio.TooSlowError):
            continue
        try:
            stream, shown = await first_handshake(tcp, client_context(WORDS_ALPN))
        except (PeerError, trio.BrokenResourceError):
            await trio.aclose_forcefully(tcp)
            continue
        except BaseException:
            await trio.aclose_forcefully(tcp)
            raise
        if spoken(stream) == WORDS_ALPN:
            return candidate, stream, shown
        await trio.aclose_forcefully(stream)
        raise LocalError(_NO_WORDS)
    raise LocalError(_NOBODY)


async def _given(stream: Stream, side: GuestWords) -> str:
    """The text that the host gives for the words."""
    reader = FrameReader(wire_limits.MAX_FRAME_BEFORE_AUTH)
    gone = _BUSY
    try:
        await send_payloads(stream, (await trio.to_thread.run_sync(side.ask, abandon_on_cancel=True),))
        answer = await next_payload(stream, reader)
        proof = await trio.to_thread.run_sync(side.prove, answer, abandon_on_cancel=True)
        gone = ""
        await send_payloads(stream, (proof,))
        return side.open(await next_payload(stream, reader))
    except PeerError:
        raise LocalError(_STRANGE) from None
    except (PeerLost, trio.BrokenResourceError):
        raise (LocalError(gone) if gone else WrongWords()) from None


def _read(text: str, shown: bytes, now: float) -> Invite:
    invite = Invite.parse(text, now=now)
    if invite.certificate != shown:
        raise LocalError(_STRANGE)
    return invite


def _with_address(invite: Invite, reached: Candidate) -> Invite:
    others = tuple(candidate for candidate in invite.candidates if candidate != reached)
    return replace(invite, candidates=(reached, *others)[: limits.CANDIDATES])
