/** The plan on the desk: which item is on, its note, how late it is; and the plan as a text to write. */
import { openForm } from "../../dialog.js";
import { button, el, setAttr, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { readPlan, standing, writePlan } from "./plan.js";

/** How the clock is said. Pure but for the language. */
function lateness({ late, elapsed, of }) {
  if (late === null) return t("ui.room.plan_of", { n: of });
  if (late > 0) return t("ui.room.behind", { n: late });
  return late < 0 ? t("ui.room.ahead", { n: -late }) : t("ui.room.on_time", { n: elapsed, of });
}

/** Returns {element, render(state), tick(nowMs)}; `command` sends. */
export function createPlanPanel({ command }) {
  const clock = el("p.plan-clock.tn", { role: "status" });
  const list = el("ol.plan-items");
  const note = el("div.plan-note");
  const start = button("btn.pri", null, () => go(0, true));
  const next = button("btn", t("ui.room.plan_next"), () => go(plan.item + 1));
  const write = button("btn", t("ui.room.plan_write"), edit);
  const element = el("div.plan", {}, clock, list, note, el("div.row.wrap-row", {}, start, next, write));
  let plan = null;
  let drawn = null;

  function go(item, started = false) {
    command({ do: "clock", item, ...(started ? { started: true } : {}) });
  }

  function edit() {
    const text = el("textarea", { name: "plan", rows: 14, maxlength: 20_000, "aria-label": t("ui.room.plan") });
    text.value = writePlan(plan.items);
    openForm({
      title: t("ui.room.plan"), wide: true, go: t("ui.room.keep"),
      body: [el("p.ink2", { text: t("ui.room.plan_how") }), text],
      async submit(data) {
        const { answer } = await command({ do: "plan", items: readPlan(data.get("plan")) });
        return Boolean(answer);
      },
    });
  }

  return {
    element,
    render({ plan: lesson }) {
      if (!lesson || lesson === drawn) return;
      plan = drawn = lesson;
      list.replaceChildren(...lesson.items.map(({ title, minutes }, k) => {
        const entry = button("plan-item", null, () => go(k), null,
          el("span", { text: title }), el("span.ink2.tn", { text: t("ui.learn.minutes", { n: minutes }) }));
        setAttr(entry, "aria-current", k === lesson.item ? "step" : null);
        return el("li", {}, entry);
      }));
      const { note: text = "" } = lesson.items[lesson.item] ?? {};
      note.replaceChildren(...text.split("\n").filter(Boolean).map((line) => el("p", { text: line })));
      note.hidden = !text;
      setText(start, t(lesson.startedMs === null ? "ui.room.plan_start" : "ui.room.plan_again"));
      start.classList.toggle("pri", lesson.startedMs === null);
      next.disabled = lesson.item + 1 >= lesson.items.length;
      clock.hidden = start.hidden = next.hidden = !lesson.items.length;
    },
    tick(nowMs) {
      if (!plan) return;
      const now = standing(plan, nowMs);
      setText(clock, lateness(now));
      clock.classList.toggle("is-late", now.late > 0);
    },
  };
}
