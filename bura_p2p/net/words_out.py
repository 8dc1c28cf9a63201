"""The three words that a waiting host shows, and the guests that try them.

Here: words that are out, one guess at a time, the count of wrong ones, renewal by count and by time. Never: the door
(`net/listen.py`), or the messages (`net/words.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import trio

from ..errors import Code, PeerError
from ..wire import limits as wire_limits
from ..wire.framing import FrameReader
from . import limits, timers
from .handshake import next_payload, send_payloads
from .words import HostWords, Words, new_words


class Why(Enum):
    """Why the words that are out are these ones."""

    FIRST = "first"
    GUESSED = "guessed"
    TIME = "time"


class WordsOut:
    """The words of one host while it waits for one guest.

    `invite` is the text that a guest with the right words gets, `table` the announced id (4 bytes), `tls_bind`
    SHA-256 of the host's certificate (32 bytes), `entropy` gives n fresh bytes; `patience` seconds for a proof.

    `words` are those that count now (None: none any more), `why` tells since what, `wrong` is the number of guesses.
    """

    def __init__(
        self,
        invite: str,
        *,
        table: bytes,
        tls_bind: bytes,
        entropy: Callable[[int], bytes],
        patience: float = timers.GUESS,
    ) -> None:
        self.words: Words | None = new_words(entropy)
        self.why = Why.FIRST
        self.wrong = 0
        self._invite = invite
        self._table = table
        self._bind = tls_bind
        self._entropy = entropy
        self._patience = patience
        self._since = 0
        self._until = trio.current_time() + timers.WORDS
        self._changed = trio.Event()
        self._turn = trio.Lock()
        self._trying: set[str] = set()

    def __repr__(self) -> str:
        return f"WordsOut(out={self.words is not None}, wrong={self.wrong})"

    async def others(self, shown: Words | None) -> None:
        """Wait until other words than those `shown` are out, or none; renews them when their time is over."""
        while self.words == shown:
            changed = self._changed
            with trio.move_on_at(self._until) as hour:
                await changed.wait()
            if hour.cancelled_caught:
                self._renew(Why.TIME)

    async def hear(self, stream: trio.abc.Stream, address: str) -> None:
        """Let one connection, from `address`, try the words; give it the invite when they are right.

        From the answer on, whatever is not the right proof counts as a wrong guess: also a silence, for how long an
        answer took may say something about the words. Raises PeerError (AUTHENTICATION for wrong words, LINK_MESSAGE,
        POINT, those of frames), PeerLost, trio.TooSlowError, trio.BrokenResourceError.
        """
        if address in self._trying:
            raise PeerError(Code.AUTHENTICATION, "another guess from there is being heard")
        self._trying.add(address)
        try:
            reader = FrameReader(wire_limits.MAX_FRAME_BEFORE_AUTH)
            ask = await next_payload(stream, reader)
            async with self._turn:
                gift = await self._judged(stream, reader, ask)
            await send_payloads(stream, (gift,))
        finally:
            self._trying.discard(address)

    async def _judged(self, stream: trio.abc.Stream, reader: FrameReader, ask: bytes) -> bytes:
        """One guess from the answer to the verdict; the gift when it is right."""
        words = self.words
        if words is None or trio.current_time() >= self._until:
            raise PeerError(Code.AUTHENTICATION, "no words are out")
        side = HostWords(words, tls_bind=self._bind, table=self._table, entropy=self._entropy)
        answer = await trio.to_thread.run_sync(side.answer, ask, abandon_on_cancel=True)
        right = False
        try:
            with trio.fail_after(self._patience):
                await send_payloads(stream, (answer,))
                proof = await next_payload(stream, reader)
            side.check(proof)
            right = True
        finally:
            if not right:
                self._count()
        return side.gift(self._invite)

    def _count(self) -> None:
        self.wrong += 1
        self._since += 1
        if self._since >= limits.WORDS_GUESSES or self.wrong >= limits.WORDS_IN_ALL:
            self._renew(Why.GUESSED)

    def _renew(self, why: Why) -> None:
        """Other words from now on, or none when too many guesses were wrong."""
        self.words = new_words(self._entropy) if self.wrong < limits.WORDS_IN_ALL else None
        self.why = why
        self._since = 0
        self._until = trio.current_time() + timers.WORDS if self.words is not None else float("inf")
        self._changed.set()
        self._changed = trio.Event()
