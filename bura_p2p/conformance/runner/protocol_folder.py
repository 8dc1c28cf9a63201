"""The folder `protocol/`: vectors and games, as whoever writes another client has them.

Here: finding it, its files, tests completed from base and setup. Never: running one. The data is no part of the
installed package (it has megabytes, and belongs to the text): it is taken from a checkout, or from where it was
unpacked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ...errors import LocalError
from ...log.file import MAGIC
from ...wire.codec import pack
from ...wire.framing import encode_frame
from .foreign import file_bytes

_WHERE: Final = (
    "The folder 'protocol' of the specification is not here; say where it is with --protocol FOLDER. It stands "
    "beside spec.md, and is no part of the installed package."
)


TOLD_ON: Final = "hand/hand"
"""The op whose tests stand on the ones before them."""


@dataclass(frozen=True, slots=True)
class Vector:
    """One test of a vector file: `op` is '<file>/<group>', `given` complete, `expect` as the file has it.

    `about`: what is special in it, in words; empty where nothing is.
    """

    id: str
    op: str
    given: Mapping[str, Any]
    expect: Mapping[str, Any]
    requirements: tuple[str, ...] = ()
    about: str = ""


def _about(told: Mapping[str, Any]) -> str:
    """Comment and mutation of a test or a game, where it has them."""
    made = f"{told['base']}, but {told['mutation']}" if told.get("mutation") else ""
    return "; ".join(str(part) for part in (told.get("comment"), made) if part)


def find_protocol(folder: Path | None) -> Path:
    """The folder that was named, or the one of this checkout, or `protocol` where the command is given.

    Raises LocalError where there is none.
    """
    beside = Path(__file__).resolve().parents[3] / "protocol"
    tried = [folder] if folder is not None else [Path("protocol"), beside]
    for each in tried:
        if (each / "vectors").is_dir() and (each / "games").is_dir():
            return each
    raise LocalError(_WHERE)


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object in a file. Raises LocalError."""
    try:
        found = json.loads(file_bytes(path).decode("utf-8"))
    except (ValueError, RecursionError):
        raise LocalError(f"The file {path} cannot be read as JSON.") from None
    if not isinstance(found, dict):
        raise LocalError(f"The file {path} holds no JSON object.")
    return found


def vectors(protocol: Path) -> Iterator[Vector]:
    """Every test of every file. Raises LocalError for a file that is not as `protocol/README.md` says."""
    for path in sorted((protocol / "vectors").glob("*.json")):
        try:
            yield from _file(protocol, path)
        except (KeyError, TypeError) as fault:
            raise LocalError(f"The file {path} is no vector file of this version ({fault!r}).") from None


def _file(protocol: Path, path: Path) -> Iterator[Vector]:
    document, stem = read_json(path), path.stem
    if "groups" in document:
        yield from _groups(protocol, stem, document)
    elif stem == "identity":
        for case in document["cases"]:
            code = case["expected"]
            expect = {"ok": True} if code == "valid" else {"ok": False, "code": code}
            given = {name: case[name] for name in ("public", "message", "signature")}
            yield Vector(f"identity/{case['name']}", "identity/verify", given, expect)
    else:
        yield from _hashes(stem, document)


def _groups(protocol: Path, stem: str, document: Mapping[str, Any]) -> Iterator[Vector]:
    whole: dict[str, Mapping[str, Any]] = {}
    for group in document["groups"]:
        first = True
        for test in group["tests"]:
            given = {**(whole[test["base"]] if "base" in test else {}), **test["in"]}
            whole[test["id"]] = given
            op, ids = f"{stem}/{group['name']}", tuple(test.get("req", group.get("req", ())))
            sent = dict(given)
            if "of" in given:
                sent["file"] = (protocol / "games" / f"{given['of']}.bura").read_bytes().hex()
            if op == TOLD_ON:
                sent |= {"identities": group["setup"]["identities"], "first": first}
            yield Vector(f"{stem}/{test['id']}", op, sent, test["expect"], ids, _about(test))
            first = False


def _hashes(stem: str, document: Mapping[str, Any]) -> Iterator[Vector]:
    for group, found in document.items():
        for at, case in enumerate(found["cases"]):
            given = {name: case[name] for name in ("message", "length", "purpose") if name in case}
            given |= {"dst": found["dst"]} if "dst" in found else {}
            expect = {name: case[name] for name in ("p", "uniform", "scalar") if name in case}
            yield Vector(f"{stem}/{group}-{at}", f"{stem}/{group}", given, {"ok": True} | expect)


def with_their_table(every: Sequence[Vector], chosen: Sequence[Vector]) -> list[Vector]:
    """What was chosen of all tests; of the entries of a hand also those before them, which make their table."""
    wanted = {test.id for test in chosen}
    last = max((at for at, test in enumerate(every) if test.id in wanted and test.op == TOLD_ON), default=-1)
    return [test for at, test in enumerate(every) if test.id in wanted or (at < last and test.op == TOLD_ON)]


# --- games -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SampleGame:
    """A game file with its bytes, the files that lend to it, and the verdict that is expected, if one is written."""

    id: str
    data: bytes
    others: tuple[bytes, ...] = ()
    expect: Mapping[str, Any] | None = None
    requirements: tuple[str, ...] = ()
    about: str = ""


def games_in(path: Path) -> list[SampleGame]:
    """The game in a file, or all games of a folder and below it: by their JSON (as in `protocol/games`), and every
    `.bura` that has none. Raises LocalError.
    """
    if path.is_file():
        beside = path.with_suffix(".json")
        if path.suffix == ".json" or beside.is_file():
            return [_described(beside)]
        return [SampleGame(path.stem, file_bytes(path))]
    if not path.is_dir():
        raise LocalError(f"There is no file or folder {path}.")
    written = sorted(path.rglob("*.json"))
    found = [_described(each) for each in written if "expect" in read_json(each)]
    named = {each.with_suffix(".bura") for each in written}
    bare = [each for each in sorted(path.rglob("*.bura")) if each not in named]
    return found + [SampleGame(str(each.relative_to(path).with_suffix("")), file_bytes(each)) for each in bare]


def _root_of(path: Path) -> Path:
    """The folder from which the ids of games count: `games/`, for `games/good/x.json`."""
    told = str(read_json(path).get("id", path.stem))
    return path.parents[told.count("/")]


def _described(path: Path) -> SampleGame:
    try:
        root, told = _root_of(path), read_json(path)
        others = tuple(_bytes(root, each) for each in told["in"].get("others", ()))
        expect = dict(told["expect"], verdict=str(told["expect"]["verdict"]))
        data, ids = _bytes_of(root, path, told["in"]), tuple(map(str, told.get("req", ())))
        return SampleGame(str(told.get("id", path.stem)), data, others, expect, ids, _about(told))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as fault:
        raise LocalError(f"The file {path} describes no game ({fault!r}).") from None


def _bytes(root: Path, id_: str) -> bytes:
    path = root / f"{id_}.json"
    return _bytes_of(root, path, read_json(path)["in"])


def _bytes_of(root: Path, path: Path, given: Mapping[str, Any]) -> bytes:
    """A file, or one that is put together: magic, identities and entries of another game, then more entries."""
    if "file" in given:
        return file_bytes(path.parent / str(given["file"]))
    data = file_bytes(root / f"{given['of']}.bura")
    at = len(MAGIC)
    for _ in range(1 + int(given["entries"])):
        at += 4 + int.from_bytes(data[at : at + 4], "big")
    more = (pack((seat, bytes.fromhex(body), bytes.fromhex(signature))) for seat, body, signature in given["more"])
    return data[:at] + b"".join(map(encode_frame, more))
