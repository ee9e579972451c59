/** The control plane in the dialog of faults: a part is stopped, started or runs twice; optional actors come and go. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { field } from "../actions/asking.js";
import { shortButton } from "./offers.js";

/** `offers` = {components, actors} of the server; `give(input)` gives an input and closes the dialog. */
export function controlPlane({ components, actors }, give) {
  const button = (offer) => shortButton(offer, () => give(offer.input));
  const buttons = el("span.row");
  const options = components.map(({ name }) => el("option", { value: name, text: name }));
  const select = el("select", { name: "part", onchange: draw }, options);
  function draw() {
    const chosen = components.find(({ name }) => name === select.value);
    buttons.replaceChildren(...chosen.offers.map(button));
  }
  draw();
  return [
    el("h3", { text: t("ui.fault.component") }),
    el("p.small.ink2", { text: t("ui.fault.component_says") }),
    el("div.fault-part", null, field("ui.fault.component_label", select), buttons),
    el("h3", { text: t("ui.fault.actor") }),
    el("div.fault-part", null, actors.map(button)),
  ];
}
