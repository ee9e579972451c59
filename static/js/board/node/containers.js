/** Containers of a pod that are not ordinary: a strip of signs on its card, a list in the inspector. */
import { el, setAttr, setClass, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { ring } from "./ring.js";

const MOST_SIGNS = 8;

/** Seconds until a crashed container is started again: {left, whole} or null. Pure. */
export function backoffOf(containers, now) {
  const next = containers
    .filter((c) => c.backoff && c.backoff.to > now)
    .sort((a, b) => a.backoff.to - b.backoff.to)[0];
  return next
    ? { left: next.backoff.to - now, whole: Math.max(1, next.backoff.to - next.backoff.from), name: next.name }
    : null;
}

const restarts = (containers) => containers.reduce((sum, c) => sum + c.restarts, 0);

/** The state of one container in words. */
export function stateText(container) {
  const state = t(`ui.ctr.${container.standing}`);
  return container.reason && container.reason !== "Completed" ? container.reason : state;
}

const stateOf = (c) => t("ui.text_of", { name: c.name, text: stateText(c) });

/** All of it in words, for who cannot see the strip. */
export function stripWords(pod) {
  return (pod.containers ?? [])
    .map((c) => {
      const standing = c.restarts ? [stateText(c), t("ui.ctr.restarts", { n: c.restarts })] : stateText(c);
      return t("ui.text_of", { name: c.name, text: standing });
    })
    .join("; ");
}

/** The strip on a pod's card; its ring counts down the back-off. */
export function createStrip() {
  const signs = el("span.cs-signs");
  const count = el("span.cs-n");
  const element = el("span.cs", { hidden: true, "aria-hidden": "true" }, signs, count);
  let circle = null;
  let shown = null;
  let text = "";
  return {
    element,
    update(pod, now, space) {
      const list = pod.containers ?? [];
      element.hidden = list.length === 0 || !space;
      if (element.hidden) {
        shown = null;
        return;
      }
      if (shown !== list) {
        shown = list;
        signs.replaceChildren(...list
          .slice(0, MOST_SIGNS)
          .map((c) => el(`i.c-${c.kind}.s-${c.standing}`, { title: stateOf(c) })));
        const times = restarts(list);
        setText(count, times ? `↻${times}` : "");
        setAttr(element, "title", stripWords(pod));
      }
      this.tick(now, space);
    },
    /** `space` = "ring" where a ring has its place. */
    tick(now, space) {
      const left = shown && space === "ring" ? backoffOf(shown, now) : null;
      if (!left) {
        circle?.remove();
        circle = null;
        return;
      }
      if (!circle) {
        circle = ring();
        setAttr(circle, "class", "ring warn");
        text = "";
        element.append(circle);
      }
      const whole = String(Math.ceil(left.left - 1e-6));
      if (whole !== text) setText(circle.lastChild, (text = whole));
      setAttr(circle.children[1], "stroke-dasharray",
        `${Math.round(Math.min(1, left.left / left.whole) * 1000) / 10} 100`);
    },
    get counting() { return Boolean(shown?.some((c) => c.backoff)); },
  };
}

/** A table of a pod's containers, or null where all are ordinary. */
export function containerList(pod, now) {
  const list = pod.containers ?? [];
  if (!list.length) return null;
  const init = pod.init ? el("span.light", { text: ` ${t("ui.ctr.init", pod.init)}` }) : null;
  return el(
    "section.ctrs",
    null,
    el("h3", null, t("ui.ctr.title"), init),
    el(
      "table",
      null,
      el(
        "tbody",
        null,
        list.map((c) => {
          const sign = el("i", { "aria-hidden": "true" });
          setClass(sign, `c-${c.kind} s-${c.standing}`);
          const back = c.backoff && c.backoff.to > now ? t("ui.ctr.again", { time: Math.round(c.backoff.to) }) : "";
          return el("tr", null, el("th", { scope: "row" }, sign, el("b", { text: c.name })),
            el("td.dim", { text: t(c.kind === "init" ? "ui.ctr.init_kind" : `ui.ctr.${c.kind}`) }),
            el("td", null, stateText(c), back ? el("span.q", { text: back }) : null),
            el("td.n", { text: c.restarts ? t("ui.ctr.restarts", { n: c.restarts }) : "" }));
        }),
      ),
    ),
  );
}
