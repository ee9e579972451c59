/** Copies of thrown pods, which hang in the air until the board shows their pods. */
import { createTravel } from "../../board/travel.js";

/** `board` shows pods where the copies fly to. */
export function createGhosts({ overlay, clock, board }) {
  const air = createTravel({ overlay, clock });
  const ghosts = new Map(); // key of a pod → its copy

  return {
    add: (key, ghost) => ghosts.set(key, ghost),
    get size() { return ghosts.size; },
    /** The copies whose pods are there fly to where these stand now. */
    land(pods) {
      for (const [key, ghost] of ghosts) {
        if (!pods.has(key)) continue;
        ghosts.delete(key);
        const from = ghost.getBoundingClientRect();
        ghost.remove();
        ghost.style.removeProperty("translate");
        const target = board.elementOf(key); // none where the queue is longer than what it shows
        const to = target?.getBoundingClientRect();
        if (!clock.reducedMotion && to?.width) air.fly(ghost, from, to, target, { few: false });
      }
    },
    /** The pod of a copy did not come to be. */
    drop(key) {
      ghosts.get(key)?.remove();
      ghosts.delete(key);
    },
  };
}
