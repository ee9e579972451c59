/** Buttons of the top bar for a person who may act in the run. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

function button(name, words, title, onclick, spoken = title, kind = "") {
  const label = { type: "button", onclick, "aria-label": spoken, title };
  return el(`button.btn${kind}`, label, icon(name), el("span", { text: words }));
}

/** Returns a function that draws them anew where what they say has changed. */
export function createOwnerTools({ place, apiTools, player, actions, faults, onAdd, onEdit }) {
  let shown = "";

  function tools(running) {
    const scheduler = t(running ? "ui.act.scheduler_stop" : "ui.act.scheduler_start");
    const apply = t("ui.act.apply");
    const out = [
      button(running ? "scheduler_off" : "scheduler", scheduler, scheduler, actions.toggleScheduler,
        scheduler, ".long"),
      button("bolt", t("ui.fault.short"), t("ui.fault.open"), faults.openCluster),
      button("plus", t("ui.act.add"), t("ui.act.add_hint"), ({ currentTarget }) => onAdd(currentTarget)),
      button("file", apply, `${apply} · kubectl apply -f -`, () => actions.apply(), apply, ".rare"),
    ];
    if (onEdit) {
      const edit = button("link", t("ui.share.edit"), t("ui.share.edit_hint"), onEdit, t("ui.share.edit"), ".rare");
      out.push(edit);
    }
    return out;
  }

  return function render() {
    const { model, run, acts } = player.state;
    const running = model?.scheduler?.running ?? true;
    const cuts = Boolean(model?.network?.cuts.length);
    const did = document.getElementById("acts-link");
    if (did) did.hidden = !acts.some(([, , actor, kind]) => actor === "you" && kind.startsWith("input-"));
    const signature = `${run?.canAct}|${running}|${cuts}`;
    if (!place || shown === signature) return;
    shown = signature;
    const heal = () => el("button.btn", { type: "button", text: t("ui.fault.heal_all"), onclick: faults.heal });
    apiTools.replaceChildren(...(run?.canAct && cuts ? [heal()] : []));
    place.replaceChildren(...(run?.canAct ? tools(running) : []));
    place.closest(".top")?.classList.toggle("owned", Boolean(run?.canAct)); // the title then needs their space
  };
}
