"""Typed lines: what the player means.

Here: from a line and the view to a `Typed` value, forgiving about form and never about meaning. Never: printing,
and no move is ever made from an empty line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..cards import LOWEST_RANK, Card, Rank, Suit
from ..errors import LocalError
from ..net.invite import PREFIX
from ..rules import actions as a
from ..rules.claims import claims_anytime
from ..rules.notation import RAISE_NAMES
from ..rules.points import set_beats
from ..rules.position import Phase
from ..rules.ruleset import GiveFace, Special
from ..table.view import View
from ..wire.limits import MAX_CHAT
from .announcing import read_policy
from .denials import denial, no_claim, no_raise
from .faces import Faces, letters
from .scene import prompt
from .synonyms import in_english
from .text import stake_word
from .tongue import t, tn


@dataclass(frozen=True, slots=True)
class Move:
    """Play this."""

    action: a.Action


@dataclass(frozen=True, slots=True)
class Talk:
    """Say this, at most `MAX_CHAT` bytes."""

    text: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Play no further hand (False: do play on)."""

    stop: bool = True


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave now; the game stays unfinished."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show `help`, `rules`, the `table` or the `policy`."""

    what: str


@dataclass(frozen=True, slots=True)
class Policy:
    """Announce these combinations, of cards drawn from now on."""

    announced: frozenset[Special]


@dataclass(frozen=True, slots=True)
class Wish:
    """Of the other side, whom the table waits for: `end` the hand, or give it more `time`."""

    what: str


Typed: TypeAlias = Move | Talk | Stop | Quit | Show | Policy | Wish | None
"""What a line means; None for an empty one."""


def read_line(line: str, view: View, faces: Faces) -> Typed:
    """What `line` means at this moment. Raises `LocalError`, one sentence, when it means nothing that can be done."""
    line = in_english(line)
    word, rest = _verb(line)
    if not word:
        return None
    if word in ("chat", "say"):
        return _talk(rest)
    if word == "announce":
        return _policy(rest, view)
    _refuse_invite(word)
    line = _APART.sub(r"\1\2", letters(line))
    word, rest = _verb(line)
    if word == "resign":
        return _resign(rest, view)
    if " ".join(line.lower().split()) in _WISHES:
        return _WISHES[" ".join(line.lower().split())]
    if word in _PLAIN:
        return _alone(word, rest)
    words = line.replace(",", " ").split()
    return Move(_move(word, words, view, faces)) if words else None  # a lone comma, a sign without a suit


def _refuse_invite(word: str) -> None:
    """Who waits for a host that has moved pastes its new invite where they wait."""
    if word.upper().startswith(PREFIX):
        raise LocalError(t(
            "An invite is not read here: 'quit', then paste it at '{bura_join}'; it finds the game again."
        ))


def _verb(line: str) -> tuple[str, str]:
    """The first word of a line, and the rest."""
    verb, _, rest = line.strip().partition(" ")
    return verb.lower().rstrip(".!"), rest.strip()


_APART: Final = re.compile(r"(?<!\S)(10|[6-9AJKQT]) +([CDHS])(?!\S)", re.IGNORECASE)
"""A card in two words, such as `Q S`; `q` alone would leave the game."""


def read_early(line: str) -> Typed:
    """What `line` means before there is a table: help or leaving. Raises `LocalError` for everything else."""
    word, rest = _verb(in_english(line))
    typed = _PLAIN.get(word)
    if isinstance(typed, Quit) or typed == Show("help"):
        return _alone(word, rest)
    if not word:
        return None
    _refuse_invite(word)
    raise LocalError(t("The game has not begun yet; 'quit' leaves."))


_WISHES: Final = {"offer end": Wish("end"), "more time": Wish("time")}

_PLAIN: Final[dict[str, Typed]] = {
    "help": Show("help"), "?": Show("help"), "h": Show("help"),
    "rules": Show("rules"),
    "cards": Show("table"), "table": Show("table"),
    "stop": Stop(), "go": Stop(stop=False),
    "quit": Quit(), "exit": Quit(), "q": Quit(),
}  # fmt: skip


def _alone(word: str, rest: str) -> Typed:
    if rest:
        raise LocalError(t("Write '{word}' alone.", word=word))
    return _PLAIN[word]


def _talk(text: str) -> Talk:
    if not text:
        raise LocalError(t("Write what to say after 'chat', such as 'chat hello'."))
    if len(text.encode("utf-8", "replace")) > MAX_CHAT:
        raise LocalError(t("That is too long to say at once; {most} bytes is the most.", most=MAX_CHAT))
    return Talk(text.encode("utf-8", "replace").decode())


def _policy(rest: str, view: View) -> Policy | Show:
    if view.ruleset is None:
        raise LocalError(t("The game has not begun yet; 'quit' leaves."))
    return Policy(read_policy(rest, view.ruleset)) if rest else Show("policy")


def _resign(rest: str, view: View) -> Move:
    if view.outcome is not None:
        raise LocalError(t("This hand is over; there is nothing to give up."))
    if rest.lower() != "yes":
        if view.ruleset is not None and view.ruleset.has_pot:
            raise LocalError(t("Write 'resign yes' to give this hand up; the other side then wins the pot."))
        raise LocalError(t("Write 'resign yes' to give this hand up; the other side then wins the stake."))
    return Move(a.Resign())


# --- moves -------------------------------------------------------------------------------------------------


def _move(word: str, words: Sequence[str], view: View, faces: Faces) -> a.Action:
    """The legal action that is meant; else one sentence with what is possible."""
    reader = _VERBS.get(word)
    if reader is None and word not in _RAISE_WORDS:
        if not _looks_like_cards(words, view):
            _unknown(words[0], view, faces)
        reader, words = _bare, ["", *words]
    claims = word in _CLAIM_WORDS
    if claims and not view.my_turn and view.position is not None and claims_anytime(view.position, view.seat):
        return (reader or _raise)(words, view, faces)
    if not view.my_turn:
        why = f" {no_claim(view.ruleset)}" if claims else ""
        raise LocalError(f"{t('It is not your turn.')}{why} {prompt(view, faces)}")
    action = (reader or _raise)(words, view, faces)
    if action not in view.legal:
        raise LocalError(f"{denial(action, view)} {prompt(view, faces)}")
    return action


_CLAIM_WORDS: Final = ("var", "claim")


def _unknown(word: str, view: View, faces: Faces) -> None:
    what = f"'{word[:20]}'" if word.isprintable() else t("That")
    told = t("{what} is not understood ('help' lists what can be typed).", what=what)
    raise LocalError(f"{told} {prompt(view, faces)}")


def _looks_like_cards(words: Sequence[str], view: View) -> bool:
    try:
        _card(words[0], view)
    except LocalError:
        first = words[0].upper()
        card_like = len(first) == 2 and (first[0] in "JQKAT" or first[1] in _SUITS)
        return card_like or any(character.isdigit() for character in first)
    return True


def _cards(words: Sequence[str], view: View) -> tuple[Card, ...]:
    """Typed cards: `AS`, `ts` (a ten), or their numbers in the hand. Each must be held, and named once."""
    cards = [_card(word, view) for word in words]
    for number, card in enumerate(cards):
        if card in cards[:number]:
            raise LocalError(t("{card} is named twice.", card=card))
        if card not in view.held:
            raise LocalError(t("You do not hold {card}; you hold {held}.", card=card, held=_held(view)))
    return tuple(cards)


def _card(word: str, view: View) -> Card:
    if len(word) == 1 and word.isascii() and word.isdigit():
        number = int(word)
        if not 1 <= number <= len(view.held):
            raise LocalError(t(
                "There is no card number {number}; you hold {count}.",
                number=number, count=len(view.held),
            ))
        return view.held[number - 1]
    return _parsed(word, 36 if view.ruleset is None else view.ruleset.deck)


def _parsed(word: str, size: int) -> Card:
    """A card by its name: `AS`, `10h`, `th`, or the suit first, as `♠A` is read. It must be one of the deck's."""
    text = word.upper().replace("T", "10")
    if text[:1] in _SUITS and text[1:]:
        text = text[1:] + text[0]
    ranks = [rank for rank in Rank if rank >= LOWEST_RANK[size]]
    try:
        card = Card.parse(text)
    except LocalError:
        shown = f"'{word[:8]}'" if word.isprintable() else t("That")
        raise LocalError(t(
            "{what} is not a card: write a rank ({ranks}) and a suit (C D H S), such as 10H.",
            what=shown, ranks=_row(ranks),
        )) from None
    if card.rank not in ranks:
        raise LocalError(t("There is no {card} in this deck; its ranks are {ranks}.", card=card, ranks=_row(ranks)))
    return card


def _held(view: View) -> str:
    return " ".join(map(str, view.held)) or t("no cards")


def _row(ranks: Sequence[Rank]) -> str:
    return " ".join(rank.text for rank in ranks)


_SUITS: Final = frozenset(suit.letter for suit in Suit)


def _some(words: Sequence[str], view: View, example: str) -> tuple[Card, ...]:
    if len(words) < 2:
        card = view.held[0] if view.held else "AS"
        told = t("Name the cards as well, such as '{example} {card}'", example=example, card=card)
        raise LocalError(t("{told}; you hold {held}.", told=told, held=_held(view)))
    return _cards(words[1:], view)


def _lead(words: Sequence[str], view: View, faces: Faces) -> a.Action:
    return _legal(view, a.Lead, _some(words, view, "lead"))


def _answer(words: Sequence[str], view: View, faces: Faces) -> a.Action:
    """Open cards: where all are given face up, `answer` names any."""
    cards = _some(words, view, "answer")
    if view.ruleset is not None and view.ruleset.give_face is GiveFace.UP:
        _right_number(view, faces, cards)
        return _legal(view, a.Answer, cards)
    return _checked(view, faces, cards)


def _beat(words: Sequence[str], view: View, faces: Faces) -> a.Action:
    return _checked(view, faces, _some(words, view, "beat"))


def _give(words: Sequence[str], view: View, faces: Faces) -> a.Action:
    """Face down; with `for 7` after the cards, as programs write it, the points must be theirs."""
    words, worth = (words[:-2], words[-1]) if [word.lower() for word in words[-2:-1]] == ["for"] else (words, None)
    cards = _some(words, view, "give")
    _right_number(view, faces, cards)
    if view.ruleset is not None and view.ruleset.give_face is GiveFace.UP:
        return _given_open(view, faces, cards)
    gives = (action for action in view.legal if isinstance(action, a.Give))
    action = next((give for give in gives if sorted(give.known) == sorted(cards)), a.Give(cards))
    if worth is not None and str(action.points) != worth:
        raise LocalError(t(
            "Write 'give {cards}' alone; what it is worth is told by itself.",
            cards=' '.join(map(str, cards)),
        ))
    return action


def _given_open(view: View, faces: Faces, cards: tuple[Card, ...]) -> a.Action:
    """Cards that lie open and beat do beat: they cannot be given."""
    position = view.position
    if position is None or position.phase is not Phase.FOLLOW:
        return a.Give(cards)
    standing = position.standing.shown
    if set_beats(position.trump, cards, standing):
        raise LocalError(
            tn(
                "{cards} beats {led}, and open cards that beat take the trick; to play it so, write '{typed}'.",
                "{cards} beat {led}, and open cards that beat take the trick; to play them so, write '{typed}'.",
                len(cards),
                cards=faces.row(cards),
                led=faces.row(standing),
                typed=" ".join(map(str, cards)),
            )
        )
    return _legal(view, a.Answer, cards)


def _bare(words: Sequence[str], view: View, faces: Faces) -> a.Action:
    """Cards without a verb: a lead, or an answer that beats; never a give, which nobody can take back."""
    position = view.position
    if position is not None and position.phase is Phase.FOLLOW:
        return _beat(words, view, faces)
    return _lead(words, view, faces)


def _checked(view: View, faces: Faces, cards: tuple[Card, ...]) -> a.Action:
    """An answer that beats, or a sentence that says why it does not."""
    _right_number(view, faces, cards)
    position = view.position
    if position is not None and position.phase is Phase.FOLLOW:
        standing = position.standing.shown
        if not set_beats(position.trump, cards, standing):
            raise LocalError(_not_beaten(cards, standing, faces, up=position.ruleset.give_face is GiveFace.UP))
    return _legal(view, a.Answer, cards)


def _not_beaten(cards: Sequence[Card], led: Sequence[Card], faces: Faces, *, up: bool) -> str:
    typed = " ".join(map(str, cards))
    if up:
        how = tn("to give it face up, write 'give {cards}'.", "to give them face up, write 'give {cards}'.",
                 len(cards), cards=typed)  # fmt: skip
    else:
        how = tn("to give it face down, write 'give {cards}'.", "to give them face down, write 'give {cards}'.",
                 len(cards), cards=typed)  # fmt: skip
    told = tn("{cards} does not beat {led}", "{cards} do not beat {led}", len(cards), cards=faces.row(cards),
              led=faces.row(led))  # fmt: skip
    return f"{told}; {how}"


def _right_number(view: View, faces: Faces, cards: Sequence[Card]) -> None:
    position = view.position
    if position is None or position.phase is not Phase.FOLLOW:
        return
    due = len(position.standing.cards)
    if len(cards) != due:
        led = faces.row(position.standing.shown)
        raise LocalError(tn(
            "{n} card is due against {led}, not {count}.",
            "{n} cards are due against {led}, not {count}.",
            due,
            led=led,
            count=len(cards),
        ))


def _legal(view: View, kind: type[a.Lead] | type[a.Answer], cards: tuple[Card, ...]) -> a.Action:
    """The legal action of this kind with these cards in any order; else the action as typed."""
    alike = (action for action in view.legal if isinstance(action, a.Lead | a.Answer) and isinstance(action, kind))
    return next((action for action in alike if sorted(action.cards) == sorted(cards)), kind(cards))


_RAISE_WORDS: Final = {name: to for to, name in RAISE_NAMES.items()}


def _raise(words: Sequence[str], view: View, faces: Faces) -> a.Action:
    """`raise`, `raise 2`, `raise davi` or `davi` alone; it must be the stake that is open."""
    open_to = next((action.to for action in view.legal if isinstance(action, a.Raise)), None)
    if open_to is None:
        raise LocalError(t(
            "The stake cannot be raised now: {why}. {prompt}",
            why=no_raise(view), prompt=prompt(view, faces),
        ))
    name = words[-1].lower()
    to = open_to if name == "raise" else _RAISE_WORDS.get(name, name)
    if str(to) != str(open_to):
        raise LocalError(t(
            "The stake can only be raised to {stake} now.",
            stake=stake_word(open_to),
        ))
    return a.Raise(open_to)


def _plain(action: a.Action) -> Callable[[Sequence[str], View, Faces], a.Action]:
    def reader(words: Sequence[str], view: View, faces: Faces) -> a.Action:
        if len(words) > 1:
            raise LocalError(t("Write '{word}' alone.", word=words[0].lower()[:10]))
        return action

    return reader


_VERBS: Final[dict[str, Callable[[Sequence[str], View, Faces], a.Action]]] = {
    "lead": _lead, "play": _bare, "answer": _answer, "beat": _beat, "give": _give, "raise": _raise,
    "var": _plain(a.Claim()), "claim": _plain(a.Claim()), "pass": _plain(a.Pass()),
    "cede": _plain(a.Cede()), "accept": _plain(a.Accept()), "decline": _plain(a.Decline()),
}  # fmt: skip
"""First word to the reader of the whole line."""
