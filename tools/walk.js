// Measured inside the page; tools/walk.py brings this in through the debugging protocol. Pixels are CSS pixels.
globalThis.walk = (() => {
  const PARTS = ".node, .pod, .verdict, .nodename, .qi, .rail, .gantt-wrap, .transport, .clock, .steps, .lane-q, .zone > header";
  const TEXTS = ".nodename, .verdict .vt, .pod .nm, .qi .nm, .class span, .crumb h1, .slot b, .rail li, .legend, .clock, .steps, .tag";
  const BLOCKS = [".queue", ".stage", ".why", ".time", ".top"];
  const JUMP_PX = 3;

  const seen = (element) => {
    if (element.closest("[hidden]") || getComputedStyle(element).visibility === "hidden") return null;
    const { left, top, width, height, right, bottom } = element.getBoundingClientRect();
    return width > 0 && height > 0 ? { left, top, width, height, right, bottom } : null;
  };

  /** Something that is the same thing at another step has the same name. */
  function nameOf(element) {
    const { nodeCard, pod, node, lane } = element.dataset;
    const kind = element.classList[0];
    const owner = element.closest("[data-node-card]")?.dataset.nodeCard ?? element.closest("[data-lane]")?.dataset.lane ?? "";
    return [kind, nodeCard ?? pod ?? node ?? lane ?? "", owner].filter(Boolean).join(" ");
  }

  /** Share of the stage's height between its top and the lowest thing that stands on it, 0…1. */
  function used() {
    const zones = document.getElementById("zones");
    const root = document.querySelector(".stage");
    const own = root.getBoundingClientRect();
    const stage = own.height ? own : zones.getBoundingClientRect(); // a phone's stage has no box of its own
    const parts = [...root.children].filter((element) => element !== zones);
    // a chart's own box takes all that is left, whatever stands in it
    const things = [zones, ...parts].flatMap((part) => {
      if (part === zones) return [...zones.querySelectorAll(".node")];
      return part.matches(".spread-stage") ? [...part.children] : [part];
    }).map(seen).filter(Boolean);
    const lowest = Math.max(stage.top, ...things.map(({ bottom }) => Math.min(bottom, stage.bottom)));
    return stage.height ? (lowest - stage.top) / stage.height : 0;
  }

  /** Texts that are cut although nothing says them whole. */
  function clipped() {
    const cut = [...document.querySelectorAll(TEXTS)].filter((element) => {
      if (!seen(element) || element.closest(".sr, [title], [aria-label]:is(button)")) return false;
      const { overflowX } = getComputedStyle(element);
      return overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
    });
    return [...new Set(cut.map((element) => `${element.classList[0] ?? element.localName}: ${element.textContent.trim()}`))];
  }

  const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

  /** Pairs that stand over each other: parts of the page, cards of nodes, pods of one lane, words of the timeline. */
  function overlaps() {
    const groups = [
      BLOCKS.map((selector) => document.querySelector(selector)).filter(Boolean),
      [".queue", ".rail"].map((selector) => document.querySelector(selector)).filter(Boolean),
      [...document.querySelectorAll(".transport > *")],
      [...document.querySelectorAll("#zones .node")],
      [...document.querySelectorAll(".gantt text:not(.flagt)")],
      ...[...document.querySelectorAll("#zones .lane")].map((lane) => [...lane.querySelectorAll(".pod")]),
    ];
    const drawer = document.querySelector(".app.inspector-open") && innerWidth < 1200;
    const found = [];
    for (const group of groups) {
      const rects = group.map((element) => [element, seen(element)]).filter(([, rect]) => rect);
      rects.forEach(([one, a], i) => {
        for (const [other, b] of rects.slice(i + 1)) {
          if (drawer && [one, other].some((element) => element.matches(".why"))) continue;
          const px = shared(a, b);
          if (px > 12 && px > 0.04 * Math.min(a.width * a.height, b.width * b.height)) {
            const words = (element) => element.matches("text") ? element.textContent : nameOf(element);
            found.push(`${words(one)} over ${words(other)}`);
          }
        }
      });
    }
    return [...new Set(found)];
  }

  function places() {
    const found = {};
    for (const element of document.querySelectorAll(PARTS)) {
      const rect = seen(element);
      if (rect) found[nameOf(element)] = [rect.left, rect.top, rect.width, rect.height];
    }
    return found;
  }

  /** Frames of the page (nodes, verdicts, queue, transport) that stand elsewhere than at the step before. Pods may move. */
  function jumps(before, after) {
    return Object.keys(after).filter((name) => before[name] && !/^(pod|qi|lane-q) /.test(name)).map((name) => {
      const by = after[name].map((value, i) => Math.abs(value - before[name][i]));
      return Math.max(...by) > JUMP_PX ? `${name} by ${Math.round(Math.max(...by))} px` : null;
    }).filter(Boolean);
  }

  let last = null;
  return {
    used,
    /** Forgets the step before, as at the start of a walk. */
    begin() {
      last = null;
    },
    look() {
      const here = places();
      const moved = last ? jumps(last, here) : [];
      last = here;
      return { used: used(), jumps: moved, clipped: clipped(), overlaps: overlaps(), wide: document.documentElement.scrollWidth - innerWidth };
    },
  };
})();
