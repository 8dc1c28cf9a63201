"""One target under atheris, in a process of its own: libFuzzer never comes back.

    python -m tests.fuzz.guided TARGET MODULE,MODULE… [options of libFuzzer] FOLDER

Here: the instrumentation, of the modules aimed at (told by the caller: the targets import them), and the two ways an
input is changed, libFuzzer's and the target's. Never: a count.
"""

from __future__ import annotations

import sys
from random import Random

import atheris

with atheris.instrument_imports(include=[f"bura_p2p.{name}" for name in sys.argv[2].split(",")]):
    import tests.fuzz.targets
TARGETS = tests.fuzz.targets.TARGETS


def main(arguments: list[str]) -> None:
    """Fuzz until the options say stop, or something is found."""
    target = TARGETS[arguments[1]]
    for data in target.examples()[:8]:
        target.run(data)  # what is played once is played before the clock runs

    def change(data: bytes, longest: int, number: int) -> bytes:
        tape = Random(number)
        if tape.random() < 0.3:
            return bytes(atheris.Mutate(data, longest))
        for _ in range(tape.choice((1, 1, 2))):
            data = target.change(data, tape)
        return data[:longest]

    atheris.Setup([arguments[0], *arguments[3:]], target.run, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
