/** Rows of Services, fetched where the cluster has one. */
import { createLater } from "../../later.js";

/** What `createServices` gives; until that is there, nothing is drawn. */
export const createLaterServices = ({ root, onChoose, ...options }) => createLater({
  ...options,
  style: "services-style",
  fetch: () => import("./services.js"),
  make: ({ createServices }) => createServices(root, onChoose),
  more: (fetched) => ({
    render(model, chosen) {
      if (model.services.size) fetched.want();
      fetched.part?.render(model, chosen);
    },
  }),
});
