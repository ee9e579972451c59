/** Faults that have fields: how long a delay is, how far a clock is off, who fences, how to drain. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { field } from "../../dialog.js";
import { numberField, radioFields } from "../actions/fields.js";

const DELAY_S = 5;
const AHEAD_S = 120;

function askDelay({ ask }, node, rules) {
  const seconds = numberField("seconds", { min: 0, max: rules.mostDelaySeconds, step: "any", value: DELAY_S });
  ask({
    title: t("ui.fault.delay"),
    submit: t("ui.fault.delay"),
    body: field("ui.fault.seconds", seconds),
    make: () => ({ kind: "delay", between: [`node/${node.name}`, "api-server"], seconds: Number(seconds.value) }),
  });
}

function askClock({ ask }, node, rules) {
  const most = rules.mostClockSeconds;
  const seconds = numberField("seconds", { min: -most, max: most, step: "any", value: AHEAD_S });
  ask({
    title: t("ui.fault.clock"),
    submit: t("ui.fault.clock"),
    body: field("ui.fault.ahead", seconds),
    make: () => ({ kind: "clock", node: node.name, seconds: Number(seconds.value) }),
  });
}

function askDrain({ ask }, node) {
  const box = (name, word, checked) => {
    const input = el("input", { type: "checkbox", name, checked });
    return { input, element: el("label.choice", null, input, t(word)) };
  };
  const daemons = box("daemons", "ui.fault.daemonsets", true);
  const data = box("data", "ui.fault.empty_dirs", false);
  const force = box("force", "ui.fault.unmanaged", false);
  ask({
    title: t("ui.fault.drain_title", { node: node.name }),
    submit: t("ui.fault.drain"),
    body: el("div.choices", null, [daemons, data, force].map((option) => option.element)),
    make: () => ({
      kind: "drain", node: node.name, ignoreDaemonSets: daemons.input.checked, deleteEmptyDirData: data.input.checked,
      force: force.input.checked, gracePeriodSeconds: null, timeout: 0,
    }),
  });
}

export function askFence({ ask }, node, rules) {
  const choices = rules.fencers.map((by) => [by, t(`ui.fault.fence_${by}`)]);
  const by = radioFields("by", t("ui.fault.fence_by"), choices);
  ask({
    title: t("ui.fault.fence_title", { node: node.name }),
    submit: t("ui.fault.fence"),
    body: by.element,
    make: () => ({ kind: "fence", node: node.name, by: by.value() }),
  });
}

/** By the name that an offer asks for: (dialogs, node, rules). */
export const ASKS = { delay: askDelay, clock: askClock, drain: askDrain, fence: askFence };
