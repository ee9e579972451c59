/** What the owner may do to the cluster: small dialogs, one table of kinds. Who may not act is offered a fork. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
const SHORT_GRACE = 5;

/** Choices of a grace period: [value, word, seconds]; "" asks for the pod's own. Pure. */
export function gracesOf(rules) {
  const seconds = [rules.defaultGraceSeconds, SHORT_GRACE].map((n) => [String(n), "ui.act.grace_seconds", n]);
  return [
    ["", "ui.act.grace_default", 0],
    ...seconds,
    [String(rules.nowGraceSeconds), "ui.act.grace_now", rules.nowGraceSeconds],
    ["force", "ui.act.grace_force", rules.forceGraceSeconds],
  ];
}

function objectOf(pod) {
  return { kind: "Pod", namespace: pod.ns, name: pod.name };
}

/** "Deployment/web" or "ReplicaSet/web-x" and the pod's namespace → reference of what can be scaled, or null. Pure. */
export function scalable(pod, workloads) {
  if (!pod.owner) return null;
  const [kind, name] = pod.owner.split("/");
  const known = [...workloads.values()];
  const key = `${pod.ns}/${name}`;
  const deployment = known.find((w) => w.kind === "Deployment" && (key === w.key || key.startsWith(`${w.key}-`)));
  const own = known.find((w) => w.kind === kind && w.key === key);
  const found = deployment ?? own;
  return found
    ? {
        kind: found.kind,
        namespace: pod.ns,
        name: found.key.slice(found.key.indexOf("/") + 1),
        replicas: found.replicas,
      }
    : null;
}

/** `more` = {node(node), pod(pod), forceDelete(pod)}: what other panels offer beside these. */
export function createActions({ host, player, fork, tell, more = () => null }) {
  function close(dialog) {
    dialog.close();
    dialog.remove();
  }

  /** A dialog with fields; `make()` gives the input to send, or null where `instead()` comes in its place. */
  function ask({ title, body, submit, danger = false, make, instead = null }) {
    const id = "dlg-title";
    const wrong = el("p.dlg-wrong", { role: "alert", hidden: true });
    const go = el(`button.btn.${danger ? "danger" : "pri"}`, { type: "submit", text: submit });
    const dialog = el("dialog.act", { "aria-labelledby": id });
    const form = el(
      "form",
      {
        method: "dialog",
        onsubmit: async (event) => {
          event.preventDefault();
          const input = make();
          if (!input) {
            close(dialog);
            instead?.();
            return;
          }
          go.disabled = true;
          const result = await player.tryInput(input);
          go.disabled = false;
          if (result.ok) {
            close(dialog);
            return;
          }
          wrong.hidden = false;
          const { error } = result;
          const where = error.line ? `${t("ui.act.at_line", { line: error.line })}: ` : "";
          wrong.replaceChildren(el("b", { text: where }), error.message ? say(error.message) : t("ui.error.offline"));
        },
      },
      el("h2", { id, text: title }),
      body,
      wrong,
      el(
        "div.dlg-row",
        null,
        el("button.btn", { type: "button", text: t("ui.act.cancel"), onclick: () => close(dialog) }),
        go,
      ),
    );
    dialog.append(form);
    host.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
  }

  const field = (word, input) => el("label.field", null, el("span", { text: t(word) }), input);
  const text = (name, value = "", extra = {}) =>
    el("input", { type: "text", name, value, autocomplete: "off", spellcheck: "false", ...extra });

  /** Inputs go in at the newest step by those who may: else say what else there is. */
  function guarded(run) {
    const s = player.state;
    if (s.run?.canAct && player.atHead && !s.into) {
      run();
      return;
    }
    if (!s.run?.canAct) {
      fork();
      return;
    }
    const dialog = el(
      "dialog.act",
      { "aria-labelledby": "dlg-title" },
      el("h2", { id: "dlg-title", text: t("ui.act.newest", { at: s.model.seq, head: s.head }) }),
      el(
        "div.dlg-row",
        null,
        el("button.btn", { type: "button", text: t("ui.act.cancel"), onclick: () => close(dialog) }),
        el("button.btn", { type: "button", text: t("ui.act.fork_here"), onclick: () => fork() }),
        el("button.btn.pri", {
          type: "button",
          text: t("ui.act.go_newest"),
          onclick: () => {
            close(dialog);
            player.seek(player.state.head);
          },
        }),
      ),
    );
    host.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
  }

  const send = (input) => guarded(async () => {
    const { ok, error } = await player.tryInput(input);
    if (!ok) tell(error.message ? say(error.message) : t("ui.error.offline"), "wrong");
  });

  const apply = () => guarded(() => {
    const area = el("textarea", { name: "yaml", rows: 14, spellcheck: "false", "aria-label": "YAML", required: true });
    ask({
      title: t("ui.act.apply_title"),
      submit: t("ui.act.apply"),
      body: [el("p.small.ink2", { text: t("ui.act.apply_hint") }), area],
      make: () => ({ kind: "apply", yaml: area.value }),
    });
  });

  const remove = (pod) => guarded(() => {
    const radios = gracesOf(player.state.model.rules).map(([value, word, n], i) => el("label.choice", null,
      el("input", { type: "radio", name: "grace", value, checked: i === 0 }), t(word, { n })));
    ask({
      title: t("ui.act.delete_title", { name: pod.name }),
      submit: t("ui.act.do_delete", { name: pod.name }),
      danger: true,
      body: el("fieldset.choices", null, el("legend", { text: t("ui.act.grace") }), radios),
      make() {
        const value = radios.map((r) => r.firstChild).find((r) => r.checked).value;
        const force = value === "force";
        if (force) return null;
        return {
          kind: "delete",
          object: objectOf(pod),
          gracePeriodSeconds: value === "" ? null : Number(value),
          force,
        };
      },
      instead: () => more()?.forceDelete(pod),
    });
  });

  const taint = (node) => guarded(() => {
    const [key, value] = [text("key", "", { required: true }), text("value")];
    const effect = el("select", { name: "effect" }, EFFECTS.map((e) => el("option", { value: e, text: e })));
    ask({
      title: t("ui.act.taint_title", { name: node.name }),
      submit: t("ui.act.taint"),
      body: [field("ui.act.key", key), field("ui.act.value", value), field("ui.act.effect", effect)],
      make: () => ({ kind: "taint", node: node.name, key: key.value, value: value.value, effect: effect.value }),
    });
  });

  const label = (object) => guarded(() => {
    const [key, value] = [text("key", "", { required: true }), text("value")];
    ask({
      title: t("ui.act.label_title", { name: object.name }),
      submit: t("ui.act.label"),
      body: [
        field("ui.act.key", key),
        field("ui.act.value", value),
        el("p.small.dim", { text: t("ui.act.label_hint") }),
      ],
      make: () => ({ kind: "label", object, labels: { [key.value]: value.value === "" ? null : value.value } }),
    });
  });

  const scale = (target) => guarded(() => {
    const replicas = el("input", {
      type: "number",
      name: "replicas",
      min: 0,
      max: 1000,
      step: 1,
      value: target.replicas,
      required: true,
    });
    const { replicas: _, ...object } = target;
    ask({
      title: t("ui.act.scale_title", { name: `${target.kind} ${target.name}` }),
      submit: t("ui.act.scale"),
      body: field("ui.act.replicas", replicas),
      make: () => ({ kind: "scale", object, replicas: Number(replicas.value) }),
    });
  });

  const button = (word, run, kind = "") =>
    el(`button.btn.small${kind}`, { type: "button", onclick: run, text: t(word) });

  return {
    apply,
    // for panels that offer more
    ask, field, send, guarded, text,
    /** Buttons for what is chosen. */
    bar(model, chosen, canAct) {
      if (!canAct) return [el("button.btn.small", { type: "button", onclick: fork }, icon("fork"), t("ui.act.fork"))];
      const node = chosen.node ? model.nodes.get(chosen.node) : null;
      if (node) {
        return [
          node.cordoned
            ? button("ui.act.uncordon", () => send({ kind: "uncordon", node: node.name }))
            : button("ui.act.cordon", () => send({ kind: "cordon", node: node.name })),
          button("ui.act.taint", () => taint(node)),
          ...(node.taints ?? [])
            .filter((x) => !x.key.startsWith("node.kubernetes.io/"))
            .slice(0, 3)
            .map((x) =>
              el(
                "button.btn.small",
                {
                  type: "button",
                  title: `${x.key}:${x.effect}`,
                  onclick: () => send({ kind: "untaint", node: node.name, key: x.key, effect: x.effect }),
                },
                `${t("ui.act.untaint")} ${x.key}`,
              ),
            ),
          button("ui.act.label", () => label({ kind: "Node", name: node.name })),
          ...(more()?.node(node) ?? []),
        ];
      }
      const pod = chosen.pod ? model.pods.get(chosen.pod) : null;
      const out = [];
      if (pod) {
        const target = scalable(pod, model.workloads);
        out.push(button("ui.act.label", () => label(objectOf(pod))));
        if (target) out.push(button("ui.act.scale", () => scale(target)));
        out.push(...(more()?.pod?.(pod) ?? []));
        out.push(button("ui.act.delete", () => remove(pod)));
      }
      return out;
    },
    toggleScheduler: () => send({ kind: "scheduler", running: !(player.state.model?.scheduler?.running ?? true) }),
  };
}
