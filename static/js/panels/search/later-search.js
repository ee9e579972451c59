/** The search over the board and its colours: fetched where many nodes stand, with a text, or when a person asks. */
import { el } from "../../el.js";
import { createLater } from "../../later.js";
import { COLOURS, WORK, ZONE } from "../../board/layout/groups.js";

const MANY_NODES = 12; // from then on the box stands above the board

/**
 * What `createSearch` and `createOverview` take, the first with `wish` = {search, colour, group} of the address. Until
 * they are there it answers with what the address asked for, and the space of the box is kept.
 */
export function createLaterSearch({ wish, after, run, onChange, model, later, ...options }) {
  const element = el("search.find", { hidden: true });
  const first = document.getElementById("maintenance-link") ? WORK : COLOURS[0]; // where nobody chose a colour
  const settings = { colour: wish.colour || first, group: wish.group, text: wish.search };
  let parts = null; // {search, overview}
  let focuses = false;
  after.after(element);

  function make([{ createSearch }, { createOverview }]) {
    const overview = createOverview({ run, colour: settings.colour, group: settings.group, onChange });
    const search = createSearch({ ...options, element, beside: overview, run, model, text: settings.text });
    parts = { overview, search };
    if (focuses) parts.search.focus();
    else parts.search.render();
  }

  const fetched = createLater({
    later,
    style: "find-style",
    fetch: () => Promise.all([import("./search.js"), import("./overview.js")]),
    onCome: make,
  });

  return {
    search: {
      render() {
        if (parts) return parts.search.render();
        element.hidden = (model()?.nodes.size ?? 0) <= MANY_NODES;
        if (settings.text || !element.hidden) fetched.want();
        return null;
      },
      mark: () => parts?.search.mark(),
      focus() {
        focuses = true;
        if (parts) parts.search.focus();
        else fetched.want({ again: true });
      },
      get still() { return fetched.still; },
      get text() { return parts ? parts.search.text : settings.text; },
      set text(value) {
        if (parts) parts.search.text = value;
        else settings.text = value;
      },
    },
    overview: {
      get colour() {
        if (parts) return parts.overview.colour;
        return COLOURS.includes(settings.colour) ? settings.colour : COLOURS[0];
      },
      get group() { return parts ? parts.overview.group : settings.group || ZONE; },
      take(values) {
        Object.assign(settings, { colour: values.colour || first, group: values.group });
        parts?.overview.take({ ...values, colour: settings.colour });
      },
    },
  };
}
