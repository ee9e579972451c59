/** The groups of a landscape as a table, for those who do not see the canvas. */
import { el } from "../../el.js";
import { listed, t } from "../../i18n.js";

const MOST_ROWS = 200;

export function createTable() {
  const body = el("tbody");
  const head = ["group", "nodes", "verdicts"]
    .map((name) => el("th", { scope: "col", text: t(`ui.land.column.${name}`) }));
  const element = el("table.sr", null, el("caption", { text: t("ui.land.label") }),
    el("thead", null, el("tr", null, head)), body);
  let shown = "";

  /** "12 cpu, 3 fits" of the looks of nodes. */
  function countsOf(looks, wordsOf) {
    const counts = new Map();
    for (const look of looks) {
      if (!look.kind || look.kind === "heat") continue;
      const words = wordsOf(look);
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
    return listed([...counts].map(([words, n]) => `${n} ${words}`));
  }

  return {
    element,
    /** `areas` as `areasOf` gives them, `lookOf`: name → look, `wordsOf(look)` = what its kind is called. */
    render(areas, lookOf, wordsOf) {
      const rows = areas.slice(0, MOST_ROWS).flatMap(([name, pools]) => pools.map(([pool, nodes]) => [
        listed([name || t("ui.zone.none"), pool].filter(Boolean)), String(nodes.length),
        countsOf(nodes.map((node) => lookOf.get(node.name)), wordsOf),
      ]));
      const signature = JSON.stringify(rows);
      if (signature === shown) return;
      shown = signature;
      body.replaceChildren(...rows.map(([group, ...cells]) =>
        el("tr", null, el("th", { scope: "row", text: group }), cells.map((text) => el("td", { text })))));
    },
  };
}
