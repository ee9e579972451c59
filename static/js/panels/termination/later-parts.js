/** Parts of the inspector that come with the first pod that ends, and the first node in need. */
import { createLater } from "../../later.js";

/** The lanes of a termination: what `createLanes` gives, with null for what cannot be drawn yet. */
export const createLaterLanes = ({ fork, ...options }) => createLater({
  ...options,
  style: "lanes-style",
  fetch: () => import("./lanes-panel.js"),
  make: ({ createLanes }) => createLanes({ fork }),
  more: (fetched) => ({
    render(view) {
      fetched.want();
      return fetched.part?.render(view) ?? null;
    },
    tick: (now) => fetched.part?.tick(now),
    level: (number) => fetched.part?.level(number),
    relayout: () => fetched.part?.relayout(),
  }),
});

/** What is said of a node in need, as `createNeed` gives it; null for what cannot be drawn yet. */
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
    evictedPod(pod) {
      fetched.want();
      return fetched.part?.evictedPod(pod) ?? null;
    },
  }),
});
