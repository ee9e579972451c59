/** A small picture of a page of podium in a given language, with some of its texts marked: the page itself, inert. */
import { el } from "../el.js";

const RUNS = "script, iframe, noscript, dialog, link";

/** Marks the first place of `text` below `root` and returns the mark; null where no element shows it as a whole. */
export function mark(root, text) {
  const wanted = text.replaceAll(/\s+/g, " ").trim();
  if (!wanted) return null;
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.replaceAll(/\s/g, " ").indexOf(wanted);
    if (at < 0 || node.parentElement.closest("mark, svg")) continue;
    const found = node.splitText(at);
    found.splitText(wanted.length);
    const made = el("mark", { text: found.data });
    found.replaceWith(made);
    return made;
  }
  return null;
}

/** The page at `address` in `language`, without what runs in it. Cookies stay at home: they name another language. */
async function read(address, language) {
  const answer = await fetch(address, { credentials: "omit", headers: { "Accept-Language": language } });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const styles = [...page.querySelectorAll("link[rel=stylesheet]")];
  for (const each of page.querySelectorAll(RUNS)) each.remove();
  return { styles, body: page.body };
}

/** Draws the page into `host` and marks `texts` in it. Returns the marks by text; none when the page does not come. */
export async function drawPage(host, address, language, texts) {
  const page = await read(address, language).catch(() => null);
  if (!page) return new Map();
  const shot = el("div.tr-shot");
  shot.classList.add(...page.body.classList);
  shot.append(...document.importNode(page.body, true).childNodes);
  const root = host.attachShadow({ mode: "open" });
  const own = [...document.querySelectorAll("link[rel=stylesheet]")];
  root.append(...[...page.styles, ...own].map((each) => document.importNode(each)), shot);
  return new Map(texts.map((text) => [text, mark(shot, text)]).filter(([, made]) => made));
}

/** Shows the page behind each of `hosts` once it comes into view; the text whose row has the focus is scrolled to. */
export function showPages(hosts, language) {
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      show(target, language);
    }
  });
  for (const host of hosts) seen.observe(host);
}

async function show(host, language) {
  const group = host.closest(".tr-group");
  const said = (row) => row.querySelector("textarea")?.defaultValue.replaceAll(/\s+/g, " ").trim() ?? "";
  const marks = await drawPage(host, host.dataset.page, language, [...group.querySelectorAll(".tr")].map(said));
  group.addEventListener("focusin", (event) => {
    const row = event.target.closest(".tr");
    const made = row && marks.get(said(row));
    if (!made) return;
    const middle = made.getBoundingClientRect().top - host.getBoundingClientRect().top - host.clientHeight / 2;
    host.scrollTop += middle;
  });
}
