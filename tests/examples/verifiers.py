"""Everything here that gives verdicts on game files, asked in one way.

Here: the package, the single file, programs behind a shim, the page. Never: who is right.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any

from bura_p2p.verify import verify_file
from tests.vectors.form import PROTOCOL

from . import page

Told = Mapping[str, Any]
"""`verdict`, `rounds`, `head`, `table_id`; of a convicted seat `seat`, `round`, `code`."""

Verifier = Callable[[bytes, Sequence[bytes]], Told]

ALWAYS, NAMED = ("verdict", "rounds", "head", "table_id"), ("seat", "round", "code")

EXAMPLES = PROTOCOL / "examples"


def package(data: bytes, others: Sequence[bytes]) -> Told:
    report = verify_file(data, others)
    culprit = report.culprit
    named = {} if culprit is None else {"seat": culprit.seat, "round": culprit.round, "code": culprit.code.label}
    told = {"verdict": report.verdict.label, "rounds": report.rounds, "head": report.head.hex()}
    return told | {"table_id": report.table_id.hex()} | named


def single_file() -> Verifier:
    """`protocol/examples/verify.py` in this process.

    The files of one game hold the same proofs and signatures: those judged already are not computed again. What is
    remembered is a pure function of its arguments.
    """
    module = remembering()

    def ask(data: bytes, others: Sequence[bytes]) -> Told:
        report = module.verify(data, others)
        named = NAMED if "seat" in report else ()
        return {name: report[name] for name in (*ALWAYS, *named)}

    return ask


def remembering() -> ModuleType:
    """The module of the single file, which computes no proof twice."""
    module = loaded()
    for name in ("check_signature", "check_linear", "check_shuffle"):
        setattr(module, name, remembered(getattr(module, name), module.Refused))
    return module


def loaded() -> ModuleType:
    place = importlib.util.spec_from_file_location("verify_alone", EXAMPLES / "verify.py")
    assert place is not None
    assert place.loader is not None
    module = importlib.util.module_from_spec(place)
    sys.modules[place.name] = module
    place.loader.exec_module(module)
    return module


def remembered(function: Callable[..., Any], refusal: type[Exception]) -> Callable[..., Any]:
    """The function with its last some thousand outcomes, refusals too, by its arguments."""

    @functools.lru_cache(maxsize=4096)
    def outcome(packed: bytes) -> tuple[bool, Any]:
        try:
            return True, function(*pickle.loads(packed))  # noqa: S301  packed below
        except refusal as fault:
            return False, fault

    def asked(*arguments: Any) -> Any:
        holds, found = outcome(pickle.dumps(arguments))
        if not holds:
            raise found.with_traceback(None)
        return list(found) if isinstance(found, list) else found

    return asked


Asked = Callable[[str, Mapping[str, Any]], Mapping[str, Any] | None]
"""What a program answers to an op with these inputs; None where it does not claim the op."""


@contextmanager
def program(command: Sequence[str]) -> Iterator[Asked]:
    """A program that answers one JSON object a line, as `protocol/README.md` says. It raises LookupError where the
    program has no answer.
    """
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        into, out = process.stdin, process.stdout

        def ask(op: str, given: Mapping[str, Any]) -> Mapping[str, Any] | None:
            into.write(json.dumps({"op": op, "in": given}) + "\n")
            into.flush()
            told = json.loads(out.readline() or "{}")
            if told.get("unsupported"):
                return None
            if "result" not in told:
                raise LookupError(f"{op}: {told or 'silence'}")
            return {"ok": "code" not in told["result"]} | told["result"]

        try:
            yield ask
        finally:
            into.close()


@contextmanager
def shim(command: Sequence[str]) -> Iterator[Verifier]:
    """A program that answers `games/verdict`."""
    with program(command) as asked:

        def ask(data: bytes, others: Sequence[bytes]) -> Told:
            told = asked("games/verdict", {"file": data.hex(), "others": [other.hex() for other in others]}) or {}
            return {name: told[name] for name in (*ALWAYS, *NAMED) if told.get(name) is not None}

        yield ask


NODE = EXAMPLES / "node"


def node() -> list[str]:
    """The command of the client for Node."""
    return [shutil.which("node") or "node", str(NODE / "bura.mjs"), "shim"]


def missing(name: str) -> str:
    """Why this verifier cannot be asked here; empty where it can."""
    if name == "page":
        return page.missing()
    if name != "node":
        return ""
    if shutil.which("node") is None:
        return "there is no Node"
    if not (NODE / "node_modules").is_dir():
        return "its libraries are not there; 'npm ci --prefix protocol/examples/node' brings them"
    return ""


ALL = ("package", "single", "node", "page")


@contextmanager
def verifiers(names: Sequence[str], shims: Sequence[Sequence[str]] = ()) -> Iterator[dict[str, Verifier]]:
    """Those named of ALL that are not missing; and these shims."""
    with ExitStack() as stack:
        found: dict[str, Verifier] = {}
        for name in names:
            if missing(name):
                continue
            match name:
                case "package":
                    found[name] = package
                case "single":
                    found[name] = single_file()
                case "node":
                    found[name] = stack.enter_context(shim(node()))
                case "page":
                    found[name] = stack.enter_context(page.opened())
                case _:
                    raise LookupError(f"there is no verifier {name}")
        for words in shims:
            found[" ".join(words)] = stack.enter_context(shim(words))
        yield found
