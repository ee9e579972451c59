/** The first page: the living board, and the form for one's own cluster. */
import { createClock } from "../board/clock.js";
import { loadCatalogue } from "../i18n.js";
import { createScreen } from "../player/film-screen.js";
import { chooseFiles, nameFiles, onDrop, pasteAsFile } from "./files.js";

/** Leaves the film while it is out of sight. */
function watch(root, screen) {
  let paused = false;
  new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting ? !paused : !screen.film.playing) return;
    paused = !isIntersecting;
    screen.press(isIntersecting);
  }).observe(root);
}

async function showFilm(root) {
  const [response] = await Promise.all([fetch(root.dataset.hero), loadCatalogue()]);
  if (!response.ok) return;
  const recorded = await response.json();
  const clock = createClock(globalThis);
  const part = (name) => root.querySelector(name);
  const [zones, queue, overlay] = ["zones", "queue", "overlay"].map((name) => part(`#hero-${name}`));
  const [sentence, time, play] = ["say", "clock", "play"].map((name) => part(`[data-hero-${name}]`));
  const still = [...zones.childNodes]; // the drawing in whose place the board comes
  zones.replaceChildren();
  zones.className = "hero-zones zones cards";
  queue.className = "hq";
  const screen = createScreen({ zones, queue, overlay, say: sentence, clock: time, play }, clock);
  screen.show(recorded, Number(root.dataset.heroAt), sentence.textContent);
  screen.play();
  watch(root, screen);
  globalThis.podium = { clock, film: screen.film, board: screen.board, still };
}

const hero = document.querySelector("[data-hero]");
if (hero) showFilm(hero);

const form = document.querySelector("[data-paste]");
if (form) {
  const input = nameFiles(form);
  const take = (files) => chooseFiles(input, files);
  onDrop(form, take);
  pasteAsFile(form.elements.text, take);
}
