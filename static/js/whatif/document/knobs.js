/** The values of a thing of the board that can be turned on the thing itself, and where they stand. Pure. */
import { linesOf, objectsOf, unquoted, valuesOf } from "./document.js";

const UNREACHABLE = [
  "- key: node.kubernetes.io/unreachable", "  operator: Exists", "  effect: NoExecute", "  tolerationSeconds: 300",
];
/** What the API server writes where a manifest says nothing. */
export const DEFAULTS = { terminationGracePeriodSeconds: "30", tolerationSeconds: "300", unschedulable: "false" };
/** Names of fields by which an address asks for one. */
export const LINKED_FIELDS = [
  "terminationGracePeriodSeconds", "cpu", "maxSkew", "tolerationSeconds", "value", "replicas",
  "unschedulable",
];

/** The object or the applied document that a thing comes from: {object, prefix, kind, values}, or null. */
function placeOf(lines, objects, thing) {
  const place = linesOf(objects, lines, thing);
  const object = place && objects.find(({ from, to }) => place.from >= from && place.from < to);
  if (!object) return null;
  const values = valuesOf(lines, object);
  if (object.kind !== "Scenario") return { object, prefix: "", kind: object.kind, values };
  for (const [path, { line, value }] of values) {
    const [, prefix] = /^(spec\.inputs\[\d+\]\.documents\[\d+\]\.)kind$/.exec(path) ?? [];
    if (prefix && line >= place.from && line < place.to) return { object, prefix, kind: unquoted(value), values };
  }
  return null;
}

const specOf = (kind) => ({
  Pod: "spec", CronJob: "spec.jobTemplate.spec.template.spec",
})[kind] ?? "spec.template.spec";

function ofPod(objects, lines, { object, prefix, kind, values }) {
  const spec = `${prefix}${specOf(kind)}`;
  const knobs = [
    { name: "terminationGracePeriodSeconds", at: "ring", path: `${spec}.terminationGracePeriodSeconds`, value: "30" },
    { name: "cpu", at: "slot", path: `${spec}.containers[0].resources.requests.cpu`, value: '"0"' },
  ];
  const tolerated = [...values.keys()].find((path) => path.startsWith(`${spec}.tolerations`)
    && path.endsWith(".tolerationSeconds"));
  const place = tolerated ?? `${spec}.tolerations`;
  const toleration = { name: "tolerationSeconds", at: null, path: place, list: UNREACHABLE };
  knobs.push(tolerated ? { ...toleration, list: null } : toleration);
  for (const path of values.keys())
    if (path.startsWith(`${spec}.topologySpreadConstraints[`) && path.endsWith(".maxSkew"))
      knobs.push({ name: "maxSkew", at: "skew", path });
  if (kind !== "Pod" && values.has(`${prefix}spec.replicas`))
    knobs.push({ name: "replicas", at: "more", path: `${prefix}spec.replicas` });
  const list = knobs.map((knob) => ({ ...knob, object }));
  const named = unquoted(values.get(`${spec}.priorityClassName`)?.value ?? "");
  const priority = objects.find((candidate) => candidate.kind === "PriorityClass" && candidate.name === named);
  if (priority && valuesOf(lines, priority).has("value"))
    list.push({ name: "value", at: "band", path: "value", object: priority });
  return list;
}

/**
 * [{name, at, path, object, value?, list?}] of a pod or node: where each stands in the text, and what to write where it
 * is missing. `at` = the part of the thing on which it is turned: "ring", "slot", "skew", "band", "more", or null.
 */
export function knobsOf(text, thing) {
  const lines = text.split("\n");
  const objects = objectsOf(lines);
  const place = placeOf(lines, objects, thing);
  if (!place) return [];
  if (thing.pod) return ofPod(objects, lines, place);
  const { object, prefix } = place;
  return [
    { name: "cpu", at: "slot", path: `${prefix}status.capacity.cpu`, object },
    { name: "unschedulable", at: "more", path: `${prefix}spec.unschedulable`, value: "false", object },
  ].filter(({ path, value }) => value || place.values.has(path));
}
