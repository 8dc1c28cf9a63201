"""The plain table: lines out, typed moves in. The face for every terminal, for screen readers and for scripts.

Here: from updates to lines (`PlainScreen`), and from a typed line to commands. Never: reading or writing, the link.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from ..errors import LocalError
from ..net.driver import (
    ClockSet,
    Command,
    EndOffered,
    GiveTime,
    Leave,
    NotDone,
    OfferEnd,
    PeerAway,
    PeerBack,
    PeerGone,
    Play,
    Said,
    Say,
    SetPolicy,
    StopAfterHand,
    TimeOut,
    Update,
)
from ..rules.actions import Claim, Resign
from ..rules.ruleset import Special
from ..sentences import N_
from ..table import events as e
from ..table.events import Event
from ..table.view import View
from .announcing import FROM_NOW, policy_text
from .card import table_card
from .clocks import clock_text
from .console import NARROW
from .faces import Faces
from .helping import help_lines
from .inert import WIDTH, inert, wrapped
from .scene import KEPT, glance_lines, prompt, table_lines
from .text import Narrator, shown_names
from .tongue import capital, local, t
from .typed import Move, Policy, Quit, Show, Stop, Talk, Typed, Wish, read_early, read_line

HELP: Final = " " * 23
"""What stands before the rest of a line of the help."""

CHAT: Final = "  | "
"""What begins every further line of a peer's text."""

RESIGNING: Final = N_("You give the hand up as soon as it is your turn to speak; the other side may end it before.")
"""What a resignation comes to while somebody else is to speak."""


INPUT_ENDS: Final = N_("Your input has ended, so you leave the game; it stays unfinished.")
"""What the end of standard input comes to in a game."""

_WAITING: Final = (
    N_("Looking for it; nothing is lost. Wait, or 'quit' and go on later with '{bura_resume}'."),
    N_("It may come back with '{bura_resume}'. Wait, or 'quit' and go on later in the same way."),
)
"""What one can do while the other side is away: after a lost connection, after it has left."""

_LOOKING: Final = N_("Looking for the other side. Wait, or 'quit' and go on later with '{bura_resume}'.")

_HALTED: Final = {
    "secrets_lost": N_(
        "This game store was set back to an earlier state and has lost the keys of this hand: the hand can only be "
        "given up ('resign yes')."
    ),
    "store_moved": N_(
        "This game store was moved or copied, and the other copy may have played on, so nothing is signed here. If "
        "the other copy is not used any more, 'quit' and type '{bura_resume} --moved'."
    ),
}

_SETTLES_RESIGNING: Final = (e.Resigned, e.HandBegun, e.HandOver, e.Voided, e.Refused, NotDone)
"""Events after which no resignation is kept for later."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes of a typed line: a command for the driver, and lines to print.

    `about` is what the lines are, for programs: `help`, `rules`, `table`, `policy`, `noted` (beside a command); empty
    for a sentence about a mistake.
    """

    command: Command | None = None
    lines: tuple[str, ...] = ()
    about: str = ""


class Screen(Protocol):
    """Turns updates into lines and typed lines into commands."""

    view: View | None

    def show(self, update: Update) -> list[str]:
        """The lines for an update."""
        ...

    def idle(self) -> list[str]:
        """The lines when nothing has happened for a moment."""
        ...

    def typed(self, line: str | None) -> Answer:
        """What a typed line means, or None: the end of what is typed, which leaves the game. A mistake comes back as
        one sentence, and nothing is lost.
        """
        ...


class PlainScreen:
    """The table for the player at `seat`, in lines of at most 80 columns.

    No line that a peer's text begins or goes on in can be taken for one of ours: chat is marked on every line and
    broken at `width` columns (those of the terminal, if it has fewer), and our own sentences go on indented.
    """

    def __init__(self, seat: int, faces: Faces, width: int = WIDTH) -> None:
        self.view: View | None = None
        self._faces = faces
        self._narrator = Narrator(seat, faces)
        self._width = max(NARROW, min(width, WIDTH))
        self._asked = -1
        self._waited = -1
        self._met = False
        self._drawn = False
        self._alone = False
        self._resigning = False
        self._policy = frozenset(Special)

    def recall(self, update: Update) -> None:
        """Take in what had happened in a game that is taken up again, and the cards that are held in it now, so that
        what follows is told truly: nothing of it is printed once more.
        """
        self._follow(update.view)
        events = (*update.events, *([e.Held(update.view.held)] if update.view.held else []))
        for event in events:
            self._narrator.tell(event)

    def _follow(self, view: View) -> None:
        self._narrator.rules = view.ruleset
        if any(view.names):  # a game that is taken up again does not tell them once more
            self._narrator.names = shown_names(view.names, view.seat)

    def show(self, update: Update) -> list[str]:
        """What happened, and, when it has become this player's turn, the table and what may be done.

        Who waits sees the new cards as well, after a deal and after a draw, and the table of a game taken up again.
        """
        self.view = update.view
        self._follow(update.view)
        if any(isinstance(event, _SETTLES_RESIGNING) for event in update.events):
            self._resigning = False
        lines = [line for event in update.events for line in self._event(event)]
        self._met = True
        scene = self._scene(update)
        if scene:
            self._drawn = True
            return [*lines, "", *scene]
        return lines + (self._prompt() if any(isinstance(event, NotDone) for event in update.events) else [])

    def _scene(self, update: Update) -> list[str]:
        """What is drawn after an update's sentences; mostly nothing."""
        if update.view.my_turn and update.view.round != self._asked:
            self._asked = update.view.round
            return [*self._table(), *self._prompt()]
        if any(isinstance(event, e.Held) for event in update.events):
            return glance_lines(update.view, self._faces)
        again = any(isinstance(event, PeerBack) for event in update.events)
        return self._table() if again and not self._drawn else []

    def idle(self) -> list[str]:
        """Whom the table waits for, told once a round, and once before there is a table."""
        view = self.view
        if view is None:
            told, self._alone = self._alone, True
            return [] if told else [t("Waiting for the other side.")]
        if view.my_turn or view.round == self._waited:
            return []
        self._waited = view.round
        return self._prompt()

    def typed(self, line: str | None) -> Answer:
        """A command, or lines: help, the table, or one sentence about what was wrong."""
        if line is None:
            return Answer(Leave(), tuple(wrapped(t(INPUT_ENDS))), "noted")
        try:
            typed = read_early(line) if self.view is None else read_line(line, self.view, self._faces)
            return self._answer(typed)
        except LocalError as fault:
            return Answer(lines=tuple(wrapped(local(str(fault)))))

    def _answer(self, typed: Typed) -> Answer:
        match typed:
            case Move(Resign()) if self.view is not None and self.view.seat not in self.view.owing:
                self._resigning = True
                return Answer(Play(Resign()), tuple(wrapped(t(RESIGNING))), "noted")
            case Move(Claim() as action) if self.view is not None and not self.view.my_turn:
                return Answer(Play(action), tuple(wrapped(t(KEPT))), "noted")
            case Move(action):
                return Answer(Play(action))
            case Policy(announced):
                self._policy = announced
                return Answer(SetPolicy(announced), (*self._shown("policy"), *wrapped(t(FROM_NOW))), "noted")
            case Talk(text):
                return Answer(Say(text))
            case Wish(what):
                return Answer(OfferEnd() if what == "end" else GiveTime())
            case Stop(stop):
                told = (
                    t("No further hand is played after this one.") if stop else t("The game goes on after this hand.")
                )
                return Answer(StopAfterHand(stop), tuple(wrapped(told)), "noted")
            case Quit():
                return Answer(Leave(), tuple(wrapped(t("You leave the game; it stays unfinished."))), "noted")
            case Show(what):
                return Answer(lines=(*self._shown(what), *self._prompt()), about=what)
            case _:
                return Answer(lines=tuple(self._prompt()), about="table")

    def _shown(self, what: str) -> list[str]:
        rules = None if self.view is None else self.view.ruleset
        if what == "help":
            told = (wrapped(line, indent=HELP * line.startswith(" ")) for line in help_lines(rules))
            return [*(part for lines in told for part in lines), *([] if self.view is None else [""])]
        if what == "rules" and self.view is not None and rules is not None:
            return [*table_card(self.view), ""]
        if what == "policy" and rules is not None:
            return wrapped(policy_text(self._policy, rules))
        return self._table()

    def _table(self) -> list[str]:
        if self.view is None:
            return []
        return [*table_lines(self.view, self._faces), *(wrapped(t(RESIGNING)) if self._resigning else [])]

    def _prompt(self) -> list[str]:
        return [] if self.view is None else wrapped(prompt(self.view, self._faces))

    def _event(self, event: Event) -> list[str]:
        match event:
            case Said(seat, text):
                said = self._narrator.said(seat, inert(text, 280))
                return wrapped(said, self._width, indent=CHAT)
            case NotDone(sentence):
                told = local(sentence)
                texts = [inert(capital(told), 400).rstrip(".") + "."]
            case PeerGone(_, sentence):
                texts = [local(sentence)]
            case PeerAway("connection") if not self._met:  # nothing is lost: the two have not met in this process
                return _advice(t(_LOOKING))
            case PeerAway(reason, sentence):
                return _advice(f"{local(sentence)} {t(_WAITING[reason == 'closed'])}")
            case ClockSet() | TimeOut() | EndOffered():
                texts = [clock_text(event, self._narrator)]
            case PeerBack():
                texts = [t("The other side is there; the game goes on.")]
            case e.Halted(reason):
                return _advice(t(_HALTED[reason]))
            case _:
                texts = self._narrator.tell(event)
        return [line for text in texts for line in wrapped(text, indent="  ")]


def _advice(sentence: str) -> list[str]:
    """A sentence of ours alone, with a command in it that may be longer than a line: that is not broken."""
    return wrapped(sentence, indent="  ", whole=True)
