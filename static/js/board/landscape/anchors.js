/** Elements over squares, for what points at nodes; each stays over its square. */
import { el, setClass } from "../../el.js";
import { putOver } from "./ground.js";

/** `marks` holds the elements, `ground` says where the squares are. */
export function createAnchors(marks, ground) {
  const anchors = new Map(); // name of a node → element
  let chosen = null;

  const paint = (anchor, name) => setClass(anchor, name === chosen ? "ls-at sel" : "ls-at");

  /** The element of a node; null where there is no square. */
  function anchorOf(name) {
    if (!ground.indexOf.has(name)) return null;
    if (!anchors.has(name)) {
      const anchor = el("div.ls-at", { "data-node-card": name });
      paint(anchor, name);
      anchors.set(name, anchor);
      marks.append(anchor);
      putOver(anchor, ground, ground.indexOf.get(name));
    }
    return anchors.get(name);
  }

  return {
    anchorOf,
    /** Puts all where their squares are seen now; those of nodes that are gone go. */
    follow() {
      for (const [name, anchor] of anchors) {
        if (ground.indexOf.has(name)) putOver(anchor, ground, ground.indexOf.get(name));
        else {
          anchor.remove();
          anchors.delete(name);
        }
      }
    },
    /** Marks the chosen node; `name` is null for none. */
    choose(name) {
      chosen = name;
      for (const [other, anchor] of anchors) paint(anchor, other);
      if (name) anchorOf(name);
    },
  };
}
