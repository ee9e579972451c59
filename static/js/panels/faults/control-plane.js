/** Parts in the dialog of faults: components of the control plane, optional actors, members of applications. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { field } from "../../dialog.js";
import { shortButton } from "./offers.js";

/** One of several parts is chosen and has its own buttons. `parts` = [{name, offers}]; `word` names its words. */
function choice(word, parts, button) {
  if (!parts.length) return [];
  const buttons = el("span.row");
  const options = parts.map(({ name }) => el("option", { value: name, text: name }));
  const select = el("select", { name: word, onchange: draw }, options);
  function draw() {
    const chosen = parts.find(({ name }) => name === select.value);
    buttons.replaceChildren(...chosen.offers.map(button));
  }
  draw();
  return [
    el("h3", { text: t(`ui.fault.${word}`) }),
    el("p.small.ink2", { text: t(`ui.fault.${word}_says`) }),
    el("div.fault-part", null, field(`ui.fault.${word}_label`, select), buttons),
  ];
}

/** `offers` = {components, actors, members} of the server; `give(input)` gives an input and closes the dialog. */
export function controlPlane({ components, actors, members }, give) {
  const button = (offer) => shortButton(offer, () => give(offer.input));
  return [
    ...choice("component", components, button),
    el("h3", { text: t("ui.fault.actor") }),
    el("div.fault-part", null, actors.map(button)),
    ...choice("members", members, button),
  ];
}
