/**
 * The command palette (Ctrl-K) and the menus of things. Only what asks for them is here; they come when one is opened.
 */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { icon } from "../../icons.js";
import { createLater } from "../../later.js";
import { cameFrom } from "../../panels/actions/fork.js";

const HELD_MS = 550;
const CLICK_MS = 50; // after a finger was lifted
const SLOP_PX = 10;

/** The thing of the board that an element shows: {kind, key}, or null. Pure of the page: only `closest` is asked. */
export function thingAt(target) {
  const nearest = target.closest?.("[data-pod], [data-slot], [data-claim], [data-volume], [data-service]");
  const { pod, slot, claim, volume, service } = nearest?.dataset ?? {};
  if (pod ?? slot) return { kind: "Pod", key: pod ?? slot };
  if (claim) return { kind: "PersistentVolumeClaim", key: claim };
  if (volume) return { kind: "PersistentVolume", key: volume };
  if (service) return { kind: "Service", key: service };
  const node = target.closest?.("[data-node-card]")?.dataset.nodeCard;
  if (node) return { kind: "Node", key: node };
  const zone = target.closest?.("[data-zone]")?.dataset.zone;
  return zone ? { kind: "Zone", key: zone } : null;
}

/** Where an event happened, in pixels of the page: at its pointer, or below the element that has the focus. */
const where = ({ clientX: x, clientY: y, target }) => {
  if (x || y) return { x, y };
  const { left, bottom } = target.getBoundingClientRect();
  return { x: left + 8, y: bottom };
};

/** A button of the bar shows the kubectl line of its verb once somebody comes near it; "c" copies the line. */
function bindLines(hands) {
  async function tellLine({ target }) {
    const button = target.closest?.("[data-hand-verb]");
    if (!button || button.dataset.line !== undefined) return;
    button.dataset.line = "";
    const line = await (await hands())?.line(button.dataset);
    if (!line) return;
    button.dataset.line = line;
    button.title = line;
    button.setAttribute("aria-description", line);
  }
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, tellLine);
  document.addEventListener("keydown", async ({ key, target, ctrlKey, metaKey }) => {
    if (key === "c" && !ctrlKey && !metaKey && target.dataset?.handVerb && target.dataset.line)
      (await hands())?.copy(target.dataset.line);
  });
}

/** A right click, a held finger or a press on the name of a zone opens the menu of what is there. */
function bindMenus(clock, menu) {
  const roots = ["zones", "queue", "services"].map((id) => document.getElementById(id)).filter(Boolean);
  let held = null; // what a finger rests on
  const open = (target, at) => {
    if (held) held.opened = true;
    menu(thingAt(target) ?? { kind: "", key: "" }, at);
  };
  const letGo = () => {
    held?.cancel();
    clock.timer(CLICK_MS, forget);
  };
  const forget = () => {
    held?.cancel();
    held = null;
  };
  document.addEventListener("pointerdown", forget, true);
  // the click of a finger that opened a menu does nothing, not even in the menu below it
  document.addEventListener("click", (event) => {
    if (!held?.opened) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);

  for (const root of roots) {
    root.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      open(event.target, where(event));
    });
    // a zone's name has no other use
    root.addEventListener("click", (event) => {
      if (event.target.closest?.("[data-zone] > header > b")) open(event.target, where(event));
    });
    // some browsers send no contextmenu event after a long touch
    root.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "touch") return;
      const at = where(event);
      held = { cancel: clock.timer(HELD_MS, () => open(event.target, at)), at };
    });
    root.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (held && Math.hypot(clientX - held.at.x, clientY - held.at.y) > SLOP_PX) held.cancel();
    });
    for (const kind of ["pointerup", "pointercancel", "contextmenu"]) root.addEventListener(kind, letGo);
  }
}

/**
 * `page` gives `hands.js` what it needs of the board. Answers {palette(), cluster(button), button(thing), hello()};
 * each fetches what it needs first.
 */
export function createLaterHands(page) {
  const fetched = createLater({
    later: page.actions.later,
    style: "hands-style",
    fetch: () =>
      Promise.all([
        import("../../palette/wiring.js"),
        fetch("/places.json").then((places) => places.json()),
      ]),
    make: ([{ createHands }, places]) => createHands({ ...page, ...places }),
  });
  const hands = () => fetched.want({ again: true });
  const menu = async (thing, at) => (await hands())?.menu(thing, at);
  const palette = async () => (await hands())?.palette();
  bindLines(hands);
  bindMenus(page.clock, menu);

  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== "k" || altKey || shiftKey || !(ctrlKey || metaKey)) return;
    event.preventDefault();
    if (!document.querySelector("dialog[open]:not(.palette)")) palette();
  });

  return {
    palette,
    /** The menu of the cluster, below a button: what can be added to it and done to it. */
    cluster: (button) => menu({ kind: "", key: "" }, where({ target: button })),
    /** A button that opens the menu of a thing. */
    button: (thing) => [el("button.btn.small.ic", {
      type: "button", "aria-label": t("ui.act.more"), title: t("ui.act.more"), "aria-haspopup": "dialog",
      onclick: (event) => menu(thing, where({ target: event.currentTarget })),
    }, icon("more"))],
    /** Says once on a copy what it is. */
    async hello() {
      const back = cameFrom(page.run());
      if (!back || !(await hands())) return;
      page.tell(t("ui.hand.forked"), "good", false, el("a.btn", { href: back, text: t("ui.hand.way_back") }));
    },
  };
}
