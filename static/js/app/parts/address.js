/** The address of the page: what it asks for, and how it follows what is shown. */

import { setText } from "../../el.js";
import { keptIn } from "../../time/later.js";

const WHILE_PLAYING_MS = 1000; // browsers allow 100 changes of the address in 30 s
const AT_REST_MS = 60;

/** A whole number that is not negative, or null. */
export function number(text) {
  return text !== null && text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * What the address asks for: {at, into, chosen: {pod} | {node} | {service} | {}, tab, until, fits, search, colour,
 * group, kept}.
 */
export function addressWish(search = location.search) {
  const query = new URLSearchParams(search);
  const pod = query.get("pod");
  const node = query.get("node");
  const service = query.get("service");
  return {
    at: number(query.get("at")),
    into: number(query.get("into")),
    chosen: pod ? { pod } : node ? { node } : service ? { service } : {},
    tab: query.get("tab") ?? "why",
    until: query.get("until"),
    fits: query.get("fits"),
    search: query.get("q") ?? "",
    colour: query.get("colour") ?? "",
    group: query.get("group") ?? "",
    kept: keptIn(search),
  };
}

/**
 * `path()` = the address of what is shown, which is also written into `printed`. Returns a function to call when that
 * may have changed.
 */
export function createAddress({ clock, player, path, printed }) {
  let addressed = "";
  let later = null;

  return function follow() {
    if (!player.state.model || later || path() === addressed) return;
    later = clock.timer(player.state.playing ? WHILE_PLAYING_MS : AT_REST_MS, () => {
      later = null;
      const now = path();
      if (now === addressed) return;
      addressed = now;
      history.replaceState(null, "", now);
      setText(printed, location.href);
    });
  };
}
