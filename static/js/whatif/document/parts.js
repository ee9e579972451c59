/** The objects of two texts, and which of them differ. Pure. */
import { identity, inInputs, lineOf, objectsOf, valuesOf } from "./document.js";

/** {values: identity → Map of fields, texts: identity → text} of a document. */
export function partsOf(text) {
  const lines = text.split("\n");
  const objects = objectsOf(lines);
  return {
    values: new Map(objects.map((object) => [identity(object), valuesOf(lines, object)])),
    texts: new Map(objects.map((object) => [identity(object), lines.slice(object.from, object.to).join("\n").trim()])),
  };
}

/** The identities of objects that differ in two documents. */
export function changedObjects(before, now) {
  const names = new Set([...before.texts.keys(), ...now.texts.keys()]);
  return new Set([...names].filter((name) => before.texts.get(name) !== now.texts.get(name)));
}

/** The lines of an object as the document of an input whose first line begins with a dash at column `dash`. */
const indented = (body, dash) => body.map((line, i) => (line ? `${" ".repeat(dash)}${i ? "  " : "- "}${line}` : line));

const trimmed = (lines) => lines.join("\n").trim().split("\n");

/**
 * A document in which the objects of a manifest stand in place of those of the same name, also of such that an input
 * applies; new ones come at the end.
 */
export function withObjects(text, manifest) {
  const source = manifest.split("\n");
  const parts = objectsOf(source);
  let lines = text.split("\n");
  for (const part of parts) {
    const body = trimmed(source.slice(part.from, part.to));
    const objects = objectsOf(lines);
    const own = objects.find((other) => identity(other) === identity(part)) ?? null;
    const place = own ?? inInputs(objects, lines, part.name);
    if (!place) {
      lines = [...trimmed(lines), "---", ...body, ""];
      continue;
    }
    const dash = own ? undefined : lineOf(lines[place.from])?.dashes[0];
    lines.splice(place.from, place.to - place.from, ...(dash === undefined ? body : indented(body, dash)));
  }
  return parts.length ? lines.join("\n") : `${text.trimEnd()}\n---\n${manifest}`;
}
