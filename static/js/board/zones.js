/** The zones of the board as elements: in their order, with their nodes, their shelves and a note in their head. */
import { arrange, el, setAttr, setClass, setText } from "../el.js";
import { t } from "../i18n.js";
import { cores } from "../format.js";

const MOST_DOTS = 6;

/** Classes of the board's root for a plan. Pure. */
export function classesOf(plan) {
  const flags = [
    ["by-zone", plan.byZone], ["one-row", plan.byZone && plan.oneRow], ["parted", plan.broken],
    ["wrapped", plan.parted && !plan.parted.oneRow], ["broad", plan.parted?.broad],
    ["plain", plan.plain], ["two-lines", plan.twoLines],
  ];
  const on = flags.filter(([, flag]) => flag).map(([name]) => name);
  return ["zones", plan.size, ...on, `detail-${plan.detail}`].join(" ");
}

/** What the zones count: for the pod that is chosen, else for the one that the latest decision is about. Pure. */
export function tallyOf({ model, into, chosen }) {
  const keys = [chosen.pod, (into?.decision ?? model.last)?.pod];
  const tallies = keys.map((key) => model.tallies.get(model.pods.get(key)?.tally));
  return tallies.find(Boolean) ?? null;
}

/** A selector's text for eyes: a label whose value is empty is only its name. Pure. */
export const shortSelector = (text) => text.replace(/=(?=,|$)/g, "");

function createZone(name) {
  const note = el("span.znote.dim");
  const dots = el("span.dots");
  const header = el("header", null, el("b", null, name || t("ui.zone.none")), note, dots);
  const body = el("div.znodes");
  const element = el("section.zone", { "data-zone": name || null }, header, body);
  let shown = "";

  /** So many pods with the label: a dot each, and their number. */
  function count(text, n) {
    const signature = `${text} ${n}`;
    if (shown === signature) return;
    shown = signature;
    setAttr(dots, "title", t("ui.zone.label_count", { label: text, n }));
    const drawn = Array.from({ length: Math.min(n, MOST_DOTS) }, () => el("i.dot"));
    dots.replaceChildren(`${text}\u00a0`, ...drawn, `\u00a0${n}`);
  }

  function use(text) {
    shown = "";
    setAttr(dots, "title", null);
    setText(dots, text);
  }

  return {
    element,
    arrange(nodes, shelf, headed) {
      header.hidden = !headed;
      setAttr(element, "aria-label", headed ? name || t("ui.zone.none") : null); // without a name it is no region
      element.style.setProperty("--span", nodes.length);
      arrange(body, nodes);
      arrange(element, [header, body, shelf].filter(Boolean));
    },
    /** What stands in the head: the pods of the tally, or what of the zone is in use. */
    tell(nodes, tally, { size, plain }) {
      if (size === "cards" && tally) {
        count(shortSelector(tally.selector), new Map(tally.zones).get(name) ?? 0);
      } else {
        const used = nodes.reduce((sum, n) => sum + n.requested.cpu, 0);
        const all = nodes.reduce((sum, n) => sum + n.cpu, 0);
        const pods = nodes.reduce((sum, n) => sum + n.requested.pods, 0);
        use(plain ? `${t("ui.word.pods")} ${pods}` : t("ui.node.cpu_of", { of: `${cores(used)}/${cores(all)}` }));
      }
      setText(note, size === "cards" ? "" : t("ui.zone.nodes", { n: nodes.length }));
    },
  };
}

export function createZones(root, shelves) {
  const zones = new Map();

  return {
    /** Everything in its place. `elementOf(name)` = the card of a node; `landscape` stands in place of all zones. */
    arrange(plan, elementOf, landscape = null) {
      setClass(root, `${classesOf(plan)}${landscape ? " land" : ""}`);
      const variables = {
        "--parted": plan.parted?.template ?? "none", "--wide": plan.parted?.spans?.[0] ?? 1,
        "--narrow": plan.parted?.spans?.[1] ?? 1, "--across": plan.across, "--rows": plan.rows,
        "--rack": plan.plain ? `${plan.plain.height}px` : "auto", "--u": `${plan.unit}px`,
        "--side": `${plan.side}px`,
      };
      for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value);
      const elements = plan.zones.map(({ name, nodes }) => {
        if (!zones.has(name)) zones.set(name, createZone(name));
        const zone = zones.get(name);
        zone.arrange(nodes.map((node) => elementOf(node.name)), shelves.ofZone(name), plan.headed);
        return zone.element;
      });
      const there = new Set(plan.zones.map((zone) => zone.name));
      for (const name of zones.keys()) if (!there.has(name)) zones.delete(name);
      arrange(root, landscape ? [landscape] : [...elements, shelves.loose].filter(Boolean));
    },
    /** The notes in the heads. `inZones` = zones with the nodes as they are now. */
    tell(view, inZones, plan) {
      const tally = plan.size === "cards" ? tallyOf(view) : null;
      for (const { name, nodes } of inZones) zones.get(name)?.tell(nodes, tally, plan);
    },
  };
}
