/** A board with its queue and no panels around: of a film, or of one run beside others. */
import { el } from "../el.js";
import { createBoard } from "./board.js";
import { createQueue } from "./queue/queue.js";
import { createTravel } from "./travel.js";

/** `roots` = {zones, queue, overlay, chips?, services?}; `onChoose({pod} | {node} | {service})`. */
export function createLoneBoard(roots, { clock, onChoose = () => {} }) {
  const { zones, overlay, chips = el("nav"), services = el("div") } = roots;
  const queue = createQueue(roots.queue);
  const travel = createTravel({ overlay, clock });
  const board = createBoard({
    zonesRoot: zones, chipsRoot: chips, servicesRoot: services, overlay, queue, travel, clock, onChoose,
  });
  const view = (model, chosen) => ({ model, now: clock.t, chosen, into: null, cyclePod: null, litNodes: null });
  const lone = {
    board,
    /** A state as a whole; `fade`: over what stood there. */
    state: (model, { chosen = {}, fade = false } = {}) => board.renderState(view(model, chosen), { fade }),
    /** One act after the state that stands there: `detail` = {before, model, changes, frame}. */
    act: (detail, chosen = {}) => board.renderFrame(view(detail.model, chosen), { ...detail, travel: true }),
    /** Step `at` of a recorded run, {models, changes, frames}; `onward`: the step before stands there. */
    step({ models, changes, frames }, at, { chosen, onward }) {
      if (!onward) lone.state(models[at], { chosen });
      else lone.act({ before: models[at - 1], model: models[at], changes: changes[at], frame: frames[at - 1] }, chosen);
    },
  };
  return lone;
}
