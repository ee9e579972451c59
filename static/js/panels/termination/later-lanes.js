/** The lanes of a termination, fetched with the first that is to be shown. */
import { createLater } from "../../later.js";

/** What `createLanes` gives, with null for what cannot be drawn yet. */
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
