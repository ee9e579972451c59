/** DOM building without markup strings: text stays text, whatever a cluster calls its pods. */
const SVG = "http://www.w3.org/2000/svg";
const UNIT = /(^|\d) (?=(?:m?s|min|h|cpu|[KMGT]iB?|dtk|mnt|jam|м?с|хв|год)(?![\p{L}\d])|[秒分天])/gu;

/** A number and its unit, in any of our languages, are not parted by the end of a line. Pure. */
export const kept = (text) => String(text).replace(UNIT, "$1\u00a0");

const LITERAL = /^(pre|code|textarea)$/; // what is copied from them stays letter by letter

/** `kept` for what stands in an element; a node stays as it is. */
const wordsFor = ({ localName }, child) =>
  typeof child === "object" || LITERAL.test(localName) ? child : kept(child);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else if (name === "text") element.textContent = wordsFor(element, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  const present = children.flat(3).filter((c) => c !== null && c !== undefined && c !== false && c !== "");
  element.append(...present.map((child) => wordsFor(element, child)));
  return element;
}

/** `el("b.dim.tn", {title: "x"}, child, …)`; children are nodes or strings, nested lists are flattened. */
export function el(selector, attributes, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  return fill(element, attributes, children);
}

/** `button("btn.pri", "Go", onclick)`, with further attributes and children; `words` may be null. */
export const button = (classes, words, onclick, attributes, ...children) =>
  el(`button.${classes}`, { type: "button", text: words, onclick, ...attributes }, children);

/** The same for SVG elements. */
export function svg(selector, attributes, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElementNS(SVG, tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return fill(element, attributes, children);
}

/** Set text only when it differs, so that nothing is laid out for an unchanged word. */
export function setText(element, text) {
  const words = wordsFor(element, text ?? "");
  if (element.textContent !== words) element.textContent = words;
}

export function setClass(element, name) {
  if (element.className !== name) element.className = name;
}

export function setAttr(element, name, value) {
  if (value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Put `children` into `parent` in this order, moving only those that are out of place. */
export function arrange(parent, children) {
  let at = parent.firstChild;
  for (const child of children) {
    if (child === at) at = at.nextSibling;
    else parent.insertBefore(child, at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
