// Here: a stranger's verdict on a game file, laid out: what it is, who and where, then what was found. Never: a
// conclusion of the page's own.

import { h, icon } from "./dom.js";
import { t, tOr } from "./words.js";

/** The verdict in a few words. */
export function headline(found) {
  return tOr(`verdict.${found.verdict}`, tOr(`verdict.${found.exit}`, found.headline));
}

const SIGNS = { 0: "tick", 20: "close", 21: "close", 30: "close" };

export function verdictSign(found) {
  return h("span", { class: `stamp v${found.exit}`, "aria-hidden": "true" }, icon(SIGNS[found.exit] || "help"));
}

// Parts in the order of reading; the first column is about the game, the second about the check.
const ABOUT = ["proof", "rules", "players", "hands"];
const CHECK = ["checked", "unknown", "note", "head"];

/** Everything under the verdict's name. */
export function verdictBody(found) {
  return h("div", { class: "findings" },
    h("p", { class: "finding" }, found.told),
    found.culprit && culprit(found.culprit),
    h("div", { class: "parts" }, column(found, ABOUT), column(found, CHECK)));
}

function culprit({ name, code, round, entry }) {
  const rows = [["by", name], ["where", t("check.where.is", { n: round, entry })], ["code", h("code", {}, code)]];
  return h("dl", { class: "culprit" }, rows.map(([key, value]) => h("div", { key }, h("dt", {}, t(`check.${key}`)), h("dd", {}, value))));
}

function column(found, keys) {
  const there = keys.filter((key) => found.parts?.[key]?.length);
  return there.length > 0 && h("dl", { class: "column" }, there.map((key) => h("div", { key, class: `of-${key}` }, h("dt", {}, t(`check.part.${key}`)), found.parts[key].map((line, number) => h("dd", { key: number }, line)))));
}
