// Here: a tree of plain objects, and bringing the page to look like it. Never: innerHTML, inline style, what is shown.

const SVG = "http://www.w3.org/2000/svg";

/** A wished element. Props: `class`, `key`, `on` ({click: fn}), `once` (called with the new element), attributes. */
export function h(tag, props, ...kids) {
  return { tag, props: props || {}, kids: kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false) };
}

/** Brings the children of `parent` to what `kids` wishes; elements of the same key (or kind and place) are kept. */
export function patch(parent, kids) {
  const wished = [kids].flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false);
  const keyed = new Map();
  for (const node of parent.childNodes) if (node.burakey !== undefined) keyed.set(node.burakey, node);
  let place = parent.firstChild;
  for (const kid of wished) {
    const kept = find(kid, place, keyed);
    if (kept) {
      if (kept === place) place = place.nextSibling;
      else parent.insertBefore(kept, place);
      update(kept, kid);
    } else {
      parent.insertBefore(make(kid, parent), place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    parent.removeChild(place);
    place = next;
  }
}

function find(kid, place, keyed) {
  if (typeof kid !== "object") return place && place.nodeType === 3 ? place : null;
  const { key } = kid.props;
  if (key !== undefined) {
    const node = keyed.get(key);
    keyed.delete(key);
    return node && node.localName === kid.tag ? node : null;
  }
  return place && place.nodeType === 1 && place.burakey === undefined && place.localName === kid.tag ? place : null;
}

function make(kid, parent) {
  if (typeof kid !== "object") return document.createTextNode(String(kid));
  const drawn = kid.tag === "svg" || parent.namespaceURI === SVG;
  const node = drawn ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  if (kid.props.key !== undefined) node.burakey = kid.props.key;
  node.buraprops = {};
  update(node, kid);
  if (kid.props.once) kid.props.once(node);
  return node;
}

function update(node, kid) {
  if (typeof kid !== "object") {
    if (node.nodeValue !== String(kid)) node.nodeValue = String(kid);
    return;
  }
  attributes(node, kid.props);
  listen(node, kid.props.on || {});
  if (!kid.props.own) patch(node, kid.kids);
  if (kid.tag === "select" && kid.props.value !== undefined) node.value = kid.props.value;
}

const SPECIAL = new Set(["key", "on", "once", "own", "value", "checked", "open"]);

function attributes(node, props) {
  const before = node.buraprops || {};
  for (const [name, value] of Object.entries(props)) {
    if (SPECIAL.has(name) || before[name] === value) continue;
    if (value === false || value === null || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const name of Object.keys(before)) {
    if (!(name in props) && !SPECIAL.has(name)) node.removeAttribute(name);
  }
  // What a person types stays; a value that the program changed is put in.
  if ("value" in props && props.value !== before.value) node.value = props.value;
  if ("checked" in props && node.checked !== props.checked) node.checked = props.checked;
  node.buraprops = props;
}

function listen(node, handlers) {
  node.buraon ??= {};
  for (const kind of Object.keys(handlers)) {
    if (!(kind in node.buraon)) node.addEventListener(kind, (event) => node.buraon[kind]?.(event));
  }
  for (const kind of Object.keys(node.buraon)) node.buraon[kind] = handlers[kind];
  Object.assign(node.buraon, handlers);
}

/** A symbol of 24 units drawn with one path; it says nothing to a screen reader. */
export function icon(name) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, h("path", { d: ICONS[name] }));
}

const ICONS = {
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  gear: "M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5",
  rules: "M6 4h9l3 3v13H6zM9 10h6M9 13h6M9 16h4",
  talk: "M4 5h16v11H10l-5 4v-4H4z",
  log: "M6 7h.01M6 12h.01M6 17h.01M10 7h9M10 12h9M10 17h9",
  sound: "M4 10v4h4l5 4V6L8 10zM16 9c1.6 1.6 1.6 4.4 0 6M18.5 6.5c3 3 3 8 0 11",
  silent: "M4 10v4h4l5 4V6L8 10zM17 10l4 4m0-4l-4 4",
  flag: "M6 21V4h11l-2 4 2 4H6",
  door: "M14 4h5v16h-5M4 12h11M11 8l4 4-4 4",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  tick: "M5 12.5l4.5 4.5L19 7.5",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  again: "M19 12a7 7 0 1 1-2-5M19 4v4h-4",
  play: "M8 5l11 7-11 7z",
  first: "M18 5l-8 7 8 7M6 5v14",
  last: "M6 5l8 7-8 7M18 5v14",
  menu: "M4 7h16M4 12h16M4 17h16",
  help: "M9 9a3 3 0 1 1 4 2.8c-.7.4-1 .9-1 2.2M12 17.5h.01",
};

/** A button with words; `extra` are more props. */
export function button(label, act, extra = {}) {
  const { icon: sign, ...props } = extra;
  return h("button", { type: "button", ...props, on: { click: act, ...(props.on || {}) } }, sign && icon(sign), h("span", {}, label));
}

/** A button with a symbol alone; its name is for screen readers and the tooltip. */
export function iconButton(sign, label, act, extra = {}) {
  return h("button", { type: "button", title: label, "aria-label": label, ...extra, class: `quiet square ${extra.class || ""}`, on: { click: act } }, icon(sign));
}
