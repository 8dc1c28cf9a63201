from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import bura_p2p.crypto as package
from bura_p2p.crypto.challenge import Label, Purpose, hash_to_group, u16
from bura_p2p.crypto.generators import H_POINTS, H_RANK, H_SUIT, MAX_CARDS, SHUFFLE_BASES, SHUFFLE_H
from bura_p2p.crypto.group import IDENTITY, G, using
from tests.crypto import registry

SOURCES = sorted(Path(package.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("name", registry.FILES)
def test_the_registry_is_what_the_code_says(name: str) -> None:
    stored = json.loads((registry.ROOT / name).read_text(encoding="utf-8"))
    assert stored == registry.FILES[name](), "run python -m tests.crypto.registry"


def test_the_registry_is_complete() -> None:
    assert set(registry.PURPOSES) == set(Purpose)
    assert set(registry.LABELS) == set(Label)


@pytest.mark.parametrize("provider", ["compiled", "pure"])
def test_the_shipped_generators_are_hashes_of_public_labels(provider: str) -> None:
    with using(provider):
        axes = [hash_to_group(message, Purpose.CARD_AXIS) for message in (b"rank", b"suit", b"points")]
        bases = [hash_to_group(b"h" + u16(i), Purpose.SHUFFLE_BASE) for i in range(1, MAX_CARDS + 1)]
        assert axes == [H_RANK, H_SUIT, H_POINTS]
        assert hash_to_group(b"h", Purpose.SHUFFLE_BASE) == SHUFFLE_H
        assert list(SHUFFLE_BASES) == bases


def test_the_generators_are_distinct() -> None:
    generators = [G, IDENTITY, H_RANK, H_SUIT, H_POINTS, SHUFFLE_H, *SHUFFLE_BASES]
    both_signs = {element for generator in generators for element in (generator, -generator)}
    assert len(both_signs) == 2 * len(generators) - 1


def test_only_verifiers_may_make_what_is_proved() -> None:
    naming = {path.name for path in SOURCES if re.search(r"\bSEAL\b", path.read_text(encoding="utf-8"))}
    assert naming == {"proved.py", "masking.py", "shuffle.py"}


def test_no_check_of_the_mathematics_can_vanish() -> None:
    for path in SOURCES:
        assert not re.search(r"^\s*assert\b", path.read_text(encoding="utf-8"), re.MULTILINE), path.name


def test_secret_scalars_meet_only_constant_time_calls() -> None:
    # the variable-time sum appears where verifiers compute, and for public statements, never in a prover
    for name in ("shuffle.py", "relation.py"):
        source = (Path(package.__file__).parent / name).read_text(encoding="utf-8")
        functions = re.split(r"^(?=def |class )", source, flags=re.MULTILINE)
        users = {body.split("(")[0].split()[1] for body in functions if "weighted_sum(" in body}
        assert users == {"_recompute"}, name
