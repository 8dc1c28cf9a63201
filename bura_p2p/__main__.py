"""`python -m bura_p2p` and the console script: the `bura` command.

Here: the way in, which takes Ctrl-C from its first moment on, also while the rest is being imported. Never: more.
"""

import os
import sys
from typing import Final, NoReturn

INTERRUPTED: Final = 130


def main() -> NoReturn:
    """Run the command with this process's arguments, and exit."""
    try:
        from .cli import load, run  # noqa: PLC0415  importing takes a moment, in which Ctrl-C counts as well

        load(sys.argv[1:])
    except KeyboardInterrupt:
        _say_so()
        # Nothing is open yet; and sys.exit would end by the signal, where that came inside an `exec`.
        os._exit(INTERRUPTED)
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # once more, while the first was being seen to
        from .ui.output import complain  # noqa: PLC0415  there already, and with it the patience for a held up terminal

        complain("bura: Interrupted.", 1.0)
        code = INTERRUPTED
    sys.exit(code)


def _say_so() -> None:
    if sys.stderr is not None:
        sys.stderr.write("bura: Interrupted.\n")
        sys.stderr.flush()


if __name__ == "__main__":
    main()
