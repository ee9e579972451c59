/** Rows of Services, fetched where the cluster has one. */
import { createLater } from "../../later.js";

/** What `createServices` gives; until that is there, nothing is drawn. `onCome()`: now it is. */
export function createLaterServices({ root, onChoose, later, onCome }) {
  const fetched = createLater({
    later,
    fetch: async () => (await import("./services.js")).createServices(root, onChoose),
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
