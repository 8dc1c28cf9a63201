// The page: files in, reports out. All text of files goes in as text, never as markup.

import { checker } from 'the-checker';
import { LANGUAGES, preferred, WORDS } from './words.mjs';

const SIGNS = { fair: '✓', unsigned_result: '◔', open: '◔', forked: '⑂', fault: '✗', equivocation: '✗', void: '∅', malformed: '?', unsupported: '?' };
const LOOKS = { fair: 'good', fault: 'bad', equivocation: 'bad' };
const MOST = 64 * 2 ** 20 + 1; // bytes that are read of a file: one more than a game file can have
const CHUNK = 40; // milliseconds between two breaths, where there is no worker

const byId = (id) => document.getElementById(id);
let language = preferred(navigator.languages ?? [navigator.language ?? 'en']);
let shown = null; // { files: [name], reports }, so that another language can say it again
let running = null; // { stop } of the check that goes on

function say(key, values = {}) {
  return (WORDS[language][key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
const knows = (key) => key in WORDS[language];

/** Text of a file, harmless: no controls, nothing that turns the direction of a line. */
const inert = (text) => String(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');

/** A file's name as no other looks: in quotes where it is not plain words, with escapes for what would not be seen. */
function fileName(name) {
  if (/^(?!-)[\p{L}\p{N}_./~+@%,=-]+(?: [\p{L}\p{N}_./~+@%,=-]+)*$/u.test(name)) return name;
  const unseen = (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`;
  return `'${name.replace(/['\\]/g, '\\$&').replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|(?<= ) /gu, unseen)}'`;
}

/** An element with text or other elements in it. */
function make(tag, look, ...inside) {
  const element = document.createElement(tag);
  if (look) element.className = look;
  element.append(...inside);
  return element;
}

// --- a report --------------------------------------------------------------------------------------------------------

/** A name as signed, and its seat; just the seat where there is no name. */
function player(report, seat) {
  const name = inert(report.names?.[seat] ?? '');
  const place = say('seat', { n: seat });
  const where = make('span', 'seat', place);
  return make('span', '', ...(name ? [make('bdi', '', name), ' (', where, ')'] : [where]));
}

/** A sentence with {name} in it, the name an element. */
function sentenceWith(key, element) {
  const [before, after = ''] = say(key).split('{name}');
  return make('span', '', before, element, after);
}

const joined = (elements, between) => elements.flatMap((e, i) => (i ? [between, e] : [e]));

function outcome(report) {
  const { hand, winner, reason, score, chips, pot } = report.result;
  const who = winner === null ? say('nobody') : sentenceWith('wins', player(report, winner));
  const why = [...(winner === null ? [`reason.${reason}.nobody`] : []), `reason.${reason}`].find(knows);
  const lines = [[say('outcome'), [`${say('hand', { n: hand })}: `, who, '. ', why ? say(why) : reason]], [say('score'), [score.join(' : ')]]];
  if (pot || chips.some((n) => n)) lines.push([say('chips'), [`${chips.join(' : ')} (${say('pot')} ${pot})`]]);
  return lines;
}

/** [label, [what]] of everything that is told. */
function lines(report) {
  const told = [];
  if (report.seat !== undefined) {
    told.push([say('who'), [make('span', 'who', player(report, report.seat))]], [say('round'), [make('span', 'round', String(report.round))]]);
    told.push([say('finding'), [say(`code.${report.code}`), ' ', make('code', 'code', report.code)]]);
    if (report.requirement) told.push([say('requirement'), [make('code', '', report.requirement)]]);
  }
  told.push([say('verdict'), [make('code', 'verdict', report.verdict), ` (${report.exit_code})`]]);
  if (report.names) told.push([say('players'), joined(report.names.map((_, seat) => player(report, seat)), ', ')]);
  if (report.rules) told.push([say('rules'), [knows(`rules.${report.rules}`) ? say(`rules.${report.rules}`) : inert(report.rules)]]);
  if (report.owing?.length) told.push([say('owing'), [...joined(report.owing.map((seat) => player(report, seat)), ', '), ' ', make('code', '', report.stage)]]);
  if (report.result) told.push(...outcome(report));
  if (report.voided) told.push([say('finding'), [make('code', '', report.voided)]]);
  if (report.verdict === 'malformed' && report.entries === 0) return told;
  const counts = ['rounds', 'entries', 'proofs'].map((what) => make('span', '', `${say(what)}: `, make('span', what, String(report[what]))));
  told.push([say('checked'), joined(counts, ' · ')], [say('table'), [make('span', 'hex table', report.table_id)]], [say('head'), [make('span', 'hex top', report.head)]]);
  return told;
}

function evidence(report) {
  const parts = [report.entry, report.other].filter(Boolean).flatMap(({ body, signature }) => [
    make('h3', '', say('body')), make('p', 'hex', body), make('h3', '', say('signature')), make('p', 'hex', signature),
  ]);
  parts.push(make('h3', '', say('key')), make('p', 'hex', report.keys[report.seat]));
  return make('details', '', make('summary', '', say('evidence')), make('div', '', ...parts));
}

function article(file, report, several) {
  const sign = make('span', 'sign', SIGNS[report.verdict]);
  sign.ariaHidden = 'true';
  const name = make('p', 'name', make('bdi', 'file', fileName(file)), ...(several ? [` · ${say('merged')}`] : []));
  const list = make('dl', '', ...lines(report).flatMap(([label, what]) => [make('dt', '', label), make('dd', '', ...what)]));
  const parts = [make('p', '', say(`about.${report.verdict}`)), list];
  if (report.entry) parts.push(evidence(report));
  if (!['malformed', 'unsupported'].includes(report.verdict)) parts.push(make('p', 'unknown', say('unknown')));
  return make('article', LOOKS[report.verdict] ?? '', make('div', 'head', sign, make('h2', '', say(`verdict.${report.verdict}`)), name), make('div', 'body', ...parts));
}

function show() {
  const reports = shown?.reports ?? [];
  byId('reports').replaceChildren(...reports.map((report, i) => article(shown.files[i], report, reports.length > 1)));
  byId('live').textContent = shown?.trouble ? say(...shown.trouble) : reports.map((r) => say(`verdict.${r.verdict}`)).join('. ');
  if (shown?.trouble) byId('reports').append(make('p', 'unknown', say(...shown.trouble)));
}

// --- checking --------------------------------------------------------------------------------------------------------

function newWorker(start) {
  const address = URL.createObjectURL(new Blob([start], { type: 'text/javascript' }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}

let idle = null; // a worker that has done its work, and remembers the proofs that held

/** In a worker of this page's own text; null where none can be made, as in an old browser. */
function inWorker(files, tell, done, failed) {
  let worker = idle;
  const start = `"use strict";const { judging } = (${checker})();onmessage = ({ data }) => {
    const steps = judging(data);
    let told = 0, step;
    while (!(step = steps.next()).done) if (Date.now() - told > 80) { told = Date.now(); postMessage({ step: step.value }); }
    postMessage({ reports: step.value });
  };`;
  try {
    if (!worker) worker = newWorker(start);
  } catch {
    return null;
  }
  idle = null;
  worker.onmessage = ({ data }) => {
    if (data.step) return tell(data.step);
    idle = worker;
    return done(data.reports);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    worker.terminate();
    failed();
  };
  worker.postMessage(files);
  return { stop: () => worker.terminate() };
}

/** On the page's own thread, with a breath between. */
function inChunks(files, tell, done, failed) {
  let stopped = false;
  let steps;
  const go = () => {
    if (stopped) return;
    const until = Date.now() + CHUNK;
    try {
      steps ??= checker().judging(files);
      let step;
      do {
        step = steps.next();
        if (step.done) return void done(step.value);
      } while (Date.now() < until);
      tell(step.value);
    } catch (error) {
      console.error(error);
      return void failed();
    }
    setTimeout(go);
  };
  setTimeout(go);
  return { stop: () => { stopped = true; } };
}

function progress(text, part) {
  byId('progress').hidden = text === null;
  byId('going').textContent = text ?? '';
  byId('bar').value = part;
  byId('reports').ariaBusy = String(text !== null);
}

function finish(result) {
  running = null;
  shown = result;
  progress(null, 0);
  show();
}

async function check(chosen) {
  running?.stop();
  if (chosen.length === 0) return;
  shown = null;
  show();
  progress(say('beginning'), 0);
  byId('live').textContent = say('beginning');
  const mine = { stop: () => { mine.stopped = true; } };
  running = mine;
  const files = [];
  for (const file of chosen) {
    try {
      files.push(new Uint8Array(await file.slice(0, MOST).arrayBuffer()));
    } catch {
      if (!mine.stopped) finish({ trouble: ['unreadable', { file: fileName(file.name) }] });
      return;
    }
    if (mine.stopped) return;
  }
  const names = chosen.map((file) => file.name);
  const tell = ({ file, done, of }) => progress(say('going', { done, of }), (file + done / of) / files.length);
  const done = (reports) => finish({ files: names, reports });
  const failed = () => finish({ trouble: ['failed'] });
  const alone = () => { running = inChunks(files, tell, done, failed); };
  running = inWorker(files, tell, done, alone); // a worker that fails: once more without it
  if (!running) alone();
}

// --- the page --------------------------------------------------------------------------------------------------------

function speak(tag) {
  language = tag;
  document.documentElement.lang = tag;
  for (const element of document.querySelectorAll('[data-say]')) element.textContent = say(element.dataset.say);
  document.title = say('title');
  byId('languages').ariaLabel = say('languages');
  for (const button of byId('languages').children) button.ariaPressed = String(button.lang === tag);
  if (!running) show();
}

for (const [tag, name] of Object.entries(LANGUAGES)) {
  const button = make('button', '', name);
  button.type = 'button';
  button.lang = tag;
  button.addEventListener('click', () => speak(tag));
  byId('languages').append(button);
}
const input = byId('files');
input.addEventListener('change', () => {
  const chosen = [...input.files];
  input.value = ''; // so that the same file can be chosen again
  check(chosen);
});
for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop']) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    byId('drop').classList.toggle('over', kind === 'dragenter' || kind === 'dragover');
    if (kind === 'drop') check([...event.dataTransfer.files]);
  });
}
speak(language);
