/** The moment below the mouse: a miniature of its board, what the step did, and what it changed. */
import { el } from "../el.js";
import { axisTime } from "../format.js";
import { say, t } from "../i18n.js";
import { readJson } from "../net/http.js";
import { seqAtTime } from "../player/past/acts.js";

const REST_MS = 140;
const MINI = { width: 240, height: 126 };
const MOST = 3;
const OBJECTS = new Set(["pod", "node", "workload", "claim", "volume", "class", "service"]);

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

export function createPreview({ host, player, clock, run, fetch }) {
  const element = el("div.time-preview", { "aria-hidden": "true", hidden: true });
  host.append(element);
  const kept = new Map();
  let cancel = null;
  let due = null;
  let picture = null;

  async function ask(seq) {
    const frame = player.frameAfter(seq - 1);
    if (frame) {
      const changed = frame.changes.filter(({ kind }) => OBJECTS.has(kind)).map(({ key }) => key);
      return { t: frame.t, said: say(frame.message), changed };
    }
    const moment = kept.get(seq) ?? await readJson(`/r/${run()}/moment?at=${seq}`, fetch);
    if (moment) kept.set(seq, moment);
    return moment;
  }

  /** The board of a step in little, as the server draws it; the browser keeps what it has fetched. */
  function miniature(seq) {
    const theme = isDark() ? "dark" : "light";
    const src = `/r/${run()}/picture.svg?${new URLSearchParams({ at: seq, size: "mini", theme })}`;
    picture?.removeAttribute("src"); // one that has not come is not waited for
    picture = el("img", { ...MINI, alt: "", src, onerror: ({ target }) => target.remove() });
    return picture;
  }

  async function show(seq, x) {
    const moment = seq ? await ask(seq) : { t: 0, said: t("ui.time.start"), changed: [] };
    if (due !== seq || !moment) return;
    const names = moment.changed.slice(0, MOST).map((key) => key.replace(/^default\//, ""));
    const rest = moment.changed.length > MOST ? " …" : "";
    element.replaceChildren(miniature(seq), el("b.tn", { text: axisTime(moment.t) }), el("span", { text: moment.said }),
      names.length ? el("span.dim", { text: t("ui.time.changes", { names }) + rest }) : "");
    element.hidden = false;
    const chart = host.querySelector(".gantt-wrap");
    element.style.setProperty("bottom", `${host.offsetHeight - chart.offsetTop + 4}px`);
    const most = host.clientWidth - element.offsetWidth - 8;
    element.style.setProperty("left", `${Math.max(8, Math.min(most, x - element.offsetWidth / 2))}px`);
  }

  return {
    over(clientX, second) {
      const seq = seqAtTime(player.state.acts, second);
      cancel?.();
      due = seq;
      cancel = clock.timer(REST_MS, () => show(seq, clientX - host.getBoundingClientRect().left));
    },
    leave() {
      cancel?.();
      due = null;
      picture?.removeAttribute("src");
      element.hidden = true;
    },
  };
}
