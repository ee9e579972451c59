/** What is said of a node in need, fetched with the first node or pod of which there is something to say. */
import { createLater } from "../../later.js";

/** What `createNeed` gives, with null for what cannot be drawn yet. */
export const createLaterNeed = (options) => createLater({
  ...options,
  fetch: () => import("./need.js"),
  make: ({ createNeed }) => createNeed(),
  more: (fetched) => ({
    tick: (now) => fetched.part?.tick(now),
    render(model, name, now) {
      if (!model.nodes.get(name)?.need) return null;
      fetched.want();
      return fetched.part?.render(model, name, now) ?? null;
    },
    evictedPod(found) {
      fetched.want();
      return fetched.part?.evictedPod(found) ?? null;
    },
  }),
});
