"""The parts that touch the system work where POSIX's own things are missing."""

from __future__ import annotations

from pathlib import Path

from tests.store.helpers import child
from tests.support.portable import HIDE

WITHOUT = (
    HIDE
    + """
import sys
from pathlib import Path
import trio
from bura_p2p.errors import LocalError
from bura_p2p.net import addresses, driver
from bura_p2p.store import Store
from bura_p2p.wire.messages import Chat
from tests.net.helpers import linked
from tests.store.helpers import NOW, begin, entry

async def talk():
    async with linked() as (host, guest, _):
        await host.send(Chat("hello"))
        assert await guest.receive() == Chat("hello")
    await addresses.local_candidates(1, (int(socket.AF_INET),))

folder = Path(sys.argv[1])
with Store.open(folder) as store:
    store.commit(begin(store), [entry(0)], secrets=[(1, "key", b"k")], erase=[1], now=NOW)
    try:
        Store.open(folder)
    except LocalError:
        print("locked")
trio.run(talk)
print("done")
"""
)


def test_without_posix(tmp_path: Path) -> None:
    with child(WITHOUT, str(tmp_path)) as process:
        out, err = process.communicate(timeout=300)
    assert (out, err) == ("locked\ndone\n", "")
