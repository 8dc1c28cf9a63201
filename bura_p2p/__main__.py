"""`python -m bura_p2p` and the console script: the `bura` command.

Here: the way in, which takes Ctrl-C from its first moment to its last, also while the rest is being imported. Never:
more.
"""

import os
import sys

SAID = "bura: Interrupted.\n"

try:
    from typing import NoReturn

    from .ui.signals import INTERRUPTED, end_at_once, heed_from_the_start
except KeyboardInterrupt:
    if sys.stderr is not None:
        sys.stderr.write(SAID)
    os._exit(130)  # sys.exit would end by the signal, where that came inside an `exec`


def main() -> NoReturn:
    """Run the command with this process's arguments, and exit."""
    heed_from_the_start(SAID)
    from .cli import load, run  # noqa: PLC0415  importing takes a moment, in which Ctrl-C counts as well

    load(sys.argv[1:])
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # once more, while the first was being seen to
        end_at_once()
        from .ui.output import complain  # noqa: PLC0415  there already, and with it the patience for a held up terminal

        complain(SAID.rstrip(), 1.0)
        code = INTERRUPTED
    end_at_once(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
