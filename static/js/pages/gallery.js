/** The first page: the living board, and the form for one's own cluster. */
import { createBoard } from "../board/board.js";
import { createClock } from "../board/clock.js";
import { createQueue } from "../board/queue/queue.js";
import { createTravel } from "../board/travel.js";
import { clockTime } from "../format.js";
import { loadCatalogue, say } from "../i18n.js";
import { icon } from "../icons.js";
import { createFilm } from "../player/film.js";
import { nameFiles, onDrop, pasteAsFile } from "./files.js";

async function showFilm(root) {
  const html = document.documentElement;
  const [response] = await Promise.all([fetch(root.dataset.hero), loadCatalogue(html.lang, html.dataset.catalogue)]);
  if (!response.ok) return;
  const recorded = await response.json();
  const clock = createClock(globalThis);
  const zones = root.querySelector("#hero-zones");
  const still = zones.innerHTML.length > 0 ? [...zones.childNodes] : [];
  zones.replaceChildren();
  zones.className = "hero-zones zones cards";
  const travel = createTravel({ overlay: root.querySelector("#hero-overlay"), clock });
  const lanes = root.querySelector("#hero-queue");
  lanes.className = "hq";
  const queue = createQueue(lanes);
  // the film shows neither chips nor services
  const [chips, services] = [document.createElement("nav"), document.createElement("div")];
  const roots = { zonesRoot: zones, chipsRoot: chips, servicesRoot: services };
  const board = createBoard({ ...roots, queue, travel, clock, onChoose() {} });
  const words = root.querySelector("[data-hero-say]");
  const time = root.querySelector("[data-hero-clock]");
  const button = root.querySelector("[data-hero-play]");
  const view = (model) => ({ model, now: clock.t, chosen: {}, into: null, cyclePod: null, litNodes: null });

  const film = createFilm({
    film: recorded,
    clock,
    show(kind, detail) {
      if (kind === "tick") board.tick(clock.t);
      else if (kind === "frame") board.renderFrame(view(detail.model), { ...detail, travel: true });
      else board.renderState(view(detail.model), { fade: detail.fade });
      if (kind === "frame") words.textContent = say(detail.frame.message);
      time.textContent = clockTime(clock.t);
    },
  });

  function press(playing) {
    if (playing) film.play();
    else film.stop();
    button.setAttribute("aria-pressed", String(playing));
    button.replaceChildren(icon(playing ? "pause" : "play"));
  }

  film.start();
  const from = Number(root.dataset.heroAt);
  if (from) film.skipTo(from);
  const shown = film.model.frame?.message;
  if (shown) words.textContent = say(shown);
  button.hidden = false;
  button.addEventListener("click", () => press(!film.playing));
  const wanted = !clock.reducedMotion;
  press(wanted);
  let paused = false;
  new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting && film.playing) {
      paused = true;
      press(false);
    } else if (entry.isIntersecting && paused) {
      paused = false;
      press(true);
    }
  }).observe(root);
  new ResizeObserver(() => board.relayout()).observe(zones);
  globalThis.podium = { clock, film, board, still };
}

const hero = document.querySelector("[data-hero]");
if (hero) showFilm(hero);

const form = document.querySelector("[data-paste]");
if (form) {
  const input = nameFiles(form);
  const take = (files) => {
    const list = new DataTransfer();
    for (const file of files) list.items.add(file);
    input.files = list.files;
    input.dispatchEvent(new Event("change"));
  };
  onDrop(form, take);
  pasteAsFile(form.elements.text, take);
}
