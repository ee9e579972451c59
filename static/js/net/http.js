/** `fetch` with a limit on its time: a request that is not answered counts as one that failed. */

const LIMIT_MS = 30000; // a page waits 20 s for its worker before it says that the server is busy

/** As the browser's `fetch`; rejects after LIMIT_MS, or when the caller's own signal ends it. */
export function fetchInTime(address, options = {}) {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  return globalThis.fetch(address, { ...options, signal });
}

/** The JSON at an address, or null where it cannot be had. `fetch` is `fetchInTime`, or a test's. */
export async function readJson(address, fetch = fetchInTime) {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
