"""What came of a case, in seven classes, and the exit code of a run.

Here: `Outcome`, `Result`, `Run`. Never: how one is written down (`reports`), or how a case is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Outcome(StrEnum):
    """What the one under test made of a case."""

    PASS = "pass"  # noqa: S105
    """As the text demands."""
    NOT_STRICT = "not strict"
    """The lie did not go through, or the game was played, but something that should be said was not."""
    WRONG_CODE = "wrong code"
    """Refused, for another reason than the first that applies."""
    UNCLEAN = "unclean"
    """Right on the link; but the program did not end, crashed, or left a game file that cannot be read."""
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
    """One case: `detail` says in a sentence what was seen, empty for a pass; `seconds` it took."""

    case: str
    outcome: Outcome
    detail: str = ""
    level: Level = Level.MUST
    seconds: float = 0.0
    requirements: tuple[str, ...] = ()

    def good(self, *, strict: bool) -> bool:
        """Whether a run with this result can be successful."""
        if self.outcome in (Outcome.PASS, Outcome.UNSUPPORTED):
            return True
        if strict:
            return False
        if self.level is Level.CHANCE and self.outcome is Outcome.RUNNER_ERROR:
            return True
        return self.level is Level.SHOULD or self.outcome is Outcome.NOT_STRICT


@dataclass(slots=True)
class Run:
    """Every result of one command, in the order in which they came."""

    what: str
    number: int = 0
    strict: bool = False
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

    @property
    def exit_code(self) -> int:
        """0 only if every claimed MUST passed, and something was tried at all."""
        tried = any(result.outcome is not Outcome.UNSUPPORTED for result in self.results)
        return 0 if tried and not self.bad else 1
