/** Rows of Services, fetched where the cluster has one. */
import { createLater, styled } from "../../later.js";

/** What `createServices` gives; until that is there, nothing is drawn. `onCome()`: now it is. */
export function createLaterServices({ root, onChoose, later, onCome }) {
  const fetched = createLater({
    later,
    async fetch() {
      const [module] = await Promise.all([import("./services.js"), styled("services-style")]);
      return module.createServices(root, onChoose);
    },
    onCome,
  });

  return {
    get still() {
      return fetched.still;
    },
    render(model, chosen) {
      if (model.services.size) fetched.want();
      fetched.part?.render(model, chosen);
    },
  };
}
