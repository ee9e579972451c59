/** Pods that failed and stay beside the queue, fetched with the first of them. */
import { createLater } from "../../later.js";

/** What `createTombstones` gives; until that is there, nothing is drawn. */
export function createLaterTombstones({ root, ...options }) {
  let pods = null;
  return createLater({
    ...options,
    fetch: () => import("./tombstones.js"),
    make: ({ createTombstones }) => createTombstones(root),
    more: (fetched) => ({
      render(model, chosen) {
        const looks = !fetched.there && pods !== model.pods;
        if (looks && [...model.pods.values()].some((pod) => pod.remains)) fetched.want();
        pods = model.pods;
        fetched.part?.render(model, chosen);
      },
    }),
  });
}
