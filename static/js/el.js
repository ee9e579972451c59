/** DOM building without markup strings: text stays text, whatever a cluster calls its pods. */
const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((c) => c !== null && c !== undefined && c !== false && c !== ""));
  return element;
}

/** `el("b.dim.tn", {title: "x"}, child, …)`; children are nodes or strings, nested lists are flattened. */
export function el(selector, attributes, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  return fill(element, attributes, children);
}

/** The same for SVG elements. */
export function svg(selector, attributes, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElementNS(SVG, tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return fill(element, attributes, children);
}

/** Set text only when it differs, so that nothing is laid out for an unchanged word. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
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
