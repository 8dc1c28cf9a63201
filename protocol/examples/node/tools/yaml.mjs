// Just as much YAML as protocol/rules/cases.yaml is written in.

const INDENT = /^ */;
const indentOf = (line) => INDENT.exec(line)[0].length;

/** Without a comment: `#` at the beginning or behind a blank, outside quotes. */
function withoutComment(line) {
  let quote = null;
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quote) {
      if (c === '\\' && quote === '"') i++;
      else if (c === quote) quote = null;
    } else if ((c === '"' || c === "'") && (i === 0 || /[\s[{,:]/.test(line[i - 1]))) quote = c;
    else if (c === '#' && (i === 0 || line[i - 1] === ' ')) return line.slice(0, i);
  }
  return line;
}

function scalar(text) {
  if (/^-?\d+$/.test(text)) return Number(text);
  return { null: null, '~': null, true: true, false: false }[text] ?? (['null', '~'].includes(text) ? null : text);
}

/** A flow value: [a, b], {a: b}, "text", 'text', or a plain scalar. */
function flow(text) {
  let at = 0;
  const blank = () => { while (/\s/.test(text[at] ?? '')) at++; };
  const quoted = () => {
    const quote = text[at++];
    let out = '';
    while (text[at] !== quote) {
      if (text[at] === '\\' && quote === '"') at++;
      out += text[at++];
      if (quote === "'" && text[at] === "'" && text[at + 1] === "'") { out += "'"; at += 2; }
    }
    at++;
    return out;
  };
  const plain = (stops) => {
    const from = at;
    while (at < text.length && !(stops.includes(text[at]) && (text[at] !== ':' || /\s|$/.test(text[at + 1] ?? '')))) at++;
    return text.slice(from, at).trim();
  };
  const value = (stops) => {
    blank();
    if (text[at] === '[') {
      const list = [];
      for (at++, blank(); text[at] !== ']'; blank()) {
        list.push(value(',]'));
        blank();
        if (text[at] === ',') at++;
      }
      at++;
      return list;
    }
    if (text[at] === '{') {
      const map = {};
      for (at++, blank(); text[at] !== '}'; blank()) {
        const key = text[at] === '"' || text[at] === "'" ? quoted() : plain(':');
        blank();
        at++; // the colon
        map[key] = value(',}');
        blank();
        if (text[at] === ',') at++;
        blank();
      }
      at++;
      return map;
    }
    if (text[at] === '"' || text[at] === "'") return quoted();
    return scalar(plain(stops));
  };
  return value('');
}

export function readYaml(text) {
  const lines = text.split('\n').map((line) => withoutComment(line).trimEnd()).filter((line) => line.trim() !== '');
  let at = 0;

  function block(indent) {
    return lines[at].slice(indent).startsWith('- ') ? list(indent) : map(indent);
  }

  function list(indent) {
    const out = [];
    while (at < lines.length && indentOf(lines[at]) === indent && lines[at].slice(indent).startsWith('- ')) {
      const rest = lines[at].slice(indent + 2);
      if (/^[\w-]+:( |$)/.test(rest)) {
        lines[at] = ' '.repeat(indent + 2) + rest;
        out.push(map(indent + 2));
      } else {
        at++;
        out.push(flow(rest));
      }
    }
    return out;
  }

  function map(indent) {
    const out = {};
    while (at < lines.length && indentOf(lines[at]) === indent && !lines[at].slice(indent).startsWith('- ')) {
      const [, key, rest] = /^([\w-]+):\s*(.*)$/.exec(lines[at++].slice(indent));
      if (rest === '') {
        const deeper = indentOf(lines[at]);
        out[key] = block(deeper);
      } else if (rest === '>-') {
        const folded = [];
        while (at < lines.length && indentOf(lines[at]) > indent) folded.push(lines[at++].trim());
        out[key] = folded.join(' ');
      } else out[key] = flow(rest);
    }
    return out;
  }

  return block(0);
}
