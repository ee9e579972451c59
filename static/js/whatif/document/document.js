/** The text of a run's document: which objects it has, and which field stands on a line. Pure. */

const LINE = /^( *)((?:- +)*)(?:("[^"]*"|'[^']*'|[^\s#:"'[{-][^:#]*?):(?=\s|$))?(\s*)(.*)$/;
const SEPARATOR = /^---(\s|$)/;

/** One line: {indent, dashes: columns of its dashes, column of its key or value, key, value, from} or null. */
export function lineOf(text) {
  if (!text.trim() || /^\s*#/.test(text) || SEPARATOR.test(text)) return null;
  const [, spaces, dashed, name, gap, rest] = LINE.exec(text);
  const dashes = [...dashed.matchAll(/-/g)].map((dash) => spaces.length + dash.index);
  const column = spaces.length + dashed.length;
  const value = rest.replace(/\s+#.*$/, "").trimEnd();
  const from = text.length - rest.length;
  return { dashes, column, key: name?.replace(/^["']|["']$/g, "") ?? null, value, from, gap };
}

/** The objects of a text: [{kind, ns, name, from, to}], lines from 0, `to` excluded. */
export function objectsOf(lines) {
  const starts = [0];
  lines.forEach((line, i) => {
    if (SEPARATOR.test(line)) starts.push(i + 1);
  });
  return starts.map((from, i) => {
    const to = i + 1 < starts.length ? starts[i + 1] - 1 : lines.length;
    const values = valuesOf(lines, { from, to }, 2);
    const text = (path) => unquoted(values.get(path)?.value ?? "");
    return { kind: text("kind"), ns: text("metadata.namespace"), name: text("metadata.name"), from, to };
  }).filter(({ kind }) => kind);
}

/** A scalar without its quotes. */
export const unquoted = (value) => value.replace(/^(["'])(.*)\1$/, "$2");

/** What objects of one name have in common in two texts. */
export const identity = ({ kind, ns, name }) => (kind === "Scenario" ? kind : `${kind}/${ns || "default"}/${name}`);

/**
 * The fields of an object: Map from path (`spec.containers[0].image`) to {line, value, from}. `depth` bounds how deep
 * it looks.
 */
export function valuesOf(lines, { from, to }, depth = Infinity) {
  const values = new Map();
  const open = []; // {column, path, count: entries so far}
  for (let i = from; i < to; i += 1) {
    const line = lineOf(lines[i]);
    if (!line) continue;
    const first = line.dashes[0] ?? line.column;
    while (open.length && (open.at(-1).entry ? open.at(-1).column >= first : open.at(-1).column >= first
      && !(line.dashes.length && open.at(-1).column === first))) open.pop();
    for (const column of line.dashes) {
      const list = open.at(-1);
      const count = list ? (list.count += 1) : 0;
      open.push({ column, path: `${list?.path ?? ""}[${count}]`, entry: true, count: -1 });
    }
    if (open.length >= depth) continue;
    const above = open.at(-1)?.path ?? "";
    const path = line.key === null ? above : above ? `${above}.${line.key}` : line.key;
    values.set(path, { line: i, value: line.value, from: line.from, key: line.key });
    if (line.key !== null) open.push({ column: line.column, path, count: -1 });
  }
  return values;
}

/** What stands on a line: {object, path, key, value, from} or null. */
export function fieldAt(lines, objects, at) {
  const object = objects.find(({ from, to }) => at >= from && at < to);
  if (!object || !lineOf(lines[at])) return null;
  for (const [path, { line, value, from, key }] of valuesOf(lines, { ...object, to: at + 1 }))
    if (line === at) return { object, path, key, value, from };
  return null;
}

/**
 * The lines of the object that a pod or node of the board comes from: {from, to}, or null. `view` = the pod's;
 * `object` = any other object, as `Deployment/default/web` or `PriorityClass/high`.
 */
export function linesOf(objects, lines, { pod = null, node = null, object = null, view = null }) {
  const named = (kind, name, ns) => objects.find((candidate) => candidate.kind === kind && candidate.name === name
    && (ns === null || (candidate.ns || "default") === ns));
  if (node) return named("Node", node, null) ?? inInputs(objects, lines, node);
  if (object) {
    const [kind, ...key] = object.split("/");
    return named(kind, key.at(-1), key.length > 1 ? key[0] : null) ?? inInputs(objects, lines, key.at(-1));
  }
  const [ns, name] = pod.split("/");
  const own = named("Pod", name, ns) ?? inInputs(objects, lines, name);
  if (own) return own;
  const owner = view?.owner?.slice(view.owner.indexOf("/") + 1) ?? "";
  const names = [owner, owner.slice(0, owner.lastIndexOf("-"))].filter(Boolean);
  for (const ownerName of names) {
    const made = objects.find(({ kind, name: its }) => its === ownerName && kind !== "Pod" && kind !== "Node");
    if (made) return made;
    const place = inInputs(objects, lines, ownerName);
    if (place) return place;
  }
  return null;
}

/** An object that an input applies: the lines of its document, or null. */
export function inInputs(objects, lines, name) {
  const header = objects.find(({ kind }) => kind === "Scenario");
  if (!header) return null;
  const values = valuesOf(lines, header);
  for (const [path, { value }] of values) {
    const match = /^(spec\.inputs\[\d+\]\.documents\[\d+\])\.metadata\.name$/.exec(path);
    if (!match || unquoted(value) !== name) continue;
    const within = [...values].filter(([key]) => key.startsWith(`${match[1]}.`)).map(([, { line }]) => line);
    return { from: Math.min(...within), to: Math.max(...within) + 1 };
  }
  return null;
}
