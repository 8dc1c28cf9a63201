"""A stranger's check: bytes of game files in, a report out.

Here: what can be concluded from a file without any secret, and nothing that cannot. Never: a second copy of a rule
or of a proof's check (`Table.apply` is the only judge), files, printing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import reduce
from types import MappingProxyType
from typing import Final

from .errors import Code, Failed, PeerError
from .log.entry import Entry, SignedEntry, open_entry
from .log.file import GameFile, MalformedFile, OtherFile, read_game
from .log.log import convicts
from .rules.ruleset import Ruleset
from .sentences import N_, Sentence
from .table import evidence
from .table.events import Event, GameOver, HandOver
from .table.phases import Stage
from .table.state import Counts, need
from .table.table import Table
from .wire.codec import decode_body


class Verdict(Enum):
    """What a check can conclude, with the exit code of `bura verify`."""

    FAIR = ("fair", 0)
    UNSIGNED_RESULT = ("unsigned_result", 10)
    OPEN = ("open", 10)
    FORKED = ("forked", 10)
    FAULT = ("fault", 20)
    EQUIVOCATION = ("equivocation", 21)
    VOID = ("void", 22)
    MALFORMED = ("malformed", 30)
    UNSUPPORTED = ("unsupported", 40)

    def __init__(self, label: str, exit_code: int) -> None:
        self.label = label
        self.exit_code = exit_code


@dataclass(frozen=True, slots=True)
class Culprit:
    """Who broke the protocol: seat, round and code. Only a seat's own valid signature puts it here.

    What shows it stands beside: `entries` are what the seat signed, one, or two for one place (the one that stands
    there, then the other), which differ in the fields `differ`; `messages` are their types, such as `lead`. `detail`
    says in words what is wrong, `failed` is the check that does not hold.
    """

    seat: int
    round: int
    code: Code
    entries: tuple[SignedEntry, ...] = field(default=(), compare=False)
    messages: tuple[str, ...] = field(default=(), compare=False)
    detail: str = field(default="", compare=False)
    failed: Failed | None = field(default=None, compare=False)
    differ: tuple[str, ...] = field(default=(), compare=False)

    @property
    def message(self) -> str:
        """The type of the entry that stands there, or was refused; empty where none is at hand."""
        return self.messages[0] if self.messages else ""


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of one file's check.

    `reason` is one sentence in English. `names` are text from peers. `rules` are those that `ruleset` names.
    `chips` by seat are those of the last hand that ended, and at the game's end those after a pot was shared.
    `stopped` are the seats that said they play no further hand, where that has ended the game. `owing` and
    `waits_for` say who owes what when the game is open. `head` and `table_id` are 32 bytes (zeros while unknown).
    `other`: the file does not even begin as a game file.
    """

    verdict: Verdict
    reason: str
    culprit: Culprit | None = None
    identities: tuple[bytes, ...] = ()
    names: tuple[str, ...] = ()
    ruleset: str | None = None
    score: tuple[int, ...] = ()
    winner: int | None = None
    rules: Ruleset | None = None
    stopped: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    hands: tuple[HandOver, ...] = ()
    owing: tuple[int, ...] = ()
    waits_for: str | None = None
    counts: Counts = field(default_factory=Counts)
    rounds: int = 0
    head: bytes = bytes(32)
    table_id: bytes = bytes(32)
    other: bool = False

    @property
    def exit_code(self) -> int:
        """The exit code of `bura verify` for this file."""
        return self.verdict.exit_code


NEGOTIATION = frozenset({Code.VERSION, Code.FEATURE, Code.RULESET})
"""Refusals of a hello that say no more than that this version cannot play such a table."""


VOIDED: Final = MappingProxyType(
    {
        Code.DECK_BROKEN: N_("a card that was rightly opened is none of this deck, or was opened before"),
        Code.KEYS_EQUAL: N_("two seats showed one key, or all keys cancel out"),
    }
)
"""Why a hand that began well is void."""


FINAL = frozenset({Verdict.FAULT, Verdict.EQUIVOCATION, Verdict.MALFORMED, Verdict.UNSUPPORTED})
"""Verdicts that another file cannot change."""


class _Stop(Exception):  # noqa: N818
    """The check has come to its verdict."""

    def __init__(self, verdict: Verdict, reason: str, culprit: Culprit | None = None) -> None:
        super().__init__(verdict)
        self.verdict = verdict
        self.reason = reason
        self.culprit = culprit


class Replay:
    """A game replayed from its entries: the table, and everything that happened, in order."""

    def __init__(self, identities: Sequence[bytes]) -> None:
        self.table = Table(identities)
        self.events: list[Event] = []

    def feed(self, signed: SignedEntry) -> tuple[Event, ...]:
        """Apply the next entry. Raises `PeerError` as `open_entry` and `Table.apply` do."""
        events = self.table.apply(open_entry(signed, self.table.state.identities[signed.seat]))
        self.events += events
        return events


@dataclass(frozen=True, slots=True)
class Lent:
    """What files of one game (`key`, see `GameFile.key`) lend each other: authentic entries by (round, seat)."""

    key: bytes = b""
    entries: tuple[Entry, ...] = ()

    @classmethod
    def of(cls, files: Iterable[bytes], key: bytes) -> Lent:
        """From those of `files` that are of this game, all of them; they are read one at a time.

        However many there are: whoever has signed two things would else bring files enough that the one that tells
        lends nothing. A file lends up to its first entry that its seat did not sign: no honest file has one, and
        checking the signatures of a long forged one would cost minutes. Those of one place stand by their bytes, so
        that the order of the files is nothing.
        """
        alike = (game for game in _games(map(_read, files)) if game.key == key)
        found: dict[SignedEntry, Entry] = {}
        for game in alike:
            for signed in game.entries:
                if signed not in found:
                    try:
                        found[signed] = open_entry(signed, game.identities[signed.seat])
                    except PeerError:
                        break
        return cls(key, tuple(sorted(found.values(), key=_place_and_bytes)))


def verify_file(data: bytes, others: Iterable[bytes] | Lent = ()) -> Report:
    """Check the game file in `data`. Never raises: whatever the bytes are, a report comes back.

    `others` are further files (or what they lend); those of the same game lend their entries, so that a game that
    one side cut short can be judged whole, and a seat that signed two things is found.
    """
    game = _read(data)
    if isinstance(game, Report):
        return game
    lent = others if isinstance(others, Lent) else Lent.of(others, game.key)
    return _check(game, lent.entries if lent.key == game.key else ())


def _read(data: bytes) -> GameFile | Report:
    """The file's content, or the report that there is none."""
    try:
        game = read_game(data)
        Table(game.identities)
    except MalformedFile as fault:
        return Report(Verdict.MALFORMED, str(fault), other=isinstance(fault, OtherFile))
    except PeerError as fault:
        return Report(Verdict.MALFORMED, Sentence("The identities cannot sit at one table: {fault}.", fault=fault))
    return game


def _games(read: Iterable[GameFile | Report]) -> Iterator[GameFile]:
    return (game for game in read if isinstance(game, GameFile))


def _place(entry: Entry) -> tuple[int, int]:
    return entry.body.round, entry.body.seat


def _place_and_bytes(entry: Entry) -> tuple[tuple[int, int], bytes, bytes]:
    return _place(entry), entry.signed.body, entry.signed.signature


def _check(game: GameFile, lent: Sequence[Entry]) -> Report:
    """The report on one game, with what other files of it lend."""
    replay = Replay(game.identities)
    own = set(game.entries)
    new = [entry for entry in lent if entry.signed not in own]
    stop = _judge_all(replay, game.entries)
    left = _unaccepted(replay.table, game.entries) if stop is not None and stop.verdict not in FINAL else []
    at_hand = sorted([*left, *new], key=_place)
    if new and (stop is None or stop.verdict is Verdict.FORKED):
        stop = _mend(replay, game.entries, at_hand, stop)
    stop = stop or _ending(replay.table)
    if stop.verdict not in FINAL:
        stop = _two_bodies(replay.table, at_hand) or stop
    return _report(replay, stop)


def _judge_all(replay: Replay, entries: Iterable[SignedEntry]) -> _Stop | None:
    """Feed the file's own entries; the verdict that ends the check early, if any."""
    try:
        for signed in entries:
            _judge(replay, signed)
    except _Stop as stop:
        return stop
    return None


def _judge(replay: Replay, signed: SignedEntry) -> None:
    """Feed one entry of the file; a fault becomes the verdict that the conviction rules allow."""
    table = replay.table
    try:
        entry = open_entry(signed, table.state.identities[signed.seat])
    except PeerError as fault:
        raise _unreadable(table, fault) from None
    try:
        if not table.log.check(entry):
            raise _Stop(Verdict.MALFORMED, Sentence("The file holds an entry twice."))
        replay.events += table.apply(entry)
    except PeerError as fault:
        raise _convict(table, entry, fault) from None


def _unreadable(table: Table, fault: PeerError) -> _Stop:
    if not table.round:
        return _Stop(Verdict.MALFORMED, Sentence("The first entry is damaged: {fault}.", fault=fault))
    told = Sentence("An entry after round {round} is damaged: {fault}.", round=table.round - 1, fault=fault)
    return _Stop(Verdict.MALFORMED, told)


def _convict(table: Table, entry: Entry, fault: PeerError) -> _Stop:
    """Only two things convict: two bodies for one place, or a refused body that follows this file's head."""
    seat, round_ = entry.body.seat, entry.body.round
    if round_ == 0 and table.round == 0:
        verdict = Verdict.UNSUPPORTED if fault.code in NEGOTIATION else Verdict.MALFORMED
        return _Stop(verdict, Sentence("The table was never set up: {why}.", why=fault.detail or fault.code.label))
    if fault.code is Code.EQUIVOCATION:
        return _twice(need(table.log.find(round_, seat)), entry)
    if fault.code is Code.PREV_WRONG or (fault.code is Code.ROUND_WRONG and round_ > table.round):
        return _Stop(
            Verdict.FORKED, Sentence(
                "Seat {seat} signed round {round} on a head that this file does not know.",
                seat=seat, round=round_,
            )
        )
    if fault.code in (Code.TABLE_WRONG, Code.ROUND_WRONG):
        return _Stop(Verdict.MALFORMED, Sentence("The file holds an entry that does not belong to its game."))
    return _Stop(
        Verdict.FAULT,
        Sentence(
            "Seat {seat} broke the protocol in round {round}: {why}.",
            seat=seat, round=round_, why=fault.detail or fault.code.label,
        ),
        _culprit(entry, fault),
    )


def _culprit(entry: Entry, fault: PeerError) -> Culprit:
    """The signer of a refused entry, with what shows the fault."""
    body = entry.body
    try:
        failed = evidence.in_message(fault, body.message())
    except PeerError:
        failed = None  # the body says nothing readable, and that is the fault
    return Culprit(
        body.seat, body.round, fault.code, (entry.signed,), (evidence.word(body),), fault.detail, failed
    )


def _twice(first: SignedEntry, second: Entry) -> _Stop:
    """The signer of two bodies for one place; `first` is the one that stands there."""
    one, other = decode_body(first.body), second.body
    culprit = Culprit(
        other.seat,
        other.round,
        Code.EQUIVOCATION,
        (first, second.signed),
        (evidence.word(one), evidence.word(other)),
        differ=evidence.differing(one, other),
    )
    reason = Sentence(
        "Seat {seat} signed two different entries for round {round}.",
        seat=other.seat, round=other.round,
    )
    return _Stop(Verdict.EQUIVOCATION, reason, culprit)


def _ending(table: Table) -> _Stop:
    """The verdict of a file whose every entry was accepted."""
    match table.stage:
        case Stage.COMPLETE:
            return _Stop(Verdict.FAIR, Sentence("The game is complete and every check holds."))
        case Stage.VOID:
            if table.state.void is None:
                told = Sentence("The last hand is void; nobody is named, for nobody can be.")
            else:
                told = Sentence(
                    "The last hand is void: {why} ({code}); nobody is named, for nobody can be.",
                    why=VOIDED[table.state.void],
                    code=table.state.void.label,
                )
            return _Stop(Verdict.VOID, told)
        case Stage.RESULT:
            seats = _seats(table.owing())
            return _Stop(
                Verdict.UNSIGNED_RESULT,
                Sentence("The hand is decided, and the result lacks the signature of {seats}.", seats=seats),
            )
        case _:
            one, owing = len(table.owing()) == 1, _seats(table.owing())
            told_one = N_("The file ends while {seats} owes '{stage}'; why, nobody can know.")
            told_more = N_("The file ends while {seats} owe '{stage}'; why, nobody can know.")
            return _Stop(Verdict.OPEN, Sentence(told_one if one else told_more, seats=owing, stage=table.stage.value))


def _seats(seats: Sequence[int]) -> str:
    names = [Sentence("seat {seat}", seat=seat) for seat in seats]
    return reduce(lambda some, last: Sentence("{names} and {last}", names=some, last=last), names)


def _unaccepted(table: Table, entries: Iterable[SignedEntry]) -> list[Entry]:
    """The file's own authentic entries that stand behind the one that stopped the check."""
    accepted = set(table.log.entries())
    found = []
    for signed in entries:
        if signed not in accepted:
            with suppress(PeerError):
                found.append(open_entry(signed, table.state.identities[signed.seat]))
    return found


def _mend(
    replay: Replay, own: Sequence[SignedEntry], at_hand: Sequence[Entry], stop: _Stop | None
) -> _Stop | None:
    """Go on with the entries of all files, by place: a tail that was cut, a hole. A fork that stays is one."""
    table = replay.table
    for entry in at_hand:
        try:
            if table.log.check(entry):
                replay.events += table.apply(entry)
        except PeerError as fault:
            if convicts(fault):
                return _convict(table, entry, fault)
    if stop is None:
        return None
    return None if _spoken(table.log.entries()).issuperset(_spoken(own)) else stop


def _spoken(entries: Iterable[SignedEntry]) -> set[tuple[int, bytes]]:
    """What was said by whom: a body counts, and not with which of its seat's signatures (spec.md, X3d)."""
    return {(entry.seat, entry.body) for entry in entries}


def _two_bodies(table: Table, at_hand: Sequence[Entry]) -> _Stop | None:
    """Equivocation among all entries at hand, whatever they follow: the first place with two bodies.

    Hellos name no table, so those of two tables are no two bodies for one place.
    """
    rounds = (*table.log.closed, tuple(table.log.open.values()))
    found = {(round_, signed.seat): signed for round_, taken in enumerate(rounds) for signed in taken}
    for entry in at_hand:
        if entry.body.round > 0 and entry.body.table_id == table.state.table_id:
            first = found.setdefault(_place(entry), entry.signed)
            if first.body != entry.signed.body:
                return _twice(first, entry)
    return None


def _report(replay: Replay, stop: _Stop) -> Report:
    table, state = replay.table, replay.table.state
    hands = tuple(event for event in replay.events if isinstance(event, HandOver))
    end = next((event for event in replay.events if isinstance(event, GameOver)), None)
    is_open = stop.verdict in (Verdict.OPEN, Verdict.UNSIGNED_RESULT)
    return Report(
        verdict=stop.verdict,
        reason=stop.reason,
        culprit=stop.culprit,
        identities=state.identities,
        names=state.names,
        ruleset=None if state.ruleset is None else state.ruleset.name,
        score=hands[-1].score if hands else (),
        winner=None if state.match is None else state.match.winner,
        rules=state.ruleset,
        stopped=() if end is None else end.stopped,
        chips=end.chips if end is not None else hands[-1].chips if hands else (),
        hands=hands,
        owing=table.owing() if is_open else (),
        waits_for=table.stage.value if is_open else None,
        counts=state.counts,
        rounds=table.round,
        head=table.head,
        table_id=state.table_id,
    )
