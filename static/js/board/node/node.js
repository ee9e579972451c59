/** One node as a rack: header, verdict line, ruler, pods from the floor, memory column, reserved slots. */
import { arrange, el, setAttr, setClass, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { parts, say, t } from "../../i18n.js";
import { cores, cpu, middleCut } from "../../format.js";
import { rackLayout } from "../layout/rack.js";
import { rulerMarks } from "../layout/scale.js";
import { createBar, createPod } from "./pod.js";

/** A message as DOM: its arguments stand out. */
export function sentence(message) {
  return parts(message.id, message.args ?? {}).map((p) => (typeof p === "string" ? p : el("b", { text: p.text })));
}

function verdictText(verdict) {
  if (verdict.raw !== null) return verdict.raw;
  return verdict.message ? say(verdict.message) : "";
}

const NOTHING = Object.freeze({ slides: [], entered: [], drawn: [] });

export function createNode(name) {
  const title = el("button.nodename", { type: "button", tabindex: "-1", "data-node": name });
  const scaled = el("span.tag.own", { hidden: true, text: t("ui.node.own_scale"), title: t("ui.node.own_scale_hint") });
  const capacity = el("span.cap", null, el("span"), el("span.capm"));
  const verdict = el("div.verdict");
  const ruler = el("div.ruler", { "aria-hidden": "true" });
  const lane = el("div.lane");
  const memory = el("div.memg", { "aria-hidden": "true" });
  const fill = el("i.fill", { "aria-hidden": "true" });
  const rack = el("div.rack", null, ruler, lane, memory);
  const element = el(
    "section.node",
    { "data-node-card": name, role: "group" },
    el("header", null, title, scaled, capacity),
    verdict,
    rack,
    fill,
  );
  const blocks = new Map();
  const slots = new Map();
  let rulerFor = "";
  let memoryFor = "";
  let verdictFor = "";
  let unit = 50;
  let heights = new Map();
  let seen = [];
  let low = false;
  let bare = false;

  function drawVerdict(view, chars) {
    const scoreText = view.score === null ? "" : typeof view.score === "string" ? view.score : say(view.score);
    const text = verdictText(view);
    const shown = view.brief && text.length + scoreText.length + 1 > chars.verdict ? view.brief : view.message;
    const signature = `${view.icon}|${text}|${scoreText}|${shown?.id}`;
    if (signature === verdictFor) return;
    verdictFor = signature;
    const body = view.raw !== null ? view.raw : shown ? sentence(shown) : "";
    verdict.replaceChildren(
      ...(view.icon ? [icon(view.icon)] : []),
      el("span.vt", { title: text || null }, body),
      el("span.vw", null, view.word),
      ...(scoreText ? [el("span.sc", { text: scoreText })] : []),
    );
  }

  function drawMemory(view, slices, fresh) {
    const signature = slices.map((m) => `${m.share.toFixed(4)}${m.state}${fresh.has(m.key) ? "n" : ""}`).join(",");
    if (signature === memoryFor) return;
    memoryFor = signature;
    memory.replaceChildren(
      ...slices.map((m) =>
        el(`i${fresh.has(m.key) ? ".new" : m.state ? `.${m.state}` : ""}`, { vars: { "--m": m.share.toFixed(4) } }),
      ),
    );
  }

  function drawRuler(milli) {
    const signature = `${milli}|${unit}`;
    if (signature === rulerFor) return;
    rulerFor = signature;
    ruler.replaceChildren(
      ...rulerMarks(milli, unit).map((m) => el("i", { vars: { bottom: `${m.share * 100}%` }, text: m.label })),
    );
    rack.style.setProperty("--n", milli / 1000);
  }

  /** Views are immutable, so the same objects in the same places need no second look. */
  function changed(view) {
    const { pods } = view;
    // what terminates says how long it still has
    const at = pods.some((p) => p.term) ? view.now : 0;
    const marks = [
      at,
      view.node,
      view.unit,
      view.plain?.height,
      view.k,
      view.size,
      view.short,
      view.low,
      view.bare,
      view.apart,
      view.lit,
      view.chars,
      view.verdict.kind,
      view.verdict.icon,
      view.verdict.raw,
      JSON.stringify([view.verdict.message, view.verdict.score]),
      view.chosen.node === name,
      view.chosen.pod ?? "",
      ...view.fresh,
      0,
      ...view.nominated,
      0,
      ...view.doomed,
      0,
      ...view.pods,
    ];
    const same = marks.length === seen.length && marks.every((mark, i) => mark === seen[i]);
    seen = marks;
    return !same;
  }

  /**
   * @param {{node, pods, nominated, verdict, unit, now, chosen, short, size, fresh: Set}} view
   * @returns {{slides: {element, from: number, to: number}[], entered: Element[], drawn: Element[]}}
   */
  function update(view) {
    if (!changed(view)) return NOTHING;
    const { node, pods, nominated, now, chosen } = view;
    const resized = unit !== view.unit;
    unit = view.unit;
    const layout = rackLayout(node, pods, nominated, unit, view.plain, view.doomed, view.k);
    const classes = ["node"];
    if (view.verdict.kind) classes.push(`is-${view.verdict.kind}`);
    if (node.cordoned) classes.push("is-off");
    if (!node.ready || view.apart) classes.push("is-cut");
    if (view.bare) classes.push("is-split");
    if (chosen.node === name) classes.push("sel");
    if (view.lit) classes.push("hl");
    setClass(element, classes.join(" "));
    setAttr(title, "title", name);
    if (view.plain) setText(capacity.firstChild, `pods ${node.requested.pods}/${node.pods}`);
    else
      setText(
        capacity.firstChild,
        view.size === "cards"
          ? `cpu ${node.requested.cpuOf}`
          : node.requested.cpuOf,
      );
    element.style.setProperty("--u", view.own ? `${unit}px` : "");
    scaled.hidden = !view.own;
    const memoryText = view.size === "cards" && !view.plain ? ` · mem ${node.requested.memOf}` : "";
    // characters of the name that fit beside the capacity; memory, which has its column, gives way to the name
    const room = (words) => Math.max(8, Math.floor((view.chars.card - 6.2 * words.length) / 7.8));
    const whole = name.length <= room(capacity.firstChild.textContent + memoryText);
    setText(capacity.lastChild, whole ? memoryText : "");
    setText(
      title,
      view.size === "cards" ? middleCut(name, whole ? name.length : room(capacity.firstChild.textContent)) : view.short,
    );
    drawVerdict(view.verdict, view.chars);
    drawRuler(node.cpu);
    drawMemory(view, layout.memory, view.fresh);
    fill.style.setProperty("--full", node.cpu ? Math.min(1, node.requested.cpu / node.cpu).toFixed(3) : "0");
    const words = [
      name,
      t("ui.node.used", { used: cores(node.requested.cpu), all: cores(node.cpu) }),
      t("ui.node.pods", { n: pods.length }),
    ];
    if (node.cordoned) words.push(t("ui.verdict.cordoned"));
    for (const taint of node.taints ?? [])
      words.push(t("ui.node.taint", { taint: `${taint.key}${taint.value ? `=${taint.value}` : ""}:${taint.effect}` }));
    const spoken = verdictText(view.verdict);
    if (spoken) words.push(spoken);
    setAttr(element, "aria-label", name);
    setAttr(title, "aria-label", words.join(", "));
    setAttr(title, "aria-pressed", chosen.node === name ? "true" : "false");

    const byKey = new Map(pods.map((p) => [p.key, p]));
    const slides = [];
    const entered = [];
    const drawn = [];
    const next = new Map();
    if (low !== view.low || bare !== view.bare) {
      for (const block of blocks.values()) block.element.remove();
      blocks.clear();
      low = view.low;
      bare = view.bare;
    }
    for (const [key, block] of blocks) {
      if (byKey.has(key)) continue;
      block.element.remove();
      blocks.delete(key);
    }
    if (view.size !== "grid" && !view.bare) {
      for (const place of layout.blocks) {
        let block = blocks.get(place.key);
        if (!block) {
          block = view.low ? createBar(place.key) : createPod(place.key);
          blocks.set(place.key, block);
          entered.push(block.element);
        } else if (!resized && heights.has(place.key) && Math.abs(heights.get(place.key) - place.bottom) > 0.5) {
          slides.push({ element: block.element, from: heights.get(place.key), to: place.bottom });
        }
        next.set(place.key, place.bottom);
        block.update(byKey.get(place.key), place, {
          now,
          chosen: chosen.pod === place.key,
          node: name,
          chars: view.chars,
        });
      }
    }
    heights = next;

    const promised = new Map(nominated.map((p) => [p.key, p]));
    for (const [key, slot] of slots) {
      if (promised.has(key)) continue;
      slot.remove();
      slots.delete(key);
    }
    for (const place of view.size === "grid" || view.bare ? [] : layout.slots) {
      const pod = promised.get(place.key);
      let slot = slots.get(place.key);
      if (!slot) {
        slot = el("div.slot", { "data-slot": place.key }, el("b"), el("span"), el("span"));
        slots.set(place.key, slot);
        drawn.push(slot);
      }
      setClass(slot, `slot${place.beside ? " beside" : ""}${place.height < 48 ? " low" : ""}`);
      slot.style.setProperty("--column", place.column);
      slot.style.setProperty("--columns", layout.slots[layout.slots.length - 1].column + 1);
      slot.style.setProperty("bottom", `${place.bottom + 1}px`);
      slot.style.setProperty("height", `${place.height - 2}px`);
      setAttr(slot, "title", `${pod.name}: status.nominatedNodeName: ${name}`);
      setText(slot.children[0], pod.name);
      setText(slot.children[1], t("ui.slot.reserved"));
      setText(slot.children[2], pod.cpu ? cpu(pod.cpuText) : "");
    }
    arrange(lane, [...layout.blocks.map((b) => blocks.get(b.key)?.element).filter(Boolean), ...slots.values()]);
    return { slides, entered, drawn };
  }

  return {
    element,
    verdict,
    update,
    tick(now) {
      for (const block of blocks.values())
        if (block.pod?.term || block.counting || block.element.classList.contains("new")) block.tick(now);
    },
    podElement: (key) => blocks.get(key)?.element ?? slots.get(key) ?? null,
    slotElement: (key) => slots.get(key) ?? null,
    title,
  };
}
