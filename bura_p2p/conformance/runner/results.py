"""What came of a case, in seven classes, and the exit code of a run.

Here: `Outcome`, `Result`, `Run`. Never: how one is written down (`reports`), or how a case is played.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from glob import escape

from .exchange import Word


class Outcome(StrEnum):
    """What the one under test made of a case."""

    PASS = "pass"  # noqa: S105
    """As the text demands."""
    NOT_STRICT = "not strict"
    """The lie did not go through, or the game was played, but something that should be said was not."""
    WRONG_CODE = "wrong code"
    """Refused, for another reason than the first that applies."""
    UNCLEAN = "unclean"
    """Right on the link, but the program crashed or did not end; a shim that crashed, or whose answers are none."""
    FAIL = "fail"
    """A lie was taken, a truth refused, or the verdict left behind is another one."""
    UNSUPPORTED = "unsupported"
    """Declared not to be supported: by the shim, or by an option of this command. Never inferred."""
    RUNNER_ERROR = "runner error"
    """Nothing was learnt: the program could not be started, or the scene of the case did not come."""


class Level(StrEnum):
    """How much a case weighs."""

    MUST = "must"
    SHOULD = "should"
    """Counts only in a strict run."""
    CHANCE = "chance"
    """As MUST; but whether its scene comes hangs on what the one under test plays, and it may not come."""


@dataclass(frozen=True, slots=True)
class Result:
    """One case: `detail` says in a sentence what was seen, empty for a pass; `seconds` it took.

    `missed`: the one thing wrong is that its scene did not come. `about`: what happens in the case; `expect`: what is
    demanded; `exchange`: the last words said and heard, where it did not pass.
    """

    case: str
    outcome: Outcome
    detail: str = ""
    level: Level = Level.MUST
    seconds: float = 0.0
    requirements: tuple[str, ...] = ()
    missed: bool = False
    about: str = ""
    expect: str = ""
    exchange: tuple[Word, ...] = ()

    def good(self, *, strict: bool) -> bool:
        """Whether a run with this result can be successful."""
        if self.outcome in (Outcome.PASS, Outcome.UNSUPPORTED):
            return True
        if strict:
            return False
        if self.level is Level.CHANCE and self.missed:
            return True
        return self.level is Level.SHOULD or self.outcome is Outcome.NOT_STRICT


@dataclass(slots=True)
class Run:
    """Every result of one command, in the order in which they came.

    `again`: the words of a command that does the same once more, before `--case`.
    """

    what: str
    number: int = 0
    strict: bool = False
    again: tuple[str, ...] = ()
    results: list[Result] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        """How many of each class, those that came up."""
        found = Counter(result.outcome for result in self.results)
        return {outcome.value: found[outcome] for outcome in Outcome if found[outcome]}

    @property
    def bad(self) -> Sequence[Result]:
        """The results that make the run fail."""
        return [result for result in self.results if not result.good(strict=self.strict)]

    def repeats(self, result: Result) -> str:
        """The command that repeats one case alone, for a shell; empty where none is known."""
        pattern = escape(result.case).replace(",", "?")  # a comma would end the pattern
        return shlex.join([*self.again, "--case", pattern]) if self.again else ""

    @property
    def exit_code(self) -> int:
        """0 only if every claimed MUST passed, and something was learnt at all."""
        nothing = (Outcome.UNSUPPORTED, Outcome.RUNNER_ERROR)
        learnt = any(result.outcome not in nothing for result in self.results)
        return 0 if learnt and not self.bad else 1
