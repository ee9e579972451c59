/** Texts of a room: said texts, which are maps from language to safe HTML, and texts that people typed. */
import { el } from "../../el.js";

/** The safe HTML of a said text in a language, or in English. Pure. */
export function said(text, language = globalThis.document?.documentElement.lang ?? "en") {
  if (!text) return "";
  return text[language.toLowerCase()] ?? text[language.split("-")[0]] ?? text.en ?? "";
}

/** An element with a said text: safe HTML of the server, which escaped what people wrote. */
export function saidIn(selector, text, attributes = null) {
  const element = el(selector, attributes);
  element.innerHTML = said(text);
  return element;
}

/** The words of a said text without markup. */
export const plain = (text) => saidIn("span", text).textContent;
