/** The console beside the board: it stands below it, and is fetched when it is first opened. */
import { fetchInTime } from "../net/http.js";
import { createConsole } from "./console.js";

async function styled(href) {
  const sheet = document.createElement("link");
  Object.assign(sheet, { rel: "stylesheet", href });
  const loaded = new Promise((done) => {
    sheet.addEventListener("load", done);
    sheet.addEventListener("error", done);
  });
  document.head.append(sheet);
  await loaded;
}

async function fetched(link) {
  const [response] = await Promise.all([
    fetchInTime(link.href, { headers: { "HX-Request": "true" } }),
    styled(link.dataset.style),
  ]);
  if (!response.ok) throw new TypeError(`the console is not there: ${response.status}`);
  const made = document.createElement("template");
  made.innerHTML = await response.text();
  return made.content.firstElementChild;
}

/** Returns what opens and closes the console, {toggle()}. `link` leads to its page; for `hooks` see `createConsole`. */
export async function createDock(link, hooks) {
  const root = await fetched(link);
  root.classList.add("docked");
  root.hidden = true;
  document.querySelector(".app").after(root);
  const console = createConsole(root, hooks);

  function set(open) {
    root.hidden = !open;
    document.body.classList.toggle("with-console", open);
    link.setAttribute("aria-expanded", String(open));
    if (open) console.focus();
    else {
      console.interrupt();
      link.focus();
    }
  }

  const close = root.querySelector("[data-part=close]");
  close.hidden = false;
  close.addEventListener("click", () => set(false));
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !root.querySelector("dialog[open]")) {
      event.stopPropagation();
      set(false);
    }
  });
  return { toggle: () => set(root.hidden) };
}
