/** Dialogs of inputs that have fields: delete, taint, label, scale. Each gets what `createInputDialogs` returns. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { field } from "../../dialog.js";
import { numberField, radioFields, textField } from "./fields.js";
import { objectOf } from "./input-dialog.js";

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

/** `byForce()` asks about deleting by force, which has a dialog of its own. */
export function askDelete({ ask }, pod, rules, byForce) {
  const choices = gracesOf(rules).map(([value, word, n]) => [value, t(word, { n })]);
  const grace = radioFields("grace", t("ui.act.grace"), choices);
  ask({
    title: t("ui.act.delete_title", { name: pod.name }),
    submit: t("ui.act.do_delete", { name: pod.name }),
    danger: true,
    body: grace.element,
    make() {
      const value = grace.value();
      if (value === "force") return null;
      const gracePeriodSeconds = value === "" ? null : Number(value);
      return { kind: "delete", object: objectOf(pod), gracePeriodSeconds, force: false };
    },
    instead: byForce,
  });
}

export function askTaint({ ask }, node, { taintEffects }) {
  const [key, value] = [textField("key", { required: true }), textField("value")];
  const effects = taintEffects.map((effect) => el("option", { value: effect, text: effect }));
  const effect = el("select", { name: "effect" }, effects);
  ask({
    title: t("ui.act.taint_title", { name: node.name }),
    submit: t("ui.act.taint"),
    body: [field("ui.act.key", key), field("ui.act.value", value), field("ui.act.effect", effect)],
    make: () => ({ kind: "taint", node: node.name, key: key.value, value: value.value, effect: effect.value }),
  });
}

export function askLabel({ ask }, object) {
  const [key, value] = [textField("key", { required: true }), textField("value")];
  const hint = el("p.small.dim", { text: t("ui.act.label_hint") });
  ask({
    title: t("ui.act.label_title", { name: object.name }),
    submit: t("ui.act.label"),
    body: [field("ui.act.key", key), field("ui.act.value", value), hint],
    make: () => ({ kind: "label", object, labels: { [key.value]: value.value === "" ? null : value.value } }),
  });
}

export function askScale({ ask }, { replicas, ...object }, { mostReplicas }) {
  const replicasField = numberField("replicas", { min: 0, max: mostReplicas, step: 1, value: replicas });
  ask({
    title: t("ui.act.scale_title", { name: `${object.kind} ${object.name}` }),
    submit: t("ui.act.scale"),
    body: field("ui.act.replicas", replicasField),
    make: () => ({ kind: "scale", object, replicas: Number(replicasField.value) }),
  });
}
