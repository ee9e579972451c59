/** `fetch` with a limit on its time: a request that is not answered counts as one that failed. */

const LIMIT_MS = 30000; // a page waits 20 s for its worker before it says that the server is busy

/** As the browser's `fetch`; rejects after LIMIT_MS, or when the caller's own signal ends it. */
export function fetchInTime(address, options = {}) {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  return globalThis.fetch(address, { ...options, signal });
}
