/** The tools of the timeline: search, bookmarks, figures, zoom. They are fetched when somebody first asks for one. */

/** Resolves once the style sheet of the tools, which the page only names, is there. */
function styled() {
  const sheet = document.getElementById("time-style");
  if (!sheet?.disabled) return Promise.resolve();
  return new Promise((done, failed) => {
    sheet.addEventListener("load", done, { once: true });
    sheet.addEventListener("error", failed, { once: true });
    sheet.disabled = false;
  });
}

/** What an address keeps of the tools: [name, value] pairs. */
export function keptIn(search) {
  return [...new URLSearchParams(search)].filter(([name]) => ["mark", "pin", "diff"].includes(name));
}

/** `later` fetches a module and says so where that fails; `make(module)` returns the tools. */
export function createLaterTools({ later, make, kept }) {
  let tools = null;
  let coming = null;

  async function come() {
    coming ??= later(Promise.all([import("./tools.js"), styled()])).then((both) => {
      if (both) tools = make(both[0]);
      else coming = null;
    });
    await coming;
    return tools;
  }
  if (kept.length) come();

  return {
    come,
    get there() {
      return tools;
    },
    /** Opens the tools, or does what their method `name` does. */
    async call(name, ...args) {
      (tools ?? (await come()))?.[name](...args);
    },
    /** What the address of the moment holds of them. */
    get kept() {
      return tools ? tools.kept : kept;
    },
    render: () => tools?.render(),
  };
}
