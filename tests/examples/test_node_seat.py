"""The client for Node takes the seat of a game of the package whose offer it never read (13.4)."""

from __future__ import annotations

import json
import time

from bura_p2p.cli import run
from bura_p2p.log.file import read_game
from tests.examples.programs import NEEDED, NODE, Program, package

pytestmark = NEEDED

GUEST = """
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { writeFile } from './lib/file.mjs';
import { Game } from './lib/game.mjs';
import { publicKey } from './lib/identity.mjs';
import { readInvite } from './lib/invite.mjs';
import { joinLink } from './lib/link.mjs';
import { Player } from './lib/player.mjs';

const [text, path] = process.argv.slice(1);
const random = (count) => new Uint8Array(randomBytes(count));
const invite = readInvite(text, 0);
const secret = random(32);
const first = await joinLink(invite, secret);
await new Promise((resolve) => { setTimeout(resolve, 1500); }); // the offer is on its way, and never read
first.socket.destroy();
const link = await joinLink(invite, secret);
const heard = [];
const next = link.next.bind(link);
link.next = async () => {
  const message = await next();
  heard.push(message.type);
  return message;
};
const identities = [invite.host, publicKey(secret)];
const player = new Player({ seat: 1, secret }, random);
const chooser = { choose: () => ({ type: 'resign' }) };
const game = new Game({ role: 'guest', identities, player, chooser, playOn: () => false });
const why = await game.run(link);
writeFileSync(path, writeFile(identities, [...game.table.log].sort((a, b) => a.round - b.round || a.seat - b.seat)));
console.log(JSON.stringify({ why, heard: heard.slice(0, 2), stage: game.table.stage }));
process.exit();
"""


def test_a_guest_that_never_read_the_offer(tmp_path):
    mine, theirs = tmp_path / "mine.bura", tmp_path / "theirs.bura"
    options = ["--rules", "georgian", "--match", "0", "--listen", "127.0.0.1:0", "--json", "--bot", "greedy"]
    host = package(tmp_path / "other", "host", *options, "--home", str(tmp_path / "home"), "--export", str(theirs))
    guest = None
    try:
        invite = host.invite(time.monotonic() + 60)
        guest = Program(tmp_path / "mine", str(NODE), "--input-type=module", "-e", GUEST, invite, str(mine))
        guest.process.wait(200)
        said = (tmp_path / "mine").read_text("utf-8")
        assert json.loads(said) == {"why": "finished", "heard": ["resume", "entry_frame"], "stage": "complete"}
        host.process.wait(60)
        assert [run(["verify", str(path), "--json"]) for path in (mine, theirs)] == [0, 0]
        assert read_game(mine.read_bytes()).entries == read_game(theirs.read_bytes()).entries
    finally:
        for program in (host, guest):
            if program is not None:
                program.process.kill()
                program.process.wait()
