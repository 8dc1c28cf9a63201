"""The `bura` command: arguments in, exit codes out.

Here: which commands there are, the way to one of them, one sentence for each fault. Never: a command itself, which is
imported only when it is asked for: the help is there at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Final

from cyclopts import App, CycloptsError

from .errors import LocalError
from .sentences import N_
from .ui.help_page import HelpPage
from .ui.inert import inert
from .ui.output import FAILURE, complain, complained, forgiving_output, settle_output
from .ui.paths import quoted
from .ui.signals import INTERRUPTED, asked_as_interrupted
from .ui.started import at_home
from .ui.tongue import LANGUAGES, local, speak, spoken, t, taken
from .ui.web.opening import alone

__all__ = ["FAILURE", "INTERRUPTED", "USAGE", "run"]

USAGE: Final = 2
FAREWELL: Final = 1.0
"""Seconds to say that the program was interrupted; the terminal may be held up."""

_HELP: Final = N_(
    "Bura between two people, without a server and without trust: play, check, replay.\n\n"
    "'{bura}' alone opens the table in the browser, or where there is none in the terminal ('{bura_table} --tui'). "
    "With lines and typed moves begin with '{bura_play}' (against a bot), or '{bura_host}' and '{bura_join}' (with a "
    "friend)."
    "\n\n"
    "Every command takes --language en, --language ru or --language ka."
)

_ONLY_HELP: Final = N_(
    "Here is neither a screen for a browser nor a terminal to draw a table in, so here is the help; '{bura_play}' "
    "plays with lines."
)

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "table": (
        "ui.web.command:table",
        N_(
            "Open the table in the browser: host, join, practise, past games, verify. The page is for this "
            "computer only; a friend comes by an invite. Ctrl-C ends it, and what is not finished can be resumed."
        ),
    ),
    "host": (
        "ui.play_command:host",
        N_(
            "Wait for a friend; prints a message for them with the invite, the invite as a QR code, and three "
            "words that do on the same network."
        ),
    ),
    "join": (
        "ui.play_command:join",
        N_(
            "Join a friend's game. 'bura join' alone lists the tables that are open on the local network, and "
            "asks for the number of one or for an invite, which may be broken over several lines."
        ),
    ),
    "play": (
        "ui.play_command:play",
        N_(
            "Practise against a bot: the same protocol, the same verifiable deal, over this computer's loopback."
        ),
    ),
    "resume": (
        "ui.play_command:resume",
        N_(
            "Go on with a game that was broken off; both sides do this, in any order. The host waits where it "
            "waited before."
        ),
    ),
    "games": (
        "ui.games_command:games_command",
        N_(
            "Past games, the newest first. 'bura stats' adds them up."
        ),
    ),
    "stats": (
        "ui.stats_command:stats",
        N_(
            "Results of all your games: with every opponent, by every ruleset, and your chips from game to game."
        ),
    ),
    "luck": (
        "ui.luck_command:luck",
        N_(
            "What you were dealt in all your games, against what chance deals: the answer to 'the shuffle is "
            "rigged'."
        ),
    ),
    "verify": (
        "ui.look_command:verify",
        N_(
            "Check game files, finished or broken off, as a stranger; a folder stands for the .bura files in it "
            "and below."
        ),
    ),
    "replay": (
        "ui.replay_command:replay_command",
        N_(
            "Write a game down from its file, hand by hand and trick by trick."
        ),
    ),
    "rules": (
        "ui.rules_command:rules_app",
        N_(
            "The rulesets: all of them, one as a card, or a file of rule cases put to the engine."
        ),
    ),
    "doctor": (
        "ui.doctor:doctor",
        N_(
            "Look at this computer's network, and say what works and what to try. Asks nobody but your own "
            "router."
        ),
    ),
    "demo": (
        "cli_tools:demo",
        N_(
            "Two processes play by themselves over the real transport; both game files are verified."
        ),
    ),
    "arena": (
        "cli_tools:arena",
        N_(
            "Let two bots play many hands, on the rules alone: who wins more of them, and more by them."
        ),
    ),
    "soak": (
        "soak.command:soak",
        N_(
            "Hours of hostile play: real peers by all rules, over lines that break, killed, taken up again, and lied "
            "to."
        ),
    ),
    "conformance": (
        "conformance.runner.command:conformance_app",
        N_(
            "Put another client or verifier to the test: vectors and games through a shim, a live peer that can "
            "lie, two clients over a faulty line. protocol/README.md of the specification tells all of it."
        ),
    ),
    "bench": (
        "cli_tools:bench",
        N_(
            "Measure what the mathematics of a hand costs on this computer."
        ),
    ),
}
"""Every command: where it is, and what the help says of it, which is how its docstring begins."""


def make_app(word: str) -> App:
    """The commands; the one called `word` with all that it says of itself."""
    app = App(name="bura", help=t(_HELP), help_format="plaintext", suppress_keyboard_interrupt=False)
    app.help_formatter = HelpPage()
    for name, (place, summary) in COMMANDS.items():
        app.command(f"{__package__}.{place}", name=name, help=None if name == word else t(summary))
    return app


def load(arguments: Sequence[str]) -> None:
    """Import what these arguments ask for: it takes a moment, in which Ctrl-C counts as well."""
    arguments, _ = taken(arguments)
    place, _ = COMMANDS.get((*(arguments or alone()), "")[0], ("", ""))
    if place:
        import_module(f"{__package__}.{place.partition(':')[0]}")


def run(arguments: Sequence[str]) -> int:
    """Run the command; the exit code (0 done, 1 failure, 2 usage, 130 interrupted, else as the command says)."""
    forgiving_output()
    with asked_as_interrupted():
        rest, wish = taken(arguments)
        speak(wish)
        try:
            code = _run(rest) if wish is None or spoken(wish) else _no_language(wish)
        finally:
            at_home(None)  # the next command may name none
    settle_output()
    return code


def _no_language(wish: str) -> int:
    languages = ", ".join(LANGUAGES)
    told = t("--language takes one of: {languages}; not '{value}'.", languages=languages, value=inert(wish, 20))
    return complained(USAGE, told)


def _run(words: Sequence[str]) -> int:
    arguments = words or alone()
    if not words and "--help" in arguments:
        complain(t(_ONLY_HELP))
    try:
        app = make_app(arguments[0])
        result = app(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
    except BaseExceptionGroup as group:
        return _failed(_first(group))
    except (CycloptsError, LocalError, OSError, KeyboardInterrupt) as fault:
        return _failed(fault)
    return result if isinstance(result, int) else 0


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one fault in a group that says most: Ctrl-C, else the first."""
    told: BaseException = group.subgroup(KeyboardInterrupt) or group
    while isinstance(told, BaseExceptionGroup):
        told = told.exceptions[0]
    return told


def _failed(fault: BaseException) -> int:
    """The exit code of a fault, told in one sentence; one that is nobody's but ours is raised."""
    match fault:
        case KeyboardInterrupt():
            return complained(INTERRUPTED, t("Interrupted."), FAREWELL)
        case CycloptsError():
            return complained(USAGE, _words().usage_sentence(fault))
        case LocalError():
            return _failed_here(fault)
        case BrokenPipeError():
            return FAILURE
        case OSError():
            where = t("The system") if fault.filename is None else quoted(fault.filename)
            return complained(FAILURE, f"{where}: {local(fault.strerror or fault)}.")
    raise fault


def _failed_here(fault: LocalError) -> int:
    from .store import InUse  # noqa: PLC0415  what the help does without

    if isinstance(fault, _words().UsageError):
        return complained(USAGE, local(fault))
    if isinstance(fault, InUse):
        return complained(FAILURE, f"{local(fault)} {t('Or give another folder with --home.')}")
    return complained(FAILURE, local(fault))


def _words() -> ModuleType:
    return import_module(f"{__package__}.ui.arguments")
