/** Texts of a room: translated texts, which are maps from language to safe HTML, and texts that people typed. */
import { el } from "../../el.js";

/** The safe HTML of a translated text in a language, or in English; "" for none. Pure. */
export function localized(text, language = globalThis.document?.documentElement.lang ?? "en") {
  if (!text) return "";
  return text[language.toLowerCase()] ?? text[language.split("-")[0]] ?? text.en ?? "";
}

/** An element with a translated text: safe HTML of the server, which escaped what people wrote. */
export function localizedIn(selector, text, attributes = null) {
  const element = el(selector, attributes);
  element.innerHTML = localized(text);
  return element;
}

/** The words of a translated text without markup. */
export const plain = (text) => localizedIn("span", text).textContent;
