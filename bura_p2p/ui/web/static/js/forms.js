// Here: labelled fields, and the choice of rules with their options. Never: what is done with them.

import { h } from "./dom.js";
import { draft, store } from "./store.js";
import { has, t, tOr } from "./words.js";

/** A list to choose one value from; `values` are [value, words]. */
export function select(id, label, values, value, change, hint = null) {
  return h("div", { class: "field" },
    h("label", { for: id }, label),
    h("select", { id, value, "aria-describedby": hint && `${id}-hint`, on: { change: (event) => change(event.target.value) } },
      values.map(([of, words]) => h("option", { key: of, value: of, selected: of === value }, words))),
    hint && h("p", { id: `${id}-hint`, class: "hint" }, hint));
}

/** A line of text. */
export function text(id, label, value, change, extra = {}) {
  const { hint, ...props } = extra;
  return h("div", { class: "field" },
    h("label", { for: id }, label),
    h("input", { id, type: "text", autocomplete: "off", spellcheck: "false", value, "aria-describedby": hint && `${id}-hint`, ...props, on: { input: (event) => change(event.target.value), ...(props.on || {}) } }),
    hint && h("p", { id: `${id}-hint`, class: "hint" }, hint));
}

/** A box to tick. */
export function tick(id, label, checked, change, hint) {
  return h("div", { class: "tick" },
    h("input", { id, type: "checkbox", checked, "aria-describedby": hint && `${id}-hint`, on: { change: (event) => change(event.target.checked) } }),
    h("label", { for: id }, label, hint && h("span", { id: `${id}-hint`, class: "hint" }, hint)));
}

/** One of a few, side by side. */
export function radios(name, label, values, value, change) {
  return h("fieldset", { class: "radios" },
    h("legend", {}, label),
    h("div", { class: "row" }, values.map(([of, words]) => h("label", { key: of, class: of === value ? "on" : "" },
      h("input", { type: "radio", name, value: of, checked: of === value, on: { change: () => change(of) } }),
      h("span", {}, words)))));
}

/** The rulesets that a table for two can play. */
export function playable() {
  return (store.state.rulesets || []).filter((rules) => rules.plays !== false);
}

export function rulesTitle(id) {
  return tOr(`rules.${id}`, id);
}

function optionHint(option) {
  return has(`option.${option}.hint`) ? t(`option.${option}.hint`) : null;
}

function optionWords(option, value) {
  for (const key of [`option.${option}.${value}`, `value.${value}`]) if (has(key)) return t(key);
  return option === "clock" ? t("option.seconds", { n: value }) : value;
}

/** The chosen rules of form `form`, with every option's value. */
export function chosen(form) {
  const all = playable();
  const rules = all.find((one) => one.id === store.draft[`${form}.rules`]) || all[0];
  const options = {};
  for (const option of rules?.options || []) options[option.name] = store.draft[`${form}.${rules.id}.${option.name}`] ?? option.value;
  return { rules, options };
}

/** What `chosen` means for a command: only what differs from how the rules ship. */
export function wanted(form) {
  const { rules, options } = chosen(form);
  const changed = rules.options.filter((option) => option.name !== "match_to" && options[option.name] !== option.value);
  return {
    rules: rules.id,
    options: Object.fromEntries(changed.map((option) => [option.name, options[option.name]])),
    match: "match_to" in options ? Number(options.match_to) : null,
  };
}

/** What the stakes of a raise are called, where there are any. */
function raises({ raises: stakes = [] }) {
  const named = stakes.filter((stake) => has(`stake.${stake}`)).map((stake) => `${t(`stake.${stake}`)} ${stake}`);
  return named.length > 0 && ` ${t("form.raises", { names: named.join(", ") })}`;
}

/** Fields for rules and match. */
export function rulesFields(form) {
  const { rules, options } = chosen(form);
  if (!rules) return [];
  const put = (name) => (value) => draft(`${form}.${rules.id}.${name}`, value);
  const match = rules.options.find((option) => option.name === "match_to");
  return [
    select(`${form}-rules`, t("form.rules"), playable().map((one) => [one.id, rulesTitle(one.id)]), rules.id, (id) => draft(`${form}.rules`, id)),
    h("p", { class: "about" }, tOr(`rules.${rules.id}.about`, rules.summary), raises(rules)),
    match && radios(`${form}-match`, t("form.match"), ["1", "3", "7", "11", "0"].filter((of) => match.values.includes(of)).map((of) => [of, of === "0" ? t("form.match.open") : of]), options.match_to, put("match_to")),
  ];
}

/** The options of the chosen rules, folded away. */
export function rulesOptions(form) {
  const { rules, options } = chosen(form);
  const put = (name) => (value) => draft(`${form}.${rules.id}.${name}`, value);
  const others = (rules?.options || []).filter((option) => option.name !== "match_to");
  return (
    others.length > 0 && h("details", { class: "more" },
      h("summary", {}, t("form.options")),
      h("div", { class: "grid2" }, others.map((option) => select(`${form}-${option.name}`, tOr(`option.${option.name}`, option.name), option.values.map((value) => [value, optionWords(option.name, value)]), options[option.name], put(option.name), optionHint(option.name)))))
  );
}
