"""Any rules that make a game: each question answered anew, as a stranger could who offers a table.

Here: the strategy over the questions of `Ruleset`. Never: a game.
"""

from __future__ import annotations

from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from bura_p2p.errors import LocalError
from bura_p2p.rules.ruleset import (
    Bura,
    Dealer,
    Exhausted,
    FirstLead,
    GiveFace,
    Instant,
    Maliutka,
    NoRaise,
    Ruleset,
    ShortStock,
    Special,
    SpecialsWhen,
    ThreeAces,
    Tie,
    Win,
    Wrong,
)  # fmt: skip

LED = (Bura.MUST_WIN_TRICK, Bura.INSTANT_ON_ANNOUNCE, Bura.PLAY_ENDS_ROUND)
INSTANT = {3: (Instant.BURA, Instant.MOSCOW), 4: (Instant.FOUR_TRUMPS, Instant.FOUR_ACES)}


@st.composite
def any_rules(draw: st.DrawFn, decks: tuple[int, ...] = (20, 32, 36)) -> Ruleset:
    """Rules of which a table can be made: mostly such at once, the rest is given up."""
    fewest = draw(st.integers(2, 6))
    hand = draw(st.integers(1, 5))
    deck = draw(st.sampled_from(decks))
    most = min(draw(st.integers(fewest, 6)), (deck - 1) // hand)
    assume(most >= fewest)
    answers = {"name": "anything", "deck": deck, "hand": hand, "lead": draw(leads(hand))}
    answers |= draw(combinations(hand, hand in answers["lead"]))
    answers |= draw(sides(fewest, most))
    answers |= draw(winning(bool(answers["teams"])))
    try:
        return Ruleset(**answers | draw(stakes(answers)))
    except LocalError:
        assume(condition=False)
        raise


def leads(hand: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(2, max(hand, 2)), unique=True).map(
        lambda more: (1, *sorted(size for size in more if size <= hand))
    )


@st.composite
def combinations(draw: st.DrawFn, hand: int, led: bool) -> dict[str, Any]:
    """What a whole hand may be: announced, led, put down, or held."""
    specials = draw(st.lists(st.sampled_from(Special), unique=True).map(tuple)) if hand == 3 and led else ()
    kinds = INSTANT.get(hand, ())
    held = draw(st.lists(st.sampled_from(kinds), unique=True).map(tuple)) if kinds and not specials else ()
    free = led and hand > 1 and not specials and not held
    return {
        "specials": specials,
        "specials_when": draw(st.sampled_from(list(SpecialsWhen)[1:])) if specials else SpecialsWhen.NEVER,
        "three_aces": draw(st.sampled_from(ThreeAces)) if Special.THREE_ACES in specials else ThreeAces.LEAD,
        "bura": draw(st.sampled_from(LED if Special.BURA in specials else (Bura.NOTHING, Bura.WHOLE_HAND_ON_LEAD))),
        "maliutka": draw(st.sampled_from(Maliutka)) if free else Maliutka.TURN,
        "instant": held,
    }


@st.composite
def sides(draw: st.DrawFn, fewest: int, most: int) -> dict[str, Any]:
    """How many play; in one table of four, two sides that sit anyhow."""
    if draw(st.integers(0, 3)):
        return {"players": (fewest, most), "teams": ()}
    places = draw(st.permutations(range(fewest)))
    cut = draw(st.integers(1, fewest - 1))
    return {"players": (fewest, fewest), "teams": (tuple(places[:cut]), tuple(places[cut:]))}


@st.composite
def winning(draw: st.DrawFn, teams: bool) -> dict[str, Any]:
    """How a hand is won, and what a wrong claim costs."""
    win = draw(st.sampled_from([w for w in Win if not (teams and w is Win.AUTO)]))
    wrong = [w for w in Wrong if not (teams and w in {Wrong.PAY_POT, Wrong.DOUBLE_POT})]
    if win is Win.AUTO:
        wrong = [Wrong.NOTHING]
    elif win is not Win.MOST_POINTS:
        wrong.remove(Wrong.NOTHING)
    target = None if win is Win.MOST_POINTS else draw(st.one_of(st.just(31), st.integers(1, 120)))
    return {"win": win, "wrong": draw(st.sampled_from(wrong)), "target": target}


@st.composite
def stakes(draw: st.DrawFn, answers: dict[str, Any]) -> dict[str, Any]:
    """Raises and matches, or a pot; who deals and leads; what becomes of short stocks and given cards."""
    pot = answers["wrong"] in {Wrong.PAY_POT, Wrong.DOUBLE_POT}
    two = answers["players"] == (2, 2) or bool(answers["teams"])
    face, shown = draw(st.sampled_from(GiveFace)), draw(st.booleans())
    shown = shown and (face is GiveFace.UP or answers["players"] == (2, 2) or answers["win"] is Win.AUTO)
    dealer = draw(st.sampled_from(Dealer))
    beside = (FirstLead.LEFT_OF_DEALER, FirstLead.RIGHT_OF_DEALER)
    exhausted = [e for e in Exhausted if answers["win"] is not Win.MOST_POINTS or e is Exhausted.MOST_POINTS]
    return {
        "short_stock": draw(st.sampled_from(ShortStock)),
        "give_face": face,
        "points_shown": shown,
        "dealer": dealer,
        "first_lead": draw(st.sampled_from([f for f in FirstLead if (f in beside) == (dealer is not Dealer.NOBODY)])),
        "raises": tuple(range(2, 2 + draw(st.integers(0, 5)))) if two and not pot else (),
        "match_to": 0 if pot else draw(st.sampled_from((0, 1, 3))),
        "no_raise": draw(st.sampled_from(NoRaise)),
        "exhausted": draw(st.sampled_from(exhausted)) if pot else Exhausted.MOST_POINTS,
        "tie": draw(st.sampled_from(Tie)) if pot else Tie.DRAW,
        "ante": draw(st.integers(1, 1000)) if pot else 0,
    }
