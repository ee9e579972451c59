/** The objects of two texts, and which of them differ. Pure. */
import { identity, objectsOf, valuesOf } from "./document.js";

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
