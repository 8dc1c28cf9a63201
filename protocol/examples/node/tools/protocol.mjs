// Where the folder protocol/ is: named, or $BURA_PROTOCOL, or above this one.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export function findProtocol(named = process.env.BURA_PROTOCOL) {
  if (named) return resolve(named);
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    for (const candidate of [folder, join(folder, 'protocol')]) {
      if (existsSync(join(candidate, 'registry', 'messages.json'))) return candidate;
    }
    if (folder === dirname(folder)) throw new Error('no folder protocol/ found: set BURA_PROTOCOL');
  }
}
