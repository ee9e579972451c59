/** Reads the page's data, starts what it finds, and joins player, board and panels. */
import { joinBar, joinChange } from "./bar-wiring.js";
import { joinBrowser, joinKeys, joinSkips } from "./browser-wiring.js";
import { joinConsole } from "./console-wiring.js";
import { joinHands, joinPanels, joinPhone, joinSearch } from "./panels-wiring.js";
import { joinTime, joinTools, joinWaits } from "./time-wiring.js";
import { createPage } from "./page.js";
import { createServerLine } from "./parts/server-line.js";
import { loadCatalogue } from "../i18n.js";

/** What a lesson, a task or the builder does beside the board; null on other pages. */
async function createArticle(page) {
  const article = document.getElementById("lesson");
  if (!article) return null;
  if (article.dataset.builder) return (await import("../lessons/builder.js")).createBuilder(article, page);
  if (article.dataset.checks) return (await import("../lessons/task.js")).createTask(article, page);
  return (await import("../lessons/lesson.js")).createLesson(article, page);
}

/**
 * Starts the board of a page. `createLine({app, clock, player, tell, beside})` returns where its frames come from and
 * its requests go to, a socket that is not yet connected; `beside(page)` what stands beside the board and goes along
 * with it: {pick(what): whether a click on the board was meant for it, render(), keys?: of its own, for the help}.
 */
export async function start(app, { createLine = createServerLine, beside = createArticle } = {}) {
  await loadCatalogue(app.dataset.catalogue || undefined);
  const page = createPage(app);
  joinTime(page);
  joinPanels(page);
  joinHands(page);
  joinSearch(page);
  joinTools(page);
  page.waits = joinWaits(page);
  joinBar(page);
  joinChange(page);
  joinConsole(page);
  joinKeys(page);
  joinSkips(page);
  joinBrowser(page);
  page.lesson = await beside(page);
  joinPhone(page);
  page.socket = createLine({ app, clock: page.clock, player: page.player, tell: page.tell, beside: page.lesson });
  page.hands.hello();
  const { clock, player, board, socket, travel, inspector, endings, troubles } = page;
  globalThis.podium = {
    clock, player, board, socket, travel, inspector, endings,
    /** Whether all that is to be shown is there. */
    get still() {
      return [player, board, inspector, endings, troubles, page.search, page.phone].every((part) => part.still);
    },
  };
  socket.connect();
}

const app = document.getElementById("board");
if (app && app.dataset.starts !== "elsewhere") start(app);
