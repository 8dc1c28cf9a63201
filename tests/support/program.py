"""How the program tells to start it where a test has started it.

Here: `PROGRAM`. Never: starting it (`processes`).
"""

from __future__ import annotations

import sys

PROGRAM = f"{sys.executable} -m bura_p2p"
