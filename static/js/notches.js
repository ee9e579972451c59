/** Numbers and words that are turned notch by notch: amounts with their units, and few words. Pure. */

const NUMBER = /^(-?\d+(?:\.\d+)?)(m|Ki|Mi|Gi|Ti|k|M|G|%|)$/;
const STEPS = { m: 50, Ki: 64, Mi: 64, Gi: 1, Ti: 1, k: 1, M: 50, G: 1, "%": 5, "": 1 };

/** How much one notch changes a number: of 1 000 and more a hundredth of its size. */
function stepOf(number, unit) {
  const size = Math.abs(number);
  if (unit === "" && size >= 1000) return 10 ** (Math.floor(Math.log10(size)) - 1);
  if (unit === "" && size >= 100) return 10;
  return Number.isInteger(number) || unit ? STEPS[unit] : 0.1;
}

/** {number, unit, step} of a text such as `500m`, or null. */
export function amountOf(text) {
  const match = NUMBER.exec(text);
  if (!match) return null;
  const number = Number(match[1]);
  return { number, unit: match[2], step: stepOf(number, match[2]) };
}

/** The number `notches` further on, never below what is allowed unless it was. */
export function scrubbed({ number, step, unit, least = 0 }, notches) {
  const digits = Number.isInteger(number) && Number.isInteger(step) ? 0 : 1;
  const next = Number((Math.round((number + notches * step) / step) * step).toFixed(digits));
  return `${number >= least ? Math.max(least, next) : next}${unit}`;
}

/** The next of a few words. */
export function toggled({ values, value }, by = 1) {
  const at = values.indexOf(value);
  return values[(at + by + values.length) % values.length];
}
