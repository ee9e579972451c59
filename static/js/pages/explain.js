/** The drawings of the reasons on /explain: those of the board, of an example, because a text alone has no amounts. */
import { pictureOf } from "../board/causes/pictures.js";

const EXAMPLE = {
  requested: 3, needs: 2, all: 4, used: 4, free: 0, suitable: 2, request: "gpu", tolerated: false, has: "another",
  name: "n1", count: 2, most: 2, domain: "zone", volume: "disk",
};
const PODS = { requested: 110, all: 110 };

for (const place of document.querySelectorAll("[data-cause]")) {
  const { cause: kind } = place.dataset;
  place.append(pictureOf({ kind, ...EXAMPLE, ...(kind === "pods" ? PODS : {}) }));
}
