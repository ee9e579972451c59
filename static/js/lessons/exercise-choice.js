/** `/try` and `/try/today`: which exercise it is, by what this browser has tried and by the visitor's date. */
import { createClock } from "../board/clock.js";
import { ofDay, untried } from "./course.js";
import { load } from "./progress.js";

const slugs = JSON.parse(document.getElementById("slugs").textContent);
const { choose } = document.querySelector("[data-choose]").dataset;

function random(list) {
  return list[crypto.getRandomValues(new Uint32Array(1))[0] % list.length];
}

const slug = choose === "today" ? ofDay(slugs, createClock(globalThis).today()) : random(untried(slugs, load().tried));
location.replace(`/try/${slug}`);
