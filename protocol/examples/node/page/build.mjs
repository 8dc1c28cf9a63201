// Writes ../../verify.html: the stranger's check as one page that needs nothing else, from the modules of lib/ and page/.
//   node page/build.mjs [FILE]       with --check: only compare

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, withoutComments } from './bundle.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const read = (...path) => readFileSync(join(ROOT, ...path), 'utf8').replaceAll('\r\n', '\n');
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page's copy: the libraries without their comments and with this project's word for secret bytes, the registry without its blanks. */
function tidy(path, text) {
  if (path.startsWith('node_modules/')) return withoutComments(text).replace(/\bs[e]ed\b/g, 'entropy');
  return path === 'lib/registry.mjs' ? text.replace(/\n +/g, '').replace(/\n(?=[\]}];)/g, '') : text;
}

/** Names, versions and licences of the libraries in it. */
function notices(files) {
  const owners = [...new Set(files.map((f) => /^node_modules\/(@[^/]+\/[^/]+)\//.exec(f)?.[1]).filter(Boolean))].sort();
  return owners.map((owner) => {
    const { version } = JSON.parse(read('node_modules', owner, 'package.json'));
    return `${owner} ${version}\n\n${read('node_modules', owner, 'LICENSE').trim()}\n`;
  }).join('\n');
}

export function page() {
  const how = { root: ROOT, modules: MODULES, tidy };
  const checker = bundle(join(ROOT, 'page', 'judging.mjs'), how);
  const face = bundle(join(ROOT, 'page', 'main.mjs'), { ...how, given: { 'the-checker': `{ checker: () => ${checker.code} }` } });
  const style = `\n${read('page', 'style.css').trim()}\n`;
  const script = `\n${face.code};\n`;
  const licences = notices([...checker.files, ...face.files]);
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style) || /--/.test(licences)) throw new Error('this would end a part of the page too early');
  const policy = [
    "default-src 'none'", `script-src ${hashOf(script)}`, `style-src ${hashOf(style)}`, 'worker-src blob:', "connect-src 'none'",
    'img-src data:', "base-uri 'none'", "form-action 'none'",
  ].join('; ');
  const parts = { policy, style, script, licences };
  return read('page', 'index.html').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2).filter((a) => !a.startsWith('--'));
  const target = named[0] ?? fileURLToPath(new URL('../../verify.html', import.meta.url));
  const text = page();
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    console.error('verify.html is not what its parts make: node page/build.mjs');
    process.exitCode = 1;
  }
}
