/** Parts of the board that come when what is shown has them: Services, volumes, failed pods, causes of a decision. */
import { laterWords } from "../i18n.js";
import { createLater } from "../later.js";

/** Rows of Services: what `createServices` gives; until that is there, nothing is drawn. */
export const createLaterServices = ({ root, onChoose, ...options }) => createLater({
  ...options,
  style: "services-style",
  fetch: () => import("./services/services.js"),
  make: ({ createServices }) => createServices(root, onChoose),
  more: (fetched) => ({
    render(model, chosen) {
      if (model.services.size) fetched.want();
      fetched.part?.render(model, chosen);
    },
  }),
});

const NO_SHELVES = Object.freeze({ zone: 0, loose: 0 });

/** Shelves of volumes: what `createShelves` gives; until that is there, no zone has one. */
export const createLaterShelves = ({ onChoose, ...options }) => createLater({
  ...options,
  style: "storage-style",
  fetch: () => import("./storage/shelves.js"),
  make: ({ createShelves }) => createShelves(onChoose),
  more: (fetched) => ({
    look(model) {
      if (model.disks.size) fetched.want();
      fetched.part?.look(model);
    },
    get signature() { return fetched.part?.signature ?? ""; },
    heights: (widthOf, width) => fetched.part?.heights(widthOf, width) ?? NO_SHELVES,
    ofZone: (zone) => fetched.part?.ofZone(zone) ?? null,
    get loose() { return fetched.part?.loose ?? null; },
    render: (...drawn) => fetched.part?.render(...drawn),
  }),
});

/** Pods that failed and stay beside the queue: what `createTombstones` gives. */
export function createLaterTombstones({ root, ...options }) {
  let pods = null;
  return createLater({
    ...options,
    fetch: () => import("./pressure/tombstones.js"),
    make: ({ createTombstones }) => createTombstones(root),
    more: (fetched) => ({
      render(model, chosen) {
        const looks = !fetched.there && pods !== model.pods;
        if (looks && [...model.pods.values()].some((pod) => pod.remains)) fetched.want();
        pods = model.pods;
        fetched.part?.render(model, chosen);
      },
    }),
  });
}

const LAND = "landscape-style";

/** Many nodes as squares on a canvas; a page without their style sheet draws them as elements. */
export const createLaterLandscape = ({ later, onCome, ...options }) => createLater({
  later,
  onCome,
  style: LAND,
  fetch: () => Promise.all([
    import("./landscape/landscape.js"),
    laterWords("ui.land.label", "/landscape.json"),
  ]),
  make: ([{ createLandscape }, words]) => createLandscape({ ...options, words, onCome }),
  more: (fetched) => ({
    /** Whether a board of this size is one; the part is then there, or on its way. */
    draws(size) {
      const on = size === "grid" && Boolean(document.getElementById(LAND));
      if (on) fetched.want();
      return on;
    },
  }),
});

const STYLE = "causes-style";

/** The causes of a decision, drawn on the nodes; a page without their style sheet draws none. */
export const createLaterCauses = (options) => createLater({
  ...options,
  style: STYLE,
  fetch: () => Promise.all([import("./causes/causes.js"), laterWords("criterion.order")]),
  make: ([{ createCauses }, words]) => createCauses(words),
  more: (fetched) => ({
    /** `view` and what is drawn of it, {plan, places}; `elementOf(name)` = the card of a node. */
    render(view, drawn, elementOf) {
      if ((view.into ?? view.model.last) && document.getElementById(STYLE)) fetched.want();
      fetched.part?.render(view, drawn, elementOf);
    },
  }),
});
