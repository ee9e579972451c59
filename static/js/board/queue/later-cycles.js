/** The list of cycles beside the board, fetched when first no pod waits. */
import { createLater } from "../../later.js";

export function createLaterCycles({ root, later, onSeek, onCome }) {
  const fetched = createLater({
    later, onCome, fetch: async () => (await import("./cycles.js")).createCycles(root, onSeek),
  });
  return {
    get still() {
      return fetched.still;
    },
    /** `idle`: the run has cycles, and just now no pod waits. */
    render(idle, acts, seq) {
      if (idle) fetched.want();
      if (idle) fetched.part?.render(acts, seq);
      else fetched.part?.hide();
    },
  };
}
