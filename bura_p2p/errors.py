"""The two kinds of fault, and the closed list of refusal codes.

Here: `LocalError` (my misuse), `PeerError` (theirs) with what shows it (`Failed`), and `Code`. Never: an import of
the package, or a sentence that belongs to one screen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum


class Code(IntEnum):
    """Why something from a peer is refused: the closed list, one home with `protocol/registry/refusals.json`.

    Tens are layers, in the order in which a message is judged: frame and link, signature and encoding,
    place, negotiation, order, proof, rule. The nineties void a hand and name nobody.
    """

    FRAME_EMPTY = 1
    FRAME_TOO_LONG = 2
    LINK_MESSAGE = 3
    LINK_ORDER = 4
    AUTHENTICATION = 5

    SIGNATURE = 10
    IDENTITY_KEY = 11
    ENCODING = 12
    SHAPE = 13
    TYPE_UNKNOWN = 14

    TABLE_WRONG = 20
    ROUND_WRONG = 21
    SEAT_WRONG = 22
    PREV_WRONG = 23
    EQUIVOCATION = 24

    VERSION = 30
    FEATURE = 31
    RULESET = 32
    RULESET_DIFFERS = 33
    IDENTITY_REPEATED = 34

    TYPE_NOT_DUE = 40

    LENGTH = 50
    POINT = 51
    SCALAR = 52
    COMMITMENT = 53
    KEY_PROOF = 54
    SHUFFLE_PROOF = 55
    SHARE_PROOF = 56
    OPEN_PROOF = 57
    MIX_PROOF = 58
    STATEMENT_PROOF = 59

    LEAD_ILLEGAL = 70
    ANSWER_ILLEGAL = 71
    GIVE_ILLEGAL = 72
    CLAIM_ILLEGAL = 73
    RAISE_ILLEGAL = 74
    POINTS_ILLEGAL = 75
    RESULT_WRONG = 76

    DECK_BROKEN = 90
    KEYS_EQUAL = 91

    @property
    def label(self) -> str:
        """The code's name on screens, in reports and in the registry, e.g. `shuffle_proof`."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Failed:
    """Which check of spec.md an entry does not pass, and what shows it: public values, never a secret.

    `equation` is its name there, such as `G6`; `at` says which item of a list, from 0, None where there is none.
    `values` are names, the letters of spec.md in ASCII, and what they stand for: lower-case hex of bytes, else a
    decimal number. Two of them are called `left` and `right` where the check is that these two are equal.
    """

    equation: str
    at: int | None = None
    values: tuple[tuple[str, str], ...] = ()


class BuraError(Exception):
    """Base of every fault that this package raises on purpose."""


class LocalError(BuraError):
    """Misuse by this program or its user; the message is one clear sentence for a person."""


class UsageError(LocalError):
    """An argument of a command that makes no sense; the message is one sentence."""


class PeerError(BuraError):
    """Something from a peer that is refused. Bytes from a peer can raise nothing else.

    `code` says why, `seat` and `round` where (None while a lower layer does not know its place; `at`
    adds them), `detail` is for people and never holds text from the peer. `failed` is for whoever checks again.
    """

    def __init__(
        self,
        code: Code,
        detail: str = "",
        *,
        seat: int | None = None,
        round: int | None = None,  # noqa: A002
        failed: Failed | None = None,
    ) -> None:
        super().__init__(code, detail, seat, round)
        self.code = code
        self.detail = detail
        self.seat = seat
        self.round = round
        self.failed = failed

    def at(self, seat: int, round: int) -> PeerError:  # noqa: A002
        """The same fault with its place: `seat` (0-based) and `round` (counted from 0)."""
        return PeerError(self.code, self.detail, seat=seat, round=round, failed=self.failed)

    def item(self, at: int) -> PeerError:
        """The same fault, of the item `at` (from 0) of a list."""
        failed = None if self.failed is None else replace(self.failed, at=at)
        return PeerError(self.code, self.detail, seat=self.seat, round=self.round, failed=failed)

    def __str__(self) -> str:
        place = "" if self.seat is None else f" (seat {self.seat}, round {self.round})"
        detail = f": {self.detail}" if self.detail else ""
        return f"{self.code.label}{place}{detail}"
