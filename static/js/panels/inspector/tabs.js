/** The tabs of the inspector: links to pages of their own, which a plain click shows here. */
import { el, setAttr } from "../../el.js";
import { t } from "../../i18n.js";
import { pageUrl } from "./addresses.js";

const TABS = ["why", "describe", "events", "yaml", "room", "history"];
const OF_PODS = new Set(["room"]); // tabs that only a pod has
const QUEUE = "queue"; // the queue is a tab where the screen is narrow

/** Whether a click asks for the link itself: in a new tab or window. */
export function opensElsewhere(event) {
  return event.metaKey || event.ctrlKey || event.shiftKey || Boolean(event.button);
}

/** The tab that is shown of a subject where `name` is chosen: a node or Service has no space for pods like it. */
export const tabOf = (name, subject) => (OF_PODS.has(name) && !subject?.pod ? "why" : name);

export function createTabs({ run, onChoose }) {
  const links = new Map();
  const element = el("nav.tabs", { "aria-label": t("ui.tab.label") }, ["why", QUEUE, ...TABS.slice(1)].map((name) => {
    const link = el(`a.tab-${name}`, {
      href: "#inspector",
      text: t(`ui.tab.${name}`),
      onclick: (event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        onChoose(name);
      },
    });
    links.set(name, link);
    return link;
  }));
  return {
    element,
    knows: (name) => links.has(name),
    render(chosen, subject, at) {
      for (const [name, link] of links) {
        link.hidden = name !== tabOf(name, subject);
        setAttr(link, "aria-current", name === chosen ? "page" : null);
        if (name !== QUEUE && subject) setAttr(link, "href", pageUrl(run(), subject, name, at));
      }
    },
    setCount(n) {
      links.get(QUEUE).replaceChildren(t("ui.tab.queue"), el("span.tag", { text: String(n) }));
    },
  };
}
