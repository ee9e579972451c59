/** The control plane in the dialog of faults: a part is stopped, started or runs twice; optional actors come and go. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { field } from "../actions/asking.js";

const ALONE = "controller-manager"; // runs no second time here

/** What can be done with one part: [[word, input], …]. Pure. */
export function partInputs(component, { network, scheduler }) {
  const stopped = component === "scheduler" && scheduler?.running === false;
  const down = Boolean(network?.down.includes(component)) || stopped;
  const inputs = [
    down
      ? ["ui.fault.component_start", { kind: "start", component }]
      : ["ui.fault.component_stop", { kind: "crash", component }],
  ];
  if (component === ALONE) return inputs;
  const second = Boolean(network?.second.includes(component));
  const word = second ? "ui.fault.component_second_stop" : "ui.fault.component_second";
  return [...inputs, [word, { kind: "second", component, running: !second }]];
}

/** `give(input)` gives an input and closes the dialog. */
export function controlPlane(model, give) {
  const { network, rules } = model;
  const button = (text, input) => el("button.btn", { type: "button", text, onclick: () => give(input) });
  const buttons = el("span.row");
  const options = rules.controlPlane.map((name) => el("option", { value: name, text: name }));
  const select = el("select", { name: "part", onchange: draw }, options);
  function draw() {
    buttons.replaceChildren(...partInputs(select.value, model).map(([word, input]) => button(t(word), input)));
  }
  draw();
  const actors = rules.optionalActors.map((name) => {
    const running = Boolean(network?.extra.includes(name));
    const words = t(running ? "ui.fault.actor_stop" : "ui.fault.actor_start", { name });
    return button(words, { kind: "actor", name, running: !running });
  });
  return [
    el("h3", { text: t("ui.fault.component") }),
    el("p.small.ink2", { text: t("ui.fault.component_says") }),
    el("div.fault-part", null, field("ui.fault.component_label", select), buttons),
    el("h3", { text: t("ui.fault.actor") }),
    el("div.fault-part", null, actors),
  ];
}
