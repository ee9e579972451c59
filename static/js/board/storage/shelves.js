/** Volumes as disks in a shelf below the zone they are tied to; what is tied to none stands below them all. */
import { arrange, el, setAttr, setClass, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { listed, t } from "../../i18n.js";
import { middleCut } from "../../format.js";
import { shelvesOf } from "./storage.js";

const DISK_PX = 44;
const HEAD_PX = 26;
const LEAST_WIDTH_PX = 220;
const GAP_PX = 8;
const MOST_ROWS = 3;
const LOOSE = "\u0000";

/** Who uses it: one pod and its node, or how many on which nodes. */
function usersText(users) {
  const [first] = users;
  return t("ui.storage.used",
    users.length === 1
      ? { pod: first.name, node: first.node }
      : { pod: t("ui.node.pods", { n: users.length }), node: [...new Set(users.map((pod) => pod.node))] });
}

/** What a disk says below its name. */
function second({ volume, claim, users, state, phase, leaving }) {
  const parts = [leaving];
  if (!volume) parts.push(phase, claim.class ? t("ui.storage.class", { name: claim.class }) : "");
  else if (claim) parts.push(volume.name);
  if (volume && state !== "bound") parts.push(phase);
  if (volume?.attached?.length) parts.push(t("ui.storage.attached", { nodes: volume.attached }));
  else if (users.some((pod) => pod.node)) parts.push(usersText(users.filter((pod) => pod.node)));
  else if (volume?.nodes) parts.push(t("ui.storage.only", { nodes: volume.nodes }));
  return parts.filter(Boolean).join(" · ");
}

function createDisk(onChoose) {
  const name = el("b");
  const size = el("span.dk-size.tn");
  const line = el("span.dk-line");
  let user = null;
  const element = el(
    "button.disk",
    {
      type: "button",
      onclick: () => {
        if (user) onChoose({ pod: user });
      },
    },
    icon("disk", ""),
    el("span.dk-text", null, el("span.dk-top", null, name, size), line),
  );
  return {
    element,
    update(disk, chosen) {
      const { volume, claim, users } = disk;
      user = users[0]?.key ?? null;
      const called = claim?.name ?? volume.name;
      setClass(element, `disk is-${disk.state}${users.some((pod) => pod.key === chosen.pod) ? " sel" : ""}`);
      setText(name, middleCut(called, 18));
      setText(size, `${volume?.capacityText ?? claim.requestText} ${disk.modes}`);
      setText(line, second(disk));
      setAttr(element, "data-disk", disk.key);
      setAttr(element, "data-claim", claim?.key ?? null);
      setAttr(element, "data-volume", volume?.name ?? null);
      setAttr(element, "title",
        [
          called,
          volume?.name,
          disk.leaving ?? disk.phase,
          volume?.zone,
          (volume ?? claim).class,
          listed(users.map((pod) => pod.name)),
        ]
          .filter(Boolean)
          .join(" · "));
    },
  };
}

export function createShelves(onChoose) {
  const disks = new Map();
  const shelves = new Map();
  let plan = { shelves: { zones: new Map(), loose: [] }, signature: "" };
  let sources = [];

  function shelfFor(key) {
    if (!shelves.has(key)) {
      const head = el("h3.shelf-head");
      const list = el("div.disks");
      const shelf = el("div.shelf", { role: "group", "aria-label": t("ui.storage.volumes") }, head, list);
      if (key === LOOSE) shelf.classList.add("loose");
      shelves.set(key, { element: shelf, head, list });
    }
    return shelves.get(key);
  }

  const perRow = (width) => Math.max(1, Math.floor((width + GAP_PX) / (LEAST_WIDTH_PX + GAP_PX)));
  const rowsFor = (count, width) => Math.min(MOST_ROWS, Math.ceil(count / perRow(width)));
  const height = (rows) => (rows ? HEAD_PX + rows * (DISK_PX + GAP_PX) : 0);

  function fill(key, list, limits, width, chosen) {
    const { head, list: body } = shelfFor(key);
    const shown = list.slice(0, rowsFor(list.length, width) * perRow(width));
    head.replaceChildren(t(key === LOOSE ? "ui.storage.anywhere" : "ui.storage.volumes"), el("span.dim.light", null, [
      ...limits.map(({ node, used, most }) => t("ui.storage.limit", { node, used, most })),
      shown.length < list.length ? t("ui.queue.more", { n: list.length - shown.length }) : "",
    ].filter(Boolean).join(" · ")));
    arrange(body, shown.map((disk) => {
      if (!disks.has(disk.key)) disks.set(disk.key, createDisk(onChoose));
      const drawn = disks.get(disk.key);
      drawn.update(disk, chosen);
      return drawn.element;
    }));
  }

  return {
    /** Looks at the model: which volumes stand in which zone. */
    look(model) {
      const now = [model.disks, model.volumes, model.claims, model.pods];
      if (now.every((table, i) => table === sources[i])) return plan;
      sources = now;
      const all = shelvesOf(model);
      plan = {
        shelves: all,
        signature: JSON.stringify([[...all.zones].map(([zone, list]) => [zone, list.length]), all.loose.length]),
      };
      return plan;
    },
    /** Everything that the arrangement of zones depends on, as text. */
    get signature() { return plan.signature; },
    /** Pixels of the highest shelf of a zone and of the one below all. `widthOf(zone)` = pixels of a zone. */
    heights(widthOf, width) {
      const { zones, loose } = plan.shelves;
      return {
        zone: height(Math.max(0, ...[...zones].map(([zone, list]) => rowsFor(list.length, widthOf(zone))))),
        loose: height(rowsFor(loose.length, width)),
      };
    },
    /** The shelf of a zone, or null where it has no disk. */
    ofZone: (zone) => (plan.shelves.zones.has(zone) ? shelfFor(zone).element : null),
    get loose() { return plan.shelves.loose.length ? shelfFor(LOOSE).element : null; },
    render(model, chosen, widthOf, width) {
      const { zones, loose } = plan.shelves;
      for (const [zone, list] of zones) {
        const limits = [...model.nodes.values()]
          .filter((node) => node.zone === zone)
          .flatMap((node) => node.volumeLimits.map((limit) => ({ node: node.name, ...limit })));
        fill(zone, list, limits, widthOf(zone), chosen);
      }
      if (loose.length) fill(LOOSE, loose, [], width, chosen);
      for (const key of disks.keys()) if (!model.disks.has(key)) disks.delete(key);
    },
  };
}
