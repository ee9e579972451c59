/** Joins the console below the board with the page. Its script comes when it is first opened. */
import { createLater } from "../later.js";

/** The console below the board. On a page that has no way to it nothing happens. */
export function joinConsole(page) {
  const { player, clock } = page;
  const links = ["console-link", "console-menu"].map((id) => document.getElementById(id)).filter(Boolean);
  const dock = createLater({
    later: page.actions.later,
    fetch: async () => (await import("../console/dock.js")).createDock(links[0], {
      later: clock.timer,
      at: () => (player.state.model && player.state.model.seq < player.state.head ? player.state.model.seq : null),
      choose: page.choose,
      changed() {
        if (!player.state.playing && player.state.model?.seq < player.state.head) player.seek(player.state.head);
      },
    }),
  });
  page.console = async () => links.length && (await dock.want({ again: true }))?.toggle();
  for (const link of links) link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    link.closest("dialog")?.close();
    page.console();
  });
}
