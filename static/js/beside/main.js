/** Up to three runs beside each other on one clock; on a phone one swipes between them. */
import { createClock } from "../board/clock.js";
import { el, setAttr } from "../el.js";
import { loadCatalogue, say, t } from "../i18n.js";
import { fetchInTime } from "../net/http.js";
import { createPlayback } from "../whatif/runs/playback.js";
import { createRows, turnOf } from "../whatif/runs/rows.js";
import { createTransport } from "../whatif/runs/transport.js";
import { createWorld, differences, momentAt, momentsOfAll } from "../whatif/runs/worlds.js";
import { createSide } from "./side.js";
import { firstDifference, rowsOf } from "./rows.js";

const $ = (id) => document.getElementById(id);
const ADDRESS_MS = 400;
const MOST_ROWS = 3;

async function answerOf(url) {
  try {
    const response = await fetchInTime(url, { headers: { Accept: "application/json" } });
    if (response.status === 404) return { problems: [] }; // the run has nothing of the kind, or is gone
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** The lanes of a row, one a run. */
const lanesOf = (letters) => ({ runs }) => runs.map(({ stretches, facts }, k) => {
  const side = k ? "now" : "was";
  return { label: letters[k], side, stretches, turn: turnOf(facts, side) };
});

/** The second in the address follows what is shown. */
function keepAddress(clock) {
  let cancel = null;
  return (second) => {
    cancel?.();
    cancel = clock.timer(ADDRESS_MS, () => {
      const query = new URLSearchParams(location.search);
      query.set("t", String(second));
      history.replaceState(null, "", `?${query}${location.hash}`);
    });
  };
}

/** Which run stands in front on a phone, on its tab. */
function joinTabs(sides, scroller) {
  const tabs = [...document.querySelectorAll("[data-tab]")];
  const mark = (letter) => {
    for (const tab of tabs) setAttr(tab, "aria-current", tab.dataset.tab === letter ? "true" : null);
  };
  mark(sides[0].letter);
  for (const tab of tabs) {
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      const side = sides.find(({ letter }) => letter === tab.dataset.tab);
      side.root.scrollIntoView({ inline: "start", block: "nearest" });
      side.root.focus({ preventScroll: true });
    });
  }
  const watcher = new IntersectionObserver((entries) => {
    const front = entries.find(({ isIntersecting }) => isIntersecting);
    if (front) mark(front.target.dataset.side);
  }, { root: scroller, threshold: 0.6 });
  for (const { root } of sides) watcher.observe(root);
}

function createView({ sides, clock, begin }) {
  const [first] = sides;
  const onAddress = keepAddress(clock);
  const state = { moments: [{ t: 0, at: sides.map(() => 0) }], rows: [], upto: 1, chosen: null };

  const playing = createPlayback({
    clock, moments: () => state.moments, onState: () => draw(), onMove: (k, { by }) => draw(by),
  });
  const toFirst = () => {
    const second = firstDifference(state.rows);
    if (second !== null) playing.seek(momentAt(state.moments, second));
  };
  const transport = createTransport($("time"), playing, toFirst);
  const letters = sides.map(({ letter }) => letter);
  const rows = createRows($("time"), (k) => playing.seek(k), { lanesOf: lanesOf(letters), most: MOST_ROWS });

  /** Lights what differs: in B and C beside A, in A beside either. */
  function light(at) {
    const base = first.world.models[at[0]];
    const pods = new Set();
    const nodes = new Set();
    sides.forEach((side, k) => {
      if (!k || !side.world) return;
      const count = side.light(at[k], base, side.names);
      const keysThere = new Map([...side.names].map(([now, was]) => [was, now]));
      const back = differences(side.world.models[at[k]], base, keysThere);
      for (const key of back.pods) pods.add(key);
      for (const name of back.nodes) nodes.add(name);
      const says = count || back.pods.size ? say(side.comparison.says) : t("ui.beside.alike");
      side.tell(says);
    });
    first.lightAll(pods, nodes);
  }

  function draw(by = 0) {
    if (!first.world) return;
    const { t: second, at } = state.moments[playing.k];
    clock.t = second;
    sides.forEach((side, k) => side.draw(at[k], { chosen: state.chosen, onward: by === 1 }));
    light(at);
    const comparison = { changed: state.rows, upto: state.upto };
    rows.render({ moments: state.moments, k: playing.k, comparison, now: second, chosen: state.chosen?.pod ?? null });
    transport.render({ frame: null, second, differs: state.rows.length > 0 });
    onAddress(second);
  }

  return {
    playing, draw, state,
    choose(what) {
      state.chosen = what;
      draw();
    },
    /** All runs are there, or as far as they can be played. */
    take() {
      const worlds = sides.map(({ world }) => world ?? first.world);
      const compared = sides.slice(1).map(({ comparison }) => comparison);
      state.moments = momentsOfAll(worlds);
      state.rows = rowsOf(compared).toSorted((a, b) => a.from - b.from);
      state.upto = Math.max(1, ...compared.map((difference) => difference?.upto ?? 0));
      const second = begin ?? firstDifference(state.rows) ?? 0;
      playing.place(momentAt(state.moments, second));
      draw();
    },
  };
}

async function start(app) {
  await loadCatalogue();
  const clock = createClock(globalThis);
  const second = new URLSearchParams(location.search).get("t");
  const begin = second === null || !Number.isFinite(Number(second)) ? null : Number(second);
  let view = null;
  const sides = [...document.querySelectorAll(".side")].map((root) => {
    const overlay = el("div.overlay", { "aria-hidden": "true" });
    document.body.append(overlay);
    return createSide({ root, overlay, clock, onChoose: (what) => view.choose(what) });
  });
  view = createView({ sides, clock, begin });
  joinTabs(sides, $("sides"));
  const answers = await Promise.all(sides.map(({ url }) => answerOf(url)));
  sides.forEach((side, k) => {
    const answer = answers[k];
    if (answer?.now) side.take(createWorld(k ? answer.now : answer.was ?? answer.now), k ? answer.comparison : null);
    else side.tell(answer ? answer.problems[0]?.message ?? t("ui.beside.not_played") : t("ui.beside.lost"));
  });
  view.take();
  for (const { root, board } of sides) {
    new ResizeObserver(() => {
      board.relayout();
      view.draw();
    }).observe(root.querySelector(".zones"));
  }
  app.dataset.ready = "";
  globalThis.podium = { clock, view };
}

const app = $("beside");
if (app) start(app);
