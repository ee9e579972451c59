/** Joins what the bar at the top of the page offers: sharing, the tools of the owner, the way to What if. */
import { createShare, keepMoment, momentUrl } from "../panels/actions/share-button.js";
import { createAddress } from "./parts/address.js";
import { bindUndo } from "./parts/later-undo.js";
import { createOwnerTools } from "./parts/owner-tools.js";

const $ = (id) => document.getElementById(id);

/** Sharing, the address, and the tools of the owner. */
export function joinBar(page) {
  const { app, clock, player } = page;
  page.momentOf = (other = {}) => {
    const { model, into } = player.state;
    const at = model?.seq ?? 0;
    const shown = { at, into: into ? into.k : null, ...page.chosen, tab: page.inspector.tab, search: page.search.text };
    const { colour, group } = page.overview;
    const whole = { ...shown, colour, group, kept: page.time.kept, ...other };
    return momentUrl(app.dataset.moments ?? `/r/${page.run}`, whole);
  };
  const moment = () => ({ at: player.state.model?.seq ?? 0, path: page.momentOf() });
  page.share = createShare({
    button: $("share"), moment, edit: app.dataset.edit,
    core: app.dataset.moments ? "" : app.dataset.core, release: app.dataset.release,
    keep: (at) => keepMoment(page.run, at),
    tell(words, kind) {
      page.tell(words, kind);
      page.narration.announce(words);
    },
  });
  $("take")?.addEventListener("click", ({ currentTarget }) => {
    const { model } = player.state;
    const pod = page.chosen.pod ? { pod: page.chosen.pod } : {};
    currentTarget.search = new URLSearchParams({ at: model?.seq ?? 0, ...pod }).toString();
  });
  const still = app.dataset.address === "still"; // what is shown has no address of its own on this page
  const path = () => moment().path;
  page.followAddress = still ? () => {} : createAddress({ clock, player, path, printed: $("moment") });
  page.ownerTools = createOwnerTools({
    place: $("owner-tools"), apiTools: page.board.apiTools, player, actions: page.actions, faults: page.faults,
    onAdd: (button) => page.hands.cluster(button),
    onEdit: app.dataset.edit ? page.share.edit : null,
  });
}

/** The way to the page on which the document of this run is changed: at this step, with what is chosen. */
export function joinChange(page) {
  const link = $("what-if");
  const address = () => {
    const query = new URLSearchParams({ at: String(page.player.state.model?.seq ?? 0) });
    for (const kind of ["pod", "node"]) if (page.chosen[kind]) query.set(kind, page.chosen[kind]);
    return `/r/${page.run}/change?${query}`;
  };
  for (const kind of ["pointerenter", "focus", "click"]) link?.addEventListener(kind, () => { link.href = address(); });
  page.change = () => link?.click();
  document.documentElement.toggleAttribute("data-can-ask", Boolean(link));
  document.addEventListener("click", ({ target }) => {
    const { changeField: field, nth } = target.closest?.("[data-change-field]")?.dataset ?? {};
    const pod = page.chosen.pod ?? page.player.state.model?.last?.pod;
    if (field && link && pod) location.assign(`${address()}&${new URLSearchParams({ pod, field, nth })}`);
  });
  // elsewhere the run belongs to a lesson or a room, which would lose it
  if (!link) return;
  const { player, tell, actions: { later } } = page;
  page.undo = bindUndo({ fork: $("fork"), run: () => page.run, player, tell, later });
}
