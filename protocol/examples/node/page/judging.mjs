// What the page's worker does: files in, reports out, and after every entry how far it has come.

import { checking } from '../lib/file.mjs';

/**
 * Each file with all others beside it (X20). Gives { file, done, of } after each entry; returns the reports.
 * @param {Uint8Array[]} files
 */
export function* judging(files) {
  const reports = [];
  for (const [file, bytes] of files.entries()) {
    const steps = checking(bytes, files.filter((_, i) => i !== file));
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield { file, ...step.value };
    reports.push(step.value);
  }
  return reports;
}
