// Writes lib/registry.mjs from protocol/registry, so that no module of lib/ has to read a file (a page cannot).
//   node tools/make-registry.mjs [PROTOCOL FOLDER]     with --check: only compare
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProtocol } from './protocol.mjs';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const withoutWords = (key, value) => (key === 'about' ? undefined : value);

export function registryModule(protocol) {
  const read = (name) => JSON.parse(readFileSync(join(protocol, 'registry', `${name}.json`), 'utf8'), withoutWords);
  const named = (list, key) => Object.fromEntries(list.map((item) => [item.name, item[key]]));
  const out = {
    LIMITS: named(read('limits').limits, 'value'),
    NETWORK_LIMITS: named(read('network').limits, 'value'),
    TIMERS: named(read('network').timers, 'seconds'),
    BODY: read('messages').body,
    MESSAGES: read('messages').messages,
    FRAME: read('link_messages').frame,
    LINK_MESSAGES: read('link_messages').messages,
    INVITE_FIELDS: read('invite').fields,
    ADDRESS_KINDS: read('invite').kinds,
    REFUSALS: read('refusals').refusals,
    STAGES: read('stages').stages,
    REASONS: named(read('reasons').reasons, 'reason'),
    FEATURES: named(read('features').features, 'feature'),
    GOODBYES: named(read('goodbyes').goodbyes, 'reason'),
    VERDICTS: named(read('verdicts').verdicts, 'exit_code'),
    COMBINATIONS: read('combinations').combinations,
    CARDS: read('cards'),
    QUESTIONS: read('questions').questions.map((q) => q.name),
    RULESETS: read('rulesets').rulesets,
    PURPOSES: named(read('purposes').purposes, 'dst'),
    GENERATORS: read('generators'),
  };
  const lines = ['// Made by tools/make-registry.mjs from protocol/registry; do not edit.', ''];
  for (const [name, value] of Object.entries(out)) lines.push(`export const ${name} = ${JSON.stringify(value, null, 1)};`, '');
  return lines.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = join(HERE, 'lib', 'registry.mjs');
  const text = registryModule(findProtocol(process.argv.slice(2).find((a) => !a.startsWith('--'))));
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    console.error('lib/registry.mjs is not what the registry says');
    process.exitCode = 1;
  }
}
