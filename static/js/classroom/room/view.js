/** How a presenter's board looks besides its step, told to followers and shown by them. */

/** What is chosen, {pod} | {node} | {service} | {}, as a key of the wire. Pure. */
export function keyOf(chosen) {
  const kind = ["pod", "node", "service"].find((name) => chosen[name]);
  return kind ? `${kind}/${chosen[kind]}` : "";
}

/** A key of the wire (`pod/default/p`) as {pod} | {node} | {service} | {}. Pure. */
export function chosenOf(key) {
  const at = key.indexOf("/");
  const [kind, name] = [key.slice(0, at), key.slice(at + 1)];
  return ["pod", "node", "service"].includes(kind) && name ? { [kind]: name } : {};
}

/** What a page shows, as the wire has it. Pure. */
export function viewOf({ chosen, open, tab, zoom, search, speed, player: { playing, size, into } }) {
  const inside = into ? `${into.frame.seq}/${into.k}` : "";
  const look = { selected: keyOf(chosen), tab: open ? tab : "", zoom, highlight: search };
  return { ...look, playing, speed, size, into: inside };
}

/** The fields of `now` that differ from `sent`, or null where none does. Pure. */
export function changed(sent, now) {
  const changes = Object.entries(now).filter(([name, value]) => sent[name] !== value);
  return changes.length ? Object.fromEntries(changes) : null;
}

/** `apply(view)` shows what a presenter shows; `opens()`: whether the inspector may come over what stands there. */
export function createView(page, opens = () => true) {
  return {
    apply({ selected, tab, zoom, highlight }) {
      if (selected !== undefined) page.chosen = chosenOf(selected);
      if (highlight !== undefined) page.search.text = highlight;
      if (tab) page.inspector.setTab(tab);
      if (tab !== undefined) page.inspector.setOpen(Boolean(tab) && opens());
      if (zoom && zoom !== page.board.size) page.board.setSize(zoom);
      if (!page.player.state.model) return;
      page.board.renderState(page.view());
      page.panels();
    },
  };
}
