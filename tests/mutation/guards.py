"""Deletes, one after the other, every check of a sample of modules, and says which deletion no test notices.

    python -m tests.mutation.guards

A small part of what `tests.support.mutation` does, quick enough for every run of the suite and without its tools:
the condition before each `raise PeerError` or `raise MalformedFile` is never true, and the tests named here for its
module run until one fails. Here: that sample. Never: imported by a test, since it forks.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.support.mutation.places import ROOT, run_pytest, steady_examples
from tests.support.mutation.running import Mutant, Warm

TESTS = {
    "crypto/elgamal.py": ["tests/crypto/test_masking.py"],
    "crypto/identity.py": ["tests/crypto/test_identity.py"],
    "crypto/relation.py": ["tests/crypto/test_relation.py"],
    "log/entry.py": ["tests/log/test_entry.py"],
    "log/file.py": [
        "tests/log/test_file.py::test_malformed",
        "tests/log/test_file.py::test_no_flipped_bit",
        "tests/log/test_file.py::test_file_too_large",
        "tests/log/test_file.py::test_entries_are_counted",
    ],
    "log/log.py": ["tests/log/test_log.py"],
    "wire/codec.py": [
        "tests/wire/test_strict.py::test_forbidden",
        "tests/wire/test_strict.py::test_size",
        "tests/wire/test_messages.py::test_body_of_another",
        "tests/wire/test_messages.py::test_every_unknown_type",
        "tests/wire/test_messages.py::test_body_too_long",
    ],
    "wire/fields.py": [
        "tests/wire/test_messages.py::test_each_field_beyond",
        "tests/wire/test_messages.py::test_body_of_another_shape",
        "tests/wire/test_messages.py::test_body_fields_beyond",
        "tests/wire/test_messages.py::test_link_frames_of_another_shape",
    ],
    "wire/framing.py": ["tests/wire/test_framing.py"],
}


def guards(path: Path) -> Iterator[ast.expr]:
    """The conditions that stand right before a refusal."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise):
            raised = node.body[0].exc
            if isinstance(raised, ast.Call) and ast.unparse(raised.func) in ("PeerError", "MalformedFile", "_refuse"):
                yield node.test


def without(path: Path, guard: ast.expr) -> str:
    """The module's source with a condition that never holds; its lines keep their numbers."""
    lines = (ROOT / path).read_bytes().splitlines(keepends=True)
    first, last = guard.lineno - 1, (guard.end_lineno or guard.lineno) - 1
    head, tail = lines[first][: guard.col_offset], lines[last][guard.end_col_offset :]
    changed = head + b"(False" + b"\n" * (last - first) + b")" + tail
    return b"".join([*lines[:first], changed, *lines[last + 1 :]]).decode()


def run(session: Warm) -> None:
    """Deletes each check, and prints its place and what became of it."""
    for name, names in TESTS.items():
        tests = [test for test in session.items if test.startswith(tuple(names))]
        path = Path("bura_p2p", name)
        for guard in guards(path):
            verdict = session.run(Mutant(path, partial(without, path, guard)), tests)
            print(f"{verdict.word} {name}:{guard.lineno} {ast.unparse(guard)}", flush=True)


if __name__ == "__main__":
    steady_examples()
    files = {name.split("::")[0] for names in TESTS.values() for name in names}
    raise SystemExit(run_pytest(sorted(files), [Warm({}, run)]))
