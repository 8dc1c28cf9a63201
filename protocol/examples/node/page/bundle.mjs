// Many ES modules as one script: each becomes a function that is called once, in the order in which they need each other.
// Only the forms that the modules of this client and of @noble use: anything else is an error, never a guess.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const IMPORT = /^import\s+(?:\*\s+as\s+(?<all>\w+)|\{(?<names>[^}]*)\})\s+from\s+['"](?<from>[^'"]+)['"];?[^\S\n]*(?:\/\/.*)?$/gm;
const EXPORT_FROM = /^export\s+\{(?<names>[^}]*)\}\s+from\s+['"](?<from>[^'"]+)['"];?$/gm;
const EXPORT_LIST = /^export\s+\{(?<names>[^}]*)\};?$/gm;
const EXPORT_DEFAULT = /^export\s+default\s+\w+;?$/gm;
const EXPORT = /^export\s+(?=(?:async\s+)?(?:const|class|function\*?)\s*(?<name>[\w$]+))/gm;

/** "a, b as c" → [["a", "a"], ["b", "c"]] */
const pairs = (names) => names.split(',').map((n) => n.trim()).filter(Boolean).map((n) => {
  const [from, to = from] = n.split(/\s+as\s+/);
  return [from, to];
});

/** Without comments that stand on lines of their own. */
export const withoutComments = (text) => text.replace(/^[^\S\n]*\/\*(?:(?!\*\/)[\s\S])*\*\/[^\S\n]*\n/gm, '').replace(/^[^\S\n]*\/\/.*\n/gm, '').replace(/^\/\/# .*$/gm, '');

/** The file that a page takes for `name`: by the package's `exports`, without what is for Node only. */
function packageFile(modules, name) {
  const [, owner, sub] = /^(@[^/]+\/[^/]+)(?:\/(.+))?$/.exec(name) ?? [];
  if (!owner) throw new Error(`a page has no module ${name}`);
  const folder = join(modules, owner);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  let found = exports[sub ? `./${sub}` : '.'];
  while (found && typeof found === 'object') found = found.import ?? found.default;
  if (!found) throw new Error(`${owner} has no ${sub}`);
  // of an ECMAScript module beside a CommonJS one, the former
  const esm = join(folder, 'esm', relative('.', found));
  return existsSync(esm) ? esm : join(folder, found);
}

/**
 * @param {string} entry a file; what it exports is the value of the expression
 * @param {{ root: string, modules: string, given?: Record<string, string>, tidy?: (path: string, text: string) => string }} how
 *   `given`: modules that are no files, by name, as expressions; `tidy`: what is done to a text first
 * @returns {{ code: string, files: string[] }} an expression, and the files in it by their paths below `root`
 */
export function bundle(entry, { root, modules, given = {}, tidy = (_, text) => text }) {
  const done = new Map(); // path or name → the constant that holds its exports
  const open = new Set();
  const parts = [];
  const files = [];
  const constant = () => `m${done.size}`;

  function nameOf(from, importer) {
    if (from in given) {
      if (!done.has(from)) {
        parts.push(`const ${constant()} = ${given[from]};`);
        done.set(from, constant());
      }
      return done.get(from);
    }
    return add(from.startsWith('.') ? resolve(dirname(importer), from) : packageFile(modules, from));
  }

  function add(path) {
    if (done.has(path)) return done.get(path);
    if (open.has(path)) throw new Error(`${path} needs itself`);
    open.add(path);
    const shown = relative(root, path).replaceAll('\\', '/');
    const exported = [];
    const text = tidy(shown, readFileSync(path, 'utf8'))
      .replace(IMPORT, (...found) => {
        const { all, names, from } = found.at(-1);
        const needed = nameOf(from, path);
        return all ? `const ${all} = ${needed};` : `const { ${pairs(names).map(([a, b]) => (a === b ? a : `${a}: ${b}`)).join(', ')} } = ${needed};`;
      })
      .replace(EXPORT_FROM, (...found) => {
        const { names, from } = found.at(-1);
        const needed = nameOf(from, path);
        for (const [a, b] of pairs(names)) exported.push(`${b}: ${needed}.${a}`);
        return '';
      })
      .replace(EXPORT_LIST, (...found) => {
        for (const [a, b] of pairs(found.at(-1).names)) exported.push(a === b ? a : `${b}: ${a}`);
        return '';
      })
      .replace(EXPORT_DEFAULT, '')
      .replace(EXPORT, (...found) => {
        exported.push(found.at(-1).name);
        return '';
      });
    const left = /^(?:import|export)\b.*$/m.exec(text) ?? /\bimport\s*\(|\bimport\.meta\b/.exec(text);
    if (left) throw new Error(`${shown}: what is this? ${left[0]}`);
    const name = constant();
    parts.push(`// --- ${shown}\nconst ${name} = (() => {\n${text.trim()}\nreturn { ${exported.join(', ')} };\n})();`);
    done.set(path, name);
    open.delete(path);
    files.push(shown);
    return name;
  }

  const last = add(resolve(entry));
  return { code: `(() => {\n${parts.join('\n')}\nreturn ${last};\n})()`, files };
}
