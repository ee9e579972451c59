/** Figures that are pinned to the timeline as lines; they are in the link. */
import { button, el, setText } from "../el.js";
import { t } from "../i18n.js";
import { readJson } from "../net/http.js";
import { dropButton } from "./bookmarks.js";
import { pinLane } from "./lens.js";

const MOST = 4;
const SOON_MS = 400;
const WORDS = {
  pending: "ui.figure.pending", running: "ui.figure.running", ending: "ui.figure.ending",
  "free-cpu": "ui.figure.free_cpu", "free-memory": "ui.figure.free_memory", pods: "ui.figure.pods",
  processes: "ui.figure.processes", skew: "ui.figure.skew",
};

/** Figures at hand for what is chosen. Pure. */
export function offered({ pod = null, node = null }) {
  const ofNode = node ? [`free-cpu:${node}`, `free-memory:${node}`, `pods:${node}`] : [];
  const ofPod = pod ? [`processes:${pod}`, `skew:${pod}`] : [];
  return ["pending", "running", "ending", ...ofNode, ...ofPod];
}

/** What a figure is called; a condition is its own text. */
export function labelOf(figure) {
  const [name, of = ""] = figure.includes("{") ? [figure] : figure.split(":", 2);
  return WORDS[name] ? t(WORDS[name], { of: of.replace(/^default\//, "") }) : figure;
}

export function createPins({ lens, player, clock, run, chosen, kept, onChange, fetch }) {
  let figures = kept.filter(([name]) => name === "pin").map(([, value]) => value).slice(0, MOST);
  let headOfFigures = "";
  let waiting = null;
  const text = el("input.mono", {
    type: "text", maxLength: 2000, spellcheck: false, "aria-label": t("ui.time.pin_condition"),
    placeholder: t("ui.time.pin_condition"),
  });
  const status = el("p.time-told", { role: "status", "aria-live": "polite" });
  const chips = el("div.time-row");
  const list = el("ul.time-list");
  const form = el("form.time-row", {
    onsubmit: (event) => {
      event.preventDefault();
      if (text.value.trim()) pin(text.value.trim());
    },
  }, text, el("button.btn.small", { text: t("ui.time.pin") }));
  const element = el("div.time-part", null, chips, form, status, list);

  async function points(figure) {
    const query = new URLSearchParams({ at: player.state.head, f: figure });
    return await readJson(`/r/${run()}/figure?${query}`, fetch) ?? { points: [], wrong: t("ui.time.lost") };
  }

  async function refresh() {
    const { acts } = player.state;
    const end = acts.at(-1)?.[1] ?? 0;
    const curves = await Promise.all(figures.map(points));
    lens.pins = figures.flatMap((figure, k) => (curves[k].wrong === undefined
      ? [pinLane(labelOf(figure), curves[k].points, end)] : []));
    lens.touch();
    draw();
    onChange();
  }

  async function pin(figure) {
    const { wrong } = await points(figure);
    setText(status, wrong ?? t("ui.time.pinned"));
    if (wrong !== undefined) return;
    figures = [...figures.filter((entry) => entry !== figure), figure].slice(-MOST);
    await refresh();
  }

  async function drop(figure) {
    figures = figures.filter((entry) => entry !== figure);
    await refresh();
  }

  function draw() {
    list.replaceChildren(...figures.map((figure) => el("li", null, el("span", { text: labelOf(figure) }),
      dropButton(labelOf(figure), () => drop(figure)))));
  }
  draw();

  return {
    element,
    focus: () => chips.querySelector("button")?.focus(),
    get kept() { return figures.map((figure) => ["pin", figure]); },
    /** Asks again, a moment later, once there are steps that the lines do not know. */
    render() {
      const about = JSON.stringify(offered(chosen()));
      if (chips.dataset.about !== about) {
        chips.dataset.about = about;
        chips.replaceChildren(...offered(chosen()).map((figure) => button("btn.small", labelOf(figure),
          () => pin(figure))));
      }
      const { model, head, playing } = player.state;
      if (!model || !figures.length || playing || `${head}` === headOfFigures) return;
      headOfFigures = `${head}`;
      waiting?.();
      waiting = clock.timer(SOON_MS, refresh);
    },
  };
}
