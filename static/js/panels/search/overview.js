/** What colours the nodes of a large board and how they are grouped: two menus beside the search. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { skipsNodes } from "../../board/decision/verdicts.js";
import { COLOURS, keyOf, labelsOf, NAMESPACE, VERDICT, ZONE } from "../../board/layout/groups.js";

/** Where a text of the address is none of the choices, the first one stands. */
const among = (values, value) => (values.includes(value) ? value : values[0]);

/**
 * `colour` and `group` are what the address asks for; `onChange()` is called when a person chose otherwise. The address
 * of the table is that of the run's nodes at the step.
 */
export function createOverview({ run, colour, group, onChange }) {
  const wish = { colour, group: group || ZONE };
  const menu = (name) => el("select.btn", { "aria-label": t(`ui.overview.${name}`), onchange: (event) => {
    wish[name] = event.target.value;
    onChange();
  } });
  const colours = menu("colour");
  const groups = menu("group");
  const table = el("a", { text: t("ui.overview.table") });
  const named = (name, field) => el("label", null, t(`ui.overview.${name}`), field);
  const key = el("p.key", { hidden: true });
  const element = el("p.overview", { hidden: true }, named("colour", colours), named("group", groups), table);
  let [offered, explained] = ["", ""];
  colours.append(...COLOURS.map((value) => el("option", { value, text: t(`ui.overview.${value}`) })));

  function offer(values) {
    if (offered === values.join()) return;
    offered = values.join();
    const own = [ZONE, NAMESPACE, VERDICT];
    const wordOf = (value) => (own.includes(value) ? t(`ui.overview.${value}`) : value.replace(/^label:/, ""));
    groups.replaceChildren(...values.map((value) => el("option", { value, text: wordOf(value) })));
  }

  /** What the colours mean. */
  function explain(entries) {
    const signature = entries.map(([, id]) => id).join();
    if (explained === signature) return;
    explained = signature;
    key.replaceChildren(...entries.map(([kind, id]) => el("span", null, kind && el("i", { class: kind }), t(id))));
  }

  return {
    element, key,
    get colour() { return among(COLOURS, wish.colour); },
    get group() { return wish.group; },
    /** What another address asks for. */
    take(other) {
      Object.assign(wish, { colour: other.colour, group: other.group || ZONE });
    },
    render(model, many, size) {
      element.hidden = !many;
      key.hidden = !many || size === "cards";
      if (!many) return;
      const values = [ZONE, NAMESPACE, VERDICT, ...labelsOf([...model.nodes.values()])];
      offer(values);
      colours.value = this.colour;
      groups.value = among(values, wish.group);
      if (size === "grid") explain([]); // squares have a legend of their own
      else explain(keyOf({ colour: this.colour, judged: Boolean(model.last), skips: skipsNodes(model.last) }));
      table.href = `/r/${run()}/nodes?at=${model.seq}`;
    },
  };
}
