/** The board while anything is broken, fetched when something first is, or at once where the scenario breaks things. */
import { el } from "../../el.js";
import { createLater } from "../../later.js";

const NONE = Object.freeze(new Set());

const needed = ({ safety, drains, rules }) => safety !== null || drains.size > 0 || rules.breaks;

/** What `createParted` gives; until that is there, nothing is split and nothing is drawn. */
export function createLaterParted({ zonesRoot, ...options }) {
  const tools = el("span.api-tools");
  return createLater({
    ...options,
    style: "partition-style",
    fetch: () => import("./partition-board.js"),
    make: ({ createParted }) => createParted(zonesRoot, tools),
    more: (fetched) => ({
      /** Where buttons for who may act stand beside the API server. */
      tools,
      look(model, size) {
        if (needed(model)) fetched.want();
        fetched.part?.look(model, size);
      },
      get on() { return fetched.part?.on ?? false; },
      get split() { return fetched.part?.split ?? NONE; },
      get extra() { return fetched.part?.extra ?? 0; },
      /** The columns of the board while it is on. */
      columnsFor: (names, space) => fetched.part.columnsFor(names, space),
      wrapped: (px, broad) => fetched.part.wrapped(px, broad),
      verdict: (node) => fetched.part.verdict(node),
      render: (view, elements) => fetched.part?.render(view, elements),
      tick: (now) => fetched.part?.tick(now),
      podElement: (key) => fetched.part?.podElement(key) ?? null,
    }),
  });
}
