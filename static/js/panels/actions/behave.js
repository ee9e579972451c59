/** What who may act can tell the processes of a pod: probes fail or succeed, how long it takes to end, a crash. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { field } from "./asking.js";

const PROBES = ["startup", "liveness", "readiness"];
const SECONDS = [["exitsAfterSigterm", "ui.behave.exits"], ["preStopSeconds", "ui.behave.hook"]];

/**
 * The input, or null where nothing was said. `said` = {container, probes: {name: "" | "true" | "false"}, seconds:
 *   {name: text}, crash: text}. Pure.
 */
export function behaveInput(pod, said) {
  const changes = {};
  for (const [name, value] of Object.entries(said.probes)) if (value) changes[name] = value === "true";
  for (const [name, value] of Object.entries(said.seconds)) if (value.trim() !== "") changes[name] = Number(value);
  if (said.crash.trim() !== "") changes.crash = Number(said.crash);
  return Object.keys(changes).length
    ? { kind: "behave", pod: pod.key, ...(said.container ? { container: said.container } : {}), ...changes }
    : null;
}

export function createBehave(actions, player) {
  function open(key) {
    actions.guarded(() => {
      const { rules } = player.state.model;
      const pod = player.state.model.pods.get(key); // as it is now, not when its button was made
      if (!pod) return;
      const names = (pod.containers ?? []).map((c) => c.name);
      const container = el(
        "select",
        { name: "container" },
        el("option", { value: "", text: t("ui.behave.all") }),
        names.map((name) => el("option", { value: name, text: name })),
      );
      const probes = PROBES.map((name) => [
        name,
        el(
          "select",
          { name },
          [
            ["", "as_is"],
            ["false", "fails"],
            ["true", "succeeds"],
          ].map(([value, word]) => el("option", { value, text: t(`ui.behave.${word}`) })),
        ),
      ]);
      const seconds = SECONDS.map(([name, word]) => [
        name,
        word,
        el("input", {
          type: "number",
          name,
          min: 0,
          max: rules.mostInputSeconds,
          step: "any",
          placeholder: t("ui.behave.as_is"),
        }),
      ]);
      const crash = el("input", {
        type: "number",
        name: "crash",
        min: 0,
        max: rules.mostExitCode,
        step: 1,
        placeholder: t("ui.behave.as_is"),
      });
      actions.ask({
        title: t("ui.behave.title", { name: pod.name }),
        submit: t("ui.behave.do"),
        body: [
          names.length > 1 ? field("ui.behave.container", container) : null,
          el(
            "div.probes",
            null,
            probes.map(([name, select]) => field(`ui.behave.${name}`, select)),
          ),
          seconds.map(([, word, input]) => field(word, input)),
          field("ui.behave.crash", crash),
          el("p.small.dim", { text: t("ui.behave.hint") }),
        ]
          .flat()
          .filter(Boolean),
        make: () =>
          behaveInput(pod, {
            container: container.value,
            probes: Object.fromEntries(probes.map(([name, select]) => [name, select.value])),
            seconds: Object.fromEntries(seconds.map(([name, , input]) => [name, input.value])),
            crash: crash.value,
          }),
      });
    });
  }
  return {
    /** Buttons beside those of every pod. */
    pod: (pod) =>
      pod.node && pod.holds
        ? [el("button.btn.small", { type: "button", onclick: () => open(pod.key), text: t("ui.behave.open") })]
        : [],
  };
}
