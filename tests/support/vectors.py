"""Writes the vectors under `protocol/vectors/` and the games under `protocol/games/`.

    python -m tests.support.vectors          write them anew
    python -m tests.support.vectors --check  only compare; status 1 on any difference

Here: which files there are. What is in them, `tests/vectors` says. Never: imported by the package.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.vectors import (
    bad_games,
    bad_ruleset_games,
    encoding,
    forked_games,
    games,
    hand,
    link,
    places,
    relation,
    required,
    resume,
    rulesets,
    shuffle,
)
from tests.vectors.form import PROTOCOL, text_of

MADE = {
    "encoding": encoding.make,
    "places": places.make,
    "relation": relation.make,
    "shuffle": shuffle.make,
    "rulesets": rulesets.make,
    "hand": hand.make,
    "link": link.make,
    "resume": resume.make,
}
"""File of `protocol/vectors/` to its maker; the other files there come from elsewhere."""

FOLDERS = {
    "good": games.good,
    "open": games.open_games,
    "forked": forked_games.forked,
    "bad": lambda: [*bad_games.bad(), *bad_ruleset_games.bad()],
}


def wanted() -> dict[Path, bytes]:
    """Every file that this module writes, with its right content."""
    made = {name: required.named(make()) for name, make in MADE.items()}
    found = {PROTOCOL / "vectors" / f"{name}.json": text_of(document).encode() for name, document in made.items()}
    for folder, make_games in FOLDERS.items():
        for game in make_games():
            place = games.FOLDER / folder / game.name
            if games.recipe(game) is None:
                found[place.with_suffix(".bura")] = game.data
            found[place.with_suffix(".json")] = text_of(games.sidecar(folder, game)).encode()
    return found


def stale() -> list[Path]:
    """Files of the games' folders that nobody makes."""
    return sorted({path for path in games.FOLDER.rglob("*") if path.is_file()} - set(wanted()))


def main(arguments: list[str]) -> int:
    differing = {path: data for path, data in wanted().items() if not path.exists() or path.read_bytes() != data}
    if arguments == ["--check"]:
        for path in [*differing, *stale()]:
            print(f"{path.name} differs from the code: run python -m tests.support.vectors")
        return int(bool(differing or stale()))
    for path, data in differing.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    for path in stale():
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
