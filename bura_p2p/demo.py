"""A game between two processes of this machine, over the real transport, checked at the end.

Here: starting two players as a user would start them, listening to what they say, verifying both game files, telling
it. Never: a game inside this process, a shortcut round the network; a child left behind.
"""

from __future__ import annotations

import json as json_text
import os
import queue
import shlex
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final, Protocol

from .errors import LocalError
from .rules.builtin import TITLES, find_ruleset
from .sentences import N_, NN_, Sentence
from .verify import Report, Verdict, verify_file

NAMES: Final = ("Nino", "Levan")
"""Host and guest; the host has seat 0."""

FILES: Final = tuple(f"{name.lower()}.bura" for name in NAMES)
"""What their game files are called."""

HANDS: Final = 5
"""Hands of a game that has no other end, when nothing is said."""

SILENCE: Final = 60.0
"""Seconds without a word from either player after which the demo gives up."""

GRACE: Final = 5.0
"""Seconds that a player is given to leave by itself, before and after it is asked to."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line of a player: which player (0 host, 1 guest), when, and the JSON object; None at its end."""

    player: int
    at: float
    words: Mapping[str, Any] | None


@dataclass
class Player:
    """One process that plays, and where it writes."""

    number: int
    process: subprocess.Popen[str]
    file: Path
    errors: Path

    def complaint(self) -> str:
        """The last words of its standard error."""
        text = self.errors.read_text(encoding="utf-8", errors="replace").strip() if self.errors.exists() else ""
        return text[-600:]


@dataclass
class Story:
    """What both players said, put together. Times are in seconds; `marks` are moments, from the start on."""

    began: float
    invite: str | None = None
    hands: list[dict[str, Any]] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)
    winner: int | None = None
    marks: dict[str, float] = field(default_factory=dict)
    ended: set[int] = field(default_factory=set)
    last: float = 0.0
    dealt: float = 0.0


HAND: Final = ("hand", "winner", "reason", "points", "totals", "claimed", "score", "chips", "pot")
"""What is kept of a hand's end."""


class Words(Protocol):
    """Puts the reason of a hand's end into words; `won`: somebody has won it."""

    def __call__(self, reason: str, *, won: bool = True) -> str:
        """The words."""
        ...


def _plain_words(reason: str, *, won: bool = True) -> str:
    return reason.replace("_", " ")


class Say(Protocol):
    """Puts a sentence into the reader's language; of two forms the one for `n`."""

    def __call__(self, one: str, many: str = "", n: int = 1) -> str:
        """The words."""
        ...


def _plainly(one: str, many: str = "", n: int = 1) -> str:
    return (one if n == 1 else many).format(n=n) if many else one


def _keep_new(path: Path, data: bytes) -> Path:
    """Write a file that is not there yet."""
    with path.open("xb") as file:
        file.write(data)
    return path


def run_demo(
    *,
    ruleset: str = "georgian",
    options: Sequence[str] = (),
    hands: int | None = None,
    match: int = 3,
    out: Path | None = None,
    json: bool = False,
    reason_words: Words = _plain_words,
    keep: Callable[[Path, bytes], Path] = _keep_new,
    say: Say = _plainly,
    called: str = "bura",
) -> int:
    """Let two processes play: `hands` hands, or else a match to `match` points. Returns the exit code.

    `ruleset` is the rules' name, `options` their table options as NAME=VALUE but for the match's length.

    The game files go to `out` (made if missing), or to a new folder that is kept and named; `keep` writes one over
    nothing that is there, under a free name that it returns; `say` puts sentences into the reader's language;
    `called` is how the program is started.
    The tale, or with `json` one object, goes to standard output, progress to standard error. 0 when both files are
    complete, fair and of one head; else the worst exit code of `bura verify`, or 1. Raises `LocalError` when the game
    does not come about.
    """
    if not match and hands is None:
        raise LocalError(N_("An open match between two bots never ends: say how many --hands."))
    folder = Path(tempfile.mkdtemp(prefix="bura-demo-")) if out is None else out
    folder.mkdir(parents=True, exist_ok=True)
    tell = Teller(silent=json, reason_words=reason_words, say=say, chips=find_ruleset(ruleset).has_pot)
    tell.hint(Sentence(_BEGINS, host=NAMES[0], guest=NAMES[1], rules=TITLES[find_ruleset(ruleset).name]))
    files: list[Path] = []
    try:
        with ExitStack() as stack:
            made = tempfile.TemporaryDirectory(prefix="bura-homes-", ignore_cleanup_errors=True)
            homes = Path(stack.enter_context(made))
            try:
                story = _play([ruleset, *_table_options(options)], hands, match, homes, tell)
            finally:  # of a game that is broken off as well
                files = _keep(homes, folder, keep)
        reports, seconds = _verify(files)
    except KeyboardInterrupt:
        tell.progress("")
        for file in files:
            tell.say(Sentence("{file}: broken off", file=file))
        raise
    summary = _summary(ruleset, story, files, reports, seconds)
    if json:
        sys.stdout.write(json_text.dumps(summary) + "\n")
    else:
        tell.ending(summary)
    sys.stdout.flush()
    tell.hint(_HEAD)
    tell.hint(Sentence(_STAYS, folder=folder))
    tell.hint(_PLAY, called)
    tell.hint(_AGAIN, f"{called} verify {shlex.quote(str(files[0]))}")
    return int(summary["exit"])


def game_paths(folder: Path) -> list[Path]:
    """Where both players write their game files, the host's first: names that are free, so that no game is lost."""
    endings = (".bura" if number == 1 else f"-{number}.bura" for number in count(1))
    named = ([folder / (name.removesuffix(".bura") + ending) for name in FILES] for ending in endings)
    return next(paths for paths in named if not any(os.path.lexists(path) for path in paths))


def _keep(homes: Path, folder: Path, keep: Callable[[Path, bytes], Path]) -> list[Path]:
    """Where the players' game files are kept, those that there are."""
    written = zip((homes / name for name in FILES), game_paths(folder), strict=True)
    return [keep(path, file.read_bytes()) for file, path in written if file.exists()]


def _table_options(options: Sequence[str]) -> list[str]:
    return [word for option in options for word in ("--option", option)]


# --- the two processes --------------------------------------------------------------------------------------------


def _play(rules: Sequence[str], hands: int | None, match: int, homes: Path, tell: Teller) -> Story:
    """Start both, listen until both are done. Their game files go to `homes`, where nobody else writes."""
    files = [homes / name for name in FILES]
    length = ["--hands", str(hands)] if hands is not None else ["--match", str(match)]
    said: queue.Queue[Said] = queue.Queue()
    story = Story(began=time.perf_counter())
    with ExitStack() as stack:
        host = ["host", "--rules", *rules, "--listen", "127.0.0.1:0", *length]
        players = [stack.enter_context(_player(0, host, files[0], homes, said))]
        tell.progress(N_("waiting for the invite"))
        _listen(said, players, story, tell, until=lambda: story.invite is not None)
        guest = ["join", "-", *(length if hands is not None else [])]
        players.append(stack.enter_context(_player(1, guest, files[1], homes, said, story.invite)))
        tell.progress(N_("connecting"))
        _listen(said, players, story, tell, until=lambda: len(story.ended) == 2)
        for player in players:
            _leave(player)
    return story


@contextmanager
def _player(
    number: int, arguments: list[str], file: Path, homes: Path, said: queue.Queue[Said], invite: str | None = None
) -> Iterator[Player]:
    """A running player; whatever happens in the block, its process is gone afterwards."""
    name = NAMES[number]
    errors = homes / f"{name}.err"
    command = [sys.executable, "-m", "bura_p2p", *arguments, "--bot", "lively", "--name", name, "--json"]
    command += ["--home", str(homes / name), "--export", str(file)]
    with errors.open("wb") as complaints:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and our own arguments, no shell
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"},
        )
    try:
        reader = threading.Thread(target=_read, args=(number, process, said), daemon=True)
        reader.start()
        _hand_over(process, invite)
        yield Player(number, process, file, errors)
    finally:
        stop(process)


def _hand_over(process: subprocess.Popen[str], invite: str | None) -> None:
    """Give the invite by the pipe, so that it is in no argument and no environment."""
    if process.stdin is None or invite is None:
        return
    try:
        process.stdin.write(invite + "\n")
        process.stdin.close()
    except OSError:
        return  # it is gone already, and its end will be told


def _read(number: int, process: subprocess.Popen[str], said: queue.Queue[Said]) -> None:
    """Pass on a player's lines as they come; a line that is no JSON object is passed over."""
    for line in process.stdout or ():
        try:
            words = json_text.loads(line)
        except ValueError:
            continue
        if isinstance(words, dict):
            said.put(Said(number, time.perf_counter(), words))
    said.put(Said(number, time.perf_counter(), None))


def stop(process: subprocess.Popen[str], grace: float = GRACE) -> None:
    """End a process that may still run, wait for it, and after `grace` seconds end it by force."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(grace)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                continue  # what was still unsent does not matter any more


def _leave(player: Player) -> None:
    """A player that has said everything ends by itself, with exit code 0."""
    try:
        code = player.process.wait(GRACE)
    except subprocess.TimeoutExpired:
        raise LocalError(Sentence("{name} does not end after the game.", name=NAMES[player.number])) from None
    if code:
        raise _failure(player)


def _failure(player: Player) -> LocalError:
    complaint, name = player.complaint(), NAMES[player.number]
    if not complaint:
        return LocalError(Sentence("{name} stopped early.", name=name))
    return LocalError(Sentence("{name} stopped early. It said: {complaint}", name=name, complaint=complaint))


# --- listening ----------------------------------------------------------------------------------------------------


def _listen(
    said: queue.Queue[Said], players: list[Player], story: Story, tell: Teller, until: Callable[[], bool]
) -> None:
    """Take in what the players say until `until`. Raises `LocalError` when one stops early or both are silent."""
    while not until():
        try:
            word = said.get(timeout=SILENCE)
        except queue.Empty:
            told = Sentence("Neither player has said anything for {seconds:.0f} seconds.", seconds=SILENCE)
            raise LocalError(told) from None
        if word.words is not None:
            _note(story, word, word.words, tell)
        elif word.player not in story.ended:
            raise _failure(players[word.player])


def _note(story: Story, word: Said, words: Mapping[str, Any], tell: Teller) -> None:
    """Follow one line. The host's words make the story; of the guest's, only its end counts."""
    event = words.get("event")
    if event == "game_file":
        story.ended.add(word.player)
    elif event == "refused":
        raise LocalError(Sentence("An entry was refused ({code}).", code=words.get("code")))
    if word.player == 0:
        _note_host(story, word.at, str(event), words, tell)


def _note_host(story: Story, at: float, event: str, words: Mapping[str, Any], tell: Teller) -> None:
    match event:
        case "invite":
            story.invite, story.marks["invite"] = str(words["invite"]), at
        case "table_opened":
            story.marks["open"] = story.last = at
        case "hand_begun":
            tell.progress(Sentence("hand {hand}", hand=words["hand"]))
        case "dealt":
            story.dealt = at
        case "hand_over":
            over = {key: words[key] for key in HAND}
            # a hand that is given up before the deal was never dealt
            dealt = max(story.dealt, story.last)
            over |= {"setup_seconds": dealt - story.last, "play_seconds": at - dealt}
            story.hands.append(over)
            story.score, story.last = list(words["score"]), at
            tell.hand(over)
        case "game_over":
            story.winner, story.chips, story.marks["over"] = words["winner"], list(words["chips"]), at
        case _:
            return


# --- checking and telling -----------------------------------------------------------------------------------------


def _verify(files: list[Path]) -> tuple[list[Report], float]:
    """Both files, each with the other beside it, as `bura verify` does; and the seconds that it took."""
    began = time.perf_counter()
    data = [file.read_bytes() for file in files]
    reports = [verify_file(data[0], [data[1]]), verify_file(data[1], [data[0]])]
    return reports, time.perf_counter() - began


def _summary(
    ruleset: str, story: Story, files: list[Path], reports: list[Report], verify_seconds: float
) -> dict[str, Any]:
    """The JSON object of the demo."""
    heads = [report.head.hex() for report in reports]
    worst = max(report.exit_code for report in reports)
    invite, opened = story.marks.get("invite", story.began), story.marks.get("open", story.began)
    return {
        "ruleset": ruleset,
        "names": list(NAMES),
        "hands": story.hands,
        "score": story.score,
        "chips": story.chips,
        "winner": story.winner,
        "files": [str(file) for file in files],
        "heads": heads,
        "same_game": heads[0] == heads[1],
        "verdicts": [report.verdict.label for report in reports],
        "seconds": {
            "start": invite - story.began,
            "connect": opened - invite,
            "setup": sum(over["setup_seconds"] for over in story.hands),
            "play": sum(over["play_seconds"] for over in story.hands),
            "verify": verify_seconds,
            "total": time.perf_counter() - story.began,
        },
        "exit": worst or int(heads[0] != heads[1]),
    }


def _is_read() -> bool:
    """Whether somebody may read what is told: not where the output is closed, or thrown away into a device."""
    if sys.stdout is None:
        return False
    try:
        return sys.stdout.isatty() or not stat.S_ISCHR(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):  # not a file of the system's
        return True


class Teller:
    """Tells the game to a person while it goes on; with `silent`, only progress, and that to a terminal only."""

    def __init__(self, *, silent: bool, reason_words: Words, say: Say = _plainly, chips: bool = False) -> None:
        """`chips`: hands are played for a pot of them, not for points of a match."""
        self._silent = silent
        self._reason_words = reason_words
        self._say = say
        self._chips = chips

    def progress(self, text: str) -> None:
        """What is going on, on standard error; one line that is written over."""
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{self._say(text) if text else '':40}\r")
            sys.stderr.flush()

    def say(self, text: str) -> None:
        """One line to standard output."""
        if not self._silent:
            sys.stdout.write(self._say(text) + "\n")
            sys.stdout.flush()

    def hint(self, text: str, command: str = "") -> None:
        """Something for whoever sees this for the first time, to standard error; a `command` stands whole below."""
        if not self._silent and sys.stderr is not None and _is_read():
            sys.stderr.write(self._say(text) + "\n" + (f"    {command}\n" if command else ""))
            sys.stderr.flush()

    def hand(self, over: Mapping[str, Any]) -> None:
        """A hand is over: who won, why, what it counts."""
        self.progress("")
        if self._chips:
            chips = ":".join(map(_signed, over["chips"]))
            stands = Sentence("chips {chips}, pot {pot}", chips=chips, pot=over["pot"])
        else:
            stands = Sentence("score {score}", score=":".join(map(str, over["score"])))
        self.say(
            Sentence(
                "Hand {hand}: {ended}; {stands} ({seconds:.1f} s)",
                hand=over["hand"],
                ended=self._ended(over),
                stands=stands,
                seconds=over["setup_seconds"] + over["play_seconds"],
            )
        )
        self.say(f"    {self._reason_words(over['reason'], won=over['winner'] is not None)}")

    def _ended(self, over: Mapping[str, Any]) -> str:
        if over["winner"] is None:
            return N_("nobody wins")
        name = NAMES[over["winner"]]
        if self._chips:
            return Sentence("{name} wins the pot", name=name)
        return Sentence("{name} wins {points}", name=name, points=self._say(*_POINTS, over["points"]))

    def ending(self, summary: Mapping[str, Any]) -> None:
        """The match, the files, the verdicts, the times."""
        held, form = (summary["chips"], _signed) if self._chips else (summary["score"], str)
        stands = ", ".join(f"{name}: {form(number)}" for name, number in zip(NAMES, held, strict=False))
        ends = Sentence(N_("Chips: {stands}") if self._chips else N_("Score: {stands}"), stands=stands)
        if summary["winner"] is not None:
            ends = Sentence("{stands}; {name} wins the match", stands=ends, name=NAMES[summary["winner"]])
        self.say(ends)
        for file, verdict, head in zip(summary["files"], summary["verdicts"], summary["heads"], strict=True):
            good, bad = N_("{file}: verified, head {head}"), N_("{file}: NOT VERIFIED ({verdict}), head {head}")
            told = good if verdict == Verdict.FAIR.label else bad
            self.say(Sentence(told, file=file, verdict=verdict, head=head[:16]))
        same, differ = N_("Both files hold the same game."), N_("The two files DIFFER.")
        self.say(same if summary["same_game"] else differ)
        self.say(Sentence(_TOOK, **summary["seconds"]))


_POINTS: Final = NN_("{n} point", "{n} points")

_TOOK: Final = N_(
    "Took: start {start:.1f}, connect {connect:.1f}, set-up {setup:.1f}, play {play:.1f}, verify {verify:.1f}, "
    "total {total:.1f} s"
)

_BEGINS: Final = N_(
    "Two bots, {host} and {guest}, play ({rules}), each as a process of its own; it takes some seconds."
)
_HEAD: Final = N_("The head is the fingerprint of a whole game: where heads are the same, so is all that was played.")
_STAYS: Final = N_("The files stay in {folder} until you delete them.")
_PLAY: Final = N_("Now play yourself; type:")
_AGAIN: Final = N_("To check a file once more, type:")


def _signed(chips: int) -> str:
    """`+3`, `-1` (owed), `0`."""
    return f"{chips:+d}" if chips else "0"
