/** Smallest test harness: results go to `globalThis.__results`, read by the browser runner. Words are English. */
import { setCatalogue } from "./i18n.js";
import WORDS from "../words.json" with { type: "json" };

setCatalogue("en", WORDS);
const results = (globalThis.__results ??= []);
let pending = Promise.resolve();

/** Run `body` after all earlier tests; `name` is a sentence about behaviour. */
export function test(name, body) {
  pending = pending.then(async () => {
    try {
      await body();
      results.push({ name, ok: true });
    } catch (error) {
      results.push({ name, ok: false, error: String(error?.stack ?? error) });
    }
  });
  globalThis.__done = pending;
  return pending;
}

/** Fail unless both values have the same JSON. */
export function equal(actual, expected) {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`expected ${e}\n     got ${a}`);
}

export function truthy(value, what = "value") {
  if (!value) throw new Error(`${what} should hold, got ${JSON.stringify(value)}`);
}

/** The rules of a run as a snapshot tells them, for models made in tests. */
export const RULES = Object.freeze({
  systemCriticalPriority: 2000000000,
  systemBand: 6,
  defaultGraceSeconds: 30,
  nowGraceSeconds: 1,
  forceGraceSeconds: 0,
  minimumStopSeconds: 2,
  hardEvictionGraceSeconds: 1,
  mostInputSeconds: 31536000,
  mostExitCode: 255,
  mostReplicas: 10000,
  taintEffects: ["NoSchedule", "PreferNoSchedule", "NoExecute"],
  graceActs: ["preempt", "sigterm"],
  pressureActs: ["pressure"],
  startsWithoutRequests: false,
  breaks: false,
  nodesApart: 0,
});
