"""No line is wider than its terminal in any language: cards of rules, help, whole hands at both tables."""

from __future__ import annotations

import re
from itertools import product

import pytest

from bura_p2p.conformance.stacked import stack
from bura_p2p.net.driver import Update
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.ui import tongue
from bura_p2p.ui.card import rule_card
from bura_p2p.ui.feed.follower import Follower
from bura_p2p.ui.helping import TYPED, help_lines
from bura_p2p.ui.inert import columns
from bura_p2p.ui.options import table_rules
from bura_p2p.ui.text import NAME_COLUMNS
from bura_p2p.ui.tui.felt import help_lines as key_lines
from bura_p2p.ui.tui.picture import headline, keys_line, keys_text
from tests.support.golden import biased_deck, player
from tests.ui.tables import Tables, at_tables

OTHERS = tongue.LANGUAGES[1:]
LATIN = re.compile(r"\b(?!Tor|NAT|PMP|PCP|UPnP|JSON|QR|SOCKS|IPv)[A-Z]?[a-z]{4,}\b")

OPTIONS = [
    ("georgian", {"maliutka": "anytime", "points_shown": True, "clock": 30}),
    ("georgian", {"give_face": "up", "match_to": 0}),
    ("western", {"special_sets": "in_trick", "ante": 21}),
    ("russian", {"three_aces": "takes_pot", "first_lead": "right", "give_face": "down", "molodka": "off"}),
    ("telegram", {"points_shown": False}),
]

HANDS = [
    ("georgian", {}, 26), ("georgian-5", {}, 27), ("classic", {}, 22), ("closed", {}, 29), ("kozel", {}, 26),
    ("telegram", {}, 21), ("western", {"special_sets": "in_trick"}, 21),
    ("georgian", {"maliutka": "anytime", "points_shown": True}, 28),
]  # fmt: skip


def rulesets():
    return [*map(table_rules, RULESETS), *(find_ruleset(name, **options) for name, options in OPTIONS)]


@pytest.mark.parametrize("language", tongue.LANGUAGES)
def test_a_rule_card_is_one_narrow_screen(language):
    tongue.use(language)
    leads = tongue.t("{name} leads the first hand", name="N" * NAME_COLUMNS)
    for rules, first in product(rulesets(), ("", leads)):
        lines = rule_card(rules, first)
        assert all(columns(line) <= 80 for line in lines), lines
        assert len(lines) <= 36, (rules.name, len(lines))


@pytest.mark.parametrize("language", OTHERS)
def test_a_rule_card_has_no_english_in_it(language):
    """But for the names that are typed: of rules, options and their values."""
    tongue.use(language)
    for rules in rulesets():
        lines = "\n".join(rule_card(rules)).split(f"\n{tongue.t('Options')}")[0].splitlines()
        assert not [word for line in lines[1:] for word in LATIN.findall(line)], rules.name


@pytest.mark.parametrize("language", tongue.LANGUAGES)
def test_the_help_is_narrow(language):
    tongue.use(language)
    for rules in (None, *rulesets()):
        lines = help_lines(rules)
        assert len(lines) <= 24
        assert all(columns(line) <= 80 for line in lines), lines
        assert all(line[2 : TYPED + 1].strip() == "" or line[TYPED + 1] == " " for line in lines[3:]), lines
    assert all(columns(line) <= 76 for line in key_lines())


def strange(text, rules):
    """English words in a text, but for what is typed, in quotes, for names, and for options named with the rules."""
    bare = re.sub(r"\([a-z_]+ [^()]*\)", "", re.sub(r"'[^']*'", "", text))
    return set(LATIN.findall(bare)) - {rules.partition("-")[0], "player"}


class Watched(Tables):
    """Tables that also keep what a feed would show of each update."""

    def note(self, seat, effects):
        """See `Tables.note`."""
        super().note(seat, effects)
        if effects.events:
            feeds = self.__dict__.setdefault("feeds", {})
            follower = feeds.setdefault(seat, Follower(seat, lambda: 0.0))
            told = follower.follow(Update(self.updates[seat], effects.events, self.sessions[seat].view()))
            self.__dict__.setdefault("fed", []).append((told, follower.table()))


def played(name, options, number) -> Watched:
    rules = find_ruleset(name, **options)
    tables = at_tables(f"{name} {number}", rules, [player(number), player(number + 1)], Watched)
    stack(tables, *biased_deck(rules, 2, number)).run(hands=1)
    return tables


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("name", "options", "number"), HANDS, ids=[f"{h[0]}-{len(h[1])}" for h in HANDS])
def test_a_whole_hand_is_told_in_narrow_lines(language, name, options, number):
    """`Tables` looks at the width of every line, and that no card is named that its reader has not seen."""
    tongue.use(language)
    tables = played(name, options, number)
    for seat in (0, 1):
        text = tables.text(seat)
        assert tongue.t("Both have signed it.") in text
        assert not strange(text, name)
    for told, table in tables.fed:
        assert not [word for event in told for word in strange(event["text"], name)]
        for width in (80, 60):
            assert columns(headline(table, width).plain) <= width
            for line in keys_text(keys_line(table, 1), width - 2).plain.splitlines():
                assert columns(line) <= width
