"""The live cases as data, `protocol/conformance`: what the generator makes, whole, and told by protocol/README.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from bura_p2p.conformance.cheat import Scene
from bura_p2p.conformance.runner.cases import lies
from bura_p2p.conformance.runner.live import live_cases
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.rules.ruleset import decode_ruleset
from tests.support import live_cases as generator
from tests.vectors.form import PROTOCOL

FILES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(generator.FOLDER.glob("*.json"))}


def cases() -> Iterator[dict[str, Any]]:
    """Every case of the three files, a lie with what it shares with others."""
    for name in ("honest", "knocks"):
        yield from FILES[name]["cases"]
    for scene in FILES["lies"]["scenes"]:
        for group in scene["lies"]:
            for name, about in group["cases"].items():
                yield group | {"id": name, "about": about, "scene": scene["name"]}


def test_every_file_is_what_the_generator_makes():
    differing = [path.name for path, data in generator.wanted().items() if path.read_bytes() != data]
    assert differing == [], "run python -m tests.support.protocol"
    assert {path.stem for path in generator.wanted()} == set(FILES)


def test_every_case_is_told():
    assert {each["id"]: each["about"] for each in cases()} == {case.id: case.about for case in live_cases()}
    assert len(list(cases())) == len(live_cases())
    assert all(each["expect"] for each in cases())


def _asks_nothing(scene: Scene) -> bool:
    return scene.where is Scene("any", scene.stage, ()).where


def test_every_scene_and_rule_is_told():
    """Whoever reads these files alone finds all that a case names; what a scene asks of the table stands in words."""
    told = FILES["lies"]
    scenes = {scene["name"]: scene for scene in told["scenes"]}
    assert len(scenes) == len(told["scenes"])
    named = {case[key] for case in cases() for key in ("scene", "then") if key in case}
    assert named == set(scenes)
    begun = {scene for case in lies() for scene in (case.cheat.begins, case.cheat.scene)}
    wordless = {scene.name for scene in begun if _asks_nothing(scene)}
    assert {name for name, scene in scenes.items() if "when" not in scene} == wordless
    for document in FILES.values():
        for text in document["rules"].values():
            assert decode_ruleset(text.encode())
    words = {word for each in (*cases(), *scenes.values()) for word in each.get("rules", ())}
    assert {word.partition(" ")[0] for word in words} <= {*RULESETS, *told["rules"]}


def test_the_text_tells_every_key():
    """protocol/README.md explains each, in the part about these files."""
    page = (PROTOCOL / "README.md").read_text("utf-8")
    part = page[page.index("## conformance/") : page.index("## examples/")]
    told = set(re.findall(r"`([a-z_]+)`", part))
    keys = {key for document in FILES.values() for key in document}
    keys |= {key for case in cases() for key in (*case, *case["expect"])} - {"scene"}
    keys |= {key for scene in FILES["lies"]["scenes"] for key in scene}
    assert keys <= told, keys - told
