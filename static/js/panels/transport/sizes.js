/** The sizes of a step, in the order of their keys. */
export const SIZES = ["into", "act", "cycle", "event", "quiet"];
