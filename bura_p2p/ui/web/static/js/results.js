// Here: what a hand came to, wherever that is shown. Never: when it is shown.

import { h } from "./dom.js";
import { nameOf, others, resultWhy, says } from "./sentences.js";
import { listed, signed, t } from "./words.js";

/** Why a hand ended, and what it came to; without the `score` where that stands beside it. */
export function resultBody(at, result, { score = true } = {}) {
  const worth = result.points ? t(at.match?.chips ? "result.pot" : "result.points", { n: result.points }) : "";
  return [
    h("p", { class: "why" }, `${resultWhy(at, result)} ${at.match?.chips ? "" : worth}`),
    at.seats > 2 ? standings(at, result) : h("dl", { class: "totals" },
      result.totals && line(t("result.totals"), tally(at, result.totals)),
      result.claimed && line(claimedBy(at, result), counted(result)),
      result.chips?.length > 0 && at.match?.chips ? line(t("chips"), tally(at, result.chips.map(signed))) : score && result.score && line(t("score"), tally(at, result.score))),
    result.proved?.length > 0 && h("details", { class: "proved" },
      h("summary", {}, t("result.proved")),
      h("ul", {}, result.proved.map((sentence, number) => h("li", { key: number }, sentence)))),
  ];
}

/** Of more than two, a row for each. */
function standings(at, result) {
  const columns = [[t("result.piles"), result.totals], at.match?.chips ? [t("chips"), result.chips?.map(signed)] : [t("score"), result.score]].filter(([, values]) => values?.length);
  const order = [at.seat, ...others(at)];
  return [
    result.claimed && h("dl", { class: "totals" }, line(claimedBy(at, result), counted(result))),
    h("table", { class: "standings" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("result.player")), columns.map(([name]) => h("th", { key: name, scope: "col" }, name)))),
      h("tbody", {}, order.map((seat) => h("tr", { key: seat, class: seat === result.winner ? "won" : "" }, h("th", { scope: "row" }, nameOf(at, seat)), columns.map(([name, values]) => h("td", { key: name }, values[seat])))))),
  ];
}

/** In whose pile the claim was counted. */
function claimedBy(at, { claimant }) {
  return claimant === null || claimant === undefined ? t("result.claimed") : says(at, claimant, "result.claimed");
}

/** What a claim was worth, as everybody could see it. */
function counted({ claimed: [least, most], reason }) {
  if (least === most) return t("points", { n: least });
  return reason === "claim_wrong" ? t("at.most", { n: most }) : t("at.least", { n: least });
}

function line(name, value) {
  return h("div", { key: name }, h("dt", {}, name), h("dd", {}, value));
}

/** Values by seat, with whose they are; of two, one's own first. */
export function tally(at, values) {
  if (at.seats === 2) return `${t("you")} ${values[at.seat]} : ${values[1 - at.seat]} ${nameOf(at, others(at)[0])}`;
  return listed(values.map((value, seat) => `${nameOf(at, seat)} ${value}`));
}
