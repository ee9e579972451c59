/** The tools of the timeline: search, bookmarks, figures, zoom. They are fetched when somebody first asks for one. */
import { createLater } from "../later.js";

/** What an address keeps of the tools: [name, value] pairs. */
export function keptIn(search) {
  return [...new URLSearchParams(search)].filter(([name]) => ["mark", "pin", "diff"].includes(name));
}

/** `make(module)` makes the tools; they come at once where the address has `kept` something of them. */
export function createLaterTools({ kept, ...options }) {
  const tools = createLater({
    ...options,
    style: "time-style",
    fetch: () => import("./tools.js"),
    more: (fetched) => ({
      /** Opens the tools, or does what their method `name` does. */
      call: async (name, ...args) => (await fetched.want({ again: true }))?.[name](...args),
      /** What the address of the moment holds of them. */
      get kept() { return fetched.part?.kept ?? kept; },
      render: () => fetched.part?.render(),
    }),
  });
  if (kept.length) tools.want();
  return tools;
}
