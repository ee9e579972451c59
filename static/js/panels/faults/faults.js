/**
 * "Break something": everything that can be broken and mended on a node or in the cluster, each with one plain
 * sentence.
 */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { askDanger } from "../actions/danger.js";
import { breakAttachment, deleteNode, forceDelete } from "../actions/consequences.js";
import { clusterFaults, nodeFaults } from "./fault-list.js";

const GROUPS = ["network", "machine", "objects"];

/** `actions` = {ask, field, send, guarded}; `player` gives the model that is seen. */
export function createFaults({ host, player, actions }) {
  const model = () => player.state.model;
  let open = null;

  function close() {
    open?.close();
  }

  function dialogOf(title, body) {
    close();
    const opener = document.activeElement;
    const dialog = el(
      "dialog.act.breaker",
      { "aria-labelledby": "breaker-title" },
      el("h2", { id: "breaker-title", text: title }),
      body,
      el("form.dlg-row", { method: "dialog" }, el("button.btn.pri", { text: t("ui.act.close") })),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (open === dialog) open = null;
      if (opener?.isConnected && !document.querySelector("dialog[open]")) opener.focus();
    });
    open = dialog;
    host.append(dialog);
    dialog.showModal();
  }

  const asks = {
    delay: (node) => {
      const seconds = el("input", {
        type: "number",
        name: "seconds",
        min: 0,
        max: model().rules.mostDelaySeconds,
        step: "any",
        value: 5,
        required: true,
      });
      actions.ask({
        title: t("ui.fault.delay"),
        submit: t("ui.fault.delay"),
        body: actions.field("ui.fault.seconds", seconds),
        make: () => ({ kind: "delay", between: [`node/${node.name}`, "api-server"], seconds: Number(seconds.value) }),
      });
    },
    clock: (node) => {
      const seconds = el("input", {
        type: "number",
        name: "seconds",
        min: -model().rules.mostClockSeconds,
        max: model().rules.mostClockSeconds,
        step: "any",
        value: 120,
        required: true,
      });
      actions.ask({
        title: t("ui.fault.clock"),
        submit: t("ui.fault.clock"),
        body: actions.field("ui.fault.ahead", seconds),
        make: () => ({ kind: "clock", node: node.name, seconds: Number(seconds.value) }),
      });
    },
    fence: (node) => fence(node),
    drain: (node) => {
      const box = (name, word, checked) =>
        el("label.choice", null, el("input", { type: "checkbox", name, checked }), t(word));
      const boxes = [
        box("daemons", "ui.fault.daemonsets", true),
        box("data", "ui.fault.empty_dirs", false),
        box("force", "ui.fault.unmanaged", false),
      ];
      const on = (i) => boxes[i].firstChild.checked;
      actions.ask({
        title: t("ui.fault.drain_title", { node: node.name }),
        submit: t("ui.fault.drain"),
        body: el("div.choices", null, boxes),
        make: () => ({
          kind: "drain",
          node: node.name,
          ignoreDaemonSets: on(0),
          deleteEmptyDirData: on(1),
          force: on(2),
          gracePeriodSeconds: null,
          timeout: 0,
        }),
      });
    },
    delete_node: (node) => removeNode(node),
  };

  function fence(node) {
    const radios = model().rules.fencers.map((by, i) =>
      el(
        "label.choice",
        null,
        el("input", { type: "radio", name: "by", value: by, checked: i === 0 }),
        t(`ui.fault.fence_${by}`),
      ),
    );
    actions.ask({
      title: t("ui.fault.fence_title", { node: node.name }),
      submit: t("ui.fault.fence"),
      body: el("fieldset.choices", null, el("legend", { text: t("ui.fault.fence_by") }), radios),
      make: () => ({
        kind: "fence",
        node: node.name,
        by: radios.map((r) => r.firstChild).find((r) => r.checked).value,
      }),
    });
  }

  const fenceFirst = (node) =>
    node && node.power !== false && !node.fenced
      ? { word: t("ui.danger.fence_first", { node: node.name }), run: () => fence(node) }
      : null;

  const force = (pod) =>
    actions.guarded(() =>
      askDanger({
        host,
        title: t("ui.danger.force_title", { name: pod.name }),
        warning: model().rules.forceDeleteWarning,
        effect: forceDelete(pod, model()),
        name: pod.name,
        submit: t("ui.danger.do_force"),
        first: fenceFirst(model().nodes.get(pod.node)),
        send: () =>
          player.tryInput({
            kind: "delete",
            object: { kind: "Pod", namespace: pod.ns, name: pod.name },
            gracePeriodSeconds: 0,
            force: true,
          }),
      }),
    );

  const breakOff = (volume, node) =>
    actions.guarded(() =>
      askDanger({
        host,
        title: t("ui.danger.break_title", { volume, node: node.name }),
        effect: breakAttachment(volume, node, model()),
        name: volume,
        submit: t("ui.danger.do_break"),
        first: fenceFirst(node),
        send: () => player.tryInput({ kind: "break-attachment", volume, node: node.name }),
      }),
    );

  const removeNode = (node) =>
    actions.guarded(() =>
      askDanger({
        host,
        title: t("ui.danger.node_title", { node: node.name }),
        effect: deleteNode(node, model()),
        name: node.name,
        submit: t("ui.danger.do_node"),
        first: fenceFirst(node),
        send: () =>
          player.tryInput({
            kind: "delete",
            object: { kind: "Node", name: node.name },
            gracePeriodSeconds: null,
            force: false,
          }),
      }),
    );

  function entry(fault, node) {
    const run = () => {
      close();
      if (fault.input) actions.send(fault.input);
      else actions.guarded(() => asks[fault.ask](node));
    };
    return el(
      `button.fault${fault.kind ? `.${fault.kind}` : ""}`,
      { type: "button", "data-fault": fault.id, onclick: run },
      icon(fault.icon, ""),
      el("b", { text: t(`ui.fault.${fault.id}`, fault.args) }),
      el("span.says", { text: t(`ui.fault.${fault.id}_says`, fault.args) }),
    );
  }

  function ofNode(name) {
    const node = model().nodes.get(name);
    if (!node) return;
    const all = nodeFaults(node, model());
    dialogOf(t("ui.fault.title_node", { node: name }), GROUPS.map((group) => {
      const list = all.filter((fault) => fault.group === group);
      return list.length
        ? [
            el("h3", { text: t(`ui.fault.${group}`) }),
            el(
              "div.faults",
              null,
              list.map((fault) => entry(fault, node)),
            ),
          ]
        : null;
    }));
  }

  /** One part of the control plane: stop, start, a second one. */
  function parts() {
    const { network, scheduler, rules } = model();
    const down = (name) =>
      Boolean(network?.down.includes(name)) || (name === "scheduler" && scheduler?.running === false);
    const second = (name) => Boolean(network?.second.includes(name));
    const select = el(
      "select",
      { name: "part" },
      rules.controlPlane.map((name) => el("option", { value: name, text: name })),
    );
    const buttons = el("span.row");
    const button = (word, input) =>
      el("button.btn", {
        type: "button",
        text: t(word),
        onclick: () => {
          close();
          actions.send(input);
        },
      });
    const draw = () => {
      const name = select.value;
      buttons.replaceChildren(
        down(name)
          ? button("ui.fault.component_start", { kind: "start", component: name })
          : button("ui.fault.component_stop", { kind: "crash", component: name }),
        ...(name === "controller-manager"
          ? []
          : [
              button(second(name) ? "ui.fault.component_second_stop" : "ui.fault.component_second", {
                kind: "second",
                component: name,
                running: !second(name),
              }),
            ]),
      );
    };
    select.addEventListener("change", draw);
    draw();
    const extra = (name) => Boolean(network?.extra.includes(name));
    return [
      el("h3", { text: t("ui.fault.component") }),
      el("p.small.ink2", { text: t("ui.fault.component_says") }),
      el("div.fault-part", null, actions.field("ui.fault.component_label", select), buttons),
      el("h3", { text: t("ui.fault.actor") }),
      el(
        "div.fault-part",
        null,
        rules.optionalActors.map((name) =>
          button2(t(extra(name) ? "ui.fault.actor_stop" : "ui.fault.actor_start", { name }), {
            kind: "actor",
            name,
            running: !extra(name),
          }),
        ),
      ),
    ];
  }

  const button2 = (words, input) =>
    el("button.btn", {
      type: "button",
      text: words,
      onclick: () => {
        close();
        actions.send(input);
      },
    });

  const openCluster = () =>
    actions.guarded(() =>
      dialogOf(t("ui.fault.title"), [
        el("h3", { text: t("ui.fault.on_node") }),
        el(
          "div.fault-part",
          null,
          [...model().nodes.keys()]
            .slice(0, 24)
            .map((name) => el("button.btn", { type: "button", text: name, onclick: () => ofNode(name) })),
        ),
        el("h3", { text: t("ui.fault.parts") }),
        el(
          "div.faults",
          null,
          clusterFaults(model()).map((fault) => entry(fault, null)),
        ),
        ...parts(),
      ]),
    );

  return {
    openCluster,
    heal: () => actions.send({ kind: "heal", between: null }),
    forceDelete: force,
    breakOff,
    removeNode,
    fence: (node) => actions.guarded(() => fence(node)),
    give: (input) => actions.send(input),
    removeFinalizer: (pod, finalizer) =>
      actions.send({ kind: "remove-finalizer", object: { kind: "Pod", namespace: pod.ns, name: pod.name }, finalizer }),
    /** Buttons for the bar of a chosen node. */
    node: (node) => [
      el(
        "button.btn.small",
        { type: "button", onclick: () => actions.guarded(() => ofNode(node.name)) },
        icon("bolt"),
        t("ui.fault.open"),
      ),
    ],
  };
}
