/** Parts of the Why that move with the clock and have buttons: what is broken, how a pod ends, a node in need. */
import { arrange, el } from "../../el.js";

const same = (before, after) => before?.length === after.length && after.every((mark, i) => mark === before[i]);

/**
 * `partsOf(subject)` = {lead, after, alone}: elements above the fragment and below its heading; `alone`: they say all.
 * They are made anew only when `marks` differ, so that a button keeps its focus.
 */
export function createLive(fragment, partsOf) {
  const lead = el("div.live");
  const after = el("div.live");
  let drawn = null;

  return {
    lead,
    /** Draws what the subject needs; `before` is called when parts were made anew. */
    render(subject, marks) {
      const now = [subject?.pod, subject?.node, subject?.service, ...marks];
      if (!same(drawn, now)) {
        drawn = now;
        const parts = subject ? partsOf(subject) : { lead: [], after: [], alone: false };
        arrange(lead, parts.lead);
        arrange(after, parts.after);
        fragment.hidden = parts.alone;
      }
      const slot = fragment.querySelector("[data-live='after']");
      if (slot && after.parentElement !== slot) slot.append(after);
    },
    get empty() { return lead.childElementCount === 0; },
  };
}
