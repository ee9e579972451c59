/** Label selectors as a manifest has them: {matchExpressions: [{key, operator, values}]}. Pure. */
const OPERATORS = {
  In: (value, values) => value !== undefined && values.includes(value),
  NotIn: (value, values) => value === undefined || !values.includes(value),
  Exists: (value) => value !== undefined,
  DoesNotExist: (value) => value === undefined,
};

/** Labels → whether the selector means them. `null` means nobody. */
export function matcher(selector) {
  if (!selector) return () => false;
  return (labels) =>
    selector.matchExpressions.every(({ key, operator, values }) => OPERATORS[operator](labels?.[key], values));
}

/** A selector's text for eyes: a label whose value is empty is only its name. */
export function shortSelector(text) {
  return (text ?? "").replace(/=(?=,|$)/g, "");
}
