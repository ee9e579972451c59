/** What who may act can tell the processes of a pod: probes fail or succeed, how long it takes to end, a crash. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { field } from "../../dialog.js";

const PROBES = ["startup", "liveness", "readiness"];
const ANSWERS = [["", "as_is"], ["false", "fails"], ["true", "succeeds"]];
const SECONDS = [["exitsAfterSigterm", "ui.behave.exits"], ["preStopSeconds", "ui.behave.hook"]];

/**
 * The input, or null where nothing was said. `values` = {container, probes: {name: "" | "true" | "false"}, seconds:
 *   {name: text}, crash: text}. Pure.
 */
export function behaveInput(pod, values) {
  const changes = {};
  for (const [name, value] of Object.entries(values.probes)) if (value) changes[name] = value === "true";
  for (const [name, value] of Object.entries(values.seconds)) if (value.trim() !== "") changes[name] = Number(value);
  if (values.crash.trim() !== "") changes.crash = Number(values.crash);
  return Object.keys(changes).length
    ? { kind: "behave", pod: pod.key, ...(values.container ? { container: values.container } : {}), ...changes }
    : null;
}

const choice = (name, options) =>
  el("select", { name }, options.map(([value, words]) => el("option", { value, text: words })));

const amount = (name, attributes) =>
  el("input", { type: "number", name, min: 0, placeholder: t("ui.behave.as_is"), ...attributes });

const valuesOf = (inputs) => Object.fromEntries(inputs.map((input) => [input.name, input.value]));

/** The fields for one pod: {element, values()}. `rules` hold the most that they take. */
export function createFields(pod, { mostInputSeconds, mostExitCode }) {
  const names = pod.containers.map((container) => container.name);
  const container = choice("container", [["", t("ui.behave.all")], ...names.map((name) => [name, name])]);
  const answers = ANSWERS.map(([value, word]) => [value, t(`ui.behave.${word}`)]);
  const probes = PROBES.map((name) => choice(name, answers));
  const seconds = SECONDS.map(([name]) => amount(name, { max: mostInputSeconds, step: "any" }));
  const crash = amount("crash", { max: mostExitCode, step: 1 });
  return {
    element: [
      names.length > 1 ? field("ui.behave.container", container) : null,
      el("div.probes", null, probes.map((select) => field(`ui.behave.${select.name}`, select))),
      ...SECONDS.map(([, word], i) => field(word, seconds[i])),
      field("ui.behave.crash", crash),
      el("p.small.dim", { text: t("ui.behave.hint") }),
    ].filter(Boolean),
    values: () => ({
      container: container.value, probes: valuesOf(probes), seconds: valuesOf(seconds), crash: crash.value,
    }),
  };
}

/** Asks what the processes of a pod are to do. */
export function askBehaviour(actions, pod, rules) {
  const fields = createFields(pod, rules);
  actions.ask({
    title: t("ui.behave.title", { name: pod.name }),
    submit: t("ui.behave.do"),
    body: fields.element,
    make: () => behaveInput(pod, fields.values()),
  });
}
