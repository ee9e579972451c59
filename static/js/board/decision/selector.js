/** Label selectors as Kubernetes writes them: "app=web,tier in (a,b),zone notin (c),arch!=arm,gpu,!old". Pure. */
const PART = /^(!?)([^\s=!(),]+)(?:\s*(=|!=)\s*([^\s,()]*)|\s+(in|notin)\s+\(([^()]*)\))?$/;
const BETWEEN = /,(?![^(]*\))/;

function requirement(text) {
  const [, not, key, sign, value, word, values] = PART.exec(text.trim()) ?? [];
  if (key === undefined) return () => false;
  const of = (labels) => labels?.[key];
  if (sign) return (labels) => (of(labels) === value) === (sign === "=");
  if (word) {
    const wanted = new Set(values.split(","));
    return (labels) => (of(labels) !== undefined && wanted.has(of(labels))) === (word === "in");
  }
  return (labels) => (of(labels) !== undefined) === !not;
}

/** Labels → whether the selector means them. `null` or nothing means nobody. */
export function matcher(text) {
  if (!text) return () => false;
  const all = text.split(BETWEEN).map(requirement);
  return (labels) => all.every((holds) => holds(labels));
}

/** The same for eyes: a label whose value is empty is only its name. */
export function shortSelector(text) {
  return (text ?? "").replace(/=(?=,|$)/g, "");
}
