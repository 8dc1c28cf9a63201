"""What is wrong with a damaged game file, for whoever does not know how one is made.

Here: `plain`. Never: a check; what programs are told, which keep the terms of the layers that found the damage.
"""

from __future__ import annotations

from typing import Final

from ..errors import Code, PeerError
from ..sentences import Sentence
from .tongue import LANGUAGES, language, local, t

_CUT: Final = "The file is damaged: the stream ended within a frame."
_DAMAGED: Final = "The file is damaged: "
_FIRST: Final = "The first entry is damaged: {fault}."
_LATER: Final = "An entry after round {round} is damaged: {fault}."
_KEYS: Final = "The identities cannot sit at one table: {fault}."
_NEVER: Final = "The table was never set up: {why}."


def plain(reason: object) -> str:
    """The sentence for a person, in the language in force; what is not about damage is translated as it is."""
    told = str(reason)
    if told == _CUT:
        return t("The file is cut off: its last entry is not whole.")
    if isinstance(told, Sentence) and told.template in (_FIRST, _LATER):
        return _entry(told)
    if isinstance(told, Sentence) and told.template == _KEYS:
        return t("The file is damaged: the players' keys in it are none, or not for one table.")
    if isinstance(told, Sentence) and told.template == _NEVER and not _is_known(told.values["why"]):
        return t("The table was never set up.")
    if told.startswith(_DAMAGED):
        return t("The file is damaged: what stands in it is no game.")
    return local(reason)


def _is_known(why: object) -> bool:
    """Whether it can be said in the language in force."""
    return language() == LANGUAGES[0] or local(why) != why


def _entry(told: Sentence) -> str:
    """Where an entry is damaged, and how: not what was signed, or nothing that can be read."""
    fault, values = told.values["fault"], {name: told.values[name] for name in ("round",) if name in told.values}
    if isinstance(fault, PeerError) and fault.code is Code.SIGNATURE:
        if told.template == _FIRST:
            return t("A byte in the first entry is not what was signed: the file was changed, or damaged on its way.")
        return t(
            "A byte in an entry after round {round} is not what was signed: the file was changed, or damaged on its "
            "way.", **values
        )
    if told.template == _FIRST:
        return t("The first entry cannot be read: the file was changed, or damaged on its way.")
    return t("An entry after round {round} cannot be read: the file was changed, or damaged on its way.", **values)
