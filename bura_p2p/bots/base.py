"""What a bot is, and the bots that ship, by name.

Here: `Bot`, `BOTS`, `check_bot`, `make_bot`. Never: how a bot plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from ..errors import LocalError
from ..rules.actions import Action
from ..rules.ruleset import Special
from ..sentences import Sentence
from ..table.view import View
from .beginner import Beginner
from .chance import Entropy
from .expert import Expert
from .greedy import Greedy
from .lively import Lively
from .own import OwnBot, find_own, is_own
from .random_legal import RandomLegal
from .thought import Thought


class Bot(Protocol):
    """A player: asked only while `view.legal` is not empty, it answers with one of those actions. A class of one's
    own may inherit from this one, or just have its methods.
    """

    def policy(self, view: View) -> frozenset[Special]:
        """The combinations that are announced by themselves when it holds them, of the cards drawn after this. The
        same for every view of one hand; all of them, if a bot says nothing else.
        """
        return frozenset(Special)

    def choose(self, view: View) -> Action:
        """One of `view.legal`. Raises `LocalError` when there is nothing to choose from."""
        ...


BOTS: Final[Mapping[str, Callable[[Entropy, Thought], Bot]]] = {
    "greedy": lambda entropy, thought: Greedy(entropy),
    "random": lambda entropy, thought: RandomLegal(entropy),
    "lively": lambda entropy, thought: Lively(entropy),
    "beginner": lambda entropy, thought: Beginner(entropy),
    "expert": Expert,
}
"""Every bot that ships: its name to its maker, which takes the bot's source of chance, and how long it may think."""


DEFAULT_BOT: Final = "beginner"
"""Who plays against somebody that names no bot: most likely a newcomer, who is to win now and then."""


def check_bot(name: str) -> None:
    """Raises `LocalError`, one sentence, where no bot is called `name`: neither one of `BOTS`, nor `MODULE:CLASS`,
    which is imported for it.
    """
    if is_own(name):
        find_own(name)
    elif name not in BOTS:
        names = ", ".join(BOTS)
        raise LocalError(Sentence(
            "There is no bot called '{name}'; there are: {names}, and one of your own as MODULE:CLASS.",
            name=name[:32], names=names,
        ))


def make_bot(name: str, entropy: Entropy, thought: Thought | None = None) -> Bot:
    """The bot called `name`, drawing its chance from `entropy`. Raises `LocalError` as `check_bot`.

    Without a `thought` those that think do it by a fixed number of imagined hands, so that the same chance gives the
    same game. One of somebody's own, `MODULE:CLASS`, has its own chance and time, and comes as an `OwnBot`.
    """
    check_bot(name)
    if is_own(name):
        return OwnBot(name, find_own(name))
    return BOTS[name](entropy, Thought() if thought is None else thought)
