/** Frames of PodGroups, which come with the first group. */
import { laterWords } from "../../i18n.js";
import { createLater } from "../../later.js";

/** What `createFrames` gives; until that is there, cards stand without a frame. */
export const createLaterFrames = (options) => createLater({
  ...options,
  style: "groups-style",
  fetch: () => Promise.all([import("../groups/frames.js"), laterWords("ui.seat.group")]),
  make: ([{ createFrames }, words]) => createFrames(words),
  more: (fetched) => ({
    framed(lane, pods, elements, groups) {
      if (groups?.size) fetched.want();
      return groups && fetched.part ? fetched.part.framed(lane, pods, elements, groups) : elements;
    },
  }),
});
