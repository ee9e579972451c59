/** Verbs with the values of their form in place of the names of its fields. Pure. */

const FIELD = /\{(\w+)\}/g;
const WHOLE = /^\{(\w+)\}$/;
const QUOTED = /(["']?)\{(\w+)\}\1/g;

/** The same value with `{name}` replaced; where that is a whole text, by the value itself with its type. */
export function filled(value, values) {
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [filled(key, values), filled(item, values)]));
  }
  if (typeof value !== "string") return value;
  const [, name] = WHOLE.exec(value) ?? [];
  if (name !== undefined && name in values) return values[name];
  return value.replace(FIELD, (whole, field) => (field in values ? String(values[field]) : whole));
}

/** YAML with its fields filled in: quotes around a field go where its value is a number or a flag. */
export function filledYaml(text, values) {
  return text.replace(QUOTED, (whole, quote, name) => {
    if (!(name in values)) return whole;
    const value = values[name];
    return typeof value === "string" ? `${quote}${value}${quote}` : String(value);
  });
}

/** The values that stand in a form at first. */
export const begun = (fields) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));
