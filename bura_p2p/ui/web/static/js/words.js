// Here: the languages: sentences by key, plural forms, names of cards. Never: text of a peer as anything but a value.

export const LANGUAGES = { en: "English", ru: "Русский", ka: "ქართული" };

const catalogues = {};
let current = "en";
let plural = new Intl.PluralRules("en");

/** The language that the browser asks for, of those that there are. */
export function preferred() {
  const asked = (navigator.languages || [navigator.language || "en"]).map((tag) => tag.slice(0, 2).toLowerCase());
  return asked.find((tag) => tag in LANGUAGES) || "en";
}

export function language() {
  return current;
}

/** Fetches a catalogue once and speaks it from now on. */
export async function speak(tag) {
  const wanted = tag in LANGUAGES ? tag : "en";
  if (!catalogues[wanted]) {
    const answer = await fetch(`words/${wanted}.json`);
    if (!answer.ok) throw new Error(`no words in ${wanted}`);
    catalogues[wanted] = await answer.json();
  }
  current = wanted;
  plural = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/**
 * The sentence of `key` with `{name}` replaced by `values.name`. One with several forms takes the form of `values.n`.
 * A key that is not there is shown as itself, so that a gap is seen.
 */
export function t(key, values = {}) {
  let text = catalogues[current]?.[key];
  if (text === undefined) return key;
  if (typeof text === "object") text = text[plural.select(Number(values.n))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export function has(key) {
  return catalogues[current]?.[key] !== undefined;
}

/** `key` in the page's language; where it is not known, what the program says. */
export function tOr(key, other, values = {}) {
  return has(key) ? t(key, values) : other;
}

/** "ten of hearts" for `10H`. */
export function cardName(card) {
  return t("card.form", { rank: t(`rank.${card.slice(0, -1)}`), suit: t(`suit.of.${card.slice(-1)}`) });
}

export function suitName(suit) {
  return t(`suit.${suit}`);
}

/** Several in a row: "a, b and c". Not by `Intl`: some browsers know no Georgian, and would say "and". */
export function listed(parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${t("and")} ${parts.at(-1)}`;
}

export function cardsNamed(cards) {
  return listed(cards.map(cardName));
}

/** A file's name as no other looks: in quotes where it is not plain, with escapes for what would not be seen. */
export function fileName(name) {
  if (/^(?!-)[\p{L}\p{N}_./~+@%,=-]+$/u.test(name)) return name;
  const unseen = (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`;
  return `'${name.replace(/['\\]/g, "\\$&").replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|(?<= ) /gu, unseen)}'`;
}

/** What a stake is called: "2 (davi)". */
export function stakeName(stake) {
  return has(`stake.${stake}`) ? `${stake} (${t(`stake.${stake}`)})` : String(stake);
}

/** A number with at most so many decimals, or with exactly so many; one decimal sign for all of a language. Not by `Intl`: some browsers know no Georgian. */
export function decimal(value, digits, exactly = true) {
  const text = exactly ? value.toFixed(digits) : String(Number(value.toFixed(digits)));
  return current === "en" ? text : text.replace(".", ",");
}

/** A number of chips with its sign. */
export function signed(value) {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/** A moment, given in seconds since 1970. */
export function when(seconds) {
  const parts = { day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit" };
  const style = current === "en" ? { dateStyle: "medium", timeStyle: "short" } : parts;
  return new Intl.DateTimeFormat(current === "en" ? "en-GB" : "ru", style).format(new Date(seconds * 1000));
}
