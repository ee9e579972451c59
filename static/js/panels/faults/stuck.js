/**
 * The inspector's part about what is broken: why a pod cannot end and what can be done, safest first; the machine
 * behind a node.
 */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { parts, say, t } from "../../i18n.js";
import { besideStatus, shortTime, signsOf } from "../../board/partition/faults.js";
import { volumesHere } from "../../board/partition/two-truths.js";

const attachment = (disk, node) =>
  t(disk.attached ? "ui.truth.attached" : "ui.truth.not_attached", { volume: disk.volume, node: node.name });

const writers = (disk) =>
  disk.writers.length ? t("ui.truth.writer", { pod: disk.writers }) : t("ui.truth.no_writer");

const strong = (message) =>
  parts(message.id, message.args ?? {}).map((p) => (typeof p === "string" ? p : el("b", { text: p.text })));

/** Seconds that run down where they stand; `tick` writes them. */
function countdown(to, word) {
  return el("span.tn", { "data-until": to, "data-word": word });
}

export function tickCountdowns(root, now) {
  for (const element of root.querySelectorAll("[data-until]")) {
    const text = t(element.dataset.word, { time: shortTime(Math.max(0, Number(element.dataset.until) - now)) });
    if (element.textContent !== text) element.textContent = text;
  }
}

function blocked(timers) {
  if (!timers.length) return null;
  return el(
    "section",
    null,
    el("h3", { text: t("ui.stuck.blocked") }),
    el(
      "ul.waits",
      null,
      timers.map((timer) =>
        el(
          "li",
          null,
          icon("clock"),
          timer.kind === "detach"
            ? el("span", null, strong({ id: "ui.stuck.detach", args: { volume: timer.volume, node: timer.node } }))
            : el("span", null, strong(timer.why)),
          countdown(timer.to, timer.kind === "detach" ? "ui.stuck.force_in" : "ui.stuck.until"),
        ),
      ),
    ),
  );
}

/** One step of the ladder; a step that can be done is a button. */
function rung(step, i, subject, faults, canAct) {
  const words = t(`ui.stuck.${step.step}`, step.args);
  const asks = {
    fence: () => faults.fence(subject.node),
    delete_node: () => faults.removeNode(subject.node),
    force_delete: () => faults.forceDelete(subject.pod),
  };
  const run = step.input ? () => faults.give(step.input) : asks[step.ask];
  return el(
    `li${step.level === "bad" ? ".worst" : ""}`,
    { "data-rung": step.step },
    el(`span.ln.${step.level}`, { text: String(i + 1) }),
    run && canAct
      ? el(`button.btn${step.level === "bad" ? ".danger" : ""}`, { type: "button", text: words, onclick: run })
      : el("span.lad-do", { text: words }),
    el("span.ink2", { text: t(`ui.stuck.${step.reason}`, step.reasonArgs) }),
  );
}

function waits(pod, model, cause) {
  if (cause === "finalizers") {
    return el(
      "div.block",
      null,
      icon("lock"),
      el(
        "span",
        null,
        el("b", { text: t("ui.stuck.finalizers", { finalizers: pod.leaving.finalizers }) }),
        " ",
        t("ui.stuck.finalizers_says"),
      ),
    );
  }
  const owner = pod.owner?.split("/")[0] ?? "";
  const says =
    owner === "StatefulSet" ? t("ui.stuck.waits_set_says", { owner, pod: pod.name }) : t("ui.stuck.waits_kubelet_says");
  return el(
    "div.block",
    null,
    icon("clock"),
    el("span", null, el("b", { text: t("ui.stuck.waits_kubelet", { node: pod.node }) }), " ", says),
  );
}

/** Sections about a pod, below its heading. */
export function podTroubles(key, model, now, faults, canAct) {
  const pod = model.pods.get(key);
  const out = [];
  for (const process of model.processes.values()) {
    if (process.pod === key && process.ghost)
      out.push(
        el(
          "div.block",
          null,
          icon("ghost"),
          el("span", null, strong({ id: "ui.stuck.ghost", args: { pod: process.name, node: process.node } })),
        ),
      );
  }
  if (!pod) return out;
  const { cause = null, outdated = null, ladder = [] } = model.stuck.get(key) ?? {};
  if (cause) {
    const beside = besideStatus(outdated, now);
    out.push(
      el(
        "p.row.small",
        null,
        el("span.tag.bad", { text: pod.state }),
        beside ? el("span.ink2", { text: say(beside) }) : null,
        el("span.sp"),
        pod.owner ? el("span.dim", { text: pod.owner.replace("/", " ") }) : null,
      ),
      waits(pod, model, cause),
    );
  }
  out.push(blocked([...model.timers.values()].filter((timer) => timer.holds.includes(key))));
  if (cause === "kubelet") {
    const node = model.nodes.get(pod.node);
    out.push(
      el(
        "section",
        null,
        el("h3", { text: t("ui.stuck.ladder") }),
        el(
          "ol.lad",
          null,
          ladder.map((step, i) => rung(step, i, { pod, node }, faults, canAct)),
        ),
      ),
    );
  }
  if (cause && canAct && pod.leaving.finalizers.length) {
    out.push(
      el(
        "section",
        null,
        el("h3", { text: t("ui.stuck.remove_finalizer_says") }),
        pod.leaving.finalizers.map((name) =>
          el("button.btn.small", {
            type: "button",
            text: t("ui.stuck.remove_finalizer", { finalizer: name }),
            onclick: () => faults.removeFinalizer(pod, name),
          }),
        ),
      ),
    );
  }
  return out.filter(Boolean);
}

/** Conditions that say the same, together: [[types, one of them]]. */
function sameConditions(conditions) {
  const groups = new Map();
  for (const condition of conditions) {
    const key = `${condition.status} ${condition.reason} ${condition.message}`;
    if (groups.has(key)) groups.get(key)[0].push(condition.type);
    else groups.set(key, [[condition.type], condition]);
  }
  return [...groups.values()];
}

/** Sections about the machine behind a node. */
export function nodeTroubles(node, model, faults, canAct) {
  const out = [];
  const signs = signsOf(node);
  const conditions = (node.conditions ?? []).filter(
    (condition) => condition.type === "Ready" || condition.status !== "False",
  );
  if (signs.length)
    out.push(
      el(
        "section.machine-state",
        null,
        el("h3", { text: t("ui.node.machine") }),
        el(
          "ul.signs",
          null,
          signs.map(({ icon: sign, kind, message }) =>
            el(`li.tag${kind ? `.${kind}` : ""}`, null, icon(sign), say(message)),
          ),
        ),
      ),
    );
  if (conditions.length) {
    out.push(
      el(
        "section",
        null,
        el("h3", { text: t("ui.node.conditions") }),
        sameConditions(conditions).map(([types, condition]) =>
          el(
            "p.small",
            null,
            el("b", { text: `${types.join(", ")} ${condition.status}` }),
            ` · ${condition.reason} · `,
            el("span.mono", { text: condition.message }),
          ),
        ),
      ),
    );
  }
  const drain = model.drains.get(node.name);
  if (drain) {
    out.push(
      el(
        "section",
        null,
        el("h3", { text: t("ui.node.drain") }),
        el("p.small", {
          text: drain.done
            ? (drain.error ?? t("ui.node.drain_done"))
            : t("ui.node.drain_left", { n: drain.left.length }),
        }),
        drain.done
          ? null
          : el(
              "ul.waits",
              null,
              drain.left.map((key) => {
                const wait = drain.waiting.find((each) => each.pod === key);
                return el(
                  "li",
                  null,
                  icon(wait ? "clock" : "arrow"),
                  el(
                    "span",
                    null,
                    el("button.link", { type: "button", "data-choose": key, text: key.slice(key.indexOf("/") + 1) }),
                    wait
                      ? el("span.ink2", { text: ` ${typeof wait.why === "string" ? wait.why : say(wait.why)}` })
                      : null,
                  ),
                );
              }),
            ),
      ),
    );
  }
  const disks = volumesHere(node, model);
  if (disks.length && (model.network || node.apart || signs.length)) {
    out.push(
      el(
        "section",
        null,
        el("h3", { text: t("ui.node.volumes") }),
        el(
          "ul.waits",
          null,
          disks.map((disk) =>
            el(
              "li",
              null,
              icon("disk"),
              el(
                "span",
                null,
                el("b", { text: disk.claim }),
                ` ${attachment(disk, node)}, ${writers(disk)}`,
              ),
              canAct && disk.attached
                ? el("button.btn.small.tn", {
                    type: "button",
                    text: t("ui.node.break"),
                    "aria-label": `${t("ui.node.break")} ${disk.volume}`,
                    onclick: () => faults.breakOff(disk.volume, node),
                  })
                : null,
            ),
          ),
        ),
      ),
    );
  }
  const timers = [...model.timers.values()].filter((timer) => timer.node === node.name && !timer.pod);
  if (timers.length)
    out.push(
      el(
        "section",
        null,
        el("h3", { text: t("ui.node.timers") }),
        el(
          "ul.waits",
          null,
          timers.map((timer) =>
            el("li", null, icon("clock"), el("span", null, strong(timer.why)), countdown(timer.to, "ui.stuck.until")),
          ),
        ),
      ),
    );
  return out;
}

/** What these sections are drawn from: they are drawn anew when it differs. */
export function troubleMarks(model) {
  return [model.nodes, model.timers, model.processes, model.network, model.drains, model.identities, model.stuck];
}
