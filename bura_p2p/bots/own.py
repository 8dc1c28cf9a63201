"""A bot of somebody's own, `MODULE:CLASS`: found, and kept to the rules and to its time.

Here: the way from a name to such a bot, and what is done for it where it fails. Never: what it thinks. Its code is
its owner's, and runs as the rest of this process does.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Thread
from types import ModuleType
from typing import Any, Final

from ..errors import LocalError
from ..rules.actions import ACTIONS, Action
from ..rules.notation import format_action
from ..rules.ruleset import Special
from ..sentences import Sentence
from ..table.view import View
from .cheapest import cheapest

LIMIT: Final = 10.0
"""Seconds that such a bot may think of a move."""

_TOLD: Final = 300
"""Characters of what a bot's own code says of itself."""

_READ: Final = 4 * _TOLD
"""Characters of it that are looked at."""


def is_own(name: str) -> bool:
    """Whether a bot's name is one of this kind: `MODULE:CLASS`, each perhaps with dots."""
    module, colon, path = name.partition(":")
    return bool(colon) and all(part.isidentifier() for part in (*module.split("."), *path.split(".")))


def find_own(name: str) -> Callable[[], object]:
    """What makes the bot `MODULE:CLASS`: a class, or a function, that is called without arguments. The module is
    looked for in the current folder first. Raises `LocalError`, one sentence.
    """
    where, _, path = name.partition(":")
    found: Any = _module(where)
    for part in path.split("."):
        found = getattr(found, part, None)
    if found is None:
        raise LocalError(Sentence("The module '{where}' has nothing called '{path}'.", where=where, path=path))
    if not callable(found) or (isinstance(found, type) and not callable(getattr(found, "choose", None))):
        raise LocalError(Sentence(
            "'{name}' is no bot: a bot is a class with a method 'choose', which gets a view.",
            name=name,
        ))
    make: Callable[[], object] = found
    return make


def _module(name: str) -> ModuleType:
    with _from_here():
        try:
            return import_module(name)
        except ModuleNotFoundError as fault:
            if fault.name is None or not f"{name}.".startswith(f"{fault.name}."):
                raise LocalError(Sentence(
                    "The module '{name}' cannot be imported: {fault}.",
                    name=name, fault=said_of(fault),
                )) from None
            raise LocalError(Sentence(
                "There is no module '{name}' in this folder or among what is installed.",
                name=name,
            )) from None
        except (Exception, SystemExit) as fault:  # noqa: BLE001  whatever somebody's code does
            raise LocalError(Sentence(
                "The module '{name}' cannot be imported: {fault}.",
                name=name, fault=said_of(fault),
            )) from None


@contextmanager
def _from_here() -> Iterator[None]:
    """The current folder comes first while a bot is imported, and last afterwards: it hides nothing else."""
    here = os.getcwd()
    known = here in sys.path or "" in sys.path
    sys.path.insert(0, here)
    try:
        yield
    finally:
        sys.path.remove(here)
        if not known:
            sys.path.append(here)


def said_of(fault: BaseException) -> str:
    """An exception in one printable line: its kind, what it says, where it was raised."""
    try:
        told = f"{type(fault).__name__}: {fault}".removesuffix(": ")
    except BaseException:  # noqa: BLE001  what it says of itself is somebody's code as well
        told = "an exception that cannot be told"
    plain = "".join(character if character.isprintable() else " " for character in told[:_READ])
    said = " ".join(plain.split())[:_TOLD].rstrip(".")
    steps = traceback.extract_tb(fault.__traceback__)
    theirs = bool(steps) and steps[-1].filename != __file__
    place = f" ({os.path.basename(steps[-1].filename)}, line {steps[-1].lineno})" if theirs else ""
    return said if isinstance(fault, SyntaxError | ImportError) else f"{said}{place}"


class OwnBot:
    """A bot (see `base.Bot`) around one that `make` makes. Where that raises something, chooses what is not legal, or
    thinks for more than `seconds`, the cheapest legal move is made for it, and it is counted.
    """

    def __init__(self, name: str, make: Callable[[], object], seconds: float = LIMIT) -> None:
        """Raises `LocalError` when none can be made."""
        self.name = name
        self.faults = 0
        self.first: str | None = None
        self._seconds = seconds
        self._thinking: Thread | None = None
        self._said: tuple[int, frozenset[Special]] | None = None
        try:
            self._bot, plays = self._within(lambda: _made(make))
        except _Failed as fault:
            raise LocalError(Sentence("The bot '{name}' cannot be made: {fault}.", name=name, fault=fault)) from None
        if not plays:
            raise LocalError(Sentence("'{name}' is no bot: what it makes has no method 'choose'.", name=name))

    def policy(self, view: View) -> frozenset[Special]:
        """What the bot says, asked once a hand: whoever asks waits for it. Everything, where it says nothing."""
        hand = 0 if view.match is None else view.match.hand
        if self._said is None or self._said[0] != hand:
            self._said = hand, self._asked(view)
        return self._said[1]

    def _asked(self, view: View) -> frozenset[Special]:
        try:
            return self._within(lambda: _policy(self._bot, view))  # type: ignore[no-any-return]
        except _Failed as fault:
            self._note(str(fault))
            return frozenset(Special)

    def choose(self, view: View) -> Action:
        """What the bot chooses, or the cheapest of `view.legal`. Raises `LocalError` when there is nothing."""
        if not view.legal:
            raise LocalError("There is nothing to choose now.")
        try:
            return self._within(lambda: _legal(view, self._bot.choose(view)))  # type: ignore[no-any-return]
        except _Failed as fault:
            self._note(str(fault))
            return cheapest(view)

    def complaint(self) -> str | None:
        """What went wrong, in one sentence; None where nothing did."""
        if self.first is None:
            return None
        times = "once" if self.faults == 1 else f"{self.faults} times, at first so"
        return f"The bot '{self.name}' failed {times}: {self.first}. The cheapest legal move was made for it."

    def _note(self, fault: str) -> None:
        self.faults += 1
        self.first = self.first or fault

    def _within(self, work: Callable[[], Any]) -> Any:
        """Do it in a thread of its own, which is left behind when the time is out. Raises `_Failed`.

        All that is asked of somebody's object is asked in there: an attribute of it, and what its exception says, are
        code of theirs too.
        """
        if self._thinking is not None and self._thinking.is_alive():
            raise _Failed("it was still at an earlier move")
        done: SimpleQueue[tuple[Any, _Failed | None]] = SimpleQueue()
        thread = Thread(target=_do, args=(work, done), daemon=True)
        thread.start()
        try:
            value, fault = done.get(timeout=self._seconds)
        except Empty:
            self._thinking = thread
            raise _Failed(f"it thought for more than {self._seconds:g} seconds") from None
        if fault is not None:
            raise fault
        return value


class _Failed(Exception):  # noqa: N818  what happened
    """Why a bot's own answer does not count."""


def _do(work: Callable[[], Any], done: SimpleQueue[tuple[Any, _Failed | None]]) -> None:
    try:
        done.put((work(), None))
    except _Failed as fault:
        done.put((None, fault))
    except BaseException as fault:  # noqa: BLE001  whatever somebody's code does
        done.put((None, _Failed(said_of(fault))))


def _made(make: Callable[[], object]) -> tuple[object, bool]:
    """What `make` makes, and whether it can choose."""
    bot = make()
    return bot, callable(getattr(bot, "choose", None))


def _policy(bot: Any, view: View) -> frozenset[Special]:
    return frozenset(map(Special, bot.policy(view))) if hasattr(bot, "policy") else frozenset(Special)


def _legal(view: View, chosen: object) -> Action:
    for action in view.legal:
        if action == chosen:
            return action
    kind = type(chosen).__name__
    told = f"'{format_action(chosen)}'" if isinstance(chosen, ACTIONS) else f"something of the kind {kind}"
    raise _Failed(f"it chose {told}, which is not legal there")
